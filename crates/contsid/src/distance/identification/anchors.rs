//! Which pairs have the same optimal set?
//!
//! Let y have one parent c, and let c not be the treatment t. Every directed path from t to y goes through c, so the
//! causal nodes of (t, y) are those of (t, c) and y, and O(t, y) = O(t, c). Going up from y along single parents, the
//! set stays the same up to the *anchor* of y, the first node that has no parent or several; if t is on the way, the
//! set is empty. In a chain or a tree one question for each treatment answers for all outcomes.

use crate::graph::{Dag, NodeId, NodeSet};

/// The anchors of all nodes, and the nodes of each.
pub(super) struct Anchors {
    anchor: Vec<NodeId>,
    /// The nodes of an anchor, itself included, if there are others.
    groups: Vec<Option<NodeSet>>,
}

/// A question about the optimal set of a treatment for one outcome, or for the outcomes of one anchor.
pub(super) struct AnchorQuestion {
    /// The row of the treatment in its block.
    pub(super) row: usize,
    /// The node that represents the outcomes; none if the set is empty.
    pub(super) anchor: Option<NodeId>,
    /// The anchor of the outcomes.
    group: NodeId,
}

impl Anchors {
    pub(super) fn new(dag: &Dag) -> Self {
        let mut anchor: Vec<NodeId> = dag.nodes().collect();
        let mut sizes = vec![0_usize; dag.node_count()];
        for &node in dag.topological_order() {
            if let [parent] = dag.parents(node) {
                anchor[node.index()] = anchor[parent.index()];
            }
            sizes[anchor[node.index()].index()] += 1;
        }
        let mut groups: Vec<Option<NodeSet>> =
            sizes.iter().map(|&size| (size > 1).then(|| NodeSet::empty(dag.node_count()))).collect();
        for node in dag.nodes() {
            if let Some(group) = &mut groups[anchor[node.index()].index()] {
                group.insert(node);
            }
        }
        Self { anchor, groups }
    }

    /// Adds the questions about the outcomes of a treatment, one for all outcomes of an anchor.
    ///
    /// A treatment with the same anchor as its outcome is on the way to it: any other directed path to the outcome
    /// would lead from the treatment to its own anchor.
    pub(super) fn add_questions(
        &self,
        row: usize,
        treatment: NodeId,
        outcomes: &NodeSet,
        questions: &mut Vec<AnchorQuestion>,
    ) {
        let own = self.anchor[treatment.index()];
        let mut others = outcomes.clone();
        if let Some(group) = &self.groups[own.index()].as_ref().filter(|group| !group.is_disjoint(outcomes)) {
            others -= group;
            questions.push(AnchorQuestion { row, anchor: None, group: own });
        }
        let mut seen = NodeSet::empty(self.anchor.len());
        for outcome in others.iter() {
            let anchor = self.anchor[outcome.index()];
            if seen.insert(anchor) {
                questions.push(AnchorQuestion { row, anchor: Some(anchor), group: anchor });
            }
        }
    }

    /// The outcomes of a question, if they may be more than its anchor.
    pub(super) fn group(&self, question: &AnchorQuestion) -> Option<&NodeSet> {
        self.groups[question.group.index()].as_ref()
    }
}
