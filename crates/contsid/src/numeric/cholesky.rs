//! Positive definite systems.

use super::matrix::lower_products_into;
use super::{Matrix, dot};
use crate::execution::{Cancelled, Execution};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{LltParams, LltRegularization, cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::matmul::matmul;
use faer::linalg::triangular_solve::{solve_lower_triangular_in_place, solve_upper_triangular_in_place};
use faer::{Accum, Auto, MatMut, MatRef, Par, Spec};

/// The number of columns of an inverse computed at a time.
const INVERSE_BLOCK: usize = 128;

/// Largest size of a matrix that is factorised, and solved with, in one call, which takes a fraction of a second.
/// Larger ones are split into pieces, so they can be stopped.
const LARGEST_PIECE: usize = 2048;

/// Columns of a large matrix that are factorised at a time.
const PANEL: usize = 256;

/// Columns right of a panel that are updated at a time.
const STRIP: usize = 1024;

/// Multiplications of a piece of a large solution: a few tenths of a second.
const PIECE_WORK: usize = 2_000_000_000;

/// Fewest right sides of a piece: with fewer, a solution takes clearly longer.
const FEWEST_RIGHT_SIDES: usize = 32;

/// Why a matrix has no factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FactorError {
    /// It is not positive definite, up to rounding.
    NotPositiveDefinite,
    /// The computation was stopped.
    Cancelled(Cancelled),
}

impl From<Cancelled> for FactorError {
    fn from(cancelled: Cancelled) -> Self {
        Self::Cancelled(cancelled)
    }
}

/// The factor L of A = L Lᵀ, in the lower triangle of a matrix.
#[derive(Clone, Debug)]
pub(crate) struct CholeskyFactor(Matrix);

impl CholeskyFactor {
    /// Factorises a matrix, of which only the lower triangle is read.
    ///
    /// # Errors
    ///
    /// If a pivot is not positive, or the computation is stopped.
    pub(crate) fn new(mut matrix: Matrix, execution: &Execution<'_>) -> Result<Self, FactorError> {
        factorise(matrix.view_mut(), execution)?;
        Ok(Self(matrix))
    }

    /// Replaces B by A⁻¹ B.
    ///
    /// # Errors
    ///
    /// If the computation is stopped.
    pub(crate) fn solve_in_place(&self, right: &mut Matrix, execution: &Execution<'_>) -> Result<(), Cancelled> {
        solve_in_pieces(self.0.view(), right.view_mut(), execution)
    }

    /// Replaces B by A⁻¹ B, where B is transposed.
    ///
    /// # Errors
    ///
    /// If the computation is stopped.
    pub(crate) fn solve_rows_in_place(&self, right: &mut Matrix, execution: &Execution<'_>) -> Result<(), Cancelled> {
        solve_in_pieces(self.0.view(), right.view_mut().transpose_mut(), execution)
    }

    /// A⁻¹ b.
    pub(crate) fn solve(&self, right: Vec<f64>) -> Vec<f64> {
        let mut matrix = Matrix::from_columns(right.len(), &[right]);
        solve(self.0.view(), matrix.view_mut());
        matrix.column(0).to_vec()
    }

    /// The columns of A⁻¹ from `first` on, `count` of them.
    ///
    /// # Errors
    ///
    /// If the computation is stopped.
    pub(crate) fn inverse_columns(
        &self,
        first: usize,
        count: usize,
        execution: &Execution<'_>,
    ) -> Result<Matrix, Cancelled> {
        let mut columns = Matrix::zeros(self.0.row_count(), count);
        for index in 0..count {
            columns.column_mut(index)[first + index] = 1.0;
        }
        self.solve_in_place(&mut columns, execution)?;
        Ok(columns)
    }

    /// The diagonal of A⁻¹ = L⁻ᵀ L⁻¹: the squared norms of the columns of L⁻¹, which are 0 above the diagonal.
    ///
    /// # Errors
    ///
    /// If the computation is stopped.
    pub(crate) fn inverse_diagonal(&self, execution: &Execution<'_>) -> Result<Vec<f64>, Cancelled> {
        let size = self.0.row_count();
        let mut diagonal = Vec::with_capacity(size);
        for first in (0..size).step_by(INVERSE_BLOCK) {
            execution.check()?;
            let (rows, count) = (size - first, INVERSE_BLOCK.min(size - first));
            let mut columns = Matrix::zeros(rows, count);
            for index in 0..count {
                columns.column_mut(index)[index] = 1.0;
            }
            let corner = self.0.view().submatrix(first, first, rows, rows);
            solve_lower_triangular_in_place(corner, columns.view_mut(), Par::Seq);
            diagonal.extend(columns.columns().map(|column| dot(column, column)));
        }
        Ok(diagonal)
    }

    /// The matrix that holds the factor, for reuse.
    pub(crate) fn into_matrix(self) -> Matrix {
        self.0
    }
}

/// Writes L of A = L Lᵀ into the lower triangle of A. Nothing else of A is read.
///
/// # Errors
///
/// If a pivot is not positive, or the computation is stopped.
fn factorise(mut matrix: MatMut<'_, f64>, execution: &Execution<'_>) -> Result<(), FactorError> {
    execution.check()?;
    let size = matrix.nrows();
    if size <= LARGEST_PIECE {
        return factorise_whole(matrix);
    }
    for first in (0..size).step_by(PANEL) {
        let (rest, width) = (size - first, PANEL.min(size - first));
        let corner = matrix.as_mut().submatrix_mut(first, first, rest, rest);
        let (mut block, _, mut below, right) = corner.split_at_mut(width, width);
        factorise_whole(block.as_mut())?;
        solve_lower_triangular_in_place(block.as_ref(), below.as_mut().transpose_mut(), Par::Seq);
        subtract_products(right, below.as_ref(), execution)?;
    }
    Ok(())
}

/// Subtracts B Bᵀ from the lower triangle of a matrix, strip by strip.
fn subtract_products(
    mut matrix: MatMut<'_, f64>,
    rows: MatRef<'_, f64>,
    execution: &Execution<'_>,
) -> Result<(), Cancelled> {
    let size = matrix.nrows();
    for first in (0..size).step_by(STRIP) {
        execution.check()?;
        let width = STRIP.min(size - first);
        let (own, below) = (rows.subrows(first, width), rows.subrows(first + width, size - first - width));
        let strip = matrix.as_mut().submatrix_mut(first, first, size - first, width);
        let (block, rest) = strip.split_at_row_mut(width);
        lower_products_into(block, Accum::Add, own, -1.0);
        matmul(rest, Accum::Add, below, own.transpose(), -1.0, Par::Seq);
    }
    Ok(())
}

fn factorise_whole(matrix: MatMut<'_, f64>) -> Result<(), FactorError> {
    let params: Spec<LltParams, f64> = Spec::new(<LltParams as Auto<f64>>::auto());
    let mut buffer = MemBuffer::new(cholesky_in_place_scratch::<f64>(matrix.nrows(), Par::Seq, params));
    let (stack, exact) = (MemStack::new(&mut buffer), LltRegularization::default());
    cholesky_in_place(matrix, exact, Par::Seq, stack, params).map(|_| ()).map_err(|_| FactorError::NotPositiveDefinite)
}

/// Replaces B by (L Lᵀ)⁻¹ B, some columns at a time if L is large.
fn solve_in_pieces(
    factor: MatRef<'_, f64>,
    mut right: MatMut<'_, f64>,
    execution: &Execution<'_>,
) -> Result<(), Cancelled> {
    let (size, count) = (factor.nrows(), right.ncols());
    let is_large = size > LARGEST_PIECE;
    let piece = if is_large { (PIECE_WORK / (size * size)).max(FEWEST_RIGHT_SIDES) } else { count.max(1) };
    for first in (0..count).step_by(piece) {
        execution.check()?;
        solve(factor, right.as_mut().subcols_mut(first, piece.min(count - first)));
    }
    Ok(())
}

/// Replaces B by (L Lᵀ)⁻¹ B.
fn solve(factor: MatRef<'_, f64>, mut right: MatMut<'_, f64>) {
    solve_lower_triangular_in_place(factor, right.as_mut(), Par::Seq);
    solve_upper_triangular_in_place(factor.transpose(), right, Par::Seq);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::Monitor;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const ALONE: Execution<'_> = Execution::alone();

    fn example() -> Matrix {
        Matrix::from_columns(3, &[vec![4.0, 2.0, 0.0], vec![f64::NAN, 5.0, 2.0], vec![f64::NAN, f64::NAN, 5.0]])
    }

    #[test]
    fn solves_with_the_lower_triangle_alone() {
        let matrix = example();
        let mut right = Matrix::from_columns(3, &[vec![6.0, 9.0, 7.0], vec![4.0, 2.0, 0.0]]);
        CholeskyFactor::new(matrix, &ALONE).unwrap().solve_in_place(&mut right, &ALONE).unwrap();
        for (found, expected) in right.columns().zip([[1.0, 1.0, 1.0], [1.0, 0.0, 0.0]]) {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15), "{found:?}");
        }
    }

    #[test]
    fn refuses_what_is_not_positive_definite() {
        let matrix = Matrix::from_columns(2, &[vec![1.0, 2.0], vec![2.0, 1.0]]);
        assert_eq!(CholeskyFactor::new(matrix, &ALONE).unwrap_err(), FactorError::NotPositiveDefinite);
    }

    #[test]
    fn the_inverse_by_columns_and_its_diagonal() {
        let size = 300;
        let entry = |row: usize, column: usize| 1.0 / (1.0 + row.abs_diff(column) as f64);
        let columns: Vec<Vec<f64>> = (0..size).map(|c| (0..size).map(|r| entry(r, c)).collect()).collect();
        let matrix = Matrix::from_columns(size, &columns);
        let factor = CholeskyFactor::new(matrix.clone(), &ALONE).unwrap();
        let product = matrix.times(&factor.inverse_columns(200, 2, &ALONE).unwrap());
        let diagonal = factor.inverse_diagonal(&ALONE).unwrap();
        for (index, column) in product.columns().enumerate() {
            let identity = |row: usize| f64::from(u8::from(row == 200 + index));
            assert!(column.iter().enumerate().all(|(row, value)| (value - identity(row)).abs() < 1e-13));
            let expected = factor.inverse_columns(200 + index, 1, &ALONE).unwrap().column(0)[200 + index];
            assert!((diagonal[200 + index] - expected).abs() < 1e-13);
        }
    }

    /// A matrix that is factorised in panels and strips, of which the last ones are narrow.
    fn large() -> Matrix {
        let size = LARGEST_PIECE + PANEL + 77;
        let entry = |row: usize, column: usize| (-0.05 * row.abs_diff(column) as f64).exp();
        let column = |column: usize| (0..size).map(move |row| if row < column { f64::NAN } else { entry(row, column) });
        let mut matrix =
            Matrix::from_columns(size, &(0..size).map(|index| column(index).collect()).collect::<Vec<_>>());
        matrix.add_to_diagonal(1.0);
        matrix
    }

    #[test]
    fn a_large_matrix_has_the_factor_that_it_has_in_one_piece() {
        let (found, mut expected) = (CholeskyFactor::new(large(), &ALONE).unwrap(), large());
        factorise_whole(expected.view_mut()).unwrap();
        let columns = || found.0.columns().zip(expected.columns()).enumerate();
        let errors =
            columns().flat_map(|(index, (a, b))| a[index..].iter().zip(&b[index..]).map(|(a, b)| (a - b).abs()));
        let worst = errors.fold(0.0, f64::max);
        assert!(worst < 1e-13, "{worst:e}");
        let right: Vec<Vec<f64>> =
            (0..2 * FEWEST_RIGHT_SIDES + 5).map(|index| vec![index as f64; expected.row_count()]).collect();
        let mut solved = Matrix::from_columns(expected.row_count(), &right);
        found.solve_in_place(&mut solved, &ALONE).unwrap();
        for (solved, right) in solved.columns().zip(right) {
            let alone = found.solve(right);
            assert!(solved.iter().zip(alone).all(|(a, b)| (a - b).abs() < 1e-12));
        }
    }

    #[test]
    fn a_large_factorisation_can_be_stopped_in_the_middle() {
        struct StopAfter(AtomicUsize);
        impl Monitor for StopAfter {
            fn is_cancelled(&self) -> bool {
                self.0.fetch_sub(1, Ordering::Relaxed) == 0
            }
        }
        let monitor = StopAfter(AtomicUsize::new(6));
        let execution = Execution::default().watched_by(&monitor);
        assert_eq!(CholeskyFactor::new(large(), &execution).unwrap_err(), FactorError::Cancelled(Cancelled));
    }
}
