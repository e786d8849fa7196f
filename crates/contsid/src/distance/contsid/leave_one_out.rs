//! The ridge parameter with the smallest leave-one-out error.

use super::column::PreparedColumn;
use super::signal::{BLOCK, squared_norms};
use super::{ContSidError, Prepared};
use crate::embedding::{Lambda, Reach, fill_system};
use crate::graph::NodeSet;
use crate::kernel::{KernelColumn, ProductKernel};
use crate::numeric::{CholeskyFactor, NotPositiveDefinite};
use std::sync::PoisonError;

/// The values of N λ that are tried: 10⁻³, 10⁻²·⁵, …, 10².
const RIDGES: std::ops::RangeInclusive<i32> = -6..=4;

/// The values of λ that [`LambdaChoice::LeaveOneOut`](super::LambdaChoice::LeaveOneOut) tries for N samples, in increasing
/// order: N λ = 10^(k/2) for k = −6…4.
///
/// For each the mean of ‖e_s‖² over the samples is added up over the targets whose distribution the intervention changes:
/// those with a directed path from the treatment in the graph that the adjustment set comes from, or in either graph where
/// both have the same set. Which of them the graphs agree on does not matter. e_s is the error at sample s of the regression
/// without it:
///
/// e_s = (k_j(x_j⁽ˢ⁾, ·) − Σ_t H_st k_j(x_j⁽ᵗ⁾, ·)) / (1 − H_ss) with H = K_iZ (K_iZ + N λ I)⁻¹.
///
/// The smallest sum wins; of equals the smallest λ.
pub fn leave_one_out_grid(samples: usize) -> Vec<Lambda> {
    let ridges = RIDGES.map(|half| 10f64.powf(f64::from(half) / 2.0));
    ridges.map(|ridge| Lambda::new(ridge / samples as f64).expect("positive, over a number of samples")).collect()
}

impl Prepared {
    /// The ridge parameter for some treatments and an adjustment set, whose system serves these targets.
    ///
    /// # Errors
    ///
    /// If it is to be chosen by leave-one-out and a system cannot be solved.
    pub fn lambda_for(
        &self,
        treatments: &NodeSet,
        adjustment: &NodeSet,
        targets: &NodeSet,
    ) -> Result<Lambda, ContSidError> {
        if let Some(lambda) = self.lambda() {
            return Ok(lambda);
        }
        let key = (treatments.clone(), adjustment.clone(), targets.clone());
        let chosen = || self.chosen_lambdas.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&lambda) = chosen().get(&key) {
            return Ok(lambda);
        }
        let best = self.best_lambda(treatments, adjustment, targets);
        let lambda = best.map_err(|tried| {
            let [treatments, adjustment] = self.named([treatments, adjustment]);
            ContSidError::SingularTrial { treatments, adjustment, lambda: tried.value() }
        })?;
        chosen().insert(key, lambda);
        Ok(lambda)
    }

    /// The best of those that are tried, or the one with which the system cannot be solved.
    fn best_lambda(&self, treatments: &NodeSet, adjustment: &NodeSet, targets: &NodeSet) -> Result<Lambda, Lambda> {
        let kernel = |nodes: &NodeSet| {
            let columns: Vec<&KernelColumn> = nodes.iter().map(|node| &self.columns[node.index()].kernel).collect();
            ProductKernel::new(&columns)
        };
        let (treated, adjusted, grid) = (kernel(treatments), kernel(adjustment), leave_one_out_grid(self.samples));
        let targets: Vec<&PreparedColumn> = targets.iter().map(|node| &self.columns[node.index()]).collect();
        let mut workspace = self.workspaces.take();
        let mut system = workspace.take_system(self.samples);
        let mut best = (f64::INFINITY, grid[0]);
        for lambda in grid {
            let reach = Reach::Known(vec![1.0; self.samples]);
            fill_system(&treated, &adjusted, lambda, reach, &mut system, |_, _| {});
            let factor = CholeskyFactor::new(system).map_err(|NotPositiveDefinite| lambda)?;
            let error = error_without_own(&factor, &targets);
            if error < best.0 {
                best = (error, lambda);
            }
            system = factor.into_matrix();
        }
        workspace.system = Some(system);
        self.workspaces.give(workspace);
        Ok(best.1)
    }
}

/// The mean of ‖e_s‖² over the samples, summed over the targets.
///
/// With A = K + N λ I, I − H = N λ A⁻¹, so that e_s = Σ_t (A⁻¹)_st k_j(x_j⁽ᵗ⁾, ·) / (A⁻¹)_ss.
fn error_without_own(factor: &CholeskyFactor, targets: &[&PreparedColumn]) -> f64 {
    let diagonal = factor.inverse_diagonal();
    let errors = targets.iter().map(|target| {
        let squares = inverse_norms(factor, target, diagonal.len());
        squares.iter().zip(&diagonal).map(|(square, diagonal)| square / (diagonal * diagonal)).sum::<f64>()
    });
    errors.sum::<f64>() / diagonal.len() as f64
}

/// ‖Σ_t (A⁻¹)_st k(x⁽ᵗ⁾, ·)‖² for each s: row by row of A⁻¹ L, or column by column of A⁻¹.
fn inverse_norms(factor: &CholeskyFactor, target: &PreparedColumn, rows: usize) -> Vec<f64> {
    if let Some(target) = target.factor() {
        let mut solved = target.transposed.clone();
        factor.solve_rows_in_place(&mut solved);
        return solved.squared_norms();
    }
    let blocks = (0..rows).step_by(BLOCK).map(|first| factor.inverse_columns(first, BLOCK.min(rows - first)));
    blocks.flat_map(|block| squared_norms(target, &block)).collect()
}
