//! Embeddings of distributions as weighted sums of kernels.

use crate::kernel::{Kernel, KernelColumn, ProductKernel, Recoding};
use crate::numeric::dot;
use std::sync::Arc;
use thiserror::Error;

/// Two embeddings that live in different spaces.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum KernelMismatch {
    /// Their kernels differ.
    #[error("the embeddings have different kernels, {left:?} and {right:?}: they cannot be compared")]
    Kernels {
        /// The kernel of one.
        left: Kernel,
        /// The kernel of the other.
        right: Kernel,
    },
    /// One is of categories, the other of numbers.
    #[error("one embedding is of categories and the other of numbers: they cannot be compared")]
    Values,
}

/// An estimate of the mean embedding of a distribution, μ = E k(X, ·), as Σ_s w_s k(x⁽ˢ⁾, ·).
///
/// The kernel mean embedding is defined in the paper's section 2.2. It is a function on the values of X, in the
/// reproducing kernel Hilbert space of k; with a characteristic kernel it determines the distribution.
///
/// ```
/// use contsid::embedding::MeanEmbedding;
/// use contsid::kernel::{Bandwidth, Kernel, KernelColumn};
/// use std::sync::Arc;
///
/// let kernel = Kernel::Gaussian { bandwidth: Bandwidth::new(1.0)? };
/// let at = |x: f64| MeanEmbedding::empirical(Arc::new(KernelColumn::of_numbers(&[x], kernel)));
/// // Two point masses at distance 1: ‖k(0,·) − k(1,·)‖² = 2 − 2 exp(−1/2).
/// let expected = (2.0 - 2.0 * (-0.5f64).exp()).sqrt();
/// assert!((at(0.0).mmd(&at(1.0))? - expected).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MeanEmbedding {
    column: Arc<KernelColumn>,
    weights: Vec<f64>,
}

impl MeanEmbedding {
    /// The embedding of the observed distribution: (1/N) Σ_s k(x⁽ˢ⁾, ·).
    pub fn empirical(column: Arc<KernelColumn>) -> Self {
        let weights = vec![1.0 / column.len() as f64; column.len()];
        Self { column, weights }
    }

    /// Σ_s w_s k(x⁽ˢ⁾, ·).
    ///
    /// # Panics
    ///
    /// If there is not one weight for each value.
    pub fn weighted(column: Arc<KernelColumn>, weights: Vec<f64>) -> Self {
        assert_eq!(column.len(), weights.len(), "one weight for each value");
        Self { column, weights }
    }

    /// The values and their kernel.
    pub fn column(&self) -> &Arc<KernelColumn> {
        &self.column
    }

    /// The weights w.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// μ(y) = Σ_s w_s k(x⁽ˢ⁾, y) at each of the points.
    pub fn evaluate(&self, points: &[f64]) -> Vec<f64> {
        points.iter().map(|&y| dot(&self.column.against(y), &self.weights)).collect()
    }

    /// The density of the embedding, Σ_s w_s k(x⁽ˢ⁾, y) / ∫ k(x⁽ˢ⁾, y) dy at each of the points; none if the kernel has
    /// no finite integral. For the delta kernel these are probabilities. It integrates to Σ w, and may be negative
    /// where weights are.
    pub fn density(&self, points: &[f64]) -> Option<Vec<f64>> {
        let integral = self.column.kernel().integral()?;
        Some(self.evaluate(points).into_iter().map(|value| value / integral).collect())
    }

    /// ⟨μ, ν⟩ = Σ_s Σ_t w_s v_t k(x⁽ˢ⁾, y⁽ᵗ⁾), in O(N²). Categories are equal if their names are.
    ///
    /// # Errors
    ///
    /// If the kernels differ, or one is of categories and the other of numbers.
    pub fn inner_product(&self, other: &Self) -> Result<f64, KernelMismatch> {
        let recoding = self.recoding_of(other)?;
        let terms = other.column.values().zip(&other.weights);
        Ok(terms.map(|(y, w)| w * dot(&self.column.against(recoding.of(y)), &self.weights)).sum())
    }

    /// ‖μ‖.
    pub fn norm(&self) -> f64 {
        squared_norm(&self.column, &self.weights).max(0.0).sqrt()
    }

    /// The maximum mean discrepancy ‖μ − ν‖.
    ///
    /// If both are on the same values, the weights are subtracted first, so no digits cancel. Categories are equal
    /// if their names are.
    ///
    /// # Errors
    ///
    /// If the kernels differ, or one is of categories and the other of numbers.
    pub fn mmd(&self, other: &Self) -> Result<f64, KernelMismatch> {
        let recoding = self.recoding_of(other)?;
        if Arc::ptr_eq(&self.column, &other.column) || self.column == other.column {
            let difference: Vec<f64> = self.weights.iter().zip(&other.weights).map(|(a, b)| a - b).collect();
            return Ok(squared_norm(&self.column, &difference).max(0.0).sqrt());
        }
        let others = other.column.values().map(|value| recoding.of(value));
        let values: Vec<f64> = self.column.values().chain(others).collect();
        let weights: Vec<f64> =
            self.weights.iter().copied().chain(other.weights.iter().map(|weight| -weight)).collect();
        let joined = KernelColumn::of_numbers(&values, self.column.kernel());
        Ok(squared_norm(&joined, &weights).max(0.0).sqrt())
    }

    /// The recoding of the other's values to this one's coding.
    fn recoding_of(&self, other: &Self) -> Result<Recoding, KernelMismatch> {
        let (left, right) = (self.column.kernel(), other.column.kernel());
        if left != right {
            return Err(KernelMismatch::Kernels { left, right });
        }
        other.column.recoding(&self.column).ok_or(KernelMismatch::Values)
    }
}

/// wᵀ K w.
fn squared_norm(column: &KernelColumn, weights: &[f64]) -> f64 {
    let (kernel, mut row, mut scratch) = (ProductKernel::new([column]), vec![0.0; column.len()], Vec::new());
    let terms = weights.iter().enumerate().map(|(index, weight)| {
        kernel.against_row(0, index, &mut row, &mut scratch);
        weight * dot(&row, weights)
    });
    terms.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Bandwidth, KernelFamily};
    use crate::named::Named;

    /// The trapezoidal sum over a wide fine grid; the kernels fall below 1e-17 at its ends.
    #[test]
    fn densities_integrate_to_one() {
        let step = 1e-3;
        let grid: Vec<f64> = (-40_000..=40_000).map(|index| f64::from(index) * step).collect();
        for &family in KernelFamily::CHOICES {
            let kernel = family.with_bandwidth(Bandwidth::new(0.7).unwrap());
            let embedding = MeanEmbedding::empirical(Arc::new(KernelColumn::of_numbers(&[-0.5, 1.25], kernel)));
            match (family, embedding.density(&grid)) {
                (KernelFamily::Imq, density) => assert_eq!(density, None),
                (KernelFamily::Delta, density) => assert_eq!(density.unwrap().iter().sum::<f64>(), 1.0),
                (_, density) => {
                    let integral = density.unwrap().iter().sum::<f64>() * step;
                    assert!((integral - 1.0).abs() < 1e-6, "{family}: {integral}");
                }
            }
        }
    }
}
