//! Bounds over classes: arbitrary costs of parent sets against all members.

mod support;

use contsid::distance::bounds::{Bounds, Exactness, Limits, PairChoices, ParentChoices, RowCosts};
use contsid::execution::{Cancelled, Execution};
use contsid::graph::{Dag, GraphClass, GraphPair, NodeId, Role};
use rand::{Rng, RngExt};
use support::classes::{clique, random_classes, undirected};
use support::monitor::Watch;
use support::seeded;

/// Sums of at most ten numbers below one hundred.
const ROUNDING: f64 = 1e-11;

fn choices<'a>(truth: &'a GraphClass, learnt: &'a GraphClass, limits: Limits) -> PairChoices<'a> {
    PairChoices::new(GraphPair::new(truth, learnt).expect("the same nodes"), limits)
}

fn bounds(choices: &PairChoices<'_>, costs: &[RowCosts]) -> Bounds {
    choices.bounds(costs, &Execution::default()).expect("it is not stopped")
}

fn random_costs(choices: &PairChoices<'_>, rng: &mut impl Rng) -> Vec<RowCosts> {
    let nodes = choices.of(Role::Truth).class().node_count();
    let count = |which, node| choices.of(which).count(node).expect("few choices");
    let pairs = |node| count(Role::Truth, node) * count(Role::Learnt, node);
    let row = |node| RowCosts::Listed((0..pairs(node)).map(|_| rng.random_range(0.0..100.0)).collect());
    NodeId::all(nodes).map(row).collect()
}

fn choice(choices: &ParentChoices<'_>, member: &Dag, node: NodeId) -> usize {
    let sets = choices.of(node).expect("few choices");
    sets.binary_search(&member.parent_set(node)).expect("a member has listed parents")
}

/// The smallest and largest sum over all pairs of members.
fn by_listing(choices: &PairChoices<'_>, costs: &[RowCosts]) -> (f64, f64) {
    let [truth, learnt] = [Role::Truth, Role::Learnt].map(|which| choices.of(which));
    let mut range = (f64::INFINITY, f64::NEG_INFINITY);
    for first in truth.class().members() {
        for second in learnt.class().members() {
            let cost = |node: NodeId| {
                let RowCosts::Listed(values) = &costs[node.index()] else { panic!("all costs are listed") };
                let learnt_count = learnt.count(node).expect("few choices");
                values[choice(truth, &first, node) * learnt_count + choice(learnt, &second, node)]
            };
            let sum: f64 = first.nodes().map(cost).sum();
            range = (range.0.min(sum), range.1.max(sum));
        }
    }
    range
}

fn assert_bounds(truth: &GraphClass, learnt: &GraphClass, limits: Limits, rng: &mut impl Rng) -> Bounds {
    let choices = choices(truth, learnt, limits);
    let costs = random_costs(&choices, rng);
    let (lower, upper) = by_listing(&choices, &costs);
    let found = bounds(&choices, &costs);
    match found.exactness {
        Exactness::Exact => {
            assert!((found.lower - lower).abs() < ROUNDING && (found.upper - upper).abs() < ROUNDING);
        }
        Exactness::Relaxed => assert!(found.lower < lower + ROUNDING && found.upper > upper - ROUNDING),
    }
    found
}

fn empty(nodes: usize) -> GraphClass {
    GraphClass::from(Dag::from_edges(nodes, []).expect("no edges"))
}

#[test]
fn one_class() {
    let mut rng = seeded(9);
    for class in random_classes(300, 7, &mut rng) {
        let other = empty(class.node_count());
        let learnt = assert_bounds(&other, &class, Limits::default(), &mut rng);
        let truth = assert_bounds(&class, &other, Limits::default(), &mut rng);
        assert_eq!((learnt.exactness, truth.exactness), (Exactness::Exact, Exactness::Exact));
    }
}

#[test]
fn two_classes() {
    let mut rng = seeded(10);
    let classes = random_classes(400, 6, &mut rng);
    let pairs = classes.iter().zip(&classes[1..]).filter(|(a, b)| a.node_count() == b.node_count());
    let mut compared = 0;
    for (truth, learnt) in pairs {
        let found = assert_bounds(truth, learnt, Limits::default(), &mut rng);
        assert_eq!(found.exactness, Exactness::Exact);
        compared += 1;
    }
    assert!(compared > 50);
}

#[test]
fn relaxed_bounds_hold_all_members() {
    let mut rng = seeded(11);
    let mut relaxed = 0;
    let classes = random_classes(200, 6, &mut rng);
    for (truth, learnt) in classes.iter().zip(&classes[1..]).filter(|(a, b)| a.node_count() == b.node_count()) {
        for limits in [Limits { steps: 4, ..Limits::default() }, Limits { parts: 1, ..Limits::default() }] {
            let found = assert_bounds(truth, learnt, limits, &mut rng);
            relaxed += usize::from(found.exactness == Exactness::Relaxed);
        }
    }
    assert!(relaxed > 20);
}

#[test]
fn a_clique_of_twelve_is_exact() {
    // The cost of a node is its number of parents, squared: the same in every order.
    let (class, other) = (clique(12), empty(12));
    let choices = choices(&other, &class, Limits::default());
    let squares = |node| {
        let sets = choices.of(Role::Learnt).of(node).unwrap();
        RowCosts::Listed(sets.iter().map(|set| (set.len() * set.len()) as f64).collect())
    };
    let costs: Vec<RowCosts> = NodeId::all(12).map(squares).collect();
    let expected = Bounds::point((0..12_u32).map(|k| f64::from(k * k)).sum());
    assert_eq!(bounds(&choices, &costs), expected);
}

#[test]
fn a_large_tree_is_exact() {
    // The cost of a node without parents is its number: one node has none.
    let (class, other) = (undirected(150, (1..150).map(|node| (node / 3, node))), empty(150));
    let choices = choices(&other, &class, Limits::default());
    let number = |node: NodeId| {
        let sets = choices.of(Role::Learnt).of(node).unwrap();
        RowCosts::Listed(sets.iter().map(|set| if set.is_empty() { node.index() as f64 } else { 0.0 }).collect())
    };
    let costs: Vec<RowCosts> = NodeId::all(150).map(number).collect();
    let found = bounds(&choices, &costs);
    assert_eq!(found, Bounds { lower: 0.0, upper: 149.0, exactness: Exactness::Exact });
}

#[test]
fn a_clique_of_thirty_is_relaxed() {
    let (class, other) = (clique(30), empty(30));
    let choices = choices(&other, &class, Limits::default());
    assert!(NodeId::all(30).all(|node| choices.of(Role::Learnt).count(node).is_none()));
    let costs = vec![RowCosts::Between { lower: 0.0, upper: 29.0 }; 30];
    let found = bounds(&choices, &costs);
    assert_eq!(found, Bounds { lower: 0.0, upper: 870.0, exactness: Exactness::Relaxed });
}

/// A star of n nodes: each choice of a source decides the parents of all n.
#[test]
fn many_decisions_are_not_made() {
    let (star, none) = (undirected(20, (1..20).map(|leaf| (0, leaf))), empty(20));
    let costs = random_costs(&choices(&none, &star, Limits::default()), &mut seeded(65));
    let within = |decisions: usize| bounds(&choices(&none, &star, Limits { decisions, ..Limits::default() }), &costs);
    let (exact, relaxed) = (within(400), within(399));
    assert_eq!((exact.exactness, relaxed.exactness), (Exactness::Exact, Exactness::Relaxed));
    assert!(relaxed.lower <= exact.lower && exact.upper <= relaxed.upper);
}

/// A triangle has six members. Its plan decides 15 parent sets: the source of each of three choices, and both nodes of
/// the edge that is left, whichever comes first; and it looks up the value of that edge three times. For each member of
/// the other triangle these 18 steps are taken, and one for each of the three nodes.
#[test]
fn as_many_members_are_listed_as_steps_are_allowed() {
    let triangle = clique(3);
    let costs = random_costs(&choices(&triangle, &triangle, Limits::default()), &mut seeded(67));
    let within = |steps: usize| {
        let limits = Limits { steps, ..Limits::default() };
        bounds(&choices(&triangle, &triangle, limits), &costs).exactness
    };
    let needed = 6 * (15 + 3 + 3);
    assert_eq!([within(needed), within(needed - 1)], [Exactness::Exact, Exactness::Relaxed]);
}

#[test]
fn a_monitor_stops_the_search() {
    let [one, other] = [clique(8), empty(8)];
    for (truth, learnt) in [(&other, &one), (&one, &one)] {
        let choices = choices(truth, learnt, Limits::default());
        let costs = random_costs(&choices, &mut seeded(66));
        let monitor = Watch::stopping_after(5);
        let found = choices.bounds(&costs, &Execution::default().watched_by(&monitor));
        assert_eq!(found, Err(Cancelled));
    }
}
