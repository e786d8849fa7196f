//! The strength of the ridge.

use std::cmp::Ordering;
use thiserror::Error;

/// A number that is not a ridge parameter.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("lambda must be positive and finite, got {value}")]
pub struct LambdaError {
    /// The number.
    pub value: f64,
}

/// λ, the ridge parameter of a conditional mean embedding: positive and finite.
///
/// The system that is solved for N samples is K + N λ I.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lambda(f64);

// Positive, finite numbers are totally ordered.
impl Eq for Lambda {}

impl Ord for Lambda {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Lambda {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Lambda {
    /// Checks the number.
    ///
    /// # Errors
    ///
    /// If it is not positive and finite.
    pub fn new(value: f64) -> Result<Self, LambdaError> {
        if value > 0.0 && value.is_finite() { Ok(Self(value)) } else { Err(LambdaError { value }) }
    }

    /// 1/N for N samples.
    ///
    /// # Panics
    ///
    /// If there are no samples.
    pub fn one_over(samples: usize) -> Self {
        Self::new(1.0 / samples as f64).expect("there is at least one sample")
    }

    /// The number.
    pub fn value(self) -> f64 {
        self.0
    }

    /// N λ, which is added to the diagonal.
    pub(crate) fn ridge(self, samples: usize) -> f64 {
        (self.0 * samples as f64).min(f64::MAX)
    }
}
