//! Cholesky factors in single precision, by blocks of columns.

use super::cholesky::{self, NotPositiveDefinite};
use super::matrix::lower_products_into;
use faer::{Accum, MatMut};
use multiversion::multiversion;

/// So many columns are factorised at a time: some whole tiles of 24 rows, as products of matrices take them.
const BLOCK: usize = 144;

/// So many rows of a block are solved for at a time, in vectors of eight.
const ROWS: usize = 16;

/// So many columns of them are kept in registers.
const WIDTH: usize = 4;

const _: () = assert!(BLOCK.is_multiple_of(WIDTH), "no columns of a block are left over");

/// A column of the rows that are solved for.
type Rows = [f32; ROWS];

/// Writes L of A = L Lᵀ into the lower triangle of A, which stands by columns and alone is read.
///
/// The linear-algebra crate's own function spends a quarter of its time on the rows below the blocks on the diagonal, where
/// it multiplies tiny matrices. Here these rows are solved for in registers.
///
/// # Errors
///
/// If a pivot is not positive.
pub(super) fn factorise(values: &mut [f32], size: usize) -> Result<(), NotPositiveDefinite> {
    let mut rows = vec![[0.0; ROWS]; BLOCK];
    for first in (0..size).step_by(BLOCK) {
        let (width, next) = (BLOCK.min(size - first), (first + BLOCK).min(size));
        let matrix = MatMut::from_column_major_slice_mut(values, size, size);
        cholesky::factorise(matrix.submatrix_mut(first, first, width, width))?;
        if next < size {
            let triangle = Triangle::of(values, size, first);
            for row in (next..size).step_by(ROWS) {
                triangle.solve_rows_of(values, size, row, &mut rows);
            }
            subtract_products(values, size, first);
        }
    }
    Ok(())
}

/// Subtracts L₂₁ L₂₁ᵀ from what is right of the block of columns from `first` on.
fn subtract_products(values: &mut [f32], size: usize, first: usize) {
    let rest = size - first;
    let matrix = MatMut::from_column_major_slice_mut(values, size, size).submatrix_mut(first, first, rest, rest);
    let (_, _, below, corner) = matrix.split_at_mut(BLOCK, BLOCK);
    lower_products_into(corner, Accum::Add, below.as_ref(), -1.0);
}

/// A block on the diagonal of L, in the order in which it is read: for `WIDTH` of its rows at a time each column up to the
/// diagonal, on which the inverses stand. What stands above the diagonal is never used.
struct Triangle {
    first: usize,
    columns: Vec<[f32; WIDTH]>,
}

impl Triangle {
    fn of(values: &[f32], size: usize, first: usize) -> Self {
        let mut columns = Vec::with_capacity(BLOCK * (BLOCK + WIDTH) / (2 * WIDTH));
        for row in (0..BLOCK).step_by(WIDTH) {
            for column in 0..row + WIDTH {
                let start = (first + column) * size + first + row;
                let mut entries: [f32; WIDTH] = std::array::from_fn(|place| values[start + place]);
                if let Some(diagonal) = column.checked_sub(row) {
                    entries[diagonal] = 1.0 / entries[diagonal];
                }
                columns.push(entries);
            }
        }
        Self { first, columns }
    }

    /// Replaces rows B of the block's columns, from `row` on, by those of B L₁₁⁻ᵀ. `rows` is memory for them.
    fn solve_rows_of(&self, values: &mut [f32], size: usize, row: usize, rows: &mut [Rows]) {
        let count = ROWS.min(size - row);
        let start = |place: usize| (self.first + place) * size + row;
        for (place, column) in rows.iter_mut().enumerate() {
            column[..count].copy_from_slice(&values[start(place)..][..count]);
        }
        solve(&self.columns, rows);
        for (place, column) in rows.iter().enumerate() {
            values[start(place)..][..count].copy_from_slice(&column[..count]);
        }
    }
}

/// Replaces the columns of B by those of B L⁻ᵀ for a [`Triangle`] L.
#[multiversion(targets("x86_64+avx2+fma", "aarch64+neon"))]
fn solve(triangle: &[[f32; WIDTH]], columns: &mut [Rows]) {
    if cfg!(target_arch = "aarch64") || multiversion::target::target_cfg_f!(target_feature = "fma") {
        solve_with(triangle, columns, f32::mul_add);
    } else {
        solve_with(triangle, columns, |a, b, c| a * b + c);
    }
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
fn solve_with(triangle: &[[f32; WIDTH]], columns: &mut [Rows], multiply_add: impl Fn(f32, f32, f32) -> f32 + Copy) {
    let subtract = |from: &mut Rows, column: &Rows, factor: f32| {
        from.iter_mut().zip(column).for_each(|(value, other)| *value = multiply_add(-factor, *other, *value));
    };
    let scale = |column: &mut Rows, factor: f32| column.iter_mut().for_each(|value| *value *= factor);
    let mut unread = triangle;
    for first in (0..columns.len()).step_by(WIDTH) {
        let (done, here) = columns.split_at_mut(first);
        let (left, rest) = unread.split_at(first);
        let (&[of_a, of_b, of_c, of_d], rest) = rest.split_first_chunk().expect("a square after what is left of it");
        let here: &mut [Rows; WIDTH] = here.first_chunk_mut().expect("a block of whole squares");
        let [mut a, mut b, mut c, mut d] = *here;
        for (column, factors) in done.iter().zip(left) {
            subtract(&mut a, column, factors[0]);
            subtract(&mut b, column, factors[1]);
            subtract(&mut c, column, factors[2]);
            subtract(&mut d, column, factors[3]);
        }
        scale(&mut a, of_a[0]);
        subtract(&mut b, &a, of_a[1]);
        subtract(&mut c, &a, of_a[2]);
        subtract(&mut d, &a, of_a[3]);
        scale(&mut b, of_b[1]);
        subtract(&mut c, &b, of_b[2]);
        subtract(&mut d, &b, of_b[3]);
        scale(&mut c, of_c[2]);
        subtract(&mut d, &c, of_c[3]);
        scale(&mut d, of_d[3]);
        *here = [a, b, c, d];
        unread = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::{CholeskyFactor, Matrix};

    /// Some units in the last place of numbers near 1, as sums of a few hundred products leave them.
    const TOLERANCE: f64 = 1e-6;

    #[test]
    fn a_factor_is_that_of_double_precision_as_far_as_its_digits_go() {
        for size in [1, 3, 144, 145, 160, 288, 301, 500] {
            let entry = |row: usize, column: usize| (-0.1 * row.abs_diff(column) as f64).exp() * (row + column) as f64;
            let columns: Vec<Vec<f64>> = (0..size)
                .map(|column| (0..size).map(|row| if row < column { f64::NAN } else { entry(row, column) }).collect())
                .collect();
            let mut matrix = Matrix::from_columns(size, &columns);
            matrix.add_to_diagonal(2.0 * size as f64);
            let mut single: Vec<f32> = matrix.columns().flatten().map(|&value| value as f32).collect();
            factorise(&mut single, size).unwrap();
            let expected = CholeskyFactor::new(matrix).unwrap().into_matrix();
            for (place, (found, expected)) in single.chunks(size).zip(expected.columns()).enumerate() {
                for (row, (&found, expected)) in found.iter().zip(expected).enumerate().skip(place) {
                    let error = (f64::from(found) - expected).abs() / (size as f64).sqrt();
                    assert!(error < TOLERANCE, "{error:e} at {row}, {place} of {size}");
                }
            }
        }
    }

    #[test]
    fn what_is_not_positive_definite_is_refused_in_any_block() {
        for place in [0, 143, 144, 399] {
            let size = 400;
            let mut values = vec![0.0; size * size];
            (0..size).for_each(|row| values[row * size + row] = if row == place { -1.0 } else { 1.0 });
            assert!(factorise(&mut values, size).is_err());
        }
    }

    #[test]
    fn the_path_without_fused_multiply_add_is_as_good() {
        let number = |place: usize| (place as f32 * 0.7).sin();
        let triangle: Vec<[f32; WIDTH]> =
            (0..WIDTH + 2 * WIDTH).map(|place| std::array::from_fn(|row| number(WIDTH * place + row))).collect();
        let rows: Vec<Rows> = (0..2 * WIDTH).map(|place| std::array::from_fn(|row| number(row + 31 * place))).collect();
        let (mut fused, mut plain) = (rows.clone(), rows);
        solve(&triangle, &mut fused);
        solve_with(&triangle, &mut plain, |a, b, c| a * b + c);
        for (fused, plain) in fused.as_flattened().iter().zip(plain.as_flattened()) {
            assert!(f64::from((fused - plain).abs()) < TOLERANCE, "{fused} {plain}");
        }
    }
}
