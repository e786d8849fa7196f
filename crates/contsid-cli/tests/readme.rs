//! README's walk-through and its other examples work as typed, in an empty folder.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use std::env;
use std::path::Path;
use std::process::Command;
use support::Folder;

#[test]
fn what_readme_says_works_as_typed() {
    let binaries = Path::new(env!("CARGO_BIN_EXE_contsid")).parent().unwrap();
    let path =
        env::join_paths([binaries.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())));
    let (folder, path) = (Folder::new(), path.unwrap());
    let readme = include_str!("../../../README.md");
    let typed: Vec<&str> = readme.lines().filter(|line| line.starts_with("    contsid ")).collect();
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

/// The walk-through ranks the three learners that it runs.
#[test]
fn the_output_of_the_demo_is_the_program_s() {
    let readme = include_str!("../../../README.md");
    let printed = readme.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(printed, Folder::new().stdout(&["demo"]));
}
