//! Graphs of directed and undirected edges, without further guarantees.

use super::adjacency::Adjacency;
use super::{NodeId, NodeSet};
use thiserror::Error;

/// How two nodes are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    /// `from → to`
    Directed,
    /// `from — to`
    Undirected,
}

/// An edge between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The tail of a directed edge; either end of an undirected one.
    pub from: NodeId,
    /// The head of a directed edge; the other end of an undirected one.
    pub to: NodeId,
    /// Whether the edge has a direction.
    pub kind: EdgeKind,
}

impl Edge {
    /// `from → to`
    pub fn directed(from: NodeId, to: NodeId) -> Self {
        Self { from, to, kind: EdgeKind::Directed }
    }

    /// `a — b`, with the smaller node first.
    pub fn undirected(a: NodeId, b: NodeId) -> Self {
        Self { from: a.min(b), to: a.max(b), kind: EdgeKind::Undirected }
    }
}

/// Why edges do not make a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MixedGraphError {
    /// An edge names a node that the graph does not have.
    #[error("an edge names node {} of a graph with {node_count} nodes", node.index() + 1)]
    UnknownNode {
        /// The node that is named.
        node: NodeId,
        /// The number of nodes.
        node_count: usize,
    },
    /// An edge joins a node to itself.
    #[error("node {} is joined to itself", node.index() + 1)]
    SelfLoop {
        /// The node.
        node: NodeId,
    },
    /// Two nodes are joined by two edges that differ, or by the same edge twice.
    #[error("nodes {} and {} are joined twice", first.index() + 1, second.index() + 1)]
    JoinedTwice {
        /// The smaller of the two nodes.
        first: NodeId,
        /// The larger of the two nodes.
        second: NodeId,
    },
}

/// Directed and undirected edges between distinct nodes, at most one edge for two nodes.
///
/// ```
/// use contsid::graph::{Edge, MixedGraph, NodeId};
///
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let graph = MixedGraph::from_edges(3, [Edge::directed(a, b), Edge::undirected(c, b)])?;
/// assert_eq!(graph.parents(b), [a]);
/// assert_eq!(graph.neighbours(b), [c]);
/// # Ok::<(), contsid::graph::MixedGraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MixedGraph {
    node_count: usize,
    parents: Adjacency,
    children: Adjacency,
    neighbours: Adjacency,
}

impl MixedGraph {
    /// The graph of `node_count` nodes with these edges.
    ///
    /// # Errors
    ///
    /// If an edge names an unknown node, joins a node to itself, or joins two nodes that are joined already.
    pub fn from_edges(node_count: usize, edges: impl IntoIterator<Item = Edge>) -> Result<Self, MixedGraphError> {
        let edges: Vec<Edge> = edges.into_iter().collect();
        check_ends(node_count, &edges)?;
        check_joined_once(node_count, &edges)?;
        Ok(Self::from_checked_edges(node_count, &edges))
    }

    /// As [`MixedGraph::from_edges`], for edges known to join distinct nodes of the graph at most once.
    pub(crate) fn from_checked_edges(node_count: usize, edges: &[Edge]) -> Self {
        let of_kind = |kind| edges.iter().filter(move |edge| edge.kind == kind);
        let directed = of_kind(EdgeKind::Directed);
        let undirected = of_kind(EdgeKind::Undirected);
        let parents = Adjacency::from_pairs(node_count, directed.map(|edge| (edge.to, edge.from)));
        Self {
            node_count,
            children: parents.transposed(),
            parents,
            neighbours: Adjacency::from_pairs(
                node_count,
                undirected.flat_map(|edge| [(edge.from, edge.to), (edge.to, edge.from)]),
            ),
        }
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.node_count
    }

    /// All nodes in order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + Clone {
        NodeId::all(self.node_count)
    }

    /// The number of edges of both kinds.
    pub fn edge_count(&self) -> usize {
        self.parents.len() + self.neighbours.len() / 2
    }

    /// The number of undirected edges.
    pub fn undirected_count(&self) -> usize {
        self.neighbours.len() / 2
    }

    /// The nodes `p` with `p → node`, sorted.
    pub fn parents(&self, node: NodeId) -> &[NodeId] {
        self.parents.of(node)
    }

    /// The nodes `c` with `node → c`, sorted.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        self.children.of(node)
    }

    /// The nodes `n` with `node — n`, sorted.
    pub fn neighbours(&self, node: NodeId) -> &[NodeId] {
        self.neighbours.of(node)
    }

    /// Whether `from → to`.
    pub fn has_directed(&self, from: NodeId, to: NodeId) -> bool {
        self.children.contains(from, to)
    }

    /// Whether `a — b`.
    pub fn has_undirected(&self, a: NodeId, b: NodeId) -> bool {
        self.neighbours.contains(a, b)
    }

    /// Whether an edge of any kind joins the two.
    pub fn is_adjacent(&self, a: NodeId, b: NodeId) -> bool {
        self.has_directed(a, b) || self.has_directed(b, a) || self.has_undirected(a, b)
    }

    /// The edges: directed ones by tail and head, then undirected ones by their smaller end.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + Clone + '_ {
        let directed = self.children.pairs().map(|(from, to)| Edge::directed(from, to));
        let undirected = self.neighbours.pairs().filter(|(a, b)| a < b).map(|(a, b)| Edge::undirected(a, b));
        directed.chain(undirected)
    }

    /// The graph with node `k` renamed to `new[k]`.
    ///
    /// # Panics
    ///
    /// If `new` is not a permutation of the nodes.
    #[must_use]
    pub fn relabelled(&self, new: &[NodeId]) -> Self {
        let named = NodeSet::of(self.node_count, new.iter().copied());
        assert!(new.len() == self.node_count && named.len() == self.node_count, "a relabelling is a permutation");
        let renamed = |node: NodeId| new[node.index()];
        let edges: Vec<Edge> =
            self.edges().map(|edge| Edge { from: renamed(edge.from), to: renamed(edge.to), kind: edge.kind }).collect();
        Self::from_checked_edges(self.node_count, &edges)
    }

    /// The graph with all edges undirected.
    #[must_use]
    pub fn skeleton(&self) -> Self {
        let edges: Vec<Edge> = self.edges().map(|edge| Edge::undirected(edge.from, edge.to)).collect();
        Self::from_checked_edges(self.node_count, &edges)
    }

    /// The graph without its undirected edges.
    #[must_use]
    pub fn without_undirected(&self) -> Self {
        let edges: Vec<Edge> = self.edges().filter(|edge| edge.kind == EdgeKind::Directed).collect();
        Self::from_checked_edges(self.node_count, &edges)
    }
}

impl AsRef<MixedGraph> for MixedGraph {
    fn as_ref(&self) -> &MixedGraph {
        self
    }
}

pub(super) fn check_ends(node_count: usize, edges: &[Edge]) -> Result<(), MixedGraphError> {
    for edge in edges {
        if let Some(node) = [edge.from, edge.to].into_iter().find(|node| node.index() >= node_count) {
            return Err(MixedGraphError::UnknownNode { node, node_count });
        }
        if edge.from == edge.to {
            return Err(MixedGraphError::SelfLoop { node: edge.from });
        }
    }
    Ok(())
}

pub(super) fn check_joined_once(node_count: usize, edges: &[Edge]) -> Result<(), MixedGraphError> {
    let ends = edges.iter().map(|edge| (edge.from.min(edge.to), edge.from.max(edge.to)));
    let joined = Adjacency::from_pairs(node_count, ends);
    let twice = NodeId::all(node_count).find_map(|first| {
        let two = joined.of(first).windows(2).find(|two| two[0] == two[1])?;
        Some(MixedGraphError::JoinedTwice { first, second: two[0] })
    });
    twice.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(index: usize) -> NodeId {
        NodeId::new(index)
    }

    #[test]
    fn refuses_what_is_not_a_graph() {
        let unknown = MixedGraph::from_edges(2, [Edge::directed(node(0), node(2))]);
        assert_eq!(unknown, Err(MixedGraphError::UnknownNode { node: node(2), node_count: 2 }));
        let own = MixedGraph::from_edges(2, [Edge::undirected(node(1), node(1))]);
        assert_eq!(own, Err(MixedGraphError::SelfLoop { node: node(1) }));
        let twice = MixedGraph::from_edges(2, [Edge::directed(node(1), node(0)), Edge::undirected(node(0), node(1))]);
        assert_eq!(twice, Err(MixedGraphError::JoinedTwice { first: node(0), second: node(1) }));
    }

    #[test]
    fn relabelling_moves_every_edge() {
        let graph = MixedGraph::from_edges(3, [Edge::directed(node(0), node(1)), Edge::undirected(node(1), node(2))]);
        let moved = graph.unwrap().relabelled(&[node(2), node(0), node(1)]);
        assert!(moved.has_directed(node(2), node(0)) && moved.has_undirected(node(0), node(1)));
        assert_eq!(moved.edge_count(), 2);
    }

    #[test]
    fn the_skeleton_keeps_adjacencies_only() {
        let graph = MixedGraph::from_edges(3, [Edge::directed(node(2), node(1)), Edge::undirected(node(0), node(1))]);
        let expected = [Edge::undirected(node(0), node(1)), Edge::undirected(node(1), node(2))];
        assert!(graph.unwrap().skeleton().edges().eq(expected));
    }
}
