//! The plots of graphs that experiments judge: their skills, and what each predicted of each experiment.

use super::densities::{DensityPanel, DensitySheet, density_sheet};
use super::intervals::{IntervalMarks, IntervalPlot, IntervalRow, graph_label, interval_plot};
use super::relations::{RELATIONS, RelationWords, relations_plot};
use super::{Drawing, Plot, file_name, shortened};
use crate::comparison::without_common_directory;
use crate::judgement::{
    JudgementReport, JudgementReportError, OutcomeDensities, SkillAxis, SkillModel, densities, experiment_labels,
};
use crate::rich::isolated;
use contsid::execution::Execution;
use contsid::experiment::Experiment;

const SKILLS: &str = "skills";

const WORDS: RelationWords = RelationWords {
    axis: "skill of the first less that of the second: above 0 the first is better",
    difference: "difference of skill",
};

/// The number of panels in a row of predictions.
const ACROSS: usize = 4;

/// The names of all plots that a judgement of these graphs by these experiments may have.
pub fn judgement_plot_names(graphs: &[&str], experiments: &[Experiment]) -> Vec<String> {
    let (shown, labels) = (without_common_directory(graphs), experiment_labels(experiments));
    let of_graph = |(graph, name): (usize, &String)| {
        labels.iter().map(|label| predictions_name(graph, name, label)).collect::<Vec<_>>()
    };
    [SKILLS, RELATIONS].map(str::to_owned).into_iter().chain(shown.iter().enumerate().flat_map(of_graph)).collect()
}

fn predictions_name(graph: usize, name: &str, label: &str) -> String {
    format!("predictions-{}-{}-{}", graph + 1, file_name(name), file_name(label))
}

impl JudgementReport<'_> {
    /// The plots for a paper: `skills`, `relations` of several graphs, and for each graph and experiment
    /// `predictions-1-NAME-TARGET`, unless the outcomes are too many.
    ///
    /// # Errors
    ///
    /// If a prediction cannot be made, or the work is stopped.
    pub fn plots(&self, execution: &Execution<'_>) -> Result<Vec<Plot>, JudgementReportError> {
        let names = without_common_directory(&self.graphs.iter().map(|graph| graph.name).collect::<Vec<_>>());
        let mut plots = vec![Plot { name: SKILLS.to_owned(), drawing: skills(self, &names) }];
        let relations = relations_plot(&self.standings(), &names, &WORDS);
        plots.extend(relations.map(|drawing| Plot { name: RELATIONS.to_owned(), drawing }));
        let (found, _) = densities(self, execution)?;
        for (graph, name) in names.iter().enumerate() {
            for (experiment, label) in self.labels().iter().enumerate() {
                let own: Vec<_> = found.iter().filter(|found| found.experiment == experiment).collect();
                if !own.is_empty() {
                    let title = format!(
                        "{}: what it predicted when {} was set, and what happened",
                        isolated(&shortened(name, 30)),
                        isolated(&shortened(label, 30))
                    );
                    let drawing = predictions(self, title, graph, &own);
                    plots.push(Plot { name: predictions_name(graph, name, label), drawing });
                }
            }
        }
        Ok(plots)
    }
}

fn skills(report: &JudgementReport<'_>, names: &[String]) -> Drawing {
    let axis = SkillAxis::new(report);
    let skill = |graph: usize| SkillModel::of(report.judgement, graph);
    let ranked: Vec<_> = report.standings().order.into_iter().map(|graph| (graph, skill(graph))).collect();
    let rows = ranked.iter().map(|(graph, skill)| IntervalRow {
        label: graph_label(&names[*graph]),
        text: &skill.text,
        marks: IntervalMarks { crossfit: skill.value, interval: skill.interval, ..IntervalMarks::default() },
    });
    interval_plot(&IntervalPlot {
        title: "Skill of the graphs in the experiments".to_owned(),
        axis: "skill: 0 is no effect, 1 perfect (larger is better)".to_owned(),
        low: axis.low,
        high: axis.high,
        ticks: &axis.ticks,
        rows: rows.collect(),
        value: "skill",
        crossfit: "skill",
        ceiling: report.judgement.ceiling.and_then(|ceiling| SkillModel::new(ceiling, None).value).map(|ends| ends[0]),
    })
}

/// A panel for each outcome.
fn predictions(report: &JudgementReport<'_>, title: String, graph: usize, found: &[&OutcomeDensities]) -> Drawing {
    let panels = found.iter().map(|found| {
        let predicted = found.predicted[graph].as_ref();
        let series = [&found.observed, predicted.unwrap_or(&found.before), &found.before].map(Vec::as_slice);
        let outcome = isolated(&shortened(report.table.names().name(found.outcome), 18));
        DensityPanel {
            title: if predicted.is_some() { String::new() } else { "predicted: as before".to_owned() },
            outcome,
            support: found.shown.support(),
            series,
            most: series.iter().copied().flatten().copied().fold(0.0, f64::max),
        }
    });
    let signs = ["observed in the experiment", "predicted by the graph", "before, in the observational rows"];
    density_sheet(&DensitySheet { title, signs, panels: panels.collect(), across: ACROSS })
}
