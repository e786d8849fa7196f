//! Runs a study: all trials without records, on all threads, each recorded as soon as it is done.

use super::directory::DirectoryError;
use super::discover::TrialStop;
use super::examine::{Clock, Examiner};
use super::journal::{Finished, Journal};
use crate::access::AccessError;
use crate::simulate::SimulationError;
use contsid::execution::{Cancelled, Execution, Monitor};
use contsid_io::available_memory;
use std::sync::{Mutex, MutexGuard, PoisonError};
use thiserror::Error;

/// Why a study did not finish.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// It was stopped. The records of finished trials are kept.
    #[error("stopped; {done} of {total} records are kept")]
    Stopped {
        /// The number of records so far.
        done: usize,
        /// The number of records of the finished study.
        total: usize,
    },
    /// A file cannot be written, or the disk is full. The records of finished trials are kept.
    #[error("{error}; stopped, {done} of {total} records are kept")]
    Disk {
        /// Which file, and why.
        error: AccessError,
        /// The number of records so far.
        done: usize,
        /// The number of records of the finished study.
        total: usize,
    },
    /// The directory cannot be used.
    #[error(transparent)]
    Directory(#[from] DirectoryError),
}

/// Runs the missing trials of a study, except those of Python functions, whose names are in the result.
///
/// Each trial, a learner on a data set, runs on one thread, so seconds can be compared. Every record is reported
/// to the monitor. The records do not depend on the number of threads, nor on how often the study was stopped and
/// resumed. If contSID would need more than its share of the memory available at the start, the record says so.
///
/// # Errors
///
/// If the monitor stops it, or if a file cannot be written.
pub fn run(journal: Journal, clock: Clock, execution: &Execution<'_>) -> Result<Finished, RunError> {
    let (missing, total) = (journal.missing_here(), journal.study().record_count());
    let (study, workplace) = (journal.study().clone(), journal.workplace());
    let halt = Halt { outer: execution.monitor(), reason: Mutex::new(None) };
    halt.begin(total as u64);
    halt.advance(journal.records().len() as u64);
    let memory_limit = available_memory().map(|available| available / execution.threads() as u64);
    let (journal, examiner) = (Mutex::new(journal), Examiner { clock, memory_limit });
    let ran = execution.watched_by(&halt).map(&missing, |&index| {
        let trial = study.trial(index);
        let records = match study.data_of(&trial, &halt) {
            Err(SimulationError::Cancelled(cancelled)) => return Err(cancelled),
            Ok(data) => halt.unless_stopped(examiner.examine(&trial, &data, &workplace, &halt))?,
            Err(error) => examiner.without_data(&trial, &error),
        };
        let (count, mut journal) = (records.len() as u64, held(&journal));
        Execution::default().watched_by(&halt).check()?;
        halt.unless_stopped(journal.append(records).map_err(TrialStop::Disk))?;
        halt.advance(count);
        Ok::<(), Cancelled>(())
    });
    drop(workplace);
    let journal = journal.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (reason, done) = (held(&halt.reason).take(), journal.records().len());
    match (ran, reason) {
        (_, Some(error)) => Err(RunError::Disk { error, done, total }),
        (Err(Cancelled), None) => Err(RunError::Stopped { done, total }),
        (Ok(_), None) => Ok(journal.finish()?),
    }
}

/// A thread that panicked while writing left at most a torn line, as a killed process does.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Forwards to another monitor, and stops all threads when one of them cannot write.
struct Halt<'a> {
    outer: &'a dyn Monitor,
    reason: Mutex<Option<AccessError>>,
}

impl Halt<'_> {
    fn unless_stopped<T>(&self, done: Result<T, TrialStop>) -> Result<T, Cancelled> {
        done.map_err(|stop| {
            if let TrialStop::Disk(error) = stop {
                held(&self.reason).get_or_insert(error);
            }
            Cancelled
        })
    }
}

impl Monitor for Halt<'_> {
    fn begin(&self, total: u64) {
        self.outer.begin(total);
    }

    fn advance(&self, units: u64) {
        self.outer.advance(units);
    }

    fn is_cancelled(&self) -> bool {
        self.outer.is_cancelled() || held(&self.reason).is_some()
    }
}
