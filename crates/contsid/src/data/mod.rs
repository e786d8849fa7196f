//! A table of observations: one column for each node, one row for each sample.
//!
//! A [`Table`] is checked when it is built: columns of equal length, at least one row, finite numbers, categories that
//! exist. The next module, `kernel`, measures the similarity of a column's values.

mod numbers;
mod table;

pub use numbers::{NumberSource, Numbers};
pub use table::{Column, Table, TableError, are_labels};
