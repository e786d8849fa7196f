//! A square matrix of numbers, understood as a graph.

use super::builder::Content;
use super::format::{EdgeDirection, GraphOptions, MatrixEncoding};
use crate::error::{Fault, Location, Problem};
use crate::npy;
use crate::shown::shown;
use contsid::graph::{Edge, MixedGraph, NodeId, NodeNames};
use std::borrow::Cow;

/// In which order the cells of a matrix stand in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellOrder {
    /// Row by row, as in C.
    Rows,
    /// Column by column, as in Fortran.
    Columns,
}

/// The cells of a matrix in memory, read where they are.
#[derive(Clone, Debug)]
pub struct Cells<'a> {
    shape: [usize; 2],
    order: CellOrder,
    values: Cow<'a, [f64]>,
}

impl<'a> Cells<'a> {
    /// The cells of a matrix with so many rows and columns.
    ///
    /// # Panics
    ///
    /// If there is not one value for each cell.
    pub fn new(shape: [usize; 2], order: CellOrder, values: impl Into<Cow<'a, [f64]>>) -> Self {
        let values = values.into();
        assert_eq!(values.len(), shape[0] * shape[1], "one value for each cell");
        Self { shape, order, values }
    }

    pub(super) fn shape(&self) -> [usize; 2] {
        self.shape
    }

    fn value(&self, row: usize, column: usize) -> f64 {
        match self.order {
            CellOrder::Rows => self.values[row * self.shape[1] + column],
            CellOrder::Columns => self.values[column * self.shape[0] + row],
        }
    }

    /// The row and column of the first cell, row by row, that is not a finite number.
    fn not_finite(&self) -> Option<(usize, usize)> {
        if self.values.iter().all(|value| value.is_finite()) {
            return None;
        }
        let [rows, columns] = self.shape;
        let mut locations = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        locations.find(|&(row, column)| !self.value(row, column).is_finite())
    }
}

/// Where the cells of a matrix stand in their file.
pub(super) enum CellLocations {
    /// In lines of text, one for each row, the first cell of the matrix in this column (from 1).
    Lines { lines: Vec<usize>, first_column: usize },
    /// In an array.
    Array,
}

/// A square matrix of finite numbers.
pub(super) struct Matrix<'a> {
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

/// Understands the cells of an array as a graph.
pub(super) fn parse_cells(
    cells: Cells<'_>,
    names: Option<NodeNames>,
    options: &GraphOptions,
) -> Result<Content, Problem> {
    let [rows, columns] = cells.shape();
    if rows != columns {
        return Err(Fault::NotSquare { rows, columns }.into());
    }
    if let Some((row, column)) = cells.not_finite() {
        let value = cells.value(row, column).to_string();
        return Err(Fault::NotANumber { value }.at(array_location(row, column)));
    }
    Matrix { size: rows, cells, names, locations: CellLocations::Array }.into_content(options)
}

fn array_location(row: usize, column: usize) -> Location {
    Location::Part(format!("element [{row}, {column}]"))
}

/// How the pair of cells of two nodes joins them.
enum Joint {
    None,
    Forward,
    Backward,
    Undirected,
}

impl Matrix<'_> {
    /// The graph that the matrix stands for.
    pub(super) fn into_content(self, options: &GraphOptions) -> Result<Content, Problem> {
        let view = View { matrix: &self, direction: options.edge_direction };
        let mut edges = Vec::new();
        for i in 0..self.size {
            view.check_diagonal(i, options.encoding)?;
            for j in i + 1..self.size {
                let (a, b) = (NodeId::new(i), NodeId::new(j));
                match view.joint(i, j, options.encoding)? {
                    Joint::None => {}
                    Joint::Forward => edges.push(Edge::directed(a, b)),
                    Joint::Backward => edges.push(Edge::directed(b, a)),
                    Joint::Undirected => edges.push(Edge::undirected(a, b)),
                }
            }
        }
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
    matrix: &'a Matrix<'a>,
    direction: EdgeDirection,
}

impl View<'_> {
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

    /// The cell as one of the numbers that the encodings without weights use.
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
