//! Edge lists: a line `A -> B`, `A <- B` or `A -- B` for each edge, a line `A` for a node without edges.

use super::builder::{Content, GraphBuilder, Opposites};
use super::quoted::{Arrow, Chain, find_outside_quotes, parse_chain};
use crate::error::{Fault, Location, Problem};
use crate::source::{begins_comment, shown};
use contsid::graph::{EdgeKind, NodeId};

/// Reads an edge list.
pub(super) fn parse(text: &str) -> Result<Content, Problem> {
    let mut builder = GraphBuilder::new(Opposites::Refused { undirected: "`A -- B`" });
    for (at, line) in text.lines().enumerate() {
        let line = without_comment(line).trim();
        let location = Location::Line(at + 1);
        if !line.is_empty() {
            let chain = parse_chain(line).map_err(|fault| fault.at(location.clone()))?;
            refuse_matrix_row(line, &chain).map_err(|fault| fault.at(location.clone()))?;
            let nodes: Vec<NodeId> = chain.names.iter().map(|name| builder.node(name.trim(), &location)).collect();
            join_chain(&mut builder, &nodes, &chain.arrows, &location)?;
        }
    }
    builder.finish()
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

/// A line of several numbers is not the name of a node, but a row of a matrix in a file of the wrong extension.
fn refuse_matrix_row(line: &str, chain: &Chain) -> Result<(), Fault> {
    let cells: Vec<&str> = line.split([',', ';', '\t', ' ']).filter(|cell| !cell.is_empty()).collect();
    if chain.arrows.is_empty() && cells.len() > 1 && cells.iter().all(|cell| cell.parse().is_ok_and(f64::is_finite)) {
        return Err(Fault::MatrixRow { line: shown(line) });
    }
    Ok(())
}
