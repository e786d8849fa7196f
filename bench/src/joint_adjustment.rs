//! How often has an intervention on two variables an adjustment set, and how long do the questions take?
//!
//! Ten pairs of random graphs for each size; every two treatments and every outcome. One line for each size: the number
//! of questions with a relevant treatment; how many of them have no adjustment set, with all treatments and with the
//! relevant ones alone; for how many the parents are not valid but another set is; and the microseconds on one thread,
//! best of the repetitions, to find the relevant treatments, to find an adjustment set, and to try it in the other
//! graph.
//!
//!     cargo run --release -p contsid-bench joint_adjustment [REPETITIONS]

use crate::Outcome;
use contsid::adjustment::{
    AdjustmentRule, is_valid_joint_adjustment, joint_adjustment, joint_adjustment_exists, relevant_treatments,
};
use contsid::graph::{Dag, NodeId, NodeSet};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;
use std::io::{Write, stdout};
use std::time::Instant;

/// Nodes and the probability of an edge; the paper's studies have 0.25 and up to 20 nodes.
const SIZES: [(usize, f64); 6] = [(5, 0.25), (10, 0.25), (20, 0.1), (20, 0.25), (50, 0.04), (50, 0.1)];
const PAIRS: usize = 10;

pub fn main(arguments: &[String]) -> Outcome {
    let repetitions: usize = arguments.first().map_or(Ok(5), |text| text.parse())?;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (nodes, probability) in SIZES {
        let mut graphs = || -> Outcome<_> {
            Ok((random_dag(nodes, probability, &mut rng)?, random_dag(nodes, probability, &mut rng)?))
        };
        let pairs = (0..PAIRS).map(|_| graphs()).collect::<Result<Vec<_>, _>>()?;
        let counts = Counts::of(pairs.iter().flat_map(|(first, _)| questions(first)));
        let times =
            (0..repetitions).map(|_| microseconds(&pairs)).reduce(|a, b| std::array::from_fn(|k| a[k].min(b[k])));
        let [relevance, proposal, trial] = times.unwrap_or_default();
        writeln!(
            stdout(),
            "{nodes} nodes, {probability}: {} questions, {} and {} without a set, {} not by parents; {relevance:.2} \
             {proposal:.2} {trial:.2} µs",
            counts.all,
            counts.none_for_all,
            counts.none_for_relevant,
            counts.not_by_parents,
        )?;
    }
    Ok(())
}

fn random_dag(nodes: usize, probability: f64, rng: &mut impl Rng) -> Outcome<Dag> {
    let mut order: Vec<NodeId> = NodeId::all(nodes).collect();
    order.shuffle(rng);
    let mut edges = Vec::new();
    for (index, &from) in order.iter().enumerate() {
        edges.extend(order[index + 1..].iter().filter(|_| rng.random_bool(probability)).map(|&to| (from, to)));
    }
    Ok(Dag::from_edges(nodes, edges)?)
}

/// Two treatments, those that matter, and an outcome.
struct Question<'a> {
    dag: &'a Dag,
    treatments: NodeSet,
    relevant: NodeSet,
    outcome: NodeId,
}

/// All questions of a graph that have a relevant treatment.
fn questions(dag: &Dag) -> impl Iterator<Item = Question<'_>> {
    pairs_and_outcomes(dag.node_count())
        .map(move |(treatments, outcome)| {
            let relevant = relevant_treatments(dag, &treatments, outcome);
            Question { dag, treatments, relevant, outcome }
        })
        .filter(|question| !question.relevant.is_empty())
}

fn pairs_and_outcomes(nodes: usize) -> impl Iterator<Item = (NodeSet, NodeId)> {
    let pairs = NodeId::all(nodes).flat_map(move |a| NodeId::all(nodes).filter(move |&b| a < b).map(move |b| [a, b]));
    pairs.flat_map(move |pair| {
        let outcomes = NodeId::all(nodes).filter(move |outcome| !pair.contains(outcome));
        outcomes.map(move |outcome| (NodeSet::of(nodes, pair), outcome))
    })
}

#[derive(Default)]
struct Counts {
    all: usize,
    none_for_all: usize,
    none_for_relevant: usize,
    not_by_parents: usize,
}

impl Counts {
    fn of<'a>(questions: impl Iterator<Item = Question<'a>>) -> Self {
        let mut counts = Self::default();
        for Question { dag, treatments, relevant, outcome } in questions {
            counts.all += 1;
            counts.none_for_all += usize::from(!joint_adjustment_exists(dag, &treatments, outcome));
            match joint_adjustment(dag, &relevant, outcome, AdjustmentRule::Parents) {
                None => counts.none_for_relevant += 1,
                Some(set) => {
                    let parents = relevant.iter().flat_map(|node| dag.parents(node)).copied();
                    let parents = NodeSet::of(dag.node_count(), parents) - &relevant;
                    counts.not_by_parents += usize::from(set != parents);
                }
            }
        }
        counts
    }
}

/// For one question: to find the relevant treatments, to find an adjustment set, and to try it in the other graph.
fn microseconds(pairs: &[(Dag, Dag)]) -> [f64; 3] {
    let mut times = [0.0; 3];
    for (first, second) in pairs {
        let asked: Vec<_> = pairs_and_outcomes(first.node_count()).collect();
        let start = Instant::now();
        for (treatments, outcome) in &asked {
            black_box(relevant_treatments(first, treatments, *outcome));
        }
        times[0] += per_item(start, asked.len());
        let questions: Vec<_> = questions(first).collect();
        let start = Instant::now();
        let propose =
            |asked: &Question<'_>| joint_adjustment(first, &asked.relevant, asked.outcome, AdjustmentRule::Parents);
        let proposals: Vec<_> = questions.iter().map(propose).collect();
        times[1] += per_item(start, questions.len());
        let start = Instant::now();
        for (Question { relevant, outcome, .. }, set) in questions.iter().zip(&proposals) {
            black_box(set.as_ref().map(|set| is_valid_joint_adjustment(second, relevant, *outcome, set)));
        }
        times[2] += per_item(start, questions.len());
    }
    times.map(|time| time / PAIRS as f64)
}

fn per_item(start: Instant, items: usize) -> f64 {
    start.elapsed().as_secs_f64() * 1e6 / items.max(1) as f64
}
