//! What is found: numbers, with their uncertainty where they come from parts.
//!
//! One set of types for single and joint interventions, all rows and parts, comparisons and experiments: an
//! [`Estimate`] is a number with its error, a [`Difference`] that of two of them on the same parts, and a [`Score`] is
//! contSID of a learnt graph with its pairs, whose smallest and largest values differ if edges are undirected.

mod pair;
mod score;

pub use pair::{Pair, PairEstimate, PairUncertainty, ScoreRow};
pub use score::Score;

pub(crate) use score::Measured;

use super::estimate::PartGrid;
use super::measure::{Parted, Student};
use crate::numeric::noise::change;
use serde::Serialize;

/// An interval that covers the true value in 95 % of samples, as far as the estimate has no bias.
///
/// Written as the list of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "[f64; 2]")]
pub struct Interval {
    /// The lower end; not below 0 for a distance.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl From<Interval> for [f64; 2] {
    fn from(Interval { lower, upper }: Interval) -> Self {
        [lower, upper]
    }
}

/// A number with its uncertainty, if that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Its standard error; none from all rows, and for a bound that no member is known to attain.
    pub se: Option<f64>,
    /// How far estimates that are wrong in other ways differ: the part of the interval that is not noise.
    pub model_se: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
}

impl Estimate {
    /// A number without an error.
    pub(crate) fn exact(value: f64) -> Self {
        Self { value, se: None, model_se: None, interval: None }
    }

    /// The number with the error and the interval that its parts give.
    pub(crate) fn of(number: &Parted, grid: PartGrid) -> Self {
        let value = number.value;
        if number.deviations.is_empty() {
            return Self::exact(value);
        }
        let (se, model_se) = (number.standard_error(grid), number.model_error());
        let interval = Interval::around(value, se.hypot(model_se), Student::new(grid));
        Self { value, se: Some(se), model_se: Some(model_se), interval: Some(interval) }
    }

    /// The same for a distance, whose interval is cut at 0.
    pub(crate) fn of_distance(number: &Parted, grid: PartGrid) -> Self {
        let estimate = Self::of(number, grid);
        Self { interval: estimate.interval.map(Interval::cut_at_zero), ..estimate }
    }
}

impl Interval {
    fn around(value: f64, se: f64, student: Student) -> Self {
        let reach = student.quantile() * se;
        Self { lower: value - reach, upper: value + reach }
    }

    fn cut_at_zero(self) -> Self {
        Self { lower: self.lower.max(0.0), ..self }
    }
}

/// A number of one learnt graph minus that of another, on the same parts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The difference.
    pub value: f64,
    /// Its standard error.
    pub se: f64,
    /// How far estimates that are wrong in other ways differ.
    pub model_se: f64,
    /// Its interval.
    pub interval: Interval,
    /// The chance of a difference as large as this, either way, where there is none.
    pub p_value: f64,
}

impl Difference {
    /// One number minus another on the same parts, both without rounding; none if an error is not known. An error that
    /// is rounding is none.
    pub(crate) fn between(one: &Parted, other: &Parted, grid: PartGrid) -> Option<Self> {
        if one.deviations.is_empty() || other.deviations.is_empty() {
            return None;
        }
        let (value, number) = (change(other.value, one.value), one.clone().plus(other, -1.0));
        let [se, model_se] = [number.standard_error(grid), number.model_error()].map(|error| change(0.0, error));
        Some(Self::by(Student::new(grid), value, se, model_se))
    }

    /// A mean of independent differences with its standard error; none without a degree of freedom.
    pub fn of_mean(value: f64, se: f64, degrees_of_freedom: usize) -> Option<Self> {
        Some(Self::by(Student::with(degrees_of_freedom)?, value, se, 0.0))
    }

    fn by(student: Student, value: f64, se: f64, model_se: f64) -> Self {
        let error = se.hypot(model_se);
        let (interval, p_value) = (Interval::around(value, error, student), student.beyond(value, error));
        Self { value, se, model_se, interval, p_value }
    }

    /// The second number minus the first.
    pub(crate) fn reversed(self) -> Self {
        let Interval { lower, upper } = self.interval;
        Self { value: -self.value, interval: Interval { lower: -upper, upper: -lower }, ..self }
    }
}

/// The sum; of nothing it is zero, not the negative zero that adding up begins with.
pub(crate) fn total(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |sum, value| sum + value)
}
