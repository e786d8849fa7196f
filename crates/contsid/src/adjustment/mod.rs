//! What does a graph identify?
//!
//! The distribution of an outcome `y` under an intervention on a treatment `t` is identified by adjusting for a set `Z`
//! of other nodes if and only if `Z` is *valid*: no node of `Z` descends from a node on a directed path from `t` to `y`
//! (`t` itself apart), and `Z` blocks every path between them that is not directed from `t` to `y` (Shpitser,
//! VanderWeele & Robins 2010; Peters & Bühlmann 2015, Proposition 6).
//!
//! [`valid_outcomes`] answers for one treatment and all outcomes by one search; [`sets`] holds the sets that a graph
//! itself proposes; [`obstacle`] says why a set is not valid. The private module `sweep` answers for many treatments at
//! once, as the bits of machine words. The next module, [`crate::distance`], counts the pairs on which two graphs
//! differ.
//!
//! Several treatments may be set together. [`relevant_treatments`] are those that matter for an outcome,
//! [`valid_joint_outcomes`] and [`is_valid_joint_adjustment`] say whether a set is valid for them, and
//! [`joint_adjustment`] is the set that the graph proposes by an [`AdjustmentRule`]. Unlike for one treatment, there
//! may be none.
//!
//! If causes may be hidden, a graph may leave an effect open. An [`EffectGraph`] holds what a graph of any kind claims
//! about each effect: none, a set to adjust for, or nothing.

mod claims;
mod joint;
pub(crate) mod lanes;
mod obstacle;
pub(crate) mod questions;
pub(crate) mod reach;
mod rule;
pub mod sets;
pub(crate) mod sweep;
mod validity;
mod walk;

pub use claims::{Claim, ClaimKind, ClaimReason, EffectFacts, EffectGraph, GraphClaims};
pub(crate) use claims::{Doubt, SetQuestion, is_visible};
pub use joint::{joint_adjustment_exists, joint_causal_nodes, joint_optimal, relevant_treatments};
pub use obstacle::{Obstacle, OpenedCollider, directed_path, obstacle};
pub use rule::{AdjustmentRule, joint_adjustment};
pub use validity::{is_valid_adjustment, is_valid_joint_adjustment, valid_joint_outcomes, valid_outcomes};
