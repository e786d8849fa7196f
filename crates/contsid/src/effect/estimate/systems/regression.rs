//! What a system is made of.

use super::weights::SolvedWeights;
use crate::effect::estimate::columns::{Factor, InterventionPlan, PreparedColumn};
use crate::kernel::ProductKernel;
use crate::numeric::Matrix;

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
    pub(super) fn factor(&self) -> Option<&Factor> {
        match (self.treatments.as_slice(), &self.plan.rows) {
            ([one], Some(_)) => one.factor(),
            _ => None,
        }
    }

    /// The number of samples.
    pub(super) fn row_count(&self) -> usize {
        self.treatments.first().map_or(0, |column| column.kernel.len())
    }

    /// The right sides of the system: r_s L_s, or r_s k(x⁽ˢ⁾, x).
    pub(super) fn right_sides(&self, means: &[f64]) -> SolvedWeights {
        if let Some(factor) = self.factor() {
            let mut transposed = factor.transposed.clone();
            transposed.scale_columns(means);
            return SolvedWeights::OfFactor(transposed);
        }
        let mut right = self.against_points(means.len());
        right.scale_rows(means);
        SolvedWeights::OfPoints(right)
    }

    /// The sizes of the factor's columns.
    pub(super) fn sizes(&self) -> Option<&[f64]> {
        self.factor().map(|factor| factor.sizes.as_slice())
    }

    fn against_points(&self, rows: usize) -> Matrix {
        let points = &self.plan.points;
        let (kernel, mut right) = (product_kernel(&self.treatments), Matrix::zeros(rows, points.len()));
        for index in 0..points.len() {
            kernel.against_point(&points.at(index), right.column_mut(index));
        }
        right
    }
}

/// The product of the kernels of some columns.
pub(super) fn product_kernel<'a>(columns: &[&'a PreparedColumn]) -> ProductKernel<'a> {
    ProductKernel::new(columns.iter().map(|column| &column.kernel))
}
