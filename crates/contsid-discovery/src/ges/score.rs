//! The penalised Gaussian likelihood, and what one edge adds to it.

use contsid::graph::Dag;
use contsid::independence::CentredColumns;
use contsid::independence::{Conditioning, Correlations};

/// s(y, S) = −n/2 (1 + ln σ²(y | S)) − λ (|S| + 1), with σ² the residual mean square of the regression of y on S.
///
/// Adding x to S changes the score of y by −n/2 ln(1 − r²) − λ, with r the partial correlation of x and y given S. Only
/// this change is needed, and it is symmetric in x and y.
pub(super) struct GesScore {
    pub(super) correlations: Correlations,
    /// ln of the variance of each variable.
    log_variances: Vec<f64>,
    half_samples: f64,
    penalty: f64,
}

impl GesScore {
    /// λ is `penalty` · ½ ln n: one is the Bayesian information criterion.
    pub(super) fn new(centred: &CentredColumns, penalty: f64) -> Self {
        let samples = centred.sample_count() as f64;
        let log_variances = (0..centred.variable_count()).map(|k| centred.log_variance(k)).collect();
        let correlations = Correlations::new(centred);
        Self { correlations, log_variances, half_samples: 0.5 * samples, penalty: penalty * 0.5 * samples.ln() }
    }

    /// What the edge between two variables adds to the score of either, given the set.
    pub(super) fn edge(&self, given: &mut Conditioning<'_>, x: usize, y: usize) -> f64 {
        -self.half_samples * given.partial_of(x, y).unexplained.ln() - self.penalty
    }

    /// The score of a graph: the sum over its nodes given their parents.
    pub(super) fn of(&self, dag: &Dag) -> f64 {
        let mut given = Conditioning::new(&self.correlations);
        let local = |node: contsid::graph::NodeId| {
            given.set(dag.parents(node).iter().map(|parent| parent.index()));
            let log_variance = self.log_variances[node.index()] + given.left_of(node.index()).ln();
            -self.half_samples * (1.0 + log_variance) - self.penalty * (given.len() + 1) as f64
        };
        dag.nodes().map(local).sum()
    }
}
