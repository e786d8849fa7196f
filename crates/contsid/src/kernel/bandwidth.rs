//! The width of a kernel.

use crate::named::{UnknownWord, Words, from_number};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A number that is not a bandwidth.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("a bandwidth must be positive and finite, got {value}")]
pub struct BandwidthError {
    /// The number.
    pub value: f64,
}

/// σ, the distance at which a kernel begins to distinguish values; positive and finite, in the units of its column.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Bandwidth(f64);

impl Bandwidth {
    /// Checks the number.
    ///
    /// # Errors
    ///
    /// If it is not positive and finite.
    pub fn new(value: f64) -> Result<Self, BandwidthError> {
        if value > 0.0 && value.is_finite() { Ok(Self(value)) } else { Err(BandwidthError { value }) }
    }

    /// The number.
    pub fn value(self) -> f64 {
        self.0
    }
}

/// How the bandwidth of a column is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum BandwidthChoice {
    /// The median distance between two values of the column: see [`median_distance`](super::median_distance). Only this
    /// choice makes results independent of the unit in which a column is measured.
    #[default]
    Median,
    /// A number.
    Fixed(Bandwidth),
}

impl Words for BandwidthChoice {
    const FORMS: &'static [&'static str] = &["median", "a positive number"];
}

impl fmt::Display for BandwidthChoice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Median => formatter.pad("median"),
            Self::Fixed(bandwidth) => bandwidth.value().fmt(formatter),
        }
    }
}

impl FromStr for BandwidthChoice {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match text {
            "median" => Ok(Self::Median),
            _ => from_number(text, Bandwidth::new).map(Self::Fixed).ok_or_else(|| Self::unknown(text)),
        }
    }
}
