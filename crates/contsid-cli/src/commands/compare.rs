//! `contsid compare`

use super::scored::{Observations, Scores};
use crate::args::{CompareArguments, EstimationArguments};
use crate::printer;
use crate::printer::page::{Page, Targets};
use anyhow::Result;
use contsid_io::graph::{NamedGraph, align, read_graph};
use contsid_io::table::{MissingValues, TableOptions, match_columns, read_table};

pub fn run(arguments: &CompareArguments) -> Result<()> {
    let options = arguments.graphs.options()?;
    let truth = read_graph(&arguments.truth, &options)?;
    let read = |path| Ok(align(&truth, &read_graph(path, &options)?)?);
    let learnt = arguments.learnt.iter().map(read).collect::<Result<Vec<NamedGraph>>>()?;
    let observations = observations(&arguments.estimation, &truth)?;
    let scores = Scores::new(truth, learnt, observations.as_ref(), &arguments.scoring)?;
    if let Some(path) = &arguments.pairs {
        printer::pairs::write(path, &scores)?;
    }
    if let Some(path) = &arguments.scoring.joint.joint_pairs {
        printer::joint::write(path, &scores)?;
    }
    let targets = Targets { html: arguments.html.as_deref(), plots: arguments.plots.as_deref() };
    let page = Page { introduction: None, observations: observations.as_ref(), threads: arguments.scoring.threads };
    page.write(targets, &scores)?;
    if arguments.json { printer::json::print(&scores) } else { printer::table::print(&scores) }
}

fn observations(arguments: &EstimationArguments, truth: &NamedGraph) -> Result<Option<Observations>> {
    let Some(path) = &arguments.data else {
        return Ok(None);
    };
    let missing = if arguments.drop_missing { MissingValues::DropRows } else { MissingValues::Refuse };
    let loaded = read_table(path, &TableOptions { missing, ..TableOptions::default() })?;
    let matched = match_columns(&loaded, truth)?;
    for note in loaded.notes() {
        printer::note(&format!("{}: {note}", path.display()));
    }
    if !matched.surplus.is_empty() {
        printer::note(&format!("{}: columns that are no nodes: {}", path.display(), matched.surplus.join(", ")));
    }
    let (source_name, options) = (path.display().to_string(), arguments.options(truth.names())?);
    Ok(Some(Observations { source_name, table: matched.table, options }))
}
