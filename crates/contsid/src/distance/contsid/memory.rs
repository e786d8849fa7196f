//! How much memory a comparison needs.

use super::columns::{
    BLOCK, Columns, Factor, InterventionPlan, InterventionPlans, PreparedColumn, choose_family, most_columns,
};
use super::prepared::Keeping;
use super::solve::{AtHand, CACHE_BYTES, LARGEST_KEPT};
use super::{ContSidError, ContSidOptions, Interventions, Prepared};
use crate::data::{Column, Table};
use crate::kernel::{CANDIDATES, KernelFamily, distinct_count};

/// Columns that a factor of a smooth kernel seldom exceeds.
const USUAL_RANK: usize = 64;

/// The largest number of bytes of systems at hand, for all threads together.
const AT_HAND_BYTES: u64 = 1 << 30;

/// An estimate of the bytes that [`contsid`](super::contsid()) takes beyond the table itself, before the data are looked at:
/// factors of smooth kernels are taken to have 64 columns.
///
/// [`Prepared::estimated_memory`] knows how many they have, and counts the solved systems that prepared data keep.
pub fn estimated_memory(table: &Table, options: &ContSidOptions, threads: usize) -> u64 {
    Sizes::guessed(table, options).needed(Keeping::for_one_comparison(options), threads)
}

/// What a comparison takes, besides solved systems that are kept at will.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    rows: usize,
    /// The bytes of the prepared columns.
    prepared: u64,
    /// The bytes of a thread, for the treatment that takes most.
    per_thread: u64,
    /// The bytes of the systems of one comparison that are kept.
    kept: u64,
    outcomes: OutcomeSizes,
}

/// The sizes of what is judged.
#[derive(Clone, Copy, Debug)]
struct OutcomeSizes {
    /// The columns of the factor with most of them.
    rank: usize,
    /// Whether a column has no factor, so that the weights for its norms are made block by block.
    lack_factor: bool,
}

/// The sizes of a treatment, or of several that are set together.
#[derive(Clone, Copy, Debug)]
struct Treatment {
    /// The right sides of its systems.
    width: usize,
    /// Its interventions.
    points: usize,
    /// The columns of its factor; 0 without one.
    rank: usize,
    /// Whether the right sides are the columns of the factor.
    is_factored: bool,
}

impl Treatment {
    /// Before the column is prepared.
    fn guessed(name: &str, column: &Column, options: &ContSidOptions) -> Self {
        let (rows, distinct) = (column.len(), distinct(column));
        let rank = match choose_family(name, column, options) {
            KernelFamily::Gaussian | KernelFamily::Imq => most_columns(rows).min(USUAL_RANK).min(distinct),
            _ if distinct <= most_columns(rows) => distinct,
            _ => 0,
        };
        let interventions = options.interventions.of(name);
        let points = match interventions {
            Interventions::Observed => distinct,
            Interventions::Grid(count) | Interventions::Quantiles(count) => count.get(),
            Interventions::Points(points) => points.values().len(),
        };
        let is_factored = *interventions == Interventions::Observed && (1..points).contains(&rank);
        Self { width: if is_factored { rank } else { points }, points, rank, is_factored }
    }

    fn of(column: &PreparedColumn, plan: &InterventionPlan) -> Self {
        let rank = column.factor().map_or(0, Factor::rank);
        Self { width: plan.width(), points: plan.points.len(), rank, is_factored: plan.rows.is_some() }
    }

    /// The bytes of the column, prepared: values and interventions, the factor, and its rows at the interventions.
    fn prepared(&self, rows: usize) -> u64 {
        let at_points = if self.is_factored { bytes(self.rank, self.points) } else { 0 };
        added([bytes(rows, 5), bytes(self.points, 4), bytes(rows, self.rank), at_points])
    }

    /// The bytes of a thread: to solve a system beside another one, the matrix, right sides, what the adjustment set takes, and
    /// memory for factors; to judge two, their weights and what the norms take, beside what is kept to solve the next system.
    fn per_thread(&self, rows: usize, outcomes: OutcomeSizes) -> u64 {
        let rank = outcomes.rank;
        let (matrix, system) = (bytes(rows, rows), bytes(rows, self.width));
        let single = if self.is_factored { matrix / 2 } else { 0 };
        // A factor of the product of two kernels stands in the matrix; its small system has at most 3/10 of the rows.
        let product = if self.rank > 0 { added([matrix / 100 * 9, bytes(rows, 2 * CANDIDATES)]) } else { 0 };
        // Right sides, solution and residual, and one of them in single precision.
        let refining = if self.is_factored { system.saturating_mul(7) / 2 } else { 0 };
        let features = bytes(rank, self.width).saturating_add(bytes(rank, self.points).saturating_mul(3));
        let solving = added([matrix, single, product.max(refining), system, system, bytes(rows, 2 * rank), features]);
        let beside = if self.width < rows.div_ceil(2) { added([matrix, single, system]) } else { 0 };
        let blocks = if outcomes.lack_factor { bytes(rows, 3 * BLOCK.min(rows)) } else { 0 };
        solving.max(added([beside, system, system, blocks, features]))
    }

    /// The bytes of the systems under both graphs, where they are kept.
    fn kept(&self, rows: usize) -> u64 {
        let system = bytes(rows, self.width);
        if system > LARGEST_KEPT { 0 } else { 2 * system }
    }
}

impl Sizes {
    fn guessed(table: &Table, options: &ContSidOptions) -> Self {
        let columns = table.names().iter().zip(table.columns());
        let treatments = columns.map(|(name, column)| Treatment::guessed(name, column, options));
        Self::largest(table.row_count(), &treatments.collect::<Vec<_>>())
    }

    fn of(columns: &Columns, plans: &InterventionPlans) -> Self {
        let treatments = columns.iter().zip(plans.single()).map(|(column, plan)| Treatment::of(column, plan));
        Self::largest(columns.row_count(), &treatments.collect::<Vec<_>>())
    }

    fn largest(rows: usize, treatments: &[Treatment]) -> Self {
        let ranks = || treatments.iter().map(|treatment| treatment.rank);
        let outcomes = OutcomeSizes { rank: ranks().max().unwrap_or(0), lack_factor: ranks().any(|rank| rank == 0) };
        let per_thread = treatments.iter().map(|treatment| treatment.per_thread(rows, outcomes)).max();
        Self {
            rows,
            prepared: added(treatments.iter().map(|treatment| treatment.prepared(rows))),
            per_thread: per_thread.unwrap_or(0),
            kept: added(treatments.iter().map(|treatment| treatment.kept(rows))).min(CACHE_BYTES),
            outcomes,
        }
    }

    /// With joint interventions of so many points.
    fn with_joint(self, points: usize) -> Self {
        let joint = Treatment { width: points, points, rank: self.outcomes.rank, is_factored: false };
        Self { per_thread: self.per_thread.max(joint.per_thread(self.rows, self.outcomes)), ..self }
    }

    /// The bytes of everything but the systems that are kept.
    fn working(&self, threads: usize) -> u64 {
        self.prepared.saturating_add(self.per_thread.saturating_mul(threads as u64))
    }

    fn needed(&self, keeping: Keeping, threads: usize) -> u64 {
        let kept = match keeping {
            Keeping::Systems => self.kept,
            Keeping::Nothing => 0,
        };
        self.working(threads).saturating_add(kept)
    }
}

/// Refuses a table that clearly does not fit the limit, before it is prepared.
pub(super) fn check_table(
    table: &Table,
    options: &ContSidOptions,
    keeping: Keeping,
    threads: usize,
) -> Result<(), ContSidError> {
    fits(Sizes::guessed(table, options).needed(keeping, threads), options.memory_limit)
}

fn fits(needed: u64, limit: Option<u64>) -> Result<(), ContSidError> {
    match limit {
        Some(limit) if needed > limit => Err(ContSidError::Memory { needed, limit }),
        _ => Ok(()),
    }
}

/// The bytes that a comparison of two directed graphs takes.
pub(super) fn of_prepared(prepared: &Prepared, threads: usize) -> u64 {
    Sizes::of(&prepared.columns, &prepared.plans).needed(Keeping::Systems, threads)
}

/// How many bytes of solved systems may be kept, if a comparison fits the limit.
pub(super) fn room(
    columns: &Columns,
    plans: &InterventionPlans,
    options: &ContSidOptions,
    keeping: Keeping,
    threads: usize,
) -> Result<u64, ContSidError> {
    let sizes = Sizes::of(columns, plans);
    fits(sizes.needed(keeping, threads), options.memory_limit)?;
    let left = |limit: u64| limit.saturating_sub(sizes.working(threads));
    Ok(match keeping {
        Keeping::Nothing => 0,
        Keeping::Systems => options.memory_limit.map_or(CACHE_BYTES, |limit| left(limit).min(CACHE_BYTES)),
    })
}

/// How many systems of this many right sides a thread may have at hand; as many as are wanted, if they fit.
///
/// # Errors
///
/// If not even two fit.
pub(super) fn most_at_hand(
    prepared: &Prepared,
    width: usize,
    wanted: usize,
    threads: usize,
) -> Result<usize, ContSidError> {
    let sizes = Sizes::of(&prepared.columns, &prepared.plans).with_joint(width);
    let system = bytes(prepared.sample_count(), width).max(1);
    let more = (wanted.saturating_sub(AtHand::FEWEST) as u64).saturating_mul(system).saturating_mul(threads as u64);
    let working = sizes.working(threads);
    let granted = prepared.solver.grant(working, more.min(AT_HAND_BYTES), prepared.options.memory_limit)?;
    let count = granted / threads.max(1) as u64 / system;
    Ok(AtHand::FEWEST + usize::try_from(count).unwrap_or(wanted))
}

fn added(parts: impl IntoIterator<Item = u64>) -> u64 {
    parts.into_iter().fold(0, u64::saturating_add)
}

fn bytes(rows: usize, columns: usize) -> u64 {
    (rows as u64).saturating_mul(columns as u64).saturating_mul(8)
}

fn distinct(column: &Column) -> usize {
    match column {
        Column::Numeric(values) => distinct_count(values),
        Column::Categorical { levels, codes } => levels.len().min(codes.len()),
    }
}
