//! Which graphs are tested, and on which data.

use super::graphs::{SUFFIXES, graph_source};
use super::table::TABLE_FILES;
use super::values::{count, level, threads, whole};
use super::{GraphArguments, TableArguments, named};
use clap::Args;
use contsid::falsification::FalsifyOptions;
use contsid::independence::{IndependenceTest, Level};
use contsid::named::Named;
use contsid_io::graph::GraphSource;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{SUFFIXES}"))]
pub struct FalsifyArguments {
    /// The files of the graphs; a suffix can say how to read one: see --help
    #[arg(required = true, value_name = "GRAPH", value_parser = graph_source())]
    pub graphs: Vec<GraphSource>,
    #[command(flatten)]
    pub reading: GraphArguments,
    #[arg(long, value_name = "TABLE", help = TABLE_FILES)]
    pub data: PathBuf,
    /// The test of independence: Fisher's z sees linear dependence of numbers; gcm, the generalised covariance
    /// measure, also sees curves, changes of spread and categories; automatic takes Fisher's z if all columns are
    /// numbers and the data look linear, else gcm
    #[arg(long, value_parser = named::<IndependenceTest>(), default_value = IndependenceTest::default().name())]
    pub test: IndependenceTest,
    /// A claim is violated if its p-value is below this
    #[arg(long, value_name = "LEVEL", value_parser = level, default_value_t = FalsifyOptions::default().alpha)]
    pub alpha: Level,
    /// The number of graphs with permuted labels; all of them where there are no more
    #[arg(long, value_name = "COUNT", value_parser = count,
        default_value_t = FalsifyOptions::default().permutations.get())]
    pub permutations: usize,
    /// The seed of the permutations, and of --subsample
    #[arg(long, value_parser = whole::<u64>, default_value_t = FalsifyOptions::default().seed)]
    pub seed: u64,
    #[command(flatten)]
    pub table: TableArguments,
    /// Treat nodes that a graph does not name as isolated
    #[arg(long)]
    pub isolated: bool,
    /// The number of threads [default: one for each core]. Results do not depend on it
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    pub threads: Option<u16>,
    /// Print one JSON object instead of a table
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Also write an HTML report
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub html: Option<PathBuf>,
    /// Replace existing files, even ones that contsid did not write
    #[arg(long, help_heading = "Output")]
    pub force: bool,
}

const EXAMPLES: &str = "\
Examples:
  contsid falsify expert.txt pc.csv --data observed.csv
  contsid falsify expert.txt pc.csv --data observed.csv --html report.html
  contsid falsify expert.txt --data survey.csv --test gcm \\
    --permutations 5000 --json";

impl FalsifyArguments {
    /// All files that are read.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        self.graphs.iter().map(GraphSource::path).chain([self.data.as_path()])
    }

    /// Every choice.
    pub fn options(&self) -> FalsifyOptions {
        let default = FalsifyOptions::default();
        FalsifyOptions {
            test: self.test,
            alpha: self.alpha,
            permutations: NonZeroUsize::new(self.permutations).unwrap_or(default.permutations),
            seed: self.seed,
        }
    }
}
