//! `contsid compare`

use super::missing_values;
use crate::args::{CompareArguments, EstimationArguments};
use crate::console::Console;
use crate::inputs::{points, table};
use crate::pages::{self, Page};
use crate::scores::{Observations, Scores};
use crate::{outputs, printer};
use anyhow::Result;
use contsid_io::graph::{NamedGraph, align, read_graph};
use contsid_io::table::match_columns;

pub fn run(arguments: &CompareArguments, console: &Console) -> Result<()> {
    pages::check(&arguments.pages)?;
    for path in [&arguments.pairs, &arguments.scoring.joint.joint_pairs].into_iter().flatten() {
        contsid_io::check_writable(path)?;
    }
    let options = arguments.graphs.options();
    let truth = read_graph(&arguments.truth, &options)?;
    let read = |path| Ok(align(&truth, &read_graph(path, &options)?)?);
    let learnt = arguments.learnt.iter().map(read).collect::<Result<Vec<NamedGraph>>>()?;
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
    if arguments.json { printer::json::print(&scores, &console.notes()) } else { printer::table::print(&scores) }
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
