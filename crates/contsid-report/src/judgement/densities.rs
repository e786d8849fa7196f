//! What was predicted and what was observed, as densities.

use super::{JudgementReport, JudgementReportError};
use crate::density::{Outcome, nearest_probabilities};
use contsid::data::Column;
use contsid::execution::Execution;
use contsid::experiment::{Forecasts, forecasts};
use contsid::graph::NodeId;

/// Pages with more curves than this leave out those of the outcomes that "no effect" predicts best.
const MOST_CURVES: usize = 1500;

/// How one outcome of one experiment was distributed, before and under the experiment, and what graphs predicted.
#[derive(Debug)]
pub(crate) struct OutcomeDensities {
    pub(crate) experiment: usize,
    pub(crate) outcome: NodeId,
    pub(crate) shown: Outcome,
    /// Of the observational rows.
    pub(crate) before: Vec<f64>,
    /// Of the rows of the experiment.
    pub(crate) observed: Vec<f64>,
    /// For each graph; none where it leaves the outcome as it was.
    pub(crate) predicted: Vec<Option<Vec<f64>>>,
}

/// The densities of all experiments and outcomes, as far as there is room, and how many were left out.
pub(crate) fn densities(
    report: &JudgementReport<'_>,
    execution: &Execution<'_>,
) -> Result<(Vec<OutcomeDensities>, usize), JudgementReportError> {
    let graphs: Vec<_> = report.graphs.iter().map(|graph| graph.graph).collect();
    let found = forecasts(&graphs, report.table, report.experiments, report.options, execution)?;
    let first = report.judgement.graphs.first();
    let mut wanted: Vec<(usize, NodeId, f64)> = first.map_or_else(Vec::new, |graph| {
        graph.pairs.iter().map(|pair| (pair.experiment, pair.outcome, pair.no_effect)).collect()
    });
    let most = (MOST_CURVES / (graphs.len() + 2)).max(1);
    let left_out = wanted.len().saturating_sub(most);
    wanted.sort_by(|a, b| b.2.total_cmp(&a.2));
    wanted.truncate(most);
    wanted.sort_by_key(|&(experiment, outcome, _)| (experiment, outcome));
    let of = |&(experiment, outcome, _): &(usize, NodeId, f64)| of_outcome(report, &found, experiment, outcome);
    Ok((wanted.iter().filter_map(of).collect(), left_out))
}

fn of_outcome(
    report: &JudgementReport<'_>,
    found: &[Forecasts],
    experiment: usize,
    outcome: NodeId,
) -> Option<OutcomeDensities> {
    let (before, under) = (report.table.column(outcome), report.experiments[experiment].table().column(outcome));
    let (rows, own) = (before.len(), under.len());
    let joined: Column = before.joined(under)?;
    let shown = Outcome::new(&joined);
    let probabilities = |first: f64, second: f64| {
        std::iter::repeat_n(first, rows).chain(std::iter::repeat_n(second, own)).collect::<Vec<f64>>()
    };
    let predicted = |forecasts: &Forecasts| {
        forecasts.weights(experiment, outcome).map(|weights| {
            let mut probabilities = nearest_probabilities(weights);
            probabilities.resize(rows + own, 0.0);
            shown.density(&probabilities)
        })
    };
    Some(OutcomeDensities {
        experiment,
        outcome,
        before: shown.density(&probabilities(1.0 / rows as f64, 0.0)),
        observed: shown.density(&probabilities(0.0, 1.0 / own as f64)),
        predicted: found.iter().map(predicted).collect(),
        shown,
    })
}
