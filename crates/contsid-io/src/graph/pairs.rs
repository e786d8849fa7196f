//! Edges as pairs of names: `A B`, `A,B` or a tab between them, perhaps with a weight and a header `source,target`.

use super::arrow::Arrow;
use super::builder::{Content, GraphBuilder, Opposites};
use super::format::{GraphOptions, MatrixEncoding};
use super::matrix_text::finite;
use super::quoted::parse_quoted;
use super::reading::GraphNote;
use super::unquoted::is_name;
use crate::error::{Fault, Location, Problem};
use crate::separator::Separator;
use crate::shown::shown;

/// Known headers, in lower case: the tail, then the head.
const HEADERS: [(&str, &str); 7] = [
    ("source", "target"),
    ("from", "to"),
    ("parent", "child"),
    ("cause", "effect"),
    ("tail", "head"),
    ("src", "dst"),
    ("start", "end"),
];

/// What networkx writes after an edge without data.
const NO_DATA: &str = "{}";

/// A line without its comment, and its number.
pub(super) struct Line<'a> {
    pub(super) number: usize,
    pub(super) text: &'a str,
}

/// Reads pairs, one per line; a name alone is a node.
pub(super) fn parse(lines: &[Line<'_>], options: &GraphOptions) -> Result<Content, Problem> {
    let mut reader = Reader {
        separator: separator_of(lines),
        skipped: 0,
        builder: GraphBuilder::new(Opposites::Refused("`A -- B`")),
        encoding: options.encoding,
        has_weights: false,
    };
    let mut notes = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let location = Location::Line(line.number);
        let cells = cells(line.text, reader.separator).map_err(|fault| fault.at(location.clone()))?;
        match (index, header(&cells)) {
            (0, Some(skipped)) => {
                reader.skipped = skipped;
                notes.push(GraphNote::PairHeader { line: shown(line.text) });
            }
            _ => reader.add(&cells, line, &location)?,
        }
    }
    let mut content = reader.builder.finish()?;
    content.encoding = reader.has_weights.then_some(options.encoding);
    content.separator = Some(reader.separator);
    content.notes = notes;
    Ok(content)
}

/// The first of tabs, commas, semicolons and white space that the lines have.
fn separator_of(lines: &[Line<'_>]) -> Separator {
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
    builder: GraphBuilder,
    encoding: MatrixEncoding,
    has_weights: bool,
}

impl Reader {
    fn add(&mut self, cells: &[String], line: &Line<'_>, location: &Location) -> Result<(), Problem> {
        let cells = cells.get(self.skipped..).unwrap_or_default();
        if let [name] = cells {
            self.builder.node(name, location);
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
            _ => self.builder.connect([tail, head], Arrow::Right, location),
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

fn not_understood(line: &str) -> Fault {
    Fault::syntax(line, "an edge such as `A -> B` or `A,B`, or the name of a node")
}

/// The number of leading cells that count the lines, if these cells are a header.
pub(super) fn header(cells: &[String]) -> Option<usize> {
    let skipped = usize::from(cells.len() >= 3 && cells[0].is_empty());
    let (from, to) = (cells.get(skipped)?.to_lowercase(), cells.get(skipped + 1)?.to_lowercase());
    (HEADERS.contains(&(from.as_str(), to.as_str())) && cells.len() <= skipped + 3).then_some(skipped)
}

/// Whether a text without quotation marks is a name, a number, or networkx's mark of an edge without data.
fn is_cell(text: &str) -> bool {
    is_name(text) || text.trim() == NO_DATA
}

/// The cells of a line, without quotation marks.
fn cells(line: &str, separator: Separator) -> Result<Vec<String>, Fault> {
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
