//! Graphs with marks: which are valid, what they become, and which sets they call valid, against the definitions.

mod support;

use contsid::adjustment::{Claim, EffectGraph};
use contsid::execution::Execution;
use contsid::graph::{LatentDag, Mag, MarkError, NodeId, NodeSet, Pag};
use contsid_oracle::marks::{self as oracle, MarkedEffect, Marks};
use std::collections::{BTreeMap, BTreeSet};
use support::marks::{checked_marks, literal_marks, node_set, ordered_pairs, random_latent};
use support::{literal, seeded};

const NO_EDGE: [char; 2] = [' ', ' '];
const MAG_EDGES: [[char; 2]; 4] = [NO_EDGE, ['-', '>'], ['>', '-'], ['>', '>']];
const PAG_EDGES: [[char; 2]; 7] = [NO_EDGE, ['-', '>'], ['>', '-'], ['>', '>'], ['o', '>'], ['>', 'o'], ['o', 'o']];
const PAIRS_OF_FOUR: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// All maximal ancestral graphs of four nodes, by the graph of their class.
fn classes_of_four() -> BTreeMap<Marks, Vec<Marks>> {
    let mut left: BTreeSet<Marks> = oracle::all_marked(4, &PAIRS_OF_FOUR, &MAG_EDGES).filter(oracle::is_mag).collect();
    let mut classes = BTreeMap::new();
    while let Some(mag) = left.first().cloned() {
        let members = oracle::class_of(&mag);
        for member in &members {
            assert!(left.remove(member), "{member:?} is in two classes");
        }
        classes.insert(oracle::shared_marks(&members), members);
    }
    classes
}

/// The fast answers about a class are those of the definitions, and a set is valid if it is in all members.
fn check_class(marks: &Marks, members: &[Marks]) {
    let pag = Pag::try_from(checked_marks(marks)).unwrap_or_else(|error| panic!("{marks:?}: {error}"));
    assert_eq!(literal_marks(pag.as_ref()), *marks);
    for member in members {
        let mag = Mag::try_from(checked_marks(member)).expect("a member is a MAG");
        assert_eq!(literal_marks(Pag::of(&mag).as_ref()), *marks, "the class of {member:?}");
    }
    let (graph, count) = (EffectGraph::from(&pag), marks.len());
    let claims = graph.claims(&NodeSet::full(count), &Execution::default()).expect("nothing stops it");
    for (x, y) in ordered_pairs(count) {
        let (from, to) = (x.index(), y.index());
        let (facts, expected) = (graph.facts(x, y), MarkedEffect::new(marks, from, to));
        assert_eq!(facts.is_possible, expected.is_possible);
        assert_eq!(facts.is_amenable, expected.is_amenable, "{marks:?} {x:?} {y:?}");
        assert_eq!(facts.forbidden, node_set(count, &expected.forbidden));
        assert_eq!(facts.canonical, node_set(count, &expected.canonical));
        let in_members: Vec<MarkedEffect> = members.iter().map(|member| MarkedEffect::new(member, from, to)).collect();
        let mut is_any_valid = false;
        for set in oracle::sets_without(count, from, to) {
            let is_valid = expected.is_valid(marks, &set);
            assert_eq!(graph.is_valid(x, y, &node_set(count, &set)), is_valid, "{marks:?} {x:?} {y:?} {set:?}");
            let in_all = members.iter().zip(&in_members).all(|(member, effect)| effect.is_valid(member, &set));
            assert_eq!(is_valid, in_all, "{marks:?} {x:?} {y:?} {set:?}");
            is_any_valid |= is_valid;
        }
        let claim = match (facts.is_possible, is_any_valid) {
            (false, _) => Claim::None,
            (true, true) => Claim::Adjust(facts.canonical),
            (true, false) => Claim::Open,
        };
        assert_eq!((graph.claim(x, y), claims.claim(x, y)), (claim.clone(), claim));
    }
}

#[test]
fn claims_of_all_classes_of_four_nodes_are_those_of_all_members() {
    let classes = classes_of_four();
    assert_eq!(classes.len(), 248); // counted by another program
    for (marks, members) in &classes {
        check_class(marks, members);
    }
}

#[test]
fn claims_of_random_classes_of_five_nodes_are_those_of_all_members() {
    let wanted = std::env::var("CONTSID_CLASSES").map_or(1000, |count| count.parse().expect("a number of classes"));
    let mut rng = seeded(30);
    let mut seen = BTreeSet::new();
    while seen.len() < wanted {
        let latent = random_latent(5, 3, 0.28, &mut rng);
        if seen.insert(literal_marks(latent.pag().as_ref())) {
            let members = oracle::class_of(&literal_marks(latent.mag().as_ref()));
            check_class(&oracle::shared_marks(&members), &members);
        }
    }
}

#[test]
fn only_the_graphs_of_classes_are_accepted() {
    let classes = classes_of_four();
    for marks in oracle::all_marked(4, &PAIRS_OF_FOUR, &PAG_EDGES) {
        assert_eq!(Pag::try_from(checked_marks(&marks)).is_ok(), classes.contains_key(&marks), "{marks:?}");
    }
    for marks in oracle::all_marked(4, &PAIRS_OF_FOUR, &MAG_EDGES) {
        assert_eq!(Mag::try_from(checked_marks(&marks)).is_ok(), oracle::is_mag(&marks), "{marks:?}");
    }
}

#[test]
fn hidden_nodes_leave_the_marks_of_the_definition() {
    let mut rng = seeded(31);
    for _ in 0..300 {
        let latent = random_latent(4, 3, 0.4, &mut rng);
        let marks = oracle::mag_of(&literal(latent.dag()), 4);
        assert_eq!(literal_marks(latent.mag().as_ref()), marks, "{latent:?}");
        let read = Mag::try_from(checked_marks(&marks)).expect("hidden nodes leave a MAG");
        assert_eq!(read.canonical_dag().mag(), read, "the canonical graph has the same MAG");
    }
}

#[test]
fn an_arrow_may_be_confounded_too() {
    let [a, b, c] = [0, 1, 2].map(NodeId::new);
    let latent = LatentDag::with_confounded(3, [(a, b), (b, c)], &[(b, c)]).expect("a chain");
    assert_eq!((latent.observed_count(), latent.dag().node_count()), (3, 4));
    // a cannot be separated from c: b opens the path through the hidden cause.
    assert_eq!(literal_marks(latent.mag().as_ref())[0], [' ', '>', '>']);
}

#[test]
fn errors_say_which_mark_cannot_be() {
    let refused = |edges: &[(usize, usize, [char; 2])], is_mag: bool| {
        let mut marks = vec![vec![' '; 4]; 4];
        for &(a, b, ends) in edges {
            [marks[b][a], marks[a][b]] = ends;
        }
        let graph = checked_marks(&marks);
        let error = if is_mag { Mag::try_from(graph).err() } else { Pag::try_from(graph).err() };
        error.expect("it is refused")
    };
    let names = |error: MarkError| error.in_words(|node| ["A", "B", "C", "D"][node.index()]);
    let out = ['-', '>'];
    assert_eq!(
        names(refused(&[(0, 1, out)], false)),
        "the edge A – B cannot have a tail at A: in the PAG of its class it has a circle there"
    );
    assert_eq!(
        names(refused(&[(0, 1, out), (1, 2, out), (2, 0, out)], true)),
        "the graph has a directed cycle: A → B → C → A"
    );
    assert_eq!(
        names(refused(&[(0, 1, ['o', '>'])], true)),
        "the edge A – B has a circle at A, which a MAG cannot have"
    );
    let selection =
        "the edge A – B has no arrowhead and is not o-o; this means selection variables, which are not supported";
    assert_eq!(names(refused(&[(0, 1, ['-', '-'])], true)), selection);
    assert_eq!(names(refused(&[(0, 1, ['-', 'o'])], false)), selection);
    let square = [(0, 1, ['o'; 2]), (1, 2, ['o'; 2]), (2, 3, ['o'; 2]), (3, 0, ['o'; 2])];
    assert_eq!(
        names(refused(&square, false)),
        "the edges o-o among A, B, C, D cannot be directed without a cycle or a new collider"
    );
    // C <-> A <-> B <-> D, where A → D and B → C: nothing separates C and D.
    let both = ['>', '>'];
    let inducing = [(2, 0, both), (0, 1, both), (1, 3, both), (0, 3, out), (1, 2, out)];
    assert_eq!(
        names(refused(&inducing, true)),
        "C and D are not joined, but no set separates them, so the graph is not maximal"
    );
}
