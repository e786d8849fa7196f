//! The file of records: whole lines, written as records arrive; a torn line is repaired.
//!
//! Every write is one or more whole lines. A failed write is undone, so a full disk leaves whole records. A killed
//! process leaves at most the last line torn; that comparison is then done again.

use super::metric::Metric;
use super::record::{EDGES, Record, RecordError};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why records cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordsError {
    /// The first line is not the header of records.
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

/// The records of whole lines; a torn last line is left out.
pub(crate) fn repaired(path: &Path, bytes: &[u8]) -> Result<Vec<Record>, RecordsError> {
    if Record::header().as_bytes().starts_with(bytes) {
        return Ok(Vec::new());
    }
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let header = lines.next().and_then(|line| std::str::from_utf8(line).ok());
    let columns = header.and_then(columns_of).ok_or_else(|| RecordsError::Header { path: path.to_owned() })?;
    let whole = lines.filter(|line| line.ends_with(b"\n"));
    whole.enumerate().map(|(index, line)| parsed(path, index + 2, &columns, line)).collect()
}

/// The columns that the header names: all but some metrics and graphs, because earlier versions had fewer.
fn columns_of(header: &str) -> Option<Vec<&'static str>> {
    let named: Vec<&str> = header.strip_suffix('\n')?.split(',').collect();
    let is_needed = |column: &&str| Metric::of_column(column).is_none() && *column != EDGES;
    let has_needed = Record::columns().filter(is_needed).all(|column| named.contains(&column));
    let known: Vec<&'static str> = Record::columns().filter(|column| named.contains(column)).collect();
    (has_needed && known == named).then_some(known)
}

fn parsed(path: &Path, line: usize, columns: &[&'static str], bytes: &[u8]) -> Result<Record, RecordsError> {
    let text = std::str::from_utf8(bytes).map_err(|_| RecordsError::NotText { path: path.to_owned(), line })?;
    Record::parse_columns(text, columns).map_err(|error| RecordsError::Line { path: path.to_owned(), line, error })
}

/// A file that whole records are appended to.
#[derive(Debug)]
pub(crate) struct RecordFile {
    file: File,
    /// The length of the whole records, in bytes.
    length: u64,
    /// Whether a failed write after them could not be undone.
    is_torn: bool,
}

impl RecordFile {
    /// Opens a file of whole records, or starts one.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        let mut opened = Self { length: file.metadata()?.len(), file, is_torn: false };
        if opened.length == 0 {
            opened.write(Record::header().as_bytes())?;
        }
        Ok(opened)
    }

    /// Writes the records: all of them, or none.
    pub(crate) fn append(&mut self, records: &[Record]) -> io::Result<()> {
        let lines: String = records.iter().map(Record::line).collect();
        self.write(lines.as_bytes())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_torn {
            return Err(io::Error::other("an earlier write failed, and could not be undone"));
        }
        let written = self.file.write_all(bytes);
        match written {
            Ok(()) => self.length += bytes.len() as u64,
            Err(_) => self.is_torn = self.file.set_len(self.length).is_err(),
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The header of a version without cross-fitted contSID, and a line below it.
    #[test]
    fn files_with_fewer_metrics_are_read() {
        let columns: Vec<&str> =
            Record::columns().filter(|column| !column.starts_with("crossfit") && *column != EDGES).collect();
        let cell = |column: &&str| match *column {
            "learner" | "simulation" | "scoring" | "settings" | "message" => "a",
            "status" => "ok",
            _ => "1",
        };
        let line = columns.iter().map(cell).collect::<Vec<_>>().join(",");
        let read = |header: &str| repaired(Path::new("records.csv"), format!("{header}\n{line}\n").as_bytes());
        let records = read(&columns.join(",")).unwrap();
        assert_eq!((records[0].scores.of(Metric::UndirectedEdges), records[0].data_seed), (Some(1.0), 1));
        assert_eq!(records[0].scores.of(Metric::CrossfitUpper), None);
        for other in ["status", "shd,sid_lower"] {
            let header = columns.join(",").replace(other, "other");
            assert!(matches!(read(&header), Err(RecordsError::Header { .. })), "{header}");
        }
    }
}
