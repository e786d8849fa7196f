//! The systems of some treatments and one adjustment set, solved once for all targets.

use super::column::{Factor, PreparedColumn};
use super::plan::Plan;
use super::workspace::Workspace;
use crate::embedding::{Correction, Estimator, Lambda, Reach, WeightSumError, fill_system};
use crate::kernel::{KernelColumn, ProductKernel, product_factor};
use crate::numeric::{CholeskyFactor, GrowingFactor, Matrix, NotPositiveDefinite, SingleMatrix, dot};
use std::sync::Arc;

/// From so many samples on a factor of the product of two kernels is looked for; that of three has too many columns.
const SMALLEST_FOR_FACTOR: usize = 300;

/// From so many samples on a factor in single precision and a few steps of refinement take less time than one in double.
const SMALLEST_FOR_SINGLE: usize = 500;

/// With a smaller N λ the difference in a low-rank solution cancels too many digits, and steps of refinement are many.
const SMALLEST_RIDGE: f64 = 0.5;

/// What a factor may leave out, as a part of the ridge: no weight changes by a larger part.
const LEFTOVER: f64 = 1e-11;

/// Columns of a factor with smaller entries can do with fewer digits: their solutions are multiplied by as small numbers.
const SMALLEST_LEADING: f64 = 0.03;

/// M = (K_RZ + N λ I)⁻¹ diag(r) B for the right sides B of some treatments R, and what the estimator makes of it.
pub(super) struct Solved {
    pub(super) weights: Weights,
    /// The interventions that the right sides stand for.
    pub(super) plan: Arc<Plan>,
    /// For each intervention, unless the estimator leaves the weights as they are.
    pub(super) corrections: Option<Vec<Correction>>,
}

/// M, in the order in which it is read fastest, and what gives w(x) = M e(x) for all interventions x.
pub(super) enum Weights {
    /// Mᵀ, where the right sides are the columns of a factor, and the rows e(x) of the plan.
    OfFactor { transposed: Matrix, rows: Arc<Matrix> },
    /// M, where the right sides are the interventions.
    OfPoints(Matrix),
}

impl Weights {
    /// The number of right sides, and that of samples.
    fn shape(&self) -> (usize, usize) {
        match self {
            Self::OfFactor { transposed, .. } => (transposed.row_count(), transposed.column_count()),
            Self::OfPoints(matrix) => (matrix.column_count(), matrix.row_count()),
        }
    }

    fn minus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::OfFactor { transposed, rows }, Self::OfFactor { transposed: other, .. }) => {
                Self::OfFactor { transposed: transposed.minus(other), rows: Arc::clone(rows) }
            }
            (Self::OfPoints(one), Self::OfPoints(other)) => Self::OfPoints(one.minus(other)),
            _ => unreachable!("the systems of one treatment have the same right sides"),
        }
    }

    /// w(x) at the intervention with this place.
    pub(super) fn at(&self, place: usize) -> Vec<f64> {
        match self {
            Self::OfFactor { transposed, rows } => transposed.transpose_times_vector(&rows.row(place)),
            Self::OfPoints(matrix) => matrix.column(place).to_vec(),
        }
    }

    /// The sum of w(x) for each intervention.
    fn sums(&self) -> Vec<f64> {
        match self {
            Self::OfFactor { transposed, rows } => rows.times_vector(&transposed.row_sums()),
            Self::OfPoints(matrix) => matrix.column_sums(),
        }
    }
}

impl Solved {
    /// Whether the weights are small beside the system that gave them.
    pub(super) fn is_narrow(&self) -> bool {
        let (width, samples) = self.weights.shape();
        2 * width < samples
    }

    /// The weights of the learnt graph less those of the true one, M₂ − M₁, where nothing corrects them; none beside weights
    /// that are as large as the system, which are looked at part by part.
    pub(super) fn difference(truth: &Self, learnt: &Self) -> Option<Weights> {
        let wanted = truth.corrections.is_none() && truth.is_narrow();
        wanted.then(|| learnt.weights.minus(&truth.weights))
    }

    pub(super) fn bytes(&self) -> usize {
        let (width, samples) = self.weights.shape();
        8 * width * samples
    }
}

/// Why a system has no solution.
pub(super) enum Unsolved {
    Singular,
    /// At the intervention with this place.
    WeightSum {
        place: usize,
        error: WeightSumError,
    },
}

impl From<NotPositiveDefinite> for Unsolved {
    fn from(_: NotPositiveDefinite) -> Self {
        Self::Singular
    }
}

/// The treatments of a system, in increasing order, and the interventions on them.
pub(super) struct Treated<'a> {
    pub(super) columns: Vec<&'a PreparedColumn>,
    pub(super) plan: Arc<Plan>,
}

impl Treated<'_> {
    /// The factor L of the treatments' kernel, where the right sides are its columns, and its rows at the interventions.
    fn factor(&self) -> Option<(&Factor, &Arc<Matrix>)> {
        match (self.columns.as_slice(), &self.plan.rows) {
            ([one], Some(rows)) => one.factor().map(|factor| (factor, rows)),
            _ => None,
        }
    }

    fn kernel(&self) -> ProductKernel<'_> {
        ProductKernel::new(&self.columns.iter().map(|column| &column.kernel).collect::<Vec<_>>())
    }

    /// The right sides of the system: r_s L_s, or r_s k(x⁽ˢ⁾, x).
    fn right_sides(&self, reach: &[f64]) -> Weights {
        if let Some((factor, rows)) = self.factor() {
            let mut transposed = factor.transposed.clone();
            transposed.scale_columns(reach);
            return Weights::OfFactor { transposed, rows: Arc::clone(rows) };
        }
        let mut right = self.against_points(reach.len());
        right.scale_rows(reach);
        Weights::OfPoints(right)
    }

    /// The sizes of the factor's columns.
    fn sizes(&self) -> Option<&[f64]> {
        self.factor().map(|(factor, _)| factor.sizes.as_slice())
    }

    fn against_points(&self, rows: usize) -> Matrix {
        let points = &self.plan.points;
        let (kernel, mut right) = (self.kernel(), Matrix::zeros(rows, points.len()));
        for place in 0..points.len() {
            kernel.against_point(&points.at(place), right.column_mut(place));
        }
        right
    }
}

/// Solves the system of treatments that are adjusted for these columns. `workspace` gives the memory, and gets it back.
pub(super) fn solve(
    treated: &Treated<'_>,
    adjustment: &[&PreparedColumn],
    lambda: Lambda,
    estimator: Estimator,
    workspace: &mut Workspace,
) -> Result<Solved, Unsolved> {
    let weights = match treated.factor() {
        Some((factor, rows)) if adjustment.is_empty() => {
            Weights::OfFactor { transposed: solve_factor(factor, lambda)?, rows: Arc::clone(rows) }
        }
        _ => match system_factor(treated, adjustment, lambda, workspace) {
            Some((factor, reach)) => {
                let weights = solve_low_rank(treated, &factor, &reach, lambda)?;
                workspace.give_numbers(reach.len(), factor.into_memory());
                weights
            }
            None => solve_dense(treated, adjustment, lambda, workspace)?,
        },
    };
    let corrections = corrections(&weights, estimator)?;
    Ok(Solved { weights, plan: Arc::clone(&treated.plan), corrections })
}

/// (L Lᵀ + N λ I)⁻¹ L = L (Lᵀ L + N λ I)⁻¹: the system has the size of the rank.
fn solve_factor(factor: &Factor, lambda: Lambda) -> Result<Matrix, Unsolved> {
    let mut small = factor.transposed.row_products();
    small.add_to_diagonal(lambda.ridge(factor.transposed.column_count()));
    let mut right = factor.transposed.clone();
    CholeskyFactor::new(small)?.solve_in_place(&mut right);
    Ok(right)
}

/// A factor of K_RZ, where that is as exact as the dense system and earlier ready, and r.
fn system_factor(
    treated: &Treated<'_>,
    adjustment: &[&PreparedColumn],
    lambda: Lambda,
    workspace: &mut Workspace,
) -> Option<(GrowingFactor, Vec<f64>)> {
    let columns = [&treated.columns[..], adjustment].concat();
    let count = columns[0].kernel.len();
    let ridge = lambda.ridge(count);
    let suits = count >= SMALLEST_FOR_FACTOR && ridge >= SMALLEST_RIDGE && columns.len() == 2;
    if !suits || columns.iter().any(|column| column.factor().is_none()) {
        return None;
    }
    let kernels: Vec<&KernelColumn> = columns.iter().map(|column| &column.kernel).collect();
    let reach = known_reach(adjustment, count)?;
    let memory = workspace.take_system(count).into_values();
    match product_factor(&ProductKernel::new(&kernels), count, count * 3 / 10, LEFTOVER * ridge, memory) {
        Ok(factor) => Some((factor, reach)),
        Err(memory) => {
            workspace.give_numbers(count, memory);
            None
        }
    }
}

fn solve_low_rank(
    treated: &Treated<'_>,
    factor: &GrowingFactor,
    reach: &[f64],
    lambda: Lambda,
) -> Result<Weights, Unsolved> {
    let ridge = lambda.ridge(reach.len());
    let mut right = treated.right_sides(reach);
    match &mut right {
        Weights::OfFactor { transposed, .. } => {
            let sizes = treated.sizes().unwrap_or_default();
            let leading = sizes.iter().rposition(|&size| size >= SMALLEST_LEADING).map_or(0, |last| last + 1);
            factor.solve_rows_in_place(ridge, transposed, leading)?;
        }
        Weights::OfPoints(right) => factor.solve_in_place(ridge, right)?,
    }
    Ok(right)
}

fn solve_dense(
    treated: &Treated<'_>,
    adjustment: &[&PreparedColumn],
    lambda: Lambda,
    workspace: &mut Workspace,
) -> Result<Weights, Unsolved> {
    let kernel = treated.kernel();
    let count = treated.columns.first().map_or(0, |column| column.kernel.len());
    let mut system = workspace.take_system(count);
    let columns: Vec<&KernelColumn> = adjustment.iter().map(|column| &column.kernel).collect();
    let reach = known_reach(adjustment, count).map_or(Reach::Measured, Reach::Known);
    let sizes = treated.sizes().filter(|_| suits_single_precision(lambda, count));
    // Beside weights that are as large as the system there is no room for another one.
    let memory = std::mem::take(&mut workspace.single);
    let mut single = sizes.is_some().then(|| SingleMatrix::new(count, memory));
    let reach = fill_system(&kernel, &ProductKernel::new(&columns), lambda, reach, &mut system, |place, column| {
        if let Some(single) = &mut single {
            single.set_column(place, column);
        }
    });
    let mut right = treated.right_sides(&reach);
    let refined = match (&mut right, single, sizes) {
        (Weights::OfFactor { transposed, .. }, Some(single), Some(sizes)) => single.factorise().is_ok_and(|factor| {
            let refined = factor.solve_rows_in_place(&mut system, transposed, sizes);
            workspace.single = factor.into_memory();
            refined.is_ok()
        }),
        _ => false,
    };
    if !refined {
        let factor = CholeskyFactor::new(system)?;
        match &mut right {
            Weights::OfFactor { transposed, .. } => factor.solve_rows_in_place(transposed),
            Weights::OfPoints(right) => factor.solve_in_place(right),
        }
        system = factor.into_matrix();
    }
    workspace.system = Some(system);
    Ok(right)
}

fn suits_single_precision(lambda: Lambda, count: usize) -> bool {
    count >= SMALLEST_FOR_SINGLE && lambda.ridge(count) >= SMALLEST_RIDGE
}

/// r = K_Z 1 / N, where it costs less than a pass over the matrix: for no column, and by factors for one or two.
///
/// With K_a = L_a L_aᵀ and K_b = L_b L_bᵀ row s of (K_a ∘ K_b) 1 is the product of row s of L_a (L_aᵀ L_b) with row s of
/// L_b.
fn known_reach(adjustment: &[&PreparedColumn], count: usize) -> Option<Vec<f64>> {
    match adjustment {
        [] => Some(vec![1.0; count]),
        [one] => one.factor().map(|one| one.transposed.transpose_times_vector(&one.mean)),
        [one, two] => {
            let (one, two) = (&one.factor()?.transposed, &two.factor()?.transposed);
            let mixed = two.times_transposed(one).times(one);
            Some(mixed.columns().zip(two.columns()).map(|(left, right)| dot(left, right) / count as f64).collect())
        }
        _ => None,
    }
}

fn corrections(weights: &Weights, estimator: Estimator) -> Result<Option<Vec<Correction>>, Unsolved> {
    if estimator == Estimator::Plain {
        return Ok(None);
    }
    let corrected = weights
        .sums()
        .into_iter()
        .enumerate()
        .map(|(place, sum)| estimator.correction(sum).map_err(|error| Unsolved::WeightSum { place, error }));
    corrected.collect::<Result<Vec<_>, _>>().map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::contsid::Interventions;
    use crate::kernel::{Bandwidth, KernelFamily, median_distance};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Nearly normal values under a Gaussian kernel three times as wide as the median distance.
    fn wide_column(count: usize, rng: &mut ChaCha8Rng) -> PreparedColumn {
        let mut normal = || (0..12).map(|_| rng.random_range(-0.5..0.5)).sum::<f64>();
        let values: Vec<f64> = (0..count).map(|_| normal()).collect();
        let sigma = Bandwidth::new(3.0 * median_distance(&values).value()).unwrap();
        let kernel = KernelColumn::of_numbers(&values, KernelFamily::Gaussian.with_bandwidth(sigma));
        PreparedColumn::new(kernel, &Interventions::Observed)
    }

    #[test]
    fn two_wide_kernels_have_a_factor_that_solves_as_the_dense_system_does() {
        let (count, mut rng) = (SMALLEST_FOR_FACTOR, ChaCha8Rng::seed_from_u64(1));
        let [one, other] = [0, 1].map(|_| wide_column(count, &mut rng));
        let mut workspace = Workspace::default();
        let treated = Treated { columns: vec![&one], plan: Arc::clone(&one.plan) };
        let sizes = treated.sizes().expect("a smooth kernel");
        for ridge in [0.5, 1.0, 3.0] {
            let lambda = Lambda::new(ridge / count as f64).unwrap();
            let (factor, reach) =
                system_factor(&treated, &[&other], lambda, &mut workspace).expect("few columns matter");
            let Ok(found) = solve_low_rank(&treated, &factor, &reach, lambda) else { panic!("a solution") };
            let dense = solve_dense(&treated, &[&other], lambda, &mut Workspace::default());
            let Ok(expected) = dense else { panic!("a solution") };
            let (Weights::OfFactor { transposed: found, .. }, Weights::OfFactor { transposed: expected, .. }) =
                (found, expected)
            else {
                panic!("right sides that are the columns of a factor");
            };
            // Each column counts by the numbers that it is multiplied with.
            let difference = found.minus(&expected);
            let errors = difference.columns().flat_map(|row| row.iter().zip(sizes));
            let error = errors.map(|(error, size)| error.abs() * size).fold(0.0, f64::max);
            assert!(error <= 2.5e-14, "{error:e} for the ridge {ridge}");
        }
    }
}
