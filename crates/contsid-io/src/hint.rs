//! How to fix a file that is refused.
//!
//! A message says what is wrong; how to fix it depends on the front end. So errors carry a [`Hint`], which the command
//! line words by its options and Python by its arguments.

use crate::graph::GraphFormat;

/// How to fix a file that cannot be read or written as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// Name the format of the graph that is read.
    GraphFormat,
    /// Name the format of the table that is read.
    TableFormat,
    /// Name a format to write that can hold the graph.
    OutputFormat,
    /// Drop the rows that have missing values.
    DropMissing,
    /// Name the text of a missing value, or declare a column categorical.
    OddCells,
    /// Declare a column categorical, or leave it out.
    Categories,
    /// If a matrix holds weights, give the size above which a weight is an edge.
    Threshold,
    /// Read a matrix as endpoint marks.
    Endpoints,
    /// Ask for the file to be replaced.
    Force,
    /// Name the format of this file: its contents are not of its extension's format.
    FileFormat(GraphFormat),
}
