//! Distances that were computed before.
//!
//! d(i, j) depends on two graphs only through the contrast: the estimate of one system against the marginal, or the
//! estimates of two systems. Graphs that differ in a few edges need the same distances again: members of a class,
//! repaired graphs, several learnt graphs with one truth.

use crate::distance::contsid::contrast::Contrast;
use crate::distance::contsid::solve::System;
use crate::graph::{NodeId, NodeSet};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most bytes of distances that are kept.
const KNOWN_BYTES: usize = 64 << 20;

/// The bytes of one distance in an ordered map, whose nodes are at least half full.
const DISTANCE_BYTES: usize = 2 * size_of::<(NodeId, f64)>();

/// The known distances, and their bytes.
#[derive(Default)]
struct Known {
    distances: BTreeMap<Contrast<System>, BTreeMap<NodeId, f64>>,
    bytes: usize,
}

/// Distances that were computed before, as many as there is room for.
pub(in super::super) struct KnownDistances {
    known: Mutex<Known>,
    /// The bytes of a contrast in an ordered map, whose nodes are at least half full, with its four sets of nodes.
    contrast_bytes: usize,
}

impl KnownDistances {
    /// No distances yet, for graphs of this many nodes.
    pub(in super::super) fn new(node_count: usize) -> Self {
        let contrast_bytes = 2 * size_of::<Contrast<System>>() + 4 * 8 * node_count.div_ceil(64);
        Self { known: Mutex::default(), contrast_bytes }
    }

    /// The known distances among these outcomes.
    pub(super) fn of(&self, contrast: &Contrast<System>, outcomes: &NodeSet) -> BTreeMap<NodeId, f64> {
        let known = self.lock();
        let Some(distances) = known.distances.get(&either_graph(contrast)) else { return BTreeMap::new() };
        outcomes.iter().filter_map(|outcome| Some((outcome, *distances.get(&outcome)?))).collect()
    }

    /// Keeps distances, if there is room.
    pub(super) fn keep(&self, contrast: &Contrast<System>, found: &BTreeMap<NodeId, f64>) {
        let (mut known, key) = (self.lock(), either_graph(contrast));
        let own = if known.distances.contains_key(&key) { 0 } else { self.contrast_bytes };
        let bytes = own + found.len() * DISTANCE_BYTES;
        if known.bytes + bytes <= KNOWN_BYTES {
            known.bytes += bytes;
            known.distances.entry(key).or_default().extend(found);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The distance of an estimate to the marginal does not depend on the graph that proposes it.
fn either_graph(contrast: &Contrast<System>) -> Contrast<System> {
    match contrast {
        Contrast::TruthOnly(system) | Contrast::LearntOnly(system) => Contrast::LearntOnly(system.clone()),
        Contrast::Both { .. } => contrast.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::contsid::Estimand;
    use crate::embedding::Lambda;

    fn nodes(nodes: &[usize]) -> NodeSet {
        NodeSet::of(4, nodes.iter().map(|&node| NodeId::new(node)))
    }

    fn system(adjustment: &[usize]) -> System {
        System {
            estimand: Estimand { treatments: nodes(&[0]), adjustment: nodes(adjustment) },
            lambda: Lambda::one_over(9),
        }
    }

    fn distances(of: &[(usize, f64)]) -> BTreeMap<NodeId, f64> {
        of.iter().map(|&(node, distance)| (NodeId::new(node), distance)).collect()
    }

    #[test]
    fn known_distances_are_found_for_the_wanted_outcomes() {
        let (known, alone) = (KnownDistances::new(4), Contrast::TruthOnly(system(&[])));
        assert_eq!(known.of(&alone, &nodes(&[1, 2, 3])), distances(&[]));
        known.keep(&alone, &distances(&[(1, 0.5), (2, 0.25)]));
        known.keep(&alone, &distances(&[(3, 4.0)]));
        assert_eq!(known.of(&alone, &nodes(&[2, 3])), distances(&[(2, 0.25), (3, 4.0)]));
        // The distance to the marginal is that of either graph; that of two estimates is another contrast.
        assert_eq!(known.of(&Contrast::LearntOnly(system(&[])), &nodes(&[1])), distances(&[(1, 0.5)]));
        assert_eq!(known.of(&Contrast::LearntOnly(system(&[1])), &nodes(&[2])), distances(&[]));
        let both = Contrast::Both { truth: system(&[]), learnt: system(&[1]) };
        assert_eq!(known.of(&both, &nodes(&[2])), distances(&[]));
    }

    #[test]
    fn distances_are_kept_while_there_is_room() {
        // Two copies of a contrast and of each distance, and four sets of two words for 65 to 128 nodes.
        let known = KnownDistances::new(65);
        let own = 2 * size_of::<Contrast<System>>() + 4 * 2 * 8;
        assert_eq!((known.contrast_bytes, DISTANCE_BYTES), (own, 32));
        let contrast = Contrast::TruthOnly(system(&[]));
        known.keep(&contrast, &distances(&[(1, 0.5), (2, 0.25)]));
        assert_eq!(known.lock().bytes, own + 64);
        known.keep(&contrast, &distances(&[(3, 1.0)]));
        assert_eq!(known.lock().bytes, own + 96);
        // One more contrast with one distance fits exactly, then nothing more.
        known.lock().bytes = (64 << 20) - own - 32;
        let other = Contrast::TruthOnly(system(&[1]));
        known.keep(&other, &distances(&[(2, 7.0)]));
        known.keep(&other, &distances(&[(3, 8.0)]));
        assert_eq!(known.of(&other, &nodes(&[2, 3])), distances(&[(2, 7.0)]));
        assert_eq!(known.lock().bytes, 64 << 20);
    }
}
