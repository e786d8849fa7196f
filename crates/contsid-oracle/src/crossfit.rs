//! Cross-fitted contSID: every part of the rows estimates every contrast by itself, and squares are taken between
//! different parts only.
//!
//! A contrast of part b in repeat r at an intervention x is a vector of N weights, zero outside the part; its inner
//! products are δᵀ K_j δ′ / ‖μ_j‖².

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

use crate::contsid::{Estimator, Kernel, Problem};
use crate::graphs::Graph;
use crate::joint_contsid::{Points, Proposed, Rule};
use crate::linear::{Rows, times};
use crate::statistics::statistics;
use crate::student::{quantile_above, survival};

/// Smallest sum that weights are divided by.
const LEAST_SUM: f64 = 0.5;

/// The parts of the rows in each repeat, and the ridge n λ of a part of n rows.
#[derive(Clone, Debug)]
pub struct Parts {
    /// For each repeat, the part of each row, 0…B−1.
    pub labels: Vec<Vec<usize>>,
    /// n λ
    pub ridge: f64,
    /// Whether a linear regression guides each part, for outcomes with a Gaussian kernel.
    pub is_guided: bool,
    /// Whether other estimates check the guided one.
    pub is_checked: bool,
}

/// The values that some treatments are set to.
#[derive(Clone, Debug)]
pub struct Interventions {
    /// The values and their weights.
    pub points: Points,
    /// The row that each point is an observation of; none if the points were chosen.
    pub rows: Option<Vec<usize>>,
}

/// The graphs, the sets of treatments, the rule of adjustment, and the values of a set of treatments.
pub struct Question<'a> {
    /// The true graph.
    pub truth: &'a Graph,
    /// The learnt graph.
    pub learnt: &'a Graph,
    /// The sets of treatments.
    pub sets: &'a [Vec<usize>],
    /// The rule of adjustment.
    pub rule: Rule,
    /// The values that a set of treatments is set to.
    pub interventions: &'a dyn Fn(&[usize]) -> Interventions,
}

/// One set of treatments and one outcome.
#[derive(Clone, Debug)]
pub struct PairAnswer {
    /// The treatments.
    pub treatments: Vec<usize>,
    /// The outcome.
    pub outcome: usize,
    /// d
    pub distance: f64,
    /// Its standard error.
    pub error: f64,
    /// How far two other estimates differ, as far as they count, and what all smooth away.
    pub disagreement: [f64; 3],
    /// p
    pub p_value: f64,
    /// The share of interventions at which the weights of an estimate sum to less than ½, over all parts.
    pub low_overlap: f64,
    /// The larger κ of the two graphs; none without a guide.
    pub kappa: Option<f64>,
    /// g_rb − mean_b g_rb, repeats × parts.
    pub deviations: Rows,
}

impl PairAnswer {
    /// A pair about which nothing else is known.
    fn exact(treatments: &[usize], outcome: usize, distance: f64, deviations: Rows) -> Self {
        Self {
            treatments: treatments.to_vec(),
            outcome,
            distance,
            error: 0.0,
            disagreement: [0.0; 3],
            p_value: 1.0,
            low_overlap: 0.0,
            kappa: None,
            deviations,
        }
    }
}

/// All pairs that have a distance, and their sum.
#[derive(Clone, Debug)]
pub struct CrossFitAnswer {
    /// The pairs.
    pub pairs: Vec<PairAnswer>,
    /// Σ d
    pub sum: f64,
    /// Its standard error.
    pub error: f64,
    /// How far other estimates differ: the root of the squares of three sums over the pairs.
    pub model_error: f64,
    /// Its interval of 95 %.
    pub interval: [f64; 2],
    /// The sum over the pairs of g_rb − mean_b g_rb.
    pub deviations: Rows,
}

/// contSID of one learnt graph minus that of another on the same parts, and its standard error.
pub fn difference(one: &CrossFitAnswer, other: &CrossFitAnswer) -> (f64, f64) {
    let rows = one.deviations.iter().zip(&other.deviations);
    let deviations: Rows = rows.map(|(a, b)| a.iter().zip(b).map(|(a, b)| a - b).collect()).collect();
    (one.sum - other.sum, standard_error(&deviations))
}

/// The standard error of a mean over parts, from the deviations of the parts, repeats × parts.
pub fn standard_error(deviations: &Rows) -> f64 {
    let parts = deviations[0].len() as f64;
    let squares = mean(deviations.iter().map(|row| row.iter().map(|value| value * value).sum::<f64>()));
    (squares / (parts * (parts - 1.0))).sqrt()
}

impl Parts {
    pub(crate) fn count(&self) -> usize {
        self.labels[0].iter().max().expect("there are rows") + 1
    }

    /// R (B − 1)
    pub fn degrees(&self) -> f64 {
        (self.labels.len() * (self.count() - 1)) as f64
    }

    /// The rows of every part, part after part of each repeat.
    pub(crate) fn all(&self) -> impl Iterator<Item = Vec<usize>> {
        (0..self.labels.len()).flat_map(move |repeat| (0..self.count()).map(move |part| self.rows(repeat, part)))
    }

    /// The rows of a part.
    pub(crate) fn rows(&self, repeat: usize, part: usize) -> Vec<usize> {
        (0..self.labels[repeat].len()).filter(|&row| self.labels[repeat][row] == part).collect()
    }
}

impl Problem {
    /// Cross-fitted contSID of two graphs.
    pub fn crossfit(&self, question: &Question<'_>, parts: &Parts) -> CrossFitAnswer {
        let nodes = question.truth.len();
        let outcomes = |set: &Vec<usize>| (0..nodes).filter(|node| !set.contains(node)).collect::<Vec<_>>();
        let asked = question.sets.iter().flat_map(|set| outcomes(set).into_iter().map(move |outcome| (set, outcome)));
        let pairs: Vec<PairAnswer> =
            asked.filter_map(|(set, outcome)| self.crossfit_pair(question, parts, set, outcome)).collect();
        let mut deviations = vec![vec![0.0; parts.count()]; parts.labels.len()];
        for pair in &pairs {
            for (sums, row) in deviations.iter_mut().zip(&pair.deviations) {
                sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
            }
        }
        let (sum, error) = (pairs.iter().map(|pair| pair.distance).sum::<f64>(), standard_error(&deviations));
        let sums = [0, 1, 2].map(|index| pairs.iter().map(|pair| pair.disagreement[index]).sum::<f64>());
        let model_error = sums.iter().map(|sum| sum * sum).sum::<f64>().sqrt();
        let reach = quantile_above(0.025, parts.degrees()) * error.hypot(model_error);
        CrossFitAnswer { pairs, sum, error, model_error, interval: [(sum - reach).max(0.0), sum + reach], deviations }
    }

    /// None if a graph has no adjustment set.
    fn crossfit_pair(
        &self,
        question: &Question<'_>,
        parts: &Parts,
        set: &[usize],
        outcome: usize,
    ) -> Option<PairAnswer> {
        let graphs = [question.truth, question.learnt];
        let proposed = graphs.map(|graph| Proposed::new(graph, set, outcome, question.rule));
        let label = self.joint_label(graphs, &proposed, outcome);
        if label == "no adjustment set" {
            return None;
        }
        if matches!(label, "1" | "3.1") || proposed[0] == proposed[1] {
            return Some(PairAnswer::exact(set, outcome, 0.0, vec![vec![0.0; parts.count()]; parts.labels.len()]));
        }
        let interventions = (question.interventions)(set);
        let divisor = self.outcome_divisor(outcome, label);
        let low = self.low_shares(&proposed, set, &interventions, parts);
        let all = |products: &[Rows]| statistics(products, divisor, &interventions, parts, |_| 1.0);
        let near = |products: &[Rows]| statistics(products, divisor, &interventions, parts, |x| 1.0 - low[x]);
        let plain = self.plain_products(&proposed, (set, outcome), &interventions, parts);
        let is_guided = parts.is_guided && matches!(self.kernels[outcome], Kernel::Gaussian(_));
        let guided = is_guided.then(|| self.guided_products(&proposed, (set, outcome), &interventions, parts));
        let (products, kappa) = guided.as_ref().map_or((&plain, 1.0), |(products, kappa)| (products, *kappa));
        let mut found = all(products);
        if parts.is_checked {
            // κ = u³/(1 + u³), and w is the same at u √(2/B).
            let shrink = (2.0 / parts.count() as f64).powf(1.5);
            let w = kappa * shrink / (1.0 - kappa + kappa * shrink);
            found = found.checked_by([&near(products), &near(&plain)], w);
        }
        found.d = found.d.max(0.0);
        if self.divides(label) {
            found.count_norm(&self.norm_shares(outcome, parts));
        }
        let e = standard_error(&found.h).hypot(found.q_disagreement);
        let p_value = if e > 0.0 { survival(found.q / e, parts.degrees()) } else { 1.0 };
        let error = standard_error(&found.g);
        let low_overlap = interventions.points.iter().zip(&low).map(|((_, share), low)| share * low).sum();
        let (disagreement, kappa) = (found.disagreement, guided.map(|(_, kappa)| kappa));
        let exact = PairAnswer::exact(set, outcome, found.d, found.g);
        Some(PairAnswer { error, disagreement, p_value, low_overlap, kappa, ..exact })
    }

    /// ‖μ_j‖, or 1 where nothing is divided.
    fn outcome_divisor(&self, outcome: usize, label: &str) -> f64 {
        let count = self.columns[0].len();
        self.divisor(label, &self.gram(&[outcome]), &vec![1.0 / count as f64; count])
    }

    /// n_rb = ⟨μ_rb, μ⟩/‖μ‖², repeats × parts: the outcome's mean embedding in each part along that in all rows.
    fn norm_shares(&self, outcome: usize, parts: &Parts) -> Rows {
        let along: Vec<f64> = self.gram(&[outcome]).iter().map(|row| mean(row.iter().copied())).collect();
        let square = mean(along.iter().copied());
        let share = |rows: Vec<usize>| mean(rows.iter().map(|&row| along[row])) / square;
        let shares: Vec<f64> = parts.all().map(share).collect();
        shares.chunks(parts.count()).map(<[f64]>::to_vec).collect()
    }

    /// δᵀ K_j δ′ of the contrasts of all parts, for each intervention.
    fn plain_products(
        &self,
        proposed: &[Proposed; 2],
        (set, outcome): (&[usize], usize),
        interventions: &Interventions,
        parts: &Parts,
    ) -> Vec<Rows> {
        let deltas: Vec<Vec<Vec<f64>>> =
            parts.all().map(|rows| self.part_contrast(proposed, set, &rows, interventions, parts)).collect();
        let gram = self.gram(&[outcome]);
        let at = |x: usize| {
            let images: Rows = deltas.iter().map(|delta| times(&gram, &delta[x])).collect();
            deltas.iter().map(|delta| images.iter().map(|image| inner(&delta[x], image)).collect()).collect()
        };
        (0..interventions.points.len()).map(at).collect()
    }

    /// δ(x) of one part for each intervention x.
    fn part_contrast(
        &self,
        [truth, learnt]: &[Proposed; 2],
        set: &[usize],
        rows: &[usize],
        interventions: &Interventions,
        parts: &Parts,
    ) -> Vec<Vec<f64>> {
        let weights = |proposed: &Proposed| -> Vec<Vec<f64>> {
            if proposed.relevant.is_empty() {
                return vec![vec![1.0 / rows.len() as f64; rows.len()]; interventions.points.len()];
            }
            self.part_weights(proposed, rows, parts, &own_points(proposed, set, interventions))
        };
        let (first, second) = (weights(truth), weights(learnt));
        let spread = |(a, b): (&Vec<f64>, &Vec<f64>)| {
            let mut delta = vec![0.0; self.columns[0].len()];
            rows.iter().zip(a.iter().zip(b)).for_each(|(&row, (a, b))| delta[row] = b - a);
            delta
        };
        first.iter().zip(&second).map(spread).collect()
    }

    /// For each intervention the share of the parts in which the weights of an estimate sum to less than ½.
    fn low_shares(&self, proposed: &[Proposed; 2], set: &[usize], of: &Interventions, parts: &Parts) -> Vec<f64> {
        let of_part = |rows: Vec<usize>| -> Vec<f64> {
            let estimated = proposed.iter().filter(|proposed| !proposed.relevant.is_empty());
            let weights: Vec<Vec<Vec<f64>>> = estimated
                .map(|proposed| self.solved_weights(proposed, &rows, parts, &own_points(proposed, set, of)))
                .collect();
            let is_low = |x: usize| weights.iter().any(|weights| weights[x].iter().sum::<f64>() < LEAST_SUM);
            (0..of.points.len()).map(|x| f64::from(u8::from(is_low(x)))).collect()
        };
        let low: Vec<Vec<f64>> = parts.all().map(of_part).collect();
        (0..of.points.len()).map(|x| mean(low.iter().map(|part| part[x]))).collect()
    }

    /// Weights of a part's rows that sum to one.
    pub(crate) fn part_weights(
        &self,
        proposed: &Proposed,
        rows: &[usize],
        parts: &Parts,
        points: &[Vec<f64>],
    ) -> Vec<Vec<f64>> {
        let mut weights = self.solved_weights(proposed, rows, parts, points);
        let count = rows.len() as f64;
        for weights in &mut weights {
            let sum: f64 = weights.iter().sum();
            let scale = 1.0 / sum.max(LEAST_SUM);
            for weight in weights.iter_mut() {
                *weight = *weight * scale + (1.0 - sum * scale) / count;
            }
        }
        weights
    }

    /// Weights of a part's rows before they are made to sum to one.
    pub(crate) fn solved_weights(
        &self,
        proposed: &Proposed,
        rows: &[usize],
        parts: &Parts,
        points: &[Vec<f64>],
    ) -> Vec<Vec<f64>> {
        let columns = self.columns.iter().map(|column| rows.iter().map(|&row| column[row]).collect()).collect();
        let part = Self { columns, estimator: Estimator::Plain, ..self.clone() };
        let adjustment = proposed.set.as_ref().expect("left out before");
        part.joint_weights(&proposed.relevant, adjustment, parts.ridge / rows.len() as f64, points)
    }
}

/// The values of the relevant treatments at each intervention.
pub(crate) fn own_points(proposed: &Proposed, set: &[usize], interventions: &Interventions) -> Vec<Vec<f64>> {
    let at = |node: &usize| set.iter().position(|other| other == node).expect("R ⊆ I");
    let own = |(x, _): &(Vec<f64>, f64)| proposed.relevant.iter().map(|node| x[at(node)]).collect();
    interventions.points.iter().map(own).collect()
}

fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(crate) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}
