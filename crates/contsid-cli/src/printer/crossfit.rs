//! Numbers with their uncertainty: cells for people, an object for programs.

use super::json::Value;
use contsid::comparison::supported_decimals;
use contsid::distance::contsid::{CrossFitPair, CrossFitScore, Interval, UncertainValue};
use contsid::graph::{NodeId, NodeNames};
use serde::Serialize;
use std::collections::BTreeMap;

/// The columns of the table.
pub const COLUMNS: [&str; 2] = ["cross-fitted ± se", "low overlap"];

/// The number of decimals that the standard errors of a column support.
pub fn decimals<'a>(scores: impl Iterator<Item = &'a CrossFitScore>) -> usize {
    let errors = scores.flat_map(|score| [score.lower(), score.upper()]).filter_map(|value| value.se);
    errors.map(supported_decimals).max().unwrap_or(0)
}

/// The cells of one learnt graph.
pub fn cells(score: Option<&CrossFitScore>, decimals: usize) -> [String; 2] {
    let Some(score) = score else { return ["-".to_owned(), "-".to_owned()] };
    let text = |UncertainValue { value, se, .. }: UncertainValue| match se {
        Some(se) => format!("{value:.decimals$} ± {se:.decimals$}"),
        None => format!("{value:.decimals$}"),
    };
    let value = if is_bounded(score) {
        format!("[{}, {}]", text(score.lower()), text(score.upper()))
    } else {
        text(score.upper())
    };
    [value, format!("{:.1} %", 100.0 * score.low_overlap())]
}

/// The object of one learnt graph. If its undirected edges leave a range, each bound has an object with value, error
/// and interval, and matrices of pairs.
#[derive(Serialize)]
pub struct CrossFitObject {
    #[serde(flatten)]
    value: Value<UncertainValue>,
    pairs: Matrices,
    se_pairs: Matrices,
    p_values: Matrices,
    /// By the method of Benjamini and Hochberg.
    adjusted_p_values: Matrices,
    p_value_adjustment: &'static str,
    low_overlap: f64,
    low_overlap_pairs: Matrices,
    parts: usize,
    repeats: usize,
}

/// Numbers by treatment and outcome.
type Matrices = Value<Vec<Vec<f64>>>;

fn is_bounded(score: &CrossFitScore) -> bool {
    matches!(score, CrossFitScore::Bounded(_))
}

fn value(score: &CrossFitScore) -> Value<UncertainValue> {
    Value::new(is_bounded(score).then(|| score.lower()), score.upper())
}

impl CrossFitObject {
    pub fn new(score: &CrossFitScore, names: &NodeNames) -> Self {
        let matrices = |missing: f64, value: fn(&CrossFitPair) -> f64| {
            let of = |pairs| CrossFitPair::matrix(pairs, names.len(), missing, value);
            Value::new(is_bounded(score).then(|| of(score.lower_pairs())), of(score.upper_pairs()))
        };
        Self {
            value: value(score),
            pairs: matrices(0.0, |pair| pair.distance),
            se_pairs: matrices(0.0, |pair| pair.se),
            p_values: matrices(1.0, |pair| pair.p_value),
            adjusted_p_values: matrices(1.0, |pair| pair.adjusted_p_value),
            p_value_adjustment: "Benjamini-Hochberg",
            low_overlap: score.low_overlap(),
            low_overlap_pairs: matrices(0.0, |pair| pair.low_overlap),
            parts: score.parts(),
            repeats: score.repeats(),
        }
    }
}

/// The object of joint interventions.
#[derive(Serialize)]
pub struct JointCrossFitObject<'a> {
    #[serde(flatten)]
    value: Value<UncertainValue>,
    pairs: Vec<JointPairObject<'a>>,
    p_value_adjustment: &'static str,
    low_overlap: f64,
    parts: usize,
    repeats: usize,
}

/// A set of treatments and an outcome; of a range of distances, the largest.
#[derive(Serialize)]
struct JointPairObject<'a> {
    treatments: Vec<&'a str>,
    outcome: &'a str,
    d: f64,
    se: f64,
    interval: Interval,
    p_value: f64,
    adjusted_p_value: f64,
    low_overlap: f64,
}

impl<'a> JointCrossFitObject<'a> {
    pub fn new(score: &CrossFitScore, names: &'a NodeNames) -> Self {
        let pair = |pair: &CrossFitPair| JointPairObject {
            treatments: pair.treatments.iter().map(|node| names.name(node)).collect(),
            outcome: names.name(pair.outcome),
            d: pair.distance,
            se: pair.se,
            interval: pair.interval,
            p_value: pair.p_value,
            adjusted_p_value: pair.adjusted_p_value,
            low_overlap: pair.low_overlap,
        };
        Self {
            value: value(score),
            pairs: score.upper_pairs().iter().map(pair).collect(),
            p_value_adjustment: "Benjamini-Hochberg",
            low_overlap: score.low_overlap(),
            parts: score.parts(),
            repeats: score.repeats(),
        }
    }
}

/// The columns in a table of pairs. Upper bounds differ from lower ones only if a graph has undirected edges.
pub const PAIR_COLUMNS: [&str; 7] =
    ["crossfit", "se", "p_value", "adjusted_p_value", "low_overlap", "crossfit_upper", "se_upper"];

/// The cells of pairs, found by their treatments and their outcome.
pub struct PairCells<'a> {
    is_known: bool,
    lower: BTreeMap<PairKey, &'a CrossFitPair>,
    upper: BTreeMap<PairKey, &'a CrossFitPair>,
}

/// The indices of the treatments, and of the outcome.
pub type PairKey = (Vec<usize>, usize);

impl<'a> PairCells<'a> {
    pub fn new(score: Option<&'a CrossFitScore>) -> Self {
        let by_key = |pairs: &'a [CrossFitPair]| pairs.iter().map(|pair| (key(pair), pair)).collect();
        let (lower, upper) = score.map(|score| (score.lower_pairs(), score.upper_pairs())).unwrap_or_default();
        Self { is_known: score.is_some(), lower: by_key(lower), upper: by_key(upper) }
    }

    /// The cells of a pair; empty if nothing is cross-fitted. A pair without an estimate has distance 0.
    pub fn of(&self, key: &PairKey) -> [String; 7] {
        if !self.is_known {
            return Default::default();
        }
        let cells = |pair: Option<&&CrossFitPair>| {
            pair.map_or([0.0, 0.0, 1.0, 1.0, 0.0], |pair| {
                [pair.distance, pair.se, pair.p_value, pair.adjusted_p_value, pair.low_overlap]
            })
        };
        let ([d, se, p, adjusted, low], [upper, upper_se, ..]) =
            (cells(self.lower.get(key)), cells(self.upper.get(key)));
        [d, se, p, adjusted, low, upper, upper_se].map(|value| value.to_string())
    }
}

fn key(pair: &CrossFitPair) -> PairKey {
    (pair.treatments.iter().map(NodeId::index).collect(), pair.outcome.index())
}
