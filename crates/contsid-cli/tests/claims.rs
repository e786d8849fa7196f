//! `contsid compare` with hidden nodes and marks, against values of another program.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod support;

use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use support::Folder;

fn compare(directory: &Path, arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_contsid")).current_dir(directory).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A line for each node.
fn nodes(numbers: impl Iterator<Item = u64>) -> String {
    let mut text = String::new();
    numbers.for_each(|node| writeln!(text, "N{node}").unwrap());
    text
}

/// The marks of the vectors as a list of edges; nodes are called N0, N1, …
fn edges(marks: &Value, observed: &[u64]) -> String {
    let rows = marks.as_array().unwrap();
    let mark = |a: usize, b: usize, arrow: char| match rows[a][b].as_str() {
        Some("A") => Some(arrow),
        Some("T") => Some('-'),
        Some("o") => Some('o'),
        _ => None,
    };
    let mut text = nodes(observed.iter().copied());
    for (a, b) in (0..rows.len()).flat_map(|b| (0..b).map(move |a| (a, b))) {
        if let (Some(left), Some(right)) = (mark(b, a, '<'), mark(a, b, '>')) {
            writeln!(text, "N{} {left}-{right} N{}", observed[a], observed[b]).unwrap();
        }
    }
    text.replace("--> ", "-> ").replace(" <-- ", " <- ")
}

#[test]
fn another_program_finds_the_same_mistakes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/pag/public.json");
    let file: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let directory = tempfile::tempdir().unwrap();
    for case in file["cases"].as_array().unwrap() {
        let observed: Vec<u64> =
            case["observed"].as_array().unwrap().iter().map(|node| node.as_u64().unwrap()).collect();
        let rows = case["dag"].as_array().unwrap();
        let mut dag = nodes(0..rows.len() as u64);
        for (a, b) in (0..rows.len()).flat_map(|a| (0..rows.len()).map(move |b| (a, b))) {
            if rows[a][b] == 1 {
                writeln!(dag, "N{a} -> N{b}").unwrap();
            }
        }
        std::fs::write(directory.path().join("truth.txt"), dag).unwrap();
        let hidden = (0..rows.len() as u64).filter(|node| !observed.contains(node));
        let hidden: Vec<String> = hidden.map(|node| format!("N{node}")).collect();
        for learnt in case["learnt"].as_array().unwrap() {
            std::fs::write(directory.path().join("learnt.txt"), edges(&learnt["marks"], &observed)).unwrap();
            let found = compare(
                directory.path(),
                &["compare", "truth.txt", "learnt.txt", "--latent", &hidden.join(","), "--json"],
            );
            let found = &found["comparisons"][0];
            let mut expected = learnt["against_truth"].clone();
            let name = |index: &Value| format!("N{}", observed[usize::try_from(index.as_u64().unwrap()).unwrap()]);
            let pairs = expected["mistaken_pairs"].as_array().unwrap().iter();
            let pairs: Vec<Value> = pairs.map(|pair| json!([name(&pair[0]), name(&pair[1]), pair[2]])).collect();
            expected["mistaken_pairs"] = pairs.into();
            assert_eq!(found["claims"], expected);
            assert_eq!(found["marks"]["differing"], learnt["differing_marks_from_true_pag"]);
        }
    }
}

/// U confounds X and Y and is hidden; W is alone. The PAG X o-o Y leaves two effects open. The graph X -> Y claims an
/// effect that is not there; what it claims about W is right.
#[test]
fn a_graph_that_ignores_a_hidden_cause_is_mistaken() {
    let directory = tempfile::tempdir().unwrap();
    let mut rows = "X,Y,W,U\n".to_owned();
    for k in 0..120 {
        let [u, e, f, w] = [0.7, 1.9, 2.3, 3.1].map(|step: f64| (f64::from(k) * step).sin());
        writeln!(rows, "{},{},{w},{u}", u + 0.3 * e, u + 0.3 * f).unwrap();
    }
    let files = [("truth.txt", "W\nU -> X\nU -> Y\n"), ("pag.txt", "W\nX o-o Y\n"), ("dag.txt", "W\nX -> Y\n")];
    for (name, text) in files.into_iter().chain([("data.csv", rows.as_str())]) {
        std::fs::write(directory.path().join(name), text).unwrap();
    }
    let arguments = ["compare", "truth.txt", "dag.txt", "pag.txt", "--latent", "U", "--data", "data.csv", "--json"];
    let found = compare(directory.path(), &arguments);
    let [pag, dag] = [0, 1].map(|index| &found["comparisons"][index]);
    assert_eq!(
        (&pag["learnt"], &pag["claims"]["mistakes"], &pag["not_comparable"]),
        (&json!("pag.txt"), &json!(0), &json!(2))
    );
    assert_eq!(dag["claims"]["mistaken_pairs"], json!([["X", "Y", "adjust"]]));
    assert_eq!(dag["claims"]["adjust"], json!({"claimed": 1, "wrong": 1}));
    assert_eq!((&dag["not_comparable"], &pag["contsid"]["upper"]), (&json!(0), &json!(0.0)));
    let distance = dag["contsid"]["pairs"].as_array().unwrap()[nodes_of(&found, "X")][nodes_of(&found, "Y")].as_f64();
    assert!(distance.unwrap() > 0.2, "{dag}");
    assert_eq!(pag["contsid"]["pairs"][nodes_of(&found, "X")][nodes_of(&found, "Y")], Value::Null);
    assert!(dag["crossfit"]["value"].as_f64().unwrap() > 0.0);
    let mut command = Command::new(env!("CARGO_BIN_EXE_contsid"));
    let output = command.current_dir(directory.path()).args(&arguments[..8]).args(["--joint", "2"]).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(message.contains("joint interventions are compared only if no graph has marks"), "{message}");
}

fn nodes_of(found: &Value, name: &str) -> usize {
    found["nodes"].as_array().unwrap().iter().position(|node| node == name).unwrap()
}

/// Coffee and illness have a hidden common cause: the directed graph claims an effect of one on the other.
#[test]
fn the_demo_of_a_hidden_cause() {
    let directory = tempfile::tempdir().unwrap();
    let found = compare(directory.path(), &["demo", "--hidden", "--json", "--html", "page.html"]);
    let [pag, dag] = [0, 1].map(|index| &found["comparisons"][index]);
    assert_eq!((&pag["learnt"], &pag["claims"]["mistakes"]), (&json!("pag"), &json!(0)));
    assert_eq!(dag["claims"]["mistaken_pairs"], json!([["coffee", "illness", "adjust"]]));
    let interval = &dag["crossfit"]["interval"];
    assert!(interval[0].as_f64().unwrap() > 0.2, "{interval}");
    let page = std::fs::read_to_string(directory.path().join("page.html")).unwrap();
    let model = page.split_once("type=\"application/json\">").unwrap().1.split_once("</script>").unwrap().0;
    let model: Value = serde_json::from_str(model).unwrap();
    assert_eq!(model["truth"]["edges"], json!([[0, 1, "o>"], [1, 2, ">>"], [3, 2, "o>"]]));
    assert_eq!(model["learnt"][1]["bars"][1]["text"], "1 of 4");
    let open = model["learnt"][0]["claims"].as_array().unwrap().iter().filter(|claim| claim["claim"] == "open");
    assert_eq!(open.map(|claim| &claim["d"]).collect::<Vec<_>>(), [&Value::Null; 2]);
}

fn convert(directory: &Path, arguments: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_contsid"));
    let output = command.current_dir(directory).arg("convert").args(arguments).output().unwrap();
    let text = if output.status.success() { &output.stdout } else { &output.stderr };
    (output.status.success(), String::from_utf8_lossy(text).into_owned())
}

#[test]
fn graphs_with_hidden_nodes_are_converted() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    std::fs::write(path.join("dag.txt"), "A -> X\nU -> X\nU -> Y\nB -> Y\n").unwrap();
    let to = |arguments: &[&str]| convert(path, &[&["dag.txt", "-", "--latent", "U"], arguments].concat());
    assert_eq!(to(&["--to", "pag"]), (true, "A\nX\nY\nB\nA o-> X\nX <-> Y\nB o-> Y\n".to_owned()));
    let mag = to(&["--to", "mag", "--output-format", "csv", "--output-encoding", "pcalg-pag"]);
    assert_eq!(mag, (true, ",A,X,Y,B\nA,0,2,0,0\nX,3,0,2,0\nY,0,2,0,3\nB,0,0,2,0\n".to_owned()));
    let (done, message) = to(&[]);
    assert!(!done && message.contains("the format edges cannot hold hidden nodes"), "{message}");
    assert!(message.contains("hint: choose a format with --output-format"), "{message}");
    let (done, message) = to(&["--to", "cpdag"]);
    assert!(!done && message.contains("only --to mag and --to pag"), "{message}");
}

/// The same as if the files of the learnt graphs named W, and the truth V.
#[test]
fn absent_nodes_are_isolated_if_asked() {
    let directory = tempfile::tempdir().unwrap();
    let files = [
        ("truth.txt", "U -> X\nU -> Y\nW -> Y\n"),
        ("whole.txt", "V\nU -> X\nU -> Y\nW -> Y\n"),
        ("pag.txt", "V\nX o-o Y\n"),
        ("all.txt", "W\nV\nX o-o Y\n"),
    ];
    for (name, text) in files {
        std::fs::write(directory.path().join(name), text).unwrap();
    }
    let found =
        compare(directory.path(), &["compare", "truth.txt", "pag.txt", "--latent", "U", "--isolated", "--json"]);
    let expected = compare(directory.path(), &["compare", "whole.txt", "all.txt", "--latent", "U", "--json"]);
    let [found_one, expected] = [&found, &expected].map(|object| &object["comparisons"][0]);
    for key in ["none", "adjust", "open", "mistakes"] {
        assert_eq!(found_one["claims"][key], expected["claims"][key], "{key}");
    }
    for key in ["marks", "edges", "separation"] {
        assert_eq!(found_one[key], expected[key], "{key}");
    }
    let notes = found["notes"].to_string();
    assert!(notes.contains("absent nodes count as isolated: `V`") && notes.contains("isolated: `W`"), "{notes}");
}

/// Every effect of the learnt graph is left open, so there is no contSID.
#[test]
fn a_graph_that_leaves_every_effect_open_has_dashes() {
    let folder = Folder::with(&[("truth.txt", "A -> B\nB -> C\n"), ("pag.txt", "A o-o B\nB o-o C\n")]);
    let value = |row: usize, column: usize| ((row * 37 + column * 11) % 17).to_string();
    let rows: Vec<String> = (0..60).map(|row| [0, 1, 2].map(|column| value(row, column)).join(",")).collect();
    folder.write("data.csv", format!("A,B,C\n{}\n", rows.join("\n")).as_bytes());
    folder.write("dag.txt", b"A -> C\nB -> C\n");
    for learnt in [&["pag.txt"][..], &["pag.txt", "dag.txt"]] {
        let text = folder.stdout(&[&["compare", "truth.txt"], learnt, &["--data", "data.csv"]].concat());
        let table: Vec<&str> = text.lines().skip_while(|line| !line.contains("mistakes")).collect();
        let row = table.iter().find(|line| line.contains("pag.txt")).unwrap();
        assert_eq!(row.matches('–').count(), 3, "contSID, low overlap and contSID from all rows: {text}");
    }
}
