//! Lines of cells between commas, semicolons, tabs or white space.

use crate::error::{Fault, Problem};
use crate::separator::Separator;
use crate::shown::shown_reason;
use crate::source::LineCounter;
use crate::spaces::TabsForSpaces;
use std::io::Read;

/// The cells of a line, without the white space around them.
pub(crate) struct CellRow {
    /// The line of the file, from 1.
    pub(crate) line: usize,
    pub(crate) cells: Vec<String>,
}

/// A finite number.
pub(crate) fn finite(cell: &str) -> Option<f64> {
    cell.parse::<f64>().ok().filter(|value| value.is_finite())
}

/// The lines of a file, without blank ones.
pub(crate) fn records(text: &str, separator: Separator) -> Result<Vec<CellRow>, Problem> {
    let tabbed;
    let text = if separator == Separator::Space {
        tabbed = with_tabs(text);
        &tabbed
    } else {
        text
    };
    let mut reader = reader_builder(separator).from_reader(text.as_bytes());
    let mut lines = LineCounter::new(text);
    let mut records = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| csv_problem(&error))?;
        let line = lines.at(record_offset(text, &record));
        let is_blank = record.len() == 1 && record[0].trim().is_empty();
        if !is_blank {
            records.push(CellRow { line, cells: record.iter().map(|cell| cell.trim().to_owned()).collect() });
        }
    }
    Ok(records)
}

fn with_tabs(text: &str) -> String {
    let mut tabbed = String::with_capacity(text.len());
    TabsForSpaces::new(text.as_bytes()).read_to_string(&mut tabbed).expect("white space in valid text is replaced");
    tabbed
}

/// A reader of cells; white space between cells must have been replaced by tabs.
pub(crate) fn reader_builder(separator: Separator) -> csv::ReaderBuilder {
    let delimiter = match separator {
        Separator::Character(byte) => byte,
        Separator::Space => b'\t',
    };
    let mut builder = csv::ReaderBuilder::new();
    builder.delimiter(delimiter).flexible(true).has_headers(false);
    builder
}

/// The separator of the text's cells, from the first two lines: they must have equally many cells. Numbers with a
/// decimal comma decide between commas and semicolons.
pub(crate) fn detected_separator(text: &str, usual: Separator) -> Separator {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().unwrap_or_default();
    let second = lines.next().unwrap_or(first);
    // A header may lack the cell above the names of rows.
    let is_consistent = |&separator: &Separator| {
        let (first, second) = (cell_count(first, separator), cell_count(second, separator));
        first >= 2 && (second == first || second == first + 1)
    };
    let occurs = |&separator: &Separator| cell_count(first, separator) >= 2;
    let characters = if has_decimal_commas(second) {
        [Separator::SEMICOLON, Separator::COMMA, Separator::TAB]
    } else {
        [Separator::COMMA, Separator::SEMICOLON, Separator::TAB]
    };
    let tab_first = Some(Separator::TAB).filter(|tab| usual == *tab && occurs(tab));
    tab_first
        .or_else(|| characters.into_iter().find(is_consistent))
        .or_else(|| characters.into_iter().find(occurs))
        .or_else(|| Some(Separator::Space).filter(|space| is_consistent(space) && has_numbers(second)))
        .unwrap_or(usual)
}

/// Whether a line holds numbers such as `1,5` between semicolons.
fn has_decimal_commas(line: &str) -> bool {
    line.split(';').all(|cell| cell.trim().replacen(',', ".", 1).parse::<f64>().is_ok())
}

/// The number of cells of a line.
pub(crate) fn cell_count(line: &str, separator: Separator) -> usize {
    match separator {
        Separator::Space => records_of_line(line).len(),
        Separator::Character(byte) => {
            let mut is_quoted = false;
            let ends = line.bytes().filter(|&found| {
                is_quoted ^= found == b'"';
                found == byte && !is_quoted
            });
            1 + ends.count()
        }
    }
}

/// The cells of a line between white space.
fn records_of_line(line: &str) -> Vec<String> {
    let records = records(line, Separator::Space).unwrap_or_default();
    records.into_iter().next().map_or_else(Vec::new, |record| record.cells)
}

/// Whether all cells between white space, except perhaps the first, are numbers: a text with spaces is one cell.
fn has_numbers(line: &str) -> bool {
    records_of_line(line).iter().skip(1).all(|cell| cell.parse::<f64>().is_ok() || crate::missing::is_marker(cell))
}

/// Whether names need quotation marks in a header, so no other separator is detected in it.
pub(crate) fn quotes_for<'a>(mut names: impl Iterator<Item = &'a str>, delimiter: u8) -> csv::QuoteStyle {
    // White space cannot separate an empty cell.
    if delimiter == b' ' || names.any(|name| name.contains([';', ',', '\t', ' '])) {
        csv::QuoteStyle::NonNumeric
    } else {
        csv::QuoteStyle::Necessary
    }
}

/// The offset of a record. The reader's own position is before the line ends that precede the record.
fn record_offset(text: &str, record: &csv::StringRecord) -> usize {
    let told = record.position().map_or(0, |position| position.byte() as usize);
    let ends = text.as_bytes()[told..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    told + ends
}

fn csv_problem(error: &csv::Error) -> Problem {
    let line = error.position().map_or(1, |position| position.line() as usize);
    Fault::Malformed { format: "delimited text", reason: shown_reason(error) }.at_line(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_told_by_the_first_lines() {
        for (text, expected) in [
            ("a,b\n1,2\n", Separator::COMMA),
            ("a;b\n1,5;2\n", Separator::SEMICOLON),
            ("1,5;2,5\n3,5;4,5\n", Separator::SEMICOLON),
            ("id,note\n1,a;b\n", Separator::COMMA),
            ("\"a;b\",c\n1,2\n", Separator::COMMA),
            ("a\tb\n1\t2\n", Separator::TAB),
            ("0.5 1e-3\n  0   1\n", Separator::Space),
            ("\"x\" \"long name\"\n\"1\" 0.5 NA\n", Separator::Space),
            ("blood pressure\n1\n", Separator::COMMA),
            ("blood pressure\nvery high\n", Separator::COMMA),
            ("a,b,c\n1,2\n", Separator::COMMA),
        ] {
            assert_eq!(detected_separator(text, Separator::COMMA), expected, "{text:?}");
        }
        assert_eq!(detected_separator("a,b\tc\n1,2\t3", Separator::TAB), Separator::TAB);
        assert_eq!(detected_separator("a,b\n1,2", Separator::TAB), Separator::COMMA);
    }
}
