//! Numbers of pairs, as JSON.

use contsid::distance::bounds::Span;
use contsid::effect::{Pair, PairEstimate, Score};
use contsid::graph::{NodeNames, NodeSet};
use serde::Serialize;

/// One value, or bounds where undirected edges leave a range.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Value<T> {
    Determined(T),
    Bounded(Span<T>),
}

impl<T> Value<T> {
    /// Of a score the number, or its bounds.
    pub(super) fn new(score: &Score, span: Span<T>) -> Self {
        if score.is_determined { Self::Determined(span.upper) } else { Self::Bounded(span) }
    }
}

/// Numbers by treatment and outcome.
pub(super) type ValueMatrices = Value<Vec<Vec<f64>>>;

/// A number of each pair, at its smallest and at its largest distance.
pub(super) fn matrices(
    score: &Score,
    names: &NodeNames,
    missing: f64,
    value: impl Fn(&PairEstimate) -> Option<f64>,
) -> ValueMatrices {
    let matrix = |end: fn(&Pair) -> &Option<PairEstimate>| {
        // A pair that is left out has no number: null.
        score.matrix(names.len(), missing, |pair| end(pair).as_ref().map_or(Some(f64::NAN), &value))
    };
    Value::new(score, Span { lower: matrix(|pair| &pair.lower), upper: matrix(|pair| &pair.upper) })
}

/// The names of some nodes.
pub(super) fn node_names<'a>(nodes: &NodeSet, names: &'a NodeNames) -> Vec<&'a str> {
    nodes.iter().map(|node| names.name(node)).collect()
}
