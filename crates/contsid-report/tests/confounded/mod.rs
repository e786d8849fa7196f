//! A linear-Gaussian model whose interventional densities are known.

use contsid::data::{Column, Table};
use contsid::distance::Selection;
use contsid::effect::{Agreement, ContSidOptions, Prepared, WeightsQuestion};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphPair, NodeId, NodeNames, NodeSet};
use contsid_report::density::{Outcome, Support, trapezoid};
use rand::{Rng, RngExt};

/// How the weights of an embedding become probabilities.
pub type MadeOfWeights = fn(&[f64]) -> Vec<f64>;

/// A standard normal number, by the method of Box and Muller.
pub fn normal(rng: &mut impl Rng) -> f64 {
    let (radius, angle): (f64, f64) = (1.0 - rng.random::<f64>(), rng.random());
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

/// Z → X, Z → Y, X → Y with coefficients 1, 2, 1 and standard normal noise.
pub struct Confounded {
    table: Table,
    truth: Dag,
    forgetful: Dag,
}

impl Confounded {
    pub fn new(samples: usize, rng: &mut impl Rng) -> Self {
        let [x, y, z] = [0, 1, 2].map(NodeId::new);
        let mut columns = vec![Vec::new(); 3];
        for _ in 0..samples {
            let third = normal(rng);
            let first = third + normal(rng);
            let values = [first, first + 2.0 * third + normal(rng), third];
            columns.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
        }
        let columns = columns.into_iter().map(Column::numbers).collect();
        Self {
            table: Table::new(NodeNames::new(["x", "y", "z"]).expect("three columns, and graphs on them"), columns)
                .expect("three columns, and graphs on them"),
            truth: Dag::from_edges(3, [(z, x), (z, y), (x, y)]).expect("three columns, and graphs on them"),
            forgetful: Dag::from_edges(3, [(x, y)]).expect("three columns, and graphs on them"),
        }
    }

    /// The mean over interventions of ∫ |estimate − normal density| under both graphs. In truth Y is N(x, 5) under
    /// do(X = x); without the confounder it is taken for the conditional distribution, N(2x, 3).
    pub fn errors(&self, made: MadeOfWeights) -> [f64; 2] {
        let [x, y] = [0, 1].map(NodeId::new);
        let options = ContSidOptions { agreement: Agreement::Never, ..ContSidOptions::default() };
        let prepared =
            Prepared::new(&self.table, &options, &Execution::default()).expect("three columns, and graphs on them");
        let count = self.table.row_count();
        let indices = [count / 4, count / 2, 3 * count / 4];
        let found = prepared
            .intervention_weights(
                &WeightsQuestion {
                    pair: GraphPair::new(&self.truth, &self.forgetful).expect("three columns, and graphs on them"),
                    treatment: x,
                    selection: &Selection::all(3),
                    outcomes: &NodeSet::of(3, [y]),
                    interventions: &indices,
                },
                &Execution::default(),
            )
            .expect("three columns, and graphs on them");
        let compared = found.outcomes[y.index()].expect("the graphs do not agree");
        let weights_of =
            |number: Option<usize>| found.estimates[number.expect("both graphs have a directed path")].weights.clone();
        let outcome = Outcome::new(self.table.column(y));
        let mut errors = [0.0; 2];
        let sides = [(weights_of(compared.truth), 1.0, 5.0), (weights_of(compared.learnt), 2.0, 3.0)];
        for (error, (weights, slope, variance)) in errors.iter_mut().zip(sides) {
            for (index, weights) in indices.into_iter().zip(weights) {
                let mean = slope * prepared.interventions(x).values()[index];
                *error += difference(&outcome, &made(&weights), mean, variance) / indices.len() as f64;
            }
        }
        errors
    }
}

/// ∫ |estimate − normal density|
fn difference(outcome: &Outcome, probabilities: &[f64], mean: f64, variance: f64) -> f64 {
    let Support::Grid { low, step } = *outcome.support() else { panic!("many different numbers") };
    let density = outcome.density(probabilities);
    let bell = |index: usize| {
        let far = low + step * index as f64 - mean;
        (-0.5 * far * far / variance).exp() / (std::f64::consts::TAU * variance).sqrt()
    };
    let gaps: Vec<f64> = density.iter().enumerate().map(|(index, value)| (value - bell(index)).abs()).collect();
    trapezoid(&gaps, step)
}
