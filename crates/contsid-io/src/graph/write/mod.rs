//! Graphs as files.
//!
//! A written graph reads back with the same options: the same names in the same order, the same edges. A format that
//! cannot do so for a graph refuses it.

mod matrix;
mod text;

use super::arrow::hidden_cause;
use super::causal::CausalGraph;
use super::format::{GraphFormat, GraphOptions, MatrixEncoding};
use super::named::{NamedGraph, Naming};
use crate::format::{FileFormat, extensions};
use crate::output::MARK;
use crate::write::{WriteError, WriteFault, check_writable, compressed_for, write_atomically};
use contsid::graph::{EdgeKind, EdgeMarks, Mark, MixedGraph};
use contsid::named::Named;
use std::path::Path;

/// A graph that can be written into files.
pub trait WritableGraph {
    /// Its edges, with those of hidden nodes.
    fn written_edges(&self) -> WrittenEdges;
}

/// The edges of a graph, as files list them.
#[derive(Clone, Debug)]
pub struct WrittenEdges {
    edges: Vec<EdgeMarks>,
    kind: EdgesKind,
}

/// What a file must tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EdgesKind {
    Plain,
    Marked,
    /// Directed edges, of which some begin or end at this many hidden nodes after the observed ones.
    Latent(usize),
}

impl WritableGraph for MixedGraph {
    fn written_edges(&self) -> WrittenEdges {
        let edges = self.edges().map(|edge| {
            let at_end = if edge.kind == EdgeKind::Directed { Mark::Arrow } else { Mark::Tail };
            EdgeMarks::new([edge.from, edge.to], [Mark::Tail, at_end])
        });
        WrittenEdges { edges: edges.collect(), kind: EdgesKind::Plain }
    }
}

impl WritableGraph for CausalGraph {
    fn written_edges(&self) -> WrittenEdges {
        match self {
            Self::Plain(graph) => graph.written_edges(),
            Self::Marked(graph) => {
                WrittenEdges { edges: graph.edges().map(heads_last).collect(), kind: EdgesKind::Marked }
            }
            Self::Latent(graph) => {
                let hidden = graph.dag().node_count() - graph.observed_count();
                WrittenEdges { kind: EdgesKind::Latent(hidden), ..graph.dag().as_ref().written_edges() }
            }
        }
    }
}

/// The edge with its arrowhead at its second end, or else its circle at its first.
fn heads_last(edge: EdgeMarks) -> EdgeMarks {
    let ([a, b], [at_a, at_b]) = (edge.ends, edge.marks);
    match edge.marks {
        [Mark::Arrow, Mark::Tail | Mark::Circle] | [Mark::Tail, Mark::Circle] => EdgeMarks::new([b, a], [at_b, at_a]),
        _ => edge,
    }
}

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
pub fn write_graph<G: WritableGraph>(
    path: impl AsRef<Path>,
    graph: &NamedGraph<G>,
    options: &GraphOptions,
) -> Result<(), WriteError> {
    let bytes = bytes_for(path.as_ref(), graph, options)?;
    write_atomically(path, |file| file.write_all(&bytes))
}

/// Whether a file is what [`write_graph`] would make of it, byte by byte.
pub fn holds_graph<G: WritableGraph>(path: impl AsRef<Path>, graph: &NamedGraph<G>, options: &GraphOptions) -> bool {
    let path = path.as_ref();
    bytes_for(path, graph, options).is_ok_and(|bytes| std::fs::read(path).is_ok_and(|found| found == bytes))
}

/// Checks in advance that a graph on these nodes can be written, so it is not learnt in vain.
///
/// # Errors
///
/// As [`write_graph`].
pub fn check_graph_file<G: WritableGraph>(
    path: impl AsRef<Path>,
    graph: &NamedGraph<G>,
    options: &GraphOptions,
) -> Result<(), WriteError> {
    bytes_for(path.as_ref(), graph, options)?;
    check_writable(path)
}

fn bytes_for<G: WritableGraph>(
    path: &Path,
    graph: &NamedGraph<G>,
    options: &GraphOptions,
) -> Result<Vec<u8>, WriteError> {
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
pub fn format_graph<G: WritableGraph>(
    graph: &NamedGraph<G>,
    format: GraphFormat,
    options: &GraphOptions,
) -> Result<Vec<u8>, WriteFault> {
    let graph = &Written::new(graph);
    graph.check(format, options.encoding)?;
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
        GraphFormat::Dagitty => Ok(text::dagitty(graph).into_bytes()),
        GraphFormat::MatrixMarket | GraphFormat::Bif | GraphFormat::Bnlearn | GraphFormat::Gml => {
            Err(WriteFault::ReadOnly(format.name()))
        }
    }
}

/// What is written of a graph.
struct Written {
    /// The names of the observed nodes, then those made up for the hidden ones.
    names: Vec<String>,
    naming: Naming,
    edges: Vec<EdgeMarks>,
    kind: EdgesKind,
}

impl Written {
    fn new<G: WritableGraph>(graph: &NamedGraph<G>) -> Self {
        let WrittenEdges { edges, kind } = graph.graph().written_edges();
        let mut names: Vec<String> = graph.names().iter().map(str::to_owned).collect();
        if let EdgesKind::Latent(hidden) = kind {
            let free = (1..).map(|number| format!("U{number}")).filter(|name| graph.names().node(name).is_none());
            names.extend(free.take(hidden));
        }
        Self { names, naming: graph.naming(), edges, kind }
    }

    /// The names of hidden nodes.
    fn hidden(&self) -> &[String] {
        match self.kind {
            EdgesKind::Latent(count) => &self.names[self.names.len() - count..],
            _ => &[],
        }
    }

    fn has_circle(&self) -> bool {
        self.edges.iter().any(|edge| edge.marks.contains(&Mark::Circle))
    }

    /// Refuses what would be read back as another graph.
    fn check(&self, format: GraphFormat, encoding: MatrixEncoding) -> Result<(), WriteFault> {
        let is_matrix = matches!(format, GraphFormat::Csv | GraphFormat::Tsv | GraphFormat::Space | GraphFormat::Npy);
        let fault = |what| Err(WriteFault::Marks { format: format.name(), what });
        let has_marks = match format {
            _ if is_matrix => matches!(encoding, MatrixEncoding::Endpoints | MatrixEncoding::PcalgPag),
            GraphFormat::Edges | GraphFormat::Tetrad | GraphFormat::Dot => true,
            GraphFormat::Dagitty => return Ok(()),
            _ => false,
        };
        match self.kind {
            EdgesKind::Plain => Ok(()),
            EdgesKind::Latent(_) => fault("hidden nodes"),
            EdgesKind::Marked if !has_marks && is_matrix => {
                fault("marks at the ends of edges unless its encoding is endpoints or pcalg-pag")
            }
            EdgesKind::Marked if !has_marks => fault("marks at the ends of edges"),
            EdgesKind::Marked if is_matrix && encoding == MatrixEncoding::PcalgPag => Ok(()),
            EdgesKind::Marked if self.edges.iter().any(|edge| hidden_cause(edge.marks).is_some()) => Ok(()),
            EdgesKind::Marked => fault("the fact that causes may be hidden if no mark shows it"),
        }
    }

    fn named_edges(&self) -> impl Iterator<Item = NamedEdge<'_>> {
        let name = |node: contsid::graph::NodeId| self.names[node.index()].as_str();
        self.edges.iter().map(move |edge| NamedEdge {
            from: name(edge.ends[0]),
            to: name(edge.ends[1]),
            marks: edge.marks,
        })
    }

    /// The edges of a directed graph, where an undirected edge goes in both directions.
    fn arcs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.named_edges().flat_map(|edge| {
            let back = (edge.marks == [Mark::Tail; 2]).then_some((edge.to, edge.from));
            std::iter::once((edge.from, edge.to)).chain(back)
        })
    }
}

/// An edge with the names of its ends.
struct NamedEdge<'a> {
    from: &'a str,
    to: &'a str,
    marks: [Mark; 2],
}

/// What a format writes for each kind of edge.
struct Signs {
    directed: &'static str,
    undirected: &'static str,
    bidirected: &'static str,
    /// A circle at the first end; an arrowhead, a circle and a tail at the second.
    circle: [&'static str; 3],
}

impl NamedEdge<'_> {
    fn written(&self, signs: &Signs) -> &'static str {
        match self.marks {
            [Mark::Tail, Mark::Tail] => signs.undirected,
            [Mark::Arrow, Mark::Arrow] => signs.bidirected,
            [Mark::Circle, Mark::Arrow] => signs.circle[0],
            [Mark::Circle, Mark::Circle] => signs.circle[1],
            [Mark::Circle, Mark::Tail] => signs.circle[2],
            [Mark::Tail | Mark::Arrow, _] => signs.directed,
        }
    }
}
