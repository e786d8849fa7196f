//! `stability`, as users see it.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use serde_json::Value;
use std::fmt::Write;
use support::Folder;

/// A → B → C ← D, with noise of fixed numbers, and a column of groups.
fn folder() -> Folder {
    let mut data = "A,B,C,D,day\n".to_owned();
    for row in 0..211_u32 {
        let noise = |step: u32| f64::from((row * row * step + row * 17) % 211) / 60.0 - 1.75;
        let (a, d) = (noise(3), noise(29));
        let b = a + noise(7);
        let c = b + d + noise(11);
        writeln!(data, "{a},{b},{c},{d},day {}", row % 20).unwrap();
    }
    Folder::with(&[("data.csv", &data)])
}

const COMMAND: [&str; 6] = ["stability", "pc:alpha=0.01", "ges", "data.csv", "--resamples", "30"];

fn object(folder: &Folder, arguments: &[&str]) -> Value {
    serde_json::from_str(&folder.stdout(&[&COMMAND[..], &["--groups", "day", "--json"], arguments].concat())).unwrap()
}

#[test]
fn learners_stand_side_by_side() {
    let text = folder().stdout(&[&COMMAND[..], &["--groups", "day"]].concat());
    assert!(text.contains("pc:alpha=0.01") && text.contains("SHD between"), "{text}");
    let says = |start: &str, end: &str| text.lines().any(|line| line.starts_with(start) && line.contains(end));
    assert!(says("ges: ", "causal paths that any of 30 graphs has"), "{text}");
    // Strong effects come back in every resample.
    assert!(text.lines().any(|line| line.split_whitespace().take(4).eq(["B", "C", "100", "%"])), "{text}");
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let folder = folder();
    let [one, two, five] = ["1", "2", "5"].map(|threads| {
        let asked = ["--contsid", "4", "--groups", "day", "--json", "--threads", threads];
        folder.stdout(&[&COMMAND[..], &asked].concat())
    });
    assert!(one == two && one == five);
    let found: Value = serde_json::from_str(&one).unwrap();
    assert_eq!(found["learners"][1]["contsid"]["to_all_rows"]["count"], 4);
    assert_eq!(found["nodes"], serde_json::json!(["A", "B", "C", "D"]));
}

#[test]
fn what_is_learnt_is_kept_and_continued() {
    let folder = folder();
    let whole = object(&folder, &[]);
    let begin = ["stability", "pc:alpha=0.01", "ges", "data.csv", "--groups", "day", "--directory", "kept"];
    folder.stdout(&[&begin[..], &["--resamples", "7"]].concat());
    assert_eq!(object(&folder, &["--directory", "kept", "--resume"]), whole);
    let complaint = folder.complaint(&[&COMMAND[..], &["--bootstrap", "--directory", "kept", "--resume"]].concat());
    assert!(complaint.contains("`resampling` is 30 resamples of half of the rows, by groups there"), "{complaint}");
}

#[test]
fn graph_page_and_plots_are_written() {
    let folder = folder();
    let one = ["stability", "ges", "data.csv", "--groups", "day", "--resamples", "10", "-o", "consensus.txt"];
    let printed = folder.stdout(&[&one[..], &["--html", "page.html", "--plots", "plots"]].concat());
    assert!(printed.contains("ges: "), "{printed}");
    let edges = folder.read("consensus.txt");
    assert!(edges.contains("B -> C") && edges.contains("D -> C"), "{edges}");
    assert!(folder.read("page.html").contains("Stability of 1 learner"));
    for plot in ["support-1-ges.svg", "map-1-ges.svg"] {
        assert!(folder.read(&format!("plots/{plot}")).starts_with("<svg"));
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = folder();
    let usage = |arguments: &[&str]| folder.usage(&[&["stability"], arguments].concat());
    assert!(usage(&["pc", "ges", "data.csv", "-o", "graph.csv"]).contains("one learner"));
    assert!(usage(&["pc:alpha", "data.csv"]).contains("pc:alpha"));
    assert!(usage(&["pc:beta=1", "data.csv"]).contains("beta"));
    assert!(usage(&["pc", "data.csv", "--share", "1"]).contains("must be above 0 and below 1, got 1"));
    let complaint = folder.complaint(&["stability", "pc", "data.csv", "--groups", "week"]);
    assert!(complaint.contains("there is no column `week`"), "{complaint}");
}
