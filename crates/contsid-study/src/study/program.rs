//! A program as a learner: it reads a table from one file and writes a graph to another.

use serde::{Deserialize, Serialize};
use std::path::Path;
use thiserror::Error;

/// A command with placeholders for its files.
///
/// The command is split into words as a shell would, and run without a shell; `sh -c '…'` is a command like any other.
/// In each word `{data}` is replaced by the table's file, `{graph}` by the file to write the graph to, and `{seed}` by
/// the seed of the data set.
///
/// ```
/// use contsid_study::study::ProgramCommand;
///
/// assert!(ProgramCommand::new("python 'my learner.py' {data} --output={graph}").is_ok());
/// assert!(ProgramCommand::new("python my.py {data}").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ProgramCommand {
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
    /// A placeholder is missing.
    #[error("the command `{command}` does not contain `{placeholder}`: write it where the file's name belongs")]
    NoPlaceholder {
        /// The text.
        command: String,
        /// The missing placeholder.
        placeholder: &'static str,
    },
}

/// The files and the seed that a command is run with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placeholders<'a> {
    pub(crate) data: &'a Path,
    pub(crate) graph: &'a Path,
    pub(crate) seed: u64,
}

impl ProgramCommand {
    /// Splits a text into words and checks that both files have a placeholder.
    ///
    /// # Errors
    ///
    /// If a quote is not closed, or there are no words, or a file has no placeholder.
    pub fn new(text: &str) -> Result<Self, CommandError> {
        let command = text.to_owned();
        let words = shell_words::split(text).map_err(|_| CommandError::Quote { command: command.clone() })?;
        if words.is_empty() {
            return Err(CommandError::Empty);
        }
        match ["{data}", "{graph}"].into_iter().find(|name| !words.iter().any(|word| word.contains(name))) {
            Some(placeholder) => Err(CommandError::NoPlaceholder { command, placeholder }),
            None => Ok(Self { text: command, words }),
        }
    }

    /// The program, if no file of that name can be run. A name without a directory is searched along `PATH`; one with a
    /// placeholder is not checked.
    pub(crate) fn missing_program(&self) -> Option<&str> {
        let program = self.words[0].as_str();
        let is_there = if program.contains('{') || Path::new(program).components().count() > 1 {
            program.contains('{') || is_program(Path::new(program))
        } else {
            let directories = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&directories).any(|directory| is_program(&directory.join(program)))
        };
        (!is_there).then_some(program)
    }

    /// The program and its arguments.
    pub(crate) fn words(&self, values: Placeholders<'_>) -> Vec<String> {
        let (data, graph) = (values.data.to_string_lossy(), values.graph.to_string_lossy());
        let fill = |word: &String| {
            word.replace("{seed}", &values.seed.to_string()).replace("{data}", &data).replace("{graph}", &graph)
        };
        self.words.iter().map(fill).collect()
    }
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;

    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file() || path.with_extension("exe").is_file()
}

impl TryFrom<String> for ProgramCommand {
    type Error = CommandError;

    fn try_from(text: String) -> Result<Self, CommandError> {
        Self::new(&text)
    }
}

impl From<ProgramCommand> for String {
    fn from(command: ProgramCommand) -> Self {
        command.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_inside_words() {
        let command = ProgramCommand::new("run 'a b' --in={data} {graph} {seed}").unwrap();
        let values = Placeholders { data: Path::new("/x y/d.csv"), graph: Path::new("g.csv"), seed: 7 };
        assert_eq!(command.words(values), ["run", "a b", "--in=/x y/d.csv", "g.csv", "7"]);
    }

    #[test]
    #[cfg(unix)]
    fn programs_are_looked_for_before_they_are_run() {
        let missing = |text: &str| ProgramCommand::new(text).unwrap().missing_program().map(str::to_owned);
        assert_eq!(missing("sh -c ': {data} {graph}'"), None);
        assert_eq!(missing("/bin/sh -c ': {data} {graph}'"), None);
        assert_eq!(missing("no-such-program {data} {graph}"), Some("no-such-program".to_owned()));
        assert_eq!(missing("./no-such-program {data} {graph}"), Some("./no-such-program".to_owned()));
        // A file that is not executable, and a directory.
        assert_eq!(missing("/etc/passwd {data} {graph}"), Some("/etc/passwd".to_owned()));
        assert_eq!(missing("/etc {data} {graph}"), Some("/etc".to_owned()));
        assert_eq!(missing("{data} {graph}"), None);
    }

    #[test]
    fn commands_are_checked() {
        assert_eq!(ProgramCommand::new("  "), Err(CommandError::Empty));
        assert!(matches!(ProgramCommand::new("run 'x {data} {graph}"), Err(CommandError::Quote { .. })));
        assert!(matches!(
            ProgramCommand::new("run {graph}"),
            Err(CommandError::NoPlaceholder { placeholder: "{data}", .. })
        ));
    }
}
