//! What can be wrong with experiments.

use crate::comparison::NotUsable;
use crate::effect::{ContSidError, PartitionError};
use crate::execution::Cancelled;
use thiserror::Error;

/// Why rows are not an experiment.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// Nothing was set.
    #[error("no variable was set")]
    NoTreatment,
    /// Everything was set.
    #[error("all {columns} variables were set: no outcome is left")]
    NoOutcome {
        /// The number of variables.
        columns: usize,
    },
    /// There is only one row.
    #[error("the experiment has one row, and two parts need a row each")]
    OneRow,
    /// There is not one weight for each row.
    #[error("there are {weights} weights for {rows} rows")]
    WeightCount {
        /// The number of weights.
        weights: usize,
        /// The number of rows.
        rows: usize,
    },
    /// A weight is not positive.
    #[error("the weight of row {} must be positive and finite, got {weight}", row + 1)]
    Weight {
        /// The row, counted from 0.
        row: usize,
        /// The weight.
        weight: f64,
    },
}

/// Why graphs cannot be judged.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// There is no experiment.
    #[error("there is no experiment to judge graphs by")]
    NoExperiment,
    /// A graph and the table do not have the same variables.
    #[error("the graph has {nodes} nodes and the table {columns} columns")]
    NodeCount {
        /// The index of the graph.
        graph: usize,
        /// Its number of nodes.
        nodes: usize,
        /// The number of columns.
        columns: usize,
    },
    /// No directed acyclic graph extends a graph.
    #[error("{error}")]
    NotUsable {
        /// The index of the graph.
        graph: usize,
        /// Why.
        #[source]
        error: NotUsable,
    },
    /// A graph leaves too many edges undirected.
    #[error(
        "the undirected edges of the graph allow more than {limit} {what}: leave undirected edges out (drop), or \
         take one graph for each (extend)"
    )]
    TooManyMembers {
        /// The index of the graph.
        graph: usize,
        /// What exceeds the limit.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// All selected outcomes were set.
    #[error("the experiment on {experiment} leaves no outcome to look at")]
    NoOutcome {
        /// What was set.
        experiment: String,
    },
    /// An experiment has other columns than the observational rows.
    #[error("the experiment on {experiment} has other columns than the observational rows")]
    Columns {
        /// What was set.
        experiment: String,
    },
    /// A column holds numbers in one table and categories in the other.
    #[error(
        "column `{column}` holds {expected} in the observational rows and {found} in the experiment on {experiment}"
    )]
    Kind {
        /// The name of the column.
        column: String,
        /// What was set.
        experiment: String,
        /// What the column holds in the observational rows.
        expected: &'static str,
        /// What it holds in the experiment.
        found: &'static str,
    },
    /// The rows of an experiment cannot be divided into parts.
    #[error("the experiment on {experiment}: {error}")]
    Partition {
        /// What was set.
        experiment: String,
        /// Why not.
        #[source]
        error: PartitionError,
    },
    /// Two tables are divided in different ways.
    #[error(
        "the rows of the experiment on {experiment} are divided into {parts} parts {repeats} times, others into \
         {expected_parts} parts {expected_repeats} times"
    )]
    PartCounts {
        /// What was set.
        experiment: String,
        /// Its number of parts.
        parts: usize,
        /// Its number of repeats.
        repeats: usize,
        /// The number of parts of the others.
        expected_parts: usize,
        /// The number of repeats of the others.
        expected_repeats: usize,
    },
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
