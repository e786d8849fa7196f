//! The walk-through of docs/start.md and its other examples work as typed, in an empty folder.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use std::env;
use std::path::Path;
use std::process::Command;
use support::Folder;

#[test]
fn what_start_says_works_as_typed() {
    let binaries = Path::new(env!("CARGO_BIN_EXE_contsid")).parent().unwrap();
    let path =
        env::join_paths([binaries.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())));
    let (folder, path) = (Folder::new(), path.unwrap());
    let start = include_str!("../../../docs/start.md");
    let typed: Vec<&str> = start.lines().filter(|line| line.starts_with("    contsid ")).collect();
    // Files of the first run are recognised by the second, except the study, which is continued or replaced.
    let again = typed.iter().filter(|line| !line.contains(" study "));
    for line in typed.iter().chain(again) {
        let output =
            Command::new("sh").args(["-c", line]).env("PATH", &path).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(typed.len() >= 14, "{typed:#?}");
    for file in
        ["sim/graph.csv", "lingam.csv", "report.html", "pairs.csv", "pc.dot", "study/records.csv", "contsid.bash"]
    {
        assert!(!folder.read(file).is_empty(), "{file}");
    }
    assert!(folder.read("man1/contsid-compare.1").contains("contsid"));
}

/// What the page shows of the demo is what the demo prints.
#[test]
fn the_output_of_the_demo_is_the_program_s() {
    let start = include_str!("../../../docs/start.md");
    let block = start.split("```text\n").nth(1).unwrap().split("    ```").next().unwrap();
    // The block is folded, so its lines are indented.
    let printed: String =
        block.lines().map(|line| line.strip_prefix("    ").unwrap_or(line).to_owned() + "\n").collect();
    assert_eq!(printed, Folder::new().stdout(&["demo"]));
}

/// From the demo to a page, by typing what each command proposes next.
#[test]
fn next_steps_lead_from_the_demo_to_a_page() {
    let (folder, mut typed) = (Folder::new(), vec!["contsid demo".to_owned()]);
    while let Some(command) = typed.last() {
        assert!(typed.len() < 9, "{typed:#?}");
        let words = shell_words::split(command).unwrap();
        let arguments: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        let output = folder.run(&arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let quiet = folder.run(&[&arguments[..], &["--quiet"]].concat());
        assert_eq!(String::from_utf8(quiet.stderr).unwrap(), "", "{command}");
        let said = String::from_utf8(output.stderr).unwrap();
        let Some(next) = said.lines().find_map(|line| line.strip_prefix("next: ")) else { break };
        let next = next.split("    #").next().unwrap();
        let next = next.strip_prefix("add ").map_or_else(|| next.to_owned(), |option| format!("{command} {option}"));
        typed.push(next);
    }
    let commands: Vec<&str> = typed.iter().map(|line| line.split(' ').nth(1).unwrap()).collect();
    assert_eq!(commands, ["demo", "simulate", "discover", "compare", "compare"]);
    assert!(folder.read("report.html").contains("<html"));
}

#[test]
fn json_comes_without_next_steps() {
    let said = Folder::new().run(&["demo", "--json"]).stderr;
    assert!(!String::from_utf8(said).unwrap().contains("next:"));
}

#[test]
fn every_option_of_tables_is_described() {
    let help = Folder::new().stdout(&["help", "compare"]);
    // A heading begins the next group.
    let tables = help.lines().skip_while(|line| *line != "Tables:").skip(1);
    let tables = tables.take_while(|line| line.is_empty() || line.starts_with(' '));
    let words = tables.filter_map(|line| line.trim_start().strip_prefix("--"));
    let options: Vec<&str> = words.filter_map(|line| line.split([' ', '[']).next()).collect();
    let named = ["missing", "categorical", "separator", "header", "columns", "drop-columns", "table-format"];
    assert!(named.iter().all(|option| options.contains(option)), "{options:?}");
    let files = include_str!("../../../docs/files.md");
    for option in options {
        assert!(files.contains(&format!("`--{option}")), "docs/files.md does not name --{option}");
    }
}
