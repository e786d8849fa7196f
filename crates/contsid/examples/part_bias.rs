//! How far off is cross-fitted contSID when rows abound, and only the bias of the parts remains?
//!
//! Random linear-Gaussian models of 6–8 nodes, each compared with a random graph or with one near the truth, in parts
//! of 500 and of 1000 rows, as they are and extrapolated. Their contSID is known in closed form up to one quadrature.
//!
//!     cargo run --release -p contsid --example part_bias [ROWS] [MODELS] [THREADS]

#![allow(clippy::print_stdout, reason = "it is a program")]

mod linear_gaussian;

use contsid::distance::contsid::{ContSidOptions, CrossFit, CrossFitOptions, Extrapolation, PreparedParts};
use contsid::execution::Execution;
use contsid::graph::GraphPair;
use contsid_oracle::population;
use linear_gaussian::Model;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::error::Error;
use std::num::NonZeroUsize;

/// Rows of a part, and whether its weights are extrapolated. The last is the default for many rows.
const ESTIMATES: [(usize, Extrapolation); 4] = [
    (500, Extrapolation::Never),
    (500, Extrapolation::Always),
    (1000, Extrapolation::Never),
    (1000, Extrapolation::Always),
];

/// Errors above this are counted.
const LARGE: f64 = 0.03;

/// The errors of the pairs so far.
#[derive(Clone, Default)]
struct Errors {
    sum: f64,
    count: usize,
    largest: f64,
    large: usize,
}

impl Errors {
    fn add(&mut self, found: &CrossFit, expected: &[Vec<f64>]) {
        for pair in &found.pairs {
            let treatment = pair.treatments.first().map_or(0, contsid::graph::NodeId::index);
            let error = (pair.distance - expected[treatment][pair.outcome.index()]).abs();
            self.sum += error;
            self.count += 1;
            self.largest = self.largest.max(error);
            self.large += usize::from(error > LARGE);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: usize| arguments.next().map_or(Ok(default), |word| word.parse());
    let (rows, models, threads) = (number(1_000_000)?, number(20)?, number(2)?);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let mut errors = vec![Errors::default(); ESTIMATES.len()];
    println!(
        "| model | rows of a part | extrapolated | pairs | mean error | largest | above {LARGE} |\n|---|---|---|---|---|---|---|"
    );
    for model in 0..models {
        add_model(model as u64, rows, &mut errors, &Execution::default().on(&pool))?;
        for ((part_rows, extrapolation), errors) in ESTIMATES.iter().zip(&errors) {
            let mean = errors.sum / errors.count as f64;
            println!(
                "| up to {model} | {part_rows} | {extrapolation} | {} | {mean:.4} | {:.4} | {} |",
                errors.count, errors.largest, errors.large
            );
        }
    }
    Ok(())
}

fn add_model(model: u64, rows: usize, errors: &mut [Errors], execution: &Execution<'_>) -> Result<(), Box<dyn Error>> {
    let mut rng = ChaCha8Rng::seed_from_u64(model);
    let nodes = rng.random_range(6..=8);
    let truth = Model::random(nodes, 0.5..1.5, &mut rng);
    let learnt = if model.is_multiple_of(2) { Model::random(nodes, 0.5..1.5, &mut rng) } else { truth.near(&mut rng) };
    let covariance = population::covariance(&truth.coefficients);
    let expected = population::contsid(&truth.adjacency(), &learnt.adjacency(), &covariance);
    let (table, dags) = (truth.sample(rows, &mut rng)?, [truth.dag()?, learnt.dag()?]);
    for ((part_rows, extrapolation), errors) in ESTIMATES.into_iter().zip(errors) {
        let part_rows = NonZeroUsize::new(part_rows).ok_or("a part has rows")?;
        let options = CrossFitOptions { part_rows, extrapolation, ..CrossFitOptions::default() };
        let parts = PreparedParts::new(&table, &ContSidOptions::default(), &options, execution)?;
        errors.add(&parts.compare(GraphPair::new(&dags[0], &dags[1])?, execution)?, &expected);
    }
    Ok(())
}
