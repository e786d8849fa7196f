//! `contsid discover`

use super::{missing_values, thread_pool};
use crate::args::{DiscoverArguments, DiscoverFiles};
use crate::observations;
use crate::printer;
use crate::progress::Progress;
use anyhow::{Context, Result, bail};
use contsid::execution::Execution;
use contsid::graph::MixedGraph;
use contsid_discovery::{Learnt, Notes};
use contsid_io::graph::{GraphFormat, GraphOptions, NamedGraph, check_graph_file, format_graph, write_graph};
use contsid_io::table::LoadedTable;

pub fn run(arguments: &DiscoverArguments) -> Result<()> {
    let (learner, files) = (arguments.learner(), arguments.files());
    if let Some(output) = files.output.as_ref().filter(|output| output.exists() && !files.force) {
        bail!("{} exists: choose another name, or replace it by `--force`", output.display());
    }
    let loaded = observations::read(&files.table, missing_values(files.drop_missing))?;
    check_output(&loaded, files)?;
    let (pool, progress) = (thread_pool(files.threads)?, Progress::new("learning"));
    let execution = Execution::default().on(&pool).watched_by(&progress);
    let learnt = learner.learn(loaded.table(), &execution).with_context(|| loaded.source_name().to_owned())?;
    drop(progress);
    show(&on_columns(&loaded, learnt.graph.clone())?, &learnt, files)
}

/// A graph on the columns of a table, without names where these have none.
fn on_columns(loaded: &LoadedTable, graph: MixedGraph) -> Result<NamedGraph> {
    Ok(NamedGraph::with_naming(loaded.source_name(), loaded.table().names(), loaded.naming(), graph)?)
}

/// Refuses an output file that no graph on these columns could be written to, before anything is learnt.
fn check_output(loaded: &LoadedTable, files: &DiscoverFiles) -> Result<()> {
    let nothing = MixedGraph::from_edges(loaded.table().column_count(), []).expect("no edge is wrong");
    let graph = on_columns(loaded, nothing)?;
    match &files.output {
        Some(path) => Ok(check_graph_file(path, &graph, &files.output_options())?),
        None => Ok(()),
    }
}

/// Writes the graph and says what it is, or prints both.
fn show(graph: &NamedGraph, learnt: &Learnt, files: &DiscoverFiles) -> Result<()> {
    let told = told(learnt);
    let Some(path) = &files.output else {
        let edges = format_graph(graph, GraphFormat::Edges, &GraphOptions::default())?;
        return printer::print(&format!("# {told}\n{}", String::from_utf8(edges)?));
    };
    write_graph(path, graph, &files.output_options())?;
    printer::print(&format!("{}: {told}\n", path.display()))
}

fn told(learnt: &Learnt) -> String {
    let (edges, undirected) = (learnt.graph.edge_count(), learnt.graph.undirected_count());
    let search = match learnt.notes {
        Notes::Pc { test_count, skipped_count, forced_count } => {
            format!("{test_count} tests, {skipped_count} colliders skipped, {forced_count} forced")
        }
        Notes::Ges { score, step_count } => format!("{step_count} steps to the score {score:.3}"),
        Notes::IcaLingam { converged_count, iteration_count } => {
            format!("{converged_count} starts converged, the chosen one after {iteration_count} iterations")
        }
        _ => return format!("{edges} edges, {undirected} of them without direction"),
    };
    format!("{edges} edges, {undirected} of them without direction; {search}")
}
