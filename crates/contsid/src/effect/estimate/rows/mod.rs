//! Which rows estimates are made from: parts of the rows, several times over.

mod grid;
mod labels;
mod options;
mod partition;
mod partition_error;

pub use grid::{LEAST_PART_ROWS, PartGrid};
pub use options::{CrossFitOptions, Division, Guide, Ridge, RidgeError};
pub use partition::Partition;
pub use partition_error::PartitionError;

pub(crate) use grid::PointShares;
