//! A connected component of undirected edges, with its own numbering.

use super::chordal::{Block, blocks_after, connected};
use crate::graph::dag::topological_order;
use crate::graph::{Edge, MixedGraph, NodeId, NodeSet, Orientation};

/// The nodes of a component and the edges among them, closed under Meek's rules.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    /// The nodes in increasing order: a node's index here is its number within the component.
    nodes: Vec<NodeId>,
    graph: Orientation,
    joined: Vec<NodeSet>,
    outside: NodeSet,
    /// The nodes, each after its certain parents, in the numbering of the component.
    order: Vec<NodeId>,
}

impl Component {
    /// The components of a graph that is closed under Meek's rules, by their smallest nodes.
    pub(super) fn all_of(graph: &MixedGraph) -> Vec<Self> {
        let mut seen = NodeSet::empty(graph.node_count());
        let mut components = Vec::new();
        for node in graph.nodes() {
            if !graph.neighbours(node).is_empty() && seen.insert(node) {
                components.push(Self::around(graph, node, &mut seen));
            }
        }
        components
    }

    fn around(graph: &MixedGraph, start: NodeId, seen: &mut NodeSet) -> Self {
        let mut nodes = vec![start];
        let mut done = 0;
        while let Some(&node) = nodes.get(done) {
            done += 1;
            nodes.extend(graph.neighbours(node).iter().copied().filter(|&other| seen.insert(other)));
        }
        nodes.sort_unstable();
        let local = |node: &NodeId| nodes.binary_search(node).ok().map(NodeId::new);
        let mut inner = Orientation::without_edges(nodes.len());
        for (index, &node) in nodes.iter().enumerate() {
            let from = NodeId::new(index);
            for to in graph.neighbours(node).iter().filter_map(local) {
                inner.insert(Edge::undirected(from, to));
            }
            for to in graph.children(node).iter().filter_map(local) {
                inner.insert(Edge::directed(from, to));
            }
        }
        let parents = graph.parents(start).iter().filter(|node| local(node).is_none());
        let outside = NodeSet::of(graph.node_count(), parents.copied());
        let order = topological_order(&inner.to_graph()).expect("certain edges make no cycle");
        let joined = joined_in(&inner);
        Self { nodes, graph: inner, joined, outside, order }
    }

    pub(crate) fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The parents that each node has outside the component.
    pub(crate) fn outside(&self) -> &NodeSet {
        &self.outside
    }

    pub(super) fn graph(&self) -> &Orientation {
        &self.graph
    }

    /// The nodes joined to each node by any edge.
    pub(super) fn joined(&self) -> &[NodeSet] {
        &self.joined
    }

    /// The nodes, each after its certain parents.
    pub(super) fn order(&self) -> &[NodeId] {
        &self.order
    }

    /// All nodes, in the numbering of the component.
    pub(crate) fn whole(&self) -> NodeSet {
        NodeSet::full(self.len())
    }

    /// A set of its nodes in the numbering of the whole graph.
    pub(crate) fn named(&self, set: &NodeSet) -> NodeSet {
        let mut named = self.outside.clone();
        named.clear();
        named.extend(set.iter().map(|node| self.nodes[node.index()]));
        named
    }

    /// Whether a part of the component holds no directed edge.
    pub(super) fn is_undirected(&self, part: &NodeSet) -> bool {
        part.iter().all(|node| self.graph.children(node).all(|child| !part.contains(child)))
    }

    /// The possible sources of a part, each with the blocks that remain.
    ///
    /// A part is a block that an earlier choice left: its directed edges are those of the component. (A rule that
    /// directs an edge within a block has all its premises within the block, since a parent outside is a parent of
    /// every node of it.)
    pub(crate) fn choices<'a>(&'a self, part: &'a NodeSet) -> impl Iterator<Item = (NodeId, Vec<Block>)> + 'a {
        let directed = (!self.is_undirected(part)).then(|| self.induced(part));
        part.iter().filter_map(move |source| {
            let blocks = match &directed {
                None => blocks_after(&self.joined, part, &NodeSet::of(self.len(), [source])),
                Some(inner) => self.blocks_below(inner, part, source)?,
            };
            Some((source, blocks))
        })
    }

    /// The edges among the nodes of a part, in the numbering of the component.
    fn induced(&self, part: &NodeSet) -> Orientation {
        let mut inner = Orientation::without_edges(self.len());
        for node in part.iter() {
            for child in self.graph.children(node).filter(|&child| part.contains(child)) {
                inner.insert(Edge::directed(node, child));
            }
            for other in self.graph.neighbours(node).filter(|&other| part.contains(other)) {
                inner.insert(Edge::undirected(node, other));
            }
        }
        inner
    }

    fn blocks_below(&self, inner: &Orientation, part: &NodeSet, source: NodeId) -> Option<Vec<Block>> {
        let mut graph = inner.clone();
        for other in self.joined[source.index()].iter().filter(|&other| part.contains(other)) {
            graph.know(source, other).ok()?;
        }
        let mut left = part.clone();
        left.remove(source);
        let mut blocks = Vec::new();
        while let Some(first) = left.first() {
            let nodes = connected(first, &left, |node| NodeSet::of(self.len(), graph.neighbours(node)));
            left -= &nodes;
            let parents = NodeSet::of(self.len(), graph.parents(first)) - &nodes;
            blocks.push(Block { nodes, parents });
        }
        Some(blocks)
    }

    /// The graph in which the node has exactly the parents that the predicate picks from those joined to it.
    pub(super) fn with_parents(&self, node: NodeId, is_parent: impl Fn(NodeId) -> bool) -> Option<Orientation> {
        let mut graph = self.graph.clone();
        for other in self.joined[node.index()].iter() {
            let (from, to) = if is_parent(other) { (other, node) } else { (node, other) };
            graph.know(from, to).ok()?;
        }
        Some(graph)
    }
}

fn joined_in(graph: &Orientation) -> Vec<NodeSet> {
    let size = graph.node_count();
    let around = |node| graph.parents(node).chain(graph.children(node)).chain(graph.neighbours(node));
    NodeId::all(size).map(|node| NodeSet::of(size, around(node))).collect()
}
