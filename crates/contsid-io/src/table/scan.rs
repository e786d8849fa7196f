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
    content: ScanContent,
    /// The number of cells with numbers.
    pub(super) numbers: usize,
    /// The number of cells with texts.
    pub(super) texts: usize,
    pub(super) odd_cells: Vec<OddCell>,
    is_declared: bool,
}

enum ScanContent {
    /// Every cell so far is a number or missing.
    Numbers(Vec<f64>),
    /// The first cell that is not missing is a text, or the column is declared to be categorical.
    Texts(Texts),
    /// Numbers came before a text: if the column turns out to be text, it must be read again.
    Mixed,
}

/// The kind of a whole column.
pub(super) enum Verdict {
    /// Its values are known.
    Known(RawColumn),
    /// Its texts must be read again.
    ReadAgain,
    /// More than half of its values are numbers, but not all.
    MostlyNumbers,
}

impl ColumnScan {
    pub(super) fn new(is_declared: bool) -> Self {
        let content = if is_declared { ScanContent::Texts(Texts::default()) } else { ScanContent::Numbers(Vec::new()) };
        Self { content, numbers: 0, texts: 0, odd_cells: Vec::new(), is_declared }
    }

    /// Adds a cell of the line that begins at the offset.
    pub(super) fn push(&mut self, cell: &str, offset: u64, options: &TableOptions) {
        if options.is_missing(cell) {
            match &mut self.content {
                ScanContent::Numbers(values) => values.push(f64::NAN),
                ScanContent::Texts(texts) => texts.push(None),
                ScanContent::Mixed => {}
            }
            return;
        }
        match cell.parse::<f64>() {
            Ok(value) => self.push_number(value, cell),
            Err(_) => self.push_text(cell, offset),
        }
    }

    fn push_number(&mut self, value: f64, cell: &str) {
        self.numbers += usize::from(!value.is_nan());
        match &mut self.content {
            ScanContent::Numbers(values) => values.push(value),
            ScanContent::Texts(texts) => texts.push(Some(cell).filter(|_| !value.is_nan())),
            ScanContent::Mixed => {}
        }
    }

    fn push_text(&mut self, cell: &str, offset: u64) {
        self.texts += 1;
        if self.odd_cells.len() < MOST_NAMED {
            self.odd_cells.push(OddCell { offset, text: cell.to_owned() });
        }
        if let ScanContent::Numbers(values) = &self.content {
            self.content =
                if self.numbers == 0 { ScanContent::Texts(Texts::missing(values.len())) } else { ScanContent::Mixed };
        }
        if let ScanContent::Texts(texts) = &mut self.content {
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

    pub(super) fn verdict(&mut self) -> Verdict {
        if self.is_mixed() && self.numbers > self.texts {
            return Verdict::MostlyNumbers;
        }
        match std::mem::replace(&mut self.content, ScanContent::Mixed) {
            ScanContent::Numbers(values) => Verdict::Known(RawColumn::Numeric(values)),
            ScanContent::Texts(texts) => Verdict::Known(RawColumn::Text(texts)),
            ScanContent::Mixed => Verdict::ReadAgain,
        }
    }
}
