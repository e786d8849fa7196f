//! Hints for errors in terms of options: a library's error carries the fact, the command line adds what to type.

use contsid::comparison::NotUsable;
use contsid::distance::contsid::{ContSidError, PartitionError};
use contsid::graph::PdagError;
use contsid_discovery::DiscoveryError;
use contsid_io::graph::{AlignError, NamedGraph};
use contsid_io::{Hint, ReadError, WriteError};
use contsid_study::OutputError;
use contsid_study::records::RecordsError;
use contsid_study::simulate::SimulationError;
use contsid_study::study::{DirectoryError, RunError};
use std::fmt;

/// An error with a hint of its own.
#[derive(Debug)]
struct Hinted {
    message: String,
    hint: &'static str,
}

impl fmt::Display for Hinted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Hinted {}

/// The error of a graph that no directed acyclic graph extends, in a command with `--undirected`.
pub fn not_usable(graph: &NamedGraph, error: &NotUsable) -> anyhow::Error {
    let message = format!("{}: {}", graph.source_name(), error.in_words(graph.names()));
    match error {
        NotUsable::NotExtendable(PdagError::Stuck { .. }) => {
            Hinted { message, hint: "leave undirected edges out with --undirected drop" }.into()
        }
        _ => anyhow::Error::msg(message),
    }
}

/// The error of data that contSID cannot be estimated from, with their file.
pub fn in_file(file: &str, error: &ContSidError) -> anyhow::Error {
    let message = format!("{file}: {error}");
    match error {
        ContSidError::Partition(PartitionError::TooFewRows { .. }) => {
            Hinted { message, hint: "leave cross-fitting out with --crossfit off" }.into()
        }
        ContSidError::Partition(PartitionError::SmallPart { .. }) => {
            Hinted { message, hint: "take larger parts with --part-rows" }.into()
        }
        _ => anyhow::Error::msg(message),
    }
}

/// The hint for an error, if there is one; `output_format` is the option that chooses the format to write.
pub fn hint(error: &anyhow::Error, output_format: &str) -> Option<String> {
    error.chain().find_map(|cause| {
        let of_file = (cause.downcast_ref().and_then(ReadError::hint))
            .or_else(|| cause.downcast_ref().and_then(WriteError::hint));
        let own = cause.downcast_ref::<Hinted>().map(|hinted| hinted.hint.to_owned());
        let columns = matches!(
            cause.downcast_ref(),
            Some(
                DiscoveryError::Categorical { .. } | DiscoveryError::Constant { .. } | DiscoveryError::Collinear { .. }
            )
        );
        let absent = matches!(cause.downcast_ref(), Some(AlignError::Names { .. }));
        let overflow = matches!(cause.downcast_ref(), Some(SimulationError::Overflow { .. }));
        (of_file.and_then(|hint| in_words(hint, output_format)))
            .or(own)
            .or_else(|| columns.then(|| "leave columns out with --drop-columns".to_owned()))
            .or_else(|| absent.then(|| "treat absent nodes as isolated with --isolated".to_owned()))
            .or_else(|| of_study(cause).map(str::to_owned))
            .or_else(|| overflow.then(|| "standardise each variable with --standardise internal".to_owned()))
    })
}

/// The hint for a directory that is not empty, or a study that was stopped.
fn of_study(cause: &(dyn std::error::Error + 'static)) -> Option<&'static str> {
    if let Some(RunError::Stopped { .. } | RunError::Disk { .. }) = cause.downcast_ref() {
        return Some("continue with --resume");
    }
    if let Some(OutputError::NotEmpty { .. }) = cause.downcast_ref() {
        return Some("choose another directory, or replace what is in it with --force");
    }
    match cause.downcast_ref()? {
        DirectoryError::NotEmpty { .. } => {
            Some("choose another directory, continue the study in it with --resume, or replace it with --force")
        }
        DirectoryError::AnotherStudy { .. } => {
            Some("a resumed study keeps its settings; to start again, choose another directory or --force")
        }
        DirectoryError::Records(RecordsError::Line { .. } | RecordsError::NotText { .. })
        | DirectoryError::ForeignRecord { .. }
        | DirectoryError::Twice { .. } => Some("delete this line, then use --resume to compute it again"),
        _ => None,
    }
}

fn in_words(hint: Hint, output_format: &str) -> Option<String> {
    Some(match hint {
        Hint::GraphFormat => "name the format as FILE::FORMAT, or with --format".to_owned(),
        Hint::OutputFormat => format!("choose a format with {output_format}"),
        Hint::DropMissing => "drop the rows that have missing values with --drop-missing".to_owned(),
        Hint::Threshold => {
            "if the matrix holds weights, read it as FILE::threshold=SIZE: weights above that size are edges".to_owned()
        }
        Hint::Endpoints => "read such a matrix as FILE::endpoints".to_owned(),
        Hint::TableFormat => "name the format with --table-format".to_owned(),
        Hint::OddCells => {
            "name the text of a missing value with --missing TEXT, or treat the column as categories with \
             --categorical COLUMN"
                .to_owned()
        }
        Hint::Force => "replace it with --force".to_owned(),
        Hint::FileFormat(format) => format!("read it as FILE::{format}"),
        _ => return None,
    })
}
