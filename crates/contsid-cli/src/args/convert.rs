//! Which graph is written as what.

use super::{GraphArguments, named};
use clap::{Args, ValueEnum};
use contsid_io::graph::GraphFormat;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ConvertArguments {
    /// The file to read
    pub input: PathBuf,
    /// The file to write
    pub output: PathBuf,
    /// What to write: the graph as it is; the completed graph of its equivalence class; one directed graph that it can be
    /// extended to; its edges without directions
    #[arg(long, value_enum, value_name = "KIND", default_value_t)]
    pub to: ConvertTo,
    /// The format to write, where the extension does not tell
    #[arg(long, value_name = "FORMAT", value_parser = named::<GraphFormat>())]
    pub output_format: Option<GraphFormat>,
    #[command(flatten)]
    pub graphs: GraphArguments,
}

const EXAMPLES: &str = "\
Examples:
  contsid convert learnt.csv learnt.dot
  contsid convert dag.txt class.csv --to cpdag
  contsid convert network.bif truth.csv";

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum ConvertTo {
    #[default]
    Graph,
    Cpdag,
    Extension,
    Skeleton,
}
