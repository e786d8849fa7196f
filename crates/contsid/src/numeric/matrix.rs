//! Dense matrices by columns, and the few operations that kernels need.

use super::{add_multiple, dot, multiply, squared_norms, sum};
use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{BlockStructure, matmul as triangular_matmul};
use faer::linalg::triangular_solve::solve_lower_triangular_in_place;
use faer::{Accum, MatMut, MatRef, Par};
use serde::{Deserialize, Serialize};

/// Numbers in a cache line.
const LINE: usize = 8;

/// A dense matrix, stored by columns.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "MatrixMessage")]
pub struct Matrix {
    rows: usize,
    columns: usize,
    values: Vec<f64>,
}

/// A matrix as it is read from a message.
#[derive(Deserialize)]
struct MatrixMessage {
    rows: usize,
    columns: usize,
    values: Vec<f64>,
}

impl TryFrom<MatrixMessage> for Matrix {
    type Error = &'static str;

    fn try_from(MatrixMessage { rows, columns, values }: MatrixMessage) -> Result<Self, Self::Error> {
        let fits = rows.checked_mul(columns) == Some(values.len());
        if fits { Ok(Self { rows, columns, values }) } else { Err("a matrix has a value for each row and column") }
    }
}

impl Matrix {
    /// All zeros.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, values: vec![0.0; rows * columns] }
    }

    /// The matrix with the entries `entry(row, column)`.
    pub fn from_fn(rows: usize, columns: usize, mut entry: impl FnMut(usize, usize) -> f64) -> Self {
        let mut matrix = Self::zeros(rows, columns);
        for column in 0..columns {
            matrix.column_mut(column).iter_mut().enumerate().for_each(|(row, value)| *value = entry(row, column));
        }
        matrix
    }

    /// These columns, each of `rows` numbers.
    pub(crate) fn from_columns(rows: usize, columns: &[Vec<f64>]) -> Self {
        debug_assert!(columns.iter().all(|column| column.len() == rows), "columns of one length");
        Self { rows, columns: columns.len(), values: columns.concat() }
    }

    /// These numbers, column after column of `rows` each.
    pub(crate) fn from_values(rows: usize, values: Vec<f64>) -> Self {
        Self { rows, columns: values.len() / rows, values }
    }

    /// The numbers, column after column, for reuse.
    pub(crate) fn into_values(self) -> Vec<f64> {
        self.values
    }

    /// The numbers, column after column.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// The numbers, column after column, mutable.
    pub(super) fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// Becomes a matrix of zeros of this shape, in the same memory.
    pub(crate) fn reset(&mut self, rows: usize, columns: usize) {
        (self.rows, self.columns) = (rows, columns);
        self.values.clear();
        self.values.resize(rows * columns, 0.0);
    }

    /// A view for the linear-algebra crate.
    pub(super) fn view(&self) -> MatRef<'_, f64> {
        MatRef::from_column_major_slice(&self.values, self.rows, self.columns)
    }

    /// A mutable view for the linear-algebra crate.
    pub(super) fn view_mut(&mut self) -> MatMut<'_, f64> {
        MatMut::from_column_major_slice_mut(&mut self.values, self.rows, self.columns)
    }

    /// The number of rows.
    pub fn row_count(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn column_count(&self) -> usize {
        self.columns
    }

    /// An entry.
    pub fn entry(&self, row: usize, column: usize) -> f64 {
        self.column(column)[row]
    }

    /// A column.
    pub fn column(&self, index: usize) -> &[f64] {
        &self.values[index * self.rows..][..self.rows]
    }

    /// A column, mutable.
    pub fn column_mut(&mut self, index: usize) -> &mut [f64] {
        &mut self.values[index * self.rows..][..self.rows]
    }

    /// The columns, in order.
    pub(crate) fn columns(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        (0..self.columns).map(|index| self.column(index))
    }

    /// The transpose.
    pub(crate) fn transposed(&self) -> Self {
        let mut result = Self::zeros(self.columns, self.rows);
        for first in (0..self.columns).step_by(LINE) {
            for (row, out) in result.values.chunks_exact_mut(self.columns).enumerate() {
                for (index, value) in out.iter_mut().enumerate().skip(first).take(LINE) {
                    *value = self.values[index * self.rows + row];
                }
            }
        }
        result
    }

    /// A B.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        Self::product(self.view(), other.view())
    }

    /// Aᵀ B.
    #[must_use]
    pub fn transpose_times(&self, other: &Self) -> Self {
        Self::product(self.view().transpose(), other.view())
    }

    /// Becomes A B, in the same memory.
    pub fn set_times(&mut self, left: &Self, right: &Self) {
        self.set_product(left.view(), right.view());
    }

    /// Becomes Aᵀ B, in the same memory.
    pub fn set_transpose_times(&mut self, left: &Self, right: &Self) {
        self.set_product(left.view().transpose(), right.view());
    }

    /// Becomes A Bᵀ.
    pub(crate) fn set_times_transposed(&mut self, left: &Self, right: &Self) {
        self.set_product(left.view(), right.view().transpose());
    }

    /// Becomes A[rows, :] Bᵀ.
    pub(crate) fn set_rows_times_transposed(&mut self, left: &Self, rows: std::ops::Range<usize>, right: &Self) {
        self.set_product(left.view().subrows(rows.start, rows.len()), right.view().transpose());
    }

    fn set_product(&mut self, left: MatRef<'_, f64>, right: MatRef<'_, f64>) {
        (self.rows, self.columns) = (left.nrows(), right.ncols());
        self.values.resize(self.rows * self.columns, 0.0);
        matmul(self.view_mut(), Accum::Replace, left, right, 1.0, Par::Seq);
    }

    /// A Bᵀ.
    pub(crate) fn times_transposed(&self, other: &Self) -> Self {
        Self::product(self.view(), other.view().transpose())
    }

    /// Aᵀ (B[first..first + count, :])ᵀ.
    pub(crate) fn transpose_times_rows(&self, other: &Self, first: usize, count: usize) -> Self {
        Self::product(self.view().transpose(), other.view().subrows(first, count).transpose())
    }

    /// Aᵀ v.
    pub(crate) fn transpose_times_vector(&self, vector: &[f64]) -> Vec<f64> {
        self.columns().map(|column| dot(column, vector)).collect()
    }

    /// A v.
    pub(crate) fn times_vector(&self, vector: &[f64]) -> Vec<f64> {
        let mut result = vec![0.0; self.rows];
        for (column, &factor) in self.columns().zip(vector) {
            add_multiple(&mut result, column, factor);
        }
        result
    }

    /// A[:, first..first + count].
    pub(crate) fn columns_from(&self, first: usize, count: usize) -> Self {
        let values = self.values[first * self.rows..][..count * self.rows].to_vec();
        Self { rows: self.rows, columns: count, values }
    }

    /// The columns with these indices, in this order; indices may repeat.
    pub(crate) fn gathered(&self, indices: &[usize]) -> Self {
        let mut values = Vec::with_capacity(self.rows * indices.len());
        for &index in indices {
            values.extend_from_slice(self.column(index));
        }
        Self { rows: self.rows, columns: indices.len(), values }
    }

    /// The rows with these indices, in this order; indices may repeat.
    pub(crate) fn gathered_rows(&self, indices: &[usize]) -> Self {
        let mut values = Vec::with_capacity(indices.len() * self.columns);
        self.columns().for_each(|column| values.extend(indices.iter().map(|&index| column[index])));
        Self { rows: indices.len(), columns: self.columns, values }
    }

    /// Adds B.
    pub(crate) fn add(&mut self, other: &Self) {
        self.add_multiple(other, 1.0);
    }

    /// Adds c B.
    pub(crate) fn add_multiple(&mut self, other: &Self, factor: f64) {
        debug_assert_eq!((self.rows, self.columns), (other.rows, other.columns), "matrices of one shape");
        add_multiple(&mut self.values, &other.values, factor);
    }

    /// A − B.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        let values = self.values.iter().zip(&other.values).map(|(a, b)| a - b).collect();
        Self { rows: self.rows, columns: self.columns, values }
    }

    /// The sum of the products of all entries of A and B.
    pub(crate) fn inner(&self, other: &Self) -> f64 {
        debug_assert_eq!((self.rows, self.columns), (other.rows, other.columns), "matrices of one shape");
        dot(&self.values, &other.values)
    }

    /// The lower triangle of A Aᵀ; above it are zeros.
    pub(crate) fn row_products(&self) -> Self {
        let mut result = Self::zeros(self.rows, self.rows);
        lower_products_into(result.view_mut(), Accum::Replace, self.view(), 1.0);
        result
    }

    /// Adds a number to each entry of the diagonal.
    pub(crate) fn add_to_diagonal(&mut self, value: f64) {
        for index in 0..self.rows {
            self.values[index * self.rows + index] += value;
        }
    }

    /// Multiplies each entry by a number.
    pub(crate) fn scale(&mut self, factor: f64) {
        self.values.iter_mut().for_each(|value| *value *= factor);
    }

    /// Replaces A by T⁻¹ A for a lower triangular T, of which only the lower triangle is read.
    pub(crate) fn divide_by_triangle(&mut self, triangle: &Self) {
        solve_lower_triangular_in_place(triangle.view(), self.view_mut(), Par::Seq);
    }

    /// Multiplies row s by `factors[s]`.
    pub(crate) fn scale_rows(&mut self, factors: &[f64]) {
        for column in self.values.chunks_exact_mut(self.rows) {
            multiply(column, factors);
        }
    }

    /// Multiplies column s by `factors[s]`.
    pub(crate) fn scale_columns(&mut self, factors: &[f64]) {
        for (column, factor) in self.values.chunks_exact_mut(self.rows).zip(factors) {
            for value in column {
                *value *= factor;
            }
        }
    }

    /// The squared norm of each column.
    pub(crate) fn squared_norms(&self) -> Vec<f64> {
        squared_norms(&self.values, self.rows)
    }

    /// The sum of each row.
    pub(crate) fn row_sums(&self) -> Vec<f64> {
        self.times_vector(&vec![1.0; self.columns])
    }

    /// The sum of each column.
    pub(crate) fn column_sums(&self) -> Vec<f64> {
        self.columns().map(sum).collect()
    }

    /// A B.
    pub(super) fn product(left: MatRef<'_, f64>, right: MatRef<'_, f64>) -> Self {
        let mut result = Self::zeros(0, 0);
        result.set_product(left, right);
        result
    }
}

/// Writes α A Aᵀ into the lower triangle of a matrix, or adds it there.
pub(super) fn lower_products_into(out: MatMut<'_, f64>, accumulate: Accum, rows: MatRef<'_, f64>, factor: f64) {
    triangular_matmul(
        out,
        BlockStructure::TriangularLower,
        accumulate,
        rows,
        BlockStructure::Rectangular,
        rows.transpose(),
        BlockStructure::Rectangular,
        factor,
        Par::Seq,
    );
}
