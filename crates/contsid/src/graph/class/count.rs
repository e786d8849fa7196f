//! Counts the members of a class, and draws one uniformly.

use super::chordal::{CliqueTree, blocks_after};
use super::{Block, Component, GraphClass};
use crate::graph::{Dag, NodeId, NodeSet, Orientation};
use num_bigint::{BigRng010, BigUint};
use rand::Rng;
use rand::seq::SliceRandom;
use std::collections::BTreeMap;
use thiserror::Error;

/// Maximum number of parts of a component with background knowledge that are counted one by one.
const MAX_PARTS: usize = 1 << 15;

/// Why members cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CountError {
    /// Background knowledge leaves too many parts of a component.
    #[error("background knowledge makes a component of {nodes} undirected nodes too large to count its members")]
    TooManyParts {
        /// The number of nodes of the component.
        nodes: usize,
    },
}

/// Counts the members of a class and draws from them, each with the same probability.
///
/// A connected undirected part is counted by the maximal clique whose nodes come first: for each clique K of a rooted
/// clique tree, the orders of K that do not begin with a set counted at another clique, times the counts of the blocks
/// that K leaves. A part with directed edges inside is counted by its source.
///
/// M. Wienöbst, M. Bannach & M. Liśkiewicz (2021), *Polynomial-time algorithms for counting and sampling Markov
/// equivalent DAGs*, AAAI.
#[derive(Clone, Debug)]
pub struct Sampler<'a> {
    class: &'a GraphClass,
    counts: Vec<Counts<'a>>,
}

impl<'a> Sampler<'a> {
    pub(super) fn new(class: &'a GraphClass) -> Result<Self, CountError> {
        let counts = class.components().iter().map(Counts::new).collect::<Result<_, _>>()?;
        Ok(Self { class, counts })
    }

    /// The exact number of members.
    pub fn member_count(&self) -> BigUint {
        self.counts.iter().map(|counts| &counts.known[&counts.component.whole()]).product()
    }

    /// A member, each with the same probability.
    pub fn member(&self, rng: &mut impl Rng) -> Dag {
        let directed: Vec<Orientation> = self.counts.iter().map(|counts| counts.draw(rng)).collect();
        self.class.member(&directed)
    }
}

/// The numbers of directions of the parts of a component.
#[derive(Clone, Debug)]
struct Counts<'a> {
    component: &'a Component,
    known: BTreeMap<NodeSet, BigUint>,
}

/// A way to begin directing a part: the number of directions that begin so, and the remaining blocks.
struct Beginning {
    weight: BigUint,
    first: First,
    blocks: Vec<Block>,
}

/// The nodes that come first.
enum First {
    /// One node.
    Source(NodeId),
    /// A clique, in any order that does not begin with one of these sets.
    Clique(NodeSet, Vec<NodeSet>),
}

impl<'a> Counts<'a> {
    fn new(component: &'a Component) -> Result<Self, CountError> {
        let mut counts = Self { component, known: BTreeMap::new() };
        counts.count(&component.whole())?;
        Ok(counts)
    }

    fn count(&mut self, part: &NodeSet) -> Result<BigUint, CountError> {
        if part.len() == 1 {
            return Ok(BigUint::from(1_u32));
        }
        if let Some(known) = self.known.get(part) {
            return Ok(known.clone());
        }
        if self.known.len() >= MAX_PARTS {
            return Err(CountError::TooManyParts { nodes: self.component.len() });
        }
        let mut sum = BigUint::ZERO;
        for beginning in self.beginnings(part) {
            let mut product = beginning.weight;
            for block in &beginning.blocks {
                product *= self.count(&block.nodes)?;
            }
            sum += product;
        }
        self.known.insert(part.clone(), sum.clone());
        Ok(sum)
    }

    /// All disjoint ways to begin. Their weights do not include the blocks yet.
    fn beginnings(&self, part: &NodeSet) -> Vec<Beginning> {
        if !self.component.is_undirected(part) {
            let from = |(source, blocks)| Beginning { weight: 1_u32.into(), first: First::Source(source), blocks };
            return self.component.choices(part).map(from).collect();
        }
        let joined = self.component.joined();
        let tree = CliqueTree::new(joined, part);
        let from = |(index, clique): (usize, &NodeSet)| {
            let forbidden = tree.forbidden_prefixes(index);
            Beginning {
                weight: orders(clique.len(), &forbidden),
                first: First::Clique(clique.clone(), forbidden),
                blocks: blocks_after(joined, part, clique),
            }
        };
        tree.cliques().iter().enumerate().map(from).collect()
    }

    fn draw(&self, rng: &mut impl Rng) -> Orientation {
        let mut graph = self.component.graph().clone();
        let mut open = vec![self.component.whole()];
        while let Some(part) = open.pop() {
            let beginning = self.draw_beginning(&part, rng);
            match &beginning.first {
                First::Source(source) => lead(&mut graph, *source, &part, self.component),
                First::Clique(clique, forbidden) => {
                    let mut left = part.clone();
                    for node in draw_order(clique, forbidden, rng) {
                        lead(&mut graph, node, &left, self.component);
                        left.remove(node);
                    }
                }
            }
            open.extend(beginning.blocks.into_iter().map(|block| block.nodes).filter(|nodes| nodes.len() > 1));
        }
        graph
    }

    fn draw_beginning(&self, part: &NodeSet, rng: &mut impl Rng) -> Beginning {
        let mut ticket = rng.random_biguint_below(&self.known[part]);
        for beginning in self.beginnings(part) {
            let blocks = beginning.blocks.iter().filter_map(|block| self.known.get(&block.nodes));
            let weight = &beginning.weight * blocks.product::<BigUint>();
            if ticket < weight {
                return beginning;
            }
            ticket -= weight;
        }
        unreachable!("the beginnings of a part make up its count")
    }
}

/// Directs all edges between a node and the rest of a part away from the node.
fn lead(graph: &mut Orientation, node: NodeId, part: &NodeSet, component: &Component) {
    for other in (part & &component.joined()[node.index()]).iter() {
        graph.know(node, other).expect("the first nodes of a part are chosen from those that can be first");
    }
}

/// The number of orders of `size` nodes that begin with none of the nested sets S₁ ⊂ S₂ ⊂ …:
/// `φ(n; S₁ … S_l) = n! − Σ_i (n − |S_i|)! φ(|S_i|; S₁ … S_{i−1})` with n = `size`.
fn orders(size: usize, forbidden: &[NodeSet]) -> BigUint {
    let begin_with = |index: usize| {
        let inner = forbidden[index].len();
        factorial(size - inner) * orders(inner, &forbidden[..index])
    };
    factorial(size) - (0..forbidden.len()).map(begin_with).sum::<BigUint>()
}

fn factorial(number: usize) -> BigUint {
    (1..=number).map(BigUint::from).product()
}

/// A random order of a clique that begins with none of the nested sets, by rejection. At least half of all orders fit,
/// even if there is a set of every size (they are then the indecomposable permutations: 1, 1, 3, 13, 71, …).
fn draw_order(clique: &NodeSet, forbidden: &[NodeSet], rng: &mut impl Rng) -> Vec<NodeId> {
    let mut order: Vec<NodeId> = clique.iter().collect();
    loop {
        order.shuffle(rng);
        let begins_with = |set: &NodeSet| order[..set.len()].iter().all(|&node| set.contains(node));
        if !forbidden.iter().any(begins_with) {
            return order;
        }
    }
}
