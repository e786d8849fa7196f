//! Graphs with names.

use crate::errors::{node_names, not_a_graph, unreadable_graph};
use crate::execution::{run, run_held};
use crate::matrix::{GivenMatrix, with_cells};
use crate::named::{contains, each_node, is_same, options_of_file, saved};
use crate::options::{MatrixChoices, chosen, node};
use contsid::comparison::{NotUsable, Undirected};
use contsid::graph::{Edge, EdgeKind, GraphClass, MixedGraph, NodeId, cycle_in_words};
use contsid_io::graph::{
    CellOrder, Cells, EdgeDirection, GraphNote, GraphOptions, MatrixEncoding, NamedGraph, Naming, SparseValues,
    graph_error_in_words, graph_of_matrix, on_nodes, parse_graph, read_graph,
};
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;

/// A causal graph: named nodes, directed and undirected edges.
#[pyclass(frozen, eq, hash, module = "contsid._core")]
#[derive(Clone)]
pub(crate) struct Graph {
    pub(crate) named: NamedGraph,
    /// How a matrix was read, in words; none if it was not a matrix.
    reading: Option<String>,
    /// What a reader should know of the graph.
    notes: Vec<String>,
}

impl PartialEq for Graph {
    /// The name that messages use for a graph does not matter.
    fn eq(&self, other: &Self) -> bool {
        is_same(&self.named, &other.named)
    }
}

impl Hash for Graph {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.is_named().hash(state);
        self.named.names().iter().for_each(|name| name.hash(state));
        for edge in self.named.graph().edges() {
            (edge.from.index(), edge.to.index(), edge.kind == EdgeKind::Directed).hash(state);
        }
    }
}

impl From<NamedGraph> for Graph {
    fn from(named: NamedGraph) -> Self {
        let nothing = (named.graph().edge_count() == 0).then_some(GraphNote::NoEdge);
        let others = named.notes().iter().filter(|note| **note != GraphNote::NoEdge);
        let notes = others.chain(&nothing).map(ToString::to_string).collect();
        Self { named, reading: None, notes }
    }
}

impl Graph {
    /// A graph on other nodes or by other names, from the same matrix.
    pub(crate) fn renamed(&self, named: NamedGraph) -> Self {
        Self { named, reading: self.reading.clone(), notes: self.notes.clone() }
    }

    /// The same graph with one more note, if there is one.
    pub(crate) fn noting(mut self, note: Option<String>) -> Self {
        self.notes.extend(note);
        self
    }

    fn of_cells(cells: Cells<'_>, names: Option<Vec<String>>, options: &GraphOptions, source: &str) -> PyResult<Self> {
        let names = names.map(|names| node_names(&names, source)).transpose().map_err(not_a_graph)?;
        let named = graph_of_matrix(cells, names, options, source);
        Self::of_matrix(named.map_err(|error| unreadable_graph(&error))?, options)
    }

    /// The graph of a matrix that was read with these options.
    fn of_matrix(named: NamedGraph, options: &GraphOptions) -> PyResult<Self> {
        if let MatrixEncoding::Weights(_) = options.encoding {
            refuse_weights_both_ways(&named)?;
        }
        Ok(Self { reading: Some(in_words(options)), ..named.into() })
    }

    /// The directed acyclic graphs that this graph can be extended to; undirected edges cannot be dropped instead.
    pub(crate) fn class(&self) -> PyResult<GraphClass> {
        let (source, names) = (self.named.source_name(), self.named.names());
        let in_words = |error: NotUsable| not_a_graph(format!("{source}: {}", error.in_words(names)));
        Undirected::Bounds.class_of(self.named.graph()).map_err(in_words)
    }
}

/// The directed acyclic graphs that a graph allows.
pub(crate) fn class_of(graph: &NamedGraph, undirected: Undirected) -> PyResult<GraphClass> {
    undirected.class_of(graph.graph()).map_err(|error| crate::errors::not_usable(graph, &error))
}

/// Two weights above the threshold are two edges, which make a cycle: no weight says that an edge has no direction.
fn refuse_weights_both_ways(graph: &NamedGraph) -> PyResult<()> {
    let names = graph.names();
    let Some(edge) = graph.graph().edges().find(|edge| edge.kind == EdgeKind::Undirected) else { return Ok(()) };
    let cycle = cycle_in_words(&[edge.from, edge.to], |node| names.name(node));
    let words = "the weights are above the threshold both ways; take a larger threshold";
    Err(not_a_graph(format!("{}: {cycle}: {words}", graph.source_name())))
}

/// How a matrix is read.
fn in_words(options: &GraphOptions) -> String {
    let direction = match options.edge_direction {
        EdgeDirection::RowToColumn => "from row to column",
        EdgeDirection::ColumnToRow => "from column to row",
    };
    match options.encoding {
        MatrixEncoding::Adjacency => direction.to_owned(),
        MatrixEncoding::Weights(threshold) => format!("{direction}, weights above {}", threshold.size()),
        MatrixEncoding::Endpoints | MatrixEncoding::PcalgPag => "by the marks at the ends of edges".to_owned(),
    }
}

/// The edges between these pairs, whose ends are found by a function.
fn edges_between<T>(
    directed: &[T],
    undirected: &[T],
    ends: impl Fn(&T) -> PyResult<[NodeId; 2]>,
) -> PyResult<Vec<Edge>> {
    let directed = directed.iter().map(|pair| ends(pair).map(|[from, to]| Edge::directed(from, to)));
    let undirected = undirected.iter().map(|pair| ends(pair).map(|[a, b]| Edge::undirected(a, b)));
    directed.chain(undirected).collect()
}

/// What a pickled graph is made of: names, whether they only number the nodes, directed and undirected edges by number,
/// source, reading and notes.
type Parts = (Vec<String>, bool, Vec<(usize, usize)>, Vec<(usize, usize)>, String, Option<String>, Vec<String>);

#[pymethods]
impl Graph {
    /// The graph of a square matrix.
    #[staticmethod]
    fn from_matrix(
        matrix: GivenMatrix<'_>,
        names: Option<Vec<String>>,
        how: MatrixChoices,
        source: &str,
    ) -> PyResult<Self> {
        let options = how.options()?;
        run_held(|| with_cells(&matrix, |cells| Self::of_cells(cells, names, &options, source)))
    }

    /// The graph of a sparse matrix, whose lines are its rows or its columns.
    #[staticmethod]
    fn from_sparse(
        shape: [usize; 2],
        by_columns: bool,
        lines: (PyReadonlyArray1<'_, i64>, PyReadonlyArray1<'_, i64>, PyReadonlyArray1<'_, f64>),
        names: Option<Vec<String>>,
        how: MatrixChoices,
        source: &str,
    ) -> PyResult<Self> {
        let options = how.options()?;
        let indices = |array: PyReadonlyArray1<'_, i64>| {
            array.as_array().iter().map(|&at| usize::try_from(at).unwrap_or(usize::MAX)).collect::<Vec<_>>()
        };
        let (starts, at, values) = (indices(lines.0), indices(lines.1), lines.2.as_array().to_vec());
        let (order, line_count, width) =
            if by_columns { (CellOrder::Columns, shape[1], shape[0]) } else { (CellOrder::Rows, shape[0], shape[1]) };
        let sparse = SparseValues::new(width, &starts, &at, &values).filter(|_| starts.len() == line_count + 1);
        let sparse = sparse.ok_or_else(|| not_a_graph(format!("{source}: the sparse matrix is not consistent")))?;
        run_held(|| Self::of_cells(Cells::new(shape, order, sparse), names, &options, source))
    }

    /// The graph of named nodes with edges between them.
    #[staticmethod]
    fn from_edges(
        nodes: Vec<String>,
        directed: Vec<(String, String)>,
        undirected: Vec<(String, String)>,
        source: &str,
    ) -> PyResult<Self> {
        let names = node_names(&nodes, source).map_err(not_a_graph)?;
        let ends = |(a, b): &(String, String)| -> PyResult<[NodeId; 2]> { Ok([node(&names, a)?, node(&names, b)?]) };
        let edges = edges_between(&directed, &undirected, ends)?;
        if names.is_empty() {
            return Err(not_a_graph(format!("{source}: the graph has no nodes")));
        }
        let graph = MixedGraph::from_edges(names.len(), edges)
            .map_err(|error| not_a_graph(format!("{source}: {}", graph_error_in_words(&names, &error))))?;
        Ok(NamedGraph::new(source, names, graph).map_err(not_a_graph)?.into())
    }

    /// The graph of a text in one of the formats of files.
    #[staticmethod]
    fn parse(text: &str, format: &str, source: &str) -> PyResult<Self> {
        let read = parse_graph(text.as_bytes(), chosen("format", format)?, &GraphOptions::default(), source);
        Ok(read.map_err(|error| unreadable_graph(&error))?.into())
    }

    /// The graph of a file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf, format: Option<&str>, how: MatrixChoices) -> PyResult<Self> {
        let options = options_of_file(format, &how)?;
        run(py, |_| {
            let named = read_graph(&path, &options).map_err(|error| unreadable_graph(&error))?;
            let is_matrix = named.reading().is_some_and(|reading| reading.encoding.is_some());
            if is_matrix { Ok(Self::of_matrix(named, &options)?) } else { Ok(named.into()) }
        })
    }

    /// Write the graph to a file, in the format of its extension.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        saved(py, &path, &self.named, MatrixEncoding::Adjacency)
    }

    /// The same graph with these names.
    fn with_names(&self, names: Vec<String>) -> PyResult<Self> {
        let source = self.named.source_name();
        let names = node_names(&names, source).map_err(not_a_graph)?;
        let named = NamedGraph::new(source, names, self.named.graph().clone());
        Ok(self.renamed(named.map_err(|error| not_a_graph(format!("{source}: {error}")))?))
    }

    /// The graph on all these nodes, which include its own; the others have no edges.
    fn on_nodes(&self, names: Vec<String>) -> PyResult<Self> {
        let names = node_names(&names, self.named.source_name()).map_err(not_a_graph)?;
        Ok(self.renamed(on_nodes(&self.named, &names)))
    }

    /// The same graph, whose names only number its nodes, so they are matched by position.
    fn numbered(&self) -> Self {
        self.renamed(self.named.clone().numbered())
    }

    /// The names of the nodes, in order.
    #[getter]
    fn nodes(&self) -> Vec<&str> {
        self.named.names().iter().collect()
    }

    /// Whether the nodes have names; otherwise they are numbered, and matched by position.
    #[getter]
    fn is_named(&self) -> bool {
        self.named.naming() == Naming::Given
    }

    /// What messages call the graph.
    #[getter]
    fn source(&self) -> &str {
        self.named.source_name()
    }

    /// How a matrix was read, in words; none if it was not a matrix.
    #[getter]
    fn reading(&self) -> Option<&str> {
        self.reading.as_deref()
    }

    /// What a reader should know of the graph.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// The directed edges, as pairs of names.
    #[getter]
    fn edges(&self) -> Vec<(&str, &str)> {
        self.named_edges(EdgeKind::Directed)
    }

    /// The undirected edges, as pairs of names.
    #[getter]
    fn undirected_edges(&self) -> Vec<(&str, &str)> {
        self.named_edges(EdgeKind::Undirected)
    }

    /// Whether all edges are directed and none go round.
    #[getter]
    fn is_dag(&self) -> bool {
        self.named.to_dag().is_ok()
    }

    /// The parents of a node, by name.
    fn parents(&self, node: &str) -> PyResult<Vec<&str>> {
        let node = crate::options::node(self.named.names(), node)?;
        Ok(self.named.graph().parents(node).iter().map(|&parent| self.named.names().name(parent)).collect())
    }

    /// The matrix: 1 in row a, column b for a → b, and in both for a — b.
    #[pyo3(signature = (edge_direction = "row-to-column"))]
    fn to_numpy<'py>(&self, py: Python<'py>, edge_direction: &str) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let direction: EdgeDirection = chosen("edge_direction", edge_direction)?;
        let count = self.named.graph().node_count();
        let matrix = PyArray2::zeros(py, [count, count], false);
        let mut cells = matrix.readwrite();
        let mut cells = cells.as_array_mut();
        for edge in self.named.graph().edges() {
            let ends = [edge.from.index(), edge.to.index()];
            let forward = direction == EdgeDirection::RowToColumn;
            if forward || edge.kind == EdgeKind::Undirected {
                cells[ends] = 1;
            }
            if !forward || edge.kind == EdgeKind::Undirected {
                cells[[ends[1], ends[0]]] = 1;
            }
        }
        Ok(matrix)
    }

    /// The graph as a `networkx.DiGraph`; an undirected edge is there in both directions.
    fn to_networkx<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let graph = py.import("networkx")?.getattr("DiGraph")?.call0()?;
        graph.call_method1("add_nodes_from", (self.nodes(),))?;
        graph.call_method1("add_edges_from", (self.edges(),))?;
        let undirected = self.undirected_edges();
        let backward: Vec<_> = undirected.iter().map(|&(a, b)| (b, a)).collect();
        graph.call_method1("add_edges_from", (undirected,))?;
        graph.call_method1("add_edges_from", (backward,))?;
        Ok(graph)
    }

    /// The matrix as a `pandas.DataFrame` with the names of the nodes.
    #[pyo3(signature = (edge_direction = "row-to-column"))]
    fn to_pandas<'py>(&self, py: Python<'py>, edge_direction: &str) -> PyResult<Bound<'py, PyAny>> {
        let frame = py.import("pandas")?.getattr("DataFrame")?;
        frame.call1((self.to_numpy(py, edge_direction)?, self.nodes(), self.nodes()))
    }

    fn __len__(&self) -> usize {
        self.named.graph().node_count()
    }

    /// The names of the nodes, one by one.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        each_node(py, &self.named)
    }

    /// Whether there is a node of this name.
    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        contains(&self.named, name)
    }

    fn __repr__(&self) -> String {
        let graph = self.named.graph();
        let undirected = graph.undirected_count();
        let (nodes, directed) = (graph.node_count(), graph.edge_count() - undirected);
        let read = self.reading.as_ref().map_or_else(String::new, |words| format!(", read {words}"));
        format!("Graph({nodes} nodes, {directed} directed and {undirected} undirected edges{read})")
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, Parts)> {
        let graph = self.named.graph();
        let ends = |kind| {
            let edges = graph.edges().filter(move |edge| edge.kind == kind);
            edges.map(|edge| (edge.from.index(), edge.to.index())).collect()
        };
        let (directed, undirected) = (ends(EdgeKind::Directed), ends(EdgeKind::Undirected));
        let names = self.named.names().iter().map(str::to_owned).collect();
        let (source, reading) = (self.source().to_owned(), self.reading.clone());
        let parts = (names, !self.is_named(), directed, undirected, source, reading, self.notes.clone());
        Ok((py.get_type::<Self>().getattr("_of_parts")?.unbind(), parts))
    }

    #[staticmethod]
    fn _of_parts(
        names: Vec<String>,
        is_numbered: bool,
        directed: Vec<(usize, usize)>,
        undirected: Vec<(usize, usize)>,
        source: &str,
        reading: Option<String>,
        notes: Vec<String>,
    ) -> PyResult<Self> {
        let names = node_names(&names, source).map_err(not_a_graph)?;
        let ends = |&(a, b): &(usize, usize)| -> PyResult<[NodeId; 2]> {
            if a.max(b) < names.len() { Ok([a, b].map(NodeId::new)) } else { Err(not_a_graph("an edge ends nowhere")) }
        };
        let edges = edges_between(&directed, &undirected, ends)?;
        let graph = MixedGraph::from_edges(names.len(), edges).map_err(not_a_graph)?;
        let named = NamedGraph::new(source, names, graph).map_err(not_a_graph)?;
        Ok(Self { named: if is_numbered { named.numbered() } else { named }, reading, notes })
    }
}

impl Graph {
    fn named_edges(&self, kind: EdgeKind) -> Vec<(&str, &str)> {
        let names = self.named.names();
        let edges = self.named.graph().edges().filter(|edge| edge.kind == kind);
        edges.map(|edge| (names.name(edge.from), names.name(edge.to))).collect()
    }
}
