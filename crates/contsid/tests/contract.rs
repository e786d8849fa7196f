//! Laws that every distance obeys, over a registry of all distances: whatever is added to it runs them all.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use contsid::comparison::{Comparison, ComparisonOptions, ContSidScore, JointScore, compare};
use contsid::data::{Column, Table};
use contsid::distance::contsid::{ContSidOptions, Prepared, TreatmentSets};
use contsid::distance::{Mistakes, Selection};
use contsid::execution::Execution;
use contsid::graph::{Dag, NodeId};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use std::collections::BTreeMap;
use support::problems::{random_columns, table_of};
use support::{random_dag, seeded};

/// Sums in another order differ by rounding, which a condition number of some hundreds multiplies.
const ROUNDING: f64 = 1e-11;

const ROUNDS: usize = 12;

/// A distance by its parts: by treatments and outcome, or the whole of it without any.
type Parts = BTreeMap<(Vec<usize>, usize), f64>;

/// A distance, and which laws it obeys besides those of all.
struct Distance {
    name: &'static str,
    is_symmetric: bool,
    parts: fn(&Comparison) -> Parts,
}

const REGISTRY: [Distance; 7] = [
    Distance { name: "SHD", is_symmetric: true, parts: |found| whole(found.shd.count) },
    Distance { name: "SID", is_symmetric: false, parts: sid },
    Distance { name: "parent AID", is_symmetric: false, parts: |found| mistakes(&found.aid.parent) },
    Distance { name: "ancestor AID", is_symmetric: false, parts: |found| mistakes(&found.aid.ancestor) },
    Distance { name: "optimal AID", is_symmetric: false, parts: |found| mistakes(&found.aid.optimal) },
    Distance { name: "contSID", is_symmetric: true, parts: contsid },
    Distance { name: "joint contSID", is_symmetric: true, parts: joint },
];

fn whole(count: usize) -> Parts {
    Parts::from([((Vec::new(), 0), count as f64)])
}

fn sid(found: &Comparison) -> Parts {
    assert_eq!((found.sid.lower, &found.sid.always_wrong), (found.sid.upper, &found.sid.ever_wrong));
    let rows = found.sid.always_wrong.iter().enumerate();
    rows.flat_map(|(treatment, row)| row.iter().map(move |outcome| ((vec![treatment], outcome.index()), 1.0))).collect()
}

fn mistakes(found: &Mistakes) -> Parts {
    found.pairs().map(|(treatment, outcome)| ((vec![treatment.index()], outcome.index()), 1.0)).collect()
}

fn contsid(found: &Comparison) -> Parts {
    let Some(ContSidScore::Determined(contsid)) = &found.contsid else { panic!("directed graphs, with data") };
    let nodes = || NodeId::all(contsid.node_count());
    let pairs = nodes().flat_map(|treatment| nodes().map(move |outcome| (treatment, outcome)));
    pairs.map(|(a, b)| ((vec![a.index()], b.index()), contsid.distance(a, b))).collect()
}

fn joint(found: &Comparison) -> Parts {
    let Some(JointScore::Determined(joint)) = &found.joint else { panic!("directed graphs, with data and sets") };
    let compared = joint.pairs.iter().filter_map(|pair| Some((pair, pair.judgement.distance()?)));
    let treatments = |pair: &contsid::distance::contsid::JointPair| pair.treatments.iter().map(NodeId::index).collect();
    compared.map(|(pair, distance)| ((treatments(pair), pair.outcome.index()), distance)).collect()
}

/// Two graphs and a table on their nodes.
struct Scene {
    truth: Dag,
    learnt: Dag,
    table: Table,
}

fn scene(rng: &mut impl Rng) -> Scene {
    let (nodes, rows) = (rng.random_range(3..8), rng.random_range(8..40));
    let table = table_of(&random_columns(nodes, rows, rng));
    Scene { truth: random_dag(nodes, 0.4, rng), learnt: random_dag(nodes, 0.4, rng), table }
}

impl Scene {
    fn compare(&self, execution: &Execution<'_>) -> Comparison {
        let data = Prepared::new(&self.table, &ContSidOptions::default(), execution).unwrap();
        let nodes = self.truth.node_count();
        let sets = TreatmentSets::all_of_size(2, nodes, &Selection::all(nodes)).unwrap();
        let options = ComparisonOptions { treatment_sets: Some(sets), ..ComparisonOptions::default() };
        compare(self.truth.as_ref(), self.learnt.as_ref(), Some(&data), &options, execution).unwrap()
    }

    fn found(&self) -> Comparison {
        self.compare(&Execution::default())
    }
}

/// Runs a law on some scenes, for each distance.
fn check(seed: u64, law: impl Fn(&Scene, &Distance, &mut dyn Rng)) {
    let mut rng = seeded(seed);
    for _ in 0..ROUNDS {
        let scene = scene(&mut rng);
        for distance in &REGISTRY {
            law(&scene, distance, &mut rng);
        }
    }
}

/// Parts that are missing are zero: a pair that is left out in one graph is in the other.
fn assert_same(name: &str, a: &Parts, b: &Parts) {
    for key in a.keys().chain(b.keys()) {
        let [a, b] = [a, b].map(|parts| parts.get(key).copied().unwrap_or(0.0));
        assert!((a - b).abs() <= ROUNDING, "{name} of {key:?}: {a} and {b}");
    }
}

#[test]
fn equal_graphs_have_distance_zero() {
    check(41, |scene, distance, _| {
        let same = Scene { learnt: scene.truth.clone(), truth: scene.truth.clone(), table: scene.table.clone() };
        let parts = (distance.parts)(&same.found());
        assert!(parts.values().all(|&part| part == 0.0), "{}: {parts:?}", distance.name);
    });
}

#[test]
fn different_graphs_have_a_distance() {
    let [a, b, c] = [0, 1, 2].map(NodeId::new);
    let graph = |edges: &[(NodeId, NodeId)]| Dag::from_edges(3, edges.iter().copied()).unwrap();
    let columns = [vec![0.0, 1.0, 2.0, 4.0, 3.0], vec![1.0, 0.5, 3.0, 4.0, 2.0], vec![0.0, 2.0, 2.5, 3.0, 5.0]];
    let scene = Scene { truth: graph(&[(a, b), (b, c)]), learnt: graph(&[(c, b)]), table: table_of(&columns) };
    let found = scene.found();
    for distance in &REGISTRY {
        assert!((distance.parts)(&found).values().any(|&part| part > 0.0), "{}", distance.name);
    }
}

#[test]
fn names_of_nodes_do_not_matter() {
    check(42, |scene, distance, mut rng| {
        let nodes = scene.truth.node_count();
        let mut renamed: Vec<NodeId> = NodeId::all(nodes).collect();
        renamed.shuffle(&mut rng);
        let mut columns = scene.table.columns().to_vec();
        for (column, node) in scene.table.columns().iter().zip(&renamed) {
            columns[node.index()] = column.clone();
        }
        let table = Table::new(scene.table.names().clone(), columns).unwrap();
        let [truth, learnt] = [&scene.truth, &scene.learnt].map(|dag| dag.relabelled(&renamed));
        let other = (distance.parts)(&Scene { truth, learnt, table }.found());
        let moved = (distance.parts)(&scene.found()).into_iter().map(|((treatments, outcome), part)| {
            let mut moved: Vec<usize> = treatments.iter().map(|&node| renamed[node].index()).collect();
            moved.sort_unstable();
            // The whole of a distance has no pair that could move.
            let outcome = if moved.is_empty() { outcome } else { renamed[outcome].index() };
            ((moved, outcome), part)
        });
        assert_same(distance.name, &moved.collect(), &other);
    });
}

#[test]
fn symmetric_distances_are_symmetric() {
    check(43, |scene, distance, _| {
        let Scene { truth, learnt, table } = scene;
        let back = Scene { truth: learnt.clone(), learnt: truth.clone(), table: table.clone() };
        if distance.is_symmetric {
            assert_same(distance.name, &(distance.parts)(&scene.found()), &(distance.parts)(&back.found()));
        }
    });
}

#[test]
fn distances_that_are_not_called_symmetric_are_not() {
    let mut rng = seeded(44);
    let scenes: Vec<Scene> = (0..ROUNDS).map(|_| scene(&mut rng)).collect();
    for distance in REGISTRY.iter().filter(|distance| !distance.is_symmetric) {
        let differs = |scene: &Scene| {
            let back = Scene { truth: scene.learnt.clone(), learnt: scene.truth.clone(), table: scene.table.clone() };
            (distance.parts)(&scene.found()) != (distance.parts)(&back.found())
        };
        assert!(scenes.iter().any(differs), "{}", distance.name);
    }
}

#[test]
fn units_do_not_matter_under_the_median_bandwidth() {
    check(45, |scene, distance, rng| {
        let changed = |column: &Column| {
            let (factor, shift) = ([-4.0, 0.25, 1024.0][rng.random_range(0..3)], 2.0);
            Column::Numeric(column.as_numeric().unwrap().iter().map(|value| factor * value + shift).collect())
        };
        let columns = scene.table.columns().iter().map(changed).collect();
        let table = Table::new(scene.table.names().clone(), columns).unwrap();
        let other = Scene { truth: scene.truth.clone(), learnt: scene.learnt.clone(), table };
        assert_same(distance.name, &(distance.parts)(&scene.found()), &(distance.parts)(&other.found()));
    });
}

#[test]
fn threads_do_not_matter_to_the_last_bit() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    check(46, |scene, distance, _| {
        let two = (distance.parts)(&scene.compare(&Execution::default().on(&pool)));
        let one = (distance.parts)(&scene.found());
        let bits = |parts: &Parts| parts.iter().map(|(key, part)| (key.clone(), part.to_bits())).collect::<Vec<_>>();
        assert_eq!(bits(&one), bits(&two), "{}", distance.name);
    });
}
