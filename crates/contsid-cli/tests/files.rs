//! Files of all kinds, each read by its own suffix, and the notes on it.

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
    // The truth may have a suffix too; without one the options apply to it.
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
    let learnt = &object["comparisons"][1];
    assert_eq!((&learnt["learnt"], &learnt["shd"]), (&json!("learnt.txt"), &json!(4)));
    assert_eq!(learnt["shd_split"], json!({"missing": 1, "extra": 1, "reversed": 1, "undirected": 1}));
    // 3 of 4 learnt and of 4 true pairs are joined in both; 1 of 3 learnt and of 4 true arrows.
    assert_eq!(learnt["edges"]["skeleton"], json!({"precision": 0.75, "recall": 0.75, "f1": 0.75}));
    assert_eq!(learnt["edges"]["arrows"], json!({"precision": 1.0 / 3.0, "recall": 0.25, "f1": 2.0 / 7.0}));
    assert_eq!(object["tiers"], json!({"truth.txt": 1, "learnt.txt": 2, "same.txt": 2}));
    let standings: Vec<&Value> = object["relations"].as_array().unwrap().iter().map(|pair| &pair["relation"]).collect();
    assert_eq!(standings, ["better", "better", "tie"]);
    let shown = folder.show(&["compare", "truth.txt", "learnt.txt", "same.txt", "truth.txt", "--undirected", "drop"]);
    assert!(shown.lines().all(|line| line.chars().count() <= 100), "{shown}");
    assert_snapshot!(shown);
}

#[test]
fn one_cell_does_not_make_a_column_categories() {
    let folder =
        Folder::with(&[misread!("sachs_true.txt"), misread!("sachs_pc.csv"), misread!("data_star_missing.tsv")]);
    let arguments = ["compare", "sachs_true.txt", "sachs_pc.csv", "--data", "data_star_missing.tsv"];
    let refused = folder.complaint(&arguments);
    assert!(refused.contains("the value is missing") && refused.contains("--drop-missing"), "{refused}");
    let odd = folder.read("data_star_missing.tsv").replace('*', "none?");
    folder.write("odd.tsv", odd.as_bytes());
    assert_snapshot!(folder.complaint(&["compare", "sachs_true.txt", "sachs_pc.csv", "--data", "odd.tsv"]));
    let with = |more: &[&'static str]| {
        let all = [&["sachs_true.txt", "sachs_pc.csv", "--data", "odd.tsv", "--subsample", "60"], more].concat();
        comparison(&folder, &all)
    };
    let dropped = with(&["--missing", "none?", "--drop-missing"]);
    let notes = dropped["notes"].to_string();
    assert!(notes.contains("missing values") && notes.contains("(seed 1)"), "{notes}");
    assert_eq!((&dropped["settings"]["kernel"], &dropped["samples"]), (&json!("gaussian"), &json!(60)));
    assert_eq!(with(&["--categorical", "raf"])["settings"]["kernel"]["raf"], "delta");
}

#[test]
fn tables_are_read_as_the_options_say() {
    let folder = Folder::with(&[
        misread!("pandas_noindex.csv"),
        misread!("nohdr.csv"),
        ("spaces.dat", "id a  b\n7 1 2\n8 2 5\n9 4 3\n1 5 5\n2 7 4\n"),
        ("truth.txt", "a -> b\n"),
    ]);
    let edges = |arguments: &[&str]| {
        folder.stdout(&[&["discover", "ges"], arguments].concat()).lines().next().unwrap().to_owned()
    };
    assert_eq!(edges(&["pandas_noindex.csv"]), edges(&["nohdr.csv"]), "a header that counts is no row");
    assert_ne!(edges(&["pandas_noindex.csv", "--header", "no"]), edges(&["nohdr.csv"]));
    let spaces = ["spaces.dat", "--table-format", "csv", "--separator", "space"];
    let learnt = folder.stdout(&[&["discover", "pc"], &spaces[..], &["--drop-columns", "id"]].concat());
    assert_eq!(learnt, folder.stdout(&[&["discover", "pc"], &spaces[..], &["--columns", "a,b"]].concat()));
    assert!(learnt.lines().all(|line| line != "id"), "{learnt}");
    let compared = ["truth.txt", "truth.txt", "--data", "spaces.dat", "--table-format", "csv", "--separator", "space"];
    assert_eq!(comparison(&folder, &compared)["samples"], 5);
    assert_eq!(comparison(&folder, &[&compared[..], &["--subsample", "4", "--seed", "3"]].concat())["samples"], 4);
    for option in ["--table-format=parquet", "--separator=1", "--header=maybe", "--subsample=0"] {
        let message = folder.usage(&[&["compare"], &compared[..4], &[option]].concat());
        assert!(message.contains(option.split('=').next().unwrap()), "{message}");
    }
    for option in ["--missing=x", "--subsample=3", "--columns=a", "--header=yes"] {
        assert!(folder.usage(&["compare", "truth.txt", "truth.txt", option]).contains("--data <TABLE>"), "{option}");
    }
}

#[test]
fn absent_nodes_are_isolated_if_asked() {
    let folder = Folder::with(&[("truth.txt", "A -> B\nB -> C\n"), ("learnt.txt", "A -> B\n")]);
    assert_snapshot!(folder.show(&["compare", "truth.txt", "learnt.txt"]));
    let object = comparison(&folder, &["truth.txt", "learnt.txt", "--isolated"]);
    assert_eq!(object["comparisons"][0]["shd"], 1);
    assert!(object["notes"][0].as_str().unwrap().contains("absent nodes count as isolated: `C`"), "{object}");
    folder.stdout(&["why", "truth.txt", "learnt.txt", "--isolated", "--pair", "A,C"]);
}

/// The content of a file that must survive.
const MINE: &str = "years of work\n";

#[test]
fn no_output_replaces_an_input_or_a_foreign_file() {
    let folder = Folder::with(&[
        ("truth.txt", "A -> B\n"),
        ("pc.csv", ",A,B\nA,0,1\nB,0,0\n"),
        ("data.csv", "A,B\n0,1\n1,3\n2,2\n"),
        ("mine.html", MINE),
    ]);
    let compare = ["compare", "truth.txt", "pc.csv", "--data", "data.csv"];
    for (option, output) in [("--pairs", "pc.csv"), ("--html", "data.csv"), ("--pairs", "./truth.txt")] {
        let before = folder.read(output);
        for force in [&[][..], &["--force"]] {
            let complaint = folder.complaint(&[&compare[..], &[option, output], force].concat());
            assert!(complaint.contains("this is the input"), "{complaint}");
        }
        assert_eq!(folder.read(output), before);
    }
    assert!(folder.complaint(&["convert", "pc.csv", "pc.csv", "--force"]).contains("this is the input"));
    assert!(
        folder.complaint(&["discover", "pc", "data.csv", "-o", "data.csv", "--force"]).contains("this is the input")
    );
    assert_snapshot!(folder.show(&[&compare[..], &["--html", "mine.html"]].concat()));
    assert_eq!(folder.read("mine.html"), MINE);
    folder.stdout(&[&compare[..], &["--html", "mine.html", "--force"]].concat());
    assert_ne!(folder.read("mine.html"), MINE);
    folder.stdout(&[&compare[..], &["--pairs", "pairs.csv"]].concat());
    folder.stdout(&[&compare[..], &["--pairs", "pairs.csv"]].concat());
    assert!(folder.usage(&[&compare[..], &["--pairs", "x", "--html", "x"]].concat()).contains("two outputs"));
    std::fs::create_dir(folder.path().join("plots")).unwrap();
    folder.write("plots/cat.png", MINE.as_bytes());
    folder.stdout(&["demo", "--plots", "plots"]);
    folder.stdout(&["demo", "--plots", "plots"]);
    assert_eq!(folder.read("plots/cat.png"), MINE);
    folder.write("plots/matrix-2-G3.svg", MINE.as_bytes());
    let complaint = folder.complaint(&["demo", "--plots", "plots"]);
    assert!(complaint.contains("matrix-2-G3.svg: the file exists, and contsid did not"), "{complaint}");
    folder.stdout(&["demo", "--plots", "plots", "--force"]);
    assert!(folder.read("plots/matrix-2-G3.svg").starts_with("<svg"));
}

#[test]
#[cfg(unix)]
fn links_do_not_hide_an_input_and_read_only_files_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::with(&[("truth.txt", "A -> B\n"), ("kept.csv", "")]);
    symlink("truth.txt", folder.path().join("link.csv")).unwrap();
    let complaint = folder.complaint(&["compare", "truth.txt", "truth.txt", "--pairs", "link.csv", "--force"]);
    assert!(complaint.contains("this is the input"), "{complaint}");
    std::fs::set_permissions(folder.path().join("kept.csv"), std::fs::Permissions::from_mode(0o444)).unwrap();
    let complaint = folder.complaint(&["compare", "truth.txt", "truth.txt", "--pairs", "kept.csv", "--force"]);
    assert!(complaint.contains("read-only"), "{complaint}");
}

#[test]
fn columns_that_are_no_nodes_change_nothing() {
    let folder = Folder::with(&[
        ("truth.txt", "A -> B\n"),
        ("data.csv", "id,A,B\nx1,0,1\n2,1,3\n3,2,2\n,4,1\n"),
        ("nodes.csv", "A,B\n0,1\n1,3\n2,2\n4,1\n"),
        ("empty.txt", "A\nB\n"),
    ]);
    let with = |data| comparison(&folder, &["truth.txt", "empty.txt", "--data", data, "--drop-missing"]);
    let (all, nodes) = (with("data.csv"), with("nodes.csv"));
    assert_eq!((&all["samples"], &all["comparisons"]), (&json!(4), &nodes["comparisons"]));
    assert_eq!(all["notes"][1], json!("data.csv: ignored columns (no such node): id"));
}

/// The file behind the standard input is an input too.
#[test]
#[cfg(unix)]
fn a_file_that_is_piped_in_is_not_replaced() {
    let folder = Folder::with(&[("truth.txt", "A -> B\n"), ("pc.txt", "A -> B\n")]);
    let input = std::fs::File::open(folder.path().join("pc.txt")).unwrap();
    let arguments = ["compare", "truth.txt", "-", "--pairs", "pc.txt", "--force"];
    let output = folder.command(&arguments).stdin(input).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("contsid: pc.txt: this is the input"));
    assert_eq!(folder.read("pc.txt"), "A -> B\n");
}

#[test]
fn outputs_are_no_inputs_and_differ_however_they_are_spelt() {
    let folder = Folder::with(&[("truth.txt", "A -> B\n"), ("study.toml", STUDY), ("contsid.1", "mine")]);
    let twice = ["compare", "truth.txt", "truth.txt", "--html", "new.html", "--pairs", "./new.html"];
    assert!(folder.usage(&twice).contains("new.html is named as two outputs"));
    let into_itself = folder.complaint(&["study", "study.toml", "-o", ".", "--force"]);
    assert!(into_itself.contains("study.toml: this is the input `study.toml`"), "{into_itself}");
    assert_eq!(folder.read("study.toml"), STUDY);
    folder.stdout(&["study", "study.toml", "-o", "out"]);
    let records = folder.read("out/records.csv");
    let page = ["study", "study.toml", "-o", "out", "--resume", "--html", "out/records.csv"];
    assert!(folder.complaint(&page).contains("out/records.csv: this is the input"));
    assert_eq!(folder.read("out/records.csv"), records);
    assert!(folder.complaint(&["man", "-o", "."]).contains("contsid did not recognisably write it"));
    assert_eq!(folder.read("contsid.1"), "mine");
    folder.stdout(&["man", "-o", ".", "--force"]);
    folder.stdout(&["man", "-o", "."]);
}

const STUDY: &str = "graphs = 1\nnodes = [3]\nsamples = [20]\n[[learner]]\nname = \"pc\"\n";

#[test]
fn parquet_is_named_only_where_it_is_built_in() {
    let folder = Folder::with(&[("data.xyz", "A,B\n1,2\n")]);
    let message = folder.complaint(&["discover", "pc", "data.xyz"]);
    let help = folder.stdout(&["help", "discover", "pc"]).to_lowercase();
    assert!(message.contains(".npz"), "{message}");
    assert_eq!([message.contains("parquet"), help.contains("parquet")], [cfg!(feature = "parquet"); 2]);
}

#[test]
fn suspicions_are_notes() {
    let folder = Folder::with(&[
        misread!("truth10.csv"),
        misread!("lingam_B.csv"),
        ("other.txt", "P -> Q\n"),
        ("t.txt", "A -> B\n"),
        ("part.txt", "A -> C\n"),
    ]);
    let notes = comparison(&folder, &["truth10.csv", "lingam_B.csv::threshold=0.3"])["notes"].to_string();
    assert!(notes.contains("each of its 10 edges is reversed in the truth") && notes.contains("::column-to-row"));
    assert!(!folder.complaint(&["compare", "t.txt", "other.txt"]).contains("--isolated"));
    assert!(folder.complaint(&["compare", "t.txt", "part.txt"]).contains("--isolated"));
}

#[test]
fn a_result_says_what_the_data_are() {
    let rows: Vec<String> = (0..20).map(|row| format!("{row},{},7,id{row}\n", ["x", "y"][row % 2])).collect();
    let folder = Folder::with(&[("t.txt", "A -> B\nB -> C\n"), ("d.csv", &format!("A,B,C,id\n{}", rows.concat()))]);
    let expected = "20 rows; 2 numeric columns; 1 categorical: B (2 levels); constant: C";
    let arguments = ["t.txt", "t.txt", "--data", "d.csv"];
    assert_eq!(comparison(&folder, &arguments)["data"], expected);
    let table = folder.stdout(&[&["compare"], &arguments[..]].concat());
    assert!(table.contains(&format!("table   {expected}\n")), "{table}");
    let ids = folder.complaint(&["discover", "pc", "d.csv"]);
    assert!(ids.contains("such as `id0`, `id1`, `id2`") && ids.contains("--categorical COLUMN"), "{ids}");
}
