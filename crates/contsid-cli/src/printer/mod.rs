//! What people and programs see.

pub mod claims;
pub mod crossfit;
pub mod edges;
pub mod falsify;
mod fitted;
pub mod joint;
pub mod json;
pub mod judge;
pub mod learnt;
pub mod pairs;
pub mod settings;
pub mod stability;
pub mod table;

use anyhow::{Context, Result};
use std::borrow::Cow;
use std::io::{IsTerminal, Write};

/// Prints text on standard output; a reader that stopped reading, like `head`, is not an error.
pub fn print(text: &str) -> Result<()> {
    print_bytes(visible(text).as_bytes())
}

/// Prints the content of a file on standard output, unchanged unless that is a terminal.
pub fn print_file(bytes: &[u8]) -> Result<()> {
    match std::str::from_utf8(bytes) {
        Ok(text) if std::io::stdout().is_terminal() => print(text),
        _ => print_bytes(bytes),
    }
}

fn print_bytes(bytes: &[u8]) -> Result<()> {
    let mut output = std::io::stdout().lock();
    match output.write_all(bytes).and_then(|()| output.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output cannot be written"),
    }
}

/// Prints a line on standard error, unless the terminal is gone.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", visible(text));
}

/// A number of things, in words such as `1 edge`.
pub fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Prints an error and its hint on standard error.
pub fn complaint(error: &anyhow::Error, hint: Option<&str>) {
    say(&format!("contsid: {error:#}"));
    if let Some(hint) = hint {
        say(&format!("hint: {hint}"));
    }
}

/// The text without control characters: names come from files, and may hold escape sequences.
fn visible(text: &str) -> Cow<'_, str> {
    with_escapes(text, |symbol| contsid_io::escaped(symbol.encode_utf8(&mut [0; 4])).into_owned())
}

/// JSON with escaped control characters: only strings can hold them.
fn escaped(json: &str) -> Cow<'_, str> {
    with_escapes(json, |symbol| format!("\\u{:04x}", u32::from(symbol)))
}

fn with_escapes(text: &str, escape: impl Fn(char) -> String) -> Cow<'_, str> {
    let is_obeyed = |symbol: char| {
        let is_layout = matches!(symbol, '\n' | '\t');
        !is_layout && matches!(contsid_io::escaped(symbol.encode_utf8(&mut [0; 4])), Cow::Owned(_))
    };
    if !text.contains(is_obeyed) {
        return text.into();
    }
    let mut harmless = String::with_capacity(text.len());
    for symbol in text.chars() {
        if is_obeyed(symbol) { harmless += &escape(symbol) } else { harmless.push(symbol) }
    }
    harmless.into()
}

#[cfg(test)]
mod tests {
    use super::{escaped, visible};

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(visible("a\u{1b}[31mred\r\n\tb\u{9b}2J\u{202e}c"), "a\\u{1b}[31mred\\r\n\tb\\u{9b}2J\\u{202e}c");
        assert_eq!(escaped("\"a\u{9b}2J\u{202e}c\""), r#""a\u009b2J\u202ec""#);
    }
}
