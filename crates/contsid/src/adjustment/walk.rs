//! How walks from a treatment come to a node and go on.
//!
//! A walk leaves a treatment, meets no other and does not come back; it is open given Z if every collider on it is in Z
//! and no other inner node is. It comes to a node in one of three states:
//!
//! - [`State::Causal`]: along edges that all point away from the treatment;
//! - [`State::Down`]: along an edge that points to the node, after some edge that pointed back;
//! - [`State::Up`]: along an edge that points away from the node.
//!
//! [`Arrivals`] is the table of what follows. Its bits are walks: one for the plain searches of [`super::validity`] and
//! [`super::obstacle`], 512 for the sweeps of [`super::sweep`].

#![allow(clippy::inline_always, reason = "the table must be compiled with the instructions of the sweep it is used in")]

use std::ops::{BitAnd, BitOr, Not};

/// How a walk from the treatment came to a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Causal,
    Down,
    Up,
}

impl State {
    /// The state as the only arrival.
    pub(super) fn arrivals(self) -> Arrivals<bool> {
        Arrivals { causal: self == Self::Causal, down: self == Self::Down, up: self == Self::Up }
    }
}

/// The walks that came to a node in each state.
#[derive(Clone, Copy)]
pub(super) struct Arrivals<B> {
    pub(super) causal: B,
    pub(super) down: B,
    pub(super) up: B,
}

impl<B: Copy + BitAnd<Output = B> + BitOr<Output = B> + Not<Output = B>> Arrivals<B> {
    /// The walks that go on to the children as [`State::Causal`], where the node is in the set for the walks of `set`.
    #[inline(always)]
    pub(super) fn go_causal(self, set: B) -> B {
        self.causal & !set
    }

    /// The walks that go on to the children as [`State::Down`].
    #[inline(always)]
    pub(super) fn go_down(self, set: B) -> B {
        (self.down | self.up) & !set
    }

    /// The walks that go on to the parents as [`State::Up`]; where two arrows meet at the node, the walks of `opened`
    /// do.
    #[inline(always)]
    pub(super) fn go_up(self, set: B, opened: B) -> B {
        (self.up & !set) | ((self.causal | self.down) & opened)
    }
}
