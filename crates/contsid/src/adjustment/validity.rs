//! The validity of one adjustment set, by a search over the open walks of [`super::walk`].
//!
//! Open walks instead of open paths need no ancestors of Z: if a collider has a descendant in Z, the walk goes down to
//! it and back. If a treatment is in between, the walk from that treatment up to the collider and on is open instead. A
//! walk of this kind that is not a path turns at a descendant of a treatment, and the outcomes it reaches are invalid
//! anyway, by a forbidden descendant.

use super::walk::State;
use crate::graph::{Dag, NodeId, NodeSet};

/// The mark of a node that a walk reached in a state.
fn mark(state: State) -> u8 {
    1 << state as u8
}

/// The outcomes for which the set is a valid adjustment set for an intervention on the treatment.
///
/// An outcome y is in the result if and only if it is neither the treatment t nor in the set Z, Z holds no descendant
/// of a node on a directed path t ⇝ y (t apart), and Z blocks all other paths between t and y. If there is no directed
/// path, all paths must be blocked, so the adjusted distribution is the marginal one. A set that holds the treatment is
/// valid for no outcome.
///
/// Reference: Shpitser, VanderWeele & Robins (2010), Theorem 4; Peters & Bühlmann (2015), Proposition 6.
/// Time O(nodes + edges).
///
/// ```
/// use contsid::adjustment::valid_outcomes;
/// use contsid::graph::{Dag, NodeId, NodeSet};
///
/// // z confounds x and y.
/// let [z, x, y] = [0, 1, 2].map(NodeId::new);
/// let dag = Dag::from_edges(3, [(z, x), (z, y), (x, y)])?;
/// assert_eq!(valid_outcomes(&dag, x, &NodeSet::of(3, [z])), NodeSet::of(3, [y]));
/// assert_eq!(valid_outcomes(&dag, x, &NodeSet::empty(3)), NodeSet::empty(3));
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
pub fn valid_outcomes(dag: &Dag, treatment: NodeId, adjustment: &NodeSet) -> NodeSet {
    valid_joint_outcomes(dag, &NodeSet::of(dag.node_count(), [treatment]), adjustment)
}

/// Whether the set is a valid adjustment set for the effect of the treatment on the outcome.
///
/// See [`valid_outcomes`], which answers for all outcomes in the same time.
pub fn is_valid_adjustment(dag: &Dag, treatment: NodeId, outcome: NodeId, adjustment: &NodeSet) -> bool {
    valid_outcomes(dag, treatment, adjustment).contains(outcome)
}

/// The outcomes for which the set is a valid adjustment set for an intervention on all the treatments at once.
///
/// A path from a treatment to y is *proper* if only its first node is a treatment. An outcome y is in the result if and
/// only if it is neither a treatment nor in the set Z, Z holds no descendant of a node, treatments apart, on a proper
/// directed path to y, and Z blocks every other proper path to y. Then and only then
/// P(y | do(treatments)) = ∫ P(y | treatments, z) dP(z) in every model with this graph.
///
/// A set that holds a treatment is valid for no outcome. Without treatments there are no paths, and any set is valid
/// for all outcomes that are not in it. For one treatment this is [`valid_outcomes`].
///
/// Reference: Shpitser, VanderWeele & Robins (2010); for sets of treatments as in Perković, Textor, Kalisch & Maathuis
/// (2018), whose criterion this is for directed acyclic graphs. Time O(nodes + edges).
///
/// ```
/// use contsid::adjustment::valid_joint_outcomes;
/// use contsid::graph::{Dag, NodeId, NodeSet};
///
/// // a → b → y, and z confounds a and y. The path a → b → y is not proper if b is set too.
/// let [z, a, b, y] = [0, 1, 2, 3].map(NodeId::new);
/// let dag = Dag::from_edges(4, [(z, a), (z, y), (a, b), (b, y)])?;
/// let both = NodeSet::of(4, [a, b]);
/// assert_eq!(valid_joint_outcomes(&dag, &both, &NodeSet::of(4, [z])), NodeSet::of(4, [y]));
/// assert_eq!(valid_joint_outcomes(&dag, &both, &NodeSet::empty(4)), NodeSet::empty(4));
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
pub fn valid_joint_outcomes(dag: &Dag, treatments: &NodeSet, adjustment: &NodeSet) -> NodeSet {
    let nodes = dag.node_count();
    if !adjustment.is_disjoint(treatments) {
        return NodeSet::empty(nodes);
    }
    let mut invalid = spoilt_by_descendants(dag, treatments, adjustment);
    let mut search = WalkSearch::new(dag);
    search.run(treatments, adjustment);
    invalid.extend(search.reached().iter().copied());
    invalid |= adjustment;
    invalid |= treatments;
    NodeSet::full(nodes) - &invalid
}

/// Whether the set is a valid adjustment set for the effect of an intervention on all the treatments at once.
///
/// False if the outcome is a treatment, or if the set holds the outcome or a treatment. See [`valid_joint_outcomes`],
/// which answers for all outcomes in the same time.
pub fn is_valid_joint_adjustment(dag: &Dag, treatments: &NodeSet, outcome: NodeId, adjustment: &NodeSet) -> bool {
    valid_joint_outcomes(dag, treatments, adjustment).contains(outcome)
}

/// The outcomes y for which a node, not a treatment, on a proper directed path to y has a descendant in Z.
fn spoilt_by_descendants(dag: &Dag, treatments: &NodeSet, adjustment: &NodeSet) -> NodeSet {
    let turns = (dag.descendants_of(treatments) - treatments) & &dag.ancestors_of(adjustment);
    dag.descendants_up_to(&turns, treatments)
}

/// A search for the nodes that open walks from treatments reach; can be run repeatedly on one graph.
pub(super) struct WalkSearch<'a> {
    dag: &'a Dag,
    seen: Vec<u8>,
    open: Vec<(NodeId, State)>,
    reached: Vec<NodeId>,
}

impl<'a> WalkSearch<'a> {
    pub(super) fn new(dag: &'a Dag) -> Self {
        Self { dag, seen: vec![0; dag.node_count()], open: Vec::new(), reached: Vec::new() }
    }

    /// Follows all walks from the treatments that are open given the set.
    pub(super) fn run(&mut self, treatments: &NodeSet, adjustment: &NodeSet) {
        let dag = self.dag;
        self.seen.fill(0);
        self.reached.clear();
        for treatment in treatments.iter() {
            // Walks never enter a treatment.
            self.seen[treatment.index()] = u8::MAX;
        }
        for treatment in treatments.iter() {
            self.visit_all(dag.children(treatment), State::Causal);
            self.visit_all(dag.parents(treatment), State::Up);
        }
        while let Some((node, state)) = self.open.pop() {
            let (arrived, in_set) = (state.arrivals(), adjustment.contains(node));
            if arrived.go_causal(in_set) {
                self.visit_all(dag.children(node), State::Causal);
            }
            if arrived.go_down(in_set) {
                self.visit_all(dag.children(node), State::Down);
            }
            if arrived.go_up(in_set, in_set) {
                self.visit_all(dag.parents(node), State::Up);
            }
        }
    }

    /// The nodes that the last run reached by an open walk that is not directed, in no order.
    pub(super) fn reached(&self) -> &[NodeId] {
        &self.reached
    }

    fn visit_all(&mut self, nodes: &[NodeId], state: State) {
        for &node in nodes {
            let seen = &mut self.seen[node.index()];
            if *seen & mark(state) == 0 {
                if state != State::Causal && *seen & (mark(State::Down) | mark(State::Up)) == 0 {
                    self.reached.push(node);
                }
                *seen |= mark(state);
                self.open.push((node, state));
            }
        }
    }
}
