//! What one graph says about setting some treatments.

use super::Estimand;
use crate::adjustment::{AdjustmentRule, joint_adjustment};
use crate::graph::{Dag, NodeId, NodeSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What one graph says about the outcomes of setting some treatments together.
///
/// The relevant treatments of an outcome are those with a directed path to it that avoids the other treatments
/// ([`relevant_treatments`](crate::adjustment::relevant_treatments)); the adjustment set follows from the rule.
#[derive(Clone, Debug)]
pub struct GraphView {
    node_count: usize,
    /// The proposal for each outcome.
    proposals: BTreeMap<NodeId, Proposal>,
}

/// What a graph says about one outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Proposal {
    /// No treatment is relevant: the outcome keeps its marginal distribution.
    Unaffected,
    /// The distribution is that of the estimand, which outcomes share.
    Adjusted(Arc<Estimand>),
    /// Some treatments are relevant, but no set is valid.
    NoAdjustmentSet,
}

impl GraphView {
    /// The view of a graph; outcomes among the treatments are left out.
    pub fn new(graph: &Dag, treatments: &NodeSet, outcomes: &NodeSet, rule: AdjustmentRule) -> Self {
        let affected: Vec<(NodeId, NodeSet)> =
            treatments.iter().map(|treatment| (treatment, affected_by(graph, treatment, treatments))).collect();
        let propose = |outcome: NodeId| {
            let matter = affected.iter().filter(|(_, nodes)| nodes.contains(outcome)).map(|&(treatment, _)| treatment);
            let relevant = NodeSet::of(graph.node_count(), matter);
            if relevant.is_empty() {
                return Some(None);
            }
            let adjustment = adjustment_set(graph, &relevant, outcome, rule)?;
            Some(Some(Estimand { treatments: relevant, adjustment }))
        };
        Self::proposing(graph.node_count(), &(outcomes - treatments), propose)
    }

    /// The view of what is said about one treatment: the set to adjust for, none if the outcome is not affected;
    /// nothing if no set is known.
    pub(super) fn of_sets(
        node_count: usize,
        treatment: NodeId,
        outcomes: &NodeSet,
        set: impl Fn(NodeId) -> Option<Option<NodeSet>>,
    ) -> Self {
        let treatments = NodeSet::of(node_count, [treatment]);
        let estimand = |adjustment| Estimand { treatments: treatments.clone(), adjustment };
        Self::proposing(node_count, &(outcomes - &treatments), |outcome| set(outcome).map(|set| set.map(estimand)))
    }

    /// The view of these proposals; outcomes with the same estimand share it.
    fn proposing(node_count: usize, outcomes: &NodeSet, propose: impl Fn(NodeId) -> Option<Option<Estimand>>) -> Self {
        let mut shared: BTreeSet<Arc<Estimand>> = BTreeSet::new();
        let mut proposal = |outcome: NodeId| match propose(outcome) {
            None => Proposal::NoAdjustmentSet,
            Some(None) => Proposal::Unaffected,
            Some(Some(estimand)) => {
                let known = shared.get(&estimand).map_or_else(|| Arc::new(estimand), Arc::clone);
                shared.insert(Arc::clone(&known));
                Proposal::Adjusted(known)
            }
        };
        Self { node_count, proposals: outcomes.iter().map(|outcome| (outcome, proposal(outcome))).collect() }
    }

    /// The number of nodes of the graph.
    pub(super) fn node_count(&self) -> usize {
        self.node_count
    }

    /// The outcomes, in increasing order.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = NodeId> {
        self.proposals.keys().copied()
    }

    /// What it says about an outcome.
    pub(crate) fn proposal(&self, outcome: NodeId) -> &Proposal {
        &self.proposals[&outcome]
    }

    /// Each outcome whose distribution changes, with its estimand.
    pub(crate) fn estimates(&self) -> impl Iterator<Item = (NodeId, &Estimand)> {
        self.proposals.iter().filter_map(|(&outcome, proposal)| match proposal {
            Proposal::Adjusted(estimand) => Some((outcome, estimand.as_ref())),
            Proposal::Unaffected | Proposal::NoAdjustmentSet => None,
        })
    }

    /// The outcomes whose distribution changes in a way that no adjustment set identifies.
    pub(crate) fn unidentified(&self) -> impl Iterator<Item = NodeId> {
        let is_unidentified = |proposal: &Proposal| *proposal == Proposal::NoAdjustmentSet;
        self.proposals.iter().filter(move |(_, proposal)| is_unidentified(proposal)).map(|(&outcome, _)| outcome)
    }
}

/// The nodes that a treatment has a directed path to that avoids the other treatments.
fn affected_by(graph: &Dag, treatment: NodeId, treatments: &NodeSet) -> NodeSet {
    let only = NodeSet::of(graph.node_count(), [treatment]);
    graph.descendants_up_to(&only, treatments)
}

/// For one relevant treatment every rule's set is valid; for several there may be none.
fn adjustment_set(graph: &Dag, relevant: &NodeSet, outcome: NodeId, rule: AdjustmentRule) -> Option<NodeSet> {
    let mut treatments = relevant.iter();
    match (treatments.next(), treatments.next()) {
        (Some(only), None) => Some(rule.set(graph, only, outcome)),
        _ => joint_adjustment(graph, relevant, outcome, rule),
    }
}
