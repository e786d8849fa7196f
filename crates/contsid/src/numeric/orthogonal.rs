//! Orthonormal columns: a basis of the span of columns, and the nearest orthonormal matrix.

use super::Matrix;
use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
use faer::linalg::householder::apply_block_householder_sequence_on_the_left_in_place_scratch as apply_scratch;
use faer::linalg::householder::apply_block_householder_sequence_on_the_left_in_place_with_conj as apply_reflections;
use faer::linalg::qr::no_pivoting::factor;
use faer::{Conj, Mat, Par, Spec};

/// Q and R with A = Q R: Q has orthonormal columns, R is upper triangular and its diagonal is not negative.
#[derive(Clone, Debug)]
pub struct Qr {
    /// Q
    pub orthonormal: Matrix,
    /// R
    pub upper: Matrix,
}

impl Qr {
    /// Factorises a matrix with at least as many rows as columns.
    ///
    /// The columns need not have comparable lengths: Householder reflections keep the relative accuracy of each.
    pub fn new(matrix: &Matrix) -> Self {
        let (rows, columns) = (matrix.row_count(), matrix.column_count());
        let block = factor::recommended_block_size::<f64>(rows, columns);
        let (mut basis, mut coefficients) = (matrix.clone(), Mat::zeros(block, rows.min(columns)));
        let mut buffer = MemBuffer::new(StackReq::any_of(&[
            factor::qr_in_place_scratch::<f64>(rows, columns, block, Par::Seq, Spec::default()),
            apply_scratch::<f64>(rows, block, columns),
        ]));
        let stack = MemStack::new(&mut buffer);
        factor::qr_in_place(basis.view_mut(), coefficients.as_mut(), Par::Seq, stack, Spec::default());
        let mut orthonormal = Matrix::from_fn(rows, columns, |row, column| f64::from(row == column));
        apply_reflections(basis.view(), coefficients.as_ref(), Conj::No, orthonormal.view_mut(), Par::Seq, stack);
        // The signs of Q's columns are free: chosen such that the diagonal of R is not negative.
        let sign = |index: usize| if basis.entry(index, index) < 0.0 { -1.0 } else { 1.0 };
        for index in 0..columns {
            orthonormal.column_mut(index).iter_mut().for_each(|value| *value *= sign(index));
        }
        let entry = |row, column| if row <= column { sign(row) * basis.entry(row, column) } else { 0.0 };
        Self { orthonormal, upper: Matrix::from_fn(columns, columns, entry) }
    }
}

/// The solution x of R x = b for upper triangular R, of which the leading `b.len()` rows and columns are read.
pub fn solve_upper(upper: &Matrix, right: &[f64]) -> Vec<f64> {
    let mut solution = right.to_vec();
    for index in (0..solution.len()).rev() {
        solution[index] /= upper.entry(index, index);
        let value = solution[index];
        for (row, entry) in upper.column(index)[..index].iter().enumerate() {
            solution[row] -= entry * value;
        }
    }
    solution
}

/// Makes the columns of square matrices of one size orthonormal, changing them as little as possible.
pub struct Orthonormaliser {
    gram: Matrix,
    vectors: Matrix,
    turned: Matrix,
    values: Diag<f64>,
    buffer: MemBuffer,
}

impl std::fmt::Debug for Orthonormaliser {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Orthonormaliser").field("size", &self.gram.row_count()).finish_non_exhaustive()
    }
}

impl Orthonormaliser {
    /// For matrices with `size` rows and columns.
    pub fn new(size: usize) -> Self {
        let scratch = self_adjoint_evd_scratch::<f64>(size, ComputeEigenvectors::Yes, Par::Seq, Spec::default());
        let square = Matrix::zeros(size, size);
        let buffer = MemBuffer::new(scratch);
        Self { gram: square.clone(), vectors: square.clone(), turned: square, values: Diag::zeros(size), buffer }
    }

    /// A ← A (Aᵀ A)^(−½), by the eigenvectors of AᵀA.
    pub fn apply(&mut self, matrix: &mut Matrix) {
        self.gram.set_transpose_times(matrix, matrix);
        let stack = MemStack::new(&mut self.buffer);
        let (values, vectors) = (self.values.as_mut(), Some(self.vectors.view_mut()));
        self_adjoint_evd(self.gram.view(), values, vectors, Par::Seq, stack, Spec::default())
            .expect("the eigenvalues of a finite symmetric matrix are found");
        self.turned.set_times(matrix, &self.vectors);
        for (column, value) in self.values.column_vector().iter().enumerate() {
            let factor = value.max(f64::MIN_POSITIVE).sqrt().recip();
            self.turned.column_mut(column).iter_mut().for_each(|entry| *entry *= factor);
        }
        matrix.set_times_transposed(&self.turned, &self.vectors);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qr_gives_back_the_matrix() {
        let a =
            Matrix::from_fn(5, 3, |row, column| ((row * 7 + column * 3) % 5) as f64 - f64::from(column == 1) * 1e-6);
        let Qr { orthonormal, upper } = Qr::new(&a);
        let (product, gram) = (orthonormal.times(&upper), orthonormal.transpose_times(&orthonormal));
        for column in 0..3 {
            assert!(upper.entry(column, column) >= 0.0);
            for row in 0..5 {
                assert!((product.entry(row, column) - a.entry(row, column)).abs() < 1e-14);
            }
            for other in 0..3 {
                assert!((gram.entry(other, column) - f64::from(other == column)).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn the_orthonormal_factor_leaves_a_symmetric_one() {
        let a = Matrix::from_fn(4, 4, |row, column| {
            1.0 / (1.0 + row as f64 + 2.0 * column as f64) + f64::from(row == column)
        });
        let mut orthonormal = a.clone();
        Orthonormaliser::new(4).apply(&mut orthonormal);
        let gram = orthonormal.transpose_times(&orthonormal);
        let rest = orthonormal.transpose_times(&a);
        for row in 0..4 {
            for column in 0..4 {
                assert!((gram.entry(row, column) - f64::from(row == column)).abs() < 1e-13);
                assert!((rest.entry(row, column) - rest.entry(column, row)).abs() < 1e-13);
            }
        }
    }

    #[test]
    fn an_upper_triangle_is_solved() {
        let upper =
            Matrix::from_fn(3, 3, |row, column| if row <= column { (1 + row + 2 * column) as f64 } else { 0.0 });
        let solution = solve_upper(&upper, &[14.0, 22.0, 21.0]);
        // 1x + 3y + 5z = 14, 4y + 6z = 22, 7z = 21
        assert_eq!(solution, [-4.0, 1.0, 3.0]);
    }
}
