//! contSID with its uncertainty, on any number of rows: estimate in parts, multiply between parts.
//!
//! contSID as printed estimates embeddings from all rows and takes norms, so that noise adds to every norm. Here the
//! rows are divided at random into B parts, R times over. Each part estimates every contrast δ(x) by itself, and
//! squares are products of contrasts of different parts, whose noise is independent. How far the parts deviate gives
//! standard errors, intervals and p-values; [`statistics`] has the formulas. Bandwidths, the norms ‖μ_j‖ and the
//! interventions are those of all rows. The ridge of a part of n rows is n λ = 0.1. Without a guide (below) weights sum to
//! one: they are divided by max(Σ w, ½), and what is then missing from one is spread evenly over the part's rows.
//!
//! # How
//!
//! A [`Partition`] says which rows belong together. [`basis`] gives all parts coordinates in one basis of each
//! outcome's space. [`part`] solves the systems of one part and keeps of each a small matrix for each outcome, L_jᵀ M,
//! from which the contrasts at some interventions are made when they are needed. So a part needs an n × n matrix while
//! it is solved, parts share nothing, and time and memory are linear in the number of rows: above 1000 rows the
//! interventions are 1000 observed values, evenly by rank, and above 20 parts deviations are taken between 20 groups of
//! parts.
//!
//! A part of n rows smooths what it estimates, and no number of parts takes that off. So a linear regression guides each
//! part, and the kernel regression estimates only what the linear one leaves over ([`guide`], [`Guidance`]).
//!
//! Parts × treatments are tasks. Results do not depend on the number of threads.

mod basis;
mod bounds;
mod contrasts;
mod estimate;
mod guide;
mod joint;
mod labels;
mod layout;
mod options;
mod part;
mod partition;
mod partition_error;
mod points;
mod prediction;
mod prepared;
mod remote;
mod result;
mod statistics;
mod student;
mod task;
mod wire;

pub(crate) use layout::Layout;
pub(crate) use partition::PartCounts;
pub(crate) use prediction::{PartPredictor, Predictor};
pub(crate) use student::{Student, standard_error};

pub use options::{CrossFitOptions, Division, Guidance, Ridge, RidgeError};
pub use partition::{LEAST_PART_ROWS, PartSizes, Partition};
pub use partition_error::PartitionError;
pub use prepared::PreparedParts;
pub use remote::{PartAnswerError, PartWorkers, WorkersFailed, answer_part};
pub use result::{CrossFit, CrossFitBounds, CrossFitDifference, CrossFitPair, CrossFitScore, Interval, UncertainValue};
pub use wire::MalformedMessage;
