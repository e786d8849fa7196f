//! What to type against an error: libraries hint at it, and only the command line knows its options.

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

/// A graph that stands for no directed acyclic graph, for a command that has `--undirected`.
pub fn not_usable(graph: &NamedGraph, error: &NotUsable) -> anyhow::Error {
    let message = format!("{}: {}", graph.source_name(), error.in_words(graph.names()));
    match error {
        NotUsable::NotExtendable(PdagError::Stuck { .. }) => {
            Hinted { message, hint: "leave undirected edges out with --undirected drop" }.into()
        }
        _ => anyhow::Error::msg(message),
    }
}

/// Data that contSID cannot be estimated from, with their file.
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

/// What to type, if that is known; `output_format` is the option for the format that is written.
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
            .or_else(|| absent.then(|| "take absent nodes as isolated ones with --isolated".to_owned()))
            .or_else(|| of_study(cause).map(str::to_owned))
            .or_else(|| overflow.then(|| "standardise each variable with --standardise internal".to_owned()))
    })
}

/// What to type against a directory that holds something, or a study that did not end.
fn of_study(cause: &(dyn std::error::Error + 'static)) -> Option<&'static str> {
    if let Some(RunError::Stopped { .. } | RunError::Disk { .. }) = cause.downcast_ref() {
        return Some("go on from there with --resume");
    }
    if let Some(OutputError::NotEmpty { .. }) = cause.downcast_ref() {
        return Some("choose another directory, or replace what is in it with --force");
    }
    match cause.downcast_ref()? {
        DirectoryError::NotEmpty { .. } => {
            Some("choose another directory, or go on with the study in it with --resume, or replace it with --force")
        }
        DirectoryError::AnotherStudy { .. } => {
            Some("a study that is resumed keeps what it has; to begin anew, choose another directory or --force")
        }
        DirectoryError::Records(RecordsError::Line { .. } | RecordsError::NotText { .. })
        | DirectoryError::ForeignRecord { .. }
        | DirectoryError::Twice { .. } => Some("delete this line; --resume makes again what is then missing"),
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
            "say with --missing TEXT what stands for a missing value, or take the column as categories with --categorical \
             COLUMN"
                .to_owned()
        }
        Hint::Force => "replace it with --force".to_owned(),
        Hint::FileFormat(format) => format!("read it as FILE::{format}"),
        _ => return None,
    })
}
