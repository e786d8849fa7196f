//! `compare --rank-by` and `--fixes`, as users see them.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use serde_json::{Value, json};
use std::fmt::Write;
use support::Folder;

const WORDS: [(&str, &str); 7] = [
    ("crossfit", "contSID ± error"),
    ("contsid", "contSID from all rows"),
    ("sid", "SID"),
    ("aid_parent", "AID by parents"),
    ("aid_ancestor", "AID by ancestors"),
    ("aid_optimal", "AID by optimal sets"),
    ("shd", "SHD"),
];

/// A → B → C → D, with noise of fixed numbers, and graphs that differ in one, two and three edges.
fn folder() -> Folder {
    let mut data = "A,B,C,D\n".to_owned();
    for row in 0..101_u32 {
        let noise = |step: u32| f64::from((row * row * step + row * 17) % 101) / 30.0 - 1.6;
        let (a, b) = (noise(3), noise(3) + noise(7));
        writeln!(data, "{a},{b},{},{}", b + noise(11), b + noise(11) + noise(29)).unwrap();
    }
    Folder::with(&[
        ("truth.txt", "A -> B\nB -> C\nC -> D\n"),
        ("turned.txt", "B -> A\nC -> B\nC -> D\n"),
        ("short.txt", "A -> B\nC\nD\n"),
        ("full.txt", "A -> B\nA -> C\nA -> D\nB -> C\nB -> D\nC -> D\n"),
        ("data.csv", &data),
    ])
}

const FILES: [&str; 5] = ["compare", "truth.txt", "turned.txt", "short.txt", "full.txt"];

fn object(folder: &Folder, more: &[&str]) -> Value {
    serde_json::from_str(&folder.stdout(&[&FILES, more, &["--json"]].concat())).unwrap()
}

/// The data of a page.
fn model(page: &str) -> Value {
    let start = page.split_once(r#"<script id="model" type="application/json">"#).unwrap().1;
    serde_json::from_str(start.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn every_output_ranks_by_the_chosen_distance() {
    let folder = folder();
    for (word, shown) in WORDS {
        let more = ["--data", "data.csv", "--rank-by", word, "--html", "page.html", "--force"];
        let found = object(&folder, &more);
        assert_eq!(found["ranked_by"], word);
        let value = |one: &Value| match word.strip_prefix("aid_") {
            Some(strategy) => one["aid"][strategy.replace("optimal", "oset")].as_f64().unwrap(),
            None if word == "shd" => one["shd"].as_f64().unwrap(),
            None => one[word]["upper"].as_f64().or(one[word]["value"]["value"].as_f64()).unwrap_or(f64::NAN),
        };
        let graphs = found["comparisons"].as_array().unwrap();
        let values: Vec<f64> = graphs.iter().map(value).filter(|value| !value.is_nan()).collect();
        assert!(values.is_sorted(), "{word}: {values:?}");
        let text = folder.stdout(&[&FILES, &more[..4]].concat());
        assert!(text.contains(&format!("in tiers by {shown}: ")), "{text}");
        assert!(text.contains(found["verdict"][0].as_str().unwrap()), "{text}");
        let model = model(&folder.read("page.html"));
        assert_eq!(model["measures"][0]["key"], word);
        let order = model["measures"][0]["order"].as_array().unwrap().iter();
        let names: Vec<&Value> =
            order.map(|graph| &model["learnt"][graph.as_u64().unwrap() as usize]["graph"]["name"]).collect();
        assert_eq!(names, graphs.iter().map(|one| &one["learnt"]).collect::<Vec<_>>());
    }
}

#[test]
fn an_order_by_what_is_not_known_is_refused() {
    let folder = folder();
    let complaint = |more: &[&str]| folder.usage(&[&FILES, more].concat());
    assert!(complaint(&["--rank-by", "contsid"]).contains("--rank-by contsid is about contSID, which needs --data"));
    assert!(complaint(&["--rank-by", "sidd"]).contains("aid_ancestor"));
    let more = ["--data", "data.csv", "--crossfit", "off", "--rank-by", "crossfit"];
    let refused = folder.complaint(&[&FILES, &more[..]].concat());
    assert!(refused.contains("--rank-by crossfit: turned.txt has no such distance"), "{refused}");
}

#[test]
fn fixes_are_listed_on_request() {
    let folder = folder();
    assert!(folder.usage(&[&FILES[..], &["--fixes"]].concat()).contains("--json"));
    assert!(object(&folder, &[])["comparisons"][0].get("fixes").is_none());
    let found = object(&folder, &["--data", "data.csv", "--fixes"]);
    let turned = found["comparisons"].as_array().unwrap().iter().find(|one| one["learnt"] == "turned.txt").unwrap();
    let steps = turned["fix_steps"].as_array().unwrap();
    let edge = |fix: &Value| (fix["change"].clone(), fix["from"].clone(), fix["to"].clone());
    let both = [(json!("reverse"), json!("A"), json!("B")), (json!("reverse"), json!("B"), json!("C"))];
    assert!(steps.len() == 2 && both.contains(&edge(&steps[0])) && both.contains(&edge(&steps[1])), "{steps:?}");
    // Then the graph is the truth: everything that it got wrong is gained.
    let last = &steps[1];
    assert_eq!(last["sid"], json!({"lower": 0, "upper": 0}));
    assert_eq!(last["crossfit"]["upper"]["value"], 0.0);
    let before = turned["crossfit"]["value"].as_f64().or(turned["crossfit"]["value"]["value"].as_f64()).unwrap();
    assert!((last["crossfit_change"]["upper"]["value"].as_f64().unwrap() + before).abs() < 1e-12 * before);
    assert!(last["crossfit_change"]["upper"]["se"].as_f64().unwrap() > 0.0);
    assert_eq!(turned["fixes"].as_array().unwrap().len(), 2);
    assert!(turned["fixes"][0]["crossfit_change"]["upper"]["se"].as_f64().unwrap() > 0.0);
}
