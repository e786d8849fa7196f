//! Which causal graph fits the data?
//!
//! Learners, each from a table to a graph:
//!
//! - [`pc()`] tests independences and returns an equivalence class;
//! - [`ges()`] climbs a penalised likelihood over equivalence classes;
//! - [`ica_lingam()`] relies on noise that is not normally distributed, and returns a directed acyclic graph;
//! - [`sort_n_regress()`] trusts the order of variances: a baseline.
//!
//! [`Learner`] is the common form: a name, options, and [`Learner::learn`].

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

mod error;
mod ges;
mod learner;
mod lingam;
mod options;
mod pc;
mod sort;

pub use contsid::independence::Level;
pub use error::DiscoveryError;
pub use ges::{GesOptions, GesPhase, GesResult, ges};
pub use learner::{Learner, Learnt, Notes};
pub use lingam::{Effect, LingamOptions, LingamResult, Pruning, ica_lingam};
pub use options::{Iterations, OptionError, Penalty, Starts, Threshold, Tolerance};
pub use pc::{Collider, PcOptions, PcResult, Separation, pc};
pub use sort::{SortBy, sort_n_regress};
