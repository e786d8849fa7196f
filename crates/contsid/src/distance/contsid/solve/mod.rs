//! Estimates an estimand on some rows by solving its system once, for all interventions and all outcomes.
//!
//! [`Solver::solve`] needs columns, a [`System`] and a plan of interventions: the columns may be restricted to some
//! rows, and the plan may hold any points, so that parts of the rows are solved at the interventions of all rows.
//! [`AtHand`] and the solver keep solutions for later. The next step in the flow, [`judge`](super::judge), turns solved
//! systems into distances.

mod cache;
mod leave_one_out;
mod regression;
mod solved;
mod workspace;

pub use leave_one_out::leave_one_out_grid;

pub(super) use cache::{AtHand, CACHE_BYTES, LARGEST_KEPT};
pub(super) use solved::{Solved, SolvedWeights, most_product_columns};
pub(super) use workspace::Scratch;

use super::columns::{Columns, InterventionPlan};
use super::pool::Pool;
use super::{ContSidError, Estimand, LambdaChoice};
use crate::embedding::{Lambda, Weighting};
use crate::execution::Execution;
use crate::graph::{NodeId, NodeSet};
use cache::Cache;
use regression::Regression;
use solved::Unsolved;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use workspace::Workspace;

/// An estimand with the ridge parameter that it is estimated with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct System {
    pub(super) estimand: Estimand,
    pub(super) lambda: Lambda,
}

impl AsRef<Estimand> for System {
    fn as_ref(&self) -> &Estimand {
        &self.estimand
    }
}

/// Solves systems, and keeps solutions, ridge parameters and memory for the next ones.
pub(super) struct Solver {
    lambda: LambdaChoice,
    weighting: Weighting,
    /// The ridge parameters that leave-one-out chose for estimands that serve some outcomes.
    chosen_lambdas: Mutex<BTreeMap<(Estimand, NodeSet), Lambda>>,
    cache: Mutex<Cache>,
    workspaces: Pool<Workspace>,
}

impl Solver {
    /// A solver that keeps solved systems of this many bytes together.
    pub(super) fn new(lambda: LambdaChoice, weighting: Weighting, room: u64) -> Self {
        Self {
            lambda,
            weighting,
            chosen_lambdas: Mutex::default(),
            cache: Mutex::new(Cache::with_room(room)),
            workspaces: Pool::default(),
        }
    }

    /// The ridge parameter for this many rows, unless it is chosen for each system.
    pub(super) fn lambda(&self, rows: usize) -> Option<Lambda> {
        match self.lambda {
            LambdaChoice::OneOverN => Some(Lambda::one_over(rows)),
            LambdaChoice::Fixed(lambda) => Some(lambda),
            LambdaChoice::LeaveOneOut => None,
        }
    }

    /// The ridge parameter that leave-one-out chooses for an estimand whose system serves these outcomes.
    ///
    /// # Errors
    ///
    /// If a system cannot be solved, or the computation is stopped.
    pub(super) fn lambda_for(
        &self,
        columns: &Columns,
        estimand: &Estimand,
        outcomes: &NodeSet,
        execution: &Execution<'_>,
    ) -> Result<Lambda, ContSidError> {
        let key = (estimand.clone(), outcomes.clone());
        let chosen = || self.chosen_lambdas.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&lambda) = chosen().get(&key) {
            return Ok(lambda);
        }
        let mut workspace = self.workspaces.take();
        let lambda = leave_one_out::best_lambda(columns, estimand, outcomes, &mut workspace, execution)?;
        self.workspaces.give(workspace);
        chosen().insert(key, lambda);
        Ok(lambda)
    }

    /// Grants up to `wanted` bytes beside the working memory of a comparison, at most half of what the limit leaves.
    ///
    /// # Errors
    ///
    /// If the working memory does not fit the limit.
    pub(super) fn grant(&self, working: u64, wanted: u64, limit: Option<u64>) -> Result<u64, ContSidError> {
        match limit {
            None => Ok(wanted),
            Some(limit) => self.cache().grant(working, wanted, limit),
        }
    }

    /// A system on the rows of `columns` at the interventions of `plan`, solved now and not kept.
    ///
    /// # Errors
    ///
    /// If rounding makes the system singular, weights cannot be corrected, or the computation is stopped.
    pub(super) fn solve(
        &self,
        columns: &Columns,
        system: &System,
        plan: &Arc<InterventionPlan>,
        execution: &Execution<'_>,
    ) -> Result<Arc<Solved>, ContSidError> {
        let Estimand { treatments, adjustment } = &system.estimand;
        let (treatments, adjustment) = (columns.of(treatments), columns.of(adjustment));
        let regression = Regression { treatments, adjustment, plan: Arc::clone(plan), lambda: system.lambda };
        let mut workspace = self.workspaces.take();
        let solved = regression.solve(self.weighting, &mut workspace, execution);
        // If the weights are as large as the matrix, the matrix is not kept for reuse.
        if matches!(solved.as_ref().map(Solved::is_narrow), Ok(true)) {
            self.workspaces.give(workspace);
        }
        solved.map(Arc::new).map_err(|unsolved| explain(&unsolved, columns, system, plan))
    }

    /// `work` with memory that was used before.
    pub(super) fn with_scratch<T>(&self, work: impl FnOnce(&mut Scratch) -> T) -> T {
        let mut workspace = self.workspaces.take();
        let result = work(&mut workspace.scratch);
        self.workspaces.give(workspace);
        result
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn explain(unsolved: &Unsolved, columns: &Columns, system: &System, plan: &InterventionPlan) -> ContSidError {
    let Estimand { treatments, adjustment } = &system.estimand;
    match unsolved {
        Unsolved::Singular => ContSidError::Singular {
            treatments: columns.names_of(treatments),
            adjustment: columns.names_of(adjustment),
            lambda: system.lambda.value(),
        },
        Unsolved::WeightSum { index, error } => {
            let values = plan.points.at(*index);
            let set = |(node, &value): (NodeId, &f64)| {
                format!("{} = {}", columns.name(node), columns.column(node).kernel.shown(value))
            };
            let intervention = treatments.iter().zip(&values).map(set).collect::<Vec<_>>().join(", ");
            ContSidError::WeightSum { intervention, sum: error.sum }
        }
        Unsolved::Cancelled(cancelled) => (*cancelled).into(),
    }
}
