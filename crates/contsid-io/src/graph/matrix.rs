//! A square matrix of numbers, read as a graph.

use super::builder::Content;
use super::cells::{CellOrder, Cells};
use super::format::{EdgeDirection, GraphOptions, MatrixEncoding};
use crate::error::{Fault, Location, Problem};
use crate::npy;
use crate::shown::shown;
use contsid::graph::{Edge, MixedGraph, NodeId, NodeNames};

/// The locations of a matrix's cells in their file.
pub(super) enum CellLocations {
    /// A line of text for each row; the matrix begins in `first_column` (from 1).
    Lines { lines: Vec<usize>, first_column: usize },
    /// In an array.
    Array,
}

/// A square matrix of finite numbers.
pub(super) struct GraphMatrix<'a> {
    pub(super) size: usize,
    pub(super) cells: Cells<'a>,
    pub(super) names: Option<NodeNames>,
    pub(super) locations: CellLocations,
}

/// Reads a square numpy array as a graph.
pub(super) fn parse_npy(bytes: &[u8], options: &GraphOptions) -> Result<Content, Problem> {
    let array = npy::open(bytes, Some(bytes.len() as u64))?;
    let shape = array.shape()?;
    let order = if array.is_by_columns() { CellOrder::Columns } else { CellOrder::Rows };
    parse_cells(Cells::new(shape, order, array.into_values()?), None, options)
}

/// Reads the cells of an array as a graph.
pub(super) fn parse_cells(
    cells: Cells<'_>,
    names: Option<NodeNames>,
    options: &GraphOptions,
) -> Result<Content, Problem> {
    let [rows, columns] = cells.shape();
    if rows != columns {
        return Err(Fault::NotSquare { rows, columns }.into());
    }
    GraphMatrix { size: rows, cells, names, locations: CellLocations::Array }.into_content(options)
}

fn array_location(row: usize, column: usize) -> Location {
    Location::Part(format!("element [{row}, {column}]"))
}

/// The edge that the two cells of a pair of nodes mean.
enum Joint {
    None,
    Forward,
    Backward,
    Undirected,
}

impl Joint {
    fn edge(self, i: usize, j: usize) -> Option<Edge> {
        let (a, b) = (NodeId::new(i), NodeId::new(j));
        match self {
            Self::None => None,
            Self::Forward => Some(Edge::directed(a, b)),
            Self::Backward => Some(Edge::directed(b, a)),
            Self::Undirected => Some(Edge::undirected(a, b)),
        }
    }
}

impl GraphMatrix<'_> {
    /// The graph of the matrix.
    pub(super) fn into_content(self, options: &GraphOptions) -> Result<Content, Problem> {
        let view = View { matrix: &self, direction: options.edge_direction };
        let edges = match view.edges_of_nonzeros(options.encoding) {
            Some(edges) => edges,
            None => view.edges(options.encoding)?,
        };
        let graph = MixedGraph::from_edges(self.size, edges).expect("each pair of nodes gives at most one edge");
        Ok(Content::of_matrix(self.names, graph, options))
    }

    fn name(&self, node: usize) -> String {
        match &self.names {
            Some(names) => shown(names.name(NodeId::new(node))),
            None => format!("V{}", node + 1),
        }
    }
}

/// A matrix whose rows are the tails of edges.
struct View<'a> {
    matrix: &'a GraphMatrix<'a>,
    direction: EdgeDirection,
}

impl View<'_> {
    /// The edges, from the cells that are not zero; none if a cell is not valid.
    fn edges_of_nonzeros(&self, encoding: MatrixEncoding) -> Option<Vec<Edge>> {
        let mut edges = Vec::new();
        for (row, column) in self.matrix.cells.nonzeros() {
            let (value, opposite) = (self.matrix.cells.value(row, column), self.matrix.cells.value(column, row));
            if !value.is_finite() {
                return None;
            }
            let (i, j) = (row.min(column), row.max(column));
            if i == j {
                self.check_diagonal(i, encoding).ok()?;
            } else if encoding == MatrixEncoding::Adjacency && (value, opposite) == (1.0, 0.0) {
                let (from, to) = self.cell(row, column);
                edges.push(Edge::directed(NodeId::new(from), NodeId::new(to)));
            } else if row < column || opposite == 0.0 {
                // A pair of cells is read at the one above the diagonal.
                edges.extend(self.joint(i, j, encoding).ok()?.edge(i, j));
            }
        }
        Some(edges)
    }

    /// The edges, pair by pair, or the error of the first cell that is not valid.
    fn edges(&self, encoding: MatrixEncoding) -> Result<Vec<Edge>, Problem> {
        if let Some((row, column)) = self.matrix.cells.not_finite() {
            let value = self.matrix.cells.value(row, column).to_string();
            return Err(Fault::NotANumber { value }.at(array_location(row, column)));
        }
        let mut edges = Vec::new();
        for i in 0..self.matrix.size {
            self.check_diagonal(i, encoding)?;
            for j in i + 1..self.matrix.size {
                edges.extend(self.joint(i, j, encoding)?.edge(i, j));
            }
        }
        Ok(edges)
    }

    /// The row and column of the file that hold the cell.
    fn cell(&self, from: usize, to: usize) -> (usize, usize) {
        match self.direction {
            EdgeDirection::RowToColumn => (from, to),
            EdgeDirection::ColumnToRow => (to, from),
        }
    }

    fn value(&self, from: usize, to: usize) -> f64 {
        let (row, column) = self.cell(from, to);
        self.matrix.cells.value(row, column)
    }

    fn location(&self, from: usize, to: usize) -> Location {
        let (row, column) = self.cell(from, to);
        match &self.matrix.locations {
            CellLocations::Lines { lines, first_column } => {
                Location::Cell { line: lines[row], column: first_column + column }
            }
            CellLocations::Array => array_location(row, column),
        }
    }

    fn check_diagonal(&self, node: usize, encoding: MatrixEncoding) -> Result<(), Problem> {
        let is_edge = match encoding {
            MatrixEncoding::Adjacency | MatrixEncoding::Endpoints => self.mark(node, node, encoding)? != 0,
            MatrixEncoding::Weights(threshold) => self.value(node, node).abs() > threshold.size(),
        };
        if is_edge {
            return Err(Fault::SelfLoop { name: self.matrix.name(node) }.at(self.location(node, node)));
        }
        Ok(())
    }

    fn joint(&self, i: usize, j: usize, encoding: MatrixEncoding) -> Result<Joint, Problem> {
        if let MatrixEncoding::Weights(threshold) = encoding {
            let is_edge = |from, to| self.value(from, to).abs() > threshold.size();
            return Ok(match (is_edge(i, j), is_edge(j, i)) {
                (false, false) => Joint::None,
                (true, false) => Joint::Forward,
                (false, true) => Joint::Backward,
                (true, true) => Joint::Undirected,
            });
        }
        let marks = (self.mark(i, j, encoding)?, self.mark(j, i, encoding)?);
        let joint =
            if encoding == MatrixEncoding::Endpoints { self.marked(i, j, marks) } else { self.adjacent(i, j, marks) };
        joint.map_err(|fault| fault.at(self.location(i, j)))
    }

    /// The cell as a mark of an encoding without weights.
    fn mark(&self, from: usize, to: usize, encoding: MatrixEncoding) -> Result<i8, Problem> {
        const MARKS: [i8; 4] = [0, 1, 2, -1];
        let value = self.value(from, to);
        #[expect(clippy::float_cmp, reason = "marks are whole numbers, exact in any file")]
        let mark = MARKS.into_iter().find(|&mark| f64::from(mark) == value);
        mark.ok_or_else(|| {
            let value = value.to_string();
            let fault = match encoding {
                MatrixEncoding::Endpoints => Fault::UnknownMark { value },
                _ => Fault::UnknownCell { value },
            };
            fault.at(self.location(from, to))
        })
    }

    fn adjacent(&self, i: usize, j: usize, marks: (i8, i8)) -> Result<Joint, Fault> {
        match marks {
            (0, 0) => Ok(Joint::None),
            (1, 0) => Ok(Joint::Forward),
            (0, 1) => Ok(Joint::Backward),
            (1, -1) | (-1, 1) => {
                Err(Fault::LooksLikeEndpoints { first: self.matrix.name(i), second: self.matrix.name(j) })
            }
            _ => Ok(Joint::Undirected),
        }
    }

    fn marked(&self, i: usize, j: usize, marks: (i8, i8)) -> Result<Joint, Fault> {
        let (first, second) = (self.matrix.name(i), self.matrix.name(j));
        match marks {
            (0, 0) => Ok(Joint::None),
            (-1, 1) => Ok(Joint::Forward),
            (1, -1) => Ok(Joint::Backward),
            (-1, -1) => Ok(Joint::Undirected),
            (1, 1) => Err(Fault::RefusedEdge { first, second, what: "bidirected" }),
            (2, _) | (_, 2) => Err(Fault::RefusedEdge { first, second, what: "marked by a circle" }),
            _ => Err(Fault::HalfMarked { first, second }),
        }
    }
}
