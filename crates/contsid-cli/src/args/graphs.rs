//! How graph files are to be understood.

use super::named;
use super::values::number;
use clap::{Args, ValueEnum};
use contsid::named::Named;
use contsid_io::graph::{EdgeDirection, GraphFormat, GraphOptions, MatrixEncoding, Threshold};

#[derive(Debug, Args)]
#[command(next_help_heading = "Graph files")]
pub struct GraphArguments {
    /// The format of the graph files, where their extensions do not tell
    #[arg(long, value_name = "FORMAT", value_parser = named::<GraphFormat>())]
    pub format: Option<GraphFormat>,
    /// Which end of an edge the row of a matrix stands for; LiNGAM's B is column-to-row
    #[arg(long, value_parser = named::<EdgeDirection>(), default_value = EdgeDirection::default().name())]
    pub edge_direction: EdgeDirection,
    /// What the cells of a matrix mean: 0/1 (1/1, 2 or -1 for undirected edges), or causal-learn's endpoint marks
    #[arg(long, value_enum, default_value_t = Encoding::Adjacency)]
    pub encoding: Encoding,
    /// Take a matrix as weights: those of a size above this are edges
    #[arg(long, value_name = "SIZE", value_parser = threshold, conflicts_with = "encoding")]
    pub threshold: Option<Threshold>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Encoding {
    Adjacency,
    Endpoints,
}

impl GraphArguments {
    pub fn options(&self) -> GraphOptions {
        GraphOptions {
            format: None,
            fallback_format: self.format,
            edge_direction: self.edge_direction,
            encoding: match (self.threshold, self.encoding) {
                (Some(size), _) => MatrixEncoding::Weights(size),
                (None, Encoding::Adjacency) => MatrixEncoding::Adjacency,
                (None, Encoding::Endpoints) => MatrixEncoding::Endpoints,
            },
        }
    }
}

fn threshold(text: &str) -> Result<Threshold, String> {
    Threshold::new(number(text)?).map_err(|error| error.to_string())
}
