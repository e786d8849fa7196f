//! Which observations does a file hold?
//!
//! [`read_table`] reads a file into a [`LoadedTable`], one column for each variable; [`match_columns`] puts its columns
//! in the order of the nodes of a graph. The format follows the extension of the file's name or
//! [`TableOptions::format`]; any of them may be compressed (`.gz`):
//!
//! | [`TableFormat`] | extensions | what is read |
//! |---|---|---|
//! | `csv`, `tsv` | `.csv`, `.tsv`, `.tab`; `.txt`, `.dat`, `.data` | a line of names (optional), then the rows |
//! | `npy` | `.npy` | an array of numbers in one or two dimensions; columns have no names |
//! | `npz` | `.npz` | one such array, and perhaps an array of texts: the names of the columns |
//! | `parquet` | `.parquet` | columns of numbers and texts, if built with the feature `parquet` |
//!
//! - A column in which every cell is a number is numeric. One of which more than half of the cells that are not missing
//!   are numbers, but not all, is an error that names the others; [`TableOptions::categorical`] makes it categorical.
//!   Any other is categorical, its levels sorted. Ten different texts or more, above half the number of rows, are an
//!   error, unless the column is declared categorical: they are hardly categories.
//! - A cell that is empty or holds `NA`, `N/A`, `#N/A`, `NaN`, `null`, `None`, `<NA>` (in any case), `.`, `-`, `*`, `?`
//!   or one of [`TableOptions::missing_markers`] is a missing value: an error, unless [`MissingValues::DropRows`] drops
//!   the rows that have some.
//! - An infinite number is an error.
//! - A first column without a name in the header, or `Unnamed: 0`, holds the names of rows, and is left out.
//! - A constant column, a column of one category and a table of one row are read as they are.

mod column;
mod delimited;
mod doubts;
mod format;
mod lines;
mod loaded;
mod matching;
mod npz;
#[cfg(feature = "parquet")]
mod parquet;
mod scan;
mod write;

use crate::error::{Fault, Location, Problem, ReadError};
use crate::format::{FileFormat, extensions};
use crate::hint::Hint;
use crate::input::Input;
use crate::npy;
use crate::separator::Separator;
use crate::source::extension;
use contsid::execution::{Monitor, Silent};
use std::borrow::Cow;
use std::io::Read;
use std::path::Path;

pub use doubts::matrix_doubt;
pub use format::{ColumnChoice, HeaderLine, MissingValues, Subsample, TableFormat, TableOptions};
pub use loaded::{LoadedTable, TableNote};
pub use matching::{MatchError, MatchedTable, match_columns};
pub use write::format_table;

use column::{RawColumn, RawTable};
use loaded::TableContent;

/// Reads a table from a file. Text is parsed as it is read, and is never in memory as a whole.
///
/// # Errors
///
/// If the file cannot be read as a table: the error names the file, the line and the fact.
pub fn read_table(path: impl AsRef<Path>, options: &TableOptions) -> Result<LoadedTable, ReadError> {
    read_table_watched(path, options, &Silent)
}

/// As [`read_table`], telling a monitor how many bytes of the file have been read; the monitor cannot stop it.
///
/// # Errors
///
/// As [`read_table`].
pub fn read_table_watched(
    path: impl AsRef<Path>,
    options: &TableOptions,
    monitor: &dyn Monitor,
) -> Result<LoadedTable, ReadError> {
    let path = path.as_ref();
    let content = || parse(&Input::of_path(path, monitor)?, format_of(path, options)?, options);
    named(content(), &path.display().to_string())
}

/// The content of a file, or its problem, with the name of the file.
fn named(content: Result<TableContent, Problem>, source_name: &str) -> Result<LoadedTable, ReadError> {
    content.map(|content| content.into_loaded(source_name)).map_err(|problem| ReadError::new(source_name, problem))
}

/// Reads a table from a reader such as the standard input; without a format in the options, it is text.
///
/// # Errors
///
/// As [`read_table`]; the error calls the reader `source_name`.
pub fn read_table_from(reader: impl Read, source_name: &str, options: &TableOptions) -> Result<LoadedTable, ReadError> {
    let content = || parse(&Input::of_reader(reader)?, options.format.unwrap_or(TableFormat::Csv), options);
    named(content(), source_name)
}

/// The format of the options, or of the extension; with a separator, or on the standard input, text.
fn format_of(path: &Path, options: &TableOptions) -> Result<TableFormat, Fault> {
    let is_text = options.separator.is_some() || path.as_os_str() == "-";
    let format = options.format.or_else(|| TableFormat::of_path(path)).or(is_text.then_some(TableFormat::Csv));
    format.ok_or_else(|| {
        if extension(path).is_some_and(|extension| WORKBOOKS.contains(&extension.as_str())) {
            return workbook();
        }
        let known = format!("{}, each also as .gz", extensions(TableFormat::built_in()));
        Fault::UnknownFormat { extension: extension(path), known, hint: Hint::TableFormat }
    })
}

/// Reads a table of a known format from the bytes of a file, compressed or not; ignores `options.format`.
///
/// # Errors
///
/// If the bytes cannot be read as a table: the error names `source_name`, the line and the fact.
///
/// ```
/// use contsid::data::Column;
/// use contsid_io::table::{TableFormat, TableOptions, parse_table};
///
/// let read = parse_table(b"A,B\n1,x\n2.5,y\n", TableFormat::Csv, &TableOptions::default(), "data.csv")?;
/// assert_eq!(read.table().columns()[0], Column::numbers(vec![1.0, 2.5]));
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
    named(parse(&Input::Bytes(Cow::Borrowed(bytes)), format, options), source_name)
}

/// The extensions of spreadsheet programs' own files.
const WORKBOOKS: [&str; 4] = ["xlsx", "xlsm", "xls", "ods"];

/// How files of spreadsheet programs begin, whatever they are called: as archives.
const ARCHIVES: [&[u8; 4]; 2] = [b"PK\x03\x04", b"\xd0\xcf\x11\xe0"];

fn workbook() -> Fault {
    Fault::Unsupported {
        what: "a file of a spreadsheet program, or another archive",
        advice: "export the table as CSV",
    }
}

/// Whether a file that should be text is an archive.
fn is_archive(input: &Input<'_>) -> Result<bool, Problem> {
    let mut start = Vec::new();
    input.open()?.take(4).read_to_end(&mut start).map_err(Fault::Io)?;
    Ok(ARCHIVES.iter().any(|archive| start == **archive))
}

fn parse(input: &Input<'_>, format: TableFormat, options: &TableOptions) -> Result<TableContent, Problem> {
    let raw = match format {
        TableFormat::Csv | TableFormat::Tsv if is_archive(input)? => return Err(workbook().into()),
        TableFormat::Csv => return delimited::parse(input, Separator::COMMA, options),
        TableFormat::Tsv => return delimited::parse(input, Separator::TAB, options),
        TableFormat::Npy => array_table(npy::open(input.open()?, input.byte_count())?)?,
        TableFormat::Npz => npz::parse(input)?,
        #[cfg(feature = "parquet")]
        TableFormat::Parquet => parquet::parse(input, options)?,
        #[cfg(not(feature = "parquet"))]
        TableFormat::Parquet => {
            let advice = "install contsid with the cargo feature `parquet`, or save the table as CSV";
            return Err(Fault::Unsupported { what: "a Parquet file", advice }.into());
        }
    };
    raw.chosen(options)?.checked(options, &array_location)
}

/// A cell of a file that has no lines, by its row and column from 1.
fn array_location(row: usize, column: usize, name: Option<&str>) -> Location {
    let column = name.map_or_else(|| (column + 1).to_string(), |name| format!("`{name}`"));
    Location::Part(format!("row {}, column {column}", row + 1))
}

/// The columns of an array, without names.
fn array_table(array: npy::Array<impl Read>) -> Result<RawTable, Problem> {
    let columns = array.into_columns()?;
    let columns = columns.into_iter().map(RawColumn::Numeric).collect();
    Ok(RawTable { names: None, columns, notes: Vec::new(), ignored: Vec::new() })
}
