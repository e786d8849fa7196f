//! The structural Hamming distance.

use super::Selection;
use crate::graph::{Edge, EdgeKind, GraphPair, MixedGraph};

/// How much a reversed edge costs. Libraries disagree, so results should say which it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reversal {
    /// One, like any other pair of nodes whose edge differs.
    #[default]
    Once,
    /// Two: one edge too many and one missing. The squared Frobenius norm of the difference of two DAGs' matrices.
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

/// A structural Hamming distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shd {
    /// The number of pairs of nodes whose edge differs, reversals counted as asked.
    pub count: usize,
    pair_count: usize,
}

impl Shd {
    /// The distance divided by the number of pairs of nodes; 0 where there is none. Above one only for reversals that
    /// count twice.
    pub fn normalised(&self) -> f64 {
        if self.pair_count == 0 { 0.0 } else { self.count as f64 / self.pair_count as f64 }
    }
}

/// The number of pairs of nodes whose edge differs between two graphs.
///
/// An edge differs if it is missing in one graph, or is directed in one and not in the other, or is reversed. Only pairs
/// are counted of which one order is a selected treatment and outcome. Symmetric; zero if and only if the selected edges
/// are the same. Time O(edges · log degree).
///
/// # Panics
///
/// If the selection is of another number of nodes.
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
/// assert_eq!(shd(pair, Reversal::Once, &Selection::all(3)).count, 3);
/// assert_eq!(shd(pair, Reversal::Twice, &Selection::all(3)).count, 4);
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
pub fn shd<T, L>(pair: GraphPair<'_, T, L>, reversal: Reversal, selection: &Selection) -> Shd
where
    T: AsRef<MixedGraph>,
    L: AsRef<MixedGraph>,
{
    selection.assert_fits(pair.node_count());
    let (truth, learnt) = (pair.truth().as_ref(), pair.learnt().as_ref());
    let selected = |edge: &Edge| selection.contains(edge.from, edge.to) || selection.contains(edge.to, edge.from);
    let of_truth = truth.edges().filter(selected).map(|edge| cost(edge, learnt, reversal));
    let only_learnt = learnt.edges().filter(selected).filter(|edge| !truth.is_adjacent(edge.from, edge.to));
    Shd { count: of_truth.sum::<usize>() + only_learnt.count(), pair_count: selection.unordered_pair_count() }
}

/// What an edge of one graph costs given the other graph.
fn cost(edge: Edge, other: &MixedGraph, reversal: Reversal) -> usize {
    let same = match edge.kind {
        EdgeKind::Directed => other.has_directed(edge.from, edge.to),
        EdgeKind::Undirected => other.has_undirected(edge.from, edge.to),
    };
    let reversed = edge.kind == EdgeKind::Directed && other.has_directed(edge.to, edge.from);
    if reversed { reversal.cost() } else { usize::from(!same) }
}
