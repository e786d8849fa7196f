//! A short run of `examples/fuzz.rs`.

mod mutation;

use mutation::{Corpus, Outcome};

/// Inputs of a short run.
const INPUTS: u64 = 20_000;

#[test]
fn no_changed_file_is_fatal() {
    let corpus = Corpus::new();
    let (mut read, mut refused) = (0, 0);
    for seed in 0..INPUTS {
        let changed = corpus.changed(seed);
        match changed.read() {
            Outcome::Read => read += 1,
            Outcome::Refused => refused += 1,
            Outcome::Fatal => panic!("seed {seed}: {:?}: {}", changed.reader, changed.bytes.escape_ascii()),
        }
    }
    // If all changes were refused, or none, the run would test nothing.
    assert!(read > INPUTS / 50 && refused > INPUTS / 5, "{read} read, {refused} refused");
}
