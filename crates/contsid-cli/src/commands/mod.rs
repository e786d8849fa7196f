//! One module for each verb, and what they share.

pub mod compare;
pub mod completions;
pub mod convert;
pub mod demo;
pub mod discover;
pub mod man;
pub mod simulate;
pub mod study;
pub mod tables;
pub mod why;

use anyhow::Result;
use contsid_io::table::MissingValues;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// What `--drop-missing` says about missing values.
fn missing_values(drop_missing: bool) -> MissingValues {
    if drop_missing { MissingValues::DropRows } else { MissingValues::Refuse }
}

/// The threads that a command works on: as many as asked for, or one for each core.
pub fn thread_pool(threads: Option<u16>) -> Result<ThreadPool> {
    Ok(ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build()?)
}
