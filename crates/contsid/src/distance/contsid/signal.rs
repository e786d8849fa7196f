//! The norm of Σ_s δ_s(x) k_j(x_j⁽ˢ⁾, ·) for all interventions x on some treatments.

use super::column::{Factor, PreparedColumn, Root};
use super::plan::Plan;
use super::solved::{Solved, Weights};
use crate::kernel::ProductKernel;
use crate::numeric::{Matrix, dot, weighted_roots};

/// How many interventions are looked at together where the target's kernel has no low-rank factor.
pub(super) const BLOCK: usize = 256;

/// How many columns of a Gram matrix are made at a time.
const GRAM_BLOCK: usize = 128;

/// δ(x) = Σ_terms scale(x) · M e(x) + shift(x)/N.
///
/// With the weights M₁ E, M₂ E of two graphs, δ = w₂ − w₁ has two terms, or one with M = M₂ − M₁ where no correction scales
/// them; δ = w − 1/N has one term and the shift −1.
pub(super) struct Signal<'a> {
    terms: Vec<Term<'a>>,
    shifts: Vec<f64>,
    /// The weight of each intervention.
    shares: &'a [f64],
}

struct Term<'a> {
    weights: &'a Weights,
    /// For each intervention its place among the points of the term's own treatments, where they are not the same points.
    places: Option<&'a [usize]>,
    /// For each intervention; 1 if there is none.
    scales: Option<Vec<f64>>,
}

/// Interventions on the treatments of two graphs together, where these differ.
pub(super) struct Crossing {
    /// The weight of each intervention.
    pub(super) shares: Vec<f64>,
    /// For each intervention the place of its values of the true graph's treatments among the points of these.
    pub(super) truth: Vec<usize>,
    /// The same for the learnt graph.
    pub(super) learnt: Vec<usize>,
}

impl Term<'_> {
    /// scale(x) (Lᵀ M e(x))ᵀ, a row for each intervention.
    fn features(&self, factor: &Factor, small: &mut Matrix, out: &mut Matrix) {
        match self.weights {
            Weights::OfFactor { transposed, rows } => {
                small.set_times_transposed(&factor.transposed, transposed);
                out.set_times_transposed(rows, small);
            }
            Weights::OfPoints(matrix) => {
                small.set_times(&factor.transposed, matrix);
                *out = small.transposed();
            }
        }
        if let Some(places) = self.places {
            *out = out.gathered_rows(places);
        }
        if let Some(scales) = &self.scales {
            out.scale_rows(scales);
        }
    }
}

/// Matrices that are used for one target after the other.
#[derive(Default)]
pub(super) struct Scratch {
    small: Matrix,
    total: Matrix,
    more: Matrix,
}

impl<'a> Signal<'a> {
    /// w − 1/N: the intervention distribution against the marginal.
    pub(super) fn against_marginal(solved: &'a Solved) -> Self {
        let mut signal = Self::constant(-1.0, &solved.plan);
        signal.add(solved, None, 1.0);
        signal
    }

    /// w₂ − w₁.
    pub(super) fn between(truth: &'a Solved, learnt: &'a Solved) -> Self {
        let mut signal = Self::constant(0.0, &learnt.plan);
        signal.add(learnt, None, 1.0);
        signal.add(truth, None, -1.0);
        signal
    }

    /// w₂ − w₁ where the two graphs' treatments differ.
    pub(super) fn across(truth: &'a Solved, learnt: &'a Solved, crossing: &'a Crossing) -> Self {
        let shifts = vec![0.0; crossing.shares.len()];
        let mut signal = Self { terms: Vec::new(), shifts, shares: &crossing.shares };
        signal.add(learnt, Some(&crossing.learnt), 1.0);
        signal.add(truth, Some(&crossing.truth), -1.0);
        signal
    }

    /// The difference M₂ − M₁ of weights that nothing corrects.
    pub(super) fn of_difference(difference: &'a Weights, plan: &'a Plan) -> Self {
        let terms = vec![Term { weights: difference, places: None, scales: None }];
        Self { terms, ..Self::constant(0.0, plan) }
    }

    /// The same shift at all interventions, and no term.
    fn constant(shift: f64, plan: &'a Plan) -> Self {
        Self { terms: Vec::new(), shifts: vec![shift; plan.points.len()], shares: &plan.points.weights }
    }

    fn add(&mut self, solved: &'a Solved, places: Option<&'a [usize]>, sign: f64) {
        let count = self.shifts.len();
        let place = |intervention: usize| places.map_or(intervention, |places| places[intervention]);
        let scales = match &solved.corrections {
            None if sign == 1.0 => None,
            None => Some(vec![sign; count]),
            Some(corrections) => Some((0..count).map(|at| sign * corrections[place(at)].scale).collect()),
        };
        if let Some(corrections) = &solved.corrections {
            for (at, shift) in self.shifts.iter_mut().enumerate() {
                *shift += sign * corrections[place(at)].shift;
            }
        }
        self.terms.push(Term { weights: &solved.weights, places, scales });
    }

    /// The mean of ‖Σ_s δ_s(x) k(x⁽ˢ⁾, ·)‖ over the interventions, by their weights.
    ///
    /// Targets are looked at one by one, so that a distance has the same bits whatever else is asked for.
    pub(super) fn mean_norm(&self, target: &PreparedColumn, scratch: &mut Scratch) -> f64 {
        let squares = match &target.root {
            Root::LowRank(factor) => self.squares_by_factor(factor, scratch),
            Root::Markov(_) | Root::Gram => self.squares_by_block(target),
        };
        weighted_roots(&squares, self.shares)
    }

    /// The squared norms of Lᵀ δ = Lᵀ Σ_terms scale(x) M e(x) + shift(x) Lᵀ 1 / N.
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

    /// The squared norms for a target without a low-rank factor, a block of interventions at a time.
    fn squares_by_block(&self, target: &PreparedColumn) -> Vec<f64> {
        let count = self.shifts.len();
        let blocks = (0..count).step_by(BLOCK).map(|first| self.deltas(first, BLOCK.min(count - first)));
        blocks.flat_map(|block| squared_norms(target, &block)).collect()
    }

    /// δ for the interventions from `first` on.
    fn deltas(&self, first: usize, count: usize) -> Matrix {
        let terms = self.terms.iter().map(|term| {
            let places = term.places.map(|places| &places[first..first + count]);
            let mut weights = match (term.weights, places) {
                (Weights::OfFactor { transposed, rows }, None) => transposed.transpose_times_rows(rows, first, count),
                (Weights::OfFactor { transposed, rows }, Some(places)) => {
                    transposed.transpose_times_rows(&rows.gathered_rows(places), 0, count)
                }
                (Weights::OfPoints(matrix), None) => matrix.columns_from(first, count),
                (Weights::OfPoints(matrix), Some(places)) => matrix.gathered(places),
            };
            if let Some(scales) = &term.scales {
                weights.scale_columns(&scales[first..first + count]);
            }
            weights
        });
        let mut total = sum(terms);
        let share = 1.0 / total.row_count() as f64;
        for place in 0..count {
            let shift = self.shifts[first + place] * share;
            total.column_mut(place).iter_mut().for_each(|delta| *delta += shift);
        }
        total
    }
}

fn sum(mut matrices: impl Iterator<Item = Matrix>) -> Matrix {
    let mut total = matrices.next().expect("a signal has a term");
    matrices.for_each(|matrix| total.add(&matrix));
    total
}

/// ‖Σ_s δ_s k(x⁽ˢ⁾, ·)‖² = δᵀ K δ for each column δ of a block.
pub(super) fn squared_norms(target: &PreparedColumn, block: &Matrix) -> Vec<f64> {
    match &target.root {
        Root::LowRank(factor) => factor.transposed.times(block).squared_norms(),
        Root::Markov(root) => block.columns().map(|delta| root.squared_norm(delta)).collect(),
        Root::Gram => quadratic_forms(target, block),
    }
}

/// δᵀ K δ for each column δ of the block, a few columns of K at a time.
fn quadratic_forms(target: &PreparedColumn, block: &Matrix) -> Vec<f64> {
    let (kernel, rows) = (ProductKernel::new(&[&target.kernel]), target.kernel.len());
    let mut forms = vec![0.0; block.column_count()];
    for first in (0..rows).step_by(GRAM_BLOCK) {
        let count = GRAM_BLOCK.min(rows - first);
        let product = kernel.gram_columns(rows, first, count).transpose_times(block);
        for (place, form) in forms.iter_mut().enumerate() {
            *form += dot(product.column(place), &block.column(place)[first..first + count]);
        }
    }
    forms
}
