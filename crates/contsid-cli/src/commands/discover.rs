//! `contsid discover`

use super::thread_pool;
use crate::args::{DiscoverArguments, DiscoverFiles};
use crate::printer;
use crate::progress::Progress;
use anyhow::{Context, Result, bail};
use contsid::execution::Execution;
use contsid_discovery::{Learnt, Notes};
use contsid_io::graph::{GraphFormat, GraphOptions, NamedGraph, format_graph, write_graph};
use contsid_io::table::{MissingValues, TableOptions, read_table};

pub fn run(arguments: &DiscoverArguments) -> Result<()> {
    let (learner, files) = (arguments.learner(), arguments.files());
    if let Some(output) = files.output.as_ref().filter(|output| output.exists() && !files.force) {
        bail!("{} exists: choose another name, or replace it by `--force`", output.display());
    }
    let missing = if files.drop_missing { MissingValues::DropRows } else { MissingValues::Refuse };
    let loaded = read_table(&files.table, &TableOptions { missing, ..TableOptions::default() })?;
    let (pool, progress) = (thread_pool(files.threads)?, Progress::new("learning"));
    let execution = Execution::default().on(&pool).watched_by(&progress);
    let learnt = learner.learn(loaded.table(), &execution).with_context(|| loaded.source_name().to_owned())?;
    drop(progress);
    let graph = NamedGraph::new(loaded.source_name(), loaded.table().names().clone(), learnt.graph.clone())?;
    show(&graph, &learnt, files)
}

/// Writes the graph and says what it is, or prints both.
fn show(graph: &NamedGraph, learnt: &Learnt, files: &DiscoverFiles) -> Result<()> {
    let told = told(learnt);
    let Some(path) = &files.output else {
        let edges = format_graph(graph, GraphFormat::Edges, &GraphOptions::default())?;
        return printer::print(&format!("# {told}\n{}", String::from_utf8(edges)?));
    };
    let options = GraphOptions { format: files.format, ..GraphOptions::default() };
    write_graph(path, graph, &options)?;
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
