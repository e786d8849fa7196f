//! contSID.

use crate::crossfit::PartChoices;
use crate::distances::{Question, Scope};
use crate::errors::{Failure, bad_option, contsid_failure, misaligned, mismatched};
use crate::execution::{run_estimate, run_on};
use crate::graph::Graph;
use crate::options::Choices;
use crate::table::{Table, unless_changed};
use contsid::comparison::{CrossFitting, DataChoices, LeftOut};
use contsid::distance::bounds::Exactness;
use contsid::effect::{Case, ContSidOptions, Effects, Pair, Score};
use contsid::execution::Execution;
use contsid::graph::NodeId;
use contsid_io::graph::{NamedGraph, align};
use contsid_io::table::match_columns;
use numpy::PyArray2;
use pyo3::prelude::*;

/// Data and options, made ready for any number of learnt graphs.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct Prepared {
    /// All rows together, unless they are too many.
    pub(crate) all_rows: Option<contsid::effect::Prepared<'static>>,
    /// The columns, in the order of the nodes.
    pub(crate) table: contsid::data::Table,
    pub(crate) options: ContSidOptions,
    /// Which estimates are made.
    pub(crate) choices: DataChoices,
    source_name: String,
    /// The graph whose nodes the columns are.
    nodes: NamedGraph,
    surplus: Vec<String>,
}

/// Checks choices before there are data.
#[pyfunction]
pub(crate) fn check_choices(choices: Choices<'_>) -> PyResult<()> {
    choices.options().map(drop)
}

#[pymethods]
impl Prepared {
    /// Match the columns of a table to the nodes of a graph, and prepare them; without `parts` all rows together,
    /// however many there are.
    #[new]
    fn new(
        py: Python<'_>,
        table: &Table,
        graph: &Graph,
        choices: Choices<'_>,
        parts: Option<PartChoices<'_>>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let options = choices.options()?;
        let alone = DataChoices { crossfit: CrossFitting::Off, always_all_rows: true };
        let choices = parts.as_ref().map_or_else(|| Ok(alone), |parts| parts.choices(table))?;
        let mut matched = match_columns(&table.loaded, &graph.named).map_err(mismatched)?;
        let groups = parts.as_ref().and_then(PartChoices::group_column);
        matched.surplus.retain(|name| Some(name.as_str()) != groups);
        let source_name = table.loaded.source_name().to_owned();
        let all_rows = run_estimate(py, &matched.table, threads, |execution| {
            let all_rows = choices.all_rows(&matched.table, &options, execution);
            all_rows.map_err(|error| contsid_failure(&error, Some(&source_name)))
        });
        let all_rows = unless_changed([&matched.table], all_rows)?;
        let nodes = graph.named.clone();
        Ok(Self { all_rows, table: matched.table, options, choices, source_name, nodes, surplus: matched.surplus })
    }

    /// The ignored columns, which name no node.
    #[getter]
    fn surplus_columns(&self) -> Vec<String> {
        self.surplus.clone()
    }

    /// What the data are, in one line.
    #[getter]
    fn description(&self) -> String {
        self.table.description()
    }

    /// Columns that tell nothing, and what was wanted and is missing.
    #[getter]
    fn notes(&self) -> Vec<String> {
        let left_out = self.choices.left_out(self.table.row_count()).map(|left_out| match left_out {
            LeftOut::AllRows { .. } => format!("{left_out} by crossfit=contsid.Parts(all_rows=True)"),
            LeftOut::CrossFit { .. } => left_out.to_string(),
        });
        self.table.column_notes().into_iter().chain(left_out).collect()
    }

    /// contSID of two graphs on the columns of the table.
    fn compare(&self, py: Python<'_>, truth: &Graph, learnt: &Graph, scope: Option<Scope>) -> PyResult<ContSid> {
        let scope = scope.unwrap_or_default();
        run_estimate(py, &self.table, scope.threads, |execution| {
            let truth = align(&self.nodes, &truth.named).map_err(misaligned)?;
            let question = Question::new(&truth, &learnt.named, &scope)?;
            let pair = question.pair();
            let all_rows =
                self.all_rows.as_ref().ok_or_else(|| Failure::Raised(bad_option("the rows are not together")))?;
            let effects = Effects::single(&question.selection);
            let found = all_rows.score(pair.truth(), pair.learnt(), effects, execution)?;
            Ok(ContSid::new(&found.expect("all rows give a score"), question.names.len()))
        })
    }
}

impl Prepared {
    /// Does the work of a comparison: without parts it may be small.
    pub(crate) fn run<R: Send>(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        work: impl FnOnce(&Execution<'_>) -> Result<R, Failure> + Send,
    ) -> PyResult<R> {
        match self.choices.crossfit {
            CrossFitting::Off => run_estimate(py, &self.table, threads, work),
            _ => run_on(py, threads, work),
        }
    }

    /// The rows in parts, if they are wanted.
    pub(crate) fn parts(
        &self,
        execution: &Execution<'_>,
    ) -> Result<Option<contsid::effect::Prepared<'static>>, Failure> {
        let parts = self.choices.parts(&self.table, &self.options, execution);
        parts.map_err(|error| contsid_failure(&error, Some(&self.source_name)))
    }
}

/// The continuous structural intervention distance, or its bounds.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct ContSid {
    /// The smallest distance of any member of the graphs.
    #[pyo3(get)]
    lower: f64,
    /// The largest distance of any member of the graphs.
    #[pyo3(get)]
    upper: f64,
    /// Whether members attain the bounds.
    #[pyo3(get)]
    is_exact: bool,
    lower_pairs: Vec<Vec<f64>>,
    upper_pairs: Vec<Vec<f64>>,
    /// The case of each pair, empty for those not looked at; none for graphs that are not determined.
    #[pyo3(get)]
    cases: Option<Vec<Vec<&'static str>>>,
}

impl ContSid {
    pub(crate) fn new(found: &Score, node_count: usize) -> Self {
        let distances = |end: fn(&Pair) -> Option<f64>| found.matrix(node_count, 0.0, end);
        let nodes = || NodeId::all(node_count);
        let label = |a, b| found.case(a, b).map_or("", Case::label);
        let cases = || nodes().map(|a| nodes().map(|b| label(a, b)).collect()).collect();
        Self {
            lower: found.span().lower,
            upper: found.span().upper,
            is_exact: found.exactness == Exactness::Exact,
            lower_pairs: distances(|pair| pair.lower.as_ref().map(|found| found.value)),
            upper_pairs: distances(|pair| pair.upper.as_ref().map(|found| found.value)),
            cases: found.is_determined.then(cases),
        }
    }
}

#[pymethods]
impl ContSid {
    /// Whether the distance is one number, not bounds.
    #[getter]
    fn is_determined(&self) -> bool {
        self.cases.is_some()
    }

    /// The smallest distance of each pair: treatments are rows, outcomes columns.
    #[getter]
    fn lower_pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        Ok(PyArray2::from_vec2(py, &self.lower_pairs)?)
    }

    /// The largest distance of each pair: treatments are rows, outcomes columns.
    #[getter]
    fn upper_pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        Ok(PyArray2::from_vec2(py, &self.upper_pairs)?)
    }
}
