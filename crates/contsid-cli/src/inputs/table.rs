//! Tables that are read, with what is to be said about their reading.

use crate::console::Console;
use anyhow::Result;
use contsid_io::table::{LoadedTable, MissingValues, TableOptions, read_table};
use std::path::Path;

/// Reads a table, and notes what a reader of the results should know.
pub fn read(path: &Path, missing: MissingValues, console: &Console) -> Result<LoadedTable> {
    let loaded = read_table(path, &TableOptions { missing, ..TableOptions::default() })?;
    for note in loaded.notes() {
        console.note(format!("{}: {note}", path.display()));
    }
    Ok(loaded)
}
