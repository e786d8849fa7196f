//! `contsid convert`

use crate::args::{ConvertArguments, ConvertTo};
use crate::console::Console;
use anyhow::{Result, anyhow};
use contsid::comparison::Undirected;
use contsid::graph::{Cpdag, Dag};
use contsid_io::graph::{GraphOptions, NamedGraph, read_graph, write_graph};

pub fn run(arguments: &ConvertArguments, console: &Console) -> Result<()> {
    let options = arguments.graphs.options();
    let read = read_graph(&arguments.input, &options)?;
    let graph = match arguments.to {
        ConvertTo::Graph => read.graph().clone(),
        ConvertTo::Cpdag => Cpdag::of(&member(&read)?).into(),
        ConvertTo::Extension => member(&read)?.into(),
        ConvertTo::Skeleton => read.graph().skeleton(),
    };
    let converted = NamedGraph::with_naming(read.source_name(), read.names(), read.naming(), graph)?;
    let options = GraphOptions { format: arguments.output_format, ..GraphOptions::default() };
    write_graph(&arguments.output, &converted, &options)?;
    console.wrote(&arguments.output);
    Ok(())
}

/// A directed graph that the graph can be extended to.
fn member(read: &NamedGraph) -> Result<Dag> {
    let class = Undirected::Extend
        .class_of(read.graph())
        .map_err(|error| anyhow!("{}: {}", read.source_name(), error.in_words(read.names())))?;
    Ok(class.extension().clone())
}
