//! Matrix Market files, as scipy writes sparse and dense matrices:
//!
//! ```text
//! %%MatrixMarket matrix coordinate pattern general
//! 3 3 2
//! 1 2
//! 2 3
//! ```

use super::builder::Content;
use super::cells::{CellOrder, Cells};
use super::format::GraphOptions;
use super::matrix::parse_cells;
use crate::delimited::finite;
use crate::error::{Fault, Problem};
use crate::memory::check_numbers;
use std::str::SplitWhitespace;

const BANNER: &str = "%%MatrixMarket";

/// Whether a text begins like a Matrix Market file.
pub(super) fn is_matrix_market(text: &str) -> bool {
    text.get(..BANNER.len()).is_some_and(|start| start.eq_ignore_ascii_case(BANNER))
}

/// Reads a square matrix.
pub(super) fn parse(text: &str, options: &GraphOptions) -> Result<Content, Problem> {
    let banner = text.lines().next().unwrap_or_default();
    let banner = Banner::parse(banner).map_err(|fault| fault.at_line(1))?;
    let mut lines = (1..).zip(text.lines()).map(|(number, line)| Line { number, text: line }).filter(Line::has_numbers);
    let sizes = lines.next().ok_or_else(|| Fault::syntax("", "a line of sizes"))?;
    let cells = match banner.layout {
        Storage::Coordinate => banner.coordinates(&sizes, lines)?,
        Storage::Array => array(&sizes, lines)?,
    };
    parse_cells(cells, None, options)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Storage {
    Coordinate,
    Array,
}

struct Banner {
    layout: Storage,
    /// Whether an entry has no value, and means 1.
    is_pattern: bool,
    /// Whether an entry below the diagonal also gives the one above.
    is_symmetric: bool,
}

impl Banner {
    fn parse(line: &str) -> Result<Self, Fault> {
        let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let &[_, "matrix", layout, field, symmetry] = &words[..] else {
            let wanted = "`%%MatrixMarket matrix coordinate real general` or the like";
            return Err(Fault::syntax(line, wanted));
        };
        let layout = match layout {
            "coordinate" => Storage::Coordinate,
            "array" => Storage::Array,
            _ => return Err(Fault::syntax(layout, "coordinate or array")),
        };
        if !matches!(field, "real" | "double" | "integer" | "pattern") || layout == Storage::Array && field == "pattern"
        {
            return Err(Fault::syntax(field, "numbers that are real, integer or a pattern"));
        }
        if !(symmetry == "general" || symmetry == "symmetric" && layout == Storage::Coordinate) {
            let (what, advice) = ("a Matrix Market file of this symmetry", "write it as general");
            return Err(Fault::Unsupported { what, advice });
        }
        Ok(Self { layout, is_pattern: field == "pattern", is_symmetric: symmetry == "symmetric" })
    }

    fn coordinates<'a>(
        &self,
        sizes: &Line<'_>,
        lines: impl Iterator<Item = Line<'a>>,
    ) -> Result<Cells<'static>, Problem> {
        let [rows, columns, entries] = sizes.whole_numbers("sizes: rows, columns, entries")?;
        let count = checked_count(rows, columns).map_err(|fault| fault.at_line(sizes.number))?;
        let mut values = vec![0.0; count];
        let mut is_stored = vec![false; count];
        let mut found = 0;
        for line in lines {
            let mut words = line.text.split_whitespace();
            let entry = self.entry(&mut words, rows, columns).filter(|_| words.next().is_none());
            let entry = entry.ok_or_else(|| line.expected("a row, a column and a number within the sizes"))?;
            let opposite = self.is_symmetric.then_some(entry.column * columns + entry.row);
            if std::mem::replace(&mut is_stored[entry.row * columns + entry.column], true) {
                let (what, advice) = ("a cell that is stored twice", "store each cell once");
                return Err(Fault::Unsupported { what, advice }.at_line(line.number));
            }
            for cell in std::iter::once(entry.row * columns + entry.column).chain(opposite) {
                values[cell] = entry.value;
                is_stored[cell] = true;
            }
            found += 1;
        }
        if found == entries {
            Ok(Cells::new([rows, columns], CellOrder::Rows, values))
        } else {
            Err(wrong_count(found, entries))
        }
    }

    fn entry(&self, words: &mut SplitWhitespace<'_>, rows: usize, columns: usize) -> Option<Entry> {
        let mut index = |size: usize| words.next()?.parse::<usize>().ok()?.checked_sub(1).filter(|&index| index < size);
        let (row, column) = (index(rows)?, index(columns)?);
        let value = if self.is_pattern { 1.0 } else { finite(words.next()?)? };
        Some(Entry { row, column, value })
    }
}

struct Entry {
    row: usize,
    column: usize,
    value: f64,
}

/// All cells, column by column.
fn array<'a>(sizes: &Line<'_>, lines: impl Iterator<Item = Line<'a>>) -> Result<Cells<'static>, Problem> {
    let [rows, columns] = sizes.whole_numbers("sizes: rows, columns")?;
    let count = checked_count(rows, columns).map_err(|fault| fault.at_line(sizes.number))?;
    let mut values = Vec::with_capacity(count);
    for line in lines {
        values.push(finite(line.text.trim()).ok_or_else(|| line.expected("a finite number"))?);
        if values.len() > count {
            return Err(wrong_count(values.len(), count));
        }
    }
    if values.len() == count {
        Ok(Cells::new([rows, columns], CellOrder::Columns, values))
    } else {
        Err(wrong_count(values.len(), count))
    }
}

fn checked_count(rows: usize, columns: usize) -> Result<usize, Fault> {
    if rows != columns {
        return Err(Fault::NotSquare { rows, columns });
    }
    check_numbers(rows.checked_mul(columns))?;
    Ok(rows * columns)
}

fn wrong_count(found: usize, expected: usize) -> Problem {
    let reason = format!("it has {found} entries where its second line tells of {expected}");
    Fault::Malformed { format: "Matrix Market", reason }.into()
}

struct Line<'a> {
    /// From 1.
    number: usize,
    text: &'a str,
}

impl Line<'_> {
    fn has_numbers(&self) -> bool {
        !self.text.starts_with('%') && !self.text.trim().is_empty()
    }

    fn expected(&self, wanted: &'static str) -> Problem {
        Fault::syntax(self.text, wanted).at_line(self.number)
    }

    fn whole_numbers<const COUNT: usize>(&self, wanted: &'static str) -> Result<[usize; COUNT], Problem> {
        let numbers: Option<Vec<usize>> = self.text.split_whitespace().map(|word| word.parse().ok()).collect();
        numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| self.expected(wanted))
    }
}
