//! Interventions on several variables at once.
//!
//! For a set of treatments I and an outcome j both graphs are asked for the distribution of X_j under do(X_I = x). The
//! paper's remark on multiple interventions says how: adjust for a set that is valid for all of I, with the product
//! kernel over the treatments.
//!
//! # What is computed
//!
//! Each graph first drops the treatments that have no directed path to j avoiding the rest of I, which leaves R ⊆ I
//! ([`relevant_treatments`](crate::adjustment::relevant_treatments)), and adjusts for Z by the rule of the options
//! ([`joint_adjustment`](crate::adjustment::joint_adjustment)):
//!
//! ```text
//! K_RZ = Π_{c∈R∪Z} K_c              r_s = (1/N) Σ_m Π_{z∈Z} k_z(z⁽ˢ⁾, z⁽ᵐ⁾)
//! w(x) = (K_RZ + N λ I)⁻¹ a(x),      a(x)_s = r_s Π_{c∈R} k_c(x_c⁽ˢ⁾, x_c)
//! ```
//!
//! d(I, j) is as for one treatment, with "R is not empty" in place of "there is a directed path": the mean over the
//! interventions of ‖Σ_s δ_s(x) k_j(x_j⁽ˢ⁾, ·)‖ over ‖μ̂_j‖. δ = w − 1/N if only one graph has relevant treatments. δ =
//! w₂ − w₁, each at the coordinates of its own R, if both have some and do not agree. They agree only if their R are
//! equal and the sets are valid by the rule of agreement. If a graph has relevant treatments but no valid set, the pair
//! is left out.
//!
//! # How
//!
//! The interventions on some of the treatments have the same distribution whatever the others are, so d(I, j) depends
//! on I only through the two R and Z. Pairs with equal R and Z are computed together, one system is solved for each (R,
//! Z), and pairs with the same union of treatments share the systems of their subsets.

use super::Case;
use super::contrast::{OutcomeContrast, TreatmentContrasts};
use super::judge::{ContrastDistances, Judged};
use super::solve::System;
use crate::graph::{NodeId, NodeSet};
use std::collections::BTreeMap;

/// The limits of work for joint interventions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointLimits {
    /// The largest estimated number of multiplications: some 7·10¹⁰ of them took a second on one thread at 1000
    /// samples.
    pub work: f64,
    /// The most pairs of a true and a learnt member, which are compared one by one.
    pub member_pairs: usize,
    /// The same times the number of pairs of a set of treatments and an outcome.
    pub member_questions: usize,
}

impl Default for JointLimits {
    fn default() -> Self {
        Self { work: 1e15, member_pairs: 1024, member_questions: 2_000_000 }
    }
}

/// contSID of interventions on sets of treatments, with its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct JointContSid {
    /// The sum over the pairs that are not left out.
    pub sum: f64,
    /// Their mean, which compares between sizes of sets; none if all are left out.
    pub mean: Option<f64>,
    /// The number of pairs that are left out, since a graph has no adjustment set.
    pub left_out: usize,
    /// Each set with each outcome outside it, in the order of the sets and of the outcomes.
    pub pairs: Vec<JointPair>,
}

/// A set of treatments and an outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct JointPair {
    /// The treatments that are set together.
    pub treatments: NodeSet,
    /// The outcome.
    pub outcome: NodeId,
    /// The distance of the graphs' answers.
    pub judgement: Judgement,
}

/// The distance of two graphs' answers for a set of treatments and an outcome.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judgement {
    /// d(I, j), and the case that it is computed by.
    Compared {
        /// The case.
        case: Case,
        /// The distance.
        distance: f64,
    },
    /// A graph with relevant treatments has no valid adjustment set for them.
    NoAdjustmentSet,
}

impl Judgement {
    /// The distance, unless the pair is left out.
    pub fn distance(self) -> Option<f64> {
        match self {
            Self::Compared { distance, .. } => Some(distance),
            Self::NoAdjustmentSet => None,
        }
    }

    /// The case's label, or `no adjustment set`.
    pub fn label(self) -> &'static str {
        match self {
            Self::Compared { case, .. } => case.label(),
            Self::NoAdjustmentSet => "no adjustment set",
        }
    }
}

impl JointContSid {
    /// Collects the distances of sets of treatments.
    pub(super) fn new(judged: &Judged) -> Self {
        let of_set = |(of_set, wanted): (&TreatmentContrasts, &Vec<OutcomeContrast<System>>)| {
            judgements(of_set, wanted, &judged.distances)
                .map(|(outcome, judgement)| JointPair { treatments: of_set.treatments.clone(), outcome, judgement })
                .collect::<Vec<_>>()
        };
        let pairs: Vec<JointPair> = judged.surveyed.iter().zip(&judged.systems).flat_map(of_set).collect();
        let distances = || pairs.iter().filter_map(|pair| pair.judgement.distance());
        let (sum, count) = (distances().sum::<f64>(), distances().count());
        Self { sum, mean: (count > 0).then(|| sum / count as f64), left_out: pairs.len() - count, pairs }
    }
}

/// The distances of the graphs' answers for a set of treatments, outcome by outcome.
pub(super) fn judgements(
    of_set: &TreatmentContrasts,
    wanted: &[OutcomeContrast<System>],
    found: &ContrastDistances,
) -> impl Iterator<Item = (NodeId, Judgement)> {
    let estimated = wanted.iter().flat_map(|OutcomeContrast { contrast, outcomes }| {
        let of_contrast = &found[contrast];
        outcomes.iter().map(move |outcome| (outcome, of_contrast[&outcome]))
    });
    let distances: BTreeMap<NodeId, f64> = estimated.collect();
    of_set.cases.iter().map(move |of_outcome| {
        let distance = distances.get(&of_outcome.outcome).copied().unwrap_or(0.0);
        let compared = |case| Judgement::Compared { case, distance };
        (of_outcome.outcome, of_outcome.case.map_or(Judgement::NoAdjustmentSet, compared))
    })
}
