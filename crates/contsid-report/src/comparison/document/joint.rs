//! contSID of joint interventions, as JSON.

use super::values::{Value, node_names};
use contsid::effect::{Pair, Score};
use contsid::graph::{NodeNames, NodeSet};
use serde::Serialize;

/// The object of one learnt graph. If its undirected edges leave a range, numbers are objects of a lower and an upper
/// bound.
#[derive(Debug, Serialize)]
pub(super) struct JointObject<'a> {
    sum: Value<f64>,
    mean: Option<Value<f64>>,
    left_out: Value<usize>,
    pairs: Vec<JointPairObject<'a>>,
}

#[derive(Debug, Serialize)]
struct JointPairObject<'a> {
    treatments: Vec<&'a str>,
    outcome: &'a str,
    d: Option<Value<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<usize>,
}

impl<'a> JointObject<'a> {
    pub(super) fn new(score: &Score, names: &'a NodeNames) -> Self {
        let pair = |(treatments, pair): (&NodeSet, &Pair)| JointPairObject {
            treatments: node_names(treatments, names),
            outcome: names.name(pair.outcome),
            d: pair.span().map(|span| Value::new(score, span)),
            case: score.is_determined.then(|| pair.label()),
            left_out: (!score.is_determined).then_some(pair.left_out),
        };
        Self {
            sum: Value::new(score, score.span()),
            mean: score.mean.map(|mean| Value::new(score, mean)),
            left_out: Value::new(score, score.left_out),
            pairs: score.pairs().map(pair).collect(),
        }
    }
}
