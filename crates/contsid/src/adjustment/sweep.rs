//! The validity of up to 512 adjustment sets at once, by sweeps in topological order.
//!
//! Each question has a treatment t and a set Z; it is a lane of [`Lanes`], and every node holds one bit for it. With
//! `D` the descendants of t and `A` the ancestors of Z, one sweep each, the outcomes spoilt by a forbidden descendant are
//! the descendants of (D \ {t}) ∩ A, one more sweep. The nodes reached by open walks are found as in the plain search of
//! [`super::validity`], whose three states become three bits: walks go down in a forward sweep and up in a backward one,
//! alternating until nothing changes. Most graphs need a handful of rounds. A long zigzag of colliders in Z needs as
//! many as it has turns, so after [`MOST_ROUNDS`] the plain search answers for the lanes that still move.

use super::lanes::{Lanes, sets_by_lane};
use super::validity::Search;
use crate::graph::{Dag, NodeId, NodeSet};
use multiversion::multiversion;

/// Rounds of sweeps after which the plain search is the quicker one: a round over a block costs about as much as the
/// plain search of three lanes.
const MOST_ROUNDS: usize = 16;

/// A graph whose nodes are renumbered so that edges lead from smaller to larger numbers.
#[derive(Debug)]
pub(crate) struct SweepGraph {
    dag: Dag,
    place: Vec<NodeId>,
}

impl SweepGraph {
    pub(crate) fn new(dag: &Dag) -> Self {
        let mut place = vec![NodeId::new(0); dag.node_count()];
        for (position, &node) in dag.topological_order().iter().enumerate() {
            place[node.index()] = NodeId::new(position);
        }
        Self { dag: dag.relabelled(&place), place }
    }

    /// The number under which sweeps know a node.
    pub(crate) fn place(&self, node: NodeId) -> NodeId {
        self.place[node.index()]
    }

    pub(crate) fn node_count(&self) -> usize {
        self.place.len()
    }

    /// For each place the lanes of its ancestors and of itself.
    pub(crate) fn descendants(&self, start: &[Lanes]) -> Vec<Lanes> {
        let mut reached = start.to_vec();
        forward(&self.dag, &mut reached);
        reached
    }

    /// For each place the lanes of its descendants and of itself.
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

/// Up to 512 questions: for each place the lanes in which it is the treatment, and in which it is in the set.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) treatment: Vec<Lanes>,
    pub(crate) adjustment: Vec<Lanes>,
}

/// For each place the lanes of the questions of a block.
#[derive(Debug)]
pub(crate) struct Answers {
    /// The treatment has a directed path to the place, or is it.
    pub(crate) affected: Vec<Lanes>,
    /// The set is not valid for the place as outcome. Says nothing of places in the set and of the treatment.
    pub(crate) invalid: Vec<Lanes>,
}

/// Decides all questions of a block.
///
/// O((nodes + edges) · rounds) operations on 512 bits, the rounds being few except on long zigzags.
pub(crate) fn answer(graph: &SweepGraph, block: &Block) -> Answers {
    let affected = graph.descendants(&block.treatment);
    let mut invalid = graph.ancestors(&block.adjustment);
    for (place, lanes) in invalid.iter_mut().enumerate() {
        *lanes = *lanes & affected[place] & !block.treatment[place];
    }
    forward(&graph.dag, &mut invalid);
    add_open_walks(&graph.dag, block, &mut invalid);
    Answers { affected, invalid }
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

/// Adds the places that open walks reach.
fn add_open_walks(dag: &Dag, block: &Block, invalid: &mut [Lanes]) {
    let mut walks = Walks::new(dag.node_count());
    start(dag, block, &mut walks);
    let mut moving = Lanes::NONE;
    for _ in 0..MOST_ROUNDS {
        moving = go_up(dag, block, &mut walks);
        if moving == Lanes::NONE {
            break;
        }
        moving = go_down(dag, block, &mut walks);
        if moving == Lanes::NONE {
            break;
        }
    }
    for (place, lanes) in invalid.iter_mut().enumerate() {
        *lanes |= walks.up[place] | walks.down[place];
    }
    add_open_walks_one_by_one(dag, block, moving, invalid);
}

/// The walks of all lanes: for each place those that came to it in each state, and what it passes on.
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
}

/// The directed walks from the treatments, as far as no node of the set stops them.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2", "aarch64+neon"))]
fn start(dag: &Dag, block: &Block, walks: &mut Walks) {
    for node in dag.nodes() {
        let place = node.index();
        let mut entered = Lanes::NONE;
        for parent in dag.parents(node) {
            entered |= walks.passed[parent.index()];
        }
        walks.causal[place] = entered;
        walks.passed[place] = block.treatment[place] | (entered & !block.adjustment[place]);
    }
}

/// Takes all walks against the edges as far as they go; the lanes that came to a new place.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2", "aarch64+neon"))]
fn go_up(dag: &Dag, block: &Block, walks: &mut Walks) -> Lanes {
    let mut new = Lanes::NONE;
    for node in dag.nodes().rev() {
        let place = node.index();
        let (treatment, set) = (block.treatment[place], block.adjustment[place]);
        let mut entered = Lanes::NONE;
        for child in dag.children(node) {
            entered |= walks.passed[child.index()];
        }
        entered &= !treatment;
        new |= entered & !walks.up[place];
        walks.up[place] = entered;
        walks.passed[place] = treatment | (entered & !set) | ((walks.causal[place] | walks.down[place]) & set);
    }
    new
}

/// Takes all walks that once went up along the edges as far as they go; the lanes that came to a new place.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2", "aarch64+neon"))]
fn go_down(dag: &Dag, block: &Block, walks: &mut Walks) -> Lanes {
    let mut new = Lanes::NONE;
    for node in dag.nodes() {
        let place = node.index();
        let mut entered = Lanes::NONE;
        for parent in dag.parents(node) {
            entered |= walks.passed[parent.index()];
        }
        entered &= !block.treatment[place];
        new |= entered & !walks.down[place];
        walks.down[place] = entered;
        walks.passed[place] = (entered | walks.up[place]) & !block.adjustment[place];
    }
    new
}

/// As [`add_open_walks`] for some of the lanes, by the plain search.
fn add_open_walks_one_by_one(dag: &Dag, block: &Block, lanes: Lanes, invalid: &mut [Lanes]) {
    if lanes == Lanes::NONE {
        return;
    }
    let sets = sets_by_lane(dag.node_count(), Lanes::COUNT, |node| block.adjustment[node.index()]);
    let mut search = Search::new(dag);
    for treatment in dag.nodes() {
        let asked = block.treatment[treatment.index()] & lanes;
        let treatment = NodeSet::of(dag.node_count(), [treatment]);
        for lane in (0..Lanes::COUNT).filter(|&lane| asked.get(lane)) {
            search.run(&treatment, &sets[lane]);
            search.reached().iter().for_each(|node| invalid[node.index()].set(lane));
        }
    }
}
