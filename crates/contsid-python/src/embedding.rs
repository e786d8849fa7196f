//! Embeddings of intervention distributions.

use crate::errors::{EstimationError, Failure, bad_option, not_aligned};
use crate::execution::run;
use crate::graph::Graph;
use crate::options::{Choices, node, node_set, shown};
use crate::table::Table;
use contsid::data::Column;
use contsid::distance::contsid::{LambdaChoice, Prepared};
use contsid::embedding::{InterventionColumns, InterventionMeanEmbedding, Lambda, MeanEmbedding};
use contsid::graph::{NodeId, NodeSet};
use contsid_io::table::match_columns;
use numpy::PyArray1;
use pyo3::prelude::*;
use std::fmt::Display;
use std::sync::Arc;

fn failed(error: impl Display) -> Failure {
    Failure::Raised(EstimationError::new_err(error.to_string()))
}

/// The function from the value that a treatment is set to, to the distribution of an outcome.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct InterventionalEmbedding {
    fitted: InterventionMeanEmbedding,
    treatment: Column,
    adjustment: Vec<String>,
}

#[pymethods]
impl InterventionalEmbedding {
    /// Fit it, adjusting for a set of nodes, by default the parents of the treatment.
    #[new]
    #[pyo3(signature = (graph, table, treatment, outcome, adjustment, choices))]
    fn new(
        py: Python<'_>,
        graph: &Graph,
        table: &Table,
        treatment: &str,
        outcome: &str,
        adjustment: Option<Vec<String>>,
        choices: Choices<'_>,
    ) -> PyResult<Self> {
        let (options, names) = (choices.options()?, graph.named.names());
        let (treatment, outcome) = (node(names, treatment)?, node(names, outcome)?);
        let parents = NodeSet::of(names.len(), graph.named.graph().parents(treatment).iter().copied());
        let set = adjustment.map_or(Ok(parents), |wanted| node_set(names, &wanted))?;
        if let Some(same) = [treatment, outcome].into_iter().find(|&node| set.contains(node) || treatment == outcome) {
            let name = names.name(same);
            return Err(not_aligned(format!("`{name}` is more than one of treatment, outcome and adjustment")));
        }
        let data = match_columns(&table.loaded, &graph.named).map_err(not_aligned)?.table;
        let lambda = match options.lambda {
            LambdaChoice::OneOverN => Lambda::one_over(data.row_count()),
            LambdaChoice::Fixed(lambda) => lambda,
            LambdaChoice::LeaveOneOut => {
                return Err(bad_option("regularization is `loo`: take a number for one effect"));
            }
        };
        let fitted = run(py, |execution| {
            let prepared = Prepared::new(&data, &options, execution)?;
            let column = |node: NodeId| Arc::new(prepared.kernel_column(node).clone());
            let adjustment = set.iter().map(column).collect();
            let columns =
                InterventionColumns { target: column(outcome), treatments: vec![column(treatment)], adjustment };
            InterventionMeanEmbedding::fit(columns, lambda, options.estimator).map_err(failed)
        })?;
        let adjustment = set.iter().map(|node| names.name(node).to_owned()).collect();
        Ok(Self { fitted, treatment: data.column(treatment).clone(), adjustment })
    }

    /// The nodes that are adjusted for.
    #[getter]
    fn adjustment(&self) -> Vec<String> {
        self.adjustment.clone()
    }

    /// The distribution when the treatment is set to a value, by default averaged over the observed values.
    #[pyo3(signature = (value))]
    fn at(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<Embedding> {
        let points = self.points(value)?;
        let embedding = run(py, |execution| {
            let mut sum: Option<MeanEmbedding> = None;
            for &point in &points {
                execution.check()?;
                let next = self.fitted.at(&[point]).map_err(failed)?;
                sum = Some(match sum {
                    None => next,
                    Some(sum) => added(&sum, &next),
                });
            }
            let sum = sum.expect("there is at least one value");
            let weights = sum.weights().iter().map(|weight| weight / points.len() as f64).collect();
            Ok(MeanEmbedding::weighted(Arc::clone(sum.column()), weights))
        })?;
        Ok(Embedding { embedding })
    }

    /// The distance of two such distributions at a value, by default its average over the observed values.
    #[pyo3(signature = (other, value))]
    fn mmd(&self, py: Python<'_>, other: &Self, value: &Bound<'_, PyAny>) -> PyResult<f64> {
        let points = self.points(value)?;
        run(py, |execution| {
            let mut sum = 0.0;
            for point in &points {
                execution.check()?;
                sum += self.fitted.mcmd(&other.fitted, &[vec![*point]]).map_err(failed)?.iter().sum::<f64>();
            }
            Ok(sum / points.len() as f64)
        })
    }
}

impl InterventionalEmbedding {
    /// The number that stands for a value of the treatment; those of all observed values without one.
    fn points(&self, value: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
        let refused = |words: &str| bad_option(format!("the treatment is set to {}: take {words}", shown(value)));
        match &self.treatment {
            Column::Numeric(values) if value.is_none() => Ok(values.clone()),
            Column::Categorical { codes, .. } if value.is_none() => {
                Ok(codes.iter().map(|&code| f64::from(code)).collect())
            }
            Column::Numeric(_) => match value.extract::<f64>() {
                Ok(number) if number.is_finite() => Ok(vec![number]),
                _ => Err(refused("a finite number")),
            },
            Column::Categorical { levels, .. } => {
                let level = value.str()?.to_string();
                let code = levels.iter().position(|known| *known == level);
                code.map(|code| vec![code as f64]).ok_or_else(|| refused("one of its categories"))
            }
        }
    }
}

fn added(a: &MeanEmbedding, b: &MeanEmbedding) -> MeanEmbedding {
    let weights = a.weights().iter().zip(b.weights()).map(|(a, b)| a + b).collect();
    MeanEmbedding::weighted(Arc::clone(a.column()), weights)
}

/// A distribution as a weighted sum of kernels.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct Embedding {
    embedding: MeanEmbedding,
}

#[pymethods]
impl Embedding {
    /// The weight of each observation.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.embedding.weights())
    }

    /// The norm of the embedding.
    #[getter]
    fn norm(&self) -> f64 {
        self.embedding.norm()
    }

    /// The maximum mean discrepancy of two distributions.
    fn mmd(&self, other: &Self) -> PyResult<f64> {
        self.embedding.mmd(&other.embedding).map_err(|error| EstimationError::new_err(error.to_string()))
    }

    /// The density at each point of a grid.
    fn density<'py>(&self, py: Python<'py>, grid: Vec<f64>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let density = self.embedding.density(&grid);
        let values = density.ok_or_else(|| bad_option("the kernel imq has no density: take another kernel"))?;
        Ok(PyArray1::from_vec(py, values))
    }
}
