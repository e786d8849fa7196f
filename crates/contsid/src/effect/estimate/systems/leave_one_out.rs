//! The ridge parameter with the smallest leave-one-out error.

use super::regression::product_kernel;
use crate::effect::estimate::columns::{BLOCK, Columns, PreparedColumn};
use crate::effect::{ContSidError, Estimand};
use crate::embedding::{AdjustmentMeans, Lambda, fill_system};
use crate::execution::{Cancelled, Execution};
use crate::graph::NodeSet;
use crate::numeric::{CholeskyFactor, FactorError, Matrix};

/// The values of N λ that are tried: 10⁻³, 10⁻²·⁵, …, 10².
const RIDGES: std::ops::RangeInclusive<i32> = -6..=4;

/// The values of λ that [`LambdaChoice::LeaveOneOut`](crate::effect::LambdaChoice::LeaveOneOut) tries for N samples, in
/// increasing order: N λ = 10^(k/2) for k = −6…4.
///
/// For each the mean of ‖e_s‖² over the samples is added up over the outcomes whose distribution the intervention
/// changes: those with a directed path from the treatment in the graph that the adjustment set comes from, or in either
/// graph where both have the same set. Which of them the graphs agree on does not matter. e_s is the error at sample s
/// of the regression without it:
///
/// e_s = (k_j(x_j⁽ˢ⁾, ·) − Σ_t H_st k_j(x_j⁽ᵗ⁾, ·)) / (1 − H_ss) with H = K_iZ (K_iZ + N λ I)⁻¹.
///
/// The smallest sum wins; of equals the smallest λ.
pub fn leave_one_out_grid(samples: usize) -> Vec<Lambda> {
    let ridges = RIDGES.map(|half| 10f64.powf(f64::from(half) / 2.0));
    ridges.map(|ridge| Lambda::new(ridge / samples as f64).expect("positive, over a number of samples")).collect()
}

/// The best of the ridge parameters that are tried for an estimand whose system serves these outcomes.
pub(crate) fn best_lambda(
    columns: &Columns,
    estimand: &Estimand,
    outcomes: &NodeSet,
    execution: &Execution<'_>,
) -> Result<Lambda, ContSidError> {
    let [treated, adjusted] =
        [&estimand.treatments, &estimand.adjustment].map(|nodes| product_kernel(&columns.of(nodes)));
    let (rows, outcomes) = (columns.row_count(), columns.of(outcomes));
    let (grid, mut system) = (leave_one_out_grid(rows), Matrix::zeros(rows, rows));
    let mut best = (f64::INFINITY, grid[0]);
    for lambda in grid {
        let means = AdjustmentMeans::Known(vec![1.0; rows]);
        fill_system(&treated, &adjusted, lambda.ridge(rows), means, &mut system, execution)?;
        let factor = CholeskyFactor::new(system, execution).map_err(|error| match error {
            FactorError::NotPositiveDefinite => ContSidError::SingularTrial {
                treatments: columns.names_of(&estimand.treatments),
                adjustment: columns.names_of(&estimand.adjustment),
                lambda: lambda.value(),
            },
            FactorError::Cancelled(cancelled) => cancelled.into(),
        })?;
        let error = error_without_own(&factor, &outcomes, execution)?;
        if error < best.0 {
            best = (error, lambda);
        }
        system = factor.into_matrix();
    }
    Ok(best.1)
}

/// The mean of ‖e_s‖² over the samples, summed over the outcomes.
///
/// With A = K + N λ I, I − H = N λ A⁻¹, so that e_s = Σ_t (A⁻¹)_st k_j(x_j⁽ᵗ⁾, ·) / (A⁻¹)_ss.
fn error_without_own(
    factor: &CholeskyFactor,
    outcomes: &[&PreparedColumn],
    execution: &Execution<'_>,
) -> Result<f64, Cancelled> {
    let diagonal = factor.inverse_diagonal(execution)?;
    let mut total = 0.0;
    for outcome in outcomes {
        let squares = inverse_norms(factor, outcome, diagonal.len(), execution)?;
        total += squares.iter().zip(&diagonal).map(|(square, diagonal)| square / (diagonal * diagonal)).sum::<f64>();
    }
    Ok(total / diagonal.len() as f64)
}

/// ‖Σ_t (A⁻¹)_st k(x⁽ᵗ⁾, ·)‖² for each s: row by row of A⁻¹ L, or column by column of A⁻¹.
fn inverse_norms(
    factor: &CholeskyFactor,
    outcome: &PreparedColumn,
    rows: usize,
    execution: &Execution<'_>,
) -> Result<Vec<f64>, Cancelled> {
    if let Some(own) = outcome.factor() {
        let mut solved = own.transposed.clone();
        factor.solve_rows_in_place(&mut solved, execution)?;
        return Ok(solved.squared_norms());
    }
    let mut squares = Vec::with_capacity(rows);
    for first in (0..rows).step_by(BLOCK) {
        let block = factor.inverse_columns(first, BLOCK.min(rows - first), execution)?;
        squares.extend(outcome.squared_norms(&block, execution)?);
    }
    Ok(squares)
}
