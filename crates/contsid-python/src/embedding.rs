//! Embeddings of intervention distributions.

use crate::errors::{EstimationError, Failure, bad_option, mismatched, not_a_graph, not_aligned};
use crate::execution::run;
use crate::graph::Graph;
use crate::options::{Choices, node, node_set, shown};
use crate::table::{Table, unless_changed};
use contsid::data::Column;
use contsid::effect::Prepared;
use contsid::embedding::{
    AverageError, DiscrepancyError, FitError, InterventionColumns, InterventionMeanEmbedding, MeanEmbedding,
};
use contsid::graph::{NodeId, NodeSet};
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

estimation_errors!(AverageError, FitError, DiscrepancyError);

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
    fitted: InterventionMeanEmbedding,
    treatment: Column,
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
        let set = adjustment.map_or_else(|| parents(&graph.named, treatment), |wanted| node_set(names, &wanted))?;
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
            Ok(InterventionMeanEmbedding::fit(columns, lambda, options.estimator, execution)?)
        });
        let fitted = unless_changed([&data], fitted)?;
        let adjustment = set.iter().map(|node| names.name(node).to_owned()).collect();
        Ok(Self { fitted, treatment: data.column(treatment).clone(), adjustment, arguments })
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
        let mean = run(slf.py(), |execution| Ok(this.fitted.averaged(&points, execution)?))?;
        Ok(Embedding { mean, fitted: slf.clone().unbind(), value: value.clone().unbind() })
    }

    /// The distance of two such distributions at a value, by default its average over the observed values.
    fn mmd(&self, py: Python<'_>, other: &Self, value: &Bound<'_, PyAny>) -> PyResult<f64> {
        let points = self.points(value)?;
        run(py, |execution| Ok(self.fitted.averaged_mcmd(&other.fitted, &points, execution)?))
    }
}

impl InterventionalEmbedding {
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
        run(py, |_| self.mean.mmd(&other.mean).map_err(failed))
    }

    /// The density at each point of a grid.
    fn density<'py>(&self, py: Python<'py>, grid: Vec<f64>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let density = run(py, |_| Ok(self.mean.density(&grid)))?;
        let values = density.ok_or_else(|| bad_option("the kernel imq has no density: take another kernel"))?;
        Ok(PyArray1::from_vec(py, values))
    }
}
