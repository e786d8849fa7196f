//! Numbers that are checked when they are built.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A number outside its range.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("{value} is not {expected}")]
pub struct OutOfRange {
    /// The number.
    pub value: f64,
    /// What it must be, in words.
    pub expected: &'static str,
}

/// A number in [0, 1].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Probability(f64);

impl Probability {
    /// The number.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Probability {
    type Error = OutOfRange;

    fn try_from(value: f64) -> Result<Self, OutOfRange> {
        if (0.0..=1.0).contains(&value) {
            Ok(Self(value))
        } else {
            Err(OutOfRange { value, expected: "a probability between 0 and 1" })
        }
    }
}

impl From<Probability> for f64 {
    fn from(number: Probability) -> Self {
        number.0
    }
}

/// A finite number above 0.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Positive(f64);

impl Positive {
    /// One.
    pub const ONE: Self = Self(1.0);

    /// The number.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Positive {
    type Error = OutOfRange;

    fn try_from(value: f64) -> Result<Self, OutOfRange> {
        if value > 0.0 && value.is_finite() {
            Ok(Self(value))
        } else {
            Err(OutOfRange { value, expected: "a positive number" })
        }
    }
}

impl From<Positive> for f64 {
    fn from(number: Positive) -> Self {
        number.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_checked() {
        assert!(Probability::try_from(0.0).is_ok() && Probability::try_from(1.0).is_ok());
        assert!(Probability::try_from(1.5).is_err() && Probability::try_from(f64::NAN).is_err());
        assert!(Positive::try_from(0.0).is_err() && Positive::try_from(f64::INFINITY).is_err());
        let error = Positive::try_from(-2.0).unwrap_err();
        assert_eq!(error.to_string(), "-2 is not a positive number");
    }
}
