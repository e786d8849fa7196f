//! What is found for a set of treatments and an outcome.

use super::Interval;
use crate::distance::bounds::Span;
use crate::effect::Case;
use crate::effect::estimate::PartGrid;
use crate::effect::measure::{LEVEL, PairResult, PairStatistics, Student, adjusted};
use crate::graph::{NodeId, NodeSet};
use crate::numeric::noise::differ;

/// The pairs of some treatments that are set together, of one in most cases.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreRow {
    /// The treatments.
    pub treatments: NodeSet,
    /// Each selected outcome, in increasing order.
    pub pairs: Vec<Pair>,
}

/// An outcome of some treatments.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The outcome.
    pub outcome: NodeId,
    /// The case, if both graphs are directed and have an adjustment set.
    pub case: Option<Case>,
    /// The smallest distance over the members of both graphs: by itself, not together with other pairs. None if the
    /// pair is left out in all of them, since a graph has no adjustment set.
    pub lower: Option<PairEstimate>,
    /// The largest distance.
    pub upper: Option<PairEstimate>,
    /// The number of members, or of pairs of members, in which the pair is left out.
    pub left_out: usize,
}

/// The distance of a pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairEstimate {
    /// d
    pub value: f64,
    /// Its uncertainty; none from all rows, and where nothing is estimated: d is 0 then whatever the data.
    pub uncertainty: Option<Box<PairUncertainty>>,
}

/// How far a distance can be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairUncertainty {
    /// The standard error.
    pub se: f64,
    /// How far estimates that are wrong in other ways differ: the part of the interval that is not noise.
    pub model_se: f64,
    /// The interval.
    pub interval: Interval,
    /// The chance of contrasts as large as these where the graphs' answers do not differ.
    pub p_value: f64,
    /// The p-value adjusted for the number of pairs (Benjamini & Hochberg 1995).
    pub adjusted_p_value: f64,
    /// The share of interventions at which a part has hardly any data: the weights of an estimate sum to less than ½,
    /// and the marginal distribution takes the rest.
    pub low_overlap: f64,
}

impl Pair {
    /// The smallest and the largest distance, unless the pair is left out.
    pub fn span(&self) -> Option<Span<f64>> {
        Some(Span { lower: self.lower.as_ref()?.value, upper: self.upper.as_ref()?.value })
    }

    /// The label of the case; `no adjustment set` if the pair is left out, empty if members differ.
    pub fn label(&self) -> &'static str {
        match (self.case, &self.upper) {
            (Some(case), _) => case.label(),
            (None, None) => "no adjustment set",
            (None, Some(_)) => "",
        }
    }
}

impl PairEstimate {
    /// What was measured, without an adjusted p-value yet.
    pub(super) fn new(result: &PairResult, grid: Option<PartGrid>) -> Self {
        let uncertainty = grid.map(|grid| {
            let (PairStatistics { root, square }, student) = (&result.statistics, Student::new(grid));
            let (se, model_se, q) = (root.standard_error(grid), root.model_error(), square.value);
            let error = square.standard_error(grid).hypot(square.model_error());
            // Where the square and its error are rounding, nothing differs.
            let p_value = if differ(q.abs().max(error).sqrt(), 0.0) { student.above(q, error) } else { 1.0 };
            Box::new(PairUncertainty {
                se,
                model_se,
                interval: Interval::around(result.distance(), se.hypot(model_se), student).cut_at_zero(),
                p_value,
                adjusted_p_value: p_value,
                low_overlap: result.low_overlap,
            })
        });
        Self { value: result.distance(), uncertainty }
    }
}

/// Adjusts the p-values of some pairs for their number. Intervals agree with them: where a pair may not differ at all,
/// its interval begins at 0.
pub(super) fn adjust<'a>(pairs: impl Iterator<Item = &'a mut PairEstimate>) {
    let mut uncertain: Vec<&mut PairUncertainty> = pairs.filter_map(|pair| pair.uncertainty.as_deref_mut()).collect();
    let p_values: Vec<f64> = uncertain.iter().map(|found| found.p_value).collect();
    for (found, adjusted) in uncertain.iter_mut().zip(adjusted(&p_values)) {
        found.adjusted_p_value = adjusted;
        if adjusted >= LEVEL {
            found.interval.lower = 0.0;
        }
    }
}
