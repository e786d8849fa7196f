//! Tables that are read, with what is to be said about their reading.

use crate::printer;
use anyhow::Result;
use contsid_io::table::{LoadedTable, MissingValues, TableOptions, read_table};
use std::path::Path;

/// Reads a table, and says on standard error what a reader of the results should know.
pub fn read(path: &Path, missing: MissingValues) -> Result<LoadedTable> {
    let loaded = read_table(path, &TableOptions { missing, ..TableOptions::default() })?;
    for note in loaded.notes() {
        printer::note(&format!("{}: {note}", path.display()));
    }
    Ok(loaded)
}
