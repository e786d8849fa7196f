//! The predictions of graphs for experiments, as weights of the observational rows, for drawing.

use super::answer::{Answer, Asked};
use super::values::{AllValues, rows_of};
use super::{Experiment, JudgeError, JudgeOptions, classes};
use crate::data::{Numbers, Table};
use crate::distance::contsid::{Estimand, PartPredictor, Predictor};
use crate::execution::Execution;
use crate::graph::{MixedGraph, NodeId};
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
pub fn forecasts(
    graphs: &[&MixedGraph],
    table: &Table,
    experiments: &[Experiment],
    options: &JudgeOptions,
    execution: &Execution<'_>,
) -> Result<Vec<Forecasts>, JudgeError> {
    let classes = classes(graphs, table, options)?;
    let values = AllValues::new(table, experiments)?;
    let (further, ridge) = (values.of_experiments(), options.crossfit.ridge);
    let predictor = Predictor::new(table, &options.estimation(), ridge, &further, execution)?;
    let step = table.row_count().div_ceil(MOST_ROWS);
    let rows: Vec<usize> = (0..table.row_count()).step_by(step).collect();
    let part = predictor.part(rows_of(&values.data, &rows));
    let asked = Asked { experiments, outcomes: options.outcomes(table.column_count()), rule: options.adjustment };
    let answers: Vec<Vec<Answer>> = classes.iter().map(|class| Answer::all(class.extension(), &asked)).collect();
    let mut wanted: BTreeMap<(usize, &Estimand), Vec<f64>> = BTreeMap::new();
    for answer in answers.iter().flatten() {
        for estimand in answer.estimates.values() {
            wanted.entry((answer.experiment, estimand)).or_default();
        }
    }
    let keys: Vec<(usize, &Estimand)> = wanted.keys().copied().collect();
    let found = execution.map(&keys, |&(index, estimand)| {
        mean_weights(&part, estimand, &values.experiments[index], &experiments[index], &execution.on_this_thread())
    })?;
    for (key, weights) in keys.into_iter().zip(found) {
        wanted.insert(key, spread(&weights, &rows, table.row_count()));
    }
    let of_answer = |answer: &Answer| {
        let estimates = answer.estimates.iter();
        estimates.map(|(&outcome, estimand)| (outcome, wanted[&(answer.experiment, estimand)].clone())).collect()
    };
    Ok(answers.iter().map(|answers| Forecasts { weights: answers.iter().map(of_answer).collect() }).collect())
}

/// The mean of the weights over the rows of an experiment.
fn mean_weights(
    part: &PartPredictor<'_>,
    estimand: &Estimand,
    values: &[Numbers],
    experiment: &Experiment,
    execution: &Execution<'_>,
) -> Result<Vec<f64>, JudgeError> {
    let all: Vec<usize> = (0..experiment.table().row_count()).collect();
    let set = estimand.treatments.iter().map(|node| values[node.index()].values().into_owned()).collect();
    Ok(part.mean_weights(estimand, set, &experiment.shares(&all), execution)?)
}

/// Weights of some rows as weights of all.
fn spread(weights: &[f64], rows: &[usize], count: usize) -> Vec<f64> {
    let mut all = vec![0.0; count];
    rows.iter().zip(weights).for_each(|(&row, &weight)| all[row] = weight);
    all
}
