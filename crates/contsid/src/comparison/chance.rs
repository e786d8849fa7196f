//! Is a learnt graph better than chance?
//!
//! A distance says little alone: of dense graphs nearly everything is adjacent, and a random graph finds much of it. So
//! each distance is set beside that of random graphs with as many edges as the learnt one (A. H. Petersen 2025, *Are
//! you doing better than random guessing?*, UAI).

use crate::graph::MixedGraph;
use serde::Serialize;
use statrs::distribution::{DiscreteCDF, Hypergeometric};

/// What random graphs with as many edges as the learnt one achieve.
#[derive(Clone, Debug, PartialEq)]
pub struct Chance {
    /// The number of random graphs: none of graphs that are too large, which then have no bands.
    pub draws: usize,
    /// Adjacencies, exactly.
    pub skeleton: SkeletonChance,
    /// SHD.
    pub shd: Option<ChanceBand>,
    /// SID; of undetermined graphs the upper bound.
    pub sid: Option<ChanceBand>,
    /// AID by the parents.
    pub aid_parent: Option<ChanceBand>,
    /// AID by the ancestors.
    pub aid_ancestor: Option<ChanceBand>,
    /// AID by the optimal sets.
    pub aid_optimal: Option<ChanceBand>,
    /// contSID from all rows, of undetermined graphs the upper bound; none unless asked for.
    pub contsid: Option<ChanceBand>,
}

/// The adjacencies that random graphs find.
///
/// With M pairs of nodes, m true and k learnt adjacencies, the number of common ones is hypergeometric.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SkeletonChance {
    /// Expected precision, m / M; none if nothing was learnt.
    pub precision: Option<f64>,
    /// Expected recall, k / M; none if nothing is true.
    pub recall: Option<f64>,
    /// Expected F1, 2 m k / (M (m + k)); none if there are no adjacencies.
    pub f1: Option<f64>,
    /// The probability of at least as many common adjacencies as were found.
    pub p_value: f64,
}

/// A distance of random graphs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChanceBand {
    /// Its mean.
    pub mean: f64,
    /// Its 5 % quantile.
    pub low: f64,
    /// Its 95 % quantile.
    pub high: f64,
    /// The share of random graphs that are at least as near to the truth as the learnt one.
    pub at_least_as_good: f64,
}

impl SkeletonChance {
    /// The chance of learnt adjacencies, exactly.
    ///
    /// ```
    /// use contsid::comparison::SkeletonChance;
    /// use contsid::graph::{Edge, MixedGraph, NodeId};
    ///
    /// let [a, b, c] = [0, 1, 2].map(NodeId::new);
    /// let truth = MixedGraph::from_edges(3, [Edge::directed(a, b), Edge::directed(b, c)])?;
    /// let learnt = MixedGraph::from_edges(3, [Edge::directed(b, a)])?;
    /// let chance = SkeletonChance::new(&truth, &learnt);
    /// // One of three pairs, of which two are true.
    /// assert!((chance.p_value - 2.0 / 3.0).abs() < 1e-12);
    /// assert_eq!((chance.precision, chance.recall), (Some(2.0 / 3.0), Some(1.0 / 3.0)));
    /// # Ok::<(), contsid::graph::MixedGraphError>(())
    /// ```
    pub fn new(truth: &MixedGraph, learnt: &MixedGraph) -> Self {
        let (nodes, true_count, learnt_count) = (truth.node_count(), truth.edge_count(), learnt.edge_count());
        let pairs = nodes * nodes.saturating_sub(1) / 2;
        let common = learnt.edges().filter(|edge| truth.is_adjacent(edge.from, edge.to)).count();
        let share = |part: usize, whole: usize| (whole > 0).then(|| part as f64 / whole as f64);
        let at_least = |distribution: Hypergeometric| match common {
            0 => 1.0,
            _ => distribution.sf(common as u64 - 1),
        };
        let distribution = Hypergeometric::new(pairs as u64, true_count as u64, learnt_count as u64);
        Self {
            precision: share(true_count, pairs).filter(|_| learnt_count > 0),
            recall: share(learnt_count, pairs).filter(|_| true_count > 0),
            f1: share(2 * true_count * learnt_count, pairs * (true_count + learnt_count)),
            p_value: distribution.map_or(1.0, at_least),
        }
    }
}

impl ChanceBand {
    /// The band of some values, and where another one is in it; none if there are no values.
    pub(super) fn new(mut values: Vec<f64>, learnt: f64) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let count = values.len() as f64;
        (!values.is_empty()).then(|| Self {
            mean: values.iter().sum::<f64>() / count,
            low: quantile(&values, 0.05),
            high: quantile(&values, 0.95),
            at_least_as_good: values.partition_point(|&value| value <= learnt) as f64 / count,
        })
    }
}

/// The quantile of sorted values, linear between neighbours.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let position = share * (sorted.len() - 1) as f64;
    #[expect(clippy::cast_sign_loss, reason = "shares are not negative")]
    let index = position as usize;
    let (below, above) = (sorted[index], sorted[(index + 1).min(sorted.len() - 1)]);
    below + (above - below) * position.fract()
}
