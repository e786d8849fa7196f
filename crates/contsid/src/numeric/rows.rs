//! Operations on the rows of matrices, each with its own factor.

use super::{Matrix, add_multiple};
use multiversion::multiversion;

impl Matrix {
    /// Adds Σ_c A_sc B_sc to `out` for each row s.
    pub(crate) fn add_row_products(&self, other: &Self, out: &mut [f64]) {
        debug_assert_eq!((self.row_count(), other.column_count()), (out.len(), self.column_count()), "one shape");
        add_row_products(self.values(), other.values(), out);
    }

    /// ‖A_s‖² for each row s.
    pub(crate) fn squared_row_norms(&self) -> Vec<f64> {
        let mut squares = vec![0.0; self.row_count()];
        self.add_row_products(self, &mut squares);
        squares
    }

    /// Becomes (A[:, columns])ᵀ.
    pub(crate) fn set_transposed_columns(&mut self, other: &Self, columns: std::ops::Range<usize>) {
        *self = other.columns_from(columns.start, columns.len()).transposed();
    }

    /// Replaces each row A_s by scale_s A_s + shift_s · direction.
    pub(crate) fn scale_and_shift_rows(&mut self, scales: &[f64], shifts: &[f64], direction: &[f64]) {
        debug_assert_eq!((self.row_count(), self.column_count()), (scales.len(), direction.len()), "one shape");
        scale_and_shift_rows(self.values_mut(), scales, shifts, direction);
    }

    /// Adds a bᵀ.
    pub(crate) fn add_product(&mut self, a: &[f64], b: &[f64]) {
        debug_assert_eq!((self.row_count(), self.column_count()), (a.len(), b.len()), "one shape");
        for (column, &factor) in b.iter().enumerate() {
            add_multiple(self.column_mut(column), a, factor);
        }
    }
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn add_row_products(a: &[f64], b: &[f64], out: &mut [f64]) {
    for (a, b) in a.chunks_exact(out.len()).zip(b.chunks_exact(out.len())) {
        for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
            *out += a * b;
        }
    }
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn scale_and_shift_rows(values: &mut [f64], scales: &[f64], shifts: &[f64], direction: &[f64]) {
    for (column, along) in values.chunks_exact_mut(scales.len()).zip(direction) {
        for ((value, scale), shift) in column.iter_mut().zip(scales).zip(shifts) {
            *value = *value * scale + shift * along;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_own_factor() {
        let mut matrix = Matrix::from_columns(2, &[vec![1.0, 2.0], vec![3.0, 4.0], vec![5.0, 6.0]]);
        let other = Matrix::from_columns(2, &[vec![1.0, 0.0], vec![0.0, 1.0], vec![2.0, 1.0]]);
        let mut products = vec![0.0, 1.0];
        matrix.add_row_products(&other, &mut products);
        assert_eq!(products, [11.0, 11.0]);
        matrix.scale_and_shift_rows(&[2.0, -1.0], &[0.0, 10.0], &[1.0, 0.0, -1.0]);
        matrix.add_product(&[1.0, 0.0], &[0.0, 0.0, 1.0]);
        assert_eq!(matrix.transposed().columns().collect::<Vec<_>>(), [[2.0, 6.0, 10.0 + 1.0], [8.0, -4.0, -16.0]]);
    }
}
