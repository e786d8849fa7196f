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

mod error;
pub(crate) mod estimate;
mod known;
pub(crate) mod measure;
mod options;
mod prepared;
pub(crate) mod question;
pub(crate) mod result;
mod weights;

pub use error::ContSidError;
pub use estimate::{
    CrossFitOptions, Division, Guide, InterventionError, InterventionPoints, Interventions, LEAST_PART_ROWS,
    MOST_INTERVENTIONS, MalformedMessage, PartAnswerError, PartGrid, PartWorkers, Partition, PartitionError, Ridge,
    RidgeError, WorkersFailed, answer_part, estimated_memory, leave_one_out_grid,
};
pub use measure::LEVEL;
pub use options::{Agreement, ContSidOptions, ForColumn, LambdaChoice, Normalisation, PerColumn};
pub use prepared::{Prepared, contsid};
pub use question::{
    Case, ClaimingGraph, Contrast, Effects, Estimand, GraphView, JointLimits, MOST_JOINT_PAIRS, OutcomeCase,
    OutcomeContrast, TreatmentContrasts, TreatmentSets, TreatmentSetsError, TreatmentView, contrasts, contsid_limits,
};
pub use result::{Difference, Estimate, Interval, Pair, PairEstimate, PairUncertainty, Score, ScoreRow};
pub use weights::{ComparedEstimates, EstimateWeights, InterventionWeights, WeightsQuestion};

pub(crate) use question::Survey;
