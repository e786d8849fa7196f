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
//! In small samples the iteration often runs in circles around its goal. Then the step is shortened: with s_j the sign
//! of v_jᵀv_j⁺, V⁺ diag(s) + c V has the same fixed points for every c > 0, and for c large enough it is an ascent.

use crate::DiscoveryError;
use crate::linalg::{Matrix, SymmetricEigen, dot};
use contsid::execution::Execution;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

/// E ln cosh ν of a standard normal ν.
const NORMAL_CONTRAST: f64 = 0.374_567_207_491_438;

/// How long and how often to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) seed: u64,
    pub(super) starts: usize,
    pub(super) iterations: usize,
    pub(super) tolerance: f64,
}

/// What one start came to.
pub(super) struct Components {
    /// Each column holds the combination of the white variables that makes one component.
    pub(super) directions: Matrix,
    pub(super) iterations: usize,
    /// Σ (E ln cosh y − E ln cosh ν)²: how far the components are from normal.
    pub(super) contrast: f64,
    /// 1 − |vᵀv′| of the direction that turned most in the last iteration.
    pub(super) change: f64,
}

/// The most independent components of white variables (columns of mean 0, orthogonal, of mean square 1) among those
/// that several random starts lead to.
pub(super) fn components(
    white: &Matrix,
    budget: Budget,
    execution: &Execution<'_>,
) -> Result<Vec<Components>, DiscoveryError> {
    let starts: Vec<u64> = (0..budget.starts as u64).collect();
    let found = execution.map::<_, _, DiscoveryError>(&starts, |&start| {
        Search::new(white, start, budget).run(budget, execution)
    })?;
    let change = found.iter().map(|components| components.change).fold(f64::INFINITY, f64::min);
    let converged: Vec<Components> =
        found.into_iter().filter(|components| components.change < budget.tolerance).collect();
    let Budget { iterations, starts, .. } = budget;
    if converged.is_empty() {
        return Err(DiscoveryError::NoConvergence { iterations, starts, change });
    }
    Ok(converged)
}

/// The iteration from one start.
struct Search<'a> {
    white: &'a Matrix,
    directions: Matrix,
    next: Matrix,
    gram: Matrix,
    outputs: Matrix,
}

impl<'a> Search<'a> {
    fn new(white: &'a Matrix, start: u64, budget: Budget) -> Self {
        let (samples, count) = (white.row_count(), white.column_count());
        let mut rng = ChaCha8Rng::seed_from_u64(budget.seed);
        rng.set_stream(start);
        let next = Matrix::from_fn(count, count, |_, _| StandardNormal.sample(&mut rng));
        let square = Matrix::zeros(count, count);
        Self { white, directions: square.clone(), next, gram: square, outputs: Matrix::zeros(samples, count) }
    }

    fn run(mut self, budget: Budget, execution: &Execution<'_>) -> Result<Components, DiscoveryError> {
        self.orthonormalise();
        std::mem::swap(&mut self.directions, &mut self.next);
        let (mut change, mut iterations) = (f64::INFINITY, 0);
        while change >= budget.tolerance && iterations < budget.iterations {
            execution.check()?;
            self.fixed_point_step(shortening(iterations));
            self.orthonormalise();
            change = self.change();
            std::mem::swap(&mut self.directions, &mut self.next);
            iterations += 1;
        }
        let contrast = self.contrast();
        Ok(Components { directions: self.directions, iterations, contrast, change })
    }

    /// next ← V⁺ diag(s) + c V, c being `shortening` times the mean of |v_jᵀv_j⁺|.
    fn fixed_point_step(&mut self, shortening: f64) {
        let samples = self.white.row_count() as f64;
        let count = self.white.column_count();
        self.outputs.set_product(self.white, &self.directions);
        let mut slopes = Vec::with_capacity(count);
        for j in 0..count {
            let outputs = self.outputs.column_mut(j);
            outputs.iter_mut().for_each(|value| *value = value.tanh());
            slopes.push(1.0 - dot(outputs, outputs) / samples);
        }
        self.next.set_transposed_product(self.white, &self.outputs);
        let mut along = Vec::with_capacity(count);
        for (j, slope) in slopes.iter().enumerate() {
            let direction = self.directions.column(j);
            let next = self.next.column_mut(j);
            next.iter_mut().zip(direction).for_each(|(value, old)| *value = *value / samples - slope * old);
            along.push(dot(next, direction));
        }
        if shortening > 0.0 {
            let c = shortening * along.iter().map(|value| value.abs()).sum::<f64>() / count as f64;
            for (j, along) in along.iter().enumerate() {
                let sign = if *along < 0.0 { -1.0 } else { 1.0 };
                let direction = self.directions.column(j);
                let next = self.next.column_mut(j);
                next.iter_mut().zip(direction).for_each(|(value, old)| *value = sign * *value + c * old);
            }
        }
    }

    /// next ← next (nextᵀ next)^(−½)
    fn orthonormalise(&mut self) {
        self.gram.set_transposed_product(&self.next, &self.next);
        let SymmetricEigen { values, mut vectors } =
            self.gram.symmetric_eigen().expect("the eigenvalues of a finite symmetric matrix are found");
        let rotated = self.next.times(&vectors);
        let mut scaled = rotated;
        for (j, value) in values.iter().enumerate() {
            let factor = value.max(f64::MIN_POSITIVE).sqrt().recip();
            scaled.column_mut(j).iter_mut().for_each(|entry| *entry *= factor);
        }
        vectors = vectors.transposed();
        self.next.set_product(&scaled, &vectors);
    }

    /// max 1 − |v_jᵀ v′_j|
    fn change(&self) -> f64 {
        let turned = |j| (1.0 - dot(self.directions.column(j), self.next.column(j)).abs()).abs();
        (0..self.next.column_count()).map(turned).fold(0.0, f64::max)
    }

    fn contrast(&mut self) -> f64 {
        self.outputs.set_product(self.white, &self.directions);
        let samples = self.white.row_count() as f64;
        let log_cosh = |value: f64| value.abs() + (-2.0 * value.abs()).exp().ln_1p() - std::f64::consts::LN_2;
        let mean = |j| self.outputs.column(j).iter().map(|&value| log_cosh(value)).sum::<f64>() / samples;
        (0..self.white.column_count()).map(|j| (mean(j) - NORMAL_CONTRAST).powi(2)).sum()
    }
}

/// How much the steps are shortened after so many iterations: not at all, and then more and more.
fn shortening(iterations: usize) -> f64 {
    match iterations / 50 {
        0 => 0.0,
        1 => 1.0,
        more => more as f64 * 1.5,
    }
}
