//! Whether the distances agree about the learnt graphs.

use super::panels::Setting;
use crate::number::{counted, rounded, ticks};
use crate::plot::scale::Scale;
use crate::rich::Rich;
use crate::statistics::rank_correlation;
use contsid_study::records::{Metric, Record};
use serde::Serialize;

/// What the rank correlation is called.
const RHO: &str = "Spearman’s ρ";

/// Graphs of one number of nodes.
#[derive(Debug, Serialize)]
pub(crate) struct AgreementModel {
    pub(crate) nodes: usize,
    pub(crate) panels: Vec<AgreementPanel>,
}

/// Two distances of the same graphs.
#[derive(Debug, Serialize)]
pub(crate) struct AgreementPanel {
    pub(crate) across: AxisModel,
    pub(crate) up: AxisModel,
    pub(crate) points: Vec<Point>,
    /// The correlation and the number of graphs.
    words: Rich,
    /// The same without links.
    #[serde(skip)]
    pub(crate) title: String,
    /// The correlations of each learner's graphs alone, in words; none for a single learner.
    within: Option<Rich>,
    /// The same as numbers.
    #[serde(skip)]
    pub(crate) correlations: Vec<WithinLearner>,
}

/// The rank correlation of one learner's graphs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WithinLearner {
    pub(crate) learner: usize,
    pub(crate) rho: f64,
}

#[derive(Debug, Serialize)]
pub(crate) struct AxisModel {
    pub(crate) title: &'static str,
    pub(crate) high: f64,
    pub(crate) ticks: Vec<(f64, String)>,
}

/// The two distances, the learner, and the graph.
#[derive(Debug, Serialize)]
pub(crate) struct Point(pub(crate) f64, pub(crate) f64, pub(crate) usize, String);

/// For each number of nodes the distances that are known, two by two.
pub(crate) fn models(setting: &Setting<'_>) -> Vec<AgreementModel> {
    let known = |metric: &Metric| setting.knows(*metric);
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
    let correlations = within(setting, &points);
    let rho = rank_correlation(&of_all).filter(|_| of_all.len() > 2);
    let graphs = counted(of_all.len(), "graph");
    let title = rho.map_or_else(|| graphs.clone(), |rho| format!(" = {}, {graphs}", hundredths(rho)));
    AgreementPanel {
        across: AxisModel::new(metrics[0], of_all.iter().map(|point| point[0])),
        up: AxisModel::new(metrics[1], of_all.iter().map(|point| point[1])),
        words: match rho {
            Some(_) => Rich::default().term("rho", RHO).words(title.clone()),
            None => Rich::new(title.clone()),
        },
        title: if rho.is_some() { format!("{RHO}{title}") } else { title },
        within: within_words(setting, &correlations),
        correlations,
        points,
    }
}

fn within(setting: &Setting<'_>, points: &[Point]) -> Vec<WithinLearner> {
    let of_learner = |learner: usize| {
        let own: Vec<[f64; 2]> =
            points.iter().filter(|point| point.2 == learner).map(|point| [point.0, point.1]).collect();
        let rho = rank_correlation(&own).filter(|_| own.len() > 2)?;
        Some(WithinLearner { learner, rho })
    };
    (0..setting.learners.len()).filter_map(of_learner).collect()
}

/// `within learners: pc 0.31, ges 0.52`; none for a single learner.
fn within_words(setting: &Setting<'_>, found: &[WithinLearner]) -> Option<Rich> {
    let words = |found: &WithinLearner| {
        Rich::default().name(setting.learners[found.learner]).words(format!(" {}", hundredths(found.rho)))
    };
    let several = setting.learners.len() > 1 && !found.is_empty();
    several.then(|| Rich::new("within learners: ").then(Rich::list(found.iter().map(words).collect(), "and")))
}

pub(crate) fn hundredths(value: f64) -> String {
    format!("{value:.2}").replace('-', "−")
}

impl AxisModel {
    fn new(metric: Metric, values: impl Iterator<Item = f64>) -> Self {
        let Scale { high, .. } = Scale::around(values, 0.0, 1.0);
        Self { title: metric.title(), high, ticks: ticks(0.0, high) }
    }
}
