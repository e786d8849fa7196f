//! networkx's adjacency lists: each node has a line, or a group of lines, with the nodes that it has edges to.
//!
//! ```text
//! A B C        A 2
//! B C          B
//! C            C {}
//!              B 1
//!              C
//!              C 0
//! ```
//!
//! The left one is `write_adjlist`'s, the right one `write_multiline_adjlist`'s, with the number of lines that follow.

use super::arrow::Arrow;
use super::builder::{Content, GraphBuilder, Opposites};
use super::pairs::{cells, separator_of};
use super::reading::GraphNote;
use crate::error::{Location, Problem};
use crate::source::Line;
use std::collections::BTreeSet;

/// A node, the nodes that it has edges to, and its line.
struct Successors {
    node: String,
    to: Vec<String>,
    line: usize,
}

/// Reads an adjacency list; none if the lines are not one, or mean the same as pairs.
pub(super) fn parse(lines: &[Line<'_>]) -> Option<Result<Content, Problem>> {
    let is_list = |list: &Vec<Successors>| is_complete(list);
    let list = of_groups(lines).filter(is_list).or_else(|| of_lines(lines).filter(is_list))?;
    Some(content(&list))
}

/// A line for each node, one of them with three names or more: fewer are a pair, or a node alone.
fn of_lines(lines: &[Line<'_>]) -> Option<Vec<Successors>> {
    let separator = separator_of(lines);
    let successors = |line: &Line<'_>| {
        let mut to = cells(line.text, separator).ok()?;
        Some(Successors { node: to.remove(0), to, line: line.number })
    };
    let list: Vec<Successors> = lines.iter().map(successors).collect::<Option<_>>()?;
    list.iter().any(|node| node.to.len() >= 2).then_some(list)
}

/// Lines `node count`, each followed by as many lines with a node, and perhaps the data of the edge in braces.
fn of_groups(lines: &[Line<'_>]) -> Option<Vec<Successors>> {
    let mut list = Vec::new();
    let mut rest = lines.iter();
    while let Some(line) = rest.next() {
        let (node, count) = line.text.split_once(char::is_whitespace)?;
        let count: usize = count.trim().parse().ok()?;
        let to: Vec<String> = rest.by_ref().take(count).map(|line| without_data(line.text)).collect::<Option<_>>()?;
        if to.len() < count {
            return None;
        }
        list.push(Successors { node: node.to_owned(), to, line: line.number });
    }
    list.iter().any(|node| !node.to.is_empty()).then_some(list)
}

/// The node of a line that has nothing else but data in braces.
fn without_data(line: &str) -> Option<String> {
    let (node, data) = line.split_once(char::is_whitespace).unwrap_or((line, "{}"));
    (data.trim_start().starts_with('{') && data.ends_with('}')).then(|| node.to_owned())
}

/// Whether each node has one line, and no edge to itself: then the last number of a line is no weight.
fn is_complete(list: &[Successors]) -> bool {
    let nodes: BTreeSet<&str> = list.iter().map(|node| node.node.as_str()).collect();
    let is_known = |node: &Successors| node.to.iter().all(|to| *to != node.node && nodes.contains(to.as_str()));
    nodes.len() == list.len() && list.iter().all(is_known)
}

fn content(list: &[Successors]) -> Result<Content, Problem> {
    let mut builder = GraphBuilder::new(Opposites::Refused("`A -- B`"));
    for Successors { node, to, line } in list {
        let location = Location::Line(*line);
        let tail = builder.node(node, &location);
        for head in to {
            let head = builder.node(head, &location);
            builder.connect([tail, head], Arrow::Right, &location)?;
        }
    }
    Ok(Content { notes: vec![GraphNote::AdjacencyList], ..builder.finish()? })
}
