//! The bytes and the text of a file.

use crate::error::{Fault, Location, Problem};
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a file.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Fault> {
    match fs::read(path) {
        Ok(bytes) => Ok(bytes),
        Err(_) if path.is_dir() => Err(Fault::Directory),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Fault::Missing),
        Err(error) => Err(Fault::Io(error)),
    }
}

/// How a compressed file begins.
pub(crate) const GZIP_MAGIC: &[u8] = b"\x1f\x8b";

/// The content of a compressed file.
pub(crate) fn decompressed(bytes: &[u8]) -> Result<Vec<u8>, Fault> {
    let mut content = Vec::new();
    match flate2::read::MultiGzDecoder::new(bytes).read_to_end(&mut content) {
        Ok(_) => Ok(content),
        Err(error) => Err(Fault::Malformed { format: "gzip", reason: shown_reason(&error) }),
    }
}

/// The text of a file, without a byte order mark.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, Problem> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let valid = &bytes[..error.valid_up_to()];
        let line_start = valid.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let column = valid.len() - line_start + 1;
        Fault::NotUtf8.at(Location::Position { line: line_at(valid, valid.len()), column })
    })?;
    if text.trim().is_empty() { Err(Fault::Empty.into()) } else { Ok(text) }
}

/// The number of the line, from 1, in which the byte at `offset` stands.
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

    /// The number of the line, from 1, in which the byte at `offset` stands; offsets must not fall.
    pub(crate) fn at(&mut self, offset: usize) -> usize {
        self.line += newlines(&self.bytes[self.at..offset]);
        self.at = offset;
        self.line
    }
}

/// How often a line ends.
fn newlines(bytes: &[u8]) -> usize {
    bytes.iter().map(|&byte| usize::from(byte == b'\n')).sum()
}

/// Whether a comment begins there: a `#` at the beginning of the line or after white space.
pub(crate) fn begins_comment(line: &str, at: usize) -> bool {
    line[at..].starts_with('#') && (at == 0 || line[..at].ends_with(char::is_whitespace))
}

/// The extension of a path in lower case.
pub(crate) fn extension(path: &Path) -> Option<String> {
    path.extension().map(|extension| extension.to_string_lossy().to_lowercase())
}

/// Text from a file for a message: short, and on one line.
pub(crate) fn shown(text: &str) -> String {
    on_one_line(text, 60)
}

/// The message of another crate, which may hold text from a file.
pub(crate) fn shown_reason(error: &impl std::fmt::Display) -> String {
    on_one_line(&error.to_string(), 200)
}

fn on_one_line(text: &str, longest: usize) -> String {
    let line: String = text.chars().take(longest).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(longest).is_some() { format!("{line}…") } else { line }
}
