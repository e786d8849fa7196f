//! Estimates an estimand on some rows by solving its system once, for all interventions and all outcomes.
//!
//! [`Solver::solve`] needs columns, a [`System`] and a plan of interventions: the columns may be restricted to some
//! rows, and the plan may hold any points, so parts of the rows are solved at the interventions of all rows.

mod leave_one_out;
mod regression;

pub use leave_one_out::leave_one_out_grid;

pub(crate) use leave_one_out::best_lambda;
pub(crate) use regression::{Corrections, SolvedWeights};

use super::columns::{Columns, InterventionPlan};
use super::rows::Ridge;
use crate::effect::{ContSidError, Estimand};
use crate::embedding::Weighting;
use crate::execution::{Execution, Pool};
use crate::graph::NodeId;
use regression::{Regression, Unsolved};

/// An estimand with the ridge that it is estimated with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct System {
    pub(crate) estimand: Estimand,
    pub(crate) ridge: Ridge,
}

/// Solves systems, and keeps memory for the next ones.
pub(crate) struct Solver {
    weighting: Weighting,
    /// Memory of systems that were solved.
    memory: Pool<Vec<f64>>,
}

impl Solver {
    pub(crate) fn new(weighting: Weighting) -> Self {
        Self { weighting, memory: Pool::default() }
    }

    /// M of a system on the rows of `columns`, with the right sides of `plan`.
    pub(crate) fn solve(
        &self,
        columns: &Columns,
        system: &System,
        plan: &InterventionPlan,
        execution: &Execution<'_>,
    ) -> Result<SolvedWeights, ContSidError> {
        let Estimand { treatments, adjustment } = &system.estimand;
        let (treatments, adjustment) = (columns.of(treatments), columns.of(adjustment));
        let regression = Regression { treatments, adjustment, plan, ridge: system.ridge.value() };
        let mut memory = self.memory.take();
        let solved = regression.solve(&mut memory, execution);
        // If the weights are as large as the matrix, the matrix is not kept for reuse.
        if matches!(solved.as_ref().map(SolvedWeights::is_narrow), Ok(true)) {
            self.memory.give(memory);
        }
        solved.map_err(|unsolved| match unsolved {
            Unsolved::Singular => ContSidError::Singular {
                treatments: columns.names_of(&system.estimand.treatments),
                adjustment: columns.names_of(&system.estimand.adjustment),
                lambda: system.ridge.value() / columns.row_count() as f64,
            },
            Unsolved::Cancelled(cancelled) => cancelled.into(),
        })
    }

    /// What the estimator makes of the weights at each intervention; none if they stay as they are.
    pub(crate) fn corrections(
        &self,
        weights: &SolvedWeights,
        columns: &Columns,
        system: &System,
        plan: &InterventionPlan,
    ) -> Result<Option<Corrections>, ContSidError> {
        Corrections::new(weights, plan, self.weighting).map_err(|(index, error)| {
            let set = |(node, &value): (NodeId, &f64)| {
                format!("{} = {}", columns.name(node), columns.column(node).kernel.shown(value))
            };
            let values = plan.points.at(index);
            let intervention = system.estimand.treatments.iter().zip(&values).map(set).collect::<Vec<_>>().join(", ");
            ContSidError::WeightSum { intervention, sum: error.sum }
        })
    }
}
