//! `exp` of many numbers that are not positive, as kernels need it.
//!
//! With n = round(x / ln 2) and r = x − n ln 2, |r| ≤ ln 2 / 2, exp x = 2ⁿ exp r. The polynomial for exp r is the
//! Chebyshev fit of degree 11 on that interval, in exact arithmetic within 2·10⁻¹⁷ of exp r; after rounding the result
//! is within one unit in the last place. Fused multiply-add is used if the machine has it, which is checked at run
//! time: without the instruction, `mul_add` is a slow call.

use multiversion::multiversion;

/// Below this the result is 0: 2ⁿ would be subnormal.
const SMALLEST: f64 = -708.0;

/// 1.5 · 2⁵²: adding it rounds to an integer in the lowest bits.
const ROUND: f64 = 6_755_399_441_055_744.0;

const LN_2_HIGH: f64 = 6.931_471_803_691_238e-1;
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;

const COEFFICIENTS: [f64; 12] = [
    1.0,
    1.0,
    0.500_000_000_000_001_9,
    0.166_666_666_666_666_8,
    0.041_666_666_666_487_95,
    0.008_333_333_333_319_589,
    0.001_388_888_895_235_286_3,
    0.000_198_412_698_900_764_03,
    2.480_148_544_156_131_3e-5,
    2.755_724_088_722_987e-6,
    2.763_265_472_252_779e-7,
    2.511_004_920_481_865_8e-8,
];

/// Numbers processed at a time: enough to fill the pipelines, few enough for the registers.
pub(crate) const LANES: usize = 16;

/// Replaces each x ≤ 0 by exp x, within one unit in the last place; by 0 where x < −708.
///
/// ```text
/// exp_in_place(&mut [0.0, −1.0, −∞])   gives   [1, 0.36787944117144233, 0]
/// ```
pub fn exp_in_place(values: &mut [f64]) {
    debug_assert!(values.iter().all(|&x| x <= 0.0), "the exponents of kernels are not positive");
    exp_slice(values);
}

#[multiversion(targets("x86_64+avx512f+avx512dq+avx512vl+fma", "x86_64+avx2+fma", "aarch64+neon"))]
fn exp_slice(values: &mut [f64]) {
    if cfg!(target_arch = "aarch64") || multiversion::target::target_cfg_f!(target_feature = "fma") {
        exp_chunks(values, f64::mul_add);
    } else {
        exp_chunks(values, |a, b, c| a * b + c);
    }
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
fn exp_chunks(values: &mut [f64], multiply_add: impl Fn(f64, f64, f64) -> f64 + Copy) {
    let (chunks, rest) = values.as_chunks_mut::<LANES>();
    for chunk in chunks {
        for value in chunk {
            *value = exp_with(*value, multiply_add);
        }
    }
    for value in rest {
        *value = exp_with(*value, multiply_add);
    }
}

/// exp x for x ≤ 0, and 0 where x < −708.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
pub(crate) fn exp_with(x: f64, multiply_add: impl Fn(f64, f64, f64) -> f64) -> f64 {
    let clamped = if x > SMALLEST { x } else { SMALLEST };
    let shifted = multiply_add(clamped, std::f64::consts::LOG2_E, ROUND);
    let whole = shifted - ROUND;
    let rest = multiply_add(-whole, LN_2_LOW, multiply_add(-whole, LN_2_HIGH, clamped));
    let value = exp_of_rest(rest, multiply_add) * power_of_two(shifted);
    if x >= SMALLEST { value } else { 0.0 }
}

/// exp r for |r| ≤ ln 2 / 2, with few dependent steps (Estrin's scheme); the largest term comes last.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
fn exp_of_rest(r: f64, multiply_add: impl Fn(f64, f64, f64) -> f64) -> f64 {
    let c = &COEFFICIENTS;
    let pair = |k: usize| multiply_add(c[k + 1], r, c[k]);
    let square = r * r;
    let fourth = square * square;
    let low = multiply_add(pair(3), square, pair(1));
    let middle = multiply_add(pair(7), square, pair(5));
    let high = multiply_add(c[11], square, pair(9));
    let slope = multiply_add(multiply_add(high, fourth, middle), fourth, low);
    multiply_add(slope, r, c[0])
}

/// 2ⁿ for the whole number n that was rounded by adding [`ROUND`].
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
fn power_of_two(shifted: f64) -> f64 {
    f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units_apart(a: f64, b: f64) -> u64 {
        a.to_bits().abs_diff(b.to_bits())
    }

    #[test]
    fn agrees_with_the_library_within_two_units() {
        // The library's own result may be one unit from the true value.
        let exponents: Vec<f64> = (0..2_000_000).map(|k| -708.0 * f64::from(k) / 2_000_000.0).collect();
        let mut values = exponents.clone();
        exp_in_place(&mut values);
        let worst = exponents.iter().zip(&values).map(|(x, &value)| units_apart(value, x.exp())).max();
        assert!(worst <= Some(2), "{worst:?} units");
    }

    #[test]
    fn the_path_without_fused_multiply_add_is_as_good() {
        for k in 0..700_000 {
            let x = -f64::from(k) / 1000.0;
            let value = exp_with(x, |a, b, c| a * b + c);
            assert!(units_apart(value, x.exp()) <= 2, "exp {x}");
        }
    }

    #[test]
    fn the_ends_are_exact() {
        let mut values = [0.0, -0.0, f64::NEG_INFINITY, -1e300, -708.5, f64::MIN_POSITIVE.mul_add(-1.0, 0.0)];
        exp_in_place(&mut values);
        assert_eq!(values, [1.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    }
}
