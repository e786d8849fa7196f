//! Reads graph files, each by its own suffix.

use crate::args::GraphArguments;
use crate::console::Console;
use crate::printer::counted;
use anyhow::Result;
use contsid_io::graph::{GraphSource, NamedGraph, add_absent_nodes, align, read_graph_from, read_graph_source};

/// Reads a graph, and prints notes on its reading.
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

/// The truth and the learnt graphs on its nodes; `absent` is about nodes that a graph does not name.
pub fn aligned(
    mut graphs: Vec<NamedGraph>,
    absent: Absent,
    console: &Console,
) -> Result<(NamedGraph, Vec<NamedGraph>)> {
    if absent == Absent::Isolated {
        let before: Vec<usize> = graphs.iter().map(|graph| graph.notes().len()).collect();
        add_absent_nodes(&mut graphs)?;
        for (graph, before) in graphs.iter().zip(before) {
            let new = graph.notes().iter().skip(before);
            new.for_each(|note| console.note(format!("{}: {note}", graph.source_name())));
        }
    }
    let mut graphs = graphs.into_iter();
    let truth = graphs.next().expect("the truth is the first graph");
    let learnt = graphs.map(|graph| Ok(align(&truth, &graph)?)).collect::<Result<Vec<_>>>()?;
    Ok((truth, learnt))
}

/// How nodes are treated that one graph names and another does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// As an error.
    Refused,
    /// As nodes without edges.
    Isolated,
}

impl Absent {
    /// The choice of `--isolated`.
    pub fn of(isolated: bool) -> Self {
        if isolated { Self::Isolated } else { Self::Refused }
    }
}

/// The file of a graph and how it was read, in one line.
pub fn line(graph: &NamedGraph) -> String {
    let edges = || counted(graph.graph().edge_count(), "edge");
    let reading = graph.reading().map_or_else(edges, ToString::to_string);
    format!("{}: {reading}", graph.source_name())
}
