//! Which causal graph does a file hold?
//!
//! [`read_graph`] reads a file into a [`NamedGraph`]: directed and undirected edges between named nodes. The format
//! follows the extension of the file's name or [`GraphOptions::format`]:
//!
//! | [`GraphFormat`] | extensions | what is read |
//! |---|---|---|
//! | `csv`, `tsv` | `.csv`, `.tsv`, `.tab` | a square matrix, with or without a header of names and a column of names |
//! | `npy` | `.npy` | a square matrix without names |
//! | `edges` | `.edges`, `.txt` | a line `A -> B`, `A <- B` or `A -- B` for each edge, `A` for a node without edges, `# …` |
//! | `dot` | `.dot`, `.gv` | Graphviz; attributes are ignored, except those that set an edge's arrow heads |
//! | `graphml` | `.graphml`, `.xml` | nodes by their `name`, `label` or id; edges directed or not |
//! | `tetrad` | `.tetrad`, or `.txt` that begins with `Graph Nodes:` | Tetrad's and causal-learn's text |
//! | `json` | `.json` | networkx's node-link data, with `links` or `edges` |
//! | `bif` | `.bif` | the structure of a Bayesian network |
//!
//! A matrix is read as [`MatrixEncoding`] and [`EdgeDirection`] say. In the formats that have no mark for an edge
//! without direction (matrices, node-link JSON, and GraphML as networkx writes it) an edge in both directions is an
//! undirected edge; in the others two opposite edges are refused. An edge that is repeated counts once.
//!
//! White space around a name is never part of it. A directed cycle is not refused here, but by
//! [`NamedGraph::to_dag`]; two graphs are matched by name with [`align()`].

mod align;
mod bif;
mod builder;
mod dot;
mod dot_lexer;
mod edge_list;
mod format;
mod graphml;
mod matrix;
mod matrix_text;
mod named;
mod node_link;
mod quoted;
mod tetrad;
mod write;

use crate::error::{Fault, Problem, ReadError};
use crate::source::{read_bytes, text};
use contsid::graph::NodeNames;
use std::path::Path;

pub use align::{AlignError, align};
pub use format::{EdgeDirection, GraphFormat, GraphOptions, MatrixEncoding, Threshold, ThresholdError};
pub use matrix::{CellOrder, Cells};
pub use named::{NamedGraph, NamedGraphError, Naming, NotADag, graph_error_in_words};
pub use write::{check_graph_file, format_graph, write_graph};

use builder::Content;

/// Reads a graph from a file.
///
/// # Errors
///
/// If the file cannot be read as a graph: the error names the file, the line and the fact.
pub fn read_graph(path: impl AsRef<Path>, options: &GraphOptions) -> Result<NamedGraph, ReadError> {
    let path = path.as_ref();
    let source_name = path.display().to_string();
    let at_file = |fault: Fault| ReadError::new(&source_name, fault.into());
    let bytes = read_bytes(path).map_err(at_file)?;
    let format = match options.format {
        Some(format) => format,
        None => content_or_extension(path, &bytes).map_err(at_file)?,
    };
    parse_graph(&bytes, format, options, &source_name)
}

/// Reads a graph of a known format from the bytes of a file; `options.format` is not looked at.
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
    parse(bytes, format, options)
        .and_then(|content| content.into_named_graph(source_name))
        .map_err(|problem| ReadError::new(source_name, problem))
}

/// Understands a matrix in memory as a graph: `names` are those of its nodes, if they have any; `options.format` is not
/// looked at.
///
/// # Errors
///
/// If the matrix is not that of a graph, a name has white space around it, or there is not one name for each node: the error
/// names `source_name`, the cell and the fact.
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
    let [_, columns] = cells.shape();
    let checked = match &names {
        Some(names) if names.len() != columns => Err(Fault::NameCount { names: names.len(), columns }.into()),
        _ => matrix::parse_cells(cells, names, options),
    };
    checked
        .and_then(|content| content.into_named_graph(source_name))
        .map_err(|problem| ReadError::new(source_name, problem))
}

fn parse(bytes: &[u8], format: GraphFormat, options: &GraphOptions) -> Result<Content, Problem> {
    match format {
        GraphFormat::Npy => matrix::parse_npy(bytes, options),
        GraphFormat::Csv => matrix_text::parse(text(bytes)?, b',', options),
        GraphFormat::Tsv => matrix_text::parse(text(bytes)?, b'\t', options),
        GraphFormat::Edges => edge_list::parse(text(bytes)?),
        GraphFormat::Dot => dot::parse(text(bytes)?),
        GraphFormat::GraphMl => graphml::parse(text(bytes)?),
        GraphFormat::Tetrad => tetrad::parse(text(bytes)?),
        GraphFormat::NodeLink => node_link::parse(text(bytes)?),
        GraphFormat::Bif => bif::parse(text(bytes)?),
    }
}

/// The format of the extension, except that text which begins as Tetrad's does is Tetrad's.
fn content_or_extension(path: &Path, bytes: &[u8]) -> Result<GraphFormat, Fault> {
    let format = GraphFormat::of_path(path);
    let may_be_tetrad = matches!(format, None | Some(GraphFormat::Edges));
    if may_be_tetrad && text(bytes).is_ok_and(tetrad::is_tetrad) {
        return Ok(GraphFormat::Tetrad);
    }
    GraphFormat::required_of_path(path)
}
