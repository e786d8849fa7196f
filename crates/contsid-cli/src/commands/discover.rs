//! `contsid discover`

use super::thread_pool;
use crate::args::{DiscoverArguments, DiscoverFiles};
use crate::console::Console;
use crate::inputs::table;
use crate::outputs::Guard;
use crate::{outputs, printer};
use anyhow::{Context, Result};
use contsid::execution::Execution;
use contsid::graph::MixedGraph;
use contsid_discovery::Learnt;
use contsid_io::graph::{GraphFormat, GraphOptions, NamedGraph, format_graph};
use contsid_io::is_same_file;
use contsid_io::table::LoadedTable;
use std::path::Path;

pub fn run(arguments: &DiscoverArguments, console: &Console) -> Result<()> {
    let (learner, files) = (arguments.learner(), arguments.files());
    let guard = Guard::new([files.data.as_path()], files.force);
    let doubt = files.graph_output().map_or(Ok(None), |output| output.guarded(&guard))?;
    let loaded = table::read(&files.data, &arguments.table_options(), console)?;
    check_output(&loaded, files)?;
    console.say(&format!("{}: {}", loaded.source_name(), loaded.table().description()));
    let (pool, progress) = (thread_pool(files.threads)?, console.progress("learning"));
    let execution = Execution::default().on(&pool).watched_by(&progress);
    let learnt = learner.learn(loaded.table(), &execution).with_context(|| loaded.source_name().to_owned())?;
    drop(progress);
    show(&on_columns(&loaded, learnt.graph.clone())?, &learnt, files, doubt, console)
}

/// A graph on the columns of a table; its nodes have names if the columns have.
fn on_columns(loaded: &LoadedTable, graph: MixedGraph) -> Result<NamedGraph> {
    Ok(NamedGraph::with_naming(loaded.source_name(), loaded.table().names(), loaded.naming(), graph)?)
}

/// Refuses an output file that cannot hold a graph on these columns, before anything is learnt.
fn check_output(loaded: &LoadedTable, files: &DiscoverFiles) -> Result<()> {
    let nothing = MixedGraph::from_edges(loaded.table().column_count(), []).expect("no edge is wrong");
    let graph = on_columns(loaded, nothing)?;
    files.graph_output().map_or(Ok(()), |output| output.check(&graph))
}

/// Writes the graph and says what it is, or prints both.
fn show(
    graph: &NamedGraph,
    learnt: &Learnt,
    files: &DiscoverFiles,
    doubt: Option<anyhow::Error>,
    console: &Console,
) -> Result<()> {
    let told = printer::learnt::line(learnt);
    match files.graph_output() {
        None => {
            let edges = format_graph(graph, GraphFormat::Edges, &GraphOptions::default())?;
            printer::print(&format!("# {told}\n{}", String::from_utf8(edges)?))?;
            console.next("add -o graph.csv", "keep the graph");
            Ok(())
        }
        Some(output) => {
            output.write(graph, doubt, console)?;
            let said = format!("{}: {told}", output.path.display());
            if outputs::is_stream(output.path) {
                console.say(&told);
            } else {
                printer::print(&format!("{said}\n"))?;
                propose(output.path, &files.data, console);
            }
            Ok(())
        }
    }
}

/// The comparison with the true graph, which lies beside simulated data.
fn propose(graph: &Path, data: &Path, console: &Console) {
    let (truth, settings) = (data.with_file_name("graph.csv"), data.with_file_name("settings.toml"));
    let is_simulated = truth.exists() && settings.exists() && !is_same_file(&truth, graph);
    let words = |paths: &[&Path]| shell_words::join(paths.iter().map(|path| path.display().to_string()));
    let (data, graph) = (words(&[data]), words(&[graph]));
    if is_simulated {
        let compare = format!("contsid compare {} {graph} --data {data}", words(&[&truth]));
        console.next(&compare, "how far it is from the truth");
    } else {
        console.next(&format!("contsid falsify {graph} --data {data}"), "test what it claims, without a true graph");
    }
}
