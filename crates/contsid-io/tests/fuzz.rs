//! A short run of what `examples/fuzz.rs` does for long.

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
    // Were all changes refused, or none, the run would show nothing.
    assert!(read > INPUTS / 50 && refused > INPUTS / 5, "{read} read, {refused} refused");
}
