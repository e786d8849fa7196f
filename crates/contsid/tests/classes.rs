//! The members of classes: listed, counted, drawn and restricted, against the enumeration of all directions.

mod support;

use contsid::graph::class::{BigUint, CountError};
use contsid::graph::{GraphClass, NodeId, NodeSet, Orientation, Pdag};
use contsid_oracle::class;
use contsid_oracle::graphs::{Graph, parents};
use rand::RngExt;
use std::collections::{BTreeMap, BTreeSet};
use support::classes::{clique, random_classes, undirected};
use support::{literal, literal_mixed, random_mixed, seeded};

fn sorted(members: impl Iterator<Item = Graph>) -> Vec<Graph> {
    let mut members: Vec<Graph> = members.collect();
    members.sort();
    members
}

#[test]
fn members_are_listed_once_and_counted() {
    let mut rng = seeded(5);
    for class in random_classes(300, 6, &mut rng) {
        let expected = sorted(class::members(&literal_mixed(class.graph())).into_iter());
        assert_eq!(sorted(class.members().map(|dag| literal(&dag))), expected, "{:?}", class.graph());
        assert_eq!(class.member_count().unwrap(), BigUint::from(expected.len()), "{:?}", class.graph());
        assert!(expected.contains(&literal(class.extension())));
        assert_eq!(class.is_single(), expected.len() == 1);
    }
}

#[test]
fn graphs_that_are_not_closed_have_the_same_members() {
    let mut rng = seeded(6);
    for mixed in std::iter::repeat_with(|| random_mixed(5, 0.6, &mut rng)).take(300) {
        let expected = sorted(class::members(&literal_mixed(&mixed)).into_iter());
        let Ok(pdag) = Pdag::try_from(mixed) else { continue };
        let class = GraphClass::from(pdag);
        assert_eq!(sorted(class.members().map(|dag| literal(&dag))), expected);
        assert_eq!(class.member_count().unwrap(), BigUint::from(expected.len()));
    }
}

#[test]
fn large_classes_are_counted_exactly() {
    let thirty: BigUint = (1..=30_u32).map(BigUint::from).product();
    assert_eq!(clique(30).member_count().unwrap(), thirty);
    assert_eq!(thirty.to_string(), "265252859812191058636308480000000");
    // A tree has one member for each node as the source.
    assert_eq!(undirected(200, (1..200).map(|node| (node / 2, node))).member_count().unwrap(), 200_u32.into());
    // Two cliques of ten that share one node: either clique comes first, the shared node counts once.
    let shared = (0..10).flat_map(|a| (a + 1..10).map(move |b| (a, b)));
    let other = |node: usize| if node == 0 { 0 } else { node + 9 };
    let both: Vec<_> = shared.clone().chain(shared.map(|(a, b)| (other(a), other(b)))).collect();
    // If the shared node stands at k of its clique, counted from 0, the other clique has it first: 2·9·9!·9! + 9!·9!.
    let nine: BigUint = (1..=9_u32).map(BigUint::from).product();
    assert_eq!(undirected(19, both).member_count().unwrap(), &nine * &nine * BigUint::from(19_u32));
}

fn clique_with_knowledge(nodes: usize, edges: &[(usize, usize)]) -> GraphClass {
    let mut orientation = Orientation::new(clique(nodes).graph());
    for &(from, to) in edges {
        orientation.know(NodeId::new(from), NodeId::new(to)).expect("the edges agree");
    }
    GraphClass::from(Pdag::try_from(orientation.to_graph()).expect("a member is left"))
}

#[test]
fn cliques_with_background_knowledge_are_counted_or_refused() {
    let known_source: Vec<_> = (1..30).map(|node| (0, node)).collect();
    let expected: BigUint = (1..=29_u32).map(BigUint::from).product();
    assert_eq!(clique_with_knowledge(30, &known_source).member_count().unwrap(), expected);
    // One of two orders of the two ends.
    let half: BigUint = (3..=12_u32).map(BigUint::from).product();
    assert_eq!(clique_with_knowledge(12, &[(0, 1)]).member_count().unwrap(), half);
    let error = clique_with_knowledge(30, &[(0, 1)]).member_count().unwrap_err();
    assert_eq!(error, CountError::TooManyParts { nodes: 30 });
}

/// A single draw is the first of a sampler with the same numbers, and a member; each of three members is drawn.
#[test]
fn one_member_is_drawn() {
    let mut rng = seeded(9);
    for class in random_classes(40, 6, &mut rng) {
        let seed = rng.random();
        let drawn = class.random_member(&mut seeded(seed)).unwrap();
        assert_eq!(drawn, class.sampler().unwrap().member(&mut seeded(seed)));
        assert!(class.members().any(|member| member == drawn));
    }
    let chain = undirected(3, [(0, 1), (1, 2)]);
    let drawn: BTreeSet<Graph> = (0..60).map(|_| literal(&chain.random_member(&mut rng).unwrap())).collect();
    assert_eq!(drawn.len(), 3);
}

#[test]
fn draws_are_uniform() {
    let mut rng = seeded(7);
    for class in random_classes(40, 5, &mut rng) {
        let members = class::members(&literal_mixed(class.graph()));
        let draws = 200 * members.len();
        let sampler = class.sampler().unwrap();
        let mut seen: BTreeMap<Graph, f64> = BTreeMap::new();
        for _ in 0..draws {
            *seen.entry(literal(&sampler.member(&mut rng))).or_default() += 1.0;
        }
        assert!(seen.keys().all(|drawn| members.contains(drawn)));
        // Pearson's statistic has mean k − 1 and variance 2 (k − 1): six standard deviations.
        let degrees = members.len() as f64 - 1.0;
        let statistic: f64 =
            members.iter().map(|member| (seen.get(member).unwrap_or(&0.0) - 200.0).powi(2) / 200.0).sum();
        assert!(statistic <= degrees + 6.0 * (2.0 * degrees).sqrt() + 6.0, "{statistic} of {degrees}: {seen:?}");
    }
}

#[test]
fn parent_sets_and_what_they_leave() {
    let mut rng = seeded(8);
    for class in random_classes(200, 6, &mut rng) {
        let members = class::members(&literal_mixed(class.graph()));
        for node in class.graph().nodes() {
            let of = |member: &Graph| {
                NodeSet::of(class.node_count(), parents(member, node.index()).into_iter().map(NodeId::new))
            };
            let expected: BTreeSet<NodeSet> = members.iter().map(of).collect();
            let sets = class.parent_sets(node, usize::MAX).unwrap();
            assert_eq!(sets, expected.iter().cloned().collect::<Vec<_>>());
            assert!(class.parent_sets(node, sets.len()).is_ok());
            assert!(sets.len() == 1 || class.parent_sets(node, sets.len() - 1).is_err());
            for set in &sets {
                let left = class.with_parents(node, set).unwrap();
                let agreeing = sorted(members.iter().filter(|member| of(member) == *set).cloned());
                assert!(agreeing.contains(&literal(left.extension())));
                assert_eq!(left.as_ref(), &left.maximally_oriented());
                assert_eq!(sorted(class::members(&literal_mixed(left.as_ref())).into_iter()), agreeing);
            }
            let all = NodeSet::of(class.node_count(), class.graph().nodes().filter(|&other| other != node));
            assert_eq!(class.with_parents(node, &all).is_some(), expected.contains(&all));
        }
    }
}
