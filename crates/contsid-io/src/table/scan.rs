//! A column of text while it is read: numbers, until a text comes.

use super::column::{RawColumn, Texts};
use super::format::TableOptions;

/// The most odd cells that an error names.
const MOST_NAMED: usize = 5;

/// A cell that is not a number in a column of numbers.
pub(super) struct OddCell {
    pub(super) offset: u64,
    pub(super) text: String,
}

/// A column while it is read.
pub(super) struct ColumnScan {
    /// The values, as numbers until a text comes; none if that came after numbers, so texts must be read again.
    pub(super) values: Option<RawColumn>,
    /// The number of cells with numbers.
    pub(super) numbers: usize,
    /// The number of cells with texts.
    pub(super) texts: usize,
    pub(super) odd_cells: Vec<OddCell>,
    is_declared: bool,
}

impl ColumnScan {
    pub(super) fn new(is_declared: bool) -> Self {
        let values = if is_declared { RawColumn::Text(Texts::declared()) } else { RawColumn::Numeric(Vec::new()) };
        Self { values: Some(values), numbers: 0, texts: 0, odd_cells: Vec::new(), is_declared }
    }

    /// Adds a cell of the line that begins at the offset.
    pub(super) fn push(&mut self, cell: &str, offset: u64, options: &TableOptions) {
        let number = if options.is_missing(cell) { Ok(f64::NAN) } else { cell.parse() };
        match number {
            Ok(value) => self.push_number(value, cell),
            Err(_) => self.push_text(cell, offset),
        }
    }

    /// Adds a number, which is NaN if the cell is missing.
    fn push_number(&mut self, value: f64, cell: &str) {
        self.numbers += usize::from(!value.is_nan());
        match &mut self.values {
            Some(RawColumn::Numeric(values)) => values.push(value),
            Some(RawColumn::Text(texts)) => texts.push(Some(cell).filter(|_| !value.is_nan())),
            None => {}
        }
    }

    fn push_text(&mut self, cell: &str, offset: u64) {
        self.texts += 1;
        if self.odd_cells.len() < MOST_NAMED {
            self.odd_cells.push(OddCell { offset, text: cell.to_owned() });
        }
        if let Some(RawColumn::Numeric(values)) = &self.values {
            self.values = (self.numbers == 0).then(|| RawColumn::Text(Texts::missing(values.len())));
        }
        if let Some(RawColumn::Text(texts)) = &mut self.values {
            texts.push(Some(cell));
        }
    }

    /// Whether the texts seen are numbers with a decimal comma.
    pub(super) fn has_decimal_commas(&self) -> bool {
        let is_number = |cell: &OddCell| cell.text.replacen(',', ".", 1).parse::<f64>().is_ok();
        !self.is_declared && !self.odd_cells.is_empty() && self.odd_cells.iter().all(is_number)
    }

    /// Whether an undeclared column holds both numbers and texts.
    pub(super) fn is_mixed(&self) -> bool {
        !self.is_declared && self.numbers > 0 && self.texts > 0
    }
}
