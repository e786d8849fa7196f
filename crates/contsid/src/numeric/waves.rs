//! Powers e^{ikθ} of numbers on the unit circle, for many angles θ at once.
//!
//! The first coefficient or coordinate belongs to k = 0, which is real; then real and imaginary part follow for k
//! = 1, 2, …: 2 K + 1 numbers for K waves. None of the loops fuses a multiplication with an addition, so results do not
//! depend on the machine's instructions.

use super::Matrix;
use multiversion::multiversion;

/// 2π, in two pieces: multiples of the first are exact for the angles that occur.
const TURN_HIGH: f64 = 6.283_185_005_187_988;
const TURN_LOW: f64 = 3.019_915_981_956_753e-7;

/// Larger angles have too few digits behind the point for a sine to be worth anything.
const LARGEST_ANGLE: f64 = 1e9;

/// Angles processed at a time: they stay in the core's own cache while all waves pass.
const BLOCK: usize = 128;

impl Matrix {
    /// Adds factor · c_k e^{ikθ_s} to each row s, whose columns are the coordinates of k = 0, 1, 2, ….
    pub(crate) fn add_waves(&mut self, angles: &[f64], coefficients: &[f64], factor: f64) {
        debug_assert_eq!((self.row_count(), self.column_count()), (angles.len(), coefficients.len()), "one shape");
        add_waves(self.values_mut(), angles, coefficients, factor);
    }
}

/// The mean over the angles of e^{ikθ}, for K waves.
pub(crate) fn wave_means(angles: &[f64], waves: usize) -> Vec<f64> {
    let mut means = vec![0.0; 2 * waves + 1];
    add_wave_sums(&mut means, angles);
    for mean in &mut means {
        *mean /= angles.len() as f64;
    }
    means[0] = 1.0;
    means
}

/// The products of two lists of coefficients, wave by wave.
pub(crate) fn wave_products(one: &[f64], other: &[f64]) -> Vec<f64> {
    let pairs = one[1..].as_chunks::<2>().0.iter().zip(other[1..].as_chunks::<2>().0);
    let products = pairs.flat_map(|(a, b)| [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]);
    std::iter::once(one[0] * other[0]).chain(products).collect()
}

/// e^{ikθ} of some angles: that of k = 1, and that of the wave that was reached.
struct Rotations {
    count: usize,
    step: [[f64; BLOCK]; 2],
    now: [[f64; BLOCK]; 2],
}

impl Rotations {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
    fn new(angles: &[f64]) -> Self {
        let mut step = [[1.0; BLOCK], [0.0; BLOCK]];
        let [cosines, sines] = &mut step;
        for ((cosine, sine), &angle) in cosines.iter_mut().zip(sines).zip(angles) {
            (*cosine, *sine) = cosine_and_sine(angle);
        }
        Self { count: angles.len(), step, now: step }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
    fn advance(&mut self) {
        let [cosines, sines] = self.now.each_mut().map(|values| &mut values[..self.count]);
        let steps = self.step[0].iter().zip(&self.step[1]);
        for ((cosine, sine), (step_cosine, step_sine)) in cosines.iter_mut().zip(sines).zip(steps) {
            let before = *cosine;
            *cosine = before * step_cosine - *sine * step_sine;
            *sine = before * step_sine + *sine * step_cosine;
        }
    }
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn add_waves(values: &mut [f64], angles: &[f64], coefficients: &[f64], factor: f64) {
    let count = angles.len();
    for (block, angles) in angles.chunks(BLOCK).enumerate() {
        let range = block * BLOCK..block * BLOCK + angles.len();
        for value in &mut values[range.clone()] {
            *value += factor * coefficients[0];
        }
        let mut rotations = Rotations::new(angles);
        for (k, pair) in coefficients[1..].as_chunks::<2>().0.iter().enumerate() {
            if k > 0 {
                rotations.advance();
            }
            let [real, imaginary] = pair.map(|coefficient| factor * coefficient);
            let columns = &mut values[(2 * k + 1) * count..(2 * k + 3) * count];
            let (reals, imaginaries) = columns.split_at_mut(count);
            let out = reals[range.clone()].iter_mut().zip(&mut imaginaries[range.clone()]);
            let now = rotations.now[0].iter().zip(&rotations.now[1]);
            for ((out_real, out_imaginary), (cosine, sine)) in out.zip(now) {
                *out_real += real * cosine - imaginary * sine;
                *out_imaginary += real * sine + imaginary * cosine;
            }
        }
    }
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn add_wave_sums(sums: &mut [f64], angles: &[f64]) {
    for angles in angles.chunks(BLOCK) {
        let mut rotations = Rotations::new(angles);
        for (k, pair) in sums[1..].as_chunks_mut::<2>().0.iter_mut().enumerate() {
            if k > 0 {
                rotations.advance();
            }
            for (sum, now) in pair.iter_mut().zip(&rotations.now) {
                let mut lanes = [0.0; 8];
                let (chunks, rest) = now[..angles.len()].as_chunks::<8>();
                for chunk in chunks {
                    lanes.iter_mut().zip(chunk).for_each(|(lane, value)| *lane += value);
                }
                *sum += lanes.iter().sum::<f64>() + rest.iter().sum::<f64>();
            }
        }
    }
}

/// cos θ and sin θ within some 10⁻¹⁵ for |θ| up to 10⁶: with r = (θ mod 2π)/4, |r| ≤ π/4, by their series, and two
/// doublings. Angles beyond [`LARGEST_ANGLE`] count as 0.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is compiled for the instructions of its caller")]
fn cosine_and_sine(angle: f64) -> (f64, f64) {
    /// 1.5 · 2⁵²: adding it rounds to an integer.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let angle = if angle.abs() <= LARGEST_ANGLE { angle } else { 0.0 };
    let turns = (angle * (1.0 / std::f64::consts::TAU) + ROUND) - ROUND;
    let r = 0.25 * ((angle - turns * TURN_HIGH) - turns * TURN_LOW);
    let square = r * r;
    let series = |terms: [f64; 8]| terms.iter().rev().fold(0.0, |sum, term| sum * square + term);
    // Coefficients 1/k! with alternating signs.
    let mut sine = r * series([
        1.0,
        -1.666_666_666_666_666_6e-1,
        8.333_333_333_333_333e-3,
        -1.984_126_984_126_984e-4,
        2.755_731_922_398_589_3e-6,
        -2.505_210_838_544_172e-8,
        1.605_904_383_682_161_3e-10,
        -7.647_163_731_819_816e-13,
    ]);
    let mut lack = square
        * series([
            0.5,
            -4.166_666_666_666_666_4e-2,
            1.388_888_888_888_889e-3,
            -2.480_158_730_158_73e-5,
            2.755_731_922_398_589_4e-7,
            -2.087_675_698_786_81e-9,
            1.147_074_559_772_972_5e-11,
            -4.779_477_332_387_385e-14,
        ]);
    // With l = 1 − cos: sin 2r = 2 sin r (1 − l), 1 − cos 2r = 2 sin² r.
    for _ in 0..2 {
        let next = 2.0 * sine * sine;
        sine = 2.0 * sine * (1.0 - lack);
        lack = next;
    }
    (1.0 - lack, sine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosines_and_sines_are_those_of_the_library() {
        for k in -200_000..200_000 {
            let angle = f64::from(k) * 0.003_7;
            let ((cosine, sine), (expected_sine, expected_cosine)) = (cosine_and_sine(angle), angle.sin_cos());
            assert!((cosine - expected_cosine).abs() < 4e-15 && (sine - expected_sine).abs() < 4e-15, "{angle}");
        }
    }

    #[test]
    fn angles_without_digits_give_numbers_all_the_same() {
        for angle in [1e300, -1e300, f64::INFINITY, f64::NAN, 1e9, -9.9e8] {
            let (cosine, sine) = cosine_and_sine(angle);
            assert!((cosine * cosine + sine * sine - 1.0).abs() < 1e-14, "{angle}");
        }
    }

    #[test]
    fn waves_are_powers() {
        let angles: Vec<f64> = (0..300).map(|k| f64::from(k) * 0.37 - 40.0).collect();
        let coefficients = [0.5, 1.0, 2.0, -3.0, 0.25];
        let mut found = Matrix::zeros(angles.len(), coefficients.len());
        found.add_waves(&angles, &coefficients, 2.0);
        let means = wave_means(&angles, 2);
        let mut sums = [0.0; 5];
        for (row, angle) in angles.iter().enumerate() {
            let (sine, cosine) = angle.sin_cos();
            let (sine_2, cosine_2) = (2.0 * angle).sin_cos();
            let expected = [
                1.0,
                2.0 * (cosine - 2.0 * sine),
                2.0 * (sine + 2.0 * cosine),
                2.0 * (-3.0 * cosine_2 - 0.25 * sine_2),
                2.0 * (-3.0 * sine_2 + 0.25 * cosine_2),
            ];
            for (column, expected) in expected.into_iter().enumerate() {
                assert!((found.entry(row, column) - expected).abs() < 1e-13, "{row} {column}");
            }
            for (sum, value) in sums.iter_mut().zip([1.0, cosine, sine, cosine_2, sine_2]) {
                *sum += value / 300.0;
            }
        }
        for (mean, expected) in means.iter().zip(sums) {
            assert!((mean - expected).abs() < 1e-14, "{mean} {expected}");
        }
    }

    #[test]
    fn products_are_those_of_complex_numbers() {
        assert_eq!(wave_products(&[2.0, 1.0, 2.0], &[3.0, 3.0, -1.0]), [6.0, 5.0, 5.0]);
    }
}
