//! Lines of cells between commas, semicolons or tabs.

use crate::error::{Fault, Problem};
use crate::source::{LineCounter, shown_reason};

/// The cells of a line, without the white space around them.
pub(crate) struct Record {
    /// The line of the file, from 1.
    pub(crate) line: usize,
    pub(crate) cells: Vec<String>,
}

/// The lines of a file, blank ones left out.
pub(crate) fn records(text: &str, delimiter: u8) -> Result<Vec<Record>, Problem> {
    let mut reader = reader_builder(text, delimiter).has_headers(false).from_reader(text.as_bytes());
    let mut lines = LineCounter::new(text);
    let mut records = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| csv_problem(&error))?;
        let line = lines.at(record_offset(text, &record));
        let is_blank = record.len() == 1 && record[0].trim().is_empty();
        if !is_blank {
            records.push(Record { line, cells: record.iter().map(|cell| cell.trim().to_owned()).collect() });
        }
    }
    Ok(records)
}

/// A reader of cells; where commas are expected and the first line has none but semicolons or tabs, of those.
pub(crate) fn reader_builder(text: &str, delimiter: u8) -> csv::ReaderBuilder {
    let first_line = text.trim_start().lines().next().unwrap_or_default();
    let delimiter = match delimiter {
        b',' if first_line.contains(',') => b',',
        b',' if first_line.contains(';') => b';',
        b',' if first_line.contains('\t') => b'\t',
        delimiter => delimiter,
    };
    let mut builder = csv::ReaderBuilder::new();
    builder.delimiter(delimiter).flexible(true);
    builder
}

/// Where in the text a record begins. The position that the reader tells lies before the ends of lines that precede it.
pub(crate) fn record_offset(text: &str, record: &csv::StringRecord) -> usize {
    let told = record.position().map_or(0, |position| position.byte() as usize);
    let ends = text.as_bytes()[told..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    told + ends
}

pub(crate) fn csv_problem(error: &csv::Error) -> Problem {
    let line = error.position().map_or(1, |position| position.line() as usize);
    Fault::Malformed { format: "delimited text", reason: shown_reason(error) }.at_line(line)
}
