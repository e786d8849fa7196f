//! The data that graphs are compared on: all rows together, in parts, or both.

use crate::data::Table;
use crate::effect::{ContSidError, ContSidOptions, CrossFitOptions, LEAST_PART_ROWS, Prepared};
use crate::execution::Execution;
use crate::kernel::Kernel;
use std::fmt;

/// The most rows for which contSID is by default estimated from all rows together: a system of that size takes 128 MB,
/// and time grows with the cube of the rows.
pub const ALL_ROWS_LIMIT: usize = 4000;

/// Whether contSID is cross-fitted, and how.
#[derive(Clone, Debug, PartialEq)]
pub enum CrossFitting {
    /// Not at all.
    Off,
    /// If there are enough rows for two parts.
    WherePossible(CrossFitOptions),
    /// Always: rows that cannot be divided are an error.
    Required(CrossFitOptions),
}

impl Default for CrossFitting {
    fn default() -> Self {
        Self::WherePossible(CrossFitOptions::default())
    }
}

/// Which estimates of contSID are made from a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataChoices {
    /// Whether it is cross-fitted.
    pub crossfit: CrossFitting,
    /// Whether it is estimated from all rows together above [`ALL_ROWS_LIMIT`] rows too.
    pub always_all_rows: bool,
}

/// An estimate that is not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields are named after what they hold")]
pub enum LeftOut {
    /// That from all rows together: there are too many.
    AllRows { rows: usize },
    /// The cross-fitted one: there are too few rows.
    CrossFit { rows: usize },
}

impl fmt::Display for LeftOut {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AllRows { rows } => write!(
                formatter,
                "contSID is cross-fitted only: from all {rows} rows together it is not computed above \
                 {ALL_ROWS_LIMIT} rows unless asked for"
            ),
            Self::CrossFit { rows } => write!(
                formatter,
                "contSID is not cross-fitted, and has no standard error: {rows} rows do not make two parts of at least \
                 {LEAST_PART_ROWS}"
            ),
        }
    }
}

impl DataChoices {
    /// The estimate that the choices ask for, but that is left out for a table with this many rows.
    pub fn left_out(&self, rows: usize) -> Option<LeftOut> {
        match &self.crossfit {
            CrossFitting::WherePossible(_) if rows < 2 * LEAST_PART_ROWS => Some(LeftOut::CrossFit { rows }),
            CrossFitting::Off => None,
            _ => (!self.always_all_rows && rows > ALL_ROWS_LIMIT).then_some(LeftOut::AllRows { rows }),
        }
    }

    /// Prepares all rows together, if wanted.
    ///
    /// # Errors
    ///
    /// As [`Prepared::new`].
    pub fn all_rows(
        &self,
        table: &Table,
        options: &ContSidOptions,
        execution: &Execution<'_>,
    ) -> Result<Option<Prepared<'static>>, ContSidError> {
        match self.left_out(table.row_count()) {
            Some(LeftOut::AllRows { .. }) => Ok(None),
            _ => Prepared::new(table, options, execution).map(Some),
        }
    }

    /// Prepares the rows in parts, if wanted.
    ///
    /// # Errors
    ///
    /// As [`Prepared::in_parts`].
    pub fn parts(
        &self,
        table: &Table,
        options: &ContSidOptions,
        execution: &Execution<'_>,
    ) -> Result<Option<Prepared<'static>>, ContSidError> {
        match (&self.crossfit, self.left_out(table.row_count())) {
            (CrossFitting::Off, _) | (_, Some(LeftOut::CrossFit { .. })) => Ok(None),
            (CrossFitting::WherePossible(crossfit) | CrossFitting::Required(crossfit), _) => {
                Prepared::in_parts(table, options, crossfit, execution).map(Some)
            }
        }
    }
}

/// The data that graphs are compared on, if there are any: all rows together, in parts, or both.
#[derive(Clone, Copy, Debug, Default)]
pub struct ComparisonData<'a> {
    /// For the distance from all rows, as it is printed.
    pub all_rows: Option<&'a Prepared<'a>>,
    /// For the cross-fitted distance.
    pub parts: Option<&'a Prepared<'a>>,
}

impl<'a> ComparisonData<'a> {
    fn any(self) -> Option<&'a Prepared<'a>> {
        self.all_rows.or(self.parts)
    }

    /// The choices of contSID, if there are data.
    pub fn options(self) -> Option<&'a ContSidOptions> {
        self.any().map(Prepared::options)
    }

    /// The number of rows, if there are data.
    pub fn sample_count(self) -> Option<usize> {
        self.any().map(Prepared::sample_count)
    }

    /// The kernel of each column, if there are data.
    pub fn kernels(self) -> Option<Vec<Kernel>> {
        self.any().map(|data| data.kernels().collect())
    }
}
