//! The memory of a comparison.

use super::columns::{
    BLOCK, Columns, Factor, InterventionPlan, InterventionPlans, PreparedColumn, choose_family, most_columns,
};
use super::prepared::Keeping;
use super::solve::{AtHand, CACHE_BYTES, LARGEST_KEPT, most_product_columns};
use super::{ContSidError, ContSidOptions, Interventions, Prepared};
use crate::data::{Column, Table};
use crate::kernel::{CANDIDATES, KernelFamily, distinct_count};

/// The usual largest rank of a smooth kernel's factor.
const USUAL_RANK: usize = 64;

/// Numbers for each row of a prepared column: its value; order, correlation and innovation of a Laplace kernel's root;
/// and a copy of its value while interventions are made.
const NUMBERS_OF_ROW: usize = 5;

/// Numbers for each intervention on a column: value and weight, alone and among joint ones.
const NUMBERS_OF_POINT: usize = 4;

/// The largest number of bytes of systems at hand, for all threads together.
const AT_HAND_BYTES: u64 = 1 << 30;

/// An estimate of the bytes that [`contsid`](super::contsid()) needs besides the table, without looking at the data:
/// factors of smooth kernels are assumed to have 64 columns.
///
/// [`Prepared::estimated_memory`] uses their real ranks, and includes the solved systems that are kept.
pub fn estimated_memory(table: &Table, options: &ContSidOptions, threads: usize) -> u64 {
    Sizes::guessed(table, options).needed(Keeping::for_one_comparison(options), threads)
}

/// The memory of a comparison, without optional solved systems.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    rows: usize,
    /// The bytes of the prepared columns.
    prepared: u64,
    /// The bytes of a thread, for the largest treatment.
    per_thread: u64,
    /// The bytes of the systems of one comparison that are kept.
    kept: u64,
    outcomes: OutcomeShapes,
}

/// The shapes of outcomes.
#[derive(Clone, Copy, Debug)]
struct OutcomeShapes {
    /// The largest rank of a factor.
    rank: usize,
    /// Whether a column has no factor, so that weights are computed block by block.
    lack_factor: bool,
}

/// The shapes of the matrices of a treatment, or of several that are set together.
#[derive(Clone, Copy, Debug)]
struct TreatmentShape {
    /// Its interventions.
    points: usize,
    /// The columns of its factor, if it has one.
    rank: Option<usize>,
    /// Whether the right sides of its systems are the columns of the factor; they are the interventions otherwise.
    is_factored: bool,
}

impl TreatmentShape {
    /// The shape before the column is prepared.
    fn guessed(name: &str, column: &Column, options: &ContSidOptions) -> Self {
        let (rows, distinct) = (column.len(), distinct(column));
        let rank = match choose_family(name, column, options) {
            KernelFamily::Gaussian | KernelFamily::Imq => Some(most_columns(rows).min(USUAL_RANK).min(distinct)),
            _ => (distinct <= most_columns(rows)).then_some(distinct),
        };
        let interventions = options.interventions.of(name);
        let points = match interventions {
            Interventions::Observed => distinct,
            Interventions::Grid(count) | Interventions::Quantiles(count) => count.get(),
            Interventions::Points(points) => points.values().len(),
        };
        let is_factored = *interventions == Interventions::Observed && rank.is_some_and(|rank| rank < points);
        Self { points, rank, is_factored }
    }

    fn of(column: &PreparedColumn, plan: &InterventionPlan) -> Self {
        Self { points: plan.points.len(), rank: column.factor().map(Factor::rank), is_factored: plan.rows.is_some() }
    }

    /// The right sides of its systems.
    fn width(&self) -> usize {
        self.rank.filter(|_| self.is_factored).unwrap_or(self.points)
    }

    /// The bytes of the prepared column: values and interventions, the factor, and its rows at the interventions.
    fn prepared(&self, rows: usize) -> u64 {
        let factor = self.rank.map_or(0, |rank| doubles(rows, rank));
        let at_points = if self.is_factored { doubles(self.width(), self.points) } else { 0 };
        added([doubles(rows, NUMBERS_OF_ROW), doubles(self.points, NUMBERS_OF_POINT), factor, at_points])
    }

    /// The bytes of a thread: the larger of solving a system next to another one, and of computing distances of two
    /// next to the workspace.
    fn per_thread(&self, rows: usize, outcomes: OutcomeShapes) -> u64 {
        let weights = doubles(rows, self.width());
        let judging =
            added([doubles(outcomes.rank, self.width()), doubles(outcomes.rank, self.points).saturating_mul(3)]);
        let adjusting = doubles(rows, outcomes.rank).saturating_mul(2);
        let solving = added([self.workspace(rows), self.solving(rows), weights, weights, adjusting, judging]);
        // If weights are as large as the system, the workspace is released.
        let beside = if self.width() < rows.div_ceil(2) { added([self.workspace(rows), weights]) } else { 0 };
        let blocks = if outcomes.lack_factor { doubles(rows, BLOCK.min(rows)).saturating_mul(3) } else { 0 };
        solving.max(added([beside, weights, weights, blocks, judging]))
    }

    /// The bytes of a system, and of its factor in single precision.
    fn workspace(&self, rows: usize) -> u64 {
        let single = if self.is_factored { singles(rows, rows) } else { 0 };
        doubles(rows, rows).saturating_add(single)
    }

    /// The bytes of solving besides the workspace and the right sides.
    fn solving(&self, rows: usize) -> u64 {
        let (small, weights) = (most_product_columns(rows), doubles(rows, self.width()));
        // The factor of a product of two kernels is in the workspace; here its small system, and candidates for more
        // columns.
        let product =
            self.rank.map_or(0, |_| added([doubles(small, small), doubles(rows, CANDIDATES).saturating_mul(2)]));
        // The solution, the residuals, the selected right sides, and these in single precision.
        let refining =
            if self.is_factored { added([weights; 3]).saturating_add(singles(rows, self.width())) } else { 0 };
        product.max(refining)
    }

    /// The bytes of the systems of both graphs, if they are kept.
    fn kept(&self, rows: usize) -> u64 {
        let system = doubles(rows, self.width());
        if system > LARGEST_KEPT { 0 } else { 2 * system }
    }
}

impl Sizes {
    pub(super) fn guessed(table: &Table, options: &ContSidOptions) -> Self {
        let columns = table.names().iter().zip(table.columns());
        let treatments = columns.map(|(name, column)| TreatmentShape::guessed(name, column, options));
        Self::largest(table.row_count(), &treatments.collect::<Vec<_>>())
    }

    pub(super) fn of(columns: &Columns, plans: &InterventionPlans) -> Self {
        let treatments = columns.iter().zip(plans.single()).map(|(column, plan)| TreatmentShape::of(column, plan));
        Self::largest(columns.row_count(), &treatments.collect::<Vec<_>>())
    }

    fn largest(rows: usize, treatments: &[TreatmentShape]) -> Self {
        let ranks = || treatments.iter().map(|treatment| treatment.rank);
        let rank = ranks().flatten().max().unwrap_or(0);
        let outcomes = OutcomeShapes { rank, lack_factor: ranks().any(|rank| rank.is_none()) };
        let per_thread = treatments.iter().map(|treatment| treatment.per_thread(rows, outcomes)).max();
        Self {
            rows,
            prepared: added(treatments.iter().map(|treatment| treatment.prepared(rows))),
            per_thread: per_thread.unwrap_or(0),
            kept: added(treatments.iter().map(|treatment| treatment.kept(rows))).min(CACHE_BYTES),
            outcomes,
        }
    }

    /// With joint interventions of this many points.
    fn with_joint(self, points: usize) -> Self {
        let joint = TreatmentShape { points, rank: Some(self.outcomes.rank), is_factored: false };
        Self { per_thread: self.per_thread.max(joint.per_thread(self.rows, self.outcomes)), ..self }
    }

    /// The bytes of everything except the systems that are kept.
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

    /// The bytes of solved systems that may be kept, if a comparison fits the limit.
    ///
    /// # Errors
    ///
    /// If it does not.
    pub(super) fn room(&self, keeping: Keeping, threads: usize, limit: Option<u64>) -> Result<u64, ContSidError> {
        let needed = self.needed(keeping, threads);
        match limit {
            Some(limit) if needed > limit => Err(ContSidError::Memory { needed, limit }),
            _ if keeping == Keeping::Nothing => Ok(0),
            Some(limit) => Ok(limit.saturating_sub(self.working(threads)).min(CACHE_BYTES)),
            None => Ok(CACHE_BYTES),
        }
    }
}

/// The bytes that a comparison of two directed graphs takes.
pub(super) fn of_prepared(prepared: &Prepared, threads: usize) -> u64 {
    Sizes::of(&prepared.columns, &prepared.plans).needed(Keeping::Systems, threads)
}

/// The number of systems with this many right sides that a thread may keep at hand, at most those wanted.
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
    let system = doubles(prepared.sample_count(), width).max(1);
    let more = (wanted.saturating_sub(AtHand::FEWEST) as u64).saturating_mul(system).saturating_mul(threads as u64);
    let working = sizes.working(threads);
    let granted = prepared.solver.grant(working, more.min(AT_HAND_BYTES), prepared.options.memory_limit)?;
    let count = granted / threads.max(1) as u64 / system;
    Ok(AtHand::FEWEST + usize::try_from(count).unwrap_or(wanted))
}

fn added(parts: impl IntoIterator<Item = u64>) -> u64 {
    parts.into_iter().fold(0, u64::saturating_add)
}

/// The bytes of a matrix in double precision.
fn doubles(rows: usize, columns: usize) -> u64 {
    (rows as u64).saturating_mul(columns as u64).saturating_mul(size_of::<f64>() as u64)
}

/// The bytes of a matrix in single precision.
fn singles(rows: usize, columns: usize) -> u64 {
    (rows as u64).saturating_mul(columns as u64).saturating_mul(size_of::<f32>() as u64)
}

fn distinct(column: &Column) -> usize {
    match column {
        Column::Numeric(numbers) => distinct_count(&numbers.values()),
        Column::Categorical { levels, codes } => levels.len().min(codes.len()),
    }
}

/// Bytes worked out by hand from the shapes of the matrices.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjustment::AdjustmentRule;
    use crate::distance::contsid::PerColumn;
    use crate::graph::NodeNames;
    use std::num::NonZeroUsize;

    const ROWS: usize = 1000;
    const NARROW: TreatmentShape = TreatmentShape { points: 100, rank: Some(20), is_factored: true };
    const WIDE: TreatmentShape = TreatmentShape { points: 600, rank: None, is_factored: false };
    const FACTORS: OutcomeShapes = OutcomeShapes { rank: 30, lack_factor: false };
    const NO_FACTORS: OutcomeShapes = OutcomeShapes { rank: 30, lack_factor: true };

    fn with_points(points: usize) -> TreatmentShape {
        TreatmentShape { points, ..WIDE }
    }

    fn guessed(column: &Column, kernel: KernelFamily, interventions: Interventions) -> (usize, Option<usize>, bool) {
        let (kernel, interventions) = (PerColumn::all(kernel), PerColumn::all(interventions));
        let options = ContSidOptions { kernel, interventions, ..ContSidOptions::default() };
        let TreatmentShape { points, rank, is_factored } = TreatmentShape::guessed("x", column, &options);
        (points, rank, is_factored)
    }

    fn with_distinct(distinct: usize) -> Column {
        Column::Numeric((0..ROWS).map(|row| (row % distinct) as f64).collect())
    }

    #[test]
    fn factors_are_guessed_from_distinct_values() {
        use KernelFamily::{Delta, Gaussian, Imq, Laplace};
        let observed = |distinct, kernel| guessed(&with_distinct(distinct), kernel, Interventions::Observed);
        // A smooth kernel: at most 64 columns, at most one for each distinct value.
        assert_eq!(observed(100, Gaussian), (100, Some(64), true));
        assert_eq!(observed(100, Imq), (100, Some(64), true));
        assert_eq!(observed(64, Gaussian), (64, Some(64), false));
        assert_eq!(observed(7, Gaussian), (7, Some(7), false));
        // Another kernel: a column for each distinct value, if these are at most a quarter of the rows.
        assert_eq!(observed(250, Laplace), (250, Some(250), false));
        assert_eq!(observed(251, Laplace), (251, None, false));
        // Only observed values are taken as combinations of the factor's columns.
        let count = NonZeroUsize::new(200).expect("not zero");
        assert_eq!(guessed(&with_distinct(500), Gaussian, Interventions::Grid(count)), (200, Some(64), false));
        let levels = ["a", "b", "c"].map(String::from).to_vec();
        let categories = Column::Categorical { levels, codes: vec![0, 1, 2, 1] };
        assert_eq!(guessed(&categories, Delta, Interventions::Observed), (3, Some(3), false));
    }

    #[test]
    fn bytes_of_a_prepared_column() {
        // Five numbers a row, four a point, the factor, and its rows at the points.
        assert_eq!(NARROW.prepared(ROWS), 40_000 + 3_200 + 160_000 + 16_000);
        assert_eq!(WIDE.prepared(ROWS), 40_000 + 19_200);
        let unused = TreatmentShape { is_factored: false, ..NARROW };
        assert_eq!(unused.prepared(ROWS), 40_000 + 3_200 + 160_000);
        assert_eq!((NARROW.width(), unused.width(), WIDE.width()), (20, 100, 600));
    }

    #[test]
    fn bytes_of_solving() {
        assert_eq!((NARROW.workspace(ROWS), WIDE.workspace(ROWS)), (8_000_000 + 4_000_000, 8_000_000));
        // A system of 300 columns, and twice 64 candidates.
        let product = 720_000 + 2 * 512_000;
        assert_eq!((NARROW.solving(ROWS), WIDE.solving(ROWS)), (product, 0));
        // Three times 200 right sides in double precision, and once in single.
        let many = TreatmentShape { points: 900, rank: Some(200), is_factored: true };
        assert_eq!(many.solving(ROWS), 3 * 1_600_000 + 800_000);
    }

    #[test]
    fn bytes_of_a_thread() {
        let (workspace, weights, judging) = (12_000_000, 160_000, 4_800 + 3 * 24_000);
        let solving = workspace + 1_744_000 + 2 * weights + 2 * 240_000 + judging;
        assert_eq!(NARROW.per_thread(ROWS, FACTORS), solving);
        // Three blocks of 256 columns.
        let blocks = 3 * 2_048_000;
        assert_eq!(NARROW.per_thread(ROWS, NO_FACTORS), workspace + 3 * weights + blocks + judging);
        // As many right sides as half of the rows: the workspace is released. One fewer: it is not.
        let judging_500 = 4 * 120_000;
        assert_eq!(with_points(500).per_thread(ROWS, NO_FACTORS), 8_000_000 + 2 * 4_000_000 + 480_000 + judging_500);
        let judging_499 = 4 * 119_760;
        assert_eq!(with_points(499).per_thread(ROWS, NO_FACTORS), 8_000_000 + 3 * 3_992_000 + blocks + judging_499);
    }

    #[test]
    fn only_small_systems_are_kept() {
        assert_eq!(NARROW.kept(ROWS), 2 * 160_000);
        // 2²¹ rows of eight bytes are the sixteenth part of 256 MB.
        assert_eq!(with_points(1).kept(1 << 21), 2 << 24);
        assert_eq!(with_points(1).kept((1 << 21) + 1), 0);
        assert_eq!(Sizes::largest(1 << 21, &[with_points(1); 7]).kept, 7 * (2 << 24));
        assert_eq!(Sizes::largest(1 << 21, &[with_points(1); 9]).kept, 256 << 20);
    }

    #[test]
    fn bytes_of_a_comparison() {
        let sizes = Sizes::largest(ROWS, &[NARROW, WIDE]);
        assert_eq!((sizes.outcomes.rank, sizes.outcomes.lack_factor), (20, true));
        let (prepared, kept) = (219_200 + 59_200, 320_000 + 9_600_000);
        let narrow = 12_000_000 + 3 * 160_000 + 6_144_000 + 3_200 + 48_000;
        assert_eq!((sizes.prepared, sizes.per_thread, sizes.kept), (prepared, narrow, kept));
        assert_eq!(sizes.working(2), prepared + 2 * narrow);
        assert_eq!(sizes.needed(Keeping::Nothing, 2), prepared + 2 * narrow);
        assert_eq!(sizes.needed(Keeping::Systems, 2), prepared + 2 * narrow + kept);
        assert_eq!(sizes.with_joint(10).per_thread, narrow);
        let joint = 8_000_000 + 1_744_000 + 2 * 16_000_000 + 2 * 160_000 + 4 * 320_000;
        assert_eq!(sizes.with_joint(2000).per_thread, joint);
        assert!(!Sizes::largest(ROWS, &[NARROW]).outcomes.lack_factor);
    }

    #[test]
    fn a_limit_may_be_reached_and_not_exceeded() {
        let columns = vec![with_distinct(100), with_distinct(300)];
        let table = Table::new(NodeNames::numbered(2), columns).expect("two columns of the same length");
        // Two factors of 64 columns, on 100 and on 300 observed values.
        let shape = |points| TreatmentShape { points, rank: Some(64), is_factored: true };
        let sizes = Sizes::largest(ROWS, &[shape(100), shape(300)]);
        for (adjustment, keeping) in
            [(AdjustmentRule::Parents, Keeping::Nothing), (AdjustmentRule::Optimal, Keeping::Systems)]
        {
            let options = ContSidOptions { adjustment, ..ContSidOptions::default() };
            let needed = estimated_memory(&table, &options, 2);
            assert_eq!(needed, sizes.needed(keeping, 2));
            let checked = |limit| {
                let options = ContSidOptions { memory_limit: Some(limit), ..options.clone() };
                Sizes::guessed(&table, &options).room(keeping, 2, options.memory_limit).is_ok()
            };
            assert!(checked(needed) && !checked(needed - 1));
        }
    }
}
