//! Why a file cannot be read: which file, where in it, what was found, and what to do.

mod fault;

use crate::hint::Hint;
use crate::shown::escaped;
use std::fmt;

pub use fault::{Fault, OddText};

/// Why a file cannot be read.
///
/// Its message reads `learnt.csv: line 3, column 2: …`.
#[derive(Debug)]
pub struct ReadError {
    source_name: String,
    problem: Box<Problem>,
}

impl ReadError {
    pub(crate) fn new(source_name: &str, problem: impl Into<Problem>) -> Self {
        Self { source_name: source_name.to_owned(), problem: Box::new(problem.into()) }
    }

    /// The file, or the caller's name for the bytes.
    pub fn source_name(&self) -> &str {
        &self.source_name
    }

    /// Where in the file.
    pub fn location(&self) -> &Location {
        &self.problem.location
    }

    /// What was found there.
    pub fn fault(&self) -> &Fault {
        &self.problem.fault
    }

    /// How to fix it, if that depends on the front end.
    pub fn hint(&self) -> Option<Hint> {
        self.problem.fault.hint()
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { location, fault } = &*self.problem;
        // Text from the file must not control a terminal.
        let separator = if *location == Location::File { "" } else { ": " };
        formatter.write_str(&escaped(&format!("{}: {location}{separator}{fault}", self.source_name)))
    }
}

impl std::error::Error for ReadError {}

/// Where in a file something was found. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Location {
    /// The file as a whole.
    File,
    /// A line of text.
    Line(usize),
    /// A position in a line of text.
    Position {
        /// The line.
        line: usize,
        /// The character or byte in the line.
        column: usize,
    },
    /// A cell of a table or matrix.
    Cell {
        /// The line.
        line: usize,
        /// The cell in the line.
        column: usize,
    },
    /// A cell of a column that has a name.
    NamedCell {
        /// The line, or the row of a file without lines.
        line: usize,
        /// The name of the column.
        column: String,
    },
    /// A part of a file that has no lines, such as `links[3]`.
    Part(String),
}

impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => Ok(()),
            Self::Line(line) => write!(formatter, "line {line}"),
            Self::Position { line, column } => write!(formatter, "line {line}, character {column}"),
            Self::Cell { line, column } => write!(formatter, "line {line}, column {column}"),
            Self::NamedCell { line, column } => write!(formatter, "line {line}, column `{column}`"),
            Self::Part(part) => formatter.write_str(part),
        }
    }
}

/// A fault and where it was found, before the name of the file is known.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) location: Location,
    pub(crate) fault: Fault,
}

impl Fault {
    pub(crate) fn at(self, location: Location) -> Problem {
        Problem { location, fault: self }
    }

    pub(crate) fn at_line(self, line: usize) -> Problem {
        self.at(Location::Line(line))
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        fault.at(Location::File)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::GraphFormat;

    #[test]
    fn faults_with_a_remedy_have_its_hint() {
        let text = || "x".to_owned();
        let cases = [
            (Fault::UnknownFormat { extension: None, known: text(), hint: Hint::GraphFormat }, Some(Hint::GraphFormat)),
            (Fault::UnknownFormat { extension: None, known: text(), hint: Hint::TableFormat }, Some(Hint::TableFormat)),
            (Fault::MissingValues(1), Some(Hint::DropMissing)),
            (Fault::UnknownCell(text()), Some(Hint::Threshold)),
            (Fault::WeightedPair(text()), Some(Hint::Threshold)),
            (Fault::MostlyNumbers { text: text(), numbers: 1, others: Vec::new(), more: 0 }, Some(Hint::OddCells)),
            (Fault::LooksLikeEndpoints { first: text(), second: text() }, Some(Hint::Endpoints)),
            (
                Fault::OtherFormat { extension: text(), expected: "a", found: "b", format: GraphFormat::Dot },
                Some(Hint::FileFormat(GraphFormat::Dot)),
            ),
            (Fault::Empty, None),
        ];
        for (fault, hint) in cases {
            let said = format!("{fault:?}");
            let error = ReadError::new("a.csv", fault.at_line(3));
            assert_eq!(error.hint(), hint, "{said}");
            assert_eq!((error.source_name(), error.location()), ("a.csv", &Location::Line(3)));
            assert!(error.to_string().starts_with("a.csv: line 3: "), "{error}");
        }
    }

    #[test]
    fn locations_in_words() {
        let column = || "age".to_owned();
        for (location, words) in [
            (Location::File, ""),
            (Location::Line(2), "line 2"),
            (Location::Position { line: 2, column: 5 }, "line 2, character 5"),
            (Location::Cell { line: 2, column: 5 }, "line 2, column 5"),
            (Location::NamedCell { line: 2, column: column() }, "line 2, column `age`"),
            (Location::Part(column()), "age"),
        ] {
            assert_eq!(location.to_string(), words);
        }
    }
}
