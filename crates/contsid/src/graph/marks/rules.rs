//! Which marks all maximal ancestral graphs of a class share: Zhang's rules.
//!
//! J. Zhang (2008), Artificial Intelligence 172, Section 3: R0 to R4 find all arrowheads, R8 to R10 all tails where
//! there are no selection variables. Letters are the α, β, γ, θ of the rules as printed.

use super::{Mark, MarkedGraph, MarkedLink};
use crate::graph::{NodeId, NodeSet};
use Mark::{Arrow, Circle, Tail};

/// The marks that the class of a maximal ancestral graph shares; circles elsewhere.
pub(super) fn orient(mag: &MarkedGraph) -> MarkedGraph {
    let mut rules = Rules { mag, graph: mag.remarked(|_, _| Circle) };
    rules.mark_colliders();
    while rules.add_arrowheads() {}
    rules.add_tails();
    rules.graph
}

struct Rules<'a> {
    mag: &'a MarkedGraph,
    graph: MarkedGraph,
}

impl Rules<'_> {
    /// R0: a *→ b ←* c of the graph, where a and c are not joined.
    fn mark_colliders(&mut self) {
        for b in self.mag.nodes() {
            let into: Vec<NodeId> =
                self.mag.links(b).iter().filter(|link| link.near == Arrow).map(|l| l.node).collect();
            for &a in &into {
                if into.iter().any(|&c| c != a && !self.mag.is_adjacent(a, c)) {
                    self.graph.set(a, b, Arrow);
                }
            }
        }
    }

    /// One round of R1 to R4; whether a mark is new.
    fn add_arrowheads(&mut self) -> bool {
        let mut is_new = false;
        for node in self.graph.nodes() {
            for index in 0..self.graph.links(node).len() {
                let link = self.graph.links(node)[index];
                if link.near != Circle {
                    continue;
                }
                if self.is_after_arrow(node, link.node) {
                    self.direct(node, link.node);
                } else if self.would_cycle(link.node, node) || self.closes_kite(link.node, node) {
                    self.graph.set(link.node, node, Arrow);
                } else if let Some(a) = self.discriminated(node, link.node) {
                    self.discriminate(a, node, link.node);
                } else {
                    continue;
                }
                is_new = true;
            }
        }
        is_new
    }

    fn direct(&mut self, from: NodeId, to: NodeId) {
        self.graph.set(to, from, Tail);
        self.graph.set(from, to, Arrow);
    }

    /// R1: a *→ b o-* c, where a and c are not joined.
    fn is_after_arrow(&self, b: NodeId, c: NodeId) -> bool {
        self.graph
            .links(b)
            .iter()
            .any(|link| link.near == Arrow && link.node != c && !self.graph.is_adjacent(link.node, c))
    }

    /// R2: a → b *→ c or a *→ b → c, where a *-o c.
    fn would_cycle(&self, a: NodeId, c: NodeId) -> bool {
        self.graph.links(a).iter().filter(|link| link.far == Arrow).any(|to_b| {
            let onwards = self.graph.link(to_b.node, c);
            onwards.is_some_and(|onwards| onwards.far == Arrow && (to_b.is_out() || onwards.is_out()))
        })
    }

    /// R3: a *→ b ←* c and a *-o d o-* c, where a and c are not joined and d *-o b.
    fn closes_kite(&self, d: NodeId, b: NodeId) -> bool {
        let into_b = |link: &&MarkedLink| self.graph.link(link.node, b).is_some_and(|onwards| onwards.far == Arrow);
        let around: Vec<NodeId> = self
            .graph
            .links(d)
            .iter()
            .filter(|link| link.near == Circle)
            .filter(into_b)
            .map(|link| link.node)
            .collect();
        around.iter().any(|&a| around.iter().any(|&c| a < c && !self.graph.is_adjacent(a, c)))
    }

    /// R4: the node before b on a path from some d that discriminates b: d and c are not joined, and every node between
    /// d and b is a collider on the path and a parent of c.
    fn discriminated(&self, b: NodeId, c: NodeId) -> Option<NodeId> {
        let is_parent = |node: NodeId| self.graph.link(node, c).is_some_and(MarkedLink::is_out);
        let starts = self.graph.links(b).iter().filter(|link| link.far == Arrow && is_parent(link.node));
        starts.map(|link| link.node).find(|&a| {
            let mut seen = NodeSet::of(self.graph.node_count(), [a, b, c]);
            let mut open = vec![a];
            while let Some(collider) = open.pop() {
                for link in self.graph.links(collider).iter().filter(|link| link.near == Arrow) {
                    if !seen.insert(link.node) {
                        continue;
                    }
                    if !self.graph.is_adjacent(link.node, c) {
                        return true;
                    }
                    if link.far == Arrow && is_parent(link.node) {
                        open.push(link.node);
                    }
                }
            }
            false
        })
    }

    /// R4: b → c if b is no collider, which the maximal ancestral graph tells; else a <-> b <-> c.
    fn discriminate(&mut self, a: NodeId, b: NodeId, c: NodeId) {
        if self.mag.link(b, c).is_some_and(MarkedLink::is_out) {
            self.direct(b, c);
        } else {
            for (from, at) in [(a, b), (b, a), (b, c), (c, b)] {
                self.graph.set(from, at, Arrow);
            }
        }
    }

    /// R8 to R10: tails at a of a o→ c.
    fn add_tails(&mut self) {
        let uncovered: Vec<Vec<(NodeId, NodeSet)>> = self.graph.nodes().map(|a| self.uncovered_paths(a)).collect();
        loop {
            let mut is_new = false;
            for a in self.graph.nodes() {
                for index in 0..self.graph.links(a).len() {
                    let MarkedLink { node: c, near, far } = self.graph.links(a)[index];
                    if (near, far) == (Circle, Arrow) && self.is_cause(a, c, &uncovered[a.index()]) {
                        self.graph.set(c, a, Tail);
                        is_new = true;
                    }
                }
            }
            if !is_new {
                return;
            }
        }
    }

    /// Whether R8, R9 or R10 makes a o→ c to a → c; `uncovered` are the paths from a.
    fn is_cause(&self, a: NodeId, c: NodeId, uncovered: &[(NodeId, NodeSet)]) -> bool {
        let is_parent = |node: NodeId| self.graph.link(node, c).is_some_and(MarkedLink::is_out);
        if self.graph.links(a).iter().any(|link| link.is_out() && is_parent(link.node)) {
            return true;
        }
        let others = || uncovered.iter().filter(|(first, _)| *first != c);
        if others().any(|(first, reached)| reached.contains(c) && !self.graph.is_adjacent(*first, c)) {
            return true;
        }
        let to_parents = others().filter(|(_, reached)| reached.iter().any(is_parent)).map(|&(first, _)| first);
        let firsts: Vec<NodeId> = to_parents.collect();
        firsts.iter().any(|&b| firsts.iter().any(|&d| b < d && !self.graph.is_adjacent(b, d)))
    }

    /// For each first node, the nodes that uncovered possibly directed paths from a reach through it.
    ///
    /// Uncovered: no node is joined with the one after the next. Such a path is directed in some graph of the class, so
    /// no walk of this kind returns.
    fn uncovered_paths(&self, a: NodeId) -> Vec<(NodeId, NodeSet)> {
        let is_onwards = |link: &&MarkedLink| link.near != Arrow && link.far != Tail;
        let has_circle = |link: &MarkedLink| (link.near, link.far) == (Circle, Arrow);
        if !self.graph.links(a).iter().any(has_circle) {
            return Vec::new();
        }
        let firsts = self.graph.links(a).iter().filter(is_onwards).map(|link| link.node);
        let paths = firsts.map(|first| {
            let mut reached = NodeSet::of(self.graph.node_count(), [first]);
            let mut seen = std::collections::BTreeSet::from([(a, first)]);
            let mut open = vec![(a, first)];
            while let Some((before, node)) = open.pop() {
                for next in self.graph.links(node).iter().filter(is_onwards).map(|link| link.node) {
                    if next != before && !self.graph.is_adjacent(before, next) && seen.insert((node, next)) {
                        reached.insert(next);
                        open.push((node, next));
                    }
                }
            }
            (first, reached)
        });
        paths.collect()
    }
}
