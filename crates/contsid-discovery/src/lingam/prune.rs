//! From a causal order to the effects that are worth an edge.

use super::lasso::{Precision, adaptive_lasso};
use super::{Effect, Pruning};
use contsid::execution::{Cancelled, Execution};
use contsid::graph::NodeId;
use contsid::independence::CentredColumns;
use contsid::numeric::{Matrix, Qr, solve_upper};

/// The effects of variables on later ones, by outcome and cause in the order.
pub(crate) fn pruned(
    centred: &CentredColumns,
    order: &[usize],
    prune: Pruning,
    execution: &Execution<'_>,
) -> Result<Vec<Effect>, Cancelled> {
    let upper = Qr::new(&centred.sorted(order)).upper;
    let mut effects = Vec::new();
    for outcome in 1..order.len() {
        execution.check()?;
        let lasso = |precision| adaptive_lasso(&upper, outcome, centred.sample_count(), precision);
        let coefficients = match prune {
            Pruning::Threshold(_) => lasso(Precision::DOUBLE),
            Pruning::AdaptiveLasso => refitted(&upper, outcome, &lasso(Precision::SINGLE)),
        };
        let length = |index: usize| centred.length(order[index]);
        for (cause, coefficient) in coefficients.iter().enumerate() {
            let weight = coefficient * (length(outcome) / length(cause));
            let keep = match prune {
                Pruning::Threshold(smallest) => weight.abs() > smallest.value(),
                Pruning::AdaptiveLasso => weight != 0.0,
            };
            if keep {
                effects.push(Effect { from: NodeId::new(order[cause]), to: NodeId::new(order[outcome]), weight });
            }
        }
    }
    Ok(effects)
}

/// The least-squares coefficients on the columns whose coefficient is not zero.
fn refitted(upper: &Matrix, outcome: usize, coefficients: &[f64]) -> Vec<f64> {
    let kept: Vec<usize> = (0..outcome).filter(|&index| coefficients[index] != 0.0).collect();
    let with_outcome: Vec<usize> = kept.iter().copied().chain([outcome]).collect();
    let Qr { upper: small, .. } = Qr::new(&columns(upper, &with_outcome));
    let mut refitted = vec![0.0; outcome];
    for (index, value) in kept.iter().zip(solve_upper(&small, &small.column(kept.len())[..kept.len()])) {
        refitted[*index] = value;
    }
    refitted
}

/// The columns with these indices, in this order.
fn columns(matrix: &Matrix, chosen: &[usize]) -> Matrix {
    Matrix::from_fn(matrix.row_count(), chosen.len(), |row, column| matrix.entry(row, chosen[column]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Threshold;
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

    fn centred(case: &Value) -> CentredColumns {
        let rows: Vec<Vec<f64>> = numbers(&case["data"]);
        let columns = (0..rows[0].len()).map(|k| Column::Numeric(rows.iter().map(|row| row[k]).collect())).collect();
        CentredColumns::new(&Table::new(NodeNames::numbered(rows[0].len()), columns).unwrap()).unwrap()
    }

    fn weights(effects: &[Effect], count: usize) -> Vec<Vec<f64>> {
        let mut weights = vec![vec![0.0; count]; count];
        for effect in effects {
            weights[effect.from.index()][effect.to.index()] = effect.weight;
        }
        weights
    }

    /// Runs a check on each case of up to ten variables. Larger ones are nearly singular in the wrong order, where the
    /// packages' own paths depend on rounding.
    fn for_each_case(check: impl Fn(&CentredColumns, &[usize], &Value)) {
        let cases = vectors("discovery.json");
        for solved in vectors("adaptive_lasso.json").as_array().unwrap() {
            let order: Vec<usize> = numbers(&solved["order"]);
            if order.len() <= 10 {
                check(&centred(&cases["cases"][numbers::<usize>(&solved["case"])]), &order, solved);
            }
        }
    }

    #[test]
    fn effects_equal_those_of_lingam() {
        for_each_case(|centred, order, solved| {
            let expected: Vec<Vec<f64>> = numbers(&solved["lingam"]);
            let learnt =
                weights(&pruned(centred, order, Pruning::AdaptiveLasso, &Execution::default()).unwrap(), order.len());
            for (a, b) in learnt.iter().flatten().zip(expected.iter().flatten()) {
                assert!((a - b).abs() <= 1e-9 * b.abs(), "case {}: {a} {b}", solved["case"]);
            }
        });
    }

    #[test]
    fn large_effects_are_those_of_gcastle() {
        for_each_case(|centred, order, solved| {
            let expected: Vec<Vec<f64>> = numbers(&solved["gcastle"]);
            let learnt = weights(
                &pruned(centred, order, Pruning::Threshold(Threshold::new(0.3).unwrap()), &Execution::default())
                    .unwrap(),
                order.len(),
            );
            for (a, b) in learnt.iter().flatten().zip(expected.iter().flatten()) {
                assert_eq!(*a != 0.0, b.abs() > 0.3, "case {}: {a} {b}", solved["case"]);
            }
        });
    }
}
