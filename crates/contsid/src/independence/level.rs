//! The level of a test.

use std::fmt;
use thiserror::Error;

/// A number that is not a level.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("alpha must be between 0 and 1, got {value}")]
pub struct LevelError {
    /// The number.
    pub value: f64,
}

/// The level α of a test, between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Level(f64);

impl Level {
    /// 5 %, the level that nearly everybody takes.
    pub const USUAL: Self = Self(0.05);

    /// Checks the number.
    ///
    /// # Errors
    ///
    /// If it is not between 0 and 1.
    ///
    /// ```
    /// use contsid::independence::Level;
    ///
    /// assert!(Level::new(0.01).is_ok());
    /// assert_eq!(Level::new(3.0).unwrap_err().to_string(), "alpha must be between 0 and 1, got 3");
    /// ```
    pub fn new(value: f64) -> Result<Self, LevelError> {
        if value > 0.0 && value < 1.0 { Ok(Self(value)) } else { Err(LevelError { value }) }
    }

    /// The number.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}
