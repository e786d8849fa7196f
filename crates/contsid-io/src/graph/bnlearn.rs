//! bnlearn's model strings: `[A][B|A][C|A:B]` has a node in each pair of brackets, its parents behind the bar.

use super::arrow::Arrow;
use super::builder::{Content, GraphBuilder, Opposites};
use crate::error::{Fault, Location, Problem};
use crate::source::LineCounter;

/// Whether text is a model string and nothing else: brackets one after another. A list between brackets has commas.
pub(super) fn is_model_string(text: &str) -> bool {
    text.trim_start().starts_with('[') && !text.contains(',') && nodes(text).is_ok()
}

/// Reads a model string.
pub(super) fn parse(text: &str) -> Result<Content, Problem> {
    let mut builder = GraphBuilder::new(Opposites::Refused("in another format"));
    let nodes = nodes(text)?;
    for node in &nodes {
        builder.new_node(node.name, &node.location)?;
    }
    for node in &nodes {
        let child = builder.known_node(node.name, &node.location)?;
        for parent in node.parents.iter().flat_map(|parents| parents.split(':')) {
            let parent = builder.known_node(parent.trim(), &node.location)?;
            builder.connect([parent, child], Arrow::Right, &node.location)?;
        }
    }
    builder.finish()
}

struct Node<'a> {
    name: &'a str,
    parents: Option<&'a str>,
    location: Location,
}

fn nodes(text: &str) -> Result<Vec<Node<'_>>, Problem> {
    let mut lines = LineCounter::new(text);
    let mut nodes = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let location = Location::Line(lines.at(text.len() - rest.len()));
        let unexpected = |expected| Fault::syntax(rest, expected).at(location.clone());
        let inner = rest.strip_prefix('[').ok_or_else(|| unexpected("`[` and a node"))?;
        let end = inner.find(['[', ']']).filter(|&end| inner[end..].starts_with(']'));
        let end = end.ok_or_else(|| unexpected("a closing `]`"))?;
        let (name, parents) = match inner[..end].split_once('|') {
            Some((name, parents)) => (name.trim(), Some(parents)),
            None => (inner[..end].trim(), None),
        };
        if name.is_empty() || parents.is_some_and(|parents| parents.split(':').any(|name| name.trim().is_empty())) {
            return Err(unexpected("a node such as `[A]` or `[C|A:B]`"));
        }
        nodes.push(Node { name, parents, location });
        rest = inner[end + 1..].trim_start();
    }
    Ok(nodes)
}
