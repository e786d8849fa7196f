//! Long computations with the interpreter released, which Ctrl-C stops.

use crate::errors::{ContsidError, Failure, bad_option};
use contsid::execution::{Execution, Monitor};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// How often the interpreter is asked for signals.
const PERIOD: Duration = Duration::from_millis(50);

/// How long a computation runs before its progress is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// Asks the interpreter for signals, on the thread that called, and stops a computation when one raises.
struct Signals {
    caller: ThreadId,
    start: Instant,
    asked_at: AtomicU64,
    is_stopped: AtomicBool,
    raised: Mutex<Option<PyErr>>,
    /// The units of work that are done, and all of them.
    done: AtomicU64,
    total: AtomicU64,
    is_shown: AtomicBool,
}

impl Signals {
    fn new() -> Self {
        Self {
            caller: std::thread::current().id(),
            start: Instant::now(),
            asked_at: AtomicU64::new(0),
            is_stopped: AtomicBool::new(false),
            raised: Mutex::new(None),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
            is_shown: AtomicBool::new(false),
        }
    }

    fn ask(&self) {
        let answer = Python::attach(|py| py.check_signals().and_then(|()| self.show(py)));
        if let Err(error) = answer {
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            self.is_stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Shows the progress of a long computation.
    fn show(&self, py: Python<'_>) -> PyResult<()> {
        let [done, total] = [&self.done, &self.total].map(|count| count.load(Ordering::Relaxed));
        if self.start.elapsed() < PATIENCE || total == 0 {
            return Ok(());
        }
        self.is_shown.store(true, Ordering::Relaxed);
        py.import("contsid._progress")?.call_method1("show", (done.min(total), total)).map(drop)
    }

    /// Removes the bar, if there is one.
    fn close(&self) {
        if self.is_shown.load(Ordering::Relaxed) {
            let closed = Python::attach(|py| py.import("contsid._progress")?.call_method0("close").map(drop));
            // A bar that stays on the screen spoils no result.
            let _ = closed;
        }
    }

    fn into_raised(self) -> Option<PyErr> {
        self.raised.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Monitor for Signals {
    fn begin(&self, total: u64) {
        self.total.fetch_add(total, Ordering::Relaxed);
    }

    fn advance(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        let elapsed = self.start.elapsed().as_millis() as u64;
        let is_due = elapsed.saturating_sub(self.asked_at.load(Ordering::Relaxed)) >= PERIOD.as_millis() as u64;
        if is_due && std::thread::current().id() == self.caller {
            self.asked_at.store(elapsed, Ordering::Relaxed);
            self.ask();
        }
        self.is_stopped.load(Ordering::Relaxed)
    }
}

/// Does the work while the interpreter is held, so no Python code can change the arrays while they are read.
pub(crate) fn run_held<R>(work: impl FnOnce() -> PyResult<R>) -> PyResult<R> {
    finish(caught(|| Ok(work()?)), Signals::new())
}

/// Does the work on the calling thread.
pub(crate) fn run<R: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Execution<'_>) -> Result<R, Failure> + Send,
) -> PyResult<R> {
    let signals = Signals::new();
    let outcome = py.detach(|| caught(|| work(&Execution::default().watched_by(&signals))));
    finish(outcome, signals)
}

/// Does the work on this number of threads; one for each core if none is given.
pub(crate) fn run_on<R: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce(&Execution<'_>) -> Result<R, Failure> + Send,
) -> PyResult<R> {
    let pool = pool(threads)?;
    if pool.current_num_threads() == 1 {
        return run(py, work);
    }
    let signals = Signals::new();
    let outcome = py.detach(|| on_pool(&pool, &signals, work));
    finish(outcome, signals)
}

/// Nodes × rows³ up to which the threads of an estimate cost more than they save: five nodes and 100 rows take 0.3 ms
/// on one thread, and 0.6 ms on two.
const SMALL_ESTIMATE: f64 = 5e6;

/// Does the work of an estimate: on the calling thread if it is small and no number of threads is given.
pub(crate) fn run_estimate<R: Send>(
    py: Python<'_>,
    table: &contsid::data::Table,
    threads: Option<usize>,
    work: impl FnOnce(&Execution<'_>) -> Result<R, Failure> + Send,
) -> PyResult<R> {
    let size = table.column_count() as f64 * (table.row_count() as f64).powi(3);
    if threads.is_none() && size <= SMALL_ESTIMATE { run(py, work) } else { run_on(py, threads, work) }
}

/// The work goes on in another thread, while the calling one checks for signals: only it may.
fn on_pool<R: Send>(
    pool: &ThreadPool,
    signals: &Signals,
    work: impl FnOnce(&Execution<'_>) -> Result<R, Failure> + Send,
) -> Outcome<R> {
    std::thread::scope(|scope| {
        let (done, is_done) = channel();
        let worker = scope.spawn(move || {
            let outcome = caught(|| work(&Execution::default().on(pool).watched_by(signals)));
            // It fails only if the caller is gone, which then needs no answer.
            let _ = done.send(());
            outcome
        });
        while is_done.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
            signals.ask();
        }
        worker.join().unwrap_or_else(Err)
    })
}

type Outcome<R> = Result<Result<R, Failure>, Box<dyn Any + Send>>;

fn caught<R>(work: impl FnOnce() -> Result<R, Failure>) -> Outcome<R> {
    catch_unwind(AssertUnwindSafe(work))
}

/// What a signal raised comes first, even if the work was done before it heard of it.
fn finish<R>(outcome: Outcome<R>, signals: Signals) -> PyResult<R> {
    signals.close();
    if let Some(raised) = signals.into_raised() {
        return Err(raised);
    }
    match outcome {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(Failure::Raised(error))) => Err(error),
        Ok(Err(Failure::Cancelled)) => Err(ContsidError::new_err("stopped before the end")),
        Err(panic) => Err(ContsidError::new_err(format!("a defect of contsid, please report it: {}", words(&*panic)))),
    }
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

/// The threads, kept between calls. A process that was forked has none of its parent's, and starts its own.
fn pool(threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    static POOLS: Mutex<BTreeMap<(u32, usize), Arc<ThreadPool>>> = Mutex::new(BTreeMap::new());
    if threads == Some(0) {
        return Err(bad_option("threads must be at least 1, got 0"));
    }
    let count = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (std::process::id(), count);
    if let Some(pool) = pools.get(&key) {
        return Ok(Arc::clone(pool));
    }
    let pool = ThreadPoolBuilder::new().num_threads(count).build().map_err(bad_option)?;
    Ok(Arc::clone(pools.entry(key).or_insert(Arc::new(pool))))
}
