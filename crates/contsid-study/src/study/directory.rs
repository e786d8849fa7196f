//! The directory of a study: its settings, its records, what programs wrote, and the summary.
//!
//! | file | what |
//! |---|---|
//! | `study.toml` | all settings; a run that resumes must have the same |
//! | `records.csv` | one line for each comparison, in the order of completion; sorted when the study is finished |
//! | `summary.json` | means and deviations; there when the study is finished |
//! | `logs/` | what programs wrote to their output and error streams |
//! | `work/` | files that programs read and write, while they run |
//! | `.lock` | held while a process works here |

use super::settings::{Difference, Study, StudyError};
use crate::access::{AccessError, unusable};
use crate::records::{Record, RecordKey, RecordsError, repaired};
use contsid_io::write_atomically;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

const SETTINGS: &str = "study.toml";
const RECORDS: &str = "records.csv";
const SUMMARY: &str = "summary.json";
const LOGS: &str = "logs";
const WORK: &str = "work";
const LOCK: &str = ".lock";

/// What to do where a directory holds something already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    /// Refuse it.
    #[default]
    Refuse,
    /// Go on with the study that is there.
    Resume,
    /// Delete the study that is there, and no other files; what is not a study is refused.
    Replace,
}

/// Why a directory cannot hold a study.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DirectoryError {
    /// Something cannot be read or written.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The directory holds something.
    #[error("{} is not empty: choose another directory, or `--resume` the study in it, or replace it by `--force`", path.display())]
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
    /// The stored settings cannot be understood.
    #[error("{}: {error}", path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// Why.
        error: Box<StudyError>,
    },
    /// The directory holds another study.
    #[error("{} holds another study: `{}` is {} there, and {} here", path.display(), difference.key, difference.there, difference.here)]
    AnotherStudy {
        /// The directory.
        path: PathBuf,
        /// The first setting that differs.
        difference: Box<Difference>,
    },
    /// The records cannot be read.
    #[error(transparent)]
    Records(#[from] RecordsError),
    /// A record belongs to another study.
    #[error("{}, line {line}: the record ({key}) is of another study ({found}; this one is {expected})", path.display())]
    ForeignRecord {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What the record is about.
        key: Box<RecordKey>,
        /// The study it belongs to.
        found: String,
        /// The study of the directory.
        expected: String,
    },
    /// A comparison is recorded twice.
    #[error("{}, line {line}: the record ({key}) stands there a second time", path.display())]
    Twice {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What the record is about.
        key: Box<RecordKey>,
    },
}

/// A directory that holds this study and no other, locked while this value lives.
#[derive(Debug)]
pub struct StudyDirectory {
    path: PathBuf,
    _lock: File,
}

impl StudyDirectory {
    /// Makes the directory ready for a study.
    ///
    /// # Errors
    ///
    /// If it cannot be written, holds something that may not be touched, or belongs to another study or process.
    pub fn prepare(path: &Path, study: &Study, existing: Existing) -> Result<Self, DirectoryError> {
        fs::create_dir_all(path).map_err(unusable(path))?;
        let (is_empty, has_study) = (is_empty(path)?, path.join(SETTINGS).exists());
        match existing {
            Existing::Refuse if !is_empty => return Err(DirectoryError::NotEmpty { path: path.to_owned() }),
            Existing::Resume | Existing::Replace if !is_empty && !has_study => {
                return Err(DirectoryError::NoStudy { path: path.to_owned() });
            }
            _ => {}
        }
        let directory = Self { path: path.to_owned(), _lock: lock(path)? };
        match existing {
            Existing::Resume if has_study => directory.check_same(study)?,
            _ => directory.begin(study)?,
        }
        directory.clear(WORK)?;
        Ok(directory)
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn begin(&self, study: &Study) -> Result<(), DirectoryError> {
        self.clear(LOGS)?;
        for name in [RECORDS, SUMMARY] {
            let path = self.path.join(name);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(unusable(&path)(error).into()),
                _ => {}
            }
        }
        self.write(SETTINGS, study.to_toml().as_bytes())
    }

    fn check_same(&self, study: &Study) -> Result<(), DirectoryError> {
        match study.difference(&stored_study(&self.path)?) {
            Some(difference) => {
                Err(DirectoryError::AnotherStudy { path: self.path.clone(), difference: Box::new(difference) })
            }
            None => Ok(()),
        }
    }

    /// Deletes one of the study's own directories.
    pub(crate) fn clear(&self, name: &str) -> Result<(), DirectoryError> {
        let path = self.path.join(name);
        match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unusable(&path)(error).into()),
            _ => Ok(()),
        }
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

    /// The directory of programs' output, which is there when this returns.
    pub(crate) fn logs(&self) -> io::Result<PathBuf> {
        let path = self.path.join(LOGS);
        fs::create_dir_all(&path).map(|()| path)
    }

    /// A directory for the files of one unit, which is there when this returns.
    pub(crate) fn work(&self, stem: &str) -> io::Result<PathBuf> {
        let path = self.path.join(WORK).join(stem);
        fs::create_dir_all(&path).map(|()| path)
    }

    pub(crate) fn finish_work(&self) -> Result<(), DirectoryError> {
        self.clear(WORK)
    }

    pub(crate) fn write_summary(&self, json: &str) -> Result<(), DirectoryError> {
        self.write(SUMMARY, json.as_bytes())
    }

    /// Replaces the records by these, in their order.
    pub(crate) fn write_records(&self, records: &[Record]) -> Result<(), DirectoryError> {
        self.write(RECORDS, as_text(records).as_bytes())
    }

    /// The records of finished units, repaired; the file holds these and no others when this returns.
    pub(crate) fn finished_records(&self, study: &Study) -> Result<Vec<Record>, DirectoryError> {
        let path = self.records_path();
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            read => read.map_err(unusable(&path))?,
        };
        let records = repaired(&path, &bytes)?;
        check_records(&path, &records, study)?;
        let finished = of_finished_units(records, study);
        let kept = as_text(&finished);
        if bytes.starts_with(kept.as_bytes()) {
            // Only the end is torn off: what is before it need not be written again.
            let cut = File::options().write(true).open(&path).and_then(|file| file.set_len(kept.len() as u64));
            cut.map_err(unusable(&path))?;
        } else {
            self.write(RECORDS, kept.as_bytes())?;
        }
        Ok(finished)
    }
}

/// The study whose settings a directory holds.
///
/// # Errors
///
/// If there are none, or they cannot be understood.
pub fn stored_study(directory: &Path) -> Result<Study, DirectoryError> {
    let path = directory.join(SETTINGS);
    let text = match fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(DirectoryError::NoStudy { path: directory.to_owned() });
        }
        read => read.map_err(unusable(&path))?,
    };
    Study::from_toml(&text).map_err(|error| DirectoryError::Settings { path, error: Box::new(error) })
}

/// The whole records of a directory, checked to be of its study.
///
/// # Errors
///
/// If there is no study, or its records are not its own.
pub fn stored_records(directory: &Path) -> Result<StoredStudy, DirectoryError> {
    let study = stored_study(directory)?;
    let path = directory.join(RECORDS);
    let records = match fs::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        read => repaired(&path, &read.map_err(unusable(&path))?)?,
    };
    check_records(&path, &records, &study)?;
    Ok(StoredStudy { study, records })
}

/// What a directory holds of a study.
#[derive(Clone, Debug)]
pub struct StoredStudy {
    /// The study.
    pub study: Study,
    /// The records there are so far.
    pub records: Vec<Record>,
}

fn as_text(records: &[Record]) -> String {
    [Record::header()].into_iter().chain(records.iter().map(Record::line)).collect()
}

fn check_records(path: &Path, records: &[Record], study: &Study) -> Result<(), DirectoryError> {
    let expected = study.fingerprint();
    let known = positions(study);
    let mut seen = BTreeSet::new();
    for (place, record) in records.iter().enumerate() {
        let (path, line, key) = (path.to_owned(), place + 2, Box::new(record.key.clone()));
        if record.study != expected || !known.contains_key(&record.key) {
            let (found, expected) = (record.study.clone(), expected);
            return Err(DirectoryError::ForeignRecord { path, line, key, found, expected });
        }
        if !seen.insert(&record.key) {
            return Err(DirectoryError::Twice { path, line, key });
        }
    }
    Ok(())
}

/// Where each record of a finished study stands.
pub(crate) fn positions(study: &Study) -> BTreeMap<RecordKey, usize> {
    let scorings = &study.settings().scoring;
    let keys = study.units().into_iter().flat_map(|unit| scorings.iter().map(move |scoring| unit.key(scoring)));
    keys.enumerate().map(|(place, key)| (key, place)).collect()
}

/// A unit's records are written together: where one is torn off, all are dropped.
fn of_finished_units(records: Vec<Record>, study: &Study) -> Vec<Record> {
    let scorings = study.settings().scoring.len();
    let unit = |record: &Record| RecordKey { scoring: String::new(), ..record.key.clone() };
    let mut counts: BTreeMap<RecordKey, usize> = BTreeMap::new();
    for record in &records {
        *counts.entry(unit(record)).or_default() += 1;
    }
    records.into_iter().filter(|record| counts[&unit(record)] == scorings).collect()
}

fn lock(path: &Path) -> Result<File, DirectoryError> {
    let file = path.join(LOCK);
    let lock = File::create(&file).map_err(unusable(&file))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(DirectoryError::Busy { path: path.to_owned() }),
        Err(TryLockError::Error(error)) => Err(unusable(&file)(error).into()),
    }
}

fn is_empty(path: &Path) -> Result<bool, DirectoryError> {
    for entry in fs::read_dir(path).map_err(unusable(path))? {
        let name = entry.map_err(unusable(path))?.file_name();
        // What a process leaves that is killed before it has written anything.
        if name != LOCK && !name.to_string_lossy().starts_with(".contsid-") {
            return Ok(false);
        }
    }
    Ok(true)
}
