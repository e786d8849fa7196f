//! Falsification: what is kept, what is rejected, and the level and power of the tests behind it.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use contsid::data::{Column, Table};
use contsid::execution::Execution;
use contsid::falsification::{FalsifyError, FalsifyOptions, falsify, kolmogorov_smirnov};
use contsid::graph::{Dag, Edge, MixedGraph, NodeId, NodeNames};
use contsid::independence::{IndependenceTest, Tester, UnfitTable};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, Exp1, StandardNormal};

fn table(columns: Vec<Column>) -> Table {
    Table::new(NodeNames::numbered(columns.len()), columns).unwrap()
}

fn numbers(columns: Vec<Vec<f64>>) -> Table {
    table(columns.into_iter().map(Column::numbers).collect())
}

fn normal(rng: &mut ChaCha8Rng, count: usize) -> Vec<f64> {
    (0..count).map(|_| StandardNormal.sample(&mut *rng)).collect()
}

/// A graph on nodes in random order with this many edges.
fn random_dag(rng: &mut ChaCha8Rng, nodes: usize, edges: usize) -> Dag {
    let mut order: Vec<NodeId> = NodeId::all(nodes).collect();
    order.shuffle(rng);
    let mut pairs: Vec<_> = (0..nodes).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    pairs.shuffle(rng);
    Dag::from_edges(nodes, pairs[..edges].iter().map(|&(a, b)| (order[a], order[b]))).unwrap()
}

/// Linear data along a graph, with normal noise and effects between ½ and 1½ in size.
fn linear(rng: &mut ChaCha8Rng, graph: &Dag, rows: usize) -> Table {
    let mut columns = vec![Vec::new(); graph.node_count()];
    for &node in graph.topological_order() {
        let mut column = normal(rng, rows);
        for &parent in graph.parents(node) {
            let effect = rng.random_range(0.5..1.5) * if rng.random() { 1.0 } else { -1.0 };
            column.iter_mut().zip(&columns[parent.index()]).for_each(|(value, cause)| *value += effect * cause);
        }
        columns[node.index()] = column;
    }
    numbers(columns)
}

const CASES: usize = 500;

/// The share of cases in which the first two columns are called dependent given the others, at the level 0.05.
fn rejections(test: IndependenceTest, cases: usize, mut case: impl FnMut() -> Table) -> f64 {
    let rejected = (0..cases).filter(|_| {
        let table = case();
        let given: Vec<NodeId> = NodeId::all(table.column_count()).skip(2).collect();
        let pair = [0, 1].map(NodeId::new);
        Tester::new(&table, test).unwrap().p_values(&given, &[pair], &Execution::default()).unwrap()[0] < 0.05
    });
    rejected.count() as f64 / cases as f64
}

/// Two columns that depend on `causes` others and not on each other.
fn independent(rng: &mut ChaCha8Rng, rows: usize, causes: usize, noise: fn(&mut ChaCha8Rng) -> f64) -> Table {
    let mut draw = |_: usize| (0..rows).map(|_| noise(rng)).collect::<Vec<f64>>();
    let (others, mut pair): (Vec<_>, Vec<_>) = ((0..causes).map(&mut draw).collect(), (0..2).map(&mut draw).collect());
    for (index, column) in pair.iter_mut().enumerate() {
        for (k, other) in others.iter().enumerate() {
            let effect = [0.7, 1.4, 1.1, 0.9][(index + 2 * k) % 4];
            column.iter_mut().zip(other).for_each(|(value, cause)| *value += effect * cause);
        }
    }
    pair.extend(others);
    numbers(pair)
}

/// The same with four categories, of which a cause makes one more frequent.
fn independent_categories(rng: &mut ChaCha8Rng, rows: usize, causes: usize) -> Table {
    let others: Vec<Vec<u32>> = (0..causes).map(|_| (0..rows).map(|_| rng.random_range(0..3)).collect()).collect();
    let mut pair = || {
        let code = |row: usize, rng: &mut ChaCha8Rng| match others.first() {
            Some(other) if rng.random_bool(0.5) => other[row],
            _ => rng.random_range(0..4),
        };
        (0..rows).map(|row| code(row, rng)).collect::<Vec<u32>>()
    };
    let pair = [pair(), pair()];
    let levels = ["a", "b", "c", "d"].map(str::to_owned);
    let columns = pair.into_iter().chain(others);
    table(columns.map(|codes| Column::Categorical { codes, levels: levels.to_vec() }).collect())
}

/// Cases with no cause, one and two in turn.
#[test]
fn the_level_of_the_covariance_measure_is_kept() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for rows in [200, 1000] {
        let (gcm, mut cases) = (IndependenceTest::Gcm, 0..);
        let mut causes = || cases.next().unwrap_or(0) % 3;
        let gaussian = |rng: &mut ChaCha8Rng| StandardNormal.sample(rng);
        let exponential = |rng: &mut ChaCha8Rng| Exp1.sample(rng);
        let found = [
            rejections(gcm, CASES, || independent(&mut rng, rows, causes(), gaussian)),
            rejections(gcm, CASES, || independent(&mut rng, rows, causes(), exponential)),
            rejections(gcm, CASES, || independent_categories(&mut rng, rows, causes())),
        ];
        assert!(found.iter().all(|share| (0.03..=0.07).contains(share)), "N = {rows}: {found:?}");
    }
}

#[test]
fn a_curve_is_seen_by_the_covariance_measure_only() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut case = || {
        let x = normal(&mut rng, 200);
        let y = x.iter().zip(normal(&mut rng, 200)).map(|(x, e)| x * x + 2.0 * e).collect();
        numbers(vec![x, y])
    };
    let seen = rejections(IndependenceTest::Gcm, 100, &mut case);
    let missed = rejections(IndependenceTest::FisherZ, 100, &mut case);
    assert!(seen > 0.95 && missed < 0.4, "{seen} and {missed}");
    assert_eq!(Tester::new(&case(), IndependenceTest::Automatic).unwrap().test(), IndependenceTest::Gcm);
}

#[test]
fn dependence_between_categories_and_numbers_is_seen() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let codes: Vec<u32> = (0..300).map(|_| rng.random_range(0..3)).collect();
    let shifted: Vec<f64> =
        codes.iter().zip(normal(&mut rng, 300)).map(|(&code, e)| if code == 2 { 1.0 + e } else { e }).collect();
    let levels = ["a", "b", "c"].map(str::to_owned).to_vec();
    let columns =
        vec![Column::Categorical { codes, levels }, Column::numbers(shifted), Column::numbers(normal(&mut rng, 300))];
    let tester = Tester::new(&table(columns), IndependenceTest::Automatic).unwrap();
    assert_eq!((tester.test(), tester.reason()), (IndependenceTest::Gcm, "some columns hold categories"));
    let [a, b, c] = [0, 1, 2].map(NodeId::new);
    let found = tester.p_values(&[c], &[[a, b]], &Execution::default()).unwrap();
    assert!(found[0] < 1e-4, "{found:?}");
}

#[test]
fn true_graphs_are_kept_and_random_ones_rejected() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let options = FalsifyOptions { permutations: 200.try_into().unwrap(), ..FalsifyOptions::default() };
    let (mut kept, mut rejected) = (0, 0);
    for _ in 0..CASES {
        let (truth, random) = (random_dag(&mut rng, 8, 10), random_dag(&mut rng, 8, 10));
        let data = linear(&mut rng, &truth, 500);
        let found = falsify(&[truth.as_ref(), random.as_ref()], &data, &options, &Execution::default()).unwrap();
        assert_eq!(found.test, IndependenceTest::FisherZ);
        kept += usize::from(!found.graphs[0].rejected());
        rejected += usize::from(found.graphs[1].rejected());
    }
    assert!(kept as f64 >= 0.94 * CASES as f64, "{kept} of {CASES} true graphs were kept");
    assert!(rejected as f64 >= 0.80 * CASES as f64, "{rejected} of {CASES} random graphs were rejected");
}

#[test]
fn threads_do_not_change_a_bit() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (truth, other) = (random_dag(&mut rng, 7, 8), random_dag(&mut rng, 7, 8));
    let data = linear(&mut rng, &truth, 100);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    for test in [IndependenceTest::FisherZ, IndependenceTest::Gcm] {
        let options = FalsifyOptions { test, permutations: 30.try_into().unwrap(), ..FalsifyOptions::default() };
        let graphs = [truth.as_ref(), other.as_ref()];
        let alone = falsify(&graphs, &data, &options, &Execution::default()).unwrap();
        assert_eq!(falsify(&graphs, &data, &options, &Execution::default().on(&pool)).unwrap(), alone);
    }
}

#[test]
fn a_class_is_any_of_its_members_and_a_complete_graph_says_nothing() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let [a, b, c] = [0, 1, 2].map(NodeId::new);
    let chain = Dag::from_edges(3, [(a, b), (b, c)]).unwrap();
    let class = MixedGraph::from_edges(3, [Edge::undirected(a, b), Edge::undirected(b, c)]).unwrap();
    let complete = Dag::from_edges(3, [(a, b), (b, c), (a, c)]).unwrap();
    let data = linear(&mut rng, &chain, 100);
    let options = FalsifyOptions::default();
    let graphs = [chain.as_ref(), &class, complete.as_ref()];
    let found = falsify(&graphs, &data, &options, &Execution::default()).unwrap().graphs;
    assert!(found[1].is_class && !found[0].is_class);
    assert_eq!(
        (found[0].p_lmc, found[0].p_tpa, found[0].violations),
        (found[1].p_lmc, found[1].p_tpa, found[1].violations)
    );
    // Of six permutations of a chain, two leave the middle where it is.
    assert_eq!((found[0].permutations, found[0].p_tpa), (6, 1.0 / 3.0));
    assert!(!found[0].falsifiable() && !found[0].rejected());
    assert_eq!((found[2].share(), found[2].ks_p_value, found[2].p_tpa, found[2].p_lmc), (None, None, 1.0, 1.0));
}

#[test]
fn what_cannot_be_tested_is_refused() {
    let edges = |edges: &[(usize, usize)]| {
        MixedGraph::from_edges(2, edges.iter().map(|&(a, b)| Edge::directed(NodeId::new(a), NodeId::new(b)))).unwrap()
    };
    let run = |graph: &MixedGraph, data: Table, test| {
        falsify(&[graph], &data, &FalsifyOptions { test, ..FalsifyOptions::default() }, &Execution::default())
            .unwrap_err()
    };
    let column = || vec![1.0, 2.0, 4.0, 3.0];
    let three = numbers(vec![column(), column(), column()]);
    let gcm = IndependenceTest::Gcm;
    assert_eq!(run(&edges(&[(0, 1)]), three, gcm), FalsifyError::NodeCount { graph: 0, nodes: 2, columns: 3 });
    let constant = numbers(vec![column(), vec![1.0; 4]]);
    let expected = FalsifyError::Unfit(UnfitTable::Constant { columns: vec!["V2".into()] });
    assert_eq!(run(&edges(&[]), constant.clone(), gcm), expected);
    assert_eq!(run(&edges(&[]), constant, IndependenceTest::FisherZ), expected);
}

const KS_CASES: [(&[f64], f64); 3] = [
    (&[0.01, 0.02, 0.05, 0.11, 0.3, 0.4, 0.41, 0.6, 0.61, 0.7], 0.270_536),
    (&[0.1, 0.25, 0.33, 0.5, 0.52, 0.7, 0.81, 0.9, 0.93, 0.99], 0.696_303),
    (&[0.001, 0.2, 0.21, 0.22, 0.23, 0.24, 0.5, 0.51, 0.52, 0.9, 0.95, 0.96], 0.332_311),
];

/// Values of scipy 1.13.1, `scipy.stats.kstest(x, "uniform", method="exact").pvalue`.
#[test]
fn uniformity_agrees_with_scipy() {
    // Vrbik's formula is right to this from ten values on.
    const FORMULA: f64 = 0.003;
    for (values, expected) in KS_CASES {
        let found = kolmogorov_smirnov(values).unwrap();
        assert!((found - expected).abs() < FORMULA, "{values:?}: {found}, not {expected}");
    }
}
