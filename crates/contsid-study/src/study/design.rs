//! Which comparisons a study is made of.

use super::learner::StudyLearner;
use super::scoring::Scoring;
use super::settings::{Study, StudySimulation};
use crate::records::RecordKey;
use crate::simulate::{Simulation, SimulationError};

/// One learner on one data set; each scoring makes a record of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit<'a> {
    pub(crate) simulation: &'a StudySimulation,
    pub(crate) samples: usize,
    pub(crate) nodes: usize,
    pub(crate) seed: u64,
    pub(crate) graph: usize,
    pub(crate) learner: &'a StudyLearner,
}

impl Unit<'_> {
    /// The seed of the graph and the data.
    ///
    /// It follows from the study's seed, the number of nodes and the number of the graph alone: learners, sample sizes and
    /// models are compared on the same graphs where they can be. Below 2⁵³, so that no reader of the records rounds it.
    pub(crate) fn data_seed(&self) -> u64 {
        let words = [self.seed, self.nodes as u64, self.graph as u64];
        words.iter().fold(0, |state, &word| mixed(state ^ mixed(word.wrapping_add(0x9e37_79b9_7f4a_7c15)))) >> 11
    }

    pub(crate) fn simulation(&self) -> Result<Simulation, SimulationError> {
        Simulation::new(self.simulation.model.clone(), self.nodes, self.samples, self.data_seed())
    }

    pub(crate) fn key(&self, scoring: &Scoring) -> RecordKey {
        RecordKey {
            simulation: self.simulation.name.to_string(),
            samples: self.samples,
            nodes: self.nodes,
            seed: self.seed,
            graph: self.graph,
            learner: self.learner.name.to_string(),
            scoring: scoring.name().to_string(),
        }
    }

    /// A name for the unit's files.
    pub(crate) fn file_stem(&self) -> String {
        let Self { simulation, samples, nodes, seed, graph, learner } = self;
        format!("{}-n{samples}-p{nodes}-s{seed}-g{graph}-{}", simulation.name, learner.name)
    }
}

/// The finaliser of `SplitMix64` (Steele, Lea & Flood 2014): a bijection that spreads every bit over the word.
fn mixed(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl Study {
    /// All units, in the order of the finished records.
    pub(crate) fn units(&self) -> Vec<Unit<'_>> {
        let settings = self.settings();
        let mut units = Vec::new();
        for simulation in &settings.simulation {
            for &samples in &settings.samples {
                for &nodes in &settings.nodes {
                    for &seed in &settings.seeds {
                        for graph in 1..=settings.graphs {
                            let on = |learner| Unit { simulation, samples, nodes, seed, graph, learner };
                            units.extend(settings.learner.iter().map(on));
                        }
                    }
                }
            }
        }
        units
    }

    /// How many records the finished study has.
    pub fn record_count(&self) -> usize {
        self.settings().record_count().expect("checked when the study was made")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_papers_study_has_900_comparisons_on_300_data_sets() {
        let study = Study::paper();
        assert_eq!(study.record_count(), 900);
        let seeds: BTreeSet<u64> = study.units().iter().map(Unit::data_seed).collect();
        assert_eq!(seeds.len(), 300);
        assert!(seeds.iter().all(|&seed| seed < 1 << 53));
        let keys: BTreeSet<RecordKey> =
            study.units().iter().map(|unit| unit.key(&study.settings().scoring[0])).collect();
        assert_eq!(keys.len(), 900);
    }
}
