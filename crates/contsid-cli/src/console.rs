//! Notes and progress on standard error.

use crate::printer;
use crate::progress::Progress;
use std::cell::RefCell;
use std::path::Path;
use std::time::Instant;

/// How much is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speech {
    /// Notes, progress, and which files were written.
    Usual,
    /// Errors only.
    Quiet,
}

/// Prints notes and progress, and keeps the notes for the results.
#[derive(Debug)]
pub struct Console {
    speech: Speech,
    notes: RefCell<Vec<String>>,
    started: Instant,
}

impl Console {
    pub fn new(speech: Speech) -> Self {
        Self { speech, notes: RefCell::default(), started: Instant::now() }
    }

    /// A fact that a reader of the results should know.
    pub fn note(&self, text: String) {
        self.say(&format!("note: {text}"));
        self.notes.borrow_mut().push(text);
    }

    /// A file was written.
    pub fn wrote(&self, path: &Path) {
        self.say(&format!("wrote {}", path.display()));
    }

    /// A remark on the work that is not part of its result.
    pub fn say(&self, text: &str) {
        if self.speech == Speech::Usual {
            printer::say(text);
        }
    }

    /// What to type next, and why.
    pub fn next(&self, command: &str, why: &str) {
        self.say(&format!("next: {command}    # {why}"));
    }

    /// All notes so far.
    pub fn notes(&self) -> Vec<String> {
        self.notes.borrow().clone()
    }

    /// A progress bar, labelled `task`, from two seconds after the start of the program on.
    pub fn progress(&self, task: &'static str) -> Progress {
        match self.speech {
            Speech::Usual => Progress::new(task, self.started.elapsed()),
            Speech::Quiet => Progress::hidden(task),
        }
    }
}
