//! Low-rank factors of the Gram matrices of products.

use super::ProductKernel;
use super::factor::largest_above;
use crate::execution::Execution;
use crate::numeric::{GrowingFactor, Matrix, dot, sum};

/// The number of candidate pivots of one block, and so the most columns added at a time.
pub(crate) const CANDIDATES: usize = 64;

/// A block ends when the largest residual among its candidates has fallen to this share of its first value.
const BLOCK_END: f64 = 0.03;

/// The share of the allowed columns after which the number of columns that will be needed is estimated.
const ESTIMATE_AFTER: f64 = 0.25;

/// F with K ≈ F Fᵀ for the Gram matrix K of a product of kernels, such that the trace of K − F Fᵀ, and so each of its
/// eigenvalues, is at most `leftover`. It is built in `memory`, which is returned if it needs more than `most` columns,
/// or clearly will, or if the computation is stopped.
///
/// Pivoted Cholesky by blocks: the rows with the largest residuals are the candidates, pivots are chosen among them one
/// by one, and the columns of all chosen pivots are computed by one matrix product. O(N r²) for rank r.
pub(crate) fn product_factor(
    kernel: &ProductKernel<'_>,
    rows: usize,
    most: usize,
    leftover: f64,
    memory: Vec<f64>,
    execution: &Execution<'_>,
) -> Result<GrowingFactor, Vec<f64>> {
    let mut growing = Growing {
        kernel,
        factor: GrowingFactor::with_capacity(rows, most, memory),
        residual: vec![1.0; rows],
        scratch: Vec::new(),
    };
    loop {
        let left = sum(&growing.residual);
        if left <= leftover {
            return Ok(growing.factor);
        }
        let pivots = growing.choose_pivots();
        let rank = growing.factor.rank() + pivots.indices.len();
        let is_hopeless = || is_hopeless(rank as f64, rows as f64, left, leftover, most as f64);
        if rank > most || is_hopeless() || execution.check().is_err() {
            return Err(growing.factor.into_memory());
        }
        growing.add_columns(pivots);
    }
}

/// Whether more columns than allowed will be needed: the trace of the residual falls by about the same factor with each
/// column. Half as many again are allowed, since it falls faster towards the end.
fn is_hopeless(rank: f64, rows: f64, left: f64, leftover: f64, most: f64) -> bool {
    rank > ESTIMATE_AFTER * most && rank * (rows / leftover).ln() > 1.5 * most * (rows / left).ln()
}

struct Growing<'a> {
    kernel: &'a ProductKernel<'a>,
    factor: GrowingFactor,
    /// The diagonal of K − F Fᵀ.
    residual: Vec<f64>,
    scratch: Vec<f64>,
}

/// The next pivot rows, their rows of K, and the Cholesky factor of K − F Fᵀ at them.
struct Pivots {
    indices: Vec<usize>,
    rows: Matrix,
    triangle: Matrix,
}

impl Growing<'_> {
    /// The rows with the largest residuals, in increasing order.
    fn candidates(&self) -> Vec<usize> {
        let mut rows: Vec<usize> = (0..self.residual.len()).collect();
        if rows.len() > CANDIDATES {
            let larger_first = |a: &usize, b: &usize| self.residual[*b].total_cmp(&self.residual[*a]).then(a.cmp(b));
            rows.select_nth_unstable_by(CANDIDATES, larger_first);
            rows.truncate(CANDIDATES);
            rows.sort_unstable();
        }
        rows
    }

    fn choose_pivots(&mut self) -> Pivots {
        let candidates = self.candidates();
        let mut left: Vec<f64> = candidates.iter().map(|&row| self.residual[row]).collect();
        let end = BLOCK_END * left.iter().copied().fold(0.0, f64::max);
        let rows = self.residual.len();
        let (mut chosen, mut columns, mut small): (Vec<usize>, Vec<f64>, Vec<Vec<f64>>) = Default::default();
        while let Some(pivot) = largest_above(&left, end) {
            let done = columns.len();
            columns.resize(done + rows, 0.0);
            let column = &mut columns[done..];
            self.kernel.against_row(0, candidates[pivot], column, &mut self.scratch);
            let at_candidates = self.next_column(&candidates, column, &small, pivot, left[pivot].sqrt());
            left.iter_mut().zip(&at_candidates).for_each(|(left, value)| *left -= value * value);
            left[pivot] = 0.0;
            chosen.push(pivot);
            small.push(at_candidates);
        }
        let triangle: Vec<Vec<f64>> =
            small.iter().map(|column| chosen.iter().map(|&index| column[index]).collect()).collect();
        let indices = chosen.iter().map(|&index| candidates[index]).collect();
        let rows = Matrix::from_values(rows, columns).transposed();
        Pivots { indices, rows, triangle: Matrix::from_columns(chosen.len(), &triangle) }
    }

    /// The next column of the factor, at the candidates only: `column` is the pivot's of K, `before` are those of the
    /// block.
    fn next_column(
        &self,
        candidates: &[usize],
        column: &[f64],
        before: &[Vec<f64>],
        pivot: usize,
        root: f64,
    ) -> Vec<f64> {
        let pivot_row = self.factor.row(candidates[pivot]);
        let value = |(index, &row): (usize, &usize)| {
            let block: f64 = before.iter().map(|other| other[index] * other[pivot]).sum();
            (column[row] - dot(self.factor.row(row), pivot_row) - block) / root
        };
        candidates.iter().enumerate().map(value).collect()
    }

    fn add_columns(&mut self, pivots: Pivots) {
        let Pivots { indices, mut rows, triangle } = pivots;
        self.factor.subtract_products(&indices, &mut rows);
        rows.divide_by_triangle(&triangle);
        for (left, square) in self.residual.iter_mut().zip(rows.squared_norms()) {
            *left = (*left - square).max(0.0);
        }
        // Rounding must not make a row a pivot twice.
        for index in indices {
            self.residual[index] = 0.0;
        }
        self.factor.push(&rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Bandwidth, KernelColumn, KernelFamily};

    const ALONE: Execution<'_> = Execution::alone();

    fn columns(family: KernelFamily, count: u32) -> Vec<KernelColumn> {
        let bandwidth = Bandwidth::new(1.5).unwrap();
        let wave = |step: f64| (0..count).map(|k| (f64::from(k) * step).sin() * 2.0).collect::<Vec<f64>>();
        let waves = [wave(0.37), wave(1.91), wave(2.83), wave(5.17)];
        waves.iter().map(|values| KernelColumn::of_numbers(values, family.with_bandwidth(bandwidth))).collect()
    }

    fn product(columns: &[KernelColumn]) -> ProductKernel<'_> {
        ProductKernel::new(columns)
    }

    #[test]
    fn a_factor_leaves_no_more_than_allowed() {
        let columns = columns(KernelFamily::Gaussian, 300);
        let kernel = product(&columns[..2]);
        for leftover in [1e-2, 1e-6, 1e-10] {
            let factor = product_factor(&kernel, 300, 200, leftover, Vec::new(), &ALONE)
                .expect("two Gaussian kernels have low rank");
            let gram = kernel.gram_columns(300, 0, 300);
            let trace: f64 = (0..300).map(|s| 1.0 - dot(factor.row(s), factor.row(s))).sum();
            assert!(trace <= leftover + 1e-13, "{trace} at rank {}", factor.rank());
            for (m, column) in gram.columns().enumerate() {
                for (s, value) in column.iter().enumerate() {
                    assert!((value - dot(factor.row(s), factor.row(m))).abs() <= leftover + 1e-13);
                }
            }
        }
    }

    #[test]
    fn a_factor_solves_the_system_that_it_stands_for() {
        let columns = columns(KernelFamily::Gaussian, 300);
        let kernel = product(&columns[..2]);
        let mut system = kernel.gram_columns(300, 0, 300);
        system.add_to_diagonal(0.5);
        let right: Vec<f64> = (0..300).map(|k| f64::from(k % 7)).collect();
        let expected = crate::numeric::CholeskyFactor::new(system, &ALONE).unwrap().solve(right.clone());
        let mut found = Matrix::from_columns(300, &[right]);
        product_factor(&kernel, 300, 200, 1e-12, vec![f64::NAN; 70_000], &ALONE)
            .unwrap()
            .solve_in_place(0.5, &mut found, &ALONE)
            .unwrap();
        let worst = found.column(0).iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(worst < 2e-12, "{worst}");
    }

    #[test]
    fn many_or_rough_factors_are_given_up() {
        let (smooth, rough) = (columns(KernelFamily::Gaussian, 300), columns(KernelFamily::Laplace, 300));
        assert!(product_factor(&product(&smooth), 300, 90, 1e-11, Vec::new(), &ALONE).is_err());
        assert!(product_factor(&product(&rough[..2]), 300, 90, 1e-11, Vec::new(), &ALONE).is_err());
    }

    #[test]
    fn equal_rows_are_no_trouble() {
        let bandwidth = Bandwidth::new(1.0).unwrap();
        let column = KernelColumn::of_numbers(&[3.0; 200], KernelFamily::Gaussian.with_bandwidth(bandwidth));
        let factor =
            product_factor(&ProductKernel::new([&column, &column]), 200, 10, 1e-11, Vec::new(), &ALONE).unwrap();
        assert_eq!(factor.rank(), 1);
    }
}
