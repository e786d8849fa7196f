//! Which parents can a node have?

use super::Component;
use crate::graph::{NodeId, NodeSet, Orientation};
use thiserror::Error;

/// A node that can have more parent sets than are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("node {} can have more than {limit} different sets of parents", node.index() + 1)]
pub struct TooManyParentSets {
    /// The node.
    pub node: NodeId,
    /// How many were asked for at most.
    pub limit: usize,
}

impl Component {
    /// The sets of nodes of the component that are the parents of the node within it in some direction of the
    /// component; none if there are more than `limit`.
    pub(super) fn parent_sets(&self, node: NodeId, limit: usize) -> Option<Vec<NodeSet>> {
        let mut found = Vec::new();
        let complete = if self.is_undirected(&self.whole()) {
            let empty = NodeSet::empty(self.len());
            self.add_cliques(&empty, &self.joined()[node.index()], limit, &mut found)
        } else {
            self.add_directed(node, self.graph(), limit, &mut found)
        };
        complete.then_some(found)
    }

    /// Adds the clique and all that extend it by candidates, each joined to the whole clique. Says whether all found a
    /// place under the limit.
    fn add_cliques(&self, clique: &NodeSet, candidates: &NodeSet, limit: usize, found: &mut Vec<NodeSet>) -> bool {
        if found.len() == limit {
            return false;
        }
        found.push(clique.clone());
        let mut later = candidates.clone();
        candidates.iter().all(|node| {
            later.remove(node);
            let mut larger = clique.clone();
            larger.insert(node);
            self.add_cliques(&larger, &(&later & &self.joined()[node.index()]), limit, found)
        })
    }

    /// Directs the edges at the node one after the other, both ways where both are possible.
    fn add_directed(&self, node: NodeId, graph: &Orientation, limit: usize, found: &mut Vec<NodeSet>) -> bool {
        let Some(other) = ({ graph.neighbours(node).next() }) else {
            found.push(NodeSet::of(self.len(), graph.parents(node)));
            return found.len() <= limit;
        };
        [(node, other), (other, node)].into_iter().all(|(from, to)| {
            let mut directed = graph.clone();
            directed.know(from, to).expect("an undirected edge may go either way");
            self.add_directed(node, &directed, limit, found)
        })
    }
}
