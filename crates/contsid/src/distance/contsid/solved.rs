//! The systems of one treatment and one adjustment set, solved once for all targets.

use super::column::{PreparedColumn, Root};
use crate::embedding::{Correction, Estimator, Lambda, Reach, WeightSumError, fill_system};
use crate::kernel::{KernelColumn, ProductKernel};
use crate::numeric::{CholeskyFactor, Matrix, NotPositiveDefinite, add_multiple, dot, sum};

/// M = (K_iZ + N λ I)⁻¹ diag(r) B for the right sides B of a treatment, and what the estimator makes of it.
pub(super) struct Solved {
    pub(super) weights: Matrix,
    /// For each intervention, unless the estimator leaves the weights as they are.
    pub(super) corrections: Option<Vec<Correction>>,
}

impl Solved {
    pub(super) fn bytes(&self) -> usize {
        8 * self.weights.row_count() * self.weights.column_count()
    }
}

/// Why a system has no solution.
pub(super) enum Unsolved {
    Singular,
    WeightSum { value: f64, error: WeightSumError },
}

impl From<NotPositiveDefinite> for Unsolved {
    fn from(_: NotPositiveDefinite) -> Self {
        Self::Singular
    }
}

/// Solves the system of a treatment that is adjusted for these columns. `workspace` gives a matrix of N × N, and gets it
/// back.
pub(super) fn solve(
    treatment: &PreparedColumn,
    adjustment: &[&PreparedColumn],
    lambda: Lambda,
    estimator: Estimator,
    workspace: &mut Option<Matrix>,
) -> Result<Solved, Unsolved> {
    let weights = match (&treatment.root, &treatment.plan.expansion) {
        (Root::LowRank(factor), Some(_)) if adjustment.is_empty() => solve_factor(&factor.features, lambda)?,
        _ => solve_dense(treatment, adjustment, lambda, workspace)?,
    };
    let corrections = corrections(treatment, &weights, estimator)?;
    Ok(Solved { weights, corrections })
}

/// (L Lᵀ + N λ I)⁻¹ L = L (Lᵀ L + N λ I)⁻¹: the system has the size of the rank.
fn solve_factor(factor: &Matrix, lambda: Lambda) -> Result<Matrix, Unsolved> {
    let mut small = factor.gram();
    small.add_to_diagonal(lambda.ridge(factor.row_count()));
    let mut right = factor.transposed();
    CholeskyFactor::new(small)?.solve_in_place(&mut right);
    Ok(right.transposed())
}

fn solve_dense(
    treatment: &PreparedColumn,
    adjustment: &[&PreparedColumn],
    lambda: Lambda,
    workspace: &mut Option<Matrix>,
) -> Result<Matrix, Unsolved> {
    let count = treatment.kernel.len();
    let mut system = workspace.take().unwrap_or_else(|| Matrix::zeros(count, count));
    let columns: Vec<&KernelColumn> = adjustment.iter().map(|column| &column.kernel).collect();
    let treated = ProductKernel::new(&[&treatment.kernel]);
    let reach = known_reach(adjustment, count).map_or(Reach::Measured, Reach::Known);
    let reach = fill_system(&treated, &ProductKernel::new(&columns), lambda, reach, &mut system);
    let factor = CholeskyFactor::new(system)?;
    let mut right = treatment.right_sides(&reach);
    factor.solve_in_place(&mut right);
    *workspace = Some(factor.into_matrix());
    Ok(right)
}

/// r = K_Z 1 / N, where it costs less than a pass over the matrix: for no column, and by factors for one or two.
///
/// With K_a = L_a L_aᵀ and K_b = L_b L_bᵀ row s of (K_a ∘ K_b) 1 is the product of row s of L_a (L_aᵀ L_b) with row s of
/// L_b.
fn known_reach(adjustment: &[&PreparedColumn], count: usize) -> Option<Vec<f64>> {
    match adjustment {
        [] => Some(vec![1.0; count]),
        [one] => {
            let (factor, mut reach) = (one.factor()?, vec![0.0; count]);
            for column in factor.columns() {
                add_multiple(&mut reach, column, sum(column) / count as f64);
            }
            Some(reach)
        }
        [one, two] => {
            let (one, two, mut reach) = (one.factor()?, two.factor()?, vec![0.0; count]);
            let mixed = one.times(&one.transpose_times(two));
            for (left, right) in mixed.columns().zip(two.columns()) {
                let terms = left.iter().zip(right).map(|(left, right)| left * right / count as f64);
                reach.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
            }
            Some(reach)
        }
        _ => None,
    }
}

fn corrections(
    treatment: &PreparedColumn,
    weights: &Matrix,
    estimator: Estimator,
) -> Result<Option<Vec<Correction>>, Unsolved> {
    if estimator == Estimator::Plain {
        return Ok(None);
    }
    let sums = weights.column_sums();
    let at_points = match &treatment.plan.expansion {
        Some(expansion) => expansion.columns().map(|column| dot(column, &sums)).collect(),
        None => sums,
    };
    let points = treatment.plan.points.values();
    let corrected = at_points
        .into_iter()
        .zip(points)
        .map(|(sum, &value)| estimator.correction(sum).map_err(|error| Unsolved::WeightSum { value, error }));
    corrected.collect::<Result<Vec<_>, _>>().map(Some)
}
