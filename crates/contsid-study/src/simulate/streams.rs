//! One stream of random numbers for each purpose.
//!
//! The values of a variable depend only on its own streams and its parents. So a longer sample of the same seed begins
//! with the shorter one (unless variables are standardised), and other noise leaves the weights unchanged.

use contsid::graph::NodeId;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// The streams of one seed.
#[derive(Clone, Debug)]
pub(crate) struct Streams {
    key: [u8; 32],
}

impl Streams {
    pub(crate) fn of(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self { key }
    }

    /// For the graph.
    pub(crate) fn graph(&self) -> ChaCha20Rng {
        self.stream(0)
    }

    /// For the weights, functions or tables of a variable.
    pub(crate) fn parameters(&self, node: NodeId) -> ChaCha20Rng {
        self.stream(1 + 2 * node.index() as u64)
    }

    /// For the noise of a variable.
    pub(crate) fn noise(&self, node: NodeId) -> ChaCha20Rng {
        self.stream(2 + 2 * node.index() as u64)
    }

    /// For a graph that is compared with the true one.
    pub(crate) fn baseline(&self) -> ChaCha20Rng {
        self.stream(u64::MAX)
    }

    fn stream(&self, number: u64) -> ChaCha20Rng {
        let mut rng = ChaCha20Rng::from_seed(self.key);
        rng.set_stream(number);
        rng
    }
}
