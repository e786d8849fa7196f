//! The parents that each node of a class can have.

use super::Limits;
use crate::graph::{GraphClass, GraphPair, NodeId, NodeSet, Role};

/// The parent sets that the nodes of a class can have in its members.
#[derive(Clone, Debug)]
pub struct ParentChoices<'a> {
    class: &'a GraphClass,
    /// All of each node, in increasing order; none if there are more than the limits allow to list.
    nodes: Vec<Option<Vec<NodeSet>>>,
}

/// The parent sets that the nodes of a true and of a learnt class can have in their members.
#[derive(Clone, Debug)]
pub struct PairChoices<'a> {
    /// By role.
    classes: [ParentChoices<'a>; 2],
    pub(super) limits: Limits,
}

impl<'a> PairChoices<'a> {
    /// The choices of all nodes, as far as the limits allow to list them.
    pub fn new(pair: GraphPair<'a, GraphClass>, limits: Limits) -> Self {
        Self { classes: [pair.truth(), pair.learnt()].map(|class| ParentChoices::new(class, limits)), limits }
    }

    /// The choices of one class.
    pub fn of(&self, which: Role) -> &ParentChoices<'a> {
        &self.classes[which as usize]
    }

    /// The true and the learnt parent sets of a node, if all are listed and their pairs are within the limits.
    pub(crate) fn listed(&self, node: NodeId) -> Option<[&[NodeSet]; 2]> {
        let [truth, learnt] = self.classes.each_ref().map(|choices| choices.of(node));
        let (truth, learnt) = (truth?, learnt?);
        (truth.len().saturating_mul(learnt.len()) <= self.limits.parent_sets).then_some([truth, learnt])
    }
}

impl<'a> ParentChoices<'a> {
    /// The choices of all nodes. In a component with more than `limits.parent_sets` choices, only nodes with few are
    /// listed.
    pub fn new(class: &'a GraphClass, limits: Limits) -> Self {
        let mut nodes: Vec<_> = class.graph().nodes().map(|node| Some(vec![certain_parents(class, node)])).collect();
        for component in class.components() {
            let members = component.nodes();
            let listed = within(class, members, limits.parent_sets).unwrap_or_else(|| {
                let limit = limits.parent_sets / members.len();
                members.iter().map(|&node| class.parent_sets(node, limit).ok()).collect()
            });
            for (&node, choices) in members.iter().zip(listed) {
                nodes[node.index()] = choices;
            }
        }
        Self { class, nodes }
    }

    /// The class.
    pub fn class(&self) -> &'a GraphClass {
        self.class
    }

    /// The choices of a node, if they are listed.
    pub fn of(&self, node: NodeId) -> Option<&[NodeSet]> {
        self.nodes[node.index()].as_deref()
    }

    /// The number of choices of a node, if they are listed.
    pub fn count(&self, node: NodeId) -> Option<usize> {
        self.of(node).map(<[NodeSet]>::len)
    }
}

/// The only choice of a node without undirected edges.
fn certain_parents(class: &GraphClass, node: NodeId) -> NodeSet {
    NodeSet::of(class.node_count(), class.graph().parents(node).iter().copied())
}

/// The choices of all nodes, if their total is within the limit.
fn within(class: &GraphClass, nodes: &[NodeId], limit: usize) -> Option<Vec<Option<Vec<NodeSet>>>> {
    let mut left = limit;
    let mut listed = Vec::with_capacity(nodes.len());
    for &node in nodes {
        let sets = class.parent_sets(node, left).ok()?;
        left -= sets.len();
        listed.push(Some(sets));
    }
    Some(listed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Edge, MixedGraph};

    #[test]
    fn all_choices_are_listed_within_the_limit_and_few_beyond_it() {
        let [a, b, c] = [0, 1, 2].map(NodeId::new);
        let line = MixedGraph::from_edges(3, [Edge::undirected(a, b), Edge::undirected(b, c)]).expect("a graph");
        let class = GraphClass::try_from(line).expect("an undirected line can be directed");
        let counts = |parent_sets: usize| {
            let choices = ParentChoices::new(&class, Limits { parent_sets, ..Limits::default() });
            [a, b, c].map(|node| choices.count(node))
        };
        // No parent or one neighbour; both neighbours would be a collider.
        assert_eq!(counts(7), [Some(2), Some(3), Some(2)]);
        assert_eq!(counts(6), [Some(2), None, Some(2)]);
        assert_eq!(counts(3), [None; 3]);
    }
}
