//! Whether the distances agree about the learnt graphs.

use super::panels::Setting;
use crate::number::{rounded, ticks};
use crate::plot::scale::Scale;
use crate::rich::Rich;
use crate::statistics::rank_correlation;
use contsid_study::records::{Metric, Record};
use serde::Serialize;

/// Graphs of one number of nodes.
#[derive(Debug, Serialize)]
pub(super) struct AgreementModel {
    nodes: usize,
    panels: Vec<AgreementPanel>,
}

/// Two distances of the same graphs.
#[derive(Debug, Serialize)]
struct AgreementPanel {
    across: AxisModel,
    up: AxisModel,
    points: Vec<Point>,
    words: String,
    /// The correlations of each learner's graphs alone.
    within: Option<Rich>,
}

#[derive(Debug, Serialize)]
struct AxisModel {
    title: &'static str,
    high: f64,
    ticks: Vec<(f64, String)>,
}

/// The two distances, the learner, and the graph.
#[derive(Debug, Serialize)]
struct Point(f64, f64, usize, String);

/// For each number of nodes the distances that are known, two by two.
pub(super) fn models(setting: &Setting<'_>) -> Vec<AgreementModel> {
    let known = |metric: &Metric| setting.records.iter().any(|record| record.scores.of(*metric).is_some());
    let contsid = [Metric::ContsidDirected, Metric::ContsidUpper].into_iter().find(known);
    let wanted = [
        Some([Metric::Shd, Metric::SidUpper]),
        contsid.map(|contsid| [Metric::Shd, contsid]),
        contsid.map(|contsid| [Metric::SidUpper, contsid]),
    ];
    let wanted: Vec<[Metric; 2]> = wanted.into_iter().flatten().filter(|pair| pair.iter().all(known)).collect();
    let panels = |nodes: usize| wanted.iter().map(|&metrics| panel(setting, nodes, metrics)).collect();
    setting.nodes.iter().map(|&nodes| AgreementModel { nodes, panels: panels(nodes) }).collect()
}

fn panel(setting: &Setting<'_>, nodes: usize, metrics: [Metric; 2]) -> AgreementPanel {
    let several_seeds = setting.records.windows(2).any(|two| two[0].key.seed != two[1].key.seed);
    let point = |record: &&Record| {
        let learner = setting.learners.iter().position(|learner| *learner == record.key.learner)?;
        let [x, y] = metrics.map(|metric| record.scores.of(metric));
        let graph = record.key.graph;
        let name = if several_seeds { format!("{graph} of seed {}", record.key.seed) } else { graph.to_string() };
        Some(Point(rounded(x?), rounded(y?), learner, name))
    };
    let wanted = setting.records.iter().filter(|record| record.key.nodes == nodes);
    let points: Vec<Point> = wanted.filter_map(point).collect();
    let of_all: Vec<[f64; 2]> = points.iter().map(|point| [point.0, point.1]).collect();
    AgreementPanel {
        across: AxisModel::new(metrics[0], of_all.iter().map(|point| point[0])),
        up: AxisModel::new(metrics[1], of_all.iter().map(|point| point[1])),
        words: match rank_correlation(&of_all).filter(|_| of_all.len() > 2) {
            Some(rho) => format!("Spearman’s ρ = {}, {} graphs", hundredths(rho), of_all.len()),
            None => format!("{} graphs", of_all.len()),
        },
        within: within(setting, &points),
        points,
    }
}

/// `within learners: pc 0.31, ges 0.52`; none for a single learner.
fn within(setting: &Setting<'_>, points: &[Point]) -> Option<Rich> {
    let of_learner = |(index, learner): (usize, &&str)| {
        let own: Vec<[f64; 2]> =
            points.iter().filter(|point| point.2 == index).map(|point| [point.0, point.1]).collect();
        let rho = rank_correlation(&own).filter(|_| own.len() > 2)?;
        Some(Rich::default().name(learner).words(format!(" {}", hundredths(rho))))
    };
    let found: Vec<Rich> = setting.learners.iter().enumerate().filter_map(of_learner).collect();
    let several = setting.learners.len() > 1 && !found.is_empty();
    several.then(|| Rich::new("within learners: ").then(Rich::list(found, "and")))
}

fn hundredths(value: f64) -> String {
    format!("{value:.2}").replace('-', "−")
}

impl AxisModel {
    fn new(metric: Metric, values: impl Iterator<Item = f64>) -> Self {
        let Scale { high, .. } = Scale::around(values, 0.0, 1.0);
        Self { title: metric.title(), high, ticks: ticks(0.0, high) }
    }
}
