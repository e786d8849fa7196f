//! Laws that every distance obeys, over a registry of all distances: single, joint, cross-fitted. A distance that is
//! added to it runs them all.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use contsid::comparison::{Comparison, ComparisonData, ComparisonOptions, compare_all};
use contsid::data::{Column, Table};
use contsid::distance::{Mistakes, Selection};
use contsid::effect::{Agreement, ContSidOptions, CrossFitOptions, Prepared, Score, TreatmentSets};
use contsid::embedding::Estimator;
use contsid::execution::Execution;
use contsid::graph::{Dag, NodeId, NodeSet};
use contsid::kernel::KernelFamily;
use contsid::named::Named;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use std::collections::BTreeMap;
use support::asks::{FlatPair, flat, uncertain};
use support::problems::{random_columns, table_of};
use support::{random_dag, seeded};

/// Sums in another order differ by rounding, which a condition number of some hundreds multiplies.
const ROUNDING: f64 = 1e-11;

/// The same for cross-fitted distances: at single interventions they are roots of differences, which may be near zero.
const ROUNDING_OF_ROOTS: f64 = 1e-8;

const ROUNDS: usize = 12;

/// A distance by its parts: by treatments and outcome, or the whole of it without any.
type Parts = BTreeMap<(Vec<usize>, usize), f64>;

/// A distance, and which laws it obeys besides those of all.
struct Distance {
    name: &'static str,
    is_symmetric: bool,
    tolerance: f64,
    parts: fn(&Comparison) -> Parts,
}

const REGISTRY: [Distance; 9] = [
    Distance { name: "SHD", is_symmetric: true, tolerance: 0.0, parts: |found| whole(found.shd.count) },
    Distance { name: "SID", is_symmetric: false, tolerance: 0.0, parts: sid },
    Distance { name: "parent AID", is_symmetric: false, tolerance: 0.0, parts: |found| mistakes(&found.aid.parent) },
    Distance {
        name: "ancestor AID",
        is_symmetric: false,
        tolerance: 0.0,
        parts: |found| mistakes(&found.aid.ancestor),
    },
    Distance { name: "optimal AID", is_symmetric: false, tolerance: 0.0, parts: |found| mistakes(&found.aid.optimal) },
    Distance { name: "contSID", is_symmetric: true, tolerance: ROUNDING, parts: contsid },
    Distance { name: "joint contSID", is_symmetric: true, tolerance: ROUNDING, parts: joint },
    Distance {
        name: "cross-fitted contSID",
        is_symmetric: true,
        tolerance: ROUNDING_OF_ROOTS,
        parts: |found| cross_fitted(found.crossfit.as_ref()),
    },
    Distance {
        name: "joint cross-fitted contSID",
        is_symmetric: true,
        tolerance: ROUNDING_OF_ROOTS,
        parts: |found| cross_fitted(found.joint_crossfit.as_ref()),
    },
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
    parts(flat(found.contsid.as_ref().expect("directed graphs, with data")))
}

fn joint(found: &Comparison) -> Parts {
    parts(flat(found.joint.as_ref().expect("directed graphs, with data and sets")))
}

fn cross_fitted(score: Option<&Score>) -> Parts {
    parts(uncertain(score.expect("directed graphs, with data in parts")))
}

fn parts(pairs: Vec<FlatPair>) -> Parts {
    let compared = pairs.into_iter().filter_map(|pair| Some((pair.distance()?, pair)));
    compared.map(|(distance, pair)| ((indices(&pair.treatments), pair.outcome.index()), distance)).collect()
}

fn indices(nodes: &NodeSet) -> Vec<usize> {
    nodes.iter().map(NodeId::index).collect()
}

/// Two graphs, a table on their nodes, and choices.
#[derive(Clone)]
struct Scene {
    truth: Dag,
    learnt: Dag,
    table: Table,
    options: ContSidOptions,
}

fn scene(rng: &mut impl Rng) -> Scene {
    let (nodes, rows) = (rng.random_range(3..7), rng.random_range(40..60));
    let table = table_of(&random_columns(nodes, rows, rng));
    let mut options = ContSidOptions::default();
    options.kernel.default = KernelFamily::CHOICES[rng.random_range(0..5)];
    options.estimator = [Estimator::Plain, Estimator::Centred][rng.random_range(0..2)];
    options.agreement = [Agreement::Either, Agreement::Both, Agreement::Never][rng.random_range(0..3)];
    Scene { truth: random_dag(nodes, 0.4, rng), learnt: random_dag(nodes, 0.4, rng), table, options }
}

impl Scene {
    fn compare(&self, execution: &Execution<'_>) -> Comparison {
        let crossfit = CrossFitOptions { seed: 0, ..CrossFitOptions::default() };
        let all_rows = Prepared::new(&self.table, &self.options, execution).unwrap();
        let parts = Prepared::in_parts(&self.table, &self.options, &crossfit, execution).unwrap();
        let nodes = self.truth.node_count();
        let sets = TreatmentSets::all_of_size(2, nodes, &Selection::all(nodes)).unwrap();
        let options = ComparisonOptions { treatment_sets: Some(sets), ..ComparisonOptions::default() };
        let data = ComparisonData { all_rows: Some(&all_rows), parts: Some(&parts) };
        let found = compare_all(self.truth.as_ref(), &[self.learnt.as_ref()], data, &options, execution).unwrap();
        found.into_iter().next().unwrap()
    }

    /// With the graphs exchanged.
    fn reversed(&self) -> Self {
        Self { truth: self.learnt.clone(), learnt: self.truth.clone(), ..self.clone() }
    }

    fn found(&self) -> Comparison {
        self.compare(&Execution::default())
    }
}

/// Some scenes.
fn scenes(seed: u64) -> impl Iterator<Item = (Scene, impl Rng)> {
    let mut rng = seeded(seed);
    (0..ROUNDS).map(move |round| (scene(&mut rng), seeded(seed + round as u64)))
}

impl Distance {
    /// Parts that are missing are zero: a pair that is left out in one graph is in the other.
    fn assert_same(&self, a: &Comparison, b: &Comparison, moved: impl Fn(Parts) -> Parts) {
        let (a, b) = (moved((self.parts)(a)), (self.parts)(b));
        for key in a.keys().chain(b.keys()) {
            let [a, b] = [&a, &b].map(|parts| parts.get(key).copied().unwrap_or(0.0));
            assert!((a - b).abs() <= self.tolerance, "{} of {key:?}: {a} and {b}", self.name);
        }
    }
}

#[test]
fn equal_graphs_have_distance_zero() {
    for (scene, _) in scenes(41) {
        for agreement in Agreement::CHOICES {
            let options = ContSidOptions { agreement: *agreement, ..scene.options.clone() };
            let found = Scene { learnt: scene.truth.clone(), options, ..scene.clone() }.found();
            for distance in &REGISTRY {
                let parts = (distance.parts)(&found);
                assert!(parts.values().all(|&part| part == 0.0), "{}: {parts:?}", distance.name);
            }
        }
    }
}

#[test]
fn different_graphs_have_a_distance() {
    let [a, b, c] = [0, 1, 2].map(NodeId::new);
    let graph = |edges: &[(NodeId, NodeId)]| Dag::from_edges(3, edges.iter().copied()).unwrap();
    let wave = |step: f64| (0..60).map(|row| (f64::from(row) * step).sin()).collect::<Vec<_>>();
    let (x, e, f) = (wave(0.7), wave(1.9), wave(3.1));
    let y: Vec<f64> = x.iter().zip(&e).map(|(x, e)| 2.0 * x + 0.3 * e).collect();
    let z: Vec<f64> = y.iter().zip(&f).map(|(y, f)| 2.0 * y + 0.3 * f).collect();
    let (truth, learnt) = (graph(&[(a, b), (b, c)]), graph(&[(c, b)]));
    let found = Scene { truth, learnt, table: table_of(&[x, y, z]), options: ContSidOptions::default() }.found();
    for distance in &REGISTRY {
        assert!((distance.parts)(&found).values().any(|&part| part > 0.0), "{}", distance.name);
    }
}

#[test]
fn names_of_nodes_do_not_matter() {
    for (scene, mut rng) in scenes(42) {
        let mut new: Vec<NodeId> = NodeId::all(scene.truth.node_count()).collect();
        new.shuffle(&mut rng);
        let mut columns = scene.table.columns().to_vec();
        for (column, node) in scene.table.columns().iter().zip(&new) {
            columns[node.index()] = column.clone();
        }
        let table = Table::new(scene.table.names().clone(), columns).unwrap();
        let [truth, learnt] = [&scene.truth, &scene.learnt].map(|dag| dag.relabelled(&new));
        let renamed = Scene { truth, learnt, table, options: scene.options.clone() };
        let moved = |parts: Parts| {
            let key = |(treatments, outcome): (Vec<usize>, usize)| {
                let mut moved: Vec<usize> = treatments.iter().map(|&node| new[node].index()).collect();
                moved.sort_unstable();
                // The whole of a distance has no pair that could move.
                let outcome = if moved.is_empty() { outcome } else { new[outcome].index() };
                (moved, outcome)
            };
            parts.into_iter().map(|(pair, part)| (key(pair), part)).collect()
        };
        let (before, after) = (scene.found(), renamed.found());
        for distance in &REGISTRY {
            distance.assert_same(&before, &after, moved);
        }
    }
}

#[test]
fn symmetric_distances_are_symmetric() {
    for (scene, _) in scenes(43) {
        let (there, back) = (scene.found(), scene.reversed().found());
        for distance in REGISTRY.iter().filter(|distance| distance.is_symmetric) {
            distance.assert_same(&there, &back, |parts| parts);
        }
    }
}

#[test]
fn distances_that_are_not_called_symmetric_are_not() {
    let pairs: Vec<_> = scenes(44).map(|(scene, _)| (scene.found(), scene.reversed().found())).collect();
    for distance in REGISTRY.iter().filter(|distance| !distance.is_symmetric) {
        let differs = |(there, back): &(Comparison, Comparison)| (distance.parts)(there) != (distance.parts)(back);
        assert!(pairs.iter().any(differs), "{}", distance.name);
    }
}

#[test]
fn units_do_not_matter_under_the_median_bandwidth() {
    for (scene, mut rng) in scenes(45) {
        let changed = |column: &Column| {
            let (factor, shift) = ([-4.0, 0.25, 1024.0][rng.random_range(0..3)], 2.0);
            Column::Numeric(column.as_numeric().unwrap().iter().map(|value| factor * value + shift).collect())
        };
        let columns = scene.table.columns().iter().map(changed).collect();
        let table = Table::new(scene.table.names().clone(), columns).unwrap();
        let (before, after) = (scene.found(), Scene { table, ..scene.clone() }.found());
        for distance in &REGISTRY {
            distance.assert_same(&before, &after, |parts| parts);
        }
    }
}

#[test]
fn threads_do_not_matter_to_the_last_bit() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let bits = |parts: Parts| parts.into_iter().map(|(key, part)| (key, part.to_bits())).collect::<Vec<_>>();
    for (scene, _) in scenes(46) {
        let (one, two) = (scene.found(), scene.compare(&Execution::default().on(&pool)));
        for distance in &REGISTRY {
            assert_eq!(bits((distance.parts)(&one)), bits((distance.parts)(&two)), "{}", distance.name);
        }
    }
}
