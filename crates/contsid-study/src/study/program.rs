//! A program as a learner: it reads a table from one file and writes a graph to another.

use serde::{Deserialize, Serialize};
use std::path::Path;
use thiserror::Error;

/// A command with places for its files.
///
/// The command is split into words as a shell would, and run without one; `sh -c '…'` is a command like any other. In
/// each word `{data}` stands for the table's file, `{graph}` for the file the graph shall be written to, and `{seed}` for
/// the seed of the data set.
///
/// ```
/// use contsid_study::study::Command;
///
/// assert!(Command::new("python 'my learner.py' {data} --output={graph}").is_ok());
/// assert!(Command::new("python my.py {data}").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Command {
    text: String,
    words: Vec<String>,
}

/// Why a text is not a command for a learner.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CommandError {
    /// A quote is not closed.
    #[error("a quote is not closed in the command `{command}`")]
    Quote {
        /// The text.
        command: String,
    },
    /// There is no program.
    #[error("the command is empty")]
    Empty,
    /// A file has no place.
    #[error("the command `{command}` has no place for `{place}`: write it where the file's name shall stand")]
    NoPlace {
        /// The text.
        command: String,
        /// The place that is missing.
        place: &'static str,
    },
}

/// The files and the seed that a command is run with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places<'a> {
    pub(crate) data: &'a Path,
    pub(crate) graph: &'a Path,
    pub(crate) seed: u64,
}

impl Command {
    /// Splits a text into words and checks that both files have a place.
    ///
    /// # Errors
    ///
    /// If a quote is left open, or there are no words, or a file has no place.
    pub fn new(text: &str) -> Result<Self, CommandError> {
        let command = text.to_owned();
        let words = shell_words::split(text).map_err(|_| CommandError::Quote { command: command.clone() })?;
        if words.is_empty() {
            return Err(CommandError::Empty);
        }
        match ["{data}", "{graph}"].into_iter().find(|place| !words.iter().any(|word| word.contains(place))) {
            Some(place) => Err(CommandError::NoPlace { command, place }),
            None => Ok(Self { text: command, words }),
        }
    }

    /// The program and its arguments.
    pub(crate) fn words(&self, places: Places<'_>) -> Vec<String> {
        let (data, graph) = (places.data.to_string_lossy(), places.graph.to_string_lossy());
        let fill = |word: &String| {
            word.replace("{seed}", &places.seed.to_string()).replace("{data}", &data).replace("{graph}", &graph)
        };
        self.words.iter().map(fill).collect()
    }
}

impl TryFrom<String> for Command {
    type Error = CommandError;

    fn try_from(text: String) -> Result<Self, CommandError> {
        Self::new(&text)
    }
}

impl From<Command> for String {
    fn from(command: Command) -> Self {
        command.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_inside_words() {
        let command = Command::new("run 'a b' --in={data} {graph} {seed}").unwrap();
        let places = Places { data: Path::new("/x y/d.csv"), graph: Path::new("g.csv"), seed: 7 };
        assert_eq!(command.words(places), ["run", "a b", "--in=/x y/d.csv", "g.csv", "7"]);
    }

    #[test]
    fn commands_are_checked() {
        assert_eq!(Command::new("  "), Err(CommandError::Empty));
        assert!(matches!(Command::new("run 'x {data} {graph}"), Err(CommandError::Quote { .. })));
        assert!(matches!(Command::new("run {graph}"), Err(CommandError::NoPlace { place: "{data}", .. })));
    }
}
