//! Linear algebra and loops over numbers: the only module that names the linear-algebra crate.
//!
//! Everything here runs on the calling thread: threads are used one level up, for whole systems.

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

mod cholesky;
mod exp;
mod matrix;
pub(crate) mod noise;
mod orthogonal;
mod rows;
mod vector;
mod waves;

pub(crate) use cholesky::{CholeskyFactor, FactorError};
pub use exp::exp_in_place;
pub(crate) use exp::{LANES, exp_with};
pub use matrix::Matrix;
pub use orthogonal::{Orthonormaliser, Qr, solve_upper};
pub use vector::dot;
use vector::squared_norms;
pub(crate) use vector::{add_multiple, largest, largest_size, multiply, sum, weighted_roots};
pub(crate) use waves::{wave_means, wave_products};
