//! Does the linear model that guides the parts of cross-fitted contSID do harm where nothing is linear?
//!
//! Models of three nodes, Z → X, Z → Y and X → Y, most of them far from linear, compared with two wrong graphs. The
//! distances of the population are found by weighting a grid of Z and of the noise. The table has the mean error of all
//! pairs, and how many intervals cover the population's value, without a guide and with one.
//!
//!     cargo run --release -p contsid-bench nonlinear_parts [ROWS] [SAMPLES] [GRID]

use crate::Outcome;
use contsid::data::{Column, Table};
use contsid::effect::{ContSidOptions, CrossFitOptions, Guide, Prepared};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphPair, NodeId, NodeNames};
use contsid::kernel::median_distance;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::StandardNormal;
use statrs::distribution::{ContinuousCDF, Normal};

/// The nodes.
const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;

/// X = center(Z) + spread · noise, Y = outcome(X, Z, noise).
struct Model {
    name: &'static str,
    center: fn(f64) -> f64,
    spread: f64,
    outcome: fn(f64, f64, f64) -> f64,
}

const MODELS: [Model; 7] = [
    Model {
        name: "X = 1.5 sin 2Z, Y = X²/2 + Z",
        center: |z| 1.5 * (2.0 * z).sin(),
        spread: 0.7,
        outcome: |x, z, e| 0.5 * x * x + z + 0.5 * e,
    },
    Model {
        name: "X = Z, Y = cos 2X + Z²/2",
        center: |z| z,
        spread: 0.6,
        outcome: |x, z, e| (2.0 * x).cos() + 0.5 * z * z + 0.4 * e,
    },
    Model {
        name: "X = 0.7 Z², Y = X Z",
        center: |z| 0.7 * z * z - 0.7,
        spread: 0.8,
        outcome: |x, z, e| x * z + 0.5 * e,
    },
    Model {
        name: "X = 0.8 Z, Y = Z + noise that grows as exp X/2",
        center: |z| 0.8 * z,
        spread: 0.8,
        outcome: |x, z, e| z + (0.5 * x).exp() * e,
    },
    Model {
        name: "X = 0.8 Z, Y = X + X²/5 + 0.7 Z",
        center: |z| 0.8 * z,
        spread: 0.8,
        outcome: |x, z, e| x + 0.2 * x * x + 0.7 * z + e,
    },
    Model {
        name: "X = Z, Y = 3/(1 + exp −2X) + Z",
        center: |z| z,
        spread: 0.7,
        outcome: |x, z, e| 3.0 / (1.0 + (-2.0 * x).exp()) + z + 0.6 * e,
    },
    Model { name: "linear: X = Z, Y = X + Z", center: |z| z, spread: 0.7, outcome: |x, z, e| x + z + e },
];

impl Model {
    fn sample(&self, rows: usize, rng: &mut impl Rng) -> [Vec<f64>; 3] {
        let mut columns = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..rows {
            let [z, noise, e]: [f64; 3] = [0; 3].map(|_| rng.sample(StandardNormal));
            let x = (self.center)(z) + self.spread * noise;
            columns.iter_mut().zip([x, (self.outcome)(x, z, e), z]).for_each(|(column, value)| column.push(value));
        }
        columns
    }
}

/// A grid of the population: quantiles of Z and of both noises, put together at random.
struct Population<'a> {
    model: &'a Model,
    z: Vec<f64>,
    noise: Vec<f64>,
    e: Vec<f64>,
    /// σ of each node.
    bandwidths: [f64; 3],
}

/// Values with their weights.
type Measure = Vec<(f64, f64)>;

impl<'a> Population<'a> {
    fn new(model: &'a Model, grid: usize) -> Outcome<Self> {
        let (mut rng, normal) = (ChaCha8Rng::seed_from_u64(99), Normal::new(0.0, 1.0)?);
        let quantiles: Vec<f64> = (0..grid).map(|k| normal.inverse_cdf((k as f64 + 0.5) / grid as f64)).collect();
        let mut shuffled = || {
            let mut values = quantiles.clone();
            values.shuffle(&mut rng);
            values
        };
        let (noise, e) = (shuffled(), shuffled());
        let bandwidths = model.sample(3000, &mut rng).map(|column| median_distance(&column).value());
        Ok(Self { model, z: quantiles, noise, e, bandwidths })
    }

    fn x(&self) -> Vec<f64> {
        self.z.iter().zip(&self.noise).map(|(&z, noise)| (self.model.center)(z) + self.model.spread * noise).collect()
    }

    /// Y where X and Z of each grid point are set by `of`.
    fn outcomes(&self, of: impl Fn(usize) -> (f64, f64)) -> Measure {
        let count = self.z.len() as f64;
        let value = |(index, &e): (usize, &f64)| {
            let (x, z) = of(index);
            ((self.model.outcome)(x, z, e), 1.0 / count)
        };
        self.e.iter().enumerate().map(value).collect()
    }

    /// P(Z | X = x) as weights of the grid of Z.
    fn given(&self, x: f64) -> Vec<f64> {
        let density = |&z: &f64| (-((x - (self.model.center)(z)) / self.model.spread).powi(2) / 2.0).exp();
        let densities: Vec<f64> = self.z.iter().map(density).collect();
        let sum: f64 = densities.iter().sum();
        densities.iter().map(|density| density / sum).collect()
    }

    fn norm(&self, node: usize, measure: &Measure) -> f64 {
        let sigma = self.bandwidths[node];
        let with_all = |&(value, weight): &(f64, f64)| {
            weight * measure.iter().map(|(other, share)| share * kernel(value, *other, sigma)).sum::<f64>()
        };
        measure.iter().map(with_all).sum::<f64>().max(0.0).sqrt()
    }

    /// The mean over some interventions of the norm of a contrast, over that of the outcome.
    fn distance(&self, outcome: usize, interventions: &[f64], contrast: impl Fn(f64) -> Measure) -> f64 {
        let sum: f64 = interventions.iter().map(|&value| self.norm(outcome, &contrast(value))).sum();
        sum / interventions.len() as f64 / self.norm(outcome, &self.marginal(outcome))
    }

    fn marginal(&self, node: usize) -> Measure {
        let even = |values: Vec<f64>| values.iter().map(|&value| (value, 1.0 / values.len() as f64)).collect();
        match node {
            X => even(self.x()),
            Z => even(self.z.clone()),
            _ => {
                let x = self.x();
                self.outcomes(|index| (x[index], self.z[index]))
            }
        }
    }

    /// The distances of the pairs, in the order of the two learnt graphs' pairs.
    fn distances(&self) -> Vec<((usize, usize), f64)> {
        let mut sorted = self.x();
        sorted.sort_unstable_by(f64::total_cmp);
        let some =
            |values: &[f64]| -> Vec<f64> { (0..100).map(|k| values[(2 * k + 1) * values.len() / 200]).collect() };
        let (xs, zs, x) = (some(&sorted), some(&self.z), self.x());
        let set = |x: f64| self.outcomes(|index| (x, self.z[index]));
        // P(Y | do X = x) less P(Y | X = x).
        let confounded = |x: f64| {
            let weights = self.given(x);
            set(x).into_iter().zip(weights).map(|((y, even), weight)| (y, even - weight)).collect()
        };
        let cause = |x: f64| {
            let even = 1.0 / self.z.len() as f64;
            self.z.iter().zip(self.given(x)).map(|(&z, weight)| (z, weight - even)).collect()
        };
        let effect = |z: f64| {
            let value = |noise: &f64| (self.model.center)(z) + self.model.spread * noise;
            less(self.noise.iter().map(|noise| (value(noise), 1.0 / self.z.len() as f64)).collect(), self.marginal(X))
        };
        // P(Y | Z = z) less what adjusting for X gives.
        let adjusted = |z: f64| {
            let caused = |index: usize| ((self.model.center)(z) + self.model.spread * self.noise[index], z);
            less(self.outcomes(caused), self.outcomes(|index| (x[index], z)))
        };
        vec![
            ((X, Y), self.distance(Y, &xs, confounded)),
            ((X, Z), self.distance(Z, &xs, cause)),
            ((Z, X), self.distance(X, &zs, effect)),
            ((Z, Y), self.distance(Y, &zs, adjusted)),
            ((X, Y), self.distance(Y, &xs, |x| less(set(x), self.marginal(Y)))),
        ]
    }
}

fn less(mut one: Measure, other: Measure) -> Measure {
    one.extend(other.into_iter().map(|(value, weight)| (value, -weight)));
    one
}

fn kernel(a: f64, b: f64, sigma: f64) -> f64 {
    (-((a - b) / sigma).powi(2) / 2.0).exp()
}

fn graph(edges: &[(usize, usize)]) -> Outcome<Dag> {
    Ok(Dag::from_edges(3, edges.iter().map(|&(a, b)| (NodeId::new(a), NodeId::new(b))))?)
}

/// The sum of errors, the number of intervals that cover, and the number of pairs.
#[derive(Default)]
struct Errors {
    sum: f64,
    covered: usize,
    pairs: usize,
}

pub fn main(arguments: &[String]) -> Outcome {
    let number = |index: usize, default: usize| arguments.get(index).map_or(Ok(default), |word| word.parse());
    let (rows, samples, grid) = (number(0, 400)?, number(1, 100)?, number(2, 1000)?);
    println!("| N = {rows}, {samples} samples | error per pair | covered | guided: error per pair | covered |");
    println!("|---|---|---|---|---|");
    for model in &MODELS {
        let expected = Population::new(model, grid)?.distances();
        let plain = errors(model, &expected, (rows, samples), Guide::None)?;
        let guided = errors(model, &expected, (rows, samples), Guide::Linear)?;
        let shown = |errors: &Errors| {
            let count = errors.pairs as f64;
            format!("{:.4} | {:.2}", errors.sum / count, errors.covered as f64 / count)
        };
        println!("| {} | {} | {} |", model.name, shown(&plain), shown(&guided));
    }
    Ok(())
}

fn errors(
    model: &Model,
    expected: &[((usize, usize), f64)],
    (rows, samples): (usize, usize),
    guide: Guide,
) -> Outcome<Errors> {
    let truth = graph(&[(Z, X), (Z, Y), (X, Y)])?;
    let learnt = [(graph(&[(X, Z), (X, Y), (Z, Y)])?, &expected[..4]), (graph(&[(Z, X), (Z, Y)])?, &expected[4..])];
    let (options, execution) = (CrossFitOptions { guide, ..CrossFitOptions::default() }, Execution::default());
    let mut errors = Errors::default();
    for sample in 0..samples {
        let columns = model.sample(rows, &mut ChaCha8Rng::seed_from_u64(sample as u64));
        let table = Table::new(NodeNames::numbered(3), columns.map(Column::numbers).into())?;
        let parts = Prepared::in_parts(&table, &ContSidOptions::default(), &options, &execution)?;
        for (learnt, expected) in &learnt {
            let found = parts.compare(GraphPair::new(&truth, learnt)?, &execution)?;
            for &((treatment, outcome), distance) in *expected {
                let pair =
                    found.pair(NodeId::new(treatment), NodeId::new(outcome)).and_then(|pair| pair.upper.as_ref());
                let pair = pair.ok_or("a pair is not compared")?;
                let interval = pair.uncertainty.as_ref().ok_or("a pair is not estimated")?.interval;
                errors.sum += (pair.value - distance).abs();
                errors.covered += usize::from(interval.lower <= distance && distance <= interval.upper);
                errors.pairs += 1;
            }
        }
    }
    Ok(errors)
}
