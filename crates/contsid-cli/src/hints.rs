//! Hints for errors in terms of options: a library's error carries the fact, the command line adds what to type.

use crate::args::Usage;
use contsid::comparison::NotUsable;
use contsid::effect::{ContSidError, PartitionError};
use contsid::graph::PdagError;
use contsid::independence::UnfitTable;
use contsid_discovery::DiscoveryError;
use contsid_io::graph::{AlignError, NamedGraph};
use contsid_io::{Hint, ReadError, WriteError};
use contsid_study::OutputError;
use contsid_study::records::RecordsError;
use contsid_study::simulate::SimulationError;
use contsid_study::study::{DirectoryError, RunError};

/// An error with a hint of its own, if any.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
struct Hinted {
    message: String,
    hint: Option<&'static str>,
}

/// The error of a graph that no directed acyclic graph extends, in a command with `--undirected`.
pub fn not_usable<G>(graph: &NamedGraph<G>, error: &NotUsable) -> anyhow::Error {
    let is_stuck = matches!(error, NotUsable::NotExtendable(PdagError::Stuck { .. }));
    let message = format!("{}: {}", graph.source_name(), error.in_words(graph.names()));
    Hinted { message, hint: is_stuck.then_some("leave undirected edges out with --undirected drop") }.into()
}

/// The error of data that contSID cannot be estimated from, with their file.
pub fn in_file(file: &str, error: &ContSidError) -> anyhow::Error {
    if let ContSidError::UnknownColumn { choice, column } = error {
        return Usage::error(format!("--{choice} {column}=…: {file} has no column `{column}` that is a node"));
    }
    let hint = match error {
        ContSidError::Partition(PartitionError::TooFewRows { .. }) => {
            Some("leave cross-fitting out with --crossfit off")
        }
        ContSidError::Partition(PartitionError::SmallPart { .. }) => Some("take larger parts with --part-rows"),
        _ => None,
    };
    Hinted { message: format!("{file}: {error}"), hint }.into()
}

/// The hint for an error, if there is one; `output_format` is the option that chooses the format to write.
pub fn hint(error: &anyhow::Error, output_format: &str) -> Option<String> {
    error.chain().find_map(|cause| {
        let of_file = (cause.downcast_ref().and_then(ReadError::hint))
            .or_else(|| cause.downcast_ref().and_then(WriteError::hint));
        of_file.and_then(|hint| in_words(hint, output_format)).or_else(|| of_fact(cause).map(str::to_owned))
    })
}

/// The hint for an error that is not about a file's contents.
fn of_fact(cause: &(dyn std::error::Error + 'static)) -> Option<&'static str> {
    if let Some(hinted) = cause.downcast_ref::<Hinted>() {
        return hinted.hint;
    }
    let unfit = match cause.downcast_ref() {
        Some(DiscoveryError::Unfit(unfit)) => Some(unfit),
        _ => cause.downcast_ref(),
    };
    if unfit.is_some_and(|unfit| !matches!(unfit, UnfitTable::TooFewRows { .. })) {
        return Some("leave columns out with --drop-columns");
    }
    // If no name is shared, the files name their nodes in two ways, and all nodes would be isolated.
    if let Some(AlignError::Names { shared: 1.., .. }) = cause.downcast_ref() {
        return Some("treat absent nodes as isolated with --isolated");
    }
    if let Some(SimulationError::Overflow { .. }) = cause.downcast_ref() {
        return Some("standardise each variable with --standardise internal");
    }
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
    let words = match hint {
        Hint::GraphFormat => "name the format as FILE::FORMAT, or with --format",
        Hint::OutputFormat => &format!("choose a format with {output_format}"),
        Hint::DropMissing => "drop the rows that have missing values with --drop-missing",
        Hint::Threshold => {
            "if the matrix holds weights, read it as FILE::threshold=SIZE: weights above that size are edges"
        }
        Hint::Endpoints => "read such a matrix as FILE::endpoints",
        Hint::TableFormat => "name the format with --table-format",
        Hint::OddCells => {
            "name the text of a missing value with --missing TEXT, or treat the column as categories with \
             --categorical COLUMN"
        }
        Hint::Categories => {
            "treat the column as categories with --categorical COLUMN, or leave it out with --drop-columns COLUMN"
        }
        Hint::Force => "replace it with --force",
        Hint::FileFormat(format) => &format!("read it as FILE::{format}"),
        _ => return None,
    };
    Some(words.to_owned())
}
