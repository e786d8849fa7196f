//! Random numbers that are the same on every machine.
//!
//! Everything uses integers from the generator, IEEE arithmetic, and the elementary functions of the `libm` crate,
//! which are compiled into this program. The system's `exp` or `ln` is never used: two C libraries may differ in the
//! last bit.

use rand_chacha::rand_core::Rng;
use std::f64::consts::PI;

/// Uniform on [0, 1), a multiple of 2⁻⁵³.
pub(crate) fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
}

/// Uniform on (0, 1): the middle of one of 2⁵² equal cells, so its logarithm is finite.
pub(crate) fn open_unit(rng: &mut impl Rng) -> f64 {
    ((rng.next_u64() >> 12) as f64 + 0.5) * (1.0 / (1_u64 << 52) as f64)
}

/// Uniform on `0..bound`, without bias: draws beyond the last multiple of `bound` are repeated.
pub(crate) fn below(rng: &mut impl Rng, bound: usize) -> usize {
    let bound = bound as u64;
    let surplus = (u64::MAX % bound + 1) % bound;
    loop {
        let draw = rng.next_u64();
        if draw <= u64::MAX - surplus {
            return (draw % bound) as usize;
        }
    }
}

/// Standard normal, by Box and Muller's transform; the second of the pair is not used.
pub(crate) fn normal(rng: &mut impl Rng) -> f64 {
    let radius = (-2.0 * libm::log(open_unit(rng))).sqrt();
    radius * libm::cos(2.0 * PI * unit(rng))
}

/// Exponential with mean 1.
pub(crate) fn exponential(rng: &mut impl Rng) -> f64 {
    -libm::log(open_unit(rng))
}

/// The logarithm of a Gamma variable with this shape and scale 1 (Marsaglia & Tsang 2000; their boost below 1).
///
/// The logarithm does not underflow for small shapes, where the variable itself does.
pub(crate) fn log_gamma(rng: &mut impl Rng, shape: f64) -> f64 {
    if shape < 1.0 {
        return log_gamma(rng, shape + 1.0) + libm::log(open_unit(rng)) / shape;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let root = 1.0 + c * x;
        let v = root * root * root;
        if v > 0.0 && libm::log(open_unit(rng)) < 0.5 * x * x + d - d * v + d * libm::log(v) {
            return libm::log(d * v);
        }
    }
}

/// A random order of `0..count` (Fisher and Yates).
pub(crate) fn permutation(rng: &mut impl Rng, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for index in (1..count).rev() {
        order.swap(index, below(rng, index + 1));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha20Rng;
    use rand_chacha::rand_core::SeedableRng;

    /// Five standard errors: a false alarm has a chance of 6e-7, and the seed is fixed.
    const ERRORS: f64 = 5.0;
    const DRAWS: usize = 100_000;

    fn mean(seed: u64, draw: impl Fn(&mut ChaCha20Rng) -> f64) -> f64 {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        (0..DRAWS).map(|_| draw(&mut rng)).sum::<f64>() / DRAWS as f64
    }

    fn assert_mean(draw: impl Fn(&mut ChaCha20Rng) -> f64, expected: f64, sd: f64) {
        let found = mean(7, draw);
        assert!((found - expected).abs() < ERRORS * sd / (DRAWS as f64).sqrt(), "{found} for {expected}");
    }

    #[test]
    fn draws_have_their_moments() {
        assert_mean(unit, 0.5, (1.0_f64 / 12.0).sqrt());
        assert_mean(normal, 0.0, 1.0);
        assert_mean(|rng| normal(rng).powi(2), 1.0, 2.0_f64.sqrt());
        assert_mean(|rng| normal(rng).powi(4), 3.0, 96.0_f64.sqrt());
        assert_mean(exponential, 1.0, 1.0);
        for shape in [0.3_f64, 1.0, 4.5] {
            assert_mean(|rng| log_gamma(rng, shape).exp(), shape, shape.sqrt());
        }
    }

    #[test]
    fn whole_numbers_are_even() {
        for value in 0..3 {
            let share = mean(8, |rng| f64::from(u8::from(below(rng, 3) == value)));
            assert!((share - 1.0 / 3.0).abs() < ERRORS * (2.0_f64 / 9.0 / DRAWS as f64).sqrt());
        }
    }

    #[test]
    fn permutations_are_uniform() {
        let mut rng = ChaCha20Rng::seed_from_u64(9);
        let mut counts = [[0_u32; 4]; 4];
        for _ in 0..40_000 {
            permutation(&mut rng, 4).into_iter().enumerate().for_each(|(index, value)| counts[index][value] += 1);
        }
        let error = (40_000.0_f64 * 3.0 / 16.0).sqrt();
        assert!(counts.iter().flatten().all(|&count| (f64::from(count) - 10_000.0).abs() < ERRORS * error));
    }
}
