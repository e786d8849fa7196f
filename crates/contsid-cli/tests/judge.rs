//! `judge`, as users see it.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use support::Folder;

/// A → B → C; observational rows and rows in which A, B, or both were set.
fn folder() -> Folder {
    let (mut all, mut observed, mut of_a) = ("set,A,B,C,day\n".to_owned(), "A,B,C,day\n".to_owned(), String::new());
    for row in 0..160_u32 {
        let spread = |step: u32| f64::from(row * step % 163) / 27.0 - 3.0;
        let (set, a) = [("", spread(7)), ("", spread(7)), ("A", spread(11)), ("B", spread(7))][row as usize % 4];
        let b = if set == "B" { spread(29) } else { a + 0.3 * spread(13) };
        let c = -1.5 * b + 0.3 * spread(19);
        let day = row % 40;
        writeln!(all, "{set},{a},{b},{c},{day}").unwrap();
        let target = if set.is_empty() { &mut observed } else { &mut of_a };
        if set != "B" {
            writeln!(target, "{a},{b},{c},{day}").unwrap();
        }
    }
    Folder::with(&[
        ("right.txt", "A -> B\nB -> C\n"),
        ("wrong.txt", "C -> B\nB -> A\n"),
        ("class.txt", "A -- B\nB -- C\n"),
        ("all.csv", &all),
        ("observed.csv", &observed),
        ("a.csv", &format!("A,B,C,day\n{of_a}")),
        ("one.csv", "A,B,C\n1,2,3\n"),
        ("far.csv", "A,B,C\n900,1,2\n901,2,1\n902,1,1\n903,2,2\n"),
    ])
}

fn object(folder: &Folder, arguments: &[&str]) -> Value {
    serde_json::from_str(&folder.stdout(&[&["judge"], arguments, &["--json"]].concat())).unwrap()
}

const ALL: [&str; 6] = ["right.txt", "wrong.txt", "--experiments", "all.csv", "--target", "set"];

#[test]
fn the_right_graph_wins_and_the_table_has_its_baselines() {
    let text = folder().stdout(&[&["judge"], &ALL[..]].concat());
    let line = |start: &str| text.lines().find(|line| line.trim_start().starts_with(start)).unwrap().to_owned();
    assert!(line("1  right.txt").contains('±'), "{text}");
    assert!(line("2  wrong.txt").contains("   0  "), "{text}");
    assert_eq!(line("no effect").split_whitespace().collect::<Vec<_>>(), ["no", "effect", "0", "0", "0"]);
    assert!(line("ceiling").contains('±') && line("wrong.txt is 1.").contains(" worse than right.txt (p "), "{text}");
}

#[test]
fn the_object_has_the_promised_keys() {
    let found = object(&folder(), &ALL);
    let graph = &found["graphs"][0];
    assert_eq!(graph["graph"], "right.txt");
    let skill = graph["skill"].as_f64().unwrap();
    assert!(skill > 0.7, "{skill}");
    assert!(graph["se"].as_f64().unwrap() > 0.0 && graph["interval"][0].as_f64().unwrap() < skill);
    let experiment = &graph["experiments"][0];
    assert_eq!((&experiment["targets"], &experiment["rows"]), (&json!(["A"]), &json!(40)));
    assert!(experiment["skill"].is_f64() && experiment["se"].is_f64() && experiment["outside"].is_f64());
    let pairs = graph["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 4);
    assert_eq!((&pairs[0]["experiment"], &pairs[0]["outcome"]), (&json!(0), &json!("B")));
    assert!(pairs[0]["score"].is_f64() && pairs[0]["no_effect"].is_f64());
    assert_eq!(found["tiers"], json!({"right.txt": 1, "wrong.txt": 2}));
    let difference = &found["relations"][0];
    assert_eq!(difference["relation"], "better");
    assert_eq!((&difference["first"], &difference["second"]), (&json!("right.txt"), &json!("wrong.txt")));
    assert_eq!(difference["difference"].as_f64().unwrap(), skill - found["graphs"][1]["skill"].as_f64().unwrap());
    assert!(difference["se"].is_f64() && difference["p_value"].is_f64());
}

#[test]
fn rows_may_come_from_several_files() {
    let folder = folder();
    let some = object(&folder, &[&ALL[..], &["--treatments", "A"]].concat());
    let files = ["right.txt", "wrong.txt", "--data", "observed.csv", "--experiment", "A=a.csv"];
    assert_eq!(object(&folder, &files)["graphs"], some["graphs"]);
    let twice = object(&folder, &[&ALL[..], &["--data", "observed.csv"]].concat());
    assert_eq!((&some["samples"], &twice["samples"]), (&json!(80), &json!(160)));
    let grouped = object(&folder, &[&ALL[..], &["--groups", "day"]].concat());
    assert_ne!(grouped["graphs"][0]["skill"], object(&folder, &ALL)["graphs"][0]["skill"]);
}

#[test]
fn a_class_has_the_skill_of_its_worst_and_its_best_graph() {
    let found = object(&folder(), &["class.txt", "right.txt", "--experiments", "all.csv", "--target", "set"]);
    let (right, class) = (&found["graphs"][0], &found["graphs"][1]);
    assert_eq!(found["relations"][0]["relation"], "depends");
    assert_eq!(class["bounds"]["upper"]["skill"], right["skill"]);
    assert_eq!(class["bounds"]["lower"]["skill"], class["skill"]);
    assert!(class["skill"].as_f64().unwrap() < right["skill"].as_f64().unwrap());
    let text = folder().stdout(&["judge", "class.txt", "right.txt", "--experiments", "all.csv", "--target", "set"]);
    let words = "class.txt is at best as good as right.txt, and undirected edges leave open whether it is worse";
    assert!(text.contains(words), "{text}");
}

#[test]
fn pairs_and_a_page_are_written() {
    let folder = folder();
    folder.stdout(&[&["judge"], &ALL[..], &["--pairs", "pairs.csv", "--html", "page.html"]].concat());
    let pairs = folder.read("pairs.csv");
    assert!(pairs.starts_with("graph,experiment,outcome,score,se,no_effect,prediction\nright.txt,A,B,"), "{pairs}");
    assert_eq!(pairs.lines().count(), 9);
    let page = folder.read("page.html");
    assert!(page.contains("Graphs judged by experiments on A and B") && page.contains("\"densities\""));
    let refused = folder.complaint(&[&["judge"], &ALL[..], &["--pairs", "all.csv"]].concat());
    assert!(refused.contains("all.csv"), "{refused}");
}

#[test]
fn the_values_of_another_program_by_the_command_line() {
    let folder = Folder::new();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/judge/public_01.json");
    let case: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let rows = |value: &Value| -> Vec<Vec<f64>> { serde_json::from_value(value.clone()).unwrap() };
    let csv = |rows: &[Vec<f64>], first: &str| {
        let line =
            |row: &Vec<f64>| format!("{first}{}\n", row.iter().map(f64::to_string).collect::<Vec<_>>().join(","));
        rows.iter().map(line).collect::<String>()
    };
    let transposed = |labels: &[Vec<f64>]| -> Vec<Vec<f64>> {
        (0..labels[0].len()).map(|row| labels.iter().map(|repeat| repeat[row]).collect()).collect()
    };
    let names = ["V1", "V2", "V3", "V4", "V5"].join(",");
    let (mut experiments, mut labels) = (format!("set,{names}\n"), Vec::new());
    for given in case["experiments"].as_array().unwrap() {
        let target = format!("V{},", given["target"].as_u64().unwrap() + 1);
        experiments += &csv(&rows(&given["rows"]), &target);
        labels.extend(transposed(&rows(&given["labels"])));
    }
    folder.write("experiments.csv", experiments.as_bytes());
    folder.write("data.csv", format!("{names}\n{}", csv(&rows(&case["data"]), "")).as_bytes());
    folder.write("parts.csv", format!("r1,r2\n{}", csv(&transposed(&rows(&case["labels"])), "")).as_bytes());
    folder.write("more.csv", format!("r1,r2\n{}", csv(&labels, "")).as_bytes());
    let mut arguments = vec!["--data", "data.csv", "--experiments", "experiments.csv", "--target", "set"];
    arguments.extend(["--partition", "parts.csv", "--experiment-partition", "more.csv"]);
    let files = ["g0.csv", "g1.csv", "g2.csv", "g3.csv"];
    for (file, graph) in files.iter().zip(case["graphs"].as_array().unwrap()) {
        folder.write(file, format!("{names}\n{}", csv(&rows(graph), "")).as_bytes());
    }
    let found = object(&folder, &[&files[..], &arguments].concat());
    for (graph, expected) in found["graphs"].as_array().unwrap().iter().zip(case["expected"].as_array().unwrap()) {
        let close = |a: &Value, b: &Value| (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() < 1e-9;
        assert!(close(&graph["skill"], &expected["skill"]) && close(&graph["se"], &expected["skill_se"]), "{graph}");
        for (pair, expected) in graph["pairs"].as_array().unwrap().iter().zip(expected["pairs"].as_array().unwrap()) {
            assert!(close(&pair["score"], &expected["score"]) && close(&pair["no_effect"], &expected["no_effect"]));
        }
    }
}

#[test]
fn bad_input_is_refused_with_the_fact() {
    let folder = folder();
    let refused = |more: &[&str]| folder.complaint(&[&["judge", "right.txt"], more].concat());
    let with_data = |more: &[&str]| refused(&[&["--data", "observed.csv"], more].concat());
    let unknown = with_data(&["--experiment", "D=a.csv"]);
    assert!(unknown.contains("`D`") && unknown.contains("A, B, C"), "{unknown}");
    let unknown = refused(&["--experiments", "all.csv", "--target", "which"]);
    assert!(unknown.contains("which") && unknown.contains("set"), "{unknown}");
    assert!(with_data(&["--experiment", "A=one.csv"]).contains("one row"));
    assert!(refused(&["--experiment", "A=a.csv"]).contains("no observational rows"));
    assert!(with_data(&["--experiment", "A=far.csv"]).contains("outside the observational rows"));
    let usage = folder.usage(&["judge", "right.txt", "--data", "observed.csv"]);
    assert!(usage.contains("--experiments"), "{usage}");
    let usage = folder.usage(&["judge", "right.txt", "--experiment", "a.csv"]);
    assert!(usage.contains("TARGET=FILE"), "{usage}");
}

/// C was set at random, and nothing follows from it.
#[test]
fn experiments_without_effect_say_nothing_about_graphs() {
    let folder = folder();
    let observed = folder.read("observed.csv");
    let rows: Vec<&str> = observed.lines().skip(1).collect();
    let mut text = "A,B,C\n".to_owned();
    for row in 0..60 {
        let kept = rows[(row * 37 + 11) % 80].split(',').take(2).collect::<Vec<_>>().join(",");
        writeln!(text, "{kept},{}", ((row * row * 31 + 17 * row + 5) % 163) as f64 / 40.0 - 2.0).unwrap();
    }
    folder.write("nothing.csv", text.as_bytes());
    let arguments = ["right.txt", "--data", "observed.csv", "--experiment", "C=nothing.csv"];
    let text = folder.stdout(&[&["judge"], &arguments[..]].concat());
    assert!(text.contains("there is no skill to speak of"), "{text}");
    let own = text.lines().find(|line| line.starts_with("1  right.txt")).unwrap();
    assert_eq!(own.split_whitespace().collect::<Vec<_>>(), ["1", "right.txt", "–", "–"]);
    assert_eq!(object(&folder, &arguments)["has_effect"], json!(false));
}

#[test]
fn the_demo_finds_the_right_graph() {
    let found: Value = serde_json::from_str(&Folder::new().stdout(&["demo", "--experiments", "--json"])).unwrap();
    let graphs = found["graphs"].as_array().unwrap();
    assert_eq!((graphs.len(), &graphs[0]["graph"], &found["tiers"]["right"]), (3, &json!("right"), &json!(1)));
    let apart = |other: &Value| other["relation"] == "better" || other["first"] != "right";
    assert!(found["relations"].as_array().unwrap().iter().all(apart), "{}", found["relations"]);
    assert!(Folder::new().stdout(&["demo", "--experiments"]).contains("right"));
}

#[test]
fn a_column_that_is_not_there_is_called_a_column() {
    let folder = folder();
    for option in ["--weights", "--groups"] {
        let message = folder.complaint(&[&["judge"], &ALL[..], &[option, "count"]].concat());
        let expected = format!("{option}: there is no column `count`; the columns are set, A, B, C, day");
        assert!(message.contains(&expected), "{message}");
    }
}

#[test]
fn experiments_on_the_same_variable_are_numbered() {
    let folder = folder();
    let twice = ["right.txt", "--data", "observed.csv", "--experiment", "A=a.csv", "--experiment", "A=a.csv"];
    let text = folder.stdout(&[&["judge"], &twice[..], &["--pairs", "pairs.csv"]].concat());
    assert!(text.contains("experiments on A (1) (40 rows), A (2) (40 rows)"), "{text}");
    assert!(folder.read("pairs.csv").contains("right.txt,A (2),B,"));
}

#[test]
fn experiments_mostly_far_from_the_data_give_no_verdict() {
    let folder = folder();
    let mut mixed: String = folder.read("a.csv").lines().take(31).flat_map(|line| [line, "\n"]).collect();
    (0..40).for_each(|row| writeln!(mixed, "{},1,{},0", 900 + row, row % 7).unwrap());
    folder.write("mixed.csv", mixed.as_bytes());
    let arguments = ["judge", "right.txt", "wrong.txt", "--data", "observed.csv", "--experiment", "A=mixed.csv"];
    let text = folder.stdout(&[&arguments[..], &["--html", "page.html"]].concat());
    assert!(text.contains("No verdict: at least half of the rows") && !text.contains("worse than"), "{text}");
    assert!(folder.read("page.html").contains("No verdict: at least half of the rows"));
}

#[test]
fn constants_are_noted_and_rounding_tells_nothing_apart() {
    let folder = folder();
    let constant = |name: &str| {
        let lines = folder.read(name).replace(",day", "");
        let rows = lines.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned() + ",0.1,0.7\n");
        format!("A,B,C\n{}", rows.collect::<String>())
    };
    let [observed, of_a] = ["observed.csv", "a.csv"].map(constant);
    folder.write("observed.csv", observed.as_bytes());
    folder.write("a.csv", of_a.as_bytes());
    let found = folder.run(&["judge", "right.txt", "wrong.txt", "--data", "observed.csv", "--experiment", "A=a.csv"]);
    let (text, notes) = (String::from_utf8(found.stdout).unwrap(), String::from_utf8(found.stderr).unwrap());
    assert!(text.contains("there is no skill to speak of") && !text.contains("worse than"), "{text}");
    assert!(notes.contains("constant columns") && notes.contains(": B, C\n"), "{notes}");
}

#[test]
fn an_experiment_that_is_the_data_is_noted() {
    let notes = object(&folder(), &["right.txt", "--data", "observed.csv", "--experiment", "A=observed.csv"]);
    let expected = "the experiment on A has the observational rows themselves";
    assert!(notes["notes"].as_array().unwrap().iter().any(|note| note == expected), "{}", notes["notes"]);
    assert!(notes["data"].as_str().unwrap().ends_with("rows; 3 numeric columns"), "{}", notes["data"]);
}

/// Both graphs adjust for nothing if A was set. A hidden cause of B and C leaves the effect of B on C open.
#[test]
fn graphs_with_hidden_causes_predict_what_they_claim() {
    let folder = folder();
    folder.write("latent.dagitty", b"dag { U [latent] A -> B B -> C U -> B U -> C }");
    folder.write("pag.txt", b"A o-o B\nB o-o C\n");
    let given = ["latent.dagitty", "right.txt", "pag.txt", "--experiments", "all.csv", "--target", "set"];
    let found = object(&folder, &[&given[..], &["--html", "page.html"]].concat());
    let of = |name: &str| found["graphs"].as_array().unwrap().iter().find(|graph| graph["graph"] == name).unwrap();
    let [latent, right, pag] = ["latent.dagitty", "right.txt", "pag.txt"].map(of);
    assert_eq!(latent["pairs"].as_array().unwrap()[..2], right["pairs"].as_array().unwrap()[..2]);
    assert_eq!(latent["pairs"][3]["prediction"], "not identified");
    assert_eq!(latent["pairs"][3]["score"], right["pairs"][3]["no_effect"]);
    assert_eq!([latent, right, pag].map(|graph| graph["not_predicted"].as_u64().unwrap()), [1, 0, 4]);
    assert_eq!((&pag["skill"], &pag["experiments"][1]["not_identified"]), (&json!(0.0), &json!(["A", "C"])));
    let notes = found["notes"].to_string();
    assert!(notes.contains("identifies the effect of B on C, which counts as not predicted"), "{notes}");
    let page = folder.read("page.html");
    assert!(page.contains(r#""edges":[[0,1,"oo"],[1,2,"oo"]]"#) && page.contains(r#""edges":[[0,1,1],[1,2,1]]"#));
    let joint = ["judge", "right.txt", "pag.txt", "--data", "observed.csv", "--experiment", "A+B=a.csv"];
    let message = folder.complaint(&joint);
    assert!(message.contains("pag.txt: the experiment on A+B sets several variables: graphs with marks"), "{message}");
}

#[test]
fn absent_nodes_of_graphs_with_marks_are_isolated_if_asked() {
    let folder = folder();
    folder.write("pag.txt", b"A o-o B\n");
    let given = ["pag.txt", "right.txt", "--experiments", "all.csv", "--target", "set"];
    assert!(folder.complaint(&[&["judge"], &given[..]].concat()).contains("only right.txt has `C`"));
    let found = object(&folder, &[&given[..], &["--isolated"]].concat());
    assert_eq!(found["graphs"][1]["not_predicted"], 2);
}

/// What the column `day` holds does not matter unless it is asked for.
#[test]
fn columns_that_are_no_nodes_change_nothing() {
    let folder = folder();
    let given = ["right.txt", "--data", "observed.csv", "--experiment", "A=a.csv", "--drop-missing"];
    let expected = object(&folder, &given);
    for name in ["observed.csv", "a.csv"] {
        let text = folder.read(name);
        let lines = text.lines().enumerate().map(|(row, line)| match (row, line.rsplit_once(',').unwrap().0) {
            (0, nodes) => format!("{nodes},when\n"),
            (row, nodes) if row % 10 == 1 => format!("{nodes},2026-01-{:02}\n", row % 28 + 1),
            (_, nodes) => format!("{nodes},\n"),
        });
        folder.write(name, lines.collect::<String>().as_bytes());
    }
    let found = object(&folder, &given);
    assert_eq!((&found["graphs"], &found["samples"]), (&expected["graphs"], &expected["samples"]));
    assert!(found["notes"].to_string().contains("a.csv: ignored columns (no such node): when"), "{}", found["notes"]);
}
