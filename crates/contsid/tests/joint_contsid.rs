//! What must hold of contSID of joint interventions whatever the data, besides the laws of all distances in
//! `contract.rs`.

mod support;

use contsid::data::{Column, Table};
use contsid::distance::Selection;
use contsid::distance::bounds::Span;
use contsid::effect::{
    Agreement, ContSidError, ContSidOptions, InterventionPoints, Interventions, JointLimits, LambdaChoice, Prepared,
    Score, TreatmentSets,
};
use contsid::embedding::Estimator;
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Dag, GraphClass, GraphPair, NodeId, NodeSet};
use contsid::kernel::KernelFamily;
use contsid::named::Named;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use std::num::NonZeroUsize;
use support::asks::{Asks, FlatPair, flat};
use support::monitor::Watch;
use support::problems::{random_columns, table_of};
use support::{random_dag, seeded};

/// Sums in another order differ by rounding, which a condition number of some hundreds multiplies.
const ROUNDING: f64 = 1e-11;

const ROUNDS: usize = 20;

struct Example {
    truth: Dag,
    learnt: Dag,
    table: Table,
    options: ContSidOptions,
    size: usize,
}

fn example(rng: &mut impl Rng) -> Example {
    let (nodes, rows) = (rng.random_range(4..8), rng.random_range(5..40));
    let mut options = ContSidOptions::default();
    options.kernel.default = KernelFamily::CHOICES[rng.random_range(0..5)];
    options.estimator = [Estimator::Plain, Estimator::Centred][rng.random_range(0..2)];
    let (truth, learnt) = (random_dag(nodes, 0.4, rng), random_dag(nodes, 0.4, rng));
    let table = table_of(&random_columns(nodes, rows, rng));
    Example { truth, learnt, table, options, size: rng.random_range(2..4) }
}

fn sets_of(size: usize, nodes: usize) -> TreatmentSets {
    TreatmentSets::all_of_size(size, nodes, &Selection::all(nodes)).expect("some sets")
}

fn joint_of(prepared: &Prepared<'_>, truth: &Dag, learnt: &Dag, sets: &TreatmentSets) -> Score {
    let (pair, all) = (GraphPair::new(truth, learnt).expect("the same nodes"), Selection::all(truth.node_count()));
    prepared.joint(pair, sets, &all, JointLimits::default(), &Execution::default()).expect("a fit")
}

fn joint(truth: &Dag, learnt: &Dag, table: &Table, options: &ContSidOptions, size: usize) -> Score {
    let prepared = Prepared::new(table, options, &Execution::default()).expect("a table");
    joint_of(&prepared, truth, learnt, &sets_of(size, truth.node_count()))
}

fn assert_close(a: &Score, b: &Score) {
    assert_eq!((a.left_out, a.pair_count()), (b.left_out, b.pair_count()));
    for (a, b) in flat(a).into_iter().zip(flat(b)) {
        assert_eq!((&a.treatments, a.outcome), (&b.treatments, b.outcome));
        match (a.distance(), b.distance()) {
            (Some(one), Some(other)) => assert!((one - other).abs() <= ROUNDING, "{a:?} and {b:?}"),
            (one, other) => assert_eq!((one, other), (None, None), "{a:?} and {b:?}"),
        }
    }
}

/// Bit by bit: the same systems, points and sums.
#[test]
fn sets_of_one_treatment_are_contsid() {
    let mut rng = seeded(91);
    for round in 0..2 * ROUNDS {
        let Example { truth, learnt, table, mut options, .. } = example(&mut rng);
        options.agreement = [Agreement::Either, Agreement::Both, Agreement::Learnt, Agreement::Never][round % 4];
        if round % 5 == 0 {
            options.lambda = LambdaChoice::LeaveOneOut;
        }
        if round % 3 == 0 {
            options.interventions.default = Interventions::Quantiles(NonZeroUsize::new(4).expect("not zero"));
        }
        let prepared = Prepared::new(&table, &options, &Execution::default()).expect("a table");
        let pair = GraphPair::new(&truth, &learnt).expect("the same nodes");
        let single = prepared.compare(pair, &Execution::default()).expect("a fit");
        let found = joint_of(&prepared, &truth, &learnt, &sets_of(1, truth.node_count()));
        assert_eq!(found.total().to_bits(), single.total().to_bits());
        for pair in &flat(&found) {
            let treatment = pair.treatments.first().expect("one treatment");
            let (case, distance) = (single.case(treatment, pair.outcome), single.distance(treatment, pair.outcome));
            assert_eq!((pair.case, pair.distance()), (Some(case.expect("a case")), Some(distance)));
        }
    }
}

#[test]
fn the_order_of_the_rows_does_not_matter() {
    let mut rng = seeded(95);
    for _ in 0..ROUNDS {
        let Example { truth, learnt, table, options, size } = example(&mut rng);
        let mut order: Vec<usize> = (0..table.row_count()).collect();
        order.shuffle(&mut rng);
        let shuffled = table.columns().iter().map(|column| {
            let values = column.as_numeric().expect("numbers");
            Column::Numeric(order.iter().map(|&row| values[row]).collect())
        });
        let shuffled = Table::new(table.names().clone(), shuffled.collect()).expect("columns of one length");
        let expected = joint(&truth, &learnt, &table, &options, size);
        assert_close(&expected, &joint(&truth, &learnt, &shuffled, &options, size));
    }
}

#[test]
fn the_same_bytes_on_one_two_and_three_threads_and_when_asked_again() {
    let mut rng = seeded(96);
    let pools = [2, 3].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads"));
    for _ in 0..ROUNDS {
        let Example { truth, learnt, table, options, size } = example(&mut rng);
        let alone = joint(&truth, &learnt, &table, &options, size);
        let (sets, all) = (sets_of(size, truth.node_count()), Selection::all(truth.node_count()));
        let pair = GraphPair::new(&truth, &learnt).expect("the same nodes");
        for pool in &pools {
            let execution = Execution::default().on(pool);
            let prepared = Prepared::new(&table, &options, &execution).expect("a table");
            for _ in 0..2 {
                let found = prepared.joint(pair, &sets, &all, JointLimits::default(), &execution).expect("a fit");
                assert_eq!(found, alone);
                assert_eq!(found.total().to_bits(), alone.total().to_bits());
            }
        }
    }
}

/// Whether a range is that of the values, but for rounding; none for no value.
fn assert_range(range: Option<Span<f64>>, values: &[f64]) {
    let Some(Span { lower, upper }) = range else { return assert!(values.is_empty()) };
    let (least, most) =
        (values.iter().copied().fold(f64::INFINITY, f64::min), values.iter().copied().fold(0.0, f64::max));
    assert!((lower - least).abs() <= ROUNDING * most.max(1.0) && (upper - most).abs() <= ROUNDING * most.max(1.0));
}

#[test]
fn bounds_are_those_of_all_pairs_of_members() {
    let mut rng = seeded(97);
    for round in 0..ROUNDS {
        let Example { truth, learnt, table, mut options, size } = example(&mut rng);
        if round % 5 == 0 {
            options.lambda = LambdaChoice::LeaveOneOut;
        }
        let [truth, learnt] = [&truth, &learnt].map(|dag| GraphClass::from(Cpdag::of(dag)));
        if truth.members().count() * learnt.members().count() > 60 {
            continue;
        }
        let prepared = Prepared::new(&table, &options, &Execution::default()).expect("a table");
        let (sets, all) = (sets_of(size, truth.node_count()), Selection::all(truth.node_count()));
        let classes = GraphPair::new(&truth, &learnt).expect("the same nodes");
        let limits = JointLimits::default();
        let found = prepared.joint_bounds(classes, &sets, &all, limits, &Execution::default()).expect("a fit");
        let listed: Vec<Score> = truth
            .members()
            .flat_map(|first| {
                learnt.members().map(|second| joint_of(&prepared, &first, &second, &sets)).collect::<Vec<_>>()
            })
            .collect();
        let sums: Vec<f64> = listed.iter().map(Score::total).collect();
        assert_range(Some(found.span()), &sums);
        let means: Option<Vec<f64>> = listed.iter().map(|joint| joint.mean.map(|mean| mean.upper)).collect();
        assert_range(found.mean, &means.unwrap_or_default());
        let left_out = listed.iter().map(|joint| joint.left_out.upper);
        let (least, most) = (left_out.clone().min().expect("members"), left_out.max().expect("members"));
        assert_eq!(found.left_out, Span { lower: least, upper: most });
        let of_members: Vec<Vec<FlatPair>> = listed.iter().map(flat).collect();
        for (index, pair) in flat(&found).iter().enumerate() {
            let distances: Vec<f64> = of_members.iter().filter_map(|pairs| pairs[index].distance()).collect();
            assert_eq!(pair.left_out, listed.len() - distances.len());
            assert_range(pair.range, &distances);
        }
    }
}

fn numbers(rows: u32, step: f64) -> Column {
    Column::Numeric((0..rows).map(|row| (step * f64::from(row)).sin()).collect())
}

fn waves(nodes: usize, rows: u32) -> Table {
    let names = contsid::graph::NodeNames::numbered(nodes);
    let columns = (0..nodes).map(|node| numbers(rows, 1.0 + node as f64 * 0.37)).collect();
    Table::new(names, columns).expect("columns of one length")
}

/// a → m → y, m → b → y: m confounds b and y, but carries the effect of a.
#[test]
fn a_pair_without_an_adjustment_set_is_left_out() {
    let [a, m, b, y] = [0, 1, 2, 3].map(NodeId::new);
    let truth = Dag::from_edges(4, [(a, m), (m, y), (b, y), (m, b)]).expect("acyclic");
    let learnt = Dag::from_edges(4, [(a, m), (b, y)]).expect("acyclic");
    let prepared = Prepared::new(&waves(4, 30), &ContSidOptions::default(), &Execution::default()).expect("a table");
    for (truth, learnt) in [(&truth, &learnt), (&learnt, &truth)] {
        let sets = TreatmentSets::new(4, [vec![a, b], vec![b]]).expect("sets");
        let found = joint_of(&prepared, truth, learnt, &sets);
        let pairs = flat(&found);
        let labels: Vec<&str> = pairs.iter().map(|pair| pair.label).collect();
        // Setting b alone is identified in both: its parent m is valid.
        assert_eq!((pairs[1].outcome, labels[1]), (y, "no adjustment set"));
        assert_eq!((found.left_out, pairs.len()), (Span::point(1), 5));
        let distances: Vec<f64> = pairs.iter().filter_map(FlatPair::distance).collect();
        assert_eq!((distances.len(), found.mean), (4, Some(Span::point(found.total() / 4.0))));
        let alone = TreatmentSets::new(4, [[a, b]]).expect("sets");
        let only_y = Selection::all(4).with_outcomes(NodeSet::of(4, [y]));
        let pair = GraphPair::new(truth, learnt).expect("the same nodes");
        let found =
            prepared.joint(pair, &alone, &only_y, JointLimits::default(), &Execution::default()).expect("a fit");
        assert_eq!((found.total(), found.mean, found.left_out), (0.0, None, Span::point(1)));
    }
}

/// The interventions on the treatments that matter have the same distribution whatever else is set.
#[test]
fn treatments_that_do_not_matter_change_nothing() {
    let [a, b, c, y] = [0, 1, 2, 3].map(NodeId::new);
    let truth = Dag::from_edges(4, [(a, y), (b, y)]).expect("acyclic");
    let learnt = Dag::from_edges(4, [(a, y)]).expect("acyclic");
    for grid in [None, NonZeroUsize::new(5)] {
        let mut options = ContSidOptions::default();
        options.interventions.default = grid.map_or(Interventions::Observed, Interventions::Grid);
        let prepared = Prepared::new(&waves(4, 25), &options, &Execution::default()).expect("a table");
        let sets = TreatmentSets::new(4, [vec![a, b], vec![a, b, c]]).expect("sets");
        let found = joint_of(&prepared, &truth, &learnt, &sets);
        let of_y: Vec<Option<f64>> =
            flat(&found).iter().filter(|pair| pair.outcome == y).map(FlatPair::distance).collect();
        assert_eq!(of_y[0], of_y[1]);
        assert!(of_y[0].is_some_and(|distance| distance > 0.01));
    }
}

#[test]
fn progress_is_reported_and_a_monitor_can_stop_it() {
    let mut rng = seeded(98);
    let (truth, learnt) = (random_dag(7, 0.5, &mut rng), random_dag(7, 0.5, &mut rng));
    let (pair, sets) = (GraphPair::new(&truth, &learnt).expect("the same nodes"), sets_of(2, 7));
    // Nothing is known yet of data that were prepared again.
    let run = |monitor: &Watch| {
        let prepared =
            Prepared::new(&waves(7, 30), &ContSidOptions::default(), &Execution::default()).expect("a table");
        let execution = Execution::default().watched_by(monitor);
        prepared.joint(pair, &sets, &Selection::all(7), JointLimits::default(), &execution)
    };
    let all = Watch::patient();
    run(&all).expect("a fit");
    assert_eq!(all.done(), all.announced());
    // After the 42 questions to the graphs.
    for after in [0, 10, 50] {
        let stopped = run(&Watch::stopping_after(after));
        assert!(matches!(stopped, Err(ContSidError::Cancelled(_))), "{after}");
    }
}

#[test]
fn what_would_not_finish_is_refused_with_the_count() {
    let mut rng = seeded(99);
    let (truth, learnt) = (random_dag(6, 0.6, &mut rng), random_dag(6, 0.6, &mut rng));
    let (pair, all, sets) =
        (GraphPair::new(&truth, &learnt).expect("the same nodes"), Selection::all(6), sets_of(2, 6));
    let mut options = ContSidOptions::default();
    let prepared =
        |options: &ContSidOptions| Prepared::new(&waves(6, 30), options, &Execution::default()).expect("a table");
    let limits = JointLimits { work: 1000.0, ..JointLimits::default() };
    let refused = prepared(&options).joint(pair, &sets, &all, limits, &Execution::default());
    assert!(matches!(refused, Err(ContSidError::TooMuchWork { systems: 2.., rows: 30, .. })), "{refused:?}");

    options.interventions.default = Interventions::Grid(NonZeroUsize::new(101).expect("not zero"));
    let refused = prepared(&options).joint(pair, &sets, &all, JointLimits::default(), &Execution::default());
    assert!(matches!(refused, Err(ContSidError::TooManyPoints { count: 10_201, limit: 10_000, .. })), "{refused:?}");

    let class = support::classes::clique(6);
    let classes = GraphPair::new(&class, &class).expect("the same nodes");
    let refused = prepared(&ContSidOptions::default()).joint_bounds(
        classes,
        &sets,
        &all,
        JointLimits::default(),
        &Execution::default(),
    );
    assert_eq!(refused, Err(ContSidError::TooManyMembers { limit: 1024 }));
}

/// Two treatments: ten thousand combinations of their values are the most, but rows of one table are not combined.
#[test]
fn the_most_combined_values_and_a_longer_table_are_accepted() {
    let edges = [(0, 2), (1, 2)].map(|(from, to)| (NodeId::new(from), NodeId::new(to)));
    let (truth, learnt) = (Dag::from_edges(3, edges).expect("no cycle"), Dag::from_edges(3, []).expect("no edges"));
    let (mut grid, mut listed) = (ContSidOptions::default(), ContSidOptions::default());
    grid.interventions.default = Interventions::Grid(NonZeroUsize::new(100).expect("not zero"));
    let values = |shift: f64| (0..10_001).map(|row| (f64::from(row) * 0.01 + shift).sin()).collect();
    let points = InterventionPoints::rows(vec![values(0.0), values(1.0)], &vec![1.0; 10_001]).expect("finite values");
    for (node, points) in points.into_iter().enumerate() {
        listed.interventions = listed.interventions.with(format!("V{}", node + 1), Interventions::Points(points));
    }
    for options in [grid, listed] {
        let prepared = Prepared::new(&waves(3, 8), &options, &Execution::default()).expect("a table");
        let both = TreatmentSets::new(3, [[0, 1].map(NodeId::new)]).expect("a set");
        let found = joint_of(&prepared, &truth, &learnt, &both);
        assert!(flat(&found).iter().any(|pair| pair.distance() > Some(0.0)), "{found:?}");
    }
}

/// 0 — 1 — 2 has three members.
#[test]
fn the_most_pairs_of_members_are_compared() {
    let class = support::classes::undirected(3, [(0, 1), (1, 2)]);
    let prepared = Prepared::new(&waves(3, 8), &ContSidOptions::default(), &Execution::default()).expect("a table");
    let pair = GraphPair::new(&class, &class).expect("the same nodes");
    let within = |member_pairs: usize| {
        let limits = JointLimits { member_pairs, ..JointLimits::default() };
        prepared.joint_bounds(pair, &sets_of(2, 3), &Selection::all(3), limits, &Execution::default())
    };
    assert!(within(9).is_ok());
    assert_eq!(within(8), Err(ContSidError::TooManyMembers { limit: 8 }));
}

#[test]
fn sets_say_their_size_if_it_is_one() {
    let sets = |sets: &[&[usize]]| {
        let sets = sets.iter().map(|set| set.iter().map(|&node| NodeId::new(node)));
        TreatmentSets::new(4, sets).expect("sets")
    };
    let (pairs, mixed) = (sets(&[&[0, 1], &[1, 3]]), sets(&[&[0, 1], &[2]]));
    assert_eq!((pairs.size(), mixed.size(), pairs.all_of()), (Some(2), None, None));
    assert_eq!((sets_of(3, 4).size(), sets_of(3, 4).all_of()), (Some(3), Some(3)));
}

/// A table that is read twice is one table: its rows are not combined with each other.
#[test]
fn equal_tables_of_values_are_one() {
    let edges = [(0, 2), (1, 2)].map(|(from, to)| (NodeId::new(from), NodeId::new(to)));
    let (truth, learnt) = (Dag::from_edges(3, edges).expect("no cycle"), Dag::from_edges(3, []).expect("no edges"));
    let both = TreatmentSets::new(3, [[0, 1].map(NodeId::new)]).expect("a set");
    let columns = || InterventionPoints::rows(vec![vec![-0.5, 0.8], vec![0.1, -0.7]], &[1.0, 2.0]).expect("a table");
    let sum = |first: InterventionPoints, second: InterventionPoints| {
        let mut options = ContSidOptions::default();
        for (name, points) in [("V1", first), ("V2", second)] {
            options.interventions = options.interventions.with(name, Interventions::Points(points));
        }
        let prepared = Prepared::new(&waves(3, 12), &options, &Execution::default()).expect("a table");
        joint_of(&prepared, &truth, &learnt, &both).sum
    };
    let (once, again) = (columns(), columns());
    let together = sum(once[0].clone(), once[1].clone());
    assert_eq!(sum(once[0].clone(), again[1].clone()), together);
    let other = InterventionPoints::rows(vec![vec![-0.5, 0.8], vec![0.1, -0.6]], &[1.0, 2.0]).expect("a table");
    assert_ne!(sum(other[0].clone(), once[1].clone()), together, "rows of two tables are combined");
}
