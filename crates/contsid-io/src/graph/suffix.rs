//! A graph file and, after `::`, how to read it: `lingam.csv::column-to-row,threshold=0.3`.

use super::format::{EdgeDirection, GraphFormat, GraphOptions, Marks, MatrixEncoding, Threshold};
use crate::shown::shown;
use contsid::named::{Named, Words};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use thiserror::Error;

/// Separates a path from how to read the file.
const MARK: &str = "::";

/// A graph file, optionally with how to read it.
///
/// The words after `::` are separated by commas, in any order: a direction, an encoding, a threshold, a format. A name
/// that contains `::` is written with `::` at its end.
///
/// ```
/// use contsid_io::graph::{EdgeDirection, GraphOptions, GraphSource};
///
/// let source: GraphSource = "lingam.csv::column-to-row,threshold=0.3".parse()?;
/// assert_eq!(source.path().to_str(), Some("lingam.csv"));
/// assert_eq!(source.options(&GraphOptions::default()).edge_direction, EdgeDirection::ColumnToRow);
/// let odd: GraphSource = "a::b.csv::".parse()?;
/// assert_eq!(odd.path().to_str(), Some("a::b.csv"));
/// # Ok::<(), contsid_io::graph::GraphSourceError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GraphSource {
    path: PathBuf,
    suffix: Option<Suffix>,
}

/// How one file is read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Suffix {
    format: Option<GraphFormat>,
    edge_direction: Option<EdgeDirection>,
    encoding: Option<MatrixEncoding>,
}

/// Why the words after `::` are not valid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphSourceError {
    /// A word has no meaning.
    #[error(
        "`{word}` after `::` does not say how a graph is read; known are {known}; \
         if `::` belongs to the name of the file, write `::` at its end"
    )]
    UnknownWord {
        /// The word.
        word: String,
        /// The words that are known.
        known: String,
    },
    /// A word names a choice that does not exist.
    #[error("`{word}` after `::` names no {what}; known are {known}")]
    UnknownChoice {
        /// The word.
        word: String,
        /// What is chosen.
        what: &'static str,
        /// The choices.
        known: String,
    },
    /// A threshold is not valid.
    #[error("`{word}` after `::`: a threshold must be finite and not negative")]
    Threshold {
        /// The word.
        word: String,
    },
    /// Two words are about the same choice.
    #[error("`{word}` after `::` is the second word about the {what}; write one")]
    Twice {
        /// The second word.
        word: String,
        /// What both are about.
        what: &'static str,
    },
}

impl GraphSource {
    /// A file without a suffix.
    pub fn plain(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), suffix: None }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the path is `-`, the standard input.
    pub fn is_standard_input(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// The options of the suffix; without one, the plain options.
    pub fn options(&self, plain: &GraphOptions) -> GraphOptions {
        self.suffix.map_or(*plain, |suffix| GraphOptions {
            format: suffix.format,
            fallback_format: None,
            edge_direction: suffix.edge_direction.unwrap_or_default(),
            encoding: suffix.encoding.unwrap_or_default(),
        })
    }

    /// Whether the suffix is about matrices or weights.
    pub(super) fn asks_for_matrix(&self) -> bool {
        self.suffix.is_some_and(|suffix| suffix.edge_direction.is_some() || suffix.encoding.is_some())
    }
}

impl FromStr for GraphSource {
    type Err = GraphSourceError;

    fn from_str(text: &str) -> Result<Self, GraphSourceError> {
        match text.rsplit_once(MARK) {
            None => Ok(Self::plain(text)),
            Some((path, "")) => Ok(Self::plain(path)),
            Some((path, words)) => {
                let mut suffix = Suffix::default();
                words.split(',').try_for_each(|word| suffix.add(word.trim()))?;
                Ok(Self { path: path.into(), suffix: Some(suffix) })
            }
        }
    }
}

impl fmt::Display for GraphSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match self.suffix {
            Some(suffix) => write!(formatter, "{path}{MARK}{suffix}"),
            None if path.to_string().contains(MARK) => write!(formatter, "{path}{MARK}"),
            None => write!(formatter, "{path}"),
        }
    }
}

impl Suffix {
    fn add(&mut self, word: &str) -> Result<(), GraphSourceError> {
        match word.split_once('=') {
            Some(("direction" | "edge-direction", value)) => {
                set(&mut self.edge_direction, choice(word, value, "direction")?, word, "direction")
            }
            Some(("format", value)) => set(&mut self.format, choice(word, value, "format")?, word, "format"),
            Some(("encoding", value)) => {
                let marks = value.parse().map_err(|_| unknown_encoding(word))?;
                set(&mut self.encoding, MatrixEncoding::new(marks, None), word, "encoding")
            }
            Some(("threshold", value)) => {
                let threshold = value.parse().ok().and_then(|size| Threshold::new(size).ok());
                let threshold = threshold.ok_or_else(|| GraphSourceError::Threshold { word: shown(word) })?;
                set(&mut self.encoding, MatrixEncoding::Weights(threshold), word, "encoding")
            }
            Some(_) => Err(unknown_word(word)),
            None => self.add_choice(word),
        }
    }

    /// A word that names a choice by itself.
    fn add_choice(&mut self, word: &str) -> Result<(), GraphSourceError> {
        if let Ok(direction) = EdgeDirection::from_str(word) {
            set(&mut self.edge_direction, direction, word, "direction")
        } else if let Ok(format) = GraphFormat::from_str(word) {
            set(&mut self.format, format, word, "format")
        } else if let Ok(marks) = Marks::from_str(word) {
            set(&mut self.encoding, MatrixEncoding::new(marks, None), word, "encoding")
        } else {
            Err(unknown_word(word))
        }
    }
}

fn set<T>(chosen: &mut Option<T>, choice: T, word: &str, what: &'static str) -> Result<(), GraphSourceError> {
    match chosen.replace(choice) {
        None => Ok(()),
        Some(_) => Err(GraphSourceError::Twice { word: shown(word), what }),
    }
}

fn choice<T: Words>(word: &str, value: &str, what: &'static str) -> Result<T, GraphSourceError> {
    value.parse().map_err(|_| GraphSourceError::UnknownChoice { word: shown(word), what, known: T::FORMS.join(", ") })
}

fn unknown_encoding(word: &str) -> GraphSourceError {
    let known = format!("{}, and threshold=SIZE for weights", Marks::FORMS.join(", "));
    GraphSourceError::UnknownChoice { word: shown(word), what: "encoding", known }
}

fn unknown_word(word: &str) -> GraphSourceError {
    let known = [EdgeDirection::FORMS, Marks::FORMS, &["threshold=SIZE"], GraphFormat::FORMS].concat();
    GraphSourceError::UnknownWord { word: shown(word), known: known.join(", ") }
}

impl fmt::Display for Suffix {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let encoding = self.encoding.map(|encoding| match encoding {
            MatrixEncoding::Weights(threshold) => format!("threshold={}", threshold.size()),
            other => other.name().to_owned(),
        });
        let format = self.format.map(|format| format.name().to_owned());
        let direction = self.edge_direction.map(|direction| direction.name().to_owned());
        formatter.write_str(&[direction, encoding, format].into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str) -> GraphOptions {
        text.parse::<GraphSource>().unwrap().options(&GraphOptions::default())
    }

    #[test]
    fn words_stand_in_any_order_and_in_both_forms() {
        let weights = MatrixEncoding::Weights(Threshold::new(0.3).unwrap());
        for text in [
            "b.csv::column-to-row,threshold=0.3,csv",
            "b.csv::format=csv, threshold=0.3 ,direction=column-to-row",
            "b.csv::threshold=.3,csv,edge-direction=column-to-row",
        ] {
            let options = options(text);
            assert_eq!(options.edge_direction, EdgeDirection::ColumnToRow, "{text}");
            assert_eq!((options.encoding, options.format), (weights, Some(GraphFormat::Csv)), "{text}");
        }
        assert_eq!(options("cl.csv::encoding=endpoints"), options("cl.csv::endpoints"));
        assert_eq!(options("cl.csv::endpoints").encoding, MatrixEncoding::Endpoints);
    }

    #[test]
    fn the_plain_options_are_for_files_without_suffix() {
        let plain = GraphOptions { edge_direction: EdgeDirection::ColumnToRow, ..GraphOptions::default() };
        let source = |text: &str| text.parse::<GraphSource>().unwrap().options(&plain);
        assert_eq!(source("truth.csv"), plain);
        assert_eq!(source("a::b.csv::"), plain);
        assert_eq!(source("truth.csv::adjacency"), GraphOptions::default());
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in ["g.csv", "a::b::", "-", "-::tetrad", "x.csv::column-to-row,threshold=0.3,tsv", "x::y::endpoints"] {
            assert_eq!(text.parse::<GraphSource>().unwrap().to_string(), text);
        }
        assert!("-::tetrad".parse::<GraphSource>().unwrap().is_standard_input());
    }

    #[test]
    fn errors_name_the_word_and_what_is_known() {
        for (text, expected) in [
            (
                "a::b.csv",
                "`b.csv` after `::` does not say how a graph is read; known are row-to-column, column-to-row,",
            ),
            ("a.csv::up", "`up` after"),
            ("a.csv::", ""),
            ("a.csv::,", "`` after"),
            ("a.csv::direction=up", "`direction=up` after `::` names no direction; known are row-to-column, column-to"),
            ("a.csv::format=xls", "`format=xls` after `::` names no format; known are csv, tsv"),
            ("a.csv::encoding=weights", "`encoding=weights` after `::` names no encoding; known are adjacency"),
            ("a.csv::threshold=-1", "`threshold=-1` after `::`: a threshold must be finite and not negative"),
            ("a.csv::threshold=x", "`threshold=x` after `::`: a threshold must be finite and not negative"),
            ("a.csv::size=1", "`size=1` after"),
            ("a.csv::endpoints,threshold=1", "`threshold=1` after `::` is the second word about the encoding"),
            ("a.csv::csv,tsv", "`tsv` after `::` is the second word about the format"),
        ] {
            let message = text.parse::<GraphSource>().map_or_else(|error| error.to_string(), |_| String::new());
            assert!(message.starts_with(expected) && message.is_empty() == expected.is_empty(), "{text}: {message}");
        }
    }
}
