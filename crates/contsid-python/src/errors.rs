//! The exceptions, each with the words of the error behind it.

use contsid::comparison::NotUsable;
use contsid::effect::ContSidError;
use contsid::execution::Cancelled;
use contsid::graph::{NameError, NodeNames, PdagError};
use contsid_io::graph::{AlignError, NamedGraph};
use contsid_io::table::MatchError;
use contsid_io::{Hint, ReadError, WriteError};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

create_exception!(contsid, ContsidError, PyValueError, "Whatever contsid refuses; a `ValueError`.");
create_exception!(contsid, GraphError, ContsidError, "Something is not a graph, or not one that can be compared.");
create_exception!(contsid, TableError, ContsidError, "Something is not a table of observations.");
create_exception!(contsid, AlignmentError, ContsidError, "Graphs and tables are not about the same nodes.");
create_exception!(contsid, OptionError, ContsidError, "An option has a value that makes no sense.");
create_exception!(contsid, EstimationError, ContsidError, "A distribution cannot be estimated from the data.");
create_exception!(contsid, DiscoveryError, ContsidError, "A graph cannot be learnt from the data.");
create_exception!(contsid, SimulationError, ContsidError, "Nothing can be simulated by these settings.");

/// A file that is not a graph, and how to go on.
pub(crate) fn unreadable_graph(error: &ReadError) -> PyErr {
    not_a_graph(with_hint(error, error.hint()))
}

/// A file that is not a table, and how to go on.
pub(crate) fn unreadable_table(error: &ReadError) -> PyErr {
    not_a_table(with_hint(error, error.hint()))
}

/// A graph that cannot be written, with what can be done about it.
pub(crate) fn unwritable_graph(error: &WriteError) -> PyErr {
    not_a_graph(with_hint(error, error.hint()))
}

/// The words of an error, and the argument that mends it.
fn with_hint(error: impl Display, hint: Option<Hint>) -> String {
    let argument = match hint {
        Some(Hint::GraphFormat | Hint::TableFormat) => "name the format by format=",
        Some(Hint::OutputFormat) => "choose a file name with another extension",
        Some(Hint::DropMissing) => "leave out rows with missing values by drop_missing=True",
        Some(Hint::Threshold) => {
            "if the matrix holds weights, say by threshold= from which size on a weight is an edge"
        }
        Some(Hint::Endpoints) => "read such a matrix by encoding=\"endpoints\"",
        _ => return error.to_string(),
    };
    format!("{error}; {argument}")
}

/// Something that no other exception is about.
pub(crate) fn refused(error: impl Display) -> PyErr {
    ContsidError::new_err(error.to_string())
}

pub(crate) fn not_a_graph(error: impl Display) -> PyErr {
    GraphError::new_err(error.to_string())
}

pub(crate) fn not_a_table(error: impl Display) -> PyErr {
    TableError::new_err(error.to_string())
}

pub(crate) fn not_simulated(error: impl Display) -> PyErr {
    SimulationError::new_err(error.to_string())
}

pub(crate) fn not_aligned(error: impl Display) -> PyErr {
    AlignmentError::new_err(error.to_string())
}

/// Graphs that are not about the same nodes, with what can be done about it.
pub(crate) fn misaligned(error: AlignError) -> PyErr {
    not_aligned(match &error {
        AlignError::Names { missing, surplus, .. } if !missing.is_empty() && surplus.is_empty() => {
            format!("{error}; if they have no edges there, list all nodes by as_graph(…, names=[…])")
        }
        AlignError::Counts { truth, truth_count, learnt, learnt_count } => {
            format!("{truth} has {truth_count} nodes and {learnt} has {learnt_count}; {BY_POSITION}")
        }
        _ => error.to_string(),
    })
}

/// Data that are not about the nodes of a graph.
pub(crate) fn mismatched(error: MatchError) -> PyErr {
    not_aligned(match &error {
        MatchError::Counts { table, columns, graph, nodes } => {
            format!("{table} have {columns} columns and {graph} has {nodes} nodes; {BY_POSITION}")
        }
        _ => error.to_string(),
    })
}

const BY_POSITION: &str = "without names they are matched by position, and their numbers must agree";

pub(crate) fn bad_option(error: impl Display) -> PyErr {
    OptionError::new_err(error.to_string())
}

/// The error for a graph that allows no directed acyclic graph, in the names of its nodes.
pub(crate) fn not_usable<G>(graph: &NamedGraph<G>, error: &NotUsable) -> PyErr {
    let hint = match error {
        NotUsable::NotExtendable(PdagError::Stuck { .. }) => "; undirected=\"drop\" leaves them out",
        _ => "",
    };
    not_a_graph(format!("{}: {}{hint}", graph.source_name(), error.in_words(graph.names())))
}

/// Names of nodes or columns, without white space around them.
pub(crate) fn node_names(names: &[String], source: &str) -> Result<NodeNames, String> {
    NodeNames::new(names.iter().map(|name| name.trim())).map_err(|error: NameError| format!("{source}: {error}"))
}

/// An error that a computation may end with.
pub(crate) enum Failure {
    /// It was stopped: the interpreter knows why.
    Cancelled,
    /// An exception.
    Raised(PyErr),
}

impl From<Cancelled> for Failure {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl From<ContSidError> for Failure {
    fn from(error: ContSidError) -> Self {
        contsid_failure(&error, None)
    }
}

/// An error of contSID, with the name of the data before its words, if there is one.
pub(crate) fn contsid_failure(error: &ContSidError, source: Option<&str>) -> Failure {
    let words = source.map_or_else(|| error.to_string(), |source| format!("{source}: {error}"));
    Failure::Raised(match error {
        ContSidError::Cancelled(_) => return Failure::Cancelled,
        ContSidError::UnknownColumn { .. }
        | ContSidError::NeedsNumbers { .. }
        | ContSidError::NoBandwidth { .. }
        | ContSidError::Memory { .. }
        | ContSidError::TooManyPoints { .. }
        | ContSidError::TooMuchWork { .. }
        | ContSidError::TooManyMembers { .. }
        | ContSidError::Partition(_)
        | ContSidError::CategoricalInterventions { .. } => OptionError::new_err(words),
        ContSidError::NodeCount { .. } => AlignmentError::new_err(words),
        ContSidError::TooFewRows { .. } => TableError::new_err(words),
        _ => EstimationError::new_err(words),
    })
}
