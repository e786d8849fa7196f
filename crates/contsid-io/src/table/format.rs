//! The formats of table files and how they are to be understood.

use crate::error::Fault;
use crate::source::extension;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use thiserror::Error;

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

impl TableFormat {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Csv, Self::Tsv, Self::Npy, Self::Npz, Self::Parquet];

    /// The name of the format, as an option takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Npy => "npy",
            Self::Npz => "npz",
            Self::Parquet => "parquet",
        }
    }

    /// The extensions of file names that mean this format.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Csv => &["csv"],
            Self::Tsv => &["tsv", "tab"],
            Self::Npy => &["npy"],
            Self::Npz => &["npz"],
            Self::Parquet => &["parquet", "pq"],
        }
    }

    /// The format that the extension of a path means, in any case; a `.gz` after it does not matter.
    pub fn of_path(path: &Path) -> Option<Self> {
        let mut found = extension(path)?;
        if found == "gz" {
            found = extension(Path::new(path.file_stem()?))?;
        }
        Self::ALL.into_iter().find(|format| format.extensions().contains(&found.as_str()))
    }

    pub(super) fn required_of_path(path: &Path) -> Result<Self, Fault> {
        Self::of_path(path)
            .ok_or_else(|| Fault::UnknownTableFormat { extension: extension(path), known: Self::known_extensions() })
    }

    pub(super) fn known_extensions() -> String {
        let extensions = Self::ALL.iter().flat_map(|format| format.extensions());
        let extensions: Vec<String> = extensions.map(|extension| format!(".{extension}")).collect();
        extensions.join(", ")
    }
}

impl fmt::Display for TableFormat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A word that names no format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{name}` is no format of tables; known are {}", TableFormat::ALL.map(TableFormat::name).join(", "))]
pub struct UnknownTableFormat {
    /// The word.
    pub name: String,
}

impl FromStr for TableFormat {
    type Err = UnknownTableFormat;

    fn from_str(name: &str) -> Result<Self, UnknownTableFormat> {
        let unknown = || UnknownTableFormat { name: name.to_owned() };
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or_else(unknown)
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
