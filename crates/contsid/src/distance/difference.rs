//! In which edges do two graphs differ?

use crate::graph::{Edge, EdgeKind, MixedGraph};

/// The correction of one edge of a learnt graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeChange {
    /// The edge is missing.
    Add,
    /// There is no such edge in the truth.
    Remove,
    /// The edge points the other way.
    Reverse,
    /// The learnt graph leaves the direction of the edge open.
    Direct,
    /// The edge has no direction in the truth.
    Undirect,
}

crate::named!(EdgeChange { Add: "add", Remove: "remove", Reverse: "reverse", Direct: "direct", Undirect: "undirect" });

/// The edges that differ, each as in the truth if it has one there, else as in the learnt graph.
pub(crate) fn differences<'a>(
    truth: &'a MixedGraph,
    learnt: &'a MixedGraph,
) -> impl Iterator<Item = (Edge, EdgeChange)> + 'a {
    let of_truth = truth.edges().filter_map(|edge| Some((edge, change(edge, learnt)?)));
    let extra = learnt.edges().filter(|edge| !truth.is_adjacent(edge.from, edge.to));
    of_truth.chain(extra.map(|edge| (edge, EdgeChange::Remove)))
}

/// The change that gives the learnt graph this edge of the truth; none if it has it.
fn change(edge: Edge, learnt: &MixedGraph) -> Option<EdgeChange> {
    let (a, b) = (edge.from, edge.to);
    match edge.kind {
        EdgeKind::Directed if learnt.has_directed(a, b) => None,
        EdgeKind::Undirected if learnt.has_undirected(a, b) => None,
        _ if !learnt.is_adjacent(a, b) => Some(EdgeChange::Add),
        EdgeKind::Undirected => Some(EdgeChange::Undirect),
        EdgeKind::Directed if learnt.has_undirected(a, b) => Some(EdgeChange::Direct),
        EdgeKind::Directed => Some(EdgeChange::Reverse),
    }
}
