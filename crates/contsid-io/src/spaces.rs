//! White space between cells, replaced by tabs.

use std::io::{self, BufRead, BufReader, Read};

/// Reads text with each run of spaces and tabs between cells replaced by one tab; line ends and quoted cells are kept.
pub(crate) struct TabsForSpaces<R> {
    inner: BufReader<R>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before a cell.
    Start,
    /// In a cell.
    Cell,
    /// In a cell between quotation marks.
    Quoted,
    /// After a quotation mark that ends a cell, unless another follows.
    Closed,
    /// In white space after a cell.
    Between,
}

impl<R: Read> TabsForSpaces<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self { inner: BufReader::new(inner), state: State::Start }
    }
}

impl<R: Read> Read for TabsForSpaces<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut written = 0;
        // White space alone yields no bytes, which would mean the end.
        while written == 0 {
            let available = self.inner.fill_buf()?;
            if available.is_empty() || buffer.is_empty() {
                return Ok(0);
            }
            let mut used = 0;
            while let (Some(&byte), true) = (available.get(used), written < buffer.len()) {
                if self.state == State::Between && !is_blank(byte) && !is_line_end(byte) {
                    self.state = State::Start;
                    buffer[written] = b'\t';
                    written += 1;
                    continue;
                }
                self.state = next(self.state, byte);
                used += 1;
                if !is_blank(byte) || self.state == State::Quoted {
                    buffer[written] = byte;
                    written += 1;
                }
            }
            self.inner.consume(used);
        }
        Ok(written)
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

fn next(state: State, byte: u8) -> State {
    match (state, byte) {
        (State::Quoted, b'"') => State::Closed,
        (State::Quoted, _) | (State::Start | State::Closed, b'"') => State::Quoted,
        (_, b'\n' | b'\r') | (State::Start, b' ' | b'\t') => State::Start,
        (_, b' ' | b'\t') => State::Between,
        _ => State::Cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_white_space_are_one_tab() {
        let text = "  a  b\t c  \n\n\"x  y\" 1\r\n 2 \"\"\" 3\"\r4 5";
        let expected = "a\tb\tc\n\n\"x  y\"\t1\r\n2\t\"\"\" 3\"\r4\t5";
        let mut read = String::new();
        TabsForSpaces::new(text.as_bytes()).read_to_string(&mut read).unwrap();
        assert_eq!(read, expected);
        for size in 1..9 {
            let (mut reader, mut buffer, mut all) = (TabsForSpaces::new(text.as_bytes()), vec![0; size], Vec::new());
            loop {
                let count = reader.read(&mut buffer).unwrap();
                all.extend_from_slice(&buffer[..count]);
                if count == 0 {
                    break;
                }
            }
            assert_eq!(String::from_utf8(all).unwrap(), expected, "{size}");
        }
    }
}
