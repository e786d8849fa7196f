//! Parts that are estimated by other processes, perhaps on other machines.
//!
//! A question says what every part is asked: the bases of the columns, the interventions, and the systems to be solved.
//! With it the rows of one part travel out; what comes back are sums over these rows, the same that a part of this
//! process keeps. So results are those of one process, bit by bit, whichever process estimated the parts.

use super::basis::Basis;
use super::data::{EffectData, RowsUsed};
use super::guide::WaveScale;
use super::part::{PartEstimates, PartPieces, PartSettings, SolvedSystem};
use super::rows::{PointShares, Ridge};
use super::systems::System;
use super::wanted::{EffectTask, TaskPoints, TaskSystem};
use crate::data::Table;
use crate::effect::{ContSidError, Estimand};
use crate::execution::Execution;
use crate::graph::{NodeId, NodeNames, NodeSet};
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
    treatments: Vec<usize>,
    columns: Vec<Vec<f64>>,
    shares: Vec<f64>,
    systems: Vec<SystemMessage>,
}

#[derive(Serialize, Deserialize)]
struct SystemMessage {
    treatments: Vec<usize>,
    adjustment: Vec<usize>,
    ridge: f64,
    outcomes: Vec<usize>,
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
    let RowsUsed::Parts(parts) = &data.rows else { unreachable!("all rows are estimated in this process") };
    written(&PartQuestion {
        names: data.table.names().iter().map(str::to_owned).collect(),
        bases: parts.settings.bases.clone(),
        scales: parts.settings.scales.clone(),
        checks_guides: parts.settings.checks_guides,
        tasks: tasks.iter().map(TaskMessage::new).collect(),
    })
}

impl TaskMessage {
    fn new(task: &EffectTask) -> Self {
        let system = |wanted: &TaskSystem| SystemMessage {
            treatments: indices(wanted.system.estimand.treatments.iter()),
            adjustment: indices(wanted.system.estimand.adjustment.iter()),
            ridge: wanted.system.ridge.value(),
            outcomes: indices(wanted.outcomes.iter().copied()),
        };
        Self {
            treatments: indices(task.treatments.iter()),
            columns: task.points.columns.clone(),
            shares: task.points.shares.shares.clone(),
            systems: task.systems.iter().map(system).collect(),
        }
    }

    fn read(self, settings: &PartSettings) -> Result<EffectTask, MalformedMessage> {
        let treatments = nodes(self.treatments, settings)?;
        let is_column = |values: &Vec<f64>| values.len() == self.shares.len();
        if treatments.len() != self.columns.len() || !self.columns.iter().all(is_column) {
            return Err(MalformedMessage);
        }
        let shares = PointShares::chosen(self.shares);
        let points = Arc::new(TaskPoints { columns: self.columns, shares, checked: None });
        let count = settings.names.len();
        let of_nodes = |listed: Vec<usize>| Ok(NodeSet::of(count, nodes(listed, settings)?));
        let treatments = NodeSet::of(count, treatments);
        let system = |message: SystemMessage| {
            let estimand =
                Estimand { treatments: of_nodes(message.treatments)?, adjustment: of_nodes(message.adjustment)? };
            let ridge = Ridge::new(message.ridge).map_err(|_| MalformedMessage)?;
            let plan = settings.plan(&estimand.treatments, points.of(&treatments, &estimand.treatments));
            let outcomes = nodes(message.outcomes, settings)?;
            Ok(TaskSystem { system: System { estimand, ridge }, plan, outcomes })
        };
        let systems = self.systems.into_iter().map(system).collect::<Result<Vec<_>, _>>()?;
        Ok(EffectTask { treatments, points, systems, contrasts: Vec::new() })
    }
}

fn indices(nodes: impl Iterator<Item = NodeId>) -> Vec<usize> {
    nodes.map(NodeId::index).collect()
}

fn nodes(listed: Vec<usize>, settings: &PartSettings) -> Result<Vec<NodeId>, MalformedMessage> {
    let is_node =
        |index: usize| if index < settings.names.len() { Ok(NodeId::new(index)) } else { Err(MalformedMessage) };
    listed.into_iter().map(is_node).collect()
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
