//! A study as one page: distributions, paired differences, and whether the distances agree.
//!
//! The page holds every panel and table of every distance and setting, so each can be chosen there. Where the
//! paper prints a mean of the same experiment, it is marked.

mod agreement;
mod panels;
mod words;

use crate::number::{count, counted};
use crate::page::{Page, PageEnd};
use crate::rich::Rich;
use crate::terms::OF_STUDIES;
pub(crate) use agreement::{AgreementModel, AgreementPanel, AxisModel, hundredths, models as agreements};
use contsid_study::records::{Metric, Record};
use contsid_study::study::StudySettings;
use contsid_study::tables::Conditions;
use panels::MetricPage;
pub(crate) use panels::{PanelModel, SeriesModel, Setting};
use serde::Serialize;
use std::collections::BTreeSet;
use words::{Direction, metric_words};

/// A study is shown by the first of these that it has.
const FIRST_METRICS: [Metric; 6] = [
    Metric::CrossfitDirected,
    Metric::CrossfitUpper,
    Metric::ContsidDirected,
    Metric::ContsidUpper,
    Metric::SidUpper,
    Metric::Shd,
];

/// Studies of more records than this show the first ones only.
const MOST_RECORDS: usize = 12_000;

const SCRIPTS: [&str; 2] = [include_str!("../../assets/boxes.js"), include_str!("../../assets/study.js")];

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
struct StudyModel<'a> {
    title: &'a str,
    summary: String,
    learners: Vec<&'a str>,
    metrics: Vec<MetricModel>,
    /// The metric that the page begins with.
    first: Option<&'static str>,
    conditions: Vec<ConditionModel>,
    #[serde(flatten)]
    end: PageEnd,
}

#[derive(Serialize)]
struct MetricModel {
    column: &'static str,
    title: &'static str,
    /// What it is, and which values are good.
    words: Rich,
    /// What the sign of a difference says.
    difference: &'static str,
    /// The heads of the columns that count which of two learners is better.
    heads: [&'static str; 2],
}

/// What the records of one setting show.
#[derive(Serialize)]
struct ConditionModel {
    words: String,
    /// By the metrics; none where no record of this setting has it.
    pages: Vec<Option<MetricPage>>,
    agreement: Vec<AgreementModel>,
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

    fn model(&self) -> StudyModel<'_> {
        let shown = &self.records[..self.records.len().min(MOST_RECORDS)];
        let learners = in_order(shown.iter().map(|record| record.key.learner.as_str()));
        let conditions = in_order(shown.iter().map(condition));
        let known = |metric: &Metric| shown.iter().any(|record| record.scores.of(*metric).is_some());
        let metrics: Vec<Metric> = Metric::ALL.into_iter().filter(|metric| !metric.is_beside()).filter(known).collect();
        let first = FIRST_METRICS.into_iter().chain(metrics.first().copied()).find(|metric| metrics.contains(metric));
        let condition_model = |chosen: &Conditions| {
            let records = shown.iter().filter(|record| condition(record) == *chosen).collect();
            let setting = Setting::new(self.study, chosen, records, &learners);
            ConditionModel {
                words: condition_words(chosen),
                pages: metrics.iter().map(|&metric| setting.page(metric)).collect(),
                agreement: agreements(&setting),
            }
        };
        StudyModel {
            title: &self.title,
            summary: summary(self.records, learners.len()),
            conditions: conditions.iter().map(condition_model).collect(),
            metrics: metrics.iter().copied().map(MetricModel::new).collect(),
            first: first.map(Metric::column),
            end: PageEnd::new(OF_STUDIES)
                .made_by(self.command.as_deref(), self.settings.clone())
                .without(left_out(self.records.len())),
            learners,
        }
    }
}

impl MetricModel {
    fn new(metric: Metric) -> Self {
        let direction = Direction::of(metric);
        Self {
            column: metric.column(),
            title: metric.title(),
            words: metric_words(metric),
            difference: direction.difference_words(),
            heads: direction.heads(),
        }
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
    format!("simulation {simulation}, {}, scoring {scoring}", counted(*samples, "row"))
}

fn summary(records: &[Record], learners: usize) -> String {
    let graphs: BTreeSet<_> =
        records.iter().map(|record| (record.key.nodes, record.key.seed, record.key.graph)).collect();
    let failed = records.iter().filter(|record| !record.status.has_graph()).count();
    let failures = if failed == 0 { String::new() } else { format!(", {} of them without a graph", count(failed)) };
    let [records, learners, graphs] =
        [(records.len(), "record"), (learners, "learner"), (graphs.len(), "graph")].map(|(n, thing)| counted(n, thing));
    format!("{records} of {learners} on {graphs}{failures}")
}

fn left_out(records: usize) -> Vec<String> {
    let more = records.saturating_sub(MOST_RECORDS);
    let sentence = || format!("Left out, so this page stays small: the last {}.", counted(more, "record"));
    (more > 0).then(sentence).into_iter().collect()
}
