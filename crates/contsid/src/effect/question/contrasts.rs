//! What two graphs say about setting some treatments, and what must be estimated to compare them.

use super::graph_view::Proposal;
use super::{Case, Contrast, Estimand, GraphView};
use crate::adjustment::{AdjustmentRule, valid_joint_outcomes};
use crate::effect::options::SetsValid;
use crate::effect::{Agreement, ContSidOptions};
use crate::execution::{Cancelled, Execution};
use crate::graph::{Dag, GraphPair, NodeId, NodeSet};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What two graphs say about setting some treatments together.
#[derive(Clone, Debug)]
pub struct TreatmentView {
    pub(super) truth: Arc<GraphView>,
    pub(super) learnt: Arc<GraphView>,
    /// The outcomes for which the true graph's adjustment set is valid in the learnt graph.
    pub(super) truth_set_valid: NodeSet,
    /// The outcomes for which the learnt graph's adjustment set is valid in the true graph.
    pub(super) learnt_set_valid: NodeSet,
}

/// The case of an outcome; none if a graph with relevant treatments has no adjustment set for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeCase {
    /// The outcome.
    pub outcome: NodeId,
    /// Its case.
    pub case: Option<Case>,
}

/// A contrast and its outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeContrast<S> {
    /// What is compared.
    pub contrast: Contrast<S>,
    /// The outcomes.
    pub outcomes: NodeSet,
}

impl<S: Clone> OutcomeContrast<S> {
    /// The same contrast for those of its outcomes that are in a set; none if there are none.
    pub(crate) fn restricted_to(&self, kept: &NodeSet) -> Option<Self> {
        let outcomes = &self.outcomes & kept;
        (!outcomes.is_empty()).then(|| Self { contrast: self.contrast.clone(), outcomes })
    }
}

/// What the distances of some treatments, set together, need.
#[derive(Clone, Debug)]
pub struct TreatmentContrasts<S = Estimand> {
    /// The treatments that are set together.
    pub treatments: NodeSet,
    /// The case of each outcome, in increasing order.
    pub cases: Vec<OutcomeCase>,
    /// The contrasts with their outcomes. The distances of all other outcomes are zero for any data, or do not exist.
    pub contrasts: Vec<OutcomeContrast<S>>,
    view: TreatmentView,
}

impl<S> TreatmentContrasts<S> {
    /// Each outcome with each estimand that a graph proposes for it, even if the graphs agree.
    pub(crate) fn proposals(&self) -> impl Iterator<Item = (NodeId, &Estimand)> {
        self.view.truth.estimates().chain(self.view.learnt.estimates())
    }

    /// The same contrasts with their estimates mapped.
    pub(crate) fn map<T>(self, mut of: impl FnMut(&S) -> T) -> TreatmentContrasts<T> {
        let contrasts = self.contrasts.into_iter();
        let contrasts = contrasts.map(|OutcomeContrast { contrast, outcomes }| OutcomeContrast {
            contrast: contrast.map(&mut of),
            outcomes,
        });
        TreatmentContrasts {
            contrasts: contrasts.collect(),
            treatments: self.treatments,
            cases: self.cases,
            view: self.view,
        }
    }
}

/// What must be estimated for the distances of each set of treatments to those of `outcomes` that it leaves.
///
/// The adjustment sets and the agreement are those of the options. O(nodes + edges) for each treatment of a set, and
/// for each distinct adjustment set.
///
/// # Errors
///
/// If the computation is stopped.
pub fn contrasts(
    pair: GraphPair<'_, Dag>,
    sets: &[NodeSet],
    outcomes: &NodeSet,
    options: &ContSidOptions,
    execution: &Execution<'_>,
) -> Result<Vec<TreatmentContrasts>, Cancelled> {
    execution.map(sets, |treatments| {
        let view = TreatmentView::new(pair, treatments, outcomes, options.adjustment);
        Ok(view.contrasts(treatments, options.agreement))
    })
}

impl TreatmentView {
    /// The view of two graphs.
    fn new(pair: GraphPair<'_, Dag>, treatments: &NodeSet, outcomes: &NodeSet, rule: AdjustmentRule) -> Self {
        let [truth, learnt] =
            [pair.truth(), pair.learnt()].map(|graph| Arc::new(GraphView::new(graph, treatments, outcomes, rule)));
        Self::between(pair, &truth, &learnt)
    }

    /// All outcomes of one treatment.
    pub fn by_rule(pair: GraphPair<'_, Dag>, treatment: NodeId, rule: AdjustmentRule) -> Self {
        let count = pair.node_count();
        Self::new(pair, &NodeSet::of(count, [treatment]), &NodeSet::full(count), rule)
    }

    /// The view of two graphs, given the view of each on the same treatments and outcomes.
    pub(crate) fn between(pair: GraphPair<'_, Dag>, truth: &Arc<GraphView>, learnt: &Arc<GraphView>) -> Self {
        Self {
            truth_set_valid: valid_elsewhere(truth, learnt, pair.learnt()),
            learnt_set_valid: valid_elsewhere(learnt, truth, pair.truth()),
            truth: Arc::clone(truth),
            learnt: Arc::clone(learnt),
        }
    }

    /// The case of an outcome of one treatment.
    ///
    /// # Panics
    ///
    /// If the outcome is not part of this view.
    pub fn case(&self, outcome: NodeId, agreement: Agreement) -> Case {
        self.set_case(outcome, agreement).expect("a single treatment that matters has a valid adjustment set")
    }

    /// The case of an outcome; none if a graph has no adjustment set.
    fn set_case(&self, outcome: NodeId, agreement: Agreement) -> Option<Case> {
        match (self.truth.proposal(outcome), self.learnt.proposal(outcome)) {
            (Proposal::NoAdjustmentSet, _) | (_, Proposal::NoAdjustmentSet) => None,
            (Proposal::Unaffected, Proposal::Unaffected) => Some(Case::NoPath),
            (Proposal::Adjusted(_), Proposal::Unaffected) => Some(Case::TruthOnly),
            (Proposal::Unaffected, Proposal::Adjusted(_)) => Some(Case::LearntOnly),
            (Proposal::Adjusted(_), Proposal::Adjusted(_)) if self.agrees(outcome, agreement) => Some(Case::Agreed),
            (Proposal::Adjusted(_), Proposal::Adjusted(_)) => Some(Case::Different),
        }
    }

    /// Graphs with different relevant treatments never agree: then the outcome is in neither set.
    fn agrees(&self, outcome: NodeId, agreement: Agreement) -> bool {
        agreement.holds(SetsValid {
            truth: self.truth_set_valid.contains(outcome),
            learnt: self.learnt_set_valid.contains(outcome),
        })
    }

    /// What has to be estimated.
    pub(crate) fn contrasts(self, treatments: &NodeSet, agreement: Agreement) -> TreatmentContrasts {
        let case = |outcome| OutcomeCase { outcome, case: self.set_case(outcome, agreement) };
        let cases: Vec<OutcomeCase> = self.truth.outcomes().map(case).collect();
        let mut groups: BTreeMap<Contrast<&Estimand>, Vec<NodeId>> = BTreeMap::new();
        for &OutcomeCase { outcome, case } in &cases {
            if let Some(contrast) = case.and_then(|case| self.contrast(outcome, case)) {
                groups.entry(contrast).or_default().push(outcome);
            }
        }
        let count = self.truth.node_count();
        let contrasts = groups.into_iter().map(|(contrast, outcomes)| OutcomeContrast {
            contrast: contrast.map(|&estimand| estimand.clone()),
            outcomes: NodeSet::of(count, outcomes),
        });
        TreatmentContrasts { treatments: treatments.clone(), contrasts: contrasts.collect(), cases, view: self }
    }

    /// The contrast of an outcome in a case; none if the distance is zero for any data.
    fn contrast(&self, outcome: NodeId, case: Case) -> Option<Contrast<&Estimand>> {
        match (case, self.truth.proposal(outcome), self.learnt.proposal(outcome)) {
            (Case::TruthOnly, Proposal::Adjusted(truth), _) => Some(Contrast::TruthOnly(truth)),
            (Case::LearntOnly, _, Proposal::Adjusted(learnt)) => Some(Contrast::LearntOnly(learnt)),
            (Case::Different, Proposal::Adjusted(truth), Proposal::Adjusted(learnt)) => {
                // Two equal estimates have distance zero, whatever the rule of agreement.
                (truth != learnt).then_some(Contrast::Both { truth, learnt })
            }
            _ => None,
        }
    }
}

/// The outcomes for which the estimand of one view is valid in the graph of the other, if the same treatments are
/// relevant there.
fn valid_elsewhere(own: &GraphView, other: &GraphView, graph: &Dag) -> NodeSet {
    let mut valid: BTreeMap<&Estimand, NodeSet> = BTreeMap::new();
    let is_valid = |outcome: &NodeId| match (own.proposal(*outcome), other.proposal(*outcome)) {
        (Proposal::Adjusted(estimand), Proposal::Adjusted(there)) if estimand.treatments == there.treatments => {
            let outcomes = || valid_joint_outcomes(graph, &estimand.treatments, &estimand.adjustment);
            valid.entry(estimand).or_insert_with(outcomes).contains(*outcome)
        }
        _ => false,
    };
    NodeSet::of(graph.node_count(), own.outcomes().filter(is_valid))
}
