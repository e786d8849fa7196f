//! One learner on one data set.

use super::data_set::DataSet;
use super::learner::StudyLearner;
use super::name::Name;
use super::resampling::Resampling;
use super::scoring::Scoring;
use crate::records::RecordKey;
use crate::simulate::{Density, GraphModel, Model, Simulation, SimulationError};
use crate::{Probability, hash};
use contsid::execution::Execution;
use contsid::graph::MixedGraph;
use serde::{Deserialize, Serialize};

/// One learner on one data set; each scoring makes a record of it.
///
/// It holds all that its records depend on, except data that are not simulated, so it can be sent to another computer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The name of the simulation or data set.
    pub name: Name,
    /// Where the data come from.
    pub source: DataSource,
    /// The number of samples.
    pub samples: usize,
    /// The number of nodes.
    pub nodes: usize,
    /// The seed of the study.
    pub seed: u64,
    /// The number of the graph, from 1; of resamples, their number, where 0 is all rows.
    pub graph: usize,
    /// How the rows of the data set are resampled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resampling: Option<Resampling>,
    /// The learner.
    pub learner: StudyLearner,
    /// How its graph is scored.
    pub scoring: Vec<Scoring>,
}

/// Where data come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum DataSource {
    /// They are simulated.
    Simulation(Model),
    /// They are given, with this hash of their content.
    Given(String),
}

impl Trial {
    /// The seed of the graph and the data, and of what a learner draws at random.
    ///
    /// It depends only on the study's seed, the number of nodes and the number of the graph, so learners, sample
    /// sizes and models are compared on the same graphs where possible. Below 2⁵³, so no reader of the records
    /// rounds it.
    pub fn data_seed(&self) -> u64 {
        let words = [self.seed, self.nodes as u64, self.graph as u64];
        words.iter().fold(0, |state, &word| mixed(state ^ mixed(word.wrapping_add(0x9e37_79b9_7f4a_7c15)))) >> 11
    }

    /// The simulated truth and data; none if they are given.
    ///
    /// # Errors
    ///
    /// If nothing can be simulated, or the monitor stops it.
    pub fn simulated(&self, execution: &Execution<'_>) -> Option<Result<DataSet, SimulationError>> {
        let DataSource::Simulation(model) = &self.source else { return None };
        let simulation = Simulation::new(model.clone(), self.nodes, self.samples, self.data_seed());
        Some(simulation.and_then(|simulation| simulation.run_watched(execution)).map(DataSet::from))
    }

    /// The resample of the data set that the learner gets; none if it gets all rows.
    pub fn resampled(&self, data: &DataSet) -> Option<DataSet> {
        let resampling = self.resampling.as_ref().filter(|_| self.graph > 0)?;
        Some(resampling.sample(data, self.data_seed()))
    }

    /// The model of random baselines: that of the truth, or one of the same density.
    pub(crate) fn baseline_model(&self, truth: Option<&MixedGraph>) -> GraphModel {
        match &self.source {
            DataSource::Simulation(model) => model.graph,
            DataSource::Given(_) => {
                let pairs = self.nodes * self.nodes.saturating_sub(1) / 2;
                let share = truth.map_or(0, MixedGraph::edge_count) as f64 / pairs.max(1) as f64;
                let share = Probability::try_from(share).expect("each pair of nodes has one edge at most");
                GraphModel::ErdosRenyi(Density::EdgeProbability(share))
            }
        }
    }

    /// The key of its record.
    pub fn key(&self, scoring: &Scoring) -> RecordKey {
        RecordKey {
            simulation: self.name.to_string(),
            samples: self.samples,
            nodes: self.nodes,
            seed: self.seed,
            graph: self.graph,
            learner: self.learner.name.to_string(),
            scoring: scoring.name().to_string(),
        }
    }

    /// A hash of model, learner, scoring and kind of resamples, without the time limit, which changes no graph.
    pub(crate) fn settings_hash(&self, scoring: &Scoring) -> String {
        let learner = StudyLearner { time_limit: None, ..self.learner.clone() };
        let mut text = in_json(&(&self.source, &learner, scoring));
        if let Some(Resampling { share, groups, .. }) = &self.resampling {
            text += &in_json(&(share, groups));
        }
        hash::hex(text.bytes())
    }

    /// A name for the trial's files.
    pub(crate) fn file_stem(&self) -> String {
        let Self { name, samples, nodes, seed, graph, learner, .. } = self;
        format!("{}-n{samples}-p{nodes}-s{seed}-g{graph}-{}", name.in_a_file_name(), learner.name.in_a_file_name())
    }
}

fn in_json(settings: &impl Serialize) -> String {
    serde_json::to_string(settings).expect("settings have the shape of a file")
}

/// The finaliser of `SplitMix64` (Steele, Lea & Flood 2014): a bijection that spreads every bit over the word.
fn mixed(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
