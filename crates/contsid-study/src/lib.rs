//! Simulation studies of causal discovery: which learner finds graphs that say the right things about interventions?
//!
//! [`simulate`] draws graphs and data whose truth is known.

mod number;
pub mod simulate;

pub use number::{OutOfRange, Positive, Probability};
