//! Graphs with marks at the ends of edges, by listing all paths, all sets and all graphs.
//!
//! `marks[a][b]` is the mark at b of the edge between a and b: `>`, `-` or `o`, and a blank if there is none.

use crate::adjustment::is_blocked;
use crate::graphs::{Graph, has_directed_path, paths};

/// A graph with marks: `marks[a][b]` is the mark at b of the edge between a and b.
pub type Marks = Vec<Vec<char>>;

const NONE: char = ' ';

fn is_joined(marks: &Marks, a: usize, b: usize) -> bool {
    marks[a][b] != NONE
}

fn is_arrow(marks: &Marks, a: usize, b: usize) -> bool {
    marks[a][b] == '>' && marks[b][a] == '-'
}

fn all_paths(marks: &Marks, from: usize, to: usize) -> Vec<Vec<usize>> {
    let joined = marks.iter().map(|row| row.iter().map(|&mark| mark != NONE).collect()).collect();
    paths(&joined, from, to)
}

fn is_possibly_directed(marks: &Marks, path: &[usize]) -> bool {
    path.windows(2).all(|edge| marks[edge[1]][edge[0]] != '>')
}

/// Whether steps from node to node lead from one to the other.
fn reaches(nodes: usize, from: usize, to: usize, is_step: impl Fn(usize, usize) -> bool) -> bool {
    let (mut seen, mut open) = (vec![false; nodes], vec![from]);
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            open.extend((0..nodes).filter(|&next| is_step(node, next)));
        }
    }
    seen[to]
}

fn is_ancestor(marks: &Marks, a: usize, b: usize) -> bool {
    reaches(marks.len(), a, b, |a, b| is_arrow(marks, a, b))
}

fn is_possible_ancestor(marks: &Marks, a: usize, b: usize) -> bool {
    reaches(marks.len(), a, b, |a, b| is_joined(marks, a, b) && marks[b][a] != '>')
}

/// Whether x → v is visible (Zhang 2008, Definition 8): a node w that is not joined with v has a path to x, whose last
/// edge is into x, on which all inner nodes are colliders and parents of v.
pub fn is_visible(marks: &Marks, x: usize, v: usize) -> bool {
    let tells = |path: &Vec<usize>| {
        let is_collider = |three: &[usize]| marks[three[0]][three[1]] == '>' && marks[three[2]][three[1]] == '>';
        marks[path[path.len() - 2]][x] == '>'
            && path.windows(3).all(|three| is_collider(three) && is_arrow(marks, three[1], v))
    };
    let strangers = (0..marks.len()).filter(|&w| w != v && w != x && !is_joined(marks, w, v));
    is_arrow(marks, x, v) && strangers.into_iter().any(|w| all_paths(marks, w, x).iter().any(tells))
}

/// Whether a path of definite status is open given the set: a collider needs a descendant in the set, a definite
/// non-collider must not be in it.
fn is_open(marks: &Marks, path: &[usize], set: &[usize]) -> bool {
    path.windows(3).all(|three| {
        let (before, node, after) = (three[0], three[1], three[2]);
        match (marks[before][node], marks[after][node]) {
            ('>', '>') => set.iter().any(|&member| is_ancestor(marks, node, member)),
            ('-', _) | (_, '-') => !set.contains(&node),
            ('o', 'o') => !is_joined(marks, before, after) && !set.contains(&node),
            _ => false,
        }
    })
}

/// Whether the set m-separates two nodes.
pub fn is_separated(marks: &Marks, a: usize, b: usize, set: &[usize]) -> bool {
    !all_paths(marks, a, b).iter().any(|path| is_open(marks, path, set))
}

/// What the paths from x to y say about the effect of x on y (Perković et al. 2018, Definitions 4 and 5).
#[derive(Debug)]
pub struct MarkedEffect {
    /// There is a possibly directed path.
    pub is_possible: bool,
    /// All possibly directed paths begin with a visible edge.
    pub is_amenable: bool,
    /// The possible descendants of nodes, x apart, on possibly directed paths.
    pub forbidden: Vec<usize>,
    /// The possible ancestors of x and y without x, y and the forbidden nodes.
    pub canonical: Vec<usize>,
    /// The paths that are not possibly directed.
    others: Vec<Vec<usize>>,
}

impl MarkedEffect {
    /// What all paths from x to y say.
    pub fn new(marks: &Marks, x: usize, y: usize) -> Self {
        let (causal, others): (Vec<_>, Vec<_>) =
            all_paths(marks, x, y).into_iter().partition(|path| is_possibly_directed(marks, path));
        let descends =
            |node| causal.iter().any(|path| path[1..].iter().any(|&on| is_possible_ancestor(marks, on, node)));
        let forbidden: Vec<usize> = (0..marks.len()).filter(|&node| descends(node)).collect();
        let is_cause = |node| is_possible_ancestor(marks, node, x) || is_possible_ancestor(marks, node, y);
        let is_canonical = |&node: &usize| ![x, y].contains(&node) && !forbidden.contains(&node) && is_cause(node);
        Self {
            is_possible: !causal.is_empty(),
            is_amenable: causal.iter().all(|path| is_visible(marks, x, path[1])),
            canonical: (0..marks.len()).filter(is_canonical).collect(),
            forbidden,
            others,
        }
    }

    /// Whether the set is valid by the generalised adjustment criterion.
    pub fn is_valid(&self, marks: &Marks, set: &[usize]) -> bool {
        self.is_amenable
            && !self.forbidden.iter().any(|node| set.contains(node))
            && !self.others.iter().any(|path| is_open(marks, path, set))
    }
}

/// All sets of nodes without x and y.
pub fn sets_without(nodes: usize, x: usize, y: usize) -> Vec<Vec<usize>> {
    let others: Vec<usize> = (0..nodes).filter(|&node| node != x && node != y).collect();
    let set =
        |choice: usize| others.iter().enumerate().filter(move |(bit, _)| choice >> bit & 1 == 1).map(|(_, &node)| node);
    (0..1 << others.len()).map(|choice| set(choice).collect()).collect()
}

/// The maximal ancestral graph of a directed acyclic graph over its first `observed` nodes: two are joined if no set
/// separates them, and an end has a tail if it is an ancestor of the other one.
pub fn mag_of(dag: &Graph, observed: usize) -> Marks {
    let is_inseparable = |a: usize, b: usize| {
        let paths = paths(dag, a, b);
        sets_without(observed, a, b).iter().all(|set| paths.iter().any(|path| !is_blocked(dag, path, set)))
    };
    let mark = |a: usize, b: usize| match () {
        () if a == b || !is_inseparable(a, b) => NONE,
        () if has_directed_path(dag, b, a) => '-',
        () => '>',
    };
    (0..observed).map(|a| (0..observed).map(|b| mark(a, b)).collect()).collect()
}

/// Whether there is no directed cycle, and no node is an ancestor of one with which `<->` joins it.
fn is_ancestral(marks: &Marks) -> bool {
    let fits = |a: usize, b: usize| !is_joined(marks, a, b) || marks[b][a] == '-' || !is_ancestor(marks, a, b);
    pairs(marks.len()).all(|(a, b)| fits(a, b) && fits(b, a))
}

fn is_maximal(marks: &Marks) -> bool {
    let is_separable = |a, b| sets_without(marks.len(), a, b).iter().any(|set| is_separated(marks, a, b, set));
    pairs(marks.len()).all(|(a, b)| is_joined(marks, a, b) || is_separable(a, b))
}

fn pairs(nodes: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..nodes).flat_map(move |a| (a + 1..nodes).map(move |b| (a, b)))
}

/// All graphs in which each of these pairs is joined in one of these ways: the marks at its first and second node.
pub fn all_marked(nodes: usize, pairs: &[(usize, usize)], ways: &[[char; 2]]) -> impl Iterator<Item = Marks> {
    let count = ways.len().pow(u32::try_from(pairs.len()).expect("few pairs"));
    (0..count).map(move |mut choice| {
        let mut marks = vec![vec![NONE; nodes]; nodes];
        for &(a, b) in pairs {
            [marks[b][a], marks[a][b]] = ways[choice % ways.len()];
            choice /= ways.len();
        }
        marks
    })
}

const DIRECTIONS: [[char; 2]; 3] = [['-', '>'], ['>', '-'], ['>', '>']];

/// Whether the marks, none of which is a circle, are those of a maximal ancestral graph.
pub fn is_mag(marks: &Marks) -> bool {
    is_ancestral(marks) && is_maximal(marks)
}

/// All maximal ancestral graphs with the same separations: they have the same adjacencies.
pub fn class_of(mag: &Marks) -> Vec<Marks> {
    let joined: Vec<(usize, usize)> = pairs(mag.len()).filter(|&(a, b)| is_joined(mag, a, b)).collect();
    let questions: Vec<(usize, usize, Vec<usize>, bool)> = pairs(mag.len())
        .flat_map(|(a, b)| sets_without(mag.len(), a, b).into_iter().map(move |set| (a, b, set)))
        .map(|(a, b, set)| (a, b, set.clone(), is_separated(mag, a, b, &set)))
        .collect();
    let agrees =
        |other: &Marks| questions.iter().all(|(a, b, set, answer)| is_separated(other, *a, *b, set) == *answer);
    all_marked(mag.len(), &joined, &DIRECTIONS).filter(|other| is_ancestral(other) && agrees(other)).collect()
}

/// The marks that all graphs share; circles elsewhere.
pub fn shared_marks(graphs: &[Marks]) -> Marks {
    let nodes = graphs[0].len();
    let mark = |a: usize, b: usize| {
        let first = graphs[0][a][b];
        if graphs.iter().all(|graph| graph[a][b] == first) { first } else { 'o' }
    };
    (0..nodes).map(|a| (0..nodes).map(|b| mark(a, b)).collect()).collect()
}
