//! Several treatments at once: relevance, validity, existence and proposed sets, against the enumeration of paths and
//! sets, and against linear models.

mod support;

use contsid::adjustment::sets::{causal_nodes, optimal_set};
use contsid::adjustment::{
    AdjustmentRule, is_valid_adjustment, is_valid_joint_adjustment, joint_adjustment, joint_adjustment_exists,
    joint_causal_nodes, joint_optimal, relevant_treatments, valid_joint_outcomes,
};
use contsid::graph::{Dag, NodeId, NodeSet};
use contsid_oracle::graphs::{Graph, all_dags};
use contsid_oracle::joint::{self as oracle, Response};
use contsid_oracle::linear::Rows;
use contsid_oracle::population::covariance;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rand::RngExt;
use support::{checked, literal, random_dag, random_set, seeded};

fn plain(set: &NodeSet) -> Vec<usize> {
    set.iter().map(NodeId::index).collect()
}

fn all_sets(nodes: usize) -> impl Iterator<Item = NodeSet> {
    (0..1_usize << nodes)
        .map(move |bits| NodeSet::of(nodes, NodeId::all(nodes).filter(|node| bits >> node.index() & 1 == 1)))
}

fn assert_validity(dag: &Dag, graph: &Graph, treatments: &NodeSet, set: &NodeSet) {
    let valid = valid_joint_outcomes(dag, treatments, set);
    for outcome in dag.nodes() {
        let expected = oracle::is_valid(graph, &plain(treatments), outcome.index(), &plain(set));
        assert_eq!(valid.contains(outcome), expected, "{graph:?}: {treatments:?} on {outcome:?} given {set:?}");
        assert_eq!(is_valid_joint_adjustment(dag, treatments, outcome, set), expected);
    }
}

/// What the graph says of treatments and an outcome, given the adjustment sets that are valid.
fn assert_proposals(dag: &Dag, graph: &Graph, treatments: &NodeSet, outcome: NodeId) {
    let (plain_treatments, y) = (plain(treatments), outcome.index());
    let any_valid = !oracle::valid_sets(graph, &plain_treatments, y).is_empty();
    let relevant = relevant_treatments(dag, treatments, outcome);
    let optimal = joint_optimal(dag, treatments, outcome);
    assert_eq!(plain(&relevant), oracle::relevant_treatments(graph, &plain_treatments, y));
    assert_eq!(plain(&joint_causal_nodes(dag, treatments, outcome)), oracle::causal_nodes(graph, &plain_treatments, y));
    assert_eq!(plain(&optimal), oracle::optimal_set(graph, &plain_treatments, y));
    assert_eq!(
        joint_adjustment_exists(dag, treatments, outcome),
        any_valid,
        "{graph:?}: {treatments:?} on {outcome:?}"
    );
    if !relevant.is_empty() {
        let optimal_valid = oracle::is_valid(graph, &plain_treatments, y, &plain(&optimal));
        assert_eq!(optimal_valid, any_valid, "{graph:?}: {treatments:?} on {outcome:?}");
    }
}

fn parents_outside(dag: &Dag, nodes: &NodeSet) -> NodeSet {
    NodeSet::of(dag.node_count(), nodes.iter().flat_map(|node| dag.parents(node)).copied()) - nodes
}

/// What the rules make of treatments that are all relevant.
fn assert_rules(dag: &Dag, graph: &Graph, relevant: &NodeSet, outcome: NodeId) {
    let (treatments, y) = (plain(relevant), outcome.index());
    let valid = |set: &NodeSet| oracle::is_valid(graph, &treatments, y, &plain(set));
    let optimal = joint_optimal(dag, relevant, outcome);
    let optimal = valid(&optimal).then_some(optimal);
    let parents = parents_outside(dag, relevant);
    let parents = if valid(&parents) { Some(parents) } else { optimal.clone() };
    assert_eq!(joint_adjustment(dag, relevant, outcome, AdjustmentRule::Parents), parents);
    assert_eq!(joint_adjustment(dag, relevant, outcome, AdjustmentRule::Optimal), optimal);
}

#[test]
fn validity_on_all_graphs_of_four_nodes_and_all_sets() {
    let graphs = all_dags(4);
    assert_eq!(graphs.len(), 543);
    for graph in &graphs {
        let dag = checked(graph);
        for treatments in all_sets(4) {
            for set in all_sets(4) {
                assert_validity(&dag, graph, &treatments, &set);
            }
        }
    }
}

#[test]
fn proposals_on_all_graphs_of_four_nodes() {
    for graph in all_dags(4) {
        let dag = checked(&graph);
        for treatments in all_sets(4) {
            for outcome in dag.nodes() {
                assert_proposals(&dag, &graph, &treatments, outcome);
                assert_rules(&dag, &graph, &relevant_treatments(&dag, &treatments, outcome), outcome);
            }
        }
    }
}

#[test]
fn proposals_on_random_graphs_of_five_and_six_nodes() {
    let mut rng = seeded(11);
    let mut without_any = 0;
    for _ in 0..400 {
        let nodes = rng.random_range(5..=6);
        let dag = random_dag(nodes, rng.random_range(0.2..0.8), &mut rng);
        for _ in 0..10 {
            let treatments = random_set(nodes, 0.4, &mut rng);
            let outcome = NodeId::new(rng.random_range(0..nodes));
            assert_proposals(&dag, &literal(&dag), &treatments, outcome);
            let relevant = relevant_treatments(&dag, &treatments, outcome);
            without_any += usize::from(!relevant.is_empty() && !joint_adjustment_exists(&dag, &relevant, outcome));
        }
    }
    assert!(without_any >= 10, "{without_any} questions without a valid set are too few to try");
}

/// Parents that are not valid where some other set is are rare: many graphs are drawn, and those questions kept.
#[test]
fn rules_on_random_larger_graphs_whose_parents_are_not_valid() {
    let mut rng = seeded(14);
    let (mut without_any, mut without_parents) = (0, 0);
    for _ in 0..100_000 {
        let nodes = rng.random_range(6..=8);
        let dag = random_dag(nodes, rng.random_range(0.2..0.5), &mut rng);
        let outcome = NodeId::new(rng.random_range(0..nodes));
        let relevant = relevant_treatments(&dag, &random_set(nodes, 0.4, &mut rng), outcome);
        match joint_adjustment(&dag, &relevant, outcome, AdjustmentRule::Parents) {
            None => without_any += 1,
            Some(set) if set == parents_outside(&dag, &relevant) => continue,
            Some(_) => without_parents += 1,
        }
        assert_rules(&dag, &literal(&dag), &relevant, outcome);
    }
    assert!(without_any >= 10 && without_parents >= 10, "{without_any} and {without_parents} are too few to try");
}

#[test]
fn one_treatment_is_a_set_of_one() {
    for graph in all_dags(4) {
        let dag = checked(&graph);
        for treatment in dag.nodes() {
            let alone = NodeSet::of(4, [treatment]);
            let effects = dag.descendants(treatment);
            for outcome in dag.nodes() {
                assert_eq!(joint_causal_nodes(&dag, &alone, outcome), causal_nodes(&dag, treatment, outcome));
                assert_eq!(joint_optimal(&dag, &alone, outcome), optimal_set(&dag, treatment, outcome));
                for set in all_sets(4) {
                    let single = is_valid_adjustment(&dag, treatment, outcome, &set);
                    assert_eq!(is_valid_joint_adjustment(&dag, &alone, outcome, &set), single);
                }
                if outcome != treatment && effects.contains(outcome) {
                    let parents = joint_adjustment(&dag, &alone, outcome, AdjustmentRule::Parents);
                    assert_eq!(parents, Some(dag.parent_set(treatment)));
                    let optimal = joint_adjustment(&dag, &alone, outcome, AdjustmentRule::Optimal);
                    assert_eq!(optimal, Some(optimal_set(&dag, treatment, outcome)));
                }
            }
        }
    }
}

#[test]
fn questions_about_nothing_have_answers() {
    let [a, b] = [0, 1].map(NodeId::new);
    let dag = Dag::from_edges(2, [(a, b)]).unwrap();
    let (none, both) = (NodeSet::empty(2), NodeSet::of(2, [a, b]));
    assert_eq!(valid_joint_outcomes(&dag, &none, &NodeSet::of(2, [a])), NodeSet::of(2, [b]));
    assert!(joint_adjustment_exists(&dag, &none, b));
    assert_eq!(joint_adjustment(&dag, &none, b, AdjustmentRule::Parents), Some(none.clone()));
    assert_eq!(relevant_treatments(&dag, &both, b), none);
    assert_eq!(joint_optimal(&dag, &both, b), none);
    assert!(!joint_adjustment_exists(&dag, &both, b));
    assert_eq!(joint_adjustment(&dag, &both, b, AdjustmentRule::Optimal), None);
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(1000) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn validity_on_random_larger_graphs(seed: u64, nodes in 6..=8_usize, density in 0.1..0.5) {
        let mut rng = seeded(seed);
        let dag = random_dag(nodes, density, &mut rng);
        let treatments = random_set(nodes, 0.35, &mut rng);
        let set = random_set(nodes, 0.4, &mut rng) - &treatments;
        assert_validity(&dag, &literal(&dag), &treatments, &set);
    }
}

/// Solving systems of up to eight unknowns with coefficients of order one.
const ROUNDING: f64 = 1e-9;

fn random_coefficients(dag: &Dag, rng: &mut impl rand::Rng) -> Rows {
    let mut rows = vec![vec![0.0; dag.node_count()]; dag.node_count()];
    for (from, to) in dag.edges() {
        rows[from.index()][to.index()] = rng.random_range(0.4..1.0) * if rng.random_bool(0.5) { 1.0 } else { -1.0 };
    }
    rows
}

fn difference(first: &Response, second: &Response) -> f64 {
    let slopes = first.slopes.iter().zip(&second.slopes).map(|(a, b)| (a - b).abs());
    slopes.fold((first.variance - second.variance).abs(), f64::max)
}

/// In a linear-Gaussian model setting all treatments does what setting the relevant ones does, and adjusting for the
/// proposed set finds it out.
#[test]
fn linear_models_answer_to_the_relevant_treatments_alone() {
    let mut rng = seeded(12);
    let (mut dropped, mut adjusted) = (0, 0);
    for _ in 0..1000 {
        let nodes = rng.random_range(4..=8);
        let dag = random_dag(nodes, rng.random_range(0.2..0.7), &mut rng);
        let coefficients = random_coefficients(&dag, &mut rng);
        let outcome = NodeId::new(rng.random_range(0..nodes));
        let treatments = random_set(nodes, 0.4, &mut rng) - &NodeSet::of(nodes, [outcome]);
        let relevant = relevant_treatments(&dag, &treatments, outcome);
        let all = oracle::response(&coefficients, &plain(&treatments), outcome.index());
        let set_relevant = oracle::response(&coefficients, &plain(&relevant), outcome.index());
        let slope_of = |node: NodeId| all.slopes[plain(&treatments).iter().position(|&t| t == node.index()).unwrap()];
        assert!((&treatments - &relevant).iter().all(|node| slope_of(node).abs() < ROUNDING));
        let kept = Response { slopes: relevant.iter().map(slope_of).collect(), variance: all.variance };
        assert!(difference(&kept, &set_relevant) < ROUNDING, "{kept:?} is not {set_relevant:?}");
        dropped += usize::from(relevant != treatments);
        for rule in [AdjustmentRule::Parents, AdjustmentRule::Optimal] {
            if let Some(set) = joint_adjustment(&dag, &relevant, outcome, rule) {
                let model = covariance(&coefficients);
                let found = oracle::adjusted_response(&model, &plain(&relevant), outcome.index(), &plain(&set));
                assert!(difference(&found, &set_relevant) < ROUNDING, "{found:?} is not {set_relevant:?}");
                adjusted += usize::from(relevant.len() > 1);
            }
        }
    }
    assert!(dropped > 100 && adjusted > 100, "{dropped} and {adjusted} questions are too few to try");
}

/// The criterion without any talk of paths: in a linear-Gaussian model with coefficients drawn at random, adjusting for
/// a set finds out what an intervention does if and only if the set is valid.
#[test]
fn linear_models_tell_valid_sets_from_others_on_all_graphs_of_four_nodes() {
    let mut rng = seeded(13);
    for graph in all_dags(4) {
        let dag = checked(&graph);
        let coefficients = random_coefficients(&dag, &mut rng);
        let model = covariance(&coefficients);
        for (treatments, outcome) in all_sets(4).flat_map(|set| NodeId::all(4).map(move |node| (set.clone(), node))) {
            let mut ends = treatments.clone();
            if !ends.insert(outcome) {
                continue;
            }
            let truth = oracle::response(&coefficients, &plain(&treatments), outcome.index());
            for set in all_sets(4).filter(|set| set.is_disjoint(&ends)) {
                let found = oracle::adjusted_response(&model, &plain(&treatments), outcome.index(), &plain(&set));
                let valid = is_valid_joint_adjustment(&dag, &treatments, outcome, &set);
                let right = difference(&found, &truth) < ROUNDING;
                assert_eq!(valid, right, "{graph:?}: {treatments:?} on {outcome:?} given {set:?}");
            }
        }
    }
}
