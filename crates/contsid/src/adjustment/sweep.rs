//! The validity of up to 512 adjustment sets at once, by sweeps in topological order.
//!
//! Each question has a treatment t and a set Z; it is a lane of [`Lanes`], and every node holds one bit for it. With
//! `D` the descendants of t and `A` the ancestors of Z, one sweep each, the outcomes with a forbidden descendant in Z
//! are the descendants of (D \ {t}) ∩ A, one more sweep. The nodes reached by open walks are found by the table of
//! [`super::walk`]: walks go down in a forward sweep and up in a backward one, alternating until nothing changes. Most
//! graphs need a handful of rounds. A long zigzag of colliders in Z needs one round for each turn. So after
//! [`MOST_ROUNDS`] rounds, sweeps follow the edges of any direction, forwards and back ([`trail`]). Lanes that still
//! change after as many rounds again are left to the plain search.

#![allow(
    clippy::inline_always,
    reason = "arrivals must be compiled with the instructions of the sweep they are used in"
)]

use super::lanes::{Lanes, sets_by_lane};
use super::validity::WalkSearch;
use super::walk::Arrivals;
use crate::graph::{Dag, NodeId, NodeSet};
use multiversion::multiversion;
use std::sync::OnceLock;

/// The most rounds of sweeps in one order: a round over a block costs about as much as the plain search of three lanes.
const MOST_ROUNDS: usize = 16;

/// A graph whose nodes are renumbered in topological order.
#[derive(Debug)]
pub(crate) struct SweepGraph {
    dag: Dag,
    number: Vec<NodeId>,
    /// The nodes in an order that follows edges of any direction; see [`trail`].
    trail: OnceLock<Vec<NodeId>>,
}

impl SweepGraph {
    pub(crate) fn new(dag: &Dag) -> Self {
        let mut number = vec![NodeId::new(0); dag.node_count()];
        for (index, &node) in dag.topological_order().iter().enumerate() {
            number[node.index()] = NodeId::new(index);
        }
        Self { dag: dag.relabelled(&number), number, trail: OnceLock::new() }
    }

    /// The number of a node in the sweeps.
    pub(crate) fn number(&self, node: NodeId) -> NodeId {
        self.number[node.index()]
    }

    pub(crate) fn node_count(&self) -> usize {
        self.number.len()
    }

    /// For each node, the lanes of its ancestors and of itself.
    pub(crate) fn descendants(&self, start: &[Lanes]) -> Vec<Lanes> {
        let mut reached = start.to_vec();
        forward(&self.dag, &mut reached);
        reached
    }

    /// For each node, the lanes of its descendants and of itself.
    pub(crate) fn ancestors(&self, start: &[Lanes]) -> Vec<Lanes> {
        let mut reached = start.to_vec();
        backward(&self.dag, &mut reached);
        reached
    }

    /// O(t, y) for the treatment and outcome of each lane: see [`super::sets::optimal_set`].
    pub(crate) fn optimal_sets(&self, treatment: &[Lanes], outcome: &[Lanes]) -> Vec<Lanes> {
        let effects = self.descendants(treatment);
        let mut causal = self.ancestors(outcome);
        for (causal, (&effect, &treatment)) in causal.iter_mut().zip(effects.iter().zip(treatment)) {
            *causal = *causal & effect & !treatment;
        }
        let forbidden = self.descendants(&causal);
        let parents_of_causal = |node: NodeId| {
            let children = self.dag.children(node).iter();
            children.fold(Lanes::NONE, |lanes, child| lanes | causal[child.index()])
        };
        self.dag
            .nodes()
            .map(|node| parents_of_causal(node) & !forbidden[node.index()] & !treatment[node.index()])
            .collect()
    }
}

/// Up to 512 questions: for each node, the lanes in which it is the treatment, and those in which it is in the set.
#[derive(Debug)]
pub(crate) struct QuestionBlock {
    pub(crate) treatment: Vec<Lanes>,
    pub(crate) adjustment: Vec<Lanes>,
}

/// For each node, the answers as lanes.
#[derive(Debug)]
pub(crate) struct Answers {
    /// The treatment has a directed path to the node, or is it.
    pub(crate) affected: Vec<Lanes>,
    /// The set is not valid for the node as outcome. Undefined for nodes in the set and the treatment.
    pub(crate) invalid: Vec<Lanes>,
}

/// Decides all questions of a block.
///
/// O((nodes + edges) · rounds) operations on 512 bits; the rounds are few except on long zigzags.
pub(crate) fn answer(graph: &SweepGraph, block: &QuestionBlock) -> Answers {
    answer_within(graph, block, [MOST_ROUNDS; 2])
}

/// As [`answer`], with these limits on the rounds of either kind.
fn answer_within(graph: &SweepGraph, block: &QuestionBlock, most_rounds: [usize; 2]) -> Answers {
    let affected = graph.descendants(&block.treatment);
    let mut invalid = graph.ancestors(&block.adjustment);
    for (index, lanes) in invalid.iter_mut().enumerate() {
        *lanes = *lanes & affected[index] & !block.treatment[index];
    }
    forward(&graph.dag, &mut invalid);
    add_open_walks(graph, block, most_rounds, &mut invalid);
    Answers { affected, invalid }
}

/// For each node, the lanes in which the set does not separate it from the treatment.
pub(crate) fn connected(graph: &SweepGraph, block: &QuestionBlock) -> Vec<Lanes> {
    let mut reached = vec![Lanes::NONE; graph.node_count()];
    let directed = add_open_walks(graph, block, [MOST_ROUNDS; 2], &mut reached);
    reached.iter_mut().zip(directed).for_each(|(lanes, directed)| *lanes |= directed);
    reached
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2", "aarch64+neon"))]
fn forward(dag: &Dag, reached: &mut [Lanes]) {
    for node in dag.nodes() {
        let mut lanes = reached[node.index()];
        for parent in dag.parents(node) {
            lanes |= reached[parent.index()];
        }
        reached[node.index()] = lanes;
    }
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2", "aarch64+neon"))]
fn backward(dag: &Dag, reached: &mut [Lanes]) {
    for node in dag.nodes().rev() {
        let mut lanes = reached[node.index()];
        for child in dag.children(node) {
            lanes |= reached[child.index()];
        }
        reached[node.index()] = lanes;
    }
}

/// Adds the nodes that open walks reach that are not directed; returns those that directed open walks reach.
fn add_open_walks(
    graph: &SweepGraph,
    block: &QuestionBlock,
    most_rounds: [usize; 2],
    invalid: &mut [Lanes],
) -> Vec<Lanes> {
    let dag = &graph.dag;
    let mut walks = Walks::new(dag.node_count());
    start(dag, block, &mut walks);
    let mut moving = rounds(most_rounds[0], || {
        let up = go_up(dag, block, &mut walks);
        if up == Lanes::NONE { up } else { go_down(dag, block, &mut walks) }
    });
    if moving != Lanes::NONE {
        let trail = graph.trail.get_or_init(|| trail(dag));
        let mut leaving = Leaving::of(&walks, block);
        moving = rounds(most_rounds[1], || go_along(dag, block, &mut walks, &mut leaving, trail));
    }
    for (index, lanes) in invalid.iter_mut().enumerate() {
        *lanes |= walks.up[index] | walks.down[index];
    }
    add_open_walks_one_by_one(dag, block, moving, invalid);
    walks.causal
}

/// Repeats a round until no lane changes or `most` rounds are done; returns the lanes that may change in another.
fn rounds(most: usize, mut round: impl FnMut() -> Lanes) -> Lanes {
    let mut moving = !Lanes::NONE;
    for _ in 0..most {
        moving = round();
        if moving == Lanes::NONE {
            break;
        }
    }
    moving
}

/// The nodes in depth-first order along edges of any direction, beginning at the ends of paths, and then in reverse:
/// neighbours in the order are neighbours in the graph where possible.
fn trail(dag: &Dag) -> Vec<NodeId> {
    let around = |node: NodeId| dag.parents(node).iter().chain(dag.children(node)).copied();
    let mut starts: Vec<NodeId> = dag.nodes().collect();
    starts.sort_by_key(|&node| around(node).count());
    let mut seen = NodeSet::empty(dag.node_count());
    let mut order = Vec::with_capacity(2 * dag.node_count());
    let mut open = Vec::new();
    for start in starts {
        open.push(start);
        while let Some(node) = open.pop() {
            if seen.insert(node) {
                order.push(node);
                open.extend(around(node).filter(|&other| !seen.contains(other)));
            }
        }
    }
    order.extend_from_within(..);
    order[dag.node_count()..].reverse();
    order
}

/// The walks of all lanes: those that arrive at each node, and those that leave it in the direction of the last sweep.
struct Walks {
    causal: Vec<Lanes>,
    down: Vec<Lanes>,
    up: Vec<Lanes>,
    passed: Vec<Lanes>,
}

impl Walks {
    fn new(count: usize) -> Self {
        let none = vec![Lanes::NONE; count];
        Self { causal: none.clone(), down: none.clone(), up: none.clone(), passed: none }
    }

    #[inline(always)]
    fn arrived(&self, index: usize) -> Arrivals<Lanes> {
        Arrivals { causal: self.causal[index], down: self.down[index], up: self.up[index] }
    }
}

/// The directed walks from the treatments, up to nodes of the set.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2", "aarch64+neon"))]
fn start(dag: &Dag, block: &QuestionBlock, walks: &mut Walks) {
    for node in dag.nodes() {
        let index = node.index();
        let mut entered = Lanes::NONE;
        for parent in dag.parents(node) {
            entered |= walks.passed[parent.index()];
        }
        walks.causal[index] = entered;
        walks.passed[index] = block.treatment[index] | walks.arrived(index).go_causal(block.adjustment[index]);
    }
}

/// Follows all walks against the edges; returns the lanes that reached a new node.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2", "aarch64+neon"))]
fn go_up(dag: &Dag, block: &QuestionBlock, walks: &mut Walks) -> Lanes {
    let mut new = Lanes::NONE;
    for node in dag.nodes().rev() {
        let index = node.index();
        let (treatment, set) = (block.treatment[index], block.adjustment[index]);
        let mut entered = Lanes::NONE;
        for child in dag.children(node) {
            entered |= walks.passed[child.index()];
        }
        entered &= !treatment;
        new |= entered & !walks.up[index];
        walks.up[index] = entered;
        walks.passed[index] = treatment | walks.arrived(index).go_up(set, set);
    }
    new
}

/// Follows along the edges all walks that went up before; returns the lanes that reached a new node.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2", "aarch64+neon"))]
fn go_down(dag: &Dag, block: &QuestionBlock, walks: &mut Walks) -> Lanes {
    let mut new = Lanes::NONE;
    for node in dag.nodes() {
        let index = node.index();
        let mut entered = Lanes::NONE;
        for parent in dag.parents(node) {
            entered |= walks.passed[parent.index()];
        }
        entered &= !block.treatment[index];
        new |= entered & !walks.down[index];
        walks.down[index] = entered;
        walks.passed[index] = walks.arrived(index).go_down(block.adjustment[index]);
    }
    new
}

/// The walks that leave each node, to its children and to its parents.
struct Leaving {
    down: Vec<Lanes>,
    up: Vec<Lanes>,
}

impl Leaving {
    fn of(walks: &Walks, block: &QuestionBlock) -> Self {
        let at = |index: usize| (walks.arrived(index), block.treatment[index], block.adjustment[index]);
        let all = || (0..walks.up.len()).map(at);
        Self {
            down: all().map(|(arrived, _, set)| arrived.go_down(set)).collect(),
            up: all().map(|(arrived, treatment, set)| treatment | arrived.go_up(set, set)).collect(),
        }
    }
}

/// Follows all walks node by node in the given order, up and down; returns the lanes that reached a new node.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2", "aarch64+neon"))]
fn go_along(dag: &Dag, block: &QuestionBlock, walks: &mut Walks, leaving: &mut Leaving, order: &[NodeId]) -> Lanes {
    let mut new = Lanes::NONE;
    for &node in order {
        let index = node.index();
        let (treatment, set) = (block.treatment[index], block.adjustment[index]);
        let (mut down, mut up) = (Lanes::NONE, Lanes::NONE);
        for parent in dag.parents(node) {
            down |= leaving.down[parent.index()];
        }
        for child in dag.children(node) {
            up |= leaving.up[child.index()];
        }
        (down, up) = (down & !treatment, up & !treatment);
        new |= (down & !walks.down[index]) | (up & !walks.up[index]);
        walks.down[index] |= down;
        walks.up[index] |= up;
        let arrived = walks.arrived(index);
        leaving.down[index] = arrived.go_down(set);
        leaving.up[index] = treatment | arrived.go_up(set, set);
    }
    new
}

/// As [`add_open_walks`] for some lanes, by the plain search.
fn add_open_walks_one_by_one(dag: &Dag, block: &QuestionBlock, lanes: Lanes, invalid: &mut [Lanes]) {
    if lanes == Lanes::NONE {
        return;
    }
    let sets = sets_by_lane(dag.node_count(), Lanes::COUNT, |node| block.adjustment[node.index()]);
    let mut search = WalkSearch::new(dag);
    for treatment in dag.nodes() {
        let asked = block.treatment[treatment.index()] & lanes;
        let treatment = NodeSet::of(dag.node_count(), [treatment]);
        for lane in (0..Lanes::COUNT).filter(|&lane| asked.get(lane)) {
            search.run(&treatment, &sets[lane]);
            search.reached().iter().for_each(|node| invalid[node.index()].set(lane));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjustment::valid_outcomes;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    const NODES: usize = 24;

    fn random_dag(generator: &mut ChaCha8Rng) -> Dag {
        let mut order: Vec<NodeId> = NodeId::all(NODES).collect();
        (1..NODES).for_each(|at| order.swap(at, generator.random_range(..=at)));
        let pairs = (0..NODES).flat_map(|to| (0..to).map(move |from| (from, to)));
        let edges = pairs.filter(|_| generator.random_bool(0.08)).map(|(from, to)| (order[from], order[to]));
        Dag::from_edges(NODES, edges.collect::<Vec<_>>()).expect("the edges follow an order")
    }

    /// Each kind of round alone, and what is left to the plain search.
    #[test]
    fn however_many_rounds_there_are_the_answers_are_those_of_one_set() {
        let mut generator = ChaCha8Rng::seed_from_u64(11);
        for _ in 0..20 {
            let dag = random_dag(&mut generator);
            let graph = SweepGraph::new(&dag);
            let questions: Vec<(NodeId, NodeSet)> = (0..Lanes::COUNT)
                .map(|lane| {
                    let treatment = NodeId::new(lane % NODES);
                    let others = dag.nodes().filter(|&node| node != treatment);
                    (treatment, NodeSet::of(NODES, others.filter(|_| generator.random_bool(0.3))))
                })
                .collect();
            let mut block = QuestionBlock { treatment: vec![Lanes::NONE; NODES], adjustment: vec![Lanes::NONE; NODES] };
            for (lane, (treatment, set)) in questions.iter().enumerate() {
                block.treatment[graph.number(*treatment).index()].set(lane);
                set.iter().for_each(|node| block.adjustment[graph.number(node).index()].set(lane));
            }
            for most_rounds in [[1000, 0], [0, 1000], [0, 0], [1, 1], [MOST_ROUNDS; 2]] {
                let Answers { invalid, .. } = answer_within(&graph, &block, most_rounds);
                for (lane, (treatment, set)) in questions.iter().enumerate() {
                    let valid = valid_outcomes(&dag, *treatment, set);
                    for node in dag.nodes().filter(|node| node != treatment && !set.contains(*node)) {
                        let found = !invalid[graph.number(node).index()].get(lane);
                        assert_eq!(found, valid.contains(node), "{most_rounds:?}, lane {lane}, {node:?}");
                    }
                }
            }
        }
    }
}
