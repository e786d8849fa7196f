//! `contsid convert`

use crate::args::{ConvertArguments, ConvertTo};
use crate::console::Console;
use crate::inputs::graphs;
use crate::outputs::{GraphOutput, Guard};
use anyhow::{Result, anyhow};
use contsid::comparison::Undirected;
use contsid::graph::{Cpdag, Dag};
use contsid_io::graph::NamedGraph;

pub fn run(arguments: &ConvertArguments, console: &Console) -> Result<()> {
    let output = GraphOutput { path: &arguments.output, format: arguments.output_format };
    let doubt = output.guarded(&Guard::new([arguments.input.path()], arguments.force))?;
    let read = graphs::read(&arguments.input, &arguments.graphs, console)?;
    console.say(&graphs::line(&read));
    let graph = match arguments.to {
        ConvertTo::Graph => read.graph().clone(),
        ConvertTo::Cpdag => Cpdag::of(&member(&read)?).into(),
        ConvertTo::Extension => member(&read)?.into(),
        ConvertTo::Skeleton => read.graph().skeleton(),
    };
    let converted = NamedGraph::with_naming(read.source_name(), read.names(), read.naming(), graph)?;
    output.write(&converted, doubt, console)
}

/// A directed graph of the class.
fn member(read: &NamedGraph) -> Result<Dag> {
    let class = Undirected::Extend
        .class_of(read.graph())
        .map_err(|error| anyhow!("{}: {}", read.source_name(), error.in_words(read.names())))?;
    Ok(class.extension().clone())
}
