//! The threads of a long computation, its progress, and how it is stopped.
//!
//! The core starts no threads of its own and keeps none between calls: the caller passes an [`Execution`].
//! Results never depend on it.

use rayon::ThreadPool;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// Receives the progress of a computation and may stop it.
pub trait Monitor: Sync {
    /// Work of `total` units begins.
    fn begin(&self, total: u64) {
        let _ = total;
    }

    /// This many more units are done.
    fn advance(&self, units: u64) {
        let _ = units;
    }

    /// Whether the computation should stop. Called often, from any thread.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// A monitor that ignores progress and stops nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Monitor for Silent {}

/// The computation was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before the end")]
pub struct Cancelled;

/// The threads that a computation runs on, and the monitor that watches it.
#[derive(Clone, Copy)]
pub struct Execution<'a> {
    pool: Option<&'a ThreadPool>,
    monitor: &'a dyn Monitor,
}

impl std::fmt::Debug for Execution<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Execution").field("threads", &self.threads()).finish_non_exhaustive()
    }
}

impl Default for Execution<'_> {
    fn default() -> Self {
        Self::alone()
    }
}

impl<'a> Execution<'a> {
    /// On the calling thread, without a monitor: it cannot be stopped.
    pub const fn alone() -> Self {
        Self { pool: None, monitor: &Silent }
    }

    /// On the threads of a pool.
    #[must_use]
    pub fn on(self, pool: &'a ThreadPool) -> Self {
        Self { pool: Some(pool), ..self }
    }

    /// Watched by a monitor.
    #[must_use]
    pub fn watched_by(self, monitor: &'a dyn Monitor) -> Self {
        Self { monitor, ..self }
    }

    /// On the calling thread, watched by the same monitor.
    #[must_use]
    pub fn on_this_thread(self) -> Self {
        Self { pool: None, ..self }
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.pool.map_or(1, ThreadPool::current_num_threads)
    }

    /// The monitor.
    pub fn monitor(&self) -> &'a dyn Monitor {
        self.monitor
    }

    /// Checks that the computation should go on.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.monitor.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }

    /// `work` for each item, on all threads; the results in the order of the items.
    ///
    /// # Errors
    ///
    /// The error of the first item, in their order, that fails; items after a failed one may be skipped. If the
    /// computation is stopped as well, either error may be returned.
    pub fn map<T: Sync, R: Send, E: Send + From<Cancelled>>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> Result<R, E> + Sync,
    ) -> Result<Vec<R>, E> {
        let checked = |item: &T| {
            self.check()?;
            work(item)
        };
        let Some(pool) = self.pool else { return items.iter().map(checked).collect() };
        let first_failure = AtomicUsize::new(usize::MAX);
        // A free thread takes the next item: if the largest come first, all threads are busy to the end.
        let next = AtomicUsize::new(0);
        let in_turn = |_| {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index > first_failure.load(Ordering::Relaxed) {
                return (index, None);
            }
            let result = checked(&items[index]);
            if result.is_err() {
                first_failure.fetch_min(index, Ordering::Relaxed);
            }
            (index, Some(result))
        };
        let mut results: Vec<(usize, Option<Result<R, E>>)> =
            pool.install(|| (0..items.len()).into_par_iter().with_max_len(1).map(in_turn).collect());
        results.sort_unstable_by_key(|&(index, _)| index);
        let found = |result: Option<Result<R, E>>| result.expect("only items after the first failure are left out");
        results.into_iter().map(|(_, result)| found(result)).collect()
    }
}

/// Memory that threads reuse: values that are not in use.
#[derive(Debug, Default)]
pub(crate) struct Pool<T>(Mutex<Vec<T>>);

impl<T: Default> Pool<T> {
    /// A used value, or a new one.
    pub(crate) fn take(&self) -> T {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Returns a value for reuse.
    pub(crate) fn give(&self, value: T) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::sync::atomic::AtomicBool;

    #[derive(Default)]
    struct StopAfter(AtomicUsize);

    impl Monitor for StopAfter {
        fn is_cancelled(&self) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed) >= 3
        }
    }

    #[test]
    fn results_keep_the_order_of_the_items() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let items: Vec<u64> = (0..1000).collect();
        let expected: Vec<u64> = items.iter().map(|item| 2 * item).collect();
        let double = |&item: &u64| Ok::<_, Cancelled>(2 * item);
        assert_eq!(Execution::default().map(&items, double).unwrap(), expected);
        // Two threads that wait for each other at each item cannot run one after the other.
        let both = Barrier::new(2);
        let together = |&item: &u64| {
            both.wait();
            Ok::<_, Cancelled>(2 * item)
        };
        assert_eq!(Execution::default().on(&pool).map(&items, together).unwrap(), expected);
    }

    #[derive(Debug, PartialEq)]
    struct Failed(Option<u64>);

    impl From<Cancelled> for Failed {
        fn from(_: Cancelled) -> Self {
            Self(None)
        }
    }

    /// All items fail, the first one last.
    #[test]
    fn the_error_is_that_of_the_first_item_whichever_failed_first() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let (items, another_failed) = ((0..100).collect::<Vec<u64>>(), AtomicBool::new(false));
        let fail = |&item: &u64| {
            while item == 0 && !another_failed.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
            another_failed.store(true, Ordering::SeqCst);
            Err::<(), _>(Failed(Some(item)))
        };
        assert_eq!(Execution::default().on(&pool).map(&items, fail), Err(Failed(Some(0))));
    }

    #[test]
    fn a_monitor_stops_the_work() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        for execution in [Execution::default(), Execution::default().on(&pool)] {
            let (monitor, done) = (StopAfter::default(), AtomicUsize::new(0));
            let count = |_: &u8| Ok::<_, Cancelled>(done.fetch_add(1, Ordering::Relaxed));
            assert_eq!(execution.watched_by(&monitor).map(&[0; 10], count), Err(Cancelled));
            assert_eq!(done.into_inner(), 3);
        }
    }
}
