//! Bounds of contSID against the literal equations over all members.

mod support;

use contsid::comparison::{ComparisonData, ComparisonOptions, Undirected, fixes};
use contsid::distance::Selection;
use contsid::distance::bounds::{Exactness, Limits, ParentChoices, Span};
use contsid::effect::{
    ContSidError, ContSidOptions, LambdaChoice, Prepared, Score, contsid_limits, leave_one_out_grid,
};
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Dag, GraphClass, GraphPair, NodeId, NodeSet};
use contsid_oracle::contsid::{Lambda, Problem};
use rand::Rng;
use support::asks::{Asks, row};
use support::classes::{clique, with_edge_of, with_knowledge};
use support::monitor::Watch;
use support::problems::{Case, random_case, random_columns, table_of};
use support::{literal, seeded};

/// Both sides solve systems whose condition number is at most some hundreds.
const TOLERANCE: f64 = 1e-10;

/// More pairs of members than these are not listed.
const MOST_PAIRS: usize = 150;

/// A table of few rows and two classes on its columns.
struct ClassCase {
    case: Case,
    truth: GraphClass,
    learnt: GraphClass,
}

fn random_class_case(round: usize, rng: &mut impl Rng) -> Option<ClassCase> {
    let mut case = random_case([0.3, 1.0, 3.0][round % 3], rng);
    case.problem.columns.iter_mut().for_each(|column| column.truncate(12));
    case.table = table_of(&case.problem.columns);
    if round.is_multiple_of(7) {
        let grid = leave_one_out_grid(case.table.row_count());
        case.options.lambda = LambdaChoice::LeaveOneOut;
        case.problem.lambda = Lambda::LeaveOneOut(grid.iter().map(|lambda| lambda.value()).collect());
    }
    let mut class = |dag: &Dag, kind: usize| match kind {
        0 => GraphClass::from(dag.clone()),
        1 | 2 => GraphClass::from(Cpdag::of(dag)),
        _ => GraphClass::from(with_knowledge(&Cpdag::of(dag), rng)),
    };
    let (truth, learnt) = (class(&case.truth, round % 4), class(&case.learnt, round / 4 % 4));
    let listed = truth.members().take(MOST_PAIRS).count() * learnt.members().take(MOST_PAIRS).count();
    let small = case.table.column_count() <= 7 && case.table.row_count() >= 2;
    (small && listed < MOST_PAIRS).then_some(ClassCase { case, truth, learnt })
}

/// The ranges of the sum and of each pair over all pairs of members.
struct Listed {
    total: (f64, f64),
    pairs: Vec<Vec<(f64, f64)>>,
}

fn by_listing(problem: &Problem, truth: &GraphClass, learnt: &GraphClass) -> Listed {
    let (count, none) = (truth.node_count(), (f64::INFINITY, f64::NEG_INFINITY));
    let mut listed = Listed { total: none, pairs: vec![vec![none; count]; count] };
    let widen = |range: &mut (f64, f64), value: f64| *range = (range.0.min(value), range.1.max(value));
    for first in truth.members() {
        for second in learnt.members() {
            let answer = problem.contsid(&literal(&first), &literal(&second));
            widen(&mut listed.total, answer.distances.iter().flatten().sum());
            for (ranges, row) in listed.pairs.iter_mut().zip(&answer.distances) {
                ranges.iter_mut().zip(row).for_each(|(range, &distance)| widen(range, distance));
            }
        }
    }
    listed
}

/// The bounds; none where an intervention has no data near it.
fn bounds(case: &ClassCase, limits: Limits) -> Option<Score> {
    let prepared = Prepared::new(&case.case.table, &case.case.options, &Execution::default()).expect("a table");
    let pair = GraphPair::new(&case.truth, &case.learnt).expect("the same nodes");
    let selection = Selection::all(pair.node_count());
    match prepared.bounds(pair, &selection, limits, &Execution::default()) {
        Ok(found) => Some(found),
        Err(ContSidError::WeightSum { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

fn cases(count: usize, seed: u64) -> impl Iterator<Item = ClassCase> {
    let mut rng = seeded(seed);
    (0..count).filter_map(move |round| random_class_case(round, &mut rng))
}

#[test]
fn exact_bounds_equal_all_pairs_of_members() {
    let (mut compared, mut both) = (0, 0);
    for case in cases(160, 40) {
        let Some(found) = bounds(&case, contsid_limits()) else { continue };
        let expected = by_listing(&case.case.problem, &case.truth, &case.learnt);
        assert_eq!((found.exactness, found.rows.len()), (Exactness::Exact, case.truth.node_count()));
        let near = |a: f64, b: f64| (a - b).abs() <= TOLERANCE * b.max(1.0);
        assert!(near(found.span().lower, expected.total.0) && near(found.span().upper, expected.total.1), "{found:?}");
        for (node, ranges) in NodeId::all(case.truth.node_count()).zip(&expected.pairs) {
            let pairs = row(&found, node, case.truth.node_count()).into_iter().zip(ranges);
            for (Span { lower, upper }, range) in pairs {
                assert!(near(lower, range.0) && near(upper, range.1), "{node:?}: {lower} {upper} {range:?}");
            }
        }
        compared += 1;
        both += usize::from(!case.truth.is_single() && !case.learnt.is_single());
    }
    assert!(compared > 50 && both > 15, "only {compared} comparisons, {both} of two classes");
}

#[test]
fn relaxed_bounds_hold_all_members() {
    let mut relaxed = 0;
    for case in cases(40, 41) {
        for limits in [Limits { parent_sets: 1, ..contsid_limits() }, Limits { parts: 0, ..contsid_limits() }] {
            let Some(found) = bounds(&case, limits) else { continue };
            let expected = by_listing(&case.case.problem, &case.truth, &case.learnt);
            assert!(
                found.span().lower <= expected.total.0 + TOLERANCE && found.total() >= expected.total.1 - TOLERANCE
            );
            for (node, ranges) in NodeId::all(case.truth.node_count()).zip(&expected.pairs) {
                let pairs = row(&found, node, case.truth.node_count()).into_iter().zip(ranges);
                for (Span { lower, upper }, range) in pairs {
                    assert!(lower <= range.0 + TOLERANCE && upper >= range.1 - TOLERANCE, "{upper} {range:?}");
                }
            }
            relaxed += usize::from(found.exactness == Exactness::Relaxed);
        }
    }
    assert!(relaxed > 15);
}

#[test]
fn a_clique_of_thirty_has_outer_bounds() {
    let table = table_of(&random_columns(30, 20, &mut seeded(42)));
    let prepared = Prepared::new(&table, &ContSidOptions::default(), &Execution::default()).unwrap();
    let (truth, learnt) = (GraphClass::from(Dag::from_edges(30, []).unwrap()), clique(30));
    let pair = GraphPair::new(&truth, &learnt).unwrap();
    let found = prepared.bounds(pair, &Selection::all(30), contsid_limits(), &Execution::default()).unwrap();
    assert_eq!((found.span().lower, found.exactness), (0.0, Exactness::Relaxed));
    assert!(found.total().is_finite() && found.total() > 0.0);
    let every_order = prepared
        .compare(GraphPair::new(truth.extension(), learnt.extension()).unwrap(), &Execution::default())
        .unwrap();
    assert!(every_order.total() <= found.total());
}

/// A clique of n nodes has n·2ⁿ⁻¹ pairs of a node and a parent set: 53 248 for 13 nodes, 114 688 for 14.
#[test]
fn fewer_parent_sets_are_listed_than_for_distances_without_systems() {
    let listed = |nodes| ParentChoices::new(&clique(nodes), contsid_limits()).count(NodeId::new(0));
    assert_eq!((listed(13), listed(14)), (Some(1 << 12), None));
    assert_eq!(ParentChoices::new(&clique(14), Limits::default()).count(NodeId::new(0)), Some(1 << 13));
}

/// Under a strong ridge the estimates are near zero: what remains of a pair with a path in one graph is the marginal,
/// so that its distance is near one.
#[test]
fn outer_bounds_hold_the_marginal_where_estimates_vanish() {
    let table = table_of(&random_columns(3, 12, &mut seeded(46)));
    let lambda = contsid::embedding::Lambda::new(1e6).unwrap();
    let options = ContSidOptions { lambda: LambdaChoice::Fixed(lambda), ..ContSidOptions::default() };
    let prepared = Prepared::new(&table, &options, &Execution::default()).unwrap();
    let (truth, learnt) = (GraphClass::from(Dag::from_edges(3, []).unwrap()), clique(3));
    let (pair, all) = (GraphPair::new(&truth, &learnt).unwrap(), Selection::all(3));
    let within = |limits| prepared.bounds(pair, &all, limits, &Execution::default()).unwrap();
    let (exact, outer) = (within(contsid_limits()), within(Limits { parent_sets: 1, ..contsid_limits() }));
    assert_eq!((exact.exactness, outer.exactness), (Exactness::Exact, Exactness::Relaxed));
    for node in NodeId::all(3) {
        let reached = row(&exact, node, 3).into_iter().zip(row(&outer, node, 3));
        for (other, (exact, outer)) in NodeId::all(3).zip(reached).filter(|&(other, _)| other != node) {
            let (exact, outer) = (exact.upper, outer.upper);
            assert!(exact > 0.99 && exact <= outer && outer < 1.01, "{node:?} on {other:?}: {exact} of {outer}");
        }
    }
}

#[test]
fn the_threads_do_not_matter() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    for case in cases(40, 43) {
        let Some(found) = bounds(&case, contsid_limits()) else { continue };
        let prepared = Prepared::new(&case.case.table, &case.case.options, &Execution::default()).unwrap();
        let pair = GraphPair::new(&case.truth, &case.learnt).unwrap();
        let selection = Selection::all(pair.node_count());
        let threaded = prepared.bounds(pair, &selection, contsid_limits(), &Execution::default().on(&pool)).unwrap();
        assert_eq!(threaded, found);
    }
}

#[test]
fn fixed_classes_equal_all_pairs_of_their_members() {
    let (mut compared, mut both) = (0, 0);
    for case in cases(60, 44) {
        let prepared = Prepared::new(&case.case.table, &case.case.options, &Execution::default()).unwrap();
        let (truth, learnt) = (case.truth.graph(), case.learnt.graph());
        let options = ComparisonOptions::default();
        let data = ComparisonData { all_rows: Some(&prepared), parts: None };
        let Ok(found) = fixes(truth, learnt, &options, data, &Execution::default()) else { continue };
        for fix in found.iter().take(4) {
            let Ok(after) = &fix.outcome else { continue };
            let graph = with_edge_of(truth, learnt, fix.edge);
            let class = Undirected::Bounds.class_of(&graph).unwrap();
            if case.truth.members().take(MOST_PAIRS).count() * class.members().take(MOST_PAIRS).count() >= MOST_PAIRS {
                continue;
            }
            let expected = by_listing(&case.case.problem, &case.truth, &class).total;
            let Span { lower, upper } = after.contsid.unwrap();
            let near = |a: f64, b: f64| (a - b).abs() <= TOLERANCE * b.max(1.0);
            assert!(near(lower, expected.0) && near(upper, expected.1), "{lower} {upper} {expected:?}");
            compared += 1;
            both += usize::from(!case.truth.is_single() && !class.is_single());
        }
    }
    assert!(compared > 60 && both > 10, "{compared} fixes, {both} of two classes");
}

/// With all choices listed, and with too many of them.
#[test]
fn progress_comes_to_its_end_with_a_selection() {
    let table = table_of(&random_columns(4, 10, &mut seeded(45)));
    let (class, prepared) = (clique(4), Prepared::new(&table, &ContSidOptions::default(), &Execution::default()));
    let (pair, prepared) = (GraphPair::new(&class, &class).unwrap(), prepared.unwrap());
    let chosen = NodeSet::of(4, [NodeId::new(1), NodeId::new(2)]);
    let selection = Selection::all(4).with_treatments(chosen);
    for limits in [contsid_limits(), Limits { parent_sets: 1, ..contsid_limits() }] {
        let counted = Watch::patient();
        prepared.bounds(pair, &selection, limits, &Execution::default().watched_by(&counted)).unwrap();
        let (announced, done) = (counted.announced(), counted.done());
        assert!(announced == done && done > 0, "{done} of {announced}");
    }
}
