//! Graphs and tables as they stand in the files of `tests/vectors`.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its data fails")]

use contsid::data::{Column, Table};
use contsid::graph::{Dag, NodeId, NodeNames};
use serde_json::Value;
use std::path::Path;

/// The files of a folder by name, read.
pub fn files(folder: &str) -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap())
    };
    paths.iter().map(read).collect()
}

pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

pub fn matrix(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().unwrap().iter().map(numbers).collect()
}

pub fn dag(value: &Value) -> Dag {
    let rows = matrix(value);
    let edges = rows.iter().enumerate().flat_map(|(from, row)| {
        let heads = row.iter().enumerate().filter(|(_, mark)| **mark != 0.0);
        heads.map(move |(to, _)| (NodeId::new(from), NodeId::new(to)))
    });
    Dag::from_edges(rows.len(), edges).unwrap()
}

pub fn table(value: &Value) -> Table {
    let rows = matrix(value);
    let columns = (0..rows[0].len()).map(|c| Column::Numeric(rows.iter().map(|row| row[c]).collect())).collect();
    Table::new(NodeNames::numbered(rows[0].len()), columns).unwrap()
}
