//! Neighbour lists in one allocation.

use super::NodeId;

/// A sorted list of nodes for each node, stored end to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Adjacency {
    starts: Vec<u32>,
    lists: Vec<NodeId>,
}

impl Adjacency {
    /// The lists that hold `to` at `from` for every pair.
    pub(crate) fn from_pairs(node_count: usize, pairs: impl Iterator<Item = (NodeId, NodeId)> + Clone) -> Self {
        Self::in_order_of(node_count, pairs.map(|(from, to)| (to, from))).transposed()
    }

    /// The lists that hold `from` at `to` for every pair of these lists.
    pub(crate) fn transposed(&self) -> Self {
        // The pairs come in the order of `from`, so that each list is sorted as it is filled.
        Self::in_order_of(self.starts.len() - 1, self.pairs().map(|(from, to)| (to, from)))
    }

    /// The lists that hold `to` at `from`, each in the order of the pairs.
    fn in_order_of(node_count: usize, pairs: impl Iterator<Item = (NodeId, NodeId)> + Clone) -> Self {
        let mut starts = vec![0_u32; node_count + 1];
        for (from, _) in pairs.clone() {
            starts[from.index() + 1] += 1;
        }
        for node in 0..node_count {
            starts[node + 1] += starts[node];
        }
        let mut lists = vec![NodeId::new(0); starts[node_count] as usize];
        let mut next = starts.clone();
        for (from, to) in pairs {
            lists[next[from.index()] as usize] = to;
            next[from.index()] += 1;
        }
        Self { starts, lists }
    }

    pub(crate) fn of(&self, node: NodeId) -> &[NodeId] {
        &self.lists[self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize]
    }

    pub(crate) fn contains(&self, from: NodeId, to: NodeId) -> bool {
        self.of(from).binary_search(&to).is_ok()
    }

    pub(crate) fn len(&self) -> usize {
        self.lists.len()
    }

    pub(crate) fn pairs(&self) -> impl Iterator<Item = (NodeId, NodeId)> + Clone + '_ {
        NodeId::all(self.starts.len() - 1).flat_map(|from| self.of(from).iter().map(move |&to| (from, to)))
    }
}
