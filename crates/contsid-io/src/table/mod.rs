//! Which observations does a file hold?
//!
//! [`read_table`] reads a file into a [`LoadedTable`], one column for each variable; [`match_columns`] puts its columns
//! in the order of the nodes of a graph. The format follows the extension of the file's name or
//! [`TableOptions::format`]; any of them may be compressed (`.gz`):
//!
//! | [`TableFormat`] | extensions | what is read |
//! |---|---|---|
//! | `csv`, `tsv` | `.csv`, `.tsv`, `.tab` | a line of names, unless all its cells are numbers, and a line for each row |
//! | `npy` | `.npy` | an array of numbers in one or two dimensions; columns have no names |
//! | `npz` | `.npz` | one such array, and perhaps an array of texts: the names of the columns |
//! | `parquet` | `.parquet` | columns of numbers and texts, if built with the feature `parquet` |
//!
//! - A column in which every cell is a number is numeric; any other is categorical, its levels sorted.
//! - A cell that is empty or holds `NA`, `NaN`, `null` or `?` (in any case) is a missing value: an error, unless
//!   [`MissingValues::DropRows`] drops the rows that have some.
//! - An infinite number is an error.
//! - A first column without a name in the header holds the names of rows, and is left out.
//! - A constant column, a column of one category and a table of one row are read as they are.

mod column;
mod delimited;
mod format;
mod loaded;
mod matching;
mod npz;
#[cfg(feature = "parquet")]
mod parquet;
mod write;

use crate::error::{Fault, Location, Problem, ReadError};
use crate::npy;
use crate::separator::Separator;
use crate::source::{decompressed, read_bytes, text};
use std::path::Path;

pub use format::{HeaderLine, MissingValues, TableFormat, TableOptions};
pub use loaded::{LoadedTable, TableNote};
pub use matching::{MatchError, MatchedTable, match_columns};
pub use write::format_table;

use column::{RawColumn, RawTable};

/// Reads a table from a file.
///
/// # Errors
///
/// If the file cannot be read as a table: the error names the file, the line and the fact.
pub fn read_table(path: impl AsRef<Path>, options: &TableOptions) -> Result<LoadedTable, ReadError> {
    let path = path.as_ref();
    let source_name = path.display().to_string();
    let at_file = |fault: Fault| ReadError::new(&source_name, fault.into());
    let bytes = read_bytes(path).map_err(at_file)?;
    let format = options.format.map_or_else(|| TableFormat::required_of_path(path), Ok).map_err(at_file)?;
    parse_table(&bytes, format, options, &source_name)
}

/// Reads a table of a known format from the bytes of a file, compressed or not; `options.format` is not looked at.
///
/// # Errors
///
/// If the bytes cannot be read as a table: the error names `source_name`, the line and the fact.
///
/// ```
/// use contsid_io::table::{TableFormat, TableOptions, parse_table};
///
/// let read = parse_table(b"A,B\n1,x\n2.5,y\n", TableFormat::Csv, &TableOptions::default(), "data.csv")?;
/// assert_eq!(read.table().columns()[0].as_numeric(), Some(&[1.0, 2.5][..]));
/// let error = parse_table(b"A,B\n1,NA\n", TableFormat::Csv, &TableOptions::default(), "data.csv").unwrap_err();
/// assert!(error.to_string().starts_with("data.csv: line 2, column `B`: the value is missing"));
/// # Ok::<(), contsid_io::ReadError>(())
/// ```
pub fn parse_table(
    bytes: &[u8],
    format: TableFormat,
    options: &TableOptions,
    source_name: &str,
) -> Result<LoadedTable, ReadError> {
    let bytes = decompressed(bytes).map_err(|fault| ReadError::new(source_name, fault.into()))?;
    parse(&bytes, format, *options)
        .map(|content| content.into_loaded(source_name))
        .map_err(|problem| ReadError::new(source_name, problem))
}

fn parse(bytes: &[u8], format: TableFormat, options: TableOptions) -> Result<loaded::Content, Problem> {
    match format {
        TableFormat::Csv => delimited::parse(&text(bytes)?, Separator::COMMA, options),
        TableFormat::Tsv => delimited::parse(&text(bytes)?, Separator::TAB, options),
        TableFormat::Npy => array_table(npy::parse(bytes)?)?.checked(options.missing, &array_location),
        TableFormat::Npz => npz::parse(bytes)?.checked(options.missing, &array_location),
        #[cfg(feature = "parquet")]
        TableFormat::Parquet => parquet::parse(bytes)?.checked(options.missing, &array_location),
        #[cfg(not(feature = "parquet"))]
        TableFormat::Parquet => {
            let advice = "install contsid with the cargo feature `parquet`, or save the table as CSV";
            Err(Fault::Unsupported { what: "a Parquet file", advice }.into())
        }
    }
}

/// A cell of a file that has no lines, by its row and column from 1.
fn array_location(row: usize, column: usize, name: Option<&str>) -> Location {
    let column = name.map_or_else(|| (column + 1).to_string(), |name| format!("`{name}`"));
    Location::Part(format!("row {}, column {column}", row + 1))
}

/// The columns of an array, without names.
fn array_table(array: npy::Array) -> Result<RawTable, Fault> {
    let (_, columns) = array.shape_2d()?;
    let columns = if columns == 0 { Vec::new() } else { array.into_columns() };
    Ok(RawTable { names: None, columns: columns.into_iter().map(RawColumn::Numeric).collect(), notes: Vec::new() })
}
