//! How far from normal is the noise that a causal order leaves?
//!
//! Regress each variable on all before it in the order. The log-likelihood of the order is, up to a constant, n times
//! the sum of the negentropies of the residuals. The negentropy of y, of mean 0 and variance 1, is nearly
//!
//! ```text
//! k₁ (E ln cosh y − E ln cosh ν)² + k₂ (E y exp(−y²/2))²        ν standard normal
//! ```
//!
//! A. Hyvärinen (1998), *New approximations of differential entropy for independent component analysis and projection
//! pursuit*, NIPS 10; in this form in A. Hyvärinen & S. M. Smith (2013), *Pairwise likelihood ratios for estimation of
//! non-Gaussian structural equation models*, JMLR 14, equation 5.

use contsid::independence::CentredColumns;
use contsid::numeric::{Matrix, Qr, exp_in_place};

/// k₁
const EVEN: f64 = 79.047;

/// k₂
const ODD: f64 = 7.4129;

/// E ln cosh ν
const NORMAL: f64 = 0.374_567_207_491_438;

/// The sum of the negentropies of the residuals of each variable on those before it.
pub(super) fn negentropy(centred: &CentredColumns, white: &Matrix, order: &[usize]) -> f64 {
    let residuals = white.times(&Qr::new(&centred.sorted(order)).orthonormal);
    (0..order.len()).map(|index| negentropy_of(residuals.column(index))).sum()
}

fn negentropy_of(values: &[f64]) -> f64 {
    let mean = |sum: f64| sum / values.len() as f64;
    let mut exponentials: Vec<f64> = values.iter().map(|value| -2.0 * value.abs()).collect();
    exp_in_place(&mut exponentials);
    let log_cosh = values.iter().zip(&exponentials).map(|(value, e)| value.abs() + e.ln_1p()).sum::<f64>();
    exponentials.iter_mut().zip(values).for_each(|(exponent, value)| *exponent = -0.5 * value * value);
    exp_in_place(&mut exponentials);
    let odd = values.iter().zip(&exponentials).map(|(value, e)| value * e).sum::<f64>();
    EVEN * (mean(log_cosh) - std::f64::consts::LN_2 - NORMAL).powi(2) + ODD * mean(odd).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{ContinuousCDF, Exp, Normal};

    fn quantiles(distribution: &impl ContinuousCDF<f64, f64>, mean: f64) -> Vec<f64> {
        (0..20_000).map(|k| distribution.inverse_cdf((f64::from(k) + 0.5) / 20_000.0) - mean).collect()
    }

    #[test]
    fn the_normal_distribution_has_none() {
        assert!(negentropy_of(&quantiles(&Normal::standard(), 0.0)) < 1e-6);
    }

    #[test]
    fn the_exponential_distribution_has_much() {
        // The exact value is ½ ln 2πe − 1 = 0.4189.
        let value = negentropy_of(&quantiles(&Exp::new(1.0).unwrap(), 1.0));
        assert!((0.3..0.6).contains(&value), "{value}");
    }
}
