//! Embeddings of conditional distributions.

use super::system::{AdjustmentMeans, FitError, fill_system};
use super::{KernelMismatch, Lambda, MeanEmbedding};
use crate::execution::Execution;
use crate::kernel::{KernelColumn, ProductKernel, Recoding};
use crate::numeric::{CholeskyFactor, Matrix};
use std::sync::Arc;

/// An estimate of the conditional mean embedding z ↦ μ_{X | Z = z} = E[k(X, ·) | Z = z].
///
/// Vector-valued ridge regression, the paper's section 2.3:
///
/// F̂(z) = k_Zᵀ(z) (K_Z + N λ I)⁻¹ k_X, that is Σ_s w_s(z) k(x⁽ˢ⁾, ·) with w(z) = (K_Z + N λ I)⁻¹ k_Z(z).
///
/// The kernel of Z is the product of the kernels of its columns. O(N³/3) once, O(N²) for each point.
#[derive(Clone, Debug)]
pub struct ConditionalMeanEmbedding {
    outcome: Arc<KernelColumn>,
    given: Vec<Arc<KernelColumn>>,
    factor: CholeskyFactor,
}

impl ConditionalMeanEmbedding {
    /// Regresses k(X, ·) on the columns of Z.
    ///
    /// # Errors
    ///
    /// If λ is so small that the system cannot be solved in double precision, or the computation is stopped.
    ///
    /// # Panics
    ///
    /// If the columns do not have the same length.
    pub fn fit(
        outcome: Arc<KernelColumn>,
        given: Vec<Arc<KernelColumn>>,
        lambda: Lambda,
        execution: &Execution<'_>,
    ) -> Result<Self, FitError> {
        assert!(given.iter().all(|column| column.len() == outcome.len()), "columns of one table");
        let mut system = Matrix::zeros(outcome.len(), outcome.len());
        let (kernel, nothing) = (ProductKernel::new(given.iter().map(AsRef::as_ref)), ProductKernel::new([]));
        let means = AdjustmentMeans::Known(vec![1.0; outcome.len()]);
        fill_system(&kernel, &nothing, lambda.ridge(outcome.len()), means, &mut system, execution)?;
        let factor = CholeskyFactor::new(system, execution).map_err(|error| FitError::new(lambda, error))?;
        Ok(Self { outcome, given, factor })
    }

    /// The estimated embedding of P(X | Z = z); `z` has one value for each column of Z.
    pub fn at(&self, z: &[f64]) -> MeanEmbedding {
        let mut weights = vec![0.0; self.outcome.len()];
        ProductKernel::new(self.given.iter().map(AsRef::as_ref)).against_point(z, &mut weights);
        MeanEmbedding::weighted(Arc::clone(&self.outcome), self.factor.solve(weights))
    }

    /// The maximum conditional mean discrepancy ‖F̂(z) − F̂′(z)‖ at each of the points (the paper's section 2.3), which
    /// have one value for each column of Z. Categories are given by the codes of this embedding's Z, and matched to the
    /// other's by name.
    ///
    /// # Errors
    ///
    /// If the kernels of the two outcomes differ, or a column is categorical in one and numeric in the other.
    ///
    /// # Panics
    ///
    /// If the two have different numbers of columns.
    pub fn mcmd(&self, other: &Self, points: &[Vec<f64>]) -> Result<Vec<f64>, KernelMismatch> {
        let recodings = recodings(&self.given, &other.given)?;
        points.iter().map(|z| self.at(z).mmd(&other.at(&recoded(z, &recodings)))).collect()
    }
}

/// The recodings of some columns' values to the codings of others, one by one.
pub(super) fn recodings(from: &[Arc<KernelColumn>], to: &[Arc<KernelColumn>]) -> Result<Vec<Recoding>, KernelMismatch> {
    assert_eq!(from.len(), to.len(), "embeddings that are given as many variables");
    from.iter().zip(to).map(|(from, to)| from.recoding(to).ok_or(KernelMismatch::Values)).collect()
}

/// A point in other codings.
pub(super) fn recoded(point: &[f64], recodings: &[Recoding]) -> Vec<f64> {
    point.iter().zip(recodings).map(|(&value, recoding)| recoding.of(value)).collect()
}
