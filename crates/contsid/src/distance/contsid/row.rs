//! One row of the matrix: all outcomes of one treatment.

use super::known::Compared;
use super::signal::Signal;
use super::solved::{Solved, Weights};
use super::system::System;
use super::{Case, ContSidError, Prepared};
use crate::embedding::Lambda;
use crate::graph::{NodeId, NodeSet};
use std::sync::Arc;

/// What is asked about one treatment.
#[derive(Clone, Copy, Debug)]
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
        case.is_estimated(self.truth_parents, self.learnt_parents)
    }

    /// What is compared for the outcomes in one case.
    fn compared(&self, case: Case, ridges: &Ridges) -> Compared {
        let side = |parents: &NodeSet, ridge: Option<Lambda>| ridge.map(|lambda| self.system(parents, lambda));
        let truth = side(self.truth_parents, ridges.truth).filter(|_| case.needs_truth());
        let learnt = side(self.learnt_parents, ridges.learnt).filter(|_| case.needs_learnt());
        let mut sides = learnt.into_iter().chain(truth);
        let estimate = sides.next().expect("an estimated case needs a side, whose ridge is known");
        Compared { estimate, other: sides.next() }
    }

    fn system(&self, parents: &NodeSet, lambda: Lambda) -> System {
        System::new(NodeSet::of(self.cases.len(), [self.treatment]), parents.clone(), Some(lambda))
    }

    fn outcomes(&self, needed: impl Fn(Case) -> bool) -> NodeSet {
        let nodes = NodeId::all(self.cases.len());
        NodeSet::of(self.cases.len(), nodes.filter(|node| self.cases[node.index()].is_some_and(&needed)))
    }

    /// The systems that the cases need.
    pub(super) fn sides(&self, ridges: &Ridges, systems: &mut SystemSource<'_>) -> Result<Sides, ContSidError> {
        let wanted = |needed: &dyn Fn(Case) -> bool| {
            self.cases.iter().flatten().any(|&case| self.is_estimated(case) && needed(case))
        };
        let side = |parents: &NodeSet, ridge: Option<Lambda>, needed: fn(Case) -> bool| {
            let ridge = ridge.filter(|_| wanted(&needed));
            ridge.map(|lambda| self.system(parents, lambda))
        };
        let truth_system = side(self.truth_parents, ridges.truth, Case::needs_truth);
        let learnt_system = side(self.learnt_parents, ridges.learnt, Case::needs_learnt);
        let truth = truth_system.as_ref().map(&mut *systems).transpose()?;
        let learnt = match &truth {
            Some(truth) if truth_system == learnt_system => Some(Arc::clone(truth)),
            _ => learnt_system.as_ref().map(systems).transpose()?,
        };
        let difference = match (&truth, &learnt) {
            (Some(truth), Some(learnt)) if wanted(&|case| case == Case::Different) => Solved::difference(truth, learnt),
            _ => None,
        };
        Ok(Sides { truth, learnt, difference })
    }
}

/// The ridge parameters of a row, as far as they are needed.
pub(super) struct Ridges {
    pub(super) truth: Option<Lambda>,
    pub(super) learnt: Option<Lambda>,
}

/// The solved systems of a row, as far as they are needed.
pub(super) struct Sides {
    pub(super) truth: Option<Arc<Solved>>,
    pub(super) learnt: Option<Arc<Solved>>,
    /// M₂ − M₁, where both are needed, nothing corrects them, and they are small beside the system.
    difference: Option<Weights>,
}

/// Where solved systems come from.
pub(super) type SystemSource<'a> = dyn FnMut(&System) -> Result<Arc<Solved>, ContSidError> + 'a;

impl Prepared {
    /// d(treatment, j) for each outcome j; 0 for the treatment itself.
    ///
    /// A row depends on the two graphs through the parents of the treatment and the cases only.
    ///
    /// # Errors
    ///
    /// If a system cannot be solved.
    pub fn row(&self, question: &RowQuestion<'_>) -> Result<Vec<f64>, ContSidError> {
        self.row_with(question, &mut |system| self.solved(system))
    }

    /// As [`row`](Self::row), with solved systems from elsewhere. Distances that are known are not computed again.
    pub(super) fn row_with(
        &self,
        question: &RowQuestion<'_>,
        systems: &mut SystemSource<'_>,
    ) -> Result<Vec<f64>, ContSidError> {
        let ridges = self.ridges(question)?;
        let (mut distances, mut unknown) = (vec![0.0; question.cases.len()], vec![None; question.cases.len()]);
        let mut tasks = Vec::new();
        for case in [Case::TruthOnly, Case::LearntOnly, Case::Different] {
            let outcomes = question.outcomes(|other| other == case && question.is_estimated(case));
            if outcomes.is_empty() {
                continue;
            }
            let compared = question.compared(case, &ridges);
            let missing = self.known.fill(&compared, &outcomes, &mut distances);
            if !missing.is_empty() {
                missing.iter().for_each(|outcome| unknown[outcome.index()] = Some(case));
                tasks.push((case, compared, missing));
            }
        }
        let sides = RowQuestion { cases: &unknown, ..*question }.sides(&ridges, systems)?;
        for (case, compared, missing) in tasks {
            self.fill_distances(case, &sides, &missing, &mut distances);
            self.known.keep(compared, &missing, &distances);
        }
        Ok(distances)
    }

    /// The ridge parameters of the systems that a row needs.
    pub(super) fn ridges(&self, question: &RowQuestion<'_>) -> Result<Ridges, ContSidError> {
        let estimated = |case| question.is_estimated(case);
        // One system serves both graphs where their parents are the same.
        let shared = question.truth_parents == question.learnt_parents;
        let ridge = |parents: &NodeSet, needed: fn(Case) -> bool, has_path: fn(Case) -> bool| {
            if question.outcomes(|case| estimated(case) && needed(case)).is_empty() {
                return Ok(None);
            }
            let targets = question.outcomes(|case| has_path(case) || (shared && case != Case::NoPath));
            self.lambda_for(&self.only(question.treatment), parents, &targets).map(Some)
        };
        Ok(Ridges {
            truth: ridge(question.truth_parents, Case::needs_truth, Case::has_true_path)?,
            learnt: ridge(question.learnt_parents, Case::needs_learnt, Case::has_learnt_path)?,
        })
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
        self.judge(case, &signal, outcomes, distances);
    }

    /// What a signal is worth on each of these outcomes, which are in one case.
    pub(super) fn judge(&self, case: Case, signal: &Signal<'_>, outcomes: &NodeSet, distances: &mut [f64]) {
        let mut workspace = self.workspaces.take();
        for outcome in outcomes.iter() {
            let target = &self.columns[outcome.index()];
            let divisor = if self.options.normalise.divides(case) { target.norm } else { 1.0 };
            distances[outcome.index()] = signal.mean_norm(target, &mut workspace.scratch) / divisor;
        }
        self.workspaces.give(workspace);
    }
}
