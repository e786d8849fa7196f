//! Can the order of causes be read off variances, or off R²?

use super::moments::Moments;
use contsid::data::{Column, Table};
use contsid::graph::{Dag, NodeId, NodeSet};
use contsid::independence::CentredColumns;

/// Scores this near to each other are equal: rounding leaves less, and real differences are larger.
const EQUAL: f64 = 1e-9;

/// The varsortability above which a simulation helps learners that know nothing of causes.
pub const HIGH_SORTABILITY: f64 = 0.9;

/// How far scores of variables rise along causal paths: 1 if always, 0 if never, ½ by chance.
///
/// Σₖ Σ (i → j by a path of k edges) [score of i below that of j, ½ if equal] / Σₖ Σ 1. In many simulations variances
/// rise along paths, and a learner that sorts by them seems to find causes.
///
/// A. G. Reisach, C. Seiler & S. Weichwald (2021), *Beware of the simulated DAG!*, section 3.1; by R²: Reisach,
/// Tami, Seiler, Chambaz & Weichwald (2023), *A scale-invariant sorting criterion*, equation 3.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sortability {
    /// By the variance; none of categories, and of graphs without edges.
    pub variance: Option<f64>,
    /// By R², the share of a variable that a linear model of all others explains; none if there is no such model
    /// either.
    pub r_squared: Option<f64>,
}

impl Sortability {
    /// The sortability of data along a graph.
    pub fn of(truth: &Dag, table: &Table) -> Self {
        let log_variance = |column: &Column| Some(2.0 * Moments::of(&column.as_numeric()?).sd().ln());
        let variances: Option<Vec<f64>> = table.columns().iter().map(log_variance).collect();
        let r_squared = CentredColumns::new(table).map(|centred| centred.r_squared()).ok();
        let along = |scores: Vec<f64>| alignment(truth, &scores);
        Self { variance: variances.and_then(along), r_squared: r_squared.and_then(along) }
    }
}

/// The share of paths along which a score rises; for each length of paths, two nodes count once.
fn alignment(truth: &Dag, scores: &[f64]) -> Option<f64> {
    let (mut paths, mut rising) = (0.0, 0.0);
    for start in truth.nodes() {
        let mut ends = NodeSet::of(truth.node_count(), [start]);
        while !ends.is_empty() {
            let next = |node: NodeId| truth.children(node).iter().copied();
            ends = NodeSet::of(truth.node_count(), ends.iter().flat_map(next));
            for end in ends.iter() {
                let rise = scores[end.index()] - scores[start.index()];
                paths += 1.0;
                // Two constants have no difference at all.
                rising += if rise > EQUAL {
                    1.0
                } else if rise < -EQUAL {
                    0.0
                } else {
                    0.5
                };
            }
        }
    }
    (paths > 0.0).then(|| rising / paths)
}
