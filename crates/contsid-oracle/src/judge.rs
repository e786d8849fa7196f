//! Graphs judged by experiments: every part of the observational rows predicts the rows of one part of the experiment,
//! and squares are taken between different parts only.
//!
//! A contrast δ_b is a matrix of coefficients: a row for each row (x, y) of the experiment, a column for each value of
//! the outcome, first the N observational ones, then those of the experiment. With K_x the kernel of the treatments and
//! K_j that of the outcome, ⟨δ, δ′⟩ = Σ_st K_x(s, t) (δ K_j δ′ᵀ)_st / ‖μ_j‖².

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

use crate::contsid::Problem;
use crate::crossfit::{Parts, standard_error};
use crate::graphs::Graph;
use crate::joint_contsid::{Proposed, Rule};
use crate::linear::{Rows, quadratic_form, times};

/// Rows in which some variables were set.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The variables that were set.
    pub treatments: Vec<usize>,
    /// The recorded values, by columns.
    pub columns: Vec<Vec<f64>>,
    /// The weight of each row.
    pub weights: Vec<f64>,
    /// For each repeat, the part of each row.
    pub labels: Vec<Vec<usize>>,
}

/// One experiment and one outcome.
#[derive(Clone, Debug)]
pub struct PairVerdict {
    /// The index of the experiment.
    pub experiment: usize,
    /// The outcome.
    pub outcome: usize,
    /// The score of the graph.
    pub score: f64,
    /// The score of "no effect".
    pub no_effect: f64,
    deviations: [Rows; 2],
}

/// What experiments say about a graph.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Each experiment with each outcome.
    pub pairs: Vec<PairVerdict>,
    /// 1 − Σ score / Σ no effect.
    pub skill: f64,
    /// Its standard error.
    pub error: f64,
    /// Its deviation in each part, repeats × parts.
    pub deviations: Rows,
}

/// A score and the deviations of its parts, repeats × parts.
type Score = (f64, Rows);

impl Problem {
    /// Judges a graph; the columns of the problem are the observational rows.
    pub fn judge(&self, graph: &Graph, experiments: &[Experiment], parts: &Parts, rule: Rule) -> Verdict {
        let pairs: Vec<PairVerdict> = experiments
            .iter()
            .enumerate()
            .flat_map(|(index, given)| {
                let outcomes = (0..graph.len()).filter(|node| !given.treatments.contains(node));
                outcomes
                    .map(|outcome| self.pair_verdict(graph, (index, given), outcome, parts, rule))
                    .collect::<Vec<_>>()
            })
            .collect();
        let sum = |of: fn(&PairVerdict) -> f64| pairs.iter().map(of).sum::<f64>();
        let (total, none) = (sum(|pair| pair.score), sum(|pair| pair.no_effect));
        let change = |repeat: usize, part: usize| {
            let of_pair = |pair: &PairVerdict| {
                let [own, other] = &pair.deviations;
                -own[repeat][part] / none + other[repeat][part] * total / (none * none)
            };
            pairs.iter().map(of_pair).sum::<f64>()
        };
        let (repeats, count) = (parts.labels.len(), parts.count());
        let deviations: Rows = (0..repeats).map(|r| (0..count).map(|b| change(r, b)).collect()).collect();
        Verdict { skill: 1.0 - total / none, error: standard_error(&deviations), deviations, pairs }
    }

    fn pair_verdict(
        &self,
        graph: &Graph,
        (experiment, given): (usize, &Experiment),
        outcome: usize,
        parts: &Parts,
        rule: Rule,
    ) -> PairVerdict {
        let proposed = Proposed::new(graph, &given.treatments, outcome, rule);
        let estimated = !proposed.relevant.is_empty() && proposed.set.is_some();
        let (none, own) =
            (self.score(None, given, outcome, parts), |proposed| self.score(Some(proposed), given, outcome, parts));
        let (score, deviations) = if estimated { own(&proposed) } else { none.clone() };
        PairVerdict { experiment, outcome, score, no_effect: none.0, deviations: [deviations, none.1] }
    }

    /// The score of a prediction; without one, that of the marginal.
    fn score(&self, proposed: Option<&Proposed>, given: &Experiment, outcome: usize, parts: &Parts) -> Score {
        let (inner, count) = (Inner::new(self, given, outcome), parts.count());
        let (mut value, mut deviations) = (0.0, Vec::new());
        for repeat in 0..parts.labels.len() {
            let deltas: Vec<Rows> =
                (0..count).map(|part| self.contrast(proposed, given, parts, repeat, part)).collect();
            let gram: Rows = deltas.iter().map(|a| deltas.iter().map(|b| inner.of(a, b)).collect()).collect();
            let between: f64 = (0..count).map(|a| gram[a].iter().sum::<f64>() - gram[a][a]).sum();
            value += between / (count * (count - 1)) as f64 / parts.labels.len() as f64;
            let size = gram.iter().flatten().sum::<f64>() / (count * count) as f64;
            let heights: Vec<f64> =
                gram.iter().map(|row| 2.0 * row.iter().sum::<f64>() / count as f64 - size).collect();
            let center = heights.iter().sum::<f64>() / count as f64;
            deviations.push(heights.into_iter().map(|height| height - center).collect());
        }
        (value, deviations)
    }

    /// δ_b: a row of coefficients for each row of the experiment.
    fn contrast(
        &self,
        proposed: Option<&Proposed>,
        given: &Experiment,
        parts: &Parts,
        repeat: usize,
        part: usize,
    ) -> Rows {
        let (rows, samples) = (parts.rows(repeat, part), self.columns[0].len());
        let mine: Vec<usize> = (0..given.weights.len()).filter(|&row| given.labels[repeat][row] == part).collect();
        let sum: f64 = mine.iter().map(|&row| given.weights[row]).sum();
        let mut delta = vec![vec![0.0; samples + given.weights.len()]; given.weights.len()];
        let even = vec![vec![1.0 / rows.len() as f64; rows.len()]; mine.len()];
        let weights = proposed.map_or(even, |proposed| {
            let at = |&row: &usize| proposed.relevant.iter().map(|&node| given.columns[node][row]).collect();
            self.part_weights(proposed, &rows, parts, &mine.iter().map(at).collect::<Vec<_>>())
        });
        for (&row, weights) in mine.iter().zip(&weights) {
            let share = given.weights[row] / sum;
            rows.iter().zip(weights).for_each(|(&sample, weight)| delta[row][sample] = share * weight);
            delta[row][samples + row] = -share;
        }
        delta
    }
}

/// The inner product of contrasts.
struct Inner {
    treatments: Rows,
    outcome: Rows,
    square: f64,
}

impl Inner {
    fn new(problem: &Problem, given: &Experiment, outcome: usize) -> Self {
        let samples = problem.columns[0].len();
        let all = [&problem.columns[outcome][..], &given.columns[outcome][..]].concat();
        let rows = 0..given.weights.len();
        let set = |s: usize, t: usize| {
            let kernel = |&c: &usize| problem.kernels[c].value(given.columns[c][s], given.columns[c][t]);
            given.treatments.iter().map(kernel).product()
        };
        let even: Vec<f64> = (0..all.len()).map(|k| if k < samples { 1.0 / samples as f64 } else { 0.0 }).collect();
        let outcome: Rows =
            all.iter().map(|&x| all.iter().map(|&y| problem.kernels[outcome].value(x, y)).collect()).collect();
        Self {
            treatments: rows.clone().map(|s| rows.clone().map(|t| set(s, t)).collect()).collect(),
            square: quadratic_form(&outcome, &even),
            outcome,
        }
    }

    fn of(&self, one: &Rows, other: &Rows) -> f64 {
        let images: Rows = other.iter().map(|row| times(&self.outcome, row)).collect();
        let product = |s: usize, t: usize| one[s].iter().zip(&images[t]).map(|(a, b)| a * b).sum::<f64>();
        let pairs = (0..one.len()).flat_map(|s| (0..one.len()).map(move |t| (s, t)));
        pairs.map(|(s, t)| self.treatments[s][t] * product(s, t)).sum::<f64>() / self.square
    }
}
