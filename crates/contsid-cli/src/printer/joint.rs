//! Interventions on several variables at once: cells for people, an object for programs, a table of all pairs.

use super::crossfit::{PAIR_COLUMNS, PairCells};
use super::json::Value;
use crate::scores::Scores;
use anyhow::Result;
use contsid::comparison::{Comparison, JointScore};
use contsid::distance::bounds::Span;
use contsid::distance::contsid::{CrossFitPair, CrossFitScore, Judgement};
use contsid::graph::{NodeId, NodeNames, NodeSet};
use serde::Serialize;

/// The columns of the table, without those of cross-fitting.
pub const COLUMNS: [&str; 3] = ["joint sum", "joint mean", "left out"];

/// The cells of one learnt graph.
pub fn cells(score: &JointScore) -> [String; 3] {
    let mean = score.mean().map_or_else(|| "-".to_owned(), |mean| range(mean, |value| format!("{value:.4}")));
    [range(score.sum(), |value| format!("{value:.4}")), mean, range(score.left_out(), |count| count.to_string())]
}

fn range<T: PartialEq + Copy>(Span { lower, upper }: Span<T>, text: impl Fn(T) -> String) -> String {
    if lower == upper { text(lower) } else { format!("[{}, {}]", text(lower), text(upper)) }
}

/// The object of one learnt graph. If its undirected edges leave a range, numbers are objects of a lower and an upper
/// bound.
#[derive(Serialize)]
pub struct JointObject<'a> {
    sum: Value<f64>,
    mean: Option<Value<f64>>,
    left_out: Value<usize>,
    pairs: Vec<JointPair<'a>>,
}

#[derive(Serialize)]
struct JointPair<'a> {
    treatments: Vec<&'a str>,
    outcome: &'a str,
    d: Option<Value<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<usize>,
}

impl<'a> JointObject<'a> {
    pub fn new(score: &JointScore, names: &'a NodeNames) -> Self {
        let is_bounded = matches!(score, JointScore::Bounded(_));
        let value = |Span { lower, upper }| Value::new(is_bounded.then_some(lower), upper);
        let left_out = score.left_out();
        Self {
            sum: value(score.sum()),
            mean: score.mean().map(value),
            left_out: Value::new(is_bounded.then_some(left_out.lower), left_out.upper),
            pairs: (joint_pairs(score).into_iter())
                .map(|pair| JointPair {
                    treatments: listed(pair.treatments, names),
                    outcome: names.name(pair.outcome),
                    d: pair.distance.map(value),
                    case: (!is_bounded).then_some(pair.case),
                    left_out: pair.left_out,
                })
                .collect(),
        }
    }
}

fn listed<'a>(nodes: &NodeSet, names: &'a NodeNames) -> Vec<&'a str> {
    nodes.iter().map(|node| names.name(node)).collect()
}

/// A CSV table with one row for each learnt graph, set of treatments and outcome.
pub fn table(scores: &Scores<'_>) -> Result<Vec<u8>> {
    let names = scores.names();
    let mut rows = csv::Writer::from_writer(Vec::new());
    let columns = ["learnt", "treatments", "outcome", "case", "d", "d_upper"];
    rows.write_record(columns.iter().chain(&PAIR_COLUMNS))?;
    for scored in &scores.scored {
        let learnt = scored.learnt.source_name();
        let crossfit = PairCells::new(scored.comparison.joint_crossfit.as_ref());
        for pair in compared_pairs(&scored.comparison) {
            let text = |span: Span<f64>| [span.lower, span.upper].map(|value| value.to_string());
            let [lower, upper] = pair.distance.map_or_else(Default::default, text);
            let treatments = listed(pair.treatments, names).join(",");
            let cells = [learnt, &treatments, names.name(pair.outcome), pair.case, &lower, &upper];
            let key = (pair.treatments.iter().map(NodeId::index).collect(), pair.outcome.index());
            let is_left_out = scored.comparison.joint.is_some() && pair.distance.is_none();
            let crossfit = if is_left_out { Default::default() } else { crossfit.of(&key) };
            rows.write_record(cells.into_iter().chain(crossfit.iter().map(String::as_str)))?;
        }
    }
    Ok(rows.into_inner()?)
}

/// A set of treatments and an outcome, with the distance from all rows if it is known.
struct ComparedPair<'a> {
    treatments: &'a NodeSet,
    outcome: NodeId,
    case: &'static str,
    distance: Option<Span<f64>>,
    /// The number of members in which the pair is left out, if undirected edges leave a range.
    left_out: Option<usize>,
}

/// The pairs of one learnt graph; if contSID is cross-fitted only, the cross-fitted pairs.
fn compared_pairs<'a>(comparison: &'a Comparison) -> Vec<ComparedPair<'a>> {
    let crossfit = comparison.joint_crossfit.iter().flat_map(CrossFitScore::upper_pairs);
    let unknown = |found: &'a CrossFitPair| ComparedPair {
        treatments: &found.treatments,
        outcome: found.outcome,
        case: "",
        distance: None,
        left_out: None,
    };
    comparison.joint.as_ref().map_or_else(|| crossfit.map(unknown).collect(), joint_pairs)
}

fn joint_pairs(score: &JointScore) -> Vec<ComparedPair<'_>> {
    match score {
        JointScore::Determined(joint) => (joint.pairs.iter())
            .map(|pair| ComparedPair {
                treatments: &pair.treatments,
                outcome: pair.outcome,
                case: pair.judgement.label(),
                distance: pair.judgement.distance().map(Span::point),
                left_out: None,
            })
            .collect(),
        JointScore::Bounded(bounds) => (bounds.pairs.iter())
            .map(|pair| ComparedPair {
                treatments: &pair.treatments,
                outcome: pair.outcome,
                case: if pair.distance.is_none() { Judgement::NoAdjustmentSet.label() } else { "" },
                distance: pair.distance,
                left_out: Some(pair.left_out),
            })
            .collect(),
    }
}
