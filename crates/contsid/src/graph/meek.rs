//! Meek's rules: which directions follow from those that are known?
//!
//! With `a → b` known, and no new collider and no directed cycle allowed:
//!
//! | rule | premises | so |
//! |---|---|---|
//! | 1 | a → b — c, a and c not joined | b → c |
//! | 2 | a → b → c, a — c | a → c |
//! | 3 | e — b, e — a → b, e — d → b, a and d not joined | e → b |
//! | 4 | e — t, e — a, e — b, a → b → t, a and t not joined | e → t |
//!
//! Rule 4 is needed only with background knowledge. If an edge at e in rules 3 and 4 is directed already, rules 1 and 2
//! give the same conclusion, so only the undirected form is searched for.
//!
//! C. Meek (1995), *Causal inference and causal explanation with background knowledge*, UAI.

use super::{NodeId, Orientation};

/// The rules at work on a graph.
pub(super) struct Closure<'a> {
    graph: &'a mut Orientation,
    found: Vec<(NodeId, NodeId)>,
}

impl<'a> Closure<'a> {
    pub(super) fn new(graph: &'a mut Orientation) -> Self {
        Self { graph, found: Vec::new() }
    }

    /// Applies the rules to the given directed edges, and to those that follow.
    pub(super) fn run(mut self, mut open: Vec<(NodeId, NodeId)>) {
        while let Some((a, b)) = open.pop() {
            self.chains(a, b);
            self.colliders(a, b);
            self.detours(a, b);
            for (from, to) in self.found.drain(..) {
                if self.graph.has_undirected(from, to) {
                    self.graph.direct(from, to);
                    open.push((from, to));
                }
            }
        }
    }

    /// Rules 1 and 2, with `a → b` as either of their edges.
    fn chains(&mut self, a: NodeId, b: NodeId) {
        let Orientation { joined, neighbours, parents, children, .. } = &*self.graph;
        self.found.extend(neighbours.of(b).filter(|&c| !joined.contains(a, c)).map(|c| (b, c)));
        self.found.extend(children.of(b).filter(|&c| neighbours.contains(a, c)).map(|c| (a, c)));
        self.found.extend(parents.of(a).filter(|&c| neighbours.contains(b, c)).map(|c| (c, b)));
    }

    /// Rule 3, with `a → b` as either of its edges.
    fn colliders(&mut self, a: NodeId, b: NodeId) {
        let Orientation { joined, neighbours, parents, .. } = &*self.graph;
        if neighbours.of_both(a, b).next().is_none() {
            return;
        }
        for d in parents.of(b).filter(|&d| !joined.contains(a, d)) {
            self.found.extend(neighbours.of_all(a, b, d).map(|e| (e, b)));
        }
    }

    /// Rule 4, with `a → b` as the first or the second edge of its directed path.
    fn detours(&mut self, a: NodeId, b: NodeId) {
        let Orientation { joined, neighbours, parents, children, .. } = &*self.graph;
        if neighbours.of_both(a, b).next().is_none() {
            return;
        }
        for t in children.of(b).filter(|&t| !joined.contains(a, t)) {
            self.found.extend(neighbours.of_all(a, b, t).map(|e| (e, t)));
        }
        for c in parents.of(a).filter(|&c| !joined.contains(c, b)) {
            self.found.extend(neighbours.of_all(c, a, b).map(|e| (e, b)));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::graph::{Edge, MixedGraph, NodeId, Orientation};

    /// The graph of the directed and undirected edges, closed under the rules.
    fn closed(node_count: usize, directed: &[(usize, usize)], undirected: &[(usize, usize)]) -> Orientation {
        let node = NodeId::new;
        let directed = directed.iter().map(|&(a, b)| Edge::directed(node(a), node(b)));
        let undirected = undirected.iter().map(|&(a, b)| Edge::undirected(node(a), node(b)));
        let graph = MixedGraph::from_edges(node_count, directed.chain(undirected)).unwrap();
        let mut orientation = Orientation::new(&graph);
        orientation.close();
        orientation
    }

    fn directs(orientation: &Orientation, from: usize, to: usize) -> bool {
        orientation.has_directed(NodeId::new(from), NodeId::new(to))
    }

    #[test]
    fn rule_1_avoids_a_new_collider() {
        assert!(directs(&closed(3, &[(0, 1)], &[(1, 2)]), 1, 2));
    }

    #[test]
    fn rule_2_avoids_a_cycle() {
        assert!(directs(&closed(3, &[(0, 1), (1, 2)], &[(0, 2)]), 0, 2));
    }

    #[test]
    fn rule_3_avoids_both() {
        let kite = closed(4, &[(1, 3), (2, 3)], &[(0, 1), (0, 2), (0, 3)]);
        assert!(directs(&kite, 0, 3));
        assert_eq!(kite.undirected_edges().count(), 2);
    }

    #[test]
    fn rule_4_needs_background_knowledge() {
        let kite = closed(4, &[(1, 2), (2, 3)], &[(0, 1), (0, 2), (0, 3)]);
        assert!(directs(&kite, 0, 3));
        assert_eq!(kite.undirected_edges().count(), 2);
    }

    #[test]
    fn nothing_follows_in_a_triangle_with_one_direction() {
        assert_eq!(closed(3, &[(0, 1)], &[(0, 2), (1, 2)]).undirected_edges().count(), 2);
    }
}
