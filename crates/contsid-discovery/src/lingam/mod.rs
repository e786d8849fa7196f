//! ICA-LiNGAM: which directed acyclic graph turns independent noise into the data?

mod assignment;
mod ica;
mod lasso;
mod order;
mod prune;

use crate::DiscoveryError;
use crate::linalg::{Matrix, solve_upper};
use crate::observations::Observations;
use assignment::assignment;
use contsid::data::Table;
use contsid::execution::Execution;
use contsid::graph::{Dag, NodeId};
use ica::{Budget, components};
use order::causal_order;
use prune::pruned;

/// Which effects become edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pruning {
    /// Those larger than a number, in the units of the data, as in gCastle: coefficients of the adaptive lasso.
    Threshold(f64),
    /// Those that the adaptive lasso keeps, as in the package `lingam`.
    AdaptiveLasso,
}

/// How ICA-LiNGAM looks for components and drops effects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LingamOptions {
    /// Which effects become edges.
    pub prune: Pruning,
    /// The seed of the random starts.
    pub seed: u64,
    /// From how many random starts to look for independent components; the most independent ones are taken.
    pub starts: usize,
    /// How many iterations each start may take.
    pub max_iterations: usize,
    /// The components are found when no direction turns by more than this: 1 − |vᵀv′|.
    pub tolerance: f64,
}

impl Default for LingamOptions {
    fn default() -> Self {
        Self { prune: Pruning::Threshold(0.3), seed: 0, starts: 5, max_iterations: 1000, tolerance: 1e-4 }
    }
}

/// An edge and its strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// The cause.
    pub from: NodeId,
    /// What it acts on.
    pub to: NodeId,
    /// By how much the latter grows with the former.
    pub weight: f64,
}

/// What ICA-LiNGAM found.
#[derive(Clone, Debug, PartialEq)]
pub struct LingamResult {
    /// The learnt graph.
    pub graph: Dag,
    /// The strength of each edge.
    pub effects: Vec<Effect>,
    /// The variables, each after its causes.
    pub causal_order: Vec<NodeId>,
    /// How many iterations the chosen start took.
    pub iteration_count: usize,
}

/// Learns a directed acyclic graph from data with linear effects and noise that is not normally distributed.
pub fn ica_lingam(
    table: &Table,
    options: &LingamOptions,
    execution: &Execution<'_>,
) -> Result<LingamResult, DiscoveryError> {
    let observations = Observations::new(table)?;
    let budget = Budget {
        seed: options.seed,
        starts: options.starts,
        iterations: options.max_iterations,
        tolerance: options.tolerance,
    };
    let mut white = observations.orthonormal.clone();
    let scale = (observations.sample_count() as f64).sqrt();
    for j in 0..white.column_count() {
        white.column_mut(j).iter_mut().for_each(|value| *value *= scale);
    }
    let all = components(&white, budget, execution)?;
    let mut best: Option<(f64, Vec<usize>, usize)> = None;
    for found in &all {
        let effects = effects(&found.directions, &observations);
        let order = causal_order(&effects);
        let value = if std::env::var("SELECT").is_ok() { found.contrast } else { negentropy(&observations, &white, &order) };
        if best.as_ref().is_none_or(|b| value > b.0) {
            best = Some((value, order, found.iterations));
        }
    }
    let (_, order, iterations) = best.unwrap();
    if std::env::var("DEBUG").is_ok() {
        eprintln!("{:?}", all.iter().map(|f| f.iterations).collect::<Vec<_>>());
    }
    let effects = pruned(&observations, &order, options.prune);
    let edges = effects.iter().map(|effect| (effect.from, effect.to));
    Ok(LingamResult {
        graph: Dag::from_edges(table.column_count(), edges).expect("effects follow the causal order"),
        effects,
        causal_order: order.into_iter().map(NodeId::new).collect(),
        iteration_count: iterations,
    })
}

/// B = I − D⁻¹ P W: rows of the unmixing matrix W permuted to a large diagonal and divided by it.
fn effects(directions: &Matrix, observations: &Observations) -> Matrix {
    let count = observations.variable_count();
    // Component j = Σ_k (R⁻¹ v_j)_k x_k of the unit columns, each of which is a column divided by its length.
    let mut unmixing = Matrix::zeros(count, count);
    for j in 0..count {
        for (k, value) in solve_upper(&observations.upper, directions.column(j)).into_iter().enumerate() {
            unmixing.column_mut(k)[j] = value / observations.length(k);
        }
    }
    let cost = Matrix::from_fn(count, count, |row, column| unmixing.entry(row, column).abs().max(1e-300).recip());
    let variables = assignment(&cost);
    let mut effects = Matrix::zeros(count, count);
    for (row, &variable) in variables.iter().enumerate() {
        let own = unmixing.entry(row, variable);
        for column in (0..count).filter(|&column| column != variable) {
            effects.column_mut(column)[variable] = -unmixing.entry(row, column) / own;
        }
    }
    effects
}

fn negentropy(observations: &Observations, white: &Matrix, order: &[usize]) -> f64 {
    let count = order.len();
    let sorted = Matrix::from_fn(count, count, |row, place| observations.upper.entry(row, order[place]));
    let residuals = white.times(&sorted.qr().orthonormal);
    let n = white.row_count() as f64;
    (0..count)
        .map(|j| {
            let c = residuals.column(j);
            let lc = c.iter().map(|v| v.abs() + (-2.0 * v.abs()).exp().ln_1p() - std::f64::consts::LN_2).sum::<f64>() / n;
            let sk = c.iter().map(|v| v * (-0.5 * v * v).exp()).sum::<f64>() / n;
            79.047 * (lc - 0.374_567_207_491_438).powi(2) + 7.4129 * sk * sk
        })
        .sum()
}
