//! What can be done about a file that is refused.
//!
//! A message says what is wrong; how it is mended depends on where the file was named. So errors carry a [`Hint`], and
//! the command line words it by its options, Python by its arguments.

use crate::graph::GraphFormat;

/// What can be done about a file that cannot be read, or not written, as it is.
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
    /// Say which text stands for a missing value, or that a column is categorical.
    OddCells,
    /// If a matrix holds weights, say from which size on a weight is an edge.
    Threshold,
    /// Read a matrix as endpoint marks.
    Endpoints,
    /// Ask for the file to be replaced.
    Force,
    /// Name the format of this very file: what it holds is not what its extension says.
    FileFormat(GraphFormat),
}
