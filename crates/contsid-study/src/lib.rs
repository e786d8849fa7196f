//! Simulation studies of causal discovery: which learner finds graphs that say the right things about interventions?
//!
//! The modules stand in the order in which a study goes through them:
//!
//! 1. [`simulate`] draws graphs and data whose truth is known;
//! 2. [`study`] lets learners learn from the data, scores what they learnt, and can be killed and resumed;
//! 3. [`records`] hold what came out, a line for each comparison;
//! 4. [`tables`] condense them and set them beside the figures of the paper.
//!
//! [`write_simulation`] keeps a single simulation in files.

mod access;
mod hash;
mod number;
mod output;
pub mod records;
pub mod simulate;
pub mod study;
pub mod tables;
mod word;

pub use access::AccessError;
pub use number::{OutOfRange, Positive, Probability};
pub use output::{OnExisting, OutputError, check_output, write_simulation};
