//! `contsid judge`

use crate::args::{JudgeArguments, JudgeOutput};
use crate::commands::thread_pool;
use crate::console::Console;
use crate::inputs::experiments::{self, Trials};
use crate::inputs::graphs::{self, Absent};
use crate::judged::Judged;
use crate::{outputs, pages, printer};
use anyhow::Result;
use contsid::execution::Execution;
use contsid_io::check_directory;
use contsid_io::graph::{CausalGraph, NamedGraph};
use contsid_report::plot::judgement_plot_names;
use std::path::Path;

pub fn run(arguments: &JudgeArguments, console: &Console) -> Result<()> {
    check(arguments)?;
    let read = |source| graphs::read_any(source, &arguments.reading, console);
    let graphs = arguments.graphs.iter().map(read).collect::<Result<Vec<_>>>()?;
    let (first, others) = graphs::aligned(graphs, Absent::of(arguments.isolated), console)?;
    let Trials { table, division, experiments, outcomes } =
        experiments::read(arguments, &first.nodes_alone(), console)?;
    let options = arguments.options(division, outcomes);
    let graphs: Vec<NamedGraph<CausalGraph>> = std::iter::once(first).chain(others).collect();
    let plots = judgement_plot_names(&outputs::source_names(&graphs), &experiments);
    arguments.guard().check_plots(&arguments.output.pages, &plots)?;
    let (pool, progress) = (thread_pool(arguments.threads)?, console.progress("judging graphs"));
    let execution = Execution::default().on(&pool).watched_by(&progress);
    let judged = Judged::new(graphs, table, experiments, options, &execution)?;
    finish(&judged, &arguments.output, None, &execution, console)?;
    let output = &arguments.output;
    if !output.json && output.pages.html.is_none() && !output.files().any(outputs::is_stream) {
        console.next("add --html report.html", "a page: which graph to choose, and where its predictions fail");
    }
    Ok(())
}

/// Writes and prints the results; a page may begin with an introduction.
pub fn finish(
    judged: &Judged,
    wanted: &JudgeOutput,
    introduction: Option<&str>,
    execution: &Execution<'_>,
    console: &Console,
) -> Result<()> {
    judged.report().notes().into_iter().for_each(|note| console.note(note));
    if let Some(path) = &wanted.pairs {
        outputs::write(path, &printer::judge::pairs(judged)?, console)?;
    }
    let report = judged.report();
    let html = || Ok(report.html(introduction, Some(&pages::command()), execution)?);
    pages::write(&wanted.pages, html, || Ok(report.plots(execution)?), console)?;
    match wanted.json {
        true => printer::judge::print_json(judged, &console.notes()),
        false if wanted.files().any(outputs::is_stream) => Ok(()),
        false => printer::judge::print(judged),
    }
}

/// Refuses files that cannot be read or written, before anything is computed.
fn check(arguments: &JudgeArguments) -> Result<()> {
    arguments.guard().check_all(arguments.outputs())?;
    arguments.output.pages.plots.as_deref().map_or(Ok(()), check_directory)?;
    outputs::check_streams(arguments.inputs(), "the standard input")?;
    let printed = arguments.output.json.then_some(Path::new("-"));
    outputs::check_streams(arguments.outputs().chain(printed), "the standard output")
}
