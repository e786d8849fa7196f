//! `simulate`, `discover`, `study` and `tables`, as users see them.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use insta::assert_snapshot;
use serde_json::Value;
use std::fs;
use support::Folder;

const STUDY: &str = r#"
graphs = 4
nodes = [4, 6]
samples = [40]

[[learner]]
name = "pc"

[[learner]]
name = "empty"
"#;

#[test]
fn a_simulation_is_three_files() {
    let folder = Folder::new();
    let simulate = "simulate --nodes 3 --edge-probability 0.9 --samples 4 --noise uniform --seed 5 -o out";
    let arguments: Vec<&str> = simulate.split(' ').collect();
    assert_snapshot!(folder.show(&arguments));
    assert_snapshot!(folder.read("out/graph.csv"));
    assert_snapshot!(folder.read("out/settings.toml"));
    assert_eq!(folder.read("out/data.csv").lines().count(), 5);
    folder.stdout(&["simulate", "--settings", "out/settings.toml", "-o", "again"]);
    for file in ["graph.csv", "data.csv", "settings.toml"] {
        assert_eq!(folder.read(&format!("out/{file}")), folder.read(&format!("again/{file}")));
    }
    folder.write("out/notes.txt", b"mine");
    assert_snapshot!(folder.complaint(&arguments));
    let other = [&arguments[..], &["--force", "--weights=-2:-0.5,0.5:2"]].concat();
    folder.stdout(&other);
    assert_ne!(folder.read("out/data.csv"), folder.read("again/data.csv"));
}

#[test]
fn a_simulation_that_makes_no_sense_is_refused() {
    let folder = Folder::with(&[("file", "")]);
    let refused = |more: &str| {
        let arguments = format!("simulate --nodes 5 -o out {more}");
        folder.usage(&arguments.split_whitespace().collect::<Vec<_>>())
    };
    assert_snapshot!(refused("--expected-degree 7"));
    assert_snapshot!(refused("--graph scale-free --edge-probability 0.2"));
    assert_snapshot!(refused("--data discrete --noise gumbel"));
    assert_snapshot!(refused("--samples 0"));
    assert!(refused("--edge-probability 2").contains("--edge-probability"));
    assert!(!folder.path().join("out").exists());
    let many = refused("--samples 18446744073709551615");
    let fact = "--samples: 18446744073709551615 samples are too many for 5 nodes: at most 53687091 are possible";
    assert!(many.contains(fact), "{many}");
    assert!(refused("--data discrete --cardinality 4000000000").contains("at most 1000 are possible"));
    let overflow = folder
        .complaint(&"simulate --nodes 400 --edge-probability 1 --weights 9:10 -o out".split(' ').collect::<Vec<_>>());
    assert!(overflow.ends_with("hint: standardise each variable with --standardise internal\n"), "{overflow}");
    let message = folder.complaint(&["simulate", "--nodes", "5", "-o", "file/out"]);
    // A directory that cannot be written is refused before anything is drawn.
    fs::create_dir(folder.path().join("full")).unwrap();
    folder.write("full/mine", b"");
    let full = "simulate --nodes 400 --edge-probability 1 --weights 9:10 -o full";
    let full = folder.complaint(&full.split(' ').collect::<Vec<_>>());
    assert!(full.contains("full is not empty"), "{full}");
    assert!(message.starts_with("contsid: file/out: "), "{message}");
}

/// The tables without the seconds, which differ from run to run.
fn without_seconds(text: &str) -> &str {
    text.split("seconds of the learner").next().unwrap()
}

#[test]
fn a_study_prints_its_tables_and_can_be_resumed() {
    let folder = Folder::with(&[("study.toml", STUDY)]);
    let text = folder.stdout(&["study", "study.toml", "-o", "out"]);
    assert_eq!(folder.read("out/records.csv").lines().count(), 1 + 4 * 2 * 2);
    assert!(folder.path().join("out/summary.json").exists());
    let shown = folder.stdout(&["tables", "out"]);
    assert_eq!(text, shown);
    let tables = without_seconds(&shown);
    assert!(tables.contains("SHD: paired differences") && tables.contains("pc − empty"), "{tables}");

    let whole = folder.read("out/records.csv");
    fs::write(folder.path().join("out/records.csv"), &whole[..whole.len() / 2]).unwrap();
    let half = folder.stdout(&["tables", "out"]);
    assert!(half.starts_with("The study is not finished: "), "{half}");
    let resumed = folder.stdout(&["study", "--resume", "-o", "out", "--threads", "1"]);
    assert_eq!(without_seconds(&resumed), tables);
    let kept = &whole[..whole[..whole.len() / 2].rfind('\n').unwrap()];
    assert!(folder.read("out/records.csv").starts_with(kept));
}

/// The settings that come nearest to the paper's tables: see docs/reproduction.md.
#[test]
fn the_preset_scores_as_the_paper_s_equations_are_printed() {
    let folder = Folder::new();
    let run = |line: &str| folder.stdout(&line.split(' ').collect::<Vec<_>>());
    run("study --preset paper --nodes 12 --graphs 1 -o out");
    let settings = folder.read("out/study.toml");
    let equations = ["agreement = \"either\"", "normalise = \"printed\"", "estimator = \"plain\""];
    for setting in
        equations.into_iter().chain(["kernel = \"gaussian\"", "bandwidth = 0.7071067811865476", "lambda = 0.01"])
    {
        assert!(settings.contains(setting), "{setting}: {settings}");
    }
    let records = folder.read("out/records.csv");
    let rows: Vec<Vec<&str>> = records.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| rows[0].iter().position(|cell| *cell == name).unwrap();
    let record = rows.iter().find(|row| row[column("learner")] == "ges").unwrap();
    run(&format!("simulate --nodes 12 --seed {} -o sim", record[column("data_seed")]));
    run("discover ges sim/data.csv -o ges.csv");
    let contsid = |normalise: &str| -> f64 {
        let compare = "compare sim/graph.csv ges.csv --data sim/data.csv --undirected drop --crossfit off --json";
        let text = run(&format!("{compare} --bandwidth 0.7071067811865476 --lambda 0.01 --normalise {normalise}"));
        serde_json::from_str::<Value>(&text).unwrap()["comparisons"][0]["contsid"]["lower"].as_f64().unwrap()
    };
    let found: f64 = record[column("contsid_directed")].parse().unwrap();
    assert!((found - contsid("printed")).abs() < 1e-12 && (found - contsid("norm")).abs() > 0.01, "{found}");
}

#[test]
fn a_study_is_extended_by_what_is_named() {
    let folder = Folder::with(&[("study.toml", STUDY)]);
    folder.stdout(&["study", "study.toml", "-o", "out"]);
    let before = folder.read("out/records.csv");
    let more = ["--nodes", "5", "--graphs", "5", "--seed", "2", "--samples", "30", "--learner", "ges"];
    folder.stdout(&[&["study", "--resume", "-o", "out"], &more[..]].concat());
    let after = folder.read("out/records.csv");
    assert_eq!(after.lines().count(), 1 + 3 * 5 * 2 * 2 * 3);
    assert!(before.lines().all(|line| after.lines().any(|other| other == line)));
    let fewer = folder.complaint(&["study", "--resume", "--graphs", "2", "-o", "out"]);
    assert!(fewer.contains("`graphs` is 5 there, and 2 here"), "{fewer}");
}

#[test]
#[cfg(unix)]
fn failed_learners_are_tried_again_unless_they_are_kept() {
    let script = "test -e cure || exit 3\nfor row in 1 2 3 4; do echo 0,0,0,0; done > \"$2\"\n";
    let folder = Folder::with(&[("study.toml", STUDY), ("mine.sh", script)]);
    let mine = "mine=sh mine.sh {data} {graph}";
    folder.stdout(&["study", "study.toml", "--nodes", "4", "--learner", mine, "-o", "out"]);
    let failed = folder.read("out/records.csv");
    assert_eq!(failed.matches(",failed,").count(), 4);
    folder.write("cure", b"");
    folder.stdout(&["study", "--resume", "--keep-failed", "-o", "out"]);
    assert_eq!(folder.read("out/records.csv"), failed);
    folder.stdout(&["study", "--resume", "-o", "out"]);
    assert!(!folder.read("out/records.csv").contains(",failed,"));
    assert_eq!(folder.run(&["study", "study.toml", "--keep-failed", "-o", "new"]).status.code(), Some(2));
    let absent = ["study", "study.toml", "--learner", "absent=no-such-program {data} {graph}", "-o", "new"];
    let complaint = folder.complaint(&absent);
    assert_eq!(complaint, "contsid: the learner `absent`: there is no program `no-such-program`\n");
    assert!(!folder.path().join("new").exists());
}

#[test]
fn a_damaged_record_is_named_by_its_line() {
    let folder = Folder::with(&[("study.toml", STUDY)]);
    folder.stdout(&["study", "study.toml", "-o", "out"]);
    let whole = folder.read("out/records.csv");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let damaged = [&lines[..4], &[&lines[4][..20], lines[5]], &lines[6..]].concat().concat();
    folder.write("out/records.csv", damaged.as_bytes());
    let complaint = folder.complaint(&["study", "--resume", "-o", "out"]);
    assert!(complaint.contains("records.csv, line 5: "), "{complaint}");
    assert!(complaint.ends_with("hint: delete this line, then use --resume to compute it again\n"), "{complaint}");
    let mended = [&lines[..4], &lines[6..]].concat().concat();
    folder.write("out/records.csv", mended.as_bytes());
    folder.stdout(&["study", "--resume", "-o", "out"]);
    assert_eq!(folder.read("out/records.csv").lines().count(), lines.len());
}

#[test]
fn the_same_seed_gives_the_same_records() {
    let folder = Folder::with(&[("study.toml", STUDY)]);
    let scores = |arguments: &[&str], directory: &str| {
        folder.stdout(&[&["study", "study.toml", "-o", directory], arguments].concat());
        let text = folder.read(&format!("{directory}/records.csv"));
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let timed: Vec<bool> = reader.headers().unwrap().iter().map(|column| column.contains("seconds")).collect();
        let untimed = |row: csv::StringRecord| -> Vec<String> {
            row.iter().zip(&timed).filter(|(_, timed)| !**timed).map(|(cell, _)| cell.to_owned()).collect()
        };
        reader.records().map(|row| untimed(row.unwrap())).collect::<Vec<_>>()
    };
    let one = scores(&["--threads", "1"], "one");
    assert_eq!(one, scores(&["--threads", "4"], "four"));
    assert_ne!(one, scores(&["--seed", "2"], "other"));
}

#[test]
fn what_is_wrong_with_a_study_is_said() {
    let folder = Folder::with(&[
        ("study.toml", STUDY),
        ("key.toml", &STUDY.replace("samples", "sample")),
        ("learner.toml", &STUDY.replace("\"empty\"", "\"fci\"")),
    ]);
    assert_snapshot!(folder.complaint(&["study", "key.toml", "-o", "out"]));
    assert_snapshot!(folder.complaint(&["study", "learner.toml", "-o", "out"]));
    assert_snapshot!(folder.usage(&["study", "study.toml", "--learner", "unheard-of", "-o", "out"]));
    assert_eq!(folder.run(&["study", "-o", "out"]).status.code(), Some(2));
    assert_snapshot!(folder.complaint(&["study", "--resume", "-o", "out"]));
    assert_snapshot!(folder.complaint(&["tables", "out"]));
    let many = folder.complaint(&["study", "study.toml", "--graphs", "10000000000", "-o", "out"]);
    assert!(many.contains("make 40000000000 records: at most 1000000 are possible"), "{many}");
    let page = folder.complaint(&["study", "study.toml", "-o", "out", "--html", "no/page.html"]);
    assert!(page.contains("the directory `no` does not exist"), "{page}");
    assert!(!folder.path().join("out").exists());
    folder.stdout(&["study", "study.toml", "-o", "out"]);
    let before = folder.read("out/records.csv");
    assert_snapshot!(folder.complaint(&["study", "study.toml", "-o", "out"]));
    assert_snapshot!(folder.complaint(&["study", "study.toml", "--seed", "9", "--resume", "-o", "out"]));
    assert_eq!(folder.read("out/records.csv"), before);
    folder.stdout(&["study", "study.toml", "--seed", "9", "--force", "-o", "out"]);
    assert_ne!(folder.read("out/records.csv"), before);
}

#[test]
fn force_replaces_studies_only() {
    let folder = Folder::with(&[("study.toml", STUDY)]);
    fs::create_dir(folder.path().join("mine")).unwrap();
    folder.write("mine/records.csv", b"years of work");
    let complaint = folder.complaint(&["study", "study.toml", "--force", "-o", "mine"]);
    assert!(complaint.contains("mine holds no study"), "{complaint}");
    assert_eq!(folder.read("mine/records.csv"), "years of work");
}

#[test]
#[cfg(unix)]
fn a_program_is_a_learner() {
    let script = "echo working >&2\nhead -n 1 \"$1\" > \"$2\"\nfor row in 1 2 3 4; do echo 0,0,0,0 >> \"$2\"; done\n";
    let folder = Folder::with(&[("study.toml", STUDY), ("mine.sh", script)]);
    let mine = "mine=sh mine.sh {data} {graph}";
    let arguments = ["study", "study.toml", "--nodes", "4", "--learner", "empty", "--learner", mine, "-o", "out"];
    let text = folder.stdout(&arguments);
    let differences = text.split("SHD: paired differences").nth(1).unwrap();
    assert!(differences.contains("empty − mine") && differences.contains("0.00 ± 0.00"), "{text}");
    assert!(!text.contains("pc"), "{text}");
    let log = fs::read_dir(folder.path().join("out/logs")).unwrap().next().unwrap().unwrap();
    assert_eq!(fs::read_to_string(log.path()).unwrap(), "working\n");
    let slow = ["study", "study.toml", "--nodes", "4", "--learner", "slow=sh -c 'sleep 600; : {data} {graph}'"];
    let text = folder.stdout(&[&slow[..], &["--time-limit", "0.2", "-o", "slow"]].concat());
    assert!(text.contains("slow, p = 4: of 4 graphs 4 ran past the limit"), "{text}");
}

#[test]
fn a_graph_is_learnt_from_a_file() {
    let folder = Folder::with(&[("words.csv", "a,b\n1,x\n2,y\n3,x\n"), ("few.csv", "a,b\n1,2\n2,3\n")]);
    folder.stdout(&["simulate", "--nodes", "4", "--edge-probability", "0.5", "--seed", "3", "-o", "truth"]);
    let printed = folder.stdout(&["discover", "ica-lingam", "truth/data.csv"]);
    let told = folder.stdout(&["discover", "ica-lingam", "truth/data.csv", "-o", "learnt.txt"]);
    let first = printed.lines().next().unwrap();
    assert_eq!(told.trim_end(), format!("learnt.txt: {}", first.trim_start_matches("# ")));
    assert_eq!(folder.read("learnt.txt"), format!("# written by contsid\n{}", &printed[first.len() + 1..]));
    for method in ["pc", "ges"] {
        folder.stdout(&["discover", method, "truth/data.csv", "-o", &format!("{method}.csv")]);
        folder.stdout(&["compare", "truth/graph.csv", &format!("{method}.csv"), "--data", "truth/data.csv"]);
    }
    folder.write("pc.csv", b"V1,V2\n0,1\n0,0\n");
    assert_snapshot!(folder.complaint(&["discover", "pc", "truth/data.csv", "-o", "pc.csv"]));
    folder.stdout(&["discover", "pc", "truth/data.csv", "--alpha", "0.2", "-o", "pc.csv", "--force"]);
    assert_snapshot!(folder.usage(&["discover", "pc", "truth/data.csv", "--alpha", "3"]));
    assert_snapshot!(folder.complaint(&["discover", "ges", "words.csv"]));
    assert_snapshot!(folder.complaint(&["discover", "ges", "few.csv"]));
    assert_eq!(folder.run(&["discover", "fci", "few.csv"]).status.code(), Some(2));
}

#[test]
fn a_graph_that_could_not_be_written_is_not_learnt() {
    // One row is too few to learn from: a complaint about the output comes before that.
    let folder = Folder::with(&[("one.csv", "a,b\n1,2\n")]);
    for (output, fact) in [
        ("g.npy", "the format npy holds no names"),
        ("g.xyz", "no format is named by the extension"),
        ("nodir/g.csv", "the directory `nodir` does not exist"),
        ("g.bif", "the format bif can be read but not written"),
    ] {
        let complaint = folder.complaint(&["discover", "pc", "one.csv", "-o", output]);
        assert!(complaint.contains(fact), "{complaint}");
        assert_eq!(complaint.contains("hint: choose a format with --format\n"), output != "nodir/g.csv", "{complaint}");
    }
}

#[test]
fn nodes_without_names_stay_without() {
    let folder = Folder::with(&[("named.txt", "rain -> wet\nwet -> cold\n")]);
    folder.stdout(&"simulate --nodes 3 --samples 50 --seed 2 -o drawn".split(' ').collect::<Vec<_>>());
    let data = folder.read("drawn/data.csv");
    folder.write("bare.csv", data.split_once('\n').unwrap().1.as_bytes());
    folder.stdout(&["discover", "ges", "bare.csv", "-o", "learnt.csv"]);
    folder.stdout(&["compare", "named.txt", "learnt.csv"]);
    folder.stdout(&["discover", "ges", "bare.csv", "-o", "learnt.npy"]);
    folder.stdout(&["compare", "named.txt", "learnt.npy"]);
}

#[test]
fn a_learner_says_what_was_made_of_its_table() {
    let folder = Folder::new();
    folder.stdout(&"simulate --nodes 2 --samples 20 -o drawn".split(' ').collect::<Vec<_>>());
    let data = folder.read("drawn/data.csv").replacen("V1,V2\n", "V1,V2\n,1\n", 1);
    folder.write("gap.csv", data.as_bytes());
    let output = folder.run(&["discover", "pc", "gap.csv", "--drop-missing"]);
    let notes = String::from_utf8(output.stderr).unwrap();
    let expected = "note: gap.csv: 1 of 21 rows have missing values and were dropped\n\
                    gap.csv: 20 rows; 2 numeric columns\n\
                    next: add -o graph.csv    # keep the graph\n";
    assert_eq!(notes, expected);
}

#[test]
fn a_study_without_any_graph_says_why_and_fails() {
    let text = STUDY.replace("name = \"pc\"", "name = \"mine\"\ncommand = \"sh misspelt.sh {data} {graph}\"");
    let folder = Folder::with(&[("study.toml", &text)]);
    let some = folder.run(&["study", "study.toml", "-o", "out"]);
    assert_eq!(some.status.code(), Some(0));
    let notes = String::from_utf8(some.stderr).unwrap();
    assert!(notes.contains("note: the learner `mine` returned no graph in 8 of 8 runs: it ended with"), "{notes}");
    assert!(notes.contains("note: what programs wrote is in out"), "{notes}");
    let text = text.split("[[learner]]\nname = \"empty\"").next().unwrap();
    folder.write("alone.toml", text.as_bytes());
    let message = folder.complaint(&["study", "alone.toml", "-o", "alone"]);
    let reasons = std::path::Path::new("alone").join("records.csv");
    assert!(message.contains("misspelt.sh"), "{message}");
    assert!(message.contains(&format!("no learner returned a graph: the reasons are in {}", reasons.display())));
    assert!(message.contains(", and what programs wrote is in alone"), "{message}");
    assert!(folder.complaint(&["tables", "alone"]).contains("no learner returned a graph"));
    // The script is there, and its learner can be corrected.
    let script = "head -n 1 \"$1\" > \"$2\"\nfor node in $(head -n 1 \"$1\" | tr , ' '); do\n\
                  head -n 1 \"$1\" | sed 's/[^,]*/0/g' >> \"$2\"\ndone\n";
    folder.write("right.sh", script.as_bytes());
    let correct = ["study", "--resume", "-o", "alone", "--learner", "mine=sh right.sh {data} {graph}"];
    assert!(folder.stdout(&correct).contains("mine"));
}

#[test]
#[cfg(target_os = "linux")]
fn endless_files_are_refused() {
    let folder = Folder::with(&[("study.toml", STUDY)]);
    for file in ["study.toml", "records.csv"] {
        let out = format!("out of {file}");
        folder.stdout(&["study", "study.toml", "--graphs", "1", "-o", &out]);
        let path = folder.path().join(&out).join(file);
        fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink("/dev/zero", path).unwrap();
        let message = folder.complaint(&["tables", &out]);
        assert!(message.contains("it is not a regular file"), "{message}");
    }
    for arguments in [&["simulate", "--settings", "/dev/zero", "-o", "new"][..], &["study", "/dev/zero", "-o", "new"]] {
        let message = folder.complaint(arguments);
        assert!(message.contains("/dev/zero: the content"), "{message}");
    }
}
