//! The parts of the SHD, and the share of correct edges: cells for people, an object for programs.

use contsid::comparison::Comparison;
use contsid::distance::{Accuracy, Shd};
use serde_json::{Value, json};

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

/// The number of differing edges by kind.
pub fn split(Shd { missing, extra, reversed, undirected, .. }: Shd) -> Value {
    json!({ "missing": missing, "extra": extra, "reversed": reversed, "undirected": undirected })
}

/// Shares of correct edges; null if there are no edges to divide by.
pub fn shares(comparison: &Comparison) -> Value {
    let object =
        |found: Accuracy| json!({ "precision": found.precision(), "recall": found.recall(), "f1": found.f1() });
    json!({ "skeleton": object(comparison.edges.skeleton), "arrows": object(comparison.edges.arrows) })
}
