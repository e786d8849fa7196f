//! Columns as a file holds them, missing values and all, checked into a table.

use super::format::MissingValues;
use super::loaded::{Content, TableNote};
use crate::error::{Fault, Location, Problem};
use crate::graph::Naming;
use contsid::data::{Column, Table};
use contsid::graph::{NodeId, NodeNames};
use std::collections::HashMap;

/// Whether a cell says that its value is missing.
pub(super) fn is_missing(cell: &str) -> bool {
    cell.is_empty() || cell == "?" || ["NA", "NaN", "null"].iter().any(|word| cell.eq_ignore_ascii_case(word))
}

/// Values, some of which may be missing.
pub(super) enum RawColumn {
    /// Numbers; one that is missing is not a number.
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
}

impl Texts {
    pub(super) fn push(&mut self, text: &str) {
        let code = if is_missing(text) { None } else { Some(self.code(text)) };
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

    pub(super) fn levels(&self) -> &[String] {
        &self.levels
    }

    /// The values of the rows that are kept, with the levels that they use, sorted.
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

    fn into_column(self, is_kept: impl Fn(usize) -> bool) -> Column {
        match self {
            Self::Numeric(mut values) => {
                let mut row = 0;
                values.retain(|_| {
                    row += 1;
                    is_kept(row - 1)
                });
                Column::Numeric(values)
            }
            Self::Text(texts) => texts.into_column(is_kept),
        }
    }
}

/// The location of a cell, from its row and column (from 0) and the name of the column.
pub(super) type CellLocation<'a> = &'a dyn Fn(usize, usize, Option<&str>) -> Location;

/// The columns of a file, all of one length.
pub(super) struct RawTable {
    /// The names, or none where the file has none.
    pub(super) names: Option<NodeNames>,
    pub(super) columns: Vec<RawColumn>,
    pub(super) notes: Vec<TableNote>,
}

impl RawTable {
    /// The table, without missing and infinite values.
    pub(super) fn checked(mut self, missing: MissingValues, location: CellLocation<'_>) -> Result<Content, Problem> {
        let rows = self.columns.first().map_or(0, RawColumn::len);
        if rows == 0 {
            return Err(Fault::NoRows.into());
        }
        let incomplete = self.incomplete_rows(rows, missing, location)?;
        let dropped = incomplete.iter().filter(|&&is_incomplete| is_incomplete).count();
        if dropped == rows {
            return Err(Fault::NoCompleteRows { rows }.into());
        }
        if dropped > 0 {
            self.notes.push(TableNote::RowsDropped { dropped, rows });
        }
        self.check_finite(&incomplete, location)?;
        let naming = if self.names.is_some() { Naming::Given } else { Naming::Numbered };
        let names = self.names.unwrap_or_else(|| NodeNames::numbered(self.columns.len()));
        let columns = self.columns.into_iter().map(|column| column.into_column(|row| !incomplete[row])).collect();
        let table = Table::new(names, columns).expect("columns are of one length, named, complete and finite");
        Ok(Content { table, naming, notes: self.notes })
    }

    fn name(&self, column: usize) -> Option<&str> {
        self.names.as_ref().map(|names| names.name(NodeId::new(column)))
    }

    /// For each row whether it lacks a value; an error if none may.
    fn incomplete_rows(
        &self,
        rows: usize,
        missing: MissingValues,
        location: CellLocation<'_>,
    ) -> Result<Vec<bool>, Problem> {
        let mut incomplete = vec![false; rows];
        let mut count = 0;
        let mut first: Option<(usize, usize)> = None;
        for (at, column) in self.columns.iter().enumerate() {
            for row in column.missing_rows() {
                incomplete[row] = true;
                count += 1;
                first = Some(first.map_or((row, at), |first| first.min((row, at))));
            }
        }
        match (missing, first) {
            (MissingValues::Refuse, Some((row, column))) => {
                Err(Fault::MissingValues { count }.at(location(row, column, self.name(column))))
            }
            _ => Ok(incomplete),
        }
    }

    fn check_finite(&self, incomplete: &[bool], location: CellLocation<'_>) -> Result<(), Problem> {
        let mut first: Option<(usize, usize, f64)> = None;
        for (at, column) in self.columns.iter().enumerate() {
            let RawColumn::Numeric(values) = column else { continue };
            let infinite =
                values.iter().zip(incomplete).position(|(value, &is_dropped)| value.is_infinite() && !is_dropped);
            if let Some(row) = infinite.filter(|&row| first.is_none_or(|first| row < first.0)) {
                first = Some((row, at, values[row]));
            }
        }
        match first {
            Some((row, at, value)) => Err(Fault::Infinite { value }.at(location(row, at, self.name(at)))),
            None => Ok(()),
        }
    }
}
