//! Random equivalence classes.

use super::random_dag;
use contsid::graph::{Cpdag, Edge, GraphClass, MixedGraph, NodeId, Pdag};
use rand::{Rng, RngExt};

/// Completed graphs, and completed graphs of which some more is known, with at most `nodes` nodes.
pub fn random_classes(count: usize, nodes: usize, rng: &mut impl Rng) -> Vec<GraphClass> {
    (0..count)
        .map(|index| {
            let density = rng.random_range(0.2..0.8);
            let cpdag = Cpdag::of(&random_dag(rng.random_range(2..=nodes), density, rng));
            if index % 2 == 0 { GraphClass::from(cpdag) } else { GraphClass::from(with_knowledge(&cpdag, rng)) }
        })
        .collect()
}

/// The completed graph with some directions of one of its members, not closed under any rule.
pub fn with_knowledge(cpdag: &Cpdag, rng: &mut impl Rng) -> Pdag {
    let member = Pdag::from(cpdag.clone()).extension().clone();
    let edges: Vec<Edge> = cpdag
        .as_ref()
        .edges()
        .map(|edge| match (edge, member.has_edge(edge.from, edge.to)) {
            (edge, _) if rng.random_bool(0.7) => edge,
            (edge, true) => Edge::directed(edge.from, edge.to),
            (edge, false) => Edge::directed(edge.to, edge.from),
        })
        .collect();
    Pdag::try_from(MixedGraph::from_edges(member.node_count(), edges).expect("the edges of a graph"))
        .expect("a member is left")
}

/// The class of undirected edges.
pub fn undirected(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> GraphClass {
    let edges = edges.into_iter().map(|(a, b)| Edge::undirected(NodeId::new(a), NodeId::new(b)));
    let graph = MixedGraph::from_edges(nodes, edges).expect("edges of a graph");
    GraphClass::from(Pdag::try_from(graph).expect("the graph is chordal"))
}

/// The class of all edges, undirected.
pub fn clique(nodes: usize) -> GraphClass {
    undirected(nodes, (0..nodes).flat_map(|a| (a + 1..nodes).map(move |b| (a, b))))
}

/// The learnt graph, but between the ends of an edge as the truth has it.
pub fn with_edge_of(truth: &MixedGraph, learnt: &MixedGraph, edge: Edge) -> MixedGraph {
    let ends = [(edge.from, edge.to), (edge.to, edge.from)];
    let joins = |edge: &Edge| ends.contains(&(edge.from, edge.to));
    let edges = learnt.edges().filter(|edge| !joins(edge)).chain(truth.edges().filter(joins));
    MixedGraph::from_edges(truth.node_count(), edges).expect("two nodes are joined once")
}
