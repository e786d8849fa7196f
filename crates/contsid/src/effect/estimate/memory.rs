//! One bound on the memory of estimates, from all rows or from parts.
//!
//! A thread needs one system of n × n, the right sides and what
//! solving makes of them, and in parts the columns of its rows. All threads together need the columns of all rows, if
//! these are used, and what is kept of the solved systems of a batch.

use super::columns::{BLOCK, Interventions, choose_family, most_columns};
use crate::data::{Column, Table};
use crate::effect::{ContSidError, ContSidOptions};
use crate::kernel::{KernelFamily, distinct_count};

/// The usual largest rank of a smooth kernel's factor.
const USUAL_RANK: usize = 64;

/// Numbers for each row of a column beside its factor: its value; order, correlation and innovation of a Laplace
/// kernel's root; a copy while interventions are made.
pub(crate) const NUMBERS_OF_ROW: usize = 5;

/// Matrices with a column for each of few right sides while a system is solved: the right sides, a copy that becomes
/// the solution, and what outcomes make of it.
const NARROW_MATRICES: usize = 3;

/// The same where the right sides are as many as rows: they are replaced by the solution.
const WIDE_MATRICES: usize = 1;

/// Matrices of weights for some interventions, where an outcome has no factor.
const BLOCKS: usize = 3;

/// The columns of a table, as far as memory depends on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Widths {
    /// The columns of all factors together.
    pub(crate) ranks: usize,
    /// The largest number of right sides of a system.
    pub(crate) widest: usize,
    pub(crate) is_rough: bool,
}

impl Widths {
    /// Without looking at the data: factors of smooth kernels are assumed to have 64 columns.
    fn guessed(table: &Table, options: &ContSidOptions) -> Self {
        let mut all = Self::default();
        for (name, column) in table.names().iter().zip(table.columns()) {
            let (rank, points) = guessed(name, column, options);
            let is_observed = *options.interventions.of(name) == Interventions::Observed;
            all.ranks += rank.unwrap_or(0);
            all.widest = all.widest.max(rank.filter(|rank| is_observed && *rank < points).unwrap_or(points));
            all.is_rough |= rank.is_none();
        }
        all
    }

    /// The bytes of a comparison of two graphs on this many rows.
    pub(crate) fn of_comparison(self, rows: usize, columns: usize, threads: usize) -> u64 {
        let Self { ranks, widest, is_rough } = self;
        let prepared = bytes(rows, ranks.saturating_mul(2) + columns * NUMBERS_OF_ROW);
        // The weights of one system are kept while those of the other are solved for.
        let kept = if is_rough { bytes(rows, widest) } else { bytes(widest, ranks).saturating_mul(2) };
        let of_thread = of_thread(rows, widest, is_rough).saturating_add(kept);
        prepared.saturating_add(of_thread.saturating_mul(threads as u64))
    }
}

/// The guessed rank of a column's factor, if it has one, and the number of its interventions.
fn guessed(name: &str, column: &Column, options: &ContSidOptions) -> (Option<usize>, usize) {
    let distinct = match column {
        Column::Numeric(numbers) => distinct_count(&numbers.values()),
        Column::Categorical { levels, codes } => levels.len().min(codes.len()),
    };
    let most = most_columns(column.len());
    let rank = match choose_family(name, column, options) {
        KernelFamily::Gaussian | KernelFamily::Imq => Some(most.min(USUAL_RANK).min(distinct)),
        _ => (distinct <= most).then_some(distinct),
    };
    let points = match options.interventions.of(name) {
        Interventions::Observed => distinct,
        Interventions::Grid(count) | Interventions::Quantiles(count) => count.get(),
        Interventions::Points(points) => points.values().len(),
    };
    (rank, points)
}

/// The bytes of a thread: the larger of solving systems of this many rows with this many right sides, and of measuring
/// outcomes without a factor, some interventions at a time.
pub(crate) fn of_thread(rows: usize, width: usize, is_rough: bool) -> u64 {
    let is_narrow = width < rows.div_ceil(2);
    let matrices = if is_narrow { NARROW_MATRICES } else { WIDE_MATRICES };
    let solving = bytes(rows, rows).saturating_add(bytes(rows, width).saturating_mul(matrices as u64));
    let measuring = if is_rough { bytes(rows, BLOCK.min(rows)).saturating_mul(BLOCKS as u64) } else { 0 };
    solving.max(measuring)
}

/// The bytes of a matrix.
pub(crate) fn bytes(rows: usize, columns: usize) -> u64 {
    (rows as u64).saturating_mul(columns as u64).saturating_mul(size_of::<f64>() as u64)
}

/// An estimate of the bytes that contSID of two graphs needs besides the table, from all rows and without looking at
/// the data.
pub fn estimated_memory(table: &Table, options: &ContSidOptions, threads: usize) -> u64 {
    Widths::guessed(table, options).of_comparison(table.row_count(), table.column_count(), threads)
}

pub(crate) fn check(needed: u64, limit: Option<u64>) -> Result<(), ContSidError> {
    match limit {
        Some(limit) if needed > limit => Err(ContSidError::Memory { needed, limit }),
        _ => Ok(()),
    }
}
