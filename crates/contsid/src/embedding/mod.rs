//! Represents distributions so that two of them can be compared.
//!
//! By its mean embedding, a function in the space of a kernel. [`MeanEmbedding`] is the embedding of observed values,
//! [`ConditionalMeanEmbedding`] the function that gives it under a condition, [`InterventionMeanEmbedding`] the one
//! that gives it under an intervention. The distance of two embeddings is the maximum mean discrepancy,
//! [`MeanEmbedding::mmd`]. The next module, [`crate::distance`], compares what two graphs say about interventions.

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

mod conditional;
mod estimator;
mod intervention;
mod lambda;
mod mean;
mod shift;
mod system;

pub use conditional::ConditionalMeanEmbedding;
pub use estimator::{Estimator, WeightSumError};
pub use intervention::{AverageError, DiscrepancyError, InterventionColumns, InterventionMeanEmbedding};
pub use lambda::{Lambda, LambdaError};
pub use mean::{KernelMismatch, MeanEmbedding};
pub use shift::{distance_of_shift, shift_of_distance};
pub use system::FitError;

pub(crate) use estimator::{Correction, Weighting};
pub(crate) use system::{AdjustmentMeans, fill_system};
