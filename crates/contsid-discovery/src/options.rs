//! Option values that are checked when they are built.

use std::fmt;
use thiserror::Error;

/// A value that an option cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("{option} must be {expected}, got {value}")]
pub struct OptionError {
    /// The name of the option.
    pub option: &'static str,
    /// The value.
    pub value: f64,
    /// What it must be.
    pub expected: &'static str,
}

/// A number in a range, checked when it is built.
macro_rules! checked {
    ($(#[$doc:meta])* $name:ident($number:ty), $option:literal, $expected:literal, $is_allowed:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
        pub struct $name($number);

        impl $name {
            /// Checks the number.
            ///
            /// # Errors
            ///
            /// If it is out of range.
            pub fn new(value: $number) -> Result<Self, OptionError> {
                let is_allowed: fn($number) -> bool = $is_allowed;
                let error = OptionError { option: $option, value: value as f64, expected: $expected };
                if is_allowed(value) { Ok(Self(value)) } else { Err(error) }
            }

            /// The number.
            pub fn value(self) -> $number {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }
    };
}

checked!(
    /// The price of an edge in units of ½ ln n, positive; 1 is the Bayesian information criterion.
    Penalty(f64), "penalty", "positive and finite", |value| value > 0.0 && value.is_finite()
);

checked!(
    /// The size above which an effect becomes an edge, in the units of the data; not negative.
    Threshold(f64), "the threshold", "finite and not negative", |value| value >= 0.0 && value.is_finite()
);

checked!(
    /// The change 1 − |vᵀv′| of a direction below which it has converged, between 0 and 1.
    Tolerance(f64), "the tolerance", "between 0 and 1", |value| value > 0.0 && value < 1.0
);

checked!(
    /// A number of random starts, from one to [`Starts::MOST`].
    Starts(usize), "the number of starts", "from 1 to a million", |count| (1..=Starts::MOST).contains(&count)
);

impl Starts {
    /// The largest number of starts: more would run for days.
    pub const MOST: usize = 1_000_000;
}

checked!(
    /// A number of iterations, at least one.
    Iterations(usize), "the number of iterations", "at least 1", |count| count > 0
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_refused() {
        for value in [0.0, 1.0, -0.1, f64::NAN] {
            assert!(Tolerance::new(value).is_err(), "{value}");
        }
        for value in [0.0, -1.0, f64::INFINITY, f64::NAN] {
            assert!(Penalty::new(value).is_err(), "{value}");
        }
        assert!(Threshold::new(0.0).is_ok() && Threshold::new(-1.0).is_err() && Threshold::new(f64::NAN).is_err());
        assert!(Starts::new(0).is_err() && Starts::new(Starts::MOST + 1).is_err() && Starts::new(1).is_ok());
        assert!(Iterations::new(0).is_err());
        let error = Tolerance::new(3.0).unwrap_err();
        assert_eq!(error.to_string(), "the tolerance must be between 0 and 1, got 3");
    }
}
