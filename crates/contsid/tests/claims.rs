//! Claims about effects where causes may be hidden: against values of another program, and theorems.

mod support;

use contsid::adjustment::{AdjustmentRule, Claim, ClaimKind, ClaimReason, EffectGraph};
use contsid::distance::{
    ClaimTruth, Selection, Strategy, claim_mistakes, class_identification_mistakes, mark_difference,
    separation_mistakes,
};
use contsid::execution::Execution;
use contsid::graph::{
    Cpdag, Dag, EdgeMarks, GraphClass, GraphPair, LatentDag, Mag, Mark, MarkedGraph, NodeId, NodeNames, NodeSet, Pag,
};
use serde_json::{Value, json};
use support::marks::{ordered_pairs, random_latent};
use support::vectors::files;
use support::{random_dag, seeded};

fn marked(value: &Value) -> MarkedGraph {
    let rows = value.as_array().expect("rows");
    let mark = |a: usize, b: usize| match rows[a][b].as_str() {
        Some("A") => Some(Mark::Arrow),
        Some("T") => Some(Mark::Tail),
        Some("o") => Some(Mark::Circle),
        _ => None,
    };
    let pairs = (0..rows.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let edge = |(a, b): (usize, usize)| Some(EdgeMarks::new([a, b].map(NodeId::new), [mark(b, a)?, mark(a, b)?]));
    MarkedGraph::from_edges(rows.len(), pairs.filter_map(edge)).expect("each pair is joined once")
}

fn numbers(set: &NodeSet) -> Value {
    set.iter().map(NodeId::index).collect::<Vec<_>>().into()
}

/// The graph of the vectors with its hidden nodes.
fn latent(case: &Value) -> LatentDag {
    let dag = support::vectors::dag(&case["dag"]);
    let observed = case["observed"].as_array().expect("nodes").iter();
    let observed = observed.map(|node| NodeId::new(usize::try_from(node.as_u64().expect("a node")).expect("small")));
    let observed = NodeSet::of(dag.node_count(), observed);
    LatentDag::new(&dag, &(NodeSet::full(dag.node_count()) - &observed))
}

/// All sets of nodes that are valid for the pair, smallest first.
fn valid_sets(graph: &EffectGraph, x: NodeId, y: NodeId) -> Value {
    let sets = contsid_oracle::marks::sets_without(graph.node_count(), x.index(), y.index());
    let mut valid: Vec<Vec<usize>> = sets
        .into_iter()
        .filter(|set| graph.is_valid(x, y, &support::marks::node_set(graph.node_count(), set)))
        .collect();
    valid.sort_by_key(|set| (set.len(), set.clone()));
    json!(valid)
}

fn facts(graph: &EffectGraph, x: NodeId, y: NodeId) -> Value {
    let facts = graph.facts(x, y);
    json!({
        "treatment": x.index(), "outcome": y.index(), "possible": facts.is_possible, "amenable": facts.is_amenable,
        "forbidden": numbers(&facts.forbidden), "adjust": numbers(&facts.canonical),
        "valid_sets": valid_sets(graph, x, y),
    })
}

fn against(truth: &ClaimTruth, learnt: &EffectGraph) -> Value {
    let all = Selection::all(learnt.node_count());
    let found = claim_mistakes(truth, learnt, &all, &Execution::default()).expect("nothing stops it");
    let pairs = found.mistaken_pairs.iter();
    let pairs = pairs.map(|pair| json!([pair.treatment.index(), pair.outcome.index(), pair.claim.to_string()]));
    json!({
        "none": {"claimed": found.none.claimed, "wrong": found.none.wrong},
        "adjust": {"claimed": found.adjust.claimed, "wrong": found.adjust.wrong},
        "open": {
            "claimed": found.open.claimed, "identified": found.open.identified,
            "identified_by_class": found.open.identified_by_class,
        },
        "mistakes": found.mistakes(), "mistaken_pairs": pairs.collect::<Vec<_>>(),
    })
}

#[test]
fn another_program_finds_the_same() {
    let files = files("pag");
    let cases = files.iter().flat_map(|(_, file)| file["cases"].as_array().expect("cases"));
    for case in cases {
        let latent = latent(case);
        assert_eq!(*latent.mag().as_ref(), marked(&case["mag"]));
        assert_eq!(*latent.pag().as_ref(), marked(&case["pag"]));
        for learnt in case["learnt"].as_array().expect("graphs") {
            let pag = Pag::try_from(marked(&learnt["marks"])).expect("the graph of a class");
            let graph = EffectGraph::from(&pag);
            let pairs: Vec<Value> = ordered_pairs(graph.node_count()).map(|(x, y)| facts(&graph, x, y)).collect();
            assert_eq!(Value::from(pairs), learnt["pairs"]);
            assert_eq!(against(&ClaimTruth::from(&latent), &graph), learnt["against_truth"]);
            let all = Selection::all(graph.node_count());
            let marks = mark_difference(latent.pag().as_ref(), pag.as_ref(), &all).expect("the same nodes");
            assert_eq!(json!(marks.differing), learnt["differing_marks_from_true_pag"]);
        }
    }
}

fn mistakes(truth: impl Into<ClaimTruth>, learnt: impl Into<EffectGraph>) -> usize {
    let learnt = learnt.into();
    let all = Selection::all(learnt.node_count());
    claim_mistakes(&truth.into(), &learnt, &all, &Execution::default()).expect("nothing stops it").mistakes()
}

#[test]
fn the_true_class_makes_no_mistakes() {
    let mut rng = seeded(32);
    for round in 0..60 {
        let latent = random_latent(12, 4, 0.05 + 0.005 * f64::from(round), &mut rng);
        let (mag, pag) = (latent.mag(), latent.pag());
        assert_eq!(mistakes(&latent, &pag), 0, "{latent:?}");
        assert_eq!((mistakes(&mag, &pag), mistakes(&pag, &pag)), (0, 0));
        assert_eq!(mistakes(&mag, &mag), 0);
    }
}

/// Two arrows into x make x → y visible: a PAG says that nothing hidden confounds x and y. The true graph has that
/// arrow, but in one of the two nothing shows that it is not confounded. A directed graph does not say so, and its set
/// is right in both.
#[test]
fn a_graph_with_marks_is_wrong_if_the_true_arrow_is_not_visible() {
    let [x, y, a, b, u] = [0, 1, 2, 3, 4].map(NodeId::new);
    let learnt = Dag::from_edges(4, [(a, x), (b, x), (x, y)]).expect("no cycle");
    for (edges, wrong) in [(vec![(x, y), (u, a), (u, b)], 1), (vec![(x, y), (u, x), (u, a), (u, b)], 0)] {
        let latent = LatentDag::new(&Dag::from_edges(5, edges).expect("no cycle"), &NodeSet::of(5, [u]));
        let wrong_sets = |graph: EffectGraph| {
            let all = Selection::all(4);
            let found = claim_mistakes(&ClaimTruth::from(&latent), &graph, &all, &Execution::default());
            let pairs = found.expect("nothing stops it").mistaken_pairs;
            pairs.iter().filter(|pair| (pair.treatment, pair.outcome) == (x, y)).count()
        };
        assert_eq!(wrong_sets(EffectGraph::from(&Pag::from(&learnt))), wrong);
        assert_eq!(wrong_sets(EffectGraph::from(&learnt)), 0);
    }
}

#[test]
fn without_hidden_nodes_the_completed_graph_makes_no_mistakes_in_either_reading() {
    let mut rng = seeded(33);
    for _ in 0..60 {
        let dag = random_dag(10, 0.25, &mut rng);
        let cpdag = Cpdag::of(&dag);
        assert_eq!((mistakes(&dag, &Pag::from(&cpdag)), mistakes(&cpdag, &Pag::from(&cpdag))), (0, 0));
        assert_eq!((mistakes(&dag, &cpdag), mistakes(&cpdag, &cpdag), mistakes(&dag, &dag)), (0, 0, 0));
        assert_eq!(Pag::from(&cpdag), Pag::of(&Mag::from(&dag)));
    }
}

/// Read with the parents as sets, the wrong claims of graphs without hidden nodes are those that AID counts; what is
/// left open is held against the class of the truth instead of the truth.
#[test]
fn without_hidden_nodes_wrong_claims_are_those_of_the_identification_distance() {
    let mut rng = seeded(34);
    for _ in 0..60 {
        let [truth, learnt] = [0, 1].map(|_| random_dag(8, 0.3, &mut rng));
        let graph = EffectGraph::from(&learnt).adjusting(AdjustmentRule::Parents);
        let (truth_class, learnt_class) = (GraphClass::from(truth.clone()), GraphClass::from(learnt.clone()));
        let pair = GraphPair::new(&truth_class, &learnt_class).expect("eight nodes");
        let all = Selection::all(8);
        let none = Execution::default();
        let found = claim_mistakes(&ClaimTruth::from(&truth), &graph, &all, &none).expect("nothing stops it");
        let by_ancestors =
            class_identification_mistakes(pair, Strategy::Ancestor, &all, &none).expect("nothing stops it");
        let by_parents = class_identification_mistakes(pair, Strategy::Parent, &all, &none).expect("nothing stops it");
        for wrong in &found.mistaken_pairs {
            let counted = if wrong.claim == ClaimKind::None { &by_ancestors } else { &by_parents };
            assert!(counted.contains(wrong.treatment, wrong.outcome), "{wrong:?}");
        }
        let is_expected = |(x, y): (NodeId, NodeId)| {
            let counted = if learnt.descendants(x).contains(y) { &by_parents } else { &by_ancestors };
            counted.contains(x, y)
        };
        assert_eq!(found.mistakes(), ordered_pairs(8).filter(|&pair| is_expected(pair)).count());
    }
}

#[test]
fn one_claim_is_that_of_many_whatever_the_graph() {
    let mut rng = seeded(35);
    for _ in 0..20 {
        let latent = random_latent(15, 5, 0.15, &mut rng);
        let dag = random_dag(15, 0.2, &mut rng);
        let graphs = [
            EffectGraph::from(&latent),
            EffectGraph::from(&latent.mag()),
            EffectGraph::from(&latent.pag()),
            EffectGraph::from(&dag),
            EffectGraph::from(&dag).adjusting(AdjustmentRule::Parents),
            EffectGraph::from(&dag).adjusting(AdjustmentRule::Optimal),
            EffectGraph::from(&Cpdag::of(&dag)),
            EffectGraph::from(&Cpdag::of(&dag)).adjusting(AdjustmentRule::Parents),
            EffectGraph::from(&Cpdag::of(&dag)).adjusting(AdjustmentRule::Optimal),
        ];
        for graph in graphs {
            let claims = graph.claims(&NodeSet::full(15), &Execution::default()).expect("nothing stops it");
            for (x, y) in ordered_pairs(15) {
                assert_eq!(claims.claim(x, y), graph.claim(x, y));
                let is_open = matches!(graph.why(x, y), ClaimReason::NotVisible { .. } | ClaimReason::OpenPath { .. });
                assert_eq!(is_open, claims.claim(x, y) == Claim::Open);
            }
        }
    }
}

#[test]
fn reasons_name_the_edge_the_path_and_the_forbidden_node() {
    let nodes = [0, 1, 2, 3].map(NodeId::new);
    let [x, y, m, z] = nodes;
    let words =
        |graph: &EffectGraph| graph.why(x, y).in_words(graph, &NodeNames::new(["x", "y", "m", "z"]).expect("names"));
    let dag = Dag::from_edges(4, [(z, x), (z, y), (x, m), (m, y)]).expect("no cycle");
    assert_eq!(words(&EffectGraph::from(&dag)), "adjusting for z blocks every other path");
    assert_eq!(
        words(&EffectGraph::from(&Pag::from(&dag))),
        "x o-o m -> y may be directed, but its first edge x o-o m is not visible"
    );
    let reversed = Dag::from_edges(4, [(y, x)]).expect("no cycle");
    assert_eq!(words(&EffectGraph::from(&reversed)), "no path may be directed from the treatment to the outcome");
    let confounded = LatentDag::with_confounded(4, [(x, y)], &[(x, y)]).expect("no cycle");
    assert_eq!(words(&EffectGraph::from(&confounded)), "the path x <-> y stays open");
    // x → m → y, and x and m are confounded: m would block x <-> m → y.
    let front = LatentDag::with_confounded(4, [(x, m), (m, y)], &[(x, m)]).expect("no cycle");
    assert_eq!(
        words(&EffectGraph::from(&front)),
        "the path x <-> m -> y stays open; m would block it, but may carry the effect"
    );
}

#[test]
fn counts_of_marks_and_adjacencies() {
    let [a, b, c, d] = [0, 1, 2, 3].map(NodeId::new);
    let (circle, out, both) = ([Mark::Circle; 2], [Mark::Tail, Mark::Arrow], [Mark::Arrow; 2]);
    let graph = |edges: &[(NodeId, NodeId, [Mark; 2])]| {
        let edges = edges.iter().map(|&(a, b, marks)| EdgeMarks::new([a, b], marks));
        MarkedGraph::from_edges(4, edges).expect("each pair is joined once")
    };
    let truth = graph(&[(a, b, out), (b, c, both), (c, d, circle)]);
    let learnt = graph(&[(b, a, out), (b, c, both), (a, d, circle)]);
    let found = mark_difference(&truth, &learnt, &Selection::all(4)).expect("four nodes");
    assert_eq!((found.differing, found.missing, found.extra), (3, 1, 1));
    assert_eq!(found.confusion, [[0, 1, 0], [1, 2, 0], [0, 0, 0]]);
    let back = mark_difference(&learnt, &truth, &Selection::all(4)).expect("four nodes");
    assert_eq!((back.differing, back.missing, back.extra), (3, 1, 1));
    assert!(mark_difference(&truth, &MarkedGraph::from_edges(3, []).expect("no edges"), &Selection::all(4)).is_err());
}

/// A separating set of the learnt graph is wrong if the literal definition calls the pair connected in the truth.
#[test]
fn separations_are_held_against_the_truth() {
    let mut rng = seeded(36);
    for _ in 0..60 {
        let [truth, learnt] = [0, 1].map(|_| random_latent(6, 2, 0.3, &mut rng));
        let [true_graph, graph] = [&truth, &learnt].map(EffectGraph::from);
        let found = separation_mistakes(&true_graph, &graph, &Selection::all(6), &Execution::default())
            .expect("nothing stops it");
        let marks = [true_graph.marks(), graph.marks()].map(support::marks::literal_marks);
        for (x, y) in ordered_pairs(6) {
            let (from, to) = (x.index(), y.index());
            // Without a smaller set that separates, the minimal set is one of those that do.
            let mut sets = contsid_oracle::marks::sets_without(6, from, to);
            sets.retain(|set| contsid_oracle::marks::is_separated(&marks[1], from, to, set));
            let is_minimal = |set: &&Vec<usize>| {
                !sets.iter().any(|other| other.len() < set.len() && other.iter().all(|node| set.contains(node)))
            };
            let answers = sets.iter().filter(is_minimal);
            let mut answers = answers.map(|set| !contsid_oracle::marks::is_separated(&marks[0], from, to, set));
            let is_known = answers.any(|is_wrong| is_wrong == found.contains(x, y));
            assert!(is_known || (sets.is_empty() && !found.contains(x, y)), "{truth:?} {learnt:?} {x:?} {y:?}");
        }
        let own =
            separation_mistakes(&graph, &graph, &Selection::all(6), &Execution::default()).expect("nothing stops it");
        assert_eq!(own.count(), 0);
    }
}

/// The package counts ordered pairs, each with the minimal set nearest to its first node.
#[test]
fn another_program_counts_the_same_wrong_separations() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/sep_distances.json");
    let cases: Value = serde_json::from_slice(&std::fs::read(path).expect("the vectors")).expect("JSON");
    for case in cases.as_array().expect("cases") {
        let count = case["nodes"].as_u64().and_then(|count| usize::try_from(count).ok()).expect("a number");
        let graph = |edges: &Value| {
            let node =
                |end: &Value| NodeId::new(end.as_u64().and_then(|end| usize::try_from(end).ok()).expect("a node"));
            let edges = edges.as_array().expect("edges").iter().map(|edge| (node(&edge[0]), node(&edge[1])));
            EffectGraph::from(&Dag::from_edges(count, edges).expect("no cycle"))
        };
        let (truth, learnt) = (graph(&case["truth"]), graph(&case["learnt"]));
        let found = separation_mistakes(&truth, &learnt, &Selection::all(count), &Execution::default())
            .expect("nothing stops it");
        assert_eq!(json!(found.count()), case["zl"], "{case}");
    }
}

#[test]
fn causal_learn_finds_the_same_classes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/dag2pag.json");
    let file: Value = serde_json::from_slice(&std::fs::read(path).expect("the vectors")).expect("JSON");
    let cases = file["cases"].as_array().expect("cases").iter().enumerate();
    let differing: Vec<usize> =
        cases.filter(|(_, case)| *latent(case).pag().as_ref() != marked(&case["pag"])).map(|(case, _)| case).collect();
    assert_eq!(json!(differing), file["wrong"]);
}
