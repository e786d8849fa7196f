//! Runs a learner.

use super::data_set::DataSet;
use super::disk;
use super::learner::LearnerKind;
use super::process::{self, Ended};
use super::program::{Placeholders, ProgramCommand};
use super::trial::Trial;
use super::workplace::Workplace;
use crate::access::{AccessError, bytes_of, unusable};
use crate::number::Positive;
use crate::simulate::baseline;
use contsid::execution::{Cancelled, Execution, Monitor};
use contsid::graph::MixedGraph;
use contsid_discovery::DiscoveryError;
use contsid_io::graph::{GraphFormat, GraphOptions, align, parse_graph};
use contsid_io::table::format_table;
use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant};

const DATA: &str = "data.csv";
const GRAPH: &str = "graph.csv";

/// Why there is no graph.
#[derive(Debug)]
pub(crate) enum LearnerFailure {
    /// The learner failed, for this reason.
    Failed(String),
    /// It exceeded its time limit.
    TimeLimit(Positive),
    /// The trial was stopped, not by a fault of the learner.
    Stopped(TrialStop),
}

/// Why a trial has no records.
#[derive(Debug)]
pub enum TrialStop {
    /// The study was stopped.
    Cancelled,
    /// A file cannot be written, or the disk is full.
    Disk(AccessError),
}

impl From<Cancelled> for TrialStop {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<AccessError> for LearnerFailure {
    fn from(error: AccessError) -> Self {
        Self::Stopped(TrialStop::Disk(error))
    }
}

/// A monitor that also stops at a deadline, and does not report progress inside a trial.
pub(crate) struct Deadline<'a> {
    outer: &'a dyn Monitor,
    end: Option<Instant>,
}

impl<'a> Deadline<'a> {
    /// Stops only when the outer monitor does.
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

/// The graph that the trial's learner finds in the data.
pub(crate) fn discover(
    trial: &Trial,
    data: &DataSet,
    workplace: &Workplace,
    monitor: &dyn Monitor,
) -> Result<MixedGraph, LearnerFailure> {
    let limit = trial.learner.time_limit;
    // A limit beyond the range of the clock is no limit.
    let end = limit.and_then(|limit| Duration::try_from_secs_f64(limit.value()).ok());
    let deadline = Deadline { outer: monitor, end: end.and_then(|limit| Instant::now().checked_add(limit)) };
    let stopped = |Cancelled| match limit {
        Some(limit) if !monitor.is_cancelled() => LearnerFailure::TimeLimit(limit),
        _ => LearnerFailure::Stopped(TrialStop::Cancelled),
    };
    let execution = Execution::default().watched_by(&deadline);
    execution.check().map_err(stopped)?;
    match &trial.learner.kind {
        LearnerKind::BuiltIn(learner) => {
            let learnt = learner.seeded(trial.data_seed()).learn(&data.table, &execution);
            learnt.map(|learnt| learnt.graph).map_err(|error| match error {
                DiscoveryError::Cancelled(cancelled) => stopped(cancelled),
                error => LearnerFailure::Failed(error.to_string()),
            })
        }
        LearnerKind::Program(command) => run_program(command, trial, data, workplace, &deadline)?.map_err(stopped),
        LearnerKind::Python(_) => Err(LearnerFailure::Failed("only Python can call a Python function".to_owned())),
        LearnerKind::Empty => {
            Ok(MixedGraph::from_edges(trial.nodes, []).expect("a graph without edges has none that are wrong"))
        }
        LearnerKind::Random => {
            Ok(baseline(&trial.baseline_model(data.truth.as_ref()), trial.nodes, trial.data_seed()).as_ref().clone())
        }
    }
}

fn run_program(
    command: &ProgramCommand,
    trial: &Trial,
    data: &DataSet,
    workplace: &Workplace,
    monitor: &dyn Monitor,
) -> Result<Result<MixedGraph, Cancelled>, LearnerFailure> {
    let stem = trial.file_stem();
    let (work, log) = (workplace.directory(&stem)?, workplace.logs()?.join(stem + ".log"));
    let (table, graph) = (work.join(DATA), work.join(GRAPH));
    fs::write(&table, format_table(&data.table, b',')).map_err(unusable(&table))?;
    let words = command.words(Placeholders { data: &table, graph: &graph, seed: trial.data_seed() });
    let output = File::create(&log).map_err(unusable(&log))?;
    let mut was_full = false;
    let ended = process::run(&words, output, monitor, &mut || was_full |= disk::is_full(&work));
    let learnt = match ended {
        Err(error) => Err(LearnerFailure::Failed(format!("`{}` cannot be run: {error}", words[0]))),
        Ok(Ended::Stopped(cancelled)) => Ok(Err(cancelled)),
        Ok(Ended::Exited(status)) if status.success() => read_graph(&graph, data).map(Ok),
        Ok(Ended::Exited(status)) => Err(LearnerFailure::Failed(format!("it ended with {status}{}", last_words(&log)))),
    };
    if matches!(learnt, Err(LearnerFailure::Failed(_))) && (was_full || disk::takes_nothing(&work)) {
        return Err(AccessError::Full { path: work }.into());
    }
    tidy(&work, &log);
    learnt
}

/// The last line that a program wrote, to end a message with.
fn last_words(log: &Path) -> String {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.lines()
        .rev()
        .find(|line| !line.trim().is_empty())
        .map_or_else(String::new, |line| format!(": {}", line.trim()))
}

/// Removes a trial's files, and its log if it is empty. Failing to remove them does no harm.
fn tidy(work: &Path, log: &Path) {
    let _ = fs::remove_dir_all(work);
    if fs::metadata(log).is_ok_and(|log| log.len() == 0) {
        let _ = fs::remove_file(log);
    }
}

/// The graph that a program wrote, its nodes in the order of the table's columns.
///
/// Messages name the file without its directory, so they are the same in every directory.
fn read_graph(path: &Path, data: &DataSet) -> Result<MixedGraph, LearnerFailure> {
    let failed = |reason: String| LearnerFailure::Failed(reason);
    let bytes = bytes_of(path).map_err(|error| failed(format!("it wrote no {GRAPH}: {error}")))?;
    let learnt = parse_graph(&bytes, GraphFormat::Csv, &GraphOptions::default(), GRAPH)
        .map_err(|error| failed(error.to_string()))?;
    let aligned = align(&data.named_truth(DATA), &learnt).map_err(|error| failed(error.to_string()))?;
    Ok(aligned.into_graph())
}
