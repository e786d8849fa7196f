//! Interventions on several variables at once.
//!
//! For a set of treatments I and an outcome j both graphs are asked for the distribution of X_j under do(X_I = x). The
//! paper's remark on multiple interventions says how: adjust for a set that is valid for all of I, with the product kernel
//! over the treatments.
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
//! interventions of ‖Σ_s δ_s(x) k_j(x_j⁽ˢ⁾, ·)‖ over ‖μ̂_j‖, δ = w − 1/N where only one graph has relevant treatments, and
//! δ = w₂ − w₁, each at the coordinates of its own R, where both have some and do not agree. They agree only if their R are
//! equal and the sets are valid as the rule of agreement wants it. Where a graph has relevant treatments and no valid set the
//! pair is left out: no other estimate takes its place.
//!
//! # How
//!
//! The interventions on some of the treatments have the same distribution whatever the others are, so that d(I, j) depends
//! on I only through the two R and Z. Pairs with the same of both are judged together, one system is solved for each (R, Z),
//! and pairs whose treatments together are the same share the systems of their subsets.

mod bounds;
mod estimate;
mod result;
mod sets;
mod single;
mod survey;

pub use bounds::{JointBounds, JointPairBounds};
pub use result::{JointContSid, JointPair, Judgement};
pub use sets::{MOST_JOINT_PAIRS, TreatmentSets, TreatmentSetsError};
pub(super) use single::Rows;

/// How much work joint interventions may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointLimits {
    /// Multiplications, as far as they can be foreseen: some 7·10¹⁰ of them took a second on one thread at 1000 samples.
    pub work: f64,
    /// Pairs of a true and a learnt graph that undirected edges stand for, and that are compared one by one.
    pub member_pairs: usize,
    /// The same times the number of pairs of a set of treatments and an outcome.
    pub member_questions: usize,
}

impl Default for JointLimits {
    fn default() -> Self {
        Self { work: 1e15, member_pairs: 1024, member_questions: 2_000_000 }
    }
}
