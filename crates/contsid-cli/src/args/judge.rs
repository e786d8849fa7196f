//! Which graphs are judged, and by which experiments.

use super::graphs::{SUFFIXES, graph_source};
use super::table::TABLE_FILES;
use super::values::{count, threads, whole};
use super::{GraphArguments, PageArguments, TableArguments, named};
use crate::outputs::Guard;
use clap::Args;
use contsid::adjustment::AdjustmentRule;
use contsid::comparison::Undirected;
use contsid::effect::{CrossFitOptions, Division, ForColumn, Guide};
use contsid::experiment::JudgeOptions;
use contsid::graph::NodeSet;
use contsid::kernel::{BandwidthChoice, KernelFamily};
use contsid::named::Named;
use contsid_io::graph::GraphSource;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

#[derive(Debug, Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{SUFFIXES}"))]
pub struct JudgeArguments {
    /// The files of the graphs; a suffix can say how to read one: see --help
    #[arg(required = true, value_name = "GRAPH", value_parser = graph_source())]
    pub graphs: Vec<GraphSource>,
    #[command(flatten)]
    pub reading: GraphArguments,
    #[command(flatten)]
    pub rows: RowsArguments,
    #[command(flatten)]
    pub estimation: PredictionArguments,
    #[command(flatten)]
    pub parts: PartsArguments,
    #[command(flatten)]
    pub table: TableArguments,
    /// Treat nodes that a graph does not name as isolated
    #[arg(long, help_heading = "Predictions")]
    pub isolated: bool,
    /// The number of threads [default: one for each core]. Results do not depend on it
    #[arg(long, value_name = "COUNT", value_parser = threads, help_heading = "Predictions")]
    pub threads: Option<u16>,
    #[command(flatten)]
    pub output: JudgeOutput,
}

/// Observational rows and experiments.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rows")]
#[command(group = clap::ArgGroup::new("tried").args(["experiments", "experiment"]).required(true).multiple(true))]
pub struct RowsArguments {
    #[arg(long, value_name = "TABLE",
        help = format!("{TABLE_FILES}. Not needed if --experiments has observational rows"))]
    pub data: Option<PathBuf>,
    /// The experiments: a table whose rows name the variable that was set
    #[arg(long, value_name = "TABLE", requires = "target")]
    pub experiments: Option<PathBuf>,
    /// The column of --experiments that names the variable that was set, `A+B` for two; rows where it is empty are
    /// observational, and are added to --data
    #[arg(long, value_name = "COLUMN", requires = "experiments")]
    pub target: Option<String>,
    /// One experiment: the variable that was set, `A+B` for two, and the table of its rows; can be repeated
    #[arg(long, value_name = "TARGET=FILE")]
    pub experiment: Vec<ExperimentFile>,
    /// Only experiments on these variables, by name
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub treatments: Vec<String>,
    /// Only outcomes with these names
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub outcomes: Vec<String>,
    /// The column of the experiments that holds the weights of rows
    #[arg(long, value_name = "COLUMN")]
    pub weights: Option<String>,
}

/// The variables that were set, and the file of the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperimentFile {
    pub target: String,
    pub path: PathBuf,
}

impl FromStr for ExperimentFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((target, path)) if !target.trim().is_empty() && !path.is_empty() => {
                Ok(Self { target: target.trim().to_owned(), path: path.into() })
            }
            _ => Err("write the variable that was set and the file of its rows as TARGET=FILE".to_owned()),
        }
    }
}

/// How graphs predict.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Predictions")]
pub struct PredictionArguments {
    /// What each graph adjusts for: the parents of the treatment, or the optimal set (Henckel, Perković & Maathuis
    /// 2022)
    #[arg(long, value_parser = named::<AdjustmentRule>(), default_value = AdjustmentRule::default().name())]
    pub adjustment: AdjustmentRule,
    /// gaussian, laplace, matern32, matern52, imq or delta, for all columns or as COLUMN=KERNEL [default: gaussian, and
    /// delta for text]
    #[arg(long, value_name = "[COLUMN=]KERNEL")]
    pub kernel: Vec<ForColumn<KernelFamily>>,
    /// The bandwidth of the kernels: `median` or a number, for all columns or as COLUMN=VALUE [default: median]
    #[arg(long, value_name = "[COLUMN=]VALUE")]
    pub bandwidth: Vec<ForColumn<BandwidthChoice>>,
    /// How undirected edges are treated: judge the worst and the best directed graph that they allow (bounds), leave
    /// them out (drop), or take one such graph (extend)
    #[arg(long, value_parser = named::<Undirected>(), default_value = Undirected::default().name())]
    pub undirected: Undirected,
}

/// How rows are divided.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Uncertainty")]
pub struct PartsArguments {
    /// The most observational rows of a part
    #[arg(long, value_name = "ROWS", value_parser = count, default_value_t = CrossFitOptions::PART_ROWS.get())]
    pub part_rows: usize,
    /// How often the rows are divided into parts [default: 10 / (number of parts − 1), rounded up]
    #[arg(long, value_name = "COUNT", value_parser = count)]
    pub repeats: Option<usize>,
    /// Keep rows with the same value of this column in one part (patients, days); it need not be a node
    #[arg(long, value_name = "COLUMN", conflicts_with_all = ["partition", "experiment_partition"])]
    pub groups: Option<String>,
    /// Read the parts of the observational rows from a CSV file: a column for each repeat, a label for each row, those
    /// of --data first
    #[arg(long, value_name = "FILE", conflicts_with_all = ["part_rows", "repeats"])]
    pub partition: Option<PathBuf>,
    /// The same for the rows of the experiments: those of --experiments, then those of each --experiment, in their
    /// order
    #[arg(long, value_name = "FILE", conflicts_with_all = ["part_rows", "repeats"])]
    pub experiment_partition: Option<PathBuf>,
    /// Whether a linear regression guides the estimate of each part, and the kernel regression corrects it [default:
    /// automatic, which is linear unless --partition gives the parts]
    #[arg(long, value_name = "KIND", value_parser = named::<Guide>())]
    pub guide: Option<Guide>,
    /// The seed of the parts, and of --subsample
    #[arg(long, value_parser = whole::<u64>, default_value_t = CrossFitOptions::default().seed)]
    pub seed: u64,
}

/// What is written.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub struct JudgeOutput {
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub json: bool,
    /// Also write one row for each graph, experiment and outcome to this CSV file
    #[arg(long, value_name = "FILE")]
    pub pairs: Option<PathBuf>,
    #[command(flatten)]
    pub pages: PageArguments,
    /// Replace existing files, even ones that contsid did not write
    #[arg(long)]
    pub force: bool,
}

impl JudgeOutput {
    /// All files that are written.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        [&self.pairs, &self.pages.html].into_iter().filter_map(|file| file.as_deref())
    }
}

const EXAMPLES: &str = "\
Examples:
  contsid judge pc.csv ges.csv --data observed.csv \\
    --experiments experiments.csv --target knocked_down
  contsid judge pc.csv ges.csv --data observed.csv \\
    --experiment gene1=run1.csv --experiment gene1+gene2=run2.csv
  contsid judge pc.csv --experiments all.csv --target set --html report.html";

impl JudgeArguments {
    /// Guards what outputs may not replace.
    pub fn guard(&self) -> Guard<'_> {
        Guard::new(self.inputs(), self.output.force)
    }

    /// All files that are read.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        let files = [&self.rows.data, &self.rows.experiments, &self.parts.partition, &self.parts.experiment_partition];
        let graphs = self.graphs.iter().map(GraphSource::path);
        let experiments = self.rows.experiment.iter().map(|file| file.path.as_path());
        graphs.chain(files.into_iter().filter_map(|file| file.as_deref())).chain(experiments)
    }

    /// All files that are written.
    pub fn outputs(&self) -> impl Iterator<Item = &Path> {
        self.output.files()
    }

    /// The options, given what was read from files.
    pub fn options(&self, division: Division, outcomes: Option<NodeSet>) -> JudgeOptions {
        let PredictionArguments { adjustment, kernel, bandwidth, undirected } = &self.estimation;
        JudgeOptions {
            adjustment: *adjustment,
            kernel: kernel.iter().cloned().collect(),
            bandwidth: bandwidth.iter().cloned().collect(),
            undirected: *undirected,
            outcomes,
            crossfit: CrossFitOptions {
                division,
                part_rows: NonZeroUsize::new(self.parts.part_rows).unwrap_or(CrossFitOptions::PART_ROWS),
                repeats: self.parts.repeats.and_then(NonZeroUsize::new),
                seed: self.parts.seed,
                guide: self.parts.guide.unwrap_or_default(),
                ..CrossFitOptions::default()
            },
        }
    }
}
