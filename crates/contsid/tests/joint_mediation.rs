//! The example of the documentation: single interventions do not see whether an effect is all mediated, joint ones do.

mod support;

use contsid::data::{Column, Table};
use contsid::distance::Selection;
use contsid::effect::{Agreement, ContSidOptions, JointLimits, Prepared, TreatmentSets};
use contsid::embedding::Estimator;
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphPair, NodeId, NodeNames};
use contsid_oracle::graphs::all_dags;
use contsid_oracle::joint::{Response, adjusted_response};
use contsid_oracle::population::{MEDIAN_DISTANCE, covariance};
use support::asks::Asks;
use support::problems::{normal, random_columns, table_of};
use support::{checked, seeded};

/// contSID of single interventions and of those on two variables at once.
struct Both {
    single: f64,
    joint: f64,
}

fn both(prepared: &Prepared<'_>, truth: &Dag, learnt: &Dag) -> Both {
    let (pair, all, execution) =
        (GraphPair::new(truth, learnt).expect("the same nodes"), Selection::all(3), Execution::default());
    let sets = TreatmentSets::all_of_size(2, 3, &all).expect("three sets");
    Both {
        single: prepared.compare(pair, &execution).expect("a fit").total(),
        joint: prepared.joint(pair, &sets, &all, JointLimits::default(), &execution).expect("a fit").total(),
    }
}

/// a → b → c, with a → c as well or not.
fn mediation([a, b, c]: [NodeId; 3], direct: bool) -> Dag {
    let edges = [(a, b), (b, c)].into_iter().chain(direct.then_some((a, c)));
    Dag::from_edges(3, edges).expect("acyclic")
}

/// No rule of agreement forgives anything here: single interventions ask the two graphs for the same estimates.
#[test]
fn on_three_nodes_mediation_is_all_that_only_joint_interventions_tell() {
    let table = table_of(&random_columns(3, 30, &mut seeded(71)));
    let options = ContSidOptions { agreement: Agreement::Never, ..ContSidOptions::default() };
    let prepared = Prepared::new(&table, &options, &Execution::default()).expect("a table");
    let dags: Vec<Dag> = all_dags(3).iter().map(checked).collect();
    assert_eq!(dags.len(), 25);
    let mut found = Vec::new();
    for (truth, learnt) in dags.iter().flat_map(|truth| dags.iter().map(move |learnt| (truth, learnt))) {
        let Both { single, joint } = both(&prepared, truth, learnt);
        if single == 0.0 && joint > 0.0 {
            found.push((truth.clone(), learnt.clone()));
        }
    }
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map(|order| order.map(NodeId::new));
    for order in orders {
        for direct in [false, true] {
            assert!(found.contains(&(mediation(order, direct), mediation(order, !direct))));
        }
    }
    assert_eq!(found.len(), 12);
}

/// B = A + noise, C = B − A + noise, all noise of variance 1: d({A, B}, C) without data.
fn population() -> f64 {
    let moments = covariance(&vec![vec![0.0, 1.0, -1.0], vec![0.0, 0.0, 1.0], vec![0.0; 3]]);
    let truth = adjusted_response(&moments, &[0, 1], 2, &[]);
    let learnt = adjusted_response(&moments, &[1], 2, &[0]);
    let near = |response: &Response, slopes: &[f64], variance: f64| {
        let slopes = response.slopes.iter().zip(slopes).all(|(a, b)| (a - b).abs() < 1e-9);
        slopes && (response.variance - variance).abs() < 1e-9
    };
    // By hand: N(b − a, 1) against N(b, 2), so the answers differ by a in the mean, and A has variance 1.
    assert!(near(&truth, &[-1.0, 1.0], 1.0) && near(&learnt, &[1.0], 2.0));
    let bandwidth = MEDIAN_DISTANCE * moments[2][2].sqrt();
    let mean = |shift: f64, variance: f64| {
        let width = bandwidth * bandwidth + variance;
        bandwidth / width.sqrt() * (-shift * shift / (2.0 * width)).exp()
    };
    let (mut sum, mut weights) = (0.0, 0.0);
    for point in -900..=900 {
        let a = f64::from(point) / 100.0;
        let weight = (-a * a / 2.0).exp();
        sum += weight * (mean(0.0, 2.0) + mean(0.0, 4.0) - 2.0 * mean(a, 3.0)).sqrt();
        weights += weight;
    }
    sum / weights / mean(0.0, 2.0 * moments[2][2]).sqrt()
}

fn sample(rows: usize, seed: u64) -> Table {
    let mut rng = seeded(seed);
    let mut noise = || (0..rows).map(|_| normal(&mut rng)).collect::<Vec<f64>>();
    let (a, mut b, mut c) = (noise(), noise(), noise());
    for row in 0..rows {
        b[row] += a[row];
        c[row] += b[row] - a[row];
    }
    let names = NodeNames::new(["A", "B", "C"]).expect("different names");
    Table::new(names, [a, b, c].map(Column::numbers).to_vec()).expect("columns of one length")
}

#[test]
fn the_distance_is_that_of_the_population() {
    let [a, b, c] = [0, 1, 2].map(NodeId::new);
    let (truth, learnt) = (mediation([a, b, c], true), mediation([a, b, c], false));
    let expected = population();
    assert!(expected > 0.3, "{expected}");
    let options = ContSidOptions { estimator: Estimator::Normalised, ..ContSidOptions::default() };
    let errors = [100, 400, 1600].map(|rows| {
        let prepared = Prepared::new(&sample(rows, 72), &options, &Execution::default()).expect("a table");
        let Both { single, joint } = both(&prepared, &truth, &learnt);
        assert_eq!(single, 0.0);
        // Sets with C have no effect but that of the other variable: only {A, B} on C differs.
        (joint - expected).abs() / expected
    });
    assert!(errors[2] < 0.1 && errors[2] < errors[0], "{errors:?} of {expected}");
}
