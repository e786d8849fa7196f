//! A table of observations: one column for each node, one row for each sample.
//!
//! A [`Table`] is checked when it is built: columns of equal length, at least one row, finite numbers, categories that
//! exist. What distance a column's values have is the question of the next module in the flow, `kernel`.

mod table;

pub use table::{Column, Table, TableError};
