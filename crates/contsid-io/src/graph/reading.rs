//! How a graph file was read.

use super::format::{EdgeDirection, GraphFormat, MatrixEncoding};
use crate::separator::Separator;
use crate::shown::{counted, listed};
use contsid::named::Named;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;

/// How a graph file was read, and what was found in it.
///
/// ```
/// use contsid_io::graph::{GraphFormat, GraphOptions, parse_graph};
///
/// let graph = parse_graph(b"0,1\n0,0\n", GraphFormat::Csv, &GraphOptions::default(), "graph.csv")?;
/// assert_eq!(graph.reading().unwrap().to_string(), "matrix, row → column, 1 edge");
/// # Ok::<(), contsid_io::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GraphReading {
    /// The format.
    pub format: GraphFormat,
    /// The separator of the cells, if it is not that of the format.
    pub separator: Option<Separator>,
    /// Which way the edges of a matrix point.
    pub edge_direction: Option<EdgeDirection>,
    /// What the cells of a matrix, or the weights of a list, mean.
    pub encoding: Option<MatrixEncoding>,
    /// The number of edges, directed and undirected.
    pub edges: usize,
    /// The number of undirected edges.
    pub undirected: usize,
    /// Whether all edges are directed or undirected, and all nodes observed.
    pub is_plain: bool,
}

impl fmt::Display for GraphReading {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.format.description())?;
        if let Some(separator) = self.separator {
            write!(formatter, " (separator: {separator})")?;
        }
        match self.edge_direction {
            Some(EdgeDirection::RowToColumn) => formatter.write_str(", row → column")?,
            Some(EdgeDirection::ColumnToRow) => formatter.write_str(", column → row")?,
            None => {}
        }
        match self.encoding {
            Some(MatrixEncoding::Weights(threshold)) => write!(formatter, ", |weight| > {}", threshold.size())?,
            Some(MatrixEncoding::Endpoints) => formatter.write_str(", endpoint marks")?,
            Some(MatrixEncoding::PcalgPag) => formatter.write_str(", pcalg's marks")?,
            Some(MatrixEncoding::Adjacency) | None => {}
        }
        write!(formatter, ", {}", counted(self.edges, "edge"))?;
        if !self.is_plain {
            return formatter.write_str(", causes may be hidden");
        }
        match self.undirected {
            0 => Ok(()),
            1 if self.edges == 1 => formatter.write_str(", undirected"),
            count if count == self.edges => formatter.write_str(", all undirected"),
            count => write!(formatter, ", {count} of them undirected"),
        }
    }
}

/// An object of words and numbers, without keys that do not apply.
impl Serialize for GraphReading {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("format", self.format.name())?;
        if let Some(separator) = self.separator {
            map.serialize_entry("separator", &separator.to_string())?;
        }
        if let Some(direction) = self.edge_direction {
            map.serialize_entry("edge_direction", direction.name())?;
        }
        if let Some(encoding) = self.encoding {
            map.serialize_entry("encoding", encoding.name())?;
            if let MatrixEncoding::Weights(threshold) = encoding {
                map.serialize_entry("threshold", &threshold.size())?;
            }
        }
        map.serialize_entry("edges", &self.edges)?;
        map.serialize_entry("undirected", &self.undirected)?;
        map.end()
    }
}

/// A fact about a graph file that a reader of the results should know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphNote {
    /// The first line of a list of pairs was taken for its header.
    PairHeader {
        /// The line.
        line: String,
    },
    /// The first line of a list of pairs was taken for a header that names the head of an edge before its tail.
    ReversedHeader {
        /// The line.
        line: String,
    },
    /// Each line of a list was taken for a node and the nodes that it has edges to.
    AdjacencyList,
    /// Cells of a matrix hold 2 opposite 0.
    LoneTwo {
        /// The row of the first such cell.
        first: String,
        /// Its column.
        second: String,
    },
    /// Nodes that only other graphs have were added without edges.
    AbsentNodes {
        /// Their names.
        names: Vec<String>,
    },
    /// Nodes are marked as selected by.
    Selected {
        /// Their names.
        names: Vec<String>,
    },
    /// The names of the first line of a list of pairs are in no other line.
    LoneFirstPair {
        /// The line.
        line: String,
    },
    /// There is no edge.
    NoEdge,
    /// Of this graph and the truth only one has names, and nodes are matched by position.
    ByPosition {
        /// The names, in their order.
        names: Vec<String>,
    },
    /// Each directed edge, this many, is reversed in the truth.
    Reversed {
        /// The number of edges.
        edges: usize,
        /// Whether the graph was read from a matrix.
        is_matrix: bool,
    },
}

/// The most nodes whose positions a note tells.
const MOST_LISTED: usize = 8;

impl fmt::Display for GraphNote {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PairHeader { line } => write!(formatter, "the first line, `{line}`, was taken for a header"),
            Self::ReversedHeader { line } => {
                write!(
                    formatter,
                    "the first line, `{line}`, was taken for a header: edges go from the second column to the first"
                )
            }
            Self::AdjacencyList => {
                formatter.write_str("an adjacency list: each line names a node, then the nodes that it has edges to")
            }
            Self::LoneTwo { first, second } => write!(
                formatter,
                "a 2 opposite a 0, as in row `{first}`, column `{second}`, is an undirected edge, as gadjid writes it; \
                 weights need a threshold"
            ),
            Self::AbsentNodes { names } => {
                write!(formatter, "absent nodes count as isolated: {}", listed(names))
            }
            Self::Selected { names } => write!(
                formatter,
                "read as any other node, since selection is not taken into account: {}",
                listed(names)
            ),
            Self::LoneFirstPair { line } => write!(
                formatter,
                "the first line, `{line}`, was read as an edge, though its names are in no other line; leave it out if \
                 it is a header"
            ),
            Self::ByPosition { names } => {
                let more = if names.len() > MOST_LISTED { ", …" } else { "" };
                let names = listed(&names[..names.len().min(MOST_LISTED)]);
                write!(
                    formatter,
                    "only one of this graph and the truth names its nodes, so they are matched by position, in this \
                     order: {names}{more}"
                )
            }
            Self::NoEdge => formatter.write_str("the graph has no edge"),
            Self::Reversed { edges, is_matrix } => {
                let advice = if *is_matrix { "; was the matrix to be read from column to row?" } else { "" };
                write!(formatter, "each of its {edges} edges is reversed in the truth{advice}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::graph::{GraphFormat, GraphOptions, parse_graph};

    #[test]
    fn undirected_edges_are_counted_unless_all_are() {
        for (text, expected) in [
            ("A -> B", "edge list, 1 edge"),
            ("A -- B", "edge list, 1 edge, undirected"),
            ("A -- B\nB -- C", "edge list, 2 edges, all undirected"),
            ("A -- B\nB -> C", "edge list, 2 edges, 1 of them undirected"),
        ] {
            let graph = parse_graph(text.as_bytes(), GraphFormat::Edges, &GraphOptions::default(), "graph").unwrap();
            assert_eq!(graph.reading().unwrap().to_string(), expected);
        }
    }
}
