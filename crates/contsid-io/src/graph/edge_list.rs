//! Edge lists: a line `A -> B`, `A <- B` or `A -- B` for each edge, or pairs `A B`; a line `A` for a node without edges.
//!
//! A list in which no line has an arrow is a list of [`pairs`]. In one with arrows, a line without is a node, whose name
//! may have spaces.

use super::builder::{Content, GraphBuilder, Opposites};
use super::format::GraphOptions;
use super::matrix_text;
use super::pairs::{self, Line};
use super::quoted::{Arrow, Chain, find_outside_quotes, has_arrow, has_outside_quotes, parse_chain};
use crate::error::{Fault, Location, Problem};
use crate::shown::shown;
use crate::source::begins_comment;
use contsid::graph::{EdgeKind, NodeId};

/// Reads an edge list.
pub(super) fn parse(text: &str, options: &GraphOptions) -> Result<Content, Problem> {
    let lines = lines(text);
    if !lines.iter().any(|line| has_arrow(line.text)) {
        refuse_matrix(text, &lines)?;
        return pairs::parse(&lines, options);
    }
    let mut builder = GraphBuilder::new(Opposites::Refused { undirected: "`A -- B`" });
    for line in &lines {
        let location = Location::Line(line.number);
        for part in statements(line.text) {
            let chain = chain(part).map_err(|fault| fault.at(location.clone()))?;
            let nodes: Vec<NodeId> = chain.names.iter().map(|name| builder.node(name.trim(), &location)).collect();
            join_chain(&mut builder, &nodes, &chain.arrows, &location)?;
        }
    }
    refuse_pairs(&builder, &lines)?;
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
        let found = format!("`{}`", shown(statement));
        return Err(Fault::Syntax { found, expected: "one edge such as `A -> B` (a name with a comma is quoted)" });
    }
    parse_chain(statement)
}

/// Joins each node to the next one.
pub(super) fn join_chain(
    builder: &mut GraphBuilder,
    nodes: &[NodeId],
    arrows: &[Arrow],
    location: &Location,
) -> Result<(), Problem> {
    for (two, &arrow) in nodes.windows(2).zip(arrows) {
        let (left, right) = (two[0], two[1]);
        match arrow {
            Arrow::Right => builder.join(left, right, EdgeKind::Directed, location)?,
            Arrow::Left => builder.join(right, left, EdgeKind::Directed, location)?,
            Arrow::Line => builder.join(left, right, EdgeKind::Undirected, location)?,
            Arrow::Refused(what) => return Err(builder.refused(left, right, what, location)),
        }
    }
    Ok(())
}

/// The line up to a `#` that stands at its beginning or after white space, outside quotation marks.
fn without_comment(line: &str) -> &str {
    find_outside_quotes(line, begins_comment).map_or(line, |at| &line[..at])
}

/// A matrix in a file of the wrong extension is not a list of pairs.
fn refuse_matrix(text: &str, lines: &[Line<'_>]) -> Result<(), Problem> {
    match lines.first() {
        Some(first) if matrix_text::is_matrix(text) => {
            Err(Fault::MatrixRow { line: shown(first.text) }.at_line(first.number))
        }
        _ => Ok(()),
    }
}

/// Among arrows, a line of two nodes is an edge that lacks its arrow, not a node whose name has a space.
fn refuse_pairs(builder: &GraphBuilder, lines: &[Line<'_>]) -> Result<(), Problem> {
    for line in lines.iter().filter(|line| !has_arrow(line.text)) {
        let words: Vec<&str> = line.text.split_whitespace().collect();
        if words.len() > 1 && words.iter().all(|word| builder.is_known(word)) {
            let found = format!("`{}`", shown(line.text));
            let expected = "an arrow between names (a name that consists of others is quoted)";
            return Err(Fault::Syntax { found, expected }.at_line(line.number));
        }
    }
    Ok(())
}
