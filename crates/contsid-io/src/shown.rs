//! Text from files in messages: short, on one line, and harmless to a terminal.

use std::borrow::Cow;
use std::fmt::{Display, Write};

/// The longest text from a file that a message quotes, in characters: enough to find it.
const LONGEST_QUOTE: usize = 60;

/// The longest message of another crate that is passed on, in characters.
const LONGEST_REASON: usize = 200;

/// The text with control characters, line separators and marks of writing direction as escapes such as `\u{1b}`, so
/// a terminal does not obey them.
///
/// ```
/// assert_eq!(contsid_io::escaped("mek\u{1b}[31m"), "mek\\u{1b}[31m");
/// assert_eq!(contsid_io::escaped("größe"), "größe");
/// ```
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut harmless = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_obeyed(character) {
            write!(harmless, "{}", character.escape_default()).expect("text goes into memory");
        } else {
            harmless.push(character);
        }
    }
    Cow::Owned(harmless)
}

fn is_obeyed(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text from a file for a message.
pub(crate) fn shown(text: &str) -> String {
    shortened(text, LONGEST_QUOTE)
}

/// The message of another crate, which may hold text from a file.
pub(crate) fn shown_reason(error: &impl Display) -> String {
    shortened(&error.to_string(), LONGEST_REASON)
}

/// Names in back quotes, separated by commas.
pub(crate) fn listed<Name: AsRef<str>>(names: &[Name]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{}`", escaped(name.as_ref()))).collect();
    names.join(", ")
}

/// A number of things, in words such as `1 row`.
pub(crate) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

fn shortened(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", escaped(&text[..end])),
        None => escaped(text).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        let text: String = (0..0x3000_u32).filter_map(char::from_u32).collect();
        assert!(!escaped(&text).contains(is_obeyed));
        assert_eq!(shown("a\nb\u{202e}c"), "a\\nb\\u{202e}c");
        assert_eq!(shown(&"é".repeat(61)), format!("{}…", "é".repeat(60)));
        assert_eq!(listed(&["a", "\u{7}"]), "`a`, `\\u{7}`");
    }
}
