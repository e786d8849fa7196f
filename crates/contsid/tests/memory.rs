//! The memory that contSID says it needs against the memory that it takes, counted by the allocator.
//!
//! One test, since all tests of a program share the allocator.

mod support;

use contsid::comparison::{ComparisonData, ComparisonError, ComparisonOptions, compare_all};
use contsid::data::Table;
use contsid::distance::Selection;
use contsid::effect::{
    ContSidError, ContSidOptions, InterventionPoints, Interventions, JointLimits, LambdaChoice, PerColumn, Prepared,
    TreatmentSets, contsid, contsid_limits, estimated_memory,
};
use contsid::embedding::Estimator;
use contsid::execution::Execution;
use contsid::graph::{Dag, Edge, GraphClass, GraphPair, MixedGraph, NodeId};
use contsid::kernel::{Bandwidth, BandwidthChoice, KernelFamily};
use peak_alloc::PeakAlloc;
use rayon::{ThreadPool, ThreadPoolBuilder};
use support::asks::Asks;
use support::classes::clique;
use support::problems::{normal, table_of};
use support::seeded;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// What is not counted: options, names, graphs, distances that are kept, and stacks of threads.
const SMALL: u64 = 1 << 20;

/// The largest quotient of an estimate and what was taken: not all threads take most at the same time, and fewer
/// systems are kept.
const FINE: u64 = 3;

/// The same for the first estimate, which takes factors to have 64 columns where they have some 25.
const COARSE: u64 = 4;

/// The bytes that some work takes at its peak, beyond those before it.
fn peak_of<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let result = work();
    (result, (ALLOCATOR.peak_usage() - before) as u64)
}

fn table(columns: usize, rows: usize) -> Table {
    let mut rng = seeded(71);
    table_of(&(0..columns).map(|_| (0..rows).map(|_| normal(&mut rng)).collect()).collect::<Vec<_>>())
}

/// Options whose systems are narrow and wide, with factors of few and of many columns, and without.
fn choices() -> Vec<(&'static str, ContSidOptions)> {
    let defaults = ContSidOptions::default;
    let family = |family| ContSidOptions { kernel: PerColumn::all(family), ..defaults() };
    let sigma = |sigma: f64| BandwidthChoice::Fixed(Bandwidth::new(sigma).expect("positive"));
    let points = InterventionPoints::equal((0..1500).map(|index| f64::from(index) / 500.0 - 1.5).collect());
    vec![
        ("gaussian", defaults()),
        ("gaussian of higher rank", ContSidOptions { bandwidth: PerColumn::all(sigma(0.05)), ..defaults() }),
        ("gaussian without factors", ContSidOptions { bandwidth: PerColumn::all(sigma(0.001)), ..defaults() }),
        ("laplace", family(KernelFamily::Laplace)),
        ("matern", family(KernelFamily::Matern32)),
        ("imq", family(KernelFamily::Imq)),
        ("leave-one-out", ContSidOptions { lambda: LambdaChoice::LeaveOneOut, ..defaults() }),
        (
            "leave-one-out, laplace",
            ContSidOptions { lambda: LambdaChoice::LeaveOneOut, ..family(KernelFamily::Laplace) },
        ),
        ("centred", ContSidOptions { estimator: Estimator::Centred, ..defaults() }),
        ("centred, laplace", ContSidOptions { estimator: Estimator::Centred, ..family(KernelFamily::Laplace) }),
        (
            "many interventions",
            ContSidOptions {
                interventions: PerColumn::all(Interventions::Points(points.expect("numbers"))),
                ..defaults()
            },
        ),
    ]
}

/// All edges follow the order of the nodes, or its opposite.
fn complete(nodes: usize, reversed: bool) -> Dag {
    let number = |node: usize| NodeId::new(if reversed { nodes - 1 - node } else { node });
    let edges = (0..nodes).flat_map(|a| (a + 1..nodes).map(move |b| (number(a), number(b))));
    Dag::from_edges(nodes, edges).expect("edges follow an order")
}

fn a_comparison_takes_no_more_than_estimated(pool: &ThreadPool) {
    let threads = pool.current_num_threads();
    let table = table(3, 510);
    let (truth, learnt) = (complete(3, false), complete(3, true));
    let pair = GraphPair::new(&truth, &learnt).expect("the same nodes");
    let execution = Execution::default().on(pool);
    pool.broadcast(|_| warm_up(&table));
    for (name, options) in choices() {
        let (estimate, peak) = peak_of(|| {
            let prepared = Prepared::new(&table, &options, &execution).expect("a table");
            prepared.compare(pair, &execution).expect("a fit");
            prepared.estimated_memory(threads)
        });
        assert!(peak <= estimate + SMALL, "{name} on {threads}: {peak} bytes where {estimate} were estimated");
        assert!(estimate <= FINE * peak, "{name} on {threads}: {estimate} bytes estimated where {peak} were taken");
        let first = estimated_memory(&table, &options, threads);
        assert!(
            first <= COARSE * peak,
            "{name} on {threads}: {first} bytes estimated at first where {peak} were taken"
        );
    }
}

/// The linear algebra keeps buffers for each thread from its first use on.
fn warm_up(table: &Table) {
    let dags = [complete(table.column_count(), false), complete(table.column_count(), true)];
    let pair = GraphPair::new(&dags[0], &dags[1]).expect("the same nodes");
    contsid(pair, table, &ContSidOptions::default(), &Execution::default()).expect("a fit");
}

/// Eight true and eight learnt parent sets of each node, whose systems are as large as the table allows.
fn bounds_keep_the_limit() {
    let (rows, nodes) = (300, 4);
    let table = table(nodes, rows);
    let class: GraphClass = clique(nodes);
    let pair = GraphPair::new(&class, &class).expect("the same nodes");
    let mut options = ContSidOptions { kernel: PerColumn::all(KernelFamily::Laplace), ..ContSidOptions::default() };
    let bounds = |options: &ContSidOptions| {
        let prepared = Prepared::new(&table, options, &Execution::default())?;
        prepared.bounds(pair, &Selection::all(nodes), contsid_limits(), &Execution::default())
    };
    warm_up(&table);
    let (free, unlimited) = peak_of(|| bounds(&options).expect("no limit"));
    let limit = unlimited / 2;
    options.memory_limit = Some(limit);
    let (limited, peak) = peak_of(|| bounds(&options).expect("two systems fit"));
    assert!(peak <= limit + SMALL, "{peak} bytes under a limit of {limit}");
    assert_eq!(free, limited);
}

fn joint_interventions_keep_the_limit() {
    let (rows, nodes) = (300, 4);
    let table = table(nodes, rows);
    let (truth, learnt) = (complete(nodes, false), complete(nodes, true));
    let pair = GraphPair::new(&truth, &learnt).expect("the same nodes");
    let sets = TreatmentSets::all_of_size(2, nodes, &Selection::all(nodes)).expect("sets of two");
    let joint = |memory_limit: Option<u64>| {
        let options = ContSidOptions { memory_limit, ..ContSidOptions::default() };
        let prepared = Prepared::new(&table, &options, &Execution::default())?;
        prepared.joint(pair, &sets, &Selection::all(nodes), JointLimits::default(), &Execution::default())
    };
    let (free, unlimited) = peak_of(|| joint(None).expect("no limit"));
    // What is refused says how much is needed, and with that much it runs.
    let Err(ContSidError::Memory { needed, .. }) = joint(Some(unlimited / 3)) else { panic!("too little memory") };
    let (limited, peak) = peak_of(|| joint(Some(needed)).expect("as much as is needed"));
    assert!(peak <= needed + SMALL, "{peak} bytes where {needed} are needed");
    assert_eq!(free, limited);
}

#[test]
fn memory_is_estimated_from_above_and_limits_are_kept() {
    // Threads that end would give memory back while something else is measured.
    let pools = [1, 2].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("threads"));
    pools.iter().for_each(a_comparison_takes_no_more_than_estimated);
    bounds_keep_the_limit();
    joint_interventions_keep_the_limit();
    comparisons_need_what_they_say();
}

/// What comparing a chain with itself, this many times, says it needs and what it takes.
fn comparing_a_chain(learnt: usize) -> [u64; 2] {
    const NODES: usize = 3000;
    let edges = NodeId::all(NODES).zip(NodeId::all(NODES).skip(1)).map(|(from, to)| Edge::directed(from, to));
    let chain = MixedGraph::from_edges(NODES, edges).expect("a chain");
    let compared = |limit| {
        let options = ComparisonOptions { memory_limit: Some(limit), ..ComparisonOptions::default() };
        let learnt = vec![&chain; learnt];
        compare_all(&chain, &learnt, ComparisonData::default(), &options, &Execution::default())
    };
    let refused = compared(0).expect_err("nothing can be had").error;
    assert!(refused.to_string().starts_with("comparing graphs of 3000 nodes takes "), "{refused}");
    let ComparisonError::TooLarge { needed, .. } = refused else { panic!("{refused}") };
    assert!(matches!(compared(needed - 1), Err(error) if matches!(error.error, ComparisonError::TooLarge { .. })));
    let (_, taken) = peak_of(|| compared(needed).expect("this is enough"));
    [needed, taken]
}

/// Comparing large graphs needs what it says, and at most half as much again is asked for.
fn comparisons_need_what_they_say() {
    for learnt in [1, 3] {
        let [needed, taken] = comparing_a_chain(learnt);
        assert!(taken <= needed + SMALL && 2 * needed <= 3 * taken, "{learnt} graphs: {needed} said, {taken} taken");
    }
}
