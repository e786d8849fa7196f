//! contSID of interventions on several variables, one pair and one intervention at a time.

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

use crate::contsid::{Lambda, Problem};
use crate::graphs::{Graph, parents};
use crate::joint::{is_valid, optimal_set, relevant_treatments};
use crate::linear::{inverse, quadratic_form, solve};

/// Which adjustment set a graph proposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The parents of the treatments outside the treatments if that is valid, else the optimal set.
    Parents,
    /// The optimal set.
    Optimal,
}

/// Joint values and their weights.
pub type Points = Vec<(Vec<f64>, f64)>;

/// One set of treatments and one outcome.
#[derive(Clone, Debug)]
pub struct JointAnswer {
    /// The treatments.
    pub treatments: Vec<usize>,
    /// The outcome.
    pub outcome: usize,
    /// `1`, `2a`, `2b`, `3.1`, `3.2` or `no adjustment set`.
    pub label: &'static str,
    /// None without an adjustment set.
    pub distance: Option<f64>,
}

/// The relevant treatments in a graph, and its adjustment set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proposed {
    pub(crate) relevant: Vec<usize>,
    pub(crate) set: Option<Vec<usize>>,
}

impl Problem {
    /// The answers for all sets and all outcomes outside them; `points` gives the joint values of a set of treatments.
    pub fn joint(
        &self,
        truth: &Graph,
        learnt: &Graph,
        sets: &[Vec<usize>],
        rule: Rule,
        points: &dyn Fn(&[usize]) -> Points,
    ) -> Vec<JointAnswer> {
        let pairs: Vec<(&Vec<usize>, usize)> = sets
            .iter()
            .flat_map(|set| {
                (0..truth.len()).filter(|outcome| !set.contains(outcome)).map(move |outcome| (set, outcome))
            })
            .collect();
        let proposed: Vec<[Proposed; 2]> = pairs
            .iter()
            .map(|&(set, outcome)| [truth, learnt].map(|graph| Proposed::new(graph, set, outcome, rule)))
            .collect();
        let label = |index: usize| self.joint_label([truth, learnt], &proposed[index], pairs[index].1);
        let labels: Vec<&str> = (0..pairs.len()).map(label).collect();
        let answer = |index: usize| {
            let (set, outcome) = pairs[index];
            // The outcomes for which either graph proposes a system, for leave-one-out.
            let served = |wanted: &Proposed| -> Vec<usize> {
                let serves =
                    |outcome: usize, index: usize| pairs[index].1 == outcome && proposed[index].contains(wanted);
                let is_served = |outcome: &usize| (0..pairs.len()).any(|index| serves(*outcome, index));
                (0..truth.len()).filter(is_served).collect()
            };
            let distance = match labels[index] {
                "no adjustment set" => None,
                label => Some(self.joint_distance(&proposed[index], label, outcome, (set, &points(set)), &served)),
            };
            JointAnswer { treatments: set.clone(), outcome, label: labels[index], distance }
        };
        (0..pairs.len()).map(answer).collect()
    }

    pub(crate) fn joint_label(
        &self,
        [truth, learnt]: [&Graph; 2],
        [first, second]: &[Proposed; 2],
        outcome: usize,
    ) -> &'static str {
        let valid = |graph: &Graph, proposed: &Proposed| {
            proposed.set.as_ref().is_some_and(|set| is_valid(graph, &proposed.relevant, outcome, set))
        };
        match (first.relevant.is_empty(), second.relevant.is_empty()) {
            _ if first.set.is_none() || second.set.is_none() => "no adjustment set",
            (true, true) => "1",
            (false, true) => "2a",
            (true, false) => "2b",
            (false, false) if first.relevant != second.relevant => "3.2",
            (false, false) => {
                let (truth_valid, learnt_valid) = (valid(learnt, first), valid(truth, second));
                if self.agreement.holds(truth_valid, learnt_valid) { "3.1" } else { "3.2" }
            }
        }
    }

    /// d(I, j): each graph's weights use the coordinates of its own treatments.
    fn joint_distance(
        &self,
        [first, second]: &[Proposed; 2],
        label: &str,
        outcome: usize,
        (set, points): (&[usize], &Points),
        served: &dyn Fn(&Proposed) -> Vec<usize>,
    ) -> f64 {
        if matches!(label, "1" | "3.1") || (label == "3.2" && first == second) {
            return 0.0;
        }
        let count = self.columns[0].len();
        let weights = |proposed: &Proposed| -> Vec<Vec<f64>> {
            let own = |(x, _): &(Vec<f64>, f64)| -> Vec<f64> {
                proposed
                    .relevant
                    .iter()
                    .map(|node| x[set.iter().position(|other| other == node).expect("R ⊆ I")])
                    .collect()
            };
            let adjustment = proposed.set.as_ref().expect("left out before");
            let lambda = self.joint_lambda(proposed, &served(proposed));
            self.joint_weights(&proposed.relevant, adjustment, lambda, &points.iter().map(own).collect::<Vec<_>>())
        };
        let marginal = || vec![vec![1.0 / count as f64; count]; points.len()];
        let (a, b) = match label {
            "2a" => (weights(first), marginal()),
            "2b" => (weights(second), marginal()),
            _ => (weights(second), weights(first)),
        };
        let gram = self.gram(&[outcome]);
        let norms = (0..points.len()).map(|n| {
            let difference: Vec<f64> = a[n].iter().zip(&b[n]).map(|(a, b)| a - b).collect();
            points[n].1 * quadratic_form(&gram, &difference).max(0.0).sqrt()
        });
        norms.sum::<f64>() / self.divisor(label, &gram, &marginal()[0])
    }

    fn joint_lambda(&self, proposed: &Proposed, served: &[usize]) -> f64 {
        match &self.lambda {
            Lambda::Fixed(lambda) => *lambda,
            Lambda::LeaveOneOut(grid) => {
                let rest = [&proposed.relevant[1..], proposed.set.as_deref().unwrap_or(&[])].concat();
                let error = |lambda: f64| self.leave_one_out_error(proposed.relevant[0], &rest, served, lambda);
                grid.iter().copied().min_by(|&a, &b| error(a).total_cmp(&error(b))).expect("the grid is not empty")
            }
        }
    }

    /// The weights of the estimated embeddings of P(· | do(X_R = x)) for each x, adjusting for a set.
    pub fn joint_weights(
        &self,
        treatments: &[usize],
        set: &[usize],
        lambda: f64,
        points: &[Vec<f64>],
    ) -> Vec<Vec<f64>> {
        let count = self.columns[0].len();
        let mut system = self.gram(&[treatments, set].concat());
        (0..count).for_each(|s| system[s][s] += count as f64 * lambda);
        let (inverse, set_gram) = (inverse(&system), self.gram(set));
        let at = |x: &Vec<f64>| {
            // (1/N) Σ_m Π_c k_c(x_c⁽ˢ⁾, x_c) Π_z k_z(z⁽ˢ⁾, z⁽ᵐ⁾) for each s.
            let mean = |s: usize| -> f64 {
                let factors = treatments.iter().zip(x).map(|(&c, &x)| self.kernels[c].value(self.columns[c][s], x));
                let own: f64 = factors.product();
                (0..count).map(|m| own * set_gram[s][m]).sum::<f64>() / count as f64
            };
            self.corrected(solve(&system, &inverse, &(0..count).map(mean).collect::<Vec<f64>>()))
        };
        points.iter().map(at).collect()
    }

    /// The observed rows of a set of columns, each with the same weight.
    pub fn observed_rows(&self, set: &[usize]) -> Points {
        let count = self.columns[0].len();
        (0..count).map(|s| (set.iter().map(|&c| self.columns[c][s]).collect(), 1.0 / count as f64)).collect()
    }
}

impl Proposed {
    pub(crate) fn new(graph: &Graph, treatments: &[usize], outcome: usize, rule: Rule) -> Self {
        let relevant = relevant_treatments(graph, treatments, outcome);
        if relevant.is_empty() {
            return Self { relevant, set: Some(Vec::new()) };
        }
        let outside = |node: &usize| !relevant.contains(node);
        let of_parents = (0..graph.len())
            .filter(outside)
            .filter(|node| relevant.iter().any(|&treatment| parents(graph, treatment).contains(node)))
            .collect::<Vec<usize>>();
        let optimal = optimal_set(graph, &relevant, outcome);
        let proposed = match rule {
            Rule::Parents => vec![of_parents, optimal],
            Rule::Optimal => vec![optimal],
        };
        let set = proposed.into_iter().find(|set| is_valid(graph, &relevant, outcome, set));
        Self { relevant, set }
    }
}
