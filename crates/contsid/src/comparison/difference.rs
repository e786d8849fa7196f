//! How far learnt graphs differ from each other, with the uncertainty of each difference.

use super::Comparison;
use crate::effect::{Difference, Score};
use serde::Serialize;

/// Cross-fitted contSID of one learnt graph minus that of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearntDifference {
    /// The index of one graph.
    pub first: usize,
    /// The index of the other graph, which was given later.
    pub second: usize,
    /// First minus second.
    pub difference: Difference,
}

impl LearntDifference {
    /// The difference of two graphs, in either order, if it is among them.
    pub fn between(differences: &[Self], a: usize, b: usize) -> Option<&Self> {
        differences.iter().find(|found| [[a, b], [b, a]].contains(&[found.first, found.second]))
    }

    /// The difference with the names of its graphs, from those of all graphs.
    pub fn named<'a>(&self, names: &[&'a str]) -> NamedDifference<'a> {
        NamedDifference { first: names[self.first], second: names[self.second], difference: self.difference }
    }
}

/// A difference of two graphs, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NamedDifference<'a> {
    /// The name of one graph.
    pub first: &'a str,
    /// The name of the other graph, which was given later.
    pub second: &'a str,
    /// First minus second.
    #[serde(flatten)]
    pub difference: Difference,
}

/// The differences of all pairs of cross-fitted graphs whose errors are known, in the order of their indices. The
/// comparisons must be with the same truth, on the same parts.
pub fn differences(compared: &[&Comparison]) -> Vec<LearntDifference> {
    let scores: Vec<Option<&Score>> = compared.iter().map(|comparison| comparison.crossfit.as_ref()).collect();
    pairwise(scores.len(), |first, second| scores[first]?.difference(scores[second]?))
}

/// The known differences of all pairs, in the order of their indices.
pub(crate) fn pairwise(count: usize, difference: impl Fn(usize, usize) -> Option<Difference>) -> Vec<LearntDifference> {
    let pairs = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
    let known = |(first, second)| Some(LearntDifference { first, second, difference: difference(first, second)? });
    pairs.filter_map(known).collect()
}

/// Groups graphs, given from the nearest to the farthest, into tiers: a graph begins a new tier if it differs from the
/// first graph of the current one with a p-value below `level`. Graphs without a known difference stay in the tier.
///
/// ```
/// use contsid::comparison::{LearntDifference, tiers};
/// use contsid::effect::{Difference, Interval};
///
/// let difference = |first, second, p_value| LearntDifference {
///     first,
///     second,
///     difference: Difference { value: 0.0, se: 0.0, interval: Interval { lower: 0.0, upper: 0.0 }, p_value },
/// };
/// let differences = [difference(0, 1, 0.4), difference(0, 2, 0.001), difference(1, 2, 0.02)];
/// assert_eq!(tiers(&[2, 0, 1], &differences, 0.05), [vec![2], vec![0, 1]]);
/// ```
pub fn tiers(ranked: &[usize], differences: &[LearntDifference], level: f64) -> Vec<Vec<usize>> {
    let mut tiers: Vec<Vec<usize>> = Vec::new();
    for &index in ranked {
        let differs = |tier: &Vec<usize>| {
            LearntDifference::between(differences, index, tier[0]).is_some_and(|found| found.difference.p_value < level)
        };
        match tiers.last_mut() {
            Some(tier) if !differs(tier) => tier.push(index),
            _ => tiers.push(vec![index]),
        }
    }
    tiers
}
