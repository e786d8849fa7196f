//! The options of simulations.

use super::values::{count, number, positive, probability, whole, word};
use clap::Args;
use contsid_study::simulate::{
    Cardinality, DataFamily, Distribution, GraphFamily, Mechanism, Model, ModelError, ModelSettings, Standardise,
    Weights,
};
use contsid_study::{Positive, Probability};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct SimulateArguments {
    /// The number of nodes
    #[arg(long, value_name = "COUNT", value_parser = count, required_unless_present = "settings")]
    pub nodes: Option<usize>,
    /// The number of samples
    #[arg(long, value_name = "COUNT", value_parser = count, default_value_t = 100)]
    pub samples: usize,
    /// The seed: the same seed and settings give the same files on every computer
    #[arg(long, value_parser = whole::<u64>, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub graph: GraphModelArguments,
    #[command(flatten)]
    pub data: DataModelArguments,
    /// Read the settings from a file, such as `settings.toml` of an earlier simulation
    #[arg(long, value_name = "FILE", conflicts_with_all = ["nodes", "samples", "seed", "graph", "edge_probability",
        "expected_degree", "edges_per_node", "data", "mechanism", "weights", "noise", "noise_scale", "standardise",
        "cardinality", "concentration"])]
    pub settings: Option<PathBuf>,
    /// The directory for `graph.csv`, `data.csv` and `settings.toml`
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub output: PathBuf,
    /// Replace the files of an earlier simulation
    #[arg(long, help_heading = "Output")]
    pub force: bool,
}

const EXAMPLES: &str = "\
Examples:
  contsid simulate --nodes 10 --edge-probability 0.25 --samples 100 \\
    --noise exponential --seed 1 -o DIR
  contsid simulate --nodes 50 --graph scale-free --edges-per-node 2 \\
    --mechanism random-fourier -o DIR
  contsid simulate --nodes 8 --weights=-2:-0.5,0.5:2 \\
    --standardise internal -o DIR
  contsid simulate --nodes 6 --data discrete --cardinality 3 \\
    --samples 1000 -o DIR";

#[derive(Debug, Args)]
#[command(next_help_heading = "Graph")]
pub struct GraphModelArguments {
    /// The family of graphs: erdos-renyi or scale-free [default: erdos-renyi]
    #[arg(long, value_name = "FAMILY", value_parser = word::<GraphFamily>)]
    pub graph: Option<GraphFamily>,
    /// Erdős–Rényi: the probability that two nodes are joined [default: 0.25]
    #[arg(long, value_name = "PROBABILITY", value_parser = probability)]
    pub edge_probability: Option<Probability>,
    /// Erdős–Rényi: the expected number of edges at a node, instead of a probability
    #[arg(long, value_name = "DEGREE", value_parser = positive)]
    pub expected_degree: Option<Positive>,
    /// Scale-free: the number of edges that each new node brings
    #[arg(long, value_name = "COUNT", value_parser = count)]
    pub edges_per_node: Option<usize>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Data")]
pub struct DataModelArguments {
    /// The kind of data: continuous or discrete [default: continuous]
    #[arg(long, value_name = "FAMILY", value_parser = word::<DataFamily>)]
    pub data: Option<DataFamily>,
    /// The functions of the edges: linear, sine, quadratic or random-fourier [default: linear]
    #[arg(long, value_name = "FUNCTION", value_parser = word::<Mechanism>)]
    pub mechanism: Option<Mechanism>,
    /// The intervals of the weights, as LOW:HIGH,LOW:HIGH [default: -10:10]
    #[arg(long, value_name = "INTERVALS", value_parser = weights, allow_hyphen_values = true)]
    pub weights: Option<Weights>,
    /// The noise: exponential, gaussian, gumbel, uniform or laplace [default: exponential]
    #[arg(long, value_name = "DISTRIBUTION", value_parser = word::<Distribution>)]
    pub noise: Option<Distribution>,
    /// The factor of the noise [default: 1]
    #[arg(long, value_name = "SCALE", value_parser = positive)]
    pub noise_scale: Option<Positive>,
    /// Scale variables to mean 0 and variance 1: not at all (none), at the end (columns), or each before its children
    /// (internal) [default: none]
    #[arg(long, value_name = "WHEN", value_parser = word::<Standardise>)]
    pub standardise: Option<Standardise>,
    /// Discrete: the number of levels of each variable [default: 2]
    #[arg(long, value_name = "COUNT", value_parser = cardinality)]
    pub cardinality: Option<Cardinality>,
    /// Discrete: the parameter of the Dirichlet distribution of the conditional probabilities [default: 1]
    #[arg(long, value_name = "ALPHA", value_parser = positive)]
    pub concentration: Option<Positive>,
}

impl SimulateArguments {
    /// How graph and data are drawn.
    pub fn model(&self) -> Result<Model, ModelError> {
        let (graph, data) = (&self.graph, &self.data);
        Model::try_from(ModelSettings {
            graph: graph.graph,
            edge_probability: graph.edge_probability,
            expected_degree: graph.expected_degree,
            edges_per_node: graph.edges_per_node,
            data: data.data,
            mechanism: data.mechanism,
            weights: data.weights.clone(),
            noise: data.noise,
            noise_scale: data.noise_scale,
            standardise: data.standardise,
            cardinality: data.cardinality,
            concentration: data.concentration,
        })
    }
}

fn cardinality(text: &str) -> Result<Cardinality, String> {
    let levels: u32 = text.parse().map_err(|_| format!("`{text}` is not a number of levels"))?;
    Cardinality::try_from(levels).map_err(|error| error.to_string())
}

fn weights(text: &str) -> Result<Weights, String> {
    let interval = |part: &str| -> Result<[f64; 2], String> {
        let ends = part.split_once(':').ok_or_else(|| format!("`{part}` is not an interval LOW:HIGH"))?;
        Ok([number(ends.0.trim())?, number(ends.1.trim())?])
    };
    let intervals = text.split(',').map(interval).collect::<Result<Vec<_>, String>>()?;
    Weights::new(intervals).map_err(|error| error.to_string())
}
