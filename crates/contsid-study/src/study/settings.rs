//! The settings of a study: a grid of simulations, sizes, seeds, learners and scorings.

use super::learner::{LearnerError, StudyLearner};
use super::name::Name;
use super::scoring::Scoring;
use crate::simulate::{GraphModelError, Model, SizeError, check_size};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Debug;
use thiserror::Error;

/// A study as it stands in a file.
///
/// Everything is combined with everything: for each simulation, number of samples, number of nodes and seed so many graphs
/// are drawn, each learner learns from each, and each scoring scores what it learnt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StudySettings {
    /// How many graphs are drawn for each number of nodes.
    pub graphs: usize,
    /// The numbers of nodes.
    pub nodes: Vec<usize>,
    /// The numbers of samples.
    #[serde(default = "hundred_samples")]
    pub samples: Vec<usize>,
    /// The seeds.
    #[serde(default = "first_seed")]
    pub seeds: Vec<u64>,
    /// How graphs and data are drawn.
    #[serde(default = "paper_simulation")]
    pub simulation: Vec<StudySimulation>,
    /// The learners.
    pub learner: Vec<StudyLearner>,
    /// How learnt graphs are scored.
    #[serde(default = "default_scoring")]
    pub scoring: Vec<Scoring>,
}

impl StudySettings {
    /// How many records there are; none if they are beyond counting.
    pub(crate) fn record_count(&self) -> Option<usize> {
        let lengths = [self.samples.len(), self.nodes.len(), self.seeds.len(), self.graphs];
        let units = lengths.iter().try_fold(self.simulation.len(), |count, &length| count.checked_mul(length))?;
        units.checked_mul(self.learner.len())?.checked_mul(self.scoring.len())
    }
}

/// A named model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StudySimulation {
    /// Its name in the records.
    pub name: Name,
    /// How graphs and data are drawn.
    #[serde(default)]
    pub model: Model,
}

fn hundred_samples() -> Vec<usize> {
    vec![100]
}

fn first_seed() -> Vec<u64> {
    vec![1]
}

fn paper_simulation() -> Vec<StudySimulation> {
    vec![StudySimulation { name: "paper".parse().expect("a word is a name"), model: Model::default() }]
}

fn default_scoring() -> Vec<Scoring> {
    vec![Scoring::default()]
}

/// The most records of a study: so many keys of records are held in memory.
const MOST_RECORDS: usize = 1_000_000;

/// Why settings are not a study.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StudyError {
    /// The text is not a file of settings.
    #[error(transparent)]
    Text(#[from] toml::de::Error),
    /// A list is empty.
    #[error("`{key}` is empty: a study needs at least one")]
    Empty {
        /// The list.
        key: &'static str,
    },
    /// Something stands twice in a list.
    #[error("`{key}` holds {value} twice")]
    Twice {
        /// The list.
        key: &'static str,
        /// What stands twice.
        value: String,
    },
    /// A number is zero that must not be.
    #[error("`{key}` holds 0: at least 1 is needed")]
    Zero {
        /// The key.
        key: &'static str,
    },
    /// A seed is too large for a file of settings.
    #[error("`seeds` holds {seed}: at most {} is possible", i64::MAX)]
    Seed {
        /// The seed.
        seed: u64,
    },
    /// There would be more records than can be held.
    #[error(
        "simulations × samples × nodes × seeds × graphs × learners × scorings make {count} records: at most \
         {MOST_RECORDS} are possible"
    )]
    TooManyRecords {
        /// How many, in words where it is beyond counting.
        count: String,
    },
    /// Data would be too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A model cannot make graphs of a size.
    #[error("simulation `{simulation}`: {error}")]
    Graph {
        /// The name of the simulation.
        simulation: Name,
        /// Why not.
        error: GraphModelError,
    },
    /// A learner is not as it should be.
    #[error(transparent)]
    Learner(#[from] LearnerError),
}

/// A checked study.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    settings: StudySettings,
}

const PAPER: &str = include_str!("../../data/paper.toml");

impl Study {
    /// Checks the settings.
    ///
    /// # Errors
    ///
    /// If a list is empty or holds something twice, a model does not fit a number of nodes, or there would be too many
    /// records or too large data.
    pub fn new(settings: StudySettings) -> Result<Self, StudyError> {
        check_list("nodes", &settings.nodes)?;
        check_list("samples", &settings.samples)?;
        check_list("seeds", &settings.seeds)?;
        check_list("simulation", &names(&settings.simulation, |simulation| &simulation.name))?;
        check_list("learner", &names(&settings.learner, |learner| &learner.name))?;
        check_list("scoring", &names(&settings.scoring, |scoring| scoring.name()))?;
        let zeros = [("graphs", settings.graphs == 0), ("samples", settings.samples.contains(&0))];
        if let Some(&(key, _)) = zeros.iter().find(|(_, is_zero)| *is_zero) {
            return Err(StudyError::Zero { key });
        }
        if let Some(&seed) = settings.seeds.iter().find(|&&seed| i64::try_from(seed).is_err()) {
            return Err(StudyError::Seed { seed });
        }
        match settings.record_count() {
            Some(count) if count <= MOST_RECORDS => {}
            count => {
                let count = count.map_or_else(|| "more than 2⁶⁴".to_owned(), |count| count.to_string());
                return Err(StudyError::TooManyRecords { count });
            }
        }
        for simulation in &settings.simulation {
            let largest = |counts: &[usize]| counts.iter().copied().max().unwrap_or(0);
            check_size(&simulation.model, largest(&settings.nodes), largest(&settings.samples))?;
            let fits = settings.nodes.iter().try_for_each(|&nodes| simulation.model.graph.check(nodes));
            fits.map_err(|error| StudyError::Graph { simulation: simulation.name.clone(), error })?;
        }
        Ok(Self { settings })
    }

    /// The study of a file's text.
    ///
    /// # Errors
    ///
    /// If the text is not TOML, a key is unknown or missing, or the settings are not a study; the message has the line.
    pub fn from_toml(text: &str) -> Result<Self, StudyError> {
        Self::new(toml::from_str(text)?)
    }

    /// The study of the paper: 100 graphs each of 5, 10 and 20 nodes.
    pub fn paper() -> Self {
        Self::from_toml(PAPER).expect("the paper's study is valid")
    }

    /// All settings, those that were left out included.
    pub fn to_toml(&self) -> String {
        toml::to_string(&self.settings).expect("settings have the shape of a file")
    }

    /// The settings.
    pub fn settings(&self) -> &StudySettings {
        &self.settings
    }

    /// 16 hexadecimal digits that differ between studies (FNV-1a of the settings).
    pub fn fingerprint(&self) -> String {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        format!("{:016x}", self.to_toml().bytes().fold(0xcbf2_9ce4_8422_2325, step))
    }

    /// The first setting in which two studies differ, in words.
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        let (here, there) = (&self.settings, &other.settings);
        let differ = |key, here: &dyn Debug, there: &dyn Debug| {
            let (here, there) = (format!("{here:?}"), format!("{there:?}"));
            (here != there).then_some(Difference { key, here, there })
        };
        differ("graphs", &here.graphs, &there.graphs)
            .or_else(|| differ("nodes", &here.nodes, &there.nodes))
            .or_else(|| differ("samples", &here.samples, &there.samples))
            .or_else(|| differ("seeds", &here.seeds, &there.seeds))
            .or_else(|| named_difference("simulation", &here.simulation, &there.simulation, |item| &item.name))
            .or_else(|| named_difference("learner", &here.learner, &there.learner, |item| &item.name))
            .or_else(|| named_difference("scoring", &here.scoring, &there.scoring, |item| item.name()))
    }
}

/// A setting in which two studies differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The key.
    pub key: &'static str,
    /// Its value in this study.
    pub here: String,
    /// Its value in the other one.
    pub there: String,
}

/// The names, where they differ, or else the first items of one name that differ.
fn named_difference<T: PartialEq + Serialize>(
    key: &'static str,
    here: &[T],
    there: &[T],
    name: impl Fn(&T) -> &Name,
) -> Option<Difference> {
    let listed = |items: &[T]| items.iter().map(|item| name(item).to_string()).collect::<Vec<_>>().join(", ");
    if listed(here) != listed(there) {
        return Some(Difference { key, here: listed(here), there: listed(there) });
    }
    let (here, there) = here.iter().zip(there).find(|(here, there)| here != there)?;
    let text = |item: &T| toml::to_string(item).expect("settings have the shape of a file").trim().replace('\n', ", ");
    Some(Difference { key, here: text(here), there: text(there) })
}

fn names<T>(items: &[T], name: impl Fn(&T) -> &Name) -> Vec<String> {
    items.iter().map(|item| name(item).to_string()).collect()
}

fn check_list<T: Ord + Debug>(key: &'static str, items: &[T]) -> Result<(), StudyError> {
    if items.is_empty() {
        return Err(StudyError::Empty { key });
    }
    let mut seen = BTreeSet::new();
    match items.iter().find(|item| !seen.insert(*item)) {
        Some(item) => Err(StudyError::Twice { key, value: format!("{item:?}") }),
        None => Ok(()),
    }
}
