//! `contsid stability`

use super::study::{add_learners, report_failures};
use super::thread_pool;
use crate::args::StabilityArguments;
use crate::console::Console;
use crate::inputs::{parts, table};
use crate::outputs::{Guard, is_stream};
use crate::{pages, printer};
use anyhow::{Context, Result};
use contsid::data::Table;
use contsid::effect::Division;
use contsid::execution::Execution;
use contsid::graph::MixedGraph;
use contsid_io::graph::NamedGraph;
use contsid_io::table::{LoadedTable, TableOptions};
use contsid_report::plot::stability_plot_names;
use contsid_report::stability::StabilityReport;
use contsid_study::stability::stabilities;
use contsid_study::study::{
    Clock, Existing, GivenData, Journal, Name, Scoring, Study, StudySettings, WithoutGraph, run as run_study,
};

/// The name of the data in the records.
const DATA: &str = "data";

pub fn run(arguments: &StabilityArguments, console: &Console) -> Result<()> {
    arguments.check()?;
    let guard = Guard::new([arguments.data.as_path()], arguments.force);
    let doubt = arguments.graph_output().map_or(Ok(None), |output| output.guarded(&guard))?;
    guard.check_all(arguments.pages.html.as_deref())?;
    let (loaded, groups) = read(arguments, console)?;
    let nodes = |graph| NamedGraph::with_naming(DATA, loaded.table().names(), loaded.naming(), graph);
    let nothing = MixedGraph::from_edges(loaded.table().column_count(), []).expect("no edge is wrong");
    arguments.graph_output().map_or(Ok(()), |output| output.check(&nodes(nothing)?))?;
    let study = study(arguments, loaded.table(), groups)?;
    let learners: Vec<&str> = study.settings().learner.iter().map(|learner| learner.name.as_str()).collect();
    guard.check_plots(&arguments.pages, &stability_plot_names(&learners))?;
    let temporary = tempfile::tempdir().context("no temporary directory can be made")?;
    let directory = arguments.directory.as_deref().unwrap_or(temporary.path());
    let (pool, progress) = (thread_pool(arguments.threads)?, console.progress("learning"));
    let execution = Execution::default().on(&pool).watched_by(&progress);
    let finished = run_study(Journal::open(directory, &study, existing(arguments))?, Clock::Running, &execution)?;
    drop(progress);
    report_failures(&finished, directory, console)?;
    let progress = console.progress("comparing graphs");
    let execution = Execution::default().on(&pool).watched_by(&progress);
    let found = stabilities(&study, &finished.records, arguments.contsid.unwrap_or(0), &execution)?;
    drop(progress);
    if let (Some(output), Some(consensus)) = (arguments.graph_output(), found[0].consensus.clone()) {
        output.write(&nodes(consensus)?, doubt, console)?;
    }
    let report = StabilityReport { study: &study, found: &found, command: Some(pages::command()) };
    pages::write(&arguments.pages, || Ok(report.html()?), || Ok(report.plots()), console)?;
    match &arguments.output {
        _ if arguments.json => printer::stability::print_json(&report, &console.notes()),
        Some(path) if is_stream(path) => Ok(()),
        _ => printer::stability::print(&report),
    }
}

fn existing(arguments: &StabilityArguments) -> Existing {
    match (arguments.resume, arguments.force) {
        (true, _) => Existing::Resume(WithoutGraph::Retry),
        (false, true) => Existing::Replace,
        (false, false) => Existing::Refuse,
    }
}

/// The table without the column of groups, and the group of each row.
fn read(arguments: &StabilityArguments, console: &Console) -> Result<(LoadedTable, Vec<u32>)> {
    let identifiers = arguments.groups.iter().map(|name| name.trim().to_owned()).collect();
    let options = TableOptions { identifiers, ..arguments.table.options(arguments.seed) };
    let loaded = table::read(&arguments.data, &options, console)?;
    console.say(&format!("{}: {}", loaded.source_name(), loaded.table().description()));
    let Some(name) = &arguments.groups else { return Ok((loaded, Vec::new())) };
    let column = parts::column(&loaded, "--groups", name)?;
    let groups = match Division::by_column(loaded.table().column(column)) {
        Division::Groups(groups) => groups,
        _ => Vec::new(),
    };
    Ok((loaded.without_column(column), groups))
}

fn study(arguments: &StabilityArguments, table: &Table, groups: Vec<u32>) -> Result<Study> {
    let mut learner = Vec::new();
    add_learners(&mut learner, &[], &arguments.learners)?;
    if let Some(limit) = arguments.time_limit {
        for learner in &mut learner {
            learner.time_limit = Some(limit);
        }
    }
    let name: Name = DATA.parse().expect("a word is a name");
    let settings = StudySettings {
        graphs: 0,
        nodes: Vec::new(),
        samples: Vec::new(),
        seeds: vec![arguments.seed],
        simulation: Vec::new(),
        dataset: Vec::new(),
        resampling: Some(arguments.resampling(groups)),
        learner,
        scoring: vec![Scoring::default()],
    };
    Ok(Study::new(settings, vec![GivenData::without_truth(name, table.clone())])?)
}
