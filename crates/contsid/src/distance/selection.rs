//! Which pairs of nodes a distance compares.

use crate::graph::{NodeId, NodeSet};
use thiserror::Error;

/// A selection for another number of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the treatments and outcomes are selected from {selection} nodes, and the graphs have {nodes}")]
pub struct SelectionSize {
    /// The number of nodes that the selection is made for.
    pub selection: usize,
    /// The number of nodes of the graphs.
    pub nodes: usize,
}

/// Treatments and outcomes of interest: a distance compares the ordered pairs of a treatment and a different outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    node_count: usize,
    treatments: NodeSet,
    outcomes: NodeSet,
}

impl Selection {
    /// All ordered pairs of a graph.
    pub fn all(node_count: usize) -> Self {
        Self { node_count, treatments: NodeSet::full(node_count), outcomes: NodeSet::full(node_count) }
    }

    /// Interventions on these nodes only.
    ///
    /// # Panics
    ///
    /// If it is a set of nodes of a graph of another size, as far as can be told.
    #[must_use]
    pub fn with_treatments(self, treatments: NodeSet) -> Self {
        assert!(treatments.fits(self.node_count), "treatments are nodes of the graph");
        Self { treatments, ..self }
    }

    /// Effects on these nodes only.
    ///
    /// # Panics
    ///
    /// If it is a set of nodes of a graph of another size, as far as can be told.
    #[must_use]
    pub fn with_outcomes(self, outcomes: NodeSet) -> Self {
        assert!(outcomes.fits(self.node_count), "outcomes are nodes of the graph");
        Self { outcomes, ..self }
    }

    /// Checks that it is a selection for graphs of this size.
    ///
    /// # Errors
    ///
    /// If it is not.
    pub fn check(&self, nodes: usize) -> Result<(), SelectionSize> {
        let selection = self.node_count;
        if selection == nodes { Ok(()) } else { Err(SelectionSize { selection, nodes }) }
    }

    /// The same, for callers that guarantee it.
    pub(super) fn assert_fits(&self, nodes: usize) {
        assert_eq!(self.node_count, nodes, "the selection is of as many nodes as the graphs have");
    }

    /// The nodes that are intervened on.
    pub fn treatments(&self) -> &NodeSet {
        &self.treatments
    }

    /// The nodes whose distributions are compared.
    pub fn outcomes(&self) -> &NodeSet {
        &self.outcomes
    }

    /// The selected outcomes of a treatment: none if it is not selected itself.
    pub(crate) fn outcomes_of(&self, treatment: NodeId) -> NodeSet {
        if !self.treatments.contains(treatment) {
            return NodeSet::empty(self.node_count);
        }
        let mut outcomes = self.outcomes.clone();
        outcomes.remove(treatment);
        outcomes
    }

    /// Whether the ordered pair is selected.
    pub fn contains(&self, treatment: NodeId, outcome: NodeId) -> bool {
        treatment != outcome && self.treatments.contains(treatment) && self.outcomes.contains(outcome)
    }

    /// Whether one order of the pair is selected.
    pub fn joins(&self, a: NodeId, b: NodeId) -> bool {
        self.contains(a, b) || self.contains(b, a)
    }

    /// The number of selected ordered pairs.
    pub fn pair_count(&self) -> usize {
        let same = (&self.treatments & &self.outcomes).len();
        self.treatments.len() * self.outcomes.len() - same
    }

    /// The number of unordered pairs of which at least one order is selected.
    pub fn unordered_pair_count(&self) -> usize {
        let both = (&self.treatments & &self.outcomes).len();
        self.pair_count() - both * both.saturating_sub(1) / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_once() {
        let set = |nodes: &[usize]| NodeSet::of(5, nodes.iter().map(|&node| NodeId::new(node)));
        let selection = Selection::all(5).with_treatments(set(&[0, 1, 2])).with_outcomes(set(&[1, 2, 3]));
        let nodes = || NodeId::all(5);
        let ordered = nodes().flat_map(|a| nodes().map(move |b| (a, b))).filter(|&(a, b)| selection.contains(a, b));
        assert_eq!(selection.pair_count(), ordered.clone().count());
        let mut unordered: Vec<_> = ordered.map(|(a, b)| (a.min(b), a.max(b))).collect();
        unordered.sort_unstable();
        unordered.dedup();
        assert_eq!(selection.unordered_pair_count(), unordered.len());
        assert_eq!(Selection::all(5).unordered_pair_count(), 10);
    }
}
