//! The system of some treatments and one adjustment set, solved once for all outcomes; its solution, and what the
//! estimator makes of it.

use crate::effect::estimate::columns::{Factor, InterventionPlan, PreparedColumn};
use crate::embedding::{AdjustmentMeans, Correction, WeightSumError, Weighting, fill_system};
use crate::execution::{Cancelled, Execution};
use crate::kernel::ProductKernel;
use crate::numeric::{CholeskyFactor, FactorError, Matrix, dot};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Why a system has no solution.
pub(super) enum Unsolved {
    Singular,
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

/// The regression on some treatments and an adjustment set, each in increasing order, and the interventions on the
/// treatments.
pub(super) struct Regression<'a> {
    pub(super) treatments: Vec<&'a PreparedColumn>,
    pub(super) adjustment: Vec<&'a PreparedColumn>,
    pub(super) plan: &'a InterventionPlan,
    /// N λ
    pub(super) ridge: f64,
}

impl Regression<'_> {
    /// The factor L of the treatment's kernel, where the right sides are its columns.
    fn factor(&self) -> Option<&Factor> {
        match (self.treatments.as_slice(), &self.plan.rows) {
            ([one], Some(_)) => one.factor(),
            _ => None,
        }
    }

    /// The number of samples.
    fn row_count(&self) -> usize {
        self.treatments.first().map_or(0, |column| column.kernel.len())
    }

    /// The right sides of the system: r_s L_s, or r_s k(x⁽ˢ⁾, x).
    fn right_sides(&self, means: &[f64]) -> SolvedWeights {
        if let Some(factor) = self.factor() {
            let mut transposed = factor.transposed.clone();
            transposed.scale_columns(means);
            return SolvedWeights::OfFactor(transposed);
        }
        let mut right = self.against_points(means.len());
        right.scale_rows(means);
        SolvedWeights::OfPoints(right)
    }

    fn against_points(&self, rows: usize) -> Matrix {
        let points = &self.plan.points;
        let (kernel, mut right) = (product_kernel(&self.treatments), Matrix::zeros(rows, points.len()));
        for index in 0..points.len() {
            kernel.against_point(&points.at(index), right.column_mut(index));
        }
        right
    }

    /// Solves the system. `memory` is that of a matrix of N × N, and is given back.
    pub(super) fn solve(&self, memory: &mut Vec<f64>, execution: &Execution<'_>) -> Result<SolvedWeights, Unsolved> {
        match self.factor() {
            Some(factor) if self.adjustment.is_empty() => {
                solve_factor(factor, self.ridge, execution).map(SolvedWeights::OfFactor)
            }
            _ => self.solve_dense(memory, execution),
        }
    }

    fn solve_dense(&self, memory: &mut Vec<f64>, execution: &Execution<'_>) -> Result<SolvedWeights, Unsolved> {
        let count = self.row_count();
        let mut system = square_in(std::mem::take(memory), count);
        let means = known_means(&self.adjustment, count).map_or(AdjustmentMeans::Computed, AdjustmentMeans::Known);
        let (treated, adjusted) = (product_kernel(&self.treatments), product_kernel(&self.adjustment));
        let means = fill_system(&treated, &adjusted, self.ridge, means, &mut system, execution)?;
        let (mut right, factor) = (self.right_sides(&means), CholeskyFactor::new(system, execution)?);
        match &mut right {
            SolvedWeights::OfFactor(transposed) => factor.solve_rows_in_place(transposed, execution)?,
            SolvedWeights::OfPoints(right) => factor.solve_in_place(right, execution)?,
        }
        *memory = factor.into_matrix().into_values();
        Ok(right)
    }
}

/// A square matrix in memory that was used before; only what is written next matters.
fn square_in(mut memory: Vec<f64>, size: usize) -> Matrix {
    if memory.is_empty() {
        // Zeroed memory from the system is allocated only where it is written.
        return Matrix::zeros(size, size);
    }
    memory.resize(size * size, 0.0);
    Matrix::from_values(size, memory)
}

/// The product of the kernels of some columns.
pub(super) fn product_kernel<'a>(columns: &[&'a PreparedColumn]) -> ProductKernel<'a> {
    ProductKernel::new(columns.iter().map(|column| &column.kernel))
}

/// (L Lᵀ + N λ I)⁻¹ L = L (Lᵀ L + N λ I)⁻¹: the system has the size of the rank.
fn solve_factor(factor: &Factor, ridge: f64, execution: &Execution<'_>) -> Result<Matrix, Unsolved> {
    let mut small = factor.transposed.row_products();
    small.add_to_diagonal(ridge);
    let mut right = factor.transposed.clone();
    CholeskyFactor::new(small, execution)?.solve_in_place(&mut right, execution)?;
    Ok(right)
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

/// M = (K_RZ + N λ I)⁻¹ diag(r) B for the right sides B of some treatments R, in the order in which it is read fastest.
pub(crate) enum SolvedWeights {
    /// Mᵀ, where the right sides are the columns of a factor: w(x) = M e(x) for the rows e(x) of a plan.
    OfFactor(Matrix),
    /// M, where the right sides are the interventions: w(x) is a column.
    OfPoints(Matrix),
}

impl SolvedWeights {
    /// Whether the weights are small beside the system that gave them.
    pub(super) fn is_narrow(&self) -> bool {
        let (width, samples) = match self {
            Self::OfFactor(transposed) => (transposed.row_count(), transposed.column_count()),
            Self::OfPoints(matrix) => (matrix.column_count(), matrix.row_count()),
        };
        2 * width < samples
    }

    /// The weights w(x) at some interventions, a column for each.
    pub(crate) fn at(&self, plan: &InterventionPlan, range: Range<usize>) -> Matrix {
        match (self, &plan.rows) {
            (Self::OfFactor(transposed), Some(rows)) => transposed.transpose_times_rows(rows, range.start, range.len()),
            (Self::OfPoints(matrix), _) => matrix.columns_from(range.start, range.len()),
            (Self::OfFactor(_), None) => unreachable!("the right sides are those of the plan"),
        }
    }

    /// L M for the coordinates L of an outcome, a column for each row of the data.
    pub(crate) fn features(&self, coordinates: &Matrix) -> Matrix {
        match self {
            Self::OfFactor(transposed) => coordinates.times_transposed(transposed),
            Self::OfPoints(matrix) => coordinates.times(matrix),
        }
    }

    /// The same for coordinates with a row for each row of the data.
    pub(crate) fn features_of_rows(&self, coordinates: &Matrix) -> Matrix {
        match self {
            Self::OfFactor(transposed) => transposed.times(coordinates).transposed(),
            Self::OfPoints(matrix) => coordinates.transpose_times(matrix),
        }
    }

    /// The sum of w(x) for each intervention.
    fn sums(&self, plan: &InterventionPlan) -> Vec<f64> {
        match (self, &plan.rows) {
            (Self::OfFactor(transposed), Some(rows)) => rows.times_vector(&transposed.row_sums()),
            (Self::OfPoints(matrix), _) => matrix.column_sums(),
            (Self::OfFactor(_), None) => unreachable!("the right sides are those of the plan"),
        }
    }
}

/// w(x) = scale(x) M e(x) + shift(x)/N, by intervention.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Corrections {
    pub(crate) scales: Vec<f64>,
    pub(crate) shifts: Vec<f64>,
}

impl Corrections {
    /// None where the weights stay as they are; the error has the index of the intervention.
    pub(super) fn new(
        weights: &SolvedWeights,
        plan: &InterventionPlan,
        weighting: Weighting,
    ) -> Result<Option<Self>, (usize, WeightSumError)> {
        if weighting.keeps_all() {
            return Ok(None);
        }
        let (mut scales, mut shifts) = (Vec::new(), Vec::new());
        for (index, sum) in weights.sums(plan).into_iter().enumerate() {
            let Correction { scale, shift } = weighting.correction(sum).map_err(|error| (index, error))?;
            scales.push(scale);
            shifts.push(shift);
        }
        Ok(Some(Self { scales, shifts }))
    }

    /// Corrects the weights at an intervention.
    pub(crate) fn apply(&self, index: usize, weights: &mut [f64]) {
        Correction { scale: self.scales[index], shift: self.shifts[index] }.apply(weights);
    }
}
