//! Arrays that numpy saves together: a ZIP archive of NPY files.

use super::array_table;
use super::column::RawTable;
use crate::error::{Fault, Location, Problem};
use crate::input::{Input, Seekable};
use crate::names::checked_names;
use crate::npy;
use crate::shown::{shown, shown_reason};
use std::io::{Cursor, Read, Seek};

fn malformed(reason: String) -> Fault {
    Fault::Malformed { format: "NPZ", reason }
}

/// Reads one array of numbers, and the names of its columns if there is an array of texts.
pub(super) fn parse(input: &Input<'_>) -> Result<RawTable, Problem> {
    match input.seekable()? {
        Seekable::File(file) => parse_archive(file, input.byte_count()),
        Seekable::Bytes(bytes) => {
            let length = bytes.len() as u64;
            parse_archive(Cursor::new(bytes), Some(length))
        }
    }
}

fn parse_archive(bytes: impl Read + Seek, length: Option<u64>) -> Result<RawTable, Problem> {
    let mut archive = zip::ZipArchive::new(bytes).map_err(|error| malformed(shown_reason(&error)))?;
    let mut numbers: Vec<(String, Option<RawTable>)> = Vec::new();
    let mut texts: Vec<(String, Vec<String>)> = Vec::new();
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(|error| malformed(shown_reason(&error)))?;
        let name = file.name().trim_end_matches(".npy").to_owned();
        let in_array = |problem: Problem| problem.fault.at(Location::Part(shown(&name)));
        // An array that is not compressed cannot be longer than its archive, so memory may be reserved for it.
        let is_stored = file.compression() == zip::CompressionMethod::Stored;
        let size = Some(file.size()).filter(|&size| is_stored && length.is_some_and(|length| size <= length));
        let array = npy::open(file, size).map_err(in_array)?;
        if array.holds_texts() {
            let found = array.into_texts();
            texts.push((
                name,
                found.ok_or_else(|| malformed("an array of texts does not have one dimension".to_owned()))?,
            ));
        } else {
            // Several are refused, so only the first is needed.
            let table = if numbers.is_empty() { Some(array_table(array).map_err(in_array)?) } else { None };
            numbers.push((name, table));
        }
    }
    let table = only(numbers, "numbers")?.flatten();
    let mut table = table.ok_or_else(|| malformed("it holds no array of numbers".to_owned()))?;
    if let Some(names) = column_names(texts, table.columns.len())? {
        let location = |at: usize| Location::Part(format!("name {}", at + 1));
        table.names = Some(checked_names(names.iter().map(String::as_str), location)?);
    }
    Ok(table)
}

/// The one array of a kind, if there is one.
fn only<T>(mut arrays: Vec<(String, T)>, kind: &str) -> Result<Option<T>, Fault> {
    if arrays.len() > 1 {
        let names: Vec<String> = arrays.into_iter().map(|(name, _)| name).collect();
        let names = shown(&names.join("`, `"));
        return Err(malformed(format!("it holds several arrays of {kind}, `{names}`, where one is expected")));
    }
    Ok(arrays.pop().map(|(_, array)| array))
}

/// The names of the columns, as many as there are, if there is an array of texts.
fn column_names(texts: Vec<(String, Vec<String>)>, columns: usize) -> Result<Option<Vec<String>>, Fault> {
    match texts.iter().find(|(_, names)| names.len() != columns) {
        Some((name, names)) => {
            let (name, count) = (shown(name), names.len());
            Err(malformed(format!("the array `{name}` holds {count} texts, which cannot name the {columns} columns")))
        }
        None => only(texts, "texts"),
    }
}
