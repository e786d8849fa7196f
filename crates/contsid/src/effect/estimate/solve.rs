//! What every part says about tasks, in batches that fit into memory.

use super::data::{EffectData, RowsUsed};
use super::memory::{NUMBERS_OF_ROW, Widths, bytes, check, of_thread};
use super::part::PartPieces;
use super::remote::{self, PartWorkers};
use super::wanted::EffectTask;
use crate::effect::ContSidError;
use crate::execution::Execution;
use crate::graph::NodeId;
use std::ops::Range;

/// The most numbers that the parts of one batch of tasks keep: a gigabyte. Every batch prepares all parts again.
const BATCH_NUMBERS: usize = 128 << 20;

/// Calls `measure` with tasks and what every part says about them, as many tasks at a time as fit into memory.
pub(crate) fn in_batches(
    data: &EffectData,
    tasks: &[EffectTask],
    workers: Option<&dyn PartWorkers>,
    execution: &Execution<'_>,
    mut measure: impl FnMut(&[EffectTask], &[PartPieces]) -> Result<(), ContSidError>,
) -> Result<(), ContSidError> {
    if tasks.is_empty() {
        execution.monitor().begin(1);
        execution.monitor().advance(1);
        return Ok(());
    }
    let parts = data.parts();
    let numbers: Vec<usize> = tasks.iter().map(|task| task.numbers(data)).collect();
    let most = batch_numbers(data, tasks, execution.threads())? / parts.len();
    let batches = batches(&numbers, most);
    let units = match data.rows {
        RowsUsed::All(_) => tasks.len(),
        RowsUsed::Parts(_) => batches.len() * parts.len(),
    };
    execution.monitor().begin(units as u64);
    for range in batches {
        let batch = &tasks[range];
        let solved = match workers {
            Some(workers) => remote::solved(data, batch, &parts, workers, execution)?,
            None => solved(data, batch, &parts, execution)?,
        };
        measure(batch, &solved)?;
    }
    Ok(())
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

/// If there are few parts for the threads, each part's tasks are divided into pieces.
fn solved(
    data: &EffectData,
    batch: &[EffectTask],
    parts: &[Vec<usize>],
    execution: &Execution<'_>,
) -> Result<Vec<PartPieces>, ContSidError> {
    let length = match data.rows {
        RowsUsed::All(_) => 1,
        RowsUsed::Parts(_) => {
            let pieces = (4 * execution.threads()).div_ceil(parts.len()).clamp(1, batch.len().max(1));
            batch.len().div_ceil(pieces)
        }
    };
    let pieces = batch.chunks(length).len();
    let jobs: Vec<(&Vec<usize>, usize)> =
        parts.iter().flat_map(|rows| (0..pieces).map(move |piece| (rows, piece))).collect();
    let alone = execution.on_this_thread();
    let estimate = |&(rows, piece): &(&Vec<usize>, usize)| {
        let tasks = &batch[piece * length..batch.len().min((piece + 1) * length)];
        let found = match &data.rows {
            RowsUsed::All(all) => all.part.estimates(&all.solver, tasks, &alone)?,
            RowsUsed::Parts(parts) => {
                parts.settings.part_of(&data.table, rows).estimates(&parts.settings.solver, tasks, &alone)?
            }
        };
        if piece == 0 || matches!(data.rows, RowsUsed::All(_)) {
            execution.monitor().advance(1);
        }
        Ok::<_, ContSidError>(found)
    };
    let mut found = execution.map(&jobs, estimate)?.into_iter();
    Ok(parts.iter().map(|_| found.by_ref().take(pieces).collect()).collect())
}

/// The widths of the columns of data that are prepared.
fn widths(data: &EffectData) -> Widths {
    let nodes = || NodeId::all(data.node_count());
    Widths {
        ranks: nodes().filter_map(|node| data.rank(node)).sum(),
        widest: nodes().map(|node| data.width(node)).max().unwrap_or(0),
        is_rough: nodes().any(|node| data.is_rough(node)),
    }
}

/// The bytes that a comparison of two graphs on these data needs.
pub(crate) fn of_data(data: &EffectData, threads: usize) -> u64 {
    widths(data).of_comparison(data.most_rows(), data.node_count(), threads)
}

/// The most numbers that each part keeps of one task.
pub(crate) fn task_numbers(data: &EffectData) -> usize {
    let half = data.options.memory_limit.map_or(BATCH_NUMBERS, |limit| numbers(limit / 2));
    half.min(BATCH_NUMBERS) / data.parts().len()
}

fn numbers(bytes: u64) -> usize {
    usize::try_from(bytes / size_of::<f64>() as u64).unwrap_or(usize::MAX)
}

/// The numbers that all parts together may keep of a batch of tasks.
///
/// # Errors
///
/// If the largest task does not fit the limit.
pub(crate) fn batch_numbers(data: &EffectData, tasks: &[EffectTask], threads: usize) -> Result<usize, ContSidError> {
    let largest = tasks.iter().map(|task| task.numbers(data)).max().unwrap_or(0) * data.parts().len();
    // Weights that are as large as systems are kept for one task of each thread.
    let most = if widths(data).is_rough { BATCH_NUMBERS.min(largest * threads) } else { BATCH_NUMBERS };
    let Some(limit) = data.options.memory_limit else { return Ok(most) };
    let working = working(data, tasks, threads);
    check(working.saturating_add(bytes(largest, 1)), Some(limit))?;
    Ok(numbers(limit - working).min(most))
}

/// The bytes beside what is kept of solved systems.
fn working(data: &EffectData, tasks: &[EffectTask], threads: usize) -> u64 {
    let right_sides = tasks.iter().flat_map(|task| &task.systems).map(|wanted| wanted.plan.width());
    let (rows, widest) = (data.most_rows(), right_sides.max().unwrap_or(0));
    let Widths { ranks, is_rough, .. } = widths(data);
    let of_thread = of_thread(rows, widest, is_rough);
    let columns = bytes(rows, ranks.saturating_mul(2) + data.node_count() * NUMBERS_OF_ROW);
    match data.rows {
        RowsUsed::All(_) => columns.saturating_add(of_thread.saturating_mul(threads as u64)),
        RowsUsed::Parts(_) => columns.saturating_add(of_thread).saturating_mul(threads as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_as_large_as_allowed() {
        assert_eq!(batches(&[3, 4, 3, 1], 7), [0..2, 2..4]);
        assert_eq!(batches(&[3, 4, 3, 1, 8], 11), [0..4, 4..5]);
        assert_eq!(batches(&[9, 1, 9], 7), [0..1, 1..2, 2..3]);
        assert_eq!(batches(&[], 7), []);
    }
}
