//! Sets of nodes, one in each lane, in the numbering of a graph's sweeps.

use super::lanes::Lanes;
use super::sweep::SweepGraph;
use crate::graph::NodeId;

/// Lanes in the numbering of one graph, moved to that of another on the same nodes.
pub(crate) fn moved(lanes: &[Lanes], from: &SweepGraph, to: &SweepGraph) -> Vec<Lanes> {
    moved_observed(lanes, lanes.len(), from, to)
}

/// As [`moved`] for two graphs that share the first nodes, `count` of them.
pub(crate) fn moved_observed(lanes: &[Lanes], count: usize, from: &SweepGraph, to: &SweepGraph) -> Vec<Lanes> {
    let mut moved = vec![Lanes::NONE; to.node_count()];
    for node in NodeId::all(count) {
        moved[to.number(node).index()] = lanes[from.number(node).index()];
    }
    moved
}

/// The k-th node in lane k.
pub(crate) fn mark(graph: &SweepGraph, nodes: &[NodeId]) -> Vec<Lanes> {
    mark_sets(graph, nodes.iter().map(|&node| [node]))
}

/// The k-th set in lane k.
pub(crate) fn mark_sets<S: IntoIterator<Item = NodeId>>(
    graph: &SweepGraph,
    sets: impl Iterator<Item = S>,
) -> Vec<Lanes> {
    let mut lanes = vec![Lanes::NONE; graph.node_count()];
    for (lane, set) in sets.enumerate() {
        for node in set {
            lanes[graph.number(node).index()].set(lane);
        }
    }
    lanes
}
