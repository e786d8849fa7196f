//! Which graphs are compared, and what is written.

use super::demo::PageArguments;
use super::graphs::{SUFFIXES, graph_source};
use super::{EstimationArguments, GraphArguments, ScoringArguments};
use clap::Args;
use contsid_io::graph::GraphSource;
use std::iter;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{SUFFIXES}"))]
pub struct CompareArguments {
    /// The file of the true graph, perhaps with how it is read: see below
    #[arg(value_parser = graph_source())]
    pub truth: GraphSource,
    /// The files of the learnt graphs, each perhaps with how it is read
    #[arg(required = true, value_parser = graph_source())]
    pub learnt: Vec<GraphSource>,
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
  contsid compare truth.csv lingam.csv::column-to-row,threshold=0.3
  contsid compare truth.dot learnt.json --treatments smoking --outcomes cancer,cough --json
  contsid compare truth.csv pc.csv ges.csv --data data.csv --html report.html
  contsid compare truth.csv pc.csv --data data.csv --joint 2 --joint-pairs pairs.csv";

impl CompareArguments {
    /// All files that are read.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        let graphs = iter::once(&self.truth).chain(&self.learnt).map(GraphSource::path);
        graphs.chain(self.estimation.inputs()).chain(self.scoring.joint.treatment_sets.as_deref())
    }

    /// All files that are written, one by one.
    pub fn outputs(&self) -> impl Iterator<Item = &Path> {
        let files = [&self.pairs, &self.scoring.joint.joint_pairs, &self.pages.html];
        files.into_iter().filter_map(Option::as_deref)
    }
}
