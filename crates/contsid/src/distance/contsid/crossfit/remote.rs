//! Parts that are estimated by other processes, perhaps on other machines.
//!
//! A question says what every part is asked: the bases of the columns, the interventions, and the systems to be solved.
//! With it the rows of one part travel out; what comes back are sums over these rows, the same that a part of this
//! process keeps. So results are those of one process, bit by bit, whoever estimated the parts.

use super::basis::Basis;
use super::guide::{Gauge, Guide};
use super::layout::PointShares;
use super::part::{PartEstimates, PartOutcome, PartSettings, PartSystem, estimate_part, values_of};
use super::points::PartPoints;
use super::prepared::PreparedParts;
use super::task::{PartTask, TaskEstimand, plan};
use super::wire::{MalformedMessage, Reader, Writer};
use crate::data::{Column, Table};
use crate::distance::contsid::{ContSidError, Estimand};
use crate::execution::Execution;
use crate::graph::{NodeNames, NodeSet};
use crate::kernel::{Bandwidth, Kernel, KernelColumn, KernelFamily};
use crate::named::Named;
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

/// What a part of some rows answers to a question, both as [`PartWorkers::answers`] gets them.
///
/// # Errors
///
/// If the bytes are of another version of the library, or a system cannot be solved.
pub fn answer_part(question: &[u8], rows: &[u8], execution: &Execution<'_>) -> Result<Vec<u8>, PartAnswerError> {
    let mut reader = Reader::new(question);
    let (names, settings) = read_settings(&mut reader)?;
    let table = read_rows(names, rows)?;
    let tasks = reader.list(|reader| read_task(reader, &settings))?;
    reader.finish()?;
    let all: Vec<usize> = (0..table.row_count()).collect();
    Ok(write_answer(&estimate_part(&settings, &table, &all, &tasks, execution)?))
}

/// What every part says about some tasks, estimated by other processes.
pub(super) fn solved(
    prepared: &PreparedParts<'_>,
    tasks: &[PartTask],
    parts: &[Vec<usize>],
    workers: &dyn PartWorkers,
    execution: &Execution<'_>,
) -> Result<Vec<Vec<PartEstimates>>, ContSidError> {
    let question = write_question(prepared, tasks);
    let mut found = Vec::with_capacity(parts.len());
    for parts in parts.chunks(MOST_PARTS) {
        execution.check()?;
        let rows: Vec<Vec<u8>> = parts.iter().map(|rows| write_rows(prepared.table, rows)).collect();
        let answers = workers.answers(&question, rows)?;
        if answers.len() != parts.len() {
            let reason = format!("{} answers came back for {} parts", answers.len(), parts.len());
            return Err(WorkersFailed { reason }.into());
        }
        for answer in answers {
            let read = read_answer(&answer).map_err(|error| WorkersFailed { reason: error.to_string() })?;
            if read.tasks.len() != tasks.len() {
                return Err(WorkersFailed { reason: MalformedMessage.to_string() }.into());
            }
            found.push(vec![read]);
        }
        execution.monitor().advance(parts.len() as u64);
    }
    Ok(found)
}

fn write_question(prepared: &PreparedParts<'_>, tasks: &[PartTask]) -> Vec<u8> {
    let mut writer = Writer::default();
    let names: Vec<&str> = prepared.table.names().iter().collect();
    writer.list(&names, |writer, name| writer.text(name));
    writer.number(prepared.settings.ridge);
    writer.list(&prepared.settings.bases, write_basis);
    writer.list(&prepared.settings.gauges, |writer, gauge| writer.list(gauge.as_slice(), write_gauge));
    writer.list(tasks, write_task);
    writer.into_bytes()
}

fn read_settings(reader: &mut Reader<'_>) -> Result<(NodeNames, PartSettings), MalformedMessage> {
    let names = reader.list(|reader| reader.text().map(str::to_owned))?;
    let names = NodeNames::new(names).map_err(|_| MalformedMessage)?;
    let (ridge, bases) = (reader.number()?, reader.list(read_basis)?);
    let gauges = reader.list(|reader| Ok(reader.list(read_gauge)?.pop()))?;
    let fits = bases.len() == names.len() && (gauges.is_empty() || gauges.len() == names.len());
    if !(fits && ridge > 0.0 && ridge.is_finite()) {
        return Err(MalformedMessage);
    }
    Ok((names, PartSettings::new(bases, gauges, ridge)))
}

fn write_basis(writer: &mut Writer, basis: &Basis) {
    let kernel = basis.landmarks.kernel();
    writer.text(kernel.family().name());
    writer.number(kernel.bandwidth().map_or(1.0, Bandwidth::value));
    writer.numbers(&basis.landmarks.values().collect::<Vec<_>>());
    writer.matrix(&basis.triangle);
    writer.count(usize::from(basis.is_exact));
    writer.number(basis.norm);
}

fn read_basis(reader: &mut Reader<'_>) -> Result<Basis, MalformedMessage> {
    let family: KernelFamily = reader.text()?.parse().map_err(|_| MalformedMessage)?;
    let bandwidth = Bandwidth::new(reader.number()?).map_err(|_| MalformedMessage)?;
    let kernel: Kernel = family.with_bandwidth(bandwidth);
    Ok(Basis {
        landmarks: KernelColumn::of_numbers(&reader.numbers()?, kernel),
        triangle: reader.matrix()?,
        is_exact: reader.count()? != 0,
        norm: reader.number()?,
    })
}

fn write_gauge(writer: &mut Writer, gauge: &Gauge) {
    writer.numbers(&[gauge.center, gauge.unit, gauge.step]);
    writer.count(gauge.waves);
}

fn read_gauge(reader: &mut Reader<'_>) -> Result<Gauge, MalformedMessage> {
    let [center, unit, step] = reader.numbers()?.try_into().map_err(|_| MalformedMessage)?;
    Ok(Gauge { center, unit, step, waves: reader.count()? })
}

fn write_task(writer: &mut Writer, task: &PartTask) {
    writer.nodes(task.treatments.iter());
    writer.list(&task.points.columns, |writer, values| writer.numbers(values));
    writer.numbers(&task.points.shares.shares);
    writer.list(&task.estimands, |writer, wanted| {
        writer.nodes(wanted.estimand.treatments.iter());
        writer.nodes(wanted.estimand.adjustment.iter());
        writer.nodes(wanted.outcomes.iter().copied());
    });
}

fn read_task(reader: &mut Reader<'_>, settings: &PartSettings) -> Result<PartTask, MalformedMessage> {
    let node_count = settings.bases.len();
    let treatments = reader.node_set(node_count)?;
    let columns = reader.list(Reader::numbers)?;
    let points = Arc::new(PartPoints { columns, shares: PointShares::chosen(reader.numbers()?) });
    let estimands = reader.list(|reader| read_estimand(reader, settings, &treatments, &points))?;
    Ok(PartTask { treatments, points, estimands, contrasts: Vec::new() })
}

fn read_estimand(
    reader: &mut Reader<'_>,
    settings: &PartSettings,
    treatments: &NodeSet,
    points: &PartPoints,
) -> Result<TaskEstimand, MalformedMessage> {
    let node_count = settings.bases.len();
    let (own, adjustment) = (reader.node_set(node_count)?, reader.node_set(node_count)?);
    let plan = Arc::new(plan(settings, treatments, points, &own));
    let estimand = Estimand { treatments: own, adjustment };
    Ok(TaskEstimand { estimand, plan, outcomes: reader.nodes(node_count)? })
}

/// The values of some rows, column after column.
fn write_rows(table: &Table, rows: &[usize]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.list(table.columns(), |writer, column| writer.numbers(&values_of(column, rows)));
    writer.into_bytes()
}

fn read_rows(names: NodeNames, bytes: &[u8]) -> Result<Table, MalformedMessage> {
    let mut reader = Reader::new(bytes);
    let columns = reader.list(Reader::numbers)?.into_iter().map(Column::numbers).collect();
    reader.finish()?;
    Table::new(names, columns).map_err(|_| MalformedMessage)
}

fn write_answer(estimates: &PartEstimates) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.list(&estimates.tasks, |writer, systems| {
        writer.list(systems, |writer, system| {
            writer.numbers(&system.scales);
            writer.numbers(&system.shifts);
            writer.list(&system.outcomes, write_outcome);
        });
    });
    writer.list(&estimates.means, |writer, mean| writer.numbers(mean));
    writer.into_bytes()
}

fn write_outcome(writer: &mut Writer, outcome: &PartOutcome) {
    writer.matrix(&outcome.features);
    writer.list(outcome.guide.as_slice(), |writer, guide| {
        writer.numbers(&guide.slopes);
        writer.numbers(&guide.coefficients);
    });
}

fn read_outcome(reader: &mut Reader<'_>) -> Result<PartOutcome, MalformedMessage> {
    let features = reader.matrix()?;
    let guide = |reader: &mut Reader<'_>| Ok(Guide { slopes: reader.numbers()?, coefficients: reader.numbers()? });
    Ok(PartOutcome { features, guide: reader.list(guide)?.pop() })
}

fn read_answer(bytes: &[u8]) -> Result<PartEstimates, MalformedMessage> {
    let mut reader = Reader::new(bytes);
    let system = |reader: &mut Reader<'_>| {
        let (scales, shifts) = (reader.numbers()?, reader.numbers()?);
        Ok(PartSystem { scales, shifts, outcomes: reader.list(read_outcome)? })
    };
    let tasks = reader.list(|reader| reader.list(system))?;
    let means = reader.list(Reader::numbers)?;
    reader.finish()?;
    Ok(PartEstimates { tasks, means })
}
