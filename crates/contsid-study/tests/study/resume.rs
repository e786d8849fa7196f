//! A stopped study is resumed where it stopped, and ends with the same bytes.

use crate::support::{RESUME, TINY, records, run_in, study};
use contsid::execution::{Execution, Monitor};
use contsid_study::records::Record;
use contsid_study::study::{Clock, DirectoryError, Existing, Journal, RunError, run, stored_records};
use contsid_study::tables::Summary;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn a_file_torn_at_any_byte_is_made_whole() {
    let small = TINY.replace("[3, 4]", "[3]").replace("[1, 7]", "[1]").replace("graphs = 2", "graphs = 1");
    let (study, directory) = (study(&small), tempfile::tempdir().unwrap());
    assert_eq!(study.record_count(), 4);
    run_in(directory.path(), &study, Existing::Refuse).unwrap();
    let whole = records(directory.path());
    let file = directory.path().join("records.csv");
    for length in 0..=whole.len() {
        fs::write(&file, &whole[..length]).unwrap();
        run_in(directory.path(), &study, RESUME).unwrap();
        assert!(records(directory.path()) == whole, "torn at byte {length}");
    }
}

#[test]
fn whole_records_are_not_made_again() {
    let (study, directory) = (study(TINY), tempfile::tempdir().unwrap());
    run_in(directory.path(), &study, Existing::Refuse).unwrap();
    let text = String::from_utf8(records(directory.path())).unwrap();
    // The first unit's two records are marked; the last line is torn, and with it its unit's other record.
    let marked = text.replacen(",0.000000,", ",1.500000,", 2);
    fs::write(directory.path().join("records.csv"), &marked[..marked.len() - 3]).unwrap();
    let finished = run_in(directory.path(), &study, RESUME).unwrap();
    assert_eq!(finished.resumed, study.record_count() - 2);
    assert_eq!(finished.records[0].seconds, 1.5);
    assert_eq!(String::from_utf8(records(directory.path())).unwrap(), marked);
}

#[test]
fn the_order_of_completion_does_not_matter() {
    let (study, directory) = (study(TINY), tempfile::tempdir().unwrap());
    run_in(directory.path(), &study, Existing::Refuse).unwrap();
    let whole = String::from_utf8(records(directory.path())).unwrap();
    let mut lines: Vec<&str> = whole.split_inclusive('\n').collect();
    lines[1..].reverse();
    fs::write(directory.path().join("records.csv"), lines.concat()).unwrap();
    run_in(directory.path(), &study, RESUME).unwrap();
    assert_eq!(String::from_utf8(records(directory.path())).unwrap(), whole);
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let study = study(TINY);
    let on_threads = |threads: usize| {
        let directory = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let journal = Journal::open(directory.path(), &study, Existing::Refuse).unwrap();
        run(journal, Clock::Stopped, &Execution::default().on(&pool)).unwrap();
        (records(directory.path()), fs::read(directory.path().join("summary.json")).unwrap())
    };
    let one = on_threads(1);
    assert!(one == on_threads(2) && one == on_threads(5));
}

/// Stops after a number of records.
struct StopAfter(AtomicUsize);

impl Monitor for StopAfter {
    fn advance(&self, units: u64) {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(units as usize), Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn a_study_that_is_stopped_keeps_its_records() {
    let (study, whole) = (study(TINY), tempfile::tempdir().unwrap());
    run_in(whole.path(), &study, Existing::Refuse).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let stopper = StopAfter(AtomicUsize::new(6));
    let journal = Journal::open(directory.path(), &study, Existing::Refuse).unwrap();
    let stopped = run(journal, Clock::Stopped, &Execution::default().watched_by(&stopper));
    assert!(matches!(stopped, Err(RunError::Stopped { done: 6, total: 32 })), "{stopped:?}");
    let stored = stored_records(directory.path()).unwrap();
    assert_eq!(stored.records.len(), 6);
    assert_eq!(Summary::new(&stored.study, &stored.records).expected(), 32);
    assert!(!directory.path().join("summary.json").exists());
    run_in(directory.path(), &study, RESUME).unwrap();
    assert_eq!(records(directory.path()), records(whole.path()));
}

fn refused(path: &Path, text: &str, existing: Existing) -> DirectoryError {
    match run_in(path, &study(text), existing) {
        Err(RunError::Directory(error)) => error,
        other => panic!("expected a refusal, not {other:?}"),
    }
}

#[test]
fn another_study_is_refused_with_the_fact() {
    let directory = tempfile::tempdir().unwrap();
    run_in(directory.path(), &study(TINY), Existing::Refuse).unwrap();
    let before = records(directory.path());
    let other = TINY.replace("seeds = [1, 7]", "seeds = [1, 8]");
    let message = refused(directory.path(), &other, RESUME).to_string();
    assert!(message.ends_with("holds another study: `seeds` is [1, 7] there, and [1, 8] here"), "{message}");
    let learners = TINY.replace("name = \"random\"", "name = \"other\"\nmethod = \"random\"");
    let message = refused(directory.path(), &learners, RESUME).to_string();
    assert!(message.ends_with("`learner` is empty, random there, and empty, other here"), "{message}");
    assert!(matches!(refused(directory.path(), TINY, Existing::Refuse), DirectoryError::NotEmpty { .. }));
    assert_eq!(records(directory.path()), before);
    run_in(directory.path(), &study(&other), Existing::Replace).unwrap();
    assert_ne!(records(directory.path()), before);
}

/// Graphs, sizes, seeds, simulations and learners are added; existing records are not made again.
#[test]
fn a_finished_study_can_be_extended() {
    let directory = tempfile::tempdir().unwrap();
    run_in(directory.path(), &study(TINY), Existing::Refuse).unwrap();
    let marked = String::from_utf8(records(directory.path())).unwrap().replace(",0.000000,", ",1.500000,");
    fs::write(directory.path().join("records.csv"), &marked).unwrap();
    let more = TINY
        .replace("graphs = 2", "graphs = 3")
        .replace("[3, 4]", "[5, 3, 4]")
        .replace("[12]", "[12, 20]")
        .replace("[1, 7]", "[1, 2, 7]")
        .replace("[[learner]]\nname = \"random\"", "[[learner]]\nname = \"pc\"\n[[learner]]\nname = \"random\"")
        .replace(
            "[[scoring]]\nname = \"one\"",
            "[[simulation]]\nname = \"paper\"\n[[simulation]]\nname = \"loud\"\n[simulation.model]\n\
             noise = \"laplace\"\n[[scoring]]\nname = \"one\"",
        );
    let extended = study(&more);
    let finished = run_in(directory.path(), &extended, RESUME).unwrap();
    assert_eq!((finished.resumed, finished.records.len()), (32, extended.record_count()));
    let old = finished.records.iter().filter(|record| record.seconds == 1.5).count();
    assert_eq!(old, 32);
    // The same records as of a study that started with these settings.
    let fresh = tempfile::tempdir().unwrap();
    run_in(fresh.path(), &extended, Existing::Refuse).unwrap();
    let untimed = String::from_utf8(records(directory.path())).unwrap().replace(",1.500000,", ",0.000000,");
    assert_eq!(untimed.as_bytes(), records(fresh.path()));
    assert_eq!(
        fs::read(directory.path().join("study.toml")).unwrap(),
        fs::read(fresh.path().join("study.toml")).unwrap()
    );
    // The smaller study now differs from the stored one.
    let message = refused(directory.path(), TINY, RESUME).to_string();
    assert!(message.ends_with("`graphs` is 3 there, and 2 here"), "{message}");
}

#[test]
fn scorings_cannot_be_added() {
    let directory = tempfile::tempdir().unwrap();
    run_in(directory.path(), &study(TINY), Existing::Refuse).unwrap();
    let more = format!("{TINY}\n[[scoring]]\nname = \"three\"\n");
    let message = refused(directory.path(), &more, RESUME).to_string();
    assert!(message.ends_with("`scoring` is one, two there, and one, two, three here"), "{message}");
    let other = TINY.replace("name = \"two\"", "name = \"two\"\nlambda = 0.5");
    let message = refused(directory.path(), &other, RESUME).to_string();
    assert!(message.contains("lambda = \"1/N\"") && message.contains("and name = \"two\""), "{message}");
}

/// A time limit says how long a learner may take, not what it learns.
#[test]
fn time_limits_can_be_changed() {
    let directory = tempfile::tempdir().unwrap();
    run_in(directory.path(), &study(TINY), Existing::Refuse).unwrap();
    let limited = TINY.replace("name = \"random\"", "name = \"random\"\ntime-limit = 5.0");
    assert_eq!(run_in(directory.path(), &study(&limited), RESUME).unwrap().resumed, 32);
}

#[test]
fn a_python_function_is_left_to_python() {
    let directory = tempfile::tempdir().unwrap();
    let text = TINY.replace("name = \"random\"", "name = \"mine\"\nmethod = \"python\"");
    let ended = run_in(directory.path(), &study(&text), Existing::Refuse).unwrap();
    assert_eq!(ended.left_to_python.iter().map(ToString::to_string).collect::<Vec<_>>(), ["mine"]);
    assert!(ended.records.iter().all(|record| record.key.learner == "empty"));
    assert_eq!(ended.records.len(), 16);
    assert_eq!(stored_records(directory.path()).unwrap().records, ended.records);
    assert!(!directory.path().join("summary.json").exists());
}

#[test]
fn records_of_another_study_are_refused_with_their_line() {
    let (directory, foreign) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    run_in(directory.path(), &study(TINY), Existing::Refuse).unwrap();
    run_in(foreign.path(), &study(&TINY.replace("samples = [12]", "samples = [13]")), Existing::Refuse).unwrap();
    fs::copy(foreign.path().join("records.csv"), directory.path().join("records.csv")).unwrap();
    let error = refused(directory.path(), TINY, RESUME);
    assert!(matches!(error, DirectoryError::ForeignRecord { line: 2, .. }), "{error}");

    let twice = String::from_utf8(records(foreign.path())).unwrap();
    let again = twice.lines().nth(3).unwrap().to_owned() + "\n";
    fs::write(foreign.path().join("records.csv"), twice + &again).unwrap();
    let error = refused(foreign.path(), &TINY.replace("samples = [12]", "samples = [13]"), RESUME);
    assert!(matches!(error, DirectoryError::Twice { line: 34, .. }), "{error}");
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let own = ["records.csv", "summary.json", "logs/mine.txt", "work/mine.txt"].map(|name| directory.path().join(name));
    for path in &own {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "mine").unwrap();
    }
    assert!(matches!(refused(directory.path(), TINY, Existing::Refuse), DirectoryError::NotEmpty { .. }));
    for existing in [RESUME, Existing::Replace] {
        assert!(matches!(refused(directory.path(), TINY, existing), DirectoryError::NoStudy { .. }));
    }
    assert!(own.iter().all(|path| fs::read_to_string(path).unwrap() == "mine"));
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 4);
}

#[test]
fn an_empty_directory_is_replaced_by_a_study() {
    let directory = tempfile::tempdir().unwrap();
    run_in(directory.path(), &study(TINY), Existing::Replace).unwrap();
    assert_eq!(stored_records(directory.path()).unwrap().records.len(), 32);
}

#[test]
fn records_that_are_none_are_refused_with_their_line() {
    let directory = tempfile::tempdir().unwrap();
    run_in(directory.path(), &study(TINY), Existing::Refuse).unwrap();
    let own = directory.path().join("records.csv");
    fs::write(&own, "a,b\n1,2\n").unwrap();
    let message = refused(directory.path(), TINY, RESUME).to_string();
    assert!(message.ends_with("records.csv, line 1: the columns are not those of a study's records"), "{message}");
    fs::write(&own, Record::header() + "1,2\n1,2\n").unwrap();
    let message = refused(directory.path(), TINY, RESUME).to_string();
    assert!(message.contains("records.csv, line 2: it has 2 cells"), "{message}");
}

#[test]
fn two_processes_do_not_share_a_directory() {
    let directory = tempfile::tempdir().unwrap();
    let first = Journal::open(directory.path(), &study(TINY), Existing::Refuse).unwrap();
    let second = Journal::open(directory.path(), &study(TINY), RESUME);
    assert!(matches!(second, Err(DirectoryError::Busy { .. })), "{second:?}");
    drop(first);
    assert!(Journal::open(directory.path(), &study(TINY), RESUME).is_ok());
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let message = refused(&file.join("study"), TINY, Existing::Refuse).to_string();
    assert!(message.contains("file/study: "), "{message}");
}
