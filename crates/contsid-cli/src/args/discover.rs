//! Which learner learns from which table.

use super::graphs::output_format;
use super::table::TABLE_FILES;
use super::values::{iterations, level, penalty, starts, threads, whole};
use super::{TableArguments, named};
use crate::outputs::GraphOutput;
use clap::{Args, Subcommand};
use contsid::named::Named;
use contsid_discovery::{
    GesOptions, Iterations, Learner, Level, LingamOptions, PcOptions, Penalty, Pruning, SortBy, Starts,
};
use contsid_io::graph::{GraphFormat, MatrixEncoding};
use contsid_io::table::TableOptions;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct DiscoverArguments {
    #[command(subcommand)]
    pub method: MethodArguments,
}

const EXAMPLES: &str = "\
Examples:
  contsid discover pc data.csv --alpha 0.01 -o graph.csv
  contsid discover ges data.csv --penalty 2 -o graph.dot
  contsid discover ica-lingam data.csv --prune adaptive-lasso --seed 1
  contsid discover pc survey.txt --separator space --drop-columns id \\
    --missing 999 --drop-missing";

#[derive(Debug, Subcommand)]
pub enum MethodArguments {
    /// Test independences; returns an equivalence class
    Pc {
        /// The level of each test; a larger level keeps more edges
        #[arg(long, value_name = "LEVEL", value_parser = level, default_value_t = PcOptions::default().alpha)]
        alpha: Level,
        /// The largest conditioning set [default: no limit]
        #[arg(long, value_name = "SIZE", value_parser = whole::<usize>)]
        max_order: Option<usize>,
        /// The seed of --subsample
        #[arg(long, requires = "subsample", value_parser = whole::<u64>, default_value_t = 1, help_heading = "Tables")]
        seed: u64,
        #[command(flatten)]
        files: DiscoverFiles,
    },
    /// Search for the class with the best penalised likelihood
    Ges {
        /// The price of an edge; 1 is the BIC
        #[arg(long, value_name = "PRICE", value_parser = penalty, default_value_t = GesOptions::default().penalty)]
        penalty: Penalty,
        /// The seed of --subsample
        #[arg(long, requires = "subsample", value_parser = whole::<u64>, default_value_t = 1, help_heading = "Tables")]
        seed: u64,
        #[command(flatten)]
        files: DiscoverFiles,
    },
    /// Rely on noise that is not normally distributed; returns a directed graph
    IcaLingam {
        /// Which effects become edges: those above a number (threshold:NUMBER), or those that the adaptive lasso keeps
        /// (adaptive-lasso)
        #[arg(long, value_name = "RULE", default_value_t = LingamOptions::default().prune)]
        prune: Pruning,
        /// The seed of the random starts, and of --subsample
        #[arg(long, value_parser = whole::<u64>, default_value_t = LingamOptions::default().seed)]
        seed: u64,
        /// The number of random starts
        #[arg(long, value_name = "COUNT", value_parser = starts, default_value_t = LingamOptions::default().starts)]
        starts: Starts,
        /// The most iterations of each start
        #[arg(long, value_name = "COUNT", value_parser = iterations,
            default_value_t = LingamOptions::default().max_iterations)]
        max_iterations: Iterations,
        #[command(flatten)]
        files: DiscoverFiles,
    },
    /// Sort columns by their variance and regress each on those before it: a baseline, not a method
    SortNRegress {
        /// By what columns are sorted
        #[arg(long, value_name = "SCORE", value_parser = named::<SortBy>(), default_value = SortBy::default().name())]
        sort_by: SortBy,
        /// The seed of --subsample
        #[arg(long, requires = "subsample", value_parser = whole::<u64>, default_value_t = 1, help_heading = "Tables")]
        seed: u64,
        #[command(flatten)]
        files: DiscoverFiles,
    },
}

#[derive(Debug, Args)]
pub struct DiscoverFiles {
    #[arg(value_name = "TABLE", help = TABLE_FILES)]
    pub data: PathBuf,
    #[command(flatten)]
    pub table: TableArguments,
    /// The number of threads [default: one for each core]. Results do not depend on it
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    pub threads: Option<u16>,
    /// The file for the graph, `-` for the standard output; without it, its edges are printed
    #[arg(short, long, value_name = "GRAPH", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// The format to write, if the extension does not tell
    #[arg(long, value_name = "FORMAT", value_parser = output_format(), help_heading = "Output", requires = "output")]
    pub format: Option<GraphFormat>,
    /// Replace an existing file, even one that contsid did not write
    #[arg(long, help_heading = "Output")]
    pub force: bool,
}

impl DiscoverFiles {
    /// Where the graph is written.
    pub fn graph_output(&self) -> Option<GraphOutput<'_>> {
        self.output.as_ref().map(|path| GraphOutput { path, format: self.format, encoding: MatrixEncoding::default() })
    }
}

impl DiscoverArguments {
    /// The method with its options.
    pub fn learner(&self) -> Learner {
        match &self.method {
            MethodArguments::Pc { alpha, max_order, .. } => {
                Learner::Pc(PcOptions { alpha: *alpha, max_order: *max_order })
            }
            MethodArguments::SortNRegress { sort_by, .. } => Learner::SortnRegress(*sort_by),
            MethodArguments::Ges { penalty, .. } => Learner::Ges(GesOptions { penalty: *penalty }),
            MethodArguments::IcaLingam { prune, seed, starts, max_iterations, .. } => {
                Learner::IcaLingam(LingamOptions {
                    prune: *prune,
                    seed: *seed,
                    starts: *starts,
                    max_iterations: *max_iterations,
                    ..LingamOptions::default()
                })
            }
        }
    }

    /// How the table is read.
    pub fn table_options(&self) -> TableOptions {
        let seed = match &self.method {
            MethodArguments::Pc { seed, .. }
            | MethodArguments::Ges { seed, .. }
            | MethodArguments::IcaLingam { seed, .. }
            | MethodArguments::SortNRegress { seed, .. } => *seed,
        };
        self.files().table.options(seed)
    }

    /// What is read and written.
    pub fn files(&self) -> &DiscoverFiles {
        match &self.method {
            MethodArguments::Pc { files, .. }
            | MethodArguments::Ges { files, .. }
            | MethodArguments::IcaLingam { files, .. }
            | MethodArguments::SortNRegress { files, .. } => files,
        }
    }
}
