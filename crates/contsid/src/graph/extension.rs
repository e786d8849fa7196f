//! A directed acyclic graph that extends a partially directed one.
//!
//! D. Dor & M. Tarsi (1992), *A simple algorithm to construct a consistent extension of a partially oriented graph*,
//! UCLA Cognitive Systems Laboratory R-185: a node can be the last of some extension if it has no children and each of
//! its undirected neighbours is joined to all other nodes joined to it. Direct its edges towards it, remove it, and
//! repeat; if no remaining node qualifies, there is no extension.

use super::adjacency::Adjacency;
use super::{Dag, Edge, EdgeKind, MixedGraph, NodeId};
use std::collections::BTreeSet;

/// Maximum number of remaining nodes for which a minimal subset is searched, which takes one search per node.
const SHRUNK: usize = 100;

/// A consistent extension: each time the smallest possible node is taken as the last.
///
/// Complexity: O(m·d²) for m edges and degree d.
///
/// # Errors
///
/// The remaining nodes, none of which can be the last.
pub(super) fn consistent_extension(graph: &MixedGraph) -> Result<Dag, Vec<NodeId>> {
    let mut search = LastNodeSearch::new(graph);
    search.run();
    let left: Vec<NodeId> = graph.nodes().filter(|node| search.present[node.index()]).collect();
    if !left.is_empty() {
        return Err(left);
    }
    let edges = graph.edges().map(|edge| match edge.kind {
        EdgeKind::Undirected if search.taken[edge.from.index()] < search.taken[edge.to.index()] => {
            Edge::directed(edge.to, edge.from)
        }
        _ => Edge::directed(edge.from, edge.to),
    });
    let edges: Vec<Edge> = edges.collect();
    let extension = MixedGraph::from_checked_edges(graph.node_count(), &edges);
    Ok(Dag::try_from(extension).expect("every node is taken after its children"))
}

/// A subset of the remaining nodes that has no extension by itself; minimal, unless there are very many nodes.
pub(super) fn smallest_stuck(graph: &MixedGraph, stuck: Vec<NodeId>) -> Vec<NodeId> {
    if stuck.len() > SHRUNK {
        return stuck;
    }
    let mut rest = stuck;
    let mut index = 0;
    while index < rest.len() {
        let mut fewer = rest.clone();
        fewer.remove(index);
        let mut search = LastNodeSearch::among(graph, &fewer);
        search.run();
        fewer.retain(|node| search.present[node.index()]);
        if fewer.is_empty() {
            index += 1;
        } else {
            rest = fewer;
        }
    }
    rest
}

struct LastNodeSearch<'a> {
    graph: &'a MixedGraph,
    joined: Adjacency,
    present: Vec<bool>,
    /// The number of nodes removed before each node.
    taken: Vec<usize>,
    marked: Vec<bool>,
}

impl<'a> LastNodeSearch<'a> {
    fn new(graph: &'a MixedGraph) -> Self {
        let both = graph.edges().flat_map(|edge| [(edge.from, edge.to), (edge.to, edge.from)]);
        let node_count = graph.node_count();
        Self {
            graph,
            joined: Adjacency::from_pairs(node_count, both),
            present: vec![true; node_count],
            taken: vec![0; node_count],
            marked: vec![false; node_count],
        }
    }

    fn among(graph: &'a MixedGraph, nodes: &[NodeId]) -> Self {
        let mut search = Self::new(graph);
        search.present.fill(false);
        for node in nodes {
            search.present[node.index()] = true;
        }
        search
    }

    /// Removes nodes while one can be the last. A node that cannot be is checked again only after an adjacent node was
    /// removed.
    fn run(&mut self) {
        let mut open: BTreeSet<NodeId> = self.graph.nodes().filter(|node| self.present[node.index()]).collect();
        let mut time = 0;
        while let Some(node) = open.pop_first() {
            if self.can_be_last(node) {
                self.present[node.index()] = false;
                self.taken[node.index()] = time;
                time += 1;
                open.extend(self.joined.of(node).iter().copied().filter(|other| self.present[other.index()]));
            }
        }
    }

    fn can_be_last(&mut self, node: NodeId) -> bool {
        let Self { graph, joined, present, marked, .. } = self;
        let is_present = |other: &&NodeId| present[other.index()];
        if graph.children(node).iter().any(|child| present[child.index()]) {
            return false;
        }
        let around: Vec<NodeId> = joined.of(node).iter().filter(is_present).copied().collect();
        for other in &around {
            marked[other.index()] = true;
        }
        let joins_all = |neighbour: &NodeId| {
            let met = joined.of(*neighbour).iter().filter(|other| marked[other.index()]).count();
            met + 1 == around.len()
        };
        let result = graph.neighbours(node).iter().filter(is_present).all(joins_all);
        for other in &around {
            marked[other.index()] = false;
        }
        result
    }
}
