//! What people and programs see.

pub mod joint;
pub mod json;
pub mod page;
pub mod pairs;
pub mod settings;
pub mod table;

use anyhow::{Context, Result};
use std::io::Write;

/// Prints text on standard output; a reader that has left, like `head`, is no mistake.
pub fn print(text: &str) -> Result<()> {
    let mut output = std::io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output cannot be written"),
    }
}

/// Says on standard error what a reader should know.
#[allow(clippy::print_stderr, reason = "this is where the program speaks of what it noticed")]
pub fn note(text: &str) {
    eprintln!("note: {text}");
}

/// Says on standard error what went wrong, and what can be done about it.
#[allow(clippy::print_stderr, reason = "this is where the program speaks of its failures")]
pub fn complaint(error: &anyhow::Error, hint: Option<&str>) {
    eprintln!("contsid: {error:#}");
    if let Some(hint) = hint {
        eprintln!("hint: {hint}");
    }
}
