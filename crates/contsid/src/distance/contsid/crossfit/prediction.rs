//! What parts of some rows predict at given values: the question that experiments ask.
//!
//! A [`Predictor`] holds kernels and bases of all rows, a [`PartPredictor`] the rows of one part. A [`Prediction`] is
//! the estimated embedding of each outcome at the values that treatments were set to. It is never written down value by
//! value: what is needed of it is Σ_x φ(x) ⊗ Ĝ(x), in which the sum over the values comes first.

use super::basis::Basis;
use super::part::{Part, PartSystem};
use super::task::{TaskEstimand, plan_at};
use crate::data::Table;
use crate::distance::contsid::columns::{InterventionPlan, JointPoints, kernel_column};
use crate::distance::contsid::prepared::check_names;
use crate::distance::contsid::solve::Solver;
use crate::distance::contsid::{ContSidError, ContSidOptions, Estimand, LambdaChoice, Ridge};
use crate::embedding::Weighting;
use crate::execution::Execution;
use crate::graph::{NodeId, NodeNames, NodeSet};
use crate::kernel::Kernel;
use crate::numeric::{Matrix, add_multiple};
use std::sync::Arc;

/// Kernels, bases and norms of the columns of a table.
pub(crate) struct Predictor {
    names: NodeNames,
    bases: Vec<Basis>,
    ridge: f64,
    solver: Solver,
}

impl Predictor {
    /// The columns of a table under the kernels of the options, with coordinates also for `further` values of each
    /// column.
    pub(crate) fn new(
        table: &Table,
        options: &ContSidOptions,
        ridge: Ridge,
        further: &[Vec<f64>],
        execution: &Execution<'_>,
    ) -> Result<Self, ContSidError> {
        check_names(table, options)?;
        let nodes: Vec<NodeId> = NodeId::all(table.column_count()).collect();
        let bases = execution.map(&nodes, |&node| {
            let column = kernel_column(table, node, options)?;
            Ok::<_, ContSidError>(Basis::new(&column, &further[node.index()]))
        })?;
        Ok(Self {
            names: table.names().clone(),
            bases,
            ridge: ridge.value(),
            solver: Solver::new(LambdaChoice::OneOverN, Weighting::SumToOne, 0),
        })
    }

    /// The kernel of a column.
    pub(crate) fn kernel(&self, node: NodeId) -> Kernel {
        self.bases[node.index()].kernel()
    }

    /// ‖μ‖ of a column, the norm of the mean of all its values.
    pub(crate) fn norm(&self, node: NodeId) -> f64 {
        self.bases[node.index()].norm()
    }

    /// A column of coordinates for each of these values of a column.
    pub(crate) fn coordinates(&self, node: NodeId, values: &[f64]) -> Matrix {
        self.bases[node.index()].coordinates(values)
    }

    /// The rows of a part, by their values in each column.
    pub(crate) fn part(&self, values: impl IntoIterator<Item = Vec<f64>>) -> PartPredictor<'_> {
        let part = Part::new(&self.names, &self.bases, &[], self.ridge, values);
        PartPredictor { predictor: self, means: part.means(), part }
    }
}

/// The rows of one part.
pub(crate) struct PartPredictor<'a> {
    predictor: &'a Predictor,
    part: Part,
    means: Vec<Vec<f64>>,
}

impl PartPredictor<'_> {
    /// The coordinates of the part's marginal distribution of a column.
    pub(crate) fn mean(&self, node: NodeId) -> &[f64] {
        &self.means[node.index()]
    }

    /// What an estimand says about some outcomes where its treatments are set to these values, a column for each
    /// treatment.
    pub(crate) fn predict(
        &self,
        estimand: &Estimand,
        values: Vec<Vec<f64>>,
        outcomes: &NodeSet,
        execution: &Execution<'_>,
    ) -> Result<Prediction, ContSidError> {
        let plan = self.plan(estimand, values);
        let wanted = TaskEstimand { estimand: estimand.clone(), plan, outcomes: outcomes.iter().collect() };
        let system = self.part.system(&self.predictor.solver, &wanted, execution)?;
        Ok(Prediction { wanted, system })
    }

    /// The mean of the weights of the part's rows over these values, each of which counts by its share.
    pub(crate) fn mean_weights(
        &self,
        estimand: &Estimand,
        values: Vec<Vec<f64>>,
        shares: &[f64],
        execution: &Execution<'_>,
    ) -> Result<Vec<f64>, ContSidError> {
        let plan = self.plan(estimand, values);
        let solved = self.part.solved(&self.predictor.solver, estimand, &plan, execution)?;
        let mut mean = Vec::new();
        for (index, &share) in shares.iter().enumerate() {
            let weights = solved.weights_at(index);
            mean.resize(weights.len(), 0.0);
            add_multiple(&mut mean, &weights, share);
        }
        Ok(mean)
    }

    fn plan(&self, estimand: &Estimand, values: Vec<Vec<f64>>) -> Arc<InterventionPlan> {
        let count = values.first().map_or(0, Vec::len);
        let points = JointPoints { columns: values, weights: vec![1.0 / count as f64; count] };
        Arc::new(plan_at(&self.predictor.bases, &estimand.treatments, points))
    }
}

/// The embeddings Ĝ(x) of some outcomes at the values x that treatments were set to.
pub(crate) struct Prediction {
    wanted: TaskEstimand,
    system: PartSystem,
}

impl Prediction {
    /// Σ_x share(x) φ(x) ⊗ Ĝ(x), a row for each coordinate of φ and a column for each of the outcome; `features` has a
    /// column φ(x) for each x, and `mean` is the part's mean of the outcome.
    pub(crate) fn sum(&self, outcome: NodeId, features: &Matrix, shares: &[f64], mean: &[f64]) -> Matrix {
        let PartSystem { scales, shifts, .. } = &self.system;
        let index = self.wanted.outcomes.binary_search(&outcome).expect("the outcome was asked for");
        let weighted = |factors: &[f64]| shares.iter().zip(factors).map(|(share, factor)| share * factor).collect();
        let mut scaled = features.clone();
        scaled.scale_columns(&weighted(scales) as &Vec<f64>);
        let of_outcome = &self.system.outcomes[index].features;
        let mut sum = match &self.wanted.plan.rows {
            Some(rows) => scaled.times(rows).times_transposed(of_outcome),
            None => scaled.times_transposed(of_outcome),
        };
        sum.add_product(&features.times_vector(&weighted(shifts) as &Vec<f64>), mean);
        sum
    }

    /// Whether there are hardly any data at each value: the weights sum to less than ½.
    pub(crate) fn is_outside(&self) -> impl Iterator<Item = bool> {
        (0..self.system.scales.len()).map(|point| self.system.has_low_overlap(point))
    }
}
