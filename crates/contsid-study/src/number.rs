//! Numbers that are checked when they are built.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A number outside its range.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("must be {expected}, got {value}")]
pub struct OutOfRange {
    /// The number.
    pub value: f64,
    /// What it must be, in words.
    pub expected: &'static str,
}

/// Makes a type of numbers that lie in a range, in memory and in files.
macro_rules! checked {
    ($(#[$doc:meta])* $name:ident, $expected:literal, $is_allowed:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
        #[serde(try_from = "f64", into = "f64")]
        pub struct $name(f64);

        impl $name {
            /// The number.
            pub fn value(self) -> f64 {
                self.0
            }
        }

        impl TryFrom<f64> for $name {
            type Error = OutOfRange;

            fn try_from(value: f64) -> Result<Self, OutOfRange> {
                let is_allowed: fn(f64) -> bool = $is_allowed;
                if is_allowed(value) { Ok(Self(value)) } else { Err(OutOfRange { value, expected: $expected }) }
            }
        }

        impl From<$name> for f64 {
            fn from(number: $name) -> Self {
                number.0
            }
        }
    };
}

checked!(
    /// A number in [0, 1].
    Probability, "between 0 and 1", |value| (0.0..=1.0).contains(&value)
);

checked!(
    /// A finite number above 0.
    Positive, "positive and finite", |value| value > 0.0 && value.is_finite()
);

impl Positive {
    /// One.
    pub const ONE: Self = Self(1.0);
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
        assert_eq!(error.to_string(), "must be positive and finite, got -2");
    }
}
