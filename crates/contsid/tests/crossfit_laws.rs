//! What must hold of cross-fitted contSID and its parts whatever the data, besides the laws of all distances in
//! `contract.rs`.

#![allow(clippy::unwrap_used, reason = "a test that cannot build its case fails")]

mod support;

use contsid::data::Table;
use contsid::distance::Selection;
use contsid::effect::{
    ContSidOptions, CrossFitOptions, Division, Effects, Guide, InterventionPoints, Interventions, Pair, Partition,
    PerColumn, Prepared, Score,
};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphClass, GraphPair, NodeId, NodeSet};
use contsid_oracle::population;
use rand::Rng;
use rand::seq::SliceRandom;
use std::num::NonZeroUsize;
use support::asks::uncertain;
use support::classes::undirected;
use support::monitor::Watch;
use support::problems::{normal, table_of};
use support::{literal, seeded};

/// Sums over parts in another order.
const ROUNDING: f64 = 1e-12;

/// Each of three columns is the one before it and noise.
fn chain(rows: usize, rng: &mut impl Rng) -> Vec<Vec<f64>> {
    let mut columns: Vec<Vec<f64>> = vec![(0..rows).map(|_| normal(rng)).collect()];
    for node in 0..2 {
        columns.push(columns[node].iter().map(|value| value + normal(rng)).collect());
    }
    columns
}

fn score(table: &Table, truth: &Dag, learnt: &Dag, options: &CrossFitOptions) -> Score {
    score_with(table, truth, learnt, &ContSidOptions::default(), options)
}

fn score_with(table: &Table, truth: &Dag, learnt: &Dag, settings: &ContSidOptions, options: &CrossFitOptions) -> Score {
    let execution = Execution::default();
    let prepared = Prepared::in_parts(table, settings, options, &execution).unwrap();
    let [truth, learnt] = [truth, learnt].map(|dag| GraphClass::from(dag.clone()));
    let selection = Selection::all(table.column_count());
    let scores = prepared.scores(&truth, &[&learnt], Effects::single(&selection), &execution).unwrap();
    scores.into_iter().next().flatten().unwrap()
}

/// All edges in the order of the nodes.
fn complete(nodes: usize) -> Dag {
    let edges = (0..nodes).flat_map(|to| (0..to).map(move |from| (NodeId::new(from), NodeId::new(to))));
    Dag::from_edges(nodes, edges).unwrap()
}

fn none(nodes: usize) -> Dag {
    Dag::from_edges(nodes, []).unwrap()
}

/// With more than 20 parts, so that deviations are between groups of them.
#[test]
fn the_order_of_repeats_does_not_matter() {
    let (rows, mut rng) = (21 * 20, seeded(70));
    let table = table_of(&chain(rows, &mut rng));
    let mut labels = || {
        let mut labels: Vec<usize> = (0..rows).map(|row| row % 21).collect();
        labels.shuffle(&mut rng);
        labels
    };
    let (first, second) = (labels(), labels());
    let of = |repeats: [&Vec<usize>; 2]| {
        let division = Division::Given(Partition::given(&repeats.map(Vec::clone), rows).unwrap());
        score(&table, &complete(3), &none(3), &CrossFitOptions { division, ..CrossFitOptions::default() })
    };
    let (one, other) = (of([&first, &second]), of([&second, &first]));
    let (one, other) = (uncertain(&one), uncertain(&other));
    assert_eq!(one.len(), 3);
    for (one, other) in one.iter().zip(&other) {
        let [d, other_d] = [one, other].map(|pair| pair.distance().unwrap());
        assert!(d > 0.0 && one.se > 0.0, "{one:?}");
        let near = |a: f64, b: f64| (a - b).abs() <= ROUNDING;
        assert!(near(d, other_d) && near(one.se, other.se), "{one:?} {other:?}");
    }
}

/// Four groups can be put together in pairs in three ways. The largest first would always give the same way.
#[test]
fn groups_that_fit_any_way_are_put_together_at_random() {
    let sizes = [30_usize, 31, 32, 33];
    let groups: Vec<u32> = (0..).zip(sizes).flat_map(|(group, rows)| vec![group; rows]).collect();
    let division = Division::Groups(groups.clone());
    let options = CrossFitOptions { division, repeats: NonZeroUsize::new(40), seed: 71, ..CrossFitOptions::default() };
    let partition = options.partition(groups.len()).unwrap();
    let first_rows = [0, 30, 61, 93];
    let with_the_first = (0..40).map(|repeat| {
        let labels = partition.labels(repeat);
        (1..4).filter(|&group| labels[first_rows[group]] == labels[0]).collect::<Vec<_>>()
    });
    let mut ways: Vec<Vec<usize>> = with_the_first.collect();
    ways.sort();
    ways.dedup();
    assert_eq!(ways, [[1], [2], [3]]);
}

/// A group of 25 rows and two of ten, for parts of at least twenty: the two must be together, which a random order
/// leaves apart if the large group comes last.
#[test]
fn groups_that_fit_one_way_only_are_put_together_so() {
    let groups: Vec<u32> = [(0, 25), (1, 10), (2, 10)].iter().flat_map(|&(group, rows)| vec![group; rows]).collect();
    let division = Division::Groups(groups.clone());
    let options = CrossFitOptions { division, repeats: NonZeroUsize::new(40), seed: 76, ..CrossFitOptions::default() };
    let partition = options.partition(groups.len()).unwrap();
    let mut large_first = 0;
    for repeat in 0..40 {
        let labels = partition.labels(repeat);
        assert!(labels[25..].iter().all(|&label| label == 1 - labels[0]), "{labels:?}");
        large_first += usize::from(labels[0] == 0);
    }
    assert!((1..40).contains(&large_first), "either part has the large group, not always the first");
}

/// Two parts in ten repeats leave ten degrees of freedom, for which Student's t₀.₉₇₅ is 2.228.
#[test]
fn a_difference_has_an_interval_of_students_quantile() {
    let columns = chain(80, &mut seeded(73));
    let execution = Execution::default();
    let (table, options) = (table_of(&columns), CrossFitOptions::default());
    let prepared = Prepared::in_parts(&table, &ContSidOptions::default(), &options, &execution).unwrap();
    let [truth, one, other] = [complete(3), none(3), complete(3)].map(GraphClass::from);
    let scores = prepared.scores(&truth, &[&one, &other], Effects::single(&Selection::all(3)), &execution).unwrap();
    let scores: Vec<Score> = scores.into_iter().flatten().collect();
    assert!(scores.iter().all(|score| score.grid.is_some_and(|grid| (grid.parts, grid.repeats) == (2, 10))));
    let found = scores[0].difference(&scores[1]).unwrap();
    assert!(found.value > 0.0 && found.se > 0.0, "{found:?}");
    let reach = 2.228_138_852 * found.se.hypot(found.model_se);
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-8;
    assert!(near(found.interval.lower, found.value - reach) && near(found.interval.upper, found.value + reach));
}

/// Two points are fewer than the coordinates of the treatment's values, ten are more: the kernels at the points are
/// taken directly, or as products of coordinates.
#[test]
fn points_that_are_listed_again_count_as_points_of_more_weight() {
    let mut rng = seeded(74);
    let treatment: Vec<f64> = (0..80).map(|row| f64::from(row % 2)).collect();
    let outcome = treatment.iter().map(|value| value + normal(&mut rng)).collect();
    let table = table_of(&[treatment, outcome]);
    let distance = |points: &[f64]| {
        let points = Interventions::Points(InterventionPoints::equal(points.to_vec()).unwrap());
        let options = ContSidOptions { interventions: PerColumn::all(points), ..ContSidOptions::default() };
        let found = score_with(&table, &complete(2), &none(2), &options, &CrossFitOptions::default());
        uncertain(&found)[0].distance().unwrap()
    };
    let (once, again) = (distance(&[-0.5, 1.7]), distance(&[-0.5, -0.5, -0.5, -0.5, -0.5, 1.7, 1.7, 1.7, 1.7, 1.7]));
    assert!(once > 0.1 && (once - again).abs() <= 1e-10, "{once} and {again}");
}

/// Two parts in each of ten repeats; few numbers are kept, so each part is prepared once.
#[test]
fn progress_is_in_parts() {
    let table = table_of(&chain(80, &mut seeded(77)));
    let options = CrossFitOptions::default();
    let prepared = Prepared::in_parts(&table, &ContSidOptions::default(), &options, &Execution::default()).unwrap();
    assert_eq!((prepared.sample_count(), prepared.node_count()), (80, 3));
    let (truth, learnt) = (complete(3), none(3));
    let counted = Watch::patient();
    let execution = Execution::default().watched_by(&counted);
    prepared.compare(GraphPair::new(&truth, &learnt).unwrap(), &execution).unwrap();
    assert_eq!((counted.announced(), counted.done()), (20, 20));
}

#[test]
fn a_matrix_has_treatments_as_rows() {
    let found = score(&table_of(&chain(80, &mut seeded(78))), &complete(3), &none(3), &CrossFitOptions::default());
    let is_estimated = |pair: &Pair| pair.upper.as_ref().is_some_and(|found| found.uncertainty.is_some());
    let outcome = found.matrix(3, -1.0, |pair| is_estimated(pair).then_some(pair.outcome.index() as f64));
    assert_eq!(outcome, [[-1.0, 1.0, 2.0], [-1.0, -1.0, 2.0], [-1.0, -1.0, -1.0]]);
}

/// 0 — 1 — 2 has three members.
#[test]
fn bounds_of_selected_treatments_are_those_of_members() {
    let table = table_of(&chain(80, &mut seeded(75)));
    let execution = Execution::default();
    let options = CrossFitOptions::default();
    let prepared = Prepared::in_parts(&table, &ContSidOptions::default(), &options, &execution).unwrap();
    let (truth, class) = (GraphClass::from(complete(3)), undirected(3, [(0, 1), (1, 2)]));
    let members: Vec<GraphClass> = class.members().map(GraphClass::from).collect();
    assert_eq!(members.len(), 3);
    let learnt: Vec<&GraphClass> = std::iter::once(&class).chain(&members).collect();
    for treatment in NodeId::all(3) {
        let selection = Selection::all(3).with_treatments(NodeSet::of(3, [treatment]));
        let scores = prepared.scores(&truth, &learnt, Effects::single(&selection), &execution).unwrap();
        let scores: Vec<Score> = scores.into_iter().flatten().collect();
        let of_members = || scores[1..].iter().map(Score::total);
        let (lower, upper) = (of_members().fold(f64::INFINITY, f64::min), of_members().fold(0.0, f64::max));
        assert!(scores[0].grid.is_some_and(|grid| (grid.parts, grid.repeats) == (2, 10)) && lower < upper);
        let near = |a: f64, b: f64| (a - b).abs() <= ROUNDING;
        assert!(near(scores[0].span().lower, lower) && near(scores[0].total(), upper), "{treatment:?}");
    }
}

/// A few values far from all others: a part that has none of them has hardly any data there.
#[test]
fn low_overlap_is_the_mean_over_the_pairs() {
    let mut columns = chain(120, &mut seeded(72));
    columns[0][..6].copy_from_slice(&[50.0, 100.0, 150.0, 200.0, 250.0, 300.0]);
    let found = score(&table_of(&columns), &complete(3), &none(3), &CrossFitOptions::default());
    let pairs = uncertain(&found);
    let of = |from: usize, to: usize| {
        let is = |treatment: NodeId, outcome: NodeId| (treatment.index(), outcome.index()) == (from, to);
        let pair = pairs.iter().find(|pair| pair.treatments.iter().all(|treatment| is(treatment, pair.outcome)));
        pair.unwrap().low_overlap
    };
    assert!(of(0, 1) > 0.01, "{}", of(0, 1));
    let mean = (of(0, 1) + of(0, 2) + of(1, 2)) / 3.0;
    assert!((found.low_overlap - mean).abs() <= ROUNDING, "{} instead of {mean}", found.low_overlap);
}

#[test]
fn interventions_anywhere_give_numbers() {
    let table = table_of(&chain(80, &mut seeded(77)));
    let points = InterventionPoints::equal(vec![1e300, -1e300, 1e12, 0.0]).unwrap();
    let interventions = PerColumn { default: Interventions::Points(points), ..PerColumn::default() };
    let settings = ContSidOptions { interventions, ..ContSidOptions::default() };
    let found = score_with(&table, &complete(3), &none(3), &settings, &CrossFitOptions::default()).sum.upper;
    assert!(found.value.is_finite() && found.se.unwrap().is_finite(), "{found:?}");
}

/// y = sin 2x + noise, or y = x + noise.
fn one_effect(rows: usize, is_linear: bool, rng: &mut impl Rng) -> Table {
    let x: Vec<f64> = (0..rows).map(|_| 1.5 * normal(rng)).collect();
    let effect = |x: &f64| if is_linear { *x } else { (2.0 * x).sin() };
    let y = x.iter().map(|x| effect(x) + 0.5 * normal(rng)).collect();
    table_of(&[x, y])
}

/// Other estimates disagree with the guided one where the guide is wrong, and widen its interval.
#[test]
fn where_nothing_is_linear_the_interval_is_wider_than_noise() {
    let found = |is_linear: bool, options: &CrossFitOptions| {
        let score = score(&one_effect(200, is_linear, &mut seeded(79)), &complete(2), &none(2), options);
        score.uncertain_pairs().next().map(|(.., found)| *found).unwrap()
    };
    let options = CrossFitOptions::default();
    let (linear, bent) = (found(true, &options), found(false, &options));
    assert!(bent.model_se > 5.0 * linear.model_se && bent.model_se > 0.01, "{linear:?} and {bent:?}");
    let reach = (bent.interval.upper - bent.interval.lower) / 2.0;
    assert!((reach - 2.228_138_852 * bent.se.hypot(bent.model_se)).abs() < 1e-8);
    // Without a guide, and in parts that are given, estimates are as they are defined.
    let labels: Vec<u32> = (0..200).map(|row| row % 2).collect();
    let given = Division::Given(Partition::given(&[labels], 200).unwrap());
    for options in [
        CrossFitOptions { guide: Guide::None, ..CrossFitOptions::default() },
        CrossFitOptions { division: given, guide: Guide::Linear, ..CrossFitOptions::default() },
    ] {
        assert_eq!(found(false, &options).model_se, 0.0);
    }
}

/// Z explains 96 % of X, so few rows say what happens when X is set against Z. The model is linear: with a guide the
/// distance is near that of the population.
#[test]
fn a_guide_makes_up_for_poor_overlap() {
    let (rows, mut rng) = (1000, seeded(78));
    let [x, y, z] = [0, 1, 2];
    let mut coefficients = vec![vec![0.0; 3]; 3];
    (coefficients[z][x], coefficients[x][y], coefficients[z][y]) = (5.0, 1.0, -5.0);
    let mut columns = vec![Vec::new(); 3];
    for _ in 0..rows {
        let (cause, noise) = (normal(&mut rng), [normal(&mut rng), normal(&mut rng)]);
        let treatment = 5.0 * cause + noise[0];
        let row = [treatment, treatment - 5.0 * cause + noise[1], cause];
        columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    let graph = |edges: &[(usize, usize)]| {
        Dag::from_edges(3, edges.iter().map(|&(a, b)| (NodeId::new(a), NodeId::new(b)))).unwrap()
    };
    let (truth, learnt) = (graph(&[(z, x), (x, y), (z, y)]), graph(&[(z, x), (z, y)]));
    let covariance = population::covariance(&coefficients);
    let expected = population::contsid(&literal(&truth), &literal(&learnt), &covariance)[x][y];
    let error = |guide| {
        let options = CrossFitOptions { guide, ..CrossFitOptions::default() };
        let score = score(&table_of(&columns), &truth, &learnt, &options);
        (score.total() - expected).abs()
    };
    let (guided, plain) = (error(Guide::Linear), error(Guide::None));
    assert!(guided < 0.03 && plain > 3.0 * guided, "{guided} with a guide, {plain} without");
}
