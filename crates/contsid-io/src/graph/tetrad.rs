//! Tetrad's text, which causal-learn writes too:
//!
//! ```text
//! Graph Nodes:
//! X1;X2;X3
//!
//! Graph Edges:
//! 1. X1 --> X2
//! 2. X2 --- X3
//! ```

use super::builder::{Content, GraphBuilder, Opposites};
use super::quoted::{find_outside_quotes, parse_chain, parse_quoted};
use crate::error::{Fault, Location, Problem};
use contsid::graph::NodeId;

const NODES: &str = "Graph Nodes:";
const EDGES: &str = "Graph Edges:";

/// Whether a text begins like Tetrad's.
pub(super) fn is_tetrad(text: &str) -> bool {
    text.lines().map(str::trim).find(|line| !line.is_empty()).is_some_and(|line| line.starts_with(NODES))
}

/// The part of the file that a line belongs to.
#[derive(PartialEq, Eq)]
enum Section {
    Start,
    Nodes,
    Edges,
    /// Attributes and notes, which do not change the graph.
    Other,
}

/// Reads Tetrad's text.
pub(super) fn parse(text: &str) -> Result<Content, Problem> {
    let mut builder = GraphBuilder::new(Opposites::Refused("`A --- B`"));
    let mut section = Section::Start;
    for (at, line) in text.lines().enumerate() {
        let (line, location) = (line.trim(), Location::Line(at + 1));
        if let Some(nodes) = line.strip_prefix(NODES) {
            section = Section::Nodes;
            add_nodes(&mut builder, nodes, &location)?;
        } else if line == EDGES {
            section = Section::Edges;
        } else if !line.is_empty() {
            match section {
                Section::Start => return Err(Fault::syntax(line, "a first line `Graph Nodes:`").at(location)),
                Section::Nodes => add_nodes(&mut builder, line, &location)?,
                Section::Edges if is_heading(line) => section = Section::Other,
                Section::Edges => add_edge(&mut builder, line, &location)?,
                Section::Other => {}
            }
        }
    }
    builder.finish()
}

/// A heading after the edges, such as `Graph Attributes:` or `Ambiguous triples (...):`.
fn is_heading(line: &str) -> bool {
    without_number(line).is_none() && !line.contains("--") && !line.contains("->") && !line.contains("<-")
}

/// What follows `12. `.
fn without_number(line: &str) -> Option<&str> {
    let after = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.len() == line.len() { None } else { after.strip_prefix(". ").map(str::trim_start) }
}

/// Adds nodes between semicolons, or between commas if there are no semicolons.
fn add_nodes(builder: &mut GraphBuilder, line: &str, location: &Location) -> Result<(), Problem> {
    let is = |wanted: char| move |text: &str, at: usize| text[at..].starts_with(wanted);
    let separator = if find_outside_quotes(line, is(';')).is_some() { ';' } else { ',' };
    let mut rest = line.trim();
    while !rest.is_empty() {
        let end = find_outside_quotes(rest, is(separator)).unwrap_or(rest.len());
        let name = rest[..end].trim();
        let name = match parse_quoted(name).map_err(|fault| fault.at(location.clone()))? {
            Some((name, "")) => name,
            _ => name.to_owned(),
        };
        builder.new_node(&name, location)?;
        rest = rest[end..].trim_start_matches(separator).trim_start();
    }
    Ok(())
}

fn add_edge(builder: &mut GraphBuilder, line: &str, location: &Location) -> Result<(), Problem> {
    let edge = without_number(line).unwrap_or(line);
    let mut chain = parse_chain(edge).map_err(|fault| fault.at(location.clone()))?;
    if chain.arrows.is_empty() {
        return Err(Fault::syntax(line, "an edge such as `1. A --> B`").at(location.clone()));
    }
    if let Some(last) = chain.names.last_mut() {
        remove_notes(builder, &mut last.text);
    }
    let nodes =
        chain.names.iter().map(|name| builder.known_node(&name.text, location)).collect::<Result<Vec<NodeId>, _>>()?;
    builder.chain(&nodes, &chain.arrows, location)
}

/// Removes Tetrad's notes after an edge, as in `X1 --> X2 dd nl`: keeps the longest known name at the beginning.
fn remove_notes(builder: &GraphBuilder, text: &mut String) {
    let ends = text.char_indices().rev().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at);
    let known = std::iter::once(text.len()).chain(ends).find(|&end| builder.is_known(text[..end].trim_end()));
    if let Some(end) = known {
        text.truncate(end);
        text.truncate(text.trim_end().len());
    }
}
