//! What the tests of studies share.

use contsid::execution::Execution;
use contsid_study::study::{Clock, Existing, Finished, Journal, RunError, Study, WithoutGraph, run};
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

/// Resumes, and retries trials without a graph.
pub const RESUME: Existing = Existing::Resume(WithoutGraph::Retry);

pub fn study(text: &str) -> Study {
    Study::from_toml(text).unwrap()
}

/// Runs the missing trials without a clock, so equal records are equal bytes.
pub fn run_in(path: &Path, study: &Study, existing: Existing) -> Result<Finished, RunError> {
    run(Journal::open(path, study, existing)?, Clock::Stopped, &Execution::default())
}

pub fn records(path: &Path) -> Vec<u8> {
    std::fs::read(path.join("records.csv")).unwrap()
}
