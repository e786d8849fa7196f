//! `contsid falsify`

use crate::args::FalsifyArguments;
use crate::commands::thread_pool;
use crate::console::Console;
use crate::hints::not_usable;
use crate::inputs::graphs::{self, Absent};
use crate::inputs::table;
use crate::outputs::{self, Guard};
use crate::{pages, printer};
use anyhow::{Context, Result};
use contsid::data::Table;
use contsid::execution::Execution;
use contsid::falsification::{FalsifyError, falsify};
use contsid_io::graph::NamedGraph;
use contsid_io::table::TableOptions;
use contsid_report::comparison::ShownGraph;
use contsid_report::falsification::FalsificationReport;
use std::path::Path;

pub fn run(arguments: &FalsifyArguments, console: &Console) -> Result<()> {
    outputs::check_streams(arguments.inputs(), "the standard input")?;
    let html = arguments.html.as_deref();
    Guard::new(arguments.inputs(), arguments.force).check_all(html)?;
    outputs::check_streams(html.into_iter().chain(arguments.json.then_some(Path::new("-"))), "the standard output")?;
    let read = |source| graphs::read(source, &arguments.reading, console);
    let graphs = arguments.graphs.iter().map(read).collect::<Result<Vec<NamedGraph>>>()?;
    let (first, others) = graphs::aligned(graphs, Absent::of(arguments.isolated), console)?;
    let data = data(arguments, &first, console)?;
    let graphs: Vec<NamedGraph> = std::iter::once(first).chain(others).collect();
    let (pool, progress) = (thread_pool(arguments.threads)?, console.progress("testing graphs"));
    let execution = Execution::default().on(&pool).watched_by(&progress);
    let (options, mixed) = (arguments.options(), graphs.iter().map(NamedGraph::graph).collect::<Vec<_>>());
    let falsified = falsify(&mixed, &data, &options, &execution).map_err(|error| match error {
        FalsifyError::NotUsable { graph, error } => not_usable(&graphs[graph], &error),
        FalsifyError::Unfit(unfit) => anyhow::Error::from(unfit).context(arguments.data.display().to_string()),
        error => error.into(),
    })?;
    drop(progress);
    for (graph, _) in graphs.iter().zip(&falsified.graphs).filter(|(_, found)| found.is_class) {
        let name = graph.source_name();
        console.note(format!(
            "{name}: undirected edges are directed in one of the ways that they allow; all claim the same independences"
        ));
    }
    let shown = graphs.iter().map(|graph| ShownGraph { name: graph.source_name(), graph: graph.graph() }).collect();
    let report = FalsificationReport { graphs: shown, table: &data, options: &options, falsified: &falsified };
    if let Some(path) = html {
        outputs::write(path, report.html(Some(&pages::command()))?.as_bytes(), console)?;
    }
    if arguments.json {
        return printer::falsify::print_json(&report, &graphs, &console.notes());
    }
    if !html.is_some_and(outputs::is_stream) {
        printer::falsify::print(&report, &graphs)?;
        let judge = "contsid judge GRAPH... --data TABLE --experiments TABLE --target COLUMN";
        console.next(judge, "if there are experiments: they tell apart what independences cannot");
    }
    Ok(())
}

/// The table, with a column for each node.
fn data(arguments: &FalsifyArguments, nodes: &NamedGraph, console: &Console) -> Result<Table> {
    let path = &arguments.data;
    let options = TableOptions { nodes: table::wanted(nodes, None), ..arguments.table.options(arguments.seed) };
    let matched =
        table::read(path, &options, console)?.into_matched(nodes).with_context(|| path.display().to_string())?;
    if !matched.surplus.is_empty() {
        console.note(format!("{}: ignored columns (no such node): {}", path.display(), matched.surplus.join(", ")));
    }
    Ok(matched.table)
}
