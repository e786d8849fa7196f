//! Simulation studies of causal discovery: which learner finds graphs that are right about interventions?
//!
//! The modules, in the order of a study:
//!
//! 1. [`simulate`] draws graphs, and data from them;
//! 2. [`study`] runs learners on the data and scores their graphs; it can be killed and resumed;
//! 3. [`records`] hold the results, a line for each comparison;
//! 4. [`tables`] summarise them beside the figures of the paper.
//!
//! [`stability`] learns again from resamples of data whose truth nobody knows: a study too.
//! [`write_simulation`] writes a single simulation to files.

mod access;
mod hash;
mod number;
mod output;
pub mod records;
pub mod simulate;
pub mod stability;
pub mod study;
pub mod tables;
mod word;

pub use access::AccessError;
pub use number::{OutOfRange, Positive, Probability};
pub use output::{OnExisting, OutputError, check_output, write_simulation};
