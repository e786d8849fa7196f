//! Files that people have, each read in its own way, and what is said about it.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use insta::assert_snapshot;
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;
use support::Folder;

/// Files that were once misread: see `crates/contsid-io/tests/files/README.md`.
macro_rules! misread {
    ($name:literal) => {
        ($name, include_str!(concat!("../../contsid-io/tests/files/misread/", $name)))
    };
}

fn comparison(folder: &Folder, arguments: &[&str]) -> Value {
    let text = folder.stdout(&[&["compare"], arguments, &["--json"]].concat());
    serde_json::from_str(&text).unwrap()
}

#[test]
fn each_graph_is_read_in_its_own_way() {
    let folder = Folder::with(&[misread!("truth10.csv"), misread!("lingam_B.csv"), misread!("endp.csv")]);
    let arguments = ["truth10.csv", "lingam_B.csv::column-to-row,threshold=0.3", "endp.csv::endpoints"];
    let object = comparison(&folder, &arguments);
    for compared in object["comparisons"].as_array().unwrap() {
        assert_eq!((&compared["shd"], &compared["sid"]["upper"]), (&json!(0), &json!(0)), "{compared}");
    }
    let [truth, weights, marks] = [0, 1, 2].map(|file| &object["files"][file]);
    assert_eq!((&truth["file"], &truth["edge_direction"]), (&json!("truth10.csv"), &json!("row-to-column")));
    assert_eq!((&weights["edge_direction"], &weights["threshold"]), (&json!("column-to-row"), &json!(0.3)));
    assert_eq!((&weights["file"], &weights["edges"]), (&json!("lingam_B.csv"), &truth["edges"]));
    assert_eq!(marks["encoding"], "endpoints");
    assert_snapshot!(folder.show(&[&["compare"], &arguments[..]].concat()));
    // The truth may have a suffix, too; without one the plain options are for it.
    let plain = comparison(
        &folder,
        &["truth10.csv::adjacency", "lingam_B.csv", "--edge-direction", "column-to-row", "--threshold", "0.3"],
    );
    assert_eq!(plain["comparisons"][0]["shd"], 0);
}

#[test]
fn a_suffix_that_means_nothing_is_wrong_usage() {
    let folder = Folder::with(&[("a::b.txt", "A -> B\n"), ("truth.txt", "A -> B\n")]);
    assert_snapshot!(folder.usage(&["compare", "truth.txt", "truth.txt::sideways"]));
    assert!(folder.usage(&["convert", "truth.txt::threshold=-1", "out.csv"]).contains("threshold=-1"));
    assert!(folder.usage(&["compare", "truth.txt", "a::b.txt"]).contains("write `::` at its end"));
    folder.stdout(&["compare", "truth.txt", "a::b.txt::"]);
}

#[test]
fn commands_say_how_they_read_a_graph() {
    let folder = Folder::with(&[misread!("truth10.csv"), misread!("lingam_B.csv")]);
    assert_snapshot!(folder.show(&["convert", "lingam_B.csv::column-to-row,threshold=0.3", "out.dot"]));
    assert_eq!(comparison(&folder, &["truth10.csv", "out.dot"])["comparisons"][0]["shd"], 0);
    assert_snapshot!(folder.show(&["why", "truth10.csv", "out.dot", "--pair", "V4,V3"]));
}

#[test]
fn formats_that_cannot_be_written_are_not_offered() {
    let folder = Folder::new();
    for arguments in [&["convert", "--help"][..], &["discover", "pc", "--help"]] {
        let help = folder.stdout(arguments);
        let option = if arguments[0] == "convert" { "--output-format" } else { "--format" };
        let offered = help.split(&format!("{option} <FORMAT>")).nth(1).unwrap().split("--").next().unwrap();
        assert!(offered.contains("graphml") && !offered.contains("bif"), "{offered}");
    }
}

fn with_input(folder: &Folder, arguments: &[&str], input: &[u8]) -> String {
    let mut running = folder.command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    running.stdin.take().unwrap().write_all(input).unwrap();
    let output = running.wait_with_output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_dash_is_standard_input_and_output() {
    let folder = Folder::with(&[("truth.txt", "A -> B\nB -> C\n")]);
    assert_eq!(
        with_input(&folder, &["convert", "-", "-"], b"A -> B\n"),
        folder
            .stdout(&["convert", "truth.txt", "-", "--output-format", "edges"])
            .replace("B -> C\n", "")
            .replace("C\n", "")
    );
    let csv = with_input(&folder, &["convert", "-::edges", "-", "--output-format", "csv"], b"A -> B\n");
    assert_eq!(csv, ",A,B\nA,0,1\nB,0,0\n");
    let object: Value =
        serde_json::from_str(&with_input(&folder, &["compare", "truth.txt", "-", "--json"], b"A -> B\nC\n")).unwrap();
    assert_eq!(object["comparisons"][0]["shd"], 1);
    let pairs = folder.stdout(&["compare", "truth.txt", "truth.txt", "--pairs", "-"]);
    assert!(pairs.starts_with("learnt,treatment,outcome,") && pairs.lines().count() == 1 + 6, "{pairs}");
    for twice in [
        &["compare", "-", "-"][..],
        &["compare", "truth.txt", "-", "--data", "-"],
        &["why", "-", "-", "--pair", "A,B"],
        &["compare", "truth.txt", "truth.txt", "--json", "--pairs", "-"],
    ] {
        assert!(folder.usage(twice).contains("it serves only once"), "{twice:?}");
    }
}

/// Truth A → B → C, D → C; learnt A → B, C → B, D — C and A → D: one missing or extra edge of each kind, by hand.
#[test]
fn the_shd_splits_and_edges_are_counted() {
    let folder = Folder::with(&[
        ("truth.txt", "A -> B\nB -> C\nD -> C\nA -> E\n"),
        ("learnt.txt", "A -> B\nC -> B\nD -- C\nA -> D\nE\n"),
        ("same.txt", "A -> B\nC -> B\nD -- C\nA -> D\nE\n"),
    ]);
    let object = comparison(&folder, &["truth.txt", "learnt.txt", "same.txt", "truth.txt", "--undirected", "drop"]);
    let learnt = &object["comparisons"][0];
    assert_eq!(learnt["shd"], 4);
    assert_eq!(learnt["shd_split"], json!({"missing": 1, "extra": 1, "reversed": 1, "undirected": 1}));
    // 3 of 4 learnt and of 4 true pairs are joined in both; 1 of 3 learnt and of 4 true arrows.
    assert_eq!(learnt["edges"]["skeleton"], json!({"precision": 0.75, "recall": 0.75, "f1": 0.75}));
    assert_eq!(learnt["edges"]["arrows"], json!({"precision": 1.0 / 3.0, "recall": 0.25, "f1": 2.0 / 7.0}));
    let ranks: Vec<&Value> =
        object["comparisons"].as_array().unwrap().iter().map(|compared| &compared["rank"]).collect();
    assert_eq!(ranks, [2, 2, 1]);
    let shown = folder.show(&["compare", "truth.txt", "learnt.txt", "same.txt", "truth.txt", "--undirected", "drop"]);
    assert!(shown.lines().all(|line| line.chars().count() <= 100), "{shown}");
    assert_snapshot!(shown);
}
