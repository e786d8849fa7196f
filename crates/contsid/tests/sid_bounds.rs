//! Bounds of the SID, against another program and against all members.

mod support;

use contsid::distance::bounds::{Exactness, Limits};
use contsid::distance::{Selection, SidBounds, sid, sid_bounds};
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Dag, GraphClass, GraphPair, NodeId, NodeSet, Pdag};
use contsid_oracle::graphs::Graph;
use serde_json::Value;
use support::classes::{clique, random_classes};
use support::{checked, checked_mixed, random_set, seeded};

fn bounds(truth: &GraphClass, learnt: &GraphClass, selection: &Selection) -> SidBounds {
    let pair = GraphPair::new(truth, learnt).expect("the same nodes");
    sid_bounds(pair, selection, Limits::default(), &Execution::default()).expect("it is not stopped")
}

fn graph(value: &Value) -> Graph {
    let cells = |row: &Value| row.as_array().expect("a row").iter().map(|cell| cell == 1).collect();
    value.as_array().expect("a matrix").iter().map(cells).collect()
}

#[test]
fn the_sixty_cases_of_the_r_package() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/sid_bounds.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 60);
    for case in cases {
        let truth = GraphClass::from(checked(&graph(&case["truth"])));
        let learnt = Cpdag::try_from(checked_mixed(&graph(&case["learnt_cpdag"]))).unwrap();
        assert_eq!(learnt, Cpdag::of(&checked(&graph(&case["learnt_dag"]))));
        let found = bounds(&truth, &GraphClass::from(learnt), &Selection::all(truth.node_count()));
        assert_eq!(case["sid_lower"], found.lower, "{case}");
        assert_eq!(case["sid_upper"], found.upper, "{case}");
        assert_eq!(found.exactness, Exactness::Exact);
    }
}

/// The SIDs of all pairs of members, and for each treatment the outcomes always and ever wrong.
fn by_listing(truth: &GraphClass, learnt: &GraphClass, selection: &Selection) -> SidBounds {
    let count = truth.node_count();
    let (none, all) = (vec![NodeSet::empty(count); count], vec![NodeSet::full(count); count]);
    let (lower, upper, exactness) = (usize::MAX, 0, Exactness::Exact);
    let pair_count = selection.pair_count();
    let mut found = SidBounds { lower, upper, exactness, always_wrong: all, ever_wrong: none, pair_count };
    let members: Vec<Dag> = learnt.members().collect();
    for first in truth.members() {
        for second in &members {
            let mistakes = sid(GraphPair::new(&first, second).expect("the same nodes"));
            let mut sum = 0;
            for node in NodeId::all(count) {
                let mut wrong = mistakes.outcomes(node) & selection.outcomes();
                if !selection.treatments().contains(node) {
                    wrong.clear();
                }
                sum += wrong.len();
                found.always_wrong[node.index()] &= &wrong;
                found.ever_wrong[node.index()] |= &wrong;
            }
            (found.lower, found.upper) = (found.lower.min(sum), found.upper.max(sum));
        }
    }
    found
}

#[test]
fn both_graphs_undetermined_equal_all_pairs_of_members() {
    let mut rng = seeded(20);
    let classes = random_classes(300, 6, &mut rng);
    let mut compared = 0;
    for (truth, learnt) in classes.iter().zip(&classes[1..]).filter(|(a, b)| a.node_count() == b.node_count()) {
        let count = truth.node_count();
        let some = Selection::all(count).with_treatments(random_set(count, 0.5, &mut rng));
        let some = some.with_outcomes(random_set(count, 0.5, &mut rng));
        for selection in [Selection::all(count), some] {
            assert_eq!(
                bounds(truth, learnt, &selection),
                by_listing(truth, learnt, &selection),
                "{truth:?} {learnt:?}"
            );
        }
        compared += 1;
    }
    assert!(compared > 30);
}

#[test]
fn a_clique_of_thirty_has_outer_bounds() {
    let truth = GraphClass::from(Dag::from_edges(30, []).unwrap());
    let found = bounds(&truth, &clique(30), &Selection::all(30));
    assert_eq!((found.lower, found.upper, found.exactness), (0, 870, Exactness::Relaxed));
}

#[test]
fn the_threads_do_not_matter() {
    let mut rng = seeded(21);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    for class in random_classes(20, 7, &mut rng) {
        let truth = GraphClass::from(Pdag::from(class.extension().clone()));
        let pair = GraphPair::new(&truth, &class).unwrap();
        let selection = Selection::all(class.node_count());
        let threaded = sid_bounds(pair, &selection, Limits::default(), &Execution::default().on(&pool)).unwrap();
        assert_eq!(threaded, bounds(&truth, &class, &selection));
    }
}
