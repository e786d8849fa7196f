//! What a distance means: how far an outcome would have to be shifted.
//!
//! For a Gaussian outcome with standard deviation s and a Gaussian kernel with bandwidth σ, a shift by δ is at the
//! distance d = MMD / ‖μ‖ = √(2 (1 − exp(−δ² / (2 (σ² + 2 s²))))): both ‖μ‖² and the inner product of the two
//! embeddings have the factor σ / √(σ² + 2 s²). The median bandwidth is σ = √2 Φ⁻¹(¾) s, so d depends on δ / s alone.

/// The median of |x − y| for two draws from a Gaussian distribution, in standard deviations: √2 Φ⁻¹(¾).
const MEDIAN_DISTANCE: f64 = 0.953_872_552_408_939_8;

/// 2 (σ² + 2 s²) in squared standard deviations.
const SPREAD: f64 = 2.0 * (MEDIAN_DISTANCE * MEDIAN_DISTANCE + 2.0);

/// The distance d that a shift of a Gaussian outcome by this many standard deviations has, under the median bandwidth.
///
/// ```
/// use contsid::embedding::{distance_of_shift, shift_of_distance};
///
/// assert!((distance_of_shift(1.0) - 0.562).abs() < 5e-4);
/// assert!((shift_of_distance(0.562).unwrap() - 1.0).abs() < 1e-3);
/// assert_eq!(shift_of_distance(1.5), None); // farther than any shift
/// ```
pub fn distance_of_shift(shift: f64) -> f64 {
    (2.0 * -(-shift * shift / SPREAD).exp_m1()).sqrt()
}

/// The shift in standard deviations that has this distance; none if no shift is as far, from √2 on.
pub fn shift_of_distance(distance: f64) -> Option<f64> {
    let rest = 1.0 - distance * distance / 2.0;
    (rest > 0.0).then(|| (-SPREAD * rest.ln()).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedding::MeanEmbedding;
    use crate::kernel::{Bandwidth, Kernel, KernelColumn};
    use statrs::distribution::{ContinuousCDF, Normal};
    use std::sync::Arc;

    /// Quantiles instead of draws: the sums are integrals by the midpoint rule, whose error is of the order of 1/N.
    #[test]
    fn the_closed_form_equals_the_discrepancy_of_embeddings() {
        let (count, normal) = (2000, Normal::new(0.0, 1.0).unwrap());
        let values: Vec<f64> =
            (0..count).map(|row| normal.inverse_cdf((f64::from(row) + 0.5) / f64::from(count))).collect();
        assert!((2f64.sqrt() * normal.inverse_cdf(0.75) - MEDIAN_DISTANCE).abs() < 1e-9);
        let kernel = Kernel::Gaussian { bandwidth: Bandwidth::new(MEDIAN_DISTANCE).unwrap() };
        let at = |shift: f64| {
            let shifted: Vec<f64> = values.iter().map(|value| value + shift).collect();
            MeanEmbedding::empirical(Arc::new(KernelColumn::of_numbers(&shifted, kernel)))
        };
        let nothing = MeanEmbedding::weighted(at(0.0).column().clone(), vec![0.0; values.len()]);
        let norm = at(0.0).mmd(&nothing).unwrap();
        for shift in [0.1, 0.5, 1.0, 2.0, 4.0] {
            let found = at(shift).mmd(&at(0.0)).unwrap() / norm;
            assert!((found - distance_of_shift(shift)).abs() < 1e-3, "{shift}: {found}");
            assert!((shift_of_distance(distance_of_shift(shift)).unwrap() - shift).abs() < 1e-9);
        }
    }
}
