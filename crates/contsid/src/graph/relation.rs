//! Pairs of nodes as rows of bits.

use super::NodeId;

const BITS: usize = u64::BITS as usize;

/// A set of ordered pairs of nodes, one row of bits for each first node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Relation {
    words: usize,
    rows: Vec<u64>,
}

impl Relation {
    /// No pair of `node_count` nodes.
    pub(crate) fn empty(node_count: usize) -> Self {
        let words = node_count.div_ceil(BITS);
        Self { words, rows: vec![0; words * node_count] }
    }

    pub(crate) fn contains(&self, from: NodeId, to: NodeId) -> bool {
        self.row(from)[to.index() / BITS] >> (to.index() % BITS) & 1 == 1
    }

    pub(crate) fn insert(&mut self, from: NodeId, to: NodeId) {
        self.rows[from.index() * self.words + to.index() / BITS] |= 1 << (to.index() % BITS);
    }

    pub(crate) fn remove(&mut self, from: NodeId, to: NodeId) {
        self.rows[from.index() * self.words + to.index() / BITS] &= !(1 << (to.index() % BITS));
    }

    /// The bits of the nodes related to `from`.
    pub(crate) fn row(&self, from: NodeId) -> &[u64] {
        &self.rows[from.index() * self.words..][..self.words]
    }

    /// The nodes related to `from`, in increasing order.
    pub(crate) fn of(&self, from: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        ones(self.row(from).iter().copied())
    }

    /// The nodes related to both, in increasing order.
    pub(crate) fn of_both(&self, a: NodeId, b: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        ones(self.row(a).iter().zip(self.row(b)).map(|(a, b)| a & b))
    }

    /// The nodes related to all three, in increasing order.
    pub(crate) fn of_all(&self, a: NodeId, b: NodeId, c: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        ones(self.row(a).iter().zip(self.row(b)).zip(self.row(c)).map(|((a, b), c)| a & b & c))
    }
}

/// The nodes whose bits are set, in increasing order.
pub(crate) fn ones(words: impl Iterator<Item = u64> + Clone) -> impl Iterator<Item = NodeId> + Clone {
    words.enumerate().flat_map(|(index, word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                NodeId::new(index * BITS + bit)
            })
        })
    })
}
