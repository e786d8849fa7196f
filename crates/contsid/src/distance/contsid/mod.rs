//! The continuous structural intervention distance.
//!
//! For each ordered pair (i, j) of nodes, each graph implies a distribution of X_j under do(X_i = x) by adjusting for
//! its parents of i; contSID sums the distances between these distributions (Dhanakshirur, Laumann, Park & Barahona, *A
//! continuous Structural Intervention Distance to compare Causal Graphs*, Algorithms 1 and 2).
//!
//! # What is computed
//!
//! For an intervened node i with adjustment set Z (its parents in a graph), N samples and kernels k_c of the columns:
//!
//! ```text
//! K_iZ = K_i ∘ Π_{z∈Z} K_z          r_s = (1/N) Σ_m Π_z k_z(z⁽ˢ⁾, z⁽ᵐ⁾)
//! w(x) = (K_iZ + N λ I)⁻¹ a(x),      a(x)_s = r_s · k_i(x_i⁽ˢ⁾, x)
//! estimated embedding of P(X_j | do(X_i = x)):   Σ_s w_s(x) k_j(x_j⁽ˢ⁾, ·)
//! ```
//!
//! d(i, j) is the average over the interventions x of ‖Σ_s δ_s(x) k_j(x_j⁽ˢ⁾, ·)‖, divided by ‖(1/N) Σ_s k_j(x_j⁽ˢ⁾,
//! ·)‖, with δ(x) by [`Case`]: w − 1/N where one graph has a directed path i ⇝ j, w₂ − w₁ where both have one and do
//! not agree, and d = 0 otherwise. Subtracting the weights first avoids the cancellation of the printed expansions.
//!
//! # How
//!
//! K_i = L_i L_iᵀ with few columns for smooth kernels, so that M = (K_iZ + N λ I)⁻¹ diag(r) L_i has few columns too. It
//! is needed once for each (i, Z) and serves every outcome: the norms are the column norms of (L_jᵀ M) L_iᵀ. That is
//! O(p N³/3 + p² N rank²) instead of O(p² N³), and the factorisations are the floor.

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

mod bounds;
mod columns;
mod contrast;
mod crossfit;
mod error;
mod joint;
mod joint_bounds;
mod judge;
mod memory;
mod options;
mod pool;
mod prepared;
mod result;
mod solve;
mod weights;

pub(crate) use crossfit::{Layout, PartCounts, PartPredictor, Predictor, Student, standard_error};

pub use bounds::{ContSidBounds, contsid_limits};
pub use columns::{InterventionError, InterventionPoints, Interventions, MOST_INTERVENTIONS};
pub use contrast::{
    Case, Contrast, Estimand, GraphView, MOST_JOINT_PAIRS, OutcomeCase, OutcomeContrast, TreatmentContrasts,
    TreatmentSets, TreatmentSetsError, TreatmentView, contrasts,
};
pub use crossfit::{
    CrossFit, CrossFitBounds, CrossFitDifference, CrossFitOptions, CrossFitPair, CrossFitScore, Division, Guidance,
    Interval, LEAST_PART_ROWS, MalformedMessage, PartAnswerError, PartSizes, PartWorkers, Partition, PartitionError,
    PreparedParts, Ridge, RidgeError, UncertainValue, WorkersFailed, answer_part,
};
pub use error::ContSidError;
pub use joint::{JointContSid, JointLimits, JointPair, Judgement};
pub use joint_bounds::{JointBounds, JointPairBounds};
pub use memory::estimated_memory;
pub use options::{Agreement, ContSidOptions, ForColumn, LambdaChoice, Normalisation, PerColumn};
pub use prepared::Prepared;
pub use result::{ContSid, contsid};
pub use solve::leave_one_out_grid;
pub use weights::{ComparedEstimates, EstimateWeights, InterventionWeights, WeightsQuestion};
