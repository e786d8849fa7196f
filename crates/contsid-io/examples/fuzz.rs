//! Changes small valid files at random and reads them: no reader may panic, be slow, or use much memory.
//!
//! ```text
//! cargo run --release -p contsid-io --example fuzz -- --seconds 60 --threads 2 --seed 1
//! ```
//!
//! The same seed gives each thread the same inputs in the same order. A panic or a slow input is printed with the bytes
//! that caused it, and the exit code is 1.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that reports on its terminal")]

use peak_alloc::PeakAlloc;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

#[path = "../tests/mutation/mod.rs"]
mod mutation;

use mutation::{Changed, Corpus, Outcome};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Time limit of a small input.
const SLOW: Duration = Duration::from_secs(2);

#[derive(Clone, Copy)]
struct Settings {
    seconds: u64,
    threads: u64,
    seed: u64,
}

#[derive(Default)]
struct Counts {
    inputs: AtomicU64,
    read: AtomicU64,
    panics: AtomicU64,
    slow: AtomicU64,
}

fn main() -> ExitCode {
    let Some(settings) = settings() else {
        eprintln!("usage: fuzz [--seconds N] [--threads N] [--seed N]");
        return ExitCode::from(2);
    };
    std::panic::set_hook(Box::new(|_| {}));
    let (counts, corpus) = (Counts::default(), Corpus::new());
    let end = Instant::now() + Duration::from_secs(settings.seconds);
    thread::scope(|scope| {
        for thread in 0..settings.threads {
            let (counts, corpus) = (&counts, &corpus);
            scope.spawn(move || work(corpus, settings.seed + (thread << 32), end, counts));
        }
    });
    report(settings, &counts)
}

fn settings() -> Option<Settings> {
    let mut settings = Settings { seconds: 60, threads: 1, seed: 1 };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next()?.parse().ok()?;
        match name.as_str() {
            "--seconds" => settings.seconds = value,
            "--threads" => settings.threads = value,
            "--seed" => settings.seed = value,
            _ => return None,
        }
    }
    Some(settings)
}

fn work(corpus: &Corpus, seed: u64, end: Instant, counts: &Counts) {
    for number in 0.. {
        let started = Instant::now();
        if started >= end {
            return;
        }
        let changed = corpus.changed(seed.wrapping_add(number));
        let outcome = changed.read();
        counts.inputs.fetch_add(1, Ordering::Relaxed);
        counts.read.fetch_add(u64::from(outcome == Outcome::Read), Ordering::Relaxed);
        if outcome == Outcome::Fatal {
            counts.panics.fetch_add(1, Ordering::Relaxed);
            show("panic", &changed);
        }
        if started.elapsed() > SLOW && is_slow_again(&changed) {
            counts.slow.fetch_add(1, Ordering::Relaxed);
            show("slow", &changed);
        }
    }
}

/// Whether an input is slow each time: a single slow run may be due to a busy computer.
fn is_slow_again(changed: &Changed) -> bool {
    (0..3).all(|_| {
        let started = Instant::now();
        changed.read();
        started.elapsed() > SLOW
    })
}

fn show(what: &str, changed: &Changed) {
    println!("{what}: {:?}: {}", changed.reader, changed.bytes.escape_ascii());
}

fn report(Settings { seconds, threads, seed }: Settings, counts: &Counts) -> ExitCode {
    let total = |count: &AtomicU64| count.load(Ordering::Relaxed);
    let (inputs, read) = (total(&counts.inputs), total(&counts.read));
    let (panics, slow) = (total(&counts.panics), total(&counts.slow));
    println!(
        "{inputs} inputs in {seconds} s on {threads} threads (seed {seed}): {read} read, {panics} panics, {slow} \
         slower than 2 s; peak memory {:.1} MB",
        MEMORY.peak_usage_as_mb()
    );
    if panics + slow == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
