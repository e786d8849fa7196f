//! Positive definite systems.

use super::Matrix;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{LltParams, LltRegularization, cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::triangular_solve::{solve_lower_triangular_in_place, solve_upper_triangular_in_place};
use faer::{Auto, Par, Side, Spec};

/// A matrix is not positive definite, as far as its rounded entries tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotPositiveDefinite;

/// The factor L of A = L Lᵀ, in the lower triangle of a matrix.
#[derive(Clone, Debug)]
pub(crate) struct CholeskyFactor(Matrix);

impl CholeskyFactor {
    /// Factorises a matrix, of which only the lower triangle is read.
    ///
    /// # Errors
    ///
    /// If a pivot is not positive.
    pub(crate) fn new(mut matrix: Matrix) -> Result<Self, NotPositiveDefinite> {
        let params: Spec<LltParams, f64> = Spec::new(<LltParams as Auto<f64>>::auto());
        let mut buffer = MemBuffer::new(cholesky_in_place_scratch::<f64>(matrix.row_count(), Par::Seq, params));
        let (stack, exact) = (MemStack::new(&mut buffer), LltRegularization::default());
        match cholesky_in_place(matrix.view_mut(), exact, Par::Seq, stack, params) {
            Ok(_) => Ok(Self(matrix)),
            Err(_) => Err(NotPositiveDefinite),
        }
    }

    /// Replaces B by A⁻¹ B.
    pub(crate) fn solve_in_place(&self, right: &mut Matrix) {
        solve_lower_triangular_in_place(self.0.view(), right.view_mut(), Par::Seq);
        solve_upper_triangular_in_place(self.0.view().transpose(), right.view_mut(), Par::Seq);
    }

    /// A⁻¹ b.
    pub(crate) fn solve(&self, right: Vec<f64>) -> Vec<f64> {
        let mut matrix = Matrix::from_columns(right.len(), &[right]);
        self.solve_in_place(&mut matrix);
        matrix.column(0).to_vec()
    }

    /// The matrix that holds the factor, to be used for something else.
    pub(crate) fn into_matrix(self) -> Matrix {
        self.0
    }
}

/// The eigenvalues and eigenvectors of a symmetric matrix: A = U diag(values) Uᵀ.
pub(crate) struct Spectrum {
    pub(crate) values: Vec<f64>,
    /// U, whose columns are the eigenvectors.
    pub(crate) vectors: Matrix,
    /// Uᵀ.
    pub(crate) rows: Matrix,
}

impl Spectrum {
    /// The decomposition of a symmetric matrix, of which only the lower triangle is read.
    ///
    /// # Errors
    ///
    /// If the iteration does not converge.
    pub(crate) fn new(matrix: &Matrix) -> Result<Self, NotPositiveDefinite> {
        let decomposition = matrix.view().self_adjoint_eigen(Side::Lower).map_err(|_| NotPositiveDefinite)?;
        let values = decomposition.S().column_vector().iter().copied().collect();
        let size = matrix.row_count();
        let columns: Vec<Vec<f64>> = (0..size).map(|k| decomposition.U().col(k).iter().copied().collect()).collect();
        let vectors = Matrix::from_columns(size, &columns);
        Ok(Self { values, rows: vectors.transposed(), vectors })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Matrix {
        Matrix::from_columns(3, &[vec![4.0, 2.0, 0.0], vec![f64::NAN, 5.0, 2.0], vec![f64::NAN, f64::NAN, 5.0]])
    }

    #[test]
    fn solves_with_the_lower_triangle_alone() {
        let matrix = example();
        let mut right = Matrix::from_columns(3, &[vec![6.0, 9.0, 7.0], vec![4.0, 2.0, 0.0]]);
        CholeskyFactor::new(matrix).unwrap().solve_in_place(&mut right);
        for (found, expected) in right.columns().zip([[1.0, 1.0, 1.0], [1.0, 0.0, 0.0]]) {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15), "{found:?}");
        }
    }

    #[test]
    fn refuses_what_is_not_positive_definite() {
        let matrix = Matrix::from_columns(2, &[vec![1.0, 2.0], vec![2.0, 1.0]]);
        assert!(CholeskyFactor::new(matrix).is_err());
    }

    #[test]
    fn the_spectrum_of_a_small_matrix() {
        let matrix = Matrix::from_columns(2, &[vec![2.0, 1.0], vec![1.0, 2.0]]);
        let spectrum = Spectrum::new(&matrix).unwrap();
        assert!((spectrum.values[0] - 1.0).abs() < 1e-15 && (spectrum.values[1] - 3.0).abs() < 1e-15);
        assert!((spectrum.vectors.column(1)[0].abs() - 0.5f64.sqrt()).abs() < 1e-15);
    }
}
