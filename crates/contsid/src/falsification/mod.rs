//! Do the data have the independences that a graph claims?
//!
//! A graph claims that each node is independent of its non-descendants given its parents. [`falsify`] tests each of
//! these claims, and asks whether fewer are violated than under graphs with the same shape and permuted labels. No true
//! graph is needed. A graph that passes need not be true: every graph of its Markov class passes with it, and so does
//! any graph that claims too little to be tested.

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

mod claims;
mod memory;
mod permutations;
mod uniformity;

use crate::comparison::{NotUsable, Undirected};
use crate::data::Table;
use crate::execution::{Cancelled, Execution};
use crate::graph::{Cpdag, Dag, MixedGraph, NodeId};
use crate::independence::{IndependenceTest, Level, Tester, UnfitTable};
use claims::LocalClaims;
use memory::TestMemory;
use permutations::permutations;
use std::num::NonZeroUsize;
use thiserror::Error;
pub use uniformity::{anderson_darling, kolmogorov_smirnov};

/// A share of permuted graphs up to this is small.
const SMALL_SHARE: f64 = 0.05;

/// Permutations between two checks of whether the computation is stopped.
const BATCH: usize = 64;

/// How graphs are tested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FalsifyOptions {
    /// The test of independence.
    pub test: IndependenceTest,
    /// A claim is violated if its p-value is below this.
    pub alpha: Level,
    /// The number of permutations of the labels; all of them if there are no more.
    pub permutations: NonZeroUsize,
    /// The seed of the permutations.
    pub seed: u64,
}

impl Default for FalsifyOptions {
    /// α = 0.05, a thousand permutations, seed 1, and the test that suits the data.
    fn default() -> Self {
        let permutations = NonZeroUsize::new(1000).expect("not zero");
        Self { test: IndependenceTest::default(), alpha: Level::USUAL, permutations, seed: 1 }
    }
}

/// Why graphs cannot be tested.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FalsifyError {
    /// The table does not suit the test.
    #[error(transparent)]
    Unfit(#[from] UnfitTable),
    /// A graph is not a directed acyclic graph, nor a class of them.
    #[error("graph {}: {error}", graph + 1)]
    NotUsable {
        /// Its position.
        graph: usize,
        /// Why.
        error: NotUsable,
    },
    /// A graph has more or fewer nodes than the table has columns.
    #[error("graph {} has {nodes} nodes, and the table {columns} columns", graph + 1)]
    NodeCount {
        /// Its position.
        graph: usize,
        /// Its number of nodes.
        nodes: usize,
        /// The number of columns.
        columns: usize,
    },
    /// The computation was stopped.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The test of one claim: a node is independent of another one given its parents.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalTest {
    /// The node.
    pub node: NodeId,
    /// A non-descendant that is not a parent.
    pub other: NodeId,
    /// The parents of the node, sorted.
    pub given: Vec<NodeId>,
    /// The p-value of their independence.
    pub p_value: f64,
}

/// What the data say about one graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Falsification {
    /// All claims of the graph, the smallest p-value first.
    pub tests: Vec<LocalTest>,
    /// The number of tests with a p-value below α.
    pub violations: usize,
    /// Kolmogorov and Smirnov's p-value of uniform p-values; none without tests.
    pub ks_p_value: Option<f64>,
    /// Anderson and Darling's statistic A² of uniform p-values; none without tests.
    pub anderson_darling: Option<f64>,
    /// The number of permuted graphs.
    pub permutations: usize,
    /// The violations of each permuted graph.
    pub permuted_violations: Vec<usize>,
    /// p_LMC: the share of permuted graphs with at most as many violations.
    pub p_lmc: f64,
    /// p_TPA: the share of permuted graphs in the same Markov class.
    pub p_tpa: f64,
    /// Whether undirected edges were directed: any graph of the class has the same independences.
    pub is_class: bool,
}

impl Falsification {
    /// The share of violated claims; none without tests.
    pub fn share(&self) -> Option<f64> {
        (!self.tests.is_empty()).then(|| self.violations as f64 / self.tests.len() as f64)
    }

    /// Whether the graph claims enough: few permuted graphs make the same claims.
    pub fn falsifiable(&self) -> bool {
        self.p_tpa <= SMALL_SHARE
    }

    /// Whether the graph claims enough, and is no better than permuted graphs.
    pub fn rejected(&self) -> bool {
        self.falsifiable() && self.p_lmc > SMALL_SHARE
    }

    /// The violated claims, the worst first.
    pub fn worst(&self) -> &[LocalTest] {
        &self.tests[..self.violations]
    }
}

/// What the data say about graphs.
#[derive(Clone, Debug, PartialEq)]
pub struct Falsified {
    /// The test that was made: never [`IndependenceTest::Automatic`].
    pub test: IndependenceTest,
    /// Why this test was made.
    pub reason: &'static str,
    /// For each graph, what the data say about it.
    pub graphs: Vec<Falsification>,
}

/// Tests the independences that graphs claim.
///
/// For each node v and each non-descendant w that is not a parent, v ⟂ w | PA(v) is tested. The same is done for graphs
/// whose labels are permuted; a test is never made twice. With k violations, p_LMC is the share of permuted graphs with
/// at most k, and p_TPA the share in the same Markov class. A graph is *falsifiable* if p_TPA ≤ 0.05, and *rejected* if
/// also p_LMC > 0.05. A graph with undirected edges counts as any of the directed graphs that it allows: all of
/// them claim the same independences.
///
/// E. Eulig, A. A. Mastakouri, P. Blöbaum, M. Hardt & D. Janzing (2025), *Toward falsifying causal graphs using a
/// permutation-based test*, AAAI. The graph without permutation is among all permutations, as it is there.
///
/// Complexity: O(B p²) look-ups for B permutations and p nodes, and a test for each pair and set that occurs.
///
/// # Errors
///
/// If a graph or the table does not suit, or the computation is stopped.
///
/// ```
/// use contsid::data::{Column, Table};
/// use contsid::execution::Execution;
/// use contsid::falsification::{FalsifyOptions, falsify};
/// use contsid::graph::{Dag, NodeId, NodeNames};
///
/// let noise = |k: usize| (0..200).map(move |row| f64::sin((row * row * (3 * k + 1) + row) as f64));
/// let (a, b): (Vec<f64>, Vec<f64>) = (noise(1).collect(), noise(2).collect());
/// let c: Vec<f64> = noise(3).enumerate().map(|(row, e)| a[row] + b[row] + e).collect();
/// let table = Table::new(NodeNames::new(["a", "b", "c"])?, [a, b, c].map(Column::numbers).into())?;
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let chain = Dag::from_edges(3, [(a, c), (c, b)])?;
/// let found = falsify(&[chain.as_ref()], &table, &FalsifyOptions::default(), &Execution::default())?;
/// // The chain claims that b is independent of a given c, which is wrong: c is a collider.
/// assert_eq!((found.graphs[0].tests.len(), found.graphs[0].violations), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn falsify(
    graphs: &[&MixedGraph],
    table: &Table,
    options: &FalsifyOptions,
    execution: &Execution<'_>,
) -> Result<Falsified, FalsifyError> {
    let members = members(graphs, table.column_count())?;
    let tester = Tester::new(table, options.test)?;
    let labels = permutations(table.column_count(), options.permutations.get(), options.seed);
    execution.monitor().begin((labels.len() * graphs.len()) as u64);
    let mut memory = TestMemory::new(&tester);
    let mut found = Vec::with_capacity(graphs.len());
    for (member, graph) in members.iter().zip(graphs) {
        let is_class = graph.undirected_count() > 0;
        found
            .push(Falsification { is_class, ..falsification(member, &labels, options.alpha, &mut memory, execution)? });
    }
    Ok(Falsified { test: tester.test(), reason: tester.reason(), graphs: found })
}

/// A directed acyclic graph of each class.
fn members(graphs: &[&MixedGraph], columns: usize) -> Result<Vec<Dag>, FalsifyError> {
    let member = |(graph, &given): (usize, &&MixedGraph)| {
        if given.node_count() != columns {
            return Err(FalsifyError::NodeCount { graph, nodes: given.node_count(), columns });
        }
        let class = Undirected::Extend.class_of(given).map_err(|error| FalsifyError::NotUsable { graph, error })?;
        Ok(class.extension().clone())
    };
    graphs.iter().enumerate().map(member).collect()
}

fn falsification(
    graph: &Dag,
    labels: &[Vec<NodeId>],
    alpha: Level,
    memory: &mut TestMemory<'_>,
    execution: &Execution<'_>,
) -> Result<Falsification, Cancelled> {
    let claims = LocalClaims::of(graph);
    memory.test([&claims], execution)?;
    let mut tests: Vec<LocalTest> = claims.tests(|given, pair| memory.p_value(given, pair)).collect();
    tests.sort_by(|a, b| a.p_value.total_cmp(&b.p_value));
    let p_values: Vec<f64> = tests.iter().map(|test| test.p_value).collect();
    let violations = p_values.partition_point(|&p_value| p_value < alpha.value());
    let permuted_violations = permuted_violations(&claims, labels, alpha, memory, execution)?;
    let share = |count: usize| count as f64 / labels.len() as f64;
    let class = Cpdag::of(graph);
    let same_class = |labels: &&Vec<NodeId>| Cpdag::of(&graph.relabelled(labels)) == class;
    Ok(Falsification {
        ks_p_value: kolmogorov_smirnov(&p_values),
        anderson_darling: anderson_darling(&p_values),
        p_lmc: share(permuted_violations.iter().filter(|&&count| count <= violations).count()),
        p_tpa: share(labels.iter().filter(same_class).count()),
        permutations: labels.len(),
        is_class: false,
        permuted_violations,
        violations,
        tests,
    })
}

/// The violations of each permuted graph.
fn permuted_violations(
    claims: &LocalClaims,
    labels: &[Vec<NodeId>],
    alpha: Level,
    memory: &mut TestMemory<'_>,
    execution: &Execution<'_>,
) -> Result<Vec<usize>, Cancelled> {
    let mut counts = Vec::with_capacity(labels.len());
    for batch in labels.chunks(BATCH) {
        let permuted: Vec<LocalClaims> = batch.iter().map(|labels| claims.relabelled(labels)).collect();
        memory.test(&permuted, execution)?;
        let is_violated = |test: &LocalTest| test.p_value < alpha.value();
        let count =
            |claims: &LocalClaims| claims.tests(|given, pair| memory.p_value(given, pair)).filter(is_violated).count();
        counts.extend(permuted.iter().map(count));
        execution.monitor().advance(batch.len() as u64);
    }
    Ok(counts)
}
