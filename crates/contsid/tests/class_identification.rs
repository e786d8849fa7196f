//! Identification distances of classes, against gadjid and against all members.

mod support;

use contsid::distance::{Selection, Strategy, class_identification_mistakes, identification_mistakes};
use contsid::execution::Execution;
use contsid::graph::{Cpdag, GraphClass, GraphPair, NodeId, NodeSet, Pdag};
use contsid_oracle::class as oracle;
use serde_json::Value;
use support::classes::random_classes;
use support::{checked_mixed, literal_mixed, random_dag, seeded};

const STRATEGIES: [(Strategy, oracle::Strategy, &str); 3] = [
    (Strategy::Parent, oracle::Strategy::Parent, "parent"),
    (Strategy::Ancestor, oracle::Strategy::Ancestor, "ancestor"),
    (Strategy::Optimal, oracle::Strategy::Optimal, "oset"),
];

fn mistakes(truth: &GraphClass, learnt: &GraphClass, strategy: Strategy) -> Vec<(usize, usize)> {
    let pair = GraphPair::new(truth, learnt).expect("the same nodes");
    let all = Selection::all(pair.node_count());
    let found = class_identification_mistakes(pair, strategy, &all, &Execution::default()).expect("it is not stopped");
    found.pairs().map(|(treatment, outcome)| (treatment.index(), outcome.index())).collect()
}

#[test]
fn classes_with_and_without_knowledge_equal_the_oracle() {
    let mut rng = seeded(30);
    let classes = random_classes(400, 6, &mut rng);
    let mut compared = 0;
    for (truth, learnt) in classes.iter().zip(&classes[3..]).filter(|(a, b)| a.node_count() == b.node_count()) {
        let [first, second] = [truth, learnt].map(|class| oracle::Class::new(&literal_mixed(class.graph())));
        for (strategy, literal, _) in STRATEGIES {
            let expected = oracle::aid_pairs(&first, &second, literal);
            assert_eq!(mistakes(truth, learnt, strategy), expected, "{strategy:?}: {truth:?} {learnt:?}");
        }
        compared += 1;
    }
    assert!(compared > 50);
}

#[test]
fn recorded_values_of_gadjid() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/aid_cpdags.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 200);
    for case in cases {
        let [truth, learnt] = ["truth", "learnt"].map(|name| {
            let rows = case[name].as_array().unwrap().iter();
            let graph = rows.map(|row| row.as_array().unwrap().iter().map(|cell| cell == 1).collect()).collect();
            GraphClass::from(Cpdag::try_from(checked_mixed(&graph)).unwrap())
        });
        for (strategy, _, name) in STRATEGIES {
            assert_eq!(case[name], mistakes(&truth, &learnt, strategy).len(), "{name}: {case}");
        }
    }
}

#[test]
fn directed_acyclic_graphs_are_classes_of_one() {
    let mut rng = seeded(31);
    for _ in 0..50 {
        let [truth, learnt] = [0.3, 0.5].map(|density| random_dag(8, density, &mut rng));
        let treatments = NodeSet::of(8, [1, 3, 4].map(NodeId::new));
        let some = Selection::all(8).with_treatments(treatments);
        let classes = [&truth, &learnt].map(|dag| GraphClass::from(Pdag::from(dag.clone())));
        let (dags, classes) = (GraphPair::new(&truth, &learnt), GraphPair::new(&classes[0], &classes[1]));
        for (strategy, ..) in STRATEGIES {
            let of_dags = identification_mistakes(dags.unwrap(), strategy, &some, &Execution::default());
            let of_classes = class_identification_mistakes(classes.unwrap(), strategy, &some, &Execution::default());
            assert_eq!(of_dags.unwrap(), of_classes.unwrap());
        }
    }
}
