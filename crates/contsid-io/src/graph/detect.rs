//! Which format do the contents of a file have?

use super::format::{GraphFormat, GraphOptions, is_any_text};
use super::{bnlearn, dagitty, edge_list, gml, matrix_market, matrix_text, tetrad};
use crate::error::{Fault, Problem};
use crate::format::extensions;
use crate::hint::Hint;
use crate::npy;
use crate::source::{extension, text};
use contsid::named::Named;
use std::path::Path;

/// The format of a file whose extension does not tell.
pub(super) fn format_of(path: &Path, bytes: &[u8]) -> Result<GraphFormat, Problem> {
    if let Some(format) = unmistakable(bytes) {
        return Ok(format);
    }
    if !is_any_text(path) {
        let known = extensions(GraphFormat::CHOICES.iter().copied());
        return Err(Fault::UnknownFormat { extension: extension(path), known, hint: Hint::GraphFormat }.into());
    }
    let text = text(bytes)?;
    edge_list::check_lines(&text)?;
    let is_matrix = matrix_text::is_matrix(&text) || matrix_text::has_rows_of_numbers(&text);
    Ok(if is_matrix { GraphFormat::Csv } else { GraphFormat::Edges })
}

/// The problem of a file whose contents are of another format than its extension says.
pub(super) fn contradiction(path: &Path, bytes: &[u8], expected: GraphFormat) -> Option<Problem> {
    let format = unmistakable(bytes).or_else(|| is_edge_list(bytes).then_some(GraphFormat::Edges))?;
    let extension = extension(path).filter(|_| format != expected)?;
    Some(Fault::OtherFormat { extension, expected: expected.contents(), found: format.contents(), format }.into())
}

/// Whether a text is of one format and no other.
type Signature = fn(&str) -> bool;

/// The format of contents that only one format has.
fn unmistakable(bytes: &[u8]) -> Option<GraphFormat> {
    if bytes.starts_with(npy::MAGIC) {
        return Some(GraphFormat::Npy);
    }
    let text = text(bytes).ok()?;
    let text = text.trim_start();
    let signatures: [(Signature, GraphFormat); 9] = [
        (matrix_market::is_matrix_market, GraphFormat::MatrixMarket),
        (tetrad::is_tetrad, GraphFormat::Tetrad),
        (|text| text.starts_with('<'), GraphFormat::GraphMl),
        (|text| text.starts_with('{'), GraphFormat::NodeLink),
        (bnlearn::is_model_string, GraphFormat::Bnlearn),
        (dagitty::is_dagitty, GraphFormat::Dagitty),
        (gml::is_gml, GraphFormat::Gml),
        (|text| begins_with(text, &["strict", "digraph", "graph"]), GraphFormat::Dot),
        (|text| begins_with(text, &["network", "variable"]), GraphFormat::Bif),
    ];
    signatures.into_iter().find(|(is_of, _)| is_of(text)).map(|(_, format)| format)
}

/// Whether one of the words, in any case, begins a text that has braces.
fn begins_with(text: &str, words: &[&str]) -> bool {
    let first = text.split(|c: char| c.is_whitespace() || c == '{').next().unwrap_or_default();
    words.iter().any(|word| first.eq_ignore_ascii_case(word)) && text.contains('{')
}

fn is_edge_list(bytes: &[u8]) -> bool {
    let Ok(text) = text(bytes) else { return false };
    !matrix_text::is_matrix_with_odd_cells(&text)
        && edge_list::parse(&text, &GraphOptions::default()).is_ok_and(|content| content.graph.edge_count() > 0)
}
