//! The exceptions, each with the words of the error behind it.

use contsid::comparison::NotUsable;
use contsid::distance::contsid::ContSidError;
use contsid::execution::Cancelled;
use contsid::graph::{NameError, NodeNames};
use contsid_io::ReadError;
use contsid_io::graph::NamedGraph;
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

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("ContsidError", py.get_type::<ContsidError>())?;
    module.add("GraphError", py.get_type::<GraphError>())?;
    module.add("TableError", py.get_type::<TableError>())?;
    module.add("AlignmentError", py.get_type::<AlignmentError>())?;
    module.add("OptionError", py.get_type::<OptionError>())?;
    module.add("EstimationError", py.get_type::<EstimationError>())?;
    module.add("DiscoveryError", py.get_type::<DiscoveryError>())?;
    module.add("SimulationError", py.get_type::<SimulationError>())
}

pub(crate) fn not_a_graph(error: impl Display) -> PyErr {
    GraphError::new_err(error.to_string())
}

pub(crate) fn not_a_table(error: impl Display) -> PyErr {
    TableError::new_err(error.to_string())
}

pub(crate) fn not_aligned(error: impl Display) -> PyErr {
    AlignmentError::new_err(error.to_string())
}

pub(crate) fn bad_option(error: impl Display) -> PyErr {
    OptionError::new_err(error.to_string())
}

/// The graph stands for no directed acyclic graph, in the names of its nodes.
pub(crate) fn not_usable(graph: &NamedGraph, error: &NotUsable) -> PyErr {
    not_a_graph(format!("{}: {}", graph.source_name(), error.in_words(graph.names())))
}

/// Names of nodes or columns, without white space around them.
pub(crate) fn node_names(names: &[String], source: &str) -> Result<NodeNames, String> {
    NodeNames::new(names.iter().map(|name| name.trim())).map_err(|error: NameError| format!("{source}: {error}"))
}

/// An error that a computation may end with.
pub(crate) enum Failure {
    /// Somebody stopped it: the interpreter knows why.
    Cancelled,
    /// An exception.
    Raised(PyErr),
}

impl From<Cancelled> for Failure {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
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
        | ContSidError::TooManyPoints { .. }
        | ContSidError::TooMuchWork { .. }
        | ContSidError::TooManyMembers { .. }
        | ContSidError::CategoricalInterventions { .. } => OptionError::new_err(words),
        ContSidError::NodeCount { .. } => AlignmentError::new_err(words),
        ContSidError::TooFewRows { .. } => TableError::new_err(words),
        _ => EstimationError::new_err(words),
    })
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Self::Raised(not_a_graph(error))
    }
}
