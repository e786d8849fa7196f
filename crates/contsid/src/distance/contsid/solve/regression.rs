//! What a system is made of.

use super::solved::SolvedWeights;
use crate::distance::contsid::columns::{Factor, InterventionPlan, PreparedColumn};
use crate::embedding::Lambda;
use crate::kernel::ProductKernel;
use crate::numeric::Matrix;
use std::sync::Arc;

/// The regression on some treatments and an adjustment set, each in increasing order, and the interventions on the
/// treatments.
pub(super) struct Regression<'a> {
    pub(super) treatments: Vec<&'a PreparedColumn>,
    pub(super) adjustment: Vec<&'a PreparedColumn>,
    pub(super) plan: Arc<InterventionPlan>,
    pub(super) lambda: Lambda,
}

impl Regression<'_> {
    /// The factor L of the treatments' kernel, where the right sides are its columns, and its rows at the
    /// interventions.
    pub(super) fn factor(&self) -> Option<(&Factor, &Arc<Matrix>)> {
        match (self.treatments.as_slice(), &self.plan.rows) {
            ([one], Some(rows)) => one.factor().map(|factor| (factor, rows)),
            _ => None,
        }
    }

    /// The number of samples.
    pub(super) fn row_count(&self) -> usize {
        self.treatments.first().map_or(0, |column| column.kernel.len())
    }

    /// The right sides of the system: r_s L_s, or r_s k(x⁽ˢ⁾, x).
    pub(super) fn right_sides(&self, means: &[f64]) -> SolvedWeights {
        if let Some((factor, rows)) = self.factor() {
            let mut transposed = factor.transposed.clone();
            transposed.scale_columns(means);
            return SolvedWeights::OfFactor { transposed, rows: Arc::clone(rows) };
        }
        let mut right = self.against_points(means.len());
        right.scale_rows(means);
        SolvedWeights::OfPoints(right)
    }

    /// The sizes of the factor's columns.
    pub(super) fn sizes(&self) -> Option<&[f64]> {
        self.factor().map(|(factor, _)| factor.sizes.as_slice())
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
