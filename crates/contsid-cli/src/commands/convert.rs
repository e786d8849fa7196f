//! `contsid convert`

use crate::args::{ConvertArguments, ConvertTo, unquoted};
use crate::console::Console;
use crate::inputs::graphs;
use crate::outputs::{GraphOutput, Guard};
use anyhow::{Result, anyhow, bail};
use contsid::comparison::Undirected;
use contsid::graph::{Cpdag, Dag};
use contsid_io::graph::{MatrixEncoding, NamedGraph};

pub fn run(arguments: &ConvertArguments, console: &Console) -> Result<()> {
    let encoding = MatrixEncoding::new(arguments.output_encoding, None);
    let output = GraphOutput { path: &arguments.output, format: arguments.output_format, encoding };
    let doubt = output.guarded(&Guard::new([arguments.input.path()], arguments.force))?;
    let read = graphs::read_causal(&arguments.input, &arguments.graphs, console)?;
    let read = read.hiding(&unquoted(&arguments.latent))?;
    match arguments.to {
        ConvertTo::Graph => output.write(&read, doubt, console),
        ConvertTo::Mag => output.write(&read.to_mag()?, doubt, console),
        ConvertTo::Pag => output.write(&read.to_pag()?, doubt, console),
        ConvertTo::Cpdag | ConvertTo::Extension | ConvertTo::Skeleton => {
            let Some(plain) = read.as_plain() else {
                bail!("{}: only --to mag and --to pag are for graphs with marks or hidden nodes", read.source_name());
            };
            output.write(&converted(&plain, arguments.to)?, doubt, console)
        }
    }
}

/// Another graph of the class, or its skeleton.
fn converted(read: &NamedGraph, to: ConvertTo) -> Result<NamedGraph> {
    let graph = match to {
        ConvertTo::Cpdag => Cpdag::of(&member(read)?).into(),
        ConvertTo::Extension => member(read)?.into(),
        _ => read.graph().skeleton(),
    };
    Ok(NamedGraph::with_naming(read.source_name(), read.names(), read.naming(), graph)?)
}

/// A directed graph of the class.
fn member(read: &NamedGraph) -> Result<Dag> {
    let class = Undirected::Extend
        .class_of(read.graph())
        .map_err(|error| anyhow!("{}: {}", read.source_name(), error.in_words(read.names())))?;
    Ok(class.extension().clone())
}
