//! contSID against values computed by another program: see tests/vectors/README.md.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its data fails")]

mod support;

use contsid::effect::{Agreement, ContSidOptions, LambdaChoice, Normalisation, PerColumn, Score, contsid};
use contsid::embedding::Lambda;
use contsid::execution::Execution;
use contsid::graph::{GraphPair, NodeId};
use contsid::kernel::{Bandwidth, BandwidthChoice};
use serde_json::Value;
use support::vectors::{dag, files, matrix, numbers, table};

/// The values of the other program are themselves within some 1e-14 of the truth; λ = 0.001 and N = 60 leave a
/// condition number of 1000.
const TOLERANCE: f64 = 1e-10;

fn options(case: &Value) -> ContSidOptions {
    let mut bandwidth = PerColumn::default();
    for (index, sigma) in numbers(&case["bandwidths"]).into_iter().enumerate() {
        let choice = BandwidthChoice::Fixed(Bandwidth::new(sigma).unwrap());
        bandwidth = bandwidth.with(format!("V{}", index + 1), choice);
    }
    let lambda = LambdaChoice::Fixed(Lambda::new(case["lambda"].as_f64().unwrap()).unwrap());
    ContSidOptions { bandwidth, lambda, ..ContSidOptions::default() }
}

fn check_distances(name: &str, found: &Score, expected: &Value, total: &Value) {
    for (i, row) in matrix(expected).into_iter().enumerate() {
        for (j, expected) in row.into_iter().enumerate() {
            let found = found.distance(NodeId::new(i), NodeId::new(j));
            assert!((found - expected).abs() <= TOLERANCE, "{name} ({i}, {j}): {found} instead of {expected}");
        }
    }
    let total = total.as_f64().unwrap();
    assert!((found.total() - total).abs() <= TOLERANCE, "{name}: {} instead of {total}", found.total());
}

fn check_cases(name: &str, found: &Score, expected: &Value) {
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
    let files = files("contsid");
    assert_eq!(files.len(), 12);
    for (_, case) in &files {
        check(case);
    }
}
