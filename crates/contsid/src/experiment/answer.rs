//! What one directed graph says about one experiment.

use super::Experiment;
use crate::adjustment::AdjustmentRule;
use crate::distance::contsid::{Estimand, GraphView};
use crate::graph::{Dag, NodeId, NodeSet};
use std::collections::BTreeMap;

/// What a graph says about the outcomes of one experiment. Outcomes not listed keep their marginal distribution.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// The index of the experiment.
    pub(super) experiment: usize,
    /// The estimand of each outcome that changes.
    pub(super) estimates: BTreeMap<NodeId, Estimand>,
    /// The outcomes that change in a way that no adjustment set identifies.
    pub(super) unidentified: Vec<NodeId>,
    /// What the graph would adjust for if the treatments had an effect.
    idle: Estimand,
}

/// What every graph is asked: the experiments, the outcomes, and the rule of adjustment.
pub(super) struct Asked<'a> {
    pub(super) experiments: &'a [Experiment],
    pub(super) outcomes: NodeSet,
    pub(super) rule: AdjustmentRule,
}

impl Answer {
    /// The answer of a graph for the experiment with this index.
    pub(super) fn new(graph: &Dag, index: usize, asked: &Asked<'_>) -> Self {
        let treatments = asked.experiments[index].treatments();
        let view = GraphView::new(graph, treatments, &asked.outcomes, asked.rule);
        Self {
            experiment: index,
            estimates: view.estimates().map(|(outcome, estimand)| (outcome, estimand.clone())).collect(),
            unidentified: view.unidentified().collect(),
            idle: Estimand { treatments: treatments.clone(), adjustment: graph.parents_of(treatments) - treatments },
        }
    }

    /// What the graph says about each experiment.
    pub(super) fn all(graph: &Dag, asked: &Asked<'_>) -> Vec<Self> {
        (0..asked.experiments.len()).map(|index| Self::new(graph, index, asked)).collect()
    }

    /// The estimands whose overlap with the data counts: one for each outcome that changes, or the idle one.
    pub(super) fn estimands(&self) -> Vec<&Estimand> {
        if self.estimates.is_empty() { vec![&self.idle] } else { self.estimates.values().collect() }
    }
}
