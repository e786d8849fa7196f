//! contSID with its uncertainty, as users see it.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use serde_json::{Value, json};
use std::fmt::Write;
use support::Folder;

/// Values that numpy computed from the formulas: see `tests/vectors/README.md`.
const VECTORS: [&str; 4] = [
    include_str!("../../../tests/vectors/crossfit/public_00.json"),
    include_str!("../../../tests/vectors/crossfit/public_01.json"),
    include_str!("../../../tests/vectors/crossfit/public_02.json"),
    include_str!("../../../tests/vectors/crossfit/public_03.json"),
];

/// The other program solves systems with condition numbers of a few hundred, and takes roots of small numbers.
const TOLERANCE: f64 = 1e-9;

/// A p-value changes faster than the quotient that it comes from.
const P_VALUE_TOLERANCE: f64 = 1e-7;

fn csv(rows: &Value, header: &[String]) -> String {
    let mut text = String::new();
    if !header.is_empty() {
        writeln!(text, "{}", header.join(",")).unwrap();
    }
    for row in rows.as_array().unwrap() {
        let cells: Vec<String> = row.as_array().unwrap().iter().map(ToString::to_string).collect();
        writeln!(text, "{}", cells.join(",")).unwrap();
    }
    text
}

fn transposed(rows: &Value) -> Value {
    let rows = rows.as_array().unwrap();
    let column = |index: usize| rows.iter().map(|row| row[index].clone()).collect::<Vec<_>>();
    (0..rows[0].as_array().unwrap().len()).map(column).collect::<Vec<_>>().into()
}

/// A folder with the files of a vector.
fn folder_of(vector: &Value) -> Folder {
    let names: Vec<String> = (1..=vector["truth"].as_array().unwrap().len()).map(|k| format!("V{k}")).collect();
    Folder::with(&[
        ("truth.csv", &csv(&vector["truth"], &names)),
        ("one.csv", &csv(&vector["learnt"][0], &names)),
        ("two.csv", &csv(&vector["learnt"][1], &names)),
        ("data.csv", &csv(&vector["data"], &names)),
        ("parts.csv", &csv(&transposed(&vector["labels"]), &[])),
    ])
}

fn first_folder() -> Folder {
    folder_of(&serde_json::from_str(VECTORS[0]).unwrap())
}

const COMPARE: [&str; 6] = ["compare", "truth.csv", "one.csv", "two.csv", "--data", "data.csv"];

fn compared(folder: &Folder, more: &[&str]) -> Value {
    serde_json::from_str(&folder.stdout(&[&COMPARE[..], &["--json"], more].concat())).unwrap()
}

fn assert_near(found: &Value, expected: &Value, tolerance: f64) {
    match (found.as_array(), expected.as_array()) {
        (Some(found), Some(expected)) => {
            assert_eq!(found.len(), expected.len());
            found.iter().zip(expected).for_each(|(found, expected)| assert_near(found, expected, tolerance));
        }
        _ => assert!((found.as_f64().unwrap() - expected.as_f64().unwrap()).abs() < tolerance, "{found} {expected}"),
    }
}

/// What was found of one learnt graph.
fn of<'a>(object: &'a Value, learnt: &str) -> &'a Value {
    object["comparisons"].as_array().unwrap().iter().find(|one| one["learnt"] == learnt).expect("a graph of this name")
}

#[test]
fn numbers_of_another_program_given_the_parts() {
    for text in VECTORS {
        let vector: Value = serde_json::from_str(text).unwrap();
        let object = compared(&folder_of(&vector), &["--partition", "parts.csv"]);
        for (learnt, expected) in ["one.csv", "two.csv"].iter().zip(vector["expected"].as_array().unwrap()) {
            let found = &of(&object, learnt)["crossfit"];
            assert_near(&found["pairs"], &expected["d"], TOLERANCE);
            assert_near(&found["se_pairs"], &expected["se"], TOLERANCE);
            assert_near(&found["p_values"], &expected["p_value"], P_VALUE_TOLERANCE);
            assert_near(&found["value"], &expected["contsid"], TOLERANCE);
            assert_near(&found["se"], &expected["contsid_se"], TOLERANCE);
            assert_near(&found["interval"], &expected["interval"], TOLERANCE);
            assert_eq!(found["repeats"], vector["labels"].as_array().unwrap().len());
        }
        let [difference] = &object["relations"].as_array().unwrap()[..] else { panic!("two graphs, one relation") };
        let sign = if difference["first"] == "one.csv" { 1.0 } else { -1.0 };
        let value = json!(sign * difference["difference"].as_f64().unwrap());
        assert_near(&value, &vector["difference"]["value"], TOLERANCE);
        assert_near(&difference["se"], &vector["difference"]["se"], TOLERANCE);
    }
}

#[test]
fn a_partition_may_have_a_header_and_labels_may_be_texts() {
    let vector: Value = serde_json::from_str(VECTORS[0]).unwrap();
    let folder = folder_of(&vector);
    let plain = folder.read("parts.csv");
    let expected = compared(&folder, &["--partition", "parts.csv"])["comparisons"].clone();
    let letters = plain.replace('0', "left").replace('1', "right");
    for text in [format!("r1,r2,r3\n{plain}"), format!("0,1,2\n{plain}"), letters.clone(), format!("a,b,c\n{letters}")]
    {
        folder.write("parts.csv", text.as_bytes());
        assert_eq!(compared(&folder, &["--partition", "parts.csv"])["comparisons"], expected);
    }
}

#[test]
fn crossfitting_is_on_by_default_and_can_be_left_out() {
    let folder = first_folder();
    let usual = compared(&folder, &[]);
    let crossfit = &usual["comparisons"][0]["crossfit"];
    assert_eq!((&crossfit["parts"], &crossfit["repeats"]), (&json!(2), &json!(10)));
    assert_eq!(usual["settings"]["crossfit"], json!({"parts": 2, "repeats": 10, "ridge": 0.1, "guided": true}));
    assert_eq!(crossfit["p_value_adjustment"], "Benjamini-Hochberg");
    assert!(crossfit["low_overlap"].as_f64().unwrap() >= 0.0);
    assert_eq!(compared(&folder, &["--threads", "1"]), usual);
    assert_ne!(compared(&folder, &["--seed", "2"])["comparisons"][0]["crossfit"], *crossfit);
    let off = compared(&folder, &["--crossfit", "off"]);
    assert_eq!((&off["comparisons"][0]["crossfit"], &off["relations"][0]["p_value"]), (&Value::Null, &Value::Null));
    assert_eq!((&usual["ranked_by"], &off["ranked_by"]), (&json!("crossfit"), &json!("contsid")));
    assert_eq!(of(&off, "one.csv")["contsid"], of(&usual, "one.csv")["contsid"]);
    let table = folder.stdout(&[&COMPARE[..], &["--crossfit", "off"]].concat());
    assert!(!table.contains("± se") && table.contains("contSID is not cross-fitted"), "{table}");
}

#[test]
fn a_table_for_people() {
    insta::assert_snapshot!(first_folder().show(&COMPARE));
}

#[test]
fn options_divide_the_rows() {
    let folder = folder_of(&serde_json::from_str(VECTORS[3]).unwrap());
    let parts = |more: &[&str]| {
        let crossfit = compared(&folder, more)["comparisons"][0]["crossfit"].clone();
        (crossfit["parts"].as_u64().unwrap(), crossfit["repeats"].as_u64().unwrap())
    };
    assert_eq!(parts(&[]), (2, 10));
    assert_eq!(parts(&["--part-rows", "25"]), (4, 4));
    assert_eq!(parts(&["--repeats", "3"]), (2, 3));
}

/// Rows of one patient stay together, so parts that are given by patient are the only ones possible.
#[test]
fn groups_are_texts_of_a_column_that_is_no_node() {
    let folder = first_folder();
    let data = folder.read("data.csv");
    let patients = std::iter::once("patient").chain((0..40).map(|row| if row % 2 == 0 { "Ann" } else { "Bob" }));
    let with_patients: Vec<String> = data.lines().zip(patients).map(|(line, name)| format!("{line},{name}")).collect();
    folder.write("data.csv", with_patients.join("\n").as_bytes());
    folder.write("parts.csv", "0\n1\n".repeat(20).as_bytes());
    let grouped = compared(&folder, &["--groups", "patient", "--repeats", "1"]);
    let value = |object: &Value| object["comparisons"][0]["crossfit"]["value"].clone();
    // Parts that are given have no guide.
    assert_eq!(grouped["settings"]["crossfit"]["guided"], json!(true));
    let plain = compared(&folder, &["--groups", "patient", "--repeats", "1", "--guide", "none"]);
    let given = compared(&folder, &["--partition", "parts.csv"]);
    assert_near(&value(&plain), &value(&given), 1e-12);
    assert_eq!(given["settings"]["crossfit"]["guided"], json!(false));
    assert_eq!(grouped["notes"], json!([]), "the column has its use");
    let unknown = folder.complaint(&[&COMPARE[..], &["--groups", "day"]].concat());
    assert_eq!(
        unknown,
        "contsid: data.csv: --groups: there is no column `day`; the columns are V1, V2, V3, V4, patient\n"
    );
    // Without names of nodes the columns are matched by position, and the column of groups is none of them.
    let vector: Value = serde_json::from_str(VECTORS[0]).unwrap();
    for (file, graph) in [("truth.csv", &vector["truth"]), ("one.csv", &vector["learnt"][0])] {
        folder.write(file, csv(graph, &[]).as_bytes());
    }
    folder.write("two.csv", csv(&vector["learnt"][1], &[]).as_bytes());
    let unnamed = compared(&folder, &["--groups", "patient", "--repeats", "1"]);
    assert_eq!(value(&unnamed), value(&grouped));
}

#[test]
fn faults_are_said_with_the_fact() {
    let folder = first_folder();
    let complaint = |more: &[&str]| folder.complaint(&[&COMPARE[..], more].concat());
    let partition = |labels: &[u32]| {
        let lines: Vec<String> = labels.iter().map(ToString::to_string).collect();
        folder.write("parts.csv", lines.join("\n").as_bytes());
        complaint(&["--partition", "parts.csv"])
    };
    let labels = |first: usize| (0..40).map(|row| u32::from(row >= first)).collect::<Vec<_>>();
    assert_eq!(partition(&labels(25)), "contsid: parts.csv: part `1` has 15 rows, and a part needs at least 20\n");
    assert_eq!(partition(&labels(1)), "contsid: parts.csv: part `0` has a single row, and a part needs at least 20\n");
    assert_eq!(partition(&labels(40)), "contsid: parts.csv: all rows belong to the part `0`: two parts are needed\n");
    assert_eq!(partition(&labels(20)[..30]), "contsid: parts.csv: there are 30 labels for 40 rows\n");
    assert_eq!(
        complaint(&["--part-rows", "10"]),
        "contsid: data.csv: part `1` of repeat 1 has 10 rows, and a part needs at least 20\n\
         hint: take larger parts with --part-rows\n"
    );
    let lines: Vec<String> = folder.read("data.csv").lines().map(|line| format!("{line},1")).collect();
    folder.write("data.csv", lines.join("\n").replacen(",1", ",day", 1).as_bytes());
    assert_eq!(
        complaint(&["--groups", "day"]),
        "contsid: data.csv: all 40 rows belong to one group, and a group is never divided: two groups are needed\n"
    );
    let usage = folder.usage(&[&COMPARE[..], &["--crossfit", "off", "--repeats", "3"]].concat());
    assert!(usage.contains("--crossfit off: there are no parts, so --repeats has no use"), "{usage}");
}

#[test]
fn too_few_rows_are_an_error_only_where_parts_are_asked_for() {
    let folder = first_folder();
    let data: Vec<String> = folder.read("data.csv").lines().take(31).map(str::to_owned).collect();
    folder.write("data.csv", data.join("\n").as_bytes());
    let object = compared(&folder, &[]);
    assert_eq!(object["comparisons"][0]["crossfit"], Value::Null);
    let note = "data.csv: contSID is not cross-fitted, and has no standard error: 30 rows do not make two parts of at \
         least 20";
    assert_eq!(object["notes"], json!([note]));
    let complaint = folder.complaint(&[&COMPARE[..], &["--crossfit", "on"]].concat());
    assert_eq!(
        complaint,
        "contsid: data.csv: the table has 30 rows, and two parts of at least 20 rows need 40\n\
         hint: leave cross-fitting out with --crossfit off\n"
    );
}

/// A chain A → B with noise, long enough that all rows together would take long.
fn long_chain(rows: u32) -> Folder {
    let mut text = "A,B\n".to_owned();
    for row in 0..rows {
        let a = (f64::from(row) * 0.618_034).fract() - 0.5;
        let noise = (f64::from(row) * 0.414_214).fract() - 0.5;
        writeln!(text, "{a},{}", 2.0 * a + noise).unwrap();
    }
    Folder::with(&[
        ("truth.txt", "A -> B\n"),
        ("none.txt", "nodes: A, B\n"),
        ("same.txt", "A -> B\n"),
        ("data.csv", &text),
    ])
}

#[test]
fn above_4000_rows_all_rows_are_not_taken_together_unless_asked() {
    let folder = long_chain(4001);
    folder.write("none.csv", b"A,B\n0,0\n0,0\n");
    folder.write("truth.csv", b"A,B\n0,1\n0,0\n");
    let arguments = ["compare", "truth.csv", "none.csv", "truth.txt", "--data", "data.csv", "--part-rows", "400"];
    let object: Value = serde_json::from_str(&folder.stdout(&[&arguments[..], &["--json"]].concat())).unwrap();
    assert_eq!(object["comparisons"][0]["contsid"], Value::Null);
    let crossfit = &object["comparisons"][0]["crossfit"];
    assert_eq!((&crossfit["parts"], &crossfit["repeats"]), (&json!(11), &json!(1)));
    assert_eq!(object["tiers"], json!({"truth.txt": 1, "none.csv": 2}));
    assert_eq!(object["samples"], 4001);
    assert_eq!(object["notes"][0], "none.csv: the graph has no edge");
    let note = object["notes"][1].as_str().unwrap();
    assert!(note.contains("from all 4001 rows together it is not computed") && note.ends_with("--all-rows"), "{note}");
    let table = folder.stdout(&arguments);
    assert!(table.contains("--all-rows") && table.contains("contSID ± error"), "{table}");
    assert!(!table.contains("from all rows "), "{table}");
}

#[test]
fn pairs_have_columns_of_their_own() {
    let folder = first_folder();
    folder.run(&[&COMPARE[..], &["--partition", "parts.csv", "--pairs", "pairs.csv"]].concat());
    let text = folder.read("pairs.csv");
    let mut lines = text.lines();
    assert_eq!(
        lines.next().unwrap(),
        "learnt,treatment,outcome,sid,aid_ancestor,aid_optimal,case,d,crossfit,se,model_se,ci_low,ci_high,\
         p_value,adjusted_p_value,low_overlap"
    );
    let row: Vec<&str> = lines.find(|line| line.starts_with("one.csv,V1,V2,")).unwrap().split(',').collect();
    let vector: Value = serde_json::from_str(VECTORS[0]).unwrap();
    let expected = &vector["expected"][0];
    for (cell, expected) in [(8, &expected["d"]), (9, &expected["se"])] {
        assert_near(&json!(row[cell].parse::<f64>().unwrap()), &expected[0][1], TOLERANCE);
    }
    assert_near(&json!(row[13].parse::<f64>().unwrap()), &expected["p_value"][0][1], P_VALUE_TOLERANCE);
}

#[test]
fn undetermined_graphs_have_bounds_each_with_its_error() {
    let folder = first_folder();
    folder.write("one.csv", b"V1,V2,V3,V4\n0,1,0,0\n1,0,0,0\n0,0,0,0\n1,1,0,0\n");
    let object = compared(&folder, &["--partition", "parts.csv"]);
    let crossfit = &object["comparisons"][0]["crossfit"];
    let (lower, upper) = (&crossfit["lower"], &crossfit["upper"]);
    assert!(lower["value"].as_f64().unwrap() < upper["value"].as_f64().unwrap());
    for bound in [lower, upper] {
        assert!(bound["se"].is_number() && bound["interval"].as_array().unwrap().len() == 2);
    }
    assert!(upper["se"].as_f64().unwrap() > 0.0);
    for key in ["pairs", "se_pairs", "p_values", "adjusted_p_values"] {
        assert_eq!(crossfit[key]["lower"].as_array().unwrap().len(), 4, "{key}");
        assert_eq!(crossfit[key]["upper"].as_array().unwrap().len(), 4, "{key}");
    }
    assert_eq!(object["relations"].as_array().unwrap().len(), 1);
    folder.run(&[&COMPARE[..], &["--partition", "parts.csv", "--pairs", "pairs.csv"]].concat());
    let pairs = folder.read("pairs.csv");
    let cells = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let header = cells(pairs.lines().next().unwrap());
    let numbers: Vec<&str> = header[7..].iter().map(|name| name.trim_end_matches("_lower")).step_by(2).collect();
    assert_eq!(numbers[..6], ["d", "crossfit", "se", "model_se", "ci_low", "ci_high"]);
    assert!(header[7..].chunks(2).all(|two| two[1] == two[0].replace("_lower", "_upper")), "{header:?}");
    let row = cells(pairs.lines().find(|line| line.starts_with("one.csv,V1,V2,")).unwrap());
    let json = |key: &str, end: &str| crossfit[key][end][0][1].as_f64().unwrap().to_string();
    let expected = ["pairs", "se_pairs"].map(|key| [json(key, "lower"), json(key, "upper")]).concat();
    assert_eq!(row[9..13], expected);
    let table = folder.stdout(&COMPARE);
    assert!(table.contains(" ± ") && table.contains('['), "{table}");
}

#[test]
fn joint_interventions_are_cross_fitted_too() {
    let folder = first_folder();
    let arguments = ["--joint", "2", "--joint-pairs", "joint.csv", "--partition", "parts.csv"];
    let object = compared(&folder, &arguments);
    let joint = &object["comparisons"][0]["joint_crossfit"];
    assert!(joint["value"].as_f64().unwrap() > 0.0 && joint["se"].as_f64().unwrap() > 0.0);
    let pair = &joint["pairs"][0];
    assert_eq!(pair["treatments"].as_array().unwrap().len(), 2);
    let text = folder.read("joint.csv");
    assert!(
        text.starts_with("learnt,treatments,outcome,case,d,crossfit,se,model_se,ci_low,ci_high,p_value,"),
        "{text}"
    );
    let distance = pair["d"].as_f64().unwrap().to_string();
    assert!(text.lines().any(|line| line.contains(&format!(",{distance},"))), "{distance} in {text}");
    assert!(folder.stdout(&[&COMPARE[..], &["--joint", "2"]].concat()).contains("low overlap  joint sum"));
}

/// Three graphs: one is right, two forget the same edge.
#[test]
fn the_ranking_says_what_can_be_told_apart() {
    let folder = long_chain(400);
    folder.write("truth.csv", b"A,B\n0,1\n0,0\n");
    folder.write("none.csv", b"A,B\n0,0\n0,0\n");
    folder.write("also.csv", b"A,B\n0,0\n0,0\n");
    let table = folder.stdout(&["compare", "truth.csv", "none.csv", "also.csv", "truth.txt", "--data", "data.csv"]);
    let line = "also.csv and none.csv are farther from the truth than truth.txt (all adjusted p < 0.001).";
    assert!(table.lines().any(|found| found == line), "{table}");
    assert!(table.contains("Choose truth.txt: contSID 0."), "{table}");
    // What is exactly 0 has no error.
    let own = table.lines().find(|line| line.starts_with("1  truth.txt ")).unwrap();
    assert!(!own.contains('±'), "{own}");
    let twins = folder.stdout(&["compare", "truth.csv", "none.csv", "also.csv", "--data", "data.csv"]);
    assert!(twins.contains("Choose also.csv or none.csv: they are equally near to the truth."), "{twins}");
}

/// A varies, B and C do not.
fn constants() -> Folder {
    let mut data = "A,B,C\n".to_owned();
    (0..100).for_each(|row| writeln!(data, "{},0,0", row * 37 % 101).unwrap());
    Folder::with(&[
        ("t.txt", "A -> B\nB -> C\n"),
        ("l.txt", "B -> A\nB -> C\n"),
        ("l2.txt", "A\nB\nC\nA -> C\n"),
        ("data.csv", &data),
    ])
}

#[test]
fn rounding_noise_is_no_difference() {
    let folder = constants();
    for more in [&[][..], &["--bandwidth", "1e300"]] {
        let found = folder.run(&[&["compare", "t.txt", "l.txt", "l2.txt", "--data", "data.csv"], more].concat());
        let table = String::from_utf8(found.stdout).unwrap();
        assert!(table.contains("they are equally near to the truth"), "{table}");
        let notes = String::from_utf8(found.stderr).unwrap();
        assert!(notes.contains("constant columns") && notes.contains(": B, C\n"), "{notes}");
    }
    let arguments = ["compare", "t.txt", "l.txt", "l2.txt", "--data", "data.csv", "--json"];
    let object: Value = serde_json::from_str(&folder.stdout(&arguments)).unwrap();
    let p_values = object["comparisons"].as_array().unwrap().iter().flat_map(|one| {
        let rows = one["crossfit"]["p_values"].as_array().unwrap().clone();
        rows.into_iter().flat_map(|row| row.as_array().unwrap().clone())
    });
    assert!(p_values.clone().count() > 0 && p_values.clone().all(|p| p == json!(1.0)), "{object}");
}

#[test]
fn without_data_near_the_interventions_there_is_no_verdict() {
    let folder = long_chain(400);
    folder.write("none.txt", b"A\nB\n");
    folder.write("back.txt", b"B -> A\n");
    folder.write("far.csv", b"value\n1e300\n-1e300\n");
    let arguments = ["compare", "truth.txt", "none.txt", "back.txt", "--data", "data.csv"];
    let far = [&arguments[..], &["--interventions", "points:far.csv", "--html", "page.html"]].concat();
    let table = folder.stdout(&far);
    let words = "o verdict: at least half of the interventions have hardly any data nearby";
    assert!(table.contains(words) && !table.contains("farther") && !table.contains("Choose"), "{table}");
    assert!(folder.read("page.html").contains(words));
    assert!(!folder.stdout(&arguments).contains(words));
}
