//! Graphs that are read, each in its own way.

use crate::args::GraphArguments;
use crate::console::Console;
use anyhow::Result;
use contsid_io::graph::{GraphSource, NamedGraph, read_graph_from, read_graph_source};

/// Reads a graph, and notes what a reader of the results should know.
pub fn read(source: &GraphSource, arguments: &GraphArguments, console: &Console) -> Result<NamedGraph> {
    let plain = arguments.options();
    let read = if source.is_standard_input() {
        read_graph_from(std::io::stdin().lock(), source, &plain)?
    } else {
        read_graph_source(source, &plain)?
    };
    for note in read.notes() {
        console.note(format!("{}: {note}", read.source_name()));
    }
    Ok(read)
}

/// How a graph was read, in one line that begins with its file.
pub fn line(graph: &NamedGraph) -> String {
    let edges = || match graph.graph().edge_count() {
        1 => "1 edge".to_owned(),
        count => format!("{count} edges"),
    };
    let reading = graph.reading().map_or_else(edges, ToString::to_string);
    format!("{}: {reading}", graph.source_name())
}
