//! How good are the intervals and tests of cross-fitted contSID?
//!
//! Random models, each compared with a random graph and with one near the truth: linear-Gaussian ones of 5–8 nodes,
//! whose contSID is known in closed form up to one quadrature, and ones of four nodes that have exponential noise or
//! are not linear, whose contSID is found by simulation. The table says how far estimates are off, how often intervals
//! cover the population value, and how often pairs are called different that are not, or that are.
//!
//!     cargo run --release -p contsid-bench calibration [MODELS] [THREADS] [FILE]
//!
//! MODELS is one number, or one for each of N = 100, 400 and 1600 (`1000,1000,200`). What each model gave is kept in
//! FILE (target/calibration.csv), so a run that was stopped goes on where it was; 0 threads print what it has.

use crate::Outcome;
use crate::linear_gaussian::LinearGaussian;
use crate::worlds::{Family, Population, World, dag};
use contsid::data::{Column, Table};
use contsid::distance::Selection;
use contsid::effect::{ContSidOptions, CrossFitOptions, Division, Effects, Guide, Interval, Prepared, Score};
use contsid::execution::{Cancelled, Execution};
use contsid::graph::{Dag, GraphClass, GraphPair, NodeId, NodeNames, NodeSet};
use contsid_oracle::population;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

const SAMPLES: [usize; 3] = [100, 400, 1600];

/// Where models come from: linear-Gaussian with coefficients of these sizes, or with functions of a family.
enum Source {
    Gaussian(std::ops::Range<f64>),
    Simulated(Family),
}

/// With large coefficients confounding is strong.
const SOURCES: [(&str, Source); 6] = [
    ("linear, strong", Source::Gaussian(0.5..1.5)),
    ("linear, weak", Source::Gaussian(0.1..0.5)),
    ("linear, exponential noise", Source::Simulated(Family::LinearExponential)),
    ("smooth", Source::Simulated(Family::Smooth)),
    ("bent", Source::Simulated(Family::Bent)),
    ("kinked", Source::Simulated(Family::Kinked)),
];

/// The nodes of models that are simulated.
const SIMULATED_NODES: usize = 4;

/// The draws of each half of a population.
const DRAWS: usize = 300_000;

/// Pairs count if a smaller share of their interventions is without data in the population.
const MOST_WITHOUT_DATA: f64 = 0.02;

/// The cross-fitted estimates that stand side by side, and whether other estimates check them.
const ESTIMATES: [(&str, Guide, bool); 3] =
    [("no guide", Guide::None, false), ("guided", Guide::Linear, false), ("checked", Guide::Linear, true)];

/// Population values below this are rounding, or noise of the simulation: the graphs' answers do not differ.
const NULL: f64 = 0.005;

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

    fn value(self) -> f64 {
        self.sum / self.count
    }
}

/// What is shown of an estimate; of the distance from all rows only the first three.
#[derive(Clone, Copy)]
enum Quantity {
    PairError,
    NullPair,
    Sum,
    PairsCovered,
    SumsCovered,
    DifferencesCovered,
    NullCalled,
    DifferentCalled,
    /// Half of the width of the intervals of pairs, in units of Student's quantile.
    Width,
    /// κ of a score.
    Kappa,
}

const QUANTITIES: usize = Quantity::Kappa as usize + 1;

/// The distance from all rows, or a cross-fitted one.
#[derive(Clone, Copy, Default)]
struct Judged([Mean; QUANTITIES]);

impl Judged {
    fn of(&mut self, quantity: Quantity) -> &mut Mean {
        &mut self.0[quantity as usize]
    }

    fn add_pair(&mut self, found: f64, truth: f64) {
        self.of(Quantity::PairError).add((found - truth).abs());
        if truth < NULL {
            self.of(Quantity::NullPair).add(found);
        }
    }

    fn add(&mut self, found: &Score, expected: &[Vec<f64>]) {
        for (treatments, pair, distance, uncertainty) in found.uncertain_pairs() {
            let truth = true_distance(expected, treatments, pair.outcome);
            if truth.is_nan() {
                continue;
            }
            let called = uncertainty.p_value < LEVEL;
            self.add_pair(distance, truth);
            self.of(Quantity::PairsCovered).add_if(covers(uncertainty.interval, truth));
            self.of(Quantity::Width).add(uncertainty.se.hypot(uncertainty.model_se));
            self.of(if truth < NULL { Quantity::NullCalled } else { Quantity::DifferentCalled }).add_if(called);
        }
        if let Some(kappa) = found.kappa {
            self.of(Quantity::Kappa).add(kappa);
        }
        let (sum, interval) = (total(expected), found.sum.upper.interval);
        if !sum.is_nan() {
            self.of(Quantity::Sum).add(found.total());
            self.of(Quantity::SumsCovered).add_if(interval.is_some_and(|interval| covers(interval, sum)));
        }
    }

    fn shown(&self, true_sums: Mean) -> String {
        let share = |mean: &Mean| if mean.count > 0.0 { format!("{:.3}", mean.value()) } else { "–".to_owned() };
        let bias = 100.0 * (self.0[Quantity::Sum as usize].value() / true_sums.value() - 1.0);
        let mut cells: Vec<String> = self.0.iter().map(share).collect();
        cells[Quantity::Sum as usize] = format!("{bias:+.1} %");
        cells.join(" | ")
    }
}

/// What is shown of one strength and one number of rows: from all rows, and cross-fitted.
#[derive(Clone, Copy, Default)]
struct Row {
    true_sums: Mean,
    all_rows: Judged,
    crossfit: [Judged; ESTIMATES.len()],
}

impl Row {
    /// All means, in one order.
    fn means(&mut self) -> impl Iterator<Item = &mut Mean> {
        let judged = std::iter::once(&mut self.all_rows).chain(&mut self.crossfit);
        std::iter::once(&mut self.true_sums).chain(judged.flat_map(|judged| &mut judged.0))
    }

    /// Adds what a line of the file says.
    fn add_line<'a>(&mut self, numbers: impl Iterator<Item = &'a str>) -> Outcome {
        let numbers = numbers.map(str::parse).collect::<Result<Vec<f64>, _>>()?;
        for (mean, kept) in self.means().zip(numbers.chunks_exact(2)) {
            mean.sum += kept[0];
            mean.count += kept[1];
        }
        Ok(())
    }

    fn line(mut self) -> String {
        let numbers = self.means().flat_map(|mean| [mean.sum, mean.count]);
        numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
    }
}

fn true_distance(expected: &[Vec<f64>], treatments: &NodeSet, outcome: NodeId) -> f64 {
    treatments.first().map_or(0.0, |treatment| expected[treatment.index()][outcome.index()])
}

fn covers(interval: Interval, value: f64) -> bool {
    interval.lower <= value && value <= interval.upper
}

fn total(expected: &[Vec<f64>]) -> f64 {
    expected.iter().flatten().sum()
}

/// One model at one number of rows. Its numbers are seeds: results depend on nothing else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Trial {
    samples: usize,
    model: u64,
    source: usize,
}

/// Population values of the two learnt graphs, by source and model: simulations take seconds.
type Populations = Mutex<BTreeMap<(usize, u64), [Vec<Vec<f64>>; 2]>>;

impl Trial {
    fn of_line(line: &str) -> Outcome<(Self, impl Iterator<Item = &str>)> {
        let mut cells = line.split(',');
        let mut next = || cells.next().ok_or("a line of the file is too short");
        let trial = Self { samples: next()?.parse()?, model: next()?.parse()?, source: next()?.parse()? };
        Ok((trial, cells))
    }

    fn run(self, populations: &Populations) -> Outcome<Row> {
        match &SOURCES[self.source].1 {
            Source::Gaussian(sizes) => self.gaussian(sizes.clone())?.answer(),
            Source::Simulated(family) => self.simulated(*family, populations)?.answer(),
        }
    }

    fn gaussian(self, sizes: std::ops::Range<f64>) -> Outcome<Question> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.model);
        let nodes = rng.random_range(5..=8);
        let truth = LinearGaussian::random(nodes, sizes.clone(), &mut rng);
        let learnt = [LinearGaussian::random(nodes, sizes, &mut rng), truth.near(&mut rng)];
        let covariance = population::covariance(&truth.coefficients);
        let expected =
            learnt.each_ref().map(|learnt| population::contsid(&truth.adjacency(), &learnt.adjacency(), &covariance));
        rng.set_stream(self.samples as u64);
        let table = truth.sample(self.samples, &mut rng)?;
        Ok(Question { truth: truth.dag()?, learnt: [learnt[0].dag()?, learnt[1].dag()?], table, expected })
    }

    fn simulated(self, family: Family, populations: &Populations) -> Outcome<Question> {
        let world = World::random(family, SIMULATED_NODES, self.model);
        let mut rng = ChaCha8Rng::seed_from_u64(self.model);
        rng.set_stream(1);
        let learnt = [world.random_forest(&mut rng), world.pruned(&mut rng)];
        let key = (self.source, self.model);
        let known = populations.lock().expect("no thread panics here").get(&key).cloned();
        let expected = known.unwrap_or_else(|| {
            let mut population = Population::new(&world, DRAWS);
            let found = learnt.each_ref().map(|learnt| simulated_distances(&mut population, learnt));
            populations.lock().expect("no thread panics here").insert(key, found.clone());
            found
        });
        rng.set_stream(self.samples as u64);
        let columns = world.draw(self.samples, None, &mut rng).into_iter().map(Column::numbers).collect();
        let table = Table::new(NodeNames::numbered(SIMULATED_NODES), columns)?;
        Ok(Question { truth: dag(&world.parents())?, learnt: [dag(&learnt[0])?, dag(&learnt[1])?], table, expected })
    }
}

/// d of all pairs; not a number where interventions are without data.
fn simulated_distances(population: &mut Population<'_>, learnt: &[Vec<usize>]) -> Vec<Vec<f64>> {
    let mut distance = |i: usize, j: usize| {
        let found = (i != j).then(|| population.pair(i, j, learnt).expect("each node has one parent at most"));
        let found = found.filter(|found| found.distance > 0.0 || found.without_data > 0.0);
        found.map_or(0.0, |found| if found.without_data < MOST_WITHOUT_DATA { found.distance } else { f64::NAN })
    };
    (0..learnt.len()).map(|i| (0..learnt.len()).map(|j| distance(i, j)).collect()).collect()
}

/// A sample, two learnt graphs, and what their distances are in the population.
struct Question {
    truth: Dag,
    learnt: [Dag; 2],
    table: Table,
    expected: [Vec<Vec<f64>>; 2],
}

impl Question {
    fn answer(&self) -> Outcome<Row> {
        let mut row = Row::default();
        for (judged, (_, guide, is_checked)) in row.crossfit.iter_mut().zip(ESTIMATES) {
            self.cross_fit(judged, guide, is_checked)?;
        }
        let (options, execution) = (ContSidOptions::default(), Execution::default());
        let prepared = Prepared::new(&self.table, &options, &execution)?;
        for (learnt, expected) in self.learnt.iter().zip(&self.expected) {
            let found = prepared.compare(GraphPair::new(&self.truth, learnt)?, &execution)?;
            if !total(expected).is_nan() {
                row.true_sums.add(total(expected));
                row.all_rows.of(Quantity::Sum).add(found.total());
            }
            for (i, j) in self.estimated(&found) {
                let truth = expected[i.index()][j.index()];
                if !truth.is_nan() {
                    row.all_rows.add_pair(found.distance(i, j), truth);
                }
            }
        }
        Ok(row)
    }

    /// The pairs whose distance is estimated.
    fn estimated(&self, found: &Score) -> impl Iterator<Item = (NodeId, NodeId)> {
        let nodes = self.truth.node_count();
        let pairs = NodeId::all(nodes).flat_map(move |i| NodeId::all(nodes).map(move |j| (i, j)));
        pairs.filter(|&(i, j)| found.distance(i, j) > 0.0)
    }

    fn cross_fit(&self, judged: &mut Judged, guide: Guide, is_checked: bool) -> Outcome {
        let (mut options, execution) = (CrossFitOptions { guide, ..CrossFitOptions::default() }, Execution::default());
        if !is_checked {
            // Parts that are given are not checked.
            options.division = Division::Given(options.partition(self.table.row_count())?);
        }
        let parts = Prepared::in_parts(&self.table, &ContSidOptions::default(), &options, &execution)?;
        let (truth, learnt) =
            (self.truth.clone().into(), self.learnt.each_ref().map(|dag| GraphClass::from(dag.clone())));
        let selection = Selection::all(self.truth.node_count());
        let scores = parts.scores(&truth, &[&learnt[0], &learnt[1]], Effects::single(&selection), &execution)?;
        let scores: Vec<Score> = scores.into_iter().flatten().collect();
        for (score, expected) in scores.iter().zip(&self.expected) {
            judged.add(score, expected);
        }
        if let Some(difference) = scores[0].difference(&scores[1]) {
            let truth = total(&self.expected[0]) - total(&self.expected[1]);
            if !truth.is_nan() {
                judged.of(Quantity::DifferencesCovered).add_if(covers(difference.interval, truth));
            }
        }
        Ok(())
    }
}

pub fn main(arguments: &[String]) -> Outcome {
    let mut arguments = arguments.iter();
    let models = arguments.next().map_or("1000", String::as_str);
    let threads: usize = arguments.next().map_or(Ok(2), |word| word.parse())?;
    let path = Path::new(arguments.next().map_or("target/calibration.csv", String::as_str));
    let wanted = trials(&models.split(',').map(str::parse).collect::<Result<Vec<u64>, _>>()?);
    if threads > 0 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        run(&wanted, path, &Execution::default().on(&pool))?;
    }
    print(&kept(path, &wanted)?);
    Ok(())
}

/// The trials, those of few rows first; one number of models counts for all numbers of rows.
fn trials(models: &[u64]) -> Vec<Trial> {
    let of = |index: usize| models.get(index).or(models.last()).copied().unwrap_or(0);
    let sizes = SAMPLES.into_iter().enumerate();
    let models = sizes.flat_map(|(index, samples)| (0..of(index)).map(move |model| (samples, model)));
    models.flat_map(|(samples, model)| (0..SOURCES.len()).map(move |source| Trial { samples, model, source })).collect()
}

/// The rows of the trials that the file has.
fn kept(path: &Path, wanted: &[Trial]) -> Outcome<BTreeMap<Trial, Row>> {
    let text = if path.exists() { std::fs::read_to_string(path)? } else { String::new() };
    let mut kept = BTreeMap::new();
    // A last line without an end was cut off.
    for line in text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
        let (trial, numbers) = Trial::of_line(line)?;
        if wanted.contains(&trial) {
            kept.entry(trial).or_insert_with(Row::default).add_line(numbers)?;
        }
    }
    Ok(kept)
}

/// Runs the trials that the file does not have, and adds a line to it for each.
fn run(wanted: &[Trial], path: &Path, execution: &Execution<'_>) -> Outcome {
    let (done, populations) = (kept(path, wanted)?, Populations::default());
    let left: Vec<Trial> = wanted.iter().copied().filter(|trial| !done.contains_key(trial)).collect();
    let file: Mutex<(File, usize)> = Mutex::new((OpenOptions::new().create(true).append(true).open(path)?, 0));
    execution.map(&left, |trial| {
        let row = trial.run(&populations).unwrap_or_else(|error| panic!("model {}: {error}", trial.model));
        let line = format!("{},{},{},{}\n", trial.samples, trial.model, trial.source, row.line());
        let mut guard = file.lock().expect("no thread panics while it writes");
        guard.0.write_all(line.as_bytes()).expect("the file can be written");
        guard.1 += 1;
        if guard.1.is_multiple_of(100) {
            eprintln!("{} of {} trials, N = {}", guard.1, left.len(), trial.samples);
        }
        Ok::<_, Cancelled>(())
    })?;
    Ok(())
}

fn print(kept: &BTreeMap<Trial, Row>) {
    println!(
        "| models | N (models) | estimate | error per pair | null pairs read | sums off by | pairs covered | sums \
         covered | differences covered | null pairs with p < .05 | true differences found | error it states | κ |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (source, (name, _)) in SOURCES.iter().enumerate() {
        for samples in SAMPLES {
            let of_row = kept.iter().filter(|(trial, _)| trial.samples == samples && trial.source == source);
            let (mut sum, mut models) = (Row::default(), 0);
            for (_, &row) in of_row {
                let mut row = row;
                sum.means().zip(row.means()).for_each(|(sum, mean)| {
                    sum.sum += mean.sum;
                    sum.count += mean.count;
                });
                models += 1;
            }
            if models == 0 {
                continue;
            }
            println!("| {name} | {samples} ({models}) | from all rows | {} |", sum.all_rows.shown(sum.true_sums));
            for ((estimate, ..), judged) in ESTIMATES.iter().zip(&sum.crossfit) {
                println!("| {name} | {samples} ({models}) | {estimate} | {} |", judged.shown(sum.true_sums));
            }
        }
    }
}
