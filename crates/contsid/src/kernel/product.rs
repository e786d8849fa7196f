//! Products of kernels, evaluated a column of the Gram matrix at a time.

use super::KernelColumn;
use super::column::gaussian_product;
use crate::numeric::{Matrix, exp_in_place, multiply};

/// k(s, ·) = Π_c k_c(x_c⁽ˢ⁾, ·), the product of the kernels of several columns; 1 for no column.
///
/// Park & Muandet (2020) and the paper's Remark 3.1: the kernel of a set of variables is the product of theirs.
#[derive(Clone, Debug)]
pub(crate) struct ProductKernel<'a> {
    columns: Vec<&'a KernelColumn>,
    is_gaussian: bool,
    has_exponent: bool,
    has_factor: bool,
}

impl<'a> ProductKernel<'a> {
    pub(crate) fn new(columns: impl IntoIterator<Item = &'a KernelColumn>) -> Self {
        let columns: Vec<&KernelColumn> = columns.into_iter().collect();
        Self {
            is_gaussian: columns.iter().all(|column| column.is_gaussian()),
            has_exponent: columns.iter().any(|column| column.has_exponent()),
            has_factor: columns.iter().any(|column| column.has_factor()),
            columns,
        }
    }

    /// The product of this kernel with another.
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self::new(self.columns.iter().chain(&other.columns).copied())
    }

    /// Writes k(s, m) for the rows s from `first` on, as many as `out` has.
    pub(crate) fn against_row(&self, first: usize, row: usize, out: &mut [f64], scratch: &mut Vec<f64>) {
        self.evaluate(first, |index| self.columns[index].scaled_values()[row], out, scratch);
    }

    /// Writes k(s, y) for all rows s and a point y, one value for each column.
    pub(crate) fn against_point(&self, point: &[f64], out: &mut [f64]) {
        assert_eq!(point.len(), self.columns.len(), "one value for each column");
        self.evaluate(0, |index| self.columns[index].scaled(point[index]), out, &mut Vec::new());
    }

    fn evaluate(&self, first: usize, point: impl Fn(usize) -> f64, out: &mut [f64], scratch: &mut Vec<f64>) {
        scratch.clear();
        if self.is_gaussian {
            scratch.extend((0..self.columns.len()).map(point));
            return gaussian_product(&self.columns, first, scratch, out);
        }
        scratch.resize(if self.has_factor { out.len() } else { 0 }, 1.0);
        out.fill(0.0);
        for (index, column) in self.columns.iter().enumerate() {
            column.accumulate(first, point(index), out, scratch);
        }
        if !self.has_exponent {
            return out.copy_from_slice(scratch);
        }
        exp_in_place(out);
        if self.has_factor {
            multiply(out, scratch);
        }
    }

    /// The columns of the Gram matrix from `first` on, `count` of them, all rows.
    pub(crate) fn gram_columns(&self, rows: usize, first: usize, count: usize) -> Matrix {
        let (mut gram, mut scratch) = (Matrix::zeros(rows, count), Vec::new());
        for index in 0..count {
            self.against_row(0, first + index, gram.column_mut(index), &mut scratch);
        }
        gram
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Bandwidth, Kernel, KernelFamily};
    use crate::named::Named;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    /// The formulas of the documentation.
    fn by_definition(kernel: Kernel, x: f64, y: f64) -> f64 {
        let d = (x - y).abs() / kernel.bandwidth().map_or(1.0, Bandwidth::value);
        match kernel.family() {
            KernelFamily::Gaussian => (-d * d / 2.0).exp(),
            KernelFamily::Laplace => (-d).exp(),
            KernelFamily::Matern32 => (1.0 + 3f64.sqrt() * d) * (-3f64.sqrt() * d).exp(),
            KernelFamily::Matern52 => (1.0 + 5f64.sqrt() * d + 5.0 * d * d / 3.0) * (-5f64.sqrt() * d).exp(),
            KernelFamily::Imq => (1.0 + d * d).powf(-0.5),
            KernelFamily::Delta => f64::from(u8::from(x == y)),
        }
    }

    fn kernel(family: usize, sigma: f64) -> Kernel {
        KernelFamily::CHOICES[family].with_bandwidth(Bandwidth::new(sigma).unwrap())
    }

    /// Rounding of the distance is multiplied by the exponent, which is a few hundred at most where the value is not
    /// negligible.
    const TOLERANCE: f64 = 1e-13;

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Default::default()
        })]

        #[test]
        fn a_product_is_the_product_of_the_formulas(
            rows in prop::collection::vec([-5.0f64..5.0, -5.0..5.0, -5.0..5.0], 1..20),
            families in [0usize..6, 0..6, 0..6],
            sigma in 0.1f64..10.0,
        ) {
            let columns: Vec<KernelColumn> = (0..3).map(|c| {
                let values: Vec<f64> = rows.iter().map(|row| row[c].round()).collect();
                KernelColumn::of_numbers(&values, kernel(families[c], sigma))
            }).collect();
            let product = ProductKernel::new(&columns);
            let gram = product.gram_columns(rows.len(), 0, rows.len());
            for (m, column) in gram.columns().enumerate() {
                for (s, &found) in column.iter().enumerate() {
                    let expected: f64 = (0..3)
                        .map(|c| by_definition(columns[c].kernel(), rows[s][c].round(), rows[m][c].round()))
                        .product();
                    prop_assert!((found - expected).abs() <= TOLERANCE * expected.max(1e-3), "{found} {expected}");
                }
            }
        }
    }

    #[test]
    fn no_kernel_is_ever_not_a_number() {
        let extremes = [0.0, 1e300, -1e300, 1.7e308, -1.7e308, 5e-324, 1.0];
        for family in 0..6 {
            for sigma in [5e-324, 1e-300, 1.0, 1e300, f64::MAX] {
                for values in [&extremes[..], &extremes[..3], &extremes[5..6], &extremes[6..]] {
                    let column = KernelColumn::of_numbers(values, kernel(family, sigma));
                    for &y in &extremes {
                        let row = column.against(y);
                        assert!(row.iter().all(|value| (0.0..=1.0).contains(value)), "{family} {sigma} {y} {row:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_column_has_the_kernel_one() {
        let gram = ProductKernel::new([]).gram_columns(2, 0, 2);
        assert!(gram.columns().all(|column| column == [1.0, 1.0]));
    }
}
