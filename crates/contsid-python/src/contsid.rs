//! contSID.

use crate::distances::{Question, Scope};
use crate::errors::not_aligned;
use crate::execution::run_on;
use crate::graph::Graph;
use crate::options::Choices;
use crate::table::Table;
use contsid::comparison::ContSidScore;
use contsid::distance::bounds::Exactness;
use contsid::distance::contsid::{Case, contsid_limits};
use contsid::embedding::Lambda;
use contsid::graph::NodeId;
use contsid::kernel::Bandwidth;
use contsid::named::Named;
use contsid_io::graph::{NamedGraph, align};
use contsid_io::table::match_columns;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

/// Data and options, made ready for any number of learnt graphs.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct Prepared {
    ready: contsid::distance::contsid::Prepared,
    /// The graph whose nodes the columns are.
    nodes: NamedGraph,
    surplus: Vec<String>,
}

#[pymethods]
impl Prepared {
    /// Match the columns of a table to the nodes of a graph, and prepare them.
    #[new]
    #[pyo3(signature = (table, graph, choices, threads))]
    fn new(
        py: Python<'_>,
        table: &Table,
        graph: &Graph,
        choices: Choices<'_>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let options = choices.options()?;
        let matched = match_columns(&table.loaded, &graph.named).map_err(not_aligned)?;
        let ready = run_on(py, threads, |execution| {
            Ok(contsid::distance::contsid::Prepared::new(&matched.table, &options, execution)?)
        })?;
        Ok(Self { ready, nodes: graph.named.clone(), surplus: matched.surplus })
    }

    /// The columns that are no nodes.
    #[getter]
    fn surplus_columns(&self) -> Vec<String> {
        self.surplus.clone()
    }

    /// The number of rows.
    #[getter]
    fn sample_count(&self) -> usize {
        self.ready.sample_count()
    }

    /// The kernel of each column.
    #[getter]
    fn kernels(&self) -> Vec<(String, &'static str)> {
        let kernels = self.ready.kernels().map(|kernel| kernel.family().name());
        self.nodes.names().iter().map(str::to_owned).zip(kernels).collect()
    }

    /// The bandwidth of each column that has one.
    #[getter]
    fn bandwidths(&self) -> Vec<(String, Option<f64>)> {
        let bandwidths = self.ready.kernels().map(|kernel| kernel.bandwidth().map(Bandwidth::value));
        self.nodes.names().iter().map(str::to_owned).zip(bandwidths).collect()
    }

    /// The ridge parameter, unless it is chosen for each system.
    #[getter]
    fn regularization(&self) -> Option<f64> {
        self.ready.lambda().map(Lambda::value)
    }

    /// contSID of two graphs on the columns of the table.
    #[pyo3(signature = (truth, learnt, scope))]
    fn compare(&self, py: Python<'_>, truth: &Graph, learnt: &Graph, scope: Option<Scope>) -> PyResult<ContSid> {
        let truth = align(&self.nodes, &truth.named).map_err(not_aligned)?;
        let question = Question::new(&truth, &learnt.named, scope.as_ref())?;
        let threads = Scope::threads(scope.as_ref());
        let found = run_on(py, threads, |execution| {
            let (pair, limits) = (question.pair(), contsid_limits());
            Ok(ContSidScore::new(pair, &self.ready, &question.selection, limits, execution)?)
        })?;
        Ok(ContSid::new(&found, question.names.len()))
    }
}

/// The continuous structural intervention distance, or its bounds.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct ContSid {
    lower: f64,
    upper: f64,
    is_exact: bool,
    lower_pairs: Vec<f64>,
    upper_pairs: Vec<f64>,
    cases: Option<Vec<Vec<&'static str>>>,
}

impl ContSid {
    pub(crate) fn new(found: &ContSidScore, node_count: usize) -> Self {
        let nodes = || NodeId::all(node_count);
        let label = |a, b| found.case(a, b).map_or("", Case::label);
        let cases = || nodes().map(|a| nodes().map(|b| label(a, b)).collect()).collect();
        Self {
            lower: found.lower(),
            upper: found.upper(),
            is_exact: found.exactness() == Exactness::Exact,
            lower_pairs: nodes().flat_map(|node| found.lower_row(node).to_vec()).collect(),
            upper_pairs: nodes().flat_map(|node| found.upper_row(node).to_vec()).collect(),
            cases: matches!(found, ContSidScore::Determined(_)).then(cases),
        }
    }
}

#[pymethods]
impl ContSid {
    /// The smallest distance of any member of the graphs.
    #[getter]
    fn lower(&self) -> f64 {
        self.lower
    }

    /// The largest distance of any member of the graphs.
    #[getter]
    fn upper(&self) -> f64 {
        self.upper
    }

    /// Whether members attain the bounds.
    #[getter]
    fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// Whether the distance is one number, not bounds.
    #[getter]
    fn is_determined(&self) -> bool {
        self.cases.is_some()
    }

    /// The smallest distance of each pair: treatments are rows, outcomes columns.
    #[getter]
    fn lower_pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        square(py, &self.lower_pairs)
    }

    /// The largest distance of each pair: treatments are rows, outcomes columns.
    #[getter]
    fn upper_pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        square(py, &self.upper_pairs)
    }

    /// The case of each pair, empty for those not looked at; none for graphs that are not determined.
    #[getter]
    fn cases(&self) -> Option<Vec<Vec<&'static str>>> {
        self.cases.clone()
    }
}

fn square<'py>(py: Python<'py>, values: &[f64]) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let size = values.len().isqrt();
    PyArray1::from_slice(py, values).reshape([size, size])
}
