//! The noise of each variable.

use super::draw;
use crate::number::Positive;
use crate::word::word;
use rand_chacha::rand_core::Rng;
use serde::{Deserialize, Serialize};

/// A distribution of noise, before it is scaled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Distribution {
    /// Standard normal.
    Gaussian,
    /// Exponential with mean 1; not centred, as in the paper.
    #[default]
    Exponential,
    /// Gumbel with location 0: −ln(−ln u).
    Gumbel,
    /// Uniform on [−1, 1).
    Uniform,
    /// Laplace with density exp(−|x|)/2.
    Laplace,
}

word!(Distribution {
    Gaussian: "gaussian",
    Exponential: "exponential",
    Gumbel: "gumbel",
    Uniform: "uniform",
    Laplace: "laplace",
});

/// Noise: a draw of the distribution times the scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// The distribution.
    pub distribution: Distribution,
    /// The factor of each draw.
    pub scale: Positive,
}

impl Default for Noise {
    fn default() -> Self {
        Self { distribution: Distribution::default(), scale: Positive::ONE }
    }
}

impl Noise {
    pub(crate) fn draw(&self, rng: &mut impl Rng) -> f64 {
        self.scale.value() * self.distribution.draw(rng)
    }
}

impl Distribution {
    fn draw(self, rng: &mut impl Rng) -> f64 {
        match self {
            Self::Gaussian => draw::normal(rng),
            Self::Exponential => draw::exponential(rng),
            Self::Gumbel => -libm::log(draw::exponential(rng)),
            Self::Uniform => 2.0 * draw::unit(rng) - 1.0,
            Self::Laplace => draw::exponential(rng) - draw::exponential(rng),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha20Rng;
    use rand_chacha::rand_core::SeedableRng;
    use std::f64::consts::PI;

    const EULER: f64 = 0.577_215_664_901_532_9;

    /// Mean and variance from the textbook; the fourth central moment bounds the error of the sample variance.
    #[test]
    fn noise_has_the_moments_of_its_distribution() {
        let cases = [
            (Distribution::Gaussian, 0.0, 1.0, 3.0),
            (Distribution::Exponential, 1.0, 1.0, 9.0),
            (Distribution::Gumbel, EULER, PI * PI / 6.0, 5.4),
            (Distribution::Uniform, 0.0, 1.0 / 3.0, 1.8),
            (Distribution::Laplace, 0.0, 2.0, 6.0),
        ];
        let (count, scale) = (100_000_usize, 2.5);
        for (distribution, mean, variance, kurtosis) in cases {
            let noise = Noise { distribution, scale: Positive::try_from(scale).unwrap() };
            let mut rng = ChaCha20Rng::seed_from_u64(3);
            let draws: Vec<f64> = (0..count).map(|_| noise.draw(&mut rng)).collect();
            let (mean, variance) = (scale * mean, scale * scale * variance);
            let found = draws.iter().sum::<f64>() / count as f64;
            let spread = draws.iter().map(|x| (x - found).powi(2)).sum::<f64>() / count as f64;
            assert!((found - mean).abs() < 5.0 * (variance / count as f64).sqrt(), "{distribution:?}: {found}");
            let error = variance * ((kurtosis - 1.0) / count as f64).sqrt();
            assert!((spread - variance).abs() < 5.0 * error, "{distribution:?}: {spread}");
        }
    }
}
