//! A graph whose edges are being given directions.

use super::meek::Closure;
use super::relation::Relation;
use super::{Edge, EdgeKind, MixedGraph, NodeId};
use thiserror::Error;

/// A direction that contradicts a certain one, or of an edge that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OrientationError {
    /// The two nodes are not joined.
    #[error("nodes {} and {} are not joined", from.index() + 1, to.index() + 1)]
    NotJoined {
        /// The wanted tail.
        from: NodeId,
        /// The wanted head.
        to: NodeId,
    },
    /// The edge is certain to have the other direction.
    #[error("{} → {} contradicts what is known: the edge is directed the other way", from.index() + 1, to.index() + 1)]
    Contradiction {
        /// The wanted tail.
        from: NodeId,
        /// The wanted head.
        to: NodeId,
    },
}

/// A mutable mixed graph: edges are directed one by one, and Meek's rules are applied.
///
/// Used for searches and for the members of an equivalence class; [`Orientation::to_graph`] returns the graph. Needs
/// O(p²/64) words of memory.
///
/// ```
/// use contsid::graph::{Edge, MixedGraph, NodeId, Orientation};
///
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let chain = MixedGraph::from_edges(3, [Edge::undirected(a, b), Edge::undirected(b, c)])?;
/// let mut orientation = Orientation::new(&chain);
/// orientation.know(a, b)?; // so b → c, for a → b ← c would be a new collider
/// assert!(orientation.has_directed(b, c));
/// assert!(orientation.know(c, b).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orientation {
    node_count: usize,
    /// Joined by any edge; every node counts as joined to itself, which saves the rules a case.
    pub(super) joined: Relation,
    pub(super) neighbours: Relation,
    pub(super) parents: Relation,
    pub(super) children: Relation,
}

impl Orientation {
    /// The edges of a graph as they are.
    pub fn new(graph: &MixedGraph) -> Self {
        let mut result = Self::without_edges(graph.node_count());
        for edge in graph.edges() {
            result.insert(edge);
        }
        result
    }

    /// `node_count` nodes and no edge.
    pub fn without_edges(node_count: usize) -> Self {
        let mut joined = Relation::empty(node_count);
        for node in NodeId::all(node_count) {
            joined.insert(node, node);
        }
        let empty = Relation::empty(node_count);
        Self { node_count, joined, neighbours: empty.clone(), parents: empty.clone(), children: empty }
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.node_count
    }

    /// Whether an edge of any kind joins the two.
    pub fn is_adjacent(&self, a: NodeId, b: NodeId) -> bool {
        a != b && self.joined.contains(a, b)
    }

    /// Whether `from → to`.
    pub fn has_directed(&self, from: NodeId, to: NodeId) -> bool {
        self.children.contains(from, to)
    }

    /// Whether `a — b`.
    pub fn has_undirected(&self, a: NodeId, b: NodeId) -> bool {
        self.neighbours.contains(a, b)
    }

    /// The nodes `p` with `p → node`, in increasing order.
    pub fn parents(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.parents.of(node)
    }

    /// The nodes `c` with `node → c`, in increasing order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.children.of(node)
    }

    /// The nodes `n` with `node — n`, in increasing order.
    pub fn neighbours(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.neighbours.of(node)
    }

    /// The undirected edges, by their smaller and larger end.
    pub fn undirected_edges(&self) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
        NodeId::all(self.node_count).flat_map(|a| self.neighbours(a).filter(move |&b| a < b).map(move |b| (a, b)))
    }

    /// Sets the edge between two nodes, replacing any existing one. No rule is applied.
    ///
    /// # Panics
    ///
    /// If the edge joins a node to itself or names a node that the graph does not have.
    pub fn insert(&mut self, edge: Edge) {
        let Edge { from, to, kind } = edge;
        self.remove(from, to);
        self.joined.insert(from, to);
        self.joined.insert(to, from);
        match kind {
            EdgeKind::Directed => {
                self.children.insert(from, to);
                self.parents.insert(to, from);
            }
            EdgeKind::Undirected => {
                self.neighbours.insert(from, to);
                self.neighbours.insert(to, from);
            }
        }
    }

    /// Removes the edge between two nodes, if there is one. No rule is applied.
    ///
    /// # Panics
    ///
    /// If the two are the same node.
    pub fn remove(&mut self, a: NodeId, b: NodeId) {
        assert_ne!(a, b, "an edge joins two nodes");
        for (from, to) in [(a, b), (b, a)] {
            self.joined.remove(from, to);
            self.neighbours.remove(from, to);
            self.parents.remove(from, to);
            self.children.remove(from, to);
        }
    }

    /// Applies Meek's rules 1 to 4 until none applies.
    ///
    /// Rules direct undirected edges only; directed edges stay as they are, even if they contradict each other. If the
    /// graph has a consistent extension, the result directs exactly the edges whose direction is the same in all of
    /// them (Meek 1995, with background knowledge).
    ///
    /// Complexity: O(m·d) rows of p/64 words for m edges and at most d parents or children of a node.
    pub fn close(&mut self) {
        let directed = NodeId::all(self.node_count).flat_map(|from| self.children(from).map(move |to| (from, to)));
        let directed = directed.collect();
        Closure::new(self).run(directed);
    }

    /// Directs `from → to` and applies Meek's rules.
    ///
    /// In a graph that is closed under the rules and has a consistent extension, any undirected edge may have either
    /// direction: the call fails only if the opposite direction is certain, and the result is again closed and has a
    /// consistent extension.
    ///
    /// # Errors
    ///
    /// If the two are not joined, or the edge is directed `to → from`. The graph is then unchanged.
    pub fn know(&mut self, from: NodeId, to: NodeId) -> Result<(), OrientationError> {
        if self.has_directed(from, to) {
            return Ok(());
        }
        if self.has_directed(to, from) {
            return Err(OrientationError::Contradiction { from, to });
        }
        if !self.is_adjacent(from, to) {
            return Err(OrientationError::NotJoined { from, to });
        }
        self.direct(from, to);
        Closure::new(self).run(vec![(from, to)]);
        Ok(())
    }

    /// Directs an undirected edge.
    pub(super) fn direct(&mut self, from: NodeId, to: NodeId) {
        debug_assert!(self.has_undirected(from, to), "only an undirected edge can be directed");
        self.neighbours.remove(from, to);
        self.neighbours.remove(to, from);
        self.children.insert(from, to);
        self.parents.insert(to, from);
    }

    /// The edges as they are now.
    pub fn to_graph(&self) -> MixedGraph {
        let directed =
            NodeId::all(self.node_count).flat_map(|from| self.children(from).map(move |to| Edge::directed(from, to)));
        let undirected = self.undirected_edges().map(|(a, b)| Edge::undirected(a, b));
        let edges: Vec<Edge> = directed.chain(undirected).collect();
        MixedGraph::from_checked_edges(self.node_count, &edges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules rely on every node being joined to itself.
    #[test]
    #[should_panic(expected = "an edge joins two nodes")]
    fn a_node_is_not_taken_from_itself() {
        Orientation::without_edges(2).remove(NodeId::new(1), NodeId::new(1));
    }
}
