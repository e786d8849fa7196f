//! The norm of Σ_s δ_s(x) k_j(x_j⁽ˢ⁾, ·) for all interventions x on some treatments.

use crate::distance::contsid::columns::{
    BLOCK, Columns, Factor, InterventionPlan, InterventionPlans, PreparedColumn, Root,
};
use crate::distance::contsid::solve::{Scratch, Solved, SolvedWeights};
use crate::distance::contsid::{ContSidError, Estimand};
use crate::execution::{Cancelled, Execution};
use crate::graph::NodeSet;
use crate::numeric::{Matrix, weighted_roots};

/// δ(x) = Σ_terms scale(x) · M e(x) + shift(x)/N.
///
/// With the weights M₁ E, M₂ E of two graphs, δ = w₂ − w₁ has two terms, or one with M = M₂ − M₁ if no correction
/// scales them; δ = w − 1/N has one term and the shift −1.
pub(in super::super) struct Signal<'a> {
    terms: Vec<Term<'a>>,
    shifts: Vec<f64>,
    /// The weight of each intervention.
    shares: &'a [f64],
}

struct Term<'a> {
    weights: &'a SolvedWeights,
    /// For each intervention, its index among the points of the term's own treatments, if these differ.
    indices: Option<&'a [usize]>,
    /// One for each intervention; none if all are 1.
    scales: Option<Vec<f64>>,
}

/// Interventions on the treatments of two graphs together, if these differ.
pub(in super::super) struct Crossing {
    /// The weight of each intervention.
    shares: Vec<f64>,
    /// For each intervention, the index of its values among the points of the true graph's treatments.
    truth: Vec<usize>,
    /// The same for the learnt graph.
    learnt: Vec<usize>,
}

impl Crossing {
    /// The interventions on the treatments of both estimands together; none if both have the same. `columns` must be
    /// those that the plans were made from.
    ///
    /// # Errors
    ///
    /// If there are too many joint values.
    pub(in super::super) fn between(
        truth: &Estimand,
        learnt: &Estimand,
        columns: &Columns,
        plans: &InterventionPlans,
    ) -> Result<Option<Self>, ContSidError> {
        if truth.treatments == learnt.treatments {
            return Ok(None);
        }
        let union = &truth.treatments | &learnt.treatments;
        let plan = plans.of(columns, &union)?;
        let indices = |own: &NodeSet| {
            let kept: Vec<usize> =
                (0..).zip(union.iter()).filter(|(_, node)| own.contains(*node)).map(|(index, _)| index).collect();
            Ok::<_, ContSidError>(plan.points.indices_in(&kept, &plans.of(columns, own)?.points))
        };
        let (truth, learnt) = (indices(&truth.treatments)?, indices(&learnt.treatments)?);
        Ok(Some(Self { truth, learnt, shares: plan.points.weights.clone() }))
    }
}

impl Term<'_> {
    /// scale(x) (Lᵀ M e(x))ᵀ, a row for each intervention.
    fn features(&self, factor: &Factor, small: &mut Matrix, out: &mut Matrix) {
        match self.weights {
            SolvedWeights::OfFactor { transposed, rows } => {
                small.set_times_transposed(&factor.transposed, transposed);
                out.set_times_transposed(rows, small);
            }
            SolvedWeights::OfPoints(matrix) => {
                small.set_times(&factor.transposed, matrix);
                *out = small.transposed();
            }
        }
        if let Some(indices) = self.indices {
            *out = out.gathered_rows(indices);
        }
        if let Some(scales) = &self.scales {
            out.scale_rows(scales);
        }
    }
}

impl<'a> Signal<'a> {
    /// w − 1/N: the intervention distribution against the marginal.
    pub(in super::super) fn against_marginal(solved: &'a Solved) -> Self {
        let mut signal = Self::constant(-1.0, &solved.plan);
        signal.add(solved, None, 1.0);
        signal
    }

    /// w₂ − w₁.
    pub(in super::super) fn between(truth: &'a Solved, learnt: &'a Solved) -> Self {
        let mut signal = Self::constant(0.0, &learnt.plan);
        signal.add(learnt, None, 1.0);
        signal.add(truth, None, -1.0);
        signal
    }

    /// w₂ − w₁ if the two graphs' treatments differ.
    pub(in super::super) fn across(truth: &'a Solved, learnt: &'a Solved, crossing: &'a Crossing) -> Self {
        let shifts = vec![0.0; crossing.shares.len()];
        let mut signal = Self { terms: Vec::new(), shifts, shares: &crossing.shares };
        signal.add(learnt, Some(&crossing.learnt), 1.0);
        signal.add(truth, Some(&crossing.truth), -1.0);
        signal
    }

    /// The difference M₂ − M₁ of uncorrected weights.
    pub(in super::super) fn of_difference(difference: &'a SolvedWeights, plan: &'a InterventionPlan) -> Self {
        let terms = vec![Term { weights: difference, indices: None, scales: None }];
        Self { terms, ..Self::constant(0.0, plan) }
    }

    /// The same shift at all interventions, and no term.
    fn constant(shift: f64, plan: &'a InterventionPlan) -> Self {
        Self { terms: Vec::new(), shifts: vec![shift; plan.points.len()], shares: &plan.points.weights }
    }

    fn add(&mut self, solved: &'a Solved, indices: Option<&'a [usize]>, sign: f64) {
        let count = self.shifts.len();
        let index = |intervention: usize| indices.map_or(intervention, |indices| indices[intervention]);
        let scales = match &solved.corrections {
            None if sign == 1.0 => None,
            None => Some(vec![sign; count]),
            Some(corrections) => {
                Some((0..count).map(|intervention| sign * corrections[index(intervention)].scale).collect())
            }
        };
        if let Some(corrections) = &solved.corrections {
            for (intervention, shift) in self.shifts.iter_mut().enumerate() {
                *shift += sign * corrections[index(intervention)].shift;
            }
        }
        self.terms.push(Term { weights: &solved.weights, indices, scales });
    }

    /// The mean of ‖Σ_s δ_s(x) k(x⁽ˢ⁾, ·)‖ over the interventions, by their weights.
    ///
    /// Outcomes are processed one by one, so that a distance has the same bits whatever else is computed.
    ///
    /// # Errors
    ///
    /// If the computation is stopped.
    pub(in super::super) fn mean_norm(
        &self,
        outcome: &PreparedColumn,
        scratch: &mut Scratch,
        execution: &Execution<'_>,
    ) -> Result<f64, Cancelled> {
        execution.check()?;
        let squares = match &outcome.root {
            Root::LowRank(factor) => self.squares_by_factor(factor, scratch),
            Root::Markov(_) | Root::Gram => self.squares_by_block(outcome, execution)?,
        };
        Ok(weighted_roots(&squares, self.shares))
    }

    /// The squared norms of Lᵀ δ(x) = Lᵀ Σ_terms scale(x) M e(x) + shift(x) Lᵀ 1 / N.
    fn squares_by_factor(&self, factor: &Factor, scratch: &mut Scratch) -> Vec<f64> {
        let Scratch { small, total, more } = scratch;
        let (first, others) = self.terms.split_first().expect("a signal has a term");
        first.features(factor, small, total);
        for term in others {
            term.features(factor, small, more);
            total.add(more);
        }
        total.shifted_squared_row_norms(&factor.mean, &self.shifts)
    }

    /// The squared norms for an outcome without a low-rank factor, a block of interventions at a time.
    fn squares_by_block(&self, outcome: &PreparedColumn, execution: &Execution<'_>) -> Result<Vec<f64>, Cancelled> {
        let (count, mut squares) = (self.shifts.len(), Vec::new());
        for first in (0..count).step_by(BLOCK) {
            let block = self.deltas(first, BLOCK.min(count - first));
            squares.extend(outcome.squared_norms(&block, execution)?);
        }
        Ok(squares)
    }

    /// δ for the interventions from `first` on.
    fn deltas(&self, first: usize, count: usize) -> Matrix {
        let terms = self.terms.iter().map(|term| {
            let indices = term.indices.map(|indices| &indices[first..first + count]);
            let mut weights = match (term.weights, indices) {
                (SolvedWeights::OfFactor { transposed, rows }, None) => {
                    transposed.transpose_times_rows(rows, first, count)
                }
                (SolvedWeights::OfFactor { transposed, rows }, Some(indices)) => {
                    transposed.transpose_times_rows(&rows.gathered_rows(indices), 0, count)
                }
                (SolvedWeights::OfPoints(matrix), None) => matrix.columns_from(first, count),
                (SolvedWeights::OfPoints(matrix), Some(indices)) => matrix.gathered(indices),
            };
            if let Some(scales) = &term.scales {
                weights.scale_columns(&scales[first..first + count]);
            }
            weights
        });
        let mut total = sum(terms);
        let share = 1.0 / total.row_count() as f64;
        for index in 0..count {
            let shift = self.shifts[first + index] * share;
            total.column_mut(index).iter_mut().for_each(|delta| *delta += shift);
        }
        total
    }
}

fn sum(mut matrices: impl Iterator<Item = Matrix>) -> Matrix {
    let mut total = matrices.next().expect("a signal has a term");
    matrices.for_each(|matrix| total.add(&matrix));
    total
}
