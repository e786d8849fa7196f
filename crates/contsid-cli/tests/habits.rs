//! What people expect of any program on a terminal.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use insta::assert_snapshot;
use serde_json::Value;
use std::process::Stdio;
use std::time::Duration;
use support::Folder;

const COMMANDS: [&str; 13] = [
    "demo",
    "compare",
    "judge",
    "falsify",
    "stability",
    "why",
    "convert",
    "discover",
    "simulate",
    "study",
    "tables",
    "completions",
    "man",
];

fn stderr(folder: &Folder, arguments: &[&str]) -> String {
    let output = folder.run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn help_of_a_command_is_its_long_help() {
    let folder = Folder::new();
    for command in COMMANDS {
        let help = folder.stdout(&["help", command]);
        assert_eq!(help, folder.stdout(&[command, "--help"]), "{command}");
        assert!(help.contains("--quiet"), "{command}");
    }
    assert_eq!(folder.stdout(&["help", "discover", "pc"]), folder.stdout(&["discover", "pc", "--help"]));
    assert_snapshot!(folder.show(&["--help"]));
}

/// The most lines of a help that fits a screen.
const SCREEN: usize = 40;

#[test]
fn short_help_fits_a_screen() {
    let folder = Folder::new();
    let nested = ["pc", "ges", "ica-lingam", "sort-n-regress"].map(|method| vec!["discover", method]);
    for command in COMMANDS.map(|command| vec![command]).into_iter().chain(nested).chain([vec![]]) {
        let short = folder.stdout(&[&command[..], &["-h"]].concat());
        let (lines, long) = (short.lines().count(), folder.stdout(&[&command[..], &["--help"]].concat()));
        assert!(lines <= SCREEN, "{command:?} -h has {lines} lines:\n{short}");
        assert!(!long.contains(" more options, and examples: "), "{command:?}");
    }
    let short = folder.stdout(&["compare", "-h"]);
    assert!(short.contains("--data") && !short.contains("--separator"), "{short}");
    assert!(short.contains(" more options, and examples: contsid compare --help"), "{short}");
}

#[test]
fn completions_know_commands_and_options() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.stdout(&["completions", shell]);
        for word in COMMANDS.into_iter().chain(["edge-direction", "column-to-row"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert!(folder.usage(&["completions", "tcsh"]).contains("<SHELL>"));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new();
    assert!(folder.stdout(&["man"]).contains(".TH contsid 1"));
    assert!(folder.stdout(&["man", "compare"]).contains("\\-\\-edge\\-direction"));
    assert!(folder.usage(&["man", "discover", "fci"]).contains("there is no command `discover fci`"));
    let said = stderr(&folder, &["man", "-o", "pages/man1"]);
    for command in
        COMMANDS.into_iter().chain(["discover-pc", "discover-ges", "discover-ica-lingam", "discover-sort-n-regress"])
    {
        let page = format!("pages/man1/contsid-{command}.1");
        assert!(folder.read(&page).contains("SYNOPSIS"), "{page}");
        assert!(said.contains(&format!("wrote {page}\n")), "{said}");
    }
    assert_eq!(folder.read("pages/man1/contsid-compare.1"), folder.stdout(&["man", "compare"]));
}

const TRUTH: &str = "A -> B\n";
const TABLE: &str = "A,B,C\n0,1,1\n1,3,1\n2,2,2\n";

#[test]
fn what_is_written_and_noticed_is_said_unless_quiet() {
    let folder = Folder::with(&[("truth.txt", TRUTH), ("data.csv", TABLE)]);
    let arguments = ["compare", "truth.txt", "truth.txt", "--data", "data.csv", "--html", "page.html", "--json"];
    let notes = "note: data.csv: ignored columns (no such node): C\n\
                 note: data.csv: contSID is not cross-fitted, and has no standard error: 3 rows do not make two parts \
                 of at least 20\n";
    assert_eq!(stderr(&folder, &arguments), format!("{notes}wrote page.html\n"));
    std::fs::remove_file(folder.path().join("page.html")).unwrap();
    assert_eq!(stderr(&folder, &[&["--quiet"], &arguments[..]].concat()), "");
    std::fs::remove_file(folder.path().join("page.html")).unwrap();
    assert_eq!(stderr(&folder, &[&arguments[..], &["-q"]].concat()), "");
    // Programs read notes from the object, quiet or not.
    let object: Value = serde_json::from_str(&folder.stdout(&[
        "-q",
        "compare",
        "truth.txt",
        "truth.txt",
        "--data",
        "data.csv",
        "--json",
    ]))
    .unwrap();
    assert_eq!(object["notes"][0], "data.csv: ignored columns (no such node): C");
}

/// Wrong values of options are wrong usage, and the message names the option, whatever the files hold.
#[test]
fn wrong_values_name_their_option() {
    let folder = Folder::with(&[("truth.txt", TRUTH), ("data.csv", TABLE)]);
    let compare = |option, value| ["compare", "truth.txt", "truth.txt", "--data", "data.csv", option, value];
    let discover = |learner, option, value| ["discover", learner, "data.csv", option, value];
    for (option, value) in [
        ("--threads", "0"),
        ("--threads", "1025"),
        ("--threads", "many"),
        ("--threads", "99999999999999999999"),
        ("--threshold", "-1"),
        ("--threshold", "x"),
        ("--lambda", "-1"),
        ("--lambda", "x"),
        ("--bandwidth", "0"),
        ("--kernel", "box"),
        ("--interventions", "grid:x"),
        ("--joint", "0"),
        ("--joint", "1.5"),
        ("--memory-limit", "lots"),
        ("--shd-reversal", "3"),
    ] {
        let message = folder.usage(&compare(option, value));
        assert!(message.contains(option), "{message}");
        assert!(!message.contains("invalid digit") && !message.contains("float literal"), "{message}");
    }
    for (learner, option, value) in [
        ("pc", "--alpha", "3"),
        ("pc", "--alpha", "0"),
        ("pc", "--max-order", "-1"),
        ("ges", "--penalty", "0"),
        ("ica-lingam", "--starts", "0"),
        ("ica-lingam", "--starts", "few"),
        ("ica-lingam", "--max-iterations", "0"),
        ("ica-lingam", "--seed", "1.5"),
        ("ica-lingam", "--prune", "threshold:-1"),
    ] {
        let message = folder.usage(&discover(learner, option, value));
        assert!(message.contains(option) && !message.contains("invalid digit"), "{message}");
    }
    let study = folder.usage(&["study", "--preset", "paper", "-o", "out", "--learner", "unknown"]);
    assert!(study.starts_with("contsid: --learner: the learner `unknown` is not known"), "{study}");
    assert_snapshot!(folder.show(&compare("--threads", "1025")));
    assert_snapshot!(folder.show(&discover("pc", "--alpha", "3")));
}

#[test]
fn escape_sequences_never_reach_a_terminal() {
    let name = "mek\u{1b}[31m\u{9b}2J\u{202e}";
    let folder = Folder::with(&[("truth.txt", &format!("A -> {name}\n")), ("other.txt", "A -> B\n")]);
    let evil = |text: &str| text.contains(['\u{1b}', '\u{9b}', '\u{202e}', '\u{7f}']);
    for arguments in [
        &["compare", "truth.txt", "truth.txt"][..],
        &["compare", "truth.txt", "other.txt"],
        &["compare", "truth.txt", "truth.txt", "--json"],
        &["why", "truth.txt", "truth.txt", "--pair", &format!("A,{name}")],
        &["why", "truth.txt", "truth.txt", "--pair", "A,B"],
    ] {
        let output = folder.run(arguments);
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        assert!(text.contains("mek") || arguments.len() == 3, "{text:?}");
        assert!(!evil(&text), "{text:?}");
    }
    let object: Value = serde_json::from_str(&folder.stdout(&["compare", "truth.txt", "truth.txt", "--json"])).unwrap();
    assert_eq!(object["nodes"][1], name, "JSON keeps the name by escapes");
}

/// The whole comparison would take minutes, so this exit code and message mean that it was stopped.
#[test]
#[cfg(unix)]
fn signals_stop_a_long_comparison() {
    let folder = Folder::new();
    folder.stdout(&"simulate --nodes 6 --samples 6000 -o drawn".split(' ').collect::<Vec<_>>());
    folder.stdout(&["discover", "ges", "drawn/data.csv", "-o", "ges.csv"]);
    for signal in ["-INT", "-TERM", "-HUP"] {
        let arguments =
            ["compare", "drawn/graph.csv", "ges.csv", "--data", "drawn/data.csv", "--all-rows", "--lambda", "loo"];
        let mut command = folder.mortal_command(&arguments);
        let mut running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_secs(1));
        assert!(running.try_wait().unwrap().is_none(), "the work is long enough to be stopped");
        let sent = std::process::Command::new("kill").args([signal, &running.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let output = running.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{signal}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
        assert!(String::from_utf8(output.stderr).unwrap().contains("stopped before the end"));
    }
}

#[test]
fn what_a_command_wrote_it_recognises() {
    let folder = Folder::with(&[("a.txt", "A -> B\n"), ("b.txt", "B -> A\n"), ("mine.csv", "A, B\n0, 1\n0, 0\n")]);
    for output in ["a.csv", "a.tetrad", "a.json", "a.csv.gz"] {
        folder.stdout(&["convert", "a.txt", output]);
        folder.stdout(&["convert", "a.txt", output]);
        // Another graph would be lost.
        assert!(folder.complaint(&["convert", "b.txt", output]).contains("--force"), "{output}");
    }
    assert!(folder.complaint(&["convert", "a.txt", "mine.csv"]).contains("--force"));
    let simulate = ["simulate", "--nodes", "3", "--samples", "50", "-o", "sim"];
    folder.stdout(&simulate);
    folder.stdout(&simulate);
    folder.stdout(&["discover", "pc", "sim/data.csv", "-o", "pc.csv"]);
    folder.stdout(&["discover", "pc", "sim/data.csv", "-o", "pc.csv"]);
    folder.write("sim/notes.txt", b"mine");
    assert!(folder.complaint(&simulate).contains("sim is not empty"));
}

#[test]
fn names_with_commas_stand_between_quotation_marks() {
    let folder = Folder::with(&[("truth.csv", "\"a, b\",c,d\n0,1,0\n0,0,1\n0,0,0\n")]);
    let pairs = |treatments: &str| {
        let text = folder.stdout(&["compare", "truth.csv", "truth.csv", "--treatments", treatments]);
        text.lines().find(|line| line.starts_with("SID ")).unwrap().to_owned()
    };
    assert!(pairs("\"a, b\"").contains("of 2 effects") && pairs("\"a, b\",c").contains("of 4 effects"));
}

#[test]
fn an_option_for_a_column_that_is_not_there_is_wrong_usage() {
    let folder = Folder::with(&[("t.txt", "A -> B\n"), ("d.csv", "A,B\n1,2\n2,4\n3,5\n")]);
    for (option, value) in [("--bandwidth", "Z=1"), ("--kernel", "Z=gaussian"), ("--interventions", "Z=grid:3")] {
        let message = folder.usage(&["compare", "t.txt", "t.txt", "--data", "d.csv", option, value]);
        assert!(message.contains(&format!("{option} Z=…: d.csv has no column `Z`")), "{message}");
    }
}

#[test]
fn a_name_with_a_comma_is_quoted_in_a_pair() {
    let folder = Folder::with(&[("t.txt", "\"A,1\" -> B\n")]);
    let why = |pair| folder.stdout(&["why", "t.txt", "t.txt", "--pair", pair]);
    assert_eq!(why("\"A,1\",B"), why("A,1,B"));
    assert_eq!(why("\"A,1\",\"B\""), why("A,1,B"));
}

#[test]
fn an_option_for_no_such_column_is_named_and_exits_2() {
    let rows: Vec<String> = (0..60).map(|row| format!("{row},{}\n", row * row % 7)).collect();
    let folder = Folder::with(&[("t.txt", "A -> B\n"), ("d.csv", &format!("A,B\n{}", rows.concat()))]);
    let judged = folder.usage(&["judge", "t.txt", "--data", "d.csv", "--experiment", "A=d.csv", "--bandwidth", "Z=1"]);
    assert!(judged.contains("--bandwidth Z=…"), "{judged}");
    let compared = folder.usage(&["compare", "t.txt", "t.txt", "--data", "d.csv", "--bandwidth", "Z=1"]);
    assert!(compared.contains("--bandwidth Z=…"), "{compared}");
}

#[test]
fn an_output_has_no_suffix() {
    let folder = Folder::with(&[("t.txt", "A -> B\n")]);
    let message = folder.usage(&["convert", "t.txt", "-::edges"]);
    assert!(message.contains("a suffix says how a file is read"), "{message}");
    assert!(!message.contains('\u{1}') && !message.contains("u{1}"), "{message}");
}
