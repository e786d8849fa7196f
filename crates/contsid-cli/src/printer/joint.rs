//! Interventions on several variables at once: cells for people, an object for programs, a table of all pairs.

use super::crossfit::{PAIR_COLUMNS, PairCells};
use super::json::Bounds;
use crate::scores::Scores;
use anyhow::Result;
use contsid::comparison::{Comparison, JointScore};
use contsid::distance::bounds::Span;
use contsid::distance::contsid::CrossFitScore;
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
#[serde(untagged)]
enum Value<T> {
    Determined(T),
    Bounded(Bounds<T>),
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
        let bounded = |span: Span<f64>| Value::Bounded(span.into());
        match score {
            JointScore::Determined(joint) => Self {
                sum: Value::Determined(joint.sum),
                mean: joint.mean.map(Value::Determined),
                left_out: Value::Determined(joint.left_out),
                pairs: (joint.pairs.iter())
                    .map(|pair| JointPair {
                        treatments: listed(&pair.treatments, names),
                        outcome: names.name(pair.outcome),
                        d: pair.judgement.distance().map(Value::Determined),
                        case: Some(pair.judgement.label()),
                        left_out: None,
                    })
                    .collect(),
            },
            JointScore::Bounded(bounds) => Self {
                sum: bounded(bounds.sum),
                mean: bounds.mean.map(bounded),
                left_out: Value::Bounded(bounds.left_out.into()),
                pairs: (bounds.pairs.iter())
                    .map(|pair| JointPair {
                        treatments: listed(&pair.treatments, names),
                        outcome: names.name(pair.outcome),
                        d: pair.distance.map(bounded),
                        case: None,
                        left_out: Some(pair.left_out),
                    })
                    .collect(),
            },
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
            let crossfit = if pair.is_left_out { Default::default() } else { crossfit.of(&key) };
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
    is_left_out: bool,
}

/// The pairs of one learnt graph; if contSID is cross-fitted only, the cross-fitted pairs.
fn compared_pairs(comparison: &Comparison) -> Vec<ComparedPair<'_>> {
    match &comparison.joint {
        None => {
            let pairs = comparison.joint_crossfit.iter().flat_map(CrossFitScore::upper_pairs);
            pairs
                .map(|found| {
                    let (treatments, outcome) = (&found.treatments, found.outcome);
                    ComparedPair { treatments, outcome, case: "", distance: None, is_left_out: false }
                })
                .collect()
        }
        Some(JointScore::Determined(joint)) => joint
            .pairs
            .iter()
            .map(|pair| {
                let distance = pair.judgement.distance().map(Span::point);
                ComparedPair {
                    treatments: &pair.treatments,
                    outcome: pair.outcome,
                    case: pair.judgement.label(),
                    distance,
                    is_left_out: distance.is_none(),
                }
            })
            .collect(),
        Some(JointScore::Bounded(bounds)) => bounds
            .pairs
            .iter()
            .map(|pair| ComparedPair {
                treatments: &pair.treatments,
                outcome: pair.outcome,
                case: if pair.distance.is_none() { "no adjustment set" } else { "" },
                distance: pair.distance,
                is_left_out: pair.distance.is_none(),
            })
            .collect(),
    }
}
