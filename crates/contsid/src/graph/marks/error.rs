//! Why marks are not those of a maximal ancestral graph, or of a class of them.

use super::Mark;
use crate::graph::{NodeId, cycle_in_words};
use std::fmt;

/// Why a graph with marks is not a maximal ancestral graph, or not the graph of a class of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MarkError {
    /// A maximal ancestral graph has no circles.
    Circle {
        /// The node at the circle, and the other end of its edge.
        edge: [NodeId; 2],
    },
    /// An edge without an arrowhead that is not `o-o`: it would need selection variables.
    Selection {
        /// The ends of the edge.
        edge: [NodeId; 2],
    },
    /// The directed edges make a cycle.
    Cycle {
        /// The nodes of a cycle, each a parent of the next and the last a parent of the first.
        cycle: Vec<NodeId>,
    },
    /// A node is an ancestor of another one with which it is joined by `<->`.
    AlmostCycle {
        /// The ancestor.
        ancestor: NodeId,
        /// The other node.
        descendant: NodeId,
    },
    /// No set separates two nodes, but they are not joined.
    NotMaximal {
        /// The two nodes.
        pair: [NodeId; 2],
    },
    /// The edges `o-o` among some nodes cannot be directed without a cycle or a new collider.
    Circles {
        /// The nodes.
        nodes: Vec<NodeId>,
    },
    /// The graph of the class has another mark at the end of an edge.
    OtherMark {
        /// The node at the mark, and the other end of its edge.
        edge: [NodeId; 2],
        /// The mark.
        found: Mark,
        /// The mark in the graph of the class.
        expected: Mark,
    },
}

impl std::error::Error for MarkError {}

/// With nodes counted from one.
impl fmt::Display for MarkError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.in_words(|node| node.index() + 1))
    }
}

impl MarkError {
    /// The message with the names of the nodes.
    pub fn in_words<T: fmt::Display>(&self, name: impl Fn(NodeId) -> T) -> String {
        let join = |nodes: &[NodeId], sign: &str| {
            nodes.iter().map(|&node| name(node).to_string()).collect::<Vec<_>>().join(sign)
        };
        match self {
            Self::Circle { edge: [at, other] } => {
                format!("the edge {} – {} has a circle at {0}, which a MAG cannot have", name(*at), name(*other))
            }
            Self::Selection { edge } => format!(
                "the edge {} has no arrowhead and is not o-o; this means selection variables, which are not supported",
                join(edge, " – ")
            ),
            Self::Cycle { cycle } => cycle_in_words(cycle, name),
            Self::AlmostCycle { ancestor, descendant } => {
                let (ancestor, descendant) = (name(*ancestor), name(*descendant));
                format!("{ancestor} <-> {descendant} contradicts that {ancestor} is an ancestor of {descendant}")
            }
            Self::NotMaximal { pair } => {
                format!(
                    "{} are not joined, but no set separates them, so the graph is not maximal",
                    join(pair, " and ")
                )
            }
            Self::Circles { nodes } => {
                let nodes = join(nodes, ", ");
                format!("the edges o-o among {nodes} cannot be directed without a cycle or a new collider")
            }
            Self::OtherMark { edge: [at, other], found, expected } => {
                let [found, expected] = [found, expected].map(|mark| match mark {
                    Mark::Arrow => format!("an {mark}"),
                    Mark::Tail | Mark::Circle => format!("a {mark}"),
                });
                let (at, other) = (name(*at), name(*other));
                format!(
                    "the edge {at} – {other} cannot have {found} at {at}: in the PAG of its class it has {expected} there"
                )
            }
        }
    }
}
