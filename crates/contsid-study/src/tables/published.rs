//! The figures that the paper prints.

use super::statistic::Statistic;
use super::summary::Conditions;
use crate::records::Metric;
use crate::study::{Scoring, Study, StudySettings};
use std::fmt::Debug;
use std::str::FromStr;
use std::sync::LazyLock;

const STUDY: &str = include_str!("../../data/published.csv");

/// The number of graphs behind each of the paper's means.
const GRAPHS: usize = 100;

/// A cell of the paper's Tables 2 to 4.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedMean {
    /// The number of the table.
    pub table: u32,
    /// What it shows. The paper does not say how undirected edges are treated; this is the metric that comes nearest.
    pub metric: Metric,
    /// The number of nodes.
    pub nodes: usize,
    /// The learner, by its name in the preset.
    pub learner: String,
    /// The mean and standard deviation.
    pub statistic: Statistic,
}

/// The study of the paper; where the paper is silent, as in the preset.
static PAPER: LazyLock<Study> = LazyLock::new(Study::paper);

/// The figure that the paper prints for a learner of a study under some conditions.
///
/// None if the experiment differs: another model, number of samples or nodes, another learner (names do not matter,
/// options do), or another scoring, as far as it affects the metric.
pub fn published_mean(
    settings: &StudySettings,
    conditions: &Conditions,
    learner: &str,
    metric: Metric,
) -> Option<Statistic> {
    let paper = PAPER.settings();
    let simulation = settings.simulation.iter().find(|other| other.name.as_str() == conditions.simulation)?;
    let scoring = settings.scoring.iter().find(|other| other.name().as_str() == conditions.scoring)?;
    let kind = &settings.learner.iter().find(|other| other.name.as_str() == learner)?.kind;
    let same_data = paper.simulation.iter().any(|other| other.model == simulation.model)
        && paper.samples.contains(&conditions.samples);
    if !same_data || !paper.scoring.iter().any(|other| scores_alike(metric, scoring, other)) {
        return None;
    }
    let name = &paper.learner.iter().find(|other| other.kind == *kind)?.name;
    let is_cell =
        |cell: &PublishedMean| cell.metric == metric && cell.learner == name.as_str() && cell.nodes == conditions.nodes;
    published_means().iter().find(|cell| is_cell(cell)).map(|cell| cell.statistic)
}

/// Whether a metric is the same by both scorings.
fn scores_alike(metric: Metric, first: &Scoring, second: &Scoring) -> bool {
    let (one, other) = (first.comparison(), second.comparison());
    first.has_same_pairs(second)
        && match metric {
            Metric::Shd => one.reversal == other.reversal && one.shd_of == other.shd_of,
            Metric::ContsidDirected => first.contsid() == second.contsid(),
            _ => one.undirected == other.undirected,
        }
}

static MEANS: LazyLock<Vec<PublishedMean>> = LazyLock::new(|| {
    let mean = |cells: &csv::StringRecord| {
        let metric = Metric::of_column(&cells[1]).expect("the embedded tables name metrics");
        PublishedMean {
            table: number(&cells[0]),
            metric,
            nodes: number(&cells[2]),
            learner: cells[3].to_owned(),
            statistic: Statistic { count: GRAPHS, mean: number(&cells[4]), sd: Some(number(&cells[5])) },
        }
    };
    rows(STUDY).iter().map(mean).collect()
});

/// Tables 2 to 4.
pub fn published_means() -> &'static [PublishedMean] {
    &MEANS
}

fn rows(text: &str) -> Vec<csv::StringRecord> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().map(|row| row.expect("the embedded tables have cells in every column")).collect()
}

fn number<T: FromStr<Err: Debug>>(cell: &str) -> T {
    cell.parse().expect("the embedded tables hold numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_tables_are_whole() {
        let means = published_means();
        assert_eq!(means.len(), 27);
        let cell = means.iter().find(|cell| (cell.table, cell.nodes, cell.learner.as_str()) == (4, 20, "ges")).unwrap();
        assert_eq!(
            (cell.metric, cell.statistic.mean, cell.statistic.sd),
            (Metric::ContsidDirected, 134.37, Some(41.89))
        );
    }
}
