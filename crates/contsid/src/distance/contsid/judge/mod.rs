//! From solved systems to the distances of contrasts.
//!
//! A [`Signal`] is the difference δ(x) of two solved systems, or of one and the marginal; its norm in the space of an
//! outcome, averaged over the interventions, is the distance. [`Estimation`] computes this for any number of contrasts,
//! solves each system once, and looks up [`KnownDistances`] first.

mod estimation;
mod known;
mod signal;

pub(super) use estimation::{ContrastDistances, Estimation, Judged};
pub(super) use known::KnownDistances;
