//! A bar with the time left, for work that takes longer than two seconds.

use crate::interrupt;
use contsid::execution::Monitor;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::mpsc::{RecvTimeoutError, SendError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Time from the start of the program before a bar appears.
const PATIENCE: Duration = Duration::from_secs(2);
/// Shortest time of a task that has a bar, so none flashes up.
const SHORTEST: Duration = Duration::from_millis(200);
/// Interval at which the times of a bar are redrawn.
const TICK: Duration = Duration::from_millis(200);

/// Draws a bar on standard error, if that is a terminal, and passes Ctrl-C on.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    waiting: Option<Waiting>,
}

/// The thread that shows the bar; dropping the sender ends it before.
#[derive(Debug)]
struct Waiting {
    advice: Sender<String>,
    thread: JoinHandle<()>,
}

impl Progress {
    /// A bar labelled `task`, in a program that has been running for some time.
    pub fn new(task: &'static str, running: Duration) -> Self {
        let patience = PATIENCE.saturating_sub(running).max(SHORTEST);
        Self::hidden(task).shown_after(patience, || ProgressDrawTarget::stderr_with_hz(5))
    }

    /// No bar, but Ctrl-C is passed on.
    pub fn hidden(task: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        let style = style("{msg}, {elapsed} so far");
        Self { bar: bar.with_style(style).with_message(task), waiting: None }
    }

    fn shown_after(mut self, patience: Duration, target: impl FnOnce() -> ProgressDrawTarget + Send + 'static) -> Self {
        let (advice, received) = channel();
        let bar = self.bar.clone();
        let wait = move || {
            let mut told = None;
            let started = std::time::Instant::now();
            loop {
                match received.recv_timeout(patience.saturating_sub(started.elapsed())) {
                    Ok(text) => told = Some(text),
                    Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => break,
                }
            }
            bar.set_draw_target(target());
            bar.enable_steady_tick(TICK);
            if let Some(text) = told {
                bar.println(text);
            }
        };
        self.waiting = Some(Waiting { advice, thread: std::thread::spawn(wait) });
        self
    }

    /// Shows advice above the bar.
    pub fn advise(&self, text: String) {
        if let Some(Err(SendError(text))) = self.waiting.as_ref().map(|waiting| waiting.advice.send(text)) {
            // The send fails once the bar is shown.
            self.bar.println(text);
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well formed").progress_chars("=> ")
}

impl Monitor for Progress {
    fn begin(&self, total: u64) {
        if self.bar.length() == Some(0) {
            self.bar.set_style(style("{msg} [{bar:40}] {percent:>3} %, {elapsed} so far, {eta} left"));
        }
        self.bar.inc_length(total);
    }

    fn advance(&self, units: u64) {
        self.bar.inc(units);
    }

    fn is_cancelled(&self) -> bool {
        interrupt::happened()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(Waiting { advice, thread }) = self.waiting.take() {
            drop(advice);
            thread.join().expect("the thread that shows a bar does not panic");
        }
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::InMemoryTerm;

    fn shown_after(patience: Duration) -> (InMemoryTerm, Progress) {
        let terminal = InMemoryTerm::new(5, 100);
        let target = {
            let terminal = terminal.clone();
            move || ProgressDrawTarget::term_like(Box::new(terminal))
        };
        (terminal, Progress::hidden("working").shown_after(patience, target))
    }

    #[test]
    fn a_bar_appears_though_nothing_advances_and_goes_at_the_end() {
        let (terminal, progress) = shown_after(Duration::from_millis(50));
        progress.advise("take fewer rows".to_owned());
        progress.begin(10);
        progress.advance(5);
        while !terminal.contents().contains("50 %") {
            std::thread::sleep(Duration::from_millis(5));
        }
        let contents = terminal.contents();
        assert!(contents.starts_with("take fewer rows\nworking ["), "{contents}");
        while !progress.waiting.as_ref().unwrap().thread.is_finished() {
            std::thread::sleep(Duration::from_millis(5));
        }
        progress.advise("or fewer columns".to_owned());
        drop(progress);
        assert_eq!(terminal.contents(), "take fewer rows\nor fewer columns");
    }

    #[test]
    fn work_of_unknown_length_has_no_share() {
        let (terminal, progress) = shown_after(Duration::from_millis(20));
        while !terminal.contents().contains("so far") {
            std::thread::sleep(Duration::from_millis(5));
        }
        let contents = terminal.contents();
        assert!(contents.starts_with("working, ") && !contents.contains('%'), "{contents}");
        drop(progress);
    }

    #[test]
    fn short_work_has_no_bar() {
        let (terminal, progress) = shown_after(Duration::from_secs(600));
        progress.advise("take fewer rows".to_owned());
        progress.begin(1);
        progress.advance(1);
        drop(progress);
        assert_eq!(terminal.contents(), "");
    }
}
