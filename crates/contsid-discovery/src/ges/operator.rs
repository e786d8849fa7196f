//! Steps from one equivalence class to the next: insert an edge, delete one, turn one.
//!
//! An operator Op(x, y, C) changes the edge x → y in the members of the class in which, of y's undirected neighbours,
//! exactly those of the clique C come before y. Whether it is valid and how it changes the score depends on the edges
//! around x and y only, except for one condition on paths, which is checked only for the best operator
//! ([`Operator::is_valid`]).
//!
//! Insert and delete: D. M. Chickering (2002), *Optimal structure identification with greedy search*, JMLR 3,
//! definitions 12 and 13, theorems 15 and 17. Turn: A. Hauser & P. Bühlmann (2012), *Characterization and greedy
//! learning of interventional Markov equivalence classes of directed acyclic graphs*, JMLR 13, propositions 31 and 34.

use super::essential::Essential;
use contsid::graph::{Edge, EdgeKind, MixedGraph, NodeId, NodeSet};

/// What an operator does to the edge between its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Adds x → y.
    Insert,
    /// Removes the edge.
    Delete,
    /// Turns x ← y or x — y into x → y.
    Turn,
}

/// A step of the search.
#[derive(Clone, Debug)]
pub(super) struct Operator {
    pub(super) action: Action,
    pub(super) x: NodeId,
    pub(super) y: NodeId,
    /// The neighbours of y that come before y.
    pub(super) clique: NodeSet,
    /// The gain in score.
    pub(super) gain: f64,
}

impl Operator {
    /// The condition on paths: no directed cycle and, if an undirected edge is turned, no new collider.
    pub(super) fn is_valid(&self, graph: &Essential) -> bool {
        let (x, y) = (self.x, self.y);
        match self.action {
            Action::Insert => !graph.has_long_way(y, x, &self.clique),
            Action::Delete => true,
            Action::Turn if graph.neighbours[y.index()].contains(x) => {
                let rest = graph.shared(y, x) - &self.clique;
                graph.are_separated(&self.clique, &rest, x, y)
            }
            Action::Turn => !graph.has_long_way(y, x, &(&self.clique | &graph.neighbours[x.index()])),
        }
    }

    /// The partially directed graph whose extensions are the members of the new class.
    pub(super) fn apply(&self, graph: &MixedGraph) -> MixedGraph {
        let (x, y) = (self.x, self.y);
        let between = |edge: &Edge| [(x, y), (y, x)].contains(&(edge.from, edge.to));
        let kept = graph.edges().filter(|edge| !between(edge)).map(|edge| match edge.kind {
            EdgeKind::Directed => edge,
            EdgeKind::Undirected => self.directed(edge, graph),
        });
        let own = (self.action != Action::Delete).then(|| Edge::directed(x, y));
        MixedGraph::from_edges(graph.node_count(), kept.chain(own)).expect("an operator joins each pair once")
    }

    /// An undirected edge after the step.
    fn directed(&self, edge: Edge, graph: &MixedGraph) -> Edge {
        let (x, y) = (self.x, self.y);
        let other_end = |node| match (edge.from == node, edge.to == node) {
            (true, _) => Some(edge.to),
            (_, true) => Some(edge.from),
            _ => None,
        };
        if self.action == Action::Delete {
            let loses = |other: &NodeId| {
                graph.has_undirected(y, *other) && graph.is_adjacent(x, *other) && !self.clique.contains(*other)
            };
            for end in [y, x] {
                if let Some(other) = other_end(end).filter(loses) {
                    return Edge::directed(end, other);
                }
            }
            return edge;
        }
        match other_end(y) {
            Some(other) if self.clique.contains(other) => Edge::directed(other, y),
            _ => edge,
        }
    }
}
