//! From a causal order to the effects that are worth an edge.

use super::lasso::{Limits, adaptive_lasso};
use super::{Effect, Pruning};
use crate::linalg::{Matrix, Qr, solve_upper};
use crate::observations::Observations;
use contsid::graph::NodeId;

/// The effects of variables on later ones, by target and cause in the order.
pub(super) fn pruned(observations: &Observations, order: &[usize], prune: Pruning) -> Vec<Effect> {
    let upper = columns(&observations.upper, order).qr().upper;
    let mut effects = Vec::new();
    for target in 1..order.len() {
        let y = observations.length(order[target]);
        let n = observations.sample_count() as f64;
        let limits = if prune == Pruning::AdaptiveLasso {
            Limits { end: 1.19e-7, degenerate: 1e-7 / n.sqrt() }
        } else {
            Limits { end: 1.19e-7 / (y * y / n), degenerate: 1e-7 / y }
        };
        let mut coefficients = adaptive_lasso(&upper, target, observations.sample_count(), limits);
        if prune == Pruning::AdaptiveLasso {
            coefficients = refitted(&upper, target, &coefficients);
        }
        let length = |place: usize| observations.length(order[place]);
        for (cause, coefficient) in coefficients.iter().enumerate() {
            let weight = coefficient * (length(target) / length(cause));
            let keep = match prune {
                Pruning::Threshold(smallest) => weight.abs() > smallest,
                Pruning::AdaptiveLasso => weight != 0.0,
            };
            if keep {
                effects.push(Effect { from: NodeId::new(order[cause]), to: NodeId::new(order[target]), weight });
            }
        }
    }
    effects
}

/// The least-squares coefficients on the columns whose coefficient is not zero.
fn refitted(upper: &Matrix, target: usize, coefficients: &[f64]) -> Vec<f64> {
    let kept: Vec<usize> = (0..target).filter(|&place| coefficients[place] != 0.0).collect();
    let with_target: Vec<usize> = kept.iter().copied().chain([target]).collect();
    let Qr { upper: small, .. } = columns(upper, &with_target).qr();
    let mut refitted = vec![0.0; target];
    for (place, value) in kept.iter().zip(solve_upper(&small, &small.column(kept.len())[..kept.len()])) {
        refitted[*place] = value;
    }
    refitted
}

/// The columns with these numbers, in this order.
fn columns(matrix: &Matrix, chosen: &[usize]) -> Matrix {
    Matrix::from_fn(matrix.row_count(), chosen.len(), |row, place| matrix.entry(row, chosen[place]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use contsid::data::{Column, Table};
    use contsid::graph::NodeNames;
    use serde_json::Value;

    fn vectors(name: &str) -> Value {
        let path = format!("{}/../../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    fn numbers<T: serde::de::DeserializeOwned>(value: &Value) -> T {
        serde_json::from_value(value.clone()).unwrap()
    }

    fn observations(case: &Value) -> Observations {
        let rows: Vec<Vec<f64>> = numbers(&case["data"]);
        let columns = (0..rows[0].len()).map(|k| Column::Numeric(rows.iter().map(|row| row[k]).collect())).collect();
        Observations::new(&Table::new(NodeNames::numbered(rows[0].len()), columns).unwrap()).unwrap()
    }

    /// How many entries differ by more than a millionth of the larger, and how many there are.
    fn differences(effects: &[Effect], expected: &Value) -> (usize, usize) {
        let expected: Vec<Vec<f64>> = numbers(expected);
        let mut learnt = vec![vec![0.0; expected.len()]; expected.len()];
        for effect in effects {
            learnt[effect.from.index()][effect.to.index()] = effect.weight;
        }
        let pairs = || learnt.iter().flatten().zip(expected.iter().flatten());
        let differ = |(a, b): &(&f64, &f64)| (*a - *b).abs() > 1e-6 * a.abs().max(b.abs());
        (pairs().filter(differ).count(), pairs().filter(|(a, b)| **a != 0.0 || **b != 0.0).count())
    }

    #[test]
    fn effects_equal_those_of_lingam_and_gcastle() {
        let cases = vectors("discovery.json");
        for solved in vectors("adaptive_lasso.json").as_array().unwrap() {
            let observations = observations(&cases["cases"][numbers::<usize>(&solved["case"])]);
            let order: Vec<usize> = numbers(&solved["order"]);
            let refitted = pruned(&observations, &order, Pruning::AdaptiveLasso);
            let shrunk = pruned(&observations, &order, Pruning::Threshold(0.0));
            println!("{} {}: {:?} {:?}", solved["case"], solved["p"], differences(&refitted, &solved["lingam"]), differences(&shrunk, &solved["gcastle"]));
        }
    }
}
