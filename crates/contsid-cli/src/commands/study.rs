//! `contsid study`

use super::thread_pool;
use crate::args::{ChangeArguments, LearnerChoice, Preset, StudyArguments, Usage};
use crate::console::Console;
use crate::outputs::Guard;
use crate::pages::write_study;
use crate::printer;
use anyhow::{Context, Result, bail};
use contsid::execution::Execution;
use contsid_io::{check_directory, read_text};
use contsid_study::records::Record;
use contsid_study::study::{
    Clock, Existing, FailedRuns, Finished, Journal, LearnerSettings, Scoring, Study, StudyLearner, StudySettings,
    WithoutGraph, run as run_study, stored_study,
};
use contsid_study::tables::{StudyTableOptions, Summary, tables};
use std::path::{Path, PathBuf};

pub fn run(arguments: &StudyArguments, console: &Console) -> Result<()> {
    let guarded: Vec<PathBuf> = inputs(arguments).into_iter().chain(own_files(arguments)).collect();
    let guard = Guard::new(guarded.iter().map(PathBuf::as_path), arguments.force);
    check(arguments, &guard)?;
    let study = study(arguments)?;
    let existing = match (arguments.resume, arguments.force) {
        (true, _) if arguments.keep_failed => Existing::Resume(WithoutGraph::Keep),
        (true, _) => Existing::Resume(WithoutGraph::Retry),
        (false, true) => Existing::Replace,
        (false, false) => Existing::Refuse,
    };
    let journal = Journal::open(&arguments.output, &study, existing)?;
    let (pool, progress) = (thread_pool(arguments.threads)?, console.progress("learning and scoring"));
    let execution = Execution::default().on(&pool).watched_by(&progress);
    let finished = run_study(journal, Clock::Running, &execution)?;
    drop(progress);
    for learner in &finished.left_to_python {
        console.note(format!(
            "the learner `{learner}` is a Python function, which only Python can run: its missing records are left \
             out; make them from Python with contsid.study(…, output=…, resume=True)"
        ));
    }
    report_failures(&finished, &arguments.output, console)?;
    write_study(&arguments.pages, &arguments.output, &study, &finished.records, &guard, console)?;
    printer::print(&tables(&Summary::new(&study, &finished.records), &StudyTableOptions::default()))?;
    let directory = shell_words::join([arguments.output.display().to_string()]);
    console.next(&format!("contsid tables {directory} --format latex"), "the tables for a paper");
    Ok(())
}

/// Says which learners failed, and why; an error if none returned a graph.
pub fn report_failures(finished: &Finished, output: &Path, console: &Console) -> Result<()> {
    let failures = finished.failed_runs();
    for FailedRuns { learner, failed, runs, reason } in &failures {
        let runs = printer::counted(*runs, "run");
        console.note(format!("the learner `{learner}` returned no graph in {failed} of {runs}: {reason}"));
    }
    check_graphs(&finished.records, output)?;
    let logs = output.join("logs");
    if !failures.is_empty() && logs.exists() {
        console.note(format!("what programs wrote is in {}", logs.display()));
    }
    Ok(())
}

/// Refuses the records of a study in which no learner returned a graph.
pub fn check_graphs(records: &[Record], output: &Path) -> Result<()> {
    if records.is_empty() || records.iter().any(|record| record.status.has_graph()) {
        return Ok(());
    }
    let logs = output.join("logs");
    let logs =
        if logs.exists() { format!(", and what programs wrote is in {}", logs.display()) } else { String::new() };
    bail!("no learner returned a graph: the reasons are in {}{logs}", output.join("records.csv").display())
}

/// The files of a study's directory.
fn own_files(arguments: &StudyArguments) -> [PathBuf; 3] {
    ["study.toml", "records.csv", "summary.json"].map(|name| arguments.output.join(name))
}

/// Refuses outputs that are inputs, or part of the study, before anything is computed.
fn check(arguments: &StudyArguments, guard: &Guard<'_>) -> Result<()> {
    if !arguments.resume {
        let inputs = inputs(arguments);
        Guard::new(inputs.iter().map(PathBuf::as_path), true).check_existing(&own_files(arguments))?;
    }
    guard.check_all(arguments.pages.html.as_deref())?;
    // Which plots there are is known when the records are there, which are not lost.
    Ok(arguments.pages.plots.as_deref().map_or(Ok(()), check_directory)?)
}

/// The file of a study, and the data sets that it names.
fn inputs(arguments: &StudyArguments) -> Vec<PathBuf> {
    let Some(file) = &arguments.file else { return Vec::new() };
    let text = read_text(file).unwrap_or_default();
    let directory = file.parent().unwrap_or(Path::new(""));
    // Wrong settings are refused later, when the study is read.
    let settings = toml::from_str::<toml::Table>(&text).unwrap_or_default();
    let data_sets = settings.get("dataset").and_then(toml::Value::as_array).into_iter().flatten();
    let files = data_sets.flat_map(|data_set| ["truth", "data"].map(|key| data_set.get(key)?.as_str()));
    std::iter::once(file.clone()).chain(files.flatten().map(|name| directory.join(name))).collect()
}

fn study(arguments: &StudyArguments) -> Result<Study> {
    let changes = &arguments.changes;
    let study = match (&arguments.file, arguments.preset) {
        (Some(file), _) => {
            let text = read_text(file)?;
            let directory = file.parent().unwrap_or(Path::new(""));
            Study::from_toml_in(directory, &text).with_context(|| format!("{} is not a study", file.display()))?
        }
        (None, Some(Preset::Paper)) => Study::paper(),
        (None, None) if arguments.resume => return extended(&stored_study(&arguments.output)?, changes),
        (None, None) => {
            let ways = "name the file of a study, or say --preset paper, or --resume for the one in the directory";
            return Err(Usage::error(ways.to_owned()));
        }
    };
    changed(&study, changes)
}

/// The study as the command line changes it.
fn changed(study: &Study, changes: &ChangeArguments) -> Result<Study> {
    let mut settings = study.settings().clone();
    settings.nodes = changes.nodes.clone().unwrap_or(settings.nodes);
    settings.graphs = changes.graphs.unwrap_or(settings.graphs);
    settings.samples = changes.samples.clone().unwrap_or(settings.samples);
    settings.seeds = changes.seed.clone().unwrap_or(settings.seeds);
    let is_known = |choice: &LearnerChoice| matches!(choice, LearnerChoice::Known(_));
    let own = settings.learner;
    settings.learner = if changes.learner.iter().any(is_known) { Vec::new() } else { own.clone() };
    add_learners(&mut settings.learner, &own, &changes.learner)?;
    otherwise(study, settings, changes)
}

/// The study in a directory with the additions of the command line.
fn extended(study: &Study, changes: &ChangeArguments) -> Result<Study> {
    let mut settings = study.settings().clone();
    add(&mut settings.nodes, changes.nodes.as_deref());
    settings.graphs = changes.graphs.unwrap_or(settings.graphs);
    add(&mut settings.samples, changes.samples.as_deref());
    add(&mut settings.seeds, changes.seed.as_deref());
    let own = settings.learner.clone();
    add_learners(&mut settings.learner, &own, &changes.learner)?;
    otherwise(study, settings, changes)
}

fn add<T: Clone + PartialEq>(items: &mut Vec<T>, more: Option<&[T]>) {
    let new: Vec<T> = more.unwrap_or_default().iter().filter(|item| !items.contains(item)).cloned().collect();
    items.extend(new);
}

/// Adds learners known by name first, then the others. A learner of the same name is replaced.
pub fn add_learners(learners: &mut Vec<StudyLearner>, own: &[StudyLearner], choices: &[LearnerChoice]) -> Result<()> {
    let (mut known, mut described) = (Vec::new(), Vec::new());
    for choice in choices {
        match choice {
            LearnerChoice::Known(name) => known.push(match own.iter().find(|learner| learner.name == *name) {
                Some(learner) => learner.clone(),
                None => LearnerSettings::named(name.clone()).try_into().map_err(wrong_learner)?,
            }),
            LearnerChoice::Described(settings) => {
                described.push(StudyLearner::try_from((**settings).clone()).map_err(wrong_learner)?);
            }
        }
    }
    for learner in known.into_iter().chain(described) {
        match learners.iter_mut().find(|other| other.name == learner.name) {
            Some(other) => *other = learner,
            None => learners.push(learner),
        }
    }
    Ok(())
}

fn wrong_learner(error: impl std::fmt::Display) -> anyhow::Error {
    Usage::error(format!("--learner: {error}"))
}

/// The study with other learners, time limits and scorings.
fn otherwise(study: &Study, mut settings: StudySettings, changes: &ChangeArguments) -> Result<Study> {
    if let Some(limit) = changes.time_limit {
        settings.learner.iter_mut().for_each(|learner| learner.time_limit = Some(limit));
    }
    if changes.crossfit {
        settings.scoring = settings.scoring.into_iter().map(Scoring::cross_fitted).collect();
    }
    Ok(Study::new(settings, study.data_sets().to_vec())?)
}
