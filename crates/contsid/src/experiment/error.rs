//! What can be wrong with experiments.

use crate::comparison::NotUsable;
use crate::effect::{ContSidError, PartitionError};
use crate::execution::Cancelled;
use thiserror::Error;

/// Why rows are not an experiment.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "fields are named after what they hold")]
pub enum ExperimentError {
    /// Nothing was set.
    #[error("no variable was set")]
    NoTreatment,
    /// Everything was set.
    #[error("all {columns} variables were set: no outcome is left")]
    NoOutcome { columns: usize },
    /// There is only one row.
    #[error("the experiment has one row, and two parts need a row each")]
    OneRow,
    /// There is not one weight for each row.
    #[error("there are {weights} weights for {rows} rows")]
    WeightCount { weights: usize, rows: usize },
    /// A weight is not positive.
    #[error("the weight of row {} must be positive and finite, got {weight}", row + 1)]
    Weight { row: usize, weight: f64 },
}

/// Why graphs cannot be judged.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "fields are named after what they hold")]
pub enum JudgeError {
    /// There is no experiment.
    #[error("there is no experiment to judge graphs by")]
    NoExperiment,
    /// A graph and the table do not have the same variables.
    #[error("the graph has {nodes} nodes and the table {columns} columns")]
    NodeCount { graph: usize, nodes: usize, columns: usize },
    /// No directed acyclic graph extends a graph.
    #[error("{error}")]
    NotUsable {
        graph: usize,
        #[source]
        error: NotUsable,
    },
    /// A graph with marks or hidden nodes is asked about several variables at once.
    #[error(
        "the experiment on {experiment} sets several variables: graphs with marks or hidden nodes predict experiments \
         on one"
    )]
    JointWithHidden { graph: usize, experiment: String },
    /// A graph leaves too many edges undirected.
    #[error(
        "the undirected edges of the graph allow more than {limit} {what}: leave undirected edges out (drop), or \
         take one graph for each (extend)"
    )]
    TooManyMembers { graph: usize, what: &'static str, limit: usize },
    /// All selected outcomes were set.
    #[error("the experiment on {experiment} leaves no outcome to look at")]
    NoOutcome { experiment: String },
    /// An experiment has other columns than the observational rows.
    #[error("the experiment on {experiment} has other columns than the observational rows")]
    Columns { experiment: String },
    /// A column holds numbers in one table and categories in the other.
    #[error(
        "column `{column}` holds {expected} in the observational rows and {found} in the experiment on {experiment}"
    )]
    Kind { column: String, experiment: String, expected: &'static str, found: &'static str },
    /// The rows of an experiment cannot be divided into parts.
    #[error("the experiment on {experiment}: {error}")]
    Partition {
        experiment: String,
        #[source]
        error: PartitionError,
    },
    /// Two tables are divided in different ways.
    #[error(
        "the rows of the experiment on {experiment} are divided into {parts} parts {repeats} times, others into \
         {expected_parts} parts {expected_repeats} times"
    )]
    PartCounts { experiment: String, parts: usize, repeats: usize, expected_parts: usize, expected_repeats: usize },
    /// No experiment overlaps with the observational rows.
    #[error(
        "every row of every experiment lies outside the observational rows: no graph can predict there, and none can \
         be judged"
    )]
    AllOutside,
    /// A choice does not fit a column, observational rows cannot be divided, or a system cannot be solved.
    #[error(transparent)]
    Estimation(#[from] ContSidError),
    /// The computation was stopped.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
