//! Reads tables, with notes on their reading.

use crate::console::Console;
use crate::outputs::is_stream;
use anyhow::Result;
use contsid::graph::NodeNames;
use contsid_io::graph::{NamedGraph, Naming};
use contsid_io::table::{LoadedTable, TableOptions, read_table_from, read_table_watched};
use std::collections::BTreeSet;
use std::path::Path;

/// The columns to read: those of nodes, and others that are asked for; the rest may hold anything.
pub fn wanted<'a>(nodes: &'a NamedGraph, others: impl IntoIterator<Item = &'a str>) -> Option<NodeNames> {
    let mut seen: BTreeSet<&str> = BTreeSet::from([""]);
    let names = nodes.names().iter().chain(others).filter(|name| seen.insert(name));
    let names = NodeNames::new(names).expect("names that are taken once each differ, and none is empty");
    (nodes.naming() == Naming::Given).then_some(names)
}

/// Reads a table, and prints notes on its reading.
pub fn read(path: &Path, options: &TableOptions, console: &Console) -> Result<LoadedTable> {
    let loaded = if is_stream(path) {
        read_table_from(std::io::stdin().lock(), "-", options)?
    } else {
        read_table_watched(path, options, &console.progress("reading rows"))?
    };
    for note in loaded.notes() {
        console.note(format!("{}: {note}", path.display()));
    }
    Ok(loaded)
}
