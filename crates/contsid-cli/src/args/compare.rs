//! Which graphs are compared, and what is written.

use super::demo::PageArguments;
use super::graphs::{SUFFIXES, graph_source};
use super::values::whole;
use super::{CrossFitArguments, EstimationArguments, GraphArguments, ScoringArguments, TableArguments};
use crate::outputs::Guard;
use clap::Args;
use contsid::effect::CrossFitOptions;
use contsid_io::graph::GraphSource;
use std::iter;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{SUFFIXES}"))]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct CompareArguments {
    /// The file of the true graph; a suffix can say how to read it: see --help
    #[arg(value_parser = graph_source())]
    pub truth: GraphSource,
    /// The files of the learnt graphs; each can have a suffix
    #[arg(required = true, value_parser = graph_source())]
    pub learnt: Vec<GraphSource>,
    #[command(flatten)]
    pub graphs: GraphArguments,
    #[command(flatten)]
    pub scoring: ScoringArguments,
    #[command(flatten)]
    pub estimation: EstimationArguments,
    #[command(flatten)]
    pub crossfit: CrossFitArguments,
    #[command(flatten)]
    pub table: TableArguments,
    /// The seed of random parts and of --subsample
    #[arg(long, requires = "data", value_parser = whole::<u64>, default_value_t = CrossFitOptions::default().seed,
        help_heading = "Tables")]
    pub seed: u64,
    /// Hidden nodes of the truth, by name: then, as for graphs with marks, claims about effects are compared
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Scoring")]
    pub latent: Vec<String>,
    /// Treat nodes that a graph does not name as isolated
    #[arg(long, help_heading = "Scoring")]
    pub isolated: bool,
    /// Leave out learnt graphs that cannot be read or compared, and list them with the reason
    #[arg(long, help_heading = "Scoring")]
    pub skip_unreadable: bool,
    /// Print one JSON object instead of a table
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Add to the JSON object what each fix does, alone and after those before it, with standard errors
    #[arg(long, requires = "json", help_heading = "Output")]
    pub fixes: bool,
    /// Also write one row for each learnt graph, treatment and outcome to this CSV file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub pairs: Option<PathBuf>,
    #[command(flatten)]
    pub pages: PageArguments,
    /// Replace existing files, even ones that contsid did not write
    #[arg(long, help_heading = "Output")]
    pub force: bool,
}

const EXAMPLES: &str = "\
Examples:
  contsid compare truth.csv pc.csv ges.csv --data data.csv
  contsid compare truth.csv lingam.csv::column-to-row,threshold=0.3
  contsid compare truth.dot learnt.json --treatments smoking \\
    --outcomes cancer,cough --json
  contsid compare truth.csv pc.csv ges.csv --data data.csv --html report.html
  contsid compare truth.csv pc.csv ges.csv --data visits.csv --groups patient
  contsid compare truth.csv pc.csv --data data.csv --joint 2 \\
    --joint-pairs pairs.csv
  contsid compare truth.csv pc.csv --data big.csv --drop-columns id,date \\
    --drop-missing --subsample 1000
  contsid compare dag.txt fci.txt --latent U --data data.csv
  contsid discover ges data.csv -o - | contsid compare truth.csv -";

impl CompareArguments {
    /// Guards what outputs may not replace.
    pub fn guard(&self) -> Guard<'_> {
        Guard::new(self.inputs(), self.force)
    }

    /// All files that are read.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        let graphs = iter::once(&self.truth).chain(&self.learnt).map(GraphSource::path);
        graphs.chain(self.estimation.inputs()).chain(self.crossfit.inputs()).chain(self.scoring.joint.input())
    }

    /// All files that are written.
    pub fn outputs(&self) -> impl Iterator<Item = &Path> {
        let files = [&self.pairs, &self.scoring.joint.joint_pairs, &self.pages.html];
        files.into_iter().filter_map(Option::as_deref)
    }
}
