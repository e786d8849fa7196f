//! Random graphs, and graphs in the oracle's form.

#![allow(dead_code, unused_imports, reason = "each test program uses its own part of this")]

pub mod asks;
pub mod classes;
pub mod marks;
pub mod monitor;
pub mod problems;
pub mod random;
pub mod vectors;

pub use random::{random_dag, seeded};

use contsid::graph::{Dag, Edge, MixedGraph, NodeId, NodeSet};
use contsid_oracle::graphs::Graph;
use rand::{Rng, RngExt};

/// A random set of the nodes in which each stands with the given probability.
pub fn random_set(nodes: usize, probability: f64, rng: &mut impl Rng) -> NodeSet {
    NodeSet::of(nodes, NodeId::all(nodes).filter(|_| rng.random_bool(probability)))
}

/// The graph as the oracle takes it.
pub fn literal(dag: &Dag) -> Graph {
    let mut graph = vec![vec![false; dag.node_count()]; dag.node_count()];
    for (from, to) in dag.edges() {
        graph[from.index()][to.index()] = true;
    }
    graph
}

/// The oracle's graph as the core takes it.
pub fn checked(graph: &Graph) -> Dag {
    let nodes = graph.len();
    let edges = (0..nodes).flat_map(|a| (0..nodes).map(move |b| (a, b))).filter(|&(a, b)| graph[a][b]);
    Dag::from_edges(nodes, edges.map(|(a, b)| (NodeId::new(a), NodeId::new(b)))).expect("the graph is acyclic")
}

/// A graph with undirected edges as the oracle takes it: in both directions.
pub fn literal_mixed(mixed: &MixedGraph) -> Graph {
    let mut graph = vec![vec![false; mixed.node_count()]; mixed.node_count()];
    for node in mixed.nodes() {
        for other in mixed.children(node).iter().chain(mixed.neighbours(node)) {
            graph[node.index()][other.index()] = true;
        }
    }
    graph
}

/// The oracle's graph, in which both directions are an undirected edge, as the core takes it.
pub fn checked_mixed(graph: &Graph) -> MixedGraph {
    let nodes = graph.len();
    let pairs = (0..nodes).flat_map(|a| (0..nodes).map(move |b| (a, b)));
    let edges = pairs.filter(|&(a, b)| graph[a][b] && (a < b || !graph[b][a])).map(|(a, b)| {
        let (from, to) = (NodeId::new(a), NodeId::new(b));
        if graph[b][a] { Edge::undirected(from, to) } else { Edge::directed(from, to) }
    });
    MixedGraph::from_edges(nodes, edges).expect("each pair is joined once")
}

/// A graph in which each pair is joined with the given probability, undirected or either way with equal chances.
pub fn random_mixed(nodes: usize, probability: f64, rng: &mut impl Rng) -> MixedGraph {
    let mut edges = Vec::new();
    for a in NodeId::all(nodes) {
        for b in NodeId::all(nodes).filter(|&b| a < b) {
            if rng.random_bool(probability) {
                edges.push(match rng.random_range(0..3) {
                    0 => Edge::directed(a, b),
                    1 => Edge::directed(b, a),
                    _ => Edge::undirected(a, b),
                });
            }
        }
    }
    MixedGraph::from_edges(nodes, edges).expect("each pair is joined once")
}
