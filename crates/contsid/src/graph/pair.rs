//! Two graphs on the same nodes.

use super::{Dag, GraphClass, MixedGraph};
use std::fmt;
use thiserror::Error;

/// Two graphs that cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the true graph has {truth} nodes and the learnt one {learnt}")]
pub struct PairError {
    /// The number of nodes of the true graph.
    pub truth: usize,
    /// The number of nodes of the learnt graph.
    pub learnt: usize,
}

/// Which of two graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The true one.
    Truth,
    /// The learnt one.
    Learnt,
}

impl Role {
    /// The role of the other graph.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Truth => Self::Learnt,
            Self::Learnt => Self::Truth,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Truth => "the truth",
            Self::Learnt => "the learnt graph",
        })
    }
}

/// A true and a learnt graph on the same nodes.
///
/// ```
/// use contsid::graph::{Dag, GraphPair};
///
/// let (truth, learnt) = (Dag::from_edges(3, [])?, Dag::from_edges(2, [])?);
/// assert!(GraphPair::new(&truth, &learnt).is_err());
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
#[derive(Debug)]
pub struct GraphPair<'a, T = Dag, L = T> {
    truth: &'a T,
    learnt: &'a L,
}

// Not derived: a pair is `Copy` even if its graphs are not.
impl<T, L> Clone for GraphPair<'_, T, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L> Copy for GraphPair<'_, T, L> {}

impl<'a, T: AsRef<MixedGraph>, L: AsRef<MixedGraph>> GraphPair<'a, T, L> {
    /// The two graphs, whose nodes are matched by position.
    ///
    /// # Errors
    ///
    /// If they do not have the same number of nodes.
    pub fn new(truth: &'a T, learnt: &'a L) -> Result<Self, PairError> {
        let counts = PairError { truth: truth.as_ref().node_count(), learnt: learnt.as_ref().node_count() };
        if counts.truth == counts.learnt { Ok(Self { truth, learnt }) } else { Err(counts) }
    }

    /// The true graph.
    pub fn truth(&self) -> &'a T {
        self.truth
    }

    /// The learnt graph.
    pub fn learnt(&self) -> &'a L {
        self.learnt
    }

    /// The number of nodes of either graph.
    pub fn node_count(&self) -> usize {
        self.truth.as_ref().node_count()
    }
}

impl<'a> GraphPair<'a, GraphClass> {
    /// The members of both classes, if each has only one.
    pub fn only_members(self) -> Option<GraphPair<'a, Dag>> {
        let (truth, learnt) = (self.truth.extension(), self.learnt.extension());
        (self.truth.is_single() && self.learnt.is_single()).then_some(GraphPair { truth, learnt })
    }
}
