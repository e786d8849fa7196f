//! A study as one page: distributions, paired differences, and whether the distances agree.
//!
//! The page holds the records themselves and draws them in the browser, so that every distance and setting of the study
//! can be chosen there. Where the paper prints a mean of the same experiment, it is marked.

use crate::number::rounded;
use crate::page::Page;
use contsid_study::records::{Metric, Record};
use contsid_study::study::StudySettings;
use contsid_study::tables::{Conditions, published_mean};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Studies of more records than this show the first ones only.
const MOST_RECORDS: usize = 12_000;

const SCRIPTS: [&str; 2] = [include_str!("../assets/page.js"), include_str!("../assets/study.js")];

/// A study to look at.
#[derive(Clone, Debug)]
pub struct StudyReport<'a> {
    /// The title of the page.
    pub title: String,
    /// What was tried.
    pub study: &'a StudySettings,
    /// What came out.
    pub records: &'a [Record],
    /// Choices and versions, each with its name.
    pub settings: Vec<(String, String)>,
    /// The command that makes this page again.
    pub command: Option<String>,
}

#[derive(Serialize)]
struct Model<'a> {
    title: &'a str,
    summary: String,
    version: &'static str,
    command: Option<&'a str>,
    settings: &'a [(String, String)],
    learners: Vec<&'a str>,
    conditions: Vec<String>,
    /// The column and the title of each metric.
    metrics: Vec<[&'static str; 2]>,
    /// `[condition, nodes, graph, learner, 1 if there is a graph, seconds, ...one value for each metric]`
    records: Vec<Value>,
    published: Vec<Value>,
    left_out: Vec<String>,
}

impl StudyReport<'_> {
    /// The page: one file without any part elsewhere.
    ///
    /// # Errors
    ///
    /// If the model cannot be written as JSON.
    pub fn html(&self) -> Result<String, serde_json::Error> {
        Page { title: &self.title, model: &self.model(), scripts: &SCRIPTS }.html()
    }

    fn model(&self) -> Model<'_> {
        let shown = &self.records[..self.records.len().min(MOST_RECORDS)];
        let learners = in_order(shown.iter().map(|record| record.key.learner.as_str()));
        let conditions = in_order(shown.iter().map(condition));
        let several_seeds = shown.iter().map(|record| record.key.seed).collect::<BTreeSet<_>>().len() > 1;
        let row = |record: &Record| {
            let learner = learners.iter().position(|learner| *learner == record.key.learner);
            let graph = if several_seeds {
                format!("{} of seed {}", record.key.graph, record.key.seed)
            } else {
                record.key.graph.to_string()
            };
            let mut row = vec![
                json!(conditions.iter().position(|other| *other == condition(record))),
                json!(record.key.nodes),
                json!(graph),
                json!(learner),
                json!(u8::from(record.status.has_graph())),
                json!(record.seconds),
            ];
            row.extend(Metric::ALL.map(|metric| json!(record.scores.of(metric).map(rounded))));
            Value::from(row)
        };
        Model {
            title: &self.title,
            summary: summary(self.records, learners.len()),
            version: env!("CARGO_PKG_VERSION"),
            command: self.command.as_deref(),
            settings: &self.settings,
            records: shown.iter().map(row).collect(),
            learners,
            conditions: conditions.iter().map(condition_words).collect(),
            metrics: Metric::ALL.map(|metric| [metric.column(), metric.title()]).to_vec(),
            published: self.published(shown),
            left_out: left_out(self.records.len()),
        }
    }
}

impl StudyReport<'_> {
    /// What the paper prints for what the records show.
    fn published(&self, records: &[Record]) -> Vec<Value> {
        let conditions = in_order(records.iter().map(condition));
        let shown = in_order(records.iter().map(|record| (Conditions::of(record), record.key.learner.as_str())));
        let mut published = Vec::new();
        for (own, learner) in shown {
            let place = conditions.iter().position(|other| *other == Conditions { nodes: 0, ..own.clone() });
            for metric in Metric::ALL {
                if let Some(statistic) = published_mean(self.study, &own, learner, metric) {
                    published.push(json!({
                        "condition": place,
                        "metric": metric.column(),
                        "nodes": own.nodes,
                        "learner": learner,
                        "mean": statistic.mean,
                        "sd": statistic.sd,
                    }));
                }
            }
        }
        published
    }
}

/// Each once, in the order in which they come.
pub(crate) fn in_order<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for item in items {
        if !found.contains(&item) {
            found.push(item);
        }
    }
    found
}

/// Records that differ in this are not compared with each other: the conditions without the number of nodes.
pub(crate) fn condition(record: &Record) -> Conditions {
    Conditions { nodes: 0, ..Conditions::of(record) }
}

fn condition_words(condition: &Conditions) -> String {
    let Conditions { simulation, samples, scoring, .. } = condition;
    format!("simulation {simulation}, {samples} samples, scoring {scoring}")
}

fn summary(records: &[Record], learners: usize) -> String {
    let graphs: BTreeSet<_> =
        records.iter().map(|record| (record.key.nodes, record.key.seed, record.key.graph)).collect();
    let failed = records.iter().filter(|record| !record.status.has_graph()).count();
    let failures = if failed == 0 { String::new() } else { format!(", {failed} of them without a graph") };
    format!("{} records of {learners} learners on {} graphs{failures}", records.len(), graphs.len())
}

fn left_out(records: usize) -> Vec<String> {
    let more = records.saturating_sub(MOST_RECORDS);
    let sentence = || format!("The last {more} records are left out, so that this page stays small.");
    (more > 0).then(sentence).into_iter().collect()
}
