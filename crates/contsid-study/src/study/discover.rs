//! Letting a learner learn.

use super::design::Unit;
use super::directory::StudyDirectory;
use super::learner::LearnerKind;
use super::process::{self, Ended};
use super::program::{Command, Places};
use crate::number::Positive;
use crate::simulate::{Simulated, baseline};
use contsid::execution::{Cancelled, Execution, Monitor};
use contsid::graph::MixedGraph;
use contsid_discovery::DiscoveryError;
use contsid_io::graph::{GraphFormat, GraphOptions, NamedGraph, align, parse_graph};
use contsid_io::table::format_table;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

const DATA: &str = "data.csv";
const GRAPH: &str = "graph.csv";

/// Why there is no graph.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Failure {
    /// The learner failed, for this reason.
    Failed(String),
    /// It ran past its limit.
    TimeLimit(Positive),
    /// The study is stopped.
    Cancelled,
}

/// A monitor that also stops at a time, and keeps the progress inside a unit to itself.
pub(crate) struct Deadline<'a> {
    outer: &'a dyn Monitor,
    end: Option<Instant>,
}

impl<'a> Deadline<'a> {
    /// Stops when the outer monitor does, and at no time of its own.
    pub(crate) fn none(outer: &'a dyn Monitor) -> Self {
        Self { outer, end: None }
    }

    fn is_past(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}

impl Monitor for Deadline<'_> {
    fn is_cancelled(&self) -> bool {
        self.outer.is_cancelled() || self.is_past()
    }
}

/// The graph that the unit's learner finds in the data.
pub(crate) fn discover(
    unit: &Unit<'_>,
    simulated: &Simulated,
    directory: &StudyDirectory,
    monitor: &dyn Monitor,
) -> Result<MixedGraph, Failure> {
    let limit = unit.learner.time_limit;
    // A limit too far away to be a moment in time is no limit.
    let end = limit.and_then(|limit| Duration::try_from_secs_f64(limit.value()).ok());
    let deadline = Deadline { outer: monitor, end: end.and_then(|limit| Instant::now().checked_add(limit)) };
    let stopped = |Cancelled| match limit {
        Some(limit) if !monitor.is_cancelled() => Failure::TimeLimit(limit),
        _ => Failure::Cancelled,
    };
    let execution = Execution::default().watched_by(&deadline);
    execution.check().map_err(stopped)?;
    match &unit.learner.kind {
        LearnerKind::BuiltIn(learner) => {
            let learnt = learner.seeded(unit.data_seed()).learn(&simulated.table, &execution);
            learnt.map(|learnt| learnt.graph).map_err(|error| match error {
                DiscoveryError::Cancelled(cancelled) => stopped(cancelled),
                error => Failure::Failed(error.to_string()),
            })
        }
        LearnerKind::Program(command) => run_program(command, unit, simulated, directory, &deadline)?.map_err(stopped),
        LearnerKind::Empty => {
            Ok(MixedGraph::from_edges(unit.nodes, []).expect("a graph without edges has none that are wrong"))
        }
        LearnerKind::Random => {
            Ok(baseline(&unit.simulation.model.graph, unit.nodes, unit.data_seed()).as_ref().clone())
        }
    }
}

fn run_program(
    command: &Command,
    unit: &Unit<'_>,
    simulated: &Simulated,
    directory: &StudyDirectory,
    monitor: &dyn Monitor,
) -> Result<Result<MixedGraph, Cancelled>, Failure> {
    let stem = unit.file_stem();
    let on_disk = |error: std::io::Error| Failure::Failed(format!("its files cannot be written: {error}"));
    let work = directory.work(&stem).map_err(on_disk)?;
    let log = directory.logs().map_err(on_disk)?.join(stem + ".log");
    let (data, graph) = (work.join(DATA), work.join(GRAPH));
    fs::write(&data, format_table(&simulated.table, b',')).map_err(on_disk)?;
    let words = command.words(Places { data: &data, graph: &graph, seed: unit.data_seed() });
    let ended = process::run(&words, &log, monitor)
        .map_err(|error| Failure::Failed(format!("`{}` cannot be run: {error}", words[0])))?;
    let learnt = match ended {
        Ended::Stopped(cancelled) => Ok(Err(cancelled)),
        Ended::Exited(status) if status.success() => read_graph(&graph, simulated).map(Ok),
        Ended::Exited(status) => Err(Failure::Failed(format!("it ended with {status}{}", last_words(&log)))),
    };
    tidy(&work, &log);
    learnt
}

/// The last line that a program wrote, as the end of a message.
fn last_words(log: &Path) -> String {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.lines()
        .rev()
        .find(|line| !line.trim().is_empty())
        .map_or_else(String::new, |line| format!(": {}", line.trim()))
}

/// Removes a unit's files, and its log where nothing was said. What cannot be removed does no harm.
fn tidy(work: &Path, log: &Path) {
    let _ = fs::remove_dir_all(work);
    if fs::metadata(log).is_ok_and(|log| log.len() == 0) {
        let _ = fs::remove_file(log);
    }
}

/// The graph that a program wrote, its nodes in the order of the table's columns.
///
/// Messages call the file by its name alone, so that they are the same in every directory.
fn read_graph(path: &Path, simulated: &Simulated) -> Result<MixedGraph, Failure> {
    let failed = |reason: String| Failure::Failed(reason);
    let bytes = fs::read(path).map_err(|error| failed(format!("it wrote no {GRAPH}: {error}")))?;
    let learnt = parse_graph(&bytes, GraphFormat::Csv, &GraphOptions::default(), GRAPH)
        .map_err(|error| failed(error.to_string()))?;
    let truth = NamedGraph::new(DATA, simulated.table.names().clone(), simulated.truth.as_ref().clone())
        .expect("the columns of a simulation are its nodes");
    let aligned = align(&truth, &learnt).map_err(|error| failed(error.to_string()))?;
    Ok(aligned.into_graph())
}
