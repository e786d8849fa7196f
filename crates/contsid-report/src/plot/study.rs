//! The plots of a study: distributions, paired differences, and whether the distances agree.

use super::boxes::{Panel, drawing};
use super::scale::Scale;
use super::{
    Anchor, COLOURS, Drawing, INK, LINE, Pen, Plot, SOFT, file_name, lighter, marker, shortened, text_width,
    upright_title,
};
use crate::study::{
    AgreementModel, AgreementPanel, AxisModel, PanelModel, Setting, StudyReport, agreements, condition, hundredths,
    in_order,
};
use contsid_study::records::Metric;
use contsid_study::tables::Conditions;

const METRICS: [Metric; 4] = [Metric::Shd, Metric::SidUpper, Metric::ContsidUpper, Metric::ContsidDirected];

/// The size of one plot of agreement.
const AGREEMENT: [f64; 2] = [310.0, 306.0];

impl StudyReport<'_> {
    /// The plots for a paper: `distributions-METRIC`, `differences-METRIC` and `agreement-N-nodes`, of each setting of
    /// the study: where there are several, after the setting’s number and what distinguishes it.
    pub fn plots(&self) -> Vec<Plot> {
        let conditions = in_order(self.records.iter().map(condition));
        let mut plots = Vec::new();
        for (index, chosen) in conditions.iter().enumerate() {
            let records: Vec<_> = self.records.iter().filter(|record| condition(record) == *chosen).collect();
            let learners = in_order(records.iter().map(|record| record.key.learner.as_str()));
            let prefix = if conditions.len() > 1 { setting_name(index, chosen) } else { String::new() };
            plots.extend(setting_plots(&Setting::new(self.study, chosen, records, &learners), &prefix));
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

fn setting_plots(setting: &Setting<'_>, prefix: &str) -> Vec<Plot> {
    let mut plots = Vec::new();
    for metric in METRICS.into_iter().filter(|&metric| setting.knows(metric)) {
        let column = metric.column().replace('_', "-");
        let (title, learners) = (metric.title(), setting.learners);
        let drawn = |panels: &[PanelModel], axis: &str| {
            drawing(&panels.iter().map(|boxes| Panel { boxes, axis, learners }).collect::<Vec<_>>())
        };
        let distributions = drawn(&setting.all_distributions(metric), title);
        plots.push(Plot { name: format!("{prefix}distributions-{column}"), drawing: distributions });
        let differences = setting.all_differences(metric);
        if !differences.is_empty() {
            let drawing = drawn(&differences, &format!("difference of {title}"));
            plots.push(Plot { name: format!("{prefix}differences-{column}"), drawing });
        }
    }
    for model in agreements(setting).iter().filter(|model| !model.panels.is_empty()) {
        let name = format!("{prefix}agreement-{}-nodes", model.nodes);
        plots.push(Plot { name, drawing: agreement(model, setting.learners) });
    }
    plots
}

fn agreement(model: &AgreementModel, learners: &[&str]) -> Drawing {
    let [width, height] = AGREEMENT;
    let mut drawing = Drawing::new(width * model.panels.len() as f64, height + 24.0);
    for (index, panel) in model.panels.iter().enumerate() {
        let x = width * index as f64;
        draw_agreement(&mut drawing, x, panel);
        drawing.text([x + 56.0, 33.0], 10.5, Anchor::Start, SOFT, &within(panel, learners));
    }
    let mut x = 20.0;
    for (index, learner) in learners.iter().enumerate() {
        let (at, learner) = ([x, height + 10.0], shortened(learner, 24));
        drawing.fill(&marker(at, 3.5, index), COLOURS[index % COLOURS.len()]);
        drawing.text([at[0] + 9.0, at[1] + 4.0], 11.0, Anchor::Start, INK, &learner);
        x += 34.0 + text_width(&learner, 11.0);
    }
    drawing
}

/// The correlations of each learner's graphs alone, or from the least to the greatest where their names take too much
/// room; nothing for a single learner.
fn within(panel: &AgreementPanel, learners: &[&str]) -> String {
    let found = &panel.correlations;
    if learners.len() < 2 || found.is_empty() {
        return String::new();
    }
    let of_learner = |learner: usize, rho: f64| format!("{} {}", shortened(learners[learner], 14), hundredths(rho));
    let each: Vec<String> = found.iter().map(|found| of_learner(found.learner, found.rho)).collect();
    let words = format!("within learners: {}", each.join(", "));
    if text_width(&words, 10.5) <= 244.0 {
        return words;
    }
    let [least, most] = [f64::min, f64::max].map(|f| found.iter().map(|found| found.rho).reduce(f).unwrap_or(0.0));
    format!("within learners: {} to {}", hundredths(least), hundredths(most))
}

fn draw_agreement(drawing: &mut Drawing, x: f64, panel: &AgreementPanel) {
    let (left, right, top, bottom) = (x + 56.0, x + 298.0, 44.0, 260.0);
    let scale = |axis: &AxisModel, from: f64, to: f64| Scale { low: 0.0, high: axis.high, from, to };
    let (across, up) = (scale(&panel.across, left, right), scale(&panel.up, bottom, top));
    for (mark, words) in &panel.across.ticks {
        drawing.line([across.position(*mark), top], [across.position(*mark), bottom], Pen::new(LINE, 0.8));
        drawing.text([across.position(*mark), bottom + 15.0], 11.0, Anchor::Middle, SOFT, words);
    }
    for (mark, words) in &panel.up.ticks {
        drawing.line([left, up.position(*mark)], [right, up.position(*mark)], Pen::new(LINE, 0.8));
        drawing.text([left - 6.0, up.position(*mark) + 4.0], 11.0, Anchor::End, SOFT, words);
    }
    for point in &panel.points {
        let at = [across.position(point.0), up.position(point.1)];
        let colour = COLOURS[point.2 % COLOURS.len()];
        drawing.framed(&marker(at, 2.6, point.2), Some(lighter(colour)), Pen::new(colour, 0.7));
    }
    drawing.text([left, 18.0], 13.0, Anchor::Start, INK, &panel.title);
    drawing.text([f64::midpoint(left, right), bottom + 34.0], 11.0, Anchor::Middle, SOFT, panel.across.title);
    upright_title(drawing, [x + 13.0, f64::midpoint(top, bottom)], bottom - top, panel.up.title);
}
