//! Graphs of 20,000 nodes: right, and in memory that grows with the square of the nodes in bits.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use contsid::comparison::{Comparison, ComparisonOptions, Measure, compare};
use contsid::distance::bounds::Span;
use contsid::execution::Execution;
use contsid::graph::{Edge, MixedGraph, NodeId};
use contsid::named::Named;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const NODES: usize = 20_000;

/// Some twenty sets of pairs in bits, 50 MB each.
const MOST_MEMORY: usize = 1_000_000_000;

fn chain(edge: impl Fn(NodeId, NodeId) -> Edge) -> MixedGraph {
    let edges = (1..NODES).map(|node| edge(NodeId::new(node - 1), NodeId::new(node)));
    MixedGraph::from_edges(NODES, edges).unwrap()
}

fn compared(learnt: &MixedGraph) -> Comparison {
    let truth = chain(Edge::directed);
    ALLOCATOR.reset_peak_usage();
    let found = compare(&truth, learnt, None, &ComparisonOptions::default(), &Execution::default()).unwrap();
    assert!(ALLOCATOR.peak_usage() < MOST_MEMORY, "{} bytes", ALLOCATOR.peak_usage());
    found
}

fn values(found: &Comparison) -> Vec<Option<Span<f64>>> {
    Measure::CHOICES.iter().map(|&measure| found.bounds(measure)).collect()
}

/// A chain equals itself. A reversed chain adjusts for the next node, or claims no effect where there is one, or
/// leaves the path open: all effects are wrong.
#[test]
fn chains_of_20_000_nodes_are_compared() {
    let [zero, edges, pairs] = [0, NODES - 1, NODES * (NODES - 1)].map(|count| Some(Span::point(count as f64)));
    let same = compared(&chain(Edge::directed));
    assert_eq!(values(&same), [None, None, zero, zero, zero, zero, zero]);
    drop(same);
    let reversed = compared(&chain(|a, b| Edge::directed(b, a)));
    assert_eq!(values(&reversed), [None, None, pairs, pairs, pairs, pairs, edges]);
}
