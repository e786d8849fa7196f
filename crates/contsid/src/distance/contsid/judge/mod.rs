//! How far apart are the distributions of a contrast? From solved systems to distances.
//!
//! A [`Signal`] is the difference δ(x) of two solved systems, or of one and the marginal; its norm in the space of an
//! outcome, averaged over the interventions, is the distance. [`Estimation`] does that for any number of contrasts,
//! solves each system once, and asks [`KnownDistances`] first.

mod estimation;
mod known;
mod signal;

pub(super) use estimation::{ContrastDistances, Estimation, Judged};
pub(super) use known::KnownDistances;
