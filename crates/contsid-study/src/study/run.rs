//! Running a study: every unit that has no records yet, on all threads, each recorded as soon as it is done.

use super::design::Unit;
use super::directory::{DirectoryError, StudyDirectory, positions};
use super::discover::{Deadline, Failure, discover};
use super::score::{Scored, score};
use super::settings::Study;
use crate::access::unusable;
use crate::records::{Record, RecordFile, Scores, Status};
use crate::simulate::Simulated;
use crate::tables::Summary;
use contsid::execution::{Cancelled, Execution};
use contsid::graph::MixedGraph;
use contsid_io::available_memory;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use thiserror::Error;

/// What clock the seconds are read from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// The computer's.
    #[default]
    Running,
    /// One that stands still: all seconds are 0, and the records are the same bytes in every run.
    Stopped,
}

/// Why a study did not reach its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// It was stopped. The records of finished units are kept.
    #[error("stopped; {done} of {total} records are kept, and `--resume` goes on from there")]
    Stopped {
        /// How many records there are.
        done: usize,
        /// How many there will be.
        total: usize,
    },
    /// Its directory failed.
    #[error(transparent)]
    Directory(#[from] DirectoryError),
}

/// A study that reached its end.
#[derive(Clone, Debug)]
pub struct Finished {
    /// All records, in the order of the study.
    pub records: Vec<Record>,
    /// How many of them were there before.
    pub resumed: usize,
}

/// Runs what is missing of a study.
///
/// Each unit, a learner on a data set, is one piece of work; inside it everything runs on one thread, so that seconds can
/// be compared. The monitor hears of each record. The records do not depend on the number of threads, nor on how often
/// the study was stopped and resumed. Where contSID would take more than its share of the memory that is available at
/// the start, the record says so.
///
/// # Errors
///
/// If the monitor stops it, if the directory cannot be written, or if it holds records of another study.
pub fn run(
    study: &Study,
    directory: &StudyDirectory,
    clock: Clock,
    execution: &Execution<'_>,
) -> Result<Finished, RunError> {
    let earlier = directory.finished_records(study)?;
    let resumed = earlier.len();
    let memory_limit = available_memory().map(|available| available / execution.threads() as u64);
    let runner = Runner { study, directory, clock, execution, fingerprint: study.fingerprint(), memory_limit };
    let mut records = runner.run_missing(earlier)?;
    let places = positions(study);
    records.sort_by_key(|record| places[&record.key]);
    directory.write_records(&records)?;
    directory.write_summary(&Summary::new(study, &records).to_json())?;
    directory.finish_work()?;
    Ok(Finished { records, resumed })
}

struct Runner<'a> {
    study: &'a Study,
    directory: &'a StudyDirectory,
    clock: Clock,
    execution: &'a Execution<'a>,
    fingerprint: String,
    /// What a unit may take, so that all threads together take what is available.
    memory_limit: Option<u64>,
}

enum Interrupted {
    Cancelled,
    Directory(DirectoryError),
}

impl From<Cancelled> for Interrupted {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl Runner<'_> {
    /// The earlier records and those of all units that had none.
    fn run_missing(&self, earlier: Vec<Record>) -> Result<Vec<Record>, RunError> {
        let (total, monitor) = (self.study.record_count(), self.execution.monitor());
        monitor.begin(total as u64);
        monitor.advance(earlier.len() as u64);
        let missing = self.missing(&earlier);
        let path = self.directory.records_path();
        let store = Store {
            file: RecordFile::open(&path).map_err(unusable(&path)).map_err(DirectoryError::from)?,
            records: earlier,
        };
        let store = Mutex::new(store);
        let ran = self.execution.map(&missing, |unit| {
            let records = self.records_of(unit)?;
            // A thread that panicked while it wrote left at most a torn line, as a killed process does.
            let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
            store.file.append(&records).map_err(|error| Interrupted::Directory(unusable(&path)(error).into()))?;
            monitor.advance(records.len() as u64);
            store.records.extend(records);
            Ok::<(), Interrupted>(())
        });
        let records = store.into_inner().unwrap_or_else(PoisonError::into_inner).records;
        match ran {
            Ok(_) => Ok(records),
            Err(Interrupted::Cancelled) => Err(RunError::Stopped { done: records.len(), total }),
            Err(Interrupted::Directory(error)) => Err(error.into()),
        }
    }

    fn missing(&self, earlier: &[Record]) -> Vec<Unit<'_>> {
        let done: BTreeSet<_> = earlier.iter().map(|record| &record.key).collect();
        let first = &self.study.settings().scoring[0];
        self.study.units().into_iter().filter(|unit| !done.contains(&unit.key(first))).collect()
    }

    fn records_of(&self, unit: &Unit<'_>) -> Result<Vec<Record>, Cancelled> {
        let simulated = match unit.simulation().and_then(|simulation| simulation.run()) {
            Ok(simulated) => simulated,
            Err(error) => {
                return Ok(self.failed(unit, 0.0, Status::Failed, &format!("nothing to learn from: {error}")));
            }
        };
        let begun = Instant::now();
        let learnt = discover(unit, &simulated, self.directory, self.execution.monitor());
        let seconds = self.seconds_since(begun);
        match learnt {
            Ok(learnt) => self.scored(unit, &simulated, &learnt, seconds),
            Err(Failure::Cancelled) => Err(Cancelled),
            Err(Failure::Failed(reason)) => Ok(self.failed(unit, seconds, Status::Failed, &reason)),
            Err(Failure::TimeLimit(limit)) => {
                let reason = format!("it ran past its limit of {} s", limit.value());
                Ok(self.failed(unit, seconds, Status::TimeLimit, &reason))
            }
        }
    }

    fn scored(
        &self,
        unit: &Unit<'_>,
        simulated: &Simulated,
        learnt: &MixedGraph,
        seconds: f64,
    ) -> Result<Vec<Record>, Cancelled> {
        let watch = Deadline::none(self.execution.monitor());
        let execution = Execution::default().watched_by(&watch);
        let scorings = self.study.settings().scoring.iter();
        scorings
            .map(|scoring| {
                let begun = Instant::now();
                let Scored { scores, missing, note } =
                    score(simulated, learnt, scoring, self.memory_limit, &execution)?;
                Ok(Record {
                    key: unit.key(scoring),
                    data_seed: unit.data_seed(),
                    study: self.fingerprint.clone(),
                    status: if missing.is_none() { Status::Ok } else { Status::Partial },
                    seconds,
                    scoring_seconds: self.seconds_since(begun),
                    scores,
                    message: missing.or_else(|| note.map(str::to_owned)).unwrap_or_default(),
                })
            })
            .collect()
    }

    fn failed(&self, unit: &Unit<'_>, seconds: f64, status: Status, message: &str) -> Vec<Record> {
        let record = |scoring| Record {
            key: unit.key(scoring),
            data_seed: unit.data_seed(),
            study: self.fingerprint.clone(),
            status,
            seconds,
            scoring_seconds: 0.0,
            scores: Scores::default(),
            message: message.to_owned(),
        };
        self.study.settings().scoring.iter().map(record).collect()
    }

    fn seconds_since(&self, begun: Instant) -> f64 {
        match self.clock {
            Clock::Running => begun.elapsed().as_secs_f64(),
            Clock::Stopped => 0.0,
        }
    }
}

struct Store {
    file: RecordFile,
    records: Vec<Record>,
}
