//! `contsid study`

use super::thread_pool;
use crate::args::{ChangeArguments, LearnerChoice, Preset, StudyArguments};
use crate::console::Console;
use crate::pages::{self, write_study};
use crate::printer;
use anyhow::{Context, Result, bail};
use contsid::execution::Execution;
use contsid_study::study::{
    Clock, Existing, LearnerSettings, Study, StudyDirectory, StudyError, StudyLearner, run as run_study, stored_study,
};
use contsid_study::tables::{Summary, TableOptions, tables};

pub fn run(arguments: &StudyArguments, console: &Console) -> Result<()> {
    pages::check(&arguments.pages)?;
    let study = study(arguments)?;
    let existing = match (arguments.resume, arguments.force) {
        (true, _) => Existing::Resume,
        (false, true) => Existing::Replace,
        (false, false) => Existing::Refuse,
    };
    let directory = StudyDirectory::prepare(&arguments.output, &study, existing)?;
    let (pool, progress) = (thread_pool(arguments.threads)?, console.progress("learning and scoring"));
    let execution = Execution::default().on(&pool).watched_by(&progress);
    let finished = run_study(&study, &directory, Clock::Running, &execution)?;
    drop(progress);
    write_study(&arguments.pages, &arguments.output, &study, &finished.records, console)?;
    printer::print(&tables(&Summary::new(&study, &finished.records), &TableOptions::default()))
}

fn study(arguments: &StudyArguments) -> Result<Study> {
    let study = match (&arguments.file, arguments.preset) {
        (Some(file), _) => {
            let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
            Study::from_toml(&text).with_context(|| format!("{} is not a study", file.display()))?
        }
        (None, Some(Preset::Paper)) => Study::paper(),
        (None, None) if arguments.resume => stored_study(&arguments.output)?,
        (None, None) => bail!("give the file of a study, or --preset paper, or --resume the one in the directory"),
    };
    changed(&study, &arguments.changes).map_err(Into::into)
}

/// The study with what the command line says otherwise.
fn changed(study: &Study, changes: &ChangeArguments) -> Result<Study, StudyError> {
    let mut settings = study.settings().clone();
    settings.nodes = changes.nodes.clone().unwrap_or(settings.nodes);
    settings.graphs = changes.graphs.unwrap_or(settings.graphs);
    settings.samples = changes.samples.clone().unwrap_or(settings.samples);
    settings.seeds = changes.seed.clone().unwrap_or(settings.seeds);
    settings.learner = learners(settings.learner, &changes.learner)?;
    if let Some(limit) = changes.time_limit {
        settings.learner.iter_mut().for_each(|learner| learner.time_limit = Some(limit));
    }
    Study::new(settings)
}

/// Those that are named, or all of the study where none is, and the programs.
fn learners(own: Vec<StudyLearner>, choices: &[LearnerChoice]) -> Result<Vec<StudyLearner>, StudyError> {
    let (mut known, mut programs) = (Vec::new(), Vec::new());
    for choice in choices {
        match choice {
            LearnerChoice::Known(name) => known.push(match own.iter().find(|learner| learner.name == *name) {
                Some(learner) => learner.clone(),
                None => LearnerSettings::named(name.clone()).try_into()?,
            }),
            LearnerChoice::Program(settings) => programs.push(StudyLearner::try_from((**settings).clone())?),
        }
    }
    Ok(if known.is_empty() { own } else { known }.into_iter().chain(programs).collect())
}
