//! Loops over slices, compiled for the machine's instructions. None of them fuses a multiplication with an addition, so
//! results do not depend on those instructions.

use multiversion::multiversion;

/// Σ a_s b_s, summed in eight lanes, which is faster and rounds less than one.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    dot_in_lanes(a, b)
}

/// Σ weight_s √square_s, in eight lanes; squares that are negative by rounding count as 0.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn weighted_roots(squares: &[f64], weights: &[f64]) -> f64 {
    let root = |square: f64, weight: f64| weight * if square > 0.0 { square } else { 0.0 }.sqrt();
    let mut lanes = [0.0; 8];
    let ((chunks, rest), (weight_chunks, weight_rest)) = (squares.as_chunks::<8>(), weights.as_chunks::<8>());
    for (chunk, weights) in chunks.iter().zip(weight_chunks) {
        for ((lane, &square), &weight) in lanes.iter_mut().zip(chunk).zip(weights) {
            *lane += root(square, weight);
        }
    }
    lanes.iter().sum::<f64>() + rest.iter().zip(weight_rest).map(|(&square, &weight)| root(square, weight)).sum::<f64>()
}

/// The squared norms of consecutive vectors of one length.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn squared_norms(vectors: &[f64], length: usize) -> Vec<f64> {
    vectors.chunks_exact(length).map(|vector| dot_in_lanes(vector, vector)).collect()
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
fn dot_in_lanes(a: &[f64], b: &[f64]) -> f64 {
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

/// Σ a_s, summed in eight lanes.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn sum(values: &[f64]) -> f64 {
    let mut lanes = [0.0; 8];
    let chunks = values.chunks_exact(8);
    let rest: f64 = chunks.remainder().iter().sum();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += value;
        }
    }
    lanes.iter().sum::<f64>() + rest
}

/// The largest value; −∞ for none.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn largest(values: &[f64]) -> f64 {
    largest_in_lanes(values, |value| value)
}

/// The largest |value|; −∞ for none.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn largest_size(values: &[f64]) -> f64 {
    largest_in_lanes(values, f64::abs)
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
fn largest_in_lanes(values: &[f64], of: impl Fn(f64) -> f64) -> f64 {
    let mut lanes = [f64::NEG_INFINITY; 8];
    let (chunks, rest) = values.as_chunks::<8>();
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            let value = of(value);
            *lane = if value > *lane { value } else { *lane };
        }
    }
    rest.iter().map(|&value| of(value)).chain(lanes).fold(f64::NEG_INFINITY, f64::max)
}

/// out += factor · values.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn add_multiple(out: &mut [f64], values: &[f64], factor: f64) {
    for (value, other) in out.iter_mut().zip(values) {
        *value += other * factor;
    }
}

/// out ∘= factors.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn multiply(out: &mut [f64], factors: &[f64]) {
    for (value, factor) in out.iter_mut().zip(factors) {
        *value *= factor;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_below_zero_is_no_distance() {
        assert_eq!(weighted_roots(&[4.0, -1e-20], &[0.5, 0.5]), 1.0);
    }

    #[test]
    fn every_length_is_summed_whole() {
        for length in 0..40 {
            let (a, b): (Vec<f64>, Vec<f64>) = (0..length).map(|k| (f64::from(k), f64::from(2 * k + 1))).unzip();
            assert_eq!(sum(&a), a.iter().sum::<f64>());
            let squares: Vec<f64> = a.iter().map(|value| value * value).collect();
            assert_eq!(weighted_roots(&squares, &b), dot(&a, &b));
            let negative: Vec<f64> = a.iter().map(|value| -value).collect();
            let expected = a.last().copied().unwrap_or(f64::NEG_INFINITY);
            assert_eq!([largest(&a), largest_size(&negative)], [expected; 2]);
            assert_eq!(dot(&a, &b), a.iter().zip(&b).map(|(a, b)| a * b).sum::<f64>());
        }
    }
}
