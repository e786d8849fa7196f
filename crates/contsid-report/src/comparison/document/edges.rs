//! The parts of the SHD, and the share of correct edges, as JSON.

use contsid::comparison::Comparison;
use contsid::distance::{Accuracy, Shd};
use serde::Serialize;

/// The number of differing edges by kind.
#[derive(Debug, Serialize)]
pub(super) struct SplitObject {
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
#[derive(Debug, Serialize)]
pub(super) struct EdgesObject {
    skeleton: AccuracyObject,
    arrows: AccuracyObject,
}

#[derive(Debug, Serialize)]
pub(super) struct AccuracyObject {
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
}

impl From<&Comparison> for EdgesObject {
    fn from(comparison: &Comparison) -> Self {
        let [skeleton, arrows] = [comparison.edges.skeleton, comparison.edges.arrows].map(AccuracyObject::new);
        Self { skeleton, arrows }
    }
}

impl AccuracyObject {
    pub(super) fn new(found: Accuracy) -> Self {
        Self { precision: found.precision(), recall: found.recall(), f1: found.f1() }
    }
}
