//! `falsify`, as users see it.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use serde_json::{Value, json};
use std::fmt::Write;
use support::Folder;

/// A → B → C → D → E, with noise of fixed numbers.
fn folder() -> Folder {
    let (mut data, mut curved) = ("A,B,C,D,E,kind\n".to_owned(), "A,B,C,D,E\n".to_owned());
    for row in 0..211_u32 {
        let noise = |step: u32| f64::from((row * row * step + row * 17) % 211) / 60.0 - 1.75;
        let a = noise(3);
        let b = a + noise(7);
        let c = b + noise(11);
        let d = c + noise(29);
        let e = d + noise(41);
        writeln!(data, "{a},{b},{c},{d},{e},{}", if a > 0.0 { "high" } else { "low" }).unwrap();
        writeln!(curved, "{a},{},{c},{d},{e}", a * a + 0.1 * noise(7)).unwrap();
    }
    Folder::with(&[
        ("right.txt", "A -> B\nB -> C\nC -> D\nD -> E\n"),
        ("wrong.txt", "A -> D\nD -> B\nB -> E\nE -> C\n"),
        ("class.txt", "A -- B\nB -- C\nC -- D\nD -- E\n"),
        ("full.txt", "A -> B\nA -> C\nA -> D\nA -> E\nB -> C\nB -> D\nB -> E\nC -> D\nC -> E\nD -> E\n"),
        ("cycle.txt", "A -> B\nB -> C\nC -> A\nC -> D\nD -> E\n"),
        ("hidden.txt", "A <-> B\nB -> C\nC -> D\nD -> E\n"),
        ("data.csv", &data),
        ("curved.csv", &curved),
    ])
}

fn object(folder: &Folder, arguments: &[&str]) -> Value {
    serde_json::from_str(&folder.stdout(&[&["falsify"], arguments, &["--json"]].concat())).unwrap()
}

#[test]
fn each_graph_has_a_sentence() {
    let text = folder().stdout(&["falsify", "right.txt", "wrong.txt", "full.txt", "--data", "data.csv"]);
    let says = |start: &str, end: &str| text.lines().any(|line| line.starts_with(start) && line.contains(end));
    assert!(says("right.txt: not rejected: its ", "fewer than those of random labels (p"), "{text}");
    assert!(says("wrong.txt: rejected: its ", "no fewer than those of random labels (p"), "{text}");
    assert!(says("full.txt: not falsifiable: it claims no independence", ""), "{text}");
    assert!(says("test    fisher-z: all columns are numbers", ""), "{text}");
    assert!(says("    violated: ", " ⟂ "), "{text}");
}

#[test]
fn the_object_has_the_promised_keys() {
    let found = object(&folder(), &["right.txt", "wrong.txt", "--data", "data.csv", "--permutations", "40"]);
    let graph = &found["graphs"][1];
    assert_eq!(
        (&graph["graph"], &graph["tests"], &graph["permutations"]),
        (&json!("wrong.txt"), &json!(6), &json!(40))
    );
    for key in ["share", "ks_p_value", "anderson_darling", "p_lmc", "p_tpa"] {
        assert!(graph[key].is_f64(), "{key}: {graph}");
    }
    assert_eq!((&graph["falsifiable"], &graph["rejected"]), (&json!(true), &json!(true)));
    let worst = graph["worst"].as_array().unwrap();
    assert_eq!(json!(worst.len()), graph["violations"]);
    assert!(worst[0]["node"].is_string() && worst[0]["other"].is_string() && worst[0]["given"].is_array());
    assert!(worst[0]["p_value"].as_f64() <= worst[1]["p_value"].as_f64());
    assert_eq!(object(&folder(), &["right.txt", "--data", "data.csv"])["graphs"][0]["permutations"], 120);
}

/// A share of 0 among few permutations does not show that it is below a thousandth.
#[test]
fn few_permutations_show_little() {
    let folder = folder();
    let arguments = ["right.txt", "right.txt", "--data", "data.csv", "--permutations", "40", "--seed", "2"];
    let found = object(&folder, &arguments);
    assert_eq!(found["graphs"][0]["p_lmc"], 0.0, "{found}");
    let verdict = found["graphs"][0]["verdict"].as_str().unwrap();
    assert!(verdict.ends_with("(p < 0.025)"), "{verdict}");
    let text = folder.stdout(&[&["falsify", "--html", "page.html"], &arguments[..]].concat());
    let row = text.lines().find(|line| line.starts_with("right.txt ")).unwrap();
    assert_eq!(row.matches("<0.025").count(), 2, "{row}");
    let page = folder.read("page.html");
    assert!(page.contains("Neither graph is rejected."));
    assert!(page.contains(r#""p_values":["\u003c0.025","\u003c0.025","#));
}

#[test]
fn the_test_follows_the_data() {
    let folder = folder();
    let test = |arguments: &[&str]| object(&folder, arguments)["settings"]["test"].clone();
    assert_eq!(test(&["right.txt", "--data", "data.csv"]), "fisher-z");
    assert_eq!(test(&["right.txt", "--data", "curved.csv"]), "gcm");
    assert_eq!(test(&["right.txt", "--data", "data.csv", "--categorical", "A"]), "gcm");
    assert_eq!(test(&["right.txt", "--data", "data.csv", "--test", "gcm"]), "gcm");
}

#[test]
fn a_class_counts_as_any_member() {
    let folder = folder();
    let found = object(&folder, &["right.txt", "class.txt", "--data", "data.csv"]);
    for key in ["p_tpa", "rejected"] {
        assert_eq!(found["graphs"][0][key], found["graphs"][1][key], "{key}");
    }
    let output = folder.run(&["falsify", "class.txt", "--data", "data.csv"]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("all claim the same independences"));
}

#[test]
fn what_cannot_be_tested_is_refused_in_words() {
    let folder = folder();
    let says = |arguments: &[&str], words: &str| {
        let complaint = folder.complaint(&[&["falsify"], arguments, &["--data", "data.csv"]].concat());
        assert!(complaint.contains(words), "{complaint}");
    };
    says(&["cycle.txt"], "A → B → C → A");
    says(&["hidden.txt"], "hidden.txt");
    says(&["right.txt", "--test", "fisher-z", "--categorical", "A"], "data.csv: column `A` holds categories");
    assert!(folder.usage(&["falsify", "right.txt", "--data", "data.csv", "--alpha", "2"]).contains("got 2"));
    assert!(folder.usage(&["falsify", "right.txt"]).contains("--data"));
}

#[test]
fn distances_are_set_beside_chance() {
    let folder = folder();
    let arguments = ["compare", "right.txt", "right.txt", "wrong.txt"];
    let text = folder.stdout(&arguments);
    assert!(text.contains("chance   the share of random graphs"), "{text}");
    let printed: Value = serde_json::from_str(&folder.stdout(&[&arguments[..], &["--json"]].concat())).unwrap();
    let chance = &printed["comparisons"][0]["chance"];
    assert_eq!((&chance["graphs"], &chance["contsid"]), (&json!(1000), &Value::Null));
    // All four true adjacencies of ten, by drawing four: one of 210 ways.
    assert!((chance["skeleton"]["p_value"].as_f64().unwrap() - 1.0 / 210.0).abs() < 1e-12, "{chance}");
    assert_eq!(chance["skeleton"]["precision"], 0.4);
    for distance in ["shd", "sid"] {
        for key in ["mean", "low", "high", "at_least_as_good"] {
            assert!(chance[distance][key].is_f64(), "{distance}: {key}");
        }
    }
    assert!(chance["aid"]["oset"]["at_least_as_good"].as_f64().unwrap() < 0.1, "{chance}");
    let with_data = |more: &[&str]| {
        let arguments = [&["compare", "right.txt", "wrong.txt", "--data", "data.csv", "--json"], more].concat();
        let printed: Value = serde_json::from_str(&folder.stdout(&arguments)).unwrap();
        printed["comparisons"][0]["chance"]["contsid"].clone()
    };
    assert!(with_data(&["--chance", "5"])["mean"].as_f64().unwrap() > 0.0);
    assert_eq!(with_data(&[]), Value::Null);
}

#[test]
fn a_page_has_every_test() {
    let folder = folder();
    folder.stdout(&["falsify", "right.txt", "wrong.txt", "full.txt", "--data", "data.csv", "--html", "page.html"]);
    let page = folder.read("page.html");
    let start = page.split_once(r#"<script id="model" type="application/json">"#).unwrap().1;
    let model: Value = serde_json::from_str(start.split_once("</script>").unwrap().0).unwrap();
    let found = object(&folder, &["right.txt", "wrong.txt", "full.txt", "--data", "data.csv"]);
    for (shown, graph) in model["learnt"].as_array().unwrap().iter().zip(found["graphs"].as_array().unwrap()) {
        assert_eq!((&shown["tests"], &shown["violations"]), (&graph["tests"], &graph["violations"]));
        let bars = shown["histogram"]["counts"].as_array().unwrap();
        let p_values = graph["p_values"].as_array().unwrap();
        let low = p_values.iter().filter(|p| p.as_f64().unwrap() < 0.05).count();
        assert_eq!((bars.len(), bars[0].as_u64()), (20, Some(low as u64)));
        assert_eq!(bars.iter().map(|bar| bar.as_u64().unwrap()).sum::<u64>(), p_values.len() as u64);
        let permuted = shown["permuted"]["counts"].as_array().unwrap().iter();
        assert_eq!(permuted.map(|bar| bar.as_u64().unwrap()).sum::<u64>(), graph["permutations"].as_u64().unwrap());
        let pairs: std::collections::BTreeSet<[&str; 2]> = graph["worst"]
            .as_array()
            .unwrap()
            .iter()
            .map(|test| {
                let [a, b] = ["node", "other"].map(|key| test[key].as_str().unwrap());
                [a.min(b), a.max(b)]
            })
            .collect();
        let drawn = shown["drawn"].as_array().unwrap().iter().filter(|edge| edge[3] == "violated");
        let drawn: Vec<[&str; 2]> = drawn
            .map(|edge| [0, 1].map(|end| model["nodes"][edge[end].as_u64().unwrap() as usize].as_str().unwrap()))
            .collect();
        assert!(drawn.len() == pairs.len() && drawn.iter().all(|pair| pairs.contains(pair)), "{drawn:?} {pairs:?}");
    }
    let foreign = folder.complaint(&["falsify", "right.txt", "--data", "data.csv", "--html", "data.csv"]);
    assert!(foreign.contains("data.csv"), "{foreign}");
}
