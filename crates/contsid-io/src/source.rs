//! The bytes and the text of a file.

use crate::error::{Fault, Location, Problem};
use crate::shown::shown_reason;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

/// The most bytes of a file that is read whole, decompressed: 1 GiB holds a matrix of 20,000 nodes as text. Longer
/// input, such as an endless device, is refused before memory runs out.
pub(crate) const MOST_BYTES: u64 = 1 << 30;

/// The first bytes of a compressed file.
pub(crate) const GZIP_MAGIC: &[u8] = b"\x1f\x8b";

/// Opens a file.
pub(crate) fn open(path: &Path) -> Result<File, Fault> {
    match File::open(path) {
        Ok(file) if file.metadata().is_ok_and(|found| found.is_dir()) => Err(Fault::Directory),
        Ok(file) => Ok(file),
        Err(_) if path.is_dir() => Err(Fault::Directory),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Fault::Missing),
        Err(error) => Err(Fault::Io(error)),
    }
}

/// The bytes of a file, decompressed.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Fault> {
    read_whole(open(path)?)
}

/// The bytes of a reader, decompressed.
pub(crate) fn read_whole(mut reader: impl Read) -> Result<Vec<u8>, Fault> {
    let mut start = Vec::new();
    reader.by_ref().take(GZIP_MAGIC.len() as u64).read_to_end(&mut start).map_err(Fault::Io)?;
    let is_compressed = start == GZIP_MAGIC;
    let reader = Cursor::new(start).chain(reader);
    if is_compressed {
        limited(flate2::read::MultiGzDecoder::new(reader), MOST_BYTES).map_err(as_gzip)
    } else {
        limited(reader, MOST_BYTES)
    }
}

/// The bytes, decompressed if they are compressed.
pub(crate) fn decompressed(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Fault> {
    if !bytes.starts_with(GZIP_MAGIC) {
        return Ok(Cow::Borrowed(bytes));
    }
    limited(flate2::read::MultiGzDecoder::new(bytes), MOST_BYTES).map(Cow::Owned).map_err(as_gzip)
}

/// The error of a decoder as that of an invalid file.
fn as_gzip(fault: Fault) -> Fault {
    match fault {
        Fault::Io(error) => Fault::Malformed { format: "gzip", reason: shown_reason(&error) },
        other => other,
    }
}

fn limited(reader: impl Read, limit: u64) -> Result<Vec<u8>, Fault> {
    let mut content = Vec::new();
    reader.take(limit + 1).read_to_end(&mut content).map_err(Fault::Io)?;
    if content.len() as u64 > limit { Err(Fault::TooLong { limit }) } else { Ok(content) }
}

/// The text of a file, without a byte order mark, its lines ended by `\n`.
pub(crate) fn text(bytes: &[u8]) -> Result<Cow<'_, str>, Problem> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let bytes = with_newlines(bytes);
    let not_utf8 = |valid: &[u8]| {
        let line_start = valid.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let column = valid.len() - line_start + 1;
        Fault::NotUtf8.at(Location::Position { line: line_at(valid, valid.len()), column })
    };
    let text = match bytes {
        Cow::Borrowed(bytes) => {
            let text = std::str::from_utf8(bytes).map_err(|error| not_utf8(&bytes[..error.valid_up_to()]))?;
            Cow::Borrowed(text)
        }
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            not_utf8(&error.as_bytes()[..valid])
        })?),
    };
    if text.trim().is_empty() { Err(Fault::Empty.into()) } else { Ok(text) }
}

/// Old programs end lines by `\r` alone.
fn with_newlines(bytes: &[u8]) -> Cow<'_, [u8]> {
    if !bytes.contains(&b'\r') || bytes.contains(&b'\n') {
        return Cow::Borrowed(bytes);
    }
    Cow::Owned(bytes.iter().map(|&byte| if byte == b'\r' { b'\n' } else { byte }).collect())
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

/// The extension of a path in lower case, before a `.gz`.
pub(crate) fn extension(path: &Path) -> Option<String> {
    let in_lower_case = |path: &Path| path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match in_lower_case(path) {
        Some(gz) if gz == "gz" => in_lower_case(path.file_stem()?.as_ref()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_refused() {
        let refused = limited(io::repeat(0), 1000);
        assert!(matches!(refused, Err(Fault::TooLong { limit: 1000 })));
        assert_eq!(limited(io::repeat(7).take(1000), 1000).unwrap().len(), 1000);
    }

    #[test]
    fn lines_may_end_by_a_carriage_return_alone() {
        assert_eq!(text(b"a\rb\r").unwrap(), "a\nb\n");
        assert_eq!(text(b"\"a\rb\"\r\n").unwrap(), "\"a\rb\"\r\n");
        let problem = text(b"a\rb\xff").unwrap_err();
        assert_eq!(problem.location, Location::Position { line: 2, column: 2 });
    }
}
