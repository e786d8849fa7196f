//! From embeddings to distances.
//!
//! [`contrasts`] writes down the difference of two estimates of an outcome, part by part, a row for each intervention.
//! From all rows the distance is the mean norm of these rows ([`norm`]). Between parts it is the mean root of products
//! of different parts, and how far the parts deviate gives standard errors ([`between`]). The score of an experiment is
//! a square between parts too ([`prediction`]). A [`Parted`] number knows how far parts deviate from it; [`student`]
//! has the quantiles and p-values that follow.
//!
//! The next step, [`result`](super::result), puts the distances of pairs together.

mod between;
mod checked;
mod contrasts;
mod norm;
mod parted;
mod prediction;
mod student;

pub(crate) use between::PairStatistics;
pub(crate) use contrasts::OutcomeEstimates;
pub(crate) use parted::Parted;
pub(crate) use prediction::SetValues;
pub use student::LEVEL;
pub(crate) use student::{Student, adjusted};

use super::ContSidError;
use super::estimate::data::{EffectData, RowsUsed};
use super::estimate::part::{PartPieces, SolvedSystem};
use super::estimate::systems::System;
use super::estimate::wanted::EffectTask;
use super::question::{Contrast, OutcomeContrast};
use crate::execution::{Execution, Pool};
use crate::graph::NodeId;
use crate::numeric::Matrix;
use between::PointBlock;
use contrasts::PairContrasts;

/// What is measured of one contrast and one outcome.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PairResult {
    pub(crate) outcome: NodeId,
    pub(crate) statistics: PairStatistics,
    /// The share of interventions with hardly any data.
    pub(crate) low_overlap: f64,
}

impl PairResult {
    /// d
    pub(crate) fn distance(&self) -> f64 {
        self.statistics.root.value.max(0.0)
    }
}

/// The distance of every pair of some tasks, given what every part says about them.
///
/// # Errors
///
/// If the computation is stopped.
pub(crate) fn measured(
    data: &EffectData,
    tasks: &[EffectTask],
    parts: &[PartPieces],
    execution: &Execution<'_>,
) -> Result<Vec<(Contrast<System>, PairResult)>, ContSidError> {
    let solved: Vec<Vec<&[SolvedSystem]>> = (0..tasks.len()).map(|task| systems_of(parts, task)).collect();
    let means: Vec<&[Vec<f64>]> = parts.iter().map(|pieces| pieces[0].means.as_slice()).collect();
    let of_task = |task: usize| tasks[task].contrasts.iter().map(move |contrast| (task, contrast));
    let pairs: Vec<(usize, &OutcomeContrast<System>, NodeId)> = (0..tasks.len())
        .flat_map(of_task)
        .flat_map(|(task, contrast)| contrast.outcomes.iter().map(move |outcome| (task, contrast, outcome)))
        .collect();
    let memory = Pool::default();
    execution.map(&pairs, |&(task, OutcomeContrast { contrast, .. }, outcome)| {
        let (first, second) = match contrast {
            Contrast::TruthOnly(only) | Contrast::LearntOnly(only) => (only, None),
            Contrast::Both { truth, learnt } => (learnt, Some(truth)),
        };
        let estimates = |system: &System| {
            let index = tasks[task].index_of(system);
            OutcomeEstimates::new(data, &tasks[task].systems[index], &solved[task], index, outcome)
        };
        let means = means.iter().map(|means| means[outcome.index()].as_slice()).collect();
        let contrasts = PairContrasts { first: estimates(first), second: second.map(estimates), means };
        let norm = data.options.normalise.divides(contrast.case()).then(|| data.norm(outcome));
        let result = measured_pair(data, &tasks[task], &contrasts, outcome, norm, &memory, execution)?;
        Ok((contrast.clone(), result))
    })
}

/// The systems of a task, part after part.
pub(crate) fn systems_of(parts: &[PartPieces], task: usize) -> Vec<&[SolvedSystem]> {
    let systems = parts.iter().filter_map(|pieces| pieces.iter().flat_map(|piece| &piece.tasks).nth(task));
    systems.map(Vec::as_slice).collect()
}

/// `norm` is what distances are divided by.
fn measured_pair(
    data: &EffectData,
    task: &EffectTask,
    contrasts: &PairContrasts<'_>,
    outcome: NodeId,
    norm: Option<f64>,
    memory: &Pool<(PointBlock, Matrix)>,
    execution: &Execution<'_>,
) -> Result<PairResult, ContSidError> {
    let (points, mut lent) = (&task.points, memory.take());
    let mut statistics = match &data.rows {
        RowsUsed::All(all) => {
            let column = all.part.columns.column(outcome);
            let root = norm::mean_norm(contrasts, &points.shares.shares, column, &mut lent.1, execution)?;
            PairStatistics { root: Parted::exact(root), ..PairStatistics::default() }
        }
        RowsUsed::Parts(rows) => {
            checked::statistics(rows.grid, points, rows.settings.rank(outcome), contrasts, &mut lent)
        }
    };
    memory.give(lent);
    if let Some(norm) = norm {
        statistics = statistics.divided_by(norm);
        if let RowsUsed::Parts(rows) = &data.rows {
            statistics.count_norm(contrasts.norm_shares(rows), rows.grid);
        }
    }
    Ok(PairResult { outcome, statistics, low_overlap: contrasts.low_overlap(&points.shares.shares) })
}
