//! How fast does contSID approach its population value?
//!
//! Random linear-Gaussian models of six nodes, whose contSID against another random graph is known in closed form up to one
//! quadrature; the mean absolute error per estimated pair, for each estimator, as the number of samples grows.
//!
//!     cargo run --release -p contsid --example contsid_convergence [MODELS]

use contsid::data::{Column, Table};
use contsid::distance::contsid::{ContSid, ContSidOptions, LambdaChoice, contsid};
use contsid::embedding::{Estimator, Lambda};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphPair, NodeId, NodeNames};
use contsid_oracle::population;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::StandardNormal;
use std::error::Error;

const NODES: usize = 6;
const SAMPLES: [usize; 3] = [100, 400, 1600];
const ESTIMATORS: [Estimator; 3] = [Estimator::Plain, Estimator::Normalised, Estimator::Centred];

/// A linear model: the coefficient of each edge, and the order in which the nodes are drawn.
struct Model {
    coefficients: Vec<Vec<f64>>,
    order: Vec<usize>,
}

impl Model {
    fn random(rng: &mut impl Rng) -> Self {
        let mut order: Vec<usize> = (0..NODES).collect();
        order.shuffle(rng);
        let mut coefficients = vec![vec![0.0; NODES]; NODES];
        for (place, &from) in order.iter().enumerate() {
            for &to in &order[place + 1..] {
                if rng.random_bool(0.5) {
                    coefficients[from][to] = rng.random_range(0.5..1.5) * if rng.random_bool(0.5) { 1.0 } else { -1.0 };
                }
            }
        }
        Self { coefficients, order }
    }

    fn dag(&self) -> Result<Dag, Box<dyn Error>> {
        let pairs = (0..NODES).flat_map(|a| (0..NODES).map(move |b| (a, b)));
        let edges =
            pairs.filter(|&(a, b)| self.coefficients[a][b] != 0.0).map(|(a, b)| (NodeId::new(a), NodeId::new(b)));
        Ok(Dag::from_edges(NODES, edges)?)
    }

    fn adjacency(&self) -> Vec<Vec<bool>> {
        self.coefficients.iter().map(|row| row.iter().map(|&effect| effect != 0.0).collect()).collect()
    }

    fn sample(&self, count: usize, rng: &mut impl Rng) -> Result<Table, Box<dyn Error>> {
        let mut columns = vec![vec![0.0; count]; NODES];
        for &node in &self.order {
            let effect = |row: usize| -> f64 {
                (0..NODES).map(|parent| self.coefficients[parent][node] * columns[parent][row]).sum()
            };
            let column = (0..count).map(|row| effect(row) + rng.sample::<f64, _>(StandardNormal)).collect();
            columns[node] = column;
        }
        Ok(Table::new(NodeNames::numbered(NODES), columns.into_iter().map(Column::Numeric).collect())?)
    }
}

/// The sum of |estimate − population value| over the pairs that are estimated, and their number.
#[derive(Clone, Copy, Default)]
struct PairErrors {
    sum: f64,
    pairs: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let models: usize = std::env::args().nth(1).map_or(Ok(10), |word| word.parse())?;
    let choices = [("1/N", LambdaChoice::OneOverN), ("0.01", LambdaChoice::Fixed(Lambda::new(0.01)?))];
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut errors = [[[PairErrors::default(); 3]; 3]; 2];
    for _ in 0..models {
        let (truth, learnt) = (Model::random(&mut rng), Model::random(&mut rng));
        let expected =
            population::contsid(&truth.adjacency(), &learnt.adjacency(), &population::covariance(&truth.coefficients));
        let graphs = (truth.dag()?, learnt.dag()?);
        for (size, &samples) in SAMPLES.iter().enumerate() {
            let table = truth.sample(samples, &mut rng)?;
            for (choice, (_, lambda)) in choices.iter().enumerate() {
                for (place, &estimator) in ESTIMATORS.iter().enumerate() {
                    let options = ContSidOptions { estimator, lambda: *lambda, ..ContSidOptions::default() };
                    let pair = GraphPair::new(&graphs.0, &graphs.1)?;
                    let found = contsid(pair, &table, &options, &Execution::default())?;
                    add(&mut errors[choice][size][place], &found, &expected);
                }
            }
        }
    }
    print(&choices, &errors);
    Ok(())
}

fn add(error: &mut PairErrors, found: &ContSid, expected: &[Vec<f64>]) {
    for (i, j) in NodeId::all(NODES).flat_map(|i| NodeId::all(NODES).map(move |j| (i, j))) {
        if found.case(i, j).is_some_and(|case| case.needs_truth() || case.needs_learnt()) {
            error.sum += (found.distance(i, j) - expected[i.index()][j.index()]).abs();
            error.pairs += 1;
        }
    }
}

#[allow(clippy::print_stdout, reason = "it is a program")]
fn print(choices: &[(&str, LambdaChoice)], errors: &[[[PairErrors; 3]; 3]]) {
    println!("| λ | N | plain | normalised | centred |\n|---|---|---|---|---|");
    for ((name, _), by_size) in choices.iter().zip(errors) {
        for (samples, row) in SAMPLES.iter().zip(by_size) {
            let [plain, normalised, centred] = row.map(|error| error.sum / f64::from(error.pairs));
            println!("| {name} | {samples} | {plain:.4} | {normalised:.4} | {centred:.4} |");
        }
    }
}
