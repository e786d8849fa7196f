//! Short forms of questions to prepared data, and flat views of scores.

use contsid::distance::Selection;
use contsid::distance::bounds::{Limits, Span};
use contsid::effect::{Case, ContSidError, Effects, JointLimits, Pair, Prepared, Score, TreatmentSets};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphClass, GraphPair, NodeId, NodeSet};

/// Questions whose answers exist: directed graphs, and classes on all rows.
pub trait Asks {
    fn selected(
        &self,
        pair: GraphPair<'_, Dag>,
        selection: &Selection,
        execution: &Execution<'_>,
    ) -> Result<Score, ContSidError>;

    fn bounds(
        &self,
        pair: GraphPair<'_, GraphClass>,
        selection: &Selection,
        limits: Limits,
        execution: &Execution<'_>,
    ) -> Result<Score, ContSidError>;

    fn joint(
        &self,
        pair: GraphPair<'_, Dag>,
        sets: &TreatmentSets,
        selection: &Selection,
        limits: JointLimits,
        execution: &Execution<'_>,
    ) -> Result<Score, ContSidError>;

    fn joint_bounds(
        &self,
        pair: GraphPair<'_, GraphClass>,
        sets: &TreatmentSets,
        selection: &Selection,
        limits: JointLimits,
        execution: &Execution<'_>,
    ) -> Result<Score, ContSidError>;
}

fn score(
    prepared: &Prepared<'_>,
    [truth, learnt]: [&GraphClass; 2],
    effects: Effects<'_>,
    execution: &Execution<'_>,
) -> Result<Score, ContSidError> {
    prepared.score(truth, learnt, effects, execution).map(|score| score.expect("there is a score"))
}

fn classes(pair: GraphPair<'_, Dag>) -> [GraphClass; 2] {
    [pair.truth(), pair.learnt()].map(|dag| GraphClass::from(dag.clone()))
}

impl Asks for Prepared<'_> {
    fn selected(
        &self,
        pair: GraphPair<'_, Dag>,
        selection: &Selection,
        execution: &Execution<'_>,
    ) -> Result<Score, ContSidError> {
        score(self, classes(pair).each_ref(), Effects::single(selection), execution)
    }

    fn bounds(
        &self,
        pair: GraphPair<'_, GraphClass>,
        selection: &Selection,
        limits: Limits,
        execution: &Execution<'_>,
    ) -> Result<Score, ContSidError> {
        score(self, [pair.truth(), pair.learnt()], Effects::Single { selection, limits }, execution)
    }

    fn joint(
        &self,
        pair: GraphPair<'_, Dag>,
        sets: &TreatmentSets,
        selection: &Selection,
        limits: JointLimits,
        execution: &Execution<'_>,
    ) -> Result<Score, ContSidError> {
        score(self, classes(pair).each_ref(), Effects::Joint { sets, selection, limits }, execution)
    }

    fn joint_bounds(
        &self,
        pair: GraphPair<'_, GraphClass>,
        sets: &TreatmentSets,
        selection: &Selection,
        limits: JointLimits,
        execution: &Execution<'_>,
    ) -> Result<Score, ContSidError> {
        score(self, [pair.truth(), pair.learnt()], Effects::Joint { sets, selection, limits }, execution)
    }
}

/// A pair with its treatments: the distance from all rows, or in parts.
#[derive(Clone, Debug, PartialEq)]
pub struct FlatPair {
    pub treatments: NodeSet,
    pub outcome: NodeId,
    pub case: Option<Case>,
    pub label: &'static str,
    pub range: Option<Span<f64>>,
    pub left_out: usize,
    pub se: f64,
    pub p_value: f64,
    pub low_overlap: f64,
    pub kappa: Option<f64>,
}

impl FlatPair {
    fn new(treatments: &NodeSet, pair: &Pair) -> Self {
        let range = pair.lower.as_ref().zip(pair.upper.as_ref());
        let uncertainty = pair.upper.as_ref().and_then(|found| found.uncertainty.as_deref());
        Self {
            treatments: treatments.clone(),
            outcome: pair.outcome,
            case: pair.case,
            label: pair.label(),
            range: range.map(|(lower, upper)| Span { lower: lower.value, upper: upper.value }),
            left_out: pair.left_out,
            se: uncertainty.map_or(0.0, |found| found.se),
            p_value: uncertainty.map_or(1.0, |found| found.p_value),
            low_overlap: uncertainty.map_or(0.0, |found| found.low_overlap),
            kappa: uncertainty.and_then(|found| found.kappa),
        }
    }

    /// The largest distance, unless the pair is left out.
    pub fn distance(&self) -> Option<f64> {
        self.range.map(|range| range.upper)
    }
}

/// All pairs.
pub fn flat(score: &Score) -> Vec<FlatPair> {
    score.pairs().map(|(treatments, pair)| FlatPair::new(treatments, pair)).collect()
}

/// The pairs that are estimated in parts.
pub fn uncertain(score: &Score) -> Vec<FlatPair> {
    score.uncertain_pairs().map(|(treatments, pair, ..)| FlatPair::new(treatments, pair)).collect()
}

/// The smallest and the largest distances of a treatment's outcomes; 0 for others.
pub fn row(score: &Score, treatment: NodeId, nodes: usize) -> Vec<Span<f64>> {
    let pair = |outcome| score.pair(treatment, outcome).and_then(|pair| pair.lower.as_ref().zip(pair.upper.as_ref()));
    let span = |outcome| pair(outcome).map(|(lower, upper)| Span { lower: lower.value, upper: upper.value });
    NodeId::all(nodes).map(|outcome| span(outcome).unwrap_or_default()).collect()
}
