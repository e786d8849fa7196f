//! What joins two nodes, as it is written from left to right.

use crate::error::Fault;
use contsid::graph::{Edge, NodeId};

/// The connection between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrow {
    /// `->` or `-->`
    Right,
    /// `<-` or `<--`
    Left,
    /// `--` or `---`
    Line,
    /// An arrow with another meaning.
    Refused(&'static str),
}

impl Arrow {
    /// The arrow with or without a head at its left and right end.
    pub(super) fn with_heads(left: bool, right: bool) -> Self {
        match (left, right) {
            (false, true) => Self::Right,
            (true, false) => Self::Left,
            (false, false) => Self::Line,
            (true, true) => Self::Refused("bidirected"),
        }
    }

    /// The edge between two nodes; one that is neither directed nor undirected is refused.
    pub(super) fn edge(self, [left, right]: [NodeId; 2], name: impl Fn(NodeId) -> String) -> Result<Edge, Fault> {
        match self {
            Self::Right => Ok(Edge::directed(left, right)),
            Self::Left => Ok(Edge::directed(right, left)),
            Self::Line => Ok(Edge::undirected(left, right)),
            Self::Refused(what) => Err(Fault::RefusedEdge { first: name(left), second: name(right), what }),
        }
    }
}
