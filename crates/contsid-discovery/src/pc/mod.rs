//! PC: which graph has the independences that tests find?

mod colliders;
mod feasible;
mod skeleton;

use crate::{DiscoveryError, Level};
use colliders::{Colliders, colliders};
use contsid::data::Table;
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Edge, MixedGraph, NodeId, Pdag};
use contsid::independence::{CentredColumns, Correlations, FisherZ};
use feasible::Triple;
use skeleton::{FisherTest, Skeleton, skeleton};
use statrs::distribution::{ContinuousCDF, Normal};

/// How PC tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PcOptions {
    /// The level α of each test: the larger, the more edges stay.
    pub alpha: Level,
    /// The largest conditioning set; none for no limit.
    pub max_order: Option<usize>,
}

impl Default for PcOptions {
    /// α = 0.05, no limit.
    fn default() -> Self {
        Self { alpha: Level::new(0.05).expect("between 0 and 1"), max_order: None }
    }
}

/// Two variables `ends` that are not adjacent, both adjacent to `middle`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Collider {
    /// The variables that point to the middle.
    pub ends: [NodeId; 2],
    /// The variable they point to.
    pub middle: NodeId,
}

/// Two variables that are independent given a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Separation {
    /// The two variables, the smaller first.
    pub pair: [NodeId; 2],
    /// The set.
    pub given: Vec<NodeId>,
    /// The p-value of Fisher's test.
    pub p_value: f64,
}

/// What PC found.
#[derive(Clone, Debug, PartialEq)]
pub struct PcResult {
    /// The learnt equivalence class.
    pub graph: Cpdag,
    /// The separating set of each pair that is not adjacent.
    pub separations: Vec<Separation>,
    /// Colliders that the tests imply, but that contradict more certain ones.
    pub skipped: Vec<Collider>,
    /// Colliders that the tests deny, but that every directed acyclic graph on the skeleton has.
    pub forced: Vec<Collider>,
    /// The number of tests.
    pub test_count: u64,
}

/// Learns the equivalence class of a graph by tests of vanishing partial correlations.
///
/// Edges are removed between variables that are independent given some set of neighbours: Fisher's test,
/// |z| √(n − |S| − 3) < Φ⁻¹(1 − α/2) with z = ½ ln((1 + r) / (1 − r)), r the partial correlation. Then colliders are
/// directed, from the most certain to the least; one that would leave no directed acyclic graph is skipped and
/// reported. Meek's rules direct the rest. So the result is always a completed graph, and does not depend on the order
/// of the columns.
///
/// P. Spirtes & C. Glymour (1991), *An algorithm for fast recovery of sparse causal graphs*; in the stable form of
/// D. Colombo & M. H. Maathuis (2014), JMLR 15.
///
/// # Errors
///
/// If the table does not suit (see [`DiscoveryError`]), or the computation is stopped.
///
/// ```
/// use contsid::data::{Column, Table};
/// use contsid::execution::Execution;
/// use contsid::graph::{NodeId, NodeNames};
/// use contsid_discovery::{PcOptions, pc};
///
/// let noise = |k: usize| (0..200).map(move |row| f64::sin((row * row * (3 * k + 1) + row) as f64));
/// let (a, b): (Vec<f64>, Vec<f64>) = (noise(1).collect(), noise(2).collect());
/// let c: Vec<f64> = noise(3).enumerate().map(|(row, e)| a[row] + b[row] + e).collect();
/// let table = Table::new(NodeNames::new(["a", "b", "c"])?, [a, b, c].map(Column::numbers).into())?;
/// let learnt = pc(&table, &PcOptions::default(), &Execution::default())?;
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// assert_eq!(learnt.graph.as_ref().parents(c), [a, b]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pc(table: &Table, options: &PcOptions, execution: &Execution<'_>) -> Result<PcResult, DiscoveryError> {
    let centred = CentredColumns::new(table)?;
    let correlations = Correlations::new(&centred);
    let test = FisherTest {
        fisher: FisherZ { sample_count: centred.sample_count() },
        quantile: normal_quantile(options.alpha),
    };
    let skeleton = skeleton(&correlations, test, options.max_order, execution)?;
    let Colliders { directions, skipped, forced } = colliders(&skeleton, &correlations, test);
    Ok(PcResult {
        graph: completed(&skeleton.adjacent, &directions),
        separations: separations(&skeleton),
        skipped: skipped.into_iter().map(Collider::from).collect(),
        forced: forced.into_iter().map(Collider::from).collect(),
        test_count: skeleton.test_count,
    })
}

/// Φ⁻¹(1 − α/2)
fn normal_quantile(alpha: Level) -> f64 {
    -Normal::standard().inverse_cdf(alpha.value() / 2.0)
}

fn completed(adjacent: &[Vec<usize>], directions: &[(usize, usize)]) -> Cpdag {
    let is_directed = |from, to| directions.binary_search(&(from, to)).is_ok();
    let mut edges = Vec::new();
    for (a, others) in adjacent.iter().enumerate() {
        for &b in others.iter().filter(|&&b| b > a) {
            let [a_node, b_node] = [a, b].map(NodeId::new);
            edges.push(match (is_directed(a, b), is_directed(b, a)) {
                (true, _) => Edge::directed(a_node, b_node),
                (_, true) => Edge::directed(b_node, a_node),
                _ => Edge::undirected(a_node, b_node),
            });
        }
    }
    let graph = MixedGraph::from_edges(adjacent.len(), edges).expect("each pair is joined once");
    let pdag = Pdag::try_from(graph).expect("only colliders that leave an extension are applied");
    Cpdag::of(pdag.extension())
}

fn separations(skeleton: &Skeleton) -> Vec<Separation> {
    let nodes = |set: &[usize]| set.iter().map(|&member| NodeId::new(member)).collect();
    let entries = skeleton.separators.iter().map(|(&(a, b), separator)| Separation {
        pair: [a, b].map(NodeId::new),
        given: nodes(&separator.set),
        p_value: FisherZ::p_value(separator.statistic),
    });
    entries.collect()
}

impl From<Triple> for Collider {
    fn from(triple: Triple) -> Self {
        Self { ends: [triple.left, triple.right].map(NodeId::new), middle: NodeId::new(triple.middle) }
    }
}
