//! Embeddings of intervention distributions.

use crate::errors::{EstimationError, Failure, bad_option, mismatched, not_a_graph, not_aligned};
use crate::execution::run;
use crate::graph::Graph;
use crate::options::{Choices, node, node_set, shown};
use crate::table::{Table, unless_changed};
use contsid::data::Column;
use contsid::effect::{ContSidOptions, Prepared};
use contsid::embedding::{
    AverageError, ConditionalMeanEmbedding, DiscrepancyError, FitError, InterventionColumns, InterventionMeanEmbedding,
    KernelMismatch, MeanEmbedding,
};
use contsid::execution::Execution;
use contsid::graph::{NodeId, NodeSet};
use contsid::kernel::{Kernel, KernelColumn};
use contsid::named::Named;
use contsid_io::graph::NamedGraph;
use contsid_io::table::match_columns;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use std::fmt::Display;
use std::sync::Arc;

fn failed(error: impl Display) -> Failure {
    Failure::Raised(EstimationError::new_err(error.to_string()))
}

/// Errors of estimates, which may have been stopped.
macro_rules! estimation_errors {
    ($($error:ident),+) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                if let $error::Cancelled(_) = error { Self::Cancelled } else { failed(error) }
            }
        })+
    };
}

estimation_errors!(AverageError, FitError);

impl From<KernelMismatch> for Failure {
    fn from(error: KernelMismatch) -> Self {
        match error {
            KernelMismatch::Kernels { left, right } => failed(format!(
                "the embeddings have different kernels, {} and {}: fit both with the same kernel and bandwidth",
                in_words(left),
                in_words(right)
            )),
            error => failed(error),
        }
    }
}

impl From<DiscrepancyError> for Failure {
    fn from(error: DiscrepancyError) -> Self {
        match error {
            DiscrepancyError::Cancelled(_) => Self::Cancelled,
            DiscrepancyError::Kernels(error) => error.into(),
            error => failed(error),
        }
    }
}

fn in_words(kernel: Kernel) -> String {
    let name = kernel.family().name();
    kernel
        .bandwidth()
        .map_or_else(|| name.to_owned(), |bandwidth| format!("{name} with bandwidth {}", bandwidth.value()))
}

/// What an intervention does to an outcome.
enum Response {
    /// The outcome follows the treatment.
    Fitted(InterventionMeanEmbedding),
    /// The outcome is a cause of the treatment, and keeps its distribution.
    Marginal(MeanEmbedding),
}

impl Response {
    fn averaged(&self, points: &[Vec<f64>], execution: &Execution<'_>) -> Result<MeanEmbedding, Failure> {
        match self {
            Self::Fitted(fitted) => Ok(fitted.averaged(points, execution)?),
            Self::Marginal(mean) => Ok(mean.clone()),
        }
    }

    /// The mean of the distances at the points.
    fn distance(&self, other: &Self, points: &[Vec<f64>], execution: &Execution<'_>) -> Result<f64, Failure> {
        if let (Self::Fitted(one), Self::Fitted(other)) = (self, other) {
            return Ok(one.averaged_mcmd(other, points, execution)?);
        }
        let at = |response: &Self, point: &Vec<f64>| response.averaged(std::slice::from_ref(point), execution);
        let distances = points.iter().map(|point| Ok(at(self, point)?.mmd(&at(other, point)?)?));
        Ok(distances.sum::<Result<f64, Failure>>()? / points.len() as f64)
    }
}

/// The parents of a treatment, which are an adjustment set in a directed acyclic graph.
fn parents(graph: &NamedGraph, treatment: NodeId) -> PyResult<NodeSet> {
    let dag = graph.to_dag().map_err(|error| {
        not_a_graph(format!("{error}; direct its edges, or name the nodes to adjust for by adjustment=[…]"))
    })?;
    Ok(NodeSet::of(dag.node_count(), dag.parents(treatment).iter().copied()))
}

/// The function from the value that a treatment is set to, to the distribution of an outcome.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct InterventionalEmbedding {
    fitted: Response,
    treatment: Column,
    outcome: Column,
    adjustment: Vec<String>,
    /// What it was fitted to, for pickling.
    arguments: Py<PyTuple>,
}

#[pymethods]
impl InterventionalEmbedding {
    /// Fit it, adjusting for a set of nodes, by default the parents of the treatment.
    #[new]
    fn new(
        py: Python<'_>,
        graph: Py<Graph>,
        table: Py<Table>,
        treatment: &str,
        outcome: &str,
        adjustment: Option<Vec<String>>,
        choices: Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let arguments = (&graph, &table, treatment, outcome, &adjustment, &choices).into_pyobject(py)?.unbind();
        let (graph, table) = (graph.get(), table.get());
        let (options, names) = (choices.extract::<Choices<'_>>()?.options()?, graph.named.names());
        let (treatment, outcome) = (node(names, treatment)?, node(names, outcome)?);
        let by_parents = adjustment.is_none();
        let set = adjustment.map_or_else(|| parents(&graph.named, treatment), |wanted| node_set(names, &wanted))?;
        let is_cause = by_parents && set.contains(outcome);
        if is_cause {
            return Self::marginal(py, table, &graph.named, (treatment, outcome), &options, arguments);
        }
        if let Some(same) = [treatment, outcome].into_iter().find(|&node| set.contains(node) || treatment == outcome) {
            let name = names.name(same);
            return Err(not_aligned(format!("`{name}` is more than one of treatment, outcome and adjustment")));
        }
        let data = match_columns(&table.loaded, &graph.named).map_err(mismatched)?.table;
        let fitted = run(py, |execution| {
            let prepared = Prepared::new(&data, &options, execution)?;
            let by_system = || bad_option("lambda_ is `loo`: take a number for one effect");
            let lambda = prepared.lambda().ok_or_else(by_system)?;
            let column = |node: NodeId| Arc::new(prepared.kernel_column(node).clone());
            let adjustment = set.iter().map(column).collect();
            let columns =
                InterventionColumns { outcome: column(outcome), treatments: vec![column(treatment)], adjustment };
            Ok(Response::Fitted(InterventionMeanEmbedding::fit(columns, lambda, options.estimator, execution)?))
        });
        let fitted = unless_changed([&data], fitted)?;
        let adjustment = set.iter().map(|node| names.name(node).to_owned()).collect();
        let [treatment, outcome] = [treatment, outcome].map(|node| data.column(node).clone());
        Ok(Self { fitted, treatment, outcome, adjustment, arguments })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, Py<PyTuple>) {
        (py.get_type::<Self>(), self.arguments.clone_ref(py))
    }

    /// The nodes that are adjusted for.
    #[getter]
    fn adjustment(&self) -> Vec<String> {
        self.adjustment.clone()
    }

    /// The distribution when the treatment is set to a value, by default averaged over the observed values.
    fn at(slf: &Bound<'_, Self>, value: &Bound<'_, PyAny>) -> PyResult<Embedding> {
        let this = slf.get();
        let points = this.points(value)?;
        let mean = run(slf.py(), |execution| this.fitted.averaged(&points, execution))?;
        Ok(Embedding { mean, fitted: slf.clone().unbind(), value: value.clone().unbind() })
    }

    /// The distance of two such distributions at a value, by default its average over the observed values.
    fn mmd(&self, py: Python<'_>, other: &Self, value: &Bound<'_, PyAny>) -> PyResult<f64> {
        let points = self.points(value)?;
        run(py, |execution| self.fitted.distance(&other.fitted, &points, execution))
    }

    /// The smallest and the largest observed value of the treatment; none for categories.
    #[getter]
    fn treatment_range(&self) -> Option<(f64, f64)> {
        match &self.treatment {
            Column::Numeric(numbers) => {
                let values = numbers.values();
                let fold = |pick: fn(f64, f64) -> f64| values.iter().copied().reduce(pick);
                fold(f64::min).zip(fold(f64::max))
            }
            Column::Categorical { .. } => None,
        }
    }

    /// The categories of the outcome; none for numbers.
    #[getter]
    fn outcome_levels(&self) -> Option<Vec<String>> {
        match &self.outcome {
            Column::Numeric(_) => None,
            Column::Categorical { levels, .. } => Some(levels.iter().map(ToString::to_string).collect()),
        }
    }
}

impl InterventionalEmbedding {
    /// An outcome that is a cause of the treatment: setting the treatment does not change it.
    fn marginal(
        py: Python<'_>,
        table: &Table,
        graph: &NamedGraph,
        (treatment, outcome): (NodeId, NodeId),
        options: &ContSidOptions,
        arguments: Py<PyTuple>,
    ) -> PyResult<Self> {
        let data = match_columns(&table.loaded, graph).map_err(mismatched)?.table;
        let mean = run(py, |execution| {
            let prepared = Prepared::new(&data, options, execution)?;
            Ok(MeanEmbedding::empirical(Arc::new(prepared.kernel_column(outcome))))
        });
        let fitted = Response::Marginal(unless_changed([&data], mean)?);
        let [treatment, outcome] = [treatment, outcome].map(|node| data.column(node).clone());
        Ok(Self { fitted, treatment, outcome, adjustment: Vec::new(), arguments })
    }

    /// The number of a value of the treatment: the value itself, or the code of a category. Without a value, those of
    /// all observed ones.
    fn points(&self, value: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<f64>>> {
        let refused = |words: &str| bad_option(format!("the treatment is set to {}: take {words}", shown(value)));
        match &self.treatment {
            Column::Numeric(numbers) if value.is_none() => {
                Ok(numbers.values().iter().map(|&value| vec![value]).collect())
            }
            Column::Categorical { codes, .. } if value.is_none() => {
                Ok(codes.iter().map(|&code| vec![f64::from(code)]).collect())
            }
            Column::Numeric(_) => match value.extract::<f64>() {
                Ok(number) if number.is_finite() => Ok(vec![vec![number]]),
                _ => Err(refused("a finite number")),
            },
            Column::Categorical { levels, .. } => {
                let level = value.str()?.to_string();
                let code = levels.iter().position(|known| *known == level);
                code.map(|code| vec![vec![code as f64]]).ok_or_else(|| refused("one of its categories"))
            }
        }
    }
}

/// A distribution as a weighted sum of kernels.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct Embedding {
    mean: MeanEmbedding,
    /// What it is a value of, for pickling.
    fitted: Py<InterventionalEmbedding>,
    value: Py<PyAny>,
}

#[pymethods]
impl Embedding {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>,))> {
        Ok((self.fitted.bind(py).getattr("at")?, (self.value.clone_ref(py),)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (rows, norm) = (self.mean.weights().len(), self.norm(py)?);
        Ok(format!("Embedding({rows} observations, norm {norm:.4})"))
    }

    /// The weight of each observation.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.mean.weights())
    }

    /// The norm of the embedding.
    #[getter]
    fn norm(&self, py: Python<'_>) -> PyResult<f64> {
        run(py, |_| Ok(self.mean.norm()))
    }

    /// The maximum mean discrepancy of two distributions.
    fn mmd(&self, py: Python<'_>, other: &Self) -> PyResult<f64> {
        run(py, |_| Ok(self.mean.mmd(&other.mean)?))
    }

    /// The mean of a numeric outcome: Σ w y / Σ w.
    fn mean(&self) -> PyResult<f64> {
        if self.mean.column().levels().is_some() {
            return Err(bad_option("categories have no mean: take density, which gives their probabilities"));
        }
        let weights = self.mean.weights();
        let sum: f64 = weights.iter().zip(self.mean.column().values()).map(|(weight, value)| weight * value).sum();
        Ok(sum / weights.iter().sum::<f64>())
    }

    /// The density at each point of a grid.
    fn density<'py>(&self, py: Python<'py>, grid: Vec<f64>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let density = run(py, |_| Ok(self.mean.density(&grid)))?;
        let values = density.ok_or_else(|| bad_option("the kernel imq has no density: take another kernel"))?;
        Ok(PyArray1::from_vec(py, values))
    }
}

/// The distance of the distributions of the first rows and of the others, in the only column of a table.
#[pyfunction]
pub(crate) fn mmd(py: Python<'_>, table: &Table, first: usize, choices: Choices<'_>) -> PyResult<f64> {
    let (data, options) = (table.loaded.table(), choices.options()?);
    let distance = run(py, |execution| {
        let prepared = Prepared::new(data, &options, execution)?;
        let column = Arc::new(prepared.kernel_column(NodeId::new(0)));
        let others = column.len() - first;
        let weight = |row: usize| if row < first { 1.0 / first as f64 } else { -1.0 / others as f64 };
        let weights = (0..column.len()).map(weight).collect();
        Ok(MeanEmbedding::weighted(column, weights).norm())
    });
    unless_changed([data], distance)
}

/// The distances of P(first column | other columns) in the first rows of a table and in the others, at some points,
/// which have a value for each of the other columns; of categories their codes.
#[pyfunction]
pub(crate) fn mcmd(
    py: Python<'_>,
    table: &Table,
    first: usize,
    points: Vec<Vec<f64>>,
    choices: Choices<'_>,
) -> PyResult<Vec<f64>> {
    let (data, options) = (table.loaded.table(), choices.options()?);
    let distances = run(py, |execution| {
        let prepared = Prepared::new(data, &options, execution)?;
        let lambda =
            prepared.lambda().ok_or_else(|| bad_option("lambda_ is `loo`: take a number for one regression"))?;
        let columns: Vec<_> = NodeId::all(data.column_count()).map(|node| prepared.kernel_column(node)).collect();
        let part = |column: &KernelColumn, from: usize, to: usize| {
            let values: Vec<f64> = column.values().skip(from).take(to - from).collect();
            Arc::new(KernelColumn::of_numbers(&values, column.kernel()))
        };
        let fit = |from: usize, to: usize| {
            let given = columns[1..].iter().map(|column| part(column, from, to)).collect();
            ConditionalMeanEmbedding::fit(part(&columns[0], from, to), given, lambda, execution)
        };
        let (one, other) = (fit(0, first)?, fit(first, data.row_count())?);
        Ok(one.mcmd(&other, &points)?)
    });
    unless_changed([data], distances)
}
