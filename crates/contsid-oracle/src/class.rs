//! Markov equivalence, by trying every direction of every edge.

use crate::graphs::{Graph, is_acyclic};

/// All directed acyclic graphs that a partially directed graph stands for: those with its adjacencies, its directed
/// edges and exactly its colliders. `graph[a][b]` and `graph[b][a]` together are the undirected edge a — b.
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

/// The completed graph of the class of a directed acyclic graph: an edge of its skeleton keeps a direction that all
/// graphs with the same skeleton and colliders give it.
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
