//! The operators at a node that raise the score.

use super::essential::Essential;
use super::operator::{Action, Operator};
use super::score::GesScore;
use contsid::execution::{Cancelled, Execution};
use contsid::graph::{NodeId, NodeSet};
use contsid::independence::Conditioning;

/// Minimum gain of a step: less could be rounding.
const SMALLEST_GAIN: f64 = 1e-6;

/// The operators Op(x, y, C) of one action into one node y.
pub(super) struct Candidates<'a> {
    graph: &'a Essential,
    score: &'a GesScore,
    action: Action,
    y: NodeId,
    execution: &'a Execution<'a>,
    /// Conditions on the parents of y and a clique.
    given: Conditioning<'a>,
    /// Conditions on the parents of x and part of the clique: what x loses when its edge is turned.
    given_back: Conditioning<'a>,
    found: Vec<Operator>,
}

impl<'a> Candidates<'a> {
    pub(super) fn new(
        graph: &'a Essential,
        score: &'a GesScore,
        action: Action,
        y: NodeId,
        execution: &'a Execution<'a>,
    ) -> Self {
        let (given, given_back) = (Conditioning::new(&score.correlations), Conditioning::new(&score.correlations));
        Self { graph, score, action, y, execution, given, given_back, found: Vec::new() }
    }

    /// The operators with these nodes as x, in their order; paths are not checked.
    pub(super) fn with_sources(mut self, nodes: impl Iterator<Item = NodeId>) -> Result<Vec<Operator>, Cancelled> {
        for x in nodes {
            match self.action {
                Action::Insert => self.insert(x)?,
                Action::Delete => self.delete(x)?,
                Action::Turn if self.graph.neighbours[self.y.index()].contains(x) => self.turn_undirected(x)?,
                Action::Turn => self.turn_directed(x)?,
            }
        }
        Ok(self.found)
    }

    /// The possible nodes x of this action.
    pub(super) fn sources(&self) -> NodeSet {
        let (graph, y) = (self.graph, self.y.index());
        match self.action {
            Action::Insert => {
                let mut sources = NodeSet::full(graph.node_count()) - &graph.adjacent[y];
                sources.remove(self.y);
                sources
            }
            // An undirected edge is deleted from one end only.
            Action::Delete => {
                let later = graph.neighbours[y].iter().filter(|&x| x > self.y);
                let mut sources = graph.parents[y].clone();
                sources.extend(later);
                sources
            }
            Action::Turn => &graph.children[y] | &graph.neighbours[y],
        }
    }

    /// C = NA(y, x) ∪ T, a clique, for every set T of neighbours of y that are not joined to x.
    fn insert(&mut self, x: NodeId) -> Result<(), Cancelled> {
        let shared = self.graph.shared(self.y, x);
        if self.graph.is_clique(&shared) {
            let free =
                self.common(&shared, &(&self.graph.neighbours[self.y.index()] - &self.graph.adjacent[x.index()]));
            self.start(x, &shared);
            self.grow(x, &shared, &free)?;
        }
        Ok(())
    }

    /// Every clique C within NA(y, x); the remaining nodes are Chickering's H.
    fn delete(&mut self, x: NodeId) -> Result<(), Cancelled> {
        let shared = self.graph.shared(self.y, x);
        let none = NodeSet::empty(self.graph.node_count());
        self.start(x, &none);
        let first = self.found.len();
        self.grow(x, &none, &shared)?;
        // A deletion needs no condition on paths, so only the best is kept.
        let best = self.found.drain(first..).reduce(|best, other| if other.gain > best.gain { other } else { best });
        self.found.extend(best);
        Ok(())
    }

    /// As for an insertion; x loses the edge x ← y.
    fn turn_directed(&mut self, x: NodeId) -> Result<(), Cancelled> {
        let mut parents = self.graph.parents[x.index()].clone();
        parents.remove(self.y);
        self.given_back.set(parents.iter().map(NodeId::index));
        self.insert(x)
    }

    /// Every clique C of neighbours of y of which at least one is not joined to x.
    fn turn_undirected(&mut self, x: NodeId) -> Result<(), Cancelled> {
        let mut others = self.graph.neighbours[self.y.index()].clone();
        others.remove(x);
        if others.is_subset(&self.graph.adjacent[x.index()]) {
            return Ok(());
        }
        let none = NodeSet::empty(self.graph.node_count());
        self.start(x, &none);
        self.grow(x, &none, &others)
    }

    /// Conditions on the parents of y without x, and on a clique.
    fn start(&mut self, x: NodeId, clique: &NodeSet) {
        let parents = self.graph.parents[self.y.index()].iter().filter(|&parent| parent != x);
        self.given.set(parents.chain(clique.iter()).map(NodeId::index));
    }

    /// The clique and all its enlargements by members of `free`, which are joined to the whole clique.
    fn grow(&mut self, x: NodeId, clique: &NodeSet, free: &NodeSet) -> Result<(), Cancelled> {
        self.execution.check()?;
        if let Some(gain) = self.gain(x, clique).filter(|&gain| gain > SMALLEST_GAIN) {
            self.found.push(Operator { action: self.action, x, y: self.y, clique: clique.clone(), gain });
        }
        let size = self.given.len();
        let mut later = free.clone();
        for node in free.iter() {
            later.remove(node);
            let mut larger = clique.clone();
            larger.insert(node);
            self.given.push(node.index());
            self.grow(x, &larger, &(&later & &self.graph.adjacent[node.index()]))?;
            self.given.truncate(size);
        }
        Ok(())
    }

    /// How much the operator changes the score; none if it is not valid.
    fn gain(&mut self, x: NodeId, clique: &NodeSet) -> Option<f64> {
        let (graph, from, to) = (self.graph, x.index(), self.y.index());
        let is_undirected_turn = self.action == Action::Turn && graph.neighbours[to].contains(x);
        if is_undirected_turn {
            if clique.is_subset(&graph.adjacent[from]) {
                return None;
            }
            let kept = clique & &graph.adjacent[from];
            let parents = graph.parents[from].iter().chain(kept.iter());
            self.given_back.set(parents.map(NodeId::index));
        }
        let edge = self.score.edge(&mut self.given, from, to);
        Some(match self.action {
            Action::Insert => edge,
            Action::Delete => -edge,
            Action::Turn => edge - self.score.edge(&mut self.given_back, from, to),
        })
    }

    /// The nodes that are joined to every node of a set.
    fn common(&self, set: &NodeSet, nodes: &NodeSet) -> NodeSet {
        set.iter().fold(nodes.clone(), |common, node| common & &self.graph.adjacent[node.index()])
    }
}
