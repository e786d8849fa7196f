//! What is each single mistake worth?

use super::{ComparisonError, ComparisonOptions, NotUsable};
use crate::distance::contsid::{Case, ContSidError, Prepared, RowQuestion, TreatmentView};
use crate::distance::{Selection, sid_bounds};
use crate::execution::Execution;
use crate::graph::{Dag, Edge, EdgeKind, GraphClass, GraphPair, MixedGraph, NodeId, NodeSet};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// Bounds of contSID are found anew for each repair; beyond this many repairs × nodes × samples³ that would take longer
/// than people wait, and the SID alone decides.
const MOST_WORK: f64 = 5e10;

/// What has to be done to one edge of a learnt graph so that it is as in the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeChange {
    /// The edge is missing.
    Add,
    /// There is no such edge.
    Remove,
    /// The edge points the other way.
    Reverse,
    /// The edge has a direction that the learnt graph leaves open.
    Direct,
    /// The edge has no direction in the truth.
    Undirect,
}

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
    pub sid: [usize; 2],
    /// The bounds of contSID, if there are data; equal if both graphs are determined. None where undirected edges are left
    /// and the graphs and the data are so large that finding all bounds would take long.
    pub contsid: Option<[f64; 2]>,
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
/// Distances between distributions are kept for all repairs: a repair asks only for those that neither the learnt graph
/// nor another repair asked for; only where undirected edges are left the bounds are found anew. With p nodes and R repairs that is O(R p (p + edges)) for the graphs and at most a few
/// systems of O(N³/3) for each repair.
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
/// assert_eq!(found[0].outcome.as_ref().unwrap().sid, [0, 0]);
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
    let all = || Selection::all(truth.node_count());
    let differing = differences(truth, learnt);
    let learnt_class = options.undirected.class_of(learnt).map_err(ComparisonError::Learnt)?;
    let determined = class.is_single() && learnt_class.is_single();
    let affordable = |prepared: &&Prepared| {
        let (repairs, nodes) = (differing.len() as f64, truth.node_count() as f64);
        determined || repairs * nodes * (prepared.sample_count() as f64).powi(3) <= MOST_WORK
    };
    let judge = Judge {
        class: &class,
        options,
        selection: options.selection.clone().unwrap_or_else(all),
        known: prepared.filter(affordable).map(|prepared| KnownDistances { prepared, distances: Mutex::default() }),
    };
    let mut found = execution.map(&differing, |&(edge, change)| {
        let repaired = with_edge_of(truth, learnt, edge);
        let outcome = judge.judge(&repaired, execution)?;
        Ok::<_, RepairError>(Repair { edge, change, outcome })
    })?;
    found.sort_by(|a, b| {
        let key = |repair: &Repair| match &repair.outcome {
            Ok(after) => (after.contsid.map_or(0.0, |[_, upper]| upper), after.sid[1], after.sid[0]),
            Err(_) => (f64::INFINITY, usize::MAX, usize::MAX),
        };
        let (a_key, b_key) = (key(a), key(b));
        a_key.0.total_cmp(&b_key.0).then((a_key.1, a_key.2, a.edge).cmp(&(b_key.1, b_key.2, b.edge)))
    });
    Ok(found)
}

/// The edges that differ, each as in the truth if it stands there.
fn differences(truth: &MixedGraph, learnt: &MixedGraph) -> Vec<(Edge, EdgeChange)> {
    let of_truth = truth.edges().filter_map(|edge| {
        let (a, b) = (edge.from, edge.to);
        let change = match edge.kind {
            EdgeKind::Directed if learnt.has_directed(a, b) => return None,
            EdgeKind::Undirected if learnt.has_undirected(a, b) => return None,
            _ if !learnt.is_adjacent(a, b) => EdgeChange::Add,
            EdgeKind::Undirected => EdgeChange::Undirect,
            EdgeKind::Directed if learnt.has_undirected(a, b) => EdgeChange::Direct,
            EdgeKind::Directed => EdgeChange::Reverse,
        };
        Some((edge, change))
    });
    let surplus = learnt.edges().filter(|edge| !truth.is_adjacent(edge.from, edge.to));
    of_truth.chain(surplus.map(|edge| (edge, EdgeChange::Remove))).collect()
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

struct Judge<'a> {
    class: &'a GraphClass,
    options: &'a ComparisonOptions,
    selection: Selection,
    known: Option<KnownDistances<'a>>,
}

impl Judge<'_> {
    fn judge(
        &self,
        repaired: &MixedGraph,
        execution: &Execution<'_>,
    ) -> Result<Result<Repaired, NotUsable>, RepairError> {
        let class = match self.options.undirected.class_of(repaired) {
            Ok(class) => class,
            Err(error) => return Ok(Err(error)),
        };
        let classes = GraphPair::new(self.class, &class).map_err(ComparisonError::from)?;
        let sid = sid_bounds(classes, &self.selection, self.options.limits, execution)?;
        let determined = self.class.is_single() && class.is_single();
        let contsid = match &self.known {
            None => None,
            Some(known) if determined => {
                let dags = GraphPair::new(self.class.extension(), class.extension()).map_err(ComparisonError::from)?;
                Some([known.total(dags, &self.selection, execution)?; 2])
            }
            Some(known) => {
                let bounds = known.prepared.bounds(classes, &self.selection, self.options.contsid_limits, execution)?;
                Some([bounds.lower, bounds.upper])
            }
        };
        Ok(Ok(Repaired { sid: [sid.lower, sid.upper], contsid }))
    }
}

/// What d(treatment, outcome) depends on while the truth stays the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DistanceKey {
    treatment: NodeId,
    outcome: NodeId,
    case: Case,
    /// The learnt parents of the treatment, if the case asks for them.
    adjustment: Option<NodeSet>,
}

/// The distances between distributions that were asked for.
struct KnownDistances<'a> {
    prepared: &'a Prepared,
    distances: Mutex<BTreeMap<DistanceKey, f64>>,
}

impl KnownDistances<'_> {
    fn total(
        &self,
        pair: GraphPair<'_, Dag>,
        selection: &Selection,
        execution: &Execution<'_>,
    ) -> Result<f64, ContSidError> {
        // A ridge parameter that is chosen for a whole row makes each distance depend on all cases of the row.
        if self.prepared.lambda().is_none() {
            return Ok(self.prepared.compare_selected(pair, selection, execution)?.total());
        }
        let mut total = 0.0;
        for treatment in selection.treatments().iter() {
            for distance in self.row(pair, selection, treatment)? {
                total += distance;
            }
        }
        Ok(total)
    }

    fn row(
        &self,
        pair: GraphPair<'_, Dag>,
        selection: &Selection,
        treatment: NodeId,
    ) -> Result<Vec<f64>, ContSidError> {
        let (view, count) = (TreatmentView::new(pair, treatment), pair.node_count());
        let (truth_parents, learnt_parents) = (pair.truth().parent_set(treatment), pair.learnt().parent_set(treatment));
        let agreement = self.prepared.options().agreement;
        let key = |outcome| {
            let case = selection.contains(treatment, outcome).then(|| view.case(outcome, agreement))?;
            let adjustment = case.needs_learnt().then(|| learnt_parents.clone());
            let trivial = !case.needs_truth() && !case.needs_learnt();
            (!trivial).then_some(DistanceKey { treatment, outcome, case, adjustment })
        };
        let keys: Vec<Option<DistanceKey>> = NodeId::all(count).map(key).collect();
        let known = || self.distances.lock().unwrap_or_else(PoisonError::into_inner);
        let find = |key: &Option<DistanceKey>| key.as_ref().map_or(Some(0.0), |key| known().get(key).copied());
        let mut row: Vec<Option<f64>> = keys.iter().map(find).collect();
        let wanted: Vec<Option<Case>> =
            keys.iter().zip(&row).map(|(key, found)| found.is_none().then_some(key.as_ref()?.case)).collect();
        if wanted.iter().any(Option::is_some) {
            let (truth_parents, learnt_parents) = (&truth_parents, &learnt_parents);
            let asked = RowQuestion { treatment, truth_parents, learnt_parents, cases: &wanted };
            let distances = self.prepared.row(&asked)?;
            for ((key, found), distance) in keys.into_iter().zip(&mut row).zip(distances) {
                if let (Some(key), None) = (key, &found) {
                    known().insert(key, distance);
                    *found = Some(distance);
                }
            }
        }
        Ok(row.into_iter().flatten().collect())
    }
}
