//! Categorical data: every variable has a table of probabilities, with a row for each combination of its parents'
//! levels.

use super::draw;
use super::streams::Streams;
use crate::number::Positive;
use contsid::graph::NodeId;
use rand_chacha::rand_core::Rng;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// The most levels of a variable: each row of its table has this many probabilities.
const MOST_LEVELS: u32 = 1000;

/// The number of levels of a variable: from 2 to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Cardinality(u32);

/// A number of levels that a variable cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CardinalityError {
    /// Fewer than two.
    #[error("a variable must have at least 2 levels, got {0}")]
    TooFew(u32),
    /// More than 1000.
    #[error("a variable of {0} levels is too large: at most {MOST_LEVELS} are possible")]
    TooMany(u32),
}

impl TryFrom<u32> for Cardinality {
    type Error = CardinalityError;

    fn try_from(levels: u32) -> Result<Self, CardinalityError> {
        match levels {
            0 | 1 => Err(CardinalityError::TooFew(levels)),
            2..=MOST_LEVELS => Ok(Self(levels)),
            _ => Err(CardinalityError::TooMany(levels)),
        }
    }
}

impl From<Cardinality> for u32 {
    fn from(cardinality: Cardinality) -> Self {
        cardinality.0
    }
}

/// A model of categorical data.
///
/// The rows of the tables are drawn from the symmetric Dirichlet distribution. A row is drawn when its combination of
/// levels first occurs, so no table is larger than the sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Discrete {
    /// The number of levels of each variable.
    pub cardinality: Cardinality,
    /// The parameter α of the Dirichlet distribution: small values give nearly certain outcomes, 1 is uniform.
    pub concentration: Positive,
}

impl Default for Discrete {
    fn default() -> Self {
        Self { cardinality: Cardinality(2), concentration: Positive::ONE }
    }
}

impl Discrete {
    /// The names of the levels: words, so a file of the table is read back as categories.
    pub fn levels(&self) -> Vec<String> {
        (1..=self.cardinality.0).map(|level| format!("L{level}")).collect()
    }

    /// The levels of a node, given those of its parents.
    pub(crate) fn column(&self, node: NodeId, parents: &[&[u32]], samples: usize, streams: &Streams) -> Vec<u32> {
        let (mut parameters, mut noise) = (streams.parameters(node), streams.noise(node));
        let mut table: BTreeMap<Vec<u32>, Vec<f64>> = BTreeMap::new();
        let levels_of_parents = |sample: usize| -> Vec<u32> { parents.iter().map(|parent| parent[sample]).collect() };
        (0..samples)
            .map(|sample| {
                let row = table.entry(levels_of_parents(sample)).or_insert_with(|| self.row(&mut parameters));
                level_at(row, draw::unit(&mut noise))
            })
            .collect()
    }

    /// Cumulative probabilities of the levels.
    fn row(&self, rng: &mut impl Rng) -> Vec<f64> {
        let logs: Vec<f64> =
            (0..self.cardinality.0).map(|_| draw::log_gamma(rng, self.concentration.value())).collect();
        let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares: Vec<f64> = logs.iter().map(|log| libm::exp(log - largest)).collect();
        let total: f64 = shares.iter().sum();
        let mut sum = 0.0;
        let add_up = |share: &f64| {
            sum += share / total;
            sum
        };
        shares.iter().map(add_up).collect()
    }
}

fn level_at(cumulative: &[f64], share: f64) -> u32 {
    let level = cumulative.partition_point(|&sum| sum <= share);
    level.min(cumulative.len() - 1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha20Rng;
    use rand_chacha::rand_core::SeedableRng;

    /// A symmetric Dirichlet row has mean 1/k and variance (k − 1)/(k²(kα + 1)) in each entry.
    #[test]
    fn rows_have_the_moments_of_a_dirichlet() {
        let count = 20_000.0_f64;
        for alpha in [0.2, 1.0, 3.0] {
            let model = Discrete { cardinality: Cardinality(3), concentration: Positive::try_from(alpha).unwrap() };
            let mut rng = ChaCha20Rng::seed_from_u64(6);
            let firsts: Vec<f64> = (0..20_000).map(|_| model.row(&mut rng)[0]).collect();
            let mean = firsts.iter().sum::<f64>() / count;
            let variance = firsts.iter().map(|x| (x - 1.0 / 3.0).powi(2)).sum::<f64>() / count;
            let expected = 2.0 / (9.0 * (3.0 * alpha + 1.0));
            assert!((mean - 1.0 / 3.0).abs() < 5.0 * (expected / count).sqrt(), "{mean}");
            // Values in [0, 1]: a squared deviation is below 4/9, its variance below (4/9)² / 4.
            assert!((variance - expected).abs() < 5.0 * (2.0 / 9.0) / count.sqrt(), "{variance} for {expected}");
        }
    }

    #[test]
    fn levels_follow_the_cumulated_probabilities() {
        let row = [0.2, 0.5, 1.0];
        assert_eq!([0.0, 0.19, 0.2, 0.49, 0.5, 0.999].map(|share| level_at(&row, share)), [0, 0, 1, 1, 2, 2]);
        assert_eq!(level_at(&[0.4, 0.999_999], 0.999_999_9), 1);
    }

    #[test]
    fn one_level_is_refused_and_so_are_too_many() {
        assert_eq!(Cardinality::try_from(1), Err(CardinalityError::TooFew(1)));
        let error = Cardinality::try_from(4_000_000_000).unwrap_err().to_string();
        assert_eq!(error, "a variable of 4000000000 levels is too large: at most 1000 are possible");
    }
}
