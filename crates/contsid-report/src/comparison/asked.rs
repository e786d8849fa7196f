//! What is asked of a learnt graph: the cases of all pairs of nodes, and their distances.

use contsid::adjustment::AdjustmentRule;
use contsid::distance::Selection;
use contsid::effect::{Case, ContSidOptions, TreatmentView};
use contsid::graph::{Dag, GraphPair, NodeId, NodeSet};

/// What is asked of one learnt graph.
pub(super) struct ShownCases<'a> {
    pub(super) pair: GraphPair<'a, Dag>,
    /// The pairs of nodes that are looked at.
    pub(super) selection: &'a Selection,
    /// The cases, row by row.
    pub(super) cases: Vec<Option<Case>>,
    /// d(i, j), row by row.
    pub(super) distances: &'a [f64],
}

impl ShownCases<'_> {
    /// d of the pair with this index, row by row; 0 where there are no data.
    pub(super) fn distance(&self, index: usize) -> f64 {
        self.distances.get(index).copied().unwrap_or(0.0)
    }

    /// What both graphs adjust for.
    pub(super) fn adjustment(&self, rule: AdjustmentRule, treatment: NodeId, outcome: NodeId) -> [NodeSet; 2] {
        [self.pair.truth(), self.pair.learnt()].map(|dag| rule.set(dag, treatment, outcome))
    }

    /// Whether the two estimates of a pair with different answers are the same: both graphs adjust for the same set.
    fn is_same_estimate(&self, rule: AdjustmentRule, treatment: NodeId, outcome: NodeId) -> bool {
        let [truth, learnt] = self.adjustment(rule, treatment, outcome);
        !Case::Different.is_estimated(&truth, &learnt)
    }

    /// The numbers of the cases, row by row.
    pub(super) fn case_numbers(&self, rule: AdjustmentRule) -> Vec<CaseNumber> {
        let node_count = self.pair.node_count();
        let number = |(index, case): (usize, &Option<Case>)| match case {
            None => CaseNumber::NotAsked,
            Some(Case::NoPath) => CaseNumber::NoPath,
            Some(Case::TruthOnly) => CaseNumber::TruthOnly,
            Some(Case::LearntOnly) => CaseNumber::LearntOnly,
            Some(Case::Agreed) => CaseNumber::Agreed,
            Some(Case::Different) => {
                let (treatment, outcome) = (NodeId::new(index / node_count), NodeId::new(index % node_count));
                let same = self.is_same_estimate(rule, treatment, outcome);
                if same { CaseNumber::SameEstimate } else { CaseNumber::Different }
            }
        };
        self.cases.iter().enumerate().map(number).collect()
    }
}

/// The number of a case on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum CaseNumber {
    NotAsked = 0,
    NoPath = 1,
    TruthOnly = 2,
    LearntOnly = 3,
    Agreed = 4,
    Different = 5,
    SameEstimate = 6,
}

/// What the cases say, by their numbers.
pub(super) const CASE_WORDS: [&str; 7] = [
    "not asked for",
    "neither graph has a directed path: both leave the outcome alone",
    "only the truth has a directed path",
    "only the learnt graph has a directed path",
    "both have directed paths and agree on the effect",
    "both have directed paths and disagree on the effect",
    "both have directed paths and adjust for the same, so their estimates are the same",
];

/// The case of each pair, row by row; none where it is not asked for.
pub(super) fn cases(pair: GraphPair<'_, Dag>, selection: &Selection, options: &ContSidOptions) -> Vec<Option<Case>> {
    let mut cases = Vec::new();
    for treatment in NodeId::all(pair.node_count()) {
        let view = TreatmentView::by_rule(pair, treatment, options.adjustment);
        let case = |outcome| selection.contains(treatment, outcome).then(|| view.case(outcome, options.agreement));
        cases.extend(NodeId::all(pair.node_count()).map(case));
    }
    cases
}
