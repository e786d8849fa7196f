//! The values that a variable is set to.

use crate::named::{UnknownWord, Words};
use statrs::distribution::{ContinuousCDF, Normal};
use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// The most values that a variable is set to, unless they are listed.
pub const MOST_INTERVENTIONS: usize = 100_000;

/// The distribution of the values that a variable is set to: the paper's Remark on a prior distribution on
/// interventions.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Interventions {
    /// The observed values, each as often as it was observed: the paper's choice.
    #[default]
    Observed,
    /// This many equally spaced values from the smallest observed to the largest; a single one is their middle. At most
    /// [`MOST_INTERVENTIONS`].
    Grid(NonZeroUsize),
    /// The quantiles of the observed values at (k − ½)/K for k = 1…K, interpolated linearly between order statistics.
    /// At most [`MOST_INTERVENTIONS`].
    Quantiles(NonZeroUsize),
    /// A list, or a column of a table of joint values: see [`InterventionPoints::rows`].
    Points(InterventionPoints),
}

impl Interventions {
    /// K values of a normal distribution: its quantiles at (k − ½)/K.
    ///
    /// # Errors
    ///
    /// If the mean is not finite or the standard deviation not positive and finite, or K is above
    /// [`MOST_INTERVENTIONS`].
    pub fn normal(mean: f64, standard_deviation: f64, count: NonZeroUsize) -> Result<Self, InterventionError> {
        check_count(count)?;
        if !mean.is_finite() {
            return refused("mean", mean, "a finite number is needed");
        }
        let Some(normal) = Normal::new(mean, standard_deviation).ok().filter(|_| standard_deviation.is_finite()) else {
            return refused("standard deviation", standard_deviation, "a positive, finite number is needed");
        };
        let values = probabilities(count).map(|probability| normal.inverse_cdf(probability));
        Self::list(values, format!("normal:{mean},{standard_deviation},{count}"))
    }

    /// K values of a uniform distribution on an interval: the middles of K equal parts.
    ///
    /// # Errors
    ///
    /// If the ends are not finite or not in order, or K is above [`MOST_INTERVENTIONS`].
    pub fn uniform(low: f64, high: f64, count: NonZeroUsize) -> Result<Self, InterventionError> {
        check_count(count)?;
        if !low.is_finite() {
            return refused("lower end", low, "a finite number is needed");
        }
        if !(high.is_finite() && high >= low) {
            return refused("upper end", high, "a finite number that is not below the lower end is needed");
        }
        let values = probabilities(count).map(|share| low * (1.0 - share) + high * share);
        Self::list(values, format!("uniform:{low},{high},{count}"))
    }

    fn list(values: impl Iterator<Item = f64>, word: String) -> Result<Self, InterventionError> {
        let points = InterventionPoints::equal(values.collect())?;
        Ok(Self::Points(points.with_word(word)))
    }

    /// The file that a word of the form `points:FILE` names.
    pub fn points_file(word: &str) -> Option<&str> {
        word.strip_prefix("points:")
    }

    /// The points of a list, which has no word.
    pub fn listed(&self) -> Option<&InterventionPoints> {
        match self {
            Self::Points(points) if points.word().is_none() => Some(points),
            _ => None,
        }
    }

    /// Refuses more values than [`MOST_INTERVENTIONS`], unless they are listed.
    pub(crate) fn check(&self) -> Result<(), InterventionError> {
        match self {
            Self::Grid(count) | Self::Quantiles(count) => check_count(*count),
            Self::Observed | Self::Points(_) => Ok(()),
        }
    }

    /// The points for a variable with these observed values.
    pub(crate) fn points(&self, observed: &[f64]) -> InterventionPoints {
        let mut sorted = observed.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let equal = |values| InterventionPoints::equal(values).expect("observed values are finite, and there is one");
        match self {
            Self::Observed => distinct(&sorted),
            Self::Grid(count) => equal(grid(sorted[0], sorted[sorted.len() - 1], count.get())),
            Self::Quantiles(count) => equal(probabilities(*count).map(|share| quantile(&sorted, share)).collect()),
            Self::Points(points) => points.clone(),
        }
    }
}

impl Words for Interventions {
    const FORMS: &'static [&'static str] =
        &["observed", "grid:K", "quantiles:K", "points:FILE", "normal:MEAN,SD,K", "uniform:LOW,HIGH,K"];
}

impl fmt::Display for Interventions {
    /// The word for them; for a list, the number of its values.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Observed => formatter.pad("observed"),
            Self::Grid(count) => write!(formatter, "grid:{count}"),
            Self::Quantiles(count) => write!(formatter, "quantiles:{count}"),
            Self::Points(points) => match points.word() {
                Some(word) => formatter.pad(word),
                None => write!(formatter, "{} points", points.values().len()),
            },
        }
    }
}

impl FromStr for Interventions {
    type Err = InterventionError;

    /// Parses every form except `points:FILE`, whose file [`points_file`](Self::points_file) returns.
    fn from_str(text: &str) -> Result<Self, InterventionError> {
        if let Some(path) = Self::points_file(text) {
            return Err(InterventionError::File { path: path.to_owned() });
        }
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let parts: Vec<&str> = rest.split(',').map(str::trim).collect();
        let interventions = match (kind, parts.as_slice()) {
            ("observed", [""]) => Ok(Self::Observed),
            ("grid", [count]) => Ok(Self::Grid(read(count)?)),
            ("quantiles", [count]) => Ok(Self::Quantiles(read(count)?)),
            ("normal", [mean, sd, count]) => Self::normal(read(mean)?, read(sd)?, read(count)?),
            ("uniform", [low, high, count]) => Self::uniform(read(low)?, read(high)?, read(count)?),
            _ => Err(Self::unknown(text).into()),
        }?;
        interventions.check()?;
        Ok(interventions)
    }
}

/// Why values are not valid interventions.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "fields are named after what they hold")]
pub enum InterventionError {
    /// There is no value.
    #[error("there is no value to set a variable to")]
    Empty,
    /// The number of weights is not the number of values.
    #[error("there are {weights} weights for {values} values")]
    Count { values: usize, weights: usize },
    /// A value is not finite.
    #[error("value {} is {value}, not a finite number", index + 1)]
    NotFinite { index: usize, value: f64 },
    /// A weight is negative or not finite, or none is positive.
    #[error("weight {} is {weight}: weights are finite, not negative, and not all zero", index + 1)]
    Weight { index: usize, weight: f64 },
    /// An unknown word.
    #[error(transparent)]
    Unknown(#[from] UnknownWord),
    /// A file of values, which only a front end that reads files can use.
    #[error("`points:{path}` names a file, and no file is read here: list the values, or choose another form")]
    File { path: String },
    /// A number that cannot be read, or a count that is not at least 1.
    #[error("`{text}` cannot be read as a number of interventions: K is a count of at least 1, the others are numbers")]
    Unreadable { text: String },
    /// More values than the limit.
    #[error("{count} values are asked for, and a variable is set to at most {limit}: take a smaller K")]
    TooMany { count: usize, limit: usize },
    /// The parameters are not those of a distribution.
    #[error("`{name}` is {value}: {wanted}")]
    Parameter { name: &'static str, value: f64, wanted: &'static str },
}

/// Values with weights that sum to one.
#[derive(Clone, Debug, PartialEq)]
pub struct InterventionPoints {
    values: Vec<f64>,
    weights: Vec<f64>,
    /// The columns of the table that the values are a column of, if there are others.
    table: Option<Arc<Vec<Vec<f64>>>>,
    /// The word of a distribution that they are the quantiles of.
    word: Option<String>,
}

impl InterventionPoints {
    /// These values, all of the same weight.
    ///
    /// # Errors
    ///
    /// If there is none, or one is not finite.
    pub fn equal(values: Vec<f64>) -> Result<Self, InterventionError> {
        let weights = vec![1.0; values.len()];
        Self::weighted(values, weights)
    }

    /// These values with weights, which are divided by their sum.
    ///
    /// # Errors
    ///
    /// If there is no value, not one weight for each, one is not finite, or the weights are not valid.
    pub fn weighted(values: Vec<f64>, weights: Vec<f64>) -> Result<Self, InterventionError> {
        if values.is_empty() {
            return Err(InterventionError::Empty);
        }
        if values.len() != weights.len() {
            return Err(InterventionError::Count { values: values.len(), weights: weights.len() });
        }
        if let Some(index) = values.iter().position(|value| !value.is_finite()) {
            return Err(InterventionError::NotFinite { index, value: values[index] });
        }
        if let Some(index) = weights.iter().position(|weight| !(0.0..f64::INFINITY).contains(weight)) {
            return Err(InterventionError::Weight { index, weight: weights[index] });
        }
        let largest = weights.iter().copied().fold(0.0, f64::max);
        if largest == 0.0 {
            return Err(InterventionError::Weight { index: 0, weight: 0.0 });
        }
        // Divides by the largest first: a sum of large weights could overflow.
        let sum: f64 = weights.iter().map(|weight| weight / largest).sum();
        let weights = weights.into_iter().map(|weight| weight / largest / sum).collect();
        Ok(Self { values, weights, table: None, word: None })
    }

    /// The columns of a table, one for each of some variables, whose rows have weights.
    ///
    /// A variable that is set alone takes the values of its column. Variables that are set together take those of the
    /// same rows.
    ///
    /// # Errors
    ///
    /// As [`weighted`](Self::weighted), for any of the columns.
    pub fn rows(columns: Vec<Vec<f64>>, weights: &[f64]) -> Result<Vec<Self>, InterventionError> {
        let table = Arc::new(columns);
        let column = |values: &Vec<f64>| {
            let alone = Self::weighted(values.clone(), weights.to_vec())?;
            Ok(Self { table: Some(Arc::clone(&table)), ..alone })
        };
        table.iter().map(column).collect()
    }

    /// The same points, which have a word as an option.
    fn with_word(self, word: String) -> Self {
        Self { word: Some(word), ..self }
    }

    /// The word for them as an option; none for a list.
    fn word(&self) -> Option<&str> {
        self.word.as_deref()
    }

    /// Whether these are columns of one table, so that variables set together take values of the same rows.
    pub(super) fn same_table(&self, other: &Self) -> bool {
        match (&self.table, &other.table) {
            (Some(table), Some(other)) => Arc::ptr_eq(table, other) || table == other,
            _ => false,
        }
    }

    /// The values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Their weights, which sum to one.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }
}

fn refused<T>(name: &'static str, value: f64, wanted: &'static str) -> Result<T, InterventionError> {
    Err(InterventionError::Parameter { name, value, wanted })
}

fn check_count(count: NonZeroUsize) -> Result<(), InterventionError> {
    let (count, limit) = (count.get(), MOST_INTERVENTIONS);
    if count > limit { Err(InterventionError::TooMany { count, limit }) } else { Ok(()) }
}

fn read<T: FromStr>(text: &str) -> Result<T, InterventionError> {
    text.parse().map_err(|_| InterventionError::Unreadable { text: text.to_owned() })
}

/// (k − ½)/K for k = 1…K.
fn probabilities(count: NonZeroUsize) -> impl Iterator<Item = f64> {
    (0..count.get()).map(move |k| (k as f64 + 0.5) / count.get() as f64)
}

fn grid(low: f64, high: f64, count: usize) -> Vec<f64> {
    let share = |k: usize| if count == 1 { 0.5 } else { k as f64 / (count - 1) as f64 };
    (0..count).map(|k| low * (1.0 - share(k)) + high * share(k)).collect()
}

fn quantile(sorted: &[f64], probability: f64) -> f64 {
    let position = probability * (sorted.len() - 1) as f64;
    #[expect(clippy::cast_sign_loss, reason = "probabilities are not negative")]
    let (below, share) = (position.floor() as usize, position.fract());
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] * (1.0 - share) + sorted[above] * share
}

fn distinct(sorted: &[f64]) -> InterventionPoints {
    let groups = sorted.chunk_by(|a, b| a == b);
    let (values, weights) = groups.map(|group| (group[0], group.len() as f64)).unzip();
    InterventionPoints::weighted(values, weights).expect("observed values are finite, and there is one")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    #[test]
    fn points_of_each_kind() {
        let observed = [3.0, 1.0, 1.0, 2.0];
        let points = Interventions::Observed.points(&observed);
        assert_eq!((points.values(), points.weights()), (&[1.0, 2.0, 3.0][..], &[0.5, 0.25, 0.25][..]));
        assert_eq!(Interventions::Grid(count(5)).points(&observed).values(), [1.0, 1.5, 2.0, 2.5, 3.0]);
        assert_eq!(Interventions::Grid(count(1)).points(&observed).values(), [2.0]);
        // numpy.quantile([1, 1, 2, 3], [0.25, 0.75])
        assert_eq!(Interventions::Quantiles(count(2)).points(&observed).values(), [1.0, 2.25]);
        let uniform = Interventions::uniform(-1.0, 1.0, count(4)).unwrap();
        assert_eq!(uniform.points(&observed).values(), [-0.75, -0.25, 0.25, 0.75]);
    }

    #[test]
    fn normal_points_are_its_quantiles() {
        let points = Interventions::normal(1.0, 2.0, count(3)).unwrap().points(&[0.0]);
        // scipy.stats.norm.ppf(5/6) = 0.9674215661017014
        for (found, expected) in
            points.values().iter().zip([1.0 - 2.0 * 0.967_421_566_101_701_4, 1.0, 2.934_843_132_203_402_6])
        {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn large_weights_do_not_overflow() {
        let points = InterventionPoints::weighted(vec![0.0, 1.0], vec![f64::MAX, f64::MAX]).unwrap();
        assert_eq!(points.weights(), [0.5, 0.5]);
    }
}
