//! The ridge parameter with the smallest leave-one-out error.

use super::column::{PreparedColumn, Root};
use super::{ContSidError, Prepared};
use crate::embedding::{Lambda, Reach, fill_system};
use crate::graph::NodeSet;
use crate::kernel::{KernelColumn, ProductKernel};
use crate::numeric::{Matrix, NotPositiveDefinite, Spectrum, dot};
use std::sync::PoisonError;

/// The values of N λ that are tried: 10⁻³, 10⁻²·⁵, …, 10².
const RIDGES: std::ops::RangeInclusive<i32> = -6..=4;

/// The values of λ that [`LambdaChoice::LeaveOneOut`](super::LambdaChoice::LeaveOneOut) tries for N samples, in increasing
/// order: N λ = 10^(k/2) for k = −6…4.
///
/// For each the mean of ‖e_s‖² over the samples is added up over the targets that need an estimate, where e_s is the error
/// at sample s of the regression without it:
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
    /// If it is to be chosen by leave-one-out and the eigenvalues of the system cannot be found.
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
        let lambda = best.map_err(|NotPositiveDefinite| self.singular(treatments, adjustment, 0.0))?;
        chosen().insert(key, lambda);
        Ok(lambda)
    }

    fn best_lambda(
        &self,
        treatments: &NodeSet,
        adjustment: &NodeSet,
        targets: &NodeSet,
    ) -> Result<Lambda, NotPositiveDefinite> {
        let kernel = |nodes: &NodeSet| {
            let columns: Vec<&KernelColumn> = nodes.iter().map(|node| &self.columns[node.index()].kernel).collect();
            ProductKernel::new(&columns)
        };
        let (mut gram, grid) = (Matrix::zeros(self.samples, self.samples), leave_one_out_grid(self.samples));
        let (reach, smallest) = (Reach::Known(vec![1.0; self.samples]), grid[0]);
        fill_system(&kernel(treatments), &kernel(adjustment), smallest, reach, &mut gram);
        gram.add_to_diagonal(-smallest.ridge(self.samples));
        let spectrum = Spectrum::new(&gram)?;
        let projections: Vec<Projection> =
            targets.iter().map(|node| Projection::new(&spectrum, &self.columns[node.index()])).collect();
        let errors = grid.iter().map(|lambda| {
            let inverse = Inverse::new(&spectrum, lambda.ridge(self.samples));
            projections.iter().map(|projection| inverse.error(projection)).sum::<f64>()
        });
        let errors: Vec<f64> = errors.collect();
        let best = (0..grid.len()).min_by(|&a, &b| errors[a].total_cmp(&errors[b])).expect("the grid has values");
        Ok(grid[best])
    }
}

/// A target in the basis of the eigenvectors U: Uᵀ L, or Uᵀ K U.
enum Projection {
    Factor(Matrix),
    Gram(Matrix),
}

impl Projection {
    fn new(spectrum: &Spectrum, target: &PreparedColumn) -> Self {
        match &target.root {
            Root::LowRank(factor) => Self::Factor(spectrum.vectors.transpose_times(&factor.features)),
            Root::Markov(_) | Root::Gram => {
                let rows = target.kernel.len();
                let gram = ProductKernel::new(&[&target.kernel]).gram_columns(rows, 0, rows);
                Self::Gram(spectrum.vectors.transpose_times(&gram.times(&spectrum.vectors)))
            }
        }
    }
}

/// A⁻¹ = U diag(d) Uᵀ for A = K + N λ I; then I − H = N λ A⁻¹ and e_s = (A⁻¹ k)_s / (A⁻¹)_ss.
struct Inverse<'a> {
    /// Uᵀ, whose columns belong to the samples.
    rows: &'a Matrix,
    vectors: &'a Matrix,
    inverses: Vec<f64>,
    diagonal: Vec<f64>,
}

impl<'a> Inverse<'a> {
    fn new(spectrum: &'a Spectrum, ridge: f64) -> Self {
        // Rounding makes eigenvalues that are zero slightly negative.
        let inverses: Vec<f64> = spectrum.values.iter().map(|value| 1.0 / (value.max(0.0) + ridge)).collect();
        let rows = &spectrum.rows;
        let diagonal = rows.columns().map(|row| row.iter().zip(&inverses).map(|(u, d)| u * u * d).sum()).collect();
        Self { rows, vectors: &spectrum.vectors, inverses, diagonal }
    }

    /// The mean of ‖e_s‖² over the samples.
    fn error(&self, projection: &Projection) -> f64 {
        let squares = match projection {
            Projection::Factor(features) => {
                let mut scaled = features.clone();
                scaled.scale_rows(&self.inverses);
                let solved = self.vectors.times(&scaled).transposed();
                solved.columns().map(|row| dot(row, row)).collect::<Vec<f64>>()
            }
            Projection::Gram(gram) => {
                let mut scaled = self.rows.clone();
                scaled.scale_rows(&self.inverses);
                let product = gram.times(&scaled);
                product.columns().zip(scaled.columns()).map(|(left, right)| dot(left, right)).collect()
            }
        };
        let errors = squares.iter().zip(&self.diagonal).map(|(square, diagonal)| square / (diagonal * diagonal));
        errors.sum::<f64>() / self.diagonal.len() as f64
    }
}
