//! contSID against values computed by another program: see tests/vectors/README.md.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its data fails")]

use contsid::data::{Column, Table};
use contsid::distance::contsid::{Agreement, ContSid, ContSidOptions, LambdaChoice, Normalisation, PerColumn, contsid};
use contsid::embedding::Lambda;
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphPair, NodeId, NodeNames};
use contsid::kernel::{Bandwidth, BandwidthChoice};
use serde_json::Value;
use std::path::Path;

/// The values of the other program are themselves within some 1e-14 of the truth; λ = 0.001 and N = 60 leave a condition
/// number of 1000.
const TOLERANCE: f64 = 1e-10;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn matrix(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().unwrap().iter().map(numbers).collect()
}

fn dag(value: &Value) -> Dag {
    let rows = matrix(value);
    let edges = rows.iter().enumerate().flat_map(|(from, row)| {
        let heads = row.iter().enumerate().filter(|(_, mark)| **mark != 0.0);
        heads.map(move |(to, _)| (NodeId::new(from), NodeId::new(to)))
    });
    Dag::from_edges(rows.len(), edges).unwrap()
}

fn table(value: &Value) -> Table {
    let rows = matrix(value);
    let columns = (0..rows[0].len()).map(|c| Column::Numeric(rows.iter().map(|row| row[c]).collect())).collect();
    Table::new(NodeNames::numbered(rows[0].len()), columns).unwrap()
}

fn options(case: &Value) -> ContSidOptions {
    let mut bandwidth = PerColumn::default();
    for (place, sigma) in numbers(&case["bandwidths"]).into_iter().enumerate() {
        let choice = BandwidthChoice::Fixed(Bandwidth::new(sigma).unwrap());
        bandwidth = bandwidth.with(format!("V{}", place + 1), choice);
    }
    let lambda = LambdaChoice::Fixed(Lambda::new(case["lambda"].as_f64().unwrap()).unwrap());
    ContSidOptions { bandwidth, lambda, ..ContSidOptions::default() }
}

fn check_distances(name: &str, found: &ContSid, expected: &Value, total: &Value) {
    for (i, row) in matrix(expected).into_iter().enumerate() {
        for (j, expected) in row.into_iter().enumerate() {
            let found = found.distance(NodeId::new(i), NodeId::new(j));
            assert!((found - expected).abs() <= TOLERANCE, "{name} ({i}, {j}): {found} instead of {expected}");
        }
    }
    let total = total.as_f64().unwrap();
    assert!((found.total() - total).abs() <= TOLERANCE, "{name}: {} instead of {total}", found.total());
}

fn check_cases(name: &str, found: &ContSid, expected: &Value) {
    for (i, row) in expected.as_array().unwrap().iter().enumerate() {
        for (j, label) in row.as_array().unwrap().iter().enumerate() {
            let found = found.case(NodeId::new(i), NodeId::new(j)).map_or("", |case| case.label());
            assert_eq!(found, label.as_str().unwrap(), "{name} ({i}, {j})");
        }
    }
}

fn check(case: &Value) {
    let name = case["name"].as_str().unwrap();
    let (truth, learnt, table, options) =
        (dag(&case["true"]), dag(&case["learnt"]), table(&case["data"]), options(case));
    let pair = GraphPair::new(&truth, &learnt).unwrap();
    let compare = |agreement, normalise| {
        let options = ContSidOptions { agreement, normalise, ..options.clone() };
        contsid(pair, &table, &options, &Execution::default()).unwrap()
    };
    for (agreement, values) in [(Agreement::Either, case), (Agreement::Both, &case["alt_and_rule"])] {
        let norm = compare(agreement, Normalisation::Norm);
        check_distances(name, &norm, &values["d_text"], &values["contsid_text"]);
        check_cases(name, &norm, &values["case"]);
        if !values["d_literal"].is_null() {
            let printed = compare(agreement, Normalisation::Printed);
            check_distances(name, &printed, &values["d_literal"], &values["contsid_literal"]);
        }
    }
}

#[test]
fn every_entry_and_every_label() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/contsid");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 12);
    for file in files {
        check(&serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap());
    }
}
