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
use super::measure::{Student, standard_error};
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

impl Interval {
    /// That of a distance, which is not negative.
    fn of_distance(value: f64, reach: f64) -> Self {
        Self { lower: (value - reach).max(0.0), upper: value + reach }
    }
}

/// A number with its uncertainty, if that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Its standard error; none from all rows, and for a bound that no member is known to attain.
    pub se: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
}

impl Estimate {
    /// A number without an error.
    pub(crate) fn exact(value: f64) -> Self {
        Self { value, se: None, interval: None }
    }

    /// A number whose parts deviate like this.
    pub(crate) fn of(grid: PartGrid, value: f64, deviations: &[f64]) -> Self {
        let (se, reach) = error_and_reach(grid, deviations);
        let interval = Interval { lower: value - reach, upper: value + reach };
        Self { value, se: Some(se), interval: Some(interval) }
    }

    /// A distance whose parts deviate like this.
    pub(crate) fn of_distance(grid: PartGrid, value: f64, deviations: &[f64]) -> Self {
        let (se, reach) = error_and_reach(grid, deviations);
        Self { value, se: Some(se), interval: Some(Interval::of_distance(value, reach)) }
    }
}

/// The standard error, and half of the width of the interval.
fn error_and_reach(grid: PartGrid, deviations: &[f64]) -> (f64, f64) {
    let se = standard_error(grid, deviations);
    (se, Student::new(grid).quantile() * se)
}

/// A number of one learnt graph minus that of another, on the same parts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The difference.
    pub value: f64,
    /// Its standard error.
    pub se: f64,
    /// Its interval.
    pub interval: Interval,
    /// The chance of a difference as large as this, either way, where there is none.
    pub p_value: f64,
}

impl Difference {
    /// A difference without rounding, given the deviations of the parts of two numbers. An error that is rounding is
    /// none.
    pub(crate) fn of(grid: PartGrid, value: f64, one: &[f64], other: &[f64]) -> Self {
        let deviations: Vec<f64> = one.iter().zip(other).map(|(a, b)| a - b).collect();
        let (se, student) = (change(0.0, standard_error(grid, &deviations)), Student::new(grid));
        let reach = student.quantile() * se;
        let interval = Interval { lower: value - reach, upper: value + reach };
        Self { value, se, interval, p_value: student.beyond(value, se) }
    }
}

/// The sum; of nothing it is zero, not the negative zero that adding up begins with.
pub(crate) fn total(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |sum, value| sum + value)
}
