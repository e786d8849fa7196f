//! The page.

use super::densities::{OutcomeDensities, densities};
use super::{Document, JudgementReport, JudgementReportError};
use crate::page::Page;
use contsid::execution::Execution;
use serde::Serialize;

const SCRIPTS: [&str; 2] = [include_str!("../../assets/page.js"), include_str!("../../assets/judgement.js")];

#[derive(Serialize)]
struct Model<'a> {
    title: String,
    introduction: Option<&'a str>,
    verdict: Vec<String>,
    notes: Vec<String>,
    /// The graphs from the best to the worst, by their indices.
    order: Vec<usize>,
    labels: Vec<String>,
    document: Document<'a>,
    densities: Vec<OutcomeDensities>,
    version: &'static str,
    command: Option<&'a str>,
    settings: Vec<(String, String)>,
    left_out: Vec<String>,
}

pub(super) fn html(
    report: &JudgementReport<'_>,
    introduction: Option<&str>,
    command: Option<&str>,
    execution: &Execution<'_>,
) -> Result<String, JudgementReportError> {
    let (densities, left_out) = densities(report, execution)?;
    let labels = report.labels();
    let title = format!("Graphs judged by experiments on {}", labels.join(", "));
    let left_out = match left_out {
        0 => Vec::new(),
        count => vec![format!("The densities of {count} outcomes that change least are left out.")],
    };
    let model = Model {
        title: title.clone(),
        introduction,
        verdict: report.verdict(),
        notes: report.notes(),
        order: report.judgement.ranked(),
        labels,
        document: report.document(),
        densities,
        version: env!("CARGO_PKG_VERSION"),
        command,
        settings: settings(report),
        left_out,
    };
    Ok(Page { title: &title, model: &model, scripts: &SCRIPTS }.html()?)
}

fn settings(report: &JudgementReport<'_>) -> Vec<(String, String)> {
    let (options, judgement) = (report.options, report.judgement);
    [
        ("observational rows", report.table.row_count().to_string()),
        ("parts", format!("{}, {} times", judgement.parts, judgement.repeats)),
        ("adjustment", options.adjustment.to_string()),
        ("undirected edges", options.undirected.to_string()),
        ("ridge of a part", options.crossfit.ridge.value().to_string()),
        ("seed", options.crossfit.seed.to_string()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}
