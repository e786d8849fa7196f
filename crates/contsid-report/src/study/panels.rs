//! The panels and tables of one metric under one setting.

use super::words::{Direction, is_rounding};
use crate::number::{Decimals, counted, rounded, ticks};
use crate::plot::scale::Scale;
use crate::rich::{Rich, isolated};
use crate::statistics::BoxSummary;
use contsid_study::records::{Metric, Record};
use contsid_study::study::StudySettings;
use contsid_study::tables::{Conditions, Statistic, published_mean};
use serde::Serialize;
use std::collections::BTreeMap;

/// All about one metric.
#[derive(Debug, Serialize)]
pub(super) struct MetricPage {
    verdict: Vec<Rich>,
    distributions: Vec<PanelModel>,
    differences: Vec<PanelModel>,
    /// Nodes, learners, mean ± error, and how often which is better.
    difference_rows: Vec<Vec<String>>,
    /// Nodes, learner, graphs, mean, sd, median, random graphs' mean, the paper's mean, without a graph, seconds.
    rows: Vec<Vec<String>>,
}

/// Boxes beside each other on one axis.
#[derive(Debug, Serialize)]
pub(crate) struct PanelModel {
    pub(crate) nodes: usize,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) ticks: Vec<(f64, String)>,
    pub(crate) series: Vec<SeriesModel>,
}

#[derive(Debug, Serialize)]
pub(crate) struct SeriesModel {
    /// The learner, and the one whose values are taken off.
    pub(crate) learners: Vec<usize>,
    pub(crate) values: Vec<f64>,
    pub(crate) summary: Option<BoxSummary>,
    words: String,
    /// A mean and a standard deviation that the paper prints.
    pub(crate) published: Option<[f64; 2]>,
}

/// The records of one setting.
pub(crate) struct Setting<'a> {
    study: &'a StudySettings,
    /// Without the number of nodes.
    conditions: &'a Conditions,
    pub(super) records: Vec<&'a Record>,
    pub(crate) learners: &'a [&'a str],
    pub(crate) nodes: Vec<usize>,
}

/// The values of a learner by graph.
type ByGraph = BTreeMap<(u64, usize), f64>;

impl<'a> Setting<'a> {
    pub(crate) fn new(
        study: &'a StudySettings,
        conditions: &'a Conditions,
        records: Vec<&'a Record>,
        learners: &'a [&'a str],
    ) -> Self {
        let mut nodes = super::in_order(records.iter().map(|record| record.key.nodes));
        nodes.sort_unstable();
        Self { study, conditions, records, learners, nodes }
    }

    /// Whether any record has a metric.
    pub(crate) fn knows(&self, metric: Metric) -> bool {
        self.records.iter().any(|record| record.scores.of(metric).is_some())
    }

    /// The values of all learners, for each number of nodes.
    pub(crate) fn all_distributions(&self, metric: Metric) -> Vec<PanelModel> {
        self.nodes.iter().map(|&nodes| self.distributions(nodes, metric)).collect()
    }

    /// The differences of all learners, for each number of nodes; none for a single learner.
    pub(crate) fn all_differences(&self, metric: Metric) -> Vec<PanelModel> {
        self.nodes.iter().filter_map(|&nodes| self.differences(nodes, metric)).collect()
    }

    /// What there is to see of a metric; none if no record has it.
    pub(super) fn page(&self, metric: Metric) -> Option<MetricPage> {
        self.knows(metric).then(|| MetricPage {
            verdict: self.nodes.iter().filter_map(|&nodes| self.verdict(nodes, metric)).collect(),
            distributions: self.all_distributions(metric),
            differences: self.all_differences(metric),
            difference_rows: self.difference_rows(metric),
            rows: self.nodes.iter().flat_map(|&nodes| self.rows(nodes, metric)).collect(),
        })
    }

    fn of(&self, nodes: usize, learner: &str) -> impl Iterator<Item = &Record> {
        self.records.iter().copied().filter(move |record| record.key.nodes == nodes && record.key.learner == learner)
    }

    fn scores(&self, nodes: usize, learner: &str, metric: Metric) -> ByGraph {
        let scored = self.of(nodes, learner);
        scored.filter_map(|record| Some(((record.key.seed, record.key.graph), record.scores.of(metric)?))).collect()
    }

    fn difference(&self, nodes: usize, [first, second]: [&str; 2], metric: Metric) -> Vec<f64> {
        let (first, second) = (self.scores(nodes, first, metric), self.scores(nodes, second, metric));
        first.iter().filter_map(|(graph, score)| Some(score - second.get(graph)?)).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let count = self.learners.len();
        (0..count).flat_map(move |first| (first + 1..count).map(move |second| [first, second]))
    }

    fn verdict(&self, nodes: usize, metric: Metric) -> Option<Rich> {
        let mean =
            |learner: &&'a str| Some((*learner, Statistic::of(self.scores(nodes, learner, metric).into_values())?));
        let means: Vec<(&str, Statistic)> = self.learners.iter().filter_map(mean).collect();
        let difference = |first: &str, second: &str| Statistic::of(self.difference(nodes, [first, second], metric));
        Direction::of(metric).verdict(nodes, &means, &difference)
    }

    fn published(&self, nodes: usize, learner: &str, metric: Metric) -> Option<[f64; 2]> {
        let conditions = Conditions { nodes, ..self.conditions.clone() };
        let found = published_mean(self.study, &conditions, learner, metric)?;
        Some([found.mean, found.sd?])
    }

    fn distributions(&self, nodes: usize, metric: Metric) -> PanelModel {
        let series = self.learners.iter().enumerate().map(|(index, learner)| {
            let values = self.scores(nodes, learner, metric).into_values().collect();
            SeriesModel::new(vec![index], values, self.published(nodes, learner, metric))
        });
        PanelModel::new(nodes, series.collect())
    }

    /// None for a single learner.
    fn differences(&self, nodes: usize, metric: Metric) -> Option<PanelModel> {
        let series: Vec<SeriesModel> = self
            .pairs()
            .map(|pair| {
                let values = self.difference(nodes, pair.map(|learner| self.learners[learner]), metric);
                SeriesModel::new(pair.to_vec(), values, None)
            })
            .collect();
        (!series.is_empty()).then(|| PanelModel::new(nodes, series))
    }

    fn difference_rows(&self, metric: Metric) -> Vec<Vec<String>> {
        let pairs = self.nodes.iter().flat_map(|&nodes| self.pairs().map(move |pair| (nodes, pair)));
        let found = pairs.filter_map(|(nodes, pair)| {
            let names = pair.map(|learner| self.learners[learner]);
            let values = self.difference(nodes, names, metric);
            let mean = Statistic::of(values.iter().copied()).filter(|mean| mean.count > 1)?;
            Some((nodes, names, values, mean))
        });
        let found: Vec<_> = found.collect();
        let digits = Decimals::supported(found.iter().filter_map(|(.., mean)| mean.standard_error()));
        let direction = Direction::of(metric);
        let row = |(nodes, names, values, mean): &(usize, [&str; 2], Vec<f64>, Statistic)| {
            let wins = values.iter().filter(|&&value| value != 0.0 && direction.first_wins(value)).count();
            let ties = values.iter().filter(|&&value| value == 0.0).count();
            let number = match mean.standard_error() {
                Some(error) if !is_rounding(mean.mean, error) => digits.uncertain(mean.mean, error),
                _ => digits.write(mean.mean),
            };
            let name = names.map(isolated).join(" − ");
            let counts = [wins, ties, values.len() - wins - ties].map(|count| count.to_string());
            [nodes.to_string(), name, number].into_iter().chain(counts).collect()
        };
        found.iter().map(row).collect()
    }

    fn rows(&self, nodes: usize, metric: Metric) -> Vec<Vec<String>> {
        let means = self.learners.iter().flat_map(|learner| self.scores(nodes, learner, metric).into_values());
        let digits = Decimals::of(means);
        self.learners.iter().filter_map(|learner| self.row(nodes, learner, metric, digits)).collect()
    }

    fn row(&self, nodes: usize, learner: &str, metric: Metric, digits: Decimals) -> Option<Vec<String>> {
        let all: Vec<&Record> = self.of(nodes, learner).collect();
        let values: Vec<f64> = self.scores(nodes, learner, metric).into_values().collect();
        // A learner that gave up says nothing of how long it takes.
        let seconds: Vec<f64> =
            all.iter().filter(|record| record.status.has_graph()).map(|record| record.seconds).collect();
        let (found, summary) = (Statistic::of(values.iter().copied()), BoxSummary::of(&values));
        let written = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| digits.write(value));
        let paper = self.published(nodes, learner, metric);
        let random =
            metric.of_random().and_then(|metric| Statistic::of(self.scores(nodes, learner, metric).into_values()));
        (!all.is_empty()).then(|| {
            vec![
                nodes.to_string(),
                learner.to_owned(),
                values.len().to_string(),
                written(found.map(|found| found.mean)),
                written(found.and_then(|found| found.sd)),
                written(summary.map(|summary| summary.median)),
                written(random.map(|found| found.mean)),
                paper.map_or_else(|| "–".to_owned(), |[mean, sd]| format!("{mean} ± {sd}")),
                (all.len() - seconds.len()).to_string(),
                Statistic::of(seconds).map_or_else(|| "–".to_owned(), |found| seconds_text(found.mean)),
            ]
        })
    }
}

/// Seconds, to a thousandth where they are few.
fn seconds_text(seconds: f64) -> String {
    if seconds < 1.0 { Decimals::THOUSANDTHS.write(seconds) } else { crate::number::short(seconds) }
}

impl SeriesModel {
    fn new(learners: Vec<usize>, values: Vec<f64>, published: Option<[f64; 2]>) -> Self {
        let summary = BoxSummary::of(&values);
        let digits = Decimals::of(values.iter().copied());
        let words = summary.map_or_else(String::new, |found| {
            let [median, lower, upper, mean] =
                [found.median, found.lower, found.upper, found.mean].map(|value| digits.write(value));
            format!("median {median}, quartiles {lower} and {upper}, mean {mean}, {}", counted(values.len(), "graph"))
        });
        Self { learners, values: values.into_iter().map(rounded).collect(), summary, words, published }
    }
}

impl PanelModel {
    fn new(nodes: usize, series: Vec<SeriesModel>) -> Self {
        let ends = series.iter().flat_map(|series| {
            let published = series.published.map(|[mean, sd]| [mean - sd, mean + sd]).into_iter().flatten();
            series.values.iter().copied().chain(published).collect::<Vec<_>>()
        });
        let Scale { low, high, .. } = Scale::around(ends, 0.0, 1.0);
        Self { nodes, low, high, ticks: ticks(low, high), series }
    }
}
