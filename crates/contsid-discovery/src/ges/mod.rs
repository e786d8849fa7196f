//! GES: which equivalence class has the best likelihood, penalised by its number of edges?

mod candidates;
mod essential;
mod operator;
mod score;
mod search;

use crate::{DiscoveryError, Penalty};
use contsid::data::Table;
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Dag, Pdag};
use contsid::independence::CentredColumns;
use operator::Action;
use score::GesScore;
use search::Phase;

/// How GES weighs likelihood against edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GesOptions {
    /// The price of an edge in units of ½ ln n; 1 is the Bayesian information criterion.
    pub penalty: Penalty,
}

impl Default for GesOptions {
    /// The Bayesian information criterion.
    fn default() -> Self {
        Self { penalty: Penalty::new(1.0).expect("one is positive") }
    }
}

/// One phase of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GesPhase {
    /// The number of steps.
    pub step_count: usize,
    /// The score after the last step.
    pub score: f64,
}

/// What GES found.
#[derive(Clone, Debug, PartialEq)]
pub struct GesResult {
    /// The learnt equivalence class.
    pub graph: Cpdag,
    /// Its score: −n/2 Σ (1 + ln σ²) minus the price of the edges and variances.
    pub score: f64,
    /// The forward, backward and turning phases.
    pub phases: [GesPhase; 3],
}

/// Learns the equivalence class of a graph by greedy search for the highest penalised Gaussian likelihood.
///
/// Σ_y −n/2 (1 + ln σ²(y | parents)) − λ (|parents| + 1), λ = penalty · ½ ln n, is the same for all graphs of a class.
/// From the empty graph, edges are inserted while the score rises, then deleted, then turned. Each step is the one that
/// raises the score most.
///
/// D. M. Chickering (2002), *Optimal structure identification with greedy search*, JMLR 3; the turning phase is that of
/// A. Hauser & P. Bühlmann (2012), JMLR 13.
///
/// # Errors
///
/// If the table is unsuitable (see [`DiscoveryError`]), or the computation is stopped.
///
/// ```
/// use contsid::data::{Column, Table};
/// use contsid::execution::Execution;
/// use contsid::graph::{NodeId, NodeNames};
/// use contsid_discovery::{GesOptions, ges};
///
/// let noise = |k: usize| (0..200).map(move |row| f64::sin((row * row * (3 * k + 1) + row) as f64));
/// let (a, b): (Vec<f64>, Vec<f64>) = (noise(1).collect(), noise(2).collect());
/// let c: Vec<f64> = noise(3).enumerate().map(|(row, e)| a[row] + b[row] + e).collect();
/// let table = Table::new(NodeNames::new(["a", "b", "c"])?, [a, b, c].map(Column::numbers).into())?;
/// let learnt = ges(&table, &GesOptions::default(), &Execution::default())?;
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// assert_eq!(learnt.graph.as_ref().parents(c), [a, b]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ges(table: &Table, options: &GesOptions, execution: &Execution<'_>) -> Result<GesResult, DiscoveryError> {
    let centred = CentredColumns::new(table)?;
    let score = GesScore::new(&centred, options.penalty.value());
    let mut graph = Cpdag::of(&Dag::from_edges(table.column_count(), []).expect("no edges make no cycle"));
    let mut phases = [GesPhase { step_count: 0, score: 0.0 }; 3];
    for (phase, action) in phases.iter_mut().zip([Action::Insert, Action::Delete, Action::Turn]) {
        let climbed = Phase::new(&score, action, graph).run(execution)?;
        *phase = GesPhase { step_count: climbed.step_count, score: score.of(&member(&climbed.graph)) };
        graph = climbed.graph;
    }
    Ok(GesResult { score: phases[2].score, graph, phases })
}

/// A directed acyclic graph of the class.
fn member(graph: &Cpdag) -> Dag {
    Pdag::from(graph.clone()).extension().clone()
}
