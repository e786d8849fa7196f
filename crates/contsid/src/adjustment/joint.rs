//! Interventions on several treatments at once: which of them matter, and which sets identify their effect.
//!
//! A path from a treatment is *proper* if no other treatment is on it. A treatment that is set does not react to its
//! causes, so effects flow along proper directed paths only.

use super::is_valid_joint_adjustment;
use crate::graph::{Dag, NodeId, NodeSet};

/// The treatments with a proper directed path to the outcome.
///
/// The third rule of the do-calculus (Pearl 2009, Theorem 3.4.1) leaves the others out: P(y | do(treatments)) = P(y |
/// do(relevant treatments)). The relevant treatments of the relevant treatments are all of them. Empty if the outcome
/// is a treatment itself.
///
/// Time O(nodes + edges).
///
/// ```
/// use contsid::adjustment::relevant_treatments;
/// use contsid::graph::{Dag, NodeId, NodeSet};
///
/// // a → b → y: setting b makes a irrelevant.
/// let [a, b, y] = [0, 1, 2].map(NodeId::new);
/// let dag = Dag::from_edges(3, [(a, b), (b, y)])?;
/// assert_eq!(relevant_treatments(&dag, &NodeSet::of(3, [a, b]), y), NodeSet::of(3, [b]));
/// assert_eq!(relevant_treatments(&dag, &NodeSet::of(3, [b, y]), a), NodeSet::empty(3));
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
pub fn relevant_treatments(dag: &Dag, treatments: &NodeSet, outcome: NodeId) -> NodeSet {
    causes(dag, treatments, outcome) & treatments
}

/// The nodes other than treatments on proper directed paths from the treatments to the outcome.
///
/// Cn(I, y), empty if there is no such path, or the outcome is a treatment. For one treatment it is
/// [`causal_nodes`](super::sets::causal_nodes). Time O(nodes + edges).
pub fn joint_causal_nodes(dag: &Dag, treatments: &NodeSet, outcome: NodeId) -> NodeSet {
    // If a directed path from a treatment is not proper, the part from its last treatment on is.
    (causes(dag, treatments, outcome) - treatments) & &dag.descendants_of(treatments)
}

/// The adjustment set of smallest asymptotic variance in linear models for the joint effect of the treatments.
///
/// O(I, y) = PA(Cn(I, y)) \ (DE(Cn(I, y)) ∪ I). If the outcome descends from a treatment, the set is valid if any set
/// is; possibly none is. Empty if there is no directed path from the treatments to the outcome, or the outcome is a
/// treatment. For one treatment it is [`optimal_set`](super::sets::optimal_set).
///
/// Reference: Henckel, Perković & Maathuis (2022), Definition 3.12. Time O(nodes + edges).
///
/// ```
/// use contsid::adjustment::joint_optimal;
/// use contsid::graph::{Dag, NodeId, NodeSet};
///
/// // a → y ← b, z confounds a and y, and v is another cause of y.
/// let [z, a, b, v, y] = [0, 1, 2, 3, 4].map(NodeId::new);
/// let dag = Dag::from_edges(5, [(z, a), (z, y), (a, y), (b, y), (v, y)])?;
/// assert_eq!(joint_optimal(&dag, &NodeSet::of(5, [a, b]), y), NodeSet::of(5, [z, v]));
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
pub fn joint_optimal(dag: &Dag, treatments: &NodeSet, outcome: NodeId) -> NodeSet {
    let causal = joint_causal_nodes(dag, treatments, outcome);
    // A descendant of a causal node that is a parent of one is a causal node itself, or a treatment.
    dag.parents_of(&causal) - &causal - treatments
}

/// Whether any set is a valid adjustment set for the joint effect of the treatments on the outcome.
///
/// That is so if and only if AN(I ∪ {y}) \ (I ∪ {y} ∪ DE(Cn(I, y))) is valid. For one treatment that affects the
/// outcome its parents always are. False if the outcome is a treatment; true if there is no treatment.
///
/// Reference: Perković, Textor, Kalisch & Maathuis (2018), the set Adjust. Time O(nodes + edges).
///
/// ```
/// use contsid::adjustment::{joint_adjustment_exists, relevant_treatments};
/// use contsid::graph::{Dag, NodeId, NodeSet};
///
/// // a → m → y, b → y, and m → b: m confounds b and y, but carries the effect of a.
/// let [a, m, b, y] = [0, 1, 2, 3].map(NodeId::new);
/// let dag = Dag::from_edges(4, [(a, m), (m, y), (b, y), (m, b)])?;
/// let both = NodeSet::of(4, [a, b]);
/// assert_eq!(relevant_treatments(&dag, &both, y), both);
/// assert!(!joint_adjustment_exists(&dag, &both, y));
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
pub fn joint_adjustment_exists(dag: &Dag, treatments: &NodeSet, outcome: NodeId) -> bool {
    is_valid_joint_adjustment(dag, treatments, outcome, &joint_canonical(dag, treatments, outcome))
}

/// The canonical set AN(I ∪ {y}) \ (I ∪ {y} ∪ DE(Cn(I, y))): valid if any set is.
pub(super) fn joint_canonical(dag: &Dag, treatments: &NodeSet, outcome: NodeId) -> NodeSet {
    let mut ends = treatments.clone();
    ends.insert(outcome);
    let forbidden = dag.descendants_of(&joint_causal_nodes(dag, treatments, outcome));
    dag.ancestors_of(&ends) - &ends - &forbidden
}

/// The outcome and all nodes with a directed path to it without treatments as inner nodes; empty if the outcome is a
/// treatment.
fn causes(dag: &Dag, treatments: &NodeSet, outcome: NodeId) -> NodeSet {
    let nodes = dag.node_count();
    if treatments.contains(outcome) {
        return NodeSet::empty(nodes);
    }
    dag.ancestors_up_to(&NodeSet::of(nodes, [outcome]), treatments)
}
