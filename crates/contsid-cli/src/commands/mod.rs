//! One module for each verb, and what they share.

pub mod compare;
pub mod completions;
pub mod convert;
pub mod demo;
pub mod discover;
pub mod falsify;
pub mod judge;
pub mod man;
pub mod simulate;
pub mod stability;
pub mod study;
pub mod tables;
pub mod why;

use anyhow::Result;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads that a command works on: as many as asked for, or one for each core.
pub fn thread_pool(threads: Option<u16>) -> Result<ThreadPool> {
    Ok(ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build()?)
}
