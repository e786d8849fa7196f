//! Which case of the definition a pair of nodes is in.

use super::Agreement;
use crate::adjustment::sets::optimal_set;
use crate::adjustment::{AdjustmentRule, is_valid_adjustment, valid_outcomes};
use crate::graph::{Dag, GraphPair, NodeId, NodeSet};
use std::fmt;

/// The case of an ordered pair (treatment, outcome), after the paper's section 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Case {
    /// `1`: no directed path in either graph; the distance is 0.
    NoPath,
    /// `2a`: a directed path in the true graph only; its intervention distribution is compared with the marginal.
    TruthOnly,
    /// `2b`: a directed path in the learnt graph only; its intervention distribution is compared with the marginal.
    LearntOnly,
    /// `3.1`: directed paths in both, and the graphs agree; the distance is 0.
    Agreed,
    /// `3.2`: directed paths in both, and the graphs do not agree; their intervention distributions are compared.
    Different,
}

impl Case {
    /// `1`, `2a`, `2b`, `3.1` or `3.2`.
    pub fn label(self) -> &'static str {
        match self {
            Self::NoPath => "1",
            Self::TruthOnly => "2a",
            Self::LearntOnly => "2b",
            Self::Agreed => "3.1",
            Self::Different => "3.2",
        }
    }

    /// Whether the true graph's intervention distribution is estimated.
    pub fn needs_truth(self) -> bool {
        matches!(self, Self::TruthOnly | Self::Different)
    }

    /// Whether the learnt graph's intervention distribution is estimated.
    pub fn needs_learnt(self) -> bool {
        matches!(self, Self::LearntOnly | Self::Different)
    }

    /// Whether a pair in this case has a distance that must be estimated, given what the true and the learnt graph adjust
    /// for.
    pub fn is_estimated(self, truth: &NodeSet, learnt: &NodeSet) -> bool {
        match self {
            Self::NoPath | Self::Agreed => false,
            Self::TruthOnly | Self::LearntOnly => true,
            // With the same adjustment set the two estimates are the same, whatever the rule of agreement says.
            Self::Different => truth != learnt,
        }
    }

    /// Whether the true graph has a directed path from the treatment to the outcome.
    pub fn has_true_path(self) -> bool {
        matches!(self, Self::TruthOnly | Self::Agreed | Self::Different)
    }

    /// Whether the learnt graph has one.
    pub fn has_learnt_path(self) -> bool {
        matches!(self, Self::LearntOnly | Self::Agreed | Self::Different)
    }
}

impl fmt::Display for Case {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.label())
    }
}

/// What the two graphs say about one treatment, as far as the cases depend on it.
///
/// Whoever has no directed acyclic graphs, but knows these sets (as in a Markov equivalence class once the edges at the
/// treatment are oriented), can fill them in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreatmentView {
    /// The nodes that the treatment has a directed path to in the true graph.
    pub truth_descendants: NodeSet,
    /// The nodes that the treatment has a directed path to in the learnt graph.
    pub learnt_descendants: NodeSet,
    /// The outcomes for which what the true graph adjusts for is a valid adjustment set in the learnt graph.
    pub truth_set_valid: NodeSet,
    /// The outcomes for which what the learnt graph adjusts for is a valid adjustment set in the true graph.
    pub learnt_set_valid: NodeSet,
}

impl TreatmentView {
    /// Reads the sets off two directed acyclic graphs that adjust for the parents of the treatment.
    pub fn new(pair: GraphPair<'_, Dag>, treatment: NodeId) -> Self {
        let (truth, learnt) = (pair.truth(), pair.learnt());
        let (truth_descendants, learnt_descendants) = (truth.descendants(treatment), learnt.descendants(treatment));
        let in_both = &truth_descendants & &learnt_descendants;
        // The treatment descends from itself: without another node in both, validity is not asked for.
        let valid = |graph: &Dag, parents: &Dag| match in_both.len() {
            0 | 1 => NodeSet::empty(pair.node_count()),
            _ => valid_outcomes(graph, treatment, &parents.parent_set(treatment)),
        };
        Self {
            truth_set_valid: valid(learnt, truth),
            learnt_set_valid: valid(truth, learnt),
            truth_descendants,
            learnt_descendants,
        }
    }

    /// The same where each graph adjusts for what the rule says.
    pub fn by_rule(pair: GraphPair<'_, Dag>, treatment: NodeId, rule: AdjustmentRule) -> Self {
        let parents = Self::new(pair, treatment);
        if rule == AdjustmentRule::Parents {
            return parents;
        }
        let both = &parents.truth_descendants & &parents.learnt_descendants;
        let valid = |graph: &Dag, other: &Dag| {
            let is_valid = |&outcome: &NodeId| {
                outcome != treatment
                    && is_valid_adjustment(graph, treatment, outcome, &optimal_set(other, treatment, outcome))
            };
            NodeSet::of(pair.node_count(), both.iter().filter(is_valid))
        };
        Self {
            truth_set_valid: valid(pair.learnt(), pair.truth()),
            learnt_set_valid: valid(pair.truth(), pair.learnt()),
            ..parents
        }
    }

    /// The case of an outcome other than the treatment.
    pub fn case(&self, outcome: NodeId, agreement: Agreement) -> Case {
        match (self.truth_descendants.contains(outcome), self.learnt_descendants.contains(outcome)) {
            (false, false) => Case::NoPath,
            (true, false) => Case::TruthOnly,
            (false, true) => Case::LearntOnly,
            (true, true) if self.agrees(outcome, agreement) => Case::Agreed,
            (true, true) => Case::Different,
        }
    }

    fn agrees(&self, outcome: NodeId, agreement: Agreement) -> bool {
        let truth_valid = || self.truth_set_valid.contains(outcome);
        agreement.holds(truth_valid, || self.learnt_set_valid.contains(outcome))
    }
}
