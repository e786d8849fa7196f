//! Which causal graph does a file hold?
//!
//! [`read_graph`] reads a file into a [`NamedGraph`]: directed and undirected edges between named nodes. The format
//! follows the extension of the file's name or [`GraphOptions::format`]:
//!
//! | [`GraphFormat`] | extensions | what is read |
//! |---|---|---|
//! | `csv`, `tsv` | `.csv`, `.tsv`, `.tab` | a square matrix, with or without a header of names and a column of names |
//! | `npy` | `.npy` | a square matrix without names |
//! | `space` | | a square matrix with white space between its cells |
//! | `mtx` | `.mtx` | Matrix Market |
//! | `edges` | `.edges`, `.txt` | a line `A -> B`, `A <- B`, `A -- B` or `A B` for each edge, `A` for a node; `# …`; networkx's adjacency lists |
//! | `dot` | `.dot`, `.gv` | Graphviz; attributes are ignored, except those that set an edge's arrow heads |
//! | `graphml` | `.graphml`, `.xml` | nodes by their `name`, `label` or id; edges directed or not |
//! | `tetrad` | `.tetrad`, or `.txt` that begins with `Graph Nodes:` | Tetrad's and causal-learn's text |
//! | `json` | `.json` | networkx's node-link data, with `links` or `edges` |
//! | `bif` | `.bif` | the structure of a Bayesian network |
//! | `dagitty` | `.dagitty` | `dag { A -> B }` |
//! | `bnlearn` | `.bnlearn` | model strings `[A][B\|A]` |
//! | `gml` | `.gml` | GML |
//!
//! `.txt` can be any text, so its contents tell its format. Any file may be compressed (`.gz`).
//!
//! A matrix is read as [`MatrixEncoding`] and [`EdgeDirection`] say. In the formats that have no mark for an edge
//! without direction (matrices, node-link JSON, and GraphML as networkx writes it) an edge in both directions is an
//! undirected edge; in the others two opposite edges are refused. An edge that is repeated counts once.
//!
//! White space around a name is never part of it. A directed cycle is not refused here, but by
//! [`NamedGraph::to_dag`]; two graphs are matched by name with [`align()`].

mod adjacency_list;
mod align;
mod arrow;
mod attributes;
mod bif;
mod bnlearn;
mod builder;
mod causal;
mod cells;
mod dagitty;
mod detect;
mod dot;
mod dot_lexer;
mod edge_list;
mod format;
mod gml;
mod graphml;
mod judgeable;
mod matrix;
mod matrix_market;
mod matrix_text;
mod named;
mod node_link;
mod pairs;
mod quoted;
mod reading;
mod scanner;
mod suffix;
mod tetrad;
mod unquoted;
mod write;

use crate::error::{Fault, Problem, ReadError};
use crate::input::{decompressed, open, read_whole};
use crate::separator::Separator;
use crate::source::text;
use contsid::graph::NodeNames;
use std::io::Read;
use std::path::Path;

pub use align::{AlignError, OnNodes, add_absent_nodes, align, on_nodes, suspicion};
pub use causal::{CausalGraph, HiddenError};
pub use cells::{CellOrder, CellValues, Cells, SparseValues};
pub use format::{EdgeDirection, GraphFormat, GraphOptions, Marks, MatrixEncoding, Threshold, ThresholdError};
pub use judgeable::JudgeableGraph;
pub use named::{NamedGraph, NamedGraphError, Naming, NotADag, graph_error_in_words};
pub use reading::{GraphNote, GraphReading};
pub use suffix::{GraphSource, GraphSourceError};
pub use write::{WritableGraph, WrittenEdges, check_graph_file, format_graph, holds_graph, write_graph};

use builder::Content;

/// Reads a graph from a file, compressed or not.
///
/// # Errors
///
/// If the file cannot be read as a graph: the error names the file, the line and the fact.
pub fn read_graph(path: impl AsRef<Path>, options: &GraphOptions) -> Result<NamedGraph, ReadError> {
    let path = path.as_ref();
    parse_file(path, open(path).and_then(read_whole), options, Content::into_plain)
}

/// Reads a graph from a file as its suffix says; without a suffix, by the plain options.
///
/// # Errors
///
/// As [`read_graph`], and if the suffix is about matrices, but the file holds none.
pub fn read_graph_source(source: &GraphSource, plain: &GraphOptions) -> Result<NamedGraph, ReadError> {
    check_matrix_words(source, read_graph(source.path(), &source.options(plain))?)
}

/// Reads a graph from a reader such as the standard input; without a format in the options, it is detected.
///
/// # Errors
///
/// As [`read_graph_source`]; the error names the reader as the source is written.
pub fn read_graph_from(reader: impl Read, source: &GraphSource, plain: &GraphOptions) -> Result<NamedGraph, ReadError> {
    let bytes = read_whole(reader);
    check_matrix_words(source, parse_file(source.path(), bytes, &source.options(plain), Content::into_plain)?)
}

/// Reads a graph of any kind from a file as its suffix says; without a suffix, by the plain options.
///
/// # Errors
///
/// As [`read_graph_source`], but marks at the ends of edges and hidden nodes are read.
pub fn read_causal_source(source: &GraphSource, plain: &GraphOptions) -> Result<NamedGraph<CausalGraph>, ReadError> {
    let bytes = open(source.path()).and_then(read_whole);
    check_matrix_words(source, parse_file(source.path(), bytes, &source.options(plain), Content::into_causal)?)
}

/// Reads a graph of any kind from a reader such as the standard input.
///
/// # Errors
///
/// As [`read_causal_source`].
pub fn read_causal_from(
    reader: impl Read,
    source: &GraphSource,
    plain: &GraphOptions,
) -> Result<NamedGraph<CausalGraph>, ReadError> {
    let bytes = read_whole(reader);
    check_matrix_words(source, parse_file(source.path(), bytes, &source.options(plain), Content::into_causal)?)
}

fn check_matrix_words<G>(source: &GraphSource, read: NamedGraph<G>) -> Result<NamedGraph<G>, ReadError> {
    match read.reading() {
        Some(reading) if source.asks_for_matrix() && reading.encoding.is_none() => {
            let fault = Fault::NotAMatrix(reading.format.contents());
            Err(ReadError::new(read.source_name(), fault))
        }
        _ => Ok(read),
    }
}

/// What is made of the contents of a file.
type Finish<G> = fn(Content, &str, GraphFormat) -> Result<NamedGraph<G>, Problem>;

/// The graph of the bytes of a file, if they could be read.
fn parse_file<G>(
    path: &Path,
    bytes: Result<Vec<u8>, Fault>,
    options: &GraphOptions,
    finish: Finish<G>,
) -> Result<NamedGraph<G>, ReadError> {
    let source_name = path.display().to_string();
    let named =
        |bytes: &[u8], format| parse(bytes, format, options).and_then(|found| finish(found, &source_name, format));
    let read = bytes.map_err(Problem::from).and_then(|bytes| parse_bytes(path, &bytes, options, named));
    read.map_err(|problem| ReadError::new(&source_name, problem))
}

/// What a function makes of decompressed bytes, in the format of the options, of the extension or of the contents.
fn parse_bytes<T>(
    path: &Path,
    bytes: &[u8],
    options: &GraphOptions,
    named: impl Fn(&[u8], GraphFormat) -> Result<T, Problem>,
) -> Result<T, Problem> {
    if let Some(format) = GraphFormat::told_by(path).filter(|_| options.format.is_none()) {
        return named(bytes, format).map_err(|problem| detect::contradiction(path, bytes, format).unwrap_or(problem));
    }
    let format = options.format.or(options.fallback_format).map_or_else(|| detect::format_of(path, bytes), Ok)?;
    named(bytes, format)
}

/// Reads a graph of a known format from the bytes of a file, compressed or not; ignores the formats in the options.
///
/// # Errors
///
/// If the bytes cannot be read as a graph: the error names `source_name`, the line and the fact.
///
/// ```
/// use contsid_io::graph::{GraphFormat, GraphOptions, parse_graph};
///
/// let graph = parse_graph(b"A,B\n0,1\n0,0\n", GraphFormat::Csv, &GraphOptions::default(), "graph.csv")?;
/// assert_eq!(graph.graph().edge_count(), 1);
/// let error = parse_graph(b"A,B\n0,7\n0,0\n", GraphFormat::Csv, &GraphOptions::default(), "graph.csv").unwrap_err();
/// assert!(error.to_string().starts_with("graph.csv: line 2, column 2: the cell holds `7`"));
/// # Ok::<(), contsid_io::ReadError>(())
/// ```
pub fn parse_graph(
    bytes: &[u8],
    format: GraphFormat,
    options: &GraphOptions,
    source_name: &str,
) -> Result<NamedGraph, ReadError> {
    let named = parse(bytes, format, options).and_then(|found| found.into_plain(source_name, format));
    named.map_err(|problem| ReadError::new(source_name, problem))
}

/// Reads a graph of any kind, as [`parse_graph`] reads plain ones.
///
/// # Errors
///
/// As [`parse_graph`], but marks at the ends of edges and hidden nodes are read.
///
/// ```
/// use contsid_io::graph::{GraphFormat, GraphOptions, parse_causal_graph};
///
/// let text = b"pag { A @-> C B @-> C C -> D }";
/// let graph = parse_causal_graph(text, GraphFormat::Dagitty, &GraphOptions::default(), "graph")?;
/// let [c, d] = ["C", "D"].map(|name| graph.names().node(name).unwrap());
/// assert_eq!(graph.effects()?.why(c, d).in_words(&graph.effects()?, graph.names()), "adjusting for A, B blocks every other path");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_causal_graph(
    bytes: &[u8],
    format: GraphFormat,
    options: &GraphOptions,
    source_name: &str,
) -> Result<NamedGraph<CausalGraph>, ReadError> {
    let named = parse(bytes, format, options).and_then(|found| found.into_causal(source_name, format));
    named.map_err(|problem| ReadError::new(source_name, problem))
}

/// Reads a matrix in memory as a graph, whose nodes have these names, if any; ignores the formats in the options.
///
/// # Errors
///
/// If the matrix is not a graph, a name has white space around it, or the number of names is wrong: the error names
/// `source_name`, the cell and the fact.
///
/// ```
/// use contsid_io::graph::{CellOrder, Cells, GraphOptions, graph_of_matrix};
///
/// let cells = Cells::new([2, 2], CellOrder::Rows, &[0.0, 1.0, 0.0, 0.0][..]);
/// let graph = graph_of_matrix(cells, None, &GraphOptions::default(), "the truth")?;
/// assert_eq!(graph.graph().edge_count(), 1);
/// # Ok::<(), contsid_io::ReadError>(())
/// ```
pub fn graph_of_matrix(
    cells: Cells<'_>,
    names: Option<NodeNames>,
    options: &GraphOptions,
    source_name: &str,
) -> Result<NamedGraph, ReadError> {
    of_matrix(cells, names, options, source_name, Content::into_plain)
}

/// Reads a matrix in memory as a graph of any kind, as [`graph_of_matrix`] reads plain ones.
///
/// # Errors
///
/// As [`graph_of_matrix`], but marks at the ends of edges are read.
pub fn causal_graph_of_matrix(
    cells: Cells<'_>,
    names: Option<NodeNames>,
    options: &GraphOptions,
    source_name: &str,
) -> Result<NamedGraph<CausalGraph>, ReadError> {
    of_matrix(cells, names, options, source_name, Content::into_causal)
}

fn of_matrix<G>(
    cells: Cells<'_>,
    names: Option<NodeNames>,
    options: &GraphOptions,
    source_name: &str,
    finish: Finish<G>,
) -> Result<NamedGraph<G>, ReadError> {
    let [_, columns] = cells.shape();
    let checked = match &names {
        Some(names) if names.len() != columns => Err(Fault::NameCount { names: names.len(), columns }.into()),
        _ => matrix::parse_cells(cells, names, options),
    };
    checked
        .and_then(|content| finish(content, source_name, GraphFormat::Npy))
        .map_err(|problem| ReadError::new(source_name, problem))
}

fn parse(bytes: &[u8], format: GraphFormat, options: &GraphOptions) -> Result<Content, Problem> {
    let bytes = &*decompressed(bytes)?;
    match format {
        GraphFormat::Npy => matrix::parse_npy(bytes, options),
        GraphFormat::Csv => matrix_text::parse(&text(bytes)?, Separator::COMMA, options),
        GraphFormat::Tsv => matrix_text::parse(&text(bytes)?, Separator::TAB, options),
        GraphFormat::Space => matrix_text::parse(&text(bytes)?, Separator::Space, options),
        GraphFormat::MatrixMarket => matrix_market::parse(&text(bytes)?, options),
        GraphFormat::Edges => edge_list::parse(&text(bytes)?, options),
        GraphFormat::Dot => dot::parse(&text(bytes)?),
        GraphFormat::GraphMl => graphml::parse(&text(bytes)?),
        GraphFormat::Tetrad => tetrad::parse(&text(bytes)?),
        GraphFormat::NodeLink => node_link::parse(&text(bytes)?),
        GraphFormat::Bif => bif::parse(&text(bytes)?),
        GraphFormat::Dagitty => dagitty::parse(&text(bytes)?),
        GraphFormat::Bnlearn => bnlearn::parse(&text(bytes)?),
        GraphFormat::Gml => gml::parse(&text(bytes)?),
    }
}
