//! Precision, recall and F1 of edges.

use super::Selection;
use crate::graph::{Edge, EdgeKind, GraphPair, MixedGraph};

/// The numbers of edges of two graphs, and of shared ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// The number of edges that both graphs have.
    pub shared: usize,
    /// The number of edges of the learnt graph.
    pub learnt: usize,
    /// The number of edges of the truth.
    pub truth: usize,
}

impl Accuracy {
    /// shared / learnt: the share of the learnt edges that are true; none if no edge is learnt.
    pub fn precision(self) -> Option<f64> {
        ratio(self.shared, self.learnt)
    }

    /// shared / truth: the share of the true edges that are learnt; none if the truth has no edge.
    pub fn recall(self) -> Option<f64> {
        ratio(self.shared, self.truth)
    }

    /// 2 shared / (learnt + truth), the harmonic mean of precision and recall; none if neither graph has an edge.
    pub fn f1(self) -> Option<f64> {
        ratio(2 * self.shared, self.learnt + self.truth)
    }
}

fn ratio(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The edges that two graphs share, with and without directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeAccuracy {
    /// Pairs of nodes that are joined, whatever the kind and direction of the edge.
    pub skeleton: Accuracy,
    /// Directed edges, with their direction. Undirected edges are not counted.
    pub arrows: Accuracy,
}

/// The edges that two graphs share, for precision, recall and F1 of the skeleton and of the arrows.
///
/// Only edges are counted whose ends, in either order, are a selected treatment and outcome, as in [`shd`](super::shd).
/// Exchanging the graphs exchanges precision and recall. Time O(edges · log degree).
///
/// # Panics
///
/// If the selection is for another number of nodes.
///
/// ```
/// use contsid::distance::{Selection, edge_accuracy};
/// use contsid::graph::{Edge, GraphPair, MixedGraph, NodeId};
///
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let truth = MixedGraph::from_edges(3, [Edge::directed(a, b), Edge::directed(b, c)])?;
/// let learnt = MixedGraph::from_edges(3, [Edge::undirected(a, b), Edge::directed(b, c), Edge::directed(a, c)])?;
/// let found = edge_accuracy(GraphPair::new(&truth, &learnt).expect("three nodes"), &Selection::all(3));
/// assert_eq!((found.skeleton.precision(), found.skeleton.recall()), (Some(2.0 / 3.0), Some(1.0)));
/// assert_eq!((found.arrows.precision(), found.arrows.recall()), (Some(0.5), Some(0.5)));
/// # Ok::<(), contsid::graph::MixedGraphError>(())
/// ```
pub fn edge_accuracy<T, L>(pair: GraphPair<'_, T, L>, selection: &Selection) -> EdgeAccuracy
where
    T: AsRef<MixedGraph>,
    L: AsRef<MixedGraph>,
{
    selection.assert_fits(pair.node_count());
    let (truth, learnt) = (pair.truth().as_ref(), pair.learnt().as_ref());
    let selected = |graph: &MixedGraph, counts: &dyn Fn(&Edge) -> bool| {
        graph.edges().filter(|edge| selection.joins(edge.from, edge.to) && counts(edge)).count()
    };
    let is_arrow = |edge: &Edge| edge.kind == EdgeKind::Directed;
    EdgeAccuracy {
        skeleton: Accuracy {
            shared: selected(learnt, &|edge| truth.is_adjacent(edge.from, edge.to)),
            learnt: selected(learnt, &|_| true),
            truth: selected(truth, &|_| true),
        },
        arrows: Accuracy {
            shared: selected(learnt, &|edge| is_arrow(edge) && truth.has_directed(edge.from, edge.to)),
            learnt: selected(learnt, &is_arrow),
            truth: selected(truth, &is_arrow),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{NodeId, NodeSet};

    #[test]
    fn shares_of_edges() {
        let of = |shared, learnt, truth| {
            let counts = Accuracy { shared, learnt, truth };
            [counts.precision(), counts.recall(), counts.f1()]
        };
        assert_eq!(of(1, 4, 2), [Some(0.25), Some(0.5), Some(2.0 / 6.0)]);
        assert_eq!(of(0, 0, 2), [None, Some(0.0), Some(0.0)]);
        assert_eq!(of(0, 3, 0), [Some(0.0), None, Some(0.0)]);
        assert_eq!(of(0, 0, 0), [None; 3]);
    }

    #[test]
    fn arrows_are_shared_by_direction_and_only_selected_pairs_count() {
        let [a, b, c, d] = [0, 1, 2, 3].map(NodeId::new);
        let truth = [Edge::directed(a, b), Edge::directed(b, c), Edge::undirected(c, d), Edge::directed(a, d)];
        let learnt = [Edge::directed(b, a), Edge::directed(b, c), Edge::directed(c, d), Edge::directed(a, c)];
        let [truth, learnt] = [truth, learnt].map(|edges| MixedGraph::from_edges(4, edges).expect("four edges"));
        let pair = GraphPair::new(&truth, &learnt).expect("four nodes");
        let of = |shared, learnt, truth| Accuracy { shared, learnt, truth };
        let all = edge_accuracy(pair, &Selection::all(4));
        assert_eq!((all.skeleton, all.arrows), (of(3, 4, 4), of(1, 4, 3)));
        let effects_on_c = Selection::all(4).with_outcomes(NodeSet::of(4, [c]));
        let some = edge_accuracy(pair, &effects_on_c);
        assert_eq!((some.skeleton, some.arrows), (of(2, 3, 2), of(1, 3, 1)));
    }
}
