//! The few dense operations that the learners need; the only place that names the linear-algebra crate.
//!
//! Everything here runs on the calling thread.

use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
use faer::linalg::householder::apply_block_householder_sequence_on_the_left_in_place_scratch as apply_scratch;
use faer::linalg::householder::apply_block_householder_sequence_on_the_left_in_place_with_conj as apply_reflections;
use faer::linalg::matmul::matmul;
use faer::linalg::qr::no_pivoting::factor;
use faer::{Accum, Conj, Mat, MatRef, Par, Spec};

/// A dense matrix, stored by columns.
#[derive(Clone, Debug)]
pub(crate) struct Matrix(Mat<f64>);

impl Matrix {
    /// All zeros.
    pub(crate) fn zeros(rows: usize, columns: usize) -> Self {
        Self(Mat::zeros(rows, columns))
    }

    /// The matrix with the entries `entry(row, column)`.
    pub(crate) fn from_fn(rows: usize, columns: usize, entry: impl FnMut(usize, usize) -> f64) -> Self {
        Self(Mat::from_fn(rows, columns, entry))
    }

    pub(crate) fn row_count(&self) -> usize {
        self.0.nrows()
    }

    pub(crate) fn column_count(&self) -> usize {
        self.0.ncols()
    }

    pub(crate) fn column(&self, place: usize) -> &[f64] {
        self.0.col_as_slice(place)
    }

    pub(crate) fn column_mut(&mut self, place: usize) -> &mut [f64] {
        self.0.col_as_slice_mut(place)
    }

    pub(crate) fn entry(&self, row: usize, column: usize) -> f64 {
        self.0[(row, column)]
    }

    /// self ← A B.
    pub(crate) fn set_product(&mut self, a: &Self, b: &Self) {
        product_into(self, a.0.as_ref(), b.0.as_ref());
    }

    /// self ← Aᵀ B.
    pub(crate) fn set_transposed_product(&mut self, a: &Self, b: &Self) {
        product_into(self, a.0.transpose(), b.0.as_ref());
    }

    /// A B.
    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut result = Self::zeros(self.row_count(), other.column_count());
        result.set_product(self, other);
        result
    }

    /// Aᵀ B.
    pub(crate) fn transpose_times(&self, other: &Self) -> Self {
        let mut result = Self::zeros(self.column_count(), other.column_count());
        result.set_transposed_product(self, other);
        result
    }

    /// Q and R with A = Q R, Q with orthonormal columns and R upper triangular with a diagonal that is not negative.
    ///
    /// The columns need not have comparable lengths: Householder reflections keep the relative accuracy of each.
    pub(crate) fn qr(&self) -> Qr {
        let (rows, columns) = self.0.shape();
        let block = factor::recommended_block_size::<f64>(rows, columns);
        let (mut basis, mut coefficients) = (self.0.clone(), Mat::zeros(block, rows.min(columns)));
        let mut buffer = MemBuffer::new(StackReq::any_of(&[
            factor::qr_in_place_scratch::<f64>(rows, columns, block, Par::Seq, Spec::default()),
            apply_scratch::<f64>(rows, block, columns),
        ]));
        let stack = MemStack::new(&mut buffer);
        factor::qr_in_place(basis.as_mut(), coefficients.as_mut(), Par::Seq, stack, Spec::default());
        let mut orthonormal = Mat::identity(rows, columns);
        let (basis, coefficients) = (basis.as_ref(), coefficients.as_ref());
        apply_reflections(basis, coefficients, Conj::No, orthonormal.as_mut(), Par::Seq, stack);
        let mut upper =
            Mat::from_fn(columns, columns, |row, column| if row <= column { basis[(row, column)] } else { 0.0 });
        for k in 0..columns {
            if upper[(k, k)] < 0.0 {
                orthonormal.col_mut(k).iter_mut().for_each(|value| *value = -*value);
                upper.row_mut(k).iter_mut().for_each(|value| *value = -*value);
            }
        }
        Qr { orthonormal: Self(orthonormal), upper: Self(upper) }
    }
}

/// See [`Matrix::qr`].
pub(crate) struct Qr {
    pub(crate) orthonormal: Matrix,
    pub(crate) upper: Matrix,
}

/// Makes the columns of square matrices of one size orthonormal, changing them as little as possible.
pub(crate) struct Orthonormaliser {
    gram: Matrix,
    vectors: Matrix,
    turned: Matrix,
    values: Diag<f64>,
    buffer: MemBuffer,
}

impl Orthonormaliser {
    /// For matrices with so many rows and columns.
    pub(crate) fn new(size: usize) -> Self {
        let scratch = self_adjoint_evd_scratch::<f64>(size, ComputeEigenvectors::Yes, Par::Seq, Spec::default());
        let square = Matrix::zeros(size, size);
        let buffer = MemBuffer::new(scratch);
        Self { gram: square.clone(), vectors: square.clone(), turned: square, values: Diag::zeros(size), buffer }
    }

    /// A ← A (Aᵀ A)^(−½), by the eigenvectors of AᵀA.
    pub(crate) fn apply(&mut self, matrix: &mut Matrix) {
        self.gram.set_transposed_product(matrix, matrix);
        let stack = MemStack::new(&mut self.buffer);
        let (values, vectors) = (self.values.as_mut(), Some(self.vectors.0.as_mut()));
        self_adjoint_evd(self.gram.0.as_ref(), values, vectors, Par::Seq, stack, Spec::default())
            .expect("the eigenvalues of a finite symmetric matrix are found");
        self.turned.set_product(matrix, &self.vectors);
        for (column, value) in self.values.column_vector().iter().enumerate() {
            let factor = value.max(f64::MIN_POSITIVE).sqrt().recip();
            self.turned.column_mut(column).iter_mut().for_each(|entry| *entry *= factor);
        }
        product_into(matrix, self.turned.0.as_ref(), self.vectors.0.transpose());
    }
}

fn product_into(result: &mut Matrix, left: MatRef<'_, f64>, right: MatRef<'_, f64>) {
    matmul(result.0.as_mut(), Accum::Replace, left, right, 1.0, Par::Seq);
}

/// Σ a_s b_s, in four sums that do not wait for each other.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a_blocks, b_blocks) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = a_blocks.remainder().iter().zip(b_blocks.remainder()).map(|(a, b)| a * b).sum();
    let mut sums = [0.0; 4];
    for (a, b) in a_blocks.zip(b_blocks) {
        for lane in 0..4 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

/// The solution x of R x = b for upper triangular R, of which the leading `b.len()` rows and columns are read.
pub(crate) fn solve_upper(upper: &Matrix, right: &[f64]) -> Vec<f64> {
    let mut solution = right.to_vec();
    for k in (0..solution.len()).rev() {
        solution[k] /= upper.entry(k, k);
        let value = solution[k];
        for (row, entry) in upper.column(k)[..k].iter().enumerate() {
            solution[row] -= entry * value;
        }
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qr_gives_back_the_matrix() {
        let a =
            Matrix::from_fn(5, 3, |row, column| ((row * 7 + column * 3) % 5) as f64 - f64::from(column == 1) * 1e-6);
        let Qr { orthonormal, upper } = a.qr();
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
        assert!((dot(&[1.0; 7], &[2.0; 7]) - 14.0).abs() < 1e-15);
    }
}
