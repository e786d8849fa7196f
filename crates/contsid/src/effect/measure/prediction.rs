//! The score of an experiment: Σ_x φ(x) ⊗ Ĝ(x) over values x that treatments were set to.
//!
//! Ĝ(x), the estimated embedding of an outcome, is never written down value by value: the sum over the values comes
//! first.

use super::contrasts::{GuidedPoints, OutcomeEstimates};
use crate::effect::estimate::part::SolvedOutcome;
use crate::numeric::Matrix;

/// The number of values whose guides are added at a time.
const GUIDED_VALUES: usize = 1024;

/// Values that were set, as some of the points of a task: φ(x) as a column for each, and their shares.
pub(crate) struct SetValues {
    pub(crate) points: Vec<usize>,
    pub(crate) features: Matrix,
    pub(crate) shares: Vec<f64>,
}

impl OutcomeEstimates<'_> {
    /// Σ_x share(x) φ(x) ⊗ Ĝ(x) of a part, a row for each coordinate of φ and a column for each of the outcome; `mean`
    /// is the part's mean of the outcome.
    pub(crate) fn sum(&self, part: usize, mean: &[f64], set: &SetValues) -> Matrix {
        let (system, outcome) = self.parts[part];
        let corrections = system.corrections.as_ref().filter(|_| self.guide.is_none());
        let own = |factors: &[f64]| {
            set.points.iter().zip(&set.shares).map(|(&point, share)| share * factors[point]).collect::<Vec<f64>>()
        };
        let mut scaled = set.features.clone();
        scaled.scale_columns(&corrections.map_or_else(|| set.shares.clone(), |found| own(&found.scales)));
        // Σ_x φ(x) ⊗ L_jᵀ M e(x)
        let mut sum = match &self.plan.rows {
            Some(rows) => scaled.times(&rows.gathered_rows(&set.points)).times_transposed(&outcome.features),
            None => scaled.times_transposed(&outcome.features.gathered(&set.points)),
        };
        if let Some(found) = corrections {
            sum.add_product(&set.features.times_vector(&own(&found.shifts)), mean);
        }
        if let Some(guide) = &self.guide {
            sum.scale(guide.kappa);
            guide.add_sum(outcome, &set.points, &scaled, &mut sum);
        }
        sum
    }
}

impl GuidedPoints<'_> {
    /// Adds Σ_x φ(x) ⊗ what the guide of an outcome says at x.
    fn add_sum(&self, outcome: &SolvedOutcome, points: &[usize], scaled: &Matrix, sum: &mut Matrix) {
        for (block, points) in points.chunks(GUIDED_VALUES).enumerate() {
            let mut at_values = Matrix::zeros(points.len(), sum.column_count());
            self.add_at(outcome, points, &mut at_values);
            sum.add(&scaled.columns_from(block * GUIDED_VALUES, points.len()).times(&at_values));
        }
    }
}
