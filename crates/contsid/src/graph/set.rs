//! Sets of nodes as bits, with the algebra of the formulas.

use super::NodeId;
use super::relation::ones;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

const BITS: usize = u64::BITS as usize;

/// An ordered set of nodes of one graph.
///
/// `&a & &b`, `&a | &b` and `&a - &b` are intersection, union and difference. Two sets that are combined or compared
/// belong to graphs of the same size.
///
/// ```
/// use contsid::graph::{NodeId, NodeSet};
///
/// let even = NodeSet::of(4, [NodeId::new(0), NodeId::new(2)]);
/// let low = NodeSet::of(4, [NodeId::new(0), NodeId::new(1)]);
/// assert_eq!((&even & &low).iter().collect::<Vec<_>>(), [NodeId::new(0)]);
/// assert_eq!((&even | &low).len(), 3);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeSet {
    words: Vec<u64>,
}

impl NodeSet {
    /// The empty set over a graph of `node_count` nodes.
    pub fn empty(node_count: usize) -> Self {
        Self { words: vec![0; node_count.div_ceil(BITS)] }
    }

    /// All nodes of a graph of `node_count` nodes.
    pub fn full(node_count: usize) -> Self {
        Self::of(node_count, NodeId::all(node_count))
    }

    /// The given nodes, as a set over a graph of `node_count` nodes.
    pub fn of(node_count: usize, nodes: impl IntoIterator<Item = NodeId>) -> Self {
        let mut set = Self::empty(node_count);
        set.extend(nodes);
        set
    }

    /// The set whose bits are given, none of them beyond the nodes of the graph.
    pub(crate) fn from_words(words: Vec<u64>) -> Self {
        Self { words }
    }

    /// Whether it can be a set of nodes of a graph of `node_count` nodes.
    pub(crate) fn fits(&self, node_count: usize) -> bool {
        self.words.len() == node_count.div_ceil(BITS) && self.iter().all(|node| node.index() < node_count)
    }

    /// Whether the node is in the set.
    pub fn contains(&self, node: NodeId) -> bool {
        self.words[node.index() / BITS] >> (node.index() % BITS) & 1 == 1
    }

    /// Adds a node; returns whether it is new.
    pub fn insert(&mut self, node: NodeId) -> bool {
        let word = &mut self.words[node.index() / BITS];
        let bit = 1 << (node.index() % BITS);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Removes a node; returns whether it was in the set.
    pub fn remove(&mut self, node: NodeId) -> bool {
        let word = &mut self.words[node.index() / BITS];
        let bit = 1 << (node.index() % BITS);
        let present = *word & bit != 0;
        *word &= !bit;
        present
    }

    /// Removes all nodes.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// The number of nodes in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Whether every node of this set is in the other.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// Whether the sets have no node in common.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & b == 0)
    }

    /// The smallest node of the set.
    pub fn first(&self) -> Option<NodeId> {
        self.iter().next()
    }

    /// The nodes in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = NodeId> + Clone + '_ {
        ones(self.words.iter().copied())
    }
}

impl Extend<NodeId> for NodeSet {
    fn extend<T: IntoIterator<Item = NodeId>>(&mut self, nodes: T) {
        for node in nodes {
            self.insert(node);
        }
    }
}

impl fmt::Debug for NodeSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! set_operator {
    ($operator:ident, $method:ident, $assigning:ident, $assign_method:ident, $apply:expr) => {
        impl $assigning<&NodeSet> for NodeSet {
            fn $assign_method(&mut self, other: &NodeSet) {
                debug_assert_eq!(self.words.len(), other.words.len(), "sets of graphs of different sizes");
                let apply: fn(u64, u64) -> u64 = $apply;
                for (word, other) in self.words.iter_mut().zip(&other.words) {
                    *word = apply(*word, *other);
                }
            }
        }

        impl $operator<&NodeSet> for &NodeSet {
            type Output = NodeSet;
            fn $method(self, other: &NodeSet) -> NodeSet {
                let mut result = self.clone();
                result.$assign_method(other);
                result
            }
        }

        impl $operator<&NodeSet> for NodeSet {
            type Output = NodeSet;
            fn $method(mut self, other: &NodeSet) -> NodeSet {
                self.$assign_method(other);
                self
            }
        }
    };
}

set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
set_operator!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

#[cfg(test)]
mod tests {
    use super::*;

    fn set(nodes: &[usize]) -> NodeSet {
        NodeSet::of(130, nodes.iter().map(|&node| NodeId::new(node)))
    }

    #[test]
    fn algebra_across_words() {
        let (a, b) = (set(&[0, 63, 64, 129]), set(&[63, 64, 100]));
        assert_eq!(&a & &b, set(&[63, 64]));
        assert_eq!(&a | &b, set(&[0, 63, 64, 100, 129]));
        assert_eq!(&a - &b, set(&[0, 129]));
        assert_eq!(a.len(), 4);
        assert!(set(&[63]).is_subset(&a) && !b.is_subset(&a));
        assert!(set(&[1]).is_disjoint(&a) && !b.is_disjoint(&a));
    }

    #[test]
    fn insert_and_remove_say_what_changed() {
        let mut a = set(&[]);
        assert!(a.insert(NodeId::new(70)) && !a.insert(NodeId::new(70)));
        assert!(a.contains(NodeId::new(70)));
        assert!(a.remove(NodeId::new(70)) && !a.remove(NodeId::new(70)));
        assert!(a.is_empty());
    }

    #[test]
    fn full_holds_every_node_once() {
        assert_eq!(NodeSet::full(130).iter().map(NodeId::index).collect::<Vec<_>>(), (0..130).collect::<Vec<_>>());
    }
}
