//! The independences that a graph claims of each node.

use super::LocalTest;
use crate::graph::{Dag, NodeId};

/// For each node: it is independent of its non-descendants given its parents (the local Markov condition).
#[derive(Clone, Debug)]
pub(super) struct LocalClaims(Vec<LocalClaim>);

/// The claim of one node.
#[derive(Clone, Debug)]
pub(super) struct LocalClaim {
    pub(super) node: NodeId,
    /// Its parents, sorted.
    pub(super) given: Vec<NodeId>,
    /// Its non-descendants, without its parents.
    pub(super) others: Vec<NodeId>,
}

impl LocalClaim {
    /// The pairs to test, the smaller node first.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [NodeId; 2]> + '_ {
        self.others.iter().map(|&other| sorted_pair(self.node, other))
    }
}

fn sorted_pair(a: NodeId, b: NodeId) -> [NodeId; 2] {
    [a.min(b), a.max(b)]
}

impl LocalClaims {
    pub(super) fn of(graph: &Dag) -> Self {
        let claim = |node| {
            let (given, descendants) = (graph.parents(node).to_vec(), graph.descendants(node));
            let is_other = |other: &NodeId| !descendants.contains(*other) && !given.contains(other);
            let others = graph.nodes().filter(is_other).collect();
            LocalClaim { node, given, others }
        };
        Self(graph.nodes().map(claim).collect())
    }

    /// The claims of the graph with node `k` renamed to `new[k]`.
    pub(super) fn relabelled(&self, new: &[NodeId]) -> Self {
        let renamed = |nodes: &[NodeId]| nodes.iter().map(|node| new[node.index()]).collect::<Vec<_>>();
        let claim = |claim: &LocalClaim| {
            let mut given = renamed(&claim.given);
            given.sort_unstable();
            LocalClaim { node: new[claim.node.index()], given, others: renamed(&claim.others) }
        };
        Self(self.0.iter().map(claim).collect())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &LocalClaim> {
        self.0.iter()
    }

    /// Each claim of a node and another one, with the p-value of that pair given the parents.
    pub(super) fn tests<'a>(
        &'a self,
        p_value: impl Fn(&[NodeId], [NodeId; 2]) -> f64 + 'a,
    ) -> impl Iterator<Item = LocalTest> + 'a {
        let pairs = self.0.iter().flat_map(|claim| claim.others.iter().map(move |&other| (claim, other)));
        pairs.map(move |(claim, other)| LocalTest {
            node: claim.node,
            other,
            p_value: p_value(&claim.given, sorted_pair(claim.node, other)),
            given: claim.given.clone(),
        })
    }
}
