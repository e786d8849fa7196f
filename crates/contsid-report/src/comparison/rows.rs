//! The rows that densities are estimated from: all of them, or some where they are too many.

use super::Observations;
use crate::number::count;
use contsid::data::Table;
use contsid::effect::{ContSidError, Prepared};
use contsid::execution::Execution;

/// The number of rows that are taken from a table whose rows are too many to be taken together: each system of them
/// takes well below a tenth of a second, and densities of more rows look the same.
const SAMPLE_ROWS: usize = 1000;

/// Rows evenly spaced in a table, prepared.
pub(crate) struct Sample {
    table: Table,
    prepared: Prepared<'static>,
}

impl Sample {
    /// Of observations whose rows are not prepared together; none for others.
    pub(crate) fn new(data: Observations<'_>, execution: &Execution<'_>) -> Result<Option<Self>, ContSidError> {
        if data.prepared.is_some() {
            return Ok(None);
        }
        let all = data.table.row_count();
        let taken = SAMPLE_ROWS.min(all);
        let rows: Vec<usize> = (0..taken).map(|row| row * all / taken).collect();
        let Some(table) = data.table.rows(&rows) else { return Ok(None) };
        let prepared = Prepared::new(&table, data.options, execution)?;
        Ok(Some(Self { table, prepared }))
    }
}

/// Rows to estimate from.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    pub(crate) table: &'a Table,
    pub(crate) prepared: &'a Prepared<'a>,
    /// The number of all rows, if these are some of them.
    pub(crate) sampled_of: Option<usize>,
}

impl<'a> Rows<'a> {
    /// All rows, or the sample of them.
    pub(crate) fn new(data: Option<Observations<'a>>, sample: Option<&'a Sample>) -> Option<Self> {
        let data = data?;
        match (data.prepared, sample) {
            (Some(prepared), _) => Some(Self { table: data.table, prepared, sampled_of: None }),
            (None, Some(Sample { table, prepared })) => {
                Some(Self { table, prepared, sampled_of: Some(data.table.row_count()) })
            }
            (None, None) => None,
        }
    }

    /// `1,000 of the 12,000 rows`; none where these are all.
    pub(crate) fn share(&self) -> Option<String> {
        self.sampled_of.map(|all| format!("{} of the {} rows", count(self.table.row_count()), count(all)))
    }
}
