//! How the SHD splits, and precision, recall and F1: by hand and against the literal definitions.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use contsid::comparison::{ComparisonOptions, ShdOf, compare};
use contsid::distance::{Accuracy, EdgeAccuracy, Reversal, Selection, Shd, edge_accuracy, shd};
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Edge, GraphPair, MixedGraph, NodeId, NodeSet};
use contsid_oracle::edges::{EdgeCounts, arrows, differing_pairs, precision_recall_f1, skeleton};
use rand::RngExt;
use support::{literal_mixed, random_dag, random_mixed, seeded};

/// A ratio of whole numbers, divided in another order.
const ROUNDING: f64 = 1e-15;

fn graph(nodes: usize, edges: &[Edge]) -> MixedGraph {
    MixedGraph::from_edges(nodes, edges.iter().copied()).unwrap()
}

fn split(found: Shd) -> EdgeCounts {
    EdgeCounts { missing: found.missing, extra: found.extra, reversed: found.reversed, undirected: found.undirected }
}

#[test]
fn each_kind_of_mistake_is_counted_by_hand() {
    let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(NodeId::new);
    let directed = [(a, b), (b, c), (c, d), (d, e)].map(|(from, to)| Edge::directed(from, to));
    let truth = graph(5, &[&directed[..], &[Edge::undirected(a, e)]].concat());
    // a → b is right, b → c reversed, c — d left open, d → e missing, a → e directed, a → c extra.
    let learnt = [
        Edge::directed(a, b),
        Edge::directed(c, b),
        Edge::undirected(c, d),
        Edge::directed(a, e),
        Edge::directed(a, c),
    ];
    let learnt = graph(5, &learnt);
    let pair = GraphPair::new(&truth, &learnt).unwrap();
    let all = Selection::all(5);
    let found = shd(pair, Reversal::Once, &all);
    assert_eq!(split(found), EdgeCounts { missing: 1, extra: 1, reversed: 1, undirected: 2 });
    assert_eq!((found.count, shd(pair, Reversal::Twice, &all).count), (5, 6));
    // Skeleton: a b, b c, c d, a e of 5 and 5. Arrows: a → b of 4 learnt and 4 true.
    let expected = EdgeAccuracy {
        skeleton: Accuracy { shared: 4, learnt: 5, truth: 5 },
        arrows: Accuracy { shared: 1, learnt: 4, truth: 4 },
    };
    assert_eq!(edge_accuracy(pair, &all), expected);
    assert_eq!([expected.skeleton.precision(), expected.skeleton.recall(), expected.skeleton.f1()], [Some(0.8); 3]);
    let only_c = Selection::all(5).with_treatments(NodeSet::of(5, [c]));
    assert_eq!(
        split(shd(pair, Reversal::Once, &only_c)),
        EdgeCounts { missing: 0, extra: 1, reversed: 1, undirected: 1 }
    );
    assert_eq!(edge_accuracy(pair, &only_c).skeleton, Accuracy { shared: 2, learnt: 3, truth: 2 });
}

#[test]
fn random_graphs_equal_the_literal_definitions() {
    let mut rng = seeded(31);
    for _ in 0..300 {
        let nodes = rng.random_range(0..=9);
        let density = rng.random_range(0.0..1.0);
        let (truth, learnt) = (random_mixed(nodes, density, &mut rng), random_mixed(nodes, density, &mut rng));
        let (plain_truth, plain_learnt) = (literal_mixed(&truth), literal_mixed(&learnt));
        let (pair, all) = (GraphPair::new(&truth, &learnt).unwrap(), Selection::all(nodes));
        let found = shd(pair, Reversal::Once, &all);
        assert_eq!(split(found), differing_pairs(&plain_truth, &plain_learnt));
        assert_eq!(found.count, found.missing + found.extra + found.reversed + found.undirected);
        let EdgeAccuracy { skeleton: joined, arrows: directed } = edge_accuracy(pair, &all);
        assert_ratios(joined, precision_recall_f1(&skeleton(&plain_truth), &skeleton(&plain_learnt)));
        assert_ratios(directed, precision_recall_f1(&arrows(&plain_truth), &arrows(&plain_learnt)));
    }
}

/// The harmonic mean is 0/0 in the definition where nothing is shared; F1 is 0 there, and undefined only without any
/// edge.
fn assert_ratios(found: Accuracy, [precision, recall, f1]: [f64; 3]) {
    let is_ratio = |found: Option<f64>, expected: f64| match found {
        Some(found) => (found - expected).abs() <= ROUNDING,
        None => expected.is_nan(),
    };
    assert!(is_ratio(found.precision(), precision) && is_ratio(found.recall(), recall), "{found:?}");
    match found.f1() {
        Some(0.0) => assert_eq!(found.shared, 0),
        other => assert!(is_ratio(other, f1), "{found:?} {f1}"),
    }
}

#[test]
fn a_comparison_counts_the_edges_of_the_graphs_it_compares() {
    let mut rng = seeded(32);
    for _ in 0..20 {
        let (truth, learnt) = (random_dag(7, 0.4, &mut rng), random_dag(7, 0.4, &mut rng));
        let of = |shd_of| {
            let options = ComparisonOptions { shd_of, ..ComparisonOptions::default() };
            compare(truth.as_ref(), learnt.as_ref(), None, &options, &Execution::default()).unwrap()
        };
        let all = Selection::all(7);
        assert_eq!(of(ShdOf::Graphs).edges, edge_accuracy(GraphPair::new(&truth, &learnt).unwrap(), &all));
        let [truth, learnt] = [&truth, &learnt].map(Cpdag::of);
        let (classes, pair) = (of(ShdOf::Classes), GraphPair::new(&truth, &learnt).unwrap());
        assert_eq!((classes.edges, classes.shd), (edge_accuracy(pair, &all), shd(pair, Reversal::Once, &all)));
    }
}
