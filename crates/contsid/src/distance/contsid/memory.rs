//! How much memory a comparison needs.

use super::column::most_columns;
use super::prepared::{CACHE_BYTES, LARGEST_KEPT, choose_family};
use super::signal::BLOCK;
use super::{ContSidError, ContSidOptions, Interventions};
use crate::data::{Column, Table};
use crate::kernel::KernelFamily;

/// Columns that a factor of a smooth kernel seldom exceeds.
const USUAL_RANK: usize = 64;

/// An upper estimate of the bytes that a comparison on this table takes beyond the table itself.
///
/// Per thread one N × N matrix for a system and half of one for its factor in single precision; or, for a treatment whose
/// kernel is rough (Laplace, Matérn) or whose interventions are listed, no such factor and the weights for all interventions
/// under both graphs, at most two matrices more. For all threads together one factor for each column, and the solved systems
/// that are kept. Distances that are kept are not counted: at most 64 MB.
pub fn estimated_memory(table: &Table, options: &ContSidOptions, threads: usize) -> u64 {
    let Needed { working, kept } = needed(table, options, threads);
    working + kept
}

/// Bytes that a comparison takes.
struct Needed {
    working: u64,
    /// For solved systems that are used again.
    kept: u64,
}

fn needed(table: &Table, options: &ContSidOptions, threads: usize) -> Needed {
    let rows = table.row_count();
    let widest = (table.names().iter().zip(table.columns())).map(|(name, column)| width(name, column, options, rows));
    let weights = bytes(rows, widest.max().unwrap_or(0));
    let blocks = 3 * bytes(rows, BLOCK.min(rows));
    let refining = bytes(rows, rows) / 2 + 2 * bytes(rows, USUAL_RANK.min(rows));
    let (solving, judging) = (bytes(rows, rows) + refining.max(2 * weights), 2 * weights + blocks);
    let factors = table.column_count() as u64 * 2 * bytes(rows, USUAL_RANK.min(rows));
    let kept = if weights > LARGEST_KEPT as u64 { 0 } else { 2 * table.column_count() as u64 * weights };
    Needed { working: threads as u64 * solving.max(judging) + factors, kept: kept.min(CACHE_BYTES as u64) }
}

/// How many bytes of solved systems may be kept, if a comparison fits the limit: classes of graphs have more systems than
/// the estimate counts.
pub(super) fn room(table: &Table, options: &ContSidOptions, threads: usize) -> Result<usize, ContSidError> {
    let Needed { working, kept } = needed(table, options, threads);
    match options.memory_limit {
        None => Ok(CACHE_BYTES),
        Some(limit) if working + kept > limit => Err(ContSidError::Memory { needed: working + kept, limit }),
        Some(limit) => Ok(CACHE_BYTES.min(usize::try_from(limit - working).unwrap_or(CACHE_BYTES))),
    }
}

fn bytes(rows: usize, columns: usize) -> u64 {
    8 * rows as u64 * columns as u64
}

/// How many right sides a system with this treatment has, at most.
fn width(name: &str, column: &Column, options: &ContSidOptions, rows: usize) -> usize {
    match options.interventions.of(name) {
        Interventions::Observed => match choose_family(name, column, options) {
            KernelFamily::Gaussian | KernelFamily::Imq => most_columns(rows).min(USUAL_RANK),
            _ => distinct(column),
        },
        Interventions::Grid(count) | Interventions::Quantiles(count) => count.get(),
        Interventions::Points(points) => points.values().len(),
    }
}

fn distinct(column: &Column) -> usize {
    match column {
        Column::Numeric(values) => {
            let mut sorted = values.clone();
            sorted.sort_by(f64::total_cmp);
            sorted.dedup();
            sorted.len()
        }
        Column::Categorical { levels, codes } => levels.len().min(codes.len()),
    }
}
