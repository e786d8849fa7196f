//! Means of a study's records, and differences between its learners.

use super::statistic::Statistic;
use crate::records::{Metric, Record, Status};
use crate::study::{Study, StudySettings};
use serde::Serialize;
use std::collections::BTreeMap;

/// The results of a study.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    study: String,
    expected: usize,
    records: usize,
    settings: StudySettings,
    groups: Vec<LearnerGroup>,
    differences: Vec<LearnerDifference>,
}

/// The records of one learner under equal conditions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LearnerGroup {
    /// The conditions.
    #[serde(flatten)]
    pub conditions: Conditions,
    /// The learner.
    pub learner: String,
    /// The number of records.
    pub records: usize,
    /// The number with every score.
    pub ok: usize,
    /// The number that lack some scores.
    pub partial: usize,
    /// The number without a graph.
    pub failed: usize,
    /// The number that exceeded their time limit.
    pub time_limit: usize,
    /// The seconds of the learner when it returned a graph.
    pub seconds: Option<Statistic>,
    /// The scores by the name of their column.
    pub scores: BTreeMap<&'static str, Statistic>,
}

/// The conditions that learners are compared under.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Conditions {
    /// The name of the simulation.
    pub simulation: String,
    /// The number of samples.
    pub samples: usize,
    /// The name of the scoring.
    pub scoring: String,
    /// The number of nodes.
    pub nodes: usize,
}

/// Two learners on the same data sets: the score of the first minus that of the second.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LearnerDifference {
    /// The conditions.
    #[serde(flatten)]
    pub conditions: Conditions,
    /// The first learner.
    pub first: String,
    /// The second learner.
    pub second: String,
    /// The differences by the name of the score's column, over the data sets where both have the score.
    pub scores: BTreeMap<&'static str, PairedDifference>,
}

/// The mean of differences over pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairedDifference {
    /// The number of pairs.
    pub count: usize,
    /// The mean of the differences.
    pub mean: f64,
    /// Its standard error; none for a single pair.
    pub standard_error: Option<f64>,
}

impl Summary {
    /// Summarises the records so far.
    pub fn new(study: &Study, records: &[Record]) -> Self {
        let settings = study.settings().clone();
        let mut by_conditions: BTreeMap<Conditions, Vec<&Record>> = BTreeMap::new();
        for record in records {
            by_conditions.entry(Conditions::of(record)).or_default().push(record);
        }
        let learners: Vec<&str> = settings.learner.iter().map(|learner| learner.name.as_str()).collect();
        let (mut groups, mut differences) = (Vec::new(), Vec::new());
        for (conditions, records) in &by_conditions {
            groups.extend(learners.iter().map(|learner| LearnerGroup::new(conditions, learner, records)));
            for (index, first) in learners.iter().enumerate() {
                let others = learners[index + 1..].iter();
                differences.extend(others.map(|second| LearnerDifference::new(conditions, first, second, records)));
            }
        }
        Self {
            study: study.fingerprint(),
            expected: study.record_count(),
            records: records.len(),
            settings,
            groups,
            differences,
        }
    }

    /// The number of records of the finished study.
    pub fn expected(&self) -> usize {
        self.expected
    }

    /// The number of records.
    pub fn records(&self) -> usize {
        self.records
    }

    /// The settings of the study.
    pub fn settings(&self) -> &StudySettings {
        &self.settings
    }

    /// Each learner under each of the conditions.
    pub fn groups(&self) -> &[LearnerGroup] {
        &self.groups
    }

    /// Every pair of learners under each of the conditions.
    pub fn differences(&self) -> &[LearnerDifference] {
        &self.differences
    }

    /// One JSON object, with an end of line.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("names and numbers make JSON") + "\n"
    }
}

impl Conditions {
    /// The conditions of a record.
    pub fn of(record: &Record) -> Self {
        let key = &record.key;
        Self {
            simulation: key.simulation.clone(),
            samples: key.samples,
            scoring: key.scoring.clone(),
            nodes: key.nodes,
        }
    }
}

impl LearnerGroup {
    fn new(conditions: &Conditions, learner: &str, records: &[&Record]) -> Self {
        let own: Vec<&&Record> = records.iter().filter(|record| record.key.learner == learner).collect();
        let count = |status| own.iter().filter(|record| record.status == status).count();
        let with_graph = own.iter().filter(|record| record.status.has_graph());
        let statistic = |metric: Metric| {
            Some((metric.column(), Statistic::of(own.iter().filter_map(|record| record.scores.of(metric)))?))
        };
        Self {
            conditions: conditions.clone(),
            learner: learner.to_owned(),
            records: own.len(),
            ok: count(Status::Ok),
            partial: count(Status::Partial),
            failed: count(Status::Failed),
            time_limit: count(Status::TimeLimit),
            seconds: Statistic::of(with_graph.map(|record| record.seconds)),
            scores: Metric::ALL.into_iter().filter_map(statistic).collect(),
        }
    }
}

impl LearnerDifference {
    fn new(conditions: &Conditions, first: &str, second: &str, records: &[&Record]) -> Self {
        let by_data = |learner: &str| -> BTreeMap<(u64, usize), &Record> {
            let own = records.iter().filter(|record| record.key.learner == learner);
            own.map(|record| ((record.key.seed, record.key.graph), *record)).collect()
        };
        let (own, other) = (by_data(first), by_data(second));
        let paired = |metric: Metric| {
            let differences = own
                .iter()
                .filter_map(|(data, record)| Some(record.scores.of(metric)? - other.get(data)?.scores.of(metric)?));
            let statistic = Statistic::of(differences)?;
            let Statistic { count, mean, .. } = statistic;
            Some((metric.column(), PairedDifference { count, mean, standard_error: statistic.standard_error() }))
        };
        Self {
            conditions: conditions.clone(),
            first: first.to_owned(),
            second: second.to_owned(),
            scores: Metric::ALL.into_iter().filter_map(paired).collect(),
        }
    }
}
