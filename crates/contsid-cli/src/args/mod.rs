//! What can be typed, and what it means.

mod discover;
mod estimation;
mod graphs;
mod joint;
mod points;
mod scoring;
mod simulate;
mod study;

pub use discover::{DiscoverArguments, DiscoverFiles};
pub use estimation::EstimationArguments;
pub use graphs::GraphArguments;
pub use joint::JointArguments;
pub use scoring::ScoringArguments;
pub use simulate::SimulateArguments;
pub use study::{ChangeArguments, LearnerChoice, Preset, StudyArguments, TablesArguments};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use contsid::comparison::Undirected;
use contsid::named::Named;
use contsid_io::graph::GraphFormat;
use std::path::PathBuf;

/// Reads one of the names of a choice.
fn named<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::FORMS).try_map(|name: String| name.parse())
}

/// Say how good a learnt causal graph is.
///
/// Compares a true causal graph with learnt ones by their edges (SHD), by the interventional distributions that are read
/// off wrongly (SID, AID), and, given data, by how far these distributions are from the true ones (contSID).
#[derive(Debug, Parser)]
#[command(name = "contsid", version, max_term_width = 100, propagate_version = true, disable_help_subcommand = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show the first example of the contSID paper, on embedded data
    Demo(DemoArguments),
    /// Compare learnt graphs with the true one
    Compare(Box<CompareArguments>),
    /// Explain why one effect is read off rightly or wrongly
    Why(WhyArguments),
    /// Convert a graph file to another format, or to another kind of graph
    Convert(ConvertArguments),
    /// Learn a graph from data
    Discover(DiscoverArguments),
    /// Draw a random graph, and data along it
    Simulate(SimulateArguments),
    /// Try learners on many simulated data sets, and score what they learn
    Study(StudyArguments),
    /// Show the tables of a study
    Tables(TablesArguments),
}

#[derive(Debug, Args)]
pub struct DemoArguments {
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub json: bool,
    /// Also write a page to look at: graphs, densities, reasons, and what each mistake costs
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Also write plots for a paper, as SVG and PNG, to this directory
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_long_help = COMPARE_EXAMPLES)]
pub struct CompareArguments {
    /// The file of the true graph
    pub truth: PathBuf,
    /// The files of the learnt graphs
    #[arg(required = true)]
    pub learnt: Vec<PathBuf>,
    #[command(flatten)]
    pub graphs: GraphArguments,
    #[command(flatten)]
    pub scoring: ScoringArguments,
    #[command(flatten)]
    pub estimation: EstimationArguments,
    /// Print one JSON object instead of a table
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Also write one row for each learnt graph, treatment and outcome to this CSV file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub pairs: Option<PathBuf>,
    /// Also write a page to look at: graphs, densities, reasons, and what each mistake costs
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub html: Option<PathBuf>,
    /// Also write plots for a paper, as SVG and PNG, to this directory
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub plots: Option<PathBuf>,
}

const COMPARE_EXAMPLES: &str = "\
Examples:
  contsid compare truth.csv pc.csv ges.csv --data data.csv
  contsid compare truth.csv lingam.csv --edge-direction column-to-row --threshold 0.3
  contsid compare truth.dot learnt.json --treatments smoking --outcomes cancer,cough --json
  contsid compare truth.csv pc.csv ges.csv --data data.csv --html report.html
  contsid compare truth.csv pc.csv --data data.csv --joint 2 --joint-pairs pairs.csv";

#[derive(Debug, Args)]
#[command(after_long_help = "Example:\n  contsid why truth.csv learnt.csv --pair smoking,cancer")]
pub struct WhyArguments {
    /// The file of the true graph
    pub truth: PathBuf,
    /// The file of the learnt graph
    pub learnt: PathBuf,
    /// The treatment and the outcome, by name
    #[arg(long, value_name = "TREATMENT,OUTCOME")]
    pub pair: String,
    /// What undirected edges mean: all graphs that they stand for, explained one by one; nothing; or one such graph
    #[arg(long, value_parser = named::<Undirected>(), default_value = Undirected::default().name())]
    pub undirected: Undirected,
    #[command(flatten)]
    pub graphs: GraphArguments,
}

#[derive(Debug, Args)]
#[command(after_long_help = CONVERT_EXAMPLES)]
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

const CONVERT_EXAMPLES: &str = "\
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
