//! A bar with the time left, for whatever takes longer than two seconds.

use crate::interrupt;
use contsid::execution::Monitor;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How long a computation may take before a bar appears.
const PATIENCE: Duration = Duration::from_secs(2);

/// Draws a bar on standard error, if that is a terminal, and passes Ctrl-C on.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    started: OnceLock<Instant>,
}

impl Progress {
    /// A bar for work that `task` names.
    pub fn new(task: &'static str) -> Self {
        let style = ProgressStyle::with_template("{msg} [{bar:40}] {percent:>3} %, {eta} left")
            .expect("the template is well formed")
            .progress_chars("=> ");
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        Self { bar: bar.with_style(style).with_message(task), started: OnceLock::new() }
    }
}

impl Monitor for Progress {
    fn begin(&self, total: u64) {
        self.started.get_or_init(Instant::now);
        self.bar.inc_length(total);
    }

    fn advance(&self, units: u64) {
        self.bar.inc(units);
        let waited = self.started.get().map_or(Duration::ZERO, Instant::elapsed);
        if self.bar.is_hidden() && waited > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
        }
    }

    fn is_cancelled(&self) -> bool {
        interrupt::happened()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
