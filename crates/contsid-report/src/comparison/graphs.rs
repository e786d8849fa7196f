//! The graphs as they are drawn.

use crate::layout::{Layout, layered};
use contsid::graph::{Edge, EdgeKind, MixedGraph, NodeNames};
use serde::Serialize;

/// Names of more characters than this are shortened in boxes.
pub(crate) const LONGEST_NAME: usize = 12;

/// Graphs with more joined pairs than this are not drawn: nobody could follow the lines.
pub(crate) const MOST_EDGES: usize = 1200;

/// What becomes of an edge between the truth and a learnt graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EdgeMark {
    /// The same in both.
    Right,
    /// In the truth only.
    Missing,
    /// In the learnt graph only.
    Extra,
    /// Pointing the other way.
    Reversed,
    /// Directed in the truth, undirected in the learnt graph.
    Undirected,
    /// Undirected in the truth, directed in the learnt graph.
    Directed,
}

/// An edge that is drawn for a learnt graph: as it stands there, or as in the truth if it is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedEdge {
    /// The edge.
    pub edge: Edge,
    /// What it is.
    pub mark: EdgeMark,
}

/// The edges of a learnt graph and those that it misses.
pub fn marked_edges(truth: &MixedGraph, learnt: &MixedGraph) -> Vec<MarkedEdge> {
    let mark = |edge: Edge| match edge.kind {
        EdgeKind::Directed if truth.has_directed(edge.from, edge.to) => EdgeMark::Right,
        EdgeKind::Undirected if truth.has_undirected(edge.from, edge.to) => EdgeMark::Right,
        _ if !truth.is_adjacent(edge.from, edge.to) => EdgeMark::Extra,
        EdgeKind::Undirected => EdgeMark::Undirected,
        EdgeKind::Directed if truth.has_undirected(edge.from, edge.to) => EdgeMark::Directed,
        EdgeKind::Directed => EdgeMark::Reversed,
    };
    let present = learnt.edges().map(|edge| MarkedEdge { edge, mark: mark(edge) });
    let missing = truth.edges().filter(|edge| !learnt.is_adjacent(edge.from, edge.to));
    present.chain(missing.map(|edge| MarkedEdge { edge, mark: EdgeMark::Missing })).collect()
}

/// One drawing for all graphs; none if they have too many edges. The truth's edges point down where possible.
pub fn common_layout<'a>(
    names: &NodeNames,
    truth: &MixedGraph,
    learnt: impl IntoIterator<Item = &'a MixedGraph>,
) -> Option<Layout> {
    let ends = |edge: Edge| (edge.from.index(), edge.to.index());
    let of_kind =
        |graph: &MixedGraph, kind| graph.edges().filter(move |edge| edge.kind == kind).map(ends).collect::<Vec<_>>();
    let mut edges = of_kind(truth, EdgeKind::Directed);
    let mut undirected = of_kind(truth, EdgeKind::Undirected);
    for graph in learnt {
        edges.extend(of_kind(graph, EdgeKind::Directed));
        undirected.extend(of_kind(graph, EdgeKind::Undirected));
    }
    edges.append(&mut undirected);
    let mut joined: Vec<_> = edges.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    joined.sort_unstable();
    joined.dedup();
    let width = |name: &str| 18.0 + 7.4 * name.chars().count().clamp(2, LONGEST_NAME) as f64;
    (joined.len() <= MOST_EDGES).then(|| layered(&names.iter().map(width).collect::<Vec<_>>(), &edges))
}
