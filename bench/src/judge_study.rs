//! How often do experiments find the true graph?
//!
//! Random linear-Gaussian models of eight nodes, two of which are joined with probability ¼, coefficients of sizes
//! 0.5–1.5. Each experiment sets another node to values that are uniform within 1.5 standard deviations of its mean.
//! Ten graphs are judged: the true one, three that differ from it in at most two edges, and six random ones. The table
//! says what the skill of the true graph is on average, how often its interval covers 1, how often it wins, how often
//! it is among the graphs that cannot be told apart from the best, and how well skills order graphs as contSID to the
//! truth does.
//!
//!     cargo run --release -p contsid-bench judge_study [CASES] [THREADS] [FILE] [GUIDE]
//!
//! FILE keeps one line for each case as soon as it is found, so a study that was stopped goes on where it was.
//! With no further cases (`judge_study 0 1 FILE`) it prints the table of the cases in the file. GUIDE is what guides
//! the parts: `automatic`, `linear` or `none`.

use crate::Outcome;
use crate::linear_gaussian::LinearGaussian;
use contsid::data::Table;
use contsid::effect::{ContSidOptions, CrossFitOptions, Guide, Prepared};
use contsid::execution::{Cancelled, Execution};
use contsid::experiment::{Experiment, JudgeOptions, Judgement, judge};
use contsid::graph::{Dag, GraphPair, MixedGraph, NodeId, NodeSet};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, read_to_string};
use std::io::Write;
use std::sync::Mutex;

const NODES: usize = 8;

const PROBABILITY: f64 = 0.25;

/// How far from its mean a node is set, in standard deviations.
const REACH: f64 = 1.5;

/// Each setting has seeds of its own, so no case of one is a case of another.
const SEEDS_PER_SETTING: u64 = 10_000;

/// Numbers of rows, of experiments and of graphs.
#[derive(Clone, Copy)]
struct Setting {
    rows: usize,
    experiments: usize,
    experiment_rows: usize,
    candidates: usize,
    /// What the number of cases is divided by.
    share: usize,
}

const SETTINGS: [Setting; 8] = [
    Setting { rows: 400, experiments: 4, experiment_rows: 150, candidates: 10, share: 1 },
    Setting { rows: 4000, experiments: 4, experiment_rows: 150, candidates: 1, share: 1 },
    Setting { rows: 100, experiments: 4, experiment_rows: 150, candidates: 10, share: 5 },
    Setting { rows: 400, experiments: 1, experiment_rows: 150, candidates: 10, share: 5 },
    Setting { rows: 400, experiments: 2, experiment_rows: 150, candidates: 10, share: 5 },
    Setting { rows: 400, experiments: 8, experiment_rows: 150, candidates: 10, share: 5 },
    Setting { rows: 400, experiments: 4, experiment_rows: 40, candidates: 10, share: 5 },
    Setting { rows: 400, experiments: 4, experiment_rows: 600, candidates: 10, share: 5 },
];

/// What is found in one case.
#[derive(Clone, Copy, Default)]
struct Case {
    skill: f64,
    covers: bool,
    wins: bool,
    among_best: bool,
    correlation: f64,
}

pub fn main(arguments: &[String]) -> Outcome {
    let mut arguments = arguments.iter();
    let cases: usize = arguments.next().map_or(Ok(500), |word| word.parse())?;
    let threads: usize = arguments.next().map_or(Ok(0), |word| word.parse())?;
    let kept = Kept::open(arguments.next())?;
    let guide: Guide = arguments.next().map_or(Ok(Guide::default()), |word| word.parse())?;
    let crossfit = CrossFitOptions { guide, ..CrossFitOptions::default() };
    let options = JudgeOptions { crossfit, ..JudgeOptions::default() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let execution = Execution::default().on(&pool);
    println!(
        "| rows | experiments × rows | cases | skill of the truth ± sd | covers 1 | wins | among the best | rank \
         correlation |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (number, setting) in SETTINGS.into_iter().enumerate() {
        let first = SEEDS_PER_SETTING * number as u64;
        let seeds: Vec<u64> =
            (first..first + (cases / setting.share) as u64).filter(|seed| !kept.cases.contains_key(seed)).collect();
        let found = execution.map(&seeds, |&seed| {
            let found = run(setting, seed, &options).and_then(|case| kept.keep(seed, case));
            Ok::<_, Cancelled>(found.map_err(|error| error.to_string()))
        })?;
        let mut all: Vec<Case> = kept.cases.range(first..first + SEEDS_PER_SETTING).map(|(_, case)| *case).collect();
        all.extend(found.into_iter().collect::<Result<Vec<Case>, String>>()?);
        if !all.is_empty() {
            show(setting, &all);
        }
    }
    Ok(())
}

/// The cases that an earlier run left in a file, and the file that takes further ones.
struct Kept {
    cases: BTreeMap<u64, Case>,
    file: Option<Mutex<File>>,
}

impl Kept {
    fn open(path: Option<&String>) -> Outcome<Self> {
        let Some(path) = path else { return Ok(Self { cases: BTreeMap::new(), file: None }) };
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let text = read_to_string(path)?;
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        file.set_len(whole.len() as u64)?;
        let cases = whole.lines().map(|line| Case::read(line).ok_or_else(|| format!("{path}: no case: {line}")));
        Ok(Self { cases: cases.collect::<Result<_, _>>()?, file: Some(Mutex::new(file)) })
    }

    fn keep(&self, seed: u64, case: Case) -> Outcome<Case> {
        if let Some(file) = &self.file {
            let Case { skill, covers, wins, among_best, correlation } = case;
            let line = format!("{seed} {skill} {covers} {wins} {among_best} {correlation}\n");
            file.lock().map_err(|_| "another case failed")?.write_all(line.as_bytes())?;
        }
        Ok(case)
    }
}

impl Case {
    /// A line of the file: the seed, and what was found.
    fn read(line: &str) -> Option<(u64, Self)> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[seed, skill, covers, wins, among_best, correlation] = words.as_slice() else { return None };
        let case = Self {
            skill: skill.parse().ok()?,
            covers: covers.parse().ok()?,
            wins: wins.parse().ok()?,
            among_best: among_best.parse().ok()?,
            correlation: correlation.parse().ok()?,
        };
        Some((seed.parse().ok()?, case))
    }
}

fn show(setting: Setting, cases: &[Case]) {
    let mean = |value: &dyn Fn(&Case) -> f64| cases.iter().map(value).sum::<f64>() / cases.len() as f64;
    let share = |happened: &dyn Fn(&Case) -> bool| mean(&|case| f64::from(u8::from(happened(case))));
    let skill = mean(&|case| case.skill);
    let deviation = mean(&|case| (case.skill - skill).powi(2)).sqrt();
    let Setting { rows, experiments, experiment_rows, candidates, .. } = setting;
    let several = |text: String| if candidates > 1 { text } else { "–".to_owned() };
    println!(
        "| {rows} | {experiments} × {experiment_rows} | {} | {skill:.3} ± {deviation:.3} | {:.3} | {} | {} | {} |",
        cases.len(),
        share(&|case| case.covers),
        several(format!("{:.3}", share(&|case| case.wins))),
        several(format!("{:.3}", share(&|case| case.among_best))),
        several(format!("{:.3}", mean(&|case| case.correlation))),
    );
}

fn run(setting: Setting, seed: u64, options: &JudgeOptions) -> Outcome<Case> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let truth = loop {
        let model = LinearGaussian::with_probability(NODES, PROBABILITY, 0.5..1.5, &mut rng);
        if model.dag()?.edge_count() > 0 {
            break model;
        }
    };
    let table = truth.sample(setting.rows, &mut rng)?;
    let experiments = experiments(&truth, &table, setting, &mut rng)?;
    let mut models = vec![truth.clone()];
    models.extend((0..3).map(|_| truth.near(&mut rng)));
    models.extend((0..6).map(|_| LinearGaussian::with_probability(NODES, PROBABILITY, 0.5..1.5, &mut rng)));
    let dags = models.iter().take(setting.candidates).map(LinearGaussian::dag).collect::<Result<Vec<Dag>, _>>()?;
    let graphs: Vec<MixedGraph> = dags.iter().cloned().map(MixedGraph::from).collect();
    let graphs: Vec<&MixedGraph> = graphs.iter().collect();
    let found = judge(&graphs, &table, &experiments, options, &Execution::default())?;
    let correlation = if setting.candidates > 1 { correlation(&found, &dags, &table)? } else { 0.0 };
    Ok(Case { correlation, ..of_truth(&found) })
}

/// Experiments on different nodes that have an effect, as far as there are such nodes.
fn experiments(
    truth: &LinearGaussian,
    table: &Table,
    setting: Setting,
    rng: &mut ChaCha8Rng,
) -> Outcome<Vec<Experiment>> {
    let dag = truth.dag()?;
    let mut nodes: Vec<usize> = (0..NODES).collect();
    nodes.shuffle(rng);
    nodes.sort_by_key(|&node| dag.children(NodeId::new(node)).is_empty());
    let mut experiments = Vec::new();
    for &node in nodes.iter().take(setting.experiments) {
        let Some(values) = table.column(NodeId::new(node)).as_numeric() else { continue };
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let deviation = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64).sqrt();
        let set: Vec<f64> =
            (0..setting.experiment_rows).map(|_| mean + deviation * rng.random_range(-REACH..REACH)).collect();
        let rows = truth.sample_with(setting.experiment_rows, Some((node, &set)), rng)?;
        experiments.push(Experiment::new(NodeSet::of(NODES, [NodeId::new(node)]), rows)?);
    }
    Ok(experiments)
}

/// What is found of the first graph.
fn of_truth(found: &Judgement) -> Case {
    let skill = found.graphs[0].skill;
    let names: Vec<String> = (0..found.graphs.len()).map(|graph| graph.to_string()).collect();
    let standings = found.standings(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let best =
        (0..found.graphs.len()).max_by(|&a, &b| found.graphs[a].skill.value.total_cmp(&found.graphs[b].skill.value));
    Case {
        skill: skill.value,
        covers: skill.interval.is_some_and(|interval| interval.lower <= 1.0 && 1.0 <= interval.upper),
        wins: best == Some(0),
        among_best: standings.tiers[0] == 1,
        correlation: 0.0,
    }
}

/// Spearman's correlation of skills with the negative of contSID to the truth.
fn correlation(found: &Judgement, dags: &[Dag], table: &Table) -> Outcome<f64> {
    let prepared = Prepared::new(table, &ContSidOptions::default(), &Execution::default())?;
    let distance = |dag: &Dag| -> Outcome<f64> {
        Ok(-prepared.compare(GraphPair::new(&dags[0], dag)?, &Execution::default())?.total())
    };
    let distances = dags.iter().map(distance).collect::<Result<Vec<f64>, _>>()?;
    let skills: Vec<f64> = found.graphs.iter().map(|graph| graph.skill.value).collect();
    Ok(pearson(&ranks(&distances), &ranks(&skills)))
}

/// Ranks from 1; ties share their mean rank.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count() as f64;
        let same = values.iter().filter(|other| *other == value).count() as f64;
        below + f64::midpoint(same, 1.0)
    };
    values.iter().map(rank).collect()
}

fn pearson(a: &[f64], b: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (first, second) = (mean(a), mean(b));
    let product = |a: &[f64], b: &[f64], first: f64, second: f64| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - first) * (b - second)).sum()
    };
    product(a, b, first, second) / (product(a, a, first, first) * product(b, b, second, second)).sqrt()
}
