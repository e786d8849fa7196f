//! Which graph is converted, and to what.

use super::graphs::{SUFFIXES, graph_output, graph_source, output_format};
use super::{GraphArguments, named};
use clap::{Args, ValueEnum};
use contsid::named::Named;
use contsid_io::graph::{GraphFormat, GraphSource, Marks};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{SUFFIXES}"))]
pub struct ConvertArguments {
    /// The file to read; a suffix can say how: see --help
    #[arg(value_parser = graph_source())]
    pub input: GraphSource,
    /// The file to write; `-` is the standard output
    #[arg(value_parser = graph_output())]
    pub output: PathBuf,
    /// What to write: the graph as it is; the completed graph of its equivalence class; one directed graph of that
    /// class; its edges without directions; the maximal ancestral graph of the observed nodes; the PAG of that graph
    #[arg(long, value_enum, value_name = "KIND", default_value_t)]
    pub to: ConvertTo,
    /// The format to write, if the extension does not tell
    #[arg(long, value_name = "FORMAT", value_parser = output_format())]
    pub output_format: Option<GraphFormat>,
    /// What the cells of a matrix that is written mean
    #[arg(long, value_name = "ENCODING", value_parser = named::<Marks>(), default_value = Marks::default().name())]
    pub output_encoding: Marks,
    /// Nodes of the graph that are hidden, by name
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub latent: Vec<String>,
    /// Replace an existing file, even one that contsid did not write
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub graphs: GraphArguments,
}

const EXAMPLES: &str = "\
Examples:
  contsid convert learnt.csv learnt.dot
  contsid convert dag.txt class.csv --to cpdag
  contsid convert lingam.csv::column-to-row,threshold=0.3 lingam.dot
  contsid convert network.bif truth.csv
  contsid convert dag.txt pag.txt --latent U1,U2 --to pag
  contsid convert pag.txt pag.csv --output-encoding pcalg-pag
  zcat graph.txt.gz | contsid convert -::tetrad - --output-format edges";

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum ConvertTo {
    #[default]
    Graph,
    Cpdag,
    Extension,
    Skeleton,
    Mag,
    Pag,
}
