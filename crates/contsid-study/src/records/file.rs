//! The file of records: whole lines, written as they come, repaired where a line was torn.
//!
//! Every write is one or more whole lines, so that a process that is killed leaves at most the last line torn. A torn
//! line is not a record; what it was about is done again.

use super::record::{Record, RecordError};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why records cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordsError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file does not begin as a file of records does.
    #[error("{}, line 1: the columns are not those of a study's records", path.display())]
    Header {
        /// The file.
        path: PathBuf,
    },
    /// A line that is not the last one is not a record.
    #[error("{}, line {line}: {error}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: RecordError,
    },
    /// A line is not text.
    #[error("{}, line {line}: not UTF-8 text", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

/// The whole records of a file; a torn last line is left out.
///
/// # Errors
///
/// If the file cannot be read, or is not a file of records.
pub fn read_records(path: &Path) -> Result<Vec<Record>, RecordsError> {
    let bytes = std::fs::read(path).map_err(|error| RecordsError::Unreadable { path: path.to_owned(), error })?;
    repaired(path, &bytes)
}

/// The records of whole lines.
pub(crate) fn repaired(path: &Path, bytes: &[u8]) -> Result<Vec<Record>, RecordsError> {
    let header = Record::header();
    let Some(rest) = bytes.strip_prefix(header.as_bytes()) else {
        let is_torn = header.as_bytes().starts_with(bytes);
        return if is_torn { Ok(Vec::new()) } else { Err(RecordsError::Header { path: path.to_owned() }) };
    };
    let whole = rest.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let lines = rest[..whole].split_inclusive(|&byte| byte == b'\n');
    lines.enumerate().map(|(place, line)| parsed(path, place + 2, line)).collect()
}

fn parsed(path: &Path, line: usize, bytes: &[u8]) -> Result<Record, RecordsError> {
    let text = std::str::from_utf8(bytes).map_err(|_| RecordsError::NotText { path: path.to_owned(), line })?;
    Record::parse(text).map_err(|error| RecordsError::Line { path: path.to_owned(), line, error })
}

/// A file that whole records are appended to.
#[derive(Debug)]
pub(crate) struct RecordFile {
    file: File,
}

impl RecordFile {
    /// Opens a file that holds whole records, or begins one.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        if file.metadata()?.len() == 0 {
            file.write_all(Record::header().as_bytes())?;
        }
        Ok(Self { file })
    }

    /// Writes the records in one piece.
    pub(crate) fn append(&mut self, records: &[Record]) -> io::Result<()> {
        let lines: String = records.iter().map(Record::line).collect();
        self.file.write_all(lines.as_bytes())
    }
}
