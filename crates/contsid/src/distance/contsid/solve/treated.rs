//! What a system needs to know of its treatments.

use super::solved::SolvedWeights;
use crate::distance::contsid::columns::{Factor, InterventionPlan, PreparedColumn};
use crate::kernel::ProductKernel;
use crate::numeric::Matrix;
use std::sync::Arc;

/// The treatments of a system, in increasing order, and the interventions on them.
pub(super) struct Treated<'a> {
    pub(super) columns: Vec<&'a PreparedColumn>,
    pub(super) plan: Arc<InterventionPlan>,
}

impl Treated<'_> {
    /// The factor L of the treatments' kernel, where the right sides are its columns, and its rows at the
    /// interventions.
    pub(super) fn factor(&self) -> Option<(&Factor, &Arc<Matrix>)> {
        match (self.columns.as_slice(), &self.plan.rows) {
            ([one], Some(rows)) => one.factor().map(|factor| (factor, rows)),
            _ => None,
        }
    }

    pub(super) fn kernel(&self) -> ProductKernel<'_> {
        ProductKernel::new(&self.columns.iter().map(|column| &column.kernel).collect::<Vec<_>>())
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
        let (kernel, mut right) = (self.kernel(), Matrix::zeros(rows, points.len()));
        for index in 0..points.len() {
            kernel.against_point(&points.at(index), right.column_mut(index));
        }
        right
    }
}
