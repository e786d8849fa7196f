//! Numbers with their uncertainty: cells for people, an object for programs.

use super::joint::listed;
use super::json::{Value, ValueMatrices, matrices};
use contsid::comparison::supported_decimals;
use contsid::effect::{Estimate, Interval, Pair, PairEstimate, PairUncertainty, PartGrid, Score};
use contsid::graph::{NodeNames, NodeSet};
use serde::Serialize;

/// The columns of the table.
pub const COLUMNS: [&str; 2] = ["cross-fitted ± se", "low overlap"];

/// The number of decimals that the standard errors of a column support.
pub fn decimals<'a>(scores: impl Iterator<Item = &'a Score>) -> usize {
    let errors = scores.flat_map(|score| [score.sum.lower, score.sum.upper]).filter_map(|value| value.se);
    errors.map(supported_decimals).max().unwrap_or(0)
}

/// The cells of one learnt graph.
pub fn cells(score: Option<&Score>, decimals: usize) -> [String; 2] {
    let Some(score) = score else { return ["-".to_owned(), "-".to_owned()] };
    let text = |Estimate { value, se, .. }: Estimate| match se {
        Some(se) => format!("{value:.decimals$} ± {se:.decimals$}"),
        None => format!("{value:.decimals$}"),
    };
    let value = if score.is_determined {
        text(score.sum.upper)
    } else {
        format!("[{}, {}]", text(score.sum.lower), text(score.sum.upper))
    };
    [value, format!("{:.1} %", 100.0 * score.low_overlap)]
}

/// The object of one learnt graph. If its undirected edges leave a range, each bound has an object with value, error
/// and interval.
#[derive(Serialize)]
pub struct CrossFitObject<P> {
    #[serde(flatten)]
    value: Value<Estimate>,
    #[serde(flatten)]
    pairs: P,
    /// By the method of Benjamini and Hochberg.
    p_value_adjustment: &'static str,
    low_overlap: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    low_overlap_pairs: Option<ValueMatrices>,
    parts: usize,
    repeats: usize,
}

/// The pairs of single treatments.
#[derive(Serialize)]
pub struct PairMatrices {
    pairs: ValueMatrices,
    se_pairs: ValueMatrices,
    p_values: ValueMatrices,
    adjusted_p_values: ValueMatrices,
}

/// The pairs of joint interventions.
#[derive(Serialize)]
pub struct PairList<'a> {
    pairs: Vec<UncertainPairObject<'a>>,
}

/// A set of treatments and an outcome; of a range of distances, the largest.
#[derive(Serialize)]
struct UncertainPairObject<'a> {
    treatments: Vec<&'a str>,
    outcome: &'a str,
    d: f64,
    se: f64,
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
            parts,
            repeats,
        })
    }
}

impl CrossFitObject<PairMatrices> {
    /// That of single treatments; none if the score is not cross-fitted.
    pub fn single(score: &Score, names: &NodeNames) -> Option<Self> {
        let of = |missing: f64, value: fn(&PairUncertainty) -> f64| {
            matrices(score, names, missing, |found| found.uncertainty.as_deref().map(value))
        };
        let pairs = PairMatrices {
            pairs: matrices(score, names, 0.0, |found| Some(found.value)),
            se_pairs: of(0.0, |found| found.se),
            p_values: of(1.0, |found| found.p_value),
            adjusted_p_values: of(1.0, |found| found.adjusted_p_value),
        };
        Self::new(score, pairs, Some(of(0.0, |found| found.low_overlap)))
    }
}

impl<'a> CrossFitObject<PairList<'a>> {
    /// That of joint interventions; none if the score is not cross-fitted.
    pub fn joint(score: &Score, names: &'a NodeNames) -> Option<Self> {
        let pair = |(treatments, pair, d, found): (&NodeSet, &Pair, f64, &PairUncertainty)| UncertainPairObject {
            treatments: listed(treatments, names),
            outcome: names.name(pair.outcome),
            d,
            se: found.se,
            interval: found.interval,
            p_value: found.p_value,
            adjusted_p_value: found.adjusted_p_value,
            low_overlap: found.low_overlap,
        };
        Self::new(score, PairList { pairs: score.uncertain_pairs().map(pair).collect() }, None)
    }
}

/// The columns in a table of pairs. Upper bounds differ from lower ones only if a graph has undirected edges.
pub const PAIR_COLUMNS: [&str; 7] =
    ["crossfit", "se", "p_value", "adjusted_p_value", "low_overlap", "crossfit_upper", "se_upper"];

/// The cells of a pair; empty if it is left out, or nothing is cross-fitted. A pair without an estimate has distance 0.
pub fn pair_cells(pair: Option<&Pair>) -> [String; 7] {
    let Some(Pair { lower: Some(lower), upper: Some(upper), .. }) = pair else { return Default::default() };
    let cells = |PairEstimate { value, uncertainty }: &PairEstimate| {
        uncertainty.as_ref().map_or([0.0, 0.0, 1.0, 1.0, 0.0], |found| {
            [*value, found.se, found.p_value, found.adjusted_p_value, found.low_overlap]
        })
    };
    let ([d, se, p, adjusted, low], [upper, upper_se, ..]) = (cells(lower), cells(upper));
    [d, se, p, adjusted, low, upper, upper_se].map(|value| value.to_string())
}
