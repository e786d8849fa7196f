//! Parts that are estimated by other processes, perhaps on other machines.
//!
//! A question says what every part is asked: the bases of the columns, the interventions, and the systems to be solved.
//! With it the rows of one part travel out; what comes back are sums over these rows, the same that a part of this
//! process keeps. So results are those of one process, bit by bit, whichever process estimated the parts.

use super::basis::Basis;
use super::data::EffectData;
use super::guide::WaveScale;
use super::part::{PartEstimates, PartPieces, PartSettings, SolvedSystem};
use super::rows::{PointShares, Ridge};
use super::systems::System;
use super::wanted::{EffectTask, TaskPoints, TaskSystem};
use crate::data::Table;
use crate::effect::{ContSidError, Estimand};
use crate::execution::Execution;
use crate::graph::{NodeNames, NodeSet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// The most parts whose rows are sent at a time.
const MOST_PARTS: usize = 256;

/// Processes that estimate parts.
pub trait PartWorkers: Sync {
    /// The answer of each part to a question, in the order of the parts: what [`answer_part`] makes of the question and
    /// the rows of the part.
    ///
    /// # Errors
    ///
    /// If the processes cannot be reached, or one of them fails for good.
    fn answers(&self, question: &[u8], parts: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, WorkersFailed>;
}

/// Why other processes gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the parts could not be estimated by other processes: {reason}")]
pub struct WorkersFailed {
    /// What happened.
    pub reason: String,
}

/// Bytes that are no message of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a message is malformed: all processes need the same version of contsid")]
pub struct MalformedMessage;

/// Why a part was not estimated.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PartAnswerError {
    /// The bytes are of another version.
    #[error(transparent)]
    Malformed(#[from] MalformedMessage),
    /// The part cannot be estimated.
    #[error(transparent)]
    ContSid(#[from] ContSidError),
}

/// What every part is asked.
#[derive(Serialize, Deserialize)]
struct PartQuestion {
    names: Vec<String>,
    bases: Vec<Basis>,
    scales: Vec<Option<WaveScale>>,
    checks_guides: bool,
    tasks: Vec<TaskMessage>,
}

#[derive(Serialize, Deserialize)]
struct TaskMessage {
    treatments: NodeSet,
    columns: Vec<Vec<f64>>,
    shares: Vec<f64>,
    systems: Vec<SystemMessage>,
}

#[derive(Serialize, Deserialize)]
struct SystemMessage {
    estimand: Estimand,
    ridge: f64,
    outcomes: NodeSet,
}

/// What a part of some rows answers to a question, both as [`PartWorkers::answers`] gets them.
///
/// # Errors
///
/// If the bytes are of another version of the library, or a system cannot be solved.
pub fn answer_part(question: &[u8], rows: &[u8], execution: &Execution<'_>) -> Result<Vec<u8>, PartAnswerError> {
    let PartQuestion { names, bases, scales, checks_guides, tasks } = read(question)?;
    let columns: Vec<Vec<f64>> = read(rows)?;
    let names = NodeNames::new(names).map_err(|_| MalformedMessage)?;
    let fits = bases.len() == names.len()
        && columns.len() == names.len()
        && (scales.is_empty() || scales.len() == names.len())
        && columns.iter().all(|values| !values.is_empty() && values.len() == columns[0].len());
    if !fits {
        return Err(MalformedMessage.into());
    }
    let settings = PartSettings { checks_guides, ..PartSettings::new(names, bases, scales) };
    let tasks = tasks.into_iter().map(|task| task.read(&settings)).collect::<Result<Vec<_>, _>>()?;
    Ok(written(&settings.part(columns).estimates(&settings.solver, &tasks, execution)?))
}

/// What every part says about some tasks, estimated by other processes.
pub(super) fn solved(
    data: &EffectData,
    tasks: &[EffectTask],
    parts: &[Vec<usize>],
    workers: &dyn PartWorkers,
    execution: &Execution<'_>,
) -> Result<Vec<PartPieces>, ContSidError> {
    let question = question(data, tasks);
    let mut found = Vec::with_capacity(parts.len());
    for parts in parts.chunks(MOST_PARTS) {
        execution.check()?;
        let rows: Vec<Vec<u8>> = parts.iter().map(|rows| write_rows(&data.table, rows)).collect();
        let answers = workers.answers(&question, rows)?;
        if answers.len() != parts.len() {
            let reason = format!("{} answers came back for {} parts", answers.len(), parts.len());
            return Err(WorkersFailed { reason }.into());
        }
        for answer in answers {
            let read = read_answer(&answer, tasks).map_err(|error| WorkersFailed { reason: error.to_string() })?;
            found.push(vec![read]);
        }
        execution.monitor().advance(parts.len() as u64);
    }
    Ok(found)
}

fn question(data: &EffectData, tasks: &[EffectTask]) -> Vec<u8> {
    let settings = &data.divided().expect("all rows are estimated in this process").settings;
    written(&PartQuestion {
        names: data.table.names().iter().map(str::to_owned).collect(),
        bases: settings.bases.clone(),
        scales: settings.scales.clone(),
        checks_guides: settings.checks_guides,
        tasks: tasks.iter().map(|task| TaskMessage::new(task, data.node_count())).collect(),
    })
}

impl TaskMessage {
    fn new(task: &EffectTask, node_count: usize) -> Self {
        let system = |wanted: &TaskSystem| SystemMessage {
            estimand: wanted.system.estimand.clone(),
            ridge: wanted.system.ridge.value(),
            outcomes: NodeSet::of(node_count, wanted.outcomes.iter().copied()),
        };
        Self {
            treatments: task.treatments.clone(),
            columns: task.points.columns.clone(),
            shares: task.points.shares.shares.clone(),
            systems: task.systems.iter().map(system).collect(),
        }
    }

    fn read(self, settings: &PartSettings) -> Result<EffectTask, MalformedMessage> {
        if !self.fits(settings.names.len()) {
            return Err(MalformedMessage);
        }
        let Self { treatments, columns, shares, systems } = self;
        let points = Arc::new(TaskPoints { columns, shares: PointShares::chosen(shares), checked: None });
        let system = |SystemMessage { estimand, ridge, outcomes }| {
            let ridge = Ridge::new(ridge).map_err(|_| MalformedMessage)?;
            let plan = settings.plan(&estimand.treatments, points.of(&treatments, &estimand.treatments));
            Ok(TaskSystem { system: System { estimand, ridge }, plan, outcomes: outcomes.iter().collect() })
        };
        let systems = systems.into_iter().map(system).collect::<Result<Vec<_>, _>>()?;
        Ok(EffectTask { treatments, points, systems, contrasts: Vec::new() })
    }

    /// Whether the sets are of nodes that exist, and each treatment has a value at each point.
    fn fits(&self, node_count: usize) -> bool {
        let of_system = |message: &SystemMessage| {
            let Estimand { treatments, adjustment } = &message.estimand;
            [treatments, adjustment, &message.outcomes].iter().all(|set| set.fits(node_count))
        };
        self.treatments.fits(node_count)
            && self.treatments.len() == self.columns.len()
            && self.columns.iter().all(|values| values.len() == self.shares.len())
            && self.systems.iter().all(of_system)
    }
}

/// The values of some rows, column after column.
fn write_rows(table: &Table, rows: &[usize]) -> Vec<u8> {
    written(&table.columns().iter().map(|column| column.coded_rows(rows)).collect::<Vec<_>>())
}

fn read_answer(bytes: &[u8], tasks: &[EffectTask]) -> Result<PartEstimates, MalformedMessage> {
    let found: PartEstimates = read(bytes)?;
    let systems = |task: &EffectTask| task.systems.iter().map(|wanted| wanted.outcomes.len()).collect::<Vec<_>>();
    let expected: Vec<Vec<usize>> = tasks.iter().map(systems).collect();
    let outcomes = |task: &Vec<SolvedSystem>| task.iter().map(|found| found.outcomes.len()).collect();
    let answered: Vec<Vec<usize>> = found.tasks.iter().map(outcomes).collect();
    if expected == answered { Ok(found) } else { Err(MalformedMessage) }
}

fn written(message: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(message).expect("numbers and texts can be written")
}

fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, MalformedMessage> {
    match postcard::take_from_bytes(bytes) {
        Ok((message, [])) => Ok(message),
        _ => Err(MalformedMessage),
    }
}
