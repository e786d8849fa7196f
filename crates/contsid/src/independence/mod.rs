//! Are two variables independent given others?
//!
//! Two tests answer. [`FisherZ`] tests a partial correlation, and sees linear dependence of numbers only. The
//! *generalised covariance measure* ([`covariance`](IndependenceTest::Gcm)) tests whether residuals are related, and
//! sees curves, changes of spread, and categories too. A [`Tester`] holds a table ready for either.
//!
//! [`CentredColumns`], [`Correlations`] and [`Conditioning`] are the linear models behind Fisher's test; learners of
//! linear models build upon them as well. The next module, [`crate::falsification`], tests what graphs claim.

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

mod centred;
mod covariance;
mod error;
mod fisher;
mod level;
mod linearity;
mod partial;
mod tester;

pub use centred::CentredColumns;
pub use error::UnfitTable;
pub use fisher::FisherZ;
pub use level::{Level, LevelError};
pub use partial::{Conditioning, Correlations, Partial};
pub use tester::{IndependenceTest, Tester};
