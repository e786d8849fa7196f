//! The weights of the estimated intervention distributions.

use super::ContSidError;
use super::estimate::data::{EffectData, RowsUsed};
use super::estimate::systems::System;
use super::estimate::task::{merged, tasks};
use super::estimate::task_numbers;
use super::question::{OutcomeContrast, Survey, contrasts};
use crate::distance::Selection;
use crate::execution::Execution;
use crate::graph::{Dag, GraphPair, NodeId, NodeSet};
use std::collections::BTreeMap;

/// The estimates to compute.
#[derive(Clone, Copy, Debug)]
pub struct WeightsQuestion<'a> {
    /// The graphs.
    pub pair: GraphPair<'a, Dag>,
    /// The treatment.
    pub treatment: NodeId,
    /// The selected pairs: a ridge parameter chosen from the data depends on them.
    pub selection: &'a Selection,
    /// The outcomes whose estimates are wanted.
    pub outcomes: &'a NodeSet,
    /// The interventions, by their indices among [`interventions`](super::Prepared::interventions).
    pub interventions: &'a [usize],
}

/// The estimates behind the distances of one treatment:
/// [`intervention_weights`](super::Prepared::intervention_weights).
#[derive(Clone, Debug, PartialEq)]
pub struct InterventionWeights {
    /// Each estimate once: outcomes with the same adjustment set share it.
    pub estimates: Vec<EstimateWeights>,
    /// For each node as outcome, the estimates that its distance compares; none if nothing is estimated or wanted.
    pub outcomes: Vec<Option<ComparedEstimates>>,
}

/// The weights w(x) of Σ_s w_s(x) k_j(x_j⁽ˢ⁾, ·); they are the same for all outcomes j.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimateWeights {
    /// The adjustment set.
    pub adjustment: NodeSet,
    /// For each intervention x, one weight for each sample.
    pub weights: Vec<Vec<f64>>,
}

/// The indices of the two estimates that are compared; none for a graph that leaves the outcome as observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedEstimates {
    /// That of the true graph.
    pub truth: Option<usize>,
    /// That of the learnt graph.
    pub learnt: Option<usize>,
}

impl InterventionWeights {
    pub(super) fn of(
        data: &EffectData,
        question: &WeightsQuestion<'_>,
        execution: &Execution<'_>,
    ) -> Result<Self, ContSidError> {
        let WeightsQuestion { pair, treatment, selection, outcomes, .. } = *question;
        let mut weights = Self { estimates: Vec::new(), outcomes: vec![None; data.node_count()] };
        if !selection.treatments().contains(treatment) {
            return Ok(weights);
        }
        let sets = [NodeSet::of(data.node_count(), [treatment])];
        let surveyed = contrasts(pair, &sets, selection.outcomes(), &data.options, execution)?;
        let survey = data.with_ridges(vec![Survey::of_members(vec![surveyed])], execution)?.remove(0);
        let wanted = survey.items().flat_map(|item| &item.contrasts);
        let wanted: Vec<_> = wanted.filter_map(|wanted| wanted.restricted_to(outcomes)).collect();
        let mut indices: BTreeMap<&System, usize> = BTreeMap::new();
        for OutcomeContrast { contrast, outcomes } in &wanted {
            for system in contrast.estimates() {
                let next = indices.len();
                indices.entry(system).or_insert(next);
            }
            let index = contrast.map(|system| indices[system]);
            let compared = ComparedEstimates { truth: index.truth().copied(), learnt: index.learnt().copied() };
            outcomes.iter().for_each(|outcome| weights.outcomes[outcome.index()] = Some(compared));
        }
        weights.estimates = estimates(data, &wanted, &indices, question.interventions, execution)?;
        Ok(weights)
    }
}

/// The weights of each system at some interventions, in the order of the indices.
fn estimates(
    data: &EffectData,
    wanted: &[OutcomeContrast<System>],
    indices: &BTreeMap<&System, usize>,
    interventions: &[usize],
    execution: &Execution<'_>,
) -> Result<Vec<EstimateWeights>, ContSidError> {
    let RowsUsed::All(all) = &data.rows else { unreachable!("weights are those of all rows") };
    let mut found: BTreeMap<usize, EstimateWeights> = BTreeMap::new();
    for asked in tasks(data, &merged(wanted), task_numbers(data), f64::INFINITY)?.iter().flat_map(|task| &task.systems)
    {
        let weights = all.part.weights_at(&all.solver, asked, interventions.iter().copied(), execution)?;
        let adjustment = asked.system.estimand.adjustment.clone();
        found.insert(indices[&asked.system], EstimateWeights { adjustment, weights });
    }
    Ok(found.into_values().collect())
}
