//! Stores the records of a study in its directory as soon as they are made.

use super::directory::{DirectoryError, Existing, StudyDirectory};
use super::learner::StudyLearner;
use super::name::Name;
use super::settings::Study;
use super::workplace::Workplace;
use crate::access::{AccessError, unusable};
use crate::records::{Record, RecordFile, RecordKey};
use crate::tables::Summary;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// The records of a study in a directory that no other process writes to while this value lives.
#[derive(Debug)]
pub struct Journal {
    study: Study,
    file: RecordFile,
    records: Vec<Record>,
    resumed: usize,
    workplace: Arc<Workplace>,
    directory: StudyDirectory,
}

/// A run that reached its end.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The records, in the order of the study; all of them, unless some are left to Python.
    pub records: Vec<Record>,
    /// The number of records that were there before.
    pub resumed: usize,
    /// Learners that lack records because only Python can run them.
    pub left_to_python: Vec<Name>,
}

/// The runs of a learner that ended without a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedRuns {
    /// The learner.
    pub learner: String,
    /// How many ended without a graph.
    pub failed: usize,
    /// The number of its runs.
    pub runs: usize,
    /// Why the first of them did.
    pub reason: String,
}

impl Finished {
    /// The learners of which runs ended without a graph.
    pub fn failed_runs(&self) -> Vec<FailedRuns> {
        // Every run has a record for each scoring: those of one scoring are all runs.
        let scoring = self.records.first().map(|record| &record.key.scoring);
        let mut found: Vec<FailedRuns> = Vec::new();
        for Record { key, status, message, .. } in &self.records {
            if Some(&key.scoring) != scoring {
                continue;
            }
            let index = found.iter().position(|runs| runs.learner == key.learner).unwrap_or_else(|| {
                found.push(FailedRuns { learner: key.learner.clone(), failed: 0, runs: 0, reason: String::new() });
                found.len() - 1
            });
            let own = &mut found[index];
            own.runs += 1;
            if !status.has_graph() {
                own.failed += 1;
                if own.failed == 1 {
                    own.reason.clone_from(message);
                }
            }
        }
        found.retain(|runs| runs.failed > 0);
        found
    }
}

impl Journal {
    /// Prepares a directory for a study, and reads the records in it. A torn last line is repaired, and trials without
    /// a graph are dropped if they are to be tried again.
    ///
    /// # Errors
    ///
    /// If the directory cannot be written, holds other files, or belongs to another study or process; or if the program
    /// of a learner does not exist.
    pub fn open(path: &Path, study: &Study, existing: Existing) -> Result<Self, DirectoryError> {
        let directory = StudyDirectory::prepare(path, study, existing)?;
        let workplace = Arc::new(directory.workplace()?);
        let records = directory.kept_records(study, existing, |records| of_finished_trials(records, study))?;
        let records_path = directory.records_path();
        let file = RecordFile::open(&records_path).map_err(unusable(&records_path))?;
        let resumed = records.len();
        let journal = Self { study: study.clone(), file, records, resumed, workplace, directory };
        journal.check_missing()?;
        Ok(journal)
    }

    fn check_missing(&self) -> Result<(), DirectoryError> {
        let wanted = self.learners_with_missing();
        if !wanted.is_empty() {
            self.directory.delete_summary()?;
        }
        Ok(wanted.into_iter().try_for_each(StudyLearner::check_program)?)
    }

    /// The learners that lack records, in the order of the study.
    fn learners_with_missing(&self) -> Vec<&StudyLearner> {
        let missing = self.missing();
        let names: BTreeSet<&Name> = missing.iter().map(|&index| &self.study.learner_of(index).name).collect();
        self.study.settings().learner.iter().filter(|learner| names.contains(&learner.name)).collect()
    }

    /// The study.
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// The records so far.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The indices of the trials without records, in the order of the study.
    pub fn missing(&self) -> Vec<usize> {
        let done: BTreeSet<&RecordKey> = self.records.iter().map(|record| &record.key).collect();
        let is_missing = |index: &usize| {
            let trial = self.study.trial(*index);
            !done.contains(&trial.key(&trial.scoring[0]))
        };
        (0..self.study.trial_count()).filter(is_missing).collect()
    }

    /// The Python functions that lack records.
    pub fn missing_functions(&self) -> Vec<Name> {
        let is_function = |learner: &&StudyLearner| learner.is_python();
        self.learners_with_missing().into_iter().filter(is_function).map(|learner| learner.name.clone()).collect()
    }

    /// Those of [`Self::missing`] whose learner is not a Python function.
    pub(crate) fn missing_here(&self) -> Vec<usize> {
        let is_here = |index: &usize| !self.study.learner_of(*index).is_python();
        self.missing().into_iter().filter(is_here).collect()
    }

    /// The directory where programs read their data and write their graphs.
    pub fn workplace(&self) -> Arc<Workplace> {
        Arc::clone(&self.workplace)
    }

    /// Stores the records of a trial: all of them, or none.
    ///
    /// # Errors
    ///
    /// If they cannot be written; the file then ends with the earlier records.
    pub fn append(&mut self, records: Vec<Record>) -> Result<(), AccessError> {
        self.file.append(&records).map_err(unusable(&self.directory.records_path()))?;
        self.records.extend(records);
        Ok(())
    }

    /// Sorts the records in the order of the study, and writes the summary if none is missing.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn finish(mut self) -> Result<Finished, DirectoryError> {
        let expected = self.study.expected_records();
        self.records.sort_by_key(|record| expected[&record.key].index);
        self.directory.write_records(&self.records)?;
        if self.records.len() == self.study.record_count() {
            self.directory.write_summary(&Summary::new(&self.study, &self.records).to_json())?;
        }
        let left_to_python = self.missing_functions();
        Ok(Finished { records: self.records, resumed: self.resumed, left_to_python })
    }
}

/// A trial's records are written together: if one is torn off, all are dropped.
fn of_finished_trials(records: Vec<Record>, study: &Study) -> Vec<Record> {
    let scorings = study.settings().scoring.len();
    let trial = |record: &Record| RecordKey { scoring: String::new(), ..record.key.clone() };
    let mut counts: BTreeMap<RecordKey, usize> = BTreeMap::new();
    for record in &records {
        *counts.entry(trial(record)).or_default() += 1;
    }
    records.into_iter().filter(|record| counts[&trial(record)] == scorings).collect()
}
