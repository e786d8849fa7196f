//! Graphs as square matrices of numbers.

use super::Written;
use crate::delimited::quotes_for;
use crate::graph::format::{EdgeDirection, GraphFormat, GraphOptions, MatrixEncoding};
use crate::graph::named::Naming;
use crate::memory::check_numbers;
use crate::npy;
use crate::write::WriteFault;
use contsid::graph::{Mark, NodeId};
use contsid::named::Named;

/// The matrix as text, with the names, if any, in the first line and the first column.
pub(super) fn delimited(graph: &Written, delimiter: u8, options: &GraphOptions) -> Result<Vec<u8>, WriteFault> {
    let size = checked_size(graph)?;
    let quotes = quotes_for(graph.names.iter().map(String::as_str), delimiter);
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).quote_style(quotes).from_writer(Vec::new());
    let names = (graph.naming == Naming::Given).then_some(&graph.names);
    let mut write = |cells: Vec<String>| writer.write_record(cells).expect("lines of one length go into memory");
    if let Some(names) = names {
        write(std::iter::once(String::new()).chain(names.iter().cloned()).collect());
    }
    let values = cells(graph, options);
    for (node, row) in values.chunks_exact(size).enumerate() {
        let name = names.map(|names| names[node].clone());
        write(name.into_iter().chain(row.iter().map(f64::to_string)).collect());
    }
    Ok(writer.into_inner().expect("a writer into memory can be flushed"))
}

/// The number of nodes, if a matrix of them fits into memory.
fn checked_size(graph: &Written) -> Result<usize, WriteFault> {
    let nodes = graph.names.len();
    check_numbers(nodes.checked_mul(nodes)).map_err(|error| WriteFault::LargeMatrix { nodes, error })?;
    Ok(nodes)
}

/// The matrix as numpy saves it.
pub(super) fn npy(graph: &Written, options: &GraphOptions) -> Result<Vec<u8>, WriteFault> {
    if graph.naming == Naming::Given {
        return Err(WriteFault::NoNames(GraphFormat::Npy.name()));
    }
    let size = checked_size(graph)?;
    Ok(npy::format(size, size, &cells(graph, options)))
}

/// The cells row by row.
fn cells(graph: &Written, options: &GraphOptions) -> Vec<f64> {
    let size = graph.names.len();
    let mut cells = vec![0.0; size * size];
    for edge in &graph.edges {
        let (forward, backward) = pair(edge.marks, options.encoding);
        let [from, to] = edge.ends.map(NodeId::index);
        let (from, to) = match options.edge_direction {
            EdgeDirection::RowToColumn => (from, to),
            EdgeDirection::ColumnToRow => (to, from),
        };
        cells[from * size + to] = forward;
        cells[to * size + from] = backward;
    }
    cells
}

/// The cells of an edge with these marks at its first and second end: from the first to the second, and back.
fn pair([first, second]: [Mark; 2], encoding: MatrixEncoding) -> (f64, f64) {
    let both = |cell: f64| (cell, if (first, second) == (Mark::Tail, Mark::Tail) { cell } else { 0.0 });
    match encoding {
        MatrixEncoding::Adjacency => both(1.0),
        MatrixEncoding::Weights(threshold) => both(threshold.size().next_up().max(1.0)),
        MatrixEncoding::Endpoints => (endpoint(first), endpoint(second)),
        MatrixEncoding::PcalgPag => (pcalg(second), pcalg(first)),
    }
}

fn endpoint(mark: Mark) -> f64 {
    match mark {
        Mark::Tail => -1.0,
        Mark::Arrow => 1.0,
        Mark::Circle => 2.0,
    }
}

fn pcalg(mark: Mark) -> f64 {
    match mark {
        Mark::Circle => 1.0,
        Mark::Arrow => 2.0,
        Mark::Tail => 3.0,
    }
}
