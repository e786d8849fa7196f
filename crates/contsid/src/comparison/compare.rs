//! One learnt graph against the truth.

use super::{NotUsable, Undirected};
use crate::distance::bounds::Limits;
use crate::distance::{
    Mistakes, Reversal, Selection, Shd, SidBounds, Strategy, identification_mistakes, shd, sid_bounds,
};
use crate::execution::{Cancelled, Execution};
use crate::graph::{GraphClass, GraphPair, MixedGraph, PairError};
use thiserror::Error;

/// What is compared, and how.
#[derive(Clone, Debug, Default)]
pub struct ComparisonOptions {
    /// What undirected edges mean. The SHD takes them as they are, whatever is chosen here.
    pub undirected: Undirected,
    /// What a reversed edge costs in the SHD.
    pub reversal: Reversal,
    /// The pairs that are looked at; all without one.
    pub selection: Option<Selection>,
    /// How much work may be done for exact bounds.
    pub limits: Limits,
}

/// The distances of a learnt graph from the truth.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The structural Hamming distance.
    pub shd: Shd,
    /// The structural intervention distance; its bounds are equal if both graphs are determined.
    pub sid: SidBounds,
    /// The adjustment identification distances.
    pub aid: Option<Aid>,
    /// The number of ordered pairs that were looked at.
    pub pair_count: usize,
}

/// The adjustment identification distances by each strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aid {
    /// By the parents: the SID.
    pub parent: Mistakes,
    /// By the ancestors.
    pub ancestor: Mistakes,
    /// By the optimal sets.
    pub optimal: Mistakes,
}

/// Why two graphs cannot be compared.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ComparisonError {
    /// The true graph stands for no directed acyclic graph.
    #[error("the true graph: {0}")]
    Truth(#[source] NotUsable),
    /// The learnt graph stands for no directed acyclic graph.
    #[error("the learnt graph: {0}")]
    Learnt(#[source] NotUsable),
    /// The graphs are not on the same nodes.
    #[error(transparent)]
    Pair(#[from] PairError),
    /// Somebody stopped the computation.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Compares a learnt graph with the truth, whose nodes are matched by position.
///
/// # Errors
///
/// If the graphs do not have the same number of nodes, one of them stands for no directed acyclic graph, or the
/// computation is stopped.
///
/// ```
/// use contsid::comparison::{ComparisonOptions, compare};
/// use contsid::execution::Execution;
/// use contsid::graph::{Edge, MixedGraph, NodeId};
///
/// let [a, b] = [0, 1].map(NodeId::new);
/// let truth = MixedGraph::from_edges(2, [Edge::directed(a, b)])?;
/// let learnt = MixedGraph::from_edges(2, [Edge::undirected(a, b)])?;
/// let comparison = compare(&truth, &learnt, &ComparisonOptions::default(), &Execution::default())?;
/// assert_eq!(comparison.shd.count, 1);
/// assert_eq!((comparison.sid.lower, comparison.sid.upper), (0, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare(
    truth: &MixedGraph,
    learnt: &MixedGraph,
    options: &ComparisonOptions,
    execution: &Execution<'_>,
) -> Result<Comparison, ComparisonError> {
    let all = || Selection::all(truth.node_count());
    let selection = options.selection.clone().unwrap_or_else(all);
    let graphs = GraphPair::new(truth, learnt)?;
    let true_class = options.undirected.class_of(truth).map_err(ComparisonError::Truth)?;
    let learnt_class = options.undirected.class_of(learnt).map_err(ComparisonError::Learnt)?;
    let classes = GraphPair::new(&true_class, &learnt_class)?;
    Ok(Comparison {
        shd: shd(graphs, options.reversal, &selection),
        sid: sid_bounds(classes, &selection, options.limits, execution)?,
        aid: aid(classes, &selection, execution)?,
        pair_count: selection.pair_count(),
    })
}

fn aid(
    pair: GraphPair<'_, GraphClass>,
    selection: &Selection,
    execution: &Execution<'_>,
) -> Result<Option<Aid>, Cancelled> {
    if !pair.truth().is_single() || !pair.learnt().is_single() {
        return Ok(None);
    }
    let dags = GraphPair::new(pair.truth().extension(), pair.learnt().extension())
        .expect("the members of classes on the same nodes are on these nodes");
    let mistakes = |strategy| identification_mistakes(dags, strategy, selection, execution);
    Ok(Some(Aid {
        parent: mistakes(Strategy::Parent)?,
        ancestor: mistakes(Strategy::Ancestor)?,
        optimal: mistakes(Strategy::Optimal)?,
    }))
}
