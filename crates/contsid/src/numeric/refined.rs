//! Positive definite systems, factorised in single precision and solved to double precision.

use super::{FactorError, Matrix, cholesky};
use crate::execution::Execution;
use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use multiversion::multiversion;

/// Largest residual relative to the largest right side: the rounding of sums over a thousand rows.
const LEFT: f64 = 1e-13;

/// The expected share of an error that remains after a step, until it is measured.
const USUAL_RATE: f64 = 4e-6;

/// Largest share of an error that may remain after a step: above it a factor in double precision is faster.
const LARGEST_RATE: f64 = 0.01;

/// Smaller entries are dropped: beside ones on the diagonal they vanish in single precision, and some of them, or their
/// products, would be subnormal, which is slow.
const NEGLIGIBLE: f64 = 1e-16;

/// The number of columns of the system multiplied at a time.
const PANEL: usize = 64;

/// The lower triangle of a positive definite matrix, rounded to single precision.
pub(crate) struct SingleMatrix {
    size: usize,
    values: Vec<f32>,
}

impl SingleMatrix {
    /// A matrix whose columns are set next, in reused memory.
    pub(crate) fn new(size: usize, mut memory: Vec<f32>) -> Self {
        if memory.is_empty() {
            // Zeroed memory from the system is allocated only where it is written.
            memory = vec![0.0; size * size];
        }
        memory.resize(size * size, 0.0);
        Self { size, values: memory }
    }

    /// Sets a column, from the diagonal on.
    pub(crate) fn set_column(&mut self, index: usize, below: &[f64]) {
        round(below, &mut self.values[index * self.size + index..][..below.len()], NEGLIGIBLE);
    }

    /// # Errors
    ///
    /// If a pivot is not positive in single precision, or the computation is stopped.
    pub(crate) fn factorise(mut self, execution: &Execution<'_>) -> Result<SingleFactor, FactorError> {
        cholesky::factorise(MatMut::from_column_major_slice_mut(&mut self.values, self.size, self.size), execution)?;
        Ok(SingleFactor { size: self.size, values: self.values })
    }
}

/// The factor L of A ≈ L Lᵀ in single precision, which takes half the time of double precision.
///
/// With it A X = B is solved by iterative refinement (Wilkinson 1963; Higham 2002, chapter 12): each step computes the
/// residual in double precision, solves for it, and multiplies the error by about u κ(A) with u = 6·10⁻⁸.
pub(crate) struct SingleFactor {
    size: usize,
    values: Vec<f32>,
}

/// Too many steps would be needed: the system needs a factor in double precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotRefined;

impl SingleFactor {
    /// Replaces B by A⁻¹ B for the factorised matrix A, whose diagonal blocks are made symmetric. B is transposed:
    /// products with few columns are faster that way.
    ///
    /// X = A⁻¹ B is used only in products X E, and row k of E is at most `sizes[k]`: a column that is multiplied by
    /// small numbers needs fewer digits, and so fewer steps.
    ///
    /// # Errors
    ///
    /// If too many steps would be needed; B is then unchanged.
    pub(crate) fn solve_rows_in_place(
        &self,
        system: &mut Matrix,
        right: &mut Matrix,
        sizes: &[f64],
    ) -> Result<(), NotRefined> {
        mirror_diagonal_blocks(system);
        let mut solution = Matrix::zeros(right.row_count(), right.column_count());
        let mut rounded = Vec::new();
        let all: Vec<usize> = (0..right.row_count()).collect();
        // The residual of each column before its last solve; `rate` times this is expected after it.
        let mut errors = weighted_norms(right, &all, sizes);
        let tolerable = LEFT * errors.iter().copied().fold(0.0, f64::max);
        let mut rate = USUAL_RATE;
        // Columns that need no refinement are solved in the last step, where a few more columns cost little.
        let (mut chosen, mut waiting): (Vec<usize>, Vec<usize>) =
            all.iter().partition(|&&index| rate * errors[index] > tolerable);
        let mut left = right.gathered_rows(&chosen);
        loop {
            let is_last = chosen.iter().all(|&index| rate * errors[index] <= tolerable);
            let (due, later) = waiting.into_iter().partition(|&index| is_last || rate * errors[index] > tolerable);
            waiting = later;
            left = left.stacked(&right.gathered_rows(&due));
            chosen.extend(due);
            self.add_applied(&left, &chosen, &mut solution, &mut rounded);
            // Waiting columns are already within tolerance.
            chosen = all.iter().copied().filter(|&index| rate * errors[index] > tolerable).collect();
            if chosen.is_empty() {
                break;
            }
            left = residual(system, &solution.gathered_rows(&chosen), right.gathered_rows(&chosen));
            for (&index, now) in chosen.iter().zip(weighted_norms(&left, &chosen, sizes)) {
                let measured = now / errors[index];
                if measured.is_nan() || measured > LARGEST_RATE {
                    return Err(NotRefined);
                }
                rate = rate.max(measured);
                errors[index] = now;
            }
        }
        *right = solution;
        Ok(())
    }

    /// Adds (L Lᵀ)⁻¹ B, in single precision, to the columns `indices` of X; B and X are transposed.
    fn add_applied(&self, right: &Matrix, indices: &[usize], solution: &mut Matrix, rounded: &mut Vec<f32>) {
        rounded.resize(right.values().len(), 0.0);
        round(right.values(), rounded, 0.0);
        let factor = MatRef::from_column_major_slice(&self.values, self.size, self.size);
        cholesky::solve(factor, MatMut::from_row_major_slice_mut(rounded, self.size, indices.len()));
        solution.add_to_rows(indices, rounded);
    }

    /// The memory of the factor, for reuse.
    pub(crate) fn into_memory(self) -> Vec<f32> {
        self.values
    }
}

/// Copies values of at least `smallest` in size; the rest become 0.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn round(values: &[f64], out: &mut [f32], smallest: f64) {
    for (value, rounded) in values.iter().zip(out) {
        *rounded = if value.abs() >= smallest { *value as f32 } else { 0.0 };
    }
}

/// Copies the lower triangle to the upper one in the diagonal blocks, which [`residual`] multiplies whole.
fn mirror_diagonal_blocks(matrix: &mut Matrix) {
    let size = matrix.row_count();
    for first in (0..size).step_by(PANEL) {
        for column in first + 1..(first + PANEL).min(size) {
            for row in first..column {
                let value = matrix.column(row)[column];
                matrix.column_mut(column)[row] = value;
            }
        }
    }
}

/// B − A X for symmetric A, whose blocks above the diagonal are not read; B, X and the result are transposed.
fn residual(system: &Matrix, solution: &Matrix, right: Matrix) -> Matrix {
    let mut result = right;
    let (a, x, size) = (system.view(), solution.view(), system.row_count());
    for first in (0..size).step_by(PANEL) {
        let width = PANEL.min(size - first);
        let (next, from_here, below) = (first + width, size - first, size - first - width);
        let panel = a.submatrix(first, first, from_here, width);
        // First the product that reads the panel by columns, which is the fastest way to load it.
        let out = result.view_mut().subcols_mut(first, width);
        matmul(out, Accum::Add, x.subcols(next, below), panel.subrows(width, below), -1.0, Par::Seq);
        let out = result.view_mut().subcols_mut(first, from_here);
        matmul(out, Accum::Add, x.subcols(first, width), panel.transpose(), -1.0, Par::Seq);
    }
    result
}

/// The norm of each row, times its size.
fn weighted_norms(rows: &Matrix, indices: &[usize], sizes: &[f64]) -> Vec<f64> {
    let mut squares = vec![0.0; rows.row_count()];
    for column in rows.columns() {
        squares.iter_mut().zip(column).for_each(|(square, value)| *square += value * value);
    }
    squares.iter().zip(indices).map(|(square, &index)| square.sqrt() * sizes[index]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::CholeskyFactor;

    const SIZE: usize = 300;

    fn factor_of(matrix: &Matrix, memory: Vec<f32>) -> Result<SingleFactor, FactorError> {
        let mut single = SingleMatrix::new(SIZE, memory);
        for (index, column) in matrix.columns().enumerate() {
            single.set_column(index, &column[index..]);
        }
        single.factorise(&Execution::alone())
    }

    /// A Gaussian Gram matrix of scattered points with a ridge; entries above the diagonal must not be read.
    fn system(ridge: f64) -> Matrix {
        let point = |row: usize, step: f64| (row as f64 * step).sin() * 2.0;
        let distance = |row, column, step| (point(row, step) - point(column, step)).powi(2);
        let entry = |row, column| (-distance(row, column, 0.37) - distance(row, column, 1.91)).exp();
        let columns: Vec<Vec<f64>> = (0..SIZE)
            .map(|column| (0..SIZE).map(|row| if row < column { f64::NAN } else { entry(row, column) }).collect())
            .collect();
        let mut matrix = Matrix::from_columns(SIZE, &columns);
        matrix.add_to_diagonal(ridge);
        matrix
    }

    /// As rows.
    fn right_sides(sizes: &[f64]) -> Matrix {
        let column = |(index, &size): (usize, &f64)| {
            (0..SIZE).map(|row| size * ((row * (index + 3)) as f64 * 0.7).cos()).collect::<Vec<f64>>()
        };
        Matrix::from_columns(SIZE, &sizes.iter().enumerate().map(column).collect::<Vec<_>>()).transposed()
    }

    /// The largest |x_k − y_k| · size_k over the columns of X and of the solution in double precision.
    fn weighted_error(ridge: f64, sizes: &[f64]) -> Result<f64, NotRefined> {
        let (mut matrix, mut found) = (system(ridge), right_sides(sizes));
        let mut expected = found.clone();
        let alone = Execution::alone();
        CholeskyFactor::new(matrix.clone(), &alone).unwrap().solve_rows_in_place(&mut expected, &alone).unwrap();
        factor_of(&matrix, Vec::new()).unwrap().solve_rows_in_place(&mut matrix, &mut found, sizes)?;
        let (found, expected) = (found.transposed(), expected.transposed());
        let columns = found.columns().zip(expected.columns()).zip(sizes);
        let errors = columns.flat_map(|((found, expected), size)| {
            found.iter().zip(expected).map(move |(found, expected)| (found - expected).abs() * size)
        });
        Ok(errors.fold(0.0, f64::max))
    }

    #[test]
    fn refined_solutions_are_those_of_double_precision() {
        for (ridge, bound) in [(10.0, 1e-14), (1.0, 1e-13), (0.5, 2e-13)] {
            let error = weighted_error(ridge, &[1.0; 9]).unwrap();
            assert!(error < bound, "{error:e} for the ridge {ridge}");
        }
    }

    #[test]
    fn columns_that_count_less_are_as_exact_as_they_must_be() {
        let falling: Vec<f64> = (0..30).map(|power| 0.6f64.powi(power)).collect();
        let rising = falling.iter().copied().rev().collect();
        let mixed = (0..30).map(|index| falling[index * 7 % 30]).collect();
        for sizes in [falling, rising, mixed] {
            // Errors grow as the ridge falls. With the smallest ridge steps reduce the error less, and postponed
            // columns need another step.
            for (ridge, bound) in [(1.0, 1e-13), (0.5, 4e-13), (0.05, 4e-12)] {
                let error = weighted_error(ridge, &sizes).unwrap();
                assert!(error < bound, "{error:e} for the ridge {ridge} and {sizes:?}");
            }
        }
    }

    #[test]
    fn right_sides_of_zeros_have_solutions_of_zeros() {
        let (mut matrix, mut found) = (system(1.0), Matrix::zeros(3, SIZE));
        factor_of(&matrix, Vec::new()).unwrap().solve_rows_in_place(&mut matrix, &mut found, &[1.0; 3]).unwrap();
        assert!(found.columns().flatten().all(|&value| value == 0.0));
    }

    #[test]
    fn a_system_out_of_reach_of_single_precision_is_given_back() {
        let mut matrix = system(1e-4);
        let right = right_sides(&[1.0, 0.1]);
        let mut found = right.clone();
        let factor = factor_of(&matrix, Vec::new()).unwrap();
        assert_eq!(factor.solve_rows_in_place(&mut matrix, &mut found, &[1.0, 0.1]), Err(NotRefined));
        assert!(found.columns().eq(right.columns()), "the right sides are as they were");
        assert!(factor_of(&system(-1.0), Vec::new()).is_err());
    }

    #[test]
    fn numbers_beyond_single_precision_are_given_back() {
        let (mut matrix, mut right) = (system(1.0), right_sides(&[1.0]));
        right.scale(1e100);
        let factor = factor_of(&matrix, Vec::new()).unwrap();
        assert_eq!(factor.solve_rows_in_place(&mut matrix, &mut right, &[1.0]), Err(NotRefined));
    }

    #[test]
    fn memory_that_was_used_before_does_not_matter() {
        let (mut matrix, mut found) = (system(1.0), right_sides(&[1.0]));
        let mut again = found.clone();
        factor_of(&matrix, Vec::new()).unwrap().solve_rows_in_place(&mut matrix, &mut found, &[1.0]).unwrap();
        let used = vec![f32::NAN; 2 * SIZE * SIZE];
        factor_of(&matrix, used).unwrap().solve_rows_in_place(&mut matrix, &mut again, &[1.0]).unwrap();
        assert!(found.columns().eq(again.columns()));
    }
}
