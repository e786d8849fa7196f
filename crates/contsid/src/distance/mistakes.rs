//! The ordered pairs that a learnt graph gets wrong.

use super::Selection;
use crate::graph::{NodeId, NodeSet};

/// The pairs of a treatment and an outcome that a learnt graph gets wrong, among the selected ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes {
    wrong: Vec<NodeSet>,
    pair_count: usize,
}

impl Mistakes {
    /// The wrong outcomes for each node as treatment; those not selected must be left out.
    pub(crate) fn new(wrong: Vec<NodeSet>, selection: &Selection) -> Self {
        Self { wrong, pair_count: selection.pair_count() }
    }

    /// The number of wrong pairs.
    pub fn count(&self) -> usize {
        self.wrong.iter().map(NodeSet::len).sum()
    }

    /// The share of wrong pairs among the selected ones, in `0..=1`; 0 if none is selected.
    pub fn normalised(&self) -> f64 {
        if self.pair_count == 0 { 0.0 } else { self.count() as f64 / self.pair_count as f64 }
    }

    /// The outcomes that are wrong for a treatment.
    pub fn outcomes(&self, treatment: NodeId) -> &NodeSet {
        &self.wrong[treatment.index()]
    }

    /// Whether the pair is wrong.
    pub fn contains(&self, treatment: NodeId, outcome: NodeId) -> bool {
        self.outcomes(treatment).contains(outcome)
    }

    /// The wrong pairs `(treatment, outcome)` in order.
    pub fn pairs(&self) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
        let rows = NodeId::all(self.wrong.len()).zip(&self.wrong);
        rows.flat_map(|(treatment, outcomes)| outcomes.iter().map(move |outcome| (treatment, outcome)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_pairs_are_counted_listed_and_divided_by_the_selected_ones() {
        let nodes = |nodes: &[usize]| NodeSet::of(3, nodes.iter().map(|&node| NodeId::new(node)));
        let mistakes = Mistakes::new(vec![nodes(&[1, 2]), nodes(&[]), nodes(&[0])], &Selection::all(3));
        assert_eq!((mistakes.count(), mistakes.normalised()), (3, 0.5));
        let pairs: Vec<_> = mistakes.pairs().map(|(treatment, outcome)| (treatment.index(), outcome.index())).collect();
        assert_eq!(pairs, [(0, 1), (0, 2), (2, 0)]);
        let [a, b] = [0, 1].map(NodeId::new);
        assert!(mistakes.contains(a, b) && !mistakes.contains(b, a));
        assert_eq!(*mistakes.outcomes(a), nodes(&[1, 2]));
        // No pair is selected from one node.
        let none = Mistakes::new(vec![NodeSet::empty(1)], &Selection::all(1));
        assert_eq!((none.count(), none.normalised()), (0, 0.0));
    }
}
