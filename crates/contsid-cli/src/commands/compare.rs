//! `contsid compare`

use crate::args::CompareArguments;
use crate::console::Console;
use crate::inputs::graphs::{self, Absent};
use crate::inputs::{parts, points, table};
use crate::pages::{ComparisonPage, check_plots};
use crate::scores::{ObservedTable, Scores};
use crate::{outputs, printer};
use anyhow::Result;
use contsid::graph::NodeNames;
use contsid_io::check_directory;
use contsid_io::graph::{NamedGraph, Naming};
use contsid_io::table::TableOptions;
use std::iter;
use std::path::Path;

pub fn run(arguments: &CompareArguments, console: &Console) -> Result<()> {
    check(arguments)?;
    let read = |source| graphs::read(source, &arguments.graphs, console);
    let sources = iter::once(&arguments.truth).chain(&arguments.learnt);
    let graphs = sources.map(read).collect::<Result<Vec<NamedGraph>>>()?;
    let (truth, learnt) = graphs::aligned(graphs, Absent::of(arguments.isolated), console)?;
    check_plots(&arguments.pages, &truth, &learnt, &arguments.guard())?;
    let observations = observations(arguments, &truth, console)?;
    let scores = Scores::new(truth, learnt, observations.as_ref(), &arguments.scoring, console)?;
    if let Some(path) = &arguments.pairs {
        outputs::write(path, &printer::pairs::table(&scores)?, console)?;
    }
    if let Some(path) = &arguments.scoring.joint.joint_pairs {
        outputs::write(path, &printer::joint::table(&scores)?, console)?;
    }
    let page =
        ComparisonPage { introduction: None, observations: observations.as_ref(), threads: arguments.scoring.threads };
    page.write(&arguments.pages, &scores, console)?;
    match arguments.json {
        true => printer::json::print(&scores, &console.notes()),
        false if arguments.outputs().any(outputs::is_stream) => Ok(()),
        false => printer::table::print(&scores),
    }
}

/// Refuses files that cannot be read or written, before anything is computed.
fn check(arguments: &CompareArguments) -> Result<()> {
    arguments.crossfit.check()?;
    arguments.guard().check_all(arguments.outputs())?;
    arguments.pages.plots.as_deref().map_or(Ok(()), check_directory)?;
    outputs::check_streams(arguments.inputs(), "the standard input")?;
    let printed = arguments.json.then_some(Path::new("-"));
    outputs::check_streams(arguments.outputs().chain(printed), "the standard output")
}

fn observations(arguments: &CompareArguments, truth: &NamedGraph, console: &Console) -> Result<Option<ObservedTable>> {
    let Some(path) = &arguments.estimation.data else {
        return Ok(None);
    };
    let groups = arguments.crossfit.groups.as_deref().map(str::trim);
    let options = TableOptions { nodes: wanted(truth, groups), ..arguments.table.options(arguments.seed) };
    let loaded = table::read(path, &options, console)?;
    let division = parts::division(&arguments.crossfit, &loaded, console)?;
    let matched = parts::without_groups(&arguments.crossfit, loaded, truth)?.into_matched(truth)?;
    let ignored: Vec<&str> = matched.surplus.iter().map(String::as_str).filter(|name| Some(*name) != groups).collect();
    if !ignored.is_empty() {
        console.note(format!("{}: ignored columns (no such node): {}", path.display(), ignored.join(", ")));
    }
    let interventions = points::interventions(&arguments.estimation.interventions, truth.names(), console)?;
    let mut options = arguments.estimation.options(interventions);
    options.memory_limit = options.memory_limit.or_else(contsid_io::available_memory);
    let choices = arguments.crossfit.choices(division, arguments.seed);
    Ok(Some(ObservedTable { source_name: path.display().to_string(), table: matched.table, options, choices }))
}

/// The columns to read; other columns may hold anything.
fn wanted(truth: &NamedGraph, groups: Option<&str>) -> Option<NodeNames> {
    let groups = groups.filter(|&name| !name.is_empty() && truth.names().node(name).is_none());
    let names = NodeNames::new(truth.names().iter().chain(groups)).expect("nodes have names, and no other has theirs");
    (truth.naming() == Naming::Given).then_some(names)
}
