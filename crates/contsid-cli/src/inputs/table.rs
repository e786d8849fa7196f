//! Tables that are read, with what is to be said about their reading.

use crate::console::Console;
use crate::outputs::is_stream;
use anyhow::Result;
use contsid_io::table::{LoadedTable, TableOptions, read_table, read_table_from};
use std::path::Path;

/// Reads a table, and notes what a reader of the results should know.
pub fn read(path: &Path, options: &TableOptions, console: &Console) -> Result<LoadedTable> {
    let loaded = if is_stream(path) {
        read_table_from(std::io::stdin().lock(), "-", options)?
    } else {
        read_table(path, options)?
    };
    for note in loaded.notes() {
        console.note(format!("{}: {note}", path.display()));
    }
    Ok(loaded)
}
