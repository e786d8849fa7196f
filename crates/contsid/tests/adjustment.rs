//! The validity of adjustment sets and the sets that graphs propose, against the enumeration of paths.

mod support;

use contsid::adjustment::sets::{ancestor_set, causal_nodes, optimal_set};
use contsid::adjustment::{Obstacle, is_valid_adjustment, obstacle, valid_outcomes};
use contsid::graph::{Dag, NodeId, NodeSet};
use contsid_oracle::adjustment as oracle;
use contsid_oracle::graphs::{Graph, all_dags, descendants, is_directed, paths};
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

/// What an obstacle claims, checked by the definitions.
fn assert_spoils(graph: &Graph, (treatment, outcome): (usize, usize), set: &[usize], obstacle: &Obstacle) {
    let plain = |path: &[NodeId]| path.iter().map(|node| node.index()).collect::<Vec<_>>();
    match obstacle {
        Obstacle::ForbiddenDescendant { member, path, descent } => {
            let (path, descent) = (plain(path), plain(descent));
            assert!(set.contains(&member.index()));
            assert_eq!((path[0], path[path.len() - 1]), (treatment, outcome));
            assert!(is_directed(graph, &path) && is_directed(graph, &descent));
            assert!(path[1..].contains(&descent[0]) && descent[descent.len() - 1] == member.index());
        }
        Obstacle::OpenPath { path, opened } => {
            let path = plain(path);
            assert!(paths(graph, treatment, outcome).contains(&path), "{path:?} is a path of {graph:?}");
            assert!(!is_directed(graph, &path) && !oracle::is_blocked(graph, &path, set));
            for collider in opened {
                assert!(path.contains(&collider.collider.index()) && set.contains(&collider.by.index()));
                assert!(descendants(graph, collider.collider.index()).contains(&collider.by.index()));
            }
        }
    }
}

#[test]
fn an_obstacle_is_named_wherever_a_set_is_not_valid() {
    let mut rng = seeded(7);
    let larger = (0..300).map(|_| literal(&random_dag(8, 0.35, &mut rng)));
    for graph in all_dags(4).into_iter().chain(larger.collect::<Vec<_>>()) {
        let dag = checked(&graph);
        let nodes = dag.node_count();
        for _ in 0..20 {
            let (treatment, outcome) = (rng.random_range(0..nodes), rng.random_range(0..nodes));
            let mut set = random_set(nodes, 0.3, &mut rng);
            let [t, y] = [treatment, outcome].map(NodeId::new);
            if t == y {
                continue;
            }
            set.remove(t);
            set.remove(y);
            let plain: Vec<usize> = set.iter().map(NodeId::index).collect();
            match obstacle(&dag, t, y, &set) {
                None => assert!(oracle::is_valid(&graph, treatment, outcome, &plain)),
                Some(found) => assert_spoils(&graph, (treatment, outcome), &plain, &found),
            }
        }
    }
}
