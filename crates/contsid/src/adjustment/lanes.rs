//! Many questions as the bits of a few machine words.
#![allow(
    clippy::inline_always,
    reason = "operators must be compiled with the instructions of the sweep they are used in"
)]

use crate::graph::{NodeId, NodeSet};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

const WORDS: usize = 8;
const BITS: usize = u64::BITS as usize;

/// One bit for each question of a block: 512 of them, one cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Lanes([u64; WORDS]);

impl Lanes {
    /// The number of questions of a block.
    pub(crate) const COUNT: usize = WORDS * BITS;
    /// No question.
    pub(crate) const NONE: Self = Self([0; WORDS]);

    pub(crate) fn set(&mut self, lane: usize) {
        self.0[lane / BITS] |= 1 << (lane % BITS);
    }

    pub(crate) fn get(&self, lane: usize) -> bool {
        self.0[lane / BITS] >> (lane % BITS) & 1 == 1
    }
}

macro_rules! lane_operator {
    ($operator:ident, $method:ident, $assigning:ident, $assign_method:ident) => {
        impl $assigning for Lanes {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                for word in 0..WORDS {
                    self.0[word].$assign_method(other.0[word]);
                }
            }
        }

        impl $operator for Lanes {
            type Output = Self;
            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                self.$assign_method(other);
                self
            }
        }
    };
}

lane_operator!(BitAnd, bitand, BitAndAssign, bitand_assign);
lane_operator!(BitOr, bitor, BitOrAssign, bitor_assign);

impl Not for Lanes {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

/// The transpose: for each of the first `lanes` lanes, the nodes whose bit in that lane is set.
///
/// `of_node` gives the lanes of a node. O(lanes · nodes / 64 · log 64).
pub(crate) fn sets_by_lane(node_count: usize, lanes: usize, of_node: impl Fn(NodeId) -> Lanes) -> Vec<NodeSet> {
    let mut sets = vec![vec![0_u64; node_count.div_ceil(BITS)]; lanes];
    for group in 0..node_count.div_ceil(BITS) {
        let members = NodeId::all(node_count).skip(group * BITS).take(BITS);
        let mut rows = [Lanes::NONE; BITS];
        for (row, node) in rows.iter_mut().zip(members) {
            *row = of_node(node);
        }
        for word in 0..lanes.div_ceil(BITS) {
            let mut square = rows.map(|row| row.0[word]);
            transpose(&mut square);
            for (set, bits) in sets[word * BITS..].iter_mut().zip(square) {
                set[group] = bits;
            }
        }
    }
    sets.into_iter().map(NodeSet::from_words).collect()
}

/// Transposes a square of 64 × 64 bits by exchanging ever smaller squares.
fn transpose(square: &mut [u64; BITS]) {
    let mut width = BITS / 2;
    let mut mask = u64::MAX >> width;
    while width > 0 {
        let mut row = 0;
        while row < BITS {
            let swapped = ((square[row] >> width) ^ square[row + width]) & mask;
            square[row] ^= swapped << width;
            square[row + width] ^= swapped;
            row = (row + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_round_keeps_every_bit() {
        let bit = |node: usize, lane: usize| (node * 7 + lane * 13).is_multiple_of(5);
        let of_node = |node: NodeId| {
            let mut lanes = Lanes::NONE;
            (0..Lanes::COUNT).filter(|&lane| bit(node.index(), lane)).for_each(|lane| lanes.set(lane));
            lanes
        };
        let sets = sets_by_lane(150, 130, of_node);
        assert_eq!(sets.len(), 130);
        for (lane, set) in sets.iter().enumerate() {
            assert_eq!(*set, NodeSet::of(150, NodeId::all(150).filter(|node| bit(node.index(), lane))));
        }
    }
}
