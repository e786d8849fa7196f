//! The adjustment sets that a graph proposes.

use super::{joint_causal_nodes, joint_optimal};
use crate::graph::{Dag, NodeId, NodeSet};

/// All ancestors of the treatment: valid for every outcome that is not one of them.
///
/// AN(t) \ {t}, Henckel, Würtzen & Weichwald (2024), the ancestor strategy. The parents, the smallest such set, are
/// [`Dag::parent_set`].
pub fn ancestor_set(dag: &Dag, treatment: NodeId) -> NodeSet {
    let mut set = dag.ancestors(treatment);
    set.remove(treatment);
    set
}

/// The nodes other than the treatment on directed paths from it to the outcome.
///
/// Cn(t, y) = (DE(t) ∩ AN(y)) \ {t}; empty if there is no directed path.
pub fn causal_nodes(dag: &Dag, treatment: NodeId, outcome: NodeId) -> NodeSet {
    joint_causal_nodes(dag, &NodeSet::of(dag.node_count(), [treatment]), outcome)
}

/// The adjustment set of smallest asymptotic variance in linear models.
///
/// O(t, y) = PA(Cn(t, y)) \ (DE(Cn(t, y)) ∪ {t}), Henckel, Perković & Maathuis (2022), Definition 3.12. Empty if the
/// treatment does not affect the outcome.
///
/// ```
/// use contsid::adjustment::sets::optimal_set;
/// use contsid::graph::{Dag, NodeId, NodeSet};
///
/// // w → t → y ← v: the other cause of y sharpens the estimate, the cause of t does not.
/// let [w, t, y, v] = [0, 1, 2, 3].map(NodeId::new);
/// let dag = Dag::from_edges(4, [(w, t), (t, y), (v, y)])?;
/// assert_eq!(optimal_set(&dag, t, y), NodeSet::of(4, [v]));
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
pub fn optimal_set(dag: &Dag, treatment: NodeId, outcome: NodeId) -> NodeSet {
    joint_optimal(dag, &NodeSet::of(dag.node_count(), [treatment]), outcome)
}
