//! One row of the matrix: all outcomes of one treatment.

use super::column::PreparedColumn;
use super::signal::Signal;
use super::solved::Solved;
use super::{Case, ContSidError, Prepared};
use crate::embedding::Lambda;
use crate::graph::{NodeId, NodeSet};
use crate::numeric::Matrix;
use std::sync::Arc;

/// What is asked about one treatment.
#[derive(Clone, Debug)]
pub struct RowQuestion<'a> {
    /// The treatment.
    pub treatment: NodeId,
    /// Its parents in the true graph, the adjustment set there.
    pub truth_parents: &'a NodeSet,
    /// Its parents in the learnt graph.
    pub learnt_parents: &'a NodeSet,
    /// The case of each node as outcome; none for the treatment.
    pub cases: &'a [Option<Case>],
}

impl RowQuestion<'_> {
    /// Whether a pair in this case has a distance that must be estimated.
    fn is_estimated(&self, case: Case) -> bool {
        match case {
            Case::NoPath | Case::Agreed => false,
            Case::TruthOnly | Case::LearntOnly => true,
            // With the same adjustment set the two estimates are the same, whatever the rule of agreement says.
            Case::Different => self.truth_parents != self.learnt_parents,
        }
    }

    fn outcomes(&self, needed: impl Fn(Case) -> bool) -> NodeSet {
        let nodes = NodeId::all(self.cases.len());
        NodeSet::of(self.cases.len(), nodes.filter(|node| self.cases[node.index()].is_some_and(&needed)))
    }
}

/// The solved systems of a row, as far as they are needed.
pub(super) struct Sides {
    pub(super) truth: Option<Arc<Solved>>,
    pub(super) learnt: Option<Arc<Solved>>,
    /// M₂ − M₁, where both are needed and nothing corrects them.
    difference: Option<Matrix>,
}

/// Where the system of an adjustment set comes from.
pub(super) type SystemSource<'a> = dyn Fn(&NodeSet, Lambda) -> Result<Arc<Solved>, ContSidError> + 'a;

impl Prepared {
    /// d(treatment, j) for each outcome j; 0 for the treatment itself.
    ///
    /// A row depends on the two graphs through the parents of the treatment and the cases only.
    ///
    /// # Errors
    ///
    /// If a system cannot be solved.
    pub fn row(&self, question: &RowQuestion<'_>) -> Result<Vec<f64>, ContSidError> {
        let treatments = self.only(question.treatment);
        self.row_with(question, &|parents, lambda| self.solved(&treatments, parents, lambda))
    }

    /// As [`row`](Self::row), with solved systems from elsewhere.
    pub(super) fn row_with(
        &self,
        question: &RowQuestion<'_>,
        systems: &SystemSource<'_>,
    ) -> Result<Vec<f64>, ContSidError> {
        let sides = self.sides(question, systems)?;
        let mut distances = vec![0.0; question.cases.len()];
        for case in [Case::TruthOnly, Case::LearntOnly, Case::Different] {
            let outcomes = question.outcomes(|other| other == case && question.is_estimated(case));
            if !outcomes.is_empty() {
                self.fill_distances(case, &sides, &outcomes, &mut distances);
            }
        }
        Ok(distances)
    }

    pub(super) fn sides(&self, question: &RowQuestion<'_>, systems: &SystemSource<'_>) -> Result<Sides, ContSidError> {
        let estimated = |case| question.is_estimated(case);
        let side = |parents: &NodeSet, needed: fn(Case) -> bool| {
            let outcomes = question.outcomes(|case| estimated(case) && needed(case));
            if outcomes.is_empty() {
                return Ok(None);
            }
            // One system serves both graphs where their parents are the same.
            let shared = question.truth_parents == question.learnt_parents;
            let targets = if shared { question.outcomes(estimated) } else { outcomes };
            let lambda = self.lambda_for(&self.only(question.treatment), parents, &targets)?;
            systems(parents, lambda).map(Some)
        };
        let truth = side(question.truth_parents, Case::needs_truth)?;
        let learnt = side(question.learnt_parents, Case::needs_learnt)?;
        let wanted = question.cases.iter().flatten().any(|&case| case == Case::Different && estimated(case));
        let difference = match (&truth, &learnt) {
            (Some(truth), Some(learnt)) if wanted && truth.corrections.is_none() => {
                Some(learnt.weights.minus(&truth.weights))
            }
            _ => None,
        };
        Ok(Sides { truth, learnt, difference })
    }

    /// The distances of the outcomes in one case.
    fn fill_distances(&self, case: Case, sides: &Sides, outcomes: &NodeSet, distances: &mut [f64]) {
        let signal = match (case, sides) {
            (Case::Different, Sides { difference: Some(difference), learnt: Some(learnt), .. }) => {
                Signal::of_difference(difference, &learnt.plan)
            }
            (Case::Different, Sides { truth: Some(truth), learnt: Some(learnt), .. }) => Signal::between(truth, learnt),
            (Case::TruthOnly, Sides { truth: Some(solved), .. })
            | (Case::LearntOnly, Sides { learnt: Some(solved), .. }) => Signal::against_marginal(solved),
            _ => unreachable!("the systems that a case needs are solved, and the other cases need none"),
        };
        let targets: Vec<&PreparedColumn> = outcomes.iter().map(|node| &self.columns[node.index()]).collect();
        for (node, norm) in outcomes.iter().zip(signal.mean_norms(&targets)) {
            let divisor = if self.options.normalise.divides(case) { self.columns[node.index()].norm } else { 1.0 };
            distances[node.index()] = norm / divisor;
        }
    }
}
