//! Arrays that numpy saves together: a ZIP archive of NPY files.

use super::array_table;
use super::column::RawTable;
use crate::error::{Fault, Location, Problem};
use crate::names::checked_names;
use crate::npy;
use crate::shown::shown_reason;
use std::io::{Cursor, Read};

fn malformed(reason: String) -> Fault {
    Fault::Malformed { format: "NPZ", reason }
}

/// Reads one array of numbers, and the names of its columns if there is an array of texts.
pub(super) fn parse(bytes: &[u8]) -> Result<RawTable, Problem> {
    if bytes.is_empty() {
        return Err(Fault::Empty.into());
    }
    let mut numbers: Vec<(String, npy::Array)> = Vec::new();
    let mut texts: Vec<(String, Vec<String>)> = Vec::new();
    for (name, bytes) in entries(bytes)? {
        if let Some(found) = npy::parse_texts(&bytes) {
            texts.push((name, found));
        } else {
            let array = npy::parse(&bytes).map_err(|problem| problem.fault.at(Location::Part(name.clone())))?;
            numbers.push((name, array));
        }
    }
    let numbers = only(numbers, "numbers")?.ok_or_else(|| malformed("it holds no array of numbers".to_owned()))?;
    let mut table = array_table(numbers)?;
    if let Some(names) = column_names(texts, table.columns.len())? {
        let location = |at: usize| Location::Part(format!("name {}", at + 1));
        table.names = Some(checked_names(names.iter().map(String::as_str), location)?);
    }
    Ok(table)
}

/// The names and bytes of the files in the archive.
fn entries(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, Fault> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| malformed(shown_reason(&error)))?;
    let mut entries = Vec::new();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).map_err(|error| malformed(shown_reason(&error)))?;
        let name = file.name().trim_end_matches(".npy").to_owned();
        let mut content = Vec::new();
        file.read_to_end(&mut content).map_err(|error| malformed(shown_reason(&error)))?;
        entries.push((name, content));
    }
    Ok(entries)
}

/// The one array of a kind, if there is one.
fn only<T>(mut arrays: Vec<(String, T)>, kind: &str) -> Result<Option<T>, Fault> {
    if arrays.len() > 1 {
        let names: Vec<String> = arrays.into_iter().map(|(name, _)| name).collect();
        let names = crate::shown::shown(&names.join("`, `"));
        return Err(malformed(format!("it holds several arrays of {kind}, `{names}`, where one is expected")));
    }
    Ok(arrays.pop().map(|(_, array)| array))
}

/// The names of so many columns, if there is an array of texts.
fn column_names(texts: Vec<(String, Vec<String>)>, columns: usize) -> Result<Option<Vec<String>>, Fault> {
    match texts.iter().find(|(_, names)| names.len() != columns) {
        Some((name, names)) => {
            let (name, count) = (crate::shown::shown(name), names.len());
            Err(malformed(format!("the array `{name}` holds {count} texts, which cannot name the {columns} columns")))
        }
        None => only(texts, "texts"),
    }
}
