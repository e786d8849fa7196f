//! Several learnt graphs against one truth, with the uncertainty of each number and of each difference.

use super::{Comparison, ComparisonData, ComparisonError, ComparisonOptions, compare};
use crate::distance::contsid::{CrossFitDifference, CrossFitScore, PreparedParts};
use crate::execution::Execution;
use crate::graph::{GraphClass, MixedGraph};
use serde::Serialize;
use thiserror::Error;

/// The comparisons of several learnt graphs, in the order in which they were given.
#[derive(Clone, Debug)]
pub struct Comparisons {
    /// The distances of each graph.
    pub comparisons: Vec<Comparison>,
    /// The differences of all pairs of learnt graphs, if contSID is cross-fitted.
    pub differences: Vec<LearntDifference>,
}

/// Cross-fitted contSID of one learnt graph minus that of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearntDifference {
    /// The index of one graph.
    pub first: usize,
    /// The index of the other graph, which was given later.
    pub second: usize,
    /// First minus second.
    pub difference: CrossFitDifference,
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
    pub difference: CrossFitDifference,
}

/// Why graphs cannot be compared, and which.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{error}")]
pub struct ComparisonsError {
    /// The index of the learnt graph at fault, if one is.
    pub learnt: Option<usize>,
    /// Why.
    #[source]
    pub error: ComparisonError,
}

/// Compares several learnt graphs with the truth: each by [`compare`], and with data in parts all at once by
/// cross-fitted contSID, so that systems that several graphs need are solved once.
///
/// # Errors
///
/// As [`compare`], for any of the graphs; and if their pairs of nodes take more memory than the options allow.
pub fn compare_all(
    truth: &MixedGraph,
    learnt: &[&MixedGraph],
    data: ComparisonData<'_>,
    options: &ComparisonOptions,
    execution: &Execution<'_>,
) -> Result<Comparisons, ComparisonsError> {
    options.check_memory(truth.node_count(), learnt.len()).map_err(|error| ComparisonsError { learnt: None, error })?;
    let compared = |(index, learnt): (usize, &&MixedGraph)| {
        compare(truth, learnt, data.whole, options, execution)
            .map_err(|error| ComparisonsError { learnt: Some(index), error })
    };
    let mut comparisons = learnt.iter().enumerate().map(compared).collect::<Result<Vec<_>, _>>()?;
    if let Some(parts) = data.parts {
        cross_fit(truth, learnt, parts, options, execution, &mut comparisons)
            .map_err(|error| ComparisonsError { learnt: None, error })?;
    }
    let differences = differences(&comparisons.iter().collect::<Vec<_>>());
    Ok(Comparisons { comparisons, differences })
}

/// Adds the cross-fitted scores to the comparisons of the learnt graphs.
fn cross_fit(
    truth: &MixedGraph,
    learnt: &[&MixedGraph],
    parts: &PreparedParts<'_>,
    options: &ComparisonOptions,
    execution: &Execution<'_>,
    comparisons: &mut [Comparison],
) -> Result<(), ComparisonError> {
    let selection = options.selection_of(truth.node_count())?;
    let true_class = options.undirected.class_of(truth).map_err(ComparisonError::Truth)?;
    let class = |graph: &&MixedGraph| options.undirected.class_of(graph).map_err(ComparisonError::Learnt);
    let classes = learnt.iter().map(class).collect::<Result<Vec<GraphClass>, _>>()?;
    let classes: Vec<&GraphClass> = classes.iter().collect();
    let scores = parts.scores(&true_class, &classes, &selection, options.contsid_limits, execution)?;
    for (comparison, score) in comparisons.iter_mut().zip(scores) {
        comparison.crossfit = score;
    }
    if let Some(sets) = &options.treatment_sets {
        let scores = parts.joint_scores(&true_class, &classes, sets, &selection, options.joint_limits, execution)?;
        for (comparison, score) in comparisons.iter_mut().zip(scores) {
            comparison.joint_crossfit = Some(score);
        }
    }
    Ok(())
}

/// The differences of all pairs of cross-fitted graphs whose errors are known, in the order of their indices. The
/// comparisons must be with the same truth, on the same parts.
pub fn differences(compared: &[&Comparison]) -> Vec<LearntDifference> {
    let scores: Vec<Option<&CrossFitScore>> = compared.iter().map(|comparison| comparison.crossfit.as_ref()).collect();
    pairwise(scores.len(), |first, second| scores[first]?.difference(scores[second]?))
}

/// The known differences of all pairs, in the order of their indices.
pub(crate) fn pairwise(
    count: usize,
    difference: impl Fn(usize, usize) -> Option<CrossFitDifference>,
) -> Vec<LearntDifference> {
    let pairs = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
    let known = |(first, second)| Some(LearntDifference { first, second, difference: difference(first, second)? });
    pairs.filter_map(known).collect()
}

/// Groups graphs, given from the nearest to the farthest, into tiers: a graph begins a new tier if it differs from the
/// first graph of the current one with a p-value below `level`. Graphs without a known difference stay in the tier.
///
/// ```
/// use contsid::comparison::{LearntDifference, tiers};
/// use contsid::distance::contsid::{CrossFitDifference, Interval};
///
/// let difference = |first, second, p_value| LearntDifference {
///     first,
///     second,
///     difference: CrossFitDifference { value: 0.0, se: 0.0, interval: Interval { lower: 0.0, upper: 0.0 }, p_value },
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
