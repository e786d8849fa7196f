//! Why does a graph claim what it claims?

use super::{Claim, EffectGraph};
use crate::adjustment::obstacle::Breadth;
use crate::adjustment::{Obstacle, obstacle};
use crate::graph::{NodeId, NodeNames, NodeSet};
use std::fmt::Write;

/// Why a graph claims what it claims about an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimReason {
    /// No effect: there is no possibly directed path.
    NoPath,
    /// Adjust: this set is valid.
    Valid(NodeSet),
    /// Open: a possibly directed path begins with an edge that is not visible.
    NotVisible {
        /// The path, from the treatment to the outcome.
        path: Vec<NodeId>,
    },
    /// Open: a path that may not be directed stays open, whatever is adjusted for.
    OpenPath {
        /// The path, from the treatment to the outcome. A number beyond those of the observed nodes is a hidden node of
        /// [`EffectGraph::member`].
        path: Vec<NodeId>,
        /// The nodes on the path that would block it, but are forbidden.
        forbidden: Vec<NodeId>,
    },
}

impl EffectGraph {
    /// Why the graph claims what [`EffectGraph::claim`] says about the pair. Time O(degree of the treatment · edges).
    ///
    /// ```
    /// use contsid::adjustment::EffectGraph;
    /// use contsid::graph::{Dag, LatentDag, NodeId, NodeNames};
    ///
    /// let [x, y] = [0, 1].map(NodeId::new);
    /// let graph = EffectGraph::from(&LatentDag::from(Dag::from_edges(2, [(x, y)])?).pag());
    /// let words = graph.why(x, y).in_words(&graph, &NodeNames::numbered(2));
    /// assert_eq!(words, "V1 o-o V2 may be directed, but its first edge V1 o-o V2 is not visible");
    /// # Ok::<(), contsid::graph::DagError>(())
    /// ```
    pub fn why(&self, treatment: NodeId, outcome: NodeId) -> ClaimReason {
        match self.claim(treatment, outcome) {
            Claim::None => ClaimReason::NoPath,
            Claim::Adjust(set) => ClaimReason::Valid(set),
            Claim::Open => match self.invisible_path(treatment, outcome) {
                Some(path) => ClaimReason::NotVisible { path },
                None => self.open_path(treatment, outcome),
            },
        }
    }

    /// A shortest possibly directed path that begins with an edge that is not visible.
    fn invisible_path(&self, treatment: NodeId, outcome: NodeId) -> Option<Vec<NodeId>> {
        let mut search = Breadth::new(self.node_count());
        search.visit(treatment, None);
        let start = search.next();
        let onwards = |node: NodeId| self.pattern.links(node).iter().filter(|link| link.is_possibly_out());
        for first in onwards(treatment).filter(|link| !self.sees(treatment, link.node)) {
            search.visit(first.node, start);
        }
        while let Some(step) = search.next() {
            if search.node(step) == outcome {
                return Some(search.path(step));
            }
            onwards(search.node(step)).for_each(|link| search.visit(link.node, Some(step)));
        }
        None
    }

    fn open_path(&self, treatment: NodeId, outcome: NodeId) -> ClaimReason {
        let facts = self.facts(treatment, outcome);
        let set = self.among_all(&self.proposed(treatment, outcome, facts.canonical));
        let Some(Obstacle::OpenPath { path, .. }) = obstacle(self.member.dag(), treatment, outcome, &set) else {
            unreachable!("the effect is open, the pair amenable, and the set holds no forbidden node")
        };
        let inner = path[1..path.len() - 1].iter().filter(|node| node.index() < self.node_count());
        let forbidden = inner.copied().filter(|&node| facts.forbidden.contains(node)).collect();
        ClaimReason::OpenPath { path, forbidden }
    }
}

impl ClaimReason {
    /// The reason in words, without a full stop; `graph` is the one that makes the claim.
    pub fn in_words(&self, graph: &EffectGraph, names: &NodeNames) -> String {
        let listed = |nodes: &[NodeId]| nodes.iter().map(|&node| names.name(node)).collect::<Vec<_>>().join(", ");
        match self {
            Self::NoPath => "no path may be directed from the treatment to the outcome".to_owned(),
            Self::Valid(set) if set.is_empty() => "no adjustment is needed".to_owned(),
            Self::Valid(set) => {
                let set: Vec<NodeId> = set.iter().collect();
                format!("adjusting for {} blocks every other path", listed(&set))
            }
            Self::NotVisible { path } => format!(
                "{} may be directed, but its first edge {} is not visible",
                marked(path, graph, names),
                marked(&path[..2], graph, names)
            ),
            Self::OpenPath { path, forbidden } => {
                let path = drawn(path, graph, names);
                let blocking = match forbidden.len() {
                    0 => String::new(),
                    1 => format!("; {} would block it, but may carry the effect", listed(forbidden)),
                    _ => format!("; {} would block it, but may carry the effect, or depend on it", listed(forbidden)),
                };
                format!("the path {path} stays open{blocking}")
            }
        }
    }
}

/// A path with the marks of the graph.
fn marked(path: &[NodeId], graph: &EffectGraph, names: &NodeNames) -> String {
    let mut text = names.name(path[0]).to_owned();
    for edge in path.windows(2) {
        write!(text, " {} {}", graph.link(edge[0], edge[1]).drawn(), names.name(edge[1]))
            .expect("a string is writable");
    }
    text
}

/// A path of the member: a hidden common cause is drawn as `<->`, any other hidden node as `(hidden)`.
fn drawn(path: &[NodeId], graph: &EffectGraph, names: &NodeNames) -> String {
    let dag = graph.member.dag();
    let is_hidden = |node: NodeId| node.index() >= graph.node_count();
    let is_cause = |index: usize| {
        let inner = index > 0 && index + 1 < path.len() && is_hidden(path[index]);
        inner && dag.has_edge(path[index], path[index - 1]) && dag.has_edge(path[index], path[index + 1])
    };
    let mut text = names.name(path[0]).to_owned();
    for index in 1..path.len() {
        if is_cause(index) {
            continue;
        }
        let arrow = match (is_cause(index - 1), dag.has_edge(path[index - 1], path[index])) {
            (true, _) => "<->",
            (false, true) => "->",
            (false, false) => "<-",
        };
        let name = if is_hidden(path[index]) { "(hidden)" } else { names.name(path[index]) };
        write!(text, " {arrow} {name}").expect("a string is writable");
    }
    text
}
