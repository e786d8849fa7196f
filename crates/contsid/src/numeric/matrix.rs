//! Dense matrices by columns, and the few operations that kernels need.

use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{BlockStructure, matmul as triangular_matmul};
use faer::{Accum, Mat, MatRef, Par};

/// A dense matrix, stored by columns.
#[derive(Clone, Debug)]
pub(crate) struct Matrix(pub(super) Mat<f64>);

impl Matrix {
    /// All zeros.
    pub(crate) fn zeros(rows: usize, columns: usize) -> Self {
        Self(Mat::zeros(rows, columns))
    }

    /// These columns, each of `rows` numbers.
    pub(crate) fn from_columns(rows: usize, columns: &[Vec<f64>]) -> Self {
        let mut matrix = Self::zeros(rows, columns.len());
        for (place, column) in columns.iter().enumerate() {
            matrix.column_mut(place).copy_from_slice(column);
        }
        matrix
    }

    /// The columns of the first matrix, then those of the second, and so on.
    pub(crate) fn side_by_side(matrices: &[&Self]) -> Self {
        let rows = matrices.first().map_or(0, |matrix| matrix.row_count());
        let mut joined = Self::zeros(rows, matrices.iter().map(|matrix| matrix.column_count()).sum());
        for (place, column) in matrices.iter().flat_map(|matrix| matrix.columns()).enumerate() {
            joined.column_mut(place).copy_from_slice(column);
        }
        joined
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

    /// The columns, in order.
    pub(crate) fn columns(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        (0..self.column_count()).map(|place| self.column(place))
    }

    /// The same numbers with rows and columns exchanged.
    pub(crate) fn transposed(&self) -> Self {
        Self(self.0.transpose().to_owned())
    }

    /// A B.
    pub(crate) fn times(&self, other: &Self) -> Self {
        product(self.0.as_ref(), other.0.as_ref())
    }

    /// Aᵀ B.
    pub(crate) fn transpose_times(&self, other: &Self) -> Self {
        product(self.0.transpose(), other.0.as_ref())
    }

    /// A B[:, first..first + count].
    pub(crate) fn times_columns(&self, other: &Self, first: usize, count: usize) -> Self {
        product(self.0.as_ref(), other.0.as_ref().subcols(first, count))
    }

    /// A[:, first..first + count].
    pub(crate) fn columns_from(&self, first: usize, count: usize) -> Self {
        Self(self.0.as_ref().subcols(first, count).to_owned())
    }

    /// A − B.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self(&self.0 - &other.0)
    }

    /// The lower triangle of Aᵀ A; what stands above it is 0.
    pub(crate) fn gram(&self) -> Self {
        let mut result = Mat::zeros(self.column_count(), self.column_count());
        triangular_matmul(
            result.as_mut(),
            BlockStructure::TriangularLower,
            Accum::Replace,
            self.0.transpose(),
            BlockStructure::Rectangular,
            self.0.as_ref(),
            BlockStructure::Rectangular,
            1.0,
            Par::Seq,
        );
        Self(result)
    }

    /// Adds a number to each entry of the diagonal.
    pub(crate) fn add_to_diagonal(&mut self, value: f64) {
        for place in 0..self.row_count() {
            self.column_mut(place)[place] += value;
        }
    }

    /// Multiplies row s by `factors[s]`.
    pub(crate) fn scale_rows(&mut self, factors: &[f64]) {
        for place in 0..self.column_count() {
            self.column_mut(place).iter_mut().zip(factors).for_each(|(value, factor)| *value *= factor);
        }
    }

    /// The sum of each column.
    pub(crate) fn column_sums(&self) -> Vec<f64> {
        self.columns().map(|column| column.iter().sum()).collect()
    }
}

fn product(left: MatRef<'_, f64>, right: MatRef<'_, f64>) -> Matrix {
    let mut result = Mat::zeros(left.nrows(), right.ncols());
    matmul(result.as_mut(), Accum::Replace, left, right, 1.0, Par::Seq);
    Matrix(result)
}

/// Σ a_s b_s, summed in eight lanes: faster, and with smaller rounding, than one.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    debug_assert_eq!(a.len(), b.len(), "vectors of one length");
    let mut lanes = [0.0; 8];
    let (a_chunks, b_chunks) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f64 = a_chunks.remainder().iter().zip(b_chunks.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a_chunks.zip(b_chunks) {
        for ((lane, a), b) in lanes.iter_mut().zip(a).zip(b) {
            *lane += a * b;
        }
    }
    lanes.iter().sum::<f64>() + rest
}

/// target += factor · source.
pub(crate) fn add_multiple(target: &mut [f64], source: &[f64], factor: f64) {
    for (value, other) in target.iter_mut().zip(source) {
        *value += other * factor;
    }
}
