//! How walks from a treatment arrive at a node and go on.
//!
//! A walk leaves a treatment and never enters one again; it is open given Z if every collider on it is in Z and no
//! other inner node is. It arrives at a node in one of three states:
//!
//! - [`State::Causal`]: along edges that all point away from the treatment;
//! - [`State::Down`]: along an edge that points to the node, after some edge that pointed back;
//! - [`State::Up`]: along an edge that points away from the node.
//!
//! [`Arrivals`] is the table of transitions. Its bits are walks: one for plain searches, 512 for sweeps over many
//! treatments at once.

#![allow(clippy::inline_always, reason = "the table must be compiled with the instructions of the sweep it is used in")]

use std::ops::{BitAnd, BitOr, Not};

/// How a walk from the treatment arrived at a node.
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

/// The walks that arrived at a node in each state.
#[derive(Clone, Copy)]
pub(super) struct Arrivals<B> {
    pub(super) causal: B,
    pub(super) down: B,
    pub(super) up: B,
}

impl<B: Copy + BitAnd<Output = B> + BitOr<Output = B> + Not<Output = B>> Arrivals<B> {
    /// The walks that go on to the children as [`State::Causal`]; the node is in the set of the walks `set`.
    #[inline(always)]
    pub(super) fn go_causal(self, set: B) -> B {
        self.causal & !set
    }

    /// The walks that go on to the children as [`State::Down`].
    #[inline(always)]
    pub(super) fn go_down(self, set: B) -> B {
        (self.down | self.up) & !set
    }

    /// The walks that go on to the parents as [`State::Up`]; through a collider, the walks of `opened`.
    #[inline(always)]
    pub(super) fn go_up(self, set: B, opened: B) -> B {
        (self.up & !set) | ((self.causal | self.down) & opened)
    }
}
