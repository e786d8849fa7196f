//! What two graphs say about setting some treatments, and what has to be estimated to compare them.

use super::super::system::System;
use super::super::{Case, ContSidError, Prepared};
use super::TreatmentSets;
use crate::adjustment::{is_valid_joint_adjustment, joint_adjustment, relevant_treatments};
use crate::distance::Selection;
use crate::execution::Execution;
use crate::graph::{Dag, NodeId, NodeSet};
use std::collections::BTreeMap;

/// What one graph says about an outcome under an intervention.
#[derive(Clone, Debug)]
pub(super) enum View {
    /// No treatment matters.
    Unaffected,
    /// The distribution is that of this system of the treatments that matter.
    Adjusted(System),
    /// Some treatments matter, and no set is valid.
    NoAdjustmentSet,
}

/// Two systems, or one and the marginal, whose distributions are compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct Contrast {
    pub(in super::super) truth: Option<System>,
    pub(in super::super) learnt: Option<System>,
}

impl Contrast {
    pub(super) fn case(&self) -> Case {
        match (&self.truth, &self.learnt) {
            (Some(_), None) => Case::TruthOnly,
            (None, Some(_)) => Case::LearntOnly,
            _ => Case::Different,
        }
    }

    pub(super) fn systems(&self) -> impl Iterator<Item = &System> {
        self.truth.iter().chain(&self.learnt)
    }

    /// The treatments of both graphs together.
    pub(super) fn treatments(&self) -> NodeSet {
        let mut sets = self.systems().map(|system| &system.treatments);
        let first = sets.next().expect("a contrast has a system").clone();
        sets.fold(first, |union, set| union | set)
    }
}

/// The answer for one set of treatments and one outcome.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// A graph has no adjustment set.
    LeftOut,
    /// The distance is zero, whatever the data.
    Zero(Case),
    /// It is estimated.
    Estimated(Contrast),
}

/// A set of treatments, by its place, and an outcome outside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) set: usize,
    pub(super) outcome: NodeId,
}

/// The questions in their order: the sets as they are listed, the outcomes of each by number.
pub(super) fn questions(sets: &TreatmentSets, selection: &Selection) -> Vec<Question> {
    let of_set = |(set, treatments): (usize, &NodeSet)| {
        let outcomes = selection.outcomes() - treatments;
        outcomes.iter().map(|outcome| Question { set, outcome }).collect::<Vec<_>>()
    };
    sets.iter().enumerate().flat_map(of_set).collect()
}

impl Prepared {
    /// What a graph says about each question.
    pub(super) fn views(
        &self,
        graph: &Dag,
        sets: &TreatmentSets,
        selection: &Selection,
        execution: &Execution<'_>,
    ) -> Result<Vec<View>, ContSidError> {
        let view = |treatments: &NodeSet, outcome: NodeId| {
            let relevant = relevant_treatments(graph, treatments, outcome);
            if relevant.is_empty() {
                return View::Unaffected;
            }
            match joint_adjustment(graph, &relevant, outcome, self.options.adjustment) {
                Some(adjustment) => View::Adjusted(System::new(relevant, adjustment, self.lambda())),
                None => View::NoAdjustmentSet,
            }
        };
        let views = execution.map(sets.as_slice(), |treatments| {
            let outcomes = selection.outcomes() - treatments;
            Ok::<_, ContSidError>(outcomes.iter().map(|outcome| view(treatments, outcome)).collect::<Vec<_>>())
        })?;
        Ok(views.into_iter().flatten().collect())
    }

    /// The answers to all questions, given what either graph says about each.
    pub(super) fn answers(
        &self,
        (truth, truth_views): (&Dag, &[View]),
        (learnt, learnt_views): (&Dag, &[View]),
        questions: &[Question],
    ) -> Result<Vec<Answer>, ContSidError> {
        let agree = |first: &System, second: &System, outcome: NodeId| {
            let relevant = &first.treatments;
            relevant == &second.treatments
                && self.options.agreement.holds(
                    || is_valid_joint_adjustment(learnt, relevant, outcome, &first.adjustment),
                    || is_valid_joint_adjustment(truth, relevant, outcome, &second.adjustment),
                )
        };
        let answer = |(question, (first, second)): (&Question, (&View, &View))| match (first, second) {
            (View::NoAdjustmentSet, _) | (_, View::NoAdjustmentSet) => Answer::LeftOut,
            (View::Unaffected, View::Unaffected) => Answer::Zero(Case::NoPath),
            (View::Adjusted(first), View::Adjusted(second)) if agree(first, second, question.outcome) => {
                Answer::Zero(Case::Agreed)
            }
            // The same estimate twice, whatever the rule of agreement says.
            (View::Adjusted(first), View::Adjusted(second)) if first == second => Answer::Zero(Case::Different),
            (first, second) => Answer::Estimated(Contrast { truth: first.system(), learnt: second.system() }),
        };
        let mut answers: Vec<Answer> = questions.iter().zip(truth_views.iter().zip(learnt_views)).map(answer).collect();
        if self.lambda().is_none() {
            self.choose_lambdas(questions, [truth_views, learnt_views], &mut answers)?;
        }
        Ok(answers)
    }

    /// Chooses a ridge parameter for each system that is estimated, by all outcomes for which either graph proposes it.
    fn choose_lambdas(
        &self,
        questions: &[Question],
        views: [&[View]; 2],
        answers: &mut [Answer],
    ) -> Result<(), ContSidError> {
        let mut targets: BTreeMap<System, NodeSet> = BTreeMap::new();
        for (question, view) in views.iter().flat_map(|views| questions.iter().zip(*views)) {
            if let View::Adjusted(system) = view {
                let none = || NodeSet::empty(self.node_count());
                targets.entry(system.clone()).or_insert_with(none).insert(question.outcome);
            }
        }
        for answer in answers {
            let Answer::Estimated(contrast) = answer else { continue };
            for system in contrast.truth.iter_mut().chain(&mut contrast.learnt) {
                let lambda = self.lambda_for(&system.treatments, &system.adjustment, &targets[&*system])?;
                system.choose(lambda);
            }
        }
        Ok(())
    }
}

impl View {
    fn system(&self) -> Option<System> {
        match self {
            Self::Adjusted(system) => Some(system.clone()),
            Self::Unaffected | Self::NoAdjustmentSet => None,
        }
    }
}
