//! One JSON object for programs.

use crate::inputs::graphs::SkippedGraph;
use crate::scores::Scores;
use anyhow::Result;
use contsid_io::graph::{GraphReading, NamedGraph};
use contsid_report::comparison::{Compared, ComparisonDocument, GraphFixes};
use serde::Serialize;

/// The object of the library, and how files were read.
#[derive(Serialize)]
struct Printed<'a> {
    #[serde(flatten)]
    document: ComparisonDocument<'a>,
    files: Vec<FileObject<'a>>,
    notes: &'a [String],
    #[serde(skip_serializing_if = "<[SkippedGraph]>::is_empty")]
    skipped: &'a [SkippedGraph],
}

pub fn print(scores: &Scores, fixes: Option<&[GraphFixes]>, notes: &[String]) -> Result<()> {
    let (learnt, ranking) = (scores.learnt(), scores.ranking());
    let document = ComparisonDocument::new(Compared { fixes, ..scores.compared(&learnt, &ranking) });
    let files = scores.graphs().map(FileObject::new).collect();
    let text = serde_json::to_string(&Printed { document, files, notes, skipped: &scores.skipped })?;
    super::print_bytes(format!("{}\n", super::escaped(&text)).as_bytes())
}

/// How a graph file was read.
#[derive(Serialize)]
pub struct FileObject<'a> {
    file: &'a str,
    #[serde(flatten)]
    reading: Option<&'a GraphReading>,
}

impl<'a> FileObject<'a> {
    pub fn new<G>(graph: &'a NamedGraph<G>) -> Self {
        Self { file: graph.source_name(), reading: graph.reading() }
    }
}
