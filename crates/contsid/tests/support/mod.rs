//! Random graphs, and graphs in the oracle's form.

#![allow(dead_code, reason = "each test program uses its own part of this")]

use contsid::graph::{Dag, NodeId, NodeSet};
use contsid_oracle::graphs::Graph;
use rand::{Rng, RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

/// A generator whose numbers depend on the seed alone.
pub fn seeded(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A graph in which each pair of a random order is joined with the given probability.
pub fn random_dag(nodes: usize, probability: f64, rng: &mut impl Rng) -> Dag {
    let mut order: Vec<NodeId> = NodeId::all(nodes).collect();
    order.shuffle(rng);
    let mut edges = Vec::new();
    for (place, &from) in order.iter().enumerate() {
        edges.extend(order[place + 1..].iter().filter(|_| rng.random_bool(probability)).map(|&to| (from, to)));
    }
    Dag::from_edges(nodes, edges).expect("edges follow the order")
}

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
