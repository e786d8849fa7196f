//! Edge lists: a line `A -> B`, `A <- B` or `A -- B` for each edge, or pairs `A B`; a line `A` for a node without
//! edges.
//!
//! A list in which no line has an arrow is a list of [`pairs`]. In one with arrows, a line without is a node. A name of
//! several words stands between quotation marks at least once: `A -> B C` may have lost an arrow, or a comma.

use super::adjacency_list;
use super::builder::{Content, GraphBuilder, Opposites};
use super::format::{GraphOptions, MatrixEncoding};
use super::matrix_text;
use super::pairs;
use super::quoted::{Chain, find_outside_quotes, has_arrow, has_outside_quotes, parse_chain};
use super::unquoted::{LoneNames, has_spaces, is_name};
use crate::error::{Fault, Location, Problem};
use crate::memory::check_free;
use crate::shown::shown;
use crate::source::Line;
use crate::source::begins_comment;
use contsid::graph::NodeId;
use std::collections::{BTreeMap, BTreeSet};

/// What a line takes at least until it is read, in bytes: its cells, and the edge that it becomes.
const LINE_BYTES: usize = 330;

/// The way out of a text that is no edge list.
const ADVICE: &str = "write an edge a line, such as `A -> B`";

/// Checks that there is memory for the lines of a text.
pub(super) fn check_lines(text: &str) -> Result<(), Problem> {
    Ok(check_free((LINE_BYTES * text.lines().count()) as u64).map_err(Fault::from)?)
}

/// Reads an edge list.
pub(super) fn parse(text: &str, options: &GraphOptions) -> Result<Content, Problem> {
    check_lines(text)?;
    let lines = lines(text);
    if let Some(line) = lines.first().filter(|line| line.text.starts_with("@startuml")) {
        return Err(Fault::Unsupported { what: "PlantUML's text", advice: ADVICE }.at_line(line.number));
    }
    if !lines.iter().any(|line| has_arrow(line.text)) {
        refuse_matrix(text, &lines)?;
        refuse_others(text, &lines)?;
        let has_weights = matches!(options.encoding, MatrixEncoding::Weights(_));
        let adjacency = if has_weights { None } else { adjacency_list::parse(&lines) };
        return adjacency.unwrap_or_else(|| pairs::parse(&lines, options));
    }
    let mut builder = GraphBuilder::new(Opposites::Refused("`A -- B`"));
    let (mut spaced, mut lone) = (SpacedNames::default(), LoneNames::default());
    for line in &lines {
        let location = Location::Line(line.number);
        for part in statements(line.text) {
            let chain = chain(part).map_err(|fault| fault.at(location.clone()))?;
            let nodes: Vec<NodeId> = chain.names.iter().map(|name| builder.node(name.text.trim(), &location)).collect();
            builder.chain(&nodes, &chain.arrows, &location)?;
            if let [name] = &chain.names[..] {
                lone.add(&name.text, &Line { number: line.number, text: part });
            }
            spaced.add(chain, line.number);
        }
    }
    spaced.check(&builder)?;
    lone.check(&builder)?;
    builder.finish()
}

/// The lines that hold something, without comments and what some programs end a line with.
fn lines(text: &str) -> Vec<Line<'_>> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| {
        let text = without_comment(line).trim().trim_end_matches([';', ',']).trim_end();
        Line { number, text }
    });
    lines.filter(|line| !line.text.is_empty()).collect()
}

/// The parts of a line between semicolons.
fn statements(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = find_outside_quotes(text, |text, at| text[at..].starts_with(';'));
        rest = end.map(|end| &text[end + 1..]);
        Some(end.map_or(text, |end| &text[..end]).trim())
    })
    .filter(|part| !part.is_empty())
}

fn chain(statement: &str) -> Result<Chain, Fault> {
    if has_outside_quotes(statement, ',') || has_outside_quotes(statement, '\t') && !has_arrow(statement) {
        return Err(Fault::syntax(statement, "one edge such as `A -> B` (a name with a comma is quoted)"));
    }
    let chain = parse_chain(statement)?;
    match chain.names.iter().find(|name| !name.is_quoted && !is_name(&name.text)) {
        Some(odd) => Err(Fault::syntax(&odd.text, "the name of a node (one with symbols or numbers is quoted)")),
        None => Ok(chain),
    }
}

/// The line up to a `#` that stands at its beginning or after white space, outside quotation marks.
fn without_comment(line: &str) -> &str {
    find_outside_quotes(line, begins_comment).map_or(line, |at| &line[..at])
}

/// A matrix in a file of the wrong extension is not a list of pairs.
fn refuse_matrix(text: &str, lines: &[Line<'_>]) -> Result<(), Problem> {
    match lines.first() {
        Some(first) if matrix_text::is_matrix(text) => Err(Fault::MatrixRow(shown(first.text)).at_line(first.number)),
        _ => Ok(()),
    }
}

/// Refuses Pajek's text and the Trivial Graph Format, whose lines look like pairs.
fn refuse_others(text: &str, lines: &[Line<'_>]) -> Result<(), Problem> {
    let is_keyword =
        |line: &&Line<'_>| line.text.strip_prefix('*').is_some_and(|word| word.starts_with(char::is_alphabetic));
    if let Some(line) = lines.first().filter(is_keyword) {
        return Err(Fault::Unsupported { what: "Pajek's text", advice: ADVICE }.at_line(line.number));
    }
    let Some(end) = (1..).zip(text.lines()).position(|(_, line)| line.trim() == "#") else { return Ok(()) };
    let (labels, edges): (Vec<&Line<'_>>, Vec<&Line<'_>>) = lines.iter().partition(|line| line.number <= end);
    let ids: BTreeSet<&str> = labels.iter().filter_map(|line| line.text.split_whitespace().next()).collect();
    let is_edge = |line: &&Line<'_>| {
        let mut words = line.text.split_whitespace();
        [words.next(), words.next()].iter().all(|word| word.is_some_and(|word| ids.contains(word)))
    };
    if edges.is_empty() || !edges.iter().all(is_edge) {
        return Ok(());
    }
    let what = "Trivial Graph Format, with nodes before a line `#`,";
    Err(Fault::Unsupported { what, advice: ADVICE }.at_line(end + 1))
}

/// Names of several words.
#[derive(Default)]
struct SpacedNames {
    quoted: BTreeSet<String>,
    /// Each with the first line that has it without quotation marks.
    unquoted: BTreeMap<String, usize>,
}

impl SpacedNames {
    fn add(&mut self, chain: Chain, line: usize) {
        for name in chain.names.into_iter().filter(|name| has_spaces(&name.text)) {
            if name.is_quoted {
                self.quoted.insert(name.text.trim().to_owned());
            } else {
                self.unquoted.entry(name.text).or_insert(line);
            }
        }
    }

    /// Refuses a name that never stands between quotation marks, or that consists of other nodes.
    fn check(&self, builder: &GraphBuilder) -> Result<(), Problem> {
        let doubtful =
            self.unquoted.iter().filter(|(name, _)| !self.quoted.contains(*name) || is_made_of_nodes(name, builder));
        match doubtful.min_by_key(|(_, line)| **line) {
            Some((name, &line)) => Err(Fault::SpacedName(shown(name)).at_line(line)),
            None => Ok(()),
        }
    }
}

/// Whether every word is a node by itself, or a number behind one.
fn is_made_of_nodes(name: &str, builder: &GraphBuilder) -> bool {
    let mut words = name.split_whitespace();
    words.clone().any(|word| builder.is_known(word))
        && words.all(|word| builder.is_known(word) || word.parse::<f64>().is_ok())
}
