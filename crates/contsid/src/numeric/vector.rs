//! Loops over slices, compiled for the instructions that the machine has. None of them fuses a multiplication with an
//! addition, so that results do not depend on those instructions.

use multiversion::multiversion;

/// Σ a_s b_s, summed in eight lanes: faster, and with smaller rounding, than one.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    dot_in_lanes(a, b)
}

/// ‖v + shift · direction‖² for each of the vectors v that stand one after the other, each with its own shift.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn shifted_squared_norms(vectors: &[f64], direction: &[f64], shifts: &[f64]) -> Vec<f64> {
    let vectors = vectors.chunks_exact(direction.len());
    vectors.zip(shifts).map(|(vector, &shift)| shifted_square_in_lanes(vector, direction, shift)).collect()
}

/// Four lanes: the vectors are short.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
fn shifted_square_in_lanes(vector: &[f64], direction: &[f64], shift: f64) -> f64 {
    let mut lanes = [0.0; 4];
    let ((chunks, rest), (other_chunks, other_rest)) = (vector.as_chunks::<4>(), direction.as_chunks::<4>());
    for (values, others) in chunks.iter().zip(other_chunks) {
        for ((lane, value), other) in lanes.iter_mut().zip(values).zip(others) {
            let shifted = value + shift * other;
            *lane += shifted * shifted;
        }
    }
    let rest = rest.iter().zip(other_rest).map(|(value, other)| (value + shift * other).powi(2));
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]) + rest.sum::<f64>()
}

/// The squared norm of each of the vectors of one length that stand one after the other.
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

/// target += factor · source.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn add_multiple(target: &mut [f64], source: &[f64], factor: f64) {
    for (value, other) in target.iter_mut().zip(source) {
        *value += other * factor;
    }
}

/// target ∘= source.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
pub(crate) fn multiply(target: &mut [f64], source: &[f64]) {
    for (value, factor) in target.iter_mut().zip(source) {
        *value *= factor;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_is_shifted_whole() {
        for length in 1..12_u32 {
            let direction: Vec<f64> = (0..length).map(f64::from).collect();
            let vectors = [direction.clone(), vec![1.0; direction.len()]].concat();
            let tripled: f64 = direction.iter().map(|k| 9.0 * k * k).sum();
            let less: f64 = direction.iter().map(|k| (1.0 - k).powi(2)).sum();
            assert_eq!(shifted_squared_norms(&vectors, &direction, &[2.0, -1.0]), [tripled, less]);
        }
    }

    #[test]
    fn every_length_is_summed_whole() {
        for length in 0..40 {
            let (a, b): (Vec<f64>, Vec<f64>) = (0..length).map(|k| (f64::from(k), f64::from(2 * k + 1))).unzip();
            assert_eq!(sum(&a), a.iter().sum());
            assert_eq!(dot(&a, &b), a.iter().zip(&b).map(|(a, b)| a * b).sum());
        }
    }
}
