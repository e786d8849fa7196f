//! Which effect is explained.

use super::graphs::{SUFFIXES, graph_source};
use super::{GraphArguments, named};
use clap::Args;
use contsid::comparison::Undirected;
use contsid::named::Named;
use contsid_io::graph::GraphSource;

#[derive(Debug, Args)]
#[command(after_long_help = format!("{EXAMPLE}\n\n{SUFFIXES}"))]
pub struct WhyArguments {
    /// The file of the true graph, or of the only one; a suffix can say how to read it: see --help
    #[arg(value_parser = graph_source())]
    pub truth: GraphSource,
    /// The file of the learnt graph; without it, what the only graph says about the effect is explained
    #[arg(value_parser = graph_source())]
    pub learnt: Option<GraphSource>,
    /// The treatment and the outcome, by name
    #[arg(long, value_name = "TREATMENT,OUTCOME", value_parser = pair)]
    pub pair: String,
    /// Hidden nodes of the only graph
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "learnt")]
    pub latent: Vec<String>,
    /// How undirected edges are treated: explain each directed graph that they allow (bounds), leave them out (drop),
    /// or take one such graph (extend)
    #[arg(long, value_parser = named::<Undirected>(), default_value = Undirected::default().name())]
    pub undirected: Undirected,
    /// Treat nodes that a graph does not name as isolated
    #[arg(long)]
    pub isolated: bool,
    #[command(flatten)]
    pub graphs: GraphArguments,
}

const EXAMPLE: &str = "\
Examples:
  contsid why truth.csv learnt.csv --pair smoking,cancer
  contsid why pag.txt --pair smoking,cancer             # marks, as of FCI
  contsid why dag.txt --pair smoking,cancer --latent U  # a hidden node";

/// Names may hold commas: the pair is split when the names of the nodes are known.
fn pair(text: &str) -> Result<String, String> {
    match text.split_once(',') {
        Some((treatment, outcome)) if !treatment.trim().is_empty() && !outcome.trim().is_empty() => Ok(text.to_owned()),
        _ => Err("write the names of the treatment and of the outcome with a comma between them".to_owned()),
    }
}
