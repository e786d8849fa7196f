//! How good are the intervals and tests of cross-fitted contSID?
//!
//! Random linear-Gaussian models of 5–8 nodes, each compared with a random graph and with one near the truth. Their contSID is
//! known in closed form up to one quadrature. The table says how far estimates are off, how often intervals cover the
//! population value, and how often pairs are called different that are not, or that are.
//!
//!     cargo run --release -p contsid --example calibration [MODELS] [THREADS]

mod linear_gaussian;

use contsid::distance::Selection;
use contsid::distance::contsid::{
    ContSid, ContSidOptions, CrossFit, CrossFitOptions, CrossFitScore, Interval, Prepared, PreparedParts,
    contsid_limits,
};
use contsid::execution::{Cancelled, Execution};
use contsid::graph::{Dag, GraphClass, GraphPair, NodeId};
use contsid_oracle::population;
use linear_gaussian::Model;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::error::Error;

const SAMPLES: [usize; 3] = [100, 400, 1600];

/// The sizes of coefficients: with large ones confounding is strong.
const STRENGTHS: [(&str, std::ops::Range<f64>); 2] = [("strong", 0.5..1.5), ("weak", 0.1..0.5)];

/// Population values below this are rounding of the quadrature: the graphs' answers do not differ.
const NULL: f64 = 1e-6;

/// The level of tests.
const LEVEL: f64 = 0.05;

/// Sums over pairs, graphs or models, whose quotient by their number is shown.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    count: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1.0;
    }

    fn add_if(&mut self, happened: bool) {
        self.add(f64::from(u8::from(happened)));
    }

    fn merge(&mut self, other: Self) {
        self.sum += other.sum;
        self.count += other.count;
    }

    fn value(self) -> f64 {
        self.sum / self.count
    }
}

/// What is shown of one strength and one number of rows. The first of two numbers is that of the distance from all rows.
#[derive(Clone, Copy, Default)]
struct Row {
    pair_errors: [Mean; 2],
    null_pairs: [Mean; 2],
    sums: [Mean; 2],
    true_sums: Mean,
    pairs_covered: Mean,
    different_covered: Mean,
    sums_covered: Mean,
    differences_covered: Mean,
    null_called: Mean,
    different_called: Mean,
    low_overlap: Mean,
}

impl Row {
    fn merge(&mut self, other: &Self) {
        for (own, other) in [
            (&mut self.pair_errors[..], &other.pair_errors[..]),
            (&mut self.null_pairs[..], &other.null_pairs[..]),
            (&mut self.sums[..], &other.sums[..]),
        ] {
            own.iter_mut().zip(other).for_each(|(own, other)| own.merge(*other));
        }
        self.true_sums.merge(other.true_sums);
        self.pairs_covered.merge(other.pairs_covered);
        self.different_covered.merge(other.different_covered);
        self.sums_covered.merge(other.sums_covered);
        self.differences_covered.merge(other.differences_covered);
        self.null_called.merge(other.null_called);
        self.different_called.merge(other.different_called);
        self.low_overlap.merge(other.low_overlap);
    }

    /// One learnt graph: the distance from all rows, the cross-fitted one, and the population's.
    fn add(&mut self, whole: &ContSid, found: &CrossFit, expected: &[Vec<f64>]) {
        for pair in &found.pairs {
            let treatment = pair.treatments.first().unwrap_or(NodeId::new(0));
            let truth = expected[treatment.index()][pair.outcome.index()];
            let distances = [whole.distance(treatment, pair.outcome), pair.distance];
            let covered = covers(pair.interval, truth);
            self.pairs_covered.add_if(covered);
            for (index, distance) in distances.into_iter().enumerate() {
                self.pair_errors[index].add((distance - truth).abs());
                if truth < NULL {
                    self.null_pairs[index].add(distance);
                }
            }
            if truth < NULL {
                self.null_called.add_if(pair.p_value < LEVEL);
            } else {
                self.different_covered.add_if(covered);
                self.different_called.add_if(pair.p_value < LEVEL);
            }
        }
        let sum = total(expected);
        self.sums[0].add(whole.total());
        self.sums[1].add(found.value);
        self.true_sums.add(sum);
        self.sums_covered.add_if(covers(found.interval, sum));
        self.low_overlap.add(found.low_overlap);
    }
}

fn covers(interval: Interval, value: f64) -> bool {
    interval.lower <= value && value <= interval.upper
}

fn total(expected: &[Vec<f64>]) -> f64 {
    expected.iter().flatten().sum()
}

/// The seeds of a model: results do not depend on the number of threads.
#[derive(Clone, Copy)]
struct Trial {
    strength: usize,
    model: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let models: u64 = arguments.next().map_or(Ok(1000), |word| word.parse())?;
    let threads: usize = arguments.next().map_or(Ok(2), |word| word.parse())?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let trials: Vec<Trial> = (0..models).flat_map(|model| [0, 1].map(|strength| Trial { strength, model })).collect();
    let found = Execution::default().on(&pool).map(&trials, |&trial| {
        Ok::<_, Cancelled>(run(trial).unwrap_or_else(|error| panic!("model {}: {error}", trial.model)))
    })?;
    let mut rows = [[Row::default(); SAMPLES.len()]; STRENGTHS.len()];
    for (trial, of_model) in trials.iter().zip(&found) {
        rows[trial.strength].iter_mut().zip(of_model).for_each(|(row, other)| row.merge(other));
    }
    print(models, &rows);
    Ok(())
}

/// One model at all numbers of rows.
fn run(trial: Trial) -> Result<[Row; SAMPLES.len()], Box<dyn Error>> {
    let mut rng = ChaCha8Rng::seed_from_u64(trial.model);
    let (nodes, sizes) = (rng.random_range(5..=8), STRENGTHS[trial.strength].1.clone());
    let truth = Model::random(nodes, sizes.clone(), &mut rng);
    let learnt = [Model::random(nodes, sizes, &mut rng), truth.near(&mut rng)];
    let covariance = population::covariance(&truth.coefficients);
    let expected =
        learnt.each_ref().map(|learnt| population::contsid(&truth.adjacency(), &learnt.adjacency(), &covariance));
    let (dag, learnt) = (truth.dag()?, [learnt[0].dag()?, learnt[1].dag()?]);
    let mut rows = [Row::default(); SAMPLES.len()];
    for (row, samples) in rows.iter_mut().zip(SAMPLES) {
        compare(row, &dag, &learnt, &truth.sample(samples, &mut rng)?, &expected)?;
    }
    Ok(rows)
}

fn compare(
    row: &mut Row,
    truth: &Dag,
    learnt: &[Dag; 2],
    table: &contsid::data::Table,
    expected: &[Vec<Vec<f64>>; 2],
) -> Result<(), Box<dyn Error>> {
    let (options, execution) = (ContSidOptions::default(), Execution::default());
    let whole = Prepared::new(table, &options, &execution)?;
    let parts = PreparedParts::new(table, &options, &CrossFitOptions::default(), &execution)?;
    let classes = learnt.each_ref().map(|learnt| GraphClass::from(learnt.clone()));
    let (selection, limits) = (Selection::all(truth.node_count()), contsid_limits());
    let scores = parts.scores(&truth.clone().into(), &[&classes[0], &classes[1]], &selection, limits, &execution)?;
    let scores: Vec<CrossFitScore> = scores.into_iter().flatten().collect();
    for ((learnt, score), expected) in learnt.iter().zip(&scores).zip(expected) {
        let whole = whole.compare(GraphPair::new(truth, learnt)?, &execution)?;
        let CrossFitScore::Determined(found) = score else { unreachable!("the graphs are directed") };
        row.add(&whole, found, expected);
    }
    if let Some(difference) = scores[0].difference(&scores[1]) {
        let truth = total(&expected[0]) - total(&expected[1]);
        row.differences_covered.add_if(covers(difference.interval, truth));
    }
    Ok(())
}

#[allow(clippy::print_stdout, reason = "it is a program")]
fn print(models: u64, rows: &[[Row; SAMPLES.len()]; STRENGTHS.len()]) {
    println!("{models} models of each strength, two learnt graphs each; from all rows → cross-fitted\n");
    println!(
        "| confounding | N | error per pair | null pairs read | sums off by | pairs covered | … that differ | sums covered | \
         differences covered | null pairs with p < .05 | true differences found | low overlap |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for ((name, _), of_strength) in STRENGTHS.iter().zip(rows) {
        for (samples, row) in SAMPLES.iter().zip(of_strength) {
            let bias = |index: usize| 100.0 * (row.sums[index].value() / row.true_sums.value() - 1.0);
            let two = |means: [Mean; 2]| format!("{:.3} → {:.3}", means[0].value(), means[1].value());
            println!(
                "| {name} | {samples} | {} | {} | {:+.1} % → {:+.1} % | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} |",
                two(row.pair_errors),
                two(row.null_pairs),
                bias(0),
                bias(1),
                row.pairs_covered.value(),
                row.different_covered.value(),
                row.sums_covered.value(),
                row.differences_covered.value(),
                row.null_called.value(),
                row.different_called.value(),
                row.low_overlap.value(),
            );
        }
    }
}
