//! What is each single mistake worth?

use super::{ComparisonError, ComparisonOptions, ContSidScore, NotUsable};
use crate::distance::bounds::Span;
use crate::distance::contsid::{ContSidError, Prepared};
use crate::distance::{EdgeChange, Selection, differences, sid_bounds};
use crate::execution::{Execution, Monitor};
use crate::graph::{Edge, GraphClass, GraphPair, MixedGraph};
use thiserror::Error;

/// One edge that differs from the truth, and what becomes of the distances when it alone is put right.
#[derive(Clone, Debug, PartialEq)]
pub struct Repair {
    /// The edge as it is in the truth; as it is in the learnt graph if the truth has none there.
    pub edge: Edge,
    /// What has to be done.
    pub change: EdgeChange,
    /// The distances afterwards, or why the change alone is not legal: the graph would stand for no directed acyclic
    /// graph.
    pub outcome: Result<Repaired, NotUsable>,
}

/// The distances of a graph in which one edge was put right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repaired {
    /// The bounds of the structural intervention distance.
    pub sid: Span<usize>,
    /// The bounds of contSID, if there are data; equal if both graphs are determined.
    pub contsid: Option<Span<f64>>,
}

/// Why repairs cannot be judged.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RepairError {
    /// The two graphs cannot be compared.
    #[error(transparent)]
    Comparison(#[from] ComparisonError),
    /// contSID cannot be computed.
    #[error(transparent)]
    ContSid(#[from] ContSidError),
}

impl From<crate::execution::Cancelled> for RepairError {
    fn from(cancelled: crate::execution::Cancelled) -> Self {
        Self::Comparison(cancelled.into())
    }
}

/// Every edge of a learnt graph that differs from the truth, with the distances after that edge alone was put right; the
/// most rewarding repair first.
///
/// They are ordered by the upper bound of contSID afterwards (where there are data), then by the upper and lower SID, then by the edge; changes
/// that are not legal stand last. A single repair can make things worse: two mistakes may hide each other.
///
/// Distances and systems are kept with the prepared data: a repair asks only for those that neither the comparison of the
/// learnt graph nor another repair asked for, mostly those of the two ends of the edge. With p nodes and R repairs that is
/// O(R p (p + edges)) for the graphs, for each parent set that a node can have, and at most a few systems of O(N³/3) for
/// each repair.
///
/// # Errors
///
/// If the graphs cannot be compared, a system cannot be solved, or the computation is stopped.
///
/// ```
/// use contsid::comparison::{ComparisonOptions, EdgeChange, repairs};
/// use contsid::execution::Execution;
/// use contsid::graph::{Edge, MixedGraph, NodeId};
///
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let truth = MixedGraph::from_edges(3, [Edge::directed(a, b), Edge::directed(b, c)])?;
/// let learnt = MixedGraph::from_edges(3, [Edge::directed(a, b), Edge::directed(c, b)])?;
/// let found = repairs(&truth, &learnt, &ComparisonOptions::default(), None, &Execution::default())?;
/// assert_eq!((found[0].edge, found[0].change), (Edge::directed(b, c), EdgeChange::Reverse));
/// assert_eq!(found[0].outcome.as_ref().unwrap().sid.upper, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn repairs(
    truth: &MixedGraph,
    learnt: &MixedGraph,
    options: &ComparisonOptions,
    prepared: Option<&Prepared>,
    execution: &Execution<'_>,
) -> Result<Vec<Repair>, RepairError> {
    GraphPair::new(truth, learnt).map_err(ComparisonError::from)?;
    let class = options.undirected.class_of(truth).map_err(ComparisonError::Truth)?;
    options.undirected.class_of(learnt).map_err(ComparisonError::Learnt)?;
    let all = || Selection::all(truth.node_count());
    let selection = options.selection.clone().unwrap_or_else(all);
    selection.check(truth.node_count()).map_err(ComparisonError::from)?;
    let differing: Vec<_> = differences(truth, learnt).collect();
    execution.monitor().begin(differing.len() as u64);
    let unheard = Unheard(execution.monitor());
    let judge = Judge { class: &class, options, selection, data: prepared, execution: execution.watched_by(&unheard) };
    let mut found = execution.map(&differing, |&(edge, change)| {
        let outcome = judge.judge(&with_edge_of(truth, learnt, edge))?;
        execution.monitor().advance(1);
        Ok::<_, RepairError>(Repair { edge, change, outcome })
    })?;
    found.sort_by(|a, b| {
        let key = |repair: &Repair| match &repair.outcome {
            Ok(after) => (after.contsid.map_or(0.0, |contsid| contsid.upper), after.sid.upper, after.sid.lower),
            Err(_) => (f64::INFINITY, usize::MAX, usize::MAX),
        };
        let (a_key, b_key) = (key(a), key(b));
        a_key.0.total_cmp(&b_key.0).then((a_key.1, a_key.2, a.edge).cmp(&(b_key.1, b_key.2, b.edge)))
    });
    Ok(found)
}

/// The learnt graph, but between the ends of this edge as the truth has it.
fn with_edge_of(truth: &MixedGraph, learnt: &MixedGraph, edge: Edge) -> MixedGraph {
    let ends = |other: &Edge| {
        let (a, b) = (other.from, other.to);
        (a, b) == (edge.from, edge.to) || (b, a) == (edge.from, edge.to)
    };
    let kept = learnt.edges().filter(|other| !ends(other)).chain(truth.edges().filter(ends));
    MixedGraph::from_edges(learnt.node_count(), kept).expect("the two nodes are joined once, as in the truth")
}

/// Passes on that somebody wants to stop; progress is told by repairs, not by the parts of each.
struct Unheard<'a>(&'a dyn Monitor);

impl Monitor for Unheard<'_> {
    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

struct Judge<'a> {
    class: &'a GraphClass,
    options: &'a ComparisonOptions,
    selection: Selection,
    data: Option<&'a Prepared>,
    execution: Execution<'a>,
}

impl Judge<'_> {
    fn judge(&self, repaired: &MixedGraph) -> Result<Result<Repaired, NotUsable>, RepairError> {
        let class = match self.options.undirected.class_of(repaired) {
            Ok(class) => class,
            Err(error) => return Ok(Err(error)),
        };
        let pair = GraphPair::new(self.class, &class).map_err(ComparisonError::from)?;
        let sid = sid_bounds(pair, &self.selection, self.options.limits, &self.execution)?;
        let limits = self.options.contsid_limits;
        let score = |data| ContSidScore::new(pair, data, &self.selection, limits, &self.execution);
        let contsid =
            self.data.map(score).transpose()?.map(|score| Span { lower: score.lower(), upper: score.upper() });
        Ok(Ok(Repaired { sid: Span { lower: sid.lower, upper: sid.upper }, contsid }))
    }
}
