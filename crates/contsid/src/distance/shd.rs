//! The structural Hamming distance.

use super::Selection;
use super::difference::{EdgeChange, differences};
use crate::graph::{GraphPair, MixedGraph};

/// How much a reversed edge costs. Libraries disagree, so results should say which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reversal {
    /// One, like any other pair of nodes whose edge differs.
    #[default]
    Once,
    /// Two: one extra and one missing edge. The squared Frobenius norm of the difference of two DAGs' matrices.
    Twice,
}

crate::named!(Reversal { Once: "1", Twice: "2" });

impl Reversal {
    /// The number that a reversed edge adds.
    pub fn cost(self) -> usize {
        match self {
            Self::Once => 1,
            Self::Twice => 2,
        }
    }
}

/// A structural Hamming distance, and its parts.
///
/// missing + extra + reversed + undirected is the number of pairs of nodes whose edge differs: the distance if a
/// reversed edge counts once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shd {
    /// The number of pairs of nodes whose edge differs, reversals counted as asked.
    pub count: usize,
    /// Pairs that are joined in the truth only.
    pub missing: usize,
    /// Pairs that are joined in the learnt graph only.
    pub extra: usize,
    /// Pairs that are joined by arrows in opposite directions.
    pub reversed: usize,
    /// Pairs that are joined by an arrow in one graph and by an undirected edge in the other.
    pub undirected: usize,
    pair_count: usize,
}

impl Shd {
    /// The distance divided by the number of pairs of nodes; 0 if there is none. Above one only if reversals count
    /// twice.
    pub fn normalised(&self) -> f64 {
        if self.pair_count == 0 { 0.0 } else { self.count as f64 / self.pair_count as f64 }
    }
}

/// The number of pairs of nodes whose edge differs between two graphs.
///
/// An edge differs if it is missing in one graph, or is directed in one and not in the other, or is reversed. Only
/// pairs are counted that are, in either order, a selected treatment and outcome. Symmetric, and exchanging the graphs
/// exchanges missing and extra edges; zero if and only if the selected edges are the same. Time O(edges · log degree).
///
/// # Panics
///
/// If the selection is for another number of nodes.
///
/// Reference: Tsamardinos, Brown & Aliferis (2006), Algorithm 4, for the count of one for each pair.
///
/// ```
/// use contsid::distance::{Reversal, Selection, shd};
/// use contsid::graph::{Dag, GraphPair, NodeId};
///
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let truth = Dag::from_edges(3, [(a, b), (b, c)])?;
/// let learnt = Dag::from_edges(3, [(b, a), (a, c)])?;
/// let pair = GraphPair::new(&truth, &learnt).expect("both have three nodes");
/// let found = shd(pair, Reversal::Once, &Selection::all(3));
/// assert_eq!(found.count, 3);
/// assert_eq!([found.missing, found.extra, found.reversed, found.undirected], [1, 1, 1, 0]);
/// assert_eq!(shd(pair, Reversal::Twice, &Selection::all(3)).count, 4);
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
pub fn shd<T, L>(pair: GraphPair<'_, T, L>, reversal: Reversal, selection: &Selection) -> Shd
where
    T: AsRef<MixedGraph>,
    L: AsRef<MixedGraph>,
{
    selection.assert_fits(pair.node_count());
    let pair_count = selection.unordered_pair_count();
    let mut found = Shd { count: 0, missing: 0, extra: 0, reversed: 0, undirected: 0, pair_count };
    let differing = differences(pair.truth().as_ref(), pair.learnt().as_ref());
    for (_, change) in differing.filter(|(edge, _)| selection.joins(edge.from, edge.to)) {
        match change {
            EdgeChange::Add => found.missing += 1,
            EdgeChange::Remove => found.extra += 1,
            EdgeChange::Reverse => found.reversed += 1,
            EdgeChange::Direct | EdgeChange::Undirect => found.undirected += 1,
        }
    }
    found.count = found.missing + found.extra + found.undirected + found.reversed * reversal.cost();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Edge, NodeId, NodeSet};

    #[test]
    fn each_kind_of_difference_is_counted_by_itself() {
        let nodes: Vec<NodeId> = NodeId::all(8).collect();
        let (directed, undirected) = (
            |a: usize, b: usize| Edge::directed(nodes[a], nodes[b]),
            |a: usize, b: usize| Edge::undirected(nodes[a], nodes[b]),
        );
        let graph = |edges: &[Edge]| MixedGraph::from_edges(8, edges.iter().copied()).expect("one edge for two nodes");
        let truth = graph(&[directed(0, 1), directed(2, 3), directed(4, 5), undirected(5, 6), directed(6, 7)]);
        let learnt = graph(&[
            directed(1, 0),
            undirected(4, 5),
            directed(5, 6),
            directed(6, 7),
            directed(0, 7),
            undirected(1, 7),
        ]);
        let found = shd(GraphPair::new(&truth, &learnt).expect("eight nodes"), Reversal::Twice, &Selection::all(8));
        assert_eq!([found.missing, found.extra, found.reversed, found.undirected], [1, 2, 1, 2]);
        assert_eq!((found.count, found.normalised()), (7, 0.25));
        let of_first = Selection::all(8).with_treatments(NodeSet::of(8, [nodes[0]]));
        let found = shd(GraphPair::new(&truth, &learnt).expect("eight nodes"), Reversal::Once, &of_first);
        assert_eq!((found.count, found.extra, found.reversed, found.normalised()), (2, 1, 1, 2.0 / 7.0));
    }

    #[test]
    fn one_node_has_no_pairs() {
        let graph = MixedGraph::from_edges(1, []).expect("no edges");
        let found = shd(GraphPair::new(&graph, &graph).expect("one node"), Reversal::Once, &Selection::all(1));
        assert_eq!((found.count, found.normalised()), (0, 0.0));
    }

    #[test]
    #[should_panic(expected = "the selection is of as many nodes as the graphs have")]
    fn a_selection_of_other_nodes_is_refused() {
        let graph = MixedGraph::from_edges(2, []).expect("no edges");
        shd(GraphPair::new(&graph, &graph).expect("two nodes"), Reversal::Once, &Selection::all(3));
    }
}
