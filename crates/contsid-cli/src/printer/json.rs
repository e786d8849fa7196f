//! One JSON object for programs.

use crate::inputs::graphs::SkippedGraph;
use anyhow::Result;
use contsid_io::graph::{GraphReading, NamedGraph};
use serde::Serialize;

/// An object of the library, how files were read, and what there is to say.
#[derive(Serialize)]
pub struct Printed<'a, Document> {
    #[serde(flatten)]
    pub document: Document,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileObject<'a>>,
    pub notes: &'a [String],
    #[serde(skip_serializing_if = "<[SkippedGraph]>::is_empty")]
    pub skipped: &'a [SkippedGraph],
}

impl<Document: Serialize> Printed<'_, Document> {
    pub fn print(&self) -> Result<()> {
        let text = serde_json::to_string(self)?;
        super::print_bytes(format!("{}\n", super::escaped(&text)).as_bytes())
    }
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
