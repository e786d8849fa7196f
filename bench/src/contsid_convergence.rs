//! How fast does contSID approach its population value?
//!
//! Random linear-Gaussian models of six nodes, whose contSID against another random graph is known in closed form up to
//! one quadrature; the mean absolute error per estimated pair, for each estimator, as the number of samples grows.
//!
//!     cargo run --release -p contsid-bench contsid_convergence [MODELS]

use crate::Outcome;
use crate::linear_gaussian::LinearGaussian;
use contsid::effect::{ContSidOptions, LambdaChoice, Score, contsid};
use contsid::embedding::{Estimator, Lambda};
use contsid::execution::Execution;
use contsid::graph::{GraphPair, NodeId};
use contsid_oracle::population;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const NODES: usize = 6;
const SIZES: std::ops::Range<f64> = 0.5..1.5;
const SAMPLES: [usize; 3] = [100, 400, 1600];
const ESTIMATORS: [Estimator; 3] = [Estimator::Plain, Estimator::Normalised, Estimator::Centred];

/// The sum of |estimate − population value| over the pairs that are estimated, and their number.
#[derive(Clone, Copy, Default)]
struct PairErrors {
    sum: f64,
    pairs: u32,
}

pub fn main(arguments: &[String]) -> Outcome {
    let models: usize = arguments.first().map_or(Ok(10), |word| word.parse())?;
    let choices = [("1/N", LambdaChoice::OneOverN), ("0.01", LambdaChoice::Fixed(Lambda::new(0.01)?))];
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut errors = [[[PairErrors::default(); 3]; 3]; 2];
    for _ in 0..models {
        let (truth, learnt) =
            (LinearGaussian::random(NODES, SIZES, &mut rng), LinearGaussian::random(NODES, SIZES, &mut rng));
        let expected =
            population::contsid(&truth.adjacency(), &learnt.adjacency(), &population::covariance(&truth.coefficients));
        let graphs = (truth.dag()?, learnt.dag()?);
        for (size, &samples) in SAMPLES.iter().enumerate() {
            let table = truth.sample(samples, &mut rng)?;
            for (choice, (_, lambda)) in choices.iter().enumerate() {
                for (index, &estimator) in ESTIMATORS.iter().enumerate() {
                    let options = ContSidOptions { estimator, lambda: *lambda, ..ContSidOptions::default() };
                    let pair = GraphPair::new(&graphs.0, &graphs.1)?;
                    let found = contsid(pair, &table, &options, &Execution::default())?;
                    add(&mut errors[choice][size][index], &found, &expected);
                }
            }
        }
    }
    print(&choices, &errors);
    Ok(())
}

fn add(error: &mut PairErrors, found: &Score, expected: &[Vec<f64>]) {
    for (i, j) in NodeId::all(NODES).flat_map(|i| NodeId::all(NODES).map(move |j| (i, j))) {
        if found.case(i, j).is_some_and(|case| case.needs_truth() || case.needs_learnt()) {
            error.sum += (found.distance(i, j) - expected[i.index()][j.index()]).abs();
            error.pairs += 1;
        }
    }
}

fn print(choices: &[(&str, LambdaChoice)], errors: &[[[PairErrors; 3]; 3]]) {
    println!("| λ | N | plain | normalised | centred |\n|---|---|---|---|---|");
    for ((name, _), by_size) in choices.iter().zip(errors) {
        for (samples, row) in SAMPLES.iter().zip(by_size) {
            let [plain, normalised, centred] = row.map(|error| error.sum / f64::from(error.pairs));
            println!("| {name} | {samples} | {plain:.4} | {normalised:.4} | {centred:.4} |");
        }
    }
}
