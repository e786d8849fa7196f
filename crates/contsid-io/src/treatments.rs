//! Sets of treatments, one per line.

use crate::error::{Fault, Problem, ReadError};
use crate::input::{decompressed, open, read_whole};
use crate::source::{begins_comment, text};
use contsid::effect::{TreatmentSets, TreatmentSetsError};
use contsid::graph::{NodeId, NodeNames};
use std::path::Path;

/// Reads sets of treatments from a file: one set per line, names separated by commas or white space.
///
/// `#` at the beginning of a line or after white space starts a comment. A name with white space is separated by
/// commas, or followed by one.
///
/// # Errors
///
/// If the file cannot be read, or a line is not a set of treatments that leaves an outcome: the error names the file,
/// the line and the fact.
pub fn read_treatment_sets(path: impl AsRef<Path>, names: &NodeNames) -> Result<TreatmentSets, ReadError> {
    let path = path.as_ref();
    let source_name = path.display().to_string();
    let bytes = open(path).and_then(read_whole).map_err(|fault| ReadError::new(&source_name, fault))?;
    parse_treatment_sets(&bytes, names, &source_name)
}

/// The same from bytes, which messages call `source_name`.
///
/// # Errors
///
/// As [`read_treatment_sets`].
pub fn parse_treatment_sets(bytes: &[u8], names: &NodeNames, source_name: &str) -> Result<TreatmentSets, ReadError> {
    parse(bytes, names).map_err(|problem| ReadError::new(source_name, problem))
}

fn parse(bytes: &[u8], names: &NodeNames) -> Result<TreatmentSets, Problem> {
    let (mut sets, mut lines): (Vec<Vec<NodeId>>, Vec<usize>) = (Vec::new(), Vec::new());
    for (at, line) in text(&decompressed(bytes)?)?.lines().enumerate() {
        let line = without_comment(line).trim();
        if line.is_empty() {
            continue;
        }
        let found = treatments(line, names).into_iter().map(|name| names.find(name).map_err(Fault::NotANode));
        sets.push(found.collect::<Result<_, _>>().map_err(|fault: Fault| fault.at_line(at + 1))?);
        lines.push(at + 1);
    }
    TreatmentSets::new(names.len(), sets).map_err(|error| problem(&error, names, &lines))
}

/// The problem, with the line of the set.
fn problem(error: &TreatmentSetsError, names: &NodeNames, lines: &[usize]) -> Problem {
    match *error {
        TreatmentSetsError::TreatmentTwice { index, node } => {
            Fault::TreatmentTwice(names.name(node).to_owned()).at_line(lines[index])
        }
        TreatmentSetsError::NoOutcome { index } => Fault::NoOutcome.at_line(lines[index]),
        TreatmentSetsError::Twice { first, second } => Fault::SetTwice(lines[first]).at_line(lines[second]),
        TreatmentSetsError::Empty { index } => Fault::EmptyTreatmentSet.at_line(lines[index]),
        _ => Fault::NoTreatmentSets.into(),
    }
}

/// The names between commas; a text that is not a node is split at white space.
fn treatments<'a>(line: &'a str, names: &NodeNames) -> Vec<&'a str> {
    let parts = line.split(',').map(str::trim).filter(|part| !part.is_empty());
    let split = |part: &'a str| match names.node(part) {
        Some(_) => vec![part],
        None => part.split_whitespace().collect(),
    };
    parts.flat_map(split).collect()
}

fn without_comment(line: &str) -> &str {
    let comment = line.match_indices('#').find(|&(at, _)| begins_comment(line, at));
    comment.map_or(line, |(at, _)| &line[..at])
}
