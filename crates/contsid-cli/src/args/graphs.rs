//! How graph files are read.

use super::named;
use super::values::number;
use clap::Args;
use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use contsid::named::Named;
use contsid_io::graph::{EdgeDirection, GraphFormat, GraphOptions, GraphSource, Marks, MatrixEncoding, Threshold};
use std::ffi::OsString;
use std::path::PathBuf;

/// How files without a suffix are read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Graph files without a suffix")]
pub struct GraphArguments {
    /// The format of graph files whose extensions do not tell
    #[arg(long, value_name = "FORMAT", value_parser = named::<GraphFormat>())]
    pub format: Option<GraphFormat>,
    /// Which way edges point in a matrix; LiNGAM's B is column-to-row
    #[arg(long, value_parser = named::<EdgeDirection>(), default_value = EdgeDirection::default().name())]
    pub edge_direction: EdgeDirection,
    /// What the cells of a matrix mean: 0/1 (1/1, 2 or -1 for undirected edges), causal-learn's endpoint marks, or
    /// those of pcalg's amat.pag
    #[arg(long, value_parser = named::<Marks>(), default_value = Marks::default().name())]
    pub encoding: Marks,
    /// Read a matrix as weights; an edge is a weight whose size is above this
    #[arg(long, value_name = "SIZE", value_parser = threshold, conflicts_with = "encoding")]
    pub threshold: Option<Threshold>,
}

/// The help on suffixes, for all commands that read graphs.
pub const SUFFIXES: &str = "\
Each graph file may be read in its own way, by words after `::` with commas between them:
  lingam.csv::column-to-row,threshold=0.3  LiNGAM's B: |weight| > 0.3 is an edge
  cl.csv::endpoints                        causal-learn's marks at ends of edges
  g.txt::tetrad                            the format, whatever the extension
A file whose name contains `::` is written with `::` at its end. `-` is the standard input.";

impl GraphArguments {
    pub fn options(&self) -> GraphOptions {
        GraphOptions {
            format: None,
            fallback_format: self.format,
            edge_direction: self.edge_direction,
            encoding: MatrixEncoding::new(self.encoding, self.threshold),
        }
    }
}

/// Put before `-::`, the standard input with a suffix, so clap does not take it for an option.
const NOT_AN_OPTION: &str = "\u{1}";

/// Marks the standard input with a suffix as a value.
pub fn as_value(word: OsString) -> OsString {
    match word.to_str() {
        Some(text) if text.starts_with("-::") => format!("{NOT_AN_OPTION}{text}").into(),
        _ => word,
    }
}

/// Reads a path with a suffix or without; one that is not Unicode has none.
pub fn graph_source() -> impl TypedValueParser<Value = GraphSource> {
    OsStringValueParser::new().try_map(|word: OsString| match word.to_str() {
        Some(text) => text.trim_start_matches(NOT_AN_OPTION).parse(),
        None => Ok(GraphSource::plain(word)),
    })
}

/// Reads the path of a graph to write, which has no suffix.
pub fn graph_output() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|word: OsString| match word.to_str() {
        Some(text) if text.starts_with(NOT_AN_OPTION) => {
            Err("a suffix says how a file is read; write `-`, and name the format by an option")
        }
        _ => Ok(PathBuf::from(word)),
    })
}

/// Reads the name of a format that can be written.
pub fn output_format() -> impl TypedValueParser<Value = GraphFormat> {
    let names = GraphFormat::writable().map(Named::name).collect::<Vec<_>>();
    PossibleValuesParser::new(names).try_map(|name: String| name.parse())
}

fn threshold(text: &str) -> Result<Threshold, String> {
    Threshold::new(number(text)?).map_err(|error| error.to_string())
}
