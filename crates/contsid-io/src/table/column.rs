//! Columns of a file with missing values, checked into a table.

use super::doubts::doubts;
use super::format::{ChosenColumns, MissingValues, TableOptions, column_indices};
use super::loaded::{TableContent, TableNote};
use crate::error::{Fault, Location, Problem};
use crate::graph::Naming;
use crate::shown::{listed, shown};
use contsid::data::{Column, Table, are_labels};
use contsid::graph::{NodeId, NodeNames};
use std::collections::HashMap;

/// Values, some of which may be missing.
pub(super) enum RawColumn {
    /// Numbers; a missing one is NaN.
    Numeric(Vec<f64>),
    /// Texts.
    Text(Texts),
}

/// Texts, each stored once.
#[derive(Default)]
pub(super) struct Texts {
    codes: Vec<Option<u32>>,
    levels: Vec<String>,
    known: HashMap<String, u32>,
    /// Whether they are declared to be categories, however many there are.
    is_declared: bool,
}

impl Texts {
    /// `count` missing texts.
    pub(super) fn missing(count: usize) -> Self {
        Self { codes: vec![None; count], ..Self::default() }
    }

    /// No texts yet, of a column that is declared to be categorical.
    pub(super) fn declared() -> Self {
        Self { is_declared: true, ..Self::default() }
    }

    /// Whether these texts are unlikely to be categories.
    fn are_too_many(&self) -> bool {
        !self.is_declared && are_labels(self.levels.len(), self.row_count())
    }

    /// The number of rows that are not missing.
    fn row_count(&self) -> usize {
        self.codes.iter().flatten().count()
    }

    /// Adds a text; none if it is missing.
    pub(super) fn push(&mut self, text: Option<&str>) {
        let code = text.map(|text| self.code(text));
        self.codes.push(code);
    }

    fn code(&mut self, text: &str) -> u32 {
        if let Some(&code) = self.known.get(text) {
            return code;
        }
        let code = u32::try_from(self.levels.len()).expect("texts that fit into memory are fewer than 2³²");
        self.levels.push(text.to_owned());
        self.known.insert(text.to_owned(), code);
        code
    }

    /// The same texts, with missing ones empty.
    fn without_missing(mut self) -> Self {
        let empty = self.code("");
        self.codes.iter_mut().for_each(|code| *code = code.or(Some(empty)));
        self
    }

    /// The values of the rows that are kept, with their levels sorted.
    fn into_column(self, is_kept: impl Fn(usize) -> bool) -> Column {
        let codes: Vec<u32> =
            self.codes.iter().enumerate().filter(|&(row, _)| is_kept(row)).filter_map(|(_, &code)| code).collect();
        let mut used: Vec<u32> = codes.clone();
        used.sort_unstable_by_key(|&code| &self.levels[code as usize]);
        used.dedup();
        let mut rank = vec![0; self.levels.len()];
        for (at, &code) in (0..).zip(&used) {
            rank[code as usize] = at;
        }
        Column::Categorical {
            codes: codes.into_iter().map(|code| rank[code as usize]).collect(),
            levels: used.into_iter().map(|code| self.levels[code as usize].clone()).collect(),
        }
    }
}

impl RawColumn {
    fn len(&self) -> usize {
        match self {
            Self::Numeric(values) => values.len(),
            Self::Text(texts) => texts.codes.len(),
        }
    }

    fn is_missing(&self, row: usize) -> bool {
        match self {
            Self::Numeric(values) => values[row].is_nan(),
            Self::Text(texts) => texts.codes[row].is_none(),
        }
    }

    fn missing_rows(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|&row| self.is_missing(row))
    }

    /// The values as texts.
    fn into_texts(self) -> Texts {
        let values = match self {
            Self::Text(texts) => return texts,
            Self::Numeric(values) => values,
        };
        let mut texts = Texts::default();
        for value in values {
            texts.push(Some(value.to_string()).filter(|_| !value.is_nan()).as_deref());
        }
        texts
    }

    fn into_column(self, is_kept: impl Fn(usize) -> bool) -> Column {
        match self {
            Self::Numeric(mut values) => {
                let mut row = 0;
                values.retain(|_| {
                    row += 1;
                    is_kept(row - 1)
                });
                Column::numbers(values)
            }
            Self::Text(texts) => texts.into_column(is_kept),
        }
    }
}

const CHOSEN_ONCE: &str = "columns are chosen once each";

/// The names of the chosen columns.
pub(super) fn selected(names: &NodeNames, chosen: &[usize]) -> NodeNames {
    NodeNames::new(chosen.iter().map(|&column| names.name(NodeId::new(column)))).expect(CHOSEN_ONCE)
}

/// The location of a cell, from its row and column (from 0) and the name of the column.
pub(super) type CellLocation<'a> = &'a dyn Fn(usize, usize, Option<&str>) -> Location;

/// The columns of a file, all of one length.
pub(super) struct RawTable {
    /// The names, if the file has any.
    pub(super) names: Option<NodeNames>,
    pub(super) columns: Vec<RawColumn>,
    pub(super) notes: Vec<TableNote>,
    /// The names of ignored columns (no such node).
    pub(super) ignored: Vec<String>,
}

impl RawTable {
    /// The chosen columns, with the declared ones as categories.
    pub(super) fn chosen(self, options: &TableOptions) -> Result<Self, Problem> {
        let names = self.names.clone().unwrap_or_else(|| NodeNames::numbered(self.columns.len()));
        let ChosenColumns { indices: chosen, ignored } = options.chosen(&names, Naming::of(self.names.as_ref()))?;
        let declared = column_indices(&options.categorical, &names)?;
        let mut columns: Vec<Option<RawColumn>> = self.columns.into_iter().map(Some).collect();
        for index in declared {
            columns[index] =
                columns[index].take().map(|column| RawColumn::Text(Texts { is_declared: true, ..column.into_texts() }));
        }
        let columns = chosen.iter().map(|&index| columns[index].take().expect(CHOSEN_ONCE)).collect();
        let names = self.names.map(|names| selected(&names, &chosen));
        Ok(Self { names, columns, notes: self.notes, ignored })
    }

    /// The same columns with missing values of optional ones as empty texts.
    fn with_optional(mut self, options: &TableOptions) -> Self {
        for index in 0..self.columns.len() {
            let is_optional = self.name(index).is_some_and(|name| options.optional.iter().any(|other| other == name));
            if is_optional && self.columns[index].missing_rows().next().is_some() {
                let column = std::mem::replace(&mut self.columns[index], RawColumn::Numeric(Vec::new()));
                self.columns[index] = RawColumn::Text(column.into_texts().without_missing());
            }
        }
        self
    }

    /// The table, without missing and infinite values.
    pub(super) fn checked(self, options: &TableOptions, location: CellLocation<'_>) -> Result<TableContent, Problem> {
        self.with_optional(options).complete(options, location)
    }

    fn complete(mut self, options: &TableOptions, location: CellLocation<'_>) -> Result<TableContent, Problem> {
        let rows = self.columns.first().map_or(0, RawColumn::len);
        if rows == 0 {
            return Err(Fault::NoRows.into());
        }
        self.check_texts(options, location)?;
        let mut kept = self.complete_rows(rows, options.missing, location)?;
        let dropped = kept.iter().filter(|&&is_kept| !is_kept).count();
        if dropped == rows {
            return Err(Fault::NoCompleteRows(rows).into());
        }
        if dropped > 0 {
            self.notes.push(TableNote::RowsDropped { dropped, rows });
        }
        if let Some(subsample) = options.subsample.filter(|subsample| subsample.rows < rows - dropped) {
            let of = subsample.draw(&mut kept);
            self.notes.push(TableNote::Subsampled { rows: subsample.rows, of, seed: subsample.seed });
        }
        self.check_finite(&kept, location)?;
        let naming = Naming::of(self.names.as_ref());
        let names = self.names.unwrap_or_else(|| NodeNames::numbered(self.columns.len()));
        let columns = self.columns.into_iter().map(|column| column.into_column(|row| kept[row])).collect();
        let table = Table::new(names, columns).map_err(|_| Fault::NoRows)?;
        let is_new = |note: &TableNote| note.column().is_none_or(|column| !options.categorical.contains(column));
        self.notes.extend(doubts(&table).into_iter().filter(is_new));
        Ok(TableContent { table, naming, notes: self.notes, ignored: self.ignored })
    }

    fn name(&self, column: usize) -> Option<&str> {
        self.names.as_ref().map(|names| names.name(NodeId::new(column)))
    }

    /// Refuses texts that are hardly categories, except in columns that name their rows.
    fn check_texts(&self, options: &TableOptions, location: CellLocation<'_>) -> Result<(), Problem> {
        for (index, column) in self.columns.iter().enumerate() {
            let name = self.name(index);
            let names_rows = name.is_some_and(|name| options.identifiers.iter().any(|other| other == name));
            if let RawColumn::Text(texts) = column
                && texts.are_too_many()
                && !names_rows
            {
                let examples: Vec<String> = texts.levels.iter().take(3).map(|text| shown(text)).collect();
                let (distinct, rows, examples) = (texts.levels.len(), texts.row_count(), listed(&examples));
                let row = texts.codes.iter().position(Option::is_some).unwrap_or(0);
                return Err(Fault::ManyTexts { distinct, rows, examples }.at(location(row, index, name)));
            }
        }
        Ok(())
    }

    /// Whether each row is complete; an error if missing values are refused.
    fn complete_rows(
        &self,
        rows: usize,
        missing: MissingValues,
        location: CellLocation<'_>,
    ) -> Result<Vec<bool>, Problem> {
        let mut complete = vec![true; rows];
        let mut count = 0;
        let mut first: Option<(usize, usize)> = None;
        for (at, column) in self.columns.iter().enumerate() {
            for row in column.missing_rows() {
                complete[row] = false;
                count += 1;
                first = Some(first.map_or((row, at), |first| first.min((row, at))));
            }
        }
        match (missing, first) {
            (MissingValues::Refuse, Some((row, column))) => {
                Err(Fault::MissingValues(count).at(location(row, column, self.name(column))))
            }
            _ => Ok(complete),
        }
    }

    fn check_finite(&self, kept: &[bool], location: CellLocation<'_>) -> Result<(), Problem> {
        let infinite = self.columns.iter().enumerate().filter_map(|(at, column)| {
            let RawColumn::Numeric(values) = column else { return None };
            let row = values.iter().zip(kept).position(|(value, &is_kept)| value.is_infinite() && is_kept)?;
            Some((row, at, values[row]))
        });
        match infinite.min_by_key(|&(row, ..)| row) {
            Some((row, at, value)) => Err(Fault::Infinite(value).at(location(row, at, self.name(at)))),
            None => Ok(()),
        }
    }
}
