//! The time that bounds of contSID take on random completed graphs.
//!
//! `contsid_bounds [NODES [ROWS [GRAPHS [THREADS]]]]` (20, 100, 20, 1) draws directed acyclic graphs with an edge
//! probability of 0.25, linear data with exponential noise, and a second graph as the learnt one. It bounds contSID
//! with the learnt graph, and with both graphs, replaced by their completed graphs, and prints the mean and largest
//! seconds, table preparation included.

use crate::Outcome;
use contsid::data::{Column, Table};
use contsid::distance::Selection;
use contsid::distance::bounds::Exactness;
use contsid::effect::{ContSidOptions, Effects, Prepared};
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Dag, GraphClass, NodeId, NodeNames};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use std::io::{Write, stdout};
use std::time::Instant;

pub fn main(arguments: &[String]) -> Outcome {
    let arguments: Vec<usize> = arguments.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let argument = |index: usize, usual: usize| arguments.get(index).copied().unwrap_or(usual);
    let (nodes, rows, graphs, threads) = (argument(0, 20), argument(1, 100), argument(2, 20), argument(3, 1));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let execution = if threads == 1 { Execution::default() } else { Execution::default().on(&pool) };
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut one, mut two) = (Times::default(), Times::default());
    for _ in 0..graphs {
        let (truth, learnt) = (random_dag(nodes, &mut rng), random_dag(nodes, &mut rng));
        let table = simulate(&truth, rows, &mut rng)?;
        let learnt = GraphClass::from(Cpdag::of(&learnt));
        one.add(&GraphClass::from(truth.clone()), &learnt, &table, &execution)?;
        two.add(&GraphClass::from(Cpdag::of(&truth)), &learnt, &table, &execution)?;
    }
    writeln!(stdout(), "learnt graph completed: {}", one.words())?;
    writeln!(stdout(), "both graphs completed: {}", two.words())?;
    Ok(())
}

#[derive(Default)]
struct Times {
    seconds: Vec<f64>,
    relaxed: usize,
}

impl Times {
    fn add(&mut self, truth: &GraphClass, learnt: &GraphClass, table: &Table, execution: &Execution<'_>) -> Outcome {
        let start = Instant::now();
        let prepared = Prepared::new(table, &ContSidOptions::default(), execution)?;
        let selection = Selection::all(truth.node_count());
        let found = prepared.score(truth, learnt, Effects::single(&selection), execution)?.ok_or("no score")?;
        self.seconds.push(start.elapsed().as_secs_f64());
        self.relaxed += usize::from(found.exactness == Exactness::Relaxed);
        Ok(())
    }

    fn words(&self) -> String {
        let mean = self.seconds.iter().sum::<f64>() / self.seconds.len() as f64;
        let largest = self.seconds.iter().copied().fold(0.0, f64::max);
        format!("mean {mean:.4} s, largest {largest:.4} s, {} of {} relaxed", self.relaxed, self.seconds.len())
    }
}

fn random_dag(nodes: usize, rng: &mut ChaCha8Rng) -> Dag {
    let mut order: Vec<NodeId> = NodeId::all(nodes).collect();
    order.shuffle(rng);
    let pairs = (0..nodes).flat_map(|from| (from + 1..nodes).map(move |to| (from, to)));
    let edges: Vec<(NodeId, NodeId)> =
        pairs.filter(|_| rng.random_bool(0.25)).map(|(from, to)| (order[from], order[to])).collect();
    Dag::from_edges(nodes, edges).expect("edges follow the order")
}

fn simulate(dag: &Dag, rows: usize, rng: &mut ChaCha8Rng) -> Outcome<Table> {
    let mut columns = vec![vec![0.0; rows]; dag.node_count()];
    for &node in dag.topological_order() {
        let mut values: Vec<f64> = (0..rows).map(|_| -rng.random_range(1e-12..1.0_f64).ln()).collect();
        for parent in dag.parents(node) {
            let weight = rng.random_range(0.5..2.0);
            values.iter_mut().zip(&columns[parent.index()]).for_each(|(value, cause)| *value += weight * cause);
        }
        columns[node.index()] = values;
    }
    let names = NodeNames::numbered(dag.node_count());
    Ok(Table::new(names, columns.into_iter().map(Column::numbers).collect())?)
}
