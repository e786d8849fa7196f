//! Memory that is short: an error in words, whatever needs it.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use std::fmt::Write;
use std::process::Command;
use support::Folder;

/// Runs the program in a process of at most this many kB; the message of a refusal.
#[cfg(target_os = "linux")]
fn refused_within(folder: &Folder, limit: usize, command: &str) -> String {
    let limited = format!("ulimit -v {limit}; exec '{}' {command}", env!("CARGO_BIN_EXE_contsid"));
    let output = Command::new("sh").args(["-c", &limited]).current_dir(folder.path()).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{command}: {message}");
    assert!(output.stdout.is_empty() && message.starts_with("contsid: "), "{command}: {message}");
    assert!(!message.contains("backtrace") && message.contains("memory"), "{command}: {message}");
    message
}

/// A million rows and a million edges do not fit beside the program.
#[test]
#[cfg(target_os = "linux")]
fn large_files_do_not_fit_into_a_small_process() {
    let folder = Folder::new();
    let (mut rows, mut edges) = ("A,B,C,D,E\n".to_owned(), String::new());
    for row in 0..1_000_000_u32 {
        let [b, c, d, e] = [7, 11, 13, 17].map(|step| row % 10_000 * step % 1009);
        writeln!(rows, "{row},{b},{c},{d},{e}").unwrap();
        writeln!(edges, "N{row} -> N{}", row + 1).unwrap();
    }
    folder.write("large.csv", rows.as_bytes());
    folder.write("edges.txt", edges.as_bytes());
    refused_within(&folder, 150_000, "discover pc large.csv");
    refused_within(&folder, 150_000, "convert edges.txt out.dot");
}

/// A small file that grows to 400 MB.
#[test]
#[cfg(target_os = "linux")]
fn a_bomb_does_not_fit_into_a_small_process() {
    let folder = Folder::new();
    let pack = "yes 1,2,3 | head -c 400000000 | gzip -1 > bomb.csv.gz";
    assert!(Command::new("sh").args(["-c", pack]).current_dir(folder.path()).status().unwrap().success());
    assert!(std::fs::metadata(folder.path().join("bomb.csv.gz")).unwrap().len() < 4_000_000);
    refused_within(&folder, 150_000, "discover pc bomb.csv.gz --header no");
    refused_within(&folder, 150_000, "convert bomb.csv.gz::csv out.dot");
}

/// All rows in one system: 4,000² numbers take 128 MB.
#[test]
#[cfg(target_os = "linux")]
fn all_rows_do_not_fit_into_a_small_process() {
    let folder = rows(4000);
    let message =
        refused_within(&folder, 200_000, "compare t.txt l.txt --data d.csv --all-rows --crossfit off --threads 1");
    assert!(message.contains(" are needed, and "), "{message}");
}

/// Above 4,000 rows there are only parts.
#[test]
fn the_memory_limit_binds_parts() {
    let folder = rows(4500);
    let message = folder.complaint(&["compare", "t.txt", "l.txt", "--data", "d.csv", "--memory-limit", "1MB"]);
    assert!(message.contains(" MB of memory are needed, and 1.0 MB are allowed"), "{message}");
}

fn rows(count: u32) -> Folder {
    let mut rows = "A,B,C\n".to_owned();
    for row in 0..count {
        let [a, b, c] = [7, 11, 13].map(|step| row * step % 4999);
        writeln!(rows, "{a},{b},{c}").unwrap();
    }
    Folder::with(&[("t.txt", "A -> B\nB -> C\n"), ("l.txt", "B -> A\nB -> C\n"), ("d.csv", &rows)])
}
