//! Chordal graphs: undirected components without background knowledge are chordal.
//!
//! A component of a completed graph is chordal, and its possible directions are the acyclic ones without a collider.

use crate::graph::{NodeId, NodeSet};

/// Nodes still joined by undirected edges after the source of a component is chosen, or a single node, and their
/// parents among the other nodes of the component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) nodes: NodeSet,
    pub(crate) parents: NodeSet,
}

/// The blocks that remain of a connected part when the nodes of a clique come first, in any order, and Meek's rules are
/// applied; in topological order.
///
/// Lexicographic breadth-first search by partition refinement: nodes are kept in classes of equal visited neighbours.
/// When the first node of a class is visited, all nodes of the class have the same visited neighbours, and the
/// connected components within the class are blocks. O(n + m) steps and O(n) rows of n/64 words for n nodes and m
/// edges.
///
/// M. Wienöbst, M. Bannach & M. Liśkiewicz (2021), *Polynomial-time algorithms for counting and sampling Markov
/// equivalent DAGs*, AAAI.
pub(super) fn blocks_after(joined: &[NodeSet], part: &NodeSet, first: &NodeSet) -> Vec<Block> {
    let mut classes = Classes::new(joined.len(), first, &(part - first));
    let mut visited = part.clone();
    visited.clear();
    let (mut blocks, mut open) = (Vec::new(), part.len() - first.len());
    while open > 0 {
        let node = classes.smallest_of_first().expect("nodes that are in no block yet are in a class");
        if let Some(class) = classes.begin_first() {
            open -= class.len();
            add_blocks(joined, &class, &(&joined[node.index()] & &visited), &mut blocks);
        }
        classes.remove(node);
        visited.insert(node);
        classes.refine(&joined[node.index()]);
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

/// Ordered classes of nodes, which can be split by the neighbours of a node in time linear in their number.
struct Classes {
    all: Vec<Class>,
    first: Option<usize>,
    /// The class of each node that is in one.
    of: Vec<Option<usize>>,
}

struct Class {
    /// In increasing order, including those that left.
    members: Vec<NodeId>,
    /// All members before this index have left.
    start: usize,
    size: usize,
    has_begun: bool,
    before: Option<usize>,
    after: Option<usize>,
    /// The class that its members are moving to.
    half: Option<usize>,
}

impl Classes {
    /// Two classes, of which the first is begun.
    fn new(count: usize, first: &NodeSet, second: &NodeSet) -> Self {
        let mut classes = Self { all: Vec::new(), first: None, of: vec![None; count] };
        let mut after = None;
        for (set, has_begun) in [(second, false), (first, true)].into_iter().filter(|(set, _)| !set.is_empty()) {
            let index = classes.insert_before(after, has_begun);
            set.iter().for_each(|node| classes.add(index, node));
            after = Some(index);
        }
        classes
    }

    /// Inserts an empty class before another one, or as the only one.
    fn insert_before(&mut self, after: Option<usize>, has_begun: bool) -> usize {
        let before = after.and_then(|after| self.all[after].before);
        let index = self.all.len();
        let members = Vec::new();
        self.all.push(Class { members, start: 0, size: 0, has_begun, before, after, half: None });
        if let Some(after) = after {
            self.all[after].before = Some(index);
        }
        match before {
            Some(before) => self.all[before].after = Some(index),
            None => self.first = Some(index),
        }
        index
    }

    /// Adds a node that is larger than those before it.
    fn add(&mut self, class: usize, node: NodeId) {
        self.of[node.index()] = Some(class);
        self.all[class].members.push(node);
        self.all[class].size += 1;
    }

    /// Removes a node from its class, and the class if it is then empty.
    fn remove(&mut self, node: NodeId) {
        let Some(index) = self.of[node.index()].take() else { return };
        let class = &mut self.all[index];
        class.size -= 1;
        let (before, after, is_empty) = (class.before, class.after, class.size == 0);
        if is_empty {
            match before {
                Some(before) => self.all[before].after = after,
                None => self.first = after,
            }
            if let Some(after) = after {
                self.all[after].before = before;
            }
        }
    }

    fn smallest_of_first(&mut self) -> Option<NodeId> {
        let index = self.first?;
        let class = &mut self.all[index];
        while self.of[class.members[class.start].index()] != Some(index) {
            class.start += 1;
        }
        Some(class.members[class.start])
    }

    /// Begins the first class and returns its members; none if it has begun already.
    fn begin_first(&mut self) -> Option<NodeSet> {
        let index = self.first?;
        if std::mem::replace(&mut self.all[index].has_begun, true) {
            return None;
        }
        let members = self.all[index].members.iter().copied();
        Some(NodeSet::of(self.of.len(), members.filter(|node| self.of[node.index()] == Some(index))))
    }

    /// Splits each class into its members among the neighbours, and after them the others.
    fn refine(&mut self, neighbours: &NodeSet) {
        let mut split = Vec::new();
        for node in neighbours.iter() {
            let Some(from) = self.of[node.index()] else { continue };
            let half = self.all[from].half.unwrap_or_else(|| {
                let half = self.insert_before(Some(from), self.all[from].has_begun);
                self.all[from].half = Some(half);
                split.push(from);
                half
            });
            self.remove(node);
            self.add(half, node);
        }
        for class in split {
            self.all[class].half = None;
        }
    }
}

/// The maximal cliques of a connected chordal graph as a rooted tree, in which the cliques of each node are connected.
pub(super) struct CliqueTree {
    cliques: Vec<NodeSet>,
    /// The parent of each clique and the nodes it shares with it; the root is the first and has none.
    above: Vec<Option<(usize, NodeSet)>>,
}

impl CliqueTree {
    /// The tree of a connected part.
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

    /// The shared sets on the path from the root to a clique that lie within the clique: nested, smallest first, each
    /// once.
    ///
    /// A direction of the graph whose first nodes are such a set is counted at a clique nearer to the root
    /// (Wienöbst, Bannach & Liśkiewicz 2021: FP).
    pub(super) fn forbidden_prefixes(&self, clique: usize) -> Vec<NodeSet> {
        let mut sets = Vec::new();
        let mut current = clique;
        while let Some((parent, shared)) = &self.above[current] {
            if shared.is_subset(&self.cliques[clique]) {
                sets.push(shared.clone());
            }
            current = *parent;
        }
        sets.sort_by_key(NodeSet::len);
        sets.dedup();
        sets
    }
}

/// The nodes of a set that are connected with the first one inside it.
pub(super) fn connected(first: NodeId, within: &NodeSet, neighbours: impl Fn(NodeId) -> NodeSet) -> NodeSet {
    let mut reached = within.clone();
    reached.clear();
    reached.insert(first);
    let mut open = vec![first];
    while let Some(node) = open.pop() {
        let next = neighbours(node) & within;
        open.extend(next.iter().filter(|&other| reached.insert(other)));
    }
    reached
}

/// The node with most visited neighbours, the smallest of several.
fn most_visited(joined: &[NodeSet], left: &NodeSet, seen: &NodeSet) -> Option<NodeId> {
    left.iter().max_by_key(|node| ((&joined[node.index()] & seen).len(), std::cmp::Reverse(*node)))
}
