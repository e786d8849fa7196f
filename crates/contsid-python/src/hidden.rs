//! Graphs with marks and hidden nodes, and what they claim about effects.

use crate::contsid::Prepared;
use crate::distances::{Scope, sized_run};
use crate::errors::{Failure, bad_option, misaligned, node_names, not_a_graph, refused, unreadable_graph};
use crate::errors::{not_aligned, unwritable_graph};
use crate::execution::{run, run_held, run_on};
use crate::graph::Graph;
use crate::matrix::{GivenMatrix, with_cells};
use crate::options::{MatrixChoices, chosen};
use crate::table::unless_changed;
use contsid::adjustment::{AdjustmentRule, Claim, EffectGraph, GraphClaims};
use contsid::comparison::{
    ClaimComparisons, ComparisonData, ComparisonOptions, Undirected, compare_claims, rank_claims,
};
use contsid::distance::ClaimTruth;
use contsid::execution::Execution;
use contsid::graph::{NodeId, NodeNames, NodeSet};
use contsid::named::Named;
use contsid_io::graph::{
    CausalGraph, GraphFormat, GraphOptions, GraphSource, HiddenError, MatrixEncoding, NamedGraph, Naming,
    causal_graph_of_matrix, format_graph, parse_causal_graph, read_causal_source, write_graph,
};
use contsid_report::comparison::{ClaimDocument, ClaimReport, ClaimedGraph, ComparedClaims};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::path::PathBuf;

/// A causal graph of which some causes may be hidden: with a mark at each end of an edge, or with hidden nodes.
#[pyclass(frozen, eq, module = "contsid._core")]
#[derive(Clone)]
pub(crate) struct HiddenGraph {
    named: NamedGraph<CausalGraph>,
}

impl PartialEq for HiddenGraph {
    /// What messages call a graph does not make it another one.
    fn eq(&self, other: &Self) -> bool {
        let (ours, theirs) = (&self.named, &other.named);
        ours.naming() == theirs.naming() && ours.names() == theirs.names() && ours.graph() == theirs.graph()
    }
}

/// A graph that says nothing about effects.
fn contradictory(error: HiddenError) -> PyErr {
    not_a_graph(error)
}

/// How one treatment and outcome are claimed: their names, the claim, its set, the words of the reason.
type ClaimRow<'a> = (&'a str, &'a str, &'static str, Option<Vec<&'a str>>, String);

/// The same of a learnt graph: its claim, its set, what the truth claims, and whether it is a mistake.
type PairRow<'a> = (&'a str, &'a str, &'static str, Option<Vec<&'a str>>, &'static str, bool);

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
        let read = |cells: contsid_io::graph::Cells<'_>| {
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
        let format = format.map(|word| chosen("format", word)).transpose()?;
        let options = GraphOptions { format, ..how.options()? };
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
        run(py, |_| {
            let written = write_graph(&path, &self.named, &GraphOptions { encoding, ..GraphOptions::default() });
            Ok(written.map_err(|error| unwritable_graph(&error))?)
        })
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
        Ok(PyList::new(py, self.nodes())?.try_iter()?.into_any())
    }

    /// Whether there is an observed node of this name.
    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<&str>().is_ok_and(|name| self.named.names().node(name).is_some())
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
    fn effects(&self, undirected: Undirected, adjustment: AdjustmentRule) -> PyResult<EffectGraph> {
        let directed = self.named.directed_by(undirected).map_err(contradictory)?;
        Ok(directed.effects().map_err(contradictory)?.adjusting(adjustment))
    }
}

fn adjustment_rule(word: &str) -> PyResult<AdjustmentRule> {
    chosen("adjustment", word)
}

fn pairs(nodes: usize) -> impl Iterator<Item = (NodeId, NodeId)> {
    NodeId::all(nodes).flat_map(move |a| NodeId::all(nodes).filter(move |&b| a != b).map(move |b| (a, b)))
}

/// The word of a claim, and its set.
fn parts<'a>(claims: &GraphClaims, a: NodeId, b: NodeId, names: &'a NodeNames) -> (&'static str, Option<Vec<&'a str>>) {
    let set = match claims.claim(a, b) {
        Claim::Adjust(set) => Some(set.iter().map(|node| names.name(node)).collect()),
        Claim::None | Claim::Open => None,
    };
    (claims.kind(a, b).name(), set)
}

/// Learnt graphs of any kind, held against a truth by what they claim about effects.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct ClaimComparer {
    truth: NamedGraph<CausalGraph>,
    names: Vec<String>,
    true_effects: ClaimTruth,
    effects: Vec<EffectGraph>,
    found: ClaimComparisons,
    options: ComparisonOptions,
    adjustment: AdjustmentRule,
    data: Option<Py<Prepared>>,
    threads: Option<usize>,
}

#[pymethods]
impl ClaimComparer {
    #[new]
    fn new(
        py: Python<'_>,
        truth: &HiddenGraph,
        learnt: Vec<PyRef<'_, HiddenGraph>>,
        names: Vec<String>,
        data: Option<Py<Prepared>>,
        scope: Option<Scope>,
        adjustment: &str,
    ) -> PyResult<Self> {
        let (scope, adjustment) = (scope.unwrap_or_default(), adjustment_rule(adjustment)?);
        let undirected = scope.undirected()?;
        let options = ComparisonOptions {
            undirected,
            selection: Some(scope.selection(truth.named.names())?),
            memory_limit: contsid_io::available_memory(),
            ..ComparisonOptions::default()
        };
        let directed = truth.named.directed_by(undirected).map_err(contradictory)?;
        let true_effects = directed.claim_truth().map_err(contradictory)?.adjusting(adjustment);
        let aligned = |learnt: &PyRef<'_, HiddenGraph>| {
            let named = learnt.named.aligned_to(&truth.named).map_err(misaligned)?;
            HiddenGraph { named }.effects(undirected, adjustment)
        };
        let effects = learnt.iter().map(aligned).collect::<PyResult<Vec<EffectGraph>>>()?;
        let graphs: Vec<&EffectGraph> = effects.iter().collect();
        let prepared = data.as_ref().map(Py::get);
        let work = |execution: &Execution<'_>| {
            with_data(prepared, execution, |data| {
                let found = compare_claims(&true_effects, &graphs, data, &options, execution);
                found.map_err(|error| error.error.into())
            })
        };
        let found = unless_changed(prepared.map(|data| &data.table), run_on(py, scope.threads, work))?;
        let (truth, threads) = (truth.named.clone(), scope.threads);
        Ok(Self { truth, names, true_effects, effects, found, options, adjustment, data, threads })
    }

    /// All that was found, as JSON.
    fn document(&self, py: Python<'_>) -> PyResult<String> {
        self.with_compared(py, |compared| serde_json::to_string(&ClaimDocument::new(compared)).map_err(refused))
    }

    /// The page.
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        self.with_compared(py, |compared| {
            let report = ClaimReport {
                compared,
                class: self.true_effects.class(),
                claims: &self.found.truth,
                learnt: &self.effects,
                introduction: None,
                command: None,
            };
            report.html().map_err(refused)
        })
    }

    /// The shared, the learnt and the true edges of a learnt graph, whatever their marks.
    fn skeleton(&self, graph: usize) -> PyResult<(usize, usize, usize)> {
        let found = self.found.learnt.get(graph).ok_or_else(|| bad_option("there is no such graph"))?;
        let skeleton = found.marks.skeleton;
        Ok((skeleton.shared, skeleton.learnt, skeleton.truth))
    }

    /// What a learnt graph claims about the selected pairs.
    fn pairs(&self, graph: usize) -> PyResult<Vec<PairRow<'_>>> {
        let names = self.truth.names();
        let found = self.found.learnt.get(graph).ok_or_else(|| bad_option("there is no such graph"))?;
        let selection = self.options.selection_of(names.len()).map_err(not_aligned)?;
        let mistaken: NodePairs =
            found.claims.mistaken_pairs.iter().map(|pair| (pair.treatment, pair.outcome)).collect();
        let row = |(a, b)| {
            let (claim, set) = parts(&found.said, a, b, names);
            let truth = self.found.truth.kind(a, b).name();
            (names.name(a), names.name(b), claim, set, truth, mistaken.contains(&(a, b)))
        };
        Ok(pairs(names.len()).filter(|&(a, b)| selection.contains(a, b)).map(row).collect())
    }
}

type NodePairs = std::collections::BTreeSet<(NodeId, NodeId)>;

impl ClaimComparer {
    fn with_compared<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(ComparedClaims<'_>) -> PyResult<R> + Send,
    ) -> PyResult<R> {
        let learnt = self.names.iter().zip(&self.found.learnt);
        let learnt: Vec<ClaimedGraph<'_>> =
            learnt.map(|(name, comparison)| ClaimedGraph { name, comparison }).collect();
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let standings = rank_claims(&names, &self.found.learnt.iter().collect::<Vec<_>>());
        let prepared = self.data.as_ref().map(Py::get);
        let description = prepared.map(|data| data.table.description());
        run_on(py, self.threads, |execution| {
            with_data(prepared, execution, |data| {
                let compared = ComparedClaims {
                    truth: self.truth.source_name(),
                    names: self.truth.names(),
                    learnt: &learnt,
                    standings: &standings,
                    options: &self.options,
                    adjustment: self.adjustment,
                    data,
                    description: description.as_deref(),
                };
                Ok(work(compared)?)
            })
        })
    }
}

/// Does the work with the data, all rows together and in parts, as far as they are wanted.
fn with_data<R>(
    prepared: Option<&Prepared>,
    execution: &Execution<'_>,
    work: impl FnOnce(ComparisonData<'_>) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let parts = prepared.map(|data| data.parts(execution)).transpose()?.flatten();
    work(ComparisonData { all_rows: prepared.and_then(|data| data.all_rows.as_ref()), parts: parts.as_ref() })
}
