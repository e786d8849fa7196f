//! Graphs as text of nodes and edges.

use super::{EdgesKind, Signs, Written};
use crate::graph::format::GraphFormat;
use crate::graph::quoted::{in_quotes, quoted};
use crate::write::WriteFault;
use contsid::graph::Mark;
use contsid::named::Named;
use serde_json::json;
use std::fmt::Write;

/// Writing into a [`String`] does not fail.
const INTO_MEMORY: &str = "text goes into memory";

const ARROWS: Signs = Signs { directed: "->", undirected: "--", bidirected: "<->", circle: ["o->", "o-o", "o--"] };
const LONG_ARROWS: Signs = Signs { directed: "-->", undirected: "---", ..ARROWS };
const AT_SIGNS: Signs = Signs { circle: ["@->", "@-@", "@--"], ..ARROWS };
const ATTRIBUTES: Signs = Signs {
    directed: "",
    undirected: " [dir=none]",
    bidirected: " [dir=both]",
    circle: [
        " [dir=both, arrowtail=odot]",
        " [dir=both, arrowtail=odot, arrowhead=odot]",
        " [dir=back, arrowtail=odot]",
    ],
};

/// All nodes first, so their order is kept.
pub(super) fn edge_list(graph: &Written) -> String {
    let mut text = String::new();
    for name in &graph.names {
        writeln!(text, "{}", quoted(name)).expect(INTO_MEMORY);
    }
    for edge in graph.named_edges() {
        let arrow = edge.written(&ARROWS);
        writeln!(text, "{} {arrow} {}", quoted(edge.from), quoted(edge.to)).expect(INTO_MEMORY);
    }
    text
}

pub(super) fn tetrad(graph: &Written) -> String {
    let names: Vec<_> = graph.names.iter().map(|name| quoted(name)).collect();
    let mut text = format!("Graph Nodes:\n{}\n\nGraph Edges:\n", names.join(";"));
    for (at, edge) in graph.named_edges().enumerate() {
        let arrow = edge.written(&LONG_ARROWS);
        writeln!(text, "{}. {} {arrow} {}", at + 1, quoted(edge.from), quoted(edge.to)).expect(INTO_MEMORY);
    }
    text
}

pub(super) fn dot(graph: &Written) -> String {
    let id = |name: &str| format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
    let mut text = "digraph {\n".to_owned();
    for name in &graph.names {
        writeln!(text, "  {};", id(name)).expect(INTO_MEMORY);
    }
    for edge in graph.named_edges() {
        let attributes = edge.written(&ATTRIBUTES);
        writeln!(text, "  {} -> {}{attributes};", id(edge.from), id(edge.to)).expect(INTO_MEMORY);
    }
    text.push_str("}\n");
    text
}

/// Names are always quoted, since few characters may stand outside quotation marks.
pub(super) fn dagitty(graph: &Written) -> String {
    let is_undirected = || graph.edges.iter().any(|edge| edge.marks == [Mark::Tail; 2]);
    let kind = match graph.kind {
        EdgesKind::Marked if graph.has_circle() => "pag",
        EdgesKind::Marked => "mag",
        EdgesKind::Plain if is_undirected() => "pdag",
        EdgesKind::Plain | EdgesKind::Latent(_) => "dag",
    };
    let mut text = format!("{kind} {{\n");
    for name in &graph.names {
        let latent = if graph.hidden().contains(name) { " [latent]" } else { "" };
        writeln!(text, "{}{latent}", in_quotes(name)).expect(INTO_MEMORY);
    }
    for edge in graph.named_edges() {
        let arrow = edge.written(&AT_SIGNS);
        writeln!(text, "{} {arrow} {}", in_quotes(edge.from), in_quotes(edge.to)).expect(INTO_MEMORY);
    }
    text.push_str("}\n");
    text
}

pub(super) fn node_link(graph: &Written) -> String {
    let nodes: Vec<_> = graph.names.iter().map(|name| json!({ "id": name })).collect();
    let edges: Vec<_> = graph.arcs().map(|(from, to)| json!({ "source": from, "target": to })).collect();
    let data = json!({ "directed": true, "multigraph": false, "graph": {}, "nodes": nodes, "edges": edges });
    format!("{data:#}\n")
}

pub(super) fn graphml(graph: &Written) -> Result<String, WriteFault> {
    if let Some(name) = graph.names.iter().find(|name| !name.chars().all(is_xml)) {
        return Err(WriteFault::Name { name: name.clone(), format: GraphFormat::GraphMl.name() });
    }
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <!-- written by contsid -->\n\
        <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n  <graph edgedefault=\"directed\">\n"
        .to_owned();
    for name in &graph.names {
        writeln!(text, "    <node id=\"{}\"/>", attribute(name)).expect(INTO_MEMORY);
    }
    for (from, to) in graph.arcs() {
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
