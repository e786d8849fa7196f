//! A column with its kernel.
//!
//! A product of kernels is k(x, y) = g(x, y) · exp(−e(x, y)): the exponents e of its factors are added and the rest g
//! multiplied, so there is one `exp` for each entry, whatever the number of factors. Products of only Gaussian kernels
//! are computed in one pass.

use super::{Kernel, KernelFamily, MarkovRoot};
use crate::data::Column;
use crate::numeric::{LANES, exp_with, largest_size};
use multiversion::multiversion;
use std::sync::Arc;

/// Matérn kernels are 0 long before this t; beyond it 1 + t + t²/3 could overflow.
const FAR: f64 = 1e100;

/// Sizes of values outside this range are scaled by a power of two, which is exact, so no difference overflows.
const SIZES: std::ops::Range<f64> = 1e-100..1e100;

/// The values of one variable and their kernel, from which Gram matrices and embeddings are computed.
///
/// The values of a categorical column are the indices of its levels. It keeps their names, so columns of different
/// tables are matched by name.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelColumn {
    kernel: Kernel,
    values: Vec<f64>,
    /// The power of two that the values were multiplied by.
    scale: f64,
    /// 1/σ, in units of the scaled values, times the kernel's constant.
    rate: f64,
    /// The names of the categories; none for numbers.
    levels: Option<Arc<[String]>>,
}

/// The recoding of one column's values to the coding of another: numbers as they are, categories by the names of their
/// levels.
#[derive(Clone, Debug)]
pub(crate) enum Recoding {
    Numbers,
    /// For each level of one column, its code in the other; an unused code if the name is missing there.
    Levels(Vec<f64>),
}

impl Recoding {
    /// The value in the other coding.
    pub(crate) fn of(&self, value: f64) -> f64 {
        match self {
            Self::Numbers => value,
            // No level has a negative code.
            Self::Levels(codes) => level_at(codes, value).copied().unwrap_or(-1.0),
        }
    }
}

/// A kernel that needs numbers, on a column of categories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the kernel {family} needs numbers, and the column holds categories")]
pub struct NeedsNumbers {
    /// The kernel.
    pub family: KernelFamily,
}

impl KernelColumn {
    /// The values of a column under a kernel.
    ///
    /// # Errors
    ///
    /// If the column is categorical and the kernel is not [`Kernel::Delta`].
    pub fn new(column: &Column, kernel: Kernel) -> Result<Self, NeedsNumbers> {
        match (column, kernel) {
            (Column::Numeric(numbers), _) => Ok(Self::of_numbers(&numbers.values(), kernel)),
            (Column::Categorical { codes, levels }, Kernel::Delta) => {
                let codes: Vec<f64> = codes.iter().map(|&code| f64::from(code)).collect();
                Ok(Self { levels: Some(levels.as_slice().into()), ..Self::of_numbers(&codes, kernel) })
            }
            (Column::Categorical { .. }, _) => Err(NeedsNumbers { family: kernel.family() }),
        }
    }

    /// Finite numbers under a kernel.
    pub fn of_numbers(values: &[f64], kernel: Kernel) -> Self {
        let largest = largest_size(values);
        let scale = if largest <= 0.0 || SIZES.contains(&largest) { 1.0 } else { power_of_two_below(1.0 / largest) };
        let sigma = kernel.bandwidth().map_or(1.0, |bandwidth| {
            // Clamped: the product of scale and bandwidth may overflow or underflow.
            (bandwidth.value() * scale).clamp(f64::MIN_POSITIVE, f64::MAX)
        });
        let constant = match kernel {
            Kernel::Matern32 { .. } => 3f64.sqrt(),
            Kernel::Matern52 { .. } => 5f64.sqrt(),
            _ => 1.0,
        };
        let values = values.iter().map(|value| value * scale).collect();
        Self { kernel, values, scale, rate: (constant / sigma).min(f64::MAX), levels: None }
    }

    /// The number of values, N.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The kernel.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The values, as they were given.
    pub fn values(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.values.iter().map(|value| value / self.scale)
    }

    /// The names of the categories; none for numbers.
    pub fn levels(&self) -> Option<&[String]> {
        self.levels.as_deref()
    }

    /// A value as people read it: the number, or the name of the category.
    pub fn shown(&self, value: f64) -> String {
        let name = self.levels().and_then(|levels| level_at(levels, value));
        name.map_or_else(|| value.to_string(), String::clone)
    }

    /// The recoding of this column's values to another's coding; none if one holds categories and the other numbers.
    pub(crate) fn recoding(&self, other: &Self) -> Option<Recoding> {
        match (self.levels(), other.levels()) {
            (None, None) => Some(Recoding::Numbers),
            (Some(own), Some(known)) => {
                let code = |(index, name)| known.iter().position(|other| other == name).unwrap_or(known.len() + index);
                Some(Recoding::Levels(own.iter().enumerate().map(|level| code(level) as f64).collect()))
            }
            _ => None,
        }
    }

    /// k(x⁽ˢ⁾, y) for each s.
    pub fn against(&self, y: f64) -> Vec<f64> {
        let mut result = vec![0.0; self.len()];
        super::ProductKernel::new([self]).against_point(&[y], &mut result);
        result
    }

    /// The root of the Gram matrix, for a Laplace kernel.
    pub(crate) fn markov_root(&self) -> Option<MarkovRoot> {
        matches!(self.kernel, Kernel::Laplace { .. }).then(|| MarkovRoot::new(self, self.rate))
    }

    pub(super) fn scaled(&self, y: f64) -> f64 {
        (y * self.scale).clamp(f64::MIN, f64::MAX)
    }

    pub(super) fn scaled_values(&self) -> &[f64] {
        &self.values
    }

    pub(super) fn is_gaussian(&self) -> bool {
        matches!(self.kernel, Kernel::Gaussian { .. })
    }

    pub(super) fn has_exponent(&self) -> bool {
        !matches!(self.kernel, Kernel::Imq { .. } | Kernel::Delta)
    }

    pub(super) fn has_factor(&self) -> bool {
        !matches!(self.kernel, Kernel::Gaussian { .. } | Kernel::Laplace { .. })
    }

    /// Subtracts e(x⁽ˢ⁾, y) from `exponents` and multiplies g(x⁽ˢ⁾, y) into `factors`, for s from `first` on; `y` is
    /// scaled.
    pub(super) fn accumulate(&self, first: usize, y: f64, exponents: &mut [f64], factors: &mut [f64]) {
        let values = &self.values[first..first + exponents.len()];
        match self.kernel {
            Kernel::Gaussian { .. } => gaussian(values, y, self.rate, exponents),
            Kernel::Laplace { .. } => laplace(values, y, self.rate, exponents),
            Kernel::Matern32 { .. } => matern(values, y, self.rate, 0.0, exponents, factors),
            Kernel::Matern52 { .. } => matern(values, y, self.rate, 1.0 / 3.0, exponents, factors),
            Kernel::Imq { .. } => imq(values, y, self.rate, factors),
            Kernel::Delta => delta(values, y, factors),
        }
    }
}

/// Writes Π_c k_c(x_c⁽ˢ⁾, y_c) of Gaussian kernels for s from `first` on, in one pass; `point` holds the y_c, scaled.
#[multiversion(targets("x86_64+avx512f+avx512dq+avx512vl+fma", "x86_64+avx2+fma", "aarch64+neon"))]
pub(super) fn gaussian_product(columns: &[&KernelColumn], first: usize, point: &[f64], out: &mut [f64]) {
    if cfg!(target_arch = "aarch64") || multiversion::target::target_cfg_f!(target_feature = "fma") {
        gaussian_chunks(columns, first, point, out, f64::mul_add);
    } else {
        gaussian_chunks(columns, first, point, out, |a, b, c| a * b + c);
    }
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
fn gaussian_chunks(
    columns: &[&KernelColumn],
    first: usize,
    point: &[f64],
    out: &mut [f64],
    multiply_add: impl Fn(f64, f64, f64) -> f64 + Copy,
) {
    let (chunks, rest) = out.as_chunks_mut::<LANES>();
    let after = first + chunks.len() * LANES;
    for (index, chunk) in chunks.iter_mut().enumerate() {
        gaussian_chunk(columns, first + index * LANES, point, chunk, multiply_add);
    }
    for (index, value) in rest.iter_mut().enumerate() {
        gaussian_chunk(columns, after + index, point, std::array::from_mut(value), multiply_add);
    }
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
fn gaussian_chunk<const COUNT: usize>(
    columns: &[&KernelColumn],
    first: usize,
    point: &[f64],
    out: &mut [f64; COUNT],
    multiply_add: impl Fn(f64, f64, f64) -> f64 + Copy,
) {
    let mut squares = [0.0; COUNT];
    for (column, y) in columns.iter().zip(point) {
        for (x, square) in column.values[first..first + COUNT].iter().zip(&mut squares) {
            let t = (x - y) * column.rate;
            *square = multiply_add(t, t, *square);
        }
    }
    for (value, square) in out.iter_mut().zip(squares) {
        *value = exp_with(-0.5 * square, multiply_add);
    }
}

/// The item of the level with this code.
#[expect(clippy::cast_sign_loss, reason = "negative codes are none")]
fn level_at<T>(of_levels: &[T], code: f64) -> Option<&T> {
    (code >= 0.0 && code.fract() == 0.0).then(|| of_levels.get(code as usize)).flatten()
}

fn power_of_two_below(size: f64) -> f64 {
    // Clearing the fraction leaves the power of two; subnormal sizes use the smallest normal number.
    f64::from_bits(size.clamp(f64::MIN_POSITIVE, f64::MAX).to_bits() & !((1 << 52) - 1))
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn gaussian(values: &[f64], y: f64, rate: f64, exponents: &mut [f64]) {
    for (x, exponent) in values.iter().zip(exponents) {
        let t = (x - y) * rate;
        *exponent -= 0.5 * (t * t);
    }
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn laplace(values: &[f64], y: f64, rate: f64, exponents: &mut [f64]) {
    for (x, exponent) in values.iter().zip(exponents) {
        *exponent -= ((x - y) * rate).abs();
    }
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn matern(values: &[f64], y: f64, rate: f64, square: f64, exponents: &mut [f64], factors: &mut [f64]) {
    for ((x, exponent), factor) in values.iter().zip(exponents).zip(factors) {
        let t = ((x - y) * rate).abs().min(FAR);
        *exponent -= t;
        *factor *= 1.0 + t + square * (t * t);
    }
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn imq(values: &[f64], y: f64, rate: f64, factors: &mut [f64]) {
    for (x, factor) in values.iter().zip(factors) {
        let t = (x - y) * rate;
        *factor *= 1.0 / (1.0 + t * t).sqrt();
    }
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn delta(values: &[f64], y: f64, factors: &mut [f64]) {
    for (x, factor) in values.iter().zip(factors) {
        *factor *= f64::from(u8::from(*x == y));
    }
}
