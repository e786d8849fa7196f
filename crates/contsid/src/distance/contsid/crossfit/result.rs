//! Numbers with their uncertainty.

use super::layout::Layout;
use super::statistics::PairStatistics;
use super::student::{Student, adjusted, standard_error};
use crate::distance::bounds::Exactness;
use crate::graph::{NodeId, NodeSet};
use serde::Serialize;
use std::collections::BTreeMap;

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

/// Cross-fitted contSID of two directed graphs.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossFit {
    /// The sum of the distances of all pairs.
    pub value: f64,
    /// Its standard error.
    pub se: f64,
    /// Its interval.
    pub interval: Interval,
    /// The pairs that are estimated, in the order of their treatments and outcomes; all others have distance 0.
    pub pairs: Vec<CrossFitPair>,
    /// B, the number of parts.
    pub parts: usize,
    /// R, how often the rows were divided.
    pub repeats: usize,
    /// The mean over the pairs of their [`low_overlap`](CrossFitPair::low_overlap); 0 if nothing is estimated.
    pub low_overlap: f64,
    uncertainty: Uncertainty,
}

/// A set of treatments, of one in most cases, and an outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossFitPair {
    /// The treatments that are set together.
    pub treatments: NodeSet,
    /// The outcome.
    pub outcome: NodeId,
    /// d
    pub distance: f64,
    /// Its standard error.
    pub se: f64,
    /// Its interval.
    pub interval: Interval,
    /// The chance of contrasts as large as these where the graphs' answers do not differ.
    pub p_value: f64,
    /// The p-value adjusted for the number of pairs (Benjamini & Hochberg 1995).
    pub adjusted_p_value: f64,
    /// The share of interventions at which a part has hardly any data: the weights of an estimate sum to less than ½,
    /// and the marginal distribution takes the rest.
    pub low_overlap: f64,
}

impl CrossFitPair {
    /// A value of each pair of a single treatment and an outcome, treatments as rows; `missing` for pairs that are not
    /// estimated.
    pub fn matrix(pairs: &[Self], node_count: usize, missing: f64, value: impl Fn(&Self) -> f64) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![missing; node_count]; node_count];
        for pair in pairs {
            for treatment in pair.treatments.iter() {
                matrix[treatment.index()][pair.outcome.index()] = value(pair);
            }
        }
        matrix
    }
}

/// A value with its uncertainty, if that is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct UncertainValue {
    /// The value.
    pub value: f64,
    /// Its standard error; none for a bound that no member is known to attain.
    pub se: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
}

/// The bounds of cross-fitted contSID, if a graph leaves edges undirected.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossFitBounds {
    /// The smallest value, with the standard error of the member that attains it.
    pub lower: UncertainValue,
    /// The largest value, with the standard error of the member that attains it.
    pub upper: UncertainValue,
    /// Whether members attain the bounds.
    pub exactness: Exactness,
    /// For each pair the smallest distance of all members: by itself, not together with other pairs.
    pub lower_pairs: Vec<CrossFitPair>,
    /// For each pair the largest distance of all members.
    pub upper_pairs: Vec<CrossFitPair>,
    /// B, the number of parts.
    pub parts: usize,
    /// R, how often the rows were divided.
    pub repeats: usize,
    /// The mean over the pairs, each at its largest distance, of their [`low_overlap`](CrossFitPair::low_overlap).
    pub low_overlap: f64,
    upper_uncertainty: Option<Uncertainty>,
}

/// Cross-fitted contSID, or its bounds.
#[derive(Clone, Debug, PartialEq)]
pub enum CrossFitScore {
    /// Both graphs are directed.
    Determined(CrossFit),
    /// One of them leaves edges undirected.
    Bounded(CrossFitBounds),
}

/// contSID of one learnt graph minus that of another, on the same parts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CrossFitDifference {
    /// The difference.
    pub value: f64,
    /// Its standard error.
    pub se: f64,
    /// Its interval.
    pub interval: Interval,
    /// The chance of a difference as large as this, either way, where there is none.
    pub p_value: f64,
}

/// The deviations of the parts' sums from their mean, repeat after repeat.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Uncertainty {
    layout: Layout,
    deviations: Vec<f64>,
}

impl Uncertainty {
    pub(super) fn none(layout: Layout) -> Self {
        Self { layout, deviations: vec![0.0; layout.estimates()] }
    }

    pub(super) fn add(&mut self, statistics: &PairStatistics) {
        self.deviations.iter_mut().zip(&statistics.deviations).for_each(|(sum, value)| *sum += value);
    }

    fn se(&self) -> f64 {
        standard_error(self.layout, &self.deviations)
    }

    fn minus(&self, other: &Self) -> Self {
        let deviations = self.deviations.iter().zip(&other.deviations).map(|(a, b)| a - b).collect();
        Self { layout: self.layout, deviations }
    }

    /// A sum of distances with this uncertainty.
    pub(super) fn of_distance(&self, value: f64) -> UncertainValue {
        let se = self.se();
        let interval = distance_interval(value, se, Student::new(self.layout).quantile());
        UncertainValue { value, se: Some(se), interval: Some(interval) }
    }
}

fn distance_interval(value: f64, se: f64, quantile: f64) -> Interval {
    Interval { lower: (value - quantile * se).max(0.0), upper: value + quantile * se }
}

/// What the parts say about one contrast and one outcome.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PairResult {
    pub(super) outcome: NodeId,
    pub(super) statistics: PairStatistics,
    pub(super) low_overlap: f64,
}

impl PairResult {
    /// d
    pub(super) fn distance(&self) -> f64 {
        self.statistics.root.max(0.0)
    }
}

/// A result for the set of treatments that asked for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetResult<'a> {
    pub(super) treatments: &'a NodeSet,
    pub(super) result: &'a PairResult,
}

/// The pairs with their errors and p-values, which are adjusted for the number of pairs here.
pub(super) fn pairs_of(layout: Layout, results: &[SetResult<'_>]) -> Vec<CrossFitPair> {
    let student = Student::new(layout);
    let p_value = |found: &SetResult<'_>| {
        let PairStatistics { square, square_deviations, .. } = &found.result.statistics;
        student.above(*square, standard_error(layout, square_deviations))
    };
    let p_values: Vec<f64> = results.iter().map(p_value).collect();
    let judged = results.iter().zip(&p_values).zip(adjusted(&p_values));
    let pair = |((found, &p_value), adjusted_p_value): ((&SetResult<'_>, &f64), f64)| {
        let result = found.result;
        let (distance, se) = (result.distance(), standard_error(layout, &result.statistics.deviations));
        CrossFitPair {
            treatments: found.treatments.clone(),
            outcome: result.outcome,
            distance,
            se,
            interval: distance_interval(distance, se, student.quantile()),
            p_value,
            adjusted_p_value,
            low_overlap: result.low_overlap,
        }
    };
    judged.map(pair).collect()
}

/// For each pair its smallest and its largest distance over several choices. A pair that a choice does not estimate has
/// distance 0 there.
pub(super) fn extreme_pairs(layout: Layout, choices: &[Vec<SetResult<'_>>]) -> [Vec<CrossFitPair>; 2] {
    let mut ranges: BTreeMap<(&NodeSet, NodeId), Vec<SetResult<'_>>> = BTreeMap::new();
    for found in choices.iter().flatten() {
        ranges.entry((found.treatments, found.result.outcome)).or_default().push(*found);
    }
    let by_distance = |a: &&SetResult<'_>, b: &&SetResult<'_>| a.result.distance().total_cmp(&b.result.distance());
    let always = ranges.values().filter(|found| found.len() == choices.len());
    let lower: Vec<SetResult<'_>> = always.filter_map(|found| found.iter().min_by(by_distance).copied()).collect();
    let upper: Vec<SetResult<'_>> =
        ranges.values().filter_map(|found| found.iter().max_by(by_distance).copied()).collect();
    [pairs_of(layout, &lower), pairs_of(layout, &upper)]
}

fn mean_overlap(pairs: &[CrossFitPair]) -> f64 {
    total(pairs.iter().map(|pair| pair.low_overlap)) / pairs.len().max(1) as f64
}

/// The sum; of nothing it is zero, not the negative zero that adding up begins with.
pub(super) fn total(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |sum, value| sum + value)
}

impl CrossFit {
    /// The sum of some pairs, in the order in which they stand.
    pub(super) fn new(layout: Layout, results: &[SetResult<'_>]) -> Self {
        let mut uncertainty = Uncertainty::none(layout);
        for found in results {
            uncertainty.add(&found.result.statistics);
        }
        let pairs = pairs_of(layout, results);
        let value = total(pairs.iter().map(|pair| pair.distance));
        let se = uncertainty.se();
        Self {
            value,
            se,
            interval: distance_interval(value, se, Student::new(layout).quantile()),
            low_overlap: mean_overlap(&pairs),
            pairs,
            parts: layout.parts,
            repeats: layout.repeats,
            uncertainty,
        }
    }

    /// The pair of a single treatment and an outcome; none where nothing is estimated: distance and error are 0 there,
    /// and the p-value is 1.
    pub fn pair(&self, treatment: NodeId, outcome: NodeId) -> Option<&CrossFitPair> {
        find(&self.pairs, treatment, outcome)
    }
}

fn find(pairs: &[CrossFitPair], treatment: NodeId, outcome: NodeId) -> Option<&CrossFitPair> {
    pairs.iter().find(|pair| pair.outcome == outcome && pair.treatments.iter().eq([treatment]))
}

impl CrossFitBounds {
    pub(super) fn new(
        layout: Layout,
        [lower, upper]: [(f64, Option<Uncertainty>); 2],
        exactness: Exactness,
        [lower_pairs, upper_pairs]: [Vec<CrossFitPair>; 2],
    ) -> Self {
        let uncertain = |value: f64, uncertainty: &Option<Uncertainty>| match uncertainty {
            Some(uncertainty) => uncertainty.of_distance(value),
            None => UncertainValue { value, se: None, interval: None },
        };
        Self {
            lower: uncertain(lower.0, &lower.1),
            upper: uncertain(upper.0, &upper.1),
            exactness,
            low_overlap: mean_overlap(&upper_pairs),
            lower_pairs,
            upper_pairs,
            parts: layout.parts,
            repeats: layout.repeats,
            upper_uncertainty: upper.1,
        }
    }
}

impl CrossFitScore {
    /// The smallest value over the members of both graphs.
    pub fn lower(&self) -> UncertainValue {
        match self {
            Self::Determined(found) => found.as_value(),
            Self::Bounded(bounds) => bounds.lower,
        }
    }

    /// The largest value over the members of both graphs.
    pub fn upper(&self) -> UncertainValue {
        match self {
            Self::Determined(found) => found.as_value(),
            Self::Bounded(bounds) => bounds.upper,
        }
    }

    /// For each pair its smallest distance.
    pub fn lower_pairs(&self) -> &[CrossFitPair] {
        match self {
            Self::Determined(found) => &found.pairs,
            Self::Bounded(bounds) => &bounds.lower_pairs,
        }
    }

    /// For each pair its largest distance.
    pub fn upper_pairs(&self) -> &[CrossFitPair] {
        match self {
            Self::Determined(found) => &found.pairs,
            Self::Bounded(bounds) => &bounds.upper_pairs,
        }
    }

    /// B, the number of parts.
    pub fn parts(&self) -> usize {
        match self {
            Self::Determined(found) => found.parts,
            Self::Bounded(bounds) => bounds.parts,
        }
    }

    /// R, how often the rows were divided.
    pub fn repeats(&self) -> usize {
        match self {
            Self::Determined(found) => found.repeats,
            Self::Bounded(bounds) => bounds.repeats,
        }
    }

    /// The mean over the pairs of the share of interventions at which a part has hardly any data.
    pub fn low_overlap(&self) -> f64 {
        match self {
            Self::Determined(found) => found.low_overlap,
            Self::Bounded(bounds) => bounds.low_overlap,
        }
    }

    fn upper_uncertainty(&self) -> Option<&Uncertainty> {
        match self {
            Self::Determined(found) => Some(&found.uncertainty),
            Self::Bounded(bounds) => bounds.upper_uncertainty.as_ref(),
        }
    }

    /// This score less another of the same truth, on the same parts; of classes that of the members which attain the
    /// upper bounds. None where a bound is not known to be attained.
    ///
    /// # Panics
    ///
    /// If the scores are of different partitions, as far as can be told.
    pub fn difference(&self, other: &Self) -> Option<CrossFitDifference> {
        let (one, two) = (self.upper_uncertainty()?, other.upper_uncertainty()?);
        assert_eq!(one.layout, two.layout, "differences are taken on the same parts");
        let (value, se) = (self.upper().value - other.upper().value, one.minus(two).se());
        let student = Student::new(one.layout);
        let reach = student.quantile() * se;
        let interval = Interval { lower: value - reach, upper: value + reach };
        Some(CrossFitDifference { value, se, interval, p_value: student.beyond(value, se) })
    }
}

impl CrossFit {
    fn as_value(&self) -> UncertainValue {
        UncertainValue { value: self.value, se: Some(self.se), interval: Some(self.interval) }
    }
}
