//! The similarity of two values of a column.
//!
//! A [`Kernel`] is a number between 0 and 1; its [`Bandwidth`] is the distance at which values begin to differ. The
//! kernel of several columns is the product of theirs. [`KernelColumn`] holds the values of a variable and their
//! kernel. The next module, [`crate::embedding`], represents distributions by kernels.

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

mod bandwidth;
mod column;
mod factor;
mod family;
mod markov;
mod median;
mod product;

pub use bandwidth::{Bandwidth, BandwidthChoice, BandwidthError};
pub use column::{KernelColumn, NeedsNumbers};
pub use family::{Kernel, KernelFamily};
pub use median::median_distance;

pub(crate) use column::Recoding;
pub(crate) use factor::{distinct_count, leading_coordinates, low_rank_factor, pivoted_factor};
pub(crate) use markov::MarkovRoot;
pub(crate) use product::ProductKernel;
