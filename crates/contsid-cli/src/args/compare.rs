//! Which graphs are compared, and what is written.

use super::demo::PageArguments;
use super::{EstimationArguments, GraphArguments, ScoringArguments};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
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
    #[command(flatten)]
    pub pages: PageArguments,
    /// Replace files that are there already, whoever wrote them
    #[arg(long, help_heading = "Output")]
    pub force: bool,
}

const EXAMPLES: &str = "\
Examples:
  contsid compare truth.csv pc.csv ges.csv --data data.csv
  contsid compare truth.csv lingam.csv --edge-direction column-to-row --threshold 0.3
  contsid compare truth.dot learnt.json --treatments smoking --outcomes cancer,cough --json
  contsid compare truth.csv pc.csv ges.csv --data data.csv --html report.html
  contsid compare truth.csv pc.csv --data data.csv --joint 2 --joint-pairs pairs.csv";
