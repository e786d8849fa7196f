//! Edges with marks at their ends, as they are drawn.

use super::graphs::EdgeMark;
use contsid::graph::{Edge, EdgeMarks, Mark, MarkedGraph, MixedGraph, NodeId};

/// What becomes of a learnt edge.
pub(crate) fn edge_mark(truth: &MarkedGraph, edge: EdgeMarks) -> EdgeMark {
    match truth.link(edge.ends[0], edge.ends[1]) {
        None => EdgeMark::Extra,
        Some(link) if [link.near, link.far] == edge.marks => EdgeMark::Right,
        Some(_) => EdgeMark::Remarked,
    }
}

/// The ends of an edge and a letter for the mark at each, the arrowhead last.
pub(crate) fn edge_letters(edge: EdgeMarks) -> (usize, usize, String) {
    let letter = |mark| match mark {
        Mark::Tail => '-',
        Mark::Arrow => '>',
        Mark::Circle => 'o',
    };
    let ([a, b], [at_a, at_b]) = (edge.ends.map(NodeId::index), edge.marks.map(letter));
    if edge.marks[0] == Mark::Arrow && edge.marks[1] != Mark::Arrow {
        (b, a, String::from_iter([at_b, at_a]))
    } else {
        (a, b, String::from_iter([at_a, at_b]))
    }
}

/// The graph as it is laid out: edges with one arrowhead point down.
pub(crate) fn downwards(marks: &MarkedGraph) -> MixedGraph {
    let edges = marks.edges().map(|edge| match (edge.ends, edge.marks.map(|mark| mark == Mark::Arrow)) {
        ([a, b], [false, true]) => Edge::directed(a, b),
        ([a, b], [true, false]) => Edge::directed(b, a),
        ([a, b], _) => Edge::undirected(a, b),
    });
    MixedGraph::from_edges(marks.node_count(), edges).expect("the edges of a graph")
}
