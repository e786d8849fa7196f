//! The Laplace kernel in one dimension, which never needs a Gram matrix.

use super::KernelColumn;

/// A root of the Gram matrix of a Laplace kernel, applied in O(N).
///
/// On sorted values the kernel exp(−|x − y|/σ) is that of a Markov process: with ρ_t = exp(−(x_{t+1} − x_t)/σ) it is
/// K = L Lᵀ with L_st = √(1 − ρ²_{t−1}) ρ_t ⋯ ρ_{s−1} for s ≥ t (and ρ_0 = 0), so Lᵀ w is one backward recursion.
#[derive(Clone, Debug)]
pub(crate) struct MarkovRoot {
    order: Vec<usize>,
    /// ρ_t, the correlation of a value with the next larger one.
    correlations: Vec<f64>,
    /// 1 − ρ²_{t−1}, the variance that is new at each value.
    innovations: Vec<f64>,
}

impl MarkovRoot {
    /// The root for a column with a Laplace kernel of this rate, 1/σ.
    pub(super) fn new(column: &KernelColumn, rate: f64) -> Self {
        let values = column.scaled_values();
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| values[a].total_cmp(&values[b]).then(a.cmp(&b)));
        let exponents = order.windows(2).map(|two| -((values[two[1]] - values[two[0]]) * rate));
        let correlations = exponents.clone().map(f64::exp).collect();
        let innovations = std::iter::once(1.0).chain(exponents.map(|exponent| -(2.0 * exponent).exp_m1())).collect();
        Self { order, correlations, innovations }
    }

    /// wᵀ K w.
    pub(crate) fn squared_norm(&self, weights: &[f64]) -> f64 {
        let (mut state, mut sum) = (0.0, 0.0);
        for (t, &row) in self.order.iter().enumerate().rev() {
            state = weights[row] + self.correlations.get(t).map_or(0.0, |correlation| correlation * state);
            sum += self.innovations[t] * (state * state);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use crate::kernel::{Bandwidth, Kernel, KernelColumn, ProductKernel};
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Default::default()
        })]

        #[test]
        fn equals_the_quadratic_form(rows in prop::collection::vec((-9i32..9, -1.0f64..1.0), 1..30)) {
            let values: Vec<f64> = rows.iter().map(|row| f64::from(row.0) / 2.0).collect();
            let weights: Vec<f64> = rows.iter().map(|row| row.1).collect();
            let kernel = Kernel::Laplace { bandwidth: Bandwidth::new(0.7).unwrap() };
            let column = KernelColumn::of_numbers(&values, kernel);
            let gram = ProductKernel::new([&column]).gram_columns(rows.len(), 0, rows.len());
            let form: f64 = gram.columns().zip(&weights)
                .map(|(row, weight)| weight * row.iter().zip(&weights).map(|(k, w)| k * w).sum::<f64>()).sum();
            let found = column.markov_root().expect("a Laplace kernel").squared_norm(&weights);
            // Both sum at most 900 products that are at most 1.
            prop_assert!((found - form).abs() < 1e-13, "{found} {form}");
        }
    }
}
