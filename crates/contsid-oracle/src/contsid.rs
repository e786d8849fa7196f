//! contSID by its equations, one pair and one intervention at a time.

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

use crate::adjustment::is_valid;
use crate::graphs::{Graph, has_directed_path, parents};
use crate::linear::{Rows, inverse, quadratic_form, solve, times};

/// A kernel of one column, with its bandwidth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kernel {
    /// exp(−(x − y)² / (2 σ²))
    Gaussian(f64),
    /// exp(−|x − y| / σ)
    Laplace(f64),
    /// (1 + √3 |x − y| / σ) exp(−√3 |x − y| / σ)
    Matern32(f64),
    /// (1 + √5 |x − y| / σ + 5 (x − y)² / (3 σ²)) exp(−√5 |x − y| / σ)
    Matern52(f64),
    /// 1 / √(1 + (x − y)² / σ²)
    Imq(f64),
    /// 1 if x = y, else 0
    Delta,
}

impl Kernel {
    /// k(x, y).
    pub fn value(self, x: f64, y: f64) -> f64 {
        let d = (x - y).abs();
        match self {
            Self::Gaussian(s) => (-(d * d) / (2.0 * s * s)).exp(),
            Self::Laplace(s) => (-d / s).exp(),
            Self::Matern32(s) => (1.0 + 3f64.sqrt() * d / s) * (-3f64.sqrt() * d / s).exp(),
            Self::Matern52(s) => {
                (1.0 + 5f64.sqrt() * d / s + 5.0 * d * d / (3.0 * s * s)) * (-5f64.sqrt() * d / s).exp()
            }
            Self::Imq(s) => 1.0 / (1.0 + d * d / (s * s)).sqrt(),
            Self::Delta => f64::from(u8::from(d == 0.0)),
        }
    }
}

/// When two graphs agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// One parent set is valid in the other graph.
    Either,
    /// Both are.
    Both,
    /// The learnt one is, in the truth.
    Learnt,
    /// Never.
    Never,
}

impl Agreement {
    /// Whether the graphs agree, given whether each graph's set is valid in the other.
    pub(crate) fn holds(self, truth_valid: bool, learnt_valid: bool) -> bool {
        match self {
            Self::Either => truth_valid || learnt_valid,
            Self::Both => truth_valid && learnt_valid,
            Self::Learnt => learnt_valid,
            Self::Never => false,
        }
    }
}

/// How weights are corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimator {
    /// Not at all.
    Plain,
    /// They are divided by their sum.
    Normalised,
    /// The regression is of the centred features.
    Centred,
}

/// Which cases are divided by the norm of the marginal embedding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Normalisation {
    /// All.
    Norm,
    /// Case 2 only.
    Printed,
    /// None.
    None,
}

/// The ridge parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Lambda {
    /// A number.
    Fixed(f64),
    /// The best of these by leaving each sample out in turn.
    LeaveOneOut(Vec<f64>),
}

/// Data by columns, and every choice.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The columns.
    pub columns: Vec<Vec<f64>>,
    /// Their kernels.
    pub kernels: Vec<Kernel>,
    /// λ
    pub lambda: Lambda,
    /// When two graphs agree.
    pub agreement: Agreement,
    /// How weights are corrected.
    pub estimator: Estimator,
    /// What is divided by.
    pub normalisation: Normalisation,
    /// For each treatment, the values it is set to and their weights; none for the observed values.
    pub interventions: Option<Vec<Vec<(f64, f64)>>>,
}

/// d(i, j) and the case, for each ordered pair.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Row i, column j.
    pub distances: Rows,
    /// `1`, `2a`, `2b`, `3.1`, `3.2`, or nothing for a node and itself.
    pub labels: Vec<Vec<&'static str>>,
}

impl Problem {
    /// contSID, Algorithms 1 and 2.
    pub fn contsid(&self, truth: &Graph, learnt: &Graph) -> Answer {
        let nodes = truth.len();
        let label = |i, j| if i == j { "" } else { self.label(truth, learnt, i, j) };
        let labels: Vec<Vec<&str>> = (0..nodes).map(|i| (0..nodes).map(|j| label(i, j)).collect()).collect();
        let distances = (0..nodes).map(|i| self.row(truth, learnt, i, &labels[i])).collect();
        Answer { distances, labels }
    }

    fn label(&self, truth: &Graph, learnt: &Graph, i: usize, j: usize) -> &'static str {
        match (has_directed_path(truth, i, j), has_directed_path(learnt, i, j)) {
            (false, false) => "1",
            (true, false) => "2a",
            (false, true) => "2b",
            (true, true) => {
                let truth_valid = is_valid(learnt, i, j, &parents(truth, i));
                let learnt_valid = is_valid(truth, i, j, &parents(learnt, i));
                if self.agreement.holds(truth_valid, learnt_valid) { "3.1" } else { "3.2" }
            }
        }
    }

    fn row(&self, truth: &Graph, learnt: &Graph, i: usize, labels: &[&str]) -> Vec<f64> {
        let points = self.points(i);
        let (truth_set, learnt_set) = (parents(truth, i), parents(learnt, i));
        // The outcomes that the treatment affects in the graph of the set, or in either graph if the sets are equal.
        let reached = |own: &str| -> Vec<usize> {
            let same = truth_set == learnt_set;
            let counts = |label: &str| label == own || label.starts_with('3') || (same && label.starts_with('2'));
            (0..labels.len()).filter(|&j| counts(labels[j])).collect()
        };
        let weights = |set: &[usize], own: &str| -> Vec<Vec<f64>> {
            if !labels.iter().any(|&label| label == own || label == "3.2") {
                return Vec::new();
            }
            let lambda = self.lambda(i, set, &reached(own));
            self.weights(i, set, lambda, &points.iter().map(|point| point.0).collect::<Vec<f64>>())
        };
        let (first, second) = (weights(&truth_set, "2a"), weights(&learnt_set, "2b"));
        let marginal = vec![1.0 / self.samples() as f64; self.samples()];
        let distance = |j: usize| -> f64 {
            let gram = self.gram(&[j]);
            let norms = (0..points.len()).map(|n| {
                let (a, b) = match labels[j] {
                    "2a" => (&first[n], &marginal),
                    "2b" => (&second[n], &marginal),
                    "3.2" => (&second[n], &first[n]),
                    _ => return 0.0,
                };
                let difference: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
                points[n].1 * quadratic_form(&gram, &difference).max(0.0).sqrt()
            });
            norms.sum::<f64>() / self.divisor(labels[j], &gram, &marginal)
        };
        (0..labels.len()).map(distance).collect()
    }

    /// Whether distances of a case are divided by the norm.
    pub(crate) fn divides(&self, label: &str) -> bool {
        !matches!((self.normalisation, label), (Normalisation::None, _) | (Normalisation::Printed, "3.2"))
    }

    pub(crate) fn divisor(&self, label: &str, gram: &Rows, marginal: &[f64]) -> f64 {
        if self.divides(label) { quadratic_form(gram, marginal).sqrt() } else { 1.0 }
    }

    fn samples(&self) -> usize {
        self.columns[0].len()
    }

    fn points(&self, i: usize) -> Vec<(f64, f64)> {
        match &self.interventions {
            Some(points) => points[i].clone(),
            None => self.columns[i].iter().map(|&x| (x, 1.0 / self.samples() as f64)).collect(),
        }
    }

    /// The Gram matrix of the product kernel of some columns; all ones for none.
    pub fn gram(&self, columns: &[usize]) -> Rows {
        let samples = 0..self.samples();
        samples.clone().map(|s| samples.clone().map(|t| self.product(columns, s, t)).collect()).collect()
    }

    fn product(&self, columns: &[usize], s: usize, t: usize) -> f64 {
        columns.iter().map(|&c| self.kernels[c].value(self.columns[c][s], self.columns[c][t])).product()
    }

    /// The weights of the estimated embeddings of P(· | do(X_i = x)) for each x, adjusting for a set.
    pub fn weights(&self, i: usize, set: &[usize], lambda: f64, points: &[f64]) -> Vec<Vec<f64>> {
        let count = self.samples();
        let mut system = self.gram(&[&[i], set].concat());
        (0..count).for_each(|s| system[s][s] += count as f64 * lambda);
        let (inverse, set_gram) = (inverse(&system), self.gram(set));
        let at = |&x: &f64| {
            // (1/N) Σ_m k((x, z⁽ᵐ⁾), (x_i⁽ˢ⁾, z⁽ˢ⁾)) for each s.
            let mean = |s: usize| -> f64 {
                let own = self.kernels[i].value(self.columns[i][s], x);
                (0..count).map(|m| own * set_gram[s][m]).sum::<f64>() / count as f64
            };
            self.corrected(solve(&system, &inverse, &(0..count).map(mean).collect::<Vec<f64>>()))
        };
        points.iter().map(at).collect()
    }

    pub(crate) fn corrected(&self, plain: Vec<f64>) -> Vec<f64> {
        let (sum, count) = (plain.iter().sum::<f64>(), plain.len() as f64);
        match self.estimator {
            Estimator::Plain => plain,
            Estimator::Normalised => plain.iter().map(|weight| weight / sum).collect(),
            Estimator::Centred => plain.iter().map(|weight| weight + (1.0 - sum) / count).collect(),
        }
    }

    fn lambda(&self, i: usize, set: &[usize], outcomes: &[usize]) -> f64 {
        match &self.lambda {
            Lambda::Fixed(lambda) => *lambda,
            Lambda::LeaveOneOut(grid) => {
                let error = |lambda: f64| self.leave_one_out_error(i, set, outcomes, lambda);
                grid.iter().copied().min_by(|&a, &b| error(a).total_cmp(&error(b))).expect("the grid is not empty")
            }
        }
    }

    /// The mean over the samples of ‖k_j(x_j⁽ˢ⁾, ·) − F̂₋ₛ(x_i⁽ˢ⁾, z⁽ˢ⁾)‖², summed over the outcomes j, where F̂₋ₛ is
    /// fitted without sample s and with the same N λ.
    pub fn leave_one_out_error(&self, i: usize, set: &[usize], outcomes: &[usize], lambda: f64) -> f64 {
        let count = self.samples();
        let gram = self.gram(&[&[i], set].concat());
        let errors = (0..count).map(|left_out| {
            let others: Vec<usize> = (0..count).filter(|&s| s != left_out).collect();
            let mut system: Rows = others.iter().map(|&s| others.iter().map(|&t| gram[s][t]).collect()).collect();
            (0..others.len()).for_each(|s| system[s][s] += count as f64 * lambda);
            let right: Vec<f64> = others.iter().map(|&s| gram[s][left_out]).collect();
            let fitted = times(&inverse(&system), &right);
            let mut error = vec![0.0; count];
            error[left_out] = 1.0;
            others.iter().zip(fitted).for_each(|(&s, weight)| error[s] = -weight);
            outcomes.iter().map(|&j| quadratic_form(&self.gram(&[j]), &error)).sum::<f64>()
        });
        errors.sum::<f64>() / count as f64
    }
}
