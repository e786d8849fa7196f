//! Directed acyclic graphs.

use super::{Edge, EdgeKind, MixedGraph, MixedGraphError, NodeId, NodeSet};
use std::fmt;
use thiserror::Error;

/// Why a graph is not a directed acyclic graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DagError {
    /// The edges do not make a graph.
    #[error(transparent)]
    NotAGraph(#[from] MixedGraphError),
    /// An edge has no direction.
    #[error("the edge between nodes {} and {} has no direction", edge.from.index() + 1, edge.to.index() + 1)]
    Undirected {
        /// The first such edge.
        edge: Edge,
    },
    /// The directed edges make a cycle.
    #[error("{}", cycle_words(cycle))]
    Cycle {
        /// The nodes of a cycle, each a parent of the next and the last a parent of the first.
        cycle: Vec<NodeId>,
    },
}

/// A directed acyclic graph, checked when it is built.
///
/// ```
/// use contsid::graph::{Dag, NodeId};
///
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let chain = Dag::from_edges(3, [(a, b), (b, c)])?;
/// assert_eq!(chain.descendants(a).iter().collect::<Vec<_>>(), [a, b, c]);
/// assert!(Dag::from_edges(2, [(a, b), (b, a)]).is_err());
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dag {
    graph: MixedGraph,
    order: Vec<NodeId>,
}

// Not derived: a graph has many topological orders.
impl PartialEq for Dag {
    fn eq(&self, other: &Self) -> bool {
        self.graph == other.graph
    }
}

impl Eq for Dag {}

impl Dag {
    /// The graph of `node_count` nodes with an edge `from → to` for each pair.
    ///
    /// # Errors
    ///
    /// If the edges do not make a graph, or make a cycle.
    pub fn from_edges(node_count: usize, edges: impl IntoIterator<Item = (NodeId, NodeId)>) -> Result<Self, DagError> {
        MixedGraph::from_edges(node_count, edges.into_iter().map(|(from, to)| Edge::directed(from, to)))?.try_into()
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.graph.node_count()
    }

    /// All nodes by number.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + Clone {
        self.graph.nodes()
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.graph.edge_count()
    }

    /// The edges `(from, to)`, by tail and head.
    pub fn edges(&self) -> impl Iterator<Item = (NodeId, NodeId)> + Clone + '_ {
        self.graph.edges().map(|edge| (edge.from, edge.to))
    }

    /// The nodes `p` with `p → node`, sorted.
    pub fn parents(&self, node: NodeId) -> &[NodeId] {
        self.graph.parents(node)
    }

    /// The parents of a node as a set.
    pub fn parent_set(&self, node: NodeId) -> NodeSet {
        NodeSet::of(self.node_count(), self.parents(node).iter().copied())
    }

    /// The parents of some nodes, which may be among them.
    pub fn parents_of(&self, nodes: &NodeSet) -> NodeSet {
        NodeSet::of(self.node_count(), nodes.iter().flat_map(|node| self.parents(node).iter().copied()))
    }

    /// The nodes `c` with `node → c`, sorted.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        self.graph.children(node)
    }

    /// Whether `from → to`.
    pub fn has_edge(&self, from: NodeId, to: NodeId) -> bool {
        self.graph.has_directed(from, to)
    }

    /// The nodes, each after all its parents.
    pub fn topological_order(&self) -> &[NodeId] {
        &self.order
    }

    /// The node and all nodes it has a directed path to.
    pub fn descendants(&self, node: NodeId) -> NodeSet {
        self.descendants_of(&NodeSet::of(self.node_count(), [node]))
    }

    /// The nodes of the set and all nodes they have a directed path to.
    pub fn descendants_of(&self, nodes: &NodeSet) -> NodeSet {
        closure(nodes, |_| true, |node| self.children(node))
    }

    /// The nodes of the set and all nodes they have a directed path to on which no inner node is in `stops`.
    ///
    /// Nodes of `stops` are reached, but not passed.
    pub fn descendants_up_to(&self, nodes: &NodeSet, stops: &NodeSet) -> NodeSet {
        closure(nodes, |node| !stops.contains(node), |node| self.children(node))
    }

    /// The node and all nodes that have a directed path to it.
    pub fn ancestors(&self, node: NodeId) -> NodeSet {
        self.ancestors_of(&NodeSet::of(self.node_count(), [node]))
    }

    /// The nodes of the set and all nodes that have a directed path to them.
    pub fn ancestors_of(&self, nodes: &NodeSet) -> NodeSet {
        closure(nodes, |_| true, |node| self.parents(node))
    }

    /// The nodes of the set and all nodes that have a directed path to them on which no inner node is in `stops`.
    ///
    /// Nodes of `stops` are reached, but not passed.
    pub fn ancestors_up_to(&self, nodes: &NodeSet, stops: &NodeSet) -> NodeSet {
        closure(nodes, |node| !stops.contains(node), |node| self.parents(node))
    }

    /// The graph with node `k` renamed to `new[k]`.
    ///
    /// # Panics
    ///
    /// If `new` is not a permutation of the nodes.
    #[must_use]
    pub fn relabelled(&self, new: &[NodeId]) -> Self {
        let order = self.order.iter().map(|node| new[node.index()]).collect();
        Self { graph: self.graph.relabelled(new), order }
    }
}

impl AsRef<MixedGraph> for Dag {
    fn as_ref(&self) -> &MixedGraph {
        &self.graph
    }
}

impl From<Dag> for MixedGraph {
    fn from(dag: Dag) -> Self {
        dag.graph
    }
}

impl TryFrom<MixedGraph> for Dag {
    type Error = DagError;

    fn try_from(graph: MixedGraph) -> Result<Self, DagError> {
        if let Some(edge) = graph.edges().find(|edge| edge.kind == EdgeKind::Undirected) {
            return Err(DagError::Undirected { edge });
        }
        let order = topological_order(&graph).map_err(|cycle| DagError::Cycle { cycle })?;
        Ok(Self { graph, order })
    }
}

/// All nodes that steps reach from the start; after the start, only nodes that satisfy `is_passed` are expanded.
fn closure<'a>(start: &NodeSet, is_passed: impl Fn(NodeId) -> bool, next: impl Fn(NodeId) -> &'a [NodeId]) -> NodeSet {
    let mut reached = start.clone();
    let mut open: Vec<NodeId> = start.iter().collect();
    while let Some(node) = open.pop() {
        open.extend(next(node).iter().copied().filter(|&node| reached.insert(node) && is_passed(node)));
    }
    reached
}

/// The message about a directed cycle, with nodes counted from one.
pub(super) fn cycle_words(cycle: &[NodeId]) -> String {
    format!("there is a directed cycle of nodes {}", listed(cycle))
}

/// The message about a directed cycle, with the names of its nodes: `the graph has a directed cycle: A → B → A`.
pub fn cycle_in_words<T: fmt::Display>(cycle: &[NodeId], name: impl Fn(NodeId) -> T) -> String {
    let round: Vec<String> = cycle.iter().chain(cycle.first()).map(|&node| name(node).to_string()).collect();
    format!("the graph has a directed cycle: {}", round.join(" → "))
}

/// The numbers of nodes, counted from one.
pub(super) fn listed(nodes: &[NodeId]) -> String {
    nodes.iter().map(|node| (node.index() + 1).to_string()).collect::<Vec<_>>().join(", ")
}

/// Kahn's algorithm on the directed edges; a cycle if it stops early.
pub(in crate::graph) fn topological_order(graph: &MixedGraph) -> Result<Vec<NodeId>, Vec<NodeId>> {
    let mut missing: Vec<usize> = graph.nodes().map(|node| graph.parents(node).len()).collect();
    let mut order: Vec<NodeId> = graph.nodes().filter(|node| missing[node.index()] == 0).collect();
    let mut done = 0;
    while let Some(&node) = order.get(done) {
        done += 1;
        for &child in graph.children(node) {
            missing[child.index()] -= 1;
            if missing[child.index()] == 0 {
                order.push(child);
            }
        }
    }
    if order.len() == graph.node_count() { Ok(order) } else { Err(cycle_among(graph, &missing)) }
}

/// A cycle among the nodes that Kahn's algorithm left: each of them has a parent among them.
fn cycle_among(graph: &MixedGraph, missing: &[usize]) -> Vec<NodeId> {
    let left = |node: &NodeId| missing[node.index()] > 0;
    let mut walk: Vec<NodeId> = graph.nodes().find(left).into_iter().collect();
    loop {
        let last = *walk.last().expect("a graph with a cycle leaves nodes");
        let parent =
            *graph.parents(last).iter().find(|node| left(node)).expect("a node that is left has such a parent");
        if let Some(start) = walk.iter().position(|&node| node == parent) {
            let mut cycle = walk.split_off(start);
            cycle.reverse();
            let smallest = (0..cycle.len()).min_by_key(|&index| cycle[index]).expect("a cycle has nodes");
            cycle.rotate_left(smallest);
            return cycle;
        }
        walk.push(parent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes<const N: usize>() -> [NodeId; N] {
        std::array::from_fn(NodeId::new)
    }

    #[test]
    fn order_follows_the_edges() {
        let [a, b, c, d] = nodes();
        let dag = Dag::from_edges(4, [(d, c), (c, a), (d, a), (b, c)]).unwrap();
        let position = |node| dag.topological_order().iter().position(|&other| other == node).unwrap();
        assert!(dag.edges().all(|(from, to)| position(from) < position(to)));
        assert_eq!(dag.ancestors(a), NodeSet::full(4));
        assert_eq!(dag.descendants(c), NodeSet::of(4, [a, c]));
    }

    #[test]
    fn stops_are_reached_but_not_passed() {
        let [a, b, c, d] = nodes();
        let chain = Dag::from_edges(4, [(a, b), (b, c), (c, d)]).unwrap();
        let [from_a, from_d, stop] = [a, d, b].map(|node| NodeSet::of(4, [node]));
        assert_eq!(chain.descendants_up_to(&from_a, &stop), NodeSet::of(4, [a, b]));
        assert_eq!(chain.ancestors_up_to(&from_d, &stop), NodeSet::of(4, [b, c, d]));
        assert_eq!(chain.descendants_up_to(&stop, &stop), NodeSet::of(4, [b, c, d]));
    }

    #[test]
    fn a_cycle_is_shown() {
        let [a, b, c, d, e] = nodes();
        let edges = [(a, b), (b, c), (c, d), (d, b), (d, e)];
        let refused = DagError::Cycle { cycle: vec![b, c, d] };
        assert_eq!(refused.to_string(), "there is a directed cycle of nodes 2, 3, 4");
        assert_eq!(Dag::from_edges(5, edges), Err(refused));
    }

    #[test]
    fn an_undirected_edge_is_shown() {
        let [a, b] = nodes();
        let edge = Edge::undirected(b, a);
        let graph = MixedGraph::from_edges(2, [edge]).unwrap();
        assert_eq!(Dag::try_from(graph), Err(DagError::Undirected { edge }));
    }
}
