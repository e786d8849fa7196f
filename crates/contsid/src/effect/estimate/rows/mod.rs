//! Which rows estimates are made from: parts of the rows, several times over.

mod grid;
mod labels;
mod options;
mod partition;

pub use grid::{LEAST_PART_ROWS, PartGrid};
pub use options::{CrossFitOptions, Division, Guide, Ridge, RidgeError};
pub use partition::{Partition, PartitionError};

pub(crate) use grid::PointShares;
