//! What people and programs see.

pub mod joint;
pub mod json;
pub mod learnt;
pub mod pairs;
pub mod settings;
pub mod table;

use anyhow::{Context, Result};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};

/// Prints text on standard output; a reader that has left, like `head`, is no mistake.
pub fn print(text: &str) -> Result<()> {
    print_bytes(visible(text).as_bytes())
}

/// Prints the content of a file on standard output, as it is unless that is a terminal.
pub fn print_file(bytes: &[u8]) -> Result<()> {
    match std::str::from_utf8(bytes) {
        Ok(text) if std::io::stdout().is_terminal() => print(text),
        _ => print_bytes(bytes),
    }
}

/// The content of JSON strings with escapes for what a terminal would obey.
fn escaped(json: &str) -> Cow<'_, str> {
    if !json.contains(is_obeyed) {
        return json.into();
    }
    let mut text = String::with_capacity(json.len());
    for symbol in json.chars() {
        if is_obeyed(symbol) {
            write!(text, "\\u{:04x}", u32::from(symbol)).expect("a string can be written to");
        } else {
            text.push(symbol);
        }
    }
    text.into()
}

fn print_bytes(bytes: &[u8]) -> Result<()> {
    let mut output = std::io::stdout().lock();
    match output.write_all(bytes).and_then(|()| output.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output cannot be written"),
    }
}

/// Says a line on standard error, unless the terminal is gone.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", visible(text));
}

/// Says on standard error what went wrong, and what can be done about it.
pub fn complaint(error: &anyhow::Error, hint: Option<&str>) {
    say(&format!("contsid: {error:#}"));
    if let Some(hint) = hint {
        say(&format!("hint: {hint}"));
    }
}

/// The text without characters that a terminal obeys: names come from files, and may hold escape sequences.
fn visible(text: &str) -> String {
    text.chars().map(|symbol| if is_obeyed(symbol) { char::REPLACEMENT_CHARACTER } else { symbol }).collect()
}

/// Whether a terminal does something at this character: control characters, and those that turn the direction of text.
fn is_obeyed(symbol: char) -> bool {
    let turns_text = matches!(symbol, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns_text || (symbol.is_control() && symbol != '\n' && symbol != '\t')
}

#[cfg(test)]
mod tests {
    use super::{escaped, visible};

    #[test]
    fn what_a_terminal_would_obey_is_replaced() {
        assert_eq!(
            visible("a\u{1b}[31mred\r\n\tb\u{9b}2J\u{202e}c"),
            "a\u{fffd}[31mred\u{fffd}\n\tb\u{fffd}2J\u{fffd}c"
        );
        assert_eq!(escaped("\"a\u{9b}2J\u{202e}c\""), r#""a\u009b2J\u202ec""#);
    }
}
