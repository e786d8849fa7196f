//! `contsid compare`

use super::missing_values;
use crate::args::{CompareArguments, EstimationArguments};
use crate::console::Console;
use crate::inputs::{graphs, points, table};
use crate::pages::{self, Page};
use crate::scores::{Observations, Scores};
use crate::{outputs, printer};
use anyhow::Result;
use contsid_io::graph::{NamedGraph, align};
use contsid_io::table::match_columns;
use std::path::Path;

pub fn run(arguments: &CompareArguments, console: &Console) -> Result<()> {
    check(arguments)?;
    let read = |source| graphs::read(source, &arguments.graphs, console);
    let truth = read(&arguments.truth)?;
    let learnt = |source| Ok(align(&truth, &read(source)?)?);
    let learnt = arguments.learnt.iter().map(learnt).collect::<Result<Vec<NamedGraph>>>()?;
    let observations = observations(&arguments.estimation, &truth, console)?;
    let scores = Scores::new(truth, learnt, observations.as_ref(), &arguments.scoring, console)?;
    if let Some(path) = &arguments.pairs {
        outputs::write(path, &printer::pairs::table(&scores)?, console)?;
    }
    if let Some(path) = &arguments.scoring.joint.joint_pairs {
        outputs::write(path, &printer::joint::table(&scores)?, console)?;
    }
    let page = Page { introduction: None, observations: observations.as_ref(), threads: arguments.scoring.threads };
    page.write(&arguments.pages, &scores, console)?;
    match arguments.json {
        true => printer::json::print(&scores, &console.notes()),
        false if arguments.outputs().any(outputs::is_stream) => Ok(()),
        false => printer::table::print(&scores),
    }
}

/// Refuses what could not be read or written, before anything is computed.
fn check(arguments: &CompareArguments) -> Result<()> {
    pages::check(&arguments.pages)?;
    arguments.outputs().try_for_each(outputs::check)?;
    outputs::check_streams(arguments.inputs(), "the standard input")?;
    let printed = arguments.json.then_some(Path::new("-"));
    outputs::check_streams(arguments.outputs().chain(printed), "the standard output")
}

fn observations(
    arguments: &EstimationArguments,
    truth: &NamedGraph,
    console: &Console,
) -> Result<Option<Observations>> {
    let Some(path) = &arguments.data else {
        return Ok(None);
    };
    let loaded = table::read(path, missing_values(arguments.drop_missing), console)?;
    let matched = match_columns(&loaded, truth)?;
    if !matched.surplus.is_empty() {
        console.note(format!("{}: ignored columns (no such node): {}", path.display(), matched.surplus.join(", ")));
    }
    let interventions = points::interventions(&arguments.interventions, truth.names(), console)?;
    let mut options = arguments.options(interventions);
    options.memory_limit = options.memory_limit.or_else(contsid_io::available_memory);
    Ok(Some(Observations { source_name: path.display().to_string(), table: matched.table, options }))
}
