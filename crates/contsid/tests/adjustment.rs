//! The validity of adjustment sets and the sets that graphs propose, against the enumeration of paths.

mod support;

use contsid::adjustment::sets::{ancestor_set, causal_nodes, optimal_set};
use contsid::adjustment::{is_valid_adjustment, valid_outcomes};
use contsid::graph::{Dag, NodeId, NodeSet};
use contsid_oracle::adjustment as oracle;
use contsid_oracle::graphs::{Graph, all_dags};
use rand::RngExt;
use support::{checked, literal, random_dag, random_set, seeded};

fn assert_same_outcomes(dag: &Dag, graph: &Graph, treatment: NodeId, set: &NodeSet) {
    let plain: Vec<usize> = set.iter().map(NodeId::index).collect();
    let valid = valid_outcomes(dag, treatment, set);
    for outcome in dag.nodes().filter(|&outcome| outcome != treatment) {
        let expected = oracle::is_valid(graph, treatment.index(), outcome.index(), &plain);
        assert_eq!(valid.contains(outcome), expected, "{graph:?}: {treatment:?} on {outcome:?} given {set:?}");
        assert_eq!(is_valid_adjustment(dag, treatment, outcome, set), expected);
    }
}

#[test]
fn validity_on_all_graphs_of_four_nodes_and_all_sets() {
    let graphs = all_dags(4);
    assert_eq!(graphs.len(), 543);
    for graph in &graphs {
        let dag = checked(graph);
        for treatment in dag.nodes() {
            for bits in 0..16_usize {
                let set = NodeSet::of(4, NodeId::all(4).filter(|node| bits >> node.index() & 1 == 1));
                assert_same_outcomes(&dag, graph, treatment, &set);
            }
        }
    }
}

#[test]
fn validity_on_random_larger_graphs() {
    let mut rng = seeded(1);
    for _ in 0..400 {
        let nodes = rng.random_range(5..=8);
        let density = rng.random_range(0.1..0.5);
        let dag = random_dag(nodes, density, &mut rng);
        let treatment = NodeId::new(rng.random_range(0..nodes));
        assert_same_outcomes(&dag, &literal(&dag), treatment, &random_set(nodes, 0.3, &mut rng));
    }
}

#[test]
fn proposed_sets_on_all_graphs_of_four_nodes() {
    let plain = |set: NodeSet| set.iter().map(NodeId::index).collect::<Vec<_>>();
    for graph in all_dags(4) {
        let dag = checked(&graph);
        for treatment in dag.nodes() {
            let t = treatment.index();
            assert_eq!(plain(ancestor_set(&dag, treatment)), oracle::ancestors(&graph, t));
            for outcome in dag.nodes().filter(|&outcome| outcome != treatment) {
                let y = outcome.index();
                assert_eq!(plain(causal_nodes(&dag, treatment, outcome)), oracle::causal_nodes(&graph, t, y));
                assert_eq!(plain(optimal_set(&dag, treatment, outcome)), oracle::optimal_set(&graph, t, y));
            }
        }
    }
}

#[test]
fn a_set_that_holds_the_treatment_or_the_outcome_is_never_valid() {
    let dag = Dag::from_edges(2, []).unwrap();
    let [a, b] = [0, 1].map(NodeId::new);
    assert!(is_valid_adjustment(&dag, a, b, &NodeSet::empty(2)));
    assert!(!is_valid_adjustment(&dag, a, b, &NodeSet::of(2, [b])));
    assert!(!is_valid_adjustment(&dag, a, b, &NodeSet::of(2, [a])));
    assert!(!is_valid_adjustment(&dag, a, a, &NodeSet::empty(2)));
}
