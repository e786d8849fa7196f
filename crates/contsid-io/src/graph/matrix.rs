//! A square matrix of numbers, read as a graph.

use super::arrow::{Arrow, hidden_cause};
use super::builder::Content;
use super::causal::CausalGraph;
use super::cells::Cells;
use super::format::{EdgeDirection, GraphOptions, MatrixEncoding};
use super::reading::GraphNote;
use crate::error::{Fault, Location, Problem};
use crate::npy;
use crate::shown::shown;
use contsid::graph::{EdgeMarks, Mark, NodeId, NodeNames};

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
    let order = array.order();
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

/// Why a cell that holds this means nothing in a matrix of this encoding.
pub(super) fn refused_cell(value: String, encoding: MatrixEncoding) -> Fault {
    match encoding {
        MatrixEncoding::Adjacency => Fault::UnknownCell(value),
        MatrixEncoding::Weights(_) => Fault::NotANumber(value),
        MatrixEncoding::Endpoints => Fault::UnknownMark { value, known: "0, 1, 2 or -1" },
        MatrixEncoding::PcalgPag => Fault::UnknownMark { value, known: "0, 1, 2 or 3" },
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
        let not_plain = view.not_plain(&edges, options.encoding);
        let graph = match options.encoding {
            MatrixEncoding::PcalgPag => CausalGraph::of_marks(self.size, &edges),
            _ => CausalGraph::of_edges(self.size, &edges),
        };
        let notes = self.lone_two(options.encoding, &graph).into_iter().collect();
        Ok(Content { not_plain, notes, ..Content::of_matrix(self.names, graph, options) })
    }

    /// The first cell of a matrix of edges that holds 2: the opposite one, which was checked, holds 0.
    fn lone_two(&self, encoding: MatrixEncoding, graph: &CausalGraph) -> Option<GraphNote> {
        let is_possible = encoding == MatrixEncoding::Adjacency && graph.undirected_count() > 0;
        let mut cells = is_possible.then(|| self.cells.nonzeros())?;
        #[expect(clippy::float_cmp, reason = "a mark is a whole number, exact in any file")]
        let (row, column) = cells.find(|&(row, column)| self.cells.value(row, column) == 2.0)?;
        let [first, second] = [row, column].map(|node| self.name(NodeId::new(node)));
        Some(GraphNote::LoneTwo { first, second })
    }

    fn name(&self, node: NodeId) -> String {
        self.names.as_ref().map_or_else(|| format!("V{}", node.index() + 1), |names| shown(names.name(node)))
    }
}

/// A matrix whose rows are the tails of edges.
struct View<'a> {
    matrix: &'a GraphMatrix<'a>,
    direction: EdgeDirection,
}

impl View<'_> {
    /// The edges, from the cells that are not zero; none if a cell is not valid.
    fn edges_of_nonzeros(&self, encoding: MatrixEncoding) -> Option<Vec<EdgeMarks>> {
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
                edges.push(Arrow::Right.between([from, to].map(NodeId::new)));
            } else if row < column || opposite == 0.0 {
                // A pair of cells is read at the one above the diagonal.
                edges.extend(self.edge(i, j, encoding).ok()?);
            }
        }
        Some(edges)
    }

    /// The edges, pair by pair, or the error of the first cell that is not valid.
    fn edges(&self, encoding: MatrixEncoding) -> Result<Vec<EdgeMarks>, Problem> {
        if let Some((row, column)) = self.matrix.cells.not_finite() {
            let value = self.matrix.cells.value(row, column).to_string();
            return Err(Fault::NotANumber(value).at(array_location(row, column)));
        }
        let mut edges = Vec::new();
        for i in 0..self.matrix.size {
            self.check_diagonal(i, encoding)?;
            for j in i + 1..self.matrix.size {
                edges.extend(self.edge(i, j, encoding)?);
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
        if self.mark(node, node, encoding)? != 0 {
            return Err(Fault::SelfLoop(self.matrix.name(NodeId::new(node))).at(self.location(node, node)));
        }
        Ok(())
    }

    /// The edge that the two cells of a pair of nodes mean, if any.
    fn edge(&self, i: usize, j: usize, encoding: MatrixEncoding) -> Result<Option<EdgeMarks>, Problem> {
        let marks = (self.mark(i, j, encoding)?, self.mark(j, i, encoding)?);
        let ends = [i, j].map(NodeId::new);
        self.marked_edge(ends, encoding, marks).map_err(|fault| fault.at(self.location(i, j)))
    }

    /// The cell as a mark; in a matrix of weights, whether it means an edge.
    fn mark(&self, from: usize, to: usize, encoding: MatrixEncoding) -> Result<i8, Problem> {
        let marks = if encoding == MatrixEncoding::PcalgPag { [0, 1, 2, 3] } else { [0, 1, 2, -1] };
        let value = self.value(from, to);
        if let MatrixEncoding::Weights(threshold) = encoding {
            return Ok(i8::from(value.abs() > threshold.size()));
        }
        #[expect(clippy::float_cmp, reason = "marks are whole numbers, exact in any file")]
        let mark = marks.into_iter().find(|&mark| f64::from(mark) == value);
        mark.ok_or_else(|| refused_cell(value.to_string(), encoding).at(self.location(from, to)))
    }

    /// The edge that two marks mean, from the first node to the second and back.
    fn marked_edge(
        &self,
        ends: [NodeId; 2],
        encoding: MatrixEncoding,
        marks: (i8, i8),
    ) -> Result<Option<EdgeMarks>, Fault> {
        let name = |node| self.matrix.name(node);
        let arrow = match (encoding, marks) {
            (_, (0, 0)) => return Ok(None),
            (MatrixEncoding::Endpoints | MatrixEncoding::PcalgPag, (0, _) | (_, 0)) => {
                let [first, second] = ends.map(name);
                return Err(Fault::HalfMarked { first, second });
            }
            (MatrixEncoding::Endpoints, (at_first, at_second)) => {
                Arrow::new([at_first, at_second].map(of_causal_learn))
            }
            (MatrixEncoding::PcalgPag, (at_second, at_first)) => Arrow::new([at_first, at_second].map(of_pcalg)),
            (_, (1, 0)) => Arrow::Right,
            (_, (0, 1)) => Arrow::Left,
            (_, (1, -1) | (-1, 1)) => {
                let [first, second] = ends.map(name);
                return Err(Fault::LooksLikeEndpoints { first, second });
            }
            (_, (1, 1) | (-1, -1) | (2, 0) | (0, 2)) => Arrow::Line,
            _ => {
                let [first, second] = ends.map(name);
                return Err(Fault::OddPair { first, second, cells: [marks.0, marks.1] });
            }
        };
        Ok(Some(arrow.between(ends)))
    }

    /// Why the edges are not those of a plain graph, if they are not.
    fn not_plain(&self, edges: &[EdgeMarks], encoding: MatrixEncoding) -> Option<Problem> {
        let marked = edges.iter().filter_map(|edge| Some((edge.ends, hidden_cause(edge.marks)?)));
        if let Some((ends, what)) = marked.min_by_key(|(ends, _)| *ends) {
            let [first, second] = ends.map(|end| self.matrix.name(end));
            return Some(
                Fault::RefusedEdge { first, second, what }.at(self.location(ends[0].index(), ends[1].index())),
            );
        }
        let (what, advice) = ("a graph of ancestors", "read the matrix by another encoding if nothing is hidden");
        (encoding == MatrixEncoding::PcalgPag).then(|| Fault::Unsupported { what, advice }.into())
    }
}

fn of_causal_learn(cell: i8) -> Mark {
    match cell {
        -1 => Mark::Tail,
        1 => Mark::Arrow,
        _ => Mark::Circle,
    }
}

fn of_pcalg(cell: i8) -> Mark {
    match cell {
        1 => Mark::Circle,
        2 => Mark::Arrow,
        _ => Mark::Tail,
    }
}
