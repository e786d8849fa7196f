//! Edges as pairs of names: `A B`, `A,B` or a tab between them, perhaps with a weight and a header `source,target`.

use super::arrow::Arrow;
use super::builder::{Content, GraphBuilder, Opposites};
use super::format::{GraphOptions, MatrixEncoding};
use super::quoted::parse_quoted;
use super::reading::GraphNote;
use super::unquoted::{LoneNames, is_name};
use crate::delimited::finite;
use crate::error::{Fault, Location, Problem};
use crate::separator::Separator;
use crate::shown::shown;
use crate::source::Line;

/// Known headers, as [`plain`] writes them: the tail, then the head; in the other order they name the head first.
const HEADERS: [(&str, &str); 17] = [
    ("source", "target"),
    ("from", "to"),
    ("parent", "child"),
    ("cause", "effect"),
    ("tail", "head"),
    ("src", "dst"),
    ("start", "end"),
    ("begin", "end"),
    ("origin", "destination"),
    ("origin", "dest"),
    ("predecessor", "successor"),
    ("treatment", "outcome"),
    ("exposure", "outcome"),
    ("regulator", "target"),
    ("source", "sink"),
    ("node1", "node2"),
    ("variable1", "variable2"),
];

/// What networkx writes after an edge without data.
const NO_DATA: &str = "{}";

/// Reads pairs, one per line; a name alone is a node.
pub(super) fn parse(lines: &[Line<'_>], options: &GraphOptions) -> Result<Content, Problem> {
    let mut reader = Reader {
        separator: separator_of(lines),
        skipped: 0,
        arrow: Arrow::Right,
        builder: GraphBuilder::new(Opposites::Refused("`A -- B`")),
        encoding: options.encoding,
        has_weights: false,
        lone: LoneNames::default(),
    };
    let (mut notes, mut has_header) = (Vec::new(), false);
    for (index, line) in lines.iter().enumerate() {
        let location = Location::Line(line.number);
        let cells = cells(line.text, reader.separator).map_err(|fault| fault.at(location.clone()))?;
        match (index, header(&cells)) {
            (0, Some(header)) if !reader.names_nodes(&cells[header.skipped..], &lines[1..]) => {
                (reader.skipped, reader.arrow, has_header) = (header.skipped, header.arrow, true);
                let line = shown(line.text);
                notes.push(match header.arrow {
                    Arrow::Left => GraphNote::ReversedHeader { line },
                    _ => GraphNote::PairHeader { line },
                });
            }
            (0, _) if lines.len() > 2 && cells.len() > 1 && !reader.names_nodes(&cells, &lines[1..]) => {
                reader.add(&cells, line, &location)?;
                notes.push(GraphNote::LoneFirstPair { line: shown(line.text) });
            }
            _ => reader.add(&cells, line, &location)?,
        }
    }
    reader.lone.check(&reader.builder)?;
    if !has_header {
        refuse_counts(lines, reader.separator)?;
    }
    let mut content = reader.builder.finish()?;
    content.encoding = reader.has_weights.then_some(options.encoding);
    content.separator = Some(reader.separator);
    content.notes = notes;
    Ok(content)
}

/// The first of tabs, commas, semicolons and white space that the lines have.
pub(super) fn separator_of(lines: &[Line<'_>]) -> Separator {
    let has = |character: char| lines.iter().any(|line| super::quoted::has_outside_quotes(line.text, character));
    [Separator::TAB, Separator::COMMA, Separator::SEMICOLON]
        .into_iter()
        .find(|separator| matches!(separator, Separator::Character(byte) if has(char::from(*byte))))
        .unwrap_or(Separator::Space)
}

struct Reader {
    separator: Separator,
    /// The number of leading cells that count the lines.
    skipped: usize,
    /// From the first node of a pair to the second, or back.
    arrow: Arrow,
    builder: GraphBuilder,
    encoding: MatrixEncoding,
    has_weights: bool,
    lone: LoneNames,
}

impl Reader {
    /// Whether one of the first two cells is a node of other lines, so that they are an edge and no header.
    fn names_nodes(&self, first: &[String], others: &[Line<'_>]) -> bool {
        let others = others.iter().filter_map(|line| cells(line.text, self.separator).ok());
        others.flatten().any(|cell| first.iter().take(2).any(|name| *name == cell))
    }

    fn add(&mut self, cells: &[String], line: &Line<'_>, location: &Location) -> Result<(), Problem> {
        let cells = cells.get(self.skipped..).unwrap_or_default();
        if let [name] = cells {
            self.builder.node(name, location);
            self.lone.add(name, line);
            return Ok(());
        }
        let (from, to, weight) = match cells {
            [from, to] => (from, to, None),
            // networkx writes the data of an edge after it.
            [from, to, data] if data == NO_DATA => (from, to, None),
            [from, to, weight] => (from, to, Some(weight)),
            _ => return Err(not_understood(line.text).at_line(line.number)),
        };
        if from.is_empty() || to.is_empty() || from.ends_with(':') || to.ends_with(':') {
            return Err(not_understood(line.text).at_line(line.number));
        }
        let (tail, head) = (self.builder.node(from, location), self.builder.node(to, location));
        match weight.map(|weight| self.is_edge(weight, line)).transpose()? {
            Some(false) => Ok(()),
            _ => self.builder.connect([tail, head], self.arrow, location),
        }
    }

    /// Whether a weight is an edge; without a threshold, 1 is and 0 is not.
    fn is_edge(&mut self, weight: &str, line: &Line<'_>) -> Result<bool, Problem> {
        self.has_weights = true;
        let size = finite(weight).ok_or_else(|| not_understood(line.text).at_line(line.number))?;
        match self.encoding {
            MatrixEncoding::Weights(threshold) => Ok(size.abs() > threshold.size()),
            _ if size == 0.0 || size == 1.0 => Ok(size == 1.0),
            _ => Err(Fault::WeightedPair(shown(weight)).at_line(line.number)),
        }
    }
}

/// Refuses lines of a name and a number, at least two: they are hardly edges, but counts, weights or an order.
fn refuse_counts(lines: &[Line<'_>], separator: Separator) -> Result<(), Problem> {
    let is_number = |cell: &String| finite(cell).is_some();
    let pairs = || lines.iter().filter_map(|line| Some((line, cells(line.text, separator).ok()?)));
    let pairs: Vec<(&Line<'_>, Vec<String>)> = pairs().filter(|(_, cells)| cells.len() > 1).collect();
    let are_counts = pairs.iter().all(|(_, cells)| cells.len() == 2 && !is_number(&cells[0]) && is_number(&cells[1]));
    match pairs.first() {
        Some((line, cells)) if pairs.len() > 1 && are_counts => {
            Err(Fault::CountedName { name: shown(&cells[0]), number: shown(&cells[1]) }.at_line(line.number))
        }
        _ => Ok(()),
    }
}

fn not_understood(line: &str) -> Fault {
    Fault::syntax(line, "an edge such as `A -> B` or `A,B`, or the name of a node")
}

/// The header of a list of pairs.
pub(super) struct PairHeader {
    /// The number of leading cells that count the lines.
    skipped: usize,
    /// From the first node of a pair to the second, or back.
    arrow: Arrow,
}

/// The header that these cells are, if they are one.
pub(super) fn header(cells: &[String]) -> Option<PairHeader> {
    let skipped = usize::from(cells.len() >= 3 && cells[0].is_empty());
    let (first, second) = (plain(cells.get(skipped)?), plain(cells.get(skipped + 1)?));
    let is_known = |from: &str, to: &str| HEADERS.contains(&(from, to)) && cells.len() <= skipped + 3;
    let arrow = match (is_known(&first, &second), is_known(&second, &first)) {
        (true, _) => Arrow::Right,
        (_, true) => Arrow::Left,
        _ => return None,
    };
    Some(PairHeader { skipped, arrow })
}

/// A word of a header without case and punctuation, in the singular and without `node`: `Source nodes` is `source`.
fn plain(word: &str) -> String {
    let word: String = word.to_lowercase().chars().filter(|letter| letter.is_alphanumeric()).collect();
    let word = word.strip_suffix('s').unwrap_or(&word);
    word.strip_suffix("node").unwrap_or(word).replace("var1", "variable1").replace("var2", "variable2")
}

/// Whether a text without quotation marks is a name, a number, or networkx's mark of an edge without data.
fn is_cell(text: &str) -> bool {
    is_name(text) || text.trim() == NO_DATA
}

/// The cells of a line, without quotation marks.
pub(super) fn cells(line: &str, separator: Separator) -> Result<Vec<String>, Fault> {
    let ends_cell = |character: char| match separator {
        Separator::Space => character.is_whitespace(),
        Separator::Character(byte) => character == char::from(byte),
    };
    let mut cells = Vec::new();
    let mut rest = line.trim_matches(' ');
    loop {
        let end = rest.find(ends_cell).unwrap_or(rest.len());
        let (cell, after) = match parse_quoted(rest)? {
            Some(quoted) => quoted,
            None if is_cell(&rest[..end]) => (rest[..end].trim().to_owned(), &rest[end..]),
            None => return Err(not_understood(line)),
        };
        cells.push(cell);
        if after.trim().is_empty() {
            return Ok(cells);
        }
        let unspaced = if separator == Separator::Space { after } else { after.trim_start_matches(' ') };
        let Some(next) = unspaced.strip_prefix(ends_cell) else {
            return Err(Fault::syntax(unspaced, "a separator or the end of the line"));
        };
        rest = if separator == Separator::Space { next.trim_start() } else { next.trim_start_matches(' ') };
    }
}
