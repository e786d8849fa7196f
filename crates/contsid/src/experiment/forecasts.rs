//! The predictions of graphs for experiments, as weights of the observational rows, for drawing.

use super::answer::{ExperimentAnswer, ExperimentEffects};
use super::data::{AskedOutcomes, ExperimentData};
use super::{AskedGraph, Experiment, JudgeError, JudgeOptions, answerers};
use crate::data::Table;
use crate::effect::estimate::part::Part;
use crate::effect::{ContSidError, Estimand};
use crate::execution::Execution;
use crate::graph::{NodeId, NodeSet};
use crate::numeric::add_multiple;
use std::collections::BTreeMap;

/// The most observational rows used; more are represented by this many.
const MOST_ROWS: usize = 1000;

/// What one graph predicts for each experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecasts {
    weights: Vec<BTreeMap<NodeId, Vec<f64>>>,
}

impl Forecasts {
    /// The predicted distribution of an outcome, over all rows of an experiment, as weights of the observational rows
    /// that sum to one; none if the graph says that the outcome does not change.
    pub fn weights(&self, experiment: usize, outcome: NodeId) -> Option<&[f64]> {
        self.weights[experiment].get(&outcome).map(Vec::as_slice)
    }
}

/// The predictions of each graph; for a graph with undirected edges, those of one member. All rows are one part here.
///
/// # Errors
///
/// As [`judge`](super::judge()).
pub fn forecasts<'a>(
    graphs: &[impl Into<AskedGraph<'a>> + Copy],
    table: &Table,
    experiments: &[Experiment],
    options: &JudgeOptions,
    execution: &Execution<'_>,
) -> Result<Vec<Forecasts>, JudgeError> {
    let asked = answerers(graphs, table, experiments, options, execution)?;
    let data = ExperimentData::new(table, experiments, options, execution)?;
    let step = table.row_count().div_ceil(MOST_ROWS);
    let rows: Vec<usize> = (0..table.row_count()).step_by(step).collect();
    let part = data.settings.part_of(table, &rows);
    let outcomes = options.outcomes(table.column_count());
    let effects = ExperimentEffects { experiments, outcomes, rule: options.adjustment };
    let answers: Vec<Vec<ExperimentAnswer>> = asked.iter().map(|asked| asked.answers(&effects)).collect();
    let mut wanted: BTreeMap<(usize, &Estimand), Vec<f64>> = BTreeMap::new();
    for answer in answers.iter().flatten() {
        for (_, estimand) in answer.view.estimates() {
            wanted.entry((answer.experiment, estimand)).or_default();
        }
    }
    let keys: Vec<(usize, &Estimand)> = wanted.keys().copied().collect();
    let found = execution
        .map(&keys, |&(index, estimand)| mean_weights(&data, &part, estimand, index, &execution.on_this_thread()))?;
    for (key, weights) in keys.into_iter().zip(found) {
        wanted.insert(key, spread(&weights, &rows, table.row_count()));
    }
    let of_answer = |answer: &ExperimentAnswer| {
        let estimates = answer.view.estimates();
        estimates.map(|(outcome, estimand)| (outcome, wanted[&(answer.experiment, estimand)].clone())).collect()
    };
    Ok(answers.iter().map(|answers| Forecasts { weights: answers.iter().map(of_answer).collect() }).collect())
}

/// The mean of the weights over the rows of an experiment.
fn mean_weights(
    data: &ExperimentData<'_>,
    part: &Part,
    estimand: &Estimand,
    index: usize,
    execution: &Execution<'_>,
) -> Result<Vec<f64>, ContSidError> {
    let none = NodeSet::empty(data.observed.node_count());
    let task = data.task(&data.observed, index, &AskedOutcomes::from([(estimand.clone(), none)]));
    let rows: Vec<usize> = (0..task.points.len()).collect();
    let weights = part.weights_at(&data.settings.solver, &task.systems[0], rows.iter().copied(), execution)?;
    let mut mean = vec![0.0; part.columns.row_count()];
    for (weights, share) in weights.iter().zip(data.experiments[index].shares(&rows)) {
        add_multiple(&mut mean, weights, share);
    }
    Ok(mean)
}

/// Weights of some rows as weights of all.
fn spread(weights: &[f64], rows: &[usize], count: usize) -> Vec<f64> {
    let mut all = vec![0.0; count];
    rows.iter().zip(weights).for_each(|(&row, &weight)| all[row] = weight);
    all
}
