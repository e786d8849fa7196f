//! Which rows belong together: groups from a column of the table, or parts from a file.

use super::table;
use crate::args::CrossFitArguments;
use crate::console::Console;
use anyhow::{Result, anyhow};
use contsid::data::Column;
use contsid::effect::{Division, Partition};
use contsid::graph::{NodeId, UnknownNode};
use contsid_io::graph::{NamedGraph, Naming};
use contsid_io::table::{HeaderLine, LoadedTable, TableOptions};
use std::iter;
use std::path::Path;

const GROUPS: &str = "--groups";

/// How the rows of a table are divided.
pub fn division(arguments: &CrossFitArguments, loaded: &LoadedTable, console: &Console) -> Result<Division> {
    match (&arguments.groups, &arguments.partition) {
        (Some(name), _) => Ok(Division::by_column(loaded.table().column(column(loaded, GROUPS, name)?))),
        (None, Some(path)) => division_of_file(path, loaded.table().row_count(), console),
        (None, None) => Ok(Division::Random),
    }
}

/// The table without the column of groups, if columns are matched to nodes by position and there is one column too
/// many.
pub fn without_groups(arguments: &CrossFitArguments, loaded: LoadedTable, truth: &NamedGraph) -> Result<LoadedTable> {
    let by_name = [loaded.naming(), truth.naming()] == [Naming::Given; 2];
    match &arguments.groups {
        Some(name) if !by_name && loaded.table().column_count() == truth.names().len() + 1 => {
            let column = column(&loaded, GROUPS, name)?;
            Ok(loaded.without_column(column))
        }
        _ => Ok(loaded),
    }
}

/// The column that an option names.
pub fn column(loaded: &LoadedTable, option: &str, name: &str) -> Result<NodeId> {
    loaded.table().names().find(name.trim()).map_err(|UnknownNode { name, nodes }| {
        let source = loaded.source_name();
        let columns = iter::once(nodes.as_str()).chain(loaded.ignored().iter().map(String::as_str));
        let columns = columns.collect::<Vec<_>>().join(", ");
        anyhow!("{source}: {option}: there is no column `{name}`; the columns are {columns}")
    })
}

/// The parts of the rows of a table, from a file.
pub fn division_of_file(path: &Path, rows: usize, console: &Console) -> Result<Division> {
    let columns = labels(path, rows, console)?;
    let partition = Partition::of_columns(&columns, rows).map_err(|error| anyhow!("{}: {error}", path.display()))?;
    Ok(Division::Given(partition))
}

/// The labels of a file, a column for each repeat; the first line may be a header.
pub fn labels(path: &Path, rows: usize, console: &Console) -> Result<Vec<Column>> {
    let read = |header| {
        let options = TableOptions { header, ..TableOptions::default() };
        table::read(path, &options, console).map_err(|error| anyhow!("{error:#}"))
    };
    let is_right = |file: &Result<LoadedTable>| file.as_ref().is_ok_and(|file| file.table().row_count() == rows);
    let mut file = read(HeaderLine::default());
    if !is_right(&file) {
        // The cells cannot tell whether there is a header; the number of rows can.
        let others = [HeaderLine::Absent, HeaderLine::Present].into_iter().map(read);
        file = others.into_iter().find(is_right).unwrap_or(file);
    }
    Ok(file?.table().columns().to_vec())
}
