//! The trials of a study.

use super::learner::StudyLearner;
use super::resampling::Resampling;
use super::settings::Study;
use super::trial::{DataSource, Trial};
use crate::records::RecordKey;
use std::collections::BTreeMap;

/// The item at the lowest digit of a number in mixed radix; removes that digit.
fn take<'a, T>(number: &mut usize, items: &'a [T]) -> &'a T {
    let item = &items[*number % items.len()];
    *number /= items.len();
    item
}

impl Study {
    /// The number of trials; each makes a record for each scoring.
    pub fn trial_count(&self) -> usize {
        self.record_count() / self.settings().scoring.len()
    }

    /// The number of records of the finished study.
    pub fn record_count(&self) -> usize {
        self.settings().record_count().expect("checked when the study was made")
    }

    /// One of the trials, in the order of the finished records: learners vary fastest, then graphs (or resamples),
    /// seeds, numbers of nodes, numbers of samples, and simulations; data sets come last.
    ///
    /// # Panics
    ///
    /// If there is no trial with this index.
    pub fn trial(&self, index: usize) -> Trial {
        let settings = self.settings();
        let (mut rest, simulated) = (index, settings.simulated_count().expect("checked when the study was made"));
        let is_simulated = index < simulated;
        if !is_simulated {
            rest -= simulated;
        }
        let learner = take(&mut rest, &settings.learner).clone();
        let scoring = settings.scoring.clone();
        if !is_simulated {
            let resamples = Resampling::count(settings.resampling.as_ref());
            let graph = if settings.resampling.is_some() { rest % resamples } else { 1 };
            rest /= resamples;
            let (seed, given) = (*take(&mut rest, &settings.seeds), &self.data_sets()[rest]);
            let resampling = settings.resampling.clone();
            let (name, source) = (given.name.clone(), DataSource::Given(given.digest.clone()));
            let (samples, nodes) = (given.data.table.row_count(), given.data.table.column_count());
            return Trial { name, source, samples, nodes, seed, graph, resampling, learner, scoring };
        }
        let graph = 1 + rest % settings.graphs;
        rest /= settings.graphs;
        let (seed, nodes) = (*take(&mut rest, &settings.seeds), *take(&mut rest, &settings.nodes));
        let (samples, simulation) = (*take(&mut rest, &settings.samples), &settings.simulation[rest]);
        let (name, source) = (simulation.name.clone(), DataSource::Simulation(simulation.model.clone()));
        Trial { name, source, samples, nodes, seed, graph, resampling: None, learner, scoring }
    }

    /// The learner of one of the trials.
    pub(crate) fn learner_of(&self, index: usize) -> &StudyLearner {
        let learners = &self.settings().learner;
        &learners[index % learners.len()]
    }

    /// All trials, in the order of the finished records.
    pub fn trials(&self) -> impl Iterator<Item = Trial> {
        (0..self.trial_count()).map(|index| self.trial(index))
    }

    /// The records of the finished study by their keys: the index of each, and the hash of its settings.
    pub(crate) fn expected_records(&self) -> BTreeMap<RecordKey, ExpectedRecord> {
        let mut hashes: BTreeMap<[String; 3], String> = BTreeMap::new();
        let mut expected = BTreeMap::new();
        for trial in self.trials() {
            for scoring in &trial.scoring {
                let key = trial.key(scoring);
                let names = [&key.simulation, &key.learner, &key.scoring].map(Clone::clone);
                let settings = hashes.entry(names).or_insert_with(|| trial.settings_hash(scoring)).clone();
                expected.insert(key, ExpectedRecord { index: expected.len(), settings });
            }
        }
        expected
    }
}

/// A record of the finished study.
pub(crate) struct ExpectedRecord {
    pub(crate) index: usize,
    pub(crate) settings: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_papers_study_has_900_comparisons_on_300_data_sets() {
        let study = Study::paper();
        assert_eq!(study.record_count(), 900);
        let seeds: BTreeSet<u64> = study.trials().map(|trial| trial.data_seed()).collect();
        assert_eq!(seeds.len(), 300);
        assert!(seeds.iter().all(|&seed| seed < 1 << 53));
        assert_eq!(study.expected_records().len(), 900);
    }

    #[test]
    fn learners_change_first_and_simulations_last() {
        let study = Study::from_toml(
            "graphs = 2\nnodes = [3, 4]\nsamples = [5, 6]\nseeds = [7, 8]\n\
             [[simulation]]\nname = \"a\"\n[[simulation]]\nname = \"b\"\n\
             [[learner]]\nname = \"pc\"\n[[learner]]\nname = \"ges\"",
        )
        .unwrap();
        let mut expected = Vec::new();
        for name in ["a", "b"] {
            for samples in [5, 6] {
                for nodes in [3, 4] {
                    for seed in [7, 8] {
                        for graph in [1, 2] {
                            expected.extend(["pc", "ges"].map(|learner| (name, samples, nodes, seed, graph, learner)));
                        }
                    }
                }
            }
        }
        let trials: Vec<Trial> = study.trials().collect();
        let found = trials.iter().map(|trial| {
            let Trial { name, samples, nodes, seed, graph, learner, .. } = trial;
            (name.as_str(), *samples, *nodes, *seed, *graph, learner.name.as_str())
        });
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }
}
