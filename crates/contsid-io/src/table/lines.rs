//! The lines of a table of text, read one by one: the whole text is never in memory.

use crate::comments::LeadingComments;
use crate::delimited::{detected_separator, reader_builder};
use crate::error::{Fault, Location, Problem};
use crate::input::{Input, read_fault};
use crate::separator::Separator;
use crate::spaces::TabsForSpaces;
use csv::ByteRecord;
use std::error::Error;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;

/// The longest line, in bytes: a million cells of 60 characters. A longer one is not a table, and might be endless.
const LONGEST_LINE: u64 = 64 << 20;

/// The number of leading bytes from which the separator is detected: enough for two lines of 20,000 cells.
const HEAD: u64 = 1 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The lines of a table.
pub(super) struct Lines<'a> {
    input: &'a Input<'a>,
    separator: Separator,
    comments: LeadingComments,
}

/// A line and its offset.
pub(super) struct TableLine<'r> {
    pub(super) cells: &'r ByteRecord,
    pub(super) offset: u64,
}

/// Whether to go on to the next line.
type Visited = Result<ControlFlow<()>, Problem>;

impl<'a> Lines<'a> {
    /// The lines of a text, with the given separator or the detected one.
    pub(super) fn new(input: &'a Input<'a>, separator: Option<Separator>, usual: Separator) -> Result<Self, Problem> {
        let mut head = head(input)?;
        let comments = LeadingComments::of(&head, separator);
        let separator = separator.unwrap_or_else(|| {
            comments.blank(0, &mut head);
            // Old programs end lines by `\r` alone.
            let text = String::from_utf8_lossy(&head).replace("\r\n", "\n").replace('\r', "\n");
            detected_separator(&text, usual)
        });
        Ok(Self { input, separator, comments })
    }

    fn open(&self) -> Result<Box<dyn Read + 'a>, Fault> {
        let text = self.comments.blanking(without_mark(self.input.open()?)?);
        Ok(match self.separator {
            Separator::Space => Box::new(TabsForSpaces::new(text)),
            Separator::Character(_) => Box::new(text),
        })
    }

    /// Visits the lines, except blank ones, until `visit` breaks.
    pub(super) fn for_each(&self, mut visit: impl FnMut(TableLine<'_>) -> Visited) -> Result<(), Problem> {
        let bounded = Bounded { inner: self.open()?, left: LONGEST_LINE };
        let mut reader = reader_builder(self.separator).buffer_capacity(1 << 16).from_reader(bounded);
        let mut cells = ByteRecord::new();
        while reader.read_byte_record(&mut cells).map_err(problem)? {
            reader.get_mut().left = LONGEST_LINE;
            let is_blank = cells.len() == 1 && !cells[0].is_empty() && cells[0].trim_ascii().is_empty();
            let offset = cells.position().map_or(0, csv::Position::byte);
            if !is_blank && visit(TableLine { cells: &cells, offset })?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The line, from 1, that begins at the offset. Reads the file again: only errors need it.
    pub(super) fn line_at(&self, offset: u64) -> usize {
        self.open().map_or(1, |text| line_number(BufReader::new(text), offset).unwrap_or(1))
    }

    /// The text of a cell without the white space around it.
    pub(super) fn text<'r>(&self, line: &TableLine<'r>, index: usize) -> Result<&'r str, Problem> {
        let cell = std::str::from_utf8(&line.cells[index])
            .map_err(|_| Fault::NotUtf8.at(Location::Cell { line: self.line_at(line.offset), column: index + 1 }))?;
        Ok(cell.trim())
    }
}

fn problem(error: csv::Error) -> Problem {
    match error.into_kind() {
        csv::ErrorKind::Io(error) if error.get_ref().is_some_and(<dyn Error + Send + Sync>::is::<LineTooLong>) => {
            Fault::TooLong { what: "a line", limit: LONGEST_LINE }.into()
        }
        csv::ErrorKind::Io(error) => read_fault(error).into(),
        // Uneven lines and invalid UTF-8 are accepted here.
        kind => Fault::Malformed { format: "delimited text", reason: format!("{kind:?}") }.into(),
    }
}

/// The line in which a record begins, given the offset where the line before it ends.
fn line_number(mut text: impl BufRead, offset: u64) -> io::Result<usize> {
    let (mut line, mut at, mut after_return) = (1, 0, false);
    loop {
        let buffer = text.fill_buf()?;
        if buffer.is_empty() {
            return Ok(line);
        }
        for &byte in buffer {
            if at >= offset && !matches!(byte, b'\r' | b'\n') {
                return Ok(line);
            }
            line += usize::from(byte == b'\r' || byte == b'\n' && !after_return);
            after_return = byte == b'\r';
            at += 1;
        }
        let length = buffer.len();
        text.consume(length);
    }
}

/// The beginning of the text, up to the end of its last whole line.
fn head(input: &Input<'_>) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    without_mark(input.open()?)?.take(HEAD).read_to_end(&mut bytes).map_err(read_fault)?;
    if bytes.trim_ascii().is_empty() && (bytes.len() as u64) < HEAD {
        return Err(Fault::Empty.into());
    }
    if bytes.len() as u64 == HEAD
        && let Some(end) = bytes.iter().rposition(|&byte| byte == b'\n')
    {
        bytes.truncate(end);
    }
    Ok(bytes)
}

fn without_mark<'a>(mut text: Box<dyn Read + 'a>) -> Result<Box<dyn Read + 'a>, Fault> {
    let mut start = Vec::new();
    text.by_ref().take(BYTE_ORDER_MARK.len() as u64).read_to_end(&mut start).map_err(read_fault)?;
    if start == BYTE_ORDER_MARK {
        start.clear();
    }
    Ok(Box::new(io::Cursor::new(start).chain(text)))
}

/// Reads at most `left` bytes more, and then fails.
struct Bounded<R> {
    inner: R,
    left: u64,
}

#[derive(Debug, thiserror::Error)]
#[error("the line is too long")]
struct LineTooLong;

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::Error::other(LineTooLong));
        }
        let length = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let count = self.inner.read(&mut buffer[..length])?;
        self.left -= count as u64;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_however_they_end() {
        for text in ["a\nb\nc\nd", "a\r\nb\r\nc\r\nd", "a\rb\rc\rd"] {
            let end = text.find('b').unwrap() + 1;
            let numbers = [0, end].map(|offset| line_number(text.as_bytes(), offset as u64).unwrap());
            assert_eq!(numbers, [1, 3], "{text:?}");
        }
        assert_eq!(line_number(&b"a\n\n\r\nb"[..], 1).unwrap(), 4);
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let mut bounded = Bounded { inner: io::repeat(b'1'), left: 1000 };
        assert!(io::copy(&mut bounded, &mut io::sink()).is_err());
    }
}
