//! Graphs with marks and hidden nodes, judged by experiments: a claim predicts as a directed graph that adjusts for the
//! same set, and what is left open counts as not predicted.

#![allow(clippy::unwrap_used, reason = "a test that cannot build its case fails")]

mod support;

use contsid::adjustment::{AdjustmentRule, EffectGraph};
use contsid::data::Table;
use contsid::execution::Execution;
use contsid::experiment::{AskedGraph, Experiment, Forecast, JudgeError, JudgeOptions, Judgement, forecasts, judge};
use contsid::graph::{Dag, LatentDag, MixedGraph, NodeId, NodeSet};
use rand::Rng;
use support::problems::{normal, table_of};
use support::{random_dag, seeded};

const A: usize = 0;
const B: usize = 1;
const X: usize = 2;
const Y: usize = 3;

/// Rows of A → X ← B, X → Y, in some of which a variable was set.
fn rows(count: usize, set: Option<usize>, rng: &mut impl Rng) -> Table {
    let mut columns = vec![Vec::new(); 4];
    for _ in 0..count {
        let mut row = [0.0; 4];
        for node in [A, B, X, Y] {
            let causes = [0.0, 0.0, row[A] + row[B], row[X]][node];
            row[node] = if set == Some(node) { 2.0 * normal(rng) } else { causes + 0.5 * normal(rng) };
        }
        columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    table_of(&columns)
}

fn experiment(treatments: &[usize], table: Table) -> Experiment {
    Experiment::new(NodeSet::of(4, treatments.iter().map(|&node| NodeId::new(node))), table).unwrap()
}

fn dag() -> Dag {
    Dag::from_edges(4, [(A, X), (B, X), (X, Y)].map(|(a, b)| (NodeId::new(a), NodeId::new(b)))).unwrap()
}

fn judged(graphs: &[AskedGraph<'_>], set: usize, options: &JudgeOptions) -> Judgement {
    let mut rng = seeded(1);
    let (table, tried) = (rows(120, None, &mut rng), experiment(&[set], rows(60, Some(set), &mut rng)));
    judge(graphs, &table, &[tried], options, &Execution::default()).unwrap()
}

/// The PAG claims that A, B block all other paths from X to Y: the parents of X.
#[test]
fn a_claim_predicts_as_a_directed_graph_with_the_same_set() {
    let (pag, dag) = (EffectGraph::from(&LatentDag::from(dag()).pag()), MixedGraph::from(dag()));
    let found = judged(&[(&pag).into(), (&dag).into()], X, &JudgeOptions::default());
    let [marked, plain] = &found.graphs[..] else { panic!("two graphs") };
    assert_eq!((&marked.pairs, marked.skill), (&plain.pairs, plain.skill));
    assert!(marked.skill.value > 0.7, "{:?}", marked.skill);
}

/// It leaves open whether A is a cause of X or both have a hidden one.
#[test]
fn what_is_left_open_is_not_predicted() {
    let pag = EffectGraph::from(&LatentDag::from(dag()).pag());
    let found = judged(&[(&pag).into()], A, &JudgeOptions::default());
    let graph = &found.graphs[0];
    assert_eq!(graph.experiments[0].unidentified, [X, Y].map(NodeId::new));
    assert_eq!(graph.pairs.iter().filter(|pair| pair.forecast == Forecast::NotIdentified).count(), 2);
    assert!(graph.pairs.iter().all(|pair| pair.score == pair.no_effect));
    assert_eq!(graph.skill.value, 0.0);
}

#[test]
fn directed_graphs_predict_the_same_by_their_claims() {
    let mut rng = seeded(2);
    for round in 0..24 {
        let (dag, set) = (random_dag(4, 0.6, &mut rng), round % 4);
        let adjustment = [AdjustmentRule::Parents, AdjustmentRule::Optimal][round / 4 % 2];
        let (claims, plain) = (EffectGraph::from(&dag).adjusting(adjustment), MixedGraph::from(dag));
        let options = JudgeOptions { adjustment, ..JudgeOptions::default() };
        let found = judged(&[(&claims).into(), (&plain).into()], set, &options);
        assert_eq!(found.graphs[0].pairs, found.graphs[1].pairs, "round {round}");
    }
}

#[test]
fn several_variables_at_once_are_refused() {
    let pag = EffectGraph::from(&LatentDag::from(dag()).pag());
    let mut rng = seeded(3);
    let (table, both) = (rows(60, None, &mut rng), experiment(&[A, X], rows(40, None, &mut rng)));
    let (tried, options) = ([both], JudgeOptions::default());
    let error = judge(&[&pag], &table, &tried, &options, &Execution::default()).unwrap_err();
    assert!(matches!(error, JudgeError::JointWithHidden { graph: 0, .. }), "{error:?}");
    assert!(forecasts(&[&pag], &table, &tried, &options, &Execution::default()).is_err());
    assert!(judge(&[&MixedGraph::from(dag())], &table, &tried, &options, &Execution::default()).is_ok());
}
