//! Graphs as files.
//!
//! A written graph reads back with the same options: the same names in the same order, the same edges. A format that
//! cannot do so for a graph refuses it.

mod matrix;
mod text;

use super::format::{GraphFormat, GraphOptions};
use super::named::NamedGraph;
use crate::format::{FileFormat, extensions};
use crate::output::MARK;
use crate::write::{WriteError, WriteFault, check_writable, compressed_for, write_atomically};
use contsid::graph::EdgeKind;
use contsid::named::Named;
use std::path::Path;

/// Writes a graph into a file, which appears whole or not at all.
///
/// The format is that of the options, or else of the extension; a file whose name ends with `.gz` is compressed.
/// Formats without a mark for undirected edges hold them as an edge in each direction.
///
/// # Errors
///
/// If the format is unknown or cannot hold the graph, or the system refuses to write.
///
/// ```
/// use contsid_io::graph::{GraphFormat, GraphOptions, parse_graph, read_graph, write_graph};
///
/// let options = GraphOptions::default();
/// let graph = parse_graph(b"A -> B -- C", GraphFormat::Edges, &options, "edges.txt")?;
/// let path = tempfile::tempdir()?.keep().join("graph.csv");
/// write_graph(&path, &graph, &options)?;
/// assert_eq!(std::fs::read_to_string(&path)?, ",A,B,C\nA,0,1,0\nB,0,0,1\nC,0,1,0\n");
/// assert_eq!(read_graph(&path, &options)?.graph(), graph.graph());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_graph(path: impl AsRef<Path>, graph: &NamedGraph, options: &GraphOptions) -> Result<(), WriteError> {
    let bytes = bytes_for(path.as_ref(), graph, options)?;
    write_atomically(path, |file| file.write_all(&bytes))
}

/// Whether a file is what [`write_graph`] would make of it, byte by byte.
pub fn holds_graph(path: impl AsRef<Path>, graph: &NamedGraph, options: &GraphOptions) -> bool {
    let path = path.as_ref();
    bytes_for(path, graph, options).is_ok_and(|bytes| std::fs::read(path).is_ok_and(|found| found == bytes))
}

/// Checks in advance that a graph on these nodes can be written, so it is not learnt in vain.
///
/// # Errors
///
/// As [`write_graph`].
pub fn check_graph_file(path: impl AsRef<Path>, graph: &NamedGraph, options: &GraphOptions) -> Result<(), WriteError> {
    bytes_for(path.as_ref(), graph, options)?;
    check_writable(path)
}

fn bytes_for(path: &Path, graph: &NamedGraph, options: &GraphOptions) -> Result<Vec<u8>, WriteError> {
    let Some(format) = options.format.or_else(|| GraphFormat::of_path(path)) else {
        return Err(WriteFault::UnknownFormat(extensions(GraphFormat::writable())).of(path));
    };
    let bytes = format_graph(graph, format, options).map_err(|fault| fault.of(path))?;
    Ok(compressed_for(path, [mark(format).into_bytes(), bytes].concat()))
}

/// A comment that marks the file as written by contsid, in formats that allow one at the beginning.
fn mark(format: GraphFormat) -> String {
    match format {
        GraphFormat::Edges => format!("# {MARK}\n"),
        GraphFormat::Dot => format!("// {MARK}\n"),
        _ => String::new(),
    }
}

/// The bytes of a graph in a format; ignores `options.format`.
///
/// # Errors
///
/// If the format cannot hold the graph.
pub fn format_graph(graph: &NamedGraph, format: GraphFormat, options: &GraphOptions) -> Result<Vec<u8>, WriteFault> {
    match format {
        GraphFormat::Csv => matrix::delimited(graph, b',', options),
        GraphFormat::Tsv => matrix::delimited(graph, b'\t', options),
        GraphFormat::Space => matrix::delimited(graph, b' ', options),
        GraphFormat::Npy => matrix::npy(graph, options),
        GraphFormat::Edges => Ok(text::edge_list(graph).into_bytes()),
        GraphFormat::Dot => Ok(text::dot(graph).into_bytes()),
        GraphFormat::GraphMl => text::graphml(graph).map(String::into_bytes),
        GraphFormat::Tetrad => Ok(text::tetrad(graph).into_bytes()),
        GraphFormat::NodeLink => Ok(text::node_link(graph).into_bytes()),
        GraphFormat::MatrixMarket
        | GraphFormat::Bif
        | GraphFormat::Dagitty
        | GraphFormat::Bnlearn
        | GraphFormat::Gml => Err(WriteFault::ReadOnly(format.name())),
    }
}

/// An edge with the names of its ends.
struct NamedEdge<'a> {
    from: &'a str,
    to: &'a str,
    kind: EdgeKind,
}

impl NamedEdge<'_> {
    /// What its format writes for an edge of its kind.
    fn written(&self, directed: &'static str, undirected: &'static str) -> &'static str {
        match self.kind {
            EdgeKind::Directed => directed,
            EdgeKind::Undirected => undirected,
        }
    }
}

fn named_edges(graph: &NamedGraph) -> impl Iterator<Item = NamedEdge<'_>> {
    let name = |node| graph.names().name(node);
    graph.graph().edges().map(move |edge| NamedEdge { from: name(edge.from), to: name(edge.to), kind: edge.kind })
}

/// The edges of a directed graph, where an undirected edge goes in both directions.
fn arcs(graph: &NamedGraph) -> impl Iterator<Item = (&str, &str)> {
    named_edges(graph).flat_map(|edge| {
        let back = (edge.kind == EdgeKind::Undirected).then_some((edge.to, edge.from));
        std::iter::once((edge.from, edge.to)).chain(back)
    })
}
