//! Parts that a linear regression guides.
//!
//! A part's estimate of an embedding at x is a measure on the outcome's values. With f(x, z) + ε_t the linear model of
//! the part, fitted by least squares, and w(x) the weights of its kernel regression:
//!
//! ```text
//! mean_mt point(f(x, z_m) + ε_t)  +  κ Σ_s w_s(x) ( point(y_s) − mean_t point(f(x_s, z_s) + ε_t) )
//! ```
//!
//! Inner products of measures are double sums of the kernel.

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

use crate::contsid::{Kernel, Problem};
use crate::crossfit::{Interventions, Parts, mean, own_points};
use crate::joint_contsid::Proposed;
use crate::linear::{Rows, inverse, solve};

/// Values with their weights.
type Measure = Vec<(f64, f64)>;

/// Fewest rows of a part for each regressor.
const ROWS_OF_REGRESSOR: usize = 5;

/// A ridge relative to the variance of a regressor, so regressors may depend on each other.
const COLLINEARITY: f64 = 1e-10;

/// The estimate of a part at each intervention: the linear model, and the kernel regression's correction of it.
struct PartEstimate {
    model: Vec<Measure>,
    correction: Vec<Measure>,
}

impl Problem {
    /// The inner products of the contrasts of all parts, for each intervention, and the larger κ of the two graphs.
    pub(crate) fn guided_products(
        &self,
        proposed: &[Proposed; 2],
        (set, outcome): (&[usize], usize),
        interventions: &Interventions,
        parts: &Parts,
    ) -> (Vec<Rows>, f64) {
        let kernel = self.kernels[outcome];
        let of_graph = |proposed: &Proposed| -> (Vec<Vec<Measure>>, f64) {
            let estimate = |rows: Vec<usize>| self.part_estimate(proposed, (set, outcome), &rows, interventions, parts);
            let estimates: Vec<PartEstimate> = parts.all().map(estimate).collect();
            let kept = kept_share(kernel, &estimates, interventions, parts);
            (estimates.into_iter().map(|estimate| estimate.with(kept)).collect(), kept)
        };
        let [(truth, of_truth), (learnt, of_learnt)] = [of_graph(&proposed[0]), of_graph(&proposed[1])];
        let at = |x: usize| {
            let less = |(learnt, truth): (&Vec<Measure>, &Vec<Measure>)| -> Measure {
                learnt[x].iter().copied().chain(truth[x].iter().map(|(value, weight)| (*value, -weight))).collect()
            };
            let contrasts: Vec<Measure> = learnt.iter().zip(&truth).map(less).collect();
            contrasts.iter().map(|a| contrasts.iter().map(|b| product(kernel, a, b)).collect()).collect()
        };
        ((0..interventions.points.len()).map(at).collect(), of_truth.max(of_learnt))
    }

    fn part_estimate(
        &self,
        proposed: &Proposed,
        (set, outcome): (&[usize], usize),
        rows: &[usize],
        interventions: &Interventions,
        parts: &Parts,
    ) -> PartEstimate {
        let (count, values): (f64, Vec<f64>) =
            (rows.len() as f64, rows.iter().map(|&row| self.columns[outcome][row]).collect());
        if proposed.relevant.is_empty() {
            let marginal: Measure = values.iter().map(|&value| (value, 1.0 / count)).collect();
            let points = interventions.points.len();
            return PartEstimate { model: vec![marginal; points], correction: vec![Vec::new(); points] };
        }
        let adjustment = proposed.set.as_ref().expect("left out before");
        let used: Vec<usize> = [&proposed.relevant[..], adjustment].concat();
        let slopes = self.slopes(&used, outcome, rows);
        let at_row = |row: usize| used.iter().map(|&column| self.columns[column][row]).collect::<Vec<f64>>();
        let effect = |at: &[f64]| at.iter().zip(&slopes.of_columns).map(|(value, slope)| value * slope).sum::<f64>();
        let fitted: Vec<f64> = rows.iter().map(|&row| slopes.intercept + effect(&at_row(row))).collect();
        let noise: Vec<f64> = values.iter().zip(&fitted).map(|(value, fitted)| value - fitted).collect();
        let points = own_points(proposed, set, interventions);
        let weights = self.solved_weights(proposed, rows, parts, &points);
        let model = |point: &Vec<f64>| -> Measure {
            let set_to = |row: usize| [&point[..], &at_row(row)[point.len()..]].concat();
            let predicted = rows.iter().map(|&row| slopes.intercept + effect(&set_to(row)));
            predicted.flat_map(|center| noise.iter().map(move |e| (center + e, 1.0 / (count * count)))).collect()
        };
        let correction = |weights: &Vec<f64>| -> Measure {
            let left = values.iter().zip(&fitted).zip(weights);
            left.flat_map(|((&value, &center), &weight)| {
                let expected = noise.iter().map(move |e| (center + e, -weight / count));
                std::iter::once((value, weight)).chain(expected)
            })
            .collect()
        };
        PartEstimate { model: points.iter().map(model).collect(), correction: weights.iter().map(correction).collect() }
    }

    /// Least squares of the outcome on the columns of numbers among these that vary; none if they are too many.
    fn slopes(&self, used: &[usize], outcome: usize, rows: &[usize]) -> Slopes {
        let at = |column: usize, row: usize| self.columns[column][row];
        let varies = |column: usize| rows.iter().any(|&row| at(column, row) != at(column, rows[0]));
        let usable = |column: usize| self.kernels[column] != Kernel::Delta && varies(column);
        let mut chosen: Vec<usize> = (0..used.len()).filter(|&index| usable(used[index])).collect();
        if chosen.len() * ROWS_OF_REGRESSOR > rows.len() {
            chosen.clear();
        }
        let center = |column: usize| mean(rows.iter().map(|&row| at(column, row)));
        let covariance = |a: usize, b: usize| {
            let (first, second) = (center(a), center(b));
            rows.iter().map(|&row| (at(a, row) - first) * (at(b, row) - second)).sum::<f64>()
        };
        let entry = |a: usize, b: usize| covariance(used[a], used[b]) * if a == b { 1.0 + COLLINEARITY } else { 1.0 };
        let products: Rows = chosen.iter().map(|&a| chosen.iter().map(|&b| entry(a, b)).collect()).collect();
        let right: Vec<f64> = chosen.iter().map(|&a| covariance(used[a], outcome)).collect();
        let found = if chosen.is_empty() { Vec::new() } else { solve(&products, &inverse(&products), &right) };
        let mut of_columns = vec![0.0; used.len()];
        chosen.iter().zip(found).for_each(|(&index, slope)| of_columns[index] = slope);
        let centers = used.iter().zip(&of_columns).map(|(&column, slope)| center(column) * slope);
        Slopes { intercept: center(outcome) - centers.sum::<f64>(), of_columns }
    }
}

struct Slopes {
    intercept: f64,
    of_columns: Vec<f64>,
}

impl PartEstimate {
    fn with(self, kept: f64) -> Vec<Measure> {
        let both = self.model.into_iter().zip(self.correction);
        both.map(|(model, correction)| {
            model.into_iter().chain(correction.into_iter().map(|(value, weight)| (value, kept * weight))).collect()
        })
        .collect()
    }
}

/// κ = u³/(1 + u³), u = B S₊/V: S is what the corrections of different parts have in common, V the rest of their
/// squares.
fn kept_share(kernel: Kernel, estimates: &[PartEstimate], interventions: &Interventions, parts: &Parts) -> f64 {
    let (repeats, count) = (parts.labels.len(), parts.count());
    let product = |a: usize, b: usize| {
        let at = |(x, (_, weight)): (usize, &(Vec<f64>, f64))| {
            weight * product(kernel, &estimates[a].correction[x], &estimates[b].correction[x])
        };
        interventions.points.iter().enumerate().map(at).sum::<f64>()
    };
    let of_repeat = |repeat: usize| repeat * count..(repeat + 1) * count;
    let pairs = (0..repeats).flat_map(|repeat| {
        of_repeat(repeat).flat_map(move |a| of_repeat(repeat).filter(move |&b| b != a).map(move |b| (a, b)))
    });
    let signal = mean(pairs.map(|(a, b)| product(a, b)));
    let noise = mean((0..repeats * count).map(|a| product(a, a))) - signal;
    let u = count as f64 * signal.max(0.0) / noise;
    if u > 0.0 { 1.0 / (1.0 + u.powi(-3)) } else { 0.0 }
}

fn product(kernel: Kernel, a: &Measure, b: &Measure) -> f64 {
    let with_all = |&(value, weight): &(f64, f64)| {
        weight * b.iter().map(|(other, share)| share * kernel.value(value, *other)).sum::<f64>()
    };
    a.iter().map(with_all).sum()
}
