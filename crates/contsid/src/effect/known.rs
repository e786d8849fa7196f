//! What was measured before. Graphs that differ in a few edges need it again: members of a class, graphs with a fix,
//! several learnt graphs with one truth.

use super::estimate::systems::System;
use super::estimate::task::WantedContrasts;
use super::measure::PairResult;
use super::question::Contrast;
use super::result::Measured;
use crate::graph::NodeId;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most bytes of results that are kept.
const KNOWN_BYTES: usize = 64 << 20;

/// Results that were measured before, as many as there is room for.
pub(super) struct KnownResults {
    results: Mutex<(Measured, usize)>,
    /// The bytes of a contrast in an ordered map, whose nodes are at least half full, with its four sets of nodes.
    contrast_bytes: usize,
}

impl KnownResults {
    /// None yet, for graphs of this many nodes.
    pub(super) fn new(node_count: usize) -> Self {
        let contrast_bytes = 2 * size_of::<Contrast<System>>() + 4 * 8 * node_count.div_ceil(64);
        Self { results: Mutex::default(), contrast_bytes }
    }

    /// Takes what is known out of what is wanted.
    pub(super) fn take(&self, wanted: &mut WantedContrasts) -> Measured {
        let (known, mut found) = (self.lock(), Measured::new());
        wanted.retain(|contrast, outcomes| {
            let Some(results) = known.0.get(&either_graph(contrast)) else { return true };
            let own: BTreeMap<NodeId, PairResult> =
                outcomes.iter().filter_map(|outcome| Some((outcome, results.get(&outcome)?.clone()))).collect();
            for &outcome in own.keys() {
                outcomes.remove(outcome);
            }
            found.insert(contrast.clone(), own);
            !outcomes.is_empty()
        });
        found
    }

    /// Keeps a result, if there is room.
    pub(super) fn keep(&self, contrast: &Contrast<System>, result: &PairResult) {
        let (mut known, key) = (self.lock(), either_graph(contrast));
        let own = if known.0.contains_key(&key) { 0 } else { self.contrast_bytes };
        let bytes = own + result_bytes(result);
        if known.1 + bytes <= KNOWN_BYTES {
            known.1 += bytes;
            known.0.entry(key).or_default().insert(result.outcome, result.clone());
        }
    }

    fn lock(&self) -> MutexGuard<'_, (Measured, usize)> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes of a result in an ordered map.
fn result_bytes(result: &PairResult) -> usize {
    let numbers = result.statistics.root.deviations.len() + result.statistics.square.deviations.len();
    2 * size_of::<(NodeId, PairResult)>() + numbers * size_of::<f64>()
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
    use crate::effect::Estimand;
    use crate::effect::estimate::Ridge;
    use crate::effect::measure::{PairStatistics, Parted};
    use crate::graph::NodeSet;

    fn nodes(nodes: &[usize]) -> NodeSet {
        NodeSet::of(4, nodes.iter().map(|&node| NodeId::new(node)))
    }

    fn system(adjustment: &[usize]) -> System {
        let estimand = Estimand { treatments: nodes(&[0]), adjustment: nodes(adjustment) };
        System { estimand, ridge: Ridge::default() }
    }

    fn result(outcome: usize, root: f64) -> PairResult {
        let statistics = PairStatistics { root: Parted::exact(root), ..PairStatistics::default() };
        PairResult { outcome: NodeId::new(outcome), statistics, low_overlap: 0.0 }
    }

    /// What is known of a contrast, by outcome, and what is still wanted.
    fn taken(known: &KnownResults, contrast: &Contrast<System>, outcomes: &[usize]) -> (Vec<(usize, f64)>, NodeSet) {
        let mut wanted = WantedContrasts::from([(contrast.clone(), nodes(outcomes))]);
        let found = known.take(&mut wanted);
        let found = found.values().flatten().map(|(node, result)| (node.index(), result.distance())).collect();
        (found, wanted.remove(contrast).unwrap_or_else(|| nodes(&[])))
    }

    #[test]
    fn known_results_are_found_for_the_wanted_outcomes() {
        let (known, alone) = (KnownResults::new(4), Contrast::TruthOnly(system(&[])));
        assert_eq!(taken(&known, &alone, &[1, 2, 3]), (vec![], nodes(&[1, 2, 3])));
        known.keep(&alone, &result(1, 0.5));
        known.keep(&alone, &result(2, 0.25));
        assert_eq!(taken(&known, &alone, &[2, 3]), (vec![(2, 0.25)], nodes(&[3])));
        // The distance to the marginal is that of either graph; that of two estimates is another contrast.
        assert_eq!(taken(&known, &Contrast::LearntOnly(system(&[])), &[1]), (vec![(1, 0.5)], nodes(&[])));
        assert_eq!(taken(&known, &Contrast::LearntOnly(system(&[1])), &[2]), (vec![], nodes(&[2])));
        let both = Contrast::Both { truth: system(&[]), learnt: system(&[1]) };
        assert_eq!(taken(&known, &both, &[2]), (vec![], nodes(&[2])));
    }

    #[test]
    fn results_are_kept_while_there_is_room() {
        let (known, contrast) = (KnownResults::new(65), Contrast::TruthOnly(system(&[])));
        known.keep(&contrast, &result(1, 0.5));
        let (own, one) = (known.contrast_bytes, result_bytes(&result(1, 0.5)));
        assert_eq!(known.lock().1, own + one);
        known.keep(&contrast, &result(2, 0.5));
        assert_eq!(known.lock().1, own + 2 * one);
        // One more contrast with one result fits exactly, then nothing more.
        known.lock().1 = KNOWN_BYTES - own - one;
        let other = Contrast::TruthOnly(system(&[1]));
        known.keep(&other, &result(2, 7.0));
        known.keep(&other, &result(3, 8.0));
        assert_eq!(taken(&known, &other, &[2, 3]), (vec![(2, 7.0)], nodes(&[3])));
        assert_eq!(known.lock().1, KNOWN_BYTES);
    }
}
