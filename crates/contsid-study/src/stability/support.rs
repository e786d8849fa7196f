//! In which share of graphs is an edge, its direction, a causal path?

use contsid::graph::{Edge, EdgeKind, MixedGraph, NodeId, Pdag};
use std::cmp::Reverse;

/// A pair of nodes that some graphs join.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeSupport {
    /// The node of the smaller index.
    pub from: NodeId,
    /// The other one.
    pub to: NodeId,
    /// The share of graphs that join them.
    pub adjacency: f64,
    /// Of those, the share with from → to.
    pub forward: f64,
    /// Of those, the share with to → from; the rest has an edge without direction.
    pub backward: f64,
}

/// A pair of nodes of which some graphs call the first a cause of the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AncestrySupport {
    /// The cause.
    pub from: NodeId,
    /// The effect.
    pub to: NodeId,
    /// The share of graphs with a directed path.
    pub support: f64,
}

/// How graphs join two nodes.
#[derive(Clone, Copy, Default)]
struct EdgeCounts {
    forward: usize,
    backward: usize,
    undirected: usize,
}

impl EdgeCounts {
    fn of(graphs: &[MixedGraph], a: NodeId, b: NodeId) -> Self {
        let count = |is: &dyn Fn(&MixedGraph) -> bool| graphs.iter().filter(|graph| is(graph)).count();
        Self {
            forward: count(&|graph| graph.has_directed(a, b)),
            backward: count(&|graph| graph.has_directed(b, a)),
            undirected: count(&|graph| graph.has_undirected(a, b)),
        }
    }

    fn adjacent(self) -> usize {
        self.forward + self.backward + self.undirected
    }
}

fn pairs(node_count: usize) -> impl Iterator<Item = (NodeId, NodeId)> {
    NodeId::all(node_count).flat_map(move |b| NodeId::all(b.index()).map(move |a| (a, b)))
}

/// The support of each pair that any graph joins, the largest first.
pub fn edge_support(graphs: &[MixedGraph]) -> Vec<EdgeSupport> {
    let nodes = graphs.first().map_or(0, MixedGraph::node_count);
    let share = |part: usize, whole: usize| part as f64 / whole as f64;
    let of = |(from, to): (NodeId, NodeId)| {
        let counts = EdgeCounts::of(graphs, from, to);
        let adjacent = counts.adjacent();
        (adjacent > 0).then(|| EdgeSupport {
            from,
            to,
            adjacency: share(adjacent, graphs.len()),
            forward: share(counts.forward, adjacent),
            backward: share(counts.backward, adjacent),
        })
    };
    let mut found: Vec<EdgeSupport> = pairs(nodes).filter_map(of).collect();
    found.sort_by(|a, b| b.adjacency.total_cmp(&a.adjacency));
    found
}

/// The support of each ancestry that any graph claims by a directed path, the largest first.
pub fn ancestry_support(graphs: &[MixedGraph]) -> Vec<AncestrySupport> {
    let nodes = graphs.first().map_or(0, MixedGraph::node_count);
    let mut counts = vec![0_usize; nodes * nodes];
    for graph in graphs {
        for from in graph.nodes() {
            for to in reached(graph, from) {
                counts[from.index() * nodes + to.index()] += 1;
            }
        }
    }
    let claimed = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let mut found: Vec<AncestrySupport> = claimed
        .map(|(index, &count)| AncestrySupport {
            from: NodeId::new(index / nodes),
            to: NodeId::new(index % nodes),
            support: count as f64 / graphs.len() as f64,
        })
        .collect();
    found.sort_by(|a, b| b.support.total_cmp(&a.support));
    found
}

/// The nodes to which a directed path leads.
fn reached(graph: &MixedGraph, from: NodeId) -> Vec<NodeId> {
    let (mut found, mut open) = (Vec::new(), vec![from]);
    while let Some(node) = open.pop() {
        for &child in graph.children(node) {
            if child != from && !found.contains(&child) {
                found.push(child);
                open.push(child);
            }
        }
    }
    found
}

/// A graph of the edges that at least half of the graphs have, each as most of them have it.
///
/// Pairs are taken by their support, the largest first. An edge is added as most graphs have it; if no directed acyclic
/// graph would be left, as the next most; and if none of these goes, not at all. So a directed acyclic graph always
/// extends the result, and it is one itself if all graphs are.
pub fn consensus(graphs: &[MixedGraph]) -> Option<MixedGraph> {
    let nodes = graphs.first()?.node_count();
    let mut joined: Vec<(NodeId, NodeId, EdgeCounts)> = pairs(nodes)
        .map(|(a, b)| (a, b, EdgeCounts::of(graphs, a, b)))
        .filter(|(.., counts)| 2 * counts.adjacent() >= graphs.len())
        .collect();
    joined.sort_by_key(|(.., counts)| Reverse(counts.adjacent()));
    let mut edges: Vec<Edge> = Vec::new();
    for (a, b, counts) in joined {
        let mut forms = [
            (counts.forward, Edge::directed(a, b)),
            (counts.backward, Edge::directed(b, a)),
            (counts.undirected, Edge::undirected(a, b)),
        ];
        forms.sort_by_key(|(count, edge)| (Reverse(*count), edge.kind == EdgeKind::Undirected));
        let with = |edge: Edge| MixedGraph::from_edges(nodes, edges.iter().copied().chain([edge]));
        let is_possible = |edge: &Edge| with(*edge).is_ok_and(|graph| Pdag::try_from(graph).is_ok());
        let tried = forms.into_iter().filter(|(count, _)| *count > 0).map(|(_, edge)| edge);
        let chosen = tried.into_iter().find(is_possible);
        edges.extend(chosen);
    }
    MixedGraph::from_edges(nodes, edges).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    fn graph(nodes: usize, directed: &[(usize, usize)], undirected: &[(usize, usize)]) -> MixedGraph {
        let node = NodeId::new;
        let arrows = directed.iter().map(|&(a, b)| Edge::directed(node(a), node(b)));
        let lines = undirected.iter().map(|&(a, b)| Edge::undirected(node(a), node(b)));
        MixedGraph::from_edges(nodes, arrows.chain(lines)).unwrap()
    }

    /// a → b → c twice, a → b alone, and b → a — c.
    fn four() -> Vec<MixedGraph> {
        let chain = graph(3, &[(0, 1), (1, 2)], &[]);
        vec![chain.clone(), chain, graph(3, &[(0, 1)], &[]), graph(3, &[(1, 0)], &[(0, 2)])]
    }

    #[test]
    fn support_by_hand() {
        let [a, b, c] = [0, 1, 2].map(NodeId::new);
        let found = edge_support(&four());
        assert_eq!(found[0], EdgeSupport { from: a, to: b, adjacency: 1.0, forward: 0.75, backward: 0.25 });
        assert_eq!(found[1], EdgeSupport { from: b, to: c, adjacency: 0.5, forward: 1.0, backward: 0.0 });
        assert_eq!(found[2], EdgeSupport { from: a, to: c, adjacency: 0.25, forward: 0.0, backward: 0.0 });
        let of = |from, to, support| AncestrySupport { from, to, support };
        assert_eq!(ancestry_support(&four()), [of(a, b, 0.75), of(a, c, 0.5), of(b, c, 0.5), of(b, a, 0.25)]);
        assert_eq!(consensus(&four()), Some(graph(3, &[(0, 1), (1, 2)], &[])));
    }

    #[test]
    fn a_cycle_of_majorities_is_broken_where_support_is_least() {
        // Each of a → b, b → c, c → a is in two of three graphs.
        let graphs = [[(0, 1), (1, 2)], [(1, 2), (2, 0)], [(2, 0), (0, 1)]].map(|edges| graph(3, &edges, &[]));
        let found = consensus(&graphs).unwrap();
        assert_eq!(found.edge_count(), 2);
    }

    fn any_graph() -> impl Strategy<Value = MixedGraph> {
        proptest::collection::vec(0_u8..4, 10).prop_map(|marks| {
            let edges = pairs(5).zip(marks).filter_map(|((a, b), mark)| match mark {
                0 => None,
                1 => Some(Edge::directed(a, b)),
                2 => Some(Edge::directed(b, a)),
                _ => Some(Edge::undirected(a, b)),
            });
            MixedGraph::from_edges(5, edges).unwrap()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Default::default()
        })]

        /// Even of graphs that have cycles themselves.
        #[test]
        fn a_consensus_is_acyclic(graphs in proptest::collection::vec(any_graph(), 1..7)) {
            let found = consensus(&graphs).unwrap();
            prop_assert!(Pdag::try_from(found).is_ok());
        }
    }
}
