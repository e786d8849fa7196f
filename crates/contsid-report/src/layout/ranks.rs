//! Which layer each node belongs to.
//!
//! The layers are those of the truth: as many as make its edges shortest. Graphs of many nodes may take more of them
//! for other edges. These point down where the layers allow it, else up, else they run in one layer or against the
//! order.

use super::simplex::{Constraint, shortest};
use super::{OTHER_WEIGHT, TRUE_WEIGHT};
use std::collections::BTreeSet;

/// Other edges may add layers up to one for each four nodes: drawings of many nodes are wide, and more layers save
/// about a third of the crossings.
const NODES_PER_LAYER: usize = 4;

/// They add layers to this many times those of the truth at most.
const MOST_LAYERS: usize = 3;

/// Two joined nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Joint {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) weight: u32,
    /// Whether `from` must stand above `to`.
    pub(super) is_ordered: bool,
}

/// Each two joined nodes once, and the number of layers that they may take.
#[derive(Clone, Debug)]
pub(super) struct Union {
    pub(super) nodes: usize,
    pub(super) joints: Vec<Joint>,
    pub(super) layers: usize,
}

impl Union {
    /// Edges that come earlier are more likely to point down.
    pub(super) fn new(nodes: usize, truth: &[(usize, usize)], others: &[(usize, usize)]) -> Self {
        let mut below = vec![Vec::new(); nodes];
        let mut union = Self { nodes, joints: Vec::new(), layers: 0 };
        let mut seen = BTreeSet::new();
        for &(from, to) in truth.iter().filter(|&&(a, b)| a != b && seen.insert((a.min(b), a.max(b)))) {
            let (from, to) = if reaches(&below, to, from) { (to, from) } else { (from, to) };
            below[from].push(to);
            union.joints.push(Joint { from, to, weight: TRUE_WEIGHT, is_ordered: true });
        }
        if below.iter().all(Vec::is_empty) && !others.is_empty() {
            // Nothing is known of the truth's layers.
            return Self::new_without_truth(nodes, others);
        }
        let fewest = union.fewest_layers();
        union.layers = fewest.max((nodes / NODES_PER_LAYER).min(MOST_LAYERS * fewest));
        for &(from, to) in others.iter().filter(|&&(a, b)| a != b && seen.insert((a.min(b), a.max(b)))) {
            let fitting = [(from, to), (to, from)].into_iter().find(|&(a, b)| fits(&below, a, b, union.layers));
            let (from, to) = fitting.unwrap_or((from, to));
            if fitting.is_some() {
                below[from].push(to);
            }
            union.joints.push(Joint { from, to, weight: OTHER_WEIGHT, is_ordered: fitting.is_some() });
        }
        union
    }

    fn new_without_truth(nodes: usize, others: &[(usize, usize)]) -> Self {
        let mut union = Self::new(nodes, others, &[]);
        union.joints.iter_mut().for_each(|joint| joint.weight = OTHER_WEIGHT);
        union
    }

    /// The number of layers that make the joints shortest.
    fn fewest_layers(&self) -> usize {
        let unbound = Self { layers: self.nodes, ..self.clone() };
        let parts = unbound.components().into_iter().map(|nodes| unbound.part(&nodes).ranks());
        parts.flatten().max().map_or(1, |last| last + 1)
    }

    /// The layer of each node, from 0: the joints are short, the heavy ones first.
    pub(super) fn ranks(&self) -> Vec<usize> {
        let mut below = vec![Vec::new(); self.nodes];
        self.joints.iter().filter(|joint| joint.is_ordered).for_each(|joint| below[joint.from].push(joint.to));
        let mut ranks: Vec<i64> = depths(&below).into_iter().map(|depth| depth.cast_signed() as i64).collect();
        let mut constraints = Vec::new();
        for &Joint { from, to, weight, is_ordered } in &self.joints {
            let weight = i64::from(weight);
            if is_ordered {
                constraints.push(Constraint { from, to, least: 1, weight });
                continue;
            }
            // The difference of the two ranks: their distances from a further node that stands above both.
            let above = ranks.len();
            ranks.push(ranks[from].min(ranks[to]));
            constraints.extend([from, to].map(|to| Constraint { from: above, to, least: 0, weight }));
        }
        self.bound(&mut ranks, &mut constraints);
        let found = shortest(ranks, &constraints);
        let first = found[..self.nodes].iter().min().copied().unwrap_or(0);
        let mut ranks: Vec<usize> =
            found[..self.nodes].iter().map(|rank| (rank - first).cast_unsigned() as usize).collect();
        self.balance(&mut ranks);
        ranks
    }

    /// All ranks between those of two further nodes, which are not too far from each other.
    fn bound(&self, ranks: &mut Vec<i64>, constraints: &mut Vec<Constraint>) {
        let (top, bottom, last) = (ranks.len(), ranks.len() + 1, self.layers.saturating_sub(1).cast_signed() as i64);
        ranks.extend([0, last]);
        for node in 0..self.nodes {
            constraints.push(Constraint { from: top, to: node, least: 0, weight: 0 });
            constraints.push(Constraint { from: node, to: bottom, least: 0, weight: 0 });
        }
        constraints.push(Constraint { from: bottom, to: top, least: -last, weight: 0 });
    }

    /// Moves nodes that could as well stand in another layer to the one with the fewest nodes.
    fn balance(&self, ranks: &mut [usize]) {
        let mut filled = vec![0; self.layers.max(1)];
        for &rank in &*ranks {
            filled[rank] += 1;
        }
        for node in 0..self.nodes {
            let (mut first, mut last, mut pull) = (0, self.layers.max(1) - 1, 0);
            for joint in self.joints.iter().filter(|joint| [joint.from, joint.to].contains(&node)) {
                if !joint.is_ordered {
                    (first, last) = (ranks[node], ranks[node]);
                } else if joint.to == node {
                    first = first.max(ranks[joint.from] + 1);
                    pull -= i64::from(joint.weight);
                } else {
                    last = last.min(ranks[joint.to] - 1);
                    pull += i64::from(joint.weight);
                }
            }
            if pull == 0 && first < last {
                filled[ranks[node]] -= 1;
                ranks[node] = (first..=last).min_by_key(|&rank| (filled[rank], rank)).unwrap_or(first);
                filled[ranks[node]] += 1;
            }
        }
    }

    /// The nodes that hang together, each set in ascending order; sets by their first nodes.
    pub(super) fn components(&self) -> Vec<Vec<usize>> {
        let mut joined = vec![Vec::new(); self.nodes];
        for joint in &self.joints {
            joined[joint.from].push(joint.to);
            joined[joint.to].push(joint.from);
        }
        let (mut seen, mut components) = (vec![false; self.nodes], Vec::new());
        for start in 0..self.nodes {
            let (mut found, mut open) = (Vec::new(), vec![start]);
            while let Some(node) = open.pop() {
                if !std::mem::replace(&mut seen[node], true) {
                    found.push(node);
                    open.extend(&joined[node]);
                }
            }
            found.sort_unstable();
            components.extend((!found.is_empty()).then_some(found));
        }
        components
    }

    /// The part on some nodes, which are renumbered in their order.
    pub(super) fn part(&self, nodes: &[usize]) -> Self {
        let number = |node: usize| nodes.binary_search(&node).ok();
        let renumbered = |joint: &Joint| Some(Joint { from: number(joint.from)?, to: number(joint.to)?, ..*joint });
        Self { nodes: nodes.len(), joints: self.joints.iter().filter_map(renumbered).collect(), layers: self.layers }
    }
}

/// Whether an edge closes no cycle and needs no more than these layers.
fn fits(below: &[Vec<usize>], from: usize, to: usize, layers: usize) -> bool {
    if reaches(below, to, from) {
        return false;
    }
    let mut above = vec![Vec::new(); below.len()];
    for (node, &child) in below.iter().enumerate().flat_map(|(node, children)| children.iter().map(move |c| (node, c)))
    {
        above[child].push(node);
    }
    depths(below)[from] + 1 + depths(&above)[to] < layers
}

/// The number of steps of the longest path to each node of an acyclic graph.
fn depths(below: &[Vec<usize>]) -> Vec<usize> {
    let mut waiting = vec![0; below.len()];
    below.iter().flatten().for_each(|&child| waiting[child] += 1);
    let (mut depths, mut open) = (vec![0; below.len()], Vec::new());
    open.extend((0..below.len()).filter(|&node| waiting[node] == 0));
    while let Some(node) = open.pop() {
        for &child in &below[node] {
            depths[child] = depths[child].max(depths[node] + 1);
            waiting[child] -= 1;
            if waiting[child] == 0 {
                open.push(child);
            }
        }
    }
    depths
}

fn reaches(below: &[Vec<usize>], start: usize, goal: usize) -> bool {
    let (mut seen, mut open) = (vec![false; below.len()], vec![start]);
    while let Some(node) = open.pop() {
        if node == goal {
            return true;
        }
        if !std::mem::replace(&mut seen[node], true) {
            open.extend(&below[node]);
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_edges_add_no_layers() {
        // Two chains of three nodes, and an edge between their middles, which fits neither way round.
        let union = Union::new(6, &[(0, 1), (1, 2), (3, 4), (4, 5)], &[(1, 4), (5, 2)]);
        assert_eq!(union.layers, 3);
        assert_eq!(union.joints[4], Joint { from: 1, to: 4, weight: OTHER_WEIGHT, is_ordered: false });
        assert_eq!(union.ranks(), [0, 1, 2, 0, 1, 2]);
    }

    #[test]
    fn drawings_of_many_nodes_take_layers_for_other_edges() {
        let layers = |nodes| Union::new(nodes, &[(0, 1)], &[(1, 2), (2, 3)]).layers;
        assert_eq!([4, 11, 16, 24, 100].map(layers), [2, 2, 4, 6, 6]);
        let union = Union::new(16, &[(0, 1)], &[(1, 2), (2, 3)]);
        assert_eq!(union.part(&[0, 1, 2, 3]).ranks(), [0, 1, 2, 3]);
    }

    #[test]
    fn without_a_truth_the_other_edges_make_the_layers() {
        let union = Union::new(3, &[], &[(0, 1), (1, 2), (2, 0)]);
        assert_eq!((union.layers, union.ranks()), (3, vec![0, 1, 2]));
    }

    #[test]
    fn sources_stand_near_their_children() {
        let union = Union::new(5, &[(0, 1), (1, 2), (2, 3), (4, 3)], &[]);
        assert_eq!(union.ranks(), [0, 1, 2, 3, 2]);
    }

    #[test]
    fn parts_hang_together() {
        let union = Union::new(5, &[(3, 1), (2, 0)], &[]);
        assert_eq!(union.components(), [vec![0, 2], vec![1, 3], vec![4]]);
        assert_eq!(union.part(&[1, 3]).joints[0].from, 1);
    }
}
