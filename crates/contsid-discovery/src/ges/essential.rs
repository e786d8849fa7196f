//! The current completed graph of the search, as sets.

use contsid::graph::{Cpdag, MixedGraph, NodeId, NodeSet};

/// A completed graph whose neighbourhoods are sets.
pub(super) struct Essential {
    node_count: usize,
    pub(super) parents: Vec<NodeSet>,
    pub(super) children: Vec<NodeSet>,
    pub(super) neighbours: Vec<NodeSet>,
    /// All nodes joined to a node, by any edge.
    pub(super) adjacent: Vec<NodeSet>,
}

impl Essential {
    pub(super) fn new(graph: &Cpdag) -> Self {
        let graph: &MixedGraph = graph.as_ref();
        let count = graph.node_count();
        let sets = |list: fn(&MixedGraph, NodeId) -> &[NodeId]| -> Vec<NodeSet> {
            graph.nodes().map(|node| NodeSet::of(count, list(graph, node).iter().copied())).collect()
        };
        let (parents, children) = (sets(MixedGraph::parents), sets(MixedGraph::children));
        let neighbours = sets(MixedGraph::neighbours);
        let adjacent = (0..count).map(|k| &(&parents[k] | &children[k]) | &neighbours[k]).collect();
        Self { node_count: count, parents, children, neighbours, adjacent }
    }

    pub(super) fn node_count(&self) -> usize {
        self.node_count
    }

    /// The neighbours of `y` that are joined to `x`: Chickering's NA(y, x).
    pub(super) fn shared(&self, y: NodeId, x: NodeId) -> NodeSet {
        &self.neighbours[y.index()] & &self.adjacent[x.index()]
    }

    /// Whether all pairs of the set are joined.
    pub(super) fn is_clique(&self, nodes: &NodeSet) -> bool {
        nodes.iter().all(|node| {
            let mut rest = nodes.clone();
            rest.remove(node);
            rest.is_subset(&self.adjacent[node.index()])
        })
    }

    /// Whether a path from `start` to `end` follows directed edges forwards and undirected ones either way, has an
    /// inner node, and avoids the blocked nodes.
    pub(super) fn has_long_way(&self, start: NodeId, end: NodeId, blocked: &NodeSet) -> bool {
        let mut reached = blocked.clone();
        reached.insert(start);
        let onwards = |node: NodeId| &self.children[node.index()] | &self.neighbours[node.index()];
        let mut first = onwards(start);
        first.remove(end);
        let mut open: Vec<NodeId> = first.iter().filter(|&node| reached.insert(node)).collect();
        while let Some(node) = open.pop() {
            let next = onwards(node);
            if next.contains(end) {
                return true;
            }
            open.extend(next.iter().filter(|&node| reached.insert(node)));
        }
        false
    }

    /// Whether each undirected path between the two sets passes through `x` or `y`.
    pub(super) fn are_separated(&self, from: &NodeSet, to: &NodeSet, x: NodeId, y: NodeId) -> bool {
        let mut reached = from.clone();
        reached.extend([x, y]);
        let mut open: Vec<NodeId> = from.iter().collect();
        while let Some(node) = open.pop() {
            if to.contains(node) {
                return false;
            }
            open.extend(self.neighbours[node.index()].iter().filter(|&node| reached.insert(node)));
        }
        true
    }

    /// The nodes whose edges changed.
    pub(super) fn changes_since(&self, before: &Self) -> Changes {
        let nodes = |differs: &dyn Fn(usize) -> bool| {
            NodeSet::of(self.node_count, NodeId::all(self.node_count).filter(|node| differs(node.index())))
        };
        let rejoined = nodes(&|k| self.adjacent[k] != before.adjacent[k]);
        let turned = nodes(&|k| self.parents[k] != before.parents[k] || self.neighbours[k] != before.neighbours[k]);
        Changes { touched: &rejoined | &turned, rejoined }
    }
}

/// Nodes at which two graphs differ.
pub(super) struct Changes {
    /// Nodes whose parents, neighbours or adjacent nodes changed.
    pub(super) touched: NodeSet,
    /// Nodes whose adjacent nodes changed.
    pub(super) rejoined: NodeSet,
}
