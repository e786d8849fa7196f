//! ICA-LiNGAM: which directed acyclic graph turns independent noise into the data?

mod assignment;
mod ica;
mod lasso;
mod noise;
mod order;
mod prune;

use crate::{DiscoveryError, Iterations, Starts, Threshold, Tolerance};
use assignment::assignment;
use contsid::data::Table;
use contsid::execution::Execution;
use contsid::graph::{Dag, NodeId};
use contsid::independence::CentredColumns;
use contsid::numeric::{Matrix, solve_upper};
use ica::{Budget, Components, components};
use noise::negentropy;
use order::causal_order;
pub(crate) use prune::pruned;

/// Which effects become edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pruning {
    /// Those larger than a number, in the units of the data, as in gCastle: coefficients of the adaptive lasso.
    Threshold(Threshold),
    /// Those that the adaptive lasso keeps, as in the package `lingam`.
    AdaptiveLasso,
}

/// How ICA-LiNGAM finds components and prunes effects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LingamOptions {
    /// Which effects become edges.
    pub prune: Pruning,
    /// The seed of the random starts.
    pub seed: u64,
    /// The number of random starts; the likeliest of their causal orders is taken.
    pub starts: Starts,
    /// The most iterations of each start.
    pub max_iterations: Iterations,
    /// The iteration has converged when no direction turns by more than this: 1 − |vᵀv′|.
    pub tolerance: Tolerance,
}

impl Default for LingamOptions {
    /// Effects above 0.3; ten starts, at most a thousand iterations each, tolerance 10⁻⁴.
    fn default() -> Self {
        Self {
            prune: Pruning::Threshold(Threshold::new(0.3).expect("not negative")),
            seed: 1,
            starts: Starts::new(10).expect("from one to a million"),
            max_iterations: Iterations::new(1000).expect("at least one"),
            tolerance: Tolerance::new(1e-4).expect("between 0 and 1"),
        }
    }
}

/// An edge and its strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// The cause.
    pub from: NodeId,
    /// The variable it acts on.
    pub to: NodeId,
    /// How much the effect changes per unit of the cause.
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
    /// The number of starts that converged.
    pub converged_count: usize,
    /// The iterations of the chosen start.
    pub iteration_count: usize,
}

/// Learns a directed acyclic graph from data with linear effects and noise that is not normally distributed.
///
/// If x = B x + e with independent e, independent component analysis finds the rows of I − B, up to order and scale.
/// The diagonal of I − B has no zeros, so rows are assigned to variables such that Σ 1/|w_ii| is smallest. Dividing
/// each row by its diagonal entry gives I − B. The causal order is the one in which B is triangular once its smallest
/// entries are set to zero. Effects are then estimated by regression on all earlier variables, and small ones dropped.
///
/// The result of FastICA depends on its start. Of several starts, the causal order whose noise is furthest from normal
/// is taken: it has the highest likelihood. The same seed gives the same result on any number of threads.
///
/// S. Shimizu, P. O. Hoyer, A. Hyvärinen & A. Kerminen (2006), *A linear non-Gaussian acyclic model for causal
/// discovery*, JMLR 7, algorithm A.
///
/// # Errors
///
/// If the table is unsuitable, no start converges (see [`DiscoveryError`]), or the computation is stopped.
///
/// ```
/// use contsid::data::{Column, Table};
/// use contsid::execution::Execution;
/// use contsid::graph::{NodeId, NodeNames};
/// use contsid_discovery::{LingamOptions, ica_lingam};
///
/// let noise = |k: usize| (0..500).map(move |row| f64::sin((row * row * (3 * k + 1) + row) as f64).powi(3));
/// let cause: Vec<f64> = noise(1).collect();
/// let effect: Vec<f64> = noise(2).zip(&cause).map(|(e, x)| 2.0 * x + e).collect();
/// let table = Table::new(NodeNames::new(["effect", "cause"])?, [effect, cause].map(Column::numbers).into())?;
/// let learnt = ica_lingam(&table, &LingamOptions::default(), &Execution::default())?;
/// assert!(learnt.graph.has_edge(NodeId::new(1), NodeId::new(0)));
/// assert!((learnt.effects[0].weight - 2.0).abs() < 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ica_lingam(
    table: &Table,
    options: &LingamOptions,
    execution: &Execution<'_>,
) -> Result<LingamResult, DiscoveryError> {
    let centred = CentredColumns::new(table)?;
    let white = centred.white();
    let budget = Budget {
        seed: options.seed,
        starts: options.starts.value(),
        iterations: options.max_iterations.value(),
        tolerance: options.tolerance.value(),
    };
    let found = components(&white, budget, execution)?;
    let best = most_likely(&found, &centred, &white).expect("at least one start came to rest");
    let effects = pruned(&centred, &best.order, options.prune, execution)?;
    let edges = effects.iter().map(|effect| (effect.from, effect.to));
    Ok(LingamResult {
        graph: Dag::from_edges(table.column_count(), edges).expect("effects follow the causal order"),
        effects,
        causal_order: best.order.into_iter().map(NodeId::new).collect(),
        converged_count: found.len(),
        iteration_count: best.iterations,
    })
}

/// The causal order of one start.
struct Candidate {
    order: Vec<usize>,
    negentropy: f64,
    iterations: usize,
}

/// The order whose noise is furthest from normal; ties go to the first.
fn most_likely(found: &[Components], centred: &CentredColumns, white: &Matrix) -> Option<Candidate> {
    let candidates = found.iter().map(|components| {
        let order = causal_order(&effects(&components.directions, centred));
        let negentropy = negentropy(centred, white, &order);
        Candidate { order, negentropy, iterations: components.iterations }
    });
    candidates.reduce(|best, other| if other.negentropy > best.negentropy { other } else { best })
}

/// B = I − D⁻¹ P W: rows of the unmixing matrix W permuted to a large diagonal and divided by it.
fn effects(directions: &Matrix, centred: &CentredColumns) -> Matrix {
    let count = centred.variable_count();
    // Component j = Σ_k (R⁻¹ v_j)_k x_k of the unit columns, each of which is a column divided by its length.
    let mut unmixing = Matrix::zeros(count, count);
    for j in 0..count {
        for (k, value) in solve_upper(centred.upper(), directions.column(j)).into_iter().enumerate() {
            unmixing.column_mut(k)[j] = value / centred.length(k);
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
