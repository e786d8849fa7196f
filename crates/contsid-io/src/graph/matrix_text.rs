//! Matrices as text: cells between commas, semicolons, tabs or white space, with or without names.

use super::builder::Content;
use super::cells::{CellOrder, Cells};
use super::format::GraphOptions;
use super::matrix::{CellLocations, GraphMatrix, refused_cell};
use super::pairs;
use crate::comments::LeadingComments;
use crate::delimited::{CellRow, detected_separator, finite, records};
use crate::error::{Fault, Location, Problem};
use crate::names::checked_names;
use crate::separator::Separator;
use crate::shown::shown;
use contsid::graph::{NodeId, NodeNames};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Reads a matrix with the separator of its format, or that of its first lines.
pub(super) fn parse(text: &str, usual: Separator, options: &GraphOptions) -> Result<Content, Problem> {
    let text = &*without_comments(text);
    let separator = if usual == Separator::Space { usual } else { detected_separator(text, usual) };
    let layout = MatrixLayout::of(records(text, separator)?)?;
    let size = layout.rows.len();
    layout.check_shape()?;
    let names = layout.names()?;
    let first_column = layout.first_column();
    let mut values = Vec::with_capacity(size * size);
    for row in &layout.rows {
        for (at, cell) in row.cells.iter().skip(first_column - 1).enumerate() {
            let location = Location::Cell { line: row.line, column: first_column + at };
            let refused = || refused_cell(shown(cell), options.encoding).at(location);
            values.push(value(cell).ok_or_else(refused)?);
        }
    }
    let lines = layout.rows.iter().map(|row| row.line).collect();
    let cells = Cells::new([size, size], CellOrder::Rows, values);
    let locations = CellLocations::Lines { lines, first_column };
    let content = GraphMatrix { size, cells, names, locations }.into_content(options)?;
    Ok(Content { separator: Some(separator).filter(|&found| found != usual), ..content })
}

/// Whether a text is a square matrix of numbers, not a list of pairs.
///
/// Two columns of numbers, or columns with the header of pairs, are a matrix only if they hold marks, and none on the
/// diagonal.
pub(super) fn is_matrix(text: &str) -> bool {
    let Some(layout) = MatrixLayout::of_square(text) else { return false };
    let cells = || layout.cells();
    if !cells().flatten().all(|cell| value(cell).is_some()) {
        return false;
    }
    match layout.rows.len() {
        1 => false,
        3.. if layout.is_headed_as_pairs() => false,
        2 if !layout.has_texts() || layout.is_headed_as_pairs() => cells().enumerate().all(|(row, cells)| {
            let is_mark = |cell: &String| value(cell).is_some_and(|value| [0.0, 1.0, 2.0, -1.0].contains(&value));
            cells.iter().all(is_mark) && value(&cells[row]) == Some(0.0)
        }),
        _ => true,
    }
}

/// Whether text is a square matrix with names in which some cells, but fewer than half, are no numbers.
pub(super) fn is_matrix_with_odd_cells(text: &str) -> bool {
    let Some(layout) = MatrixLayout::of_square(text) else { return false };
    let cells = layout.rows.len().pow(2);
    let numbers = layout.cells().flatten().filter(|cell| value(cell).is_some()).count();
    layout.has_texts() && !layout.is_headed_as_pairs() && numbers < cells && 2 * numbers > cells
}

/// The text with blanks for the comments before the matrix.
fn without_comments(text: &str) -> Cow<'_, str> {
    LeadingComments::of(text.as_bytes(), None).blanked(text)
}

/// Whether the last line holds more numbers than a list of weighted pairs has.
pub(super) fn has_rows_of_numbers(text: &str) -> bool {
    let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
    let cells = records(last, detected_separator(last, Separator::COMMA)).unwrap_or_default();
    cells.iter().any(|row| row.cells.len() > 3 && row.cells.iter().skip(1).all(|cell| value(cell).is_some()))
}

/// A truth value, as pandas, R and Julia write it.
fn flag(cell: &str) -> Option<bool> {
    match cell {
        "True" | "TRUE" | "true" => Some(true),
        "False" | "FALSE" | "false" => Some(false),
        _ => None,
    }
}

/// What a cell of a matrix holds: a finite number, or a truth value as 1 or 0.
fn value(cell: &str) -> Option<f64> {
    finite(cell).or_else(|| flag(cell).map(|flag| f64::from(u8::from(flag))))
}

fn first_cells(records: &[CellRow]) -> impl Iterator<Item = &str> + Clone {
    records.iter().map(|record| record.cells.first().map_or("", String::as_str))
}

/// Whether a cell is a text, or all are different numbers.
fn may_be_names<'a>(cells: impl Iterator<Item = &'a str> + Clone) -> bool {
    let mut seen = BTreeSet::new();
    cells.clone().any(|cell| value(cell).is_none()) || cells.into_iter().all(|cell| seen.insert(cell))
}

/// Which lines and columns of a file hold names, and which the matrix.
struct MatrixLayout {
    header: Option<CellRow>,
    has_row_names: bool,
    rows: Vec<CellRow>,
}

impl MatrixLayout {
    /// A first line with a cell that is not a number is a header; so is a line of different numbers, if the matrix
    /// would be square without it. The same holds for a first column.
    fn of(mut records: Vec<CellRow>) -> Result<Self, Problem> {
        let Some(first) = records.first() else { return Err(Fault::Empty.into()) };
        let width = records.last().map_or(0, |record| record.cells.len());
        // If only rows have names, the first cell of the first line is a name too.
        let named_rows_only = width == records.len() + 1
            && first.cells.iter().skip(1).all(|cell| value(cell).is_some())
            && may_be_names(first_cells(&records));
        let is_header = first.cells.iter().any(|cell| value(cell).is_none())
            || records.len() == width + 1 && may_be_names(first.cells.iter().map(String::as_str));
        let header = (is_header && !named_rows_only).then(|| records.remove(0));
        let has_row_names = match width.cmp(&records.len()) {
            Ordering::Equal => false,
            Ordering::Greater if width == records.len() + 1 => may_be_names(first_cells(&records)),
            // Not square, unless every row begins with a name.
            _ => first_cells(&records).all(|cell| value(cell).is_none()),
        };
        Ok(Self { header, has_row_names, rows: records })
    }

    /// That of a text which has as many rows as columns.
    fn of_square(text: &str) -> Option<Self> {
        let text = &*without_comments(text);
        let layout = records(text, detected_separator(text, Separator::COMMA)).and_then(Self::of).ok()?;
        layout.check_shape().is_ok().then_some(layout)
    }

    /// The cells of each row, without its name.
    fn cells(&self) -> impl Iterator<Item = &[String]> {
        self.rows.iter().map(|row| &row.cells[self.first_column() - 1..])
    }

    /// Whether a name is not a number.
    fn has_texts(&self) -> bool {
        let is_text = |cell: &str| value(cell).is_none();
        self.header.iter().flat_map(|header| &header.cells).any(|cell| is_text(cell))
            || self.has_row_names && first_cells(&self.rows).any(is_text)
    }

    /// Whether the header is that of a list of pairs, such as `source,target`.
    fn is_headed_as_pairs(&self) -> bool {
        self.header.as_ref().is_some_and(|header| pairs::header(&header.cells).is_some())
    }

    /// The column of the file, from 1, in which the matrix begins.
    fn first_column(&self) -> usize {
        if self.has_row_names { 2 } else { 1 }
    }

    fn check_shape(&self) -> Result<(), Problem> {
        let Some(first) = self.rows.first() else {
            return Err(Fault::NotSquare { rows: 0, columns: self.header_width() }.into());
        };
        let expected = first.cells.len();
        if let Some(row) = self.rows.iter().find(|row| row.cells.len() != expected) {
            return Err(Fault::Ragged { found: row.cells.len(), expected }.at_line(row.line));
        }
        let (rows, columns) = (self.rows.len(), expected + 1 - self.first_column());
        if rows != columns {
            return Err(Fault::NotSquare { rows, columns }.into());
        }
        match &self.header {
            // R leaves out the corner above the names of the rows.
            Some(header) if header.cells.len() != expected && header.cells.len() != columns => {
                Err(Fault::Ragged { found: header.cells.len(), expected }.at_line(header.line))
            }
            _ => Ok(()),
        }
    }

    fn header_width(&self) -> usize {
        self.header.as_ref().map_or(0, |header| header.cells.len())
    }

    fn names(&self) -> Result<Option<NodeNames>, Problem> {
        let row_names = || self.rows.iter().map(|row| row.cells[0].as_str());
        let Some(header) = &self.header else {
            return if self.has_row_names {
                checked_names(row_names(), |at| Location::Cell { line: self.rows[at].line, column: 1 }).map(Some)
            } else {
                Ok(None)
            };
        };
        let corner = header.cells.len() - self.rows.len();
        let location = |at: usize| Location::Cell { line: header.line, column: corner + at + 1 };
        let names = checked_names(header.cells[corner..].iter().map(String::as_str), location)?;
        if self.has_row_names {
            self.check_row_names(&names, corner)?;
        }
        Ok(Some(names))
    }

    fn check_row_names(&self, names: &NodeNames, corner: usize) -> Result<(), Problem> {
        for (at, row) in self.rows.iter().enumerate() {
            let header = names.name(NodeId::new(at));
            if row.cells[0] != header {
                let fault =
                    Fault::RowName { row: shown(&row.cells[0]), header: shown(header), column: corner + at + 1 };
                return Err(fault.at(Location::Cell { line: row.line, column: 1 }));
            }
        }
        Ok(())
    }
}
