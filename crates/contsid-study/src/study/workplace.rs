//! Where programs find their data and leave their graphs.

use crate::access::{AccessError, unusable};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// How often a directory is deleted that a program may still write to.
const ATTEMPTS: usize = 5;

/// A directory of files that no other run has, and one for what programs print. Both are made when they are needed.
///
/// A run that was killed may leave programs behind that still write to its directory. A run of its own name is never
/// among those.
#[derive(Debug)]
pub struct Workplace {
    run: TempDir,
    logs: PathBuf,
    /// The directory of all runs, deleted at the end if it is the study's own.
    runs: Option<PathBuf>,
}

impl Workplace {
    /// In a study's directory, which no other process uses now: what earlier runs left in `runs` is deleted.
    ///
    /// # Errors
    ///
    /// If a directory cannot be made.
    pub(crate) fn begin(runs: &Path, logs: PathBuf) -> Result<Self, AccessError> {
        clear(runs);
        fs::create_dir_all(runs).map_err(unusable(runs))?;
        let run = tempfile::Builder::new().prefix("run-").tempdir_in(runs).map_err(unusable(runs))?;
        Ok(Self { run, logs, runs: Some(runs.to_owned()) })
    }

    /// Among the system's temporary files; what programs print goes to `logs`.
    ///
    /// # Errors
    ///
    /// If a directory cannot be made.
    pub fn temporary(logs: Option<PathBuf>) -> Result<Self, AccessError> {
        let run = tempfile::Builder::new().prefix("contsid-").tempdir();
        let run = run.map_err(unusable(&std::env::temp_dir()))?;
        let logs = logs.unwrap_or_else(|| run.path().join("logs"));
        Ok(Self { run, logs, runs: None })
    }

    /// A directory for one trial, which is there when this returns.
    pub(crate) fn directory(&self, stem: &str) -> Result<PathBuf, AccessError> {
        made(self.run.path().join(stem))
    }

    /// The directory of what programs print, which is there when this returns.
    pub(crate) fn logs(&self) -> Result<PathBuf, AccessError> {
        made(self.logs.clone())
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        if let Some(runs) = &self.runs {
            clear(runs);
        }
    }
}

fn made(path: PathBuf) -> Result<PathBuf, AccessError> {
    fs::create_dir_all(&path).map_err(unusable(&path))?;
    Ok(path)
}

/// Deletes a directory. A program that outlived its run can write to it meanwhile; what it leaves does no harm.
fn clear(path: &Path) {
    for _ in 0..ATTEMPTS {
        if fs::remove_dir_all(path).is_ok() || !path.exists() {
            return;
        }
    }
}
