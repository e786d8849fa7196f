//! Cross-fitted contSID of one learnt graph, as JSON.

use super::values::{Value, ValueMatrices, matrices, node_names};
use contsid::effect::{Estimate, Interval, Pair, PairUncertainty, PartGrid, Score};
use contsid::graph::{NodeNames, NodeSet};
use serde::Serialize;

/// The object of one learnt graph. If its undirected edges leave a range, each bound has an object with value, error
/// and interval.
#[derive(Debug, Serialize)]
pub(super) struct CrossFitObject<P> {
    #[serde(flatten)]
    value: Value<Estimate>,
    #[serde(flatten)]
    pairs: P,
    /// By the method of Benjamini and Hochberg.
    p_value_adjustment: &'static str,
    low_overlap: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    low_overlap_pairs: Option<ValueMatrices>,
    /// None without linear models.
    kappa: Option<f64>,
    parts: usize,
    repeats: usize,
}

/// The pairs of single treatments.
#[derive(Debug, Serialize)]
pub(super) struct PairMatrices {
    pairs: ValueMatrices,
    se_pairs: ValueMatrices,
    model_se_pairs: ValueMatrices,
    ci_low_pairs: ValueMatrices,
    ci_high_pairs: ValueMatrices,
    p_values: ValueMatrices,
    adjusted_p_values: ValueMatrices,
}

/// The pairs of joint interventions.
#[derive(Debug, Serialize)]
pub(super) struct PairList<'a> {
    pairs: Vec<UncertainPairObject<'a>>,
}

/// A set of treatments and an outcome; of a range of distances, the largest.
#[derive(Debug, Serialize)]
struct UncertainPairObject<'a> {
    treatments: Vec<&'a str>,
    outcome: &'a str,
    d: f64,
    se: f64,
    model_se: f64,
    interval: Interval,
    p_value: f64,
    adjusted_p_value: f64,
    low_overlap: f64,
}

impl<P> CrossFitObject<P> {
    fn new(score: &Score, pairs: P, low_overlap_pairs: Option<ValueMatrices>) -> Option<Self> {
        let PartGrid { repeats, parts, .. } = score.grid?;
        Some(Self {
            value: Value::new(score, score.sum),
            pairs,
            p_value_adjustment: "Benjamini-Hochberg",
            low_overlap: score.low_overlap,
            low_overlap_pairs,
            kappa: score.kappa,
            parts,
            repeats,
        })
    }
}

impl CrossFitObject<PairMatrices> {
    /// That of single treatments; none if the score is not cross-fitted.
    pub(super) fn single(score: &Score, names: &NodeNames) -> Option<Self> {
        let of = |missing: f64, value: fn(&PairUncertainty) -> f64| {
            matrices(score, names, missing, |found| found.uncertainty.as_deref().map(value))
        };
        let pairs = PairMatrices {
            pairs: matrices(score, names, 0.0, |found| Some(found.value)),
            se_pairs: of(0.0, |found| found.se),
            model_se_pairs: of(0.0, |found| found.model_se),
            ci_low_pairs: of(0.0, |found| found.interval.lower),
            ci_high_pairs: of(0.0, |found| found.interval.upper),
            p_values: of(1.0, |found| found.p_value),
            adjusted_p_values: of(1.0, |found| found.adjusted_p_value),
        };
        Self::new(score, pairs, Some(of(0.0, |found| found.low_overlap)))
    }
}

impl<'a> CrossFitObject<PairList<'a>> {
    /// That of joint interventions; none if the score is not cross-fitted.
    pub(super) fn joint(score: &Score, names: &'a NodeNames) -> Option<Self> {
        let pair = |(treatments, pair, d, found): (&NodeSet, &Pair, f64, &PairUncertainty)| UncertainPairObject {
            treatments: node_names(treatments, names),
            outcome: names.name(pair.outcome),
            d,
            se: found.se,
            model_se: found.model_se,
            interval: found.interval,
            p_value: found.p_value,
            adjusted_p_value: found.adjusted_p_value,
            low_overlap: found.low_overlap,
        };
        Self::new(score, PairList { pairs: score.uncertain_pairs().map(pair).collect() }, None)
    }
}
