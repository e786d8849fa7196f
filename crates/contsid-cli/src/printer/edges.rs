//! The parts of the SHD, and the share of correct edges: cells for people, an object for programs.

use contsid::comparison::Comparison;
use contsid::distance::{Accuracy, Shd};
use serde::Serialize;

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
#[derive(Serialize)]
pub struct SplitObject {
    missing: usize,
    extra: usize,
    reversed: usize,
    undirected: usize,
}

impl From<Shd> for SplitObject {
    fn from(Shd { missing, extra, reversed, undirected, .. }: Shd) -> Self {
        Self { missing, extra, reversed, undirected }
    }
}

/// Shares of correct edges; null if there are no edges to divide by.
#[derive(Serialize)]
pub struct EdgesObject {
    skeleton: AccuracyObject,
    arrows: AccuracyObject,
}

#[derive(Serialize)]
struct AccuracyObject {
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
}

impl From<&Comparison> for EdgesObject {
    fn from(comparison: &Comparison) -> Self {
        let object =
            |found: Accuracy| AccuracyObject { precision: found.precision(), recall: found.recall(), f1: found.f1() };
        Self { skeleton: object(comparison.edges.skeleton), arrows: object(comparison.edges.arrows) }
    }
}
