//! A way through a text, over white space and comments.

use crate::error::{Fault, Location, Problem};
use crate::source::LineCounter;

/// What begins and what ends a comment. One that does not end goes on to the end of the text.
pub(super) type Comment = (&'static str, &'static str);

/// A comment up to the end of the line.
pub(super) const HASH: Comment = ("#", "\n");
/// A comment up to the end of the line.
pub(super) const SLASHES: Comment = ("//", "\n");

/// Reads a text from its beginning to its end.
pub(super) struct Scanner<'a> {
    text: &'a str,
    /// The offset up to which it has been read.
    at: usize,
    lines: LineCounter<'a>,
    comments: &'static [Comment],
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, comments: &'static [Comment]) -> Self {
        Self { text, at: 0, lines: LineCounter::new(text), comments }
    }

    /// What follows white space and comments.
    pub(super) fn rest(&mut self) -> &'a str {
        loop {
            let rest = self.text[self.at..].trim_start();
            self.at = self.text.len() - rest.len();
            let Some((_, end)) = self.comments.iter().find(|(start, _)| rest.starts_with(start)) else { return rest };
            self.at += rest.find(end).map_or(rest.len(), |at| at + end.len());
        }
    }

    /// Moves on by this many bytes of [`Scanner::rest`], which it returns.
    pub(super) fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        self.at += length;
        taken
    }

    /// Goes back to an offset of before.
    pub(super) fn return_to(&mut self, at: usize) {
        self.at = at;
    }

    /// The offset of what follows.
    pub(super) fn offset(&mut self) -> usize {
        self.rest();
        self.at
    }

    /// Moves over a symbol, if it follows; returns whether it did.
    pub(super) fn take_symbol(&mut self, symbol: char) -> bool {
        let is_next = self.rest().starts_with(symbol);
        self.at += if is_next { symbol.len_utf8() } else { 0 };
        is_next
    }

    /// What follows up to a character that ends it.
    pub(super) fn take_until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        self.take(rest.find(ends).unwrap_or(rest.len()))
    }

    /// The line of what follows.
    pub(super) fn line(&mut self) -> usize {
        let offset = self.offset();
        self.lines.at(offset)
    }

    /// Where what follows stands.
    pub(super) fn location(&mut self) -> Location {
        Location::Line(self.line())
    }

    /// The problem that something else was expected.
    pub(super) fn unexpected(&mut self, expected: &str) -> Problem {
        let fault = match self.rest().lines().next() {
            Some(line) => Fault::syntax(line, expected),
            None => Fault::at_end(expected),
        };
        fault.at(self.location())
    }
}
