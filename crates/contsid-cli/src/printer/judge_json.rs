//! What experiments say about graphs, as one JSON object for programs.

use super::json::FileObject;
use crate::judged::Judged;
use anyhow::Result;
use contsid_report::judgement::Document;
use serde::Serialize;

/// The object of the library, and how files were read.
#[derive(Serialize)]
struct Printed<'a> {
    #[serde(flatten)]
    document: Document<'a>,
    files: Vec<FileObject<'a>>,
    notes: &'a [String],
}

pub fn print(judged: &Judged, notes: &[String]) -> Result<()> {
    let report = judged.report();
    let files = judged.graphs.iter().map(|graph| FileObject::new(&graph.named)).collect();
    let text = serde_json::to_string(&Printed { document: report.document(), files, notes })?;
    super::print_bytes(format!("{}\n", super::escaped(&text)).as_bytes())
}
