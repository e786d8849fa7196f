//! The cost of each wrong edge.

use super::{ComparisonData, ComparisonError, ComparisonOptions, NotUsable};
use crate::distance::bounds::Span;
use crate::distance::{EdgeChange, Selection, differences, sid_bounds, wrong_counts};
use crate::effect::{Difference, Effects, Estimate, Prepared, Score};
use crate::execution::{Execution, Monitor};
use crate::graph::{Edge, GraphClass, GraphPair, MixedGraph, NodeId, NodeSet};
use crate::numeric::noise::{change, levels};
use serde::Serialize;

/// The number of fixes whose contrasts are estimated together.
const AT_ONCE: usize = 16;
/// The same without data: with two rows for each end, as many as the SID answers at once.
const AT_ONCE_WITHOUT_DATA: usize = 128;

/// One edge that differs from the truth, and the distances when only it is corrected.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// The edge as in the truth; as in the learnt graph if the truth has none there.
    pub edge: Edge,
    /// The correction.
    pub change: EdgeChange,
    /// The distances afterwards, or why the correction alone is not possible: no directed acyclic graph would extend
    /// the graph.
    pub outcome: Result<FixOutcome, NotUsable>,
}

/// The distances of a graph in which one edge is as in the truth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FixOutcome {
    /// The bounds of the structural intervention distance.
    pub sid: Span<usize>,
    /// The change of these bounds: negative is better.
    pub sid_change: Span<isize>,
    /// The bounds of contSID from all rows, if they are given; equal if both graphs are determined.
    pub contsid: Option<Span<f64>>,
    /// The change of these bounds; zero if only rounding differs.
    pub contsid_change: Option<Span<f64>>,
    /// Cross-fitted contSID, if the rows are in parts.
    pub crossfit: Option<Span<Estimate>>,
    /// The change of these bounds, on the same parts. None where errors are not known.
    pub crossfit_change: Option<Span<Difference>>,
    /// The change of the bounds of the distance that orders fixes: cross-fitted contSID, without it contSID from all
    /// rows, without data the SID.
    #[serde(skip)]
    pub deciding_change: Span<f64>,
}

/// Every edge of a learnt graph that differs from the truth, with the distances after correcting only that edge; the
/// most effective fix first.
///
/// They are ordered by the sum of the changes of both bounds of cross-fitted contSID, then by that of the upper bound;
/// without parts by contSID from all rows; then likewise by the SID, then by the edge; impossible fixes come last. A
/// single fix can increase a distance: two mistakes may hide each other. It may lower one bound and raise the other.
///
/// The prepared data keep distances and systems, so a fix computes only those that neither the comparison nor
/// another fix needed: mostly those of the two ends of the edge. With p nodes and R fixes that is O(R p (p +
/// edges)) for each parent set that a node can have, and a few systems of O(N³/3) for each fix.
///
/// # Errors
///
/// If the graphs cannot be compared, a system cannot be solved, or the computation is stopped.
///
/// ```
/// use contsid::comparison::{ComparisonData, ComparisonOptions, EdgeChange, fixes};
/// use contsid::execution::Execution;
/// use contsid::graph::{Edge, MixedGraph, NodeId};
///
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let truth = MixedGraph::from_edges(3, [Edge::directed(a, b), Edge::directed(b, c)])?;
/// let learnt = MixedGraph::from_edges(3, [Edge::directed(a, b), Edge::directed(c, b)])?;
/// let (options, data) = (ComparisonOptions::default(), ComparisonData::default());
/// let found = fixes(&truth, &learnt, &options, data, &Execution::default())?;
/// assert_eq!((found[0].edge, found[0].change), (Edge::directed(b, c), EdgeChange::Reverse));
/// assert_eq!(found[0].outcome.as_ref().unwrap().sid.upper, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fixes(
    truth: &MixedGraph,
    learnt: &MixedGraph,
    options: &ComparisonOptions,
    data: ComparisonData<'_>,
    execution: &Execution<'_>,
) -> Result<Vec<Fix>, ComparisonError> {
    GraphPair::new(truth, learnt)?;
    let learnt_class = options.undirected.class_of(learnt).map_err(ComparisonError::Learnt)?;
    let differing: Vec<_> = differences(truth, learnt).collect();
    execution.monitor().begin(differing.len() as u64);
    let unheard = Unheard(execution.monitor());
    let quiet = execution.watched_by(&unheard);
    let scorer = FixScorer::new(truth, options, data, &quiet)?;
    let before = &scorer.distances(&[&learnt_class])?[0];
    let mut found = Vec::with_capacity(differing.len());
    let has_data = data.all_rows.is_some() || data.parts.is_some();
    for some in differing.chunks(if has_data { AT_ONCE } else { AT_ONCE_WITHOUT_DATA }) {
        let classes = quiet.map(some, |&(edge, _)| {
            Ok::<_, ComparisonError>(options.undirected.class_of(&with_edge_of(truth, learnt, edge)))
        })?;
        let usable: Vec<&GraphClass> = classes.iter().filter_map(|class| class.as_ref().ok()).collect();
        let mut distances = scorer.after_fixes(&usable, &learnt_class, before)?.into_iter();
        for (&(edge, change), class) in some.iter().zip(&classes) {
            let after = class.as_ref().map(|_| distances.next().expect("distances of each usable graph"));
            let outcome = after.map(|after| after.since(before)).map_err(Clone::clone);
            found.push(Fix { edge, change, outcome });
        }
        execution.monitor().advance(some.len() as u64);
    }
    Ok(most_rewarding_first(found))
}

/// Sorts fixes in the order of [`fixes`].
fn most_rewarding_first(found: Vec<Fix>) -> Vec<Fix> {
    let [sums, uppers] =
        [Fix::deciding_sum, Fix::deciding_upper].map(|key| levels(&found.iter().map(key).collect::<Vec<_>>()));
    let mut keyed: Vec<_> = sums.into_iter().zip(uppers).zip(found).collect();
    keyed.sort_by_key(|((sum, upper), fix)| (fix.outcome.is_err(), *sum, *upper, fix.sid_key(), fix.edge));
    keyed.into_iter().map(|(_, fix)| fix).collect()
}

impl Fix {
    /// Whether the distance that orders fixes becomes smaller: the sum of both bounds.
    pub fn helps(&self) -> bool {
        self.deciding_sum() < 0.0
    }

    fn deciding_change(&self) -> Span<f64> {
        self.outcome.as_ref().map_or_else(|_| Span::default(), |after| after.deciding_change)
    }

    fn deciding_sum(&self) -> f64 {
        self.deciding_change().lower + self.deciding_change().upper
    }

    fn deciding_upper(&self) -> f64 {
        self.deciding_change().upper
    }

    fn sid_key(&self) -> [isize; 2] {
        let change = self.outcome.as_ref().map_or_else(|_| Span::default(), |after| after.sid_change);
        [change.lower + change.upper, change.upper]
    }
}

/// The learnt graph with the truth's edge, or none, between the ends of this edge.
pub(super) fn with_edge_of(truth: &MixedGraph, learnt: &MixedGraph, edge: Edge) -> MixedGraph {
    let ends = |other: &Edge| {
        let (a, b) = (other.from, other.to);
        (a, b) == (edge.from, edge.to) || (b, a) == (edge.from, edge.to)
    };
    let kept = learnt.edges().filter(|other| !ends(other)).chain(truth.edges().filter(ends));
    MixedGraph::from_edges(learnt.node_count(), kept).expect("the two nodes are joined once, as in the truth")
}

/// Forwards requests to stop, but not progress: that is reported for whole fixes.
struct Unheard<'a>(&'a dyn Monitor);

impl Monitor for Unheard<'_> {
    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// What the distances of fixed graphs are computed from.
pub(super) struct FixScorer<'a> {
    truth: GraphClass,
    options: &'a ComparisonOptions,
    selection: Selection,
    data: ComparisonData<'a>,
    execution: &'a Execution<'a>,
}

impl<'a> FixScorer<'a> {
    pub(super) fn new(
        truth: &MixedGraph,
        options: &'a ComparisonOptions,
        data: ComparisonData<'a>,
        execution: &'a Execution<'_>,
    ) -> Result<Self, ComparisonError> {
        Ok(Self {
            truth: options.undirected.class_of(truth).map_err(ComparisonError::Truth)?,
            options,
            selection: options.selection_of(truth.node_count())?,
            data,
            execution,
        })
    }
}

impl FixScorer<'_> {
    pub(super) fn distances(&self, learnt: &[&GraphClass]) -> Result<Vec<FixDistances>, ComparisonError> {
        self.distances_with(self.sids(learnt)?, learnt)
    }

    /// The distances of graphs that differ from another one by an edge each.
    fn after_fixes(
        &self,
        fixed: &[&GraphClass],
        learnt: &GraphClass,
        before: &FixDistances,
    ) -> Result<Vec<FixDistances>, ComparisonError> {
        let are_single = [&self.truth, learnt].iter().chain(fixed).all(|class| class.is_single());
        let sids = if are_single { self.changed_sids(fixed, learnt, before)? } else { self.sids(fixed)? };
        self.distances_with(sids, fixed)
    }

    fn sids(&self, learnt: &[&GraphClass]) -> Result<Vec<Span<usize>>, ComparisonError> {
        self.execution.map(learnt, |class| {
            let pair = GraphPair::new(&self.truth, *class)?;
            let execution = self.execution.on_this_thread();
            let found = sid_bounds(pair, &self.selection, self.options.limits, &execution)?;
            Ok(Span { lower: found.lower, upper: found.upper })
        })
    }

    /// The SID of single members: what changes are the rows of nodes with other parents than in the learnt graph. These
    /// are the ends of the fixed edge, and nodes whose undirected edges are now directed otherwise.
    fn changed_sids(
        &self,
        fixed: &[&GraphClass],
        learnt: &GraphClass,
        before: &FixDistances,
    ) -> Result<Vec<Span<usize>>, ComparisonError> {
        let (truth, learnt) = (self.truth.extension(), learnt.extension());
        let changed: Vec<(usize, NodeId, [NodeSet; 2])> = (fixed.iter().enumerate())
            .flat_map(|(index, class)| {
                let fixed = class.extension();
                let nodes = learnt.nodes().filter(|&node| learnt.parents(node) != fixed.parents(node));
                nodes.map(move |node| (index, node, [learnt, fixed].map(|graph| graph.parent_set(node))))
            })
            .collect();
        let rows: Vec<(NodeId, &NodeSet)> =
            changed.iter().flat_map(|(_, node, sets)| sets.each_ref().map(|set| (*node, set))).collect();
        let counts = wrong_counts(truth, &rows, &self.selection, self.execution)?;
        let mut sids = vec![before.sid; fixed.len()];
        for ((index, ..), count) in changed.iter().zip(counts.chunks(2)) {
            sids[*index] = Span::point(sids[*index].upper + count[1] - count[0]);
        }
        Ok(sids)
    }

    fn distances_with(
        &self,
        sids: Vec<Span<usize>>,
        learnt: &[&GraphClass],
    ) -> Result<Vec<FixDistances>, ComparisonError> {
        let effects = Effects::Single { selection: &self.selection, limits: self.options.contsid_limits };
        let scores = |data: Option<&Prepared<'_>>| match data {
            Some(data) => data.scores(&self.truth, learnt, effects, self.execution),
            None => Ok(vec![None; learnt.len()]),
        };
        let scores = scores(self.data.all_rows)?.into_iter().zip(scores(self.data.parts)?);
        let distances = sids.into_iter().zip(scores).map(|(sid, (all_rows, crossfit))| FixDistances {
            sid,
            contsid: all_rows.map(|score| score.span()),
            crossfit,
        });
        Ok(distances.collect())
    }
}

pub(super) struct FixDistances {
    sid: Span<usize>,
    contsid: Option<Span<f64>>,
    crossfit: Option<Score>,
}

impl FixDistances {
    pub(super) fn since(&self, before: &Self) -> FixOutcome {
        let added = |before: usize, after: usize| after.cast_signed() - before.cast_signed();
        let counts = |sid: Span<usize>| Span { lower: sid.lower as f64, upper: sid.upper as f64 };
        let changes = |(before, after): (Span<f64>, Span<f64>)| Span {
            lower: change(before.lower, after.lower),
            upper: change(before.upper, after.upper),
        };
        let crossfit = before.crossfit.as_ref().zip(self.crossfit.as_ref());
        let contsid_change = before.contsid.zip(self.contsid).map(changes);
        let crossfit_values = crossfit.map(|(before, after)| changes((before.span(), after.span())));
        let sid_values = || changes((counts(before.sid), counts(self.sid)));
        FixOutcome {
            sid: self.sid,
            sid_change: Span {
                lower: added(before.sid.lower, self.sid.lower),
                upper: added(before.sid.upper, self.sid.upper),
            },
            contsid: self.contsid,
            contsid_change,
            crossfit: self.crossfit.as_ref().map(|score| score.sum),
            crossfit_change: crossfit.and_then(|(before, after)| after.change_since(before)),
            deciding_change: crossfit_values.or(contsid_change).unwrap_or_else(sid_values),
        }
    }
}
