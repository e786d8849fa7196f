//! Graphs as text of nodes and edges.

use super::{arcs, named_edges};
use crate::graph::format::GraphFormat;
use crate::graph::named::NamedGraph;
use crate::graph::quoted::quoted;
use crate::write::WriteFault;
use contsid::named::Named;
use serde_json::json;
use std::fmt::Write;

/// Writing into a [`String`] does not fail.
const INTO_MEMORY: &str = "text goes into memory";

/// All nodes first, so their order is kept.
pub(super) fn edge_list(graph: &NamedGraph) -> String {
    let mut text = String::new();
    for name in graph.names().iter() {
        writeln!(text, "{}", quoted(name)).expect(INTO_MEMORY);
    }
    for edge in named_edges(graph) {
        let arrow = edge.written("->", "--");
        writeln!(text, "{} {arrow} {}", quoted(edge.from), quoted(edge.to)).expect(INTO_MEMORY);
    }
    text
}

pub(super) fn tetrad(graph: &NamedGraph) -> String {
    let names: Vec<_> = graph.names().iter().map(quoted).collect();
    let mut text = format!("Graph Nodes:\n{}\n\nGraph Edges:\n", names.join(";"));
    for (at, edge) in named_edges(graph).enumerate() {
        let arrow = edge.written("-->", "---");
        writeln!(text, "{}. {} {arrow} {}", at + 1, quoted(edge.from), quoted(edge.to)).expect(INTO_MEMORY);
    }
    text
}

pub(super) fn dot(graph: &NamedGraph) -> String {
    let id = |name: &str| format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
    let mut text = "digraph {\n".to_owned();
    for name in graph.names().iter() {
        writeln!(text, "  {};", id(name)).expect(INTO_MEMORY);
    }
    for edge in named_edges(graph) {
        let attributes = edge.written("", " [dir=none]");
        writeln!(text, "  {} -> {}{attributes};", id(edge.from), id(edge.to)).expect(INTO_MEMORY);
    }
    text.push_str("}\n");
    text
}

pub(super) fn node_link(graph: &NamedGraph) -> String {
    let nodes: Vec<_> = graph.names().iter().map(|name| json!({ "id": name })).collect();
    let edges: Vec<_> = arcs(graph).map(|(from, to)| json!({ "source": from, "target": to })).collect();
    let data = json!({ "directed": true, "multigraph": false, "graph": {}, "nodes": nodes, "edges": edges });
    format!("{data:#}\n")
}

pub(super) fn graphml(graph: &NamedGraph) -> Result<String, WriteFault> {
    if let Some(name) = graph.names().iter().find(|name| !name.chars().all(is_xml)) {
        return Err(WriteFault::Name { name: name.to_owned(), format: GraphFormat::GraphMl.name() });
    }
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <!-- written by contsid -->\n\
        <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n  <graph edgedefault=\"directed\">\n"
        .to_owned();
    for name in graph.names().iter() {
        writeln!(text, "    <node id=\"{}\"/>", attribute(name)).expect(INTO_MEMORY);
    }
    for (from, to) in arcs(graph) {
        writeln!(text, "    <edge source=\"{}\" target=\"{}\"/>", attribute(from), attribute(to)).expect(INTO_MEMORY);
    }
    text.push_str("  </graph>\n</graphml>\n");
    Ok(text)
}

/// Whether XML 1.0 allows the character.
fn is_xml(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// The name as the value of an attribute, in which white space other than a space must be a reference.
fn attribute(name: &str) -> String {
    let escaped = quick_xml::escape::escape(name);
    escaped.replace('\t', "&#9;").replace('\n', "&#10;").replace('\r', "&#13;")
}
