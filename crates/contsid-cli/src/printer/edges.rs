//! The parts of the SHD, and the share of correct edges: cells for people.

use contsid::comparison::Comparison;
use contsid::distance::{Accuracy, Shd};

/// The columns of the table.
pub const COLUMNS: [&str; 10] =
    ["missing", "extra", "reversed", "undirected", "skeleton P", "R", "F1", "arrows P", "R", "F1"];

/// The cells of one learnt graph.
pub fn cells(comparison: &Comparison) -> Vec<String> {
    let Shd { missing, extra, reversed, undirected, .. } = comparison.shd;
    let share = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{share:.2}"));
    let shares = |found: Accuracy| [found.precision(), found.recall(), found.f1()].map(share);
    let counts = [missing, extra, reversed, undirected].map(|count| count.to_string());
    let edges = &comparison.edges;
    counts.into_iter().chain(shares(edges.skeleton)).chain(shares(edges.arrows)).collect()
}
