//! Chance: exact adjacencies against simulation, and bands of distances.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use contsid::comparison::{Chance, ComparisonOptions, SkeletonChance, chance, compare};
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Dag, MixedGraph, NodeId};
use rand::SeedableRng;
use rand::seq::index::sample;
use rand_chacha::ChaCha8Rng;

/// Random graphs of a simulation.
const SIMULATED: usize = 100_000;

fn graph(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> MixedGraph {
    let edges = edges.into_iter().map(|(a, b)| (NodeId::new(a), NodeId::new(b)));
    Dag::from_edges(nodes, edges).unwrap().into()
}

/// The pairs (a, b), a < b, of seven nodes.
fn pairs() -> Vec<(usize, usize)> {
    (0..7).flat_map(|b| (0..b).map(move |a| (a, b))).collect()
}

/// Seven nodes: eight true and nine learnt adjacencies, of which five are common.
#[test]
fn the_chance_of_adjacencies_is_that_of_a_simulation() {
    let pairs = pairs();
    let truth = graph(7, pairs[..8].iter().copied());
    let learnt = graph(7, pairs[3..12].iter().copied());
    let found = SkeletonChance::new(&truth, &learnt);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let common = |rng: &mut ChaCha8Rng| sample(rng, 21, 9).into_iter().filter(|&pair| pair < 8).count();
    let counts: Vec<usize> = (0..SIMULATED).map(|_| common(&mut rng)).collect();
    let mean =
        |value: &dyn Fn(f64) -> f64| counts.iter().map(|&count| value(count as f64)).sum::<f64>() / SIMULATED as f64;
    // Four standard errors of a share, and of means of numbers below 1.
    let error = 4.0 * 0.5 / (SIMULATED as f64).sqrt();
    let expected = [
        (found.precision.unwrap(), mean(&|count| count / 9.0)),
        (found.recall.unwrap(), mean(&|count| count / 8.0)),
        (found.f1.unwrap(), mean(&|count| 2.0 * count / 17.0)),
        (found.p_value, mean(&|count| f64::from(u8::from(count >= 5.0)))),
    ];
    for (exact, simulated) in expected {
        assert!((exact - simulated).abs() < error, "{exact} and {simulated}");
    }
}

#[test]
fn nothing_learnt_is_chance() {
    let nothing = graph(3, []);
    let found = SkeletonChance::new(&graph(3, [(0, 1)]), &nothing);
    assert_eq!((found.precision, found.recall, found.f1, found.p_value), (None, Some(0.0), Some(0.0), 1.0));
    assert_eq!(SkeletonChance::new(&nothing, &nothing).f1, None);
}

fn chance_of(truth: &MixedGraph, learnt: &MixedGraph, seed: u64) -> Chance {
    let options = ComparisonOptions::default();
    let found = compare(truth, learnt, None, &options, &Execution::default()).unwrap();
    chance(truth, learnt, &found, None, (&options, seed), &Execution::default()).unwrap()
}

#[test]
fn the_truth_is_better_than_chance_and_seeds_decide() {
    let pairs = pairs();
    let truth = graph(7, pairs[..9].iter().copied());
    let found = chance_of(&truth, &truth, 1);
    assert_eq!(found.draws, 1000);
    for band in [found.shd, found.sid, found.aid_parent, found.aid_ancestor, found.aid_optimal] {
        let band = band.unwrap();
        assert!(band.at_least_as_good < 0.01 && band.low <= band.mean && band.mean <= band.high, "{band:?}");
    }
    // A random graph of nine edges on 21 pairs joins a true one of nine with probability 9/21.
    assert!((found.skeleton.precision.unwrap() - 9.0 / 21.0).abs() < 1e-12);
    assert_eq!(chance_of(&truth, &truth, 1), found);
    assert_ne!(chance_of(&truth, &truth, 2), found);
}

/// The SHD of a complete graph from random complete graphs is the number of reversed edges: half of them on average.
#[test]
fn complete_graphs_are_reversed_in_half_of_their_edges() {
    let truth = graph(7, pairs());
    let found = chance_of(&truth, &truth, 3);
    // Four standard errors: inversions of a permutation of 7 have the variance 7 · 6 · 19 / 72.
    let error = 4.0 * (7.0_f64 * 6.0 * 19.0 / 72.0 / 1000.0).sqrt();
    assert!((found.shd.unwrap().mean - 10.5).abs() < error, "{:?}", found.shd);
}

#[test]
fn a_class_is_compared_with_classes() {
    let pairs = pairs();
    let truth = graph(7, pairs[..9].iter().copied());
    let class: MixedGraph = Cpdag::of(&Dag::try_from(graph(7, [(0, 1), (1, 2), (2, 3)])).unwrap()).into();
    let directed = chance_of(&truth, &graph(7, [(0, 1), (1, 2), (2, 3)]), 4);
    let found = chance_of(&truth, &class, 4);
    let (found, directed) = (found.sid.unwrap(), directed.sid.unwrap());
    assert!(found.mean > directed.mean, "{found:?} and {directed:?}");
}

/// Large graphs, and a truth that allows many directed graphs, have fewer random ones; the largest none.
#[test]
fn sizes_decide_how_many_graphs_are_drawn() {
    let chain = |nodes: usize| graph(nodes, (1..nodes).map(|node| (node - 1, node)));
    let class: MixedGraph = Cpdag::of(&Dag::try_from(chain(60)).unwrap()).into();
    let draws = [(&chain(60), &chain(60)), (&class, &chain(60)), (&chain(400), &chain(400))]
        .map(|(truth, learnt)| chance_of(truth, learnt, 1).draws);
    assert!(draws[0] == 1000 && (20..1000).contains(&draws[1]) && (20..1000).contains(&draws[2]), "{draws:?}");
    let large = chain(1700);
    let found = chance_of(&large, &large, 1);
    assert_eq!((found.draws, found.shd, found.sid), (0, None, None));
    assert!(found.skeleton.p_value < 1e-9);
}
