//! How far off is cross-fitted contSID when rows abound, and only the bias of the parts remains?
//!
//! Random linear-Gaussian models of 6–8 nodes, each compared with a random graph or with one near the truth. Their
//! contSID is known in closed form up to one quadrature. Errors are shown for all pairs, and apart for pairs whose
//! interventions have data nearby and those whose interventions have not.
//!
//!     cargo run --release -p contsid-bench part_bias [ROWS] [MODELS] [THREADS] [FIRST] [default|sizes]
//!
//! `default` estimates as a user gets it; `sizes` compares parts of 500 and of 1000 rows, without a guide and with one.

use crate::Outcome;
use crate::linear_gaussian::LinearGaussian;
use contsid::effect::{ContSidOptions, CrossFitOptions, Guide, Prepared, Score};
use contsid::execution::Execution;
use contsid::graph::GraphPair;
use contsid_oracle::population;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::num::NonZeroUsize;

/// Errors above this are counted.
const LARGE: f64 = 0.03;

/// Pairs are shown apart by their share of interventions without data: up to the first share, up to the second, more.
const OVERLAPS: [f64; 3] = [0.001, 0.01, 1.0];

/// The errors of some pairs so far.
#[derive(Clone, Default)]
struct Errors {
    sum: f64,
    count: usize,
    largest: f64,
    large: usize,
}

impl Errors {
    fn add(&mut self, error: f64) {
        self.sum += error;
        self.count += 1;
        self.largest = self.largest.max(error);
        self.large += usize::from(error > LARGE);
    }

    fn shown(&self) -> String {
        let mean = if self.count > 0 { self.sum / self.count as f64 } else { 0.0 };
        format!("{} | {mean:.4} | {:.4} | {}", self.count, self.largest, self.large)
    }
}

/// One way to estimate, and its errors so far: of all pairs, and by overlap.
struct Estimate {
    name: String,
    options: CrossFitOptions,
    all: Errors,
    by_overlap: [Errors; OVERLAPS.len()],
}

impl Estimate {
    fn new(name: String, options: CrossFitOptions) -> Self {
        Self { name, options, all: Errors::default(), by_overlap: Default::default() }
    }

    fn of_size(rows: usize, guide: Guide) -> Outcome<Self> {
        let part_rows = NonZeroUsize::new(rows).ok_or("a part has rows")?;
        let options = CrossFitOptions { part_rows, guide, ..CrossFitOptions::default() };
        Ok(Self::new(format!("parts of {rows}, guide {guide}"), options))
    }

    fn add(&mut self, found: &Score, expected: &[Vec<f64>]) {
        for (treatments, pair, distance, uncertainty) in found.uncertain_pairs() {
            let treatment = treatments.first().map_or(0, contsid::graph::NodeId::index);
            let error = (distance - expected[treatment][pair.outcome.index()]).abs();
            self.all.add(error);
            let group =
                OVERLAPS.iter().position(|&share| uncertainty.low_overlap <= share).unwrap_or(OVERLAPS.len() - 1);
            self.by_overlap[group].add(error);
        }
    }

    fn print(&self, model: u64) {
        println!("| up to {model} | {} | all | {} |", self.name, self.all.shown());
        for (share, errors) in OVERLAPS.iter().zip(&self.by_overlap) {
            println!("| | | up to {share} | {} |", errors.shown());
        }
    }
}

pub fn main(arguments: &[String]) -> Outcome {
    let number = |index: usize, default: usize| arguments.get(index).map_or(Ok(default), |word| word.parse());
    let (rows, models, threads, first) = (number(0, 1_000_000)?, number(1, 20)?, number(2, 2)?, number(3, 0)?);
    let mut estimates = match arguments.get(4).map_or("default", String::as_str) {
        "sizes" => [500, 1000]
            .into_iter()
            .flat_map(|rows| [Guide::None, Guide::Linear].map(|how| Estimate::of_size(rows, how)))
            .collect::<Result<Vec<_>, _>>()?,
        _ => vec![Estimate::new("default".to_owned(), CrossFitOptions::default())],
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    println!("| models | estimate | low overlap | pairs | mean error | largest | above {LARGE} |");
    println!("|---|---|---|---|---|---|---|");
    for model in (first as u64..).take(models) {
        add_model(model, rows, &mut estimates, &Execution::default().on(&pool))?;
        for estimate in &estimates {
            estimate.print(model);
        }
    }
    Ok(())
}

fn add_model(model: u64, rows: usize, estimates: &mut [Estimate], execution: &Execution<'_>) -> Outcome {
    let mut rng = ChaCha8Rng::seed_from_u64(model);
    let nodes = rng.random_range(6..=8);
    let truth = LinearGaussian::random(nodes, 0.5..1.5, &mut rng);
    let learnt =
        if model.is_multiple_of(2) { LinearGaussian::random(nodes, 0.5..1.5, &mut rng) } else { truth.near(&mut rng) };
    let covariance = population::covariance(&truth.coefficients);
    let expected = population::contsid(&truth.adjacency(), &learnt.adjacency(), &covariance);
    let (table, dags) = (truth.sample(rows, &mut rng)?, [truth.dag()?, learnt.dag()?]);
    for estimate in estimates {
        let parts = Prepared::in_parts(&table, &ContSidOptions::default(), &estimate.options, execution)?;
        estimate.add(&parts.compare(GraphPair::new(&dags[0], &dags[1])?, execution)?, &expected);
    }
    Ok(())
}
