//! Times contSID of interventions on several variables at once, on random linear models.
//!
//!     cargo run --release -p contsid-bench joint_speed [NODES SAMPLES SIZE THREADS]

use crate::Outcome;
use contsid::data::{Column, Table};
use contsid::distance::Selection;
use contsid::effect::{ContSidOptions, Effects, JointLimits, Prepared, TreatmentSets};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphClass, NodeId, NodeNames};
use rand::{Rng, RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use rand_distr::StandardNormal;
use std::io::Write;
use std::time::Instant;

const SEED: u64 = 17;
const EDGE_PROBABILITY: f64 = 0.25;
const TURNS: usize = 5;

/// Nodes in an order in which each is joined to the later ones by chance.
struct Model {
    order: Vec<usize>,
    edges: Vec<(usize, usize)>,
}

impl Model {
    fn random(nodes: usize, rng: &mut impl Rng) -> Self {
        let mut order: Vec<usize> = (0..nodes).collect();
        order.shuffle(rng);
        let pairs = (0..nodes).flat_map(|a| (a + 1..nodes).map(move |b| (a, b)));
        let chosen: Vec<(usize, usize)> = pairs.filter(|_| rng.random_bool(EDGE_PROBABILITY)).collect();
        let edges = chosen.into_iter().map(|(a, b)| (order[a], order[b])).collect();
        Self { order, edges }
    }

    fn dag(&self) -> Outcome<Dag> {
        let edges = self.edges.iter().map(|&(a, b)| (NodeId::new(a), NodeId::new(b)));
        Ok(Dag::from_edges(self.order.len(), edges)?)
    }

    fn sample(&self, count: usize, rng: &mut impl Rng) -> Outcome<Table> {
        let weights: Vec<f64> = self.edges.iter().map(|_| rng.random_range(-1.5..1.5)).collect();
        let mut columns = vec![Vec::new(); self.order.len()];
        for &node in &self.order {
            let mut values: Vec<f64> = (0..count).map(|_| rng.sample(StandardNormal)).collect();
            for (&(from, _), weight) in self.edges.iter().zip(&weights).filter(|((_, to), _)| *to == node) {
                let parent: &Vec<f64> = &columns[from];
                values.iter_mut().zip(parent).for_each(|(value, cause)| *value += weight * cause);
            }
            columns[node] = values;
        }
        Ok(Table::new(NodeNames::numbered(self.order.len()), columns.into_iter().map(Column::numbers).collect())?)
    }
}

pub fn main(arguments: &[String]) -> Outcome {
    let given: Vec<usize> = arguments.iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
    let [nodes, samples, size, threads] =
        if given.is_empty() { [20, 100, 2, 2] } else { given.as_slice().try_into()? };
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let (truth, learnt) = (Model::random(nodes, &mut rng), Model::random(nodes, &mut rng));
    let (table, truth, learnt) =
        (truth.sample(samples, &mut rng)?, GraphClass::from(truth.dag()?), GraphClass::from(learnt.dag()?));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let (execution, all) = (Execution::default().on(&pool), Selection::all(nodes));
    let sets = TreatmentSets::all_of_size(size, nodes, &all)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{nodes} nodes, {samples} samples, sets of {size}, {threads} threads")?;
    let mut best = f64::INFINITY;
    for _ in 0..TURNS {
        let start = Instant::now();
        let prepared = Prepared::new(&table, &ContSidOptions::default(), &execution)?;
        let effects = Effects::Joint { sets: &sets, selection: &all, limits: JointLimits::default() };
        let joint = prepared.score(&truth, &learnt, effects, &execution)?.ok_or("no score")?;
        let seconds = start.elapsed().as_secs_f64();
        best = best.min(seconds);
        writeln!(
            out,
            "{seconds:.3} s, {} pairs, {} left out, sum {}",
            joint.pair_count(),
            joint.left_out.upper,
            joint.total()
        )?;
    }
    writeln!(out, "best of {TURNS}: {best:.3} s")?;
    Ok(())
}
