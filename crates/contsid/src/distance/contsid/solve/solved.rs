//! The system of some treatments and one adjustment set, solved once for all outcomes.

use super::regression::{Regression, product_kernel};
use super::workspace::Workspace;
use crate::distance::contsid::columns::{Factor, InterventionPlan, PreparedColumn};
use crate::embedding::{AdjustmentMeans, Correction, Lambda, WeightSumError, Weighting, fill_system};
use crate::execution::{Cancelled, Execution};
use crate::kernel::product_factor;
use crate::numeric::{CholeskyFactor, FactorError, GrowingFactor, Matrix, SingleMatrix, dot};
use std::sync::Arc;

/// Minimum sample count for trying a low-rank factor of two kernels; that of three has too many columns.
const SMALLEST_FOR_FACTOR: usize = 300;

/// Minimum sample count from which a factor in single precision and a few refinement steps are faster than one in
/// double.
const SMALLEST_FOR_SINGLE: usize = 500;

/// Smallest N λ for both shortcuts: below it a low-rank solution cancels too many digits, and refinement takes many
/// steps.
const SMALLEST_RIDGE: f64 = 0.5;

/// Largest trace that a low-rank factor may leave out, relative to the ridge: no weight changes by a larger share.
const LEFTOVER: f64 = 1e-11;

/// Columns of a factor with smaller entries need fewer digits: their solutions are multiplied by numbers as small.
const SMALLEST_LEADING: f64 = 0.03;

/// M = (K_RZ + N λ I)⁻¹ diag(r) B for the right sides B of some treatments R, and what the estimator makes of it.
pub(in super::super) struct Solved {
    pub(in super::super) weights: SolvedWeights,
    /// The interventions that the right sides are made from.
    pub(in super::super) plan: Arc<InterventionPlan>,
    /// For each intervention, unless the weights stay as they are.
    pub(in super::super) corrections: Option<Vec<Correction>>,
}

/// M, in the order in which it is read fastest, and what gives w(x) = M e(x) for all interventions x.
pub(in super::super) enum SolvedWeights {
    /// Mᵀ, where the right sides are the columns of a factor, and the rows e(x) of the plan.
    OfFactor { transposed: Matrix, rows: Arc<Matrix> },
    /// M, where the right sides are the interventions.
    OfPoints(Matrix),
}

impl SolvedWeights {
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

    /// The regression's weights at the intervention with this index.
    fn at(&self, index: usize) -> Vec<f64> {
        match self {
            Self::OfFactor { transposed, rows } => transposed.transpose_times_vector(&rows.row(index)),
            Self::OfPoints(matrix) => matrix.column(index).to_vec(),
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
    /// w(x), corrected, at the intervention with this index.
    pub(in super::super) fn weights_at(&self, index: usize) -> Vec<f64> {
        let mut weights = self.weights.at(index);
        if let Some(corrections) = &self.corrections {
            corrections[index].apply(&mut weights);
        }
        weights
    }

    /// Whether the weights are small beside the system that gave them.
    pub(super) fn is_narrow(&self) -> bool {
        let (width, samples) = self.weights.shape();
        2 * width < samples
    }

    /// The weights of the learnt graph less those of the true one, M₂ − M₁, where nothing corrects them; none beside
    /// weights that are as large as the system, which are looked at part by part.
    pub(in super::super) fn difference(truth: &Self, learnt: &Self) -> Option<SolvedWeights> {
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
    /// The weights of an intervention cannot be corrected.
    WeightSum {
        /// The index of the intervention.
        index: usize,
        error: WeightSumError,
    },
    Cancelled(Cancelled),
}

impl From<Cancelled> for Unsolved {
    fn from(cancelled: Cancelled) -> Self {
        Self::Cancelled(cancelled)
    }
}

impl From<FactorError> for Unsolved {
    fn from(error: FactorError) -> Self {
        match error {
            FactorError::NotPositiveDefinite => Self::Singular,
            FactorError::Cancelled(cancelled) => Self::Cancelled(cancelled),
        }
    }
}

impl Regression<'_> {
    /// Solves the system. `workspace` gives the memory, and gets it back.
    pub(super) fn solve(
        &self,
        weighting: Weighting,
        workspace: &mut Workspace,
        execution: &Execution<'_>,
    ) -> Result<Solved, Unsolved> {
        let weights = match self.factor() {
            Some((factor, rows)) if self.adjustment.is_empty() => {
                let transposed = solve_factor(factor, self.lambda, execution)?;
                SolvedWeights::OfFactor { transposed, rows: Arc::clone(rows) }
            }
            _ => match self.product_factor(workspace, execution) {
                Some((factor, means)) => {
                    let weights = self.solve_low_rank(&factor, &means, execution)?;
                    workspace.give_numbers(means.len(), factor.into_memory());
                    weights
                }
                None => self.solve_dense(workspace, execution)?,
            },
        };
        let corrections = corrections(&weights, weighting)?;
        Ok(Solved { weights, plan: Arc::clone(&self.plan), corrections })
    }

    /// A factor of K_RZ, where that is as exact as the dense system and earlier ready, and r.
    fn product_factor(
        &self,
        workspace: &mut Workspace,
        execution: &Execution<'_>,
    ) -> Option<(GrowingFactor, Vec<f64>)> {
        let columns = [self.treatments.as_slice(), &self.adjustment].concat();
        let count = self.row_count();
        let ridge = self.lambda.ridge(count);
        let suits = count >= SMALLEST_FOR_FACTOR && ridge >= SMALLEST_RIDGE && columns.len() == 2;
        if !suits || columns.iter().any(|column| column.factor().is_none()) {
            return None;
        }
        let (kernel, most, leftover) = (product_kernel(&columns), most_product_columns(count), LEFTOVER * ridge);
        let means = known_means(&self.adjustment, count)?;
        let memory = workspace.take_system(count).into_values();
        match product_factor(&kernel, count, most, leftover, memory, execution) {
            Ok(factor) => Some((factor, means)),
            Err(memory) => {
                workspace.give_numbers(count, memory);
                None
            }
        }
    }

    fn solve_low_rank(
        &self,
        factor: &GrowingFactor,
        means: &[f64],
        execution: &Execution<'_>,
    ) -> Result<SolvedWeights, Unsolved> {
        let ridge = self.lambda.ridge(means.len());
        let mut right = self.right_sides(means);
        match &mut right {
            SolvedWeights::OfFactor { transposed, .. } => {
                let sizes = self.sizes().unwrap_or_default();
                let leading = sizes.iter().rposition(|&size| size >= SMALLEST_LEADING).map_or(0, |last| last + 1);
                factor.solve_rows_in_place(ridge, transposed, leading, execution)?;
            }
            SolvedWeights::OfPoints(right) => factor.solve_in_place(ridge, right, execution)?,
        }
        Ok(right)
    }

    fn solve_dense(&self, workspace: &mut Workspace, execution: &Execution<'_>) -> Result<SolvedWeights, Unsolved> {
        let count = self.row_count();
        let mut system = workspace.take_system(count);
        let means = known_means(&self.adjustment, count).map_or(AdjustmentMeans::Computed, AdjustmentMeans::Known);
        let sizes = self.sizes().filter(|_| suits_single_precision(self.lambda, count));
        // Beside weights that are as large as the system there is no room for another one.
        let memory = std::mem::take(&mut workspace.single);
        let mut single = sizes.is_some().then(|| SingleMatrix::new(count, memory));
        let round = |index: usize, column: &[f64]| {
            if let Some(single) = &mut single {
                single.set_column(index, column);
            }
        };
        let (treated, adjusted) = (product_kernel(&self.treatments), product_kernel(&self.adjustment));
        let means = fill_system(&treated, &adjusted, self.lambda, means, &mut system, round, execution)?;
        let mut right = self.right_sides(&means);
        let refined = match (&mut right, single, sizes) {
            (SolvedWeights::OfFactor { transposed, .. }, Some(single), Some(sizes)) => {
                single.factorise(execution).is_ok_and(|factor| {
                    let refined = factor.solve_rows_in_place(&mut system, transposed, sizes);
                    workspace.single = factor.into_memory();
                    refined.is_ok()
                })
            }
            _ => false,
        };
        if !refined {
            let factor = CholeskyFactor::new(system, execution)?;
            match &mut right {
                SolvedWeights::OfFactor { transposed, .. } => factor.solve_rows_in_place(transposed, execution)?,
                SolvedWeights::OfPoints(right) => factor.solve_in_place(right, execution)?,
            }
            system = factor.into_matrix();
        }
        workspace.system = Some(system);
        Ok(right)
    }
}

/// (L Lᵀ + N λ I)⁻¹ L = L (Lᵀ L + N λ I)⁻¹: the system has the size of the rank.
fn solve_factor(factor: &Factor, lambda: Lambda, execution: &Execution<'_>) -> Result<Matrix, Unsolved> {
    let mut small = factor.transposed.row_products();
    small.add_to_diagonal(lambda.ridge(factor.transposed.column_count()));
    let mut right = factor.transposed.clone();
    CholeskyFactor::new(small, execution)?.solve_in_place(&mut right, execution)?;
    Ok(right)
}

/// The largest rank of a factor of two kernels' product that is earlier ready than a dense factor.
pub(in super::super) fn most_product_columns(rows: usize) -> usize {
    rows * 3 / 10
}

fn suits_single_precision(lambda: Lambda, count: usize) -> bool {
    count >= SMALLEST_FOR_SINGLE && lambda.ridge(count) >= SMALLEST_RIDGE
}

/// r = K_Z 1 / N, where it costs less than a pass over the matrix: for no column, and by factors for one or two.
///
/// With K_a = L_a L_aᵀ and K_b = L_b L_bᵀ row s of (K_a ∘ K_b) 1 is the product of row s of L_a (L_aᵀ L_b) with row s
/// of L_b.
fn known_means(adjustment: &[&PreparedColumn], count: usize) -> Option<Vec<f64>> {
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

fn corrections(weights: &SolvedWeights, weighting: Weighting) -> Result<Option<Vec<Correction>>, Unsolved> {
    if weighting.keeps_all() {
        return Ok(None);
    }
    let corrected = weights
        .sums()
        .into_iter()
        .enumerate()
        .map(|(index, sum)| weighting.correction(sum).map_err(|error| Unsolved::WeightSum { index, error }));
    corrected.collect::<Result<Vec<_>, _>>().map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::contsid::Interventions;
    use crate::kernel::{Bandwidth, KernelColumn, KernelFamily, median_distance};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Nearly normal values under a Gaussian kernel three times as wide as the median distance.
    fn wide_column(count: usize, rng: &mut ChaCha8Rng) -> PreparedColumn {
        let mut normal = || (0..12).map(|_| rng.random_range(-0.5..0.5)).sum::<f64>();
        let values: Vec<f64> = (0..count).map(|_| normal()).collect();
        let sigma = Bandwidth::new(3.0 * median_distance(&values).value()).unwrap();
        let kernel = KernelColumn::of_numbers(&values, KernelFamily::Gaussian.with_bandwidth(sigma));
        PreparedColumn::new(kernel)
    }

    #[test]
    fn two_wide_kernels_have_a_factor_that_solves_as_the_dense_system_does() {
        let (count, mut rng) = (SMALLEST_FOR_FACTOR, ChaCha8Rng::seed_from_u64(1));
        let [one, other] = [0, 1].map(|_| wide_column(count, &mut rng));
        let (mut workspace, alone) = (Workspace::default(), Execution::alone());
        let points = Interventions::Observed.points(&one.kernel.values().collect::<Vec<_>>());
        let plan = Arc::new(InterventionPlan::of_one(&one, &Interventions::Observed, &points));
        for ridge in [0.5, 1.0, 3.0] {
            let lambda = Lambda::new(ridge / count as f64).unwrap();
            let (treatments, adjustment, plan) = (vec![&one], vec![&other], Arc::clone(&plan));
            let regression = Regression { treatments, adjustment, plan, lambda };
            let sizes = regression.sizes().expect("a smooth kernel");
            let (factor, means) = regression.product_factor(&mut workspace, &alone).expect("few columns matter");
            let Ok(found) = regression.solve_low_rank(&factor, &means, &alone) else { panic!("a solution") };
            let dense = regression.solve_dense(&mut Workspace::default(), &alone);
            let Ok(expected) = dense else { panic!("a solution") };
            let (
                SolvedWeights::OfFactor { transposed: found, .. },
                SolvedWeights::OfFactor { transposed: expected, .. },
            ) = (found, expected)
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
