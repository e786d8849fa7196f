//! The mean over the interventions x of ‖Σ_s δ_s(x) k_j(x_j⁽ˢ⁾, ·)‖, from all rows.

use super::contrasts::{OutcomeEstimates, PairContrasts};
use crate::effect::estimate::columns::{BLOCK, PreparedColumn};
use crate::execution::{Cancelled, Execution};
use crate::numeric::{Matrix, weighted_roots};
use std::ops::Range;

/// The mean norm of a contrast; `shares` has the weight of each intervention.
///
/// # Errors
///
/// If the computation is stopped.
pub(super) fn mean_norm(
    contrasts: &PairContrasts<'_>,
    shares: &[f64],
    outcome: &PreparedColumn,
    scratch: &mut Matrix,
    execution: &Execution<'_>,
) -> Result<f64, Cancelled> {
    execution.check()?;
    let mut squares = Vec::with_capacity(shares.len());
    match contrasts.difference() {
        Some(features) => {
            let rows = contrasts.first.plan.rows.as_ref().expect("features of a difference are those of a factor");
            scratch.set_times_transposed(rows, &features);
            squares = scratch.squared_row_norms();
        }
        None if outcome.factor().is_some() => {
            let mut difference = Matrix::default();
            contrasts.write(0..shares.len(), 0, scratch, &mut difference);
            squares = difference.squared_row_norms();
        }
        None => {
            for first in (0..shares.len()).step_by(BLOCK) {
                let range = first..shares.len().min(first + BLOCK);
                squares.extend(outcome.squared_norms(&contrasts.deltas(range), execution)?);
            }
        }
    }
    Ok(weighted_roots(&squares, shares))
}

impl PairContrasts<'_> {
    /// L_jᵀ (M₂ − M₁) where nothing corrects the weights of two systems with the same right sides: subtracting first
    /// cancels fewer digits, and is one product less.
    fn difference(&self) -> Option<Matrix> {
        let second = self.second.as_ref()?;
        let [(learnt, of_learnt), (truth, of_truth)] = [self.first.parts[0], second.parts[0]];
        let same_sides = std::ptr::eq(self.first.plan, second.plan) && self.first.plan.rows.is_some();
        let suits = same_sides && learnt.corrections.is_none() && truth.corrections.is_none();
        (suits && of_learnt.features.row_count() > 0).then(|| of_learnt.features.minus(&of_truth.features))
    }

    /// δ(x) for some interventions, a column for each, for an outcome without coordinates.
    fn deltas(&self, range: Range<usize>) -> Matrix {
        let mut total = self.first.weights(range.clone());
        if let Some(second) = &self.second {
            total.add_multiple(&second.weights(range), -1.0);
        } else {
            let share = 1.0 / total.row_count() as f64;
            for index in 0..range.len() {
                total.column_mut(index).iter_mut().for_each(|delta| *delta -= share);
            }
        }
        total
    }
}

impl OutcomeEstimates<'_> {
    /// w(x) for some interventions, a column for each.
    fn weights(&self, range: Range<usize>) -> Matrix {
        let (system, _) = self.parts[0];
        let solved = system.weights.as_ref().expect("the weights are kept for an outcome without coordinates");
        let mut weights = solved.at(self.plan, range.clone());
        if let Some(found) = &system.corrections {
            weights.scale_columns(&found.scales[range.clone()]);
            let share = 1.0 / weights.row_count() as f64;
            for (index, shift) in found.shifts[range].iter().enumerate() {
                weights.column_mut(index).iter_mut().for_each(|weight| *weight += shift * share);
            }
        }
        weights
    }
}
