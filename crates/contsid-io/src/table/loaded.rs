//! A table, and notes on its reading.

use crate::graph::Naming;
use contsid::data::{Column, Table, TableError};
use contsid::graph::{NodeId, NodeNames};
use std::fmt;

/// A fact about a table that a reader of the results should know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableNote {
    /// Rows with missing values were dropped.
    RowsDropped {
        /// How many.
        dropped: usize,
        /// Of how many.
        rows: usize,
    },
    /// The first column has no name in the header, and was left out.
    RowNames,
    /// A column holds numbers and texts, and is therefore categorical.
    NumbersAndTexts {
        /// The name of the column.
        column: String,
        /// The first text.
        text: String,
        /// The line it stands in.
        line: usize,
    },
    /// The first line counts the columns, and was taken for their names.
    CountedHeader,
    /// The first line counts two columns, and was taken for a row of numbers.
    CountedColumns,
    /// The table has the form of a graph's matrix.
    GraphMatrix,
    /// The table is a symmetric matrix of numbers.
    SymmetricMatrix,
    /// The values of this column count the rows.
    CountedRows(String),
    /// All categories of a column are numbers with something beside them.
    DecoratedNumbers {
        /// The name of the column.
        column: String,
        /// One of them.
        text: String,
    },
    /// Two categories differ only in case.
    CaseOfLevels {
        /// The name of the column.
        column: String,
        /// The two.
        levels: [String; 2],
    },
    /// Some rows were drawn.
    Subsampled {
        /// How many.
        rows: usize,
        /// Of how many.
        of: usize,
        /// The seed.
        seed: u64,
    },
}

impl TableNote {
    /// The column whose categories are doubted, if any.
    pub(super) fn column(&self) -> Option<&String> {
        match self {
            Self::DecoratedNumbers { column, .. } | Self::CaseOfLevels { column, .. } => Some(column),
            _ => None,
        }
    }
}

impl fmt::Display for TableNote {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RowsDropped { dropped, rows } => {
                write!(formatter, "{dropped} of {rows} rows have missing values and were dropped")
            }
            Self::RowNames => write!(formatter, "the first column has no name and was taken for the names of rows"),
            Self::NumbersAndTexts { column, text, line } => {
                write!(
                    formatter,
                    "column `{column}` holds `{text}` in line {line} beside numbers; all its values are categories"
                )
            }
            Self::CountedHeader => {
                write!(
                    formatter,
                    "the first line counts the columns (0, 1, 2, … or 1, 2, 3, …) and was taken for their names"
                )
            }
            Self::CountedColumns => {
                write!(formatter, "the first line counts the columns and was read as a row of data")
            }
            Self::GraphMatrix => formatter.write_str(
                "the table looks like the matrix of a graph: as many rows as columns, and nothing but 0 and 1",
            ),
            Self::SymmetricMatrix => formatter.write_str(
                "the table is a symmetric matrix, such as correlations of its columns; rows of observations are needed",
            ),
            Self::CountedRows(column) => write!(formatter, "column `{column}` counts the rows"),
            Self::DecoratedNumbers { column, text } => write!(
                formatter,
                "column `{column}` holds numbers with something beside them, such as `{text}`, which are categories; \
                 write numbers alone if they are meant"
            ),
            Self::CaseOfLevels { column, levels: [a, b] } => {
                write!(formatter, "column `{column}` has the categories `{a}` and `{b}`, which differ only in case")
            }
            Self::Subsampled { rows, of, seed } => write!(formatter, "{rows} of {of} rows were drawn (seed {seed})"),
        }
    }
}

/// A table, whether its file names the columns, and notes on it.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedTable {
    source_name: String,
    content: TableContent,
}

/// The content of a file, before the name of the file is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TableContent {
    pub(super) table: Table,
    pub(super) naming: Naming,
    pub(super) notes: Vec<TableNote>,
    /// The names of ignored columns (no such node).
    pub(super) ignored: Vec<String>,
}

impl TableContent {
    pub(super) fn into_loaded(self, source_name: &str) -> LoadedTable {
        LoadedTable { source_name: source_name.to_owned(), content: self }
    }
}

impl LoadedTable {
    /// A table that was made elsewhere, with names for its columns.
    pub fn new(source_name: &str, table: Table) -> Self {
        TableContent { table, naming: Naming::Given, notes: Vec::new(), ignored: Vec::new() }.into_loaded(source_name)
    }

    /// A table that was made elsewhere, whose columns have no names and are called `V1`, `V2`, …
    ///
    /// # Errors
    ///
    /// If the columns are not a table.
    pub fn unnamed(source_name: &str, columns: Vec<Column>) -> Result<Self, TableError> {
        let table = Table::new(NodeNames::numbered(columns.len()), columns)?;
        let content = TableContent { table, naming: Naming::Numbered, notes: Vec::new(), ignored: Vec::new() };
        Ok(content.into_loaded(source_name))
    }

    /// The same table with names for its columns.
    ///
    /// # Errors
    ///
    /// If there are more or fewer names than columns.
    pub fn with_names(self, names: NodeNames) -> Result<Self, TableError> {
        let TableContent { table, notes, ignored, .. } = self.content;
        let table = table.with_names(names)?;
        Ok(TableContent { table, naming: Naming::Given, notes, ignored }.into_loaded(&self.source_name))
    }

    /// The same table without one of its columns, unless that is the only one.
    #[must_use]
    pub fn without_column(mut self, column: NodeId) -> Self {
        let kept: Vec<NodeId> =
            NodeId::all(self.content.table.column_count()).filter(|&other| other != column).collect();
        if !kept.is_empty() {
            self.content.table = self.content.table.select(&kept);
        }
        self
    }

    /// The same table with one more note.
    #[must_use]
    pub fn with_note(mut self, note: TableNote) -> Self {
        self.content.notes.push(note);
        self
    }

    /// The same table, whose source has these columns too, which were not read.
    #[must_use]
    pub fn with_ignored(mut self, columns: Vec<String>) -> Self {
        self.content.ignored = columns;
        self
    }

    /// The file the table comes from.
    pub fn source_name(&self) -> &str {
        &self.source_name
    }

    /// The table; columns without names are called `V1`, `V2`, …
    pub fn table(&self) -> &Table {
        &self.content.table
    }

    pub(super) fn into_columns(self) -> Vec<Column> {
        self.content.table.into_columns()
    }

    /// The names of ignored columns (no such node).
    pub fn ignored(&self) -> &[String] {
        &self.content.ignored
    }

    /// Whether the file names the columns.
    pub fn naming(&self) -> Naming {
        self.content.naming
    }

    /// The notes, in order.
    pub fn notes(&self) -> &[TableNote] {
        &self.content.notes
    }

    /// The number of rows dropped for missing values.
    pub fn dropped_rows(&self) -> usize {
        let dropped = |note: &TableNote| match note {
            TableNote::RowsDropped { dropped, .. } => Some(*dropped),
            _ => None,
        };
        self.notes().iter().find_map(dropped).unwrap_or(0)
    }
}
