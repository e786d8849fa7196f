//! Independent component analysis: which linear combinations are least normally distributed?
//!
//! Symmetric FastICA with the contrast ln cosh: for white variables z and the directions V, with g = tanh,
//!
//! ```text
//! V⁺ = E[z g(Vᵀz)ᵀ] − V diag(E g′(Vᵀz)),      V ← V⁺ (V⁺ᵀ V⁺)^(−½)
//! ```
//!
//! until no direction turns any more. A. Hyvärinen (1999), *Fast and robust fixed-point algorithms for independent
//! component analysis*, IEEE Transactions on Neural Networks 10, equations 20 and 25.
//!
//! In small samples the iteration often circles around its limit. Then the step is shortened: with s_j the sign of
//! v_jᵀv_j⁺, V⁺ diag(s) + c V has the same fixed points for every c > 0, and ascends if c is large enough.

use crate::DiscoveryError;
use contsid::execution::Execution;
use contsid::numeric::{Matrix, Orthonormaliser, dot, exp_in_place};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

/// Steps are shortened after this many iterations, and again after each multiple of it.
const PATIENCE: usize = 50;

/// Limits of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) seed: u64,
    pub(super) starts: usize,
    pub(super) iterations: usize,
    pub(super) tolerance: f64,
}

/// The result of one start.
pub(super) struct Components {
    /// Column j holds the coefficients of component j on the white variables.
    pub(super) directions: Matrix,
    /// The number of iterations.
    pub(super) iterations: usize,
    /// 1 − |vᵀv′| of the direction that turned most in the last iteration.
    change: f64,
}

/// The components of white variables (orthogonal columns of mean 0 and variance 1) from random starts.
///
/// # Errors
///
/// If no start converges.
pub(super) fn components(
    white: &Matrix,
    budget: Budget,
    execution: &Execution<'_>,
) -> Result<Vec<Components>, DiscoveryError> {
    let starts: Vec<u64> = (0..budget.starts as u64).collect();
    let search = |&start: &u64| ComponentSearch::new(white, start, budget.seed).run(budget, execution);
    let found = execution.map::<_, _, DiscoveryError>(&starts, search)?;
    let change = found.iter().map(|components| components.change).fold(f64::INFINITY, f64::min);
    if change < budget.tolerance {
        Ok(found.into_iter().filter(|components| components.change < budget.tolerance).collect())
    } else {
        let Budget { iterations, starts, .. } = budget;
        Err(DiscoveryError::NoConvergence { iterations, starts, change })
    }
}

/// The iteration from one start.
struct ComponentSearch<'a> {
    white: &'a Matrix,
    directions: Matrix,
    next: Matrix,
    outputs: Matrix,
    scratch: Vec<f64>,
    orthonormaliser: Orthonormaliser,
}

impl<'a> ComponentSearch<'a> {
    fn new(white: &'a Matrix, start: u64, seed: u64) -> Self {
        let (samples, count) = (white.row_count(), white.column_count());
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(start);
        let mut directions = Matrix::from_fn(count, count, |_, _| StandardNormal.sample(&mut rng));
        let mut orthonormaliser = Orthonormaliser::new(count);
        orthonormaliser.apply(&mut directions);
        let (next, outputs) = (Matrix::zeros(count, count), Matrix::zeros(samples, count));
        Self { white, directions, next, outputs, scratch: vec![0.0; samples], orthonormaliser }
    }

    fn run(mut self, budget: Budget, execution: &Execution<'_>) -> Result<Components, DiscoveryError> {
        let (mut change, mut iterations) = (f64::INFINITY, 0);
        while change >= budget.tolerance && iterations < budget.iterations {
            execution.check()?;
            let along = self.fixed_point();
            if iterations >= PATIENCE {
                self.shorten(&along, (iterations / PATIENCE) as f64);
            }
            self.orthonormaliser.apply(&mut self.next);
            change = self.change();
            std::mem::swap(&mut self.directions, &mut self.next);
            iterations += 1;
        }
        Ok(Components { directions: self.directions, iterations, change })
    }

    /// next ← V⁺; returns v_jᵀv_j⁺ for each j.
    fn fixed_point(&mut self) -> Vec<f64> {
        let samples = self.white.row_count() as f64;
        let count = self.white.column_count();
        self.outputs.set_times(self.white, &self.directions);
        let slopes: Vec<f64> = (0..count)
            .map(|j| {
                let outputs = self.outputs.column_mut(j);
                tanh_in_place(outputs, &mut self.scratch);
                1.0 - dot(outputs, outputs) / samples
            })
            .collect();
        self.next.set_transpose_times(self.white, &self.outputs);
        let Self { directions, next, .. } = self;
        let finish = |(j, slope): (usize, f64)| {
            let (old, next) = (directions.column(j), next.column_mut(j));
            next.iter_mut().zip(old).for_each(|(value, old)| *value = *value / samples - slope * old);
            dot(next, old)
        };
        slopes.into_iter().enumerate().map(finish).collect()
    }

    /// next ← V⁺ diag(s) + c V, c being `times` the mean of |v_jᵀv_j⁺|.
    fn shorten(&mut self, along: &[f64], times: f64) {
        let c = times * along.iter().map(|value| value.abs()).sum::<f64>() / along.len() as f64;
        for (j, along) in along.iter().enumerate() {
            let sign = 1.0_f64.copysign(*along);
            let (old, next) = (self.directions.column(j), self.next.column_mut(j));
            next.iter_mut().zip(old).for_each(|(value, old)| *value = sign * *value + c * old);
        }
    }

    /// max 1 − |v_jᵀ v′_j|
    fn change(&self) -> f64 {
        let turned = |j| (1.0 - dot(self.directions.column(j), self.next.column(j)).abs()).abs();
        (0..self.next.column_count()).map(turned).fold(0.0, f64::max)
    }
}

/// tanh |x| = (1 − e) / (1 + e) with e = exp(−2 |x|).
fn tanh_in_place(values: &mut [f64], scratch: &mut [f64]) {
    scratch.iter_mut().zip(values.iter()).for_each(|(exponent, value)| *exponent = -2.0 * value.abs());
    exp_in_place(scratch);
    values.iter_mut().zip(scratch.iter()).for_each(|(value, e)| *value = ((1.0 - e) / (1.0 + e)).copysign(*value));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hyperbolic_tangent_is_that_of_the_library() {
        let arguments: Vec<f64> = (-4000..=4000).map(|k| f64::from(k) / 100.0).collect();
        let mut values = arguments.clone();
        tanh_in_place(&mut values, &mut vec![0.0; arguments.len()]);
        for (x, value) in arguments.iter().zip(&values) {
            assert!((value - x.tanh()).abs() < 4.0 * f64::EPSILON, "tanh {x}");
        }
    }
}
