//! `compare --data` and `demo`, as users see them.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use insta::assert_snapshot;
use serde_json::{Value, json};
use std::fmt::Write;
use support::Folder;

/// Values that numpy computed from the printed equations: see `tests/vectors/README.md`.
const VECTORS: [&str; 3] = [
    include_str!("../../../tests/vectors/contsid/public_00.json"),
    include_str!("../../../tests/vectors/contsid/public_04.json"),
    include_str!("../../../tests/vectors/contsid/public_09.json"),
];

/// The digits to which the vectors are given.
const TOLERANCE: f64 = 1e-10;

fn csv(rows: &Value, header: Option<usize>) -> String {
    let mut text = String::new();
    if let Some(columns) = header {
        writeln!(text, "{}", (1..=columns).map(|k| format!("V{k}")).collect::<Vec<_>>().join(",")).unwrap();
    }
    for row in rows.as_array().unwrap() {
        let cells: Vec<String> = row.as_array().unwrap().iter().map(ToString::to_string).collect();
        writeln!(text, "{}", cells.join(",")).unwrap();
    }
    text
}

fn folder_of(vector: &Value) -> Folder {
    let columns = vector["true"].as_array().unwrap().len();
    let file = |key: &str| csv(&vector[key], Some(columns));
    Folder::with(&[("truth.csv", &file("true")), ("learnt.csv", &file("learnt")), ("data.csv", &file("data"))])
}

fn compared(folder: &Folder, vector: &Value, more: &[&str]) -> Value {
    let bandwidths: Vec<String> = vector["bandwidths"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
        .map(|(k, width)| format!("--bandwidth=V{}={width}", k + 1))
        .collect();
    let lambda = vector["lambda"].to_string();
    let mut arguments = vec!["compare", "truth.csv", "learnt.csv", "--data", "data.csv", "--json", "--lambda", &lambda];
    arguments.extend(bandwidths.iter().map(String::as_str));
    arguments.extend(more);
    serde_json::from_str::<Value>(&folder.stdout(&arguments)).unwrap()
}

fn assert_near(found: &Value, expected: &Value) {
    match (found.as_array(), expected.as_array()) {
        (Some(found), Some(expected)) => {
            assert_eq!(found.len(), expected.len());
            found.iter().zip(expected).for_each(|(found, expected)| assert_near(found, expected));
        }
        _ => assert!((found.as_f64().unwrap() - expected.as_f64().unwrap()).abs() < TOLERANCE, "{found} {expected}"),
    }
}

#[test]
fn numbers_of_another_program() {
    for text in VECTORS {
        let vector: Value = serde_json::from_str(text).unwrap();
        let folder = folder_of(&vector);
        let object = compared(&folder, &vector, &[]);
        let comparison = &object["comparisons"][0];
        assert_near(&comparison["contsid"]["pairs"], &vector["d_text"]);
        assert_eq!(comparison["contsid"]["cases"], vector["case"]);
        assert_eq!(comparison["contsid"]["lower"], comparison["contsid"]["upper"]);
        assert_eq!((&comparison["sid"]["lower"], &comparison["shd"]), (&vector["sid"], &vector["shd"]));
        assert_eq!(object["settings"]["lambda"], vector["lambda"]);
        let printed = compared(&folder, &vector, &["--normalise", "printed"]);
        assert_near(&printed["comparisons"][0]["contsid"]["pairs"], &vector["d_literal"]);
        let both = compared(&folder, &vector, &["--agreement", "both"]);
        assert_near(&both["comparisons"][0]["contsid"]["pairs"], &vector["alt_and_rule"]["d_text"]);
    }
}

#[test]
fn every_option_is_taken_and_echoed() {
    let vector: Value = serde_json::from_str(VECTORS[0]).unwrap();
    let folder = folder_of(&vector);
    folder.write("points.csv", b"value,weight\n0,1\n1,3\n");
    let with = |arguments: &[&str]| {
        let all = [&["compare", "truth.csv", "learnt.csv", "--data", "data.csv", "--json"], arguments].concat();
        serde_json::from_str::<Value>(&folder.stdout(&all)).unwrap()["settings"].clone()
    };
    assert_eq!(with(&["--lambda", "loo"])["lambda"], "loo");
    assert_eq!(with(&["--kernel", "laplace"])["kernel"], "laplace");
    assert_eq!(with(&["--kernel", "V2=imq"])["kernel"]["V2"], "imq");
    assert_eq!(with(&["--bandwidth", "2", "--bandwidth", "V3=median"])["bandwidth"]["V1"], 2.0);
    assert_eq!(with(&["--estimator", "centred"])["estimator"], "centred");
    assert_eq!(with(&["--agreement", "never"])["agreement"], "never");
    assert_eq!(with(&["--normalise", "none"])["normalise"], "none");
    assert_eq!(with(&["--interventions", "grid:5"])["interventions"], "grid:5");
    let points = with(&["--interventions", "points:points.csv"]);
    assert_eq!(points["interventions"]["points"], json!([0.0, 1.0]));
    assert_eq!(points["interventions"]["weights"], json!([0.25, 0.75]));
    assert_eq!(with(&["--interventions", "quantiles:3"])["interventions"], "quantiles:3");
    assert_eq!(with(&["--interventions", "normal:0,1,3"])["interventions"], "normal:0,1,3");
    assert_eq!(with(&["--interventions", "uniform:-1,1,4"])["interventions"], "uniform:-1,1,4");
    let one = with(&["--interventions", "grid:2", "--interventions", "V1=observed"]);
    assert_eq!((&one["interventions"]["V1"], &one["interventions"]["V2"]), (&json!("observed"), &json!("grid:2")));
}

#[test]
fn the_line_for_people_echoes_what_is_unusual() {
    let folder = folder_of(&serde_json::from_str(VECTORS[0]).unwrap());
    let with = |arguments: &[&str]| {
        let all = [&["compare", "truth.csv", "learnt.csv", "--data", "data.csv"], arguments].concat();
        folder.stdout(&all).lines().find(|line| line.contains("kernel")).unwrap().to_owned()
    };
    assert!(with(&[]).ends_with("normalise norm"), "{}", with(&[]));
    assert!(with(&["--lambda", "0.00001"]).contains("lambda 1.00e-5,"), "a minus that can be typed again");
    let line =
        with(&["--bandwidth", "2", "--bandwidth", "V3=median", "--adjustment", "optimal", "--interventions", "grid:5"]);
    assert!(line.ends_with(", bandwidth 2 (V3 median), adjustment optimal, interventions grid:5"), "{line}");
}

/// The settings of a comparison of two nodes with points from a file, or the complaint.
fn points(nodes: [&str; 2], interventions: &str, file: &str) -> Result<Value, String> {
    let [a, b] = nodes;
    let folder = Folder::with(&[
        ("truth.txt", &format!("{a} -> {b}\n")),
        ("data.csv", &format!("{a},{b}\n0,1\n1,3\n2,2\n")),
        ("p.csv", file),
    ]);
    let arguments =
        ["compare", "truth.txt", "truth.txt", "--data", "data.csv", "--json", "--interventions", interventions];
    let output = folder.run(&arguments);
    match output.status.code() {
        Some(0) => Ok(serde_json::from_slice::<Value>(&output.stdout).unwrap()["settings"]["interventions"].clone()),
        _ => Err(String::from_utf8(output.stderr).unwrap()),
    }
}

#[test]
fn points_of_a_file_belong_to_the_nodes_that_it_names() {
    let (one, two) =
        (json!({"points": [1.0, 2.0], "weights": [0.5, 0.5]}), json!({"points": [5.0, 6.0], "weights": [0.5, 0.5]}));
    let both = |first: &Value, second: &Value| Ok(json!({"A": first, "B": second}));
    let observed = json!("observed");
    assert_eq!(points(["A", "B"], "points:p.csv", "A,B\n1,5\n2,6\n"), both(&one, &two));
    assert_eq!(points(["A", "B"], "B=points:p.csv", "A,B\n1,5\n2,6\n"), both(&observed, &two));
    assert_eq!(points(["A", "B"], "points:p.csv", "value,weight\n1,3\n2,3\n"), Ok(one.clone()));
    assert_eq!(points(["A", "B"], "A=points:p.csv", "value\n1\n2\n"), both(&one, &observed));
    assert_eq!(points(["A", "B"], "A=points:p.csv", "A,other\n1,5\n2,6\n"), both(&one, &observed));
    // Nodes may be called as the special columns are.
    let named = points(["value", "weight"], "points:p.csv", "value,weight\n1,5\n2,6\n");
    assert_eq!(named, Ok(json!({"value": one, "weight": two})));
    let value = points(["value", "B"], "points:p.csv", "value\n1\n2\n");
    assert_eq!(value, Ok(json!({"value": one, "B": "observed"})));
}

#[test]
fn points_without_names_do_not_depend_on_what_nodes_are_called() {
    let one = json!({"points": [1.0, 2.0], "weights": [0.5, 0.5]});
    for nodes in [["A", "B"], ["V1", "V2"]] {
        assert_eq!(points(nodes, "points:p.csv", "1\n2\n"), Ok(one.clone()), "{nodes:?}");
        let by_position = points(nodes, "points:p.csv", "1,3\n2,4\n").unwrap();
        assert_eq!(by_position[nodes[1]]["points"], json!([3.0, 4.0]));
        let refused = points(nodes, "points:p.csv", "1,3,5\n2,4,6\n").unwrap_err();
        assert!(refused.contains("the 3 columns have no names, and there are 2 nodes"), "{refused}");
    }
}

#[test]
fn points_without_a_node_are_refused() {
    let refused = |interventions, file| points(["A", "B"], interventions, file).unwrap_err();
    let absent = refused("A=points:p.csv", "B,C\n1,5\n");
    assert!(absent.contains("p.csv: there is no column `A`: name a column `A`, or the only one `value`"), "{absent}");
    let foreign = refused("points:p.csv", "A,C\n1,5\n");
    assert!(foreign.contains("column `C` is not a node"), "{foreign}");
    let beside = refused("points:p.csv", "A,value\n1,5\n");
    assert!(beside.contains("column `value` is not a node"), "{beside}");
    let words = refused("points:p.csv", "A\nx\n");
    assert!(words.contains("column `A` does not hold numbers"), "{words}");
    let missing = refused("points:p.csv", "A,B\n1,\n");
    assert!(missing.contains("the value is missing") && !missing.contains("--drop-missing"), "{missing}");
}

#[test]
fn a_path_of_points_may_hold_any_character() {
    let folder = Folder::with(&[("truth.txt", "A -> B\n"), ("data.csv", "A,B\n0,1\n1,3\n2,2\n")]);
    std::fs::create_dir(folder.path().join("run=3")).unwrap();
    folder.write("run=3/p.csv", b",value\nr1,1\nr2,2\n");
    for interventions in ["points:run=3/p.csv", "A=points:run=3/p.csv"] {
        let arguments = ["compare", "truth.txt", "truth.txt", "--data", "data.csv", "--interventions", interventions];
        let output = folder.run(&[&arguments[..], &["--crossfit", "off"]].concat());
        let notes = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{notes}");
        let expected = "note: run=3/p.csv: the first column has no name and was taken for the names of rows\nnext: ";
        assert!(notes.starts_with(expected), "{notes}");
    }
}

#[test]
fn options_of_contsid_need_data() {
    let folder = Folder::with(&[("truth.txt", "A -> B\n")]);
    for option in [
        "--drop-missing",
        "--adjustment=optimal",
        "--agreement=both",
        "--normalise=none",
        "--lambda=1",
        "--bandwidth=1",
        "--estimator=plain",
        "--kernel=imq",
        "--interventions=grid:5",
        "--memory-limit=1GB",
    ] {
        let output = folder.run(&["compare", "truth.txt", "truth.txt", option]);
        assert_eq!(output.status.code(), Some(2), "{option}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("--data <TABLE>"), "{option}");
    }
}

#[test]
fn undetermined_graphs_have_bounds() {
    let folder = Folder::with(&[
        ("truth.txt", "V1 -> V3\nV2 -> V3\n"),
        ("class.txt", "V1 -- V3\nV2\n"),
        ("data.csv", include_str!("../demo/data.csv")),
    ]);
    let arguments = ["compare", "truth.txt", "class.txt", "--data", "data.csv"];
    assert_snapshot!(folder.show(&arguments));
    let text = folder.stdout(&[&arguments[..], &["--json"]].concat());
    let contsid = &serde_json::from_str::<Value>(&text).unwrap()["comparisons"][0]["contsid"];
    let members = ["V1 -> V3\nV2\n", "V3 -> V1\nV2\n"].map(|member| {
        folder.write("member.txt", member.as_bytes());
        let text = folder.stdout(&["compare", "truth.txt", "member.txt", "--data", "data.csv", "--json"]);
        serde_json::from_str::<Value>(&text).unwrap()["comparisons"][0]["contsid"]["lower"].as_f64().unwrap()
    });
    assert!((contsid["lower"].as_f64().unwrap() - members[0].min(members[1])).abs() < 1e-12);
    assert!((contsid["upper"].as_f64().unwrap() - members[0].max(members[1])).abs() < 1e-12);
    assert!(contsid["pairs"]["lower"].is_array() && contsid.get("cases").is_none());
}

#[test]
fn the_demo_ranks_as_the_paper_does_and_says_where_it_differs() {
    assert_snapshot!(Folder::new().show(&["demo"]));
    let object: Value = serde_json::from_str(&Folder::new().stdout(&["demo", "--json"])).unwrap();
    let comparisons = object["comparisons"].as_array().unwrap();
    let contsid = |index: usize| comparisons[index]["contsid"]["lower"].as_f64().unwrap();
    assert!(contsid(0) < contsid(1));
    for comparison in comparisons {
        assert_eq!((&comparison["shd"], &comparison["sid"]["lower"]), (&Value::from(1), &Value::from(1)));
    }
}

#[test]
fn the_demo_is_compare_on_its_files() {
    let folder = Folder::with(&[
        ("G1.txt", include_str!("../demo/G1.txt")),
        ("G2.txt", include_str!("../demo/G2.txt")),
        ("G3.txt", include_str!("../demo/G3.txt")),
        ("data.csv", include_str!("../demo/data.csv")),
    ]);
    let json =
        |line: &str| -> Value { serde_json::from_str(&folder.stdout(&line.split(' ').collect::<Vec<_>>())).unwrap() };
    let compare = "compare G1.txt G2.txt G3.txt --data data.csv --json";
    let (demo, compared) = (json("demo --json"), json(compare));
    for (own, other) in demo["comparisons"].as_array().unwrap().iter().zip(compared["comparisons"].as_array().unwrap())
    {
        assert_eq!((&own["contsid"], &own["crossfit"]), (&other["contsid"], &other["crossfit"]));
    }
    let table = json(&format!("{compare} --bandwidth 0.4 --lambda 0.01 --normalise none --crossfit off"));
    let contsid = |index: usize| table["comparisons"][index]["contsid"]["lower"].as_f64().unwrap();
    let ours = format!("0.23, 0.39 → ours {:.2}, {:.2} on this draw", contsid(0), contsid(1));
    assert!(folder.stdout(&["demo"]).contains(&ours), "{ours}");
}

#[test]
fn the_demo_of_experiments_is_judge_on_its_files() {
    let folder = Folder::with(&[
        ("right.txt", include_str!("../demo/right.txt")),
        ("forgetful.txt", include_str!("../demo/forgetful.txt")),
        ("reversed.txt", include_str!("../demo/reversed.txt")),
        ("experiments.csv", include_str!("../demo/experiments.csv")),
    ]);
    let skills = |line: &str| -> Vec<Value> {
        let object: Value = serde_json::from_str(&folder.stdout(&line.split(' ').collect::<Vec<_>>())).unwrap();
        object["graphs"].as_array().unwrap().iter().map(|graph| graph["skill"].clone()).collect()
    };
    let judged = skills("judge forgetful.txt reversed.txt right.txt --experiments experiments.csv --target set --json");
    assert_eq!(skills("demo --experiments --json"), judged);
}

#[test]
fn tables_that_do_not_fit_are_explained() {
    let folder = Folder::with(&[
        ("truth.txt", "A -> B\n"),
        ("good.csv", "B,A,C\n1,2,3\n2,3,4\n3,5,9\n"),
        ("short.csv", "A\n1\n2\n"),
        ("missing.csv", "A,B\n1,2\n,3\n4,NA\n5,6\n7,9\n"),
        ("infinite.csv", "A,B\n1,2\ninf,3\n"),
        ("one.csv", "A,B\n1,2\n"),
        ("text.csv", "A,B\n1,x\n2,y\n3,x\n"),
    ]);
    let compare = |data, more: &[&'static str]| [&["compare", "truth.txt", "truth.txt", "--data", data], more].concat();
    assert_snapshot!(folder.show(&compare("good.csv", &[])));
    assert_snapshot!(folder.show(&compare("short.csv", &[])));
    assert_snapshot!(folder.show(&compare("missing.csv", &[])));
    assert_snapshot!(folder.show(&compare("missing.csv", &["--drop-missing"])));
    assert_snapshot!(folder.show(&compare("infinite.csv", &[])));
    assert_snapshot!(folder.show(&compare("one.csv", &[])));
    assert_snapshot!(folder.show(&compare("text.csv", &["--kernel", "B=gaussian"])));
    assert_snapshot!(folder.show(&compare("good.csv", &["--bandwidth", "D=1"])));
    let memory = folder.complaint(&compare("good.csv", &["--memory-limit", "1KB"]));
    assert!(memory.contains(" kB of memory are needed, and 1.0 kB are allowed"), "{memory}");
    folder.stdout(&compare("text.csv", &[]));
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let vector: Value = serde_json::from_str(VECTORS[1]).unwrap();
    let folder = folder_of(&vector);
    let with = |threads: &str| compared(&folder, &vector, &["--threads", threads]).to_string();
    assert_eq!(with("1"), with("2"));
}
