//! How table files are read.

use super::values::{count, unquoted};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use contsid::named::Named;
use contsid_io::Separator;
use contsid_io::table::{ColumnChoice, HeaderLine, MissingValues, Subsample, TableFormat, TableOptions};

/// The help on the formats of tables.
pub const TABLE_FILES: &str = if cfg!(feature = "parquet") {
    "The observations: CSV, TSV or white-space separated text, NPY, NPZ or Parquet, each also as .gz; \
     `-` is the standard input"
} else {
    "The observations: CSV, TSV or white-space separated text, NPY or NPZ, each also as .gz; `-` is the standard input"
};

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Tables")]
pub struct TableArguments {
    /// The format of the table, whatever its extension
    #[arg(long, value_name = "FORMAT", value_parser = table_format())]
    pub table_format: Option<TableFormat>,
    /// The separator of the cells of a text: comma, semicolon, tab, space or one character [default: from the first
    /// lines]
    #[arg(long)]
    pub separator: Option<Separator>,
    /// Whether the first line of a text holds the names of the columns [default: from its cells]
    #[arg(long, value_parser = header())]
    pub header: Option<HeaderLine>,
    /// Another text that marks a missing value, besides an empty cell, NA, N/A, #N/A, NaN, null, None, `<NA>`, `.`,
    /// `-`, `*` and `?`
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub missing: Vec<String>,
    /// Leave out rows with missing values
    #[arg(long)]
    pub drop_missing: bool,
    /// Treat the values of this column as categories, even if they are numbers
    #[arg(long, value_name = "COLUMN")]
    pub categorical: Vec<String>,
    /// Read these columns only, by name
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "drop_columns")]
    pub columns: Vec<String>,
    /// Leave these columns out, by name
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub drop_columns: Vec<String>,
    /// Use only this many rows, drawn at random by --seed
    #[arg(long, value_name = "ROWS", value_parser = count)]
    pub subsample: Option<usize>,
}

impl TableArguments {
    /// How a table is read; `seed` is that of `--subsample`.
    pub fn options(&self, seed: u64) -> TableOptions {
        TableOptions {
            format: self.table_format,
            separator: self.separator,
            missing: if self.drop_missing { MissingValues::DropRows } else { MissingValues::Refuse },
            missing_markers: self.missing.clone(),
            header: self.header.unwrap_or_default(),
            categorical: self.categorical.clone(),
            optional: Vec::new(),
            identifiers: Vec::new(),
            columns: match (&self.columns[..], &self.drop_columns[..]) {
                ([], []) => ColumnChoice::All,
                ([], dropped) => ColumnChoice::Without(unquoted(dropped)),
                (chosen, _) => ColumnChoice::Only(unquoted(chosen)),
            },
            nodes: None,
            subsample: self.subsample.map(|rows| Subsample { rows, seed }),
        }
    }
}

/// Parses the name of a format; Parquet is one if it is built in.
fn table_format() -> impl TypedValueParser<Value = TableFormat> {
    let names: Vec<&str> = TableFormat::built_in().map(Named::name).collect();
    PossibleValuesParser::new(names).try_map(|name: String| name.parse())
}

fn header() -> impl TypedValueParser<Value = HeaderLine> {
    let words = [HeaderLine::Present, HeaderLine::Absent].map(Named::name);
    PossibleValuesParser::new(words).try_map(|word: String| word.parse())
}
