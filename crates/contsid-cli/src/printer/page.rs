//! The page of a comparison.

use crate::commands::scored::{Observations, Scored, Scores};
use crate::commands::thread_pool;
use crate::printer::settings;
use crate::progress::Progress;
use anyhow::Result;
use contsid::execution::Execution;
use contsid_report::comparison::{self, ComparisonReport, LearntGraph, NamedGraph};
use serde_json::Value;
use std::path::Path;

/// What the page has beside the scores.
#[derive(Debug)]
pub struct Page<'a> {
    /// What the reader should know first.
    pub introduction: Option<String>,
    /// The data that the scores were computed on.
    pub observations: Option<&'a Observations>,
    /// The number of threads; without it, one for each core.
    pub threads: Option<u16>,
}

impl Page<'_> {
    /// Writes the page, whole or not at all.
    pub fn write(self, path: &Path, scores: &Scores) -> Result<()> {
        let (pool, progress) = (thread_pool(self.threads)?, Progress::new("writing the page"));
        let execution = Execution::default().on(&pool).watched_by(&progress);
        let page = self.report(scores).html(&execution)?;
        Ok(contsid_io::write_atomically(path, |file| file.write_all(page.as_bytes()))?)
    }

    fn report<'a>(self, scores: &'a Scores) -> ComparisonReport<'a>
    where
        Self: 'a,
    {
        let learnt = |Scored { learnt, comparison }: &'a Scored| LearntGraph { graph: named(learnt), comparison };
        let data = self.observations.zip(scores.data.as_ref());
        ComparisonReport {
            title: title(scores),
            introduction: self.introduction,
            names: scores.names(),
            truth: named(&scores.truth),
            learnt: scores.scored.iter().map(learnt).collect(),
            options: &scores.options,
            data: data.map(|(given, prepared)| comparison::Observations { table: &given.table, prepared }),
            settings: readable(&settings::object(scores)),
            command: Some(shell_words::join(std::env::args())),
        }
    }
}

fn named(graph: &contsid_io::graph::NamedGraph) -> NamedGraph<'_> {
    NamedGraph { name: graph.source_name(), graph: graph.graph() }
}

fn title(scores: &Scores) -> String {
    match scores.scored.as_slice() {
        [one] => format!("{} against {}", one.learnt.source_name(), scores.truth.source_name()),
        many => format!("{} learnt graphs against {}", many.len(), scores.truth.source_name()),
    }
}

/// The settings that are set, each in one line.
fn readable(settings: &Value) -> Vec<(String, String)> {
    let line = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Object(columns) => {
            columns.iter().map(|(name, value)| format!("{name} {}", plain(value))).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    };
    let all = settings.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
    all.map(|(name, value)| (name.replace('_', " "), line(value))).collect()
}

/// A number with four digits after the point at most, a text without quotes.
fn plain(value: &Value) -> String {
    match (value.as_f64(), value.as_str()) {
        (Some(number), _) => contsid_report::density::short(number),
        (None, Some(text)) => text.to_owned(),
        (None, None) => value.to_string(),
    }
}
