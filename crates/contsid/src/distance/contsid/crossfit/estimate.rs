//! All contrasts of all parts, and what they say about each pair.

use super::contrasts::{OutcomeEstimates, PairContrasts};
use super::part::{PartEstimates, PartSystem, estimate_part};
use super::prepared::PreparedParts;
use super::remote;
use super::result::{PairResult, SetResult};
use super::statistics::{Block, pair_statistics};
use super::task::{PartTask, TaskContrast, tasks};
use crate::distance::contsid::contrast::Wanted;
use crate::distance::contsid::pool::Pool;
use crate::distance::contsid::{ContSidError, Contrast, Estimand, TreatmentContrasts};
use crate::execution::Execution;
use crate::graph::NodeId;
use crate::numeric::Matrix;
use std::collections::BTreeMap;
use std::ops::Range;

/// The most numbers that the parts of one batch of tasks keep: a gigabyte. Every batch prepares all parts again.
const BATCH_NUMBERS: usize = 128 << 20;

/// For each contrast the outcomes that were wanted.
#[derive(Default)]
pub(super) struct Estimates(BTreeMap<Contrast<Estimand>, BTreeMap<NodeId, PairResult>>);

impl Estimates {
    /// The pairs of some treatments, in the order of their outcomes.
    pub(super) fn of<'a>(&'a self, surveyed: &'a TreatmentContrasts) -> Vec<SetResult<'a>> {
        let wanted = surveyed.contrasts.iter().flat_map(|wanted| {
            let found = &self.0[&wanted.contrast];
            let treatments = &surveyed.treatments;
            wanted.outcomes.iter().map(move |outcome| SetResult { treatments, result: &found[&outcome] })
        });
        let mut results: Vec<SetResult<'_>> = wanted.collect();
        results.sort_by_key(|found| found.result.outcome);
        results
    }
}

/// Estimates the contrasts of all sets of treatments.
pub(super) fn estimates<'a>(
    prepared: &PreparedParts<'_>,
    surveyed: impl IntoIterator<Item = &'a TreatmentContrasts>,
    execution: &Execution<'_>,
) -> Result<Estimates, ContSidError> {
    let wanted = Wanted::new(surveyed.into_iter().flat_map(|of_set| &of_set.contrasts));
    let parts: Vec<Vec<usize>> =
        (0..prepared.layout.repeats).flat_map(|repeat| prepared.partition.rows(repeat)).collect();
    let tasks = tasks(prepared, &wanted, BATCH_NUMBERS / parts.len())?;
    let numbers: Vec<usize> = tasks.iter().map(|task| task.numbers(&prepared.settings)).collect();
    let batches = batches(&numbers, BATCH_NUMBERS / parts.len());
    execution.monitor().begin((batches.len() * parts.len()) as u64);
    let mut found = Estimates::default();
    for range in batches {
        let batch = &tasks[range];
        let estimates = solved(prepared, batch, &parts, execution)?;
        for (contrast, result) in judged(prepared, batch, &estimates, execution)? {
            found.0.entry(contrast).or_default().insert(result.outcome, result);
        }
    }
    Ok(found)
}

/// Items of these sizes in their order, as many at a time as have at most this sum; one at least.
fn batches(sizes: &[usize], most: usize) -> Vec<Range<usize>> {
    let (mut batches, mut first, mut sum) = (Vec::new(), 0, 0);
    for (index, &size) in sizes.iter().enumerate() {
        if index > first && sum + size > most {
            batches.push(first..index);
            (first, sum) = (index, 0);
        }
        sum += size;
    }
    if first < sizes.len() {
        batches.push(first..sizes.len());
    }
    batches
}

/// What every part says about the tasks of a batch: for each part its estimates in one or several pieces.
fn solved(
    prepared: &PreparedParts<'_>,
    batch: &[PartTask],
    parts: &[Vec<usize>],
    execution: &Execution<'_>,
) -> Result<Vec<Vec<PartEstimates>>, ContSidError> {
    if let Some(workers) = prepared.workers {
        return remote::solved(prepared, batch, parts, workers, execution);
    }
    // If there are few parts for the threads, each part's tasks are divided.
    let pieces = (4 * execution.threads()).div_ceil(parts.len()).clamp(1, batch.len().max(1));
    let length = batch.len().div_ceil(pieces);
    let jobs: Vec<(&Vec<usize>, &[PartTask])> =
        parts.iter().flat_map(|rows| batch.chunks(length).map(move |tasks| (rows, tasks))).collect();
    let pieces = batch.chunks(length).len();
    let alone = execution.on_this_thread();
    let mut found = execution
        .map(&jobs, |(rows, tasks)| {
            let estimates = estimate_part(&prepared.settings, prepared.table, rows, tasks, &alone)?;
            if tasks.as_ptr() == batch.as_ptr() {
                execution.monitor().advance(1);
            }
            Ok::<_, ContSidError>(estimates)
        })?
        .into_iter();
    Ok(parts.iter().map(|_| found.by_ref().take(pieces).collect()).collect())
}

/// What the parts say about each pair of a batch.
fn judged(
    prepared: &PreparedParts<'_>,
    batch: &[PartTask],
    parts: &[Vec<PartEstimates>],
    execution: &Execution<'_>,
) -> Result<Vec<(Contrast<Estimand>, PairResult)>, ContSidError> {
    let by_task: Vec<Vec<&[PartSystem]>> = (0..batch.len()).map(|task| systems_of(parts, task)).collect();
    let means: Vec<&[Vec<f64>]> = parts.iter().map(|pieces| pieces[0].means.as_slice()).collect();
    let pairs: Vec<(usize, &TaskContrast, NodeId)> = batch
        .iter()
        .enumerate()
        .flat_map(|(task, of_task)| of_task.contrasts.iter().map(move |contrast| (task, contrast)))
        .flat_map(|(task, contrast)| contrast.outcomes.iter().map(move |&outcome| (task, contrast, outcome)))
        .collect();
    let memory = Pool::default();
    execution.map(&pairs, |&(task, contrast, outcome)| {
        let (first, second) = match contrast.contrast {
            Contrast::TruthOnly(only) | Contrast::LearntOnly(only) => (only, None),
            Contrast::Both { truth, learnt } => (learnt, Some(truth)),
        };
        let (layout, of_task) = (prepared.layout, &batch[task]);
        let estimates =
            |index| OutcomeEstimates::new(&prepared.settings, layout, of_task, &by_task[task], index, outcome);
        let contrasts = PairContrasts {
            first: estimates(first),
            second: second.map(estimates),
            means: means.iter().map(|means| means[outcome.index()].as_slice()).collect(),
            part_count: layout.parts,
        };
        Ok((contrast.wanted.clone(), judge(prepared, &contrasts, (of_task, contrast), outcome, &memory)))
    })
}

/// The systems of a task, part after part.
fn systems_of(parts: &[Vec<PartEstimates>], task: usize) -> Vec<&[PartSystem]> {
    parts
        .iter()
        .filter_map(|pieces| pieces.iter().flat_map(|piece| &piece.tasks).nth(task))
        .map(Vec::as_slice)
        .collect()
}

fn judge(
    prepared: &PreparedParts<'_>,
    contrasts: &PairContrasts<'_>,
    (task, wanted): (&PartTask, &TaskContrast),
    outcome: NodeId,
    memory: &Pool<(Block, Matrix)>,
) -> PairResult {
    let (basis, rank) = (&prepared.settings.bases[outcome.index()], prepared.settings.rank(outcome));
    let (mut block, mut scratch) = memory.take();
    let points = &task.points.shares;
    let statistics = pair_statistics(prepared.layout, points, rank, &mut block, |range, at, out| {
        contrasts.write(range, at, &mut scratch, out);
    });
    memory.give((block, scratch));
    let norm = if prepared.options.normalise.divides(wanted.contrast.case()) { basis.norm() } else { 1.0 };
    PairResult { outcome, statistics: statistics.divided_by(norm), low_overlap: contrasts.low_overlap(&points.shares) }
}

#[cfg(test)]
mod tests {
    use super::batches;

    #[test]
    fn batches_are_as_large_as_the_limit_allows() {
        assert_eq!(batches(&[3, 4, 3, 1], 7), [0..2, 2..4]);
        assert_eq!(batches(&[3, 4, 3, 1, 8], 11), [0..4, 4..5]);
        assert_eq!(batches(&[9, 1, 9], 7), [0..1, 1..2, 2..3]);
        assert_eq!(batches(&[], 7), []);
    }
}
