//! The distances that need no data.

use crate::errors::{bad_option, misaligned, not_aligned};
use crate::execution::{run, run_on};
use crate::graph::{Graph, class_of};
use crate::options::{chosen, node, node_set, reversal, strategy};
use contsid::comparison::{ShdOf, Undirected, shd_of_classes};
use contsid::distance::bounds::{Exactness, Limits};
use contsid::distance::{ClassWhy, Selection, SidBounds};
use contsid::graph::{Cpdag, GraphClass, GraphPair, NodeId, NodeNames, NodeSet};
use contsid_io::graph::{NamedGraph, align};
use numpy::PyArray2;
use pyo3::prelude::*;

/// The number of nodes from which on graphs are worth more than one thread.
const MANY_NODES: usize = 200;

/// Which pairs are looked at, and what undirected edges mean.
#[derive(Default, FromPyObject)]
pub(crate) struct Scope {
    /// None for the usual meaning.
    undirected: Option<String>,
    treatments: Option<Vec<String>>,
    outcomes: Option<Vec<String>>,
    pub(crate) threads: Option<usize>,
}

/// Two graphs on the same nodes, each with the directed graphs that it allows.
pub(crate) struct Question {
    pub(crate) truth: GraphClass,
    pub(crate) learnt: GraphClass,
    pub(crate) selection: Selection,
    pub(crate) names: NodeNames,
}

impl Question {
    pub(crate) fn new(truth: &NamedGraph, learnt: &NamedGraph, scope: &Scope) -> PyResult<Self> {
        let aligned = align(truth, learnt).map_err(misaligned)?;
        let (undirected, names) = (scope.undirected()?, truth.names());
        Ok(Self {
            truth: class_of(truth, undirected)?,
            learnt: class_of(&aligned, undirected)?,
            selection: scope.selection(names)?,
            names: names.clone(),
        })
    }

    pub(crate) fn pair(&self) -> GraphPair<'_, GraphClass> {
        GraphPair::new(&self.truth, &self.learnt).expect("aligned graphs are on the same nodes")
    }
}

impl Scope {
    pub(crate) fn undirected(&self) -> PyResult<Undirected> {
        self.undirected.as_deref().map_or(Ok(Undirected::default()), |word| chosen("undirected", word))
    }

    /// The pairs of the treatments and outcomes; all without them.
    pub(crate) fn selection(&self, names: &NodeNames) -> PyResult<Selection> {
        let nodes = |wanted: &Option<Vec<String>>| wanted.as_ref().map(|wanted| node_set(names, wanted)).transpose();
        let (treatments, outcomes) = (nodes(&self.treatments)?, nodes(&self.outcomes)?);
        let selection = treatments.into_iter().fold(Selection::all(names.len()), Selection::with_treatments);
        Ok(outcomes.into_iter().fold(selection, Selection::with_outcomes))
    }
}

/// Runs on one thread where more would not pay.
pub(crate) fn sized_run<R: Send>(
    py: Python<'_>,
    nodes: usize,
    threads: Option<usize>,
    work: impl FnOnce(&contsid::execution::Execution<'_>) -> Result<R, crate::errors::Failure> + Send,
) -> PyResult<R> {
    if nodes < MANY_NODES { run(py, work) } else { run_on(py, threads, work) }
}

fn named_pairs(rows: &[NodeSet], names: &NodeNames) -> Vec<(String, String)> {
    let pairs = NodeId::all(rows.len()).zip(rows).flat_map(|(a, row)| row.iter().map(move |b| (a, b)));
    pairs.map(|(a, b)| (names.name(a).to_owned(), names.name(b).to_owned())).collect()
}

/// The structural Hamming distance.
#[pyclass(frozen, get_all, module = "contsid._core")]
pub(crate) struct Shd {
    /// The number of pairs of nodes whose edge differs.
    count: usize,
    /// Edges of the truth only.
    missing: usize,
    /// Edges of the learnt graph only.
    extra: usize,
    /// Edges that point the other way.
    reversed: usize,
    /// Edges that only one graph directs.
    undirected: usize,
    /// The count divided by the number of pairs of nodes.
    normalised: f64,
}

impl From<contsid::distance::Shd> for Shd {
    fn from(found: contsid::distance::Shd) -> Self {
        let normalised = found.normalised();
        let contsid::distance::Shd { count, missing, extra, reversed, undirected, .. } = found;
        Self { count, missing, extra, reversed, undirected, normalised }
    }
}

/// The structural Hamming distance of two graphs.
#[pyfunction]
pub(crate) fn shd(
    py: Python<'_>,
    truth: &Graph,
    learnt: &Graph,
    reversal_cost: i64,
    shd_of: &str,
    scope: Option<Scope>,
) -> PyResult<Shd> {
    let (reversal, of, scope) = (reversal(reversal_cost)?, chosen("shd_of", shd_of)?, scope.unwrap_or_default());
    run(py, |_| {
        let learnt = learnt.renamed(align(&truth.named, &learnt.named).map_err(misaligned)?);
        let selection = scope.selection(truth.named.names())?;
        let found = match of {
            ShdOf::Graphs => {
                let pair = GraphPair::new(truth.named.graph(), learnt.named.graph()).map_err(not_aligned)?;
                contsid::distance::shd(pair, reversal, &selection)
            }
            ShdOf::Classes => {
                let [truth, learnt] = [truth.class()?, learnt.class()?];
                let pair = GraphPair::new(&truth, &learnt).map_err(not_aligned)?;
                shd_of_classes(pair, reversal, &selection)
            }
        };
        Ok(found.into())
    })
}

/// The structural intervention distance, or its bounds.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct Sid {
    pub(crate) found: SidBounds,
    pub(crate) names: NodeNames,
}

#[pymethods]
impl Sid {
    /// The smallest distance of any member of the graphs.
    #[getter]
    fn lower(&self) -> usize {
        self.found.lower
    }

    /// The largest distance of any member of the graphs.
    #[getter]
    fn upper(&self) -> usize {
        self.found.upper
    }

    /// Whether members attain the bounds.
    #[getter]
    fn is_exact(&self) -> bool {
        self.found.exactness == Exactness::Exact
    }

    /// The smallest and the largest distance over the number of pairs that were looked at.
    #[getter]
    fn normalised(&self) -> (f64, f64) {
        self.found.normalised().into()
    }

    /// The pairs (treatment, outcome) that are wrong in every member.
    #[getter]
    fn wrong_pairs(&self) -> Vec<(String, String)> {
        named_pairs(&self.found.always_wrong, &self.names)
    }

    /// The pairs (treatment, outcome) that are wrong in some member.
    #[getter]
    fn possibly_wrong_pairs(&self) -> Vec<(String, String)> {
        named_pairs(&self.found.ever_wrong, &self.names)
    }

    /// 2 for each pair that is wrong in every member, 1 for those wrong in some; treatments are rows.
    #[getter]
    fn mistakes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = self.names.len();
        let mut rows = vec![vec![0; size]; size];
        for (level, sets) in [(1, &self.found.ever_wrong), (2, &self.found.always_wrong)] {
            for (row, set) in rows.iter_mut().zip(sets) {
                set.iter().for_each(|node| row[node.index()] = level);
            }
        }
        Ok(PyArray2::from_vec2(py, &rows)?)
    }
}

/// The structural intervention distance of two graphs.
#[pyfunction]
pub(crate) fn sid(py: Python<'_>, truth: &Graph, learnt: &Graph, scope: Option<Scope>) -> PyResult<Sid> {
    let scope = scope.unwrap_or_default();
    sized_run(py, truth.named.names().len(), scope.threads, |execution| {
        let question = Question::new(&truth.named, &learnt.named, &scope)?;
        let (pair, limits) = (question.pair(), Limits::default());
        let found = contsid::distance::sid_bounds(pair, &question.selection, limits, execution)?;
        Ok(Sid { found, names: question.names })
    })
}

/// The effects that a learnt graph gets wrong by one adjustment strategy.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct Mistakes {
    pub(crate) found: contsid::distance::Mistakes,
    pub(crate) names: NodeNames,
}

#[pymethods]
impl Mistakes {
    /// The number of wrong pairs.
    #[getter]
    fn count(&self) -> usize {
        self.found.count()
    }

    /// The share of wrong pairs among those looked at.
    #[getter]
    fn normalised(&self) -> f64 {
        self.found.normalised()
    }

    /// 1 for each pair that is wrong; treatments are rows.
    #[getter]
    fn matrix<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = self.names.len();
        let mut rows = vec![vec![0; size]; size];
        self.found.pairs().for_each(|(treatment, outcome)| rows[treatment.index()][outcome.index()] = 1);
        Ok(PyArray2::from_vec2(py, &rows)?)
    }

    /// The wrong pairs (treatment, outcome).
    #[getter]
    fn wrong_pairs(&self) -> Vec<(String, String)> {
        let name = |node| self.names.name(node).to_owned();
        self.found.pairs().map(|(treatment, outcome)| (name(treatment), name(outcome))).collect()
    }
}

/// The adjustment identification distance of two graphs by one strategy.
#[pyfunction]
pub(crate) fn aid(
    py: Python<'_>,
    truth: &Graph,
    learnt: &Graph,
    strategy_name: &str,
    scope: Option<Scope>,
) -> PyResult<Mistakes> {
    let scope = scope.unwrap_or_default();
    let strategy = strategy(strategy_name)?;
    sized_run(py, truth.named.names().len(), scope.threads, |execution| {
        let question = Question::new(&truth.named, &learnt.named, &scope)?;
        let (pair, selection) = (question.pair(), &question.selection);
        let found = contsid::distance::class_identification_mistakes(pair, strategy, selection, execution)?;
        Ok(Mistakes { found, names: question.names })
    })
}

/// A treatment and an outcome, which must differ.
fn two_nodes(names: &NodeNames, treatment: &str, outcome: &str) -> PyResult<(NodeId, NodeId)> {
    let (treatment, outcome) = (node(names, treatment)?, node(names, outcome)?);
    if treatment == outcome {
        let name = names.name(treatment);
        return Err(not_aligned(format!("the treatment and the outcome are both `{name}`")));
    }
    Ok((treatment, outcome))
}

/// Whether adjusting for a set gives the effect of a treatment on an outcome in a directed acyclic graph.
#[pyfunction]
pub(crate) fn is_valid_adjustment(
    graph: &Graph,
    treatment: &str,
    outcome: &str,
    adjustment: Vec<String>,
) -> PyResult<bool> {
    let dag = graph.named.to_dag().map_err(crate::errors::not_a_graph)?;
    let names = graph.named.names();
    let (treatment, outcome) = two_nodes(names, treatment, outcome)?;
    let adjustment = node_set(names, &adjustment)?;
    if let Some(same) = [treatment, outcome].into_iter().find(|&node| adjustment.contains(node)) {
        let name = names.name(same);
        return Err(not_aligned(format!("`{name}` is the treatment or the outcome, and cannot be adjusted for")));
    }
    Ok(contsid::adjustment::is_valid_adjustment(&dag, treatment, outcome, &adjustment))
}

/// Why an effect is read off rightly or wrongly, in sentences.
#[pyfunction]
pub(crate) fn why(
    py: Python<'_>,
    truth: &Graph,
    learnt: &Graph,
    treatment: &str,
    outcome: &str,
    scope: Option<Scope>,
) -> PyResult<String> {
    let question = Question::new(&truth.named, &learnt.named, &scope.unwrap_or_default())?;
    let names = &question.names;
    let (treatment, outcome) = two_nodes(names, treatment, outcome)?;
    run(py, |_| {
        let why = ClassWhy::new(question.pair(), treatment, outcome, ClassWhy::MOST_WAYS).map_err(bad_option)?;
        Ok(why.in_words(names))
    })
}

/// The completed graph of the Markov equivalence class of a graph.
#[pyfunction]
pub(crate) fn cpdag(py: Python<'_>, graph: &Graph) -> PyResult<Graph> {
    let completed = run(py, |_| Ok(Cpdag::of(graph.class()?.extension()).into()))?;
    let (source, names) = (graph.named.source_name(), graph.named.names());
    let named = NamedGraph::with_naming(source, names, graph.named.naming(), completed);
    Ok(named.map_err(crate::errors::not_a_graph)?.into())
}
