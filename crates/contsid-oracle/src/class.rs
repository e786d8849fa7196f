//! Markov equivalence, by trying every direction of every edge.

use crate::adjustment::is_valid;
use crate::graphs::{Graph, descendants, has_directed_path, is_acyclic};

/// All members of a partially directed graph: the directed acyclic graphs with its adjacencies, its directed edges and
/// exactly its colliders. `graph[a][b]` and `graph[b][a]` together are the undirected edge a — b.
///
/// # Panics
///
/// If there are more than 30 undirected edges.
pub fn members(graph: &Graph) -> Vec<Graph> {
    let undirected = pairs(graph.len()).filter(|&(a, b)| graph[a][b] && graph[b][a]).collect::<Vec<_>>();
    assert!(undirected.len() <= 30, "too many undirected edges to try all directions");
    let expected = colliders(graph);
    (0..1_u32 << undirected.len())
        .map(|choice| {
            let mut candidate = graph.clone();
            for (bit, &(a, b)) in undirected.iter().enumerate() {
                let (from, to) = if choice >> bit & 1 == 0 { (a, b) } else { (b, a) };
                candidate[from][to] = true;
                candidate[to][from] = false;
            }
            candidate
        })
        .filter(|candidate| is_acyclic(candidate) && colliders(candidate) == expected)
        .collect()
}

/// The completed graph of a directed acyclic graph's class: an edge is directed if all graphs with the same skeleton
/// and colliders direct it the same way.
pub fn completed(dag: &Graph) -> Graph {
    let expected = colliders(dag);
    let skeleton: Graph = (0..dag.len()).map(|a| (0..dag.len()).map(|b| dag[a][b] || dag[b][a]).collect()).collect();
    let class: Vec<Graph> = all_directions(&skeleton).filter(|other| colliders(other) == expected).collect();
    (0..dag.len()).map(|a| (0..dag.len()).map(|b| class.iter().any(|other| other[a][b])).collect()).collect()
}

/// All acyclic directions of a skeleton.
fn all_directions(skeleton: &Graph) -> impl Iterator<Item = Graph> + '_ {
    let edges = pairs(skeleton.len()).filter(|&(a, b)| skeleton[a][b]).collect::<Vec<_>>();
    assert!(edges.len() <= 30, "too many edges to try all directions");
    (0..1_u32 << edges.len())
        .map(move |choice| {
            let mut candidate = skeleton.clone();
            for (bit, &(a, b)) in edges.iter().enumerate() {
                let (from, to) = if choice >> bit & 1 == 0 { (a, b) } else { (b, a) };
                candidate[to][from] = false;
                debug_assert!(candidate[from][to], "the skeleton is symmetric");
            }
            candidate
        })
        .filter(is_acyclic)
}

/// All triples (a, b, c) with a → b ← c, a < c, and a and c not joined.
fn colliders(graph: &Graph) -> Vec<(usize, usize, usize)> {
    let points = |from: usize, to: usize| graph[from][to] && !graph[to][from];
    pairs(graph.len())
        .filter(|&(a, c)| !graph[a][c] && !graph[c][a])
        .flat_map(|(a, c)| (0..graph.len()).filter(move |&b| points(a, b) && points(c, b)).map(move |b| (a, b, c)))
        .collect()
}

/// Which adjustment set a class proposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The certain parents of the treatment.
    Parent,
    /// The certain ancestors of the treatment.
    Ancestor,
    /// The optimal set.
    Optimal,
}

/// A class by its members.
#[derive(Clone, Debug)]
pub struct Class {
    members: Vec<Graph>,
}

impl Class {
    /// All members of a partially directed graph.
    pub fn new(graph: &Graph) -> Self {
        Self { members: members(graph) }
    }

    fn nodes(&self) -> usize {
        self.members[0].len()
    }

    /// Whether all members have the edge.
    fn is_certain(&self, from: usize, to: usize) -> bool {
        self.members.iter().all(|member| member[from][to])
    }

    /// Whether some member has a directed path.
    pub fn may_affect(&self, treatment: usize, outcome: usize) -> bool {
        self.members.iter().any(|member| has_directed_path(member, treatment, outcome))
    }

    /// Whether no member has a directed path whose first edge differs between members.
    pub fn is_identified(&self, treatment: usize, outcome: usize) -> bool {
        let begins_openly = |member: &Graph| {
            let first = (0..self.nodes()).filter(|&next| member[treatment][next] && !self.is_certain(treatment, next));
            first.into_iter().any(|next| next == outcome || has_directed_path(member, next, outcome))
        };
        !self.members.iter().any(begins_openly)
    }

    /// Whether the set is a valid adjustment set in every member.
    pub fn is_valid(&self, treatment: usize, outcome: usize, set: &[usize]) -> bool {
        self.members.iter().all(|member| is_valid(member, treatment, outcome, set))
    }

    /// The nodes with certain edges to the node.
    fn parents(&self, node: usize) -> Vec<usize> {
        (0..self.nodes()).filter(|&parent| self.is_certain(parent, node)).collect()
    }

    fn ancestors(&self, node: usize) -> Vec<usize> {
        let nodes = self.nodes();
        let certain: Graph = (0..nodes).map(|a| (0..nodes).map(|b| self.is_certain(a, b)).collect()).collect();
        (0..nodes).filter(|&other| has_directed_path(&certain, other, node)).collect()
    }

    /// The certain parents of the nodes on possibly directed paths, without their possible descendants and the
    /// treatment (Henckel, Perković & Maathuis 2022, Definition 3.12, for a graph with undirected edges).
    fn optimal_set(&self, treatment: usize, outcome: usize) -> Vec<usize> {
        let causal: Vec<usize> = (0..self.nodes())
            .filter(|&node| {
                let between = |member: &Graph| {
                    has_directed_path(member, treatment, node) && descendants(member, node).contains(&outcome)
                };
                node != treatment && self.members.iter().any(between)
            })
            .collect();
        let forbidden = |node: usize| causal.iter().any(|&inner| inner == node || self.may_affect(inner, node));
        (0..self.nodes())
            .filter(|&node| causal.iter().any(|&inner| self.is_certain(node, inner)))
            .filter(|&node| node != treatment && !forbidden(node))
            .collect()
    }
}

/// The pairs that the learnt class gets wrong (Henckel, Würtzen & Weichwald 2024): it calls an identified effect not
/// identified; it calls an outcome unaffected that may be affected; or it adjusts for a set that is not valid in all
/// members of the truth, or for an effect that the truth does not identify.
pub fn aid_pairs(truth: &Class, learnt: &Class, strategy: Strategy) -> Vec<(usize, usize)> {
    let wrong = |&(treatment, outcome): &(usize, usize)| {
        if !learnt.is_identified(treatment, outcome) {
            return truth.is_identified(treatment, outcome);
        }
        let (set, unaffected) = match strategy {
            Strategy::Parent => (learnt.parents(treatment), learnt.is_certain(outcome, treatment)),
            Strategy::Ancestor => (learnt.ancestors(treatment), !learnt.may_affect(treatment, outcome)),
            Strategy::Optimal => (learnt.optimal_set(treatment, outcome), !learnt.may_affect(treatment, outcome)),
        };
        if unaffected {
            truth.may_affect(treatment, outcome)
        } else {
            !truth.is_identified(treatment, outcome) || !truth.is_valid(treatment, outcome, &set)
        }
    };
    let nodes = truth.nodes();
    (0..nodes).flat_map(|a| (0..nodes).map(move |b| (a, b))).filter(|(a, b)| a != b).filter(wrong).collect()
}

fn pairs(node_count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..node_count).flat_map(move |a| (a + 1..node_count).map(move |b| (a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(node_count: usize, edges: &[(usize, usize)]) -> Graph {
        let mut graph = vec![vec![false; node_count]; node_count];
        for &(a, b) in edges {
            graph[a][b] = true;
        }
        graph
    }

    #[test]
    fn a_chain_has_three_members_and_a_collider_one() {
        let chain = completed(&matrix(3, &[(0, 1), (1, 2)]));
        assert_eq!(chain, matrix(3, &[(0, 1), (1, 0), (1, 2), (2, 1)]));
        assert_eq!(members(&chain).len(), 3);
        let collider = matrix(3, &[(0, 1), (2, 1)]);
        assert_eq!(completed(&collider), collider);
        assert_eq!(members(&collider), [collider]);
    }

    #[test]
    fn a_square_has_none() {
        let square = matrix(4, &[(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (3, 0), (0, 3)]);
        assert!(members(&square).is_empty());
    }
}
