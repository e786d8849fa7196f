//! The scores of all estimands that graphs need, experiment by experiment.
//!
//! Part b of the observational rows predicts part b of an experiment's rows. Its contrast δ is the mean of φ(x) ⊗ Ĝ(x)
//! over these rows less the mean of φ(x) ⊗ φ_j(y); the score is the square of δ between parts.

use super::JudgeError;
use super::answer::ExperimentAnswer;
use super::data::{AskedOutcomes, ExperimentData};
use crate::effect::estimate::PartGrid;
use crate::effect::estimate::data::EffectData;
use crate::effect::estimate::part::{PartPieces, SolvedSystem};
use crate::effect::estimate::solve::in_batches;
use crate::effect::estimate::wanted::EffectTask;
use crate::effect::measure::{OutcomeEstimates, Parted, SetValues, systems_of};
use crate::effect::result::total;
use crate::effect::{ContSidError, Estimand};
use crate::execution::Execution;
use crate::graph::{NodeId, NodeSet};
use crate::numeric::Matrix;
use std::collections::BTreeMap;

/// The fewest rows of an experiment for which one half predicts the other.
pub const CEILING_ROWS: usize = 40;

/// The fewest rows of a part whose halves predict each other.
const HALVED_ROWS: usize = 4;

/// Shares of rows sum to one up to this.
const ROUNDING: f64 = 1e-9;

pub(super) struct ExperimentScores {
    /// The score of "no effect" for each outcome.
    pub(super) none: BTreeMap<NodeId, Parted>,
    /// The scores of each estimand's outcomes.
    pub(super) estimates: BTreeMap<Estimand, BTreeMap<NodeId, Parted>>,
    /// The share of rows at which each estimand's weights sum to less than ½.
    outside: BTreeMap<Estimand, f64>,
    /// The share of rows with hardly any observational rows nearby, without adjustment.
    pub(super) far: f64,
    /// For each outcome, the score of one half of the experiment at predicting the other, if there are enough rows.
    pub(super) ceiling: Option<BTreeMap<NodeId, Parted>>,
    pub(super) rows: usize,
}

impl ExperimentScores {
    /// The mean over estimands of the share of rows with hardly any data.
    pub(super) fn outside(&self, estimands: &[&Estimand]) -> f64 {
        total(estimands.iter().map(|estimand| self.outside[*estimand])) / estimands.len() as f64
    }
}

pub(super) struct AllScores {
    pub(super) grid: PartGrid,
    pub(super) experiments: Vec<ExperimentScores>,
}

impl AllScores {
    /// Everything that the answers of graphs need.
    pub(super) fn new<'a>(
        data: &ExperimentData<'_>,
        answers: impl Iterator<Item = &'a ExperimentAnswer>,
        execution: &Execution<'_>,
    ) -> Result<Self, JudgeError> {
        let asked = asked(data, answers);
        let task = |(index, asked): (usize, &AskedOutcomes)| data.task(&data.observed, index, asked);
        let tasks: Vec<EffectTask> = asked.iter().enumerate().map(task).collect();
        let mut experiments = Vec::with_capacity(tasks.len());
        in_batches(&data.observed, &tasks, None, execution, |batch, parts| {
            for (position, task) in batch.iter().enumerate() {
                experiments.push(scores(data, experiments.len(), task, parts, position, execution)?);
            }
            Ok(())
        })?;
        for (index, scores) in experiments.iter_mut().enumerate() {
            scores.ceiling = ceiling(data, index, execution)?;
        }
        Ok(Self { grid: data.grid, experiments })
    }

    /// Refuses experiments that are all far from the observational rows.
    pub(super) fn check_overlap(&self) -> Result<(), JudgeError> {
        let is_far = |scores: &ExperimentScores| scores.far > 1.0 - ROUNDING;
        if self.experiments.iter().all(is_far) { Err(JudgeError::AllOutside) } else { Ok(()) }
    }
}

/// The estimands asked of each experiment, always including the effect without adjustment, which shows its overlap with
/// the data.
fn asked<'a>(data: &ExperimentData<'_>, answers: impl Iterator<Item = &'a ExperimentAnswer>) -> Vec<AskedOutcomes> {
    let none = || NodeSet::empty(data.observed.node_count());
    let unadjusted = |index: usize| AskedOutcomes::from([(data.unadjusted(index), none())]);
    let mut asked: Vec<AskedOutcomes> = (0..data.experiments.len()).map(unadjusted).collect();
    for answer in answers {
        let of_experiment = &mut asked[answer.experiment];
        for (outcome, estimand) in answer.view.estimates() {
            of_experiment.entry(estimand.clone()).or_insert_with(none).insert(outcome);
        }
        for estimand in answer.estimands() {
            of_experiment.entry(estimand.clone()).or_insert_with(none);
        }
    }
    asked
}

/// The scores of the experiment with an index, but for the ceiling, given what each part says about its task, the one
/// at a position among those of a batch.
fn scores(
    data: &ExperimentData<'_>,
    index: usize,
    task: &EffectTask,
    parts: &[PartPieces],
    position: usize,
    execution: &Execution<'_>,
) -> Result<ExperimentScores, ContSidError> {
    let partition = &data.partitions[index];
    let pieces = data.observed.parts().len() / (data.grid.repeats * data.grid.parts);
    let predicted = (0..data.grid.repeats).flat_map(|repeat| partition.rows(repeat));
    let predicted = predicted.flat_map(|rows| std::iter::repeat_n(rows, pieces)).collect();
    let predictions = Predictions::new(data, index, &data.observed, predicted);
    let none = data.outcomes(index);
    let mut pairs: Vec<(Option<usize>, NodeId)> = none.iter().map(|outcome| (None, outcome)).collect();
    for (system, wanted) in task.systems.iter().enumerate() {
        pairs.extend(wanted.outcomes.iter().map(|&outcome| (Some(system), outcome)));
    }
    let found = predictions.squares(task, parts, position, &pairs, execution)?;
    let outside = predictions.outside(task, parts, position);
    let mut scores = ExperimentScores {
        none: BTreeMap::new(),
        estimates: BTreeMap::new(),
        far: outside[&data.unadjusted(index)],
        outside,
        ceiling: None,
        rows: data.tables[index].row_count(),
    };
    for ((system, outcome), square) in pairs.into_iter().zip(found) {
        let known = match system {
            None => &mut scores.none,
            Some(system) => scores.estimates.entry(task.systems[system].system.estimand.clone()).or_default(),
        };
        known.insert(outcome, square);
    }
    Ok(scores)
}

/// The scores of halves of each part's rows at predicting each other, if there are enough rows.
fn ceiling(
    data: &ExperimentData<'_>,
    index: usize,
    execution: &Execution<'_>,
) -> Result<Option<BTreeMap<NodeId, Parted>>, ContSidError> {
    let (halves, outcomes) = (data.halves(index), data.outcomes(index));
    let known = halves.parts();
    let is_small = known.chunks(2).any(|halves| halves[0].len() + halves[1].len() < HALVED_ROWS);
    if is_small || data.tables[index].row_count() < CEILING_ROWS {
        return Ok(None);
    }
    let predicted = (0..known.len()).map(|half| known[half ^ 1].clone()).collect();
    let predictions = Predictions::new(data, index, &halves, predicted);
    let asked = AskedOutcomes::from([(data.unadjusted(index), outcomes.clone())]);
    let pairs: Vec<(Option<usize>, NodeId)> = outcomes.iter().map(|outcome| (Some(0), outcome)).collect();
    let mut found = Vec::new();
    in_batches(&halves, &[data.task(&halves, index, &asked)], None, execution, |batch, parts| {
        found = predictions.squares(&batch[0], parts, 0, &pairs, execution)?;
        Ok(())
    })?;
    Ok(Some(outcomes.iter().zip(found).collect()))
}

/// Rows whose parts predict rows of an experiment.
struct Predictions<'a> {
    data: &'a ExperimentData<'a>,
    rows: &'a EffectData,
    grid: PartGrid,
    /// What each part predicts.
    recorded: Vec<Recorded>,
}

/// Some rows of an experiment: the values that were set, the mean of φ(x), and that of φ(x) ⊗ φ_j(y) for each outcome.
struct Recorded {
    set: SetValues,
    center: Vec<f64>,
    means: BTreeMap<NodeId, Matrix>,
}

impl<'a> Predictions<'a> {
    /// `predicted` has the rows of the experiment that each part predicts.
    fn new(data: &'a ExperimentData<'a>, index: usize, rows: &'a EffectData, predicted: Vec<Vec<usize>>) -> Self {
        let features = data.features(index);
        let recorded = predicted.into_iter().map(|points| Recorded::new(data, index, &features, points)).collect();
        Self { data, rows, grid: rows.grid().expect("predictions are made by parts"), recorded }
    }

    /// The score of each pair of a system of the task, or no effect, and an outcome.
    fn squares(
        &self,
        task: &EffectTask,
        parts: &[PartPieces],
        position: usize,
        pairs: &[(Option<usize>, NodeId)],
        execution: &Execution<'_>,
    ) -> Result<Vec<Parted>, ContSidError> {
        let systems = systems_of(parts, position);
        execution.map(pairs, |&(system, outcome)| {
            let mean = |part: usize| parts[part][0].means[outcome.index()].as_slice();
            let Some(index) = system else {
                return Ok(self.square(outcome, |part| self.recorded[part].marginal(mean(part))));
            };
            let estimates = OutcomeEstimates::new(self.rows, &task.systems[index], &systems, index, outcome);
            Ok(self.square(outcome, |part| estimates.sum(part, mean(part), &self.recorded[part].set)))
        })
    }

    /// The square of δ between parts, given Σ_x φ(x) ⊗ Ĝ(x) of each part.
    fn square(&self, outcome: NodeId, sum: impl Fn(usize) -> Matrix) -> Parted {
        let (grid, norm) = (self.grid, self.data.settings.bases[outcome.index()].norm());
        let delta = |repeat: usize, group: usize| {
            let members = grid.members(group);
            let share = 1.0 / members.len() as f64;
            let mut delta = Matrix::default();
            for part in members.map(|part| repeat * grid.parts + part) {
                let mut own = sum(part);
                own.add_multiple(&self.recorded[part].means[&outcome], -1.0);
                own.scale(share);
                if delta.row_count() == 0 { delta = own } else { delta.add(&own) }
            }
            delta
        };
        let of_repeat = |repeat: usize| {
            let deltas: Vec<Matrix> = (0..grid.groups).map(|group| delta(repeat, group)).collect();
            Parted::square_of_repeat(&deltas, norm)
        };
        Parted::of_repeats(&(0..grid.repeats).map(of_repeat).collect::<Vec<_>>())
    }

    /// For each estimand the share of rows with hardly any data: the weights sum to less than ½.
    fn outside(&self, task: &EffectTask, parts: &[PartPieces], position: usize) -> BTreeMap<Estimand, f64> {
        let systems = systems_of(parts, position);
        let share = |index: usize| {
            let of_part = |(solved, Recorded { set, .. }): (&&[SolvedSystem], &Recorded)| {
                let is_outside = |point: usize| solved[index].has_low_overlap(point);
                let shares = set.points.iter().zip(&set.shares);
                total(shares.filter(|(point, _)| is_outside(**point)).map(|(_, &share)| share))
            };
            systems.iter().zip(&self.recorded).map(of_part).sum::<f64>() / systems.len() as f64
        };
        (0..task.systems.len()).map(|index| (task.systems[index].system.estimand.clone(), share(index))).collect()
    }
}

impl Recorded {
    fn new(data: &ExperimentData<'_>, index: usize, features: &Matrix, points: Vec<usize>) -> Self {
        let (features, shares) = (features.gathered(&points), data.experiments[index].shares(&points));
        let mut weighted = features.clone();
        weighted.scale_columns(&shares);
        let mean = |outcome: NodeId| {
            let values = data.tables[index].column(outcome).coded_rows(&points);
            (outcome, weighted.times_transposed(&data.settings.coordinates(outcome, &values)))
        };
        let means = data.outcomes(index).iter().map(mean).collect();
        Self { center: features.times_vector(&shares), set: SetValues { points, features, shares }, means }
    }

    /// Σ_x φ(x) ⊗ Ĝ(x) of "no effect", for a part whose outcome has this mean.
    fn marginal(&self, mean: &[f64]) -> Matrix {
        let mut product = Matrix::zeros(self.center.len(), mean.len());
        product.add_product(&self.center, mean);
        product
    }
}
