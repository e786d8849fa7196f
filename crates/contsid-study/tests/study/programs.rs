//! Programs as learners.

#![cfg(unix)]

use crate::support::{RESUME, records, run_in, study};
use contsid::execution::{Execution, Monitor};
use contsid_study::records::{Metric, Record, Status};
use contsid_study::study::{Clock, DirectoryError, Existing, Journal, RunError, WithoutGraph, run};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A study of one learner, a program, on three graphs.
fn with_program(command: &str, more: &str) -> String {
    format!("graphs = 3\nnodes = [3]\nsamples = [5]\n{}", learner(command, more))
}

fn learner(command: &str, more: &str) -> String {
    let command = toml::Value::String(command.to_owned());
    format!("[[learner]]\nname = \"mine\"\ncommand = {command}\n{more}")
}

fn script(directory: &Path, text: &str) -> String {
    let path = directory.join("my learner.sh");
    fs::write(&path, text).unwrap();
    format!("sh '{}' {{data}} {{graph}} {{seed}}", path.display())
}

fn outcome(text: &str, more: &str) -> (tempfile::TempDir, Vec<Record>) {
    let directory = tempfile::tempdir().unwrap();
    let command = script(directory.path(), text);
    let finished =
        run_in(&directory.path().join("out"), &study(&with_program(&command, more)), Existing::Refuse).unwrap();
    (directory, finished.records)
}

#[test]
fn a_program_reads_a_table_and_writes_a_graph() {
    // The graph V3 → V1, with columns in another order than the table's.
    let text = r#"
        head -n 1 "$1" | grep -q '^V1,V2,V3$' || exit 3
        test "$(wc -l < "$1")" -eq 6 || exit 4
        test -n "$3" || exit 5
        printf 'V3,V2,V1\n0,0,1\n0,0,0\n0,0,0\n' > "$2"
        echo learnt >&2
    "#;
    let (directory, records) = outcome(text, "");
    assert_eq!(records.len(), 3);
    for record in &records {
        assert_eq!((record.status, record.message.as_str()), (Status::Ok, ""));
        assert_eq!(record.scores.of(Metric::LearntEdges), Some(1.0));
    }
    let logs: Vec<_> = fs::read_dir(directory.path().join("out/logs")).unwrap().map(Result::unwrap).collect();
    assert_eq!(logs.len(), 3);
    assert_eq!(fs::read_to_string(logs[0].path()).unwrap(), "learnt\n");
    assert!(!directory.path().join("out/work").exists());
}

#[test]
fn a_program_that_fails_is_recorded_with_its_last_words() {
    let (_directory, records) = outcome("echo before >&2; echo 'no, \"never\"' >&2; exit 7", "");
    for record in &records {
        assert_eq!(record.status, Status::Failed);
        assert_eq!(record.message, "it ended with exit status: 7: no, \"never\"");
        assert_eq!(record.scores.of(Metric::Shd), None);
    }
}

#[test]
fn a_graph_that_is_none_is_recorded() {
    let (_directory, records) = outcome("true", "");
    assert!(records.iter().all(|record| record.status == Status::Failed), "{records:?}");
    assert!(records[0].message.contains("graph.csv"), "{}", records[0].message);
    let (_directory, records) = outcome("printf 'V1,V2,V3\\n0,7,0\\n0,0,0\\n0,0,0\\n' > $2", "");
    assert!(records.iter().all(|record| record.status == Status::Failed), "{records:?}");
    let (_directory, records) = outcome("printf 'V1,V2\\n0,1\\n0,0\\n' > $2", "");
    assert!(records[0].message.contains("V3"), "{}", records[0].message);
}

#[test]
fn a_graph_that_stands_for_nothing_is_scored_in_part() {
    let (_directory, records) = outcome("printf 'V1,V2,V3\\n0,1,0\\n0,0,1\\n1,0,0\\n' > $2", "");
    for record in &records {
        assert_eq!(record.status, Status::Partial);
        assert_eq!(record.message, "the graph has a directed cycle: V1 → V2 → V3 → V1");
        assert!(record.scores.of(Metric::Shd).is_some_and(|shd| shd >= 2.0));
        assert_eq!((record.scores.of(Metric::SidUpper), record.scores.of(Metric::ContsidDirected)), (None, None));
    }
}

/// V1 → V2 — V3 without an edge between V1 and V3 allows only V1 → V2 → V3.
#[test]
fn undirected_edges_that_are_forced_have_all_scores() {
    let forced = outcome("printf 'V1,V2,V3\\n0,1,0\\n0,0,1\\n0,1,0\\n' > $2", "").1;
    let directed = outcome("printf 'V1,V2,V3\\n0,1,0\\n0,0,1\\n0,0,0\\n' > $2", "").1;
    for (forced, directed) in forced.iter().zip(&directed) {
        assert_eq!((forced.status, forced.scores.of(Metric::UndirectedEdges)), (Status::Ok, Some(1.0)));
        let expected = directed.scores.of(Metric::ContsidUpper);
        assert!(expected.is_some());
        for metric in [Metric::ContsidLower, Metric::ContsidUpper] {
            assert_eq!(forced.scores.of(metric), expected);
        }
    }
    assert_eq!((forced.len(), directed.len()), (3, 3));
}

#[test]
fn a_program_that_is_not_there_is_an_error_before_anything_is_made() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("out");
    let study = study(&with_program("no-such-program-here {data} {graph}", ""));
    let error = Journal::open(&path, &study, Existing::Refuse).unwrap_err();
    assert!(matches!(error, DirectoryError::NoProgram(_)), "{error}");
    assert_eq!(error.to_string(), "the learner `mine`: there is no program `no-such-program-here`");
    assert!(!path.exists());
}

/// Once nothing is missing, the program is no longer needed.
#[test]
fn a_program_is_needed_only_for_what_is_missing() {
    let directory = tempfile::tempdir().unwrap();
    let (path, program) = (directory.path().join("out"), directory.path().join("program"));
    fs::write(&program, "#!/bin/sh\nprintf 'V1,V2,V3\\n0,0,0\\n0,0,0\\n0,0,0\\n' > $2\n").unwrap();
    let mut permissions = fs::metadata(&program).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
    fs::set_permissions(&program, permissions).unwrap();
    let text = with_program(&format!("'{}' {{data}} {{graph}}", program.display()), "");
    run_in(&path, &study(&text), Existing::Refuse).unwrap();
    fs::remove_file(&program).unwrap();
    assert_eq!(run_in(&path, &study(&text), RESUME).unwrap().resumed, 3);
    let more = text.replace("graphs = 3", "graphs = 4");
    let error = Journal::open(&path, &study(&more), RESUME).unwrap_err();
    assert!(matches!(error, DirectoryError::NoProgram(_)), "{error}");
}

/// A misspelt program, or one that never returned a graph, can be corrected or left out.
#[test]
fn a_learner_without_records_is_corrected_or_dropped() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("out");
    let with_more = |command: &str| {
        let first = "graphs = 3\nnodes = [3]\nsamples = [5]\n[[learner]]\nname = \"empty\"\n";
        let mine = if command.is_empty() { String::new() } else { learner(command, "") };
        study(&format!("{first}{mine}"))
    };
    run_in(&path, &with_more(""), Existing::Refuse).unwrap();
    let stored = fs::read(path.join("study.toml")).unwrap();
    let error = Journal::open(&path, &with_more("no-such-program-here {data} {graph}"), RESUME).unwrap_err();
    assert!(matches!(error, DirectoryError::NoProgram(_)), "{error}");
    assert_eq!(fs::read(path.join("study.toml")).unwrap(), stored, "the study is as it was");
    // The program is there, its script is not.
    let failed = run_in(&path, &with_more("sh misspelt.sh {data} {graph}"), RESUME).unwrap();
    let runs = failed.failed_runs();
    assert_eq!((runs.len(), runs[0].learner.as_str(), runs[0].failed, runs[0].runs), (1, "mine", 3, 3));
    assert!(runs[0].reason.contains("misspelt.sh"), "{}", runs[0].reason);
    let keep = Existing::Resume(WithoutGraph::Keep);
    let error = Journal::open(&path, &with_more(""), keep).unwrap_err();
    assert!(matches!(error, DirectoryError::AnotherStudy { .. }), "{error}");
    assert_eq!(run_in(&path, &with_more(""), RESUME).unwrap().records.len(), 3);
    run_in(&path, &with_more("sh misspelt.sh {data} {graph}"), RESUME).unwrap();
    let right = with_more(&script(directory.path(), "printf 'V1,V2,V3\\n0,0,0\\n0,0,0\\n0,0,0\\n' > \"$2\""));
    let corrected = run_in(&path, &right, RESUME).unwrap();
    assert!(corrected.failed_runs().is_empty() && corrected.records.len() == 6, "{:?}", corrected.failed_runs());
    let error = Journal::open(&path, &with_more("sh other.sh {data} {graph}"), RESUME).unwrap_err();
    assert!(matches!(error, DirectoryError::AnotherStudy { .. }), "{error}");
}

/// A program that fails until a file is there.
#[test]
fn what_had_no_graph_is_tried_again_unless_it_shall_be_kept() {
    let directory = tempfile::tempdir().unwrap();
    let cure = directory.path().join("cure");
    let empty = "printf 'V1,V2,V3\\n0,0,0\\n0,0,0\\n0,0,0\\n' > \"$2\"";
    let command = script(directory.path(), &format!("test -e '{}' && {empty}", cure.display()));
    let (path, study) = (directory.path().join("out"), study(&with_program(&command, "")));
    let failed = run_in(&path, &study, Existing::Refuse).unwrap().records;
    assert!(failed.iter().all(|record| record.status == Status::Failed));
    fs::write(cure, "").unwrap();
    let kept = run_in(&path, &study, Existing::Resume(WithoutGraph::Keep)).unwrap();
    assert_eq!((kept.records, kept.resumed), (failed, 3));
    let again = run_in(&path, &study, RESUME).unwrap();
    assert_eq!(again.resumed, 0);
    assert!(again.records.iter().all(|record| record.status == Status::Ok), "{again:?}");
}

/// The files of an earlier run are deleted, and a program that still writes there does no harm.
#[test]
fn a_stale_work_directory_is_deleted() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("out");
    let (work, logs) = (out.join("work"), out.join("logs"));
    let stale = work.join("run-stale").join("deep");
    let command = script(directory.path(), "printf 'V1,V2,V3\\n0,0,0\\n0,0,0\\n0,0,0\\n' > \"$2\"; echo \"$2\"");
    let study = study(&with_program(&command, ""));
    drop(Journal::open(&out, &study, Existing::Refuse).unwrap());
    fs::create_dir_all(&stale).unwrap();
    fs::write(stale.join("graph.csv"), "").unwrap();
    let journal = Journal::open(&out, &study, RESUME).unwrap();
    assert!(!stale.exists());
    run(journal, Clock::Stopped, &Execution::default()).unwrap();
    assert!(!work.exists());
    let log = fs::read_dir(logs).unwrap().next().unwrap().unwrap();
    let graph = fs::read_to_string(log.path()).unwrap();
    let own = work.join("run-");
    assert!(graph.contains(&own.display().to_string()), "{graph}");
}

/// Whether a process is alive; a zombie is not.
fn lives(process: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{}/stat", process.trim())).unwrap_or_default();
    state.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

#[cfg(target_os = "linux")]
fn pause() -> bool {
    std::thread::sleep(std::time::Duration::from_millis(10));
    false
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_past_its_limit_is_killed_with_its_children() {
    let texts = [
        "sleep 600 & echo $! > FILE; wait",
        "setsid sleep 600 & echo $! > FILE; wait",
        // A process of another session whose parent has ended.
        "setsid sh -c 'sleep 600 & echo $! > \"$1\"' - FILE; sleep 600",
    ];
    for text in texts {
        let text = text.replace("FILE", "\"$(dirname \"$0\")/child-$3\"");
        let (directory, records) = outcome(&text, "time-limit = 0.5");
        for record in &records {
            assert_eq!(record.status, Status::TimeLimit);
            assert_eq!(record.message, "it ran past its limit of 0.5 s");
            let child = fs::read_to_string(directory.path().join(format!("child-{}", record.data_seed))).unwrap();
            // A signal needs some time; the program itself would run for ten minutes.
            let ended = (0..3000).any(|_| !lives(&child) || pause());
            assert!(ended, "process {child} of `{text}` is still there");
        }
    }
}

/// A program that ends by itself may have started others.
#[test]
#[cfg(target_os = "linux")]
fn what_a_program_leaves_running_is_killed_too() {
    let text = "sleep 600 & echo $! > \"$(dirname \"$0\")/child-$3\"; exit 3";
    let (directory, records) = outcome(text, "");
    for record in &records {
        assert_eq!(record.status, Status::Failed);
        let child = fs::read_to_string(directory.path().join(format!("child-{}", record.data_seed))).unwrap();
        let ended = (0..3000).any(|_| !lives(&child) || pause());
        assert!(ended, "process {child} is still there");
    }
}

/// Stops at the tenth question.
struct StopAt(AtomicUsize);

impl Monitor for StopAt {
    fn is_cancelled(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= 10
    }
}

#[test]
fn a_study_that_is_stopped_does_not_wait_for_its_program() {
    let directory = tempfile::tempdir().unwrap();
    let study = study(&with_program("sh -c 'sleep 600 # {data} {graph}'", ""));
    let journal = Journal::open(directory.path(), &study, Existing::Refuse).unwrap();
    let monitor = StopAt(AtomicUsize::new(0));
    let stopped = run(journal, Clock::Stopped, &Execution::default().watched_by(&monitor));
    assert!(matches!(stopped, Err(RunError::Stopped { done: 0, total: 3 })), "{stopped:?}");
    assert_eq!(records(directory.path()), Record::header().as_bytes());
}
