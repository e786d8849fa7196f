//! Low-rank factors of Gram matrices.

use super::{Kernel, KernelColumn, ProductKernel};
use crate::numeric::{Matrix, add_multiple, largest};

/// The largest entry that a factor may leave out: far below the guaranteed eleven digits of distances, and reached with
/// fewer columns than full precision.
const RESIDUAL: f64 = 1e-13;

/// Columns for which memory is reserved at first.
const FIRST_ROOM: usize = 32;

/// L with K = L Lᵀ, if the kernel's Gram matrix has low rank.
///
/// Pivoted Cholesky (Fine & Scheinberg 2001): the value with the largest residual is the next pivot, until no residual
/// is above 10⁻¹³. A Gaussian kernel needs 15–35 columns for N = 30…1000 values, a delta kernel one for each category;
/// Laplace and Matérn kernels need one for each distinct value. O(N r²) for rank r.
///
/// None if it needs more than `most` columns.
pub(crate) fn low_rank_factor(column: &KernelColumn, most: usize) -> Option<Matrix> {
    pivoted_factor(column, most).map(|factor| factor.rows)
}

/// A low-rank factor L, and its pivot rows in order: L at these rows is lower triangular.
pub(crate) struct PivotedFactor {
    pub(crate) rows: Matrix,
    pub(crate) pivots: Vec<usize>,
}

/// As [`low_rank_factor`], with the pivots.
pub(crate) fn pivoted_factor(column: &KernelColumn, most: usize) -> Option<PivotedFactor> {
    if is_rough(column.kernel()) && distinct_count(column.scaled_values()) > most {
        return None;
    }
    let (factor, is_whole) = growing_factor(&ProductKernel::new([column]), column.len(), most);
    is_whole.then_some(factor)
}

/// Coordinates of `count` rows under a product of kernels, a row for each: their inner products are the kernel, or its
/// Nyström approximation by `most` pivots if more would be needed.
pub(crate) fn leading_coordinates(kernel: &ProductKernel<'_>, count: usize, most: usize) -> Matrix {
    growing_factor(kernel, count, most).0.rows
}

/// The factor with at most `most` columns, and whether it leaves nothing out.
fn growing_factor(kernel: &ProductKernel<'_>, count: usize, most: usize) -> (PivotedFactor, bool) {
    let mut columns: Vec<f64> = Vec::with_capacity(count * most.min(FIRST_ROOM));
    let (mut residual, mut scratch, mut pivots) = (vec![1.0; count], Vec::new(), Vec::new());
    let mut is_whole = true;
    while let Some(pivot) = largest_above(&residual, RESIDUAL) {
        let rank = pivots.len();
        if rank == most {
            is_whole = false;
            break;
        }
        columns.resize((rank + 1) * count, 0.0);
        let (before, next) = columns.split_at_mut(rank * count);
        kernel.against_row(0, pivot, next, &mut scratch);
        for done in before.chunks_exact(count) {
            add_multiple(next, done, -done[pivot]);
        }
        finish_column(next, &mut residual, pivot);
        pivots.push(pivot);
    }
    (PivotedFactor { rows: Matrix::from_values(count, columns), pivots }, is_whole)
}

/// Whether the kernel has a corner at x = y or a jump, so its Gram matrix has full rank.
fn is_rough(kernel: Kernel) -> bool {
    matches!(kernel, Kernel::Laplace { .. } | Kernel::Matern32 { .. } | Kernel::Matern52 { .. } | Kernel::Delta)
}

/// The number of distinct values.
pub(crate) fn distinct_count(values: &[f64]) -> usize {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.dedup();
    sorted.len()
}

/// The first index of the largest value, if it is above `end`.
fn largest_above(values: &[f64], end: f64) -> Option<usize> {
    let top = largest(values);
    values.iter().position(|&value| value == top && value > end)
}

/// Divides by the root of the pivot's residual, and subtracts the squared column from the residuals.
fn finish_column(column: &mut [f64], residual: &mut [f64], pivot: usize) {
    let root = residual[pivot].sqrt();
    for (value, left) in column.iter_mut().zip(residual.iter_mut()) {
        *value /= root;
        *left = (*left - *value * *value).max(0.0);
    }
    // Rounding must not make a value a pivot twice.
    residual[pivot] = 0.0;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Bandwidth, KernelFamily};
    use crate::named::Named;

    fn column(family: KernelFamily, count: u32) -> KernelColumn {
        let values: Vec<f64> = (0..count).map(|k| (f64::from(k * k % 97) / 10.0).sin() * 3.0).collect();
        KernelColumn::of_numbers(&values, family.with_bandwidth(Bandwidth::new(1.3).unwrap()))
    }

    #[test]
    fn a_factor_gives_the_gram_matrix_back() {
        for &family in KernelFamily::CHOICES {
            let column = column(family, 60);
            let factor = low_rank_factor(&column, 60).expect("no more columns than values");
            let product = factor.times(&factor.transposed());
            let gram = ProductKernel::new([&column]).gram_columns(60, 0, 60);
            for (found, expected) in product.columns().zip(gram.columns()) {
                let worst = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(worst < RESIDUAL + 4e-15, "{family}: {worst}");
            }
        }
    }

    #[test]
    fn a_smooth_kernel_has_low_rank_and_a_rough_one_has_not() {
        assert!(low_rank_factor(&column(KernelFamily::Gaussian, 500), 30).is_some());
        assert!(low_rank_factor(&column(KernelFamily::Laplace, 500), 30).is_none());
    }

    #[test]
    fn a_constant_column_has_rank_one() {
        let bandwidth = Bandwidth::new(1.0).unwrap();
        let constant = KernelColumn::of_numbers(&[7.0; 9], Kernel::Gaussian { bandwidth });
        assert_eq!(low_rank_factor(&constant, 9).unwrap().column_count(), 1);
    }
}
