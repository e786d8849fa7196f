//! Graphs with marks and hidden nodes, and what they claim about effects.

use crate::distances::sized_run;
use crate::errors::{node_names, not_a_graph, refused, unreadable_graph};
use crate::execution::{run, run_held};
use crate::graph::Graph;
use crate::matrix::{GivenMatrix, with_cells};
use crate::named::{contains, each_node, is_same, options_of_file, saved};
use crate::options::{MatrixChoices, chosen};
use contsid::adjustment::{AdjustmentRule, Claim, EffectGraph, GraphClaims};
use contsid::comparison::Undirected;
use contsid::graph::{NodeId, NodeNames, NodeSet};
use contsid::named::Named;
use contsid_io::graph::{
    CausalGraph, Cells, GraphFormat, GraphOptions, GraphSource, HiddenError, MatrixEncoding, NamedGraph, Naming,
    causal_graph_of_matrix, format_graph, parse_causal_graph, read_causal_source,
};
use pyo3::prelude::*;
use std::path::PathBuf;

/// A causal graph of which some causes may be hidden: with a mark at each end of an edge, or with hidden nodes.
#[pyclass(frozen, eq, module = "contsid._core")]
#[derive(Clone)]
pub(crate) struct HiddenGraph {
    pub(crate) named: NamedGraph<CausalGraph>,
}

impl PartialEq for HiddenGraph {
    /// What messages call a graph does not make it another one.
    fn eq(&self, other: &Self) -> bool {
        is_same(&self.named, &other.named)
    }
}

/// A graph that says nothing about effects.
pub(crate) fn contradictory(error: HiddenError) -> PyErr {
    not_a_graph(error)
}

/// How one treatment and outcome are claimed: their names, the claim, its set, the words of the reason.
type ClaimRow<'a> = (&'a str, &'a str, &'static str, Option<Vec<&'a str>>, String);

#[pymethods]
impl HiddenGraph {
    /// The graph of a square matrix of marks.
    #[staticmethod]
    fn from_matrix(
        matrix: GivenMatrix<'_>,
        names: Option<Vec<String>>,
        how: MatrixChoices,
        source: &str,
    ) -> PyResult<Self> {
        let options = how.options()?;
        let names = names.map(|names| node_names(&names, source)).transpose().map_err(not_a_graph)?;
        let read = |cells: Cells<'_>| {
            let named = causal_graph_of_matrix(cells, names, &options, source);
            Ok(Self { named: named.map_err(|error| unreadable_graph(&error))? })
        };
        run_held(|| with_cells(&matrix, read))
    }

    /// The graph of a text in one of the formats of files.
    #[staticmethod]
    fn parse(text: &str, format: &str, source: &str) -> PyResult<Self> {
        let read = parse_causal_graph(text.as_bytes(), chosen("format", format)?, &GraphOptions::default(), source);
        Ok(Self { named: read.map_err(|error| unreadable_graph(&error))? })
    }

    /// The graph of a file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf, format: Option<&str>, how: MatrixChoices) -> PyResult<Self> {
        let options = options_of_file(format, &how)?;
        run(py, |_| {
            let named = read_causal_source(&GraphSource::plain(path), &options);
            Ok(Self { named: named.map_err(|error| unreadable_graph(&error))? })
        })
    }

    /// A graph without marks, as one of these.
    #[staticmethod]
    fn of_graph(graph: &Graph) -> Self {
        Self { named: graph.named.clone().into() }
    }

    /// The same graph with these nodes hidden too.
    fn hiding(&self, latents: Vec<String>) -> PyResult<Self> {
        Ok(Self { named: self.named.hiding(&latents).map_err(contradictory)? })
    }

    /// Whether there are neither marks nor hidden nodes.
    #[getter]
    fn is_plain(&self) -> bool {
        self.named.as_plain().is_some()
    }

    /// The observed nodes without edges.
    fn nodes_alone(&self) -> Graph {
        self.named.nodes_alone().into()
    }

    /// The same graph with these names.
    fn with_names(&self, names: Vec<String>) -> PyResult<Self> {
        let source = self.named.source_name();
        let names = node_names(&names, source).map_err(not_a_graph)?;
        let named = self.named.renamed(names).map_err(|error| not_a_graph(format!("{source}: {error}")))?;
        Ok(Self { named })
    }

    /// The same graph, whose names only number its nodes, so they are matched by position.
    fn numbered(&self) -> Self {
        Self { named: self.named.clone().numbered() }
    }

    /// The names of the observed nodes, in order.
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

    /// What a reader should know of the graph.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.named.notes().iter().map(ToString::to_string).collect()
    }

    /// The number of hidden nodes that the graph has.
    #[getter]
    fn hidden_count(&self) -> usize {
        match self.named.graph() {
            CausalGraph::Latent(graph) => graph.dag().node_count() - graph.observed_count(),
            _ => 0,
        }
    }

    /// The edges with their marks, as `(a, "o->", b)`; those of the maximal ancestral graph if nodes are hidden.
    #[getter]
    fn edges(&self) -> Vec<(&str, &'static str, &str)> {
        let marks = match self.named.graph() {
            CausalGraph::Marked(marks) => marks.clone(),
            CausalGraph::Plain(graph) => graph.into(),
            CausalGraph::Latent(graph) => graph.mag().as_ref().clone(),
        };
        let name = |node| self.named.names().name(node);
        let drawn = |a, b| marks.link(a, b).map(|link| (name(a), link.drawn(), name(b)));
        marks.edges().filter_map(|edge| drawn(edge.ends[0], edge.ends[1])).collect()
    }

    /// The maximal ancestral graph of the observed nodes; one member of a class.
    fn to_mag(&self) -> PyResult<Self> {
        Ok(Self { named: self.named.to_mag().map_err(contradictory)? })
    }

    /// The graph of the class (PAG) of the maximal ancestral graph of the observed nodes.
    fn to_pag(&self) -> PyResult<Self> {
        Ok(Self { named: self.named.to_pag().map_err(contradictory)? })
    }

    /// Write the graph to a file, in the format of its extension; `encoding` is that of a matrix.
    #[pyo3(signature = (path, encoding = "adjacency"))]
    fn save(&self, py: Python<'_>, path: PathBuf, encoding: &str) -> PyResult<()> {
        let encoding = MatrixEncoding::new(chosen("encoding", encoding)?, None);
        saved(py, &path, &self.named, encoding)
    }

    /// What the graph claims about each pair: treatment, outcome, claim, adjustment set and why.
    fn claims(&self, py: Python<'_>, adjustment: &str) -> PyResult<Vec<ClaimRow<'_>>> {
        let effects = self.effects(Undirected::Bounds, adjustment_rule(adjustment)?)?;
        let names = self.named.names();
        let all = NodeSet::full(names.len());
        let claims = sized_run(py, names.len(), None, |execution| Ok(effects.claims(&all, execution)?))?;
        let row = |(a, b)| {
            let (claim, set) = parts(&claims, a, b, names);
            (names.name(a), names.name(b), claim, set, effects.why(a, b).in_words(&effects, names))
        };
        Ok(pairs(names.len()).map(row).collect())
    }

    fn __len__(&self) -> usize {
        self.named.names().len()
    }

    /// The names of the observed nodes, one by one.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        each_node(py, &self.named)
    }

    /// Whether there is an observed node of this name.
    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        contains(&self.named, name)
    }

    fn __repr__(&self) -> String {
        let (nodes, edges) = (self.named.names().len(), self.named.graph().edge_count());
        match self.hidden_count() {
            0 => format!("HiddenGraph({nodes} nodes, {edges} edges with marks)"),
            hidden => format!("HiddenGraph({nodes} observed and {hidden} hidden nodes, {edges} edges)"),
        }
    }

    /// The graph as dagitty writes it, with all marks and hidden nodes.
    fn __str__(&self) -> PyResult<String> {
        let text = format_graph(&self.named, GraphFormat::Dagitty, &GraphOptions::default()).map_err(not_a_graph)?;
        String::from_utf8(text).map_err(refused)
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String, String, bool))> {
        let restore = py.get_type::<Self>().getattr("_restored")?.unbind();
        Ok((restore, (self.__str__()?, self.named.source_name().to_owned(), self.is_named())))
    }

    /// A pickled graph.
    #[staticmethod]
    fn _restored(text: &str, source: &str, is_named: bool) -> PyResult<Self> {
        let graph = Self::parse(text, "dagitty", source)?;
        Ok(if is_named { graph } else { graph.numbered() })
    }
}

impl HiddenGraph {
    pub(crate) fn effects(&self, undirected: Undirected, adjustment: AdjustmentRule) -> PyResult<EffectGraph> {
        let directed = self.named.directed_by(undirected).map_err(contradictory)?;
        Ok(directed.effects().map_err(contradictory)?.adjusting(adjustment))
    }
}

pub(crate) fn adjustment_rule(word: &str) -> PyResult<AdjustmentRule> {
    chosen("adjustment", word)
}

pub(crate) fn pairs(nodes: usize) -> impl Iterator<Item = (NodeId, NodeId)> {
    NodeId::all(nodes).flat_map(move |a| NodeId::all(nodes).filter(move |&b| a != b).map(move |b| (a, b)))
}

/// The word of a claim, and its set.
pub(crate) fn parts<'a>(
    claims: &GraphClaims,
    a: NodeId,
    b: NodeId,
    names: &'a NodeNames,
) -> (&'static str, Option<Vec<&'a str>>) {
    let set = match claims.claim(a, b) {
        Claim::Adjust(set) => Some(set.iter().map(|node| names.name(node)).collect()),
        Claim::None | Claim::Open => None,
    };
    (claims.kind(a, b).name(), set)
}
