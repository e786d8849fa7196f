//! Which learners learn again from which rows.

use super::demo::PageArguments;
use super::graphs::output_format;
use super::study::{LearnerChoice, learner};
use super::table::TABLE_FILES;
use super::values::{count, positive, share, threads, whole};
use super::{TableArguments, Usage};
use crate::outputs::GraphOutput;
use anyhow::Result;
use clap::Args;
use contsid_io::graph::{GraphFormat, MatrixEncoding};
use contsid_study::study::Resampling;
use contsid_study::{Positive, Probability};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct StabilityArguments {
    /// The learners: the NAME of one of contsid, NAME:KEY=VALUE with options, or NAME='COMMAND' for a program
    #[arg(required = true, value_name = "LEARNER", value_parser = learner)]
    pub learners: Vec<LearnerChoice>,
    #[arg(value_name = "TABLE", required = true, help = TABLE_FILES)]
    pub data: PathBuf,
    /// The number of resamples
    #[arg(long, value_name = "COUNT", value_parser = count, default_value_t = 100)]
    pub resamples: usize,
    /// The share of the rows in each, drawn without replacement
    #[arg(long, value_name = "SHARE", value_parser = share, default_value = "0.5")]
    pub share: Probability,
    /// Draw as many rows as there are, with replacement
    #[arg(long, conflicts_with = "share")]
    pub bootstrap: bool,
    /// Draw rows with the same value of this column together (patients, days); it is not a node
    #[arg(long, value_name = "COLUMN")]
    pub groups: Option<String>,
    /// Compare the first COUNT graphs by cross-fitted contSID too, which takes long
    #[arg(long, value_name = "COUNT", value_parser = count)]
    pub contsid: Option<usize>,
    /// The seed of the resamples, and of --subsample
    #[arg(long, value_parser = whole::<u64>, default_value_t = 1)]
    pub seed: u64,
    /// The time limit of a learner on one resample, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    pub time_limit: Option<Positive>,
    #[command(flatten)]
    pub table: TableArguments,
    /// The number of threads [default: one for each core]. Results do not depend on it
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    pub threads: Option<u16>,
    /// The file for the consensus graph of the only learner, `-` for the standard output
    #[arg(short, long, value_name = "GRAPH", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// The format to write, if the extension does not tell
    #[arg(long, value_name = "FORMAT", value_parser = output_format(), help_heading = "Output", requires = "output")]
    pub format: Option<GraphFormat>,
    /// Keep what is learnt in this directory, a study, so it can be resumed
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub directory: Option<PathBuf>,
    /// Continue in the directory, if there is anything, and try failed learners again
    #[arg(long, help_heading = "Output", requires = "directory")]
    pub resume: bool,
    /// Print one JSON object instead of tables
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    #[command(flatten)]
    pub pages: PageArguments,
    /// Replace existing files, even ones that contsid did not write, and the study in the directory
    #[arg(long, help_heading = "Output", conflicts_with = "resume")]
    pub force: bool,
}

const EXAMPLES: &str = "\
Examples:
  contsid stability pc data.csv -o consensus.csv
  contsid stability pc:alpha=0.01 pc:alpha=0.05 ges data.csv \\
    --contsid 20 --html stability.html
  contsid stability mine='python my.py {data} {graph}' visits.csv \\
    --groups patient --directory DIR --resume";

impl StabilityArguments {
    /// Where the consensus graph is written.
    pub fn graph_output(&self) -> Option<GraphOutput<'_>> {
        self.output.as_ref().map(|path| GraphOutput { path, format: self.format, encoding: MatrixEncoding::default() })
    }

    /// Which rows are drawn, given the group of each.
    pub fn resampling(&self, groups: Vec<u32>) -> Resampling {
        Resampling { resamples: self.resamples, share: (!self.bootstrap).then_some(self.share), groups }
    }

    /// Refuses one file for the graphs of several learners.
    pub fn check(&self) -> Result<()> {
        if self.output.is_some() && self.learners.len() > 1 {
            return Err(Usage::error("-o is the consensus graph of one learner: name one learner, or leave -o out"));
        }
        Ok(())
    }
}
