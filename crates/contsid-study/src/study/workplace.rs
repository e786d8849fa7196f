//! The directory where programs read their data and write their graphs.

use crate::access::{AccessError, unusable};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Attempts to delete a directory that a program may still write to.
const ATTEMPTS: usize = 5;

/// A directory of this run's own, and one for the output of programs. Both are created when needed.
///
/// Programs of a killed run may still write to its directory, so each run has a new one.
#[derive(Debug)]
pub struct Workplace {
    run: TempDir,
    logs: PathBuf,
    /// The directory of all runs, deleted at the end; none for a temporary one.
    runs: Option<PathBuf>,
}

impl Workplace {
    /// In a study's directory, which this process has locked: deletes what earlier runs left in `runs`.
    ///
    /// # Errors
    ///
    /// If a directory cannot be created.
    pub(crate) fn begin(runs: &Path, logs: PathBuf) -> Result<Self, AccessError> {
        clear(runs);
        fs::create_dir_all(runs).map_err(unusable(runs))?;
        let run = tempfile::Builder::new().prefix("run-").tempdir_in(runs).map_err(unusable(runs))?;
        Ok(Self { run, logs, runs: Some(runs.to_owned()) })
    }

    /// Among the system's temporary files; the output of programs goes to `logs`.
    ///
    /// # Errors
    ///
    /// If a directory cannot be created.
    pub fn temporary(logs: Option<PathBuf>) -> Result<Self, AccessError> {
        let run = tempfile::Builder::new().prefix("contsid-").tempdir();
        let run = run.map_err(unusable(&std::env::temp_dir()))?;
        let logs = logs.unwrap_or_else(|| run.path().join("logs"));
        Ok(Self { run, logs, runs: None })
    }

    /// Creates a directory for one trial.
    pub(crate) fn directory(&self, stem: &str) -> Result<PathBuf, AccessError> {
        made(self.run.path().join(stem))
    }

    /// Creates the directory for the output of programs.
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

/// Deletes a directory, as far as programs that outlived their run permit; leftovers do no harm.
fn clear(path: &Path) {
    for _ in 0..ATTEMPTS {
        if fs::remove_dir_all(path).is_ok() || !path.exists() {
            return;
        }
    }
}
