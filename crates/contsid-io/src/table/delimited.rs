//! Tables as text: cells between commas, semicolons or tabs.
//!
//! A first pass reads every column as numbers. Only where a column holds something else, a second pass reads its texts.

use super::column::{RawColumn, RawTable, Texts, is_missing};
use super::format::{HeaderLine, TableOptions};
use super::loaded::{Content, TableNote};
use crate::delimited::{csv_problem, detected_separator, reader_builder, record_offset};
use crate::error::{Fault, Location, Problem};
use crate::names::checked_names;
use crate::separator::Separator;
use crate::shown::shown;
use crate::source::line_at;
use contsid::graph::{NodeId, NodeNames};
use csv::StringRecord;
use std::ops::ControlFlow;

/// Reads a table with this character between its cells.
pub(super) fn parse(text: &str, separator: Separator, options: TableOptions) -> Result<Content, Problem> {
    let layout = Layout::of(text, detected_separator(text, separator), options.header)?;
    let mut scans: Vec<ColumnScan> = (0..layout.column_count).map(|_| ColumnScan::default()).collect();
    layout.for_each_row(|offset, cells| {
        for (scan, cell) in scans.iter_mut().zip(cells.iter().skip(layout.skipped)) {
            scan.push(cell.trim(), offset);
        }
        ControlFlow::Continue(())
    })?;
    layout.raw_table(scans)?.checked(options.missing, &|row, column, name| layout.location(row, column, name))
}

/// A column on the first pass.
#[derive(Default)]
struct ColumnScan {
    values: Vec<f64>,
    has_numbers: bool,
    first_text: Option<FirstText>,
}

struct FirstText {
    text: String,
    /// Where its row begins.
    offset: usize,
}

impl ColumnScan {
    fn push(&mut self, cell: &str, offset: usize) {
        let value = cell.parse::<f64>().ok();
        self.has_numbers |= value.is_some_and(|value| !value.is_nan());
        if value.is_none() && self.first_text.is_none() && !is_missing(cell) {
            self.first_text = Some(FirstText { text: shown(cell), offset });
        }
        // Of a column of texts no number is needed.
        if self.first_text.is_none() {
            self.values.push(value.unwrap_or(f64::NAN));
        }
    }
}

/// Which lines and columns of a text hold names and which values.
struct Layout<'a> {
    text: &'a str,
    separator: Separator,
    names: Option<NodeNames>,
    /// How many cells a line has.
    width: usize,
    /// How many cells at the beginning of a line are the name of a row.
    skipped: usize,
    column_count: usize,
    notes: Vec<TableNote>,
}

impl<'a> Layout<'a> {
    fn of(text: &'a str, separator: Separator, header: HeaderLine) -> Result<Self, Problem> {
        let mut layout =
            Self { text, separator, names: None, width: 0, skipped: 0, column_count: 0, notes: Vec::new() };
        let mut first_lines: Vec<(usize, StringRecord)> = Vec::new();
        layout.for_each_line(|offset, cells| {
            first_lines.push((layout.line(offset), cells.clone()));
            if first_lines.len() == 2 { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
        })?;
        let Some((line, first)) = first_lines.first() else { return Err(Fault::Empty.into()) };
        layout.width = first_lines.last().map_or(0, |(_, cells)| cells.len());
        let is_header = match header {
            HeaderLine::Present => true,
            HeaderLine::Absent => false,
            HeaderLine::Detect => !is_row_of_numbers(first) || counts_columns_beside_row_names(first),
        };
        if is_header {
            layout.set_names(*line, first)?;
        } else if counts_columns(first) {
            layout.notes.push(TableNote::CountedColumns);
        }
        layout.column_count = layout.width - layout.skipped;
        Ok(layout)
    }

    /// Takes the names from the header, in which the first column has none if it holds the names of rows.
    fn set_names(&mut self, line: usize, header: &StringRecord) -> Result<(), Problem> {
        let has_corner = header.len() > 1 && header.get(0).is_some_and(|cell| cell.trim().is_empty());
        let is_short = header.len() + 1 == self.width;
        if !is_short && header.len() != self.width {
            return Err(Fault::Ragged { found: header.len(), expected: self.width }.at_line(line));
        }
        let corner = usize::from(has_corner && !is_short);
        let location = |at: usize| Location::Cell { line, column: corner + at + 1 };
        self.names = Some(checked_names(header.iter().skip(corner), location)?);
        if corner == 1 || is_short {
            self.skipped = 1;
            self.notes.push(TableNote::RowNames);
        }
        Ok(())
    }

    /// The line, from 1, in which the byte at `offset` stands.
    fn line(&self, offset: usize) -> usize {
        line_at(self.text.as_bytes(), offset)
    }

    /// Visits the lines and where they begin, blank ones left out, until one breaks off.
    fn for_each_line(
        &self,
        mut visit: impl FnMut(usize, &StringRecord) -> ControlFlow<Result<(), Problem>>,
    ) -> Result<(), Problem> {
        let mut reader = reader_builder(self.separator).from_reader(self.text.as_bytes());
        let mut record = StringRecord::new();
        while reader.read_record(&mut record).map_err(|error| csv_problem(&error))? {
            let is_blank = record.len() == 1 && !record[0].is_empty() && record[0].trim().is_empty();
            if is_blank {
                continue;
            }
            if let ControlFlow::Break(result) = visit(record_offset(self.text, &record), &record) {
                return result;
            }
        }
        Ok(())
    }

    /// Visits the rows and where they begin; each must have as many cells as the first.
    fn for_each_row(&self, mut visit: impl FnMut(usize, &StringRecord) -> ControlFlow<()>) -> Result<(), Problem> {
        let mut is_header = self.names.is_some();
        self.for_each_line(|offset, cells| {
            if std::mem::take(&mut is_header) {
                return ControlFlow::Continue(());
            }
            if cells.len() != self.width {
                return ControlFlow::Break(Err(
                    Fault::Ragged { found: cells.len(), expected: self.width }.at_line(self.line(offset))
                ));
            }
            visit(offset, cells).map_break(Ok)
        })
    }

    /// The location of a cell, found by reading again: only an error needs it.
    fn location(&self, row: usize, column: usize, name: Option<&str>) -> Location {
        let (mut at, mut found) = (0, 0);
        let visited = self.for_each_row(|offset, _| {
            found = offset;
            at += 1;
            if at > row { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        visited.expect("the rows have been read before");
        let line = self.line(found);
        match name {
            Some(name) => Location::NamedCell { line, column: shown(name) },
            None => Location::Cell { line, column: column + 1 },
        }
    }

    fn column_name(&self, column: usize) -> String {
        self.names.as_ref().map_or_else(|| format!("V{}", column + 1), |names| shown(names.name(NodeId::new(column))))
    }

    fn raw_table(&self, scans: Vec<ColumnScan>) -> Result<RawTable, Problem> {
        let mut notes = self.notes.clone();
        for (at, scan) in scans.iter().enumerate() {
            if let (Some(first), true) = (&scan.first_text, scan.has_numbers) {
                let (text, line) = (first.text.clone(), self.line(first.offset));
                notes.push(TableNote::NumbersAndTexts { column: self.column_name(at), text, line });
            }
        }
        let mut texts = self.texts(&scans)?.into_iter();
        let columns = scans
            .into_iter()
            .map(|scan| match scan.first_text {
                Some(_) => RawColumn::Text(texts.next().expect("a second pass reads each column that holds texts")),
                None => RawColumn::Numeric(scan.values),
            })
            .collect();
        Ok(RawTable { names: self.names.clone(), columns, notes })
    }

    /// The columns that hold texts.
    fn texts(&self, scans: &[ColumnScan]) -> Result<Vec<Texts>, Problem> {
        let locations: Vec<usize> = (0..scans.len()).filter(|&at| scans[at].first_text.is_some()).collect();
        let mut texts: Vec<Texts> = locations.iter().map(|_| Texts::default()).collect();
        if locations.is_empty() {
            return Ok(texts);
        }
        self.for_each_row(|_, cells| {
            for (texts, at) in texts.iter_mut().zip(&locations) {
                texts.push(cells[at + self.skipped].trim());
            }
            ControlFlow::Continue(())
        })?;
        for (texts, &at) in texts.iter().zip(&locations) {
            self.refuse_decimal_commas(texts, at, &scans[at])?;
        }
        Ok(texts)
    }

    /// Numbers with a comma for a point would make one category of each number.
    fn refuse_decimal_commas(&self, texts: &Texts, column: usize, scan: &ColumnScan) -> Result<(), Problem> {
        let is_number = |text: &String| text.replacen(',', ".", 1).parse::<f64>().is_ok();
        match &scan.first_text {
            Some(first) if texts.levels().iter().all(is_number) => {
                let location = Location::NamedCell { line: self.line(first.offset), column: self.column_name(column) };
                Err(Fault::DecimalComma { value: first.text.clone() }.at(location))
            }
            _ => Ok(()),
        }
    }
}

/// Whether a line holds numbers and perhaps missing values, but no names.
fn is_row_of_numbers(cells: &StringRecord) -> bool {
    let is_number = |cell: &str| cell.trim().parse::<f64>().is_ok();
    cells.iter().any(is_number) && cells.iter().all(|cell| is_number(cell) || is_missing(cell.trim()))
}

/// Whether a line such as `,0,1` names columns by numbers and has no name for those of the rows.
fn counts_columns_beside_row_names(cells: &StringRecord) -> bool {
    let numbers: StringRecord = cells.iter().skip(1).collect();
    cells.get(0).is_some_and(|corner| corner.trim().is_empty())
        && (counts_from(&numbers, 0) || counts_from(&numbers, 1))
}

/// Whether a line of at least three cells counts them from 0 or 1, as some programs name columns.
fn counts_columns(cells: &StringRecord) -> bool {
    cells.len() >= 3 && (counts_from(cells, 0) || counts_from(cells, 1))
}

fn counts_from(cells: &StringRecord, first: usize) -> bool {
    cells.iter().enumerate().all(|(at, cell)| cell.trim() == (first + at).to_string())
}
