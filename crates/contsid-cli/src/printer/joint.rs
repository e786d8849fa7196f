//! Interventions on several variables at once: cells for people, an object for programs, a table of all pairs.

use super::json::Bounds;
use crate::scores::Scores;
use anyhow::Result;
use contsid::comparison::JointScore;
use contsid::distance::bounds::Span;
use contsid::graph::{NodeId, NodeNames, NodeSet};
use serde::Serialize;

/// The columns of the table.
pub const COLUMNS: [&str; 3] = ["joint sum", "joint mean", "left out"];

/// The cells of one learnt graph.
pub fn cells(score: &JointScore) -> [String; 3] {
    let mean = score.mean().map_or_else(|| "-".to_owned(), |mean| range(mean, |value| format!("{value:.4}")));
    [range(score.sum(), |value| format!("{value:.4}")), mean, range(score.left_out(), |count| count.to_string())]
}

fn range<T: PartialEq + Copy>(Span { lower, upper }: Span<T>, text: impl Fn(T) -> String) -> String {
    if lower == upper { text(lower) } else { format!("[{}, {}]", text(lower), text(upper)) }
}

/// The object of one learnt graph. Of graphs that are not determined, numbers are objects of a lower and an upper bound.
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
pub fn table(scores: &Scores) -> Result<Vec<u8>> {
    let names = scores.names();
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record(["learnt", "treatments", "outcome", "case", "d", "d_upper"])?;
    for scored in &scores.scored {
        let learnt = scored.learnt.source_name();
        let mut row = |treatments: &NodeSet, outcome: NodeId, case: &str, distance: Option<Span<f64>>| {
            let text = |span: Span<f64>| [span.lower, span.upper].map(|value| value.to_string());
            let [lower, upper] = distance.map_or_else(Default::default, text);
            let treatments = listed(treatments, names).join(",");
            rows.write_record([learnt, &treatments, names.name(outcome), case, &lower, &upper])
        };
        match &scored.comparison.joint {
            None => {}
            Some(JointScore::Determined(joint)) => {
                for pair in &joint.pairs {
                    let distance = pair.judgement.distance().map(Span::point);
                    row(&pair.treatments, pair.outcome, pair.judgement.label(), distance)?;
                }
            }
            Some(JointScore::Bounded(bounds)) => {
                for pair in &bounds.pairs {
                    let case = if pair.distance.is_none() { "no adjustment set" } else { "" };
                    row(&pair.treatments, pair.outcome, case, pair.distance)?;
                }
            }
        }
    }
    Ok(rows.into_inner()?)
}
