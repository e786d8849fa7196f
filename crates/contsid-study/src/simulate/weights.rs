//! The distribution of the weights of edges.

use super::draw;
use rand_chacha::rand_core::Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A union of intervals; weights are uniform on it.
///
/// ```
/// use contsid_study::simulate::Weights;
///
/// let weights = Weights::new(vec![[-2.0, -0.5], [0.5, 2.0]])?;
/// assert_eq!(weights.length(), 3.0);
/// assert!(Weights::new(vec![[1.0, 0.0]]).is_err());
/// # Ok::<(), contsid_study::simulate::WeightsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<[f64; 2]>", into = "Vec<[f64; 2]>")]
pub struct Weights(Vec<[f64; 2]>);

/// Why intervals are not valid.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// There is no interval.
    #[error("weights need at least one interval, such as [-10, 10]")]
    Empty,
    /// An interval is not finite, or ends before it begins.
    #[error("[{low}, {high}] is not an interval: two finite numbers are needed, the smaller first")]
    NotAnInterval {
        /// The first end.
        low: f64,
        /// The second end.
        high: f64,
    },
    /// Two intervals share more than an end.
    #[error("the intervals [{}, {}] and [{}, {}] overlap", first[0], first[1], second[0], second[1])]
    Overlap {
        /// The interval that begins first.
        first: [f64; 2],
        /// The other one.
        second: [f64; 2],
    },
}

impl Weights {
    /// Checks the intervals.
    ///
    /// # Errors
    ///
    /// If there is none, if one is not an interval, or if two overlap.
    pub fn new(mut intervals: Vec<[f64; 2]>) -> Result<Self, WeightsError> {
        for &[low, high] in &intervals {
            if !(low.is_finite() && high.is_finite() && low <= high && (high - low).is_finite()) {
                return Err(WeightsError::NotAnInterval { low, high });
            }
        }
        intervals.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
        match intervals.windows(2).find(|two| two[0][1] > two[1][0]) {
            Some(two) => Err(WeightsError::Overlap { first: two[0], second: two[1] }),
            None if intervals.is_empty() => Err(WeightsError::Empty),
            None => Ok(Self(intervals)),
        }
    }

    /// The weights of the paper: uniform on [−10, 10].
    pub fn paper() -> Self {
        Self(vec![[-10.0, 10.0]])
    }

    /// The intervals, sorted.
    pub fn intervals(&self) -> &[[f64; 2]] {
        &self.0
    }

    /// The sum of the lengths of the intervals.
    pub fn length(&self) -> f64 {
        self.0.iter().map(|[low, high]| high - low).sum()
    }

    /// One weight. If all intervals are points, each is equally likely.
    pub(crate) fn draw(&self, rng: &mut impl Rng) -> f64 {
        let length = self.length();
        if length == 0.0 {
            return self.0[draw::below(rng, self.0.len())][0];
        }
        let mut rest = draw::unit(rng) * length;
        for &[low, high] in &self.0 {
            if rest < high - low {
                return low + rest;
            }
            rest -= high - low;
        }
        self.0[self.0.len() - 1][1]
    }
}

impl TryFrom<Vec<[f64; 2]>> for Weights {
    type Error = WeightsError;

    fn try_from(intervals: Vec<[f64; 2]>) -> Result<Self, WeightsError> {
        Self::new(intervals)
    }
}

impl From<Weights> for Vec<[f64; 2]> {
    fn from(weights: Weights) -> Self {
        weights.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha20Rng;
    use rand_chacha::rand_core::SeedableRng;

    #[test]
    fn intervals_are_checked() {
        let overlap = Weights::new(vec![[0.0, 2.0], [-1.0, 0.5]]);
        assert_eq!(overlap, Err(WeightsError::Overlap { first: [-1.0, 0.5], second: [0.0, 2.0] }));
        assert_eq!(Weights::new(vec![]), Err(WeightsError::Empty));
        assert!(Weights::new(vec![[0.0, f64::NAN]]).is_err());
        assert!(Weights::new(vec![[-1.0, 0.0], [0.0, 1.0]]).is_ok());
    }

    #[test]
    fn weights_fall_into_intervals_by_length() {
        let weights = Weights::new(vec![[-2.0, -1.0], [3.0, 6.0]]).unwrap();
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let draws: Vec<f64> = (0..40_000).map(|_| weights.draw(&mut rng)).collect();
        assert!(draws.iter().all(|w| (-2.0..-1.0).contains(w) || (3.0..6.0).contains(w)));
        let low = draws.iter().filter(|&&w| w < 0.0).count() as f64;
        // Binomial: mean 10 000, sd 87; five of them.
        assert!((low - 10_000.0).abs() < 5.0 * 87.0, "{low}");
    }

    #[test]
    fn points_are_weights_too() {
        let weights = Weights::new(vec![[-1.0, -1.0], [1.0, 1.0]]).unwrap();
        let mut rng = ChaCha20Rng::seed_from_u64(2);
        let positive = (0..10_000).filter(|_| weights.draw(&mut rng) > 0.0).count() as f64;
        assert!((positive - 5000.0).abs() < 5.0 * 50.0, "{positive}");
    }
}
