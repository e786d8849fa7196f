//! Why an adjustment set is not valid.

use super::walk::State;
use crate::graph::{Dag, NodeId, NodeSet};
use std::collections::VecDeque;

/// Why an adjustment set is not valid for an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The set holds a descendant of a node on a directed path from the treatment to the outcome.
    ForbiddenDescendant {
        /// The descendant, in the set.
        member: NodeId,
        /// A directed path from the treatment to the outcome.
        path: Vec<NodeId>,
        /// A directed path to the member from the node of `path` that it descends from: that node alone if it is the
        /// member.
        descent: Vec<NodeId>,
    },
    /// A path that is not directed from the treatment to the outcome is open.
    OpenPath {
        /// The path, from the treatment to the outcome.
        path: Vec<NodeId>,
        /// The colliders on the path, each with a descendant (maybe itself) in the set that opens it.
        opened: Vec<OpenedCollider>,
    },
}

/// A collider on a path that a set opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenedCollider {
    /// The collider.
    pub collider: NodeId,
    /// A node of the set that descends from it, or is it.
    pub by: NodeId,
}

/// Why the set is not valid for the effect of the treatment on the outcome; none if it is.
///
/// A forbidden descendant comes before an open path. The paths are shortest ones. The set must hold neither the
/// treatment nor the outcome. Time O(nodes + edges).
///
/// ```
/// use contsid::adjustment::{Obstacle, obstacle};
/// use contsid::graph::{Dag, NodeId, NodeSet};
///
/// // z confounds x and y.
/// let [z, x, y] = [0, 1, 2].map(NodeId::new);
/// let dag = Dag::from_edges(3, [(z, x), (z, y), (x, y)])?;
/// let open = Obstacle::OpenPath { path: vec![x, z, y], opened: vec![] };
/// assert_eq!(obstacle(&dag, x, y, &NodeSet::empty(3)), Some(open));
/// assert_eq!(obstacle(&dag, x, y, &NodeSet::of(3, [z])), None);
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
pub fn obstacle(dag: &Dag, treatment: NodeId, outcome: NodeId, adjustment: &NodeSet) -> Option<Obstacle> {
    forbidden_descendant(dag, treatment, outcome, adjustment).or_else(|| open_path(dag, treatment, outcome, adjustment))
}

/// A shortest directed path between two nodes; the node alone if they are the same.
pub fn directed_path(dag: &Dag, from: NodeId, to: NodeId) -> Option<Vec<NodeId>> {
    let mut search = Breadth::new(dag.node_count());
    search.visit(from, None);
    while let Some(step) = search.next() {
        let node = search.node(step);
        if node == to {
            return Some(search.path(step));
        }
        dag.children(node).iter().for_each(|&child| search.visit(child, Some(step)));
    }
    None
}

fn forbidden_descendant(dag: &Dag, treatment: NodeId, outcome: NodeId, adjustment: &NodeSet) -> Option<Obstacle> {
    let causal = super::sets::causal_nodes(dag, treatment, outcome);
    let turn = (&causal & &dag.ancestors_of(adjustment)).iter().next()?;
    let member = nearest_descendant(dag, turn, adjustment);
    let mut path = directed_path(dag, treatment, turn).expect("a causal node descends from the treatment");
    path.extend(
        directed_path(dag, turn, outcome).expect("the outcome descends from a causal node").into_iter().skip(1),
    );
    let descent = directed_path(dag, turn, member).expect("the member descends from the node");
    Some(Obstacle::ForbiddenDescendant { member, path, descent })
}

/// A node of the set that descends from the node, along a shortest path.
fn nearest_descendant(dag: &Dag, node: NodeId, set: &NodeSet) -> NodeId {
    let mut search = Breadth::new(dag.node_count());
    search.visit(node, None);
    loop {
        let step = search.next().expect("the node is an ancestor of the set");
        let node = search.node(step);
        if set.contains(node) {
            return node;
        }
        dag.children(node).iter().for_each(|&child| search.visit(child, Some(step)));
    }
}

/// A shortest open path that is not directed, given that no causal node has a descendant in the set.
///
/// Each node is visited in up to three states, as in the search for validity, but a collider is open if it has a
/// descendant in the set. Then a shortest walk is a path: a node visited twice could be left out.
fn open_path(dag: &Dag, treatment: NodeId, outcome: NodeId, adjustment: &NodeSet) -> Option<Obstacle> {
    let (count, opening) = (dag.node_count(), dag.ancestors_of(adjustment));
    let code = |node: NodeId, state: State| NodeId::new(node.index() + state as usize * count);
    let decode = |code: NodeId| (NodeId::new(code.index() % count), STATES[code.index() / count]);
    let mut search = Breadth::new(3 * count);
    dag.children(treatment).iter().for_each(|&child| search.visit(code(child, State::Causal), None));
    dag.parents(treatment).iter().for_each(|&parent| search.visit(code(parent, State::Up), None));
    while let Some(step) = search.next() {
        let (node, state) = decode(search.node(step));
        if node == treatment {
            continue;
        }
        if node == outcome && state != State::Causal {
            let path = search.path(step).into_iter().map(|code| decode(code).0);
            let path: Vec<NodeId> = std::iter::once(treatment).chain(path).collect();
            return Some(Obstacle::OpenPath { opened: opened_colliders(dag, &path, adjustment), path });
        }
        let (arrived, in_set) = (state.arrivals(), adjustment.contains(node));
        let mut visit =
            |nodes: &[NodeId], state| nodes.iter().for_each(|&node| search.visit(code(node, state), Some(step)));
        if arrived.go_causal(in_set) {
            visit(dag.children(node), State::Causal);
        }
        if arrived.go_down(in_set) {
            visit(dag.children(node), State::Down);
        }
        if arrived.go_up(in_set, opening.contains(node)) {
            visit(dag.parents(node), State::Up);
        }
    }
    None
}

const STATES: [State; 3] = [State::Causal, State::Down, State::Up];

fn opened_colliders(dag: &Dag, path: &[NodeId], adjustment: &NodeSet) -> Vec<OpenedCollider> {
    path.windows(3)
        .filter(|three| dag.has_edge(three[0], three[1]) && dag.has_edge(three[2], three[1]))
        .map(|three| OpenedCollider { collider: three[1], by: nearest_descendant(dag, three[1], adjustment) })
        .collect()
}

/// A breadth-first search that records predecessors.
pub(super) struct Breadth {
    seen: NodeSet,
    steps: Vec<Step>,
    open: VecDeque<usize>,
}

struct Step {
    node: NodeId,
    before: Option<usize>,
}

impl Breadth {
    pub(super) fn new(count: usize) -> Self {
        Self { seen: NodeSet::empty(count), steps: Vec::new(), open: VecDeque::new() }
    }

    pub(super) fn visit(&mut self, node: NodeId, before: Option<usize>) {
        if self.seen.insert(node) {
            self.open.push_back(self.steps.len());
            self.steps.push(Step { node, before });
        }
    }

    pub(super) fn next(&mut self) -> Option<usize> {
        self.open.pop_front()
    }

    /// The node of a step.
    pub(super) fn node(&self, step: usize) -> NodeId {
        self.steps[step].node
    }

    pub(super) fn path(&self, last: usize) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(last), |&step| self.steps[step].before)
            .map(|step| self.steps[step].node)
            .collect();
        path.reverse();
        path
    }
}
