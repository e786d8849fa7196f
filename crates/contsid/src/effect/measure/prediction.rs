//! The score of an experiment: Σ_x φ(x) ⊗ Ĝ(x) over the values x that treatments were set to.
//!
//! Ĝ(x), the estimated embedding of an outcome, is never written down value by value: the sum over the values comes
//! first.

use super::contrasts::GuidedPoints;
use crate::effect::estimate::columns::InterventionPlan;
use crate::effect::estimate::guide::kept_share;
use crate::effect::estimate::part::{PartSettings, SolvedOutcome, SolvedSystem};
use crate::effect::estimate::rows::PartGrid;
use crate::effect::estimate::wanted::TaskSystem;
use crate::graph::NodeId;
use crate::numeric::Matrix;

/// The number of values whose guides are added at a time.
const GUIDED_VALUES: usize = 1024;

/// What a part says about some outcomes at given values, after values that all parts share.
pub(crate) struct Prediction {
    pub(crate) wanted: TaskSystem,
    pub(crate) solved: SolvedSystem,
    /// The number of shared values, at which the corrections of parts are compared.
    pub(crate) shared: usize,
}

/// Values that were set: a column φ(x) and a share for each.
pub(crate) struct SetValues<'a> {
    pub(crate) features: &'a Matrix,
    pub(crate) shares: &'a [f64],
}

impl Prediction {
    fn outcome(&self, outcome: NodeId) -> &SolvedOutcome {
        let index = self.wanted.outcomes.binary_search(&outcome).expect("the outcome was asked for");
        &self.solved.outcomes[index]
    }

    /// Σ_x share(x) φ(x) ⊗ Ĝ(x), a row for each coordinate of φ and a column for each of the outcome; `mean` is the
    /// part's mean of the outcome, and `kappa` the share κ of the kernel regression's correction of a guide.
    pub(crate) fn sum(
        &self,
        settings: &PartSettings,
        outcome: NodeId,
        set: &SetValues<'_>,
        mean: &[f64],
        kappa: Option<f64>,
    ) -> Matrix {
        let solved = self.outcome(outcome);
        let guided = kappa.and_then(|kappa| GuidedPoints::new(settings, &self.wanted, outcome, kappa));
        let corrections = self.solved.corrections.as_ref().filter(|_| guided.is_none());
        let own = |factors: &[f64]| {
            set.shares.iter().zip(&factors[self.shared..]).map(|(share, factor)| share * factor).collect::<Vec<f64>>()
        };
        let mut scaled = set.features.clone();
        scaled.scale_columns(&corrections.map_or_else(|| set.shares.to_vec(), |found| own(&found.scales)));
        let mut sum = self.kernel_sum(&scaled, solved);
        if let Some(found) = corrections {
            sum.add_product(&set.features.times_vector(&own(&found.shifts)), mean);
        }
        if let Some(guide) = guided {
            sum.scale(guide.kappa);
            sum.add(&self.guide_sum(&scaled, solved, &guide, mean.len()));
        }
        sum
    }

    /// Σ_x φ(x) ⊗ L_jᵀ M e(x)
    fn kernel_sum(&self, scaled: &Matrix, solved: &SolvedOutcome) -> Matrix {
        let own = self.shared..self.wanted.plan.points.len();
        match &self.wanted.plan.rows {
            Some(rows) => {
                scaled.times(&rows.gathered_rows(&own.collect::<Vec<_>>())).times_transposed(&solved.features)
            }
            None => scaled.times_transposed(&solved.features.columns_from(own.start, own.len())),
        }
    }

    fn guide_sum(&self, scaled: &Matrix, solved: &SolvedOutcome, guide: &GuidedPoints<'_>, rank: usize) -> Matrix {
        let mut sum = Matrix::zeros(scaled.row_count(), rank);
        for first in (0..scaled.column_count()).step_by(GUIDED_VALUES) {
            let count = GUIDED_VALUES.min(scaled.column_count() - first);
            let mut at_values = Matrix::zeros(count, rank);
            guide.add_to(solved, self.shared + first..self.shared + first + count, 1.0, &mut at_values);
            sum.add(&scaled.columns_from(first, count).times(&at_values));
        }
        sum
    }

    /// Whether there are hardly any data at each value: the weights sum to less than ½.
    pub(crate) fn is_outside(&self) -> impl Iterator<Item = bool> {
        (self.shared..self.wanted.plan.points.len()).map(|point| self.solved.has_low_overlap(point))
    }
}

/// κ of an outcome from the predictions of all parts, each in pieces with their shares; none without a guide.
pub(crate) fn kept_of_parts(
    settings: &PartSettings,
    grid: PartGrid,
    outcome: NodeId,
    parts: &[Vec<(f64, &Prediction)>],
) -> Option<f64> {
    settings.guided(outcome)?;
    let (_, first) = parts.first()?.first()?;
    let plan = &first.wanted.plan;
    let points = plan.points.first(first.shared);
    let rows = plan.rows.as_ref().map(|rows| rows.gathered_rows(&(0..first.shared).collect::<Vec<_>>()));
    let is_factored = rows.is_some();
    let square = InterventionPlan { points, rows }.mean_square();
    let corrections = parts.iter().map(|pieces| {
        let mut sum = Matrix::default();
        for (share, piece) in pieces {
            let features = &piece.outcome(outcome).features;
            let mut own = if is_factored { features.clone() } else { features.columns_from(0, piece.shared) };
            own.scale(*share);
            if sum.row_count() == 0 { sum = own } else { sum.add(&own) }
        }
        sum
    });
    let corrections: Vec<Matrix> = corrections.collect();
    Some(kept_share(grid, |part| &corrections[part], square))
}
