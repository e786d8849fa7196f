//! Adjustment sets by listing every path.

use crate::graphs::{Graph, descendants, has_directed_path, is_directed, parents, paths};

/// Whether `set` is a valid adjustment set for the effect of `treatment` on `outcome` (Peters & Bühlmann 2015,
/// Proposition 6): no node of it descends from a node, other than the treatment, on a directed path between the two,
/// and it blocks every other path.
pub fn is_valid(graph: &Graph, treatment: usize, outcome: usize, set: &[usize]) -> bool {
    if set.contains(&treatment) || set.contains(&outcome) {
        return false;
    }
    paths(graph, treatment, outcome).iter().all(|path| {
        if is_directed(graph, path) {
            path[1..].iter().all(|&node| !descendants(graph, node).iter().any(|node| set.contains(node)))
        } else {
            is_blocked(graph, path, set)
        }
    })
}

/// Whether the path has a collider without a descendant in the set, or another inner node in the set (Pearl 2009,
/// Definition 1.2.3).
pub fn is_blocked(graph: &Graph, path: &[usize], set: &[usize]) -> bool {
    path.windows(3).any(|three| {
        let collider = graph[three[0]][three[1]] && graph[three[2]][three[1]];
        if collider {
            !descendants(graph, three[1]).iter().any(|node| set.contains(node))
        } else {
            set.contains(&three[1])
        }
    })
}

/// The ancestors of a node without the node itself.
pub fn ancestors(graph: &Graph, node: usize) -> Vec<usize> {
    (0..graph.len()).filter(|&other| has_directed_path(graph, other, node)).collect()
}

/// The nodes other than the treatment on directed paths from the treatment to the outcome, Cn(t, y).
pub fn causal_nodes(graph: &Graph, treatment: usize, outcome: usize) -> Vec<usize> {
    let directed: Vec<_> =
        paths(graph, treatment, outcome).into_iter().filter(|path| is_directed(graph, path)).collect();
    (0..graph.len()).filter(|node| directed.iter().any(|path| path[1..].contains(node))).collect()
}

/// The optimal set O(t, y) = PA(Cn(t, y)) without the descendants of Cn(t, y) and the treatment (Henckel, Perković &
/// Maathuis 2022, Definition 3.12).
pub fn optimal_set(graph: &Graph, treatment: usize, outcome: usize) -> Vec<usize> {
    let causal = causal_nodes(graph, treatment, outcome);
    let forbidden = |node: usize| causal.iter().any(|&inner| descendants(graph, inner).contains(&node));
    (0..graph.len())
        .filter(|&node| causal.iter().any(|&inner| parents(graph, inner).contains(&node)))
        .filter(|&node| node != treatment && !forbidden(node))
        .collect()
}

/// The ordered pairs that SID counts (Peters & Bühlmann 2015, Proposition 7): the outcome is a learnt parent of the
/// treatment and truly affected by it, or the learnt parents are no valid adjustment set in the truth.
pub fn sid_pairs(truth: &Graph, learnt: &Graph) -> Vec<(usize, usize)> {
    ordered_pairs(truth.len())
        .filter(|&(treatment, outcome)| {
            let set = parents(learnt, treatment);
            if set.contains(&outcome) {
                has_directed_path(truth, treatment, outcome)
            } else {
                !is_valid(truth, treatment, outcome, &set)
            }
        })
        .collect()
}

/// The pairs that the ancestor distance counts (Henckel, Würtzen & Weichwald 2024): where the learnt graph has a
/// directed path, the learnt ancestors of the treatment are not valid in the truth; where it has none, the truth has
/// one.
pub fn ancestor_aid_pairs(truth: &Graph, learnt: &Graph) -> Vec<(usize, usize)> {
    pairs_wrong_where_affected(truth, learnt, |treatment, _| ancestors(learnt, treatment))
}

/// As [`ancestor_aid_pairs`] with the optimal set of the learnt graph.
pub fn optimal_aid_pairs(truth: &Graph, learnt: &Graph) -> Vec<(usize, usize)> {
    pairs_wrong_where_affected(truth, learnt, |treatment, outcome| optimal_set(learnt, treatment, outcome))
}

fn pairs_wrong_where_affected(
    truth: &Graph,
    learnt: &Graph,
    set: impl Fn(usize, usize) -> Vec<usize>,
) -> Vec<(usize, usize)> {
    ordered_pairs(truth.len())
        .filter(|&(treatment, outcome)| {
            if has_directed_path(learnt, treatment, outcome) {
                !is_valid(truth, treatment, outcome, &set(treatment, outcome))
            } else {
                has_directed_path(truth, treatment, outcome)
            }
        })
        .collect()
}

fn ordered_pairs(nodes: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..nodes).flat_map(move |a| (0..nodes).map(move |b| (a, b))).filter(|(a, b)| a != b)
}
