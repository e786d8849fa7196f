//! The settings of a study: a grid of simulations, sizes, seeds, learners and scorings.

use super::data_set::{DataSetError, DataSetFiles, GivenData};
use super::learner::StudyLearner;
use super::name::Name;
use super::resampling::Resampling;
use super::scoring::Scoring;
use crate::hash;
use crate::simulate::{GraphModelError, Model, SizeError, check_size};
use contsid::graph::{NodeNames, UnknownNode};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::Path;
use thiserror::Error;

/// A study as written in a file.
///
/// All settings are combined: for each simulation, number of samples, number of nodes and seed, `graphs` graphs are
/// drawn; each learner learns from each of them, and each scoring scores the learnt graph. Data sets are used once for
/// each seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StudySettings {
    /// The number of graphs for each number of nodes.
    #[serde(default)]
    pub graphs: usize,
    /// The numbers of nodes.
    #[serde(default)]
    pub nodes: Vec<usize>,
    /// The numbers of samples.
    #[serde(default = "hundred_samples")]
    pub samples: Vec<usize>,
    /// The seeds.
    #[serde(default = "first_seed")]
    pub seeds: Vec<u64>,
    /// How graphs and data are drawn; as in the paper if there are no data sets either.
    #[serde(default)]
    pub simulation: Vec<StudySimulation>,
    /// The user's truths and data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dataset: Vec<DataSetFiles>,
    /// How learners learn again from some rows of each data set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resampling: Option<Resampling>,
    /// The learners.
    pub learner: Vec<StudyLearner>,
    /// How learnt graphs are scored.
    #[serde(default = "default_scoring")]
    pub scoring: Vec<Scoring>,
}

impl StudySettings {
    /// The number of trials on simulated data; none on overflow.
    pub(crate) fn simulated_count(&self) -> Option<usize> {
        let lengths = [self.samples.len(), self.nodes.len(), self.seeds.len(), self.graphs, self.learner.len()];
        lengths.iter().try_fold(self.simulation.len(), |count, &length| count.checked_mul(length))
    }

    /// The number of records; none on overflow.
    pub(crate) fn record_count(&self) -> Option<usize> {
        let lengths = [self.seeds.len(), Resampling::count(self.resampling.as_ref()), self.learner.len()];
        let given = lengths.iter().try_fold(self.dataset.len(), |count, &length| count.checked_mul(length))?;
        self.simulated_count()?.checked_add(given)?.checked_mul(self.scoring.len())
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

/// The most records of a study: their keys are kept in memory, about 300 bytes each.
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
    /// A list repeats an item.
    #[error("`{key}` holds {value} twice")]
    Twice {
        /// The list.
        key: &'static str,
        /// The item.
        value: String,
    },
    /// A number is zero that must not be.
    #[error("`{key}` must be at least 1, got 0")]
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
    /// There would be too many records.
    #[error(
        "simulations × samples × nodes × seeds × graphs × learners × scorings make {count} records: at most \
         {MOST_RECORDS} are possible"
    )]
    TooManyRecords {
        /// The number of records as text; `more than 2⁶⁴` on overflow.
        count: String,
    },
    /// Data would be too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A model cannot draw graphs of a size.
    #[error("simulation `{simulation}`: {error}")]
    Graph {
        /// The name of the simulation.
        simulation: Name,
        /// Why not.
        error: GraphModelError,
    },
    /// A data set cannot be used.
    #[error(transparent)]
    DataSet(#[from] DataSetError),
    /// A scoring names a node that some data do not have.
    #[error("scoring `{scoring}`: {error}")]
    Node {
        /// The name of the scoring.
        scoring: Name,
        /// Which node.
        error: UnknownNode,
    },
    /// A setting is for simulations, and there are only data sets.
    #[error("`{key}` is for simulations, and the study has data sets only: leave it out, or add a simulation")]
    NoSimulation {
        /// The key.
        key: &'static str,
    },
}

/// A checked study, with its data sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    settings: StudySettings,
    data_sets: Vec<GivenData>,
}

const PAPER: &str = include_str!("../../data/paper.toml");

impl Study {
    /// Checks the settings, and sets their `dataset` to the files of the data sets in the directory of the study.
    ///
    /// # Errors
    ///
    /// If a list is empty or holds something twice, a model does not fit a number of nodes, or there would be too many
    /// records or too large data.
    pub fn new(mut settings: StudySettings, data_sets: Vec<GivenData>) -> Result<Self, StudyError> {
        settings.dataset = data_sets.iter().map(GivenData::files).collect();
        if settings.simulation.is_empty() && data_sets.is_empty() {
            settings.simulation = paper_simulation();
        }
        if settings.simulation.is_empty() {
            check_data_sets_only(&mut settings)?;
        } else {
            check_simulations(&settings)?;
        }
        check_list("seeds", &settings.seeds)?;
        let sources = names(&settings.simulation, |simulation| &simulation.name);
        let data_set_names = names(&data_sets, |data_set| &data_set.name);
        check_list("simulation and dataset", &[sources, data_set_names].concat())?;
        check_list("learner", &names(&settings.learner, |learner| &learner.name))?;
        check_list("scoring", &names(&settings.scoring, |scoring| scoring.name()))?;
        if let Some(&seed) = settings.seeds.iter().find(|&&seed| i64::try_from(seed).is_err()) {
            return Err(StudyError::Seed { seed });
        }
        check_nodes(&settings, &data_sets)?;
        match settings.record_count() {
            Some(count) if count <= MOST_RECORDS => Ok(Self { settings, data_sets }),
            count => {
                let count = count.map_or_else(|| "more than 2⁶⁴".to_owned(), |count| count.to_string());
                Err(StudyError::TooManyRecords { count })
            }
        }
    }

    /// The study of a file's text; the paths of data sets are relative to a directory.
    ///
    /// # Errors
    ///
    /// If the text is not TOML, a key is unknown or missing, or the settings are not a study; the message names the
    /// line.
    pub fn from_toml_in(directory: &Path, text: &str) -> Result<Self, StudyError> {
        let settings: StudySettings = toml::from_str(text)?;
        let read = |files| GivenData::read(files, directory);
        let data_sets = settings.dataset.iter().map(read).collect::<Result<_, _>>()?;
        Self::new(settings, data_sets)
    }

    /// The study of a file's text; the paths of data sets are relative to the working directory.
    ///
    /// # Errors
    ///
    /// As [`Study::from_toml_in`].
    pub fn from_toml(text: &str) -> Result<Self, StudyError> {
        Self::from_toml_in(Path::new(""), text)
    }

    /// The study of the paper: 100 graphs each of 5, 10 and 20 nodes.
    pub fn paper() -> Self {
        Self::from_toml(PAPER).expect("the paper's study is valid")
    }

    /// All settings, including defaults.
    pub fn to_toml(&self) -> String {
        toml::to_string(&self.settings).expect("settings have the shape of a file")
    }

    /// The settings.
    pub fn settings(&self) -> &StudySettings {
        &self.settings
    }

    /// The data sets that are not simulated.
    pub fn data_sets(&self) -> &[GivenData] {
        &self.data_sets
    }

    /// A hash of the study: 16 hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        hash::hex(self.to_toml().bytes())
    }

    /// The first setting of another study that this one lacks or changes; none if this study contains all of its
    /// trials. Time limits may differ, and so may learners of the other study that have no records.
    pub fn lacks(&self, other: &Self, has_records: impl Fn(&Name) -> bool) -> Option<SettingDifference> {
        let (here, there) = (&self.settings, &other.settings);
        let fewer = here.graphs < there.graphs;
        let graphs = SettingDifference::new("graphs", &here.graphs, &there.graphs);
        let unlimited = |learner: &StudyLearner| StudyLearner { time_limit: None, ..learner.clone() };
        let learners: Vec<_> = here.learner.iter().map(unlimited).collect();
        let kept = there.learner.iter().filter(|learner| has_records(&learner.name));
        let other_learners: Vec<_> = kept.map(unlimited).collect();
        (fewer.then_some(graphs))
            .or_else(|| SettingDifference::of_lists("nodes", &here.nodes, &there.nodes))
            .or_else(|| SettingDifference::of_lists("samples", &here.samples, &there.samples))
            .or_else(|| SettingDifference::of_lists("seeds", &here.seeds, &there.seeds))
            .or_else(|| SettingDifference::named("simulation", &here.simulation, &there.simulation, |item| &item.name))
            .or_else(|| {
                let [own, others] = Resampling::lacking(here.resampling.as_ref(), there.resampling.as_ref())?;
                Some(SettingDifference::new("resampling", &own, &others))
            })
            .or_else(|| other.data_sets.iter().find_map(|there| self.lacks_data(there)))
            .or_else(|| SettingDifference::named("learner", &learners, &other_learners, |item| &item.name))
            .or_else(|| SettingDifference::named("scoring", &here.scoring, &there.scoring, Scoring::name))
            // A scoring cannot be added: trials that are done are not done again.
            .or_else(|| {
                let added = SettingDifference::named("scoring", &there.scoring, &here.scoring, Scoring::name);
                added.map(SettingDifference::reversed)
            })
    }

    fn lacks_data(&self, there: &GivenData) -> Option<SettingDifference> {
        let here = self.data_sets.iter().find(|here| here.name == there.name);
        let has_same = here.is_some_and(|here| here.digest == there.digest);
        let words = if here.is_some() { "another content" } else { "not" };
        (!has_same).then(|| SettingDifference::new("dataset", &words, &there.name))
    }
}

/// Refuses settings of simulations if there are only data sets.
fn check_data_sets_only(settings: &mut StudySettings) -> Result<(), StudyError> {
    let foreign = [("graphs", settings.graphs != 0), ("nodes", !settings.nodes.is_empty())];
    if let Some(&(key, _)) = foreign.iter().find(|(_, is_given)| *is_given) {
        return Err(StudyError::NoSimulation { key });
    }
    settings.samples.clear();
    Ok(())
}

/// Checks that the nodes that scorings name exist in all data.
fn check_nodes(settings: &StudySettings, data_sets: &[GivenData]) -> Result<(), StudyError> {
    let smallest = settings.nodes.iter().min().map(|&count| NodeNames::numbered(count));
    for scoring in &settings.scoring {
        for names in data_sets.iter().map(|given| given.data.table.names()).chain(&smallest) {
            let refused = |error| StudyError::Node { scoring: scoring.name().clone(), error };
            scoring.selection(names).map_err(refused)?;
            scoring.check_columns(names).map_err(refused)?;
        }
    }
    Ok(())
}

fn check_simulations(settings: &StudySettings) -> Result<(), StudyError> {
    check_list("nodes", &settings.nodes)?;
    check_list("samples", &settings.samples)?;
    let zeros = [("graphs", settings.graphs == 0), ("samples", settings.samples.contains(&0))];
    if let Some(&(key, _)) = zeros.iter().find(|(_, is_zero)| *is_zero) {
        return Err(StudyError::Zero { key });
    }
    for simulation in &settings.simulation {
        let largest = |counts: &[usize]| counts.iter().copied().max().unwrap_or(0);
        check_size(&simulation.model, largest(&settings.nodes), largest(&settings.samples))?;
        let fits = settings.nodes.iter().try_for_each(|&nodes| simulation.model.graph.check(nodes));
        fits.map_err(|error| StudyError::Graph { simulation: simulation.name.clone(), error })?;
    }
    Ok(())
}

/// A setting in which two studies differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingDifference {
    /// The key.
    pub key: &'static str,
    /// Its value in this study.
    pub here: String,
    /// Its value in the other one.
    pub there: String,
}

impl SettingDifference {
    fn new(key: &'static str, here: &impl ToString, there: &impl ToString) -> Self {
        Self { key, here: here.to_string(), there: there.to_string() }
    }

    fn reversed(self) -> Self {
        Self { key: self.key, here: self.there, there: self.here }
    }

    /// Both lists, if the one here lacks an item of the one there.
    fn of_lists<T: PartialEq + Debug>(key: &'static str, here: &[T], there: &[T]) -> Option<Self> {
        let is_missing = there.iter().any(|item| !here.contains(item));
        is_missing.then(|| Self::new(key, &format!("{here:?}"), &format!("{there:?}")))
    }

    /// The names, if this list lacks one of the other; else the first items of equal name that differ.
    fn named<T: PartialEq + Serialize>(
        key: &'static str,
        here: &[T],
        there: &[T],
        name: impl Fn(&T) -> &Name,
    ) -> Option<Self> {
        let missing = there.iter().find(|item| !here.contains(item))?;
        match here.iter().find(|item| name(item) == name(missing)) {
            None => {
                let listed = |items: &[T]| names(items, &name).join(", ");
                Some(Self::new(key, &listed(here), &listed(there)))
            }
            Some(own) => {
                let text = |item: &T| toml::to_string(item).expect("settings have the shape of a file");
                let line = |item: &T| text(item).trim().replace('\n', ", ");
                Some(Self::new(key, &line(own), &line(missing)))
            }
        }
    }
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
