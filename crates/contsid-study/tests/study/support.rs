//! What the tests of studies share.

use contsid::execution::Execution;
use contsid_study::study::{Clock, Existing, Finished, RunError, Study, StudyDirectory, run};
use std::path::Path;

/// A study that takes milliseconds.
pub const TINY: &str = r#"
graphs = 2
nodes = [3, 4]
samples = [12]
seeds = [1, 7]

[[learner]]
name = "empty"

[[learner]]
name = "random"

[[scoring]]
name = "one"

[[scoring]]
name = "two"
"#;

pub fn study(text: &str) -> Study {
    Study::from_toml(text).unwrap()
}

/// Runs what is missing, without a clock, so that equal records are equal bytes.
pub fn run_in(path: &Path, study: &Study, existing: Existing) -> Result<Finished, RunError> {
    let directory = StudyDirectory::prepare(path, study, existing)?;
    run(study, &directory, Clock::Stopped, &Execution::default())
}

pub fn records(path: &Path) -> Vec<u8> {
    std::fs::read(path.join("records.csv")).unwrap()
}
