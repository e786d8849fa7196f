//! Edges that differ and edges that are shared, pair by pair. `graph[a][b]` and `graph[b][a]` are together the
//! undirected edge a — b.

use crate::graphs::Graph;

/// The number of differing pairs of nodes, by kind of difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EdgeCounts {
    /// Joined in the truth only.
    pub missing: usize,
    /// Joined in the learnt graph only.
    pub extra: usize,
    /// Joined by arrows in opposite directions.
    pub reversed: usize,
    /// Joined by an arrow in one graph and by an undirected edge in the other.
    pub undirected: usize,
}

/// The pairs in which two graphs differ.
pub fn differing_pairs(truth: &Graph, learnt: &Graph) -> EdgeCounts {
    let mut counts = EdgeCounts::default();
    for a in 0..truth.len() {
        for b in a + 1..truth.len() {
            match ((truth[a][b], truth[b][a]), (learnt[a][b], learnt[b][a])) {
                (same, other) if same == other => {}
                (_, (false, false)) => counts.missing += 1,
                ((false, false), _) => counts.extra += 1,
                ((true, true), _) | (_, (true, true)) => counts.undirected += 1,
                _ => counts.reversed += 1,
            }
        }
    }
    counts
}

/// The pairs of nodes that an edge joins, the smaller first.
pub fn skeleton(graph: &Graph) -> Vec<(usize, usize)> {
    pairs(graph, |a, b| a < b && (graph[a][b] || graph[b][a]))
}

/// The pairs (a, b) with a → b.
pub fn arrows(graph: &Graph) -> Vec<(usize, usize)> {
    pairs(graph, |a, b| graph[a][b] && !graph[b][a])
}

fn pairs(graph: &Graph, holds: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let all = (0..graph.len()).flat_map(|a| (0..graph.len()).map(move |b| (a, b)));
    all.filter(|&(a, b)| holds(a, b)).collect()
}

/// |true ∩ learnt| / |learnt|, |true ∩ learnt| / |true| and their harmonic mean; each is NaN where it is 0/0.
pub fn precision_recall_f1(truth: &[(usize, usize)], learnt: &[(usize, usize)]) -> [f64; 3] {
    let shared = learnt.iter().filter(|pair| truth.contains(pair)).count() as f64;
    let (precision, recall) = (shared / learnt.len() as f64, shared / truth.len() as f64);
    [precision, recall, 2.0 * precision * recall / (precision + recall)]
}
