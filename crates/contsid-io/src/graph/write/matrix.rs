//! Graphs as square matrices of numbers.

use crate::delimited::quotes_for;
use crate::graph::format::{EdgeDirection, GraphFormat, GraphOptions, MatrixEncoding};
use crate::graph::named::{NamedGraph, Naming};
use crate::memory::check_numbers;
use crate::npy;
use crate::write::WriteFault;
use contsid::graph::{EdgeKind, MixedGraph};
use contsid::named::Named;

/// The matrix as text, with the names, if any, in the first line and the first column.
pub(super) fn delimited(graph: &NamedGraph, delimiter: u8, options: &GraphOptions) -> Result<Vec<u8>, WriteFault> {
    let size = checked_size(graph)?;
    let quotes = quotes_for(graph.names().iter(), delimiter);
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).quote_style(quotes).from_writer(Vec::new());
    let names = (graph.naming() == Naming::Given).then(|| graph.names());
    let mut write = |cells: Vec<String>| writer.write_record(cells).expect("lines of one length go into memory");
    if let Some(names) = names {
        write(std::iter::once("").chain(names.iter()).map(str::to_owned).collect());
    }
    let values = cells(graph.graph(), options);
    for (node, row) in graph.graph().nodes().zip(values.chunks_exact(size)) {
        let name = names.map(|names| names.name(node).to_owned());
        write(name.into_iter().chain(row.iter().map(f64::to_string)).collect());
    }
    Ok(writer.into_inner().expect("a writer into memory can be flushed"))
}

/// The number of nodes, if a matrix of them fits into memory.
fn checked_size(graph: &NamedGraph) -> Result<usize, WriteFault> {
    let nodes = graph.graph().node_count();
    check_numbers(nodes.checked_mul(nodes)).map_err(|error| WriteFault::LargeMatrix { nodes, error })?;
    Ok(nodes)
}

/// The matrix as numpy saves it.
pub(super) fn npy(graph: &NamedGraph, options: &GraphOptions) -> Result<Vec<u8>, WriteFault> {
    if graph.naming() == Naming::Given {
        return Err(WriteFault::NoNames(GraphFormat::Npy.name()));
    }
    let size = checked_size(graph)?;
    Ok(npy::format(size, size, &cells(graph.graph(), options)))
}

/// The cells row by row.
fn cells(graph: &MixedGraph, options: &GraphOptions) -> Vec<f64> {
    let size = graph.node_count();
    let mut cells = vec![0.0; size * size];
    for edge in graph.edges() {
        let (forward, backward) = pair(edge.kind, options.encoding);
        let (from, to) = match options.edge_direction {
            EdgeDirection::RowToColumn => (edge.from.index(), edge.to.index()),
            EdgeDirection::ColumnToRow => (edge.to.index(), edge.from.index()),
        };
        cells[from * size + to] = forward;
        cells[to * size + from] = backward;
    }
    cells
}

/// The cells of an edge, from tail to head and back.
fn pair(kind: EdgeKind, encoding: MatrixEncoding) -> (f64, f64) {
    let weight = match encoding {
        MatrixEncoding::Weights(threshold) => threshold.size().next_up().max(1.0),
        MatrixEncoding::Adjacency | MatrixEncoding::Endpoints | MatrixEncoding::PcalgPag => 1.0,
    };
    match (encoding, kind) {
        (MatrixEncoding::Endpoints, EdgeKind::Directed) => (-1.0, 1.0),
        (MatrixEncoding::Endpoints, EdgeKind::Undirected) => (-1.0, -1.0),
        (MatrixEncoding::PcalgPag, EdgeKind::Directed) => (2.0, 3.0),
        (MatrixEncoding::PcalgPag, EdgeKind::Undirected) => (3.0, 3.0),
        (_, EdgeKind::Directed) => (weight, 0.0),
        (_, EdgeKind::Undirected) => (weight, weight),
    }
}
