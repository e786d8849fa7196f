//! The plots of a study: distributions, paired differences, and whether the distances agree.

use super::boxes::{Panel, Series, drawing, lighter, marker};
use super::scale::Scale;
use super::{
    Anchor, BLUE, Colour, Drawing, GREEN, INK, LINE, ORANGE, PURPLE, Pen, Plot, SOFT, VERMILLION, file_name, shortened,
    text_width,
};
use crate::number::ticks;
use crate::statistics::rank_correlation;
use crate::study::{StudyReport, condition, in_order};
use contsid_study::records::{Metric, Record};
use contsid_study::study::StudySettings;
use contsid_study::tables::{Conditions, published_mean};
use std::collections::BTreeMap;

const COLOURS: [Colour; 5] = [BLUE, VERMILLION, GREEN, PURPLE, ORANGE];
const METRICS: [Metric; 4] = [Metric::Shd, Metric::SidUpper, Metric::ContsidUpper, Metric::ContsidDirected];

/// The two distances of a plot of agreement.
const AGREEMENTS: [[Metric; 2]; 3] = [
    [Metric::Shd, Metric::SidUpper],
    [Metric::Shd, Metric::ContsidDirected],
    [Metric::SidUpper, Metric::ContsidDirected],
];

impl StudyReport<'_> {
    /// The plots for a paper: `distributions-METRIC`, `differences-METRIC` and `agreement-N-nodes`, of each setting of the
    /// study: where there are several, after the setting’s number and what distinguishes it.
    pub fn plots(&self) -> Vec<Plot> {
        let conditions = in_order(self.records.iter().map(condition));
        let mut plots = Vec::new();
        for (place, chosen) in conditions.iter().enumerate() {
            let records = self.records.iter().filter(|record| condition(record) == *chosen).collect();
            let several = conditions.len() > 1;
            let prefix = if several { setting_name(place, chosen) } else { String::new() };
            plots.extend(Setting::new(self.study, chosen, records).plots(&prefix));
        }
        plots
    }
}

/// The beginning of the files of one of several settings.
fn setting_name(index: usize, conditions: &Conditions) -> String {
    let Conditions { simulation, samples, scoring, .. } = conditions;
    let words = shortened(&format!("{simulation} {samples} samples {scoring}"), 80);
    format!("setting-{}-{}-", index + 1, file_name(&words))
}

/// The records of one setting.
struct Setting<'a> {
    study: &'a StudySettings,
    /// Without the number of nodes.
    conditions: &'a Conditions,
    records: Vec<&'a Record>,
    learners: Vec<&'a str>,
    nodes: Vec<usize>,
}

impl<'a> Setting<'a> {
    fn new(study: &'a StudySettings, conditions: &'a Conditions, records: Vec<&'a Record>) -> Self {
        let learners = in_order(records.iter().map(|record| record.key.learner.as_str()));
        let mut nodes = in_order(records.iter().map(|record| record.key.nodes));
        nodes.sort_unstable();
        Self { study, conditions, records, learners, nodes }
    }

    fn plots(&self, prefix: &str) -> Vec<Plot> {
        let mut plots = Vec::new();
        let known = |metric: &Metric| self.records.iter().any(|record| record.scores.of(*metric).is_some());
        for metric in METRICS.into_iter().filter(known) {
            let column = metric.column().replace('_', "-");
            let panels: Vec<Panel> = self.nodes.iter().map(|&nodes| self.distributions(nodes, metric)).collect();
            plots.push(Plot { name: format!("{prefix}distributions-{column}"), drawing: drawing(&panels) });
            if self.learners.len() > 1 {
                let panels: Vec<Panel> = self.nodes.iter().map(|&nodes| self.differences(nodes, metric)).collect();
                plots.push(Plot { name: format!("{prefix}differences-{column}"), drawing: drawing(&panels) });
            }
        }
        for &nodes in &self.nodes {
            plots.push(Plot { name: format!("{prefix}agreement-{nodes}-nodes"), drawing: self.agreement(nodes) });
        }
        plots
    }

    /// The scores of a learner by graph.
    fn scores(&self, nodes: usize, learner: &str, metric: Metric) -> BTreeMap<(u64, usize), f64> {
        let wanted = self.records.iter().filter(|record| record.key.nodes == nodes && record.key.learner == learner);
        wanted.filter_map(|record| Some(((record.key.seed, record.key.graph), record.scores.of(metric)?))).collect()
    }

    fn distributions(&self, nodes: usize, metric: Metric) -> Panel {
        let conditions = Conditions { nodes, ..self.conditions.clone() };
        let series = self.learners.iter().enumerate().map(|(place, learner)| Series {
            name: [(*learner).to_owned(), String::new()],
            colour: COLOURS[place % COLOURS.len()],
            values: self.scores(nodes, learner, metric).into_values().collect(),
            published: published_mean(self.study, &conditions, learner, metric)
                .and_then(|statistic| Some([statistic.mean, statistic.sd?])),
        });
        Panel { title: format!("{nodes} nodes"), axis: metric.title().to_owned(), series: series.collect() }
    }

    fn differences(&self, nodes: usize, metric: Metric) -> Panel {
        let mut series = Vec::new();
        for (place, first) in self.learners.iter().enumerate() {
            for second in &self.learners[place + 1..] {
                let (a, b) = (self.scores(nodes, first, metric), self.scores(nodes, second, metric));
                series.push(Series {
                    name: [(*first).to_owned(), format!("− {second}")],
                    colour: COLOURS[place % COLOURS.len()],
                    values: a.iter().filter_map(|(graph, score)| Some(score - b.get(graph)?)).collect(),
                    published: None,
                });
            }
        }
        Panel { title: format!("{nodes} nodes"), axis: format!("difference of {}", metric.title()), series }
    }

    fn agreement(&self, nodes: usize) -> Drawing {
        let (width, height) = (310.0, 306.0);
        let mut drawing = Drawing::new(width * AGREEMENTS.len() as f64, height + 24.0);
        for (place, metrics) in AGREEMENTS.into_iter().enumerate() {
            let points = self.points(nodes, metrics);
            draw_agreement(&mut drawing, width * place as f64, metrics, &points);
            let within = self.within(&points);
            drawing.text([width * place as f64 + 56.0, 33.0], 10.5, Anchor::Start, SOFT, &within);
        }
        for (place, learner) in self.learners.iter().enumerate() {
            let (at, learner) = ([20.0 + 140.0 * place as f64, height + 10.0], shortened(learner, 18));
            drawing.fill(marker(at, 3.5, place), COLOURS[place % COLOURS.len()]);
            drawing.text([at[0] + 9.0, at[1] + 4.0], 11.0, Anchor::Start, INK, &learner);
        }
        drawing
    }

    /// The correlations of each learner's graphs alone, or from the least to the greatest where their names take too much
    /// room; nothing for a single learner.
    fn within(&self, points: &[([f64; 2], usize)]) -> String {
        let of_learner = |(index, learner): (usize, &&str)| {
            let own: Vec<[f64; 2]> = points.iter().filter(|point| point.1 == index).map(|point| point.0).collect();
            Some((shortened(learner, 14), rank_correlation(&own)?))
        };
        let found: Vec<(String, f64)> = self.learners.iter().enumerate().filter_map(of_learner).collect();
        if self.learners.len() < 2 || found.is_empty() {
            return String::new();
        }
        let each: Vec<String> = found.iter().map(|(learner, rho)| format!("{learner} {}", hundredths(*rho))).collect();
        let words = format!("within learners: {}", each.join(", "));
        if text_width(&words, 10.5) <= 244.0 {
            return words;
        }
        let [least, most] = [f64::min, f64::max].map(|f| found.iter().map(|(_, rho)| *rho).reduce(f).unwrap_or(0.0));
        format!("within learners: {} to {}", hundredths(least), hundredths(most))
    }

    /// Two scores of each learnt graph, and the number of its learner.
    fn points(&self, nodes: usize, metrics: [Metric; 2]) -> Vec<([f64; 2], usize)> {
        let wanted = self.records.iter().filter(|record| record.key.nodes == nodes);
        let point = |record: &&Record| {
            let learner = self.learners.iter().position(|learner| *learner == record.key.learner)?;
            Some(([record.scores.of(metrics[0])?, record.scores.of(metrics[1])?], learner))
        };
        wanted.filter_map(point).collect()
    }
}

fn draw_agreement(drawing: &mut Drawing, x: f64, metrics: [Metric; 2], points: &[([f64; 2], usize)]) {
    let (left, right, top, bottom) = (x + 56.0, x + 298.0, 44.0, 260.0);
    let across = Scale::around(points.iter().map(|(point, _)| point[0]), left, right);
    let up = Scale::around(points.iter().map(|(point, _)| point[1]), bottom, top);
    for (mark, words) in ticks(across.low, across.high) {
        drawing.line([across.place(mark), top], [across.place(mark), bottom], Pen::new(LINE, 0.8));
        drawing.text([across.place(mark), bottom + 15.0], 11.0, Anchor::Middle, SOFT, &words);
    }
    for (mark, words) in ticks(up.low, up.high) {
        drawing.line([left, up.place(mark)], [right, up.place(mark)], Pen::new(LINE, 0.8));
        drawing.text([left - 6.0, up.place(mark) + 4.0], 11.0, Anchor::End, SOFT, &words);
    }
    for (point, learner) in points {
        let at = [across.place(point[0]), up.place(point[1])];
        drawing.fill(marker(at, 2.6, *learner), lighter(COLOURS[learner % COLOURS.len()]));
        drawing.stroke(marker(at, 2.6, *learner), Pen::new(COLOURS[learner % COLOURS.len()], 0.7));
    }
    let places: Vec<[f64; 2]> = points.iter().map(|(point, _)| *point).collect();
    let title = rank_correlation(&places)
        .map_or_else(String::new, |rho| format!("Spearman’s ρ = {}, all graphs", hundredths(rho)));
    drawing.text([left, 18.0], 13.0, Anchor::Start, INK, &title);
    drawing.text([f64::midpoint(left, right), bottom + 34.0], 11.0, Anchor::Middle, SOFT, metrics[0].title());
    drawing.upright_text([x + 14.0, f64::midpoint(top, bottom)], 11.0, Anchor::Middle, SOFT, metrics[1].title());
}

fn hundredths(value: f64) -> String {
    format!("{value:.2}").replace('-', "−")
}
