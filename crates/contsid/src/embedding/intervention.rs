//! Embeddings of intervention distributions.

use super::conditional::{recoded, recodings};
use super::system::{AdjustmentMeans, FitError, fill_system};
use super::{Estimator, KernelMismatch, Lambda, MeanEmbedding, WeightSumError};
use crate::execution::{Cancelled, Execution};
use crate::kernel::{KernelColumn, ProductKernel};
use crate::numeric::{CholeskyFactor, Matrix};
use std::sync::Arc;
use thiserror::Error;

/// Why two intervention mean embeddings cannot be compared at a point.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum DiscrepancyError {
    /// The kernels of the outcomes differ.
    #[error(transparent)]
    Kernels(#[from] KernelMismatch),
    /// The weights of one cannot be normalised.
    #[error(transparent)]
    Weights(#[from] WeightSumError),
    /// The computation was stopped.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Why an intervention mean embedding has no average over some points.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum AverageError {
    /// The weights at one of the points cannot be normalised.
    #[error(transparent)]
    Weights(#[from] WeightSumError),
    /// The computation was stopped.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The columns of an intervention mean embedding.
#[derive(Clone, Debug)]
pub struct InterventionColumns {
    /// X_j, whose distribution is asked for.
    pub outcome: Arc<KernelColumn>,
    /// X_i, or several variables that are set at once.
    pub treatments: Vec<Arc<KernelColumn>>,
    /// Z, an adjustment set for the effect of the treatments on the outcome.
    pub adjustment: Vec<Arc<KernelColumn>>,
}

/// An estimate of the intervention mean embedding x ↦ μ_{X_j | do(X_i = x)} = E_Z[F(x, Z)], adjusting for Z.
///
/// The paper's section 3.2:
///
/// Ĝ(x) = (1/N) Σ_m kᵀ(x, z⁽ᵐ⁾) W k_{X_j}, that is Σ_s w_s(x) k_j(x_j⁽ˢ⁾, ·) with w(x) = (K_iZ + N λ I)⁻¹ a(x),
/// a_s(x) = r_s k_i(x_i⁽ˢ⁾, x) and r_s = (1/N) Σ_m k_Z(z⁽ˢ⁾, z⁽ᵐ⁾).
///
/// O(N³/3) once, O(N²) for each x.
#[derive(Clone, Debug)]
pub struct InterventionMeanEmbedding {
    columns: InterventionColumns,
    estimator: Estimator,
    factor: CholeskyFactor,
    means: Vec<f64>,
}

impl InterventionMeanEmbedding {
    /// Regresses k_j(X_j, ·) on the treatments and the adjustment set.
    ///
    /// # Errors
    ///
    /// If λ is so small that the system cannot be solved in double precision, or the computation is stopped.
    ///
    /// # Panics
    ///
    /// If the columns do not have the same length.
    pub fn fit(
        columns: InterventionColumns,
        lambda: Lambda,
        estimator: Estimator,
        execution: &Execution<'_>,
    ) -> Result<Self, FitError> {
        let count = columns.outcome.len();
        let others = columns.treatments.iter().chain(&columns.adjustment);
        assert!(others.clone().all(|column| column.len() == count), "columns of one table");
        let mut system = Matrix::zeros(count, count);
        let (treatments, adjustment) = (product(&columns.treatments), product(&columns.adjustment));
        let (means, ridge) = (AdjustmentMeans::Computed, lambda.ridge(count));
        let means = fill_system(&treatments, &adjustment, ridge, means, &mut system, execution)?;
        let factor = CholeskyFactor::new(system, execution).map_err(|error| FitError::new(lambda, error))?;
        Ok(Self { columns, estimator, factor, means })
    }

    /// The estimated embedding of P(X_j | do(X_i = x)); `x` has one value for each treatment.
    ///
    /// # Errors
    ///
    /// If the estimator is [`Estimator::Normalised`] and the weights at x sum to nothing.
    pub fn at(&self, x: &[f64]) -> Result<MeanEmbedding, WeightSumError> {
        let mut weights = vec![0.0; self.columns.outcome.len()];
        product(&self.columns.treatments).against_point(x, &mut weights);
        weights.iter_mut().zip(&self.means).for_each(|(weight, mean)| *weight *= mean);
        let mut weights = self.factor.solve(weights);
        self.estimator.correct(&mut weights)?;
        Ok(MeanEmbedding::weighted(Arc::clone(&self.columns.outcome), weights))
    }

    /// The average of the estimates over M points, (1/M) Σ_m Ĝ(x⁽ᵐ⁾) = Σ_s w̄_s k_j(x_j⁽ˢ⁾, ·) with w̄ = (1/M) Σ_m
    /// w(x⁽ᵐ⁾): the embedding of X_j when the treatments are set to one of the points at random.
    ///
    /// O(M N²).
    ///
    /// # Errors
    ///
    /// If the weights at a point cannot be normalised, or the computation is stopped.
    ///
    /// # Panics
    ///
    /// If there are no points.
    pub fn averaged(&self, points: &[Vec<f64>], execution: &Execution<'_>) -> Result<MeanEmbedding, AverageError> {
        assert!(!points.is_empty(), "an average is over at least one point");
        let mut sums = vec![0.0; self.columns.outcome.len()];
        for x in points {
            execution.check()?;
            sums.iter_mut().zip(self.at(x)?.weights()).for_each(|(sum, weight)| *sum += weight);
        }
        let weights = sums.into_iter().map(|sum| sum / points.len() as f64).collect();
        Ok(MeanEmbedding::weighted(Arc::clone(&self.columns.outcome), weights))
    }

    /// The average of the maximum conditional mean discrepancy over M points, (1/M) Σ_m ‖Ĝ(x⁽ᵐ⁾) − Ĝ′(x⁽ᵐ⁾)‖: for an
    /// effect on which two graphs disagree, contSID is this number divided by the norm of the outcome.
    ///
    /// O(M N²).
    ///
    /// # Errors
    ///
    /// As [`InterventionMeanEmbedding::mcmd`], or if the computation is stopped.
    ///
    /// # Panics
    ///
    /// If there are no points, or the two have different numbers of treatments.
    pub fn averaged_mcmd(
        &self,
        other: &Self,
        points: &[Vec<f64>],
        execution: &Execution<'_>,
    ) -> Result<f64, DiscrepancyError> {
        assert!(!points.is_empty(), "an average is over at least one point");
        let mut sum = 0.0;
        for x in points {
            execution.check()?;
            sum += self.mcmd(other, std::slice::from_ref(x))?.iter().sum::<f64>();
        }
        Ok(sum / points.len() as f64)
    }

    /// The maximum conditional mean discrepancy ‖Ĝ(x) − Ĝ′(x)‖ at each of the points (the paper's section 3.2), which
    /// have one value for each treatment. Categories are given by the codes of this embedding's treatments, and matched
    /// to the other's by name.
    ///
    /// # Errors
    ///
    /// If the kernels of the two outcomes differ, an outcome or a treatment is categorical in one and numeric in the
    /// other, or the weights of one cannot be normalised.
    ///
    /// # Panics
    ///
    /// If the two have different numbers of treatments.
    pub fn mcmd(&self, other: &Self, points: &[Vec<f64>]) -> Result<Vec<f64>, DiscrepancyError> {
        let recodings = recodings(&self.columns.treatments, &other.columns.treatments)?;
        points.iter().map(|x| Ok(self.at(x)?.mmd(&other.at(&recoded(x, &recodings))?)?)).collect()
    }
}

fn product(columns: &[Arc<KernelColumn>]) -> ProductKernel<'_> {
    ProductKernel::new(columns.iter().map(AsRef::as_ref))
}
