//! `contsid tables`

use crate::args::TablesArguments;
use crate::commands::study::check_graphs;
use crate::printer;
use anyhow::Result;
use contsid_study::study::stored_records;
use contsid_study::tables::{StudyTableOptions, Summary, tables};

pub fn run(arguments: &TablesArguments) -> Result<()> {
    let stored = stored_records(&arguments.directory)?;
    check_graphs(&stored.records, &arguments.directory)?;
    let default = StudyTableOptions::default();
    let metrics = arguments.metrics.clone().unwrap_or(default.metrics);
    let options = StudyTableOptions { format: arguments.format.into(), metrics };
    printer::print(&tables(&Summary::new(&stored.study, &stored.records), &options))
}
