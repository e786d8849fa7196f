//! The weights of estimates against the embeddings, and against the distances that are made of them.

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

mod support;

use contsid::adjustment::AdjustmentRule;
use contsid::distance::Selection;
use contsid::effect::{
    Agreement, ContSidOptions, EstimateWeights, InterventionWeights, LambdaChoice, Prepared, WeightsQuestion,
};
use contsid::embedding::{Estimator, InterventionColumns, InterventionMeanEmbedding, Lambda};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphPair, NodeId, NodeSet};
use contsid::kernel::KernelColumn;
use std::sync::Arc;
use support::asks::Asks;
use support::problems::{random_columns, table_of};
use support::{random_dag, random_set, seeded};

/// A factor of a Gram matrix leaves out less than this.
const LOW_RANK: f64 = 1e-10;

const NODES: usize = 5;

/// The estimates of all outcomes at these interventions.
fn weights(
    prepared: &Prepared<'_>,
    pair: GraphPair<'_, Dag>,
    treatment: NodeId,
    selection: &Selection,
    interventions: &[usize],
) -> InterventionWeights {
    let outcomes = &NodeSet::full(pair.node_count());
    prepared
        .intervention_weights(
            &WeightsQuestion { pair, treatment, selection, outcomes, interventions },
            &Execution::default(),
        )
        .expect("a ridge makes systems solvable")
}

#[test]
fn weights_are_those_of_the_embeddings() {
    let (mut rng, mut found) = (seeded(11), 0);
    for estimator in [Estimator::Plain, Estimator::Normalised, Estimator::Centred] {
        let (truth, learnt) = (random_dag(NODES, 0.7, &mut rng), random_dag(NODES, 0.7, &mut rng));
        let table = table_of(&random_columns(NODES, 80, &mut rng));
        let options = ContSidOptions { estimator, ..ContSidOptions::default() };
        let prepared = Prepared::new(&table, &options, &Execution::default()).unwrap();
        let (pair, all) = (GraphPair::new(&truth, &learnt).unwrap(), Selection::all(NODES));
        let kernels: Vec<_> = prepared.kernels().collect();
        let column = |node: NodeId| Arc::new(KernelColumn::new(table.column(node), kernels[node.index()]).unwrap());
        for treatment in NodeId::all(NODES) {
            let last = prepared.interventions(treatment).values().len() - 1;
            let indices = [0, last / 2, last];
            for EstimateWeights { adjustment, weights } in weights(&prepared, pair, treatment, &all, &indices).estimates
            {
                let columns = InterventionColumns {
                    outcome: column(treatment),
                    treatments: vec![column(treatment)],
                    adjustment: adjustment.iter().map(column).collect(),
                };
                let embedding =
                    InterventionMeanEmbedding::fit(columns, Lambda::one_over(80), estimator, &Execution::alone())
                        .unwrap();
                for (index, weights) in indices.into_iter().zip(weights) {
                    let x = prepared.interventions(treatment).values()[index];
                    let expected = embedding.at(&[x]).unwrap();
                    let error = weights.iter().zip(expected.weights()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                    assert!(error < LOW_RANK, "{error}");
                    found += 1;
                }
            }
        }
    }
    assert!(found > 20, "{found}");
}

/// The mean over the interventions of ‖Σ_s δ_s k(x⁽ˢ⁾, ·)‖ over ‖(1/N) Σ_s k(x⁽ˢ⁾, ·)‖, by the Gram matrix itself.
fn distance_of(prepared: &Prepared<'_>, found: &InterventionWeights, treatment: NodeId, outcome: NodeId) -> f64 {
    let Some(compared) = found.outcomes[outcome.index()] else { return 0.0 };
    let observed = prepared.kernel_column(outcome);
    let gram: Vec<Vec<f64>> = observed.values().map(|y| observed.against(y)).collect();
    let norm = |weights: &[f64]| {
        let row = |row: &Vec<f64>| row.iter().zip(weights).map(|(k, w)| k * w).sum::<f64>();
        gram.iter().zip(weights).map(|(k, w)| w * row(k)).sum::<f64>().max(0.0).sqrt()
    };
    let count = observed.len();
    let marginal = vec![1.0 / count as f64; count];
    let weights = |estimate: Option<usize>, intervention: usize| match estimate {
        Some(estimate) => &found.estimates[estimate].weights[intervention],
        None => &marginal,
    };
    let interventions = prepared.interventions(treatment);
    let shares = interventions.weights();
    let at = |(intervention, share): (usize, &f64)| {
        let (truth, learnt) = (weights(compared.truth, intervention), weights(compared.learnt, intervention));
        share * norm(&truth.iter().zip(learnt).map(|(truth, learnt)| learnt - truth).collect::<Vec<_>>())
    };
    shares.iter().enumerate().map(at).sum::<f64>() / norm(&marginal)
}

#[test]
fn distances_are_made_of_the_weights() {
    let (mut rng, mut positive) = (seeded(12), 0);
    let rules = [AdjustmentRule::Parents, AdjustmentRule::Optimal];
    let agreements = [Agreement::Either, Agreement::Never];
    for round in 0..24 {
        let (truth, learnt) = (random_dag(NODES, 0.6, &mut rng), random_dag(NODES, 0.6, &mut rng));
        let table = table_of(&random_columns(NODES, 40, &mut rng));
        let options = ContSidOptions {
            adjustment: rules[round % 2],
            agreement: agreements[round / 2 % 2],
            lambda: if round / 4 % 2 == 0 { LambdaChoice::LeaveOneOut } else { LambdaChoice::OneOverN },
            ..ContSidOptions::default()
        };
        let prepared = Prepared::new(&table, &options, &Execution::default()).unwrap();
        let pair = GraphPair::new(&truth, &learnt).unwrap();
        let selection = match round / 8 {
            0 => Selection::all(NODES),
            _ => Selection::all(NODES).with_outcomes(random_set(NODES, 0.7, &mut rng)),
        };
        let contsid = prepared.selected(pair, &selection, &Execution::default()).unwrap();
        for treatment in NodeId::all(NODES) {
            let indices: Vec<usize> = (0..prepared.interventions(treatment).values().len()).collect();
            let found = weights(&prepared, pair, treatment, &selection, &indices);
            for outcome in NodeId::all(NODES) {
                let sets = [&truth, &learnt].map(|dag| options.adjustment.set(dag, treatment, outcome));
                let case = contsid.case(treatment, outcome);
                let estimated = case.is_some_and(|case| case.is_estimated(&sets[0], &sets[1]));
                assert_eq!(found.outcomes[outcome.index()].is_some(), estimated);
                let (expected, made) =
                    (contsid.distance(treatment, outcome), distance_of(&prepared, &found, treatment, outcome));
                // The square root of what a factor leaves out.
                assert!((made - expected).abs() < LOW_RANK.sqrt(), "{made} {expected} {options:?}");
                positive += usize::from(expected > 0.01);
            }
        }
    }
    assert!(positive > 100, "{positive}");
}
