//! `contsid compare`

use super::scored::Scores;
use crate::args::CompareArguments;
use crate::printer;
use anyhow::Result;
use contsid_io::graph::{NamedGraph, align, read_graph};

pub fn run(arguments: &CompareArguments) -> Result<()> {
    let options = arguments.graphs.options()?;
    let truth = read_graph(&arguments.truth, &options)?;
    let read = |path| Ok(align(&truth, &read_graph(path, &options)?)?);
    let learnt = arguments.learnt.iter().map(read).collect::<Result<Vec<NamedGraph>>>()?;
    let scores = Scores::new(truth, learnt, &arguments.scoring)?;
    if let Some(path) = &arguments.pairs {
        printer::pairs::write(path, &scores)?;
    }
    if arguments.json { printer::json::print(&scores) } else { printer::table::print(&scores) }
}
