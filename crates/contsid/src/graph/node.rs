//! The number of a node.

use std::fmt;

/// The position of a node in its graph: `0..node_count`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node at `index`.
    ///
    /// # Panics
    ///
    /// If `index` does not fit in 32 bits: no graph that fits into memory is that large.
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("a graph has fewer than 2³² nodes"))
    }

    /// The position of the node, for indexing.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The nodes `0..count`, in order.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..u32::try_from(count).expect("a graph has fewer than 2³² nodes")).map(Self)
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{}", self.0)
    }
}
