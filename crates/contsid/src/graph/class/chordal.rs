//! Chordal graphs: what an undirected component is when no direction in it is known.
//!
//! A component of a completed graph is chordal, and its possible directions are the acyclic ones without a collider.

use super::Block;
use super::component::connected;
use crate::graph::{NodeId, NodeSet};

/// The blocks that are left of a connected part when the nodes of a clique come first, in any order among themselves,
/// and Meek's rules are applied; in an order in which parents come first.
///
/// Lexicographic breadth-first search by partition refinement: nodes are kept in classes of equal visited neighbours.
/// When the first node of a class is visited, the nodes of the class are joined to the rest in the same ways, and the
/// connected components within it are the blocks.
///
/// M. Wienöbst, M. Bannach & M. Liśkiewicz (2021), *Polynomial-time algorithms for counting and sampling Markov
/// equivalent DAGs*, AAAI.
pub(super) fn blocks_after(joined: &[NodeSet], part: &NodeSet, first: &NodeSet) -> Vec<Block> {
    let mut classes: Vec<(NodeSet, bool)> = vec![(first.clone(), true), (part.clone() - first, false)];
    let mut visited = part.clone();
    visited.clear();
    let mut blocks = Vec::new();
    while classes.iter().any(|(_, done)| !done) {
        let (class, done) = &mut classes[0];
        let node = class.first().expect("classes are not empty");
        if !*done {
            *done = true;
            add_blocks(joined, class, &(&joined[node.index()] & &visited), &mut blocks);
        }
        class.remove(node);
        visited.insert(node);
        classes = refined(classes, &joined[node.index()]);
    }
    blocks
}

fn add_blocks(joined: &[NodeSet], class: &NodeSet, parents: &NodeSet, blocks: &mut Vec<Block>) {
    let mut left = class.clone();
    while let Some(first) = left.first() {
        let nodes = connected(first, &left, |node| joined[node.index()].clone());
        left -= &nodes;
        blocks.push(Block { nodes, parents: parents.clone() });
    }
}

fn refined(classes: Vec<(NodeSet, bool)>, neighbours: &NodeSet) -> Vec<(NodeSet, bool)> {
    let halves = |(class, done): (NodeSet, bool)| [(&class & neighbours, done), (class - neighbours, done)];
    classes.into_iter().flat_map(halves).filter(|(class, _)| !class.is_empty()).collect()
}

/// The maximal cliques of a connected chordal graph as a rooted tree in which the cliques that hold a node are
/// connected.
pub(super) struct CliqueTree {
    cliques: Vec<NodeSet>,
    /// The parent of each clique and the nodes it shares with it; the root is the first and has none.
    above: Vec<Option<(usize, NodeSet)>>,
}

impl CliqueTree {
    /// The tree of the graph that the joined nodes of a connected part make.
    ///
    /// Maximum cardinality search: J. R. S. Blair & B. Peyton (1993), *An introduction to chordal graphs and clique
    /// trees*. A clique is complete when the next node has no more visited neighbours than the last one.
    pub(super) fn new(joined: &[NodeSet], part: &NodeSet) -> Self {
        let mut tree = Self { cliques: Vec::new(), above: Vec::new() };
        let mut home = vec![0; joined.len()];
        let mut visited: Vec<NodeId> = Vec::new();
        let mut seen = part.clone();
        seen.clear();
        let mut last_count = None;
        let mut left = part.clone();
        while let Some(node) = most_visited(joined, &left, &seen) {
            let before = &joined[node.index()] & &seen;
            let count = before.len();
            if last_count.is_none_or(|last| count <= last) {
                let latest = visited.iter().rev().find(|&&other| before.contains(other));
                tree.above.push(latest.map(|other| (home[other.index()], before.clone())));
                tree.cliques.push(before);
            }
            let current = tree.cliques.len() - 1;
            tree.cliques[current].insert(node);
            home[node.index()] = current;
            last_count = Some(count);
            visited.push(node);
            seen.insert(node);
            left.remove(node);
        }
        tree
    }

    pub(super) fn cliques(&self) -> &[NodeSet] {
        &self.cliques
    }

    /// The sets shared along the way from the root to a clique that lie within the clique: nested, smallest first, each once.
    ///
    /// A direction of the graph whose first nodes are such a set is counted at a clique nearer to the root
    /// (Wienöbst, Bannach & Liśkiewicz 2021: FP).
    pub(super) fn forbidden_prefixes(&self, clique: usize) -> Vec<NodeSet> {
        let mut sets = Vec::new();
        let mut at = clique;
        while let Some((parent, shared)) = &self.above[at] {
            if shared.is_subset(&self.cliques[clique]) {
                sets.push(shared.clone());
            }
            at = *parent;
        }
        sets.sort_by_key(NodeSet::len);
        sets.dedup();
        sets
    }
}

/// The node with most visited neighbours, the smallest of several.
fn most_visited(joined: &[NodeSet], left: &NodeSet, seen: &NodeSet) -> Option<NodeId> {
    left.iter().max_by_key(|node| ((&joined[node.index()] & seen).len(), std::cmp::Reverse(*node)))
}
