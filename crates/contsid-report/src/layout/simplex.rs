//! Ranks with short edges: the network simplex of Gansner, Koutsofios, North & Vo (1993, "A technique for drawing
//! directed graphs", section 2).

/// `rank(to) − rank(from)` is at least `least`, and each unit of it costs `weight`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) least: i64,
    pub(super) weight: i64,
}

impl Constraint {
    fn slack(&self, ranks: &[i64]) -> i64 {
        ranks[self.to] - ranks[self.from] - self.least
    }
}

/// Limits the pivots to this many for each node: degenerate pivots could go round in circles.
const PIVOTS_PER_NODE: usize = 20;

/// Minimises Σ weight · (rank(to) − rank(from)) over all ranks that satisfy the constraints.
///
/// Starts from ranks that satisfy them, and needs constraints that join all nodes. A spanning tree of tight constraints
/// is a corner of the feasible ranks. Cutting an edge of the tree leaves two parts; where the weights that
/// cross the cut the other way outweigh those along the edge, moving the parts apart pays until another constraint is
/// tight. A pivot takes O(nodes + constraints).
pub(super) fn shortest(mut ranks: Vec<i64>, constraints: &[Constraint]) -> Vec<i64> {
    if ranks.is_empty() {
        return ranks;
    }
    let mut excess = vec![0; ranks.len()];
    for constraint in constraints {
        excess[constraint.from] += constraint.weight;
        excess[constraint.to] -= constraint.weight;
    }
    let mut tree = tight_tree(&mut ranks, constraints);
    for _ in 0..PIVOTS_PER_NODE * ranks.len() {
        let rooted = Rooted::new(ranks.len(), &tree, constraints);
        let Some(leaving) = rooted.leaving(&excess, constraints) else { break };
        let Some(entering) = rooted.entering(leaving, &ranks, constraints) else { break };
        let slack = constraints[entering].slack(&ranks);
        let node_is_tail = constraints[rooted.edge_above[leaving]].from == leaving;
        let shift = if node_is_tail { -slack } else { slack };
        rooted.subtree(leaving).iter().for_each(|&node| ranks[node] += shift);
        let index = tree.iter().position(|&edge| edge == rooted.edge_above[leaving]);
        tree[index.expect("the edge above a node is in the tree")] = entering;
    }
    ranks
}

/// A spanning tree of constraints without slack, by moving the part that is joined so far towards the nearest rest.
fn tight_tree(ranks: &mut [i64], constraints: &[Constraint]) -> Vec<usize> {
    let (mut tree, mut inside) = (Vec::new(), vec![false; ranks.len()]);
    inside[0] = true;
    while tree.len() + 1 < ranks.len() {
        let crossing =
            (0..constraints.len()).filter(|&edge| inside[constraints[edge].from] != inside[constraints[edge].to]);
        let nearest =
            crossing.min_by_key(|&edge| constraints[edge].slack(ranks)).expect("the constraints join all nodes");
        let Constraint { from, to, .. } = constraints[nearest];
        let slack = constraints[nearest].slack(ranks);
        let shift = if inside[from] { slack } else { -slack };
        ranks.iter_mut().zip(&inside).filter(|(_, inside)| **inside).for_each(|(rank, _)| *rank += shift);
        tree.push(nearest);
        inside[from] = true;
        inside[to] = true;
    }
    tree
}

/// A spanning tree seen from node 0.
struct Rooted {
    /// The nodes, parents before children, each subtree in one piece.
    order: Vec<usize>,
    /// Where the subtree of a node begins and ends in the order.
    span: Vec<[usize; 2]>,
    parent: Vec<usize>,
    /// The constraint that joins a node to its parent; without meaning for the root.
    edge_above: Vec<usize>,
}

impl Rooted {
    fn new(nodes: usize, tree: &[usize], constraints: &[Constraint]) -> Self {
        let mut joined = vec![Vec::new(); nodes];
        for &edge in tree {
            let Constraint { from, to, .. } = constraints[edge];
            joined[from].push((to, edge));
            joined[to].push((from, edge));
        }
        let (mut order, mut open) = (Vec::with_capacity(nodes), vec![0]);
        let (mut parent, mut edge_above, mut span) = (vec![0; nodes], vec![usize::MAX; nodes], vec![[0, 0]; nodes]);
        while let Some(node) = open.pop() {
            span[node] = [order.len(), order.len() + 1];
            order.push(node);
            let from_parent = edge_above[node];
            for &(other, edge) in joined[node].iter().filter(|(_, edge)| *edge != from_parent) {
                parent[other] = node;
                edge_above[other] = edge;
                open.push(other);
            }
        }
        for &node in order[1..].iter().rev() {
            let end = span[node][1];
            span[parent[node]][1] = span[parent[node]][1].max(end);
        }
        Self { order, span, parent, edge_above }
    }

    fn subtree(&self, node: usize) -> &[usize] {
        &self.order[self.span[node][0]..self.span[node][1]]
    }

    /// The node whose edge to its parent has the most negative cut value. A subtree's excess is what leaves it less
    /// what enters it: the cut value of the edge above it, if the edge leaves it, and minus that, if it enters.
    fn leaving(&self, excess: &[i64], constraints: &[Constraint]) -> Option<usize> {
        let mut sums = excess.to_vec();
        for &node in self.order[1..].iter().rev() {
            sums[self.parent[node]] += sums[node];
        }
        let cut = |node: usize| if constraints[self.edge_above[node]].from == node { sums[node] } else { -sums[node] };
        self.order[1..].iter().copied().filter(|&node| cut(node) < 0).min_by_key(|&node| (cut(node), node))
    }

    /// The tightest constraint from the head's side of the cut above a node to the tail's.
    fn entering(&self, node: usize, ranks: &[i64], constraints: &[Constraint]) -> Option<usize> {
        let below = |other: usize| (self.span[node][0]..self.span[node][1]).contains(&self.span[other][0]);
        let node_is_tail = constraints[self.edge_above[node]].from == node;
        let crosses = |constraint: &Constraint| {
            let (from, to) = (below(constraint.from), below(constraint.to));
            from != to && to == node_is_tail
        };
        let candidates = (0..constraints.len()).filter(|&edge| crosses(&constraints[edge]));
        candidates.min_by_key(|&edge| (constraints[edge].slack(ranks), edge))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn cost(ranks: &[i64], constraints: &[Constraint]) -> i64 {
        constraints.iter().map(|edge| edge.weight * (ranks[edge.to] - ranks[edge.from])).sum()
    }

    /// The least cost of all ranks from 0 to 5.
    fn least_cost(nodes: u32, constraints: &[Constraint]) -> i64 {
        let ranks = |number: u32| (0..nodes).map(|node| i64::from(number / 6_u32.pow(node) % 6)).collect::<Vec<_>>();
        let all = (0..6_u32.pow(nodes)).map(ranks);
        let legal = all.filter(|ranks| constraints.iter().all(|edge| edge.slack(ranks) >= 0));
        legal.map(|ranks| cost(&ranks, constraints)).min().unwrap()
    }

    #[test]
    fn costs_are_the_least_of_all_ranks() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..60 {
            let mut constraints: Vec<Constraint> = (1..6)
                .map(|to| Constraint { from: rng.random_range(0..to), to, least: 1, weight: rng.random_range(0..4) })
                .collect();
            for _ in 0..4 {
                let to = rng.random_range(1..6);
                let (from, weight) = (rng.random_range(0..to), rng.random_range(0..9));
                constraints.push(Constraint { from, to, least: rng.random_range(0..2), weight });
            }
            let ranks = shortest((0..6).collect(), &constraints);
            assert!(constraints.iter().all(|edge| edge.slack(&ranks) >= 0));
            assert_eq!(cost(&ranks, &constraints), least_cost(6, &constraints), "{constraints:?}");
        }
    }
}
