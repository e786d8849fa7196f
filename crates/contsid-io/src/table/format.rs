//! The formats of table files and how they are to be understood.

use crate::error::Fault;
use crate::format::FileFormat;
use crate::source::extension;
use std::path::Path;

/// A format of table files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum TableFormat {
    /// Cells between commas, or semicolons: `csv`.
    Csv,
    /// Cells between tabs: `tsv`.
    Tsv,
    /// An array as numpy saves it: `npy`.
    Npy,
    /// Arrays as numpy saves them together: `npz`.
    Npz,
    /// Apache Parquet: `parquet`. It is read if the feature `parquet` is on.
    Parquet,
}

contsid::named!(TableFormat { Csv: "csv", Tsv: "tsv", Npy: "npy", Npz: "npz", Parquet: "parquet" });

impl FileFormat for TableFormat {
    fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Csv => &["csv"],
            Self::Tsv => &["tsv", "tab"],
            Self::Npy => &["npy"],
            Self::Npz => &["npz"],
            Self::Parquet => &["parquet", "pq"],
        }
    }
}

impl TableFormat {
    /// The format that the extension of a path means, in any case; a `.gz` after it does not matter.
    pub fn of_path(path: &Path) -> Option<Self> {
        Self::of_extension(&extension(path)?)
    }

    pub(super) fn required_of_path(path: &Path) -> Result<Self, Fault> {
        Self::of_path(path)
            .ok_or_else(|| Fault::UnknownTableFormat { extension: extension(path), known: Self::known_extensions() })
    }
}

/// What to do with missing values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingValues {
    /// They are an error, which names the first and counts them.
    #[default]
    Refuse,
    /// Rows that have some are dropped and counted.
    DropRows,
}

/// Whether the first line of a text holds the names of the columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeaderLine {
    /// It does, unless each of its cells is a number or missing.
    #[default]
    Detect,
    /// It does, even if the names are numbers.
    Present,
    /// It does not.
    Absent,
}

/// How a table file is to be understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableOptions {
    /// The format; without one, what the extension of the file's name means.
    pub format: Option<TableFormat>,
    /// What to do with missing values.
    pub missing: MissingValues,
    /// Whether the first line of a text holds the names of the columns.
    pub header: HeaderLine,
}
