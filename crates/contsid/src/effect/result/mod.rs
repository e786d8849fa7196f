//! What is found: numbers, with their uncertainty where they come from parts.
//!
//! One set of types for single and joint interventions, all rows and parts, comparisons and experiments: an
//! [`Estimate`] is a number with its error, a [`Difference`] that of two of them on the same parts, and a [`Score`] is
//! contSID of a learnt graph with its pairs, whose smallest and largest values differ if edges are undirected.

mod score;

pub use score::Score;

pub(crate) use score::Measured;

use super::Case;
use super::estimate::PartGrid;
use super::measure::{LEVEL, PairResult, PairStatistics, Parted, Student, adjusted};
use crate::distance::bounds::Span;
use crate::graph::{NodeId, NodeSet};
use crate::numeric::noise::{change, differ};
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

    /// The error that the interval is made of: noise, and how far other estimates differ.
    pub fn error(&self) -> Option<f64> {
        Some(self.se?.hypot(self.model_se?))
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

    /// A mean of independent differences with its standard error. None without a degree of freedom, and where all
    /// differences are the same but not 0: then chance cannot be estimated from how they vary.
    pub fn of_mean(value: f64, se: f64, degrees_of_freedom: usize) -> Option<Self> {
        if se == 0.0 && value != 0.0 {
            return None;
        }
        Some(Self::by(Student::with(degrees_of_freedom)?, value, se, 0.0))
    }

    fn by(student: Student, value: f64, se: f64, model_se: f64) -> Self {
        let error = se.hypot(model_se);
        let (interval, p_value) = (Interval::around(value, error, student), student.beyond(value, error));
        Self { value, se, model_se, interval, p_value }
    }

    /// The error that interval and p-value are made of: noise, and how far other estimates differ.
    pub fn error(&self) -> f64 {
        self.se.hypot(self.model_se)
    }

    /// The second number minus the first.
    pub(crate) fn reversed(self) -> Self {
        let Interval { lower, upper } = self.interval;
        // Subtracting leaves no negative zero.
        Self { value: 0.0 - self.value, interval: Interval { lower: 0.0 - upper, upper: 0.0 - lower }, ..self }
    }

    /// The same with an interval that agrees with the p-value among others: where there may be no difference at all, it
    /// reaches 0.
    pub(crate) fn among_others(self, adjusted_p_value: f64) -> Self {
        let Interval { lower, upper } = self.interval;
        if adjusted_p_value < LEVEL {
            self
        } else {
            Self { interval: Interval { lower: lower.min(0.0), upper: upper.max(0.0) }, ..self }
        }
    }
}

/// The pairs of some treatments that are set together, of one in most cases.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreRow {
    /// The treatments.
    pub treatments: NodeSet,
    /// Each selected outcome, in increasing order.
    pub pairs: Vec<Pair>,
}

/// An outcome of some treatments.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The outcome.
    pub outcome: NodeId,
    /// The case, if both graphs are directed and have an adjustment set.
    pub case: Option<Case>,
    /// The smallest distance over the members of both graphs: by itself, not together with other pairs. None if the
    /// pair is left out in all of them, since a graph has no adjustment set.
    pub lower: Option<PairEstimate>,
    /// The largest distance.
    pub upper: Option<PairEstimate>,
    /// The number of members, or of pairs of members, in which the pair is left out.
    pub left_out: usize,
}

/// The distance of a pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairEstimate {
    /// d
    pub value: f64,
    /// Its uncertainty; none from all rows, and where nothing is estimated: d is 0 then whatever the data.
    pub uncertainty: Option<Box<PairUncertainty>>,
}

/// How far a distance can be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairUncertainty {
    /// The standard error.
    pub se: f64,
    /// How far estimates that are wrong in other ways differ: the part of the interval that is not noise.
    pub model_se: f64,
    /// The interval.
    pub interval: Interval,
    /// The chance of contrasts as large as these where the graphs' answers do not differ.
    pub p_value: f64,
    /// The p-value adjusted for the number of pairs (Benjamini & Hochberg 1995).
    pub adjusted_p_value: f64,
    /// The share of interventions at which a part has hardly any data: the weights of an estimate sum to less than ½,
    /// and the marginal distribution takes the rest.
    pub low_overlap: f64,
    /// κ, the share of the kernel regression's correction of a linear model that is kept: 0 where the outcome is
    /// linear, 1 where it clearly is not. None without a linear model.
    pub kappa: Option<f64>,
}

impl PairUncertainty {
    /// The error that the interval is made of: noise, and how far other estimates differ.
    pub fn error(&self) -> f64 {
        self.se.hypot(self.model_se)
    }
}

impl Pair {
    /// The smallest and the largest distance, unless the pair is left out.
    pub fn span(&self) -> Option<Span<f64>> {
        Some(Span { lower: self.lower.as_ref()?.value, upper: self.upper.as_ref()?.value })
    }

    /// The label of the case; `no adjustment set` if the pair is left out, empty if members differ.
    pub fn label(&self) -> &'static str {
        match (self.case, &self.upper) {
            (Some(case), _) => case.label(),
            (None, None) => "no adjustment set",
            (None, Some(_)) => "",
        }
    }
}

impl PairEstimate {
    /// What was measured, without an adjusted p-value yet.
    fn new(result: &PairResult, grid: Option<PartGrid>) -> Self {
        let uncertainty = grid.map(|grid| {
            let (PairStatistics { root, square, .. }, student) = (&result.statistics, Student::new(grid));
            let (se, model_se, q) = (root.standard_error(grid), root.model_error(), square.value);
            let error = square.standard_error(grid).hypot(square.model_error());
            // Where the square and its error are rounding, nothing differs.
            let p_value = if differ(q.abs().max(error).sqrt(), 0.0) { student.above(q, error) } else { 1.0 };
            Box::new(PairUncertainty {
                se,
                model_se,
                interval: Interval::around(result.distance(), se.hypot(model_se), student).cut_at_zero(),
                p_value,
                adjusted_p_value: p_value,
                low_overlap: result.low_overlap,
                kappa: result.statistics.kappa,
            })
        });
        Self { value: result.distance(), uncertainty }
    }
}

/// Adjusts the p-values of some pairs for their number. Intervals agree with them: where a pair may not differ at all,
/// its interval begins at 0.
fn adjust<'a>(pairs: impl Iterator<Item = &'a mut PairEstimate>) {
    let mut uncertain: Vec<&mut PairUncertainty> = pairs.filter_map(|pair| pair.uncertainty.as_deref_mut()).collect();
    let p_values: Vec<f64> = uncertain.iter().map(|found| found.p_value).collect();
    for (found, adjusted) in uncertain.iter_mut().zip(adjusted(&p_values)) {
        found.adjusted_p_value = adjusted;
        if adjusted >= LEVEL {
            found.interval.lower = 0.0;
        }
    }
}

/// The sum; of nothing it is zero, not the negative zero that adding up begins with.
pub(crate) fn total(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |sum, value| sum + value)
}
