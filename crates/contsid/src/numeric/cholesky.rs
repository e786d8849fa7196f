//! Positive definite systems.

use super::{Matrix, dot};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{LltParams, LltRegularization, cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::triangular_solve::{solve_lower_triangular_in_place, solve_upper_triangular_in_place};
use faer::traits::RealField;
use faer::{Auto, MatMut, MatRef, Par, Spec};

/// How many columns of an inverse are found at a time.
const INVERSE_BLOCK: usize = 128;

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
        factorise(matrix.view_mut())?;
        Ok(Self(matrix))
    }

    /// Replaces B by A⁻¹ B.
    pub(crate) fn solve_in_place(&self, right: &mut Matrix) {
        solve(self.0.view(), right.view_mut());
    }

    /// Replaces B by A⁻¹ B, where B is transposed.
    pub(crate) fn solve_rows_in_place(&self, right: &mut Matrix) {
        solve(self.0.view(), right.view_mut().transpose_mut());
    }

    /// A⁻¹ b.
    pub(crate) fn solve(&self, right: Vec<f64>) -> Vec<f64> {
        let mut matrix = Matrix::from_columns(right.len(), &[right]);
        self.solve_in_place(&mut matrix);
        matrix.column(0).to_vec()
    }

    /// The columns of A⁻¹ from `first` on, `count` of them.
    pub(crate) fn inverse_columns(&self, first: usize, count: usize) -> Matrix {
        let mut columns = Matrix::zeros(self.0.row_count(), count);
        for place in 0..count {
            columns.column_mut(place)[first + place] = 1.0;
        }
        self.solve_in_place(&mut columns);
        columns
    }

    /// The diagonal of A⁻¹ = L⁻ᵀ L⁻¹: the squared norms of the columns of L⁻¹, which are 0 above the diagonal.
    pub(crate) fn inverse_diagonal(&self) -> Vec<f64> {
        let size = self.0.row_count();
        let blocks = (0..size).step_by(INVERSE_BLOCK).map(|first| {
            let (rows, count) = (size - first, INVERSE_BLOCK.min(size - first));
            let mut columns = Matrix::zeros(rows, count);
            for place in 0..count {
                columns.column_mut(place)[place] = 1.0;
            }
            let corner = self.0.view().submatrix(first, first, rows, rows);
            solve_lower_triangular_in_place(corner, columns.view_mut(), Par::Seq);
            columns
        });
        blocks.flat_map(|block| block.columns().map(|column| dot(column, column)).collect::<Vec<f64>>()).collect()
    }

    /// The matrix that holds the factor, to be used for something else.
    pub(crate) fn into_matrix(self) -> Matrix {
        self.0
    }
}

/// Writes L of A = L Lᵀ into the lower triangle of A, which alone is read.
///
/// # Errors
///
/// If a pivot is not positive.
pub(super) fn factorise<T: RealField>(matrix: MatMut<'_, T>) -> Result<(), NotPositiveDefinite> {
    let params: Spec<LltParams, T> = Spec::new(<LltParams as Auto<T>>::auto());
    let mut buffer = MemBuffer::new(cholesky_in_place_scratch::<T>(matrix.nrows(), Par::Seq, params));
    let (stack, exact) = (MemStack::new(&mut buffer), LltRegularization::default());
    cholesky_in_place(matrix, exact, Par::Seq, stack, params).map(|_| ()).map_err(|_| NotPositiveDefinite)
}

/// Replaces B by (L Lᵀ)⁻¹ B.
pub(super) fn solve<T: RealField>(factor: MatRef<'_, T>, mut right: MatMut<'_, T>) {
    solve_lower_triangular_in_place(factor, right.as_mut(), Par::Seq);
    solve_upper_triangular_in_place(factor.transpose(), right, Par::Seq);
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
    fn the_inverse_by_columns_and_its_diagonal() {
        let size = 300;
        let entry = |row: usize, column: usize| 1.0 / (1.0 + row.abs_diff(column) as f64);
        let columns: Vec<Vec<f64>> = (0..size).map(|c| (0..size).map(|r| entry(r, c)).collect()).collect();
        let matrix = Matrix::from_columns(size, &columns);
        let factor = CholeskyFactor::new(matrix.clone()).unwrap();
        let product = matrix.times(&factor.inverse_columns(200, 2));
        let diagonal = factor.inverse_diagonal();
        for (place, column) in product.columns().enumerate() {
            let identity = |row: usize| f64::from(u8::from(row == 200 + place));
            assert!(column.iter().enumerate().all(|(row, value)| (value - identity(row)).abs() < 1e-13));
            let expected = factor.inverse_columns(200 + place, 1).column(0)[200 + place];
            assert!((diagonal[200 + place] - expected).abs() < 1e-13);
        }
    }
}
