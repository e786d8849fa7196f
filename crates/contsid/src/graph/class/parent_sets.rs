//! Which parents can a node have?

use super::Component;
use crate::graph::{NodeId, NodeSet};
use thiserror::Error;

/// A node with more parent sets than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("node {} can have more than {limit} different sets of parents", node.index() + 1)]
pub struct TooManyParentSets {
    /// The node.
    pub node: NodeId,
    /// The limit.
    pub limit: usize,
}

impl Component {
    /// The sets of nodes of the component that are the parents of the node within it in some direction of the
    /// component; none if there are more than `limit`.
    ///
    /// A set C of undirected neighbours can be added to the certain parents if it is a clique, so that there is no new
    /// collider, and contains with a node all its parents among the neighbours, so that there is no directed triangle
    /// (Z. Fang & Y. He 2020, *IDA with background knowledge*, UAI). In the order of some member a clique can be built
    /// up node by node.
    pub(super) fn parent_sets(&self, node: NodeId, limit: usize) -> Option<Vec<NodeSet>> {
        let neighbours = NodeSet::of(self.len(), self.graph().neighbours(node));
        let within = |set: NodeSet| set & &neighbours;
        let of = |other: NodeId| PossibleParent {
            node: other,
            joined: within(self.joined()[other.index()].clone()),
            parents: within(NodeSet::of(self.len(), self.graph().parents(other))),
        };
        let candidates: Vec<PossibleParent> =
            self.order().iter().copied().filter(|&other| neighbours.contains(other)).map(of).collect();
        let certain = NodeSet::of(self.len(), self.graph().parents(node));
        let mut search = CliqueSearch { candidates, certain, limit, found: Vec::new() };
        search.extend(&NodeSet::empty(self.len()), 0).then_some(search.found)
    }
}

/// A neighbour that may become a parent, with the neighbours that are joined to it and certain parents of it.
struct PossibleParent {
    node: NodeId,
    joined: NodeSet,
    parents: NodeSet,
}

struct CliqueSearch {
    candidates: Vec<PossibleParent>,
    certain: NodeSet,
    limit: usize,
    found: Vec<NodeSet>,
}

impl CliqueSearch {
    /// Adds the clique and all its extensions by candidates from an index on. Returns false if the limit is exceeded.
    fn extend(&mut self, clique: &NodeSet, from: usize) -> bool {
        if self.found.len() == self.limit {
            return false;
        }
        self.found.push(clique | &self.certain);
        for index in from..self.candidates.len() {
            let PossibleParent { node, joined, parents } = &self.candidates[index];
            if clique.is_subset(joined) && parents.is_subset(clique) {
                let mut larger = clique.clone();
                larger.insert(*node);
                if !self.extend(&larger, index + 1) {
                    return false;
                }
            }
        }
        true
    }
}
