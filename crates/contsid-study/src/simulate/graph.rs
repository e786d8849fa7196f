//! Random directed acyclic graphs.

use super::draw;
use crate::number::{Positive, Probability};
use contsid::graph::{Dag, NodeId};
use rand_chacha::rand_core::Rng;
use thiserror::Error;

/// How a graph is drawn.
///
/// Edges are drawn between nodes and then directed along a random order of the nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GraphModel {
    /// Each of the n(n − 1)/2 pairs of nodes is joined with the same probability (Erdős & Rényi 1959, Gilbert 1959).
    ErdosRenyi(Density),
    /// Each new node is joined to `edges_per_node` earlier ones, each chosen in proportion to its degree (Barabási &
    /// Albert 1999). The first node joins the next `edges_per_node` ones, so there are m(n − m) edges.
    ScaleFree {
        /// m, the number of edges of each new node.
        edges_per_node: usize,
    },
}

/// The density of an Erdős–Rényi graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Density {
    /// The probability that two nodes are joined.
    EdgeProbability(Probability),
    /// The expected number of edges at a node, parents and children: d = q(n − 1).
    ExpectedDegree(Positive),
}

/// A graph model that does not fit the number of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum GraphModelError {
    /// There are no nodes.
    #[error("a graph needs at least one node")]
    NoNodes,
    /// The expected degree is larger than the number of other nodes.
    #[error("an expected degree of {degree} is too large for {nodes} nodes: at most {} are possible", nodes - 1)]
    Degree {
        /// The expected degree.
        degree: f64,
        /// The number of nodes.
        nodes: usize,
    },
    /// A scale-free graph needs more nodes than a new node has edges, and at least one edge.
    #[error("a scale-free graph of {nodes} nodes needs 1 to {} edges per node, got {edges_per_node}", nodes - 1)]
    EdgesPerNode {
        /// The number of edges of each new node.
        edges_per_node: usize,
        /// The number of nodes.
        nodes: usize,
    },
}

impl Default for GraphModel {
    /// The paper's: each pair is joined with probability 0.25.
    fn default() -> Self {
        Self::ErdosRenyi(Density::EdgeProbability(Probability::try_from(0.25).expect("0.25 is a probability")))
    }
}

impl GraphModel {
    /// Checks that the model can draw graphs of `nodes` nodes.
    ///
    /// # Errors
    ///
    /// If it cannot: see [`GraphModelError`].
    pub fn check(&self, nodes: usize) -> Result<(), GraphModelError> {
        let most = nodes.checked_sub(1).ok_or(GraphModelError::NoNodes)?;
        match *self {
            Self::ErdosRenyi(Density::ExpectedDegree(degree)) if degree.value() > most as f64 => {
                Err(GraphModelError::Degree { degree: degree.value(), nodes })
            }
            Self::ScaleFree { edges_per_node } if edges_per_node == 0 || edges_per_node > most => {
                Err(GraphModelError::EdgesPerNode { edges_per_node, nodes })
            }
            _ => Ok(()),
        }
    }

    /// A graph of `nodes` nodes, a number that [`GraphModel::check`] allows.
    pub(crate) fn draw(&self, nodes: usize, rng: &mut impl Rng) -> Dag {
        let rank = draw::permutation(rng, nodes);
        let joined = match *self {
            Self::ErdosRenyi(density) => joined_evenly(nodes, density.edge_probability(nodes), rng),
            Self::ScaleFree { edges_per_node } => joined_by_degree(nodes, edges_per_node, rng),
        };
        let directed = joined.into_iter().map(|[a, b]| if rank[a] < rank[b] { (a, b) } else { (b, a) });
        Dag::from_edges(nodes, directed.map(|(from, to)| (NodeId::new(from), NodeId::new(to))))
            .expect("edges along an order have no cycle, and each pair is joined once")
    }
}

impl Density {
    fn edge_probability(self, nodes: usize) -> f64 {
        match self {
            Self::EdgeProbability(probability) => probability.value(),
            Self::ExpectedDegree(degree) => degree.value() / (nodes - 1) as f64,
        }
    }
}

fn joined_evenly(nodes: usize, probability: f64, rng: &mut impl Rng) -> Vec<[usize; 2]> {
    let pairs = (1..nodes).flat_map(|b| (0..b).map(move |a| [a, b]));
    pairs.filter(|_| draw::unit(rng) < probability).collect()
}

fn joined_by_degree(nodes: usize, edges_per_node: usize, rng: &mut impl Rng) -> Vec<[usize; 2]> {
    let mut joined: Vec<[usize; 2]> = (1..=edges_per_node).map(|leaf| [0, leaf]).collect();
    for node in edges_per_node + 1..nodes {
        let mut chosen: Vec<usize> = Vec::with_capacity(edges_per_node);
        while chosen.len() < edges_per_node {
            // An end of a random edge is a node in proportion to its degree.
            let end = joined[draw::below(rng, joined.len())][draw::below(rng, 2)];
            if !chosen.contains(&end) {
                chosen.push(end);
            }
        }
        joined.extend(chosen.into_iter().map(|end| [end, node]));
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;
    use rand_chacha::ChaCha20Rng;
    use rand_chacha::rand_core::SeedableRng;

    fn edge_counts(model: GraphModel, nodes: usize, graphs: u64) -> Vec<f64> {
        (0..graphs).map(|seed| model.draw(nodes, &mut ChaCha20Rng::seed_from_u64(seed)).edge_count() as f64).collect()
    }

    #[test]
    fn the_expected_number_of_edges_is_met() {
        let degree = GraphModel::ErdosRenyi(Density::ExpectedDegree(Positive::try_from(3.0).unwrap()));
        for (model, nodes, probability) in [(GraphModel::default(), 20, 0.25), (degree, 13, 0.25), (degree, 31, 0.1)] {
            let counts = edge_counts(model, nodes, 2000);
            let pairs = (nodes * (nodes - 1) / 2) as f64;
            let mean = counts.iter().sum::<f64>() / counts.len() as f64;
            let error = (pairs * probability * (1.0 - probability) / counts.len() as f64).sqrt();
            assert!((mean - pairs * probability).abs() < 5.0 * error, "{mean}");
        }
    }

    #[test]
    fn a_random_order_directs_the_edges() {
        let forward = (0..4000).filter(|&seed| {
            let model = GraphModel::ErdosRenyi(Density::EdgeProbability(Probability::try_from(1.0).unwrap()));
            model.draw(3, &mut ChaCha20Rng::seed_from_u64(seed)).has_edge(NodeId::new(0), NodeId::new(2))
        });
        let share = forward.count() as f64 / 4000.0;
        assert!((share - 0.5).abs() < 5.0 * 0.5 / 4000.0_f64.sqrt(), "{share}");
    }

    #[test]
    fn early_nodes_of_a_scale_free_graph_have_more_edges() {
        let model = GraphModel::ScaleFree { edges_per_node: 2 };
        let dag = model.draw(500, &mut ChaCha20Rng::seed_from_u64(4));
        let degree = |node: NodeId| dag.parents(node).len() + dag.children(node).len();
        let largest = dag.nodes().map(degree).max().unwrap();
        // In an even graph of mean degree 4 a degree of 25 has a chance below 1e-10.
        assert!(largest >= 25, "{largest}");
        assert!(dag.nodes().all(|node| degree(node) >= 1));
    }

    #[test]
    fn models_that_do_not_fit_are_refused() {
        let degree = GraphModel::ErdosRenyi(Density::ExpectedDegree(Positive::try_from(5.0).unwrap()));
        assert_eq!(degree.check(5), Err(GraphModelError::Degree { degree: 5.0, nodes: 5 }));
        let star = GraphModel::ScaleFree { edges_per_node: 3 };
        assert_eq!(star.check(3), Err(GraphModelError::EdgesPerNode { edges_per_node: 3, nodes: 3 }));
        assert_eq!(GraphModel::default().check(0), Err(GraphModelError::NoNodes));
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Default::default()
        })]

        #[test]
        fn scale_free_graphs_have_their_edges(nodes in 2_usize..40, choice: usize, seed: u64) {
            let edges_per_node = 1 + choice % (nodes - 1);
            let dag = GraphModel::ScaleFree { edges_per_node }.draw(nodes, &mut ChaCha20Rng::seed_from_u64(seed));
            prop_assert_eq!(dag.edge_count(), edges_per_node * (nodes - edges_per_node));
        }
    }
}
