//! The weights of the estimated intervention distributions.

use super::contrast::{OutcomeContrast, contrasts};
use super::judge::Estimation;
use super::solve::{AtHand, System};
use super::{ContSidError, Prepared};
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
    /// The interventions, by their indices among [`interventions`](Prepared::interventions).
    pub interventions: &'a [usize],
}

/// The estimates behind the distances of one treatment: [`Prepared::intervention_weights`].
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
        prepared: &Prepared,
        question: &WeightsQuestion<'_>,
        execution: &Execution<'_>,
    ) -> Result<Self, ContSidError> {
        let WeightsQuestion { pair, treatment, selection, outcomes, interventions } = *question;
        let mut weights = Self { estimates: Vec::new(), outcomes: vec![None; prepared.node_count()] };
        if !selection.treatments().contains(treatment) {
            return Ok(weights);
        }
        let sets = [prepared.only(treatment)];
        let surveyed = contrasts(pair, &sets, selection.outcomes(), &prepared.options, execution)?;
        let estimation = Estimation::new(prepared, execution);
        let mut indices: BTreeMap<System, usize> = BTreeMap::new();
        for OutcomeContrast { contrast, outcomes: of_contrast } in estimation.systems(&surveyed)?.into_iter().flatten()
        {
            let wanted = &of_contrast & outcomes;
            if wanted.is_empty() {
                continue;
            }
            let index = contrast.map(|system| {
                let next = indices.len();
                *indices.entry(system.clone()).or_insert(next)
            });
            let compared = ComparedEstimates { truth: index.truth().copied(), learnt: index.learnt().copied() };
            wanted.iter().for_each(|outcome| weights.outcomes[outcome.index()] = Some(compared));
        }
        let mut systems: Vec<(System, usize)> = indices.into_iter().collect();
        systems.sort_by_key(|&(_, index)| index);
        let mut at_hand = AtHand::new(AtHand::FEWEST);
        for (system, _) in systems {
            let solved = estimation.solved(&system, &mut at_hand)?;
            let of_interventions = interventions.iter().map(|&index| solved.weights_at(index)).collect();
            let adjustment = system.estimand.adjustment;
            weights.estimates.push(EstimateWeights { adjustment, weights: of_interventions });
        }
        Ok(weights)
    }
}
