//! How long cross-fitting takes beside the distance from all rows, and beside the same parts without checks, on the
//! paper's simulation.
//!
//!     cargo run --release -p contsid-bench crossfit_speed NODES ROWS [LEARNT] [THREADS] [all|parts] [ROUNDS] [PART_ROWS]

use crate::Outcome;
use contsid::data::{Column, Table};
use contsid::distance::Selection;
use contsid::effect::{ContSidOptions, CrossFitOptions, Division, Effects, Guide, Prepared};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphClass, NodeId, NodeNames};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, Exp1};
use std::time::Instant;

/// An Erdős–Rényi graph in a random order of the nodes.
fn random_dag(nodes: usize, probability: f64, rng: &mut impl Rng) -> Outcome<Dag> {
    let mut order: Vec<usize> = (0..nodes).collect();
    for last in (1..nodes).rev() {
        order.swap(last, rng.random_range(0..=last));
    }
    let mut edges = Vec::new();
    for a in 0..nodes {
        for b in a + 1..nodes {
            if rng.random_bool(probability) {
                edges.push((NodeId::new(order[a]), NodeId::new(order[b])));
            }
        }
    }
    Ok(Dag::from_edges(nodes, edges)?)
}

/// Weights uniform on [−10, 10] and exponential noise.
fn simulate(graph: &Dag, rows: usize, rng: &mut impl Rng) -> Outcome<Table> {
    let nodes = graph.node_count();
    let mut columns = vec![vec![0.0; rows]; nodes];
    for &node in graph.topological_order() {
        let parents: Vec<(usize, f64)> =
            graph.parents(node).iter().map(|parent| (parent.index(), rng.random_range(-10.0..10.0))).collect();
        let mut values: Vec<f64> = Exp1.sample_iter(&mut *rng).take(rows).collect();
        for (parent, weight) in parents {
            values.iter_mut().zip(&columns[parent]).for_each(|(value, cause)| *value += weight * cause);
        }
        columns[node.index()] = values;
    }
    Ok(Table::new(NodeNames::numbered(nodes), columns.into_iter().map(Column::numbers).collect())?)
}

pub fn main(arguments: &[String]) -> Outcome {
    let number = |index: usize, default: usize| arguments.get(index).map_or(Ok(default), |text| text.parse());
    let (nodes, rows, learnt, threads) = (number(0, 20)?, number(1, 1000)?, number(2, 1)?, number(3, 1)?);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let truth = random_dag(nodes, 0.25, &mut rng)?;
    let learnt: Vec<Dag> = (0..learnt).map(|_| random_dag(nodes, 0.25, &mut rng)).collect::<Outcome<_>>()?;
    let table = simulate(&truth, rows, &mut rng)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let execution = if threads == 1 { Execution::default() } else { Execution::default().on(&pool) };
    let options = ContSidOptions::default();
    let part_rows = std::num::NonZeroUsize::new(number(6, 1000)?).ok_or("a part has rows")?;
    let crossfit = CrossFitOptions { part_rows, ..CrossFitOptions::default() };
    let all_rows = arguments.get(4).is_none_or(|word| word == "all");
    let classes: Vec<GraphClass> = learnt.iter().cloned().map(GraphClass::from).collect();
    let true_class = GraphClass::from(truth.clone());
    for _ in 0..number(5, 3)? {
        let start = Instant::now();
        if all_rows {
            let prepared = Prepared::new(&table, &options, &execution)?;
            let references: Vec<&GraphClass> = classes.iter().collect();
            let all = Selection::all(nodes);
            prepared.scores(&true_class, &references, Effects::single(&all), &execution)?;
        }
        let seconds = start.elapsed().as_secs_f64();
        let parts = |options_of_parts: &CrossFitOptions| {
            let start = Instant::now();
            let prepared = Prepared::in_parts(&table, &options, options_of_parts, &execution)?;
            let references: Vec<&GraphClass> = classes.iter().collect();
            let effects = Selection::all(nodes);
            let scores = prepared.scores(&true_class, &references, Effects::single(&effects), &execution)?;
            let upper = scores[0].as_ref().ok_or("no score")?.sum.upper;
            Outcome::Ok((start.elapsed().as_secs_f64(), upper))
        };
        let (checked, found) = parts(&crossfit)?;
        // Parts that are given are not checked.
        let division = Division::Given(crossfit.partition(rows)?);
        let (unchecked, _) = parts(&CrossFitOptions { division, guide: Guide::Linear, ..crossfit.clone() })?;
        println!(
            "all rows {seconds:.4} s, cross-fitted {checked:.4} s ({:.2} times; {:.2} times without checks): \
             {:.4} ± {:.4}",
            checked / seconds,
            checked / unchecked,
            found.value,
            found.se.unwrap_or(f64::NAN)
        );
    }
    Ok(())
}
