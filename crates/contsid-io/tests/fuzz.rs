//! Changes small valid files at random and reads them: no reader may panic, be slow, or write an error over several
//! lines.
//!
//! `CONTSID_FUZZ_SECONDS=3600 cargo test --release -p contsid-io --test fuzz -- --nocapture` goes on for an hour, on
//! all processors, and prints how many files it read and the peak of its memory. `CONTSID_FUZZ_SEED` gives other files.

mod mutation;

use mutation::{Changed, Corpus, Outcome};
use peak_alloc::PeakAlloc;
use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Inputs of a short run.
const INPUTS: u64 = 20_000;
/// Time limit of a small input.
const SLOW: Duration = Duration::from_secs(2);

#[derive(Default)]
struct Counts {
    inputs: u64,
    read: u64,
    refused: u64,
}

#[test]
fn no_changed_file_is_fatal() {
    let (corpus, seed) = (Corpus::new(), variable("CONTSID_FUZZ_SEED").unwrap_or(0));
    let counts = match variable("CONTSID_FUZZ_SECONDS") {
        None => read_all(&corpus, seed..seed + INPUTS, None),
        Some(seconds) => long_run(&corpus, seed, Instant::now() + Duration::from_secs(seconds)),
    };
    let Counts { inputs, read, refused } = counts;
    println!("{inputs} files, {read} read, {refused} refused; peak memory {:.1} MB", MEMORY.peak_usage_as_mb());
    // If all changes were refused, or none, the run would test nothing.
    assert!(read > inputs / 50 && refused > inputs / 5, "{read} of {inputs} read, {refused} refused");
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().expect("the variable is a whole number"))
}

/// Each thread has seeds of its own, the same ones on every computer.
fn long_run(corpus: &Corpus, seed: u64, end: Instant) -> Counts {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get) as u64;
    thread::scope(|scope| {
        let run = |thread: u64| {
            let first = seed + (thread << 32);
            scope.spawn(move || read_all(corpus, first..u64::MAX, Some(end)))
        };
        let runs: Vec<_> = (0..threads).map(run).collect();
        runs.into_iter().map(|run| run.join().expect("no file is fatal")).fold(Counts::default(), |sum, counts| {
            Counts {
                inputs: sum.inputs + counts.inputs,
                read: sum.read + counts.read,
                refused: sum.refused + counts.refused,
            }
        })
    })
}

fn read_all(corpus: &Corpus, seeds: std::ops::Range<u64>, end: Option<Instant>) -> Counts {
    let mut counts = Counts::default();
    for seed in seeds {
        let (changed, start) = (corpus.changed(seed), Instant::now());
        if end.is_some_and(|end| start >= end) {
            break;
        }
        let outcome = changed.read();
        let shown = || format!("seed {seed}: {:?}: {}", changed.reader, changed.bytes.escape_ascii());
        assert!(outcome != Outcome::Fatal, "{}", shown());
        assert!(start.elapsed() <= SLOW || !is_slow_again(&changed), "slow: {}", shown());
        counts.inputs += 1;
        counts.read += u64::from(outcome == Outcome::Read);
        counts.refused += u64::from(outcome == Outcome::Refused);
    }
    counts
}

/// Whether an input is slow each time: a single slow run may be due to a busy computer.
fn is_slow_again(changed: &Changed) -> bool {
    (0..3).all(|_| {
        let start = Instant::now();
        changed.read();
        start.elapsed() > SLOW
    })
}
