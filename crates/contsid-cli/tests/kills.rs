//! Studies that are killed, stopped, or run out of disk: no record is lost or repeated, and no program keeps running.
//!
//! `CONTSID_KILLS=200 cargo test -p contsid-cli --test kills` kills more often.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::BTreeSet;
use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use support::Folder;

/// A built-in learner, and a program that leaves files beside its graph.
const STUDY: &str = r#"
graphs = 12
nodes = [3, 4]
samples = [20]

[[learner]]
name = "pc"

[[learner]]
name = "program"
command = "sh learner.sh {data} {graph}"
"#;

const LEARNER: &str = r#"
echo begun > "$2.tmp"
sleep 0.02
head -n 1 "$1" > "$2"
sed 1d "$1" | head -n "$(head -n 1 "$1" | tr , '\n' | wc -l)" | sed 's/[^,]*/0/g' >> "$2"
"#;

/// A learner that takes a minute, in a process of its own.
const SLOW: &str = "echo $$ >> pids; sleep 60 & echo $! >> pids; wait; : \"$1\" \"$2\"";

fn folder() -> Folder {
    Folder::with(&[("study.toml", STUDY), ("learner.sh", LEARNER), ("slow.sh", SLOW)])
}

fn started(folder: &Folder, arguments: &[&str]) -> Child {
    folder.mortal_command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn send(child: &Child, signal: Signal) {
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal).unwrap();
}

/// Waits until something has happened.
fn until(what: &str, mut happened: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !happened() {
        assert!(begun.elapsed() < Duration::from_secs(60), "never: {what}");
        sleep(Duration::from_millis(5));
    }
}

fn lives(process: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    state.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

/// The cells of each record that do not depend on the clock.
fn untimed(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let timed: Vec<bool> = reader.headers().unwrap().iter().map(|column| column.contains("seconds")).collect();
    let cells = |row: csv::StringRecord| {
        row.iter().zip(&timed).filter(|(_, timed)| !**timed).map(|(cell, _)| cell.to_owned()).collect()
    };
    reader.records().map(|row| cells(row.unwrap())).collect()
}

/// The whole lines of the records so far.
fn whole_lines(folder: &Folder) -> BTreeSet<String> {
    let text = fs::read_to_string(folder.path().join("out/records.csv")).unwrap_or_default();
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let lines: Vec<String> = whole.lines().skip(1).map(str::to_owned).collect();
    let distinct: BTreeSet<String> = lines.iter().cloned().collect();
    assert_eq!(distinct.len(), lines.len(), "a record appears twice");
    distinct
}

/// Pseudo-random numbers: the moments of the kills.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

fn wanted_kills() -> usize {
    std::env::var("CONTSID_KILLS").map_or(6, |count| count.parse().expect("CONTSID_KILLS is a count"))
}

#[test]
fn killed_studies_lose_nothing_and_count_nothing_twice() {
    let whole = folder();
    whole.stdout(&["study", "study.toml", "-o", "out"]);
    let expected = untimed(&whole.read("out/records.csv"));
    let (mut kills, mut rounds, mut state) = (0, 0, 1);
    while kills < wanted_kills() {
        let (folder, mut known) = (folder(), BTreeSet::new());
        loop {
            let mut child = started(&folder, &["study", "study.toml", "-o", "out", "--resume"]);
            sleep(Duration::from_millis(next(&mut state) % 400));
            let signal = if kills % 3 == 2 { Signal::SIGTERM } else { Signal::SIGKILL };
            send(&child, signal);
            let ended = child.wait().unwrap();
            let now = whole_lines(&folder);
            assert!(known.is_subset(&now), "records were lost");
            known = now;
            if ended.success() {
                break;
            }
            kills += 1;
            if kills >= wanted_kills() {
                break;
            }
        }
        folder.stdout(&["study", "study.toml", "-o", "out", "--resume"]);
        assert_eq!(untimed(&folder.read("out/records.csv")), expected);
        assert!(known.is_subset(&whole_lines(&folder)), "records were made again");
        assert!(!folder.path().join("out/work").exists());
        rounds += 1;
    }
    println!("{kills} kills of {rounds} studies of {} records: nothing lost, nothing twice", expected.len());
}

#[test]
fn signals_end_a_study_with_all_that_it_started() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP, Signal::SIGINT] {
        let folder = folder();
        let slow = "slow=sh slow.sh {data} {graph}";
        let arguments = ["study", "study.toml", "--learner", "pc", "--learner", slow, "--threads", "2", "-o", "out"];
        let child = started(&folder, &arguments);
        let pids = || fs::read_to_string(folder.path().join("pids")).unwrap_or_default();
        until("two programs run", || pids().lines().count() == 4);
        send(&child, signal);
        let Output { status, stderr, .. } = child.wait_with_output().unwrap();
        let message = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(130), "{signal}: {message}");
        assert!(message.starts_with("contsid: stopped; ") && message.contains("of 48 records are kept"), "{message}");
        assert!(message.ends_with("hint: continue with --resume\n"), "{message}");
        until("all programs are gone", || !pids().lines().any(lives));
        assert!(!folder.path().join("out/work").exists());
    }
}

#[test]
fn a_study_under_nohup_outlives_its_terminal() {
    let folder = folder();
    let program = env!("CARGO_BIN_EXE_contsid");
    let script = format!("trap '' HUP; exec '{program}' study study.toml -o out");
    let mut command = Command::new("sh");
    let mut child = command.args(["-c", &script]).current_dir(folder.path()).stdout(Stdio::null()).spawn().unwrap();
    until("records come in", || !whole_lines(&folder).is_empty());
    send(&child, Signal::SIGHUP);
    assert!(child.wait().unwrap().success());
}

/// The learner of a killed run still writes its files; the next run is not disturbed.
#[test]
fn a_program_that_outlived_its_run_does_not_disturb_the_next() {
    let busy = "echo $$ >> pids\nend=$(($(date +%s) + 3))\n\
         while [ $(date +%s) -lt $end ]; do mkdir -p \"$(dirname \"$2\")\"; \
                echo wrong > \"$2\"; done";
    let folder = folder();
    folder.write("busy.sh", busy.as_bytes());
    let text = STUDY.replace("learner.sh", "which.sh");
    folder.write("study.toml", text.as_bytes());
    folder.write("which.sh", b"exec sh \"$(cat which)\" \"$1\" \"$2\"");
    folder.write("which", b"busy.sh");
    let mut child = started(&folder, &["study", "study.toml", "-o", "out", "--threads", "2"]);
    until("a program runs", || folder.path().join("pids").exists());
    send(&child, Signal::SIGKILL);
    child.wait().unwrap();
    folder.write("which", b"learner.sh");
    folder.stdout(&["study", "study.toml", "-o", "out", "--resume", "--threads", "2"]);
    let records = untimed(&folder.read("out/records.csv"));
    assert_eq!(records.len(), 48);
    assert!(records.iter().all(|record| record.contains(&"ok".to_owned())), "{records:?}");
    until("the old program is gone", || !folder.read("pids").lines().any(lives));
}

fn check_stopped_by_the_disk(folder: &Folder, output: &Output, facts: &[&str]) {
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(facts.iter().any(|fact| message.contains(fact)), "{message}");
    assert!(message.contains("records are kept") && message.contains("--resume"), "{message}");
    let text = folder.read("out/records.csv");
    assert!(text.ends_with('\n'), "the last line is torn");
    let records = untimed(&text);
    assert!(records.len() < 48);
    assert!(records.iter().all(|record| record.contains(&"ok".to_owned())), "{records:?}");
}

/// A file that may not grow is cut off as on a full disk: in the middle of a record.
#[test]
fn a_record_that_does_not_fit_is_taken_back() {
    let (folder, program) = (folder(), env!("CARGO_BIN_EXE_contsid"));
    for blocks in ["6", "9", "12"] {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec '{program}' study study.toml -o out --resume");
        let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
        check_stopped_by_the_disk(&folder, &output, &["File too large"]);
    }
    let kept = whole_lines(&folder);
    folder.stdout(&["study", "study.toml", "-o", "out", "--resume"]);
    assert!(!kept.is_empty() && kept.is_subset(&whole_lines(&folder)));
    assert_eq!(untimed(&folder.read("out/records.csv")).len(), 48);
}

/// A small disk in memory, where the system permits it.
struct SmallDisk<'a>(&'a Folder);

impl<'a> SmallDisk<'a> {
    fn mounted(folder: &'a Folder, size: &str) -> Option<Self> {
        fs::create_dir(folder.path().join("out")).unwrap();
        let size = format!("size={size}");
        let arguments = ["-t", "tmpfs", "-o", &size, "tmpfs", "out"];
        let mounted = Command::new("mount").args(arguments).current_dir(folder.path()).output();
        mounted.is_ok_and(|output| output.status.success()).then_some(Self(folder))
    }

    fn grow(&self, size: &str) {
        let size = format!("remount,size={size}");
        let grown = Command::new("mount").args(["-o", &size, "out"]).current_dir(self.0.path()).status().unwrap();
        assert!(grown.success());
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").args(["-l", "out"]).current_dir(self.0.path()).status();
    }
}

/// A program that fails because the disk is full does not count as failed: two programs need more than there is.
#[test]
fn a_full_disk_is_not_the_fault_of_a_learner() {
    let folder = folder();
    let greedy = format!("for i in $(seq 40); do echo x > \"$2.tmp$i\" || exit 1; done\n{LEARNER}");
    folder.write("learner.sh", greedy.as_bytes());
    let Some(disk) = SmallDisk::mounted(&folder, "256k") else {
        println!("this system mounts no disk for us: only files that may not grow were tried");
        return;
    };
    for _ in 0..3 {
        let output = folder.run(&["study", "study.toml", "-o", "out", "--resume", "--threads", "2"]);
        check_stopped_by_the_disk(&folder, &output, &["the disk is full", "No space left on device"]);
    }
    disk.grow("16m");
    folder.stdout(&["study", "study.toml", "-o", "out", "--resume", "--threads", "2"]);
    assert_eq!(untimed(&folder.read("out/records.csv")).len(), 48);
}
