//! The directory of a study: its settings, its records, what programs wrote, and the summary.
//!
//! | file | what |
//! |---|---|
//! | `study.toml` | all settings; a run that resumes has the same, or more |
//! | `records.csv` | one line for each comparison, in the order of completion; sorted when the study is finished |
//! | `summary.json` | means and deviations; there when the study is finished |
//! | `data/` | data sets that are not simulated |
//! | `logs/` | what programs wrote to their output and error streams |
//! | `work/` | files that programs read and write, while they run |
//! | `.lock` | held while a process works here |

use super::data_set::DataSetError;
use super::learner::{NoProgram, StudyLearner};
use super::settings::{SettingDifference, Study, StudyError};
use super::workplace::Workplace;
use crate::access::{AccessError, bytes_of, unusable};
use crate::records::{Record, RecordKey, RecordsError, repaired};
use contsid_io::write_atomically;
use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

pub(crate) const SETTINGS: &str = "study.toml";
const RECORDS: &str = "records.csv";
const SUMMARY: &str = "summary.json";
const LOGS: &str = "logs";
const WORK: &str = "work";
const LOCK: &str = ".lock";

/// Time to wait for a lock: a process that is about to end, or to become another program, may still hold it.
const PATIENCE: Duration = Duration::from_millis(500);

/// What to do if a directory is not empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    /// Refuse it.
    #[default]
    Refuse,
    /// Continue the study in it.
    Resume(WithoutGraph),
    /// Delete the study in it, and no other files; anything but a study is refused.
    Replace,
}

/// What to do with earlier trials that ended without a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WithoutGraph {
    /// Try them again, except Python functions, which only Python can call.
    #[default]
    Retry,
    /// Try all of them again.
    RetryAll,
    /// Keep their records.
    Keep,
}

impl Existing {
    /// Whether an earlier record is kept, and not made again.
    pub(crate) fn keeps(self, study: &Study, record: &Record) -> bool {
        match self {
            Self::Resume(WithoutGraph::Retry) => record.status.has_graph() || is_pythons(study, record),
            Self::Resume(WithoutGraph::RetryAll) => record.status.has_graph(),
            _ => true,
        }
    }
}

fn is_pythons(study: &Study, record: &Record) -> bool {
    let learners = &study.settings().learner;
    learners.iter().any(|learner| learner.is_python() && learner.name.as_str() == record.key.learner)
}

/// Why a directory cannot hold a study.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DirectoryError {
    /// Something cannot be read or written.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The directory is not empty.
    #[error("{} is not empty", path.display())]
    NotEmpty {
        /// The directory.
        path: PathBuf,
    },
    /// The directory holds something that is not a study.
    #[error("{} holds no study: there is no {SETTINGS}", path.display())]
    NoStudy {
        /// The directory.
        path: PathBuf,
    },
    /// Another process works there.
    #[error("another process works in {}", path.display())]
    Busy {
        /// The directory.
        path: PathBuf,
    },
    /// The stored settings are not valid.
    #[error("{}: {error}", path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// Why.
        error: Box<StudyError>,
    },
    /// The directory holds another study.
    #[error("{} holds another study: `{}` is {} there, and {} \
             here", path.display(), difference.key, difference.there, difference.here)]
    AnotherStudy {
        /// The directory.
        path: PathBuf,
        /// The first setting that differs.
        difference: Box<SettingDifference>,
    },
    /// The program of a learner does not exist.
    #[error(transparent)]
    NoProgram(#[from] NoProgram),
    /// A data set cannot be stored.
    #[error(transparent)]
    DataSet(#[from] DataSetError),
    /// The records cannot be read.
    #[error(transparent)]
    Records(#[from] RecordsError),
    /// A record belongs to another study.
    #[error("{}, line {line}: the record ({key}) is not of this study, or was made by other settings", path.display())]
    ForeignRecord {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What the record is about.
        key: Box<RecordKey>,
    },
    /// A comparison is recorded twice.
    #[error("{}, line {line}: the record ({key}) is there a second time", path.display())]
    Twice {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What the record is about.
        key: Box<RecordKey>,
    },
}

/// A directory that holds a study and nothing else, locked while this value lives.
#[derive(Debug)]
pub(crate) struct StudyDirectory {
    path: PathBuf,
    _lock: File,
}

impl StudyDirectory {
    /// Prepares the directory for a study.
    pub(crate) fn prepare(path: &Path, study: &Study, existing: Existing) -> Result<Self, DirectoryError> {
        let goes_on = matches!(existing, Existing::Resume(_)) && path.join(SETTINGS).exists();
        if !goes_on {
            study.settings().learner.iter().try_for_each(StudyLearner::check_program)?;
        }
        fs::create_dir_all(path).map_err(unusable(path))?;
        let (is_empty, has_study) = (is_empty(path)?, path.join(SETTINGS).exists());
        match existing {
            Existing::Refuse if !is_empty => return Err(DirectoryError::NotEmpty { path: path.to_owned() }),
            Existing::Resume(_) | Existing::Replace if !is_empty && !has_study => {
                return Err(DirectoryError::NoStudy { path: path.to_owned() });
            }
            _ => {}
        }
        let directory = Self { path: path.to_owned(), _lock: lock(path)? };
        if goes_on {
            directory.go_on(study, existing)?;
        } else {
            directory.begin(study)?;
        }
        Ok(directory)
    }

    fn begin(&self, study: &Study) -> Result<(), DirectoryError> {
        let logs = self.path.join(LOGS);
        absent_is_fine(&logs, fs::remove_dir_all(&logs))?;
        for name in [RECORDS, SUMMARY] {
            let path = self.path.join(name);
            absent_is_fine(&path, fs::remove_file(&path))?;
        }
        self.write_study(study)
    }

    /// Checks that the study contains what is kept of the stored one, and stores what is new.
    fn go_on(&self, study: &Study, existing: Existing) -> Result<(), DirectoryError> {
        let (stored, path) = (stored_study(&self.path)?, self.records_path());
        let records = repaired(&path, &bytes_if_any(&path)?)?;
        let kept = records.iter().filter(|record| existing.keeps(&stored, record));
        let learners: BTreeSet<&str> = kept.map(|record| record.key.learner.as_str()).collect();
        if let Some(difference) = study.lacks(&stored, |name| learners.contains(name.as_str())) {
            return Err(DirectoryError::AnotherStudy { path: self.path.clone(), difference: Box::new(difference) });
        }
        // A program that does not exist must not become part of the study.
        let is_there = |learner: &StudyLearner| {
            stored.settings().learner.iter().any(|there| (&there.name, &there.kind) == (&learner.name, &learner.kind))
        };
        let new = study.settings().learner.iter().filter(|learner| !is_there(learner));
        new.into_iter().try_for_each(StudyLearner::check_program)?;
        self.write_study(study)
    }

    /// Writes the settings last, because they name the data.
    fn write_study(&self, study: &Study) -> Result<(), DirectoryError> {
        study.data_sets().iter().try_for_each(|data_set| data_set.write(&self.path))?;
        self.write(SETTINGS, study.to_toml().as_bytes())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), DirectoryError> {
        let path = self.path.join(name);
        if fs::read(&path).is_ok_and(|there| there == bytes) {
            return Ok(());
        }
        Ok(write_atomically(path, |file| file.write_all(bytes)).map_err(AccessError::from)?)
    }

    pub(crate) fn records_path(&self) -> PathBuf {
        self.path.join(RECORDS)
    }

    pub(crate) fn workplace(&self) -> Result<Workplace, AccessError> {
        Workplace::begin(&self.path.join(WORK), self.path.join(LOGS))
    }

    pub(crate) fn write_summary(&self, json: &str) -> Result<(), DirectoryError> {
        self.write(SUMMARY, json.as_bytes())
    }

    /// Deletes the summary of a study that is no longer finished.
    pub(crate) fn delete_summary(&self) -> Result<(), DirectoryError> {
        let path = self.path.join(SUMMARY);
        absent_is_fine(&path, fs::remove_file(&path))
    }

    /// Replaces the records by these, in their order.
    pub(crate) fn write_records(&self, records: &[Record]) -> Result<(), DirectoryError> {
        self.write(RECORDS, as_text(records).as_bytes())
    }

    /// The records that are kept, of which `whole` leaves those of whole trials; the others are removed from the file.
    pub(crate) fn kept_records(
        &self,
        study: &Study,
        existing: Existing,
        whole: impl FnOnce(Vec<Record>) -> Vec<Record>,
    ) -> Result<Vec<Record>, DirectoryError> {
        let path = self.records_path();
        let bytes = bytes_if_any(&path)?;
        let records = whole(checked_records(&path, &bytes, study, existing)?);
        let kept = as_text(&records);
        if bytes.starts_with(kept.as_bytes()) {
            // Only the torn end is cut off; the rest need not be written again.
            let cut = File::options().write(true).open(&path).and_then(|file| file.set_len(kept.len() as u64));
            cut.map_err(unusable(&path))?;
        } else if !bytes.is_empty() {
            self.write(RECORDS, kept.as_bytes())?;
        }
        Ok(records)
    }
}

/// The study whose settings a directory holds.
///
/// # Errors
///
/// If there are none, or they are not valid.
pub fn stored_study(directory: &Path) -> Result<Study, DirectoryError> {
    let path = directory.join(SETTINGS);
    let bytes = match bytes_of(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(DirectoryError::NoStudy { path: directory.to_owned() });
        }
        read => read.map_err(unusable(&path))?,
    };
    let text = String::from_utf8(bytes).map_err(|error| unusable(&path)(io::Error::other(error.utf8_error())))?;
    Study::from_toml_in(directory, &text).map_err(|error| DirectoryError::Settings { path, error: Box::new(error) })
}

/// The whole records of a directory, checked against its study.
///
/// # Errors
///
/// If there is no study, or a record is of another study.
pub fn stored_records(directory: &Path) -> Result<StoredStudy, DirectoryError> {
    let study = stored_study(directory)?;
    let path = directory.join(RECORDS);
    let records = checked_records(&path, &bytes_if_any(&path)?, &study, Existing::Refuse)?;
    Ok(StoredStudy { study, records })
}

/// A study in a directory, with its records.
#[derive(Clone, Debug)]
pub struct StoredStudy {
    /// The study.
    pub study: Study,
    /// The records so far.
    pub records: Vec<Record>,
}

/// The bytes of a file; none if it does not exist.
fn bytes_if_any(path: &Path) -> Result<Vec<u8>, AccessError> {
    match bytes_of(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read.map_err(unusable(path)),
    }
}

fn as_text(records: &[Record]) -> String {
    [Record::header()].into_iter().chain(records.iter().map(Record::line)).collect()
}

/// The whole records that are kept, checked to be of the study and without repetition.
fn checked_records(
    path: &Path,
    bytes: &[u8],
    study: &Study,
    existing: Existing,
) -> Result<Vec<Record>, DirectoryError> {
    let (mut records, expected) = (repaired(path, bytes)?, study.expected_records());
    let mut seen = BTreeSet::new();
    for (index, record) in records.iter().enumerate().filter(|(_, record)| existing.keeps(study, record)) {
        let (path, line, key) = (path.to_owned(), index + 2, Box::new(record.key.clone()));
        if expected.get(&record.key).is_none_or(|expected| expected.settings != record.settings) {
            return Err(DirectoryError::ForeignRecord { path, line, key });
        }
        if !seen.insert(&record.key) {
            return Err(DirectoryError::Twice { path, line, key });
        }
    }
    records.retain(|record| existing.keeps(study, record));
    Ok(records)
}

fn lock(path: &Path) -> Result<File, DirectoryError> {
    let file = path.join(LOCK);
    let (lock, begun) = (File::create(&file).map_err(unusable(&file))?, Instant::now());
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(lock),
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => std::thread::sleep(PATIENCE / 50),
            Err(TryLockError::WouldBlock) => return Err(DirectoryError::Busy { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => return Err(unusable(&file)(error).into()),
        }
    }
}

fn absent_is_fine(path: &Path, removed: io::Result<()>) -> Result<(), DirectoryError> {
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unusable(path)(error).into()),
        _ => Ok(()),
    }
}

fn is_empty(path: &Path) -> Result<bool, DirectoryError> {
    for entry in fs::read_dir(path).map_err(unusable(path))? {
        let name = entry.map_err(unusable(path))?.file_name();
        // Left by a process that was killed before it wrote anything.
        if name != LOCK && !name.to_string_lossy().starts_with(".contsid-") {
            return Ok(false);
        }
    }
    Ok(true)
}
