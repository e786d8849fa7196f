//! Reads tables, with notes on their reading.

use crate::console::Console;
use crate::outputs::is_stream;
use anyhow::Result;
use contsid_io::table::{LoadedTable, TableOptions, read_table_from, read_table_watched};
use std::path::Path;

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
