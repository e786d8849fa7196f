//! The values that a variable is set to.

use super::{InterventionError, InterventionPoints};
use crate::named::Words;
use statrs::distribution::{ContinuousCDF, Normal};
use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

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
    /// This many equally spaced values from the smallest observed to the largest; the middle of them for one. At most
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
}
