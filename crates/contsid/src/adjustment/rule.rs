//! Which adjustment set a graph proposes for its treatments.

use super::joint::joint_canonical;
use super::sets::optimal_set;
use super::{is_valid_joint_adjustment, joint_optimal};
use crate::graph::{Dag, NodeId, NodeSet};

/// Which adjustment set a graph proposes for the effect of treatments on an outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AdjustmentRule {
    /// The parents of the treatments outside the treatments, as in the paper; the optimal set if they are not valid,
    /// which can happen for several treatments.
    #[default]
    Parents,
    /// The set of smallest asymptotic variance in linear models, [`joint_optimal`].
    Optimal,
    /// All ancestors of the treatments and of the outcome that no effect passes: valid if any set is, and what graphs
    /// with marks adjust for.
    Canonical,
}

crate::named!(AdjustmentRule { Parents: "parents", Optimal: "optimal", Canonical: "canonical" });

impl AdjustmentRule {
    /// The adjustment set that a graph proposes for one treatment and an outcome that it affects.
    pub fn set(self, dag: &Dag, treatment: NodeId, outcome: NodeId) -> NodeSet {
        match self {
            Self::Parents => dag.parent_set(treatment),
            Self::Optimal => optimal_set(dag, treatment, outcome),
            Self::Canonical => joint_canonical(dag, &NodeSet::of(dag.node_count(), [treatment]), outcome),
        }
    }
}

/// The adjustment set that a graph proposes for the joint effect of the treatments on the outcome; none if it has none.
///
/// The treatments must be relevant, see [`relevant_treatments`](super::relevant_treatments): then a set is found if a
/// valid one exists, and it is valid. With [`AdjustmentRule::Parents`] it is the parents of the treatments outside the
/// treatments if these are valid (for one relevant treatment they always are), else the optimal set. Without treatments
/// the set is empty; if the outcome is a treatment there is none.
///
/// Time O(nodes + edges).
///
/// ```
/// use contsid::adjustment::{AdjustmentRule, joint_adjustment};
/// use contsid::graph::{Dag, NodeId, NodeSet};
///
/// // a → y ← b, c is a parent of b, and a → c ← u → y: adjusting for c opens that path.
/// let [a, b, c, u, y] = [0, 1, 2, 3, 4].map(NodeId::new);
/// let dag = Dag::from_edges(5, [(a, y), (b, y), (c, b), (a, c), (u, c), (u, y)])?;
/// let [only_b, both] = [NodeSet::of(5, [b]), NodeSet::of(5, [a, b])];
/// assert_eq!(joint_adjustment(&dag, &only_b, y, AdjustmentRule::Parents), Some(NodeSet::of(5, [c])));
/// assert_eq!(joint_adjustment(&dag, &only_b, y, AdjustmentRule::Optimal), Some(NodeSet::of(5, [a, u])));
/// assert_eq!(joint_adjustment(&dag, &both, y, AdjustmentRule::Parents), Some(NodeSet::of(5, [u])));
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
pub fn joint_adjustment(dag: &Dag, relevant: &NodeSet, outcome: NodeId, rule: AdjustmentRule) -> Option<NodeSet> {
    let valid = |set: &NodeSet| is_valid_joint_adjustment(dag, relevant, outcome, set);
    let optimal = || joint_optimal(dag, relevant, outcome);
    match rule {
        AdjustmentRule::Parents => Some(dag.parents_of(relevant) - relevant).filter(valid),
        AdjustmentRule::Optimal => None,
        AdjustmentRule::Canonical => Some(joint_canonical(dag, relevant, outcome)).filter(valid),
    }
    .or_else(|| Some(optimal()).filter(valid))
}
