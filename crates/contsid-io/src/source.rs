//! The text of a file.

use crate::error::{Fault, Location, Problem};
use std::borrow::Cow;
use std::path::Path;

/// A line without its comment, and its number.
pub(crate) struct Line<'a> {
    pub(crate) number: usize,
    pub(crate) text: &'a str,
}

/// The text of a file, without a byte order mark, its lines ended by `\n`.
pub(crate) fn text(bytes: &[u8]) -> Result<Cow<'_, str>, Problem> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    // Old programs end lines by `\r` alone.
    let line_end = if bytes.contains(&b'\n') { b'\n' } else { b'\r' };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let lines: Vec<&[u8]> = bytes[..error.valid_up_to()].split(|&byte| byte == line_end).collect();
        let column = lines.last().map_or(1, |line| line.len() + 1);
        Fault::NotUtf8.at(Location::Position { line: lines.len(), column })
    })?;
    if text.trim().is_empty() {
        return Err(Fault::Empty.into());
    }
    let has_old_ends = line_end == b'\r' && text.contains('\r');
    Ok(if has_old_ends { Cow::Owned(text.replace('\r', "\n")) } else { Cow::Borrowed(text) })
}

/// The line, from 1, of the byte at `offset`.
pub(crate) fn line_at(bytes: &[u8], offset: usize) -> usize {
    1 + newlines(&bytes[..offset.min(bytes.len())])
}

/// Counts lines on the way through a text.
pub(crate) struct LineCounter<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> LineCounter<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), at: 0, line: 1 }
    }

    /// The line, from 1, of the byte at `offset`; fast if offsets increase.
    pub(crate) fn at(&mut self, offset: usize) -> usize {
        if offset < self.at {
            (self.at, self.line) = (0, 1);
        }
        self.line += newlines(&self.bytes[self.at..offset]);
        self.at = offset;
        self.line
    }
}

/// The number of line ends.
fn newlines(bytes: &[u8]) -> usize {
    bytes.iter().map(|&byte| usize::from(byte == b'\n')).sum()
}

/// Whether a comment begins there: a `#` at the beginning of the line or after white space.
pub(crate) fn begins_comment(line: &str, at: usize) -> bool {
    line[at..].starts_with('#') && (at == 0 || line[..at].ends_with(char::is_whitespace))
}

/// The extension of a path in lower case, before each `.gz`.
pub(crate) fn extension(path: &Path) -> Option<String> {
    match path.extension()?.to_string_lossy().to_lowercase() {
        gz if gz == "gz" => extension(path.file_stem()?.as_ref()),
        other => Some(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_may_end_by_a_carriage_return_alone() {
        assert_eq!(text(b"a\rb\r").unwrap(), "a\nb\n");
        assert_eq!(text(b"\"a\rb\"\r\n").unwrap(), "\"a\rb\"\r\n");
        let problem = text(b"a\rb\xff").unwrap_err();
        assert_eq!(problem.location, Location::Position { line: 2, column: 2 });
    }

    #[test]
    fn lines_are_counted_forwards_and_backwards() {
        let mut counter = LineCounter::new("a\nbc\n\nd");
        let found = [0, 1, 2, 4, 5, 6, 7, 0, 2, 6, 3].map(|offset| counter.at(offset));
        assert_eq!(found, [1, 1, 2, 2, 3, 4, 4, 1, 2, 4, 2]);
        assert_eq!([0, 1, 2, 6, 99].map(|offset| line_at(b"a\nbc\n\nd", offset)), [1, 1, 2, 4, 4]);
    }

    #[test]
    fn a_comment_begins_a_line_or_follows_white_space() {
        assert!(begins_comment("# all", 0) && begins_comment("a # b", 2) && begins_comment("a\t#b", 2));
        assert!(!begins_comment("a#b", 1) && !begins_comment("a # b", 0) && !begins_comment("a # b", 1));
    }

    #[test]
    fn the_extension_is_that_before_gz() {
        let of = |path: &str| extension(Path::new(path));
        assert_eq!(of("a/b.CSV").as_deref(), Some("csv"));
        assert_eq!((of("b.Tsv.GZ").as_deref(), of("b.csv.gz.gz").as_deref()), (Some("tsv"), Some("csv")));
        assert_eq!((of("b"), of("b.gz")), (None, None));
    }

    #[test]
    fn bytes_that_are_not_text_are_found() {
        let location = |bytes: &[u8]| text(bytes).unwrap_err().location;
        assert_eq!(location(b"ab\xff"), Location::Position { line: 1, column: 3 });
        assert_eq!(location(b"a\nb\ncd\xff"), Location::Position { line: 3, column: 3 });
        assert_eq!(text(b"\xEF\xBB\xBFa").unwrap(), "a");
        assert!(matches!(text(b" \n\t").unwrap_err().fault, Fault::Empty));
    }
}
