//! Does A act on C only through B? Single interventions cannot tell, joint ones do: the example of `docs/joint.md`.
//!
//! B = A + noise and C = B − A + noise, all noise standard normal; the truth has A → B → C and A → C, the learnt graph
//! lacks A → C. Ten samples of each size: contSID, and for each estimator the joint sum of sets of two.
//!
//!     cargo run --release -p contsid --example mediation [SAMPLES...]

use contsid::data::{Column, Table};
use contsid::distance::Selection;
use contsid::effect::{ContSidOptions, Effects, JointLimits, Prepared, TreatmentSets};
use contsid::embedding::Estimator;
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphClass, GraphPair, NodeId, NodeNames};
use contsid::named::Named;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};
use std::error::Error;
use std::io::Write;

const SEEDS: u64 = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<usize> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let sizes = if given.is_empty() { vec![100, 400, 1600] } else { given };
    let mut out = std::io::stdout().lock();
    writeln!(out, "samples  estimator   contSID  joint sum, mean ± sd of {SEEDS} samples")?;
    for rows in sizes {
        for estimator in [Estimator::Plain, Estimator::Normalised, Estimator::Centred] {
            let both = (0..SEEDS).map(|seed| distances(rows, estimator, seed)).collect::<Result<Vec<_>, _>>()?;
            let single = both.iter().map(|(single, _)| *single).fold(0.0, f64::max);
            let mean = both.iter().map(|(_, joint)| joint).sum::<f64>() / SEEDS as f64;
            let squares: f64 = both.iter().map(|(_, joint)| (joint - mean).powi(2)).sum();
            let deviation = (squares / (SEEDS - 1) as f64).sqrt();
            writeln!(out, "{rows:7}  {:10}  {single:7}  {mean:.3} ± {deviation:.3}", estimator.name())?;
        }
    }
    Ok(())
}

/// contSID of single interventions, and of those on two variables at once.
fn distances(rows: usize, estimator: Estimator, seed: u64) -> Result<(f64, f64), Box<dyn Error>> {
    let [a, b, c] = [0, 1, 2].map(NodeId::new);
    let (truth, learnt) = (Dag::from_edges(3, [(a, b), (b, c), (a, c)])?, Dag::from_edges(3, [(a, b), (b, c)])?);
    let (execution, all) = (Execution::default(), Selection::all(3));
    let options = ContSidOptions { estimator, ..ContSidOptions::default() };
    let prepared = Prepared::new(&sample(rows, seed)?, &options, &execution)?;
    let (pair, sets) = (GraphPair::new(&truth, &learnt)?, TreatmentSets::all_of_size(2, 3, &all)?);
    let effects = Effects::Joint { sets: &sets, selection: &all, limits: JointLimits::default() };
    let [truth, learnt] = [&truth, &learnt].map(|dag| GraphClass::from(dag.clone()));
    let joint = prepared.score(&truth, &learnt, effects, &execution)?.ok_or("no score")?;
    Ok((prepared.compare(pair, &execution)?.total(), joint.total()))
}

fn sample(rows: usize, seed: u64) -> Result<Table, Box<dyn Error>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut noise = || -> f64 { StandardNormal.sample(&mut rng) };
    let mut columns: [Vec<f64>; 3] = Default::default();
    for _ in 0..rows {
        let a = noise();
        let b = a + noise();
        let c = b - a + noise();
        columns.iter_mut().zip([a, b, c]).for_each(|(column, value)| column.push(value));
    }
    Ok(Table::new(NodeNames::new(["A", "B", "C"])?, columns.map(Column::numbers).to_vec())?)
}
