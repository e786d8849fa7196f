//! The weights of the estimated intervention distributions themselves, for whoever wants to look at them.

use super::solved::Solved;
use super::system::System;
use super::{ContSidError, InterventionPoints, Prepared};
use crate::distance::Selection;
use crate::graph::{Dag, GraphPair, NodeId, NodeSet};
use std::collections::BTreeMap;

/// Which estimates are asked for.
#[derive(Clone, Copy, Debug)]
pub struct WeightsQuestion<'a> {
    /// The graphs.
    pub pair: GraphPair<'a, Dag>,
    /// The treatment.
    pub treatment: NodeId,
    /// The pairs that the distance looks at: a ridge parameter that is chosen by the data depends on them.
    pub selection: &'a Selection,
    /// The outcomes whose estimates are wanted.
    pub outcomes: &'a NodeSet,
    /// The interventions, by their places among [`interventions`](Prepared::interventions).
    pub places: &'a [usize],
}

/// The estimates behind the distances of one treatment: [`Prepared::intervention_weights`].
#[derive(Clone, Debug, PartialEq)]
pub struct InterventionWeights {
    /// Each estimate once: outcomes with the same adjustment set share it.
    pub estimates: Vec<EstimateWeights>,
    /// For each node as outcome what its distance compares; none where nothing is estimated or the outcome is not wanted.
    pub outcomes: Vec<Option<ComparedEstimates>>,
}

/// The weights w(x) of Σ_s w_s(x) k_j(x_j⁽ˢ⁾, ·): only the values that they weigh differ between outcomes j.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimateWeights {
    /// What is adjusted for.
    pub adjustment: NodeSet,
    /// For each intervention x one weight for each sample.
    pub weights: Vec<Vec<f64>>,
}

/// The places of two estimates that are compared; none where a graph leaves the outcome as observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedEstimates {
    /// That of the true graph.
    pub truth: Option<usize>,
    /// That of the learnt graph.
    pub learnt: Option<usize>,
}

impl Prepared {
    /// The values that a treatment is set to.
    pub fn interventions(&self, treatment: NodeId) -> &InterventionPoints {
        &self.columns[treatment.index()].points
    }

    /// The weights that the distances of a treatment judge, by the rule of adjustment and with the ridge parameters of the
    /// options. Systems that were solved before are not solved again.
    ///
    /// # Errors
    ///
    /// If a system cannot be solved.
    pub fn intervention_weights(&self, question: &WeightsQuestion<'_>) -> Result<InterventionWeights, ContSidError> {
        let WeightsQuestion { pair, treatment, selection, outcomes, places } = *question;
        let mut numbers: BTreeMap<System, usize> = BTreeMap::new();
        let mut compared = vec![None; self.node_count()];
        for (outcome, contrast) in self.single_contrasts(pair, treatment, selection)? {
            if outcomes.contains(outcome) {
                let mut number = |system: System| {
                    let next = numbers.len();
                    *numbers.entry(system).or_insert(next)
                };
                compared[outcome.index()] = Some(ComparedEstimates {
                    truth: contrast.truth.map(&mut number),
                    learnt: contrast.learnt.map(&mut number),
                });
            }
        }
        let mut systems: Vec<(System, usize)> = numbers.into_iter().collect();
        systems.sort_by_key(|&(_, number)| number);
        let estimate = |(system, _): (System, usize)| {
            let solved = self.solved(&system)?;
            let weights = places.iter().map(|&place| self.weights_at(&solved, place)).collect();
            Ok::<_, ContSidError>(EstimateWeights { adjustment: system.adjustment, weights })
        };
        let estimates = systems.into_iter().map(estimate).collect::<Result<_, _>>()?;
        Ok(InterventionWeights { estimates, outcomes: compared })
    }

    fn weights_at(&self, solved: &Solved, place: usize) -> Vec<f64> {
        let mut weights = solved.weights.at(place);
        if let Some(corrections) = &solved.corrections {
            let (correction, count) = (corrections[place], self.samples as f64);
            for weight in &mut weights {
                *weight = correction.scale * *weight + correction.shift / count;
            }
        }
        weights
    }
}
