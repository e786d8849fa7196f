//! `contsid compare`

use super::missing_values;
use super::scored::{Observations, Scores};
use crate::args::{CompareArguments, EstimationArguments};
use crate::observations;
use crate::printer;
use crate::printer::page::{Page, Targets};
use anyhow::Result;
use contsid_io::graph::{NamedGraph, align, read_graph};
use contsid_io::table::match_columns;

pub fn run(arguments: &CompareArguments) -> Result<()> {
    let targets = Targets { html: arguments.html.as_deref(), plots: arguments.plots.as_deref() };
    targets.check()?;
    for path in [&arguments.pairs, &arguments.scoring.joint.joint_pairs].into_iter().flatten() {
        contsid_io::check_writable(path)?;
    }
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
    let page = Page { introduction: None, observations: observations.as_ref(), threads: arguments.scoring.threads };
    page.write(targets, &scores)?;
    if arguments.json { printer::json::print(&scores) } else { printer::table::print(&scores) }
}

fn observations(arguments: &EstimationArguments, truth: &NamedGraph) -> Result<Option<Observations>> {
    let Some(path) = &arguments.data else {
        return Ok(None);
    };
    let loaded = observations::read(path, missing_values(arguments.drop_missing))?;
    let matched = match_columns(&loaded, truth)?;
    if !matched.surplus.is_empty() {
        printer::note(&format!("{}: columns that are no nodes: {}", path.display(), matched.surplus.join(", ")));
    }
    let (source_name, options) = (path.display().to_string(), arguments.options(truth.names())?);
    Ok(Some(Observations { source_name, table: matched.table, options }))
}
