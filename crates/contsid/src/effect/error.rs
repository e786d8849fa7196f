//! Why contSID cannot be computed.

use super::{InterventionError, PartitionError, WorkersFailed};
use crate::distance::SelectionSize;
use crate::execution::Cancelled;
use crate::kernel::KernelFamily;
use crate::memory::in_words;
use thiserror::Error;

/// Why contSID cannot be computed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "fields are named after what they hold")]
pub enum ContSidError {
    /// The graphs and the table do not have the same variables.
    #[error("the graphs have {nodes} nodes and the table {columns} columns")]
    NodeCount { nodes: usize, columns: usize },
    /// The selection is of another number of nodes.
    #[error(transparent)]
    Selection(#[from] SelectionSize),
    /// There are fewer than two samples.
    #[error("the table has {rows} row; at least two are needed")]
    TooFewRows { rows: usize },
    /// An option names a column that does not exist.
    #[error("the {choice} of column `{column}` is set, but the table has no such column")]
    UnknownColumn { choice: &'static str, column: String },
    /// A kernel that needs numbers, on categories.
    #[error("column `{column}` holds categories: the kernel {family} needs numbers; take delta")]
    NeedsNumbers { column: String, family: KernelFamily },
    /// A bandwidth for a kernel that has none.
    #[error("the bandwidth of column `{column}` is set, but its kernel, delta, has none")]
    NoBandwidth { column: String },
    /// Interventions other than the observed values, on categories.
    #[error("column `{column}` holds categories: it can only be set to observed values")]
    CategoricalInterventions { column: String },
    /// Interventions that cannot be made.
    #[error("the interventions on column `{column}`: {error}")]
    Interventions {
        column: String,
        #[source]
        error: InterventionError,
    },
    /// Weights that cannot be rescaled.
    #[error(
        "under do({intervention}) the weights sum to {sum:e}, too little to be rescaled to one: there are no data \
         near this intervention; take the estimator plain or centred, or interventions nearer to the data"
    )]
    WeightSum {
        /// The treatments and the values they are set to, as `A = 1, B = 2`.
        intervention: String,
        sum: f64,
    },
    /// A system that rounding makes singular.
    #[error(
        "the system for do({}) adjusting for {{{}}} with lambda = {lambda:e} cannot be solved in double precision; \
         take a larger lambda", treatments.join(", "), adjustment.join(", ")
    )]
    Singular { treatments: Vec<String>, adjustment: Vec<String>, lambda: f64 },
    /// A system that rounding makes singular, with a ridge parameter that leave-one-out tries.
    #[error(
        "leave-one-out tries lambda = {lambda:e} on the system for do({}) adjusting for {{{}}}, which cannot be solved \
         with it in double precision; give a larger lambda instead of loo", treatments.join(", "), adjustment.join(", ")
    )]
    SingularTrial { treatments: Vec<String>, adjustment: Vec<String>, lambda: f64 },
    /// More memory is needed than is allowed.
    #[error(
        "{} of memory are needed, and {} are allowed: take fewer rows or threads, or a higher limit",
        in_words(*needed),
        in_words(*limit)
    )]
    Memory { needed: u64, limit: u64 },
    /// Several variables that are set together have too many joint values.
    #[error(
        "setting {} together takes {count} joint values, more than {limit}: take fewer values for each variable, the \
         observed ones, or rows of a table", treatments.join(", ")
    )]
    TooManyPoints { treatments: Vec<String>, count: u64, limit: usize },
    /// The systems need more work than is allowed.
    #[error(
        "{systems} systems of {rows} rows are needed for these sets of treatments, some {factor:.0} times what is \
         allowed: take smaller sets, only the sets that matter, fewer rows, or a higher limit"
    )]
    TooMuchWork { systems: usize, rows: usize, factor: f64 },
    /// Undirected edges allow more graphs than can be compared one by one.
    #[error(
        "the undirected edges allow more than {limit} pairs of a true and a learnt graph, and interventions on several \
         variables compare them one by one: leave undirected edges out (drop), take one graph for each (extend), or \
         fewer sets of treatments"
    )]
    TooManyMembers { limit: usize },
    /// The rows cannot be divided into parts.
    #[error(transparent)]
    Partition(#[from] PartitionError),
    /// Other processes did not estimate the parts.
    #[error(transparent)]
    Workers(#[from] WorkersFailed),
    /// The computation was stopped.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
