//! Random graphs, for the tests of this crate and of others.

use contsid::graph::{Dag, NodeId};
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
    for (index, &from) in order.iter().enumerate() {
        edges.extend(order[index + 1..].iter().filter(|_| rng.random_bool(probability)).map(|&to| (from, to)));
    }
    Dag::from_edges(nodes, edges).expect("edges follow the order")
}
