//! Tables as text: cells between commas, semicolons, tabs or white space.
//!
//! One pass parses the cells directly into columns. A second pass is needed only for a column of texts that begins with
//! numbers, and to find the line of an error.

use super::column::{RawColumn, RawTable, Texts, selected};
use super::format::{ChosenColumns, HeaderLine, TableOptions, column_indices};
use super::lines::{Lines, TableLine};
use super::loaded::{TableContent, TableNote};
use super::scan::{ColumnScan, OddCell};
use crate::error::{Fault, Location, OddText, Problem};
use crate::graph::Naming;
use crate::input::Input;
use crate::memory::check_numbers;
use crate::names::checked_names;
use crate::separator::Separator;
use crate::shown::shown;
use contsid::graph::{NodeId, NodeNames};
use std::ops::ControlFlow;

/// The number of rows between checks of memory.
const ROWS_BETWEEN_CHECKS: usize = 1 << 14;

/// Reads a table with the separator of its format, or that of its first lines.
pub(super) fn parse(input: &Input<'_>, usual: Separator, options: &TableOptions) -> Result<TableContent, Problem> {
    let layout = TableLayout::of(Lines::new(input, options.separator, usual)?, options)?;
    let mut scans: Vec<ColumnScan> = layout.columns.iter().map(|column| ColumnScan::new(column.is_declared)).collect();
    let mut rows = 0;
    layout.for_each_row(|line| {
        for (scan, column) in scans.iter_mut().zip(&layout.columns) {
            scan.push(layout.lines.text(&line, column.cell)?, line.offset, options);
        }
        rows += 1;
        if rows % ROWS_BETWEEN_CHECKS == 0 {
            Ok(check_numbers(Some(rows * layout.columns.len())).map_err(Fault::from)?)
        } else {
            Ok(())
        }
    })?;
    layout.raw_table(scans, options)?.checked(options, &|row, column, name| layout.location(row, column, name))
}

/// A column that is read.
struct ChosenColumn {
    /// The index of its cell in a line.
    cell: usize,
    /// Whether it is declared to be categorical.
    is_declared: bool,
}

/// Which lines and columns of a text hold names, and which values.
struct TableLayout<'a> {
    lines: Lines<'a>,
    /// The names of the chosen columns.
    names: Option<NodeNames>,
    has_header: bool,
    /// The number of cells of a line.
    width: usize,
    columns: Vec<ChosenColumn>,
    notes: Vec<TableNote>,
    ignored: Vec<String>,
}

/// A line of the beginning of a file.
struct FirstLine {
    offset: u64,
    cells: Vec<String>,
}

impl<'a> TableLayout<'a> {
    fn of(lines: Lines<'a>, options: &TableOptions) -> Result<Self, Problem> {
        let first_lines = first_lines(&lines)?;
        let Some(first) = first_lines.first() else { return Err(Fault::Empty.into()) };
        let width = first_lines.last().map_or(0, |line| line.cells.len());
        let mut notes = Vec::new();
        let has_header = match options.header {
            HeaderLine::Present => true,
            HeaderLine::Absent => false,
            HeaderLine::Detect => detect_header(&first.cells, first_lines.last(), options, &mut notes),
        };
        let (all_names, skipped) = if has_header { header_names(&lines, first, width)? } else { (None, 0) };
        if skipped > 0 {
            notes.push(TableNote::RowNames);
        }
        let names = all_names.clone().unwrap_or_else(|| NodeNames::numbered(width - skipped));
        let ChosenColumns { indices: chosen, ignored } = options.chosen(&names, Naming::of(all_names.as_ref()))?;
        let declared = column_indices(&options.categorical, &names)?;
        let is_declared = |column: &usize| declared.contains(column);
        let columns =
            chosen.iter().map(|column| ChosenColumn { cell: column + skipped, is_declared: is_declared(column) });
        let columns = columns.collect();
        let names = all_names.map(|names| selected(&names, &chosen));
        Ok(Self { lines, names, has_header, width, columns, notes, ignored })
    }

    /// Visits the rows; each must have as many cells as the first.
    fn for_each_row(&self, mut visit: impl FnMut(TableLine<'_>) -> Result<(), Problem>) -> Result<(), Problem> {
        let mut is_header = self.has_header;
        self.lines.for_each(|line| {
            if std::mem::take(&mut is_header) {
                return Ok(ControlFlow::Continue(()));
            }
            let (found, expected) = (line.cells.len(), self.width);
            if found != expected {
                return Err(Fault::Ragged { found, expected }.at_line(self.lines.line_at(line.offset)));
            }
            visit(line).map(ControlFlow::Continue)
        })
    }

    /// The location of a cell, found by reading again: only an error needs it.
    fn location(&self, row: usize, column: usize, name: Option<&str>) -> Location {
        let (mut index, mut offset) = (0, 0);
        // The rows have been read before, so this fails only if the file has changed; then the first line is named.
        let _ = self.for_each_row(|line| {
            if index == row {
                offset = line.offset;
            }
            index += 1;
            Ok(())
        });
        self.cell(offset, column, name)
    }

    fn cell(&self, offset: u64, column: usize, name: Option<&str>) -> Location {
        let line = self.lines.line_at(offset);
        match name {
            Some(name) => Location::NamedCell { line, column: shown(name) },
            None => Location::Cell { line, column: self.columns[column].cell + 1 },
        }
    }

    fn name(&self, column: usize) -> Option<&str> {
        self.names.as_ref().map(|names| names.name(NodeId::new(column)))
    }

    fn raw_table(&self, mut scans: Vec<ColumnScan>, options: &TableOptions) -> Result<RawTable, Problem> {
        let mut notes = self.notes.clone();
        let mut columns = Vec::with_capacity(scans.len());
        for (index, scan) in scans.iter_mut().enumerate() {
            if scan.has_decimal_commas() {
                let value = shown(&scan.odd_cells[0].text);
                let location = self.cell(scan.odd_cells[0].offset, index, self.name(index));
                return Err(Fault::DecimalComma(value).at(location));
            }
            if scan.is_mixed() && scan.numbers > scan.texts {
                return Err(self.mostly_numbers(index, scan));
            }
            if scan.is_mixed() {
                notes.push(self.mixed_note(index, scan));
            }
            columns.push(match scan.values.take() {
                Some(column) => column,
                None => RawColumn::Text(self.texts(index, options)?),
            });
        }
        Ok(RawTable { names: self.names.clone(), columns, notes, ignored: self.ignored.clone() })
    }

    fn mixed_note(&self, column: usize, scan: &ColumnScan) -> TableNote {
        let column = self.name(column).map_or_else(|| format!("V{}", column + 1), shown);
        let first = &scan.odd_cells[0];
        TableNote::NumbersAndTexts { column, text: shown(&first.text), line: self.lines.line_at(first.offset) }
    }

    fn mostly_numbers(&self, column: usize, scan: &ColumnScan) -> Problem {
        let odd = |cell: &OddCell| OddText { text: shown(&cell.text), line: self.lines.line_at(cell.offset) };
        let mut cells: Vec<OddText> = scan.odd_cells.iter().map(odd).collect();
        let first = cells.remove(0);
        let more = scan.texts - scan.odd_cells.len();
        let location = self.cell(scan.odd_cells[0].offset, column, self.name(column));
        Fault::MostlyNumbers { text: first.text, numbers: scan.numbers, others: cells, more }.at(location)
    }

    /// The texts of a column.
    fn texts(&self, column: usize, options: &TableOptions) -> Result<Texts, Problem> {
        let mut texts = Texts::default();
        self.for_each_row(|line| {
            let cell = self.lines.text(&line, self.columns[column].cell)?;
            texts.push(Some(cell).filter(|cell| !options.is_missing(cell)));
            Ok(())
        })?;
        Ok(texts)
    }
}

/// The first two lines.
fn first_lines(lines: &Lines<'_>) -> Result<Vec<FirstLine>, Problem> {
    let mut first_lines = Vec::new();
    lines.for_each(|line| {
        let cells = (0..line.cells.len()).map(|index| lines.text(&line, index).map(str::to_owned));
        first_lines.push(FirstLine { offset: line.offset, cells: cells.collect::<Result<_, _>>()? });
        Ok(if first_lines.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    Ok(first_lines)
}

/// The names of the columns, and the number of leading cells that name a row.
fn header_names(lines: &Lines<'_>, header: &FirstLine, width: usize) -> Result<(Option<NodeNames>, usize), Problem> {
    let found = header.cells.len();
    // pandas calls a column without a name so, if it was read and written again.
    let has_corner = found > 1 && (header.cells[0].is_empty() || header.cells[0] == "Unnamed: 0");
    let is_short = found + 1 == width;
    if !is_short && found != width {
        return Err(Fault::Ragged { found, expected: width }.at_line(lines.line_at(header.offset)));
    }
    let corner = usize::from(has_corner && !is_short);
    let location = |index: usize| Location::Cell { line: lines.line_at(header.offset), column: corner + index + 1 };
    let names = checked_names(header.cells.iter().skip(corner).map(String::as_str), location)?;
    Ok((Some(names), usize::from(corner == 1 || is_short)))
}

/// Whether the first line holds names: numbers are names only if they count the columns.
fn detect_header(
    first: &[String],
    second: Option<&FirstLine>,
    options: &TableOptions,
    notes: &mut Vec<TableNote>,
) -> bool {
    let is_number = |cell: &String| cell.parse::<f64>().is_ok();
    let are_numbers =
        first.iter().any(is_number) && first.iter().all(|cell| is_number(cell) || options.is_missing(cell));
    let counted = first.strip_prefix(&[String::new()][..]).unwrap_or(first);
    if !are_numbers || counted.len() < first.len() && counts(counted) {
        return true;
    }
    if counts(first) && first.len() >= 3 {
        notes.push(TableNote::CountedHeader);
        return true;
    }
    let is_whole = |cell: &String| cell.parse::<i64>().is_ok();
    if counts(first) && first.len() == 2 && second.is_some_and(|second| !second.cells.iter().all(is_whole)) {
        notes.push(TableNote::CountedColumns);
    }
    false
}

/// Whether the cells are 0, 1, 2, … or 1, 2, 3, …, as some programs name columns.
fn counts(cells: &[String]) -> bool {
    let from = |first: usize| cells.iter().enumerate().all(|(index, cell)| *cell == (first + index).to_string());
    !cells.is_empty() && (from(0) || from(1))
}
