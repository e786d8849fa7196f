//! The weights of the estimated intervention distributions themselves, for whoever wants to look at them.

use super::solved::Solved;
use super::{ContSidError, InterventionPoints, Prepared, RowQuestion};
use crate::graph::NodeId;
use crate::numeric::add_multiple;

/// The weights w(x) of Σ_s w_s(x) k_j(x_j⁽ˢ⁾, ·) under both graphs at chosen interventions x on one treatment.
///
/// They serve every outcome: only the values that they weigh differ.
#[derive(Clone, Debug, PartialEq)]
pub struct InterventionWeights {
    /// For each intervention one weight for each sample; none where no outcome asks for the true graph's estimate.
    pub truth: Option<Vec<Vec<f64>>>,
    /// The same for the learnt graph.
    pub learnt: Option<Vec<Vec<f64>>>,
}

impl Prepared {
    /// The values that a treatment is set to.
    pub fn interventions(&self, treatment: NodeId) -> &InterventionPoints {
        &self.columns[treatment.index()].points
    }

    /// The weights that [`row`](Self::row) judges, at the interventions with these places among
    /// [`interventions`](Self::interventions). Systems that were solved before are not solved again.
    ///
    /// # Errors
    ///
    /// If a system cannot be solved.
    pub fn intervention_weights(
        &self,
        question: &RowQuestion<'_>,
        places: &[usize],
    ) -> Result<InterventionWeights, ContSidError> {
        let sides = question.sides(&self.ridges(question)?, &mut |system| self.solved(system))?;
        let at_places =
            |solved: &Solved| places.iter().map(|&place| self.weights_at(solved, place)).collect::<Vec<_>>();
        Ok(InterventionWeights {
            truth: sides.truth.as_deref().map(at_places),
            learnt: sides.learnt.as_deref().map(at_places),
        })
    }

    fn weights_at(&self, solved: &Solved, place: usize) -> Vec<f64> {
        let mut weights = match &solved.plan.expansion {
            None => solved.weights.column(place).to_vec(),
            Some(expansion) => {
                let mut sum = vec![0.0; self.samples];
                for (column, &factor) in solved.weights.columns().zip(expansion.column(place)) {
                    add_multiple(&mut sum, column, factor);
                }
                sum
            }
        };
        if let Some(corrections) = &solved.corrections {
            let (correction, count) = (corrections[place], self.samples as f64);
            for weight in &mut weights {
                *weight = correction.scale * *weight + correction.shift / count;
            }
        }
        weights
    }
}
