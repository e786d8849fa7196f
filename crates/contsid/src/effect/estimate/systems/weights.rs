//! The solution of a system, and what the estimator makes of it.

use crate::effect::estimate::columns::InterventionPlan;
use crate::embedding::{Correction, WeightSumError, Weighting};
use crate::numeric::Matrix;
use serde::{Deserialize, Serialize};
use std::ops::Range;

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
