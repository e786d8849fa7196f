//! `compare --joint` and `--adjustment`, as users see them.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use insta::assert_snapshot;
use serde_json::{Value, json};
use std::fmt::Write;
use support::Folder;

/// A → B → C with a direct effect A → C that the learnt graph does not have; D is apart.
fn folder() -> Folder {
    let mut data = "A,B,C,D\n".to_owned();
    for row in 0..40_u32 {
        let spread = |step: u32| f64::from(row * step % 41) / 10.0 - 2.0;
        let (a, noise, other, d) = (spread(7), spread(11), spread(16), spread(23));
        let b = a + 0.5 * noise;
        writeln!(data, "{a},{b},{},{d}", b - 2.0 * a + 0.5 * other).unwrap();
    }
    Folder::with(&[
        ("truth.txt", "A -> B\nB -> C\nA -> C\nD\n"),
        ("learnt.txt", "A -> B\nB -> C\nD\n"),
        ("class.txt", "A -- B\nB -> C\nA -> C\nD\n"),
        ("confounded.txt", "A -> D\nD -> C\nB -> C\nD -> B\n"),
        ("sets.txt", "# what can be set together\nA, B\n\nA B D # three\n D\n"),
        ("data.csv", &data),
    ])
}

fn joint(folder: &Folder, learnt: &str, more: &[&str]) -> Value {
    let arguments = [&["compare", "truth.txt", learnt, "--data", "data.csv", "--json"], more].concat();
    serde_json::from_str::<Value>(&folder.stdout(&arguments)).unwrap()
}

#[test]
fn a_table_for_people() {
    let folder = folder();
    let compare =
        |learnt, more: &[&'static str]| [&["compare", "truth.txt", learnt, "--data", "data.csv"], more].concat();
    assert_snapshot!(folder.show(&compare("learnt.txt", &["--joint", "2"])));
    assert_snapshot!(folder.show(&compare("confounded.txt", &["--joint", "sets.txt"])));
    assert_snapshot!(folder.show(&compare("class.txt", &["--joint", "2"])));
}

#[test]
fn too_many_joint_values_are_counted_with_the_names_of_the_variables() {
    let compare = ["compare", "truth.txt", "learnt.txt", "--data", "data.csv", "--joint", "2"];
    let complaint = folder().complaint(&[&compare[..], &["--interventions", "grid:101"]].concat());
    assert!(complaint.contains("setting A, B together takes 10201 joint values, more than 10000"), "{complaint}");
}

#[test]
fn an_object_for_programs() {
    let folder = folder();
    let object = joint(&folder, "learnt.txt", &["--joint", "2"]);
    assert_eq!((&object["settings"]["joint"], &object["settings"]["adjustment"]), (&json!(2), &json!("parents")));
    let comparison = &object["comparisons"][0];
    assert_eq!(comparison["contsid"]["upper"], json!(0.0));
    let joint_of = &comparison["joint"];
    let pairs = joint_of["pairs"].as_array().unwrap();
    assert_eq!((pairs.len(), &joint_of["left_out"]), (12, &json!(0)));
    let of_both = pairs.iter().find(|pair| pair["treatments"] == json!(["A", "B"]) && pair["outcome"] == "C").unwrap();
    assert_eq!(of_both["case"], "3.2");
    assert!(of_both["d"].as_f64().unwrap() > 0.2);
    let sum: f64 = pairs.iter().map(|pair| pair["d"].as_f64().unwrap()).sum();
    assert!((joint_of["sum"].as_f64().unwrap() - sum).abs() < 1e-12);
    assert!((joint_of["mean"].as_f64().unwrap() - sum / 12.0).abs() < 1e-12);
    assert!(joint(&folder, "learnt.txt", &[])["comparisons"][0].get("joint").is_none());
}

#[test]
fn a_pair_without_an_adjustment_set_is_labelled_and_left_out() {
    let folder = folder();
    let object = joint(&folder, "confounded.txt", &["--joint", "sets.txt", "--joint-pairs", "pairs.csv"]);
    assert_eq!(object["settings"]["joint"], json!([["A", "B"], ["A", "B", "D"], ["D"]]));
    let joint = &object["comparisons"][0]["joint"];
    assert_eq!((&joint["left_out"], joint["pairs"].as_array().unwrap().len()), (&json!(1), 6));
    let left_out = &joint["pairs"][0];
    assert_eq!(*left_out, json!({"treatments": ["A", "B"], "outcome": "C", "d": null, "case": "no adjustment set"}));
    let rows = folder.read("pairs.csv");
    let lines: Vec<&str> = rows.lines().collect();
    assert!(lines.len() == 7 && lines[0].starts_with("learnt,treatments,outcome,case,d,crossfit,se,"), "{rows}");
    assert_eq!(lines[1], "confounded.txt,\"A,B\",C,no adjustment set,,,,,,,,,");
}

#[test]
fn undirected_edges_have_bounds_over_their_members() {
    let folder = folder();
    let object = joint(&folder, "class.txt", &["--joint", "2", "--joint-pairs", "pairs.csv"]);
    let bounds = &object["comparisons"][0]["joint"];
    folder.write("one.txt", b"A -> B\nB -> C\nA -> C\nD\n");
    folder.write("other.txt", b"B -> A\nB -> C\nA -> C\nD\n");
    let sums = ["one.txt", "other.txt"]
        .map(|member| joint(&folder, member, &["--joint", "2"])["comparisons"][0]["joint"]["sum"].as_f64().unwrap());
    assert_eq!(bounds["sum"], json!({"lower": sums[0].min(sums[1]), "upper": sums[0].max(sums[1])}));
    assert!(bounds["pairs"][0]["d"]["lower"].is_number() && bounds["pairs"][0].get("case").is_none());
    assert_eq!(folder.read("pairs.csv").lines().count(), 13);
}

#[test]
fn one_treatment_at_once_is_contsid_also_by_optimal_sets() {
    let folder = folder();
    let values = ["parents", "optimal"].map(|rule| {
        let object = joint(&folder, "confounded.txt", &["--joint", "1", "--adjustment", rule]);
        assert_eq!(object["settings"]["adjustment"], rule);
        let comparison = &object["comparisons"][0];
        assert_eq!(comparison["joint"]["sum"], comparison["contsid"]["upper"]);
        comparison["contsid"]["upper"].as_f64().unwrap()
    });
    // confounded.txt adjusts for D by its parents and for A, D by the optimal set of B.
    assert!(values[0] != values[1], "{values:?}");
}

#[test]
fn values_of_a_file_are_taken_row_by_row() {
    let folder = folder();
    folder.write("points.csv", b"A,B,weight\n-1,1,1\n1,-1,1\n");
    folder.write("rows.csv", b"A,B\n-1,1\n1,-1\n-1,-1\n1,1\n");
    let with = |interventions: &str| {
        let object = joint(&folder, "learnt.txt", &["--joint", "2", "--interventions", interventions]);
        object["comparisons"][0]["joint"]["pairs"][0].clone()
    };
    let rows = with("points:points.csv");
    assert_eq!((&rows["treatments"], &rows["outcome"]), (&json!(["A", "B"]), &json!("C")));
    let combined = with("points:rows.csv")["d"].as_f64().unwrap();
    assert!((rows["d"].as_f64().unwrap() - combined).abs() > 1e-3);
    assert!((with("grid:2")["d"].as_f64().unwrap() - combined).abs() > 1e-3);
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = folder();
    folder.write("unknown.txt", b"A, B\nA, E\n");
    folder.write("twice.txt", b"A B\nB, A\n");
    folder.write("same.txt", b"A, A\n");
    folder.write("all.txt", b"A B C D\n");
    folder.write("none.txt", b"# nothing\n");
    let compare =
        |more: &[&'static str]| [&["compare", "truth.txt", "learnt.txt", "--data", "data.csv"], more].concat();
    let mut told = String::new();
    for file in ["unknown.txt", "twice.txt", "same.txt", "all.txt", "none.txt", "missing.txt"] {
        told += &folder.complaint(&compare(&["--joint", file]));
    }
    told += &folder.complaint(&compare(&["--joint", "4"]));
    told += &folder.complaint(&compare(&["--joint", "2", "--interventions", "grid:200"]));
    let header: Vec<String> = (0..60).map(|node| format!("N{node}")).collect();
    folder.write("many.txt", header.join("\n").as_bytes());
    let row = |value: usize| (0..60).map(|node| (node * value % 7).to_string()).collect::<Vec<_>>().join(",");
    folder.write("many.csv", format!("{}\n{}\n{}\n", header.join(","), row(1), row(2)).as_bytes());
    told += &folder.complaint(&["compare", "many.txt", "many.txt", "--data", "many.csv", "--joint", "5"]);
    assert_snapshot!(told);
    for wrong in [&["compare", "truth.txt", "learnt.txt", "--joint", "2"][..], &compare(&["--joint-pairs", "x.csv"])] {
        assert_eq!(folder.run(wrong).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let folder = folder();
    let with = |threads| joint(&folder, "confounded.txt", &["--joint", "2", "--threads", threads]).to_string();
    assert_eq!(with("1"), with("2"));
}

#[test]
fn the_page_has_the_joint_numbers() {
    let folder = folder();
    let arguments = ["compare", "truth.txt", "learnt.txt", "--data", "data.csv", "--html", "page.html"];
    folder.stdout(&[&arguments[..], &["--joint", "2", "--adjustment", "optimal"]].concat());
    let page = folder.read("page.html");
    let sum =
        &joint(&folder, "learnt.txt", &["--joint", "2", "--adjustment", "optimal"])["comparisons"][0]["joint"]["sum"];
    let measure = page.split_once("\"contSID joint\"").expect("the page has the joint distance").1;
    let shown = format!("\"value\":[{sum},{sum}]");
    assert!(measure.contains(&shown), "{shown}");
}
