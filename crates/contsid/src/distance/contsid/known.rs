//! Distances that were asked for before.
//!
//! d(i, j) depends on two graphs only through what is compared: the marginal with the estimate of one adjustment set, or
//! the estimates of two. Graphs that differ in a few edges ask for the same distances again and again: the members of a
//! class, the graphs in which one edge was put right, several learnt graphs and one truth.

use super::system::System;
use crate::graph::NodeSet;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// How many bytes of distances are kept.
const KNOWN_BYTES: usize = 64 << 20;

/// What is compared, for all outcomes of a treatment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Compared {
    /// The system whose distributions are compared.
    pub(super) estimate: System,
    /// What it is compared with; the marginal if there is nothing.
    pub(super) other: Option<System>,
}

/// The distances that are known, and how many bytes they take.
#[derive(Default)]
struct Rows {
    /// For each outcome its distance, or NaN where it was not asked for.
    rows: BTreeMap<Compared, Vec<f64>>,
    bytes: usize,
}

/// Distances that were asked for before, as many as there is room for.
#[derive(Default)]
pub(super) struct KnownDistances {
    rows: Mutex<Rows>,
}

impl KnownDistances {
    /// Writes the distances that are known, and returns the outcomes whose distances are not.
    pub(super) fn fill(&self, compared: &Compared, outcomes: &NodeSet, distances: &mut [f64]) -> NodeSet {
        let known = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(row) = known.rows.get(compared) else { return outcomes.clone() };
        let mut missing = NodeSet::empty(distances.len());
        for outcome in outcomes.iter() {
            match row[outcome.index()] {
                unknown if unknown.is_nan() => {
                    missing.insert(outcome);
                }
                distance => distances[outcome.index()] = distance,
            }
        }
        missing
    }

    /// Keeps the distances of some outcomes, if there is room.
    pub(super) fn keep(&self, compared: Compared, outcomes: &NodeSet, distances: &[f64]) {
        let mut known = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.rows.contains_key(&compared) {
            let bytes = 8 * distances.len() + size_of::<Compared>() + distances.len() / 2;
            if known.bytes + bytes > KNOWN_BYTES {
                return;
            }
            known.bytes += bytes;
        }
        let row = known.rows.entry(compared).or_insert_with(|| vec![f64::NAN; distances.len()]);
        for outcome in outcomes.iter() {
            row[outcome.index()] = distances[outcome.index()];
        }
    }
}
