//! What graphs with marks and graphs without have in common.

use crate::errors::unwritable_graph;
use crate::execution::run;
use crate::options::{MatrixChoices, chosen};
use contsid_io::graph::{GraphOptions, MatrixEncoding, NamedGraph, WritableGraph, write_graph};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::path::Path;

/// Whether two graphs are the same, whatever messages call them.
pub(crate) fn is_same<G: PartialEq>(ours: &NamedGraph<G>, theirs: &NamedGraph<G>) -> bool {
    ours.naming() == theirs.naming() && ours.names() == theirs.names() && ours.graph() == theirs.graph()
}

/// How a file is read.
pub(crate) fn options_of_file(format: Option<&str>, how: &MatrixChoices) -> PyResult<GraphOptions> {
    let format = format.map(|word| chosen("format", word)).transpose()?;
    Ok(GraphOptions { format, ..how.options()? })
}

/// Writes a graph to a file, in the format of its extension.
pub(crate) fn saved<G: WritableGraph + Sync>(
    py: Python<'_>,
    path: &Path,
    graph: &NamedGraph<G>,
    encoding: MatrixEncoding,
) -> PyResult<()> {
    run(py, |_| {
        let written = write_graph(path, graph, &GraphOptions { encoding, ..GraphOptions::default() });
        Ok(written.map_err(|error| unwritable_graph(&error))?)
    })
}

/// The names of the nodes, one by one.
pub(crate) fn each_node<'py, G>(py: Python<'py>, graph: &NamedGraph<G>) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyList::new(py, graph.names().iter().collect::<Vec<_>>())?.try_iter()?.into_any())
}

/// Whether there is a node of this name.
pub(crate) fn contains<G>(graph: &NamedGraph<G>, name: &Bound<'_, PyAny>) -> bool {
    name.extract::<&str>().is_ok_and(|name| graph.names().node(name).is_some())
}
