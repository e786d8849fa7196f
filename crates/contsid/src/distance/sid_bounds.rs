//! The structural intervention distance of graphs that leave edges undirected.

use super::bounds::{Exactness, Limits, PairChoices, RowCosts, Span};
use super::identification::{ComparedGraph, identification_mistakes, wrong_by_sets};
use super::{Selection, Strategy};
use crate::adjustment::lanes::Lanes;
use crate::execution::{Cancelled, Execution};
use crate::graph::{Dag, GraphClass, GraphPair, NodeId, NodeSet, Role};

/// The bounds of the SID, and which pairs are wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SidBounds {
    /// No pair of members has a smaller distance.
    pub lower: usize,
    /// No pair of members has a larger distance.
    pub upper: usize,
    /// Whether members attain the bounds.
    pub exactness: Exactness,
    /// For each treatment, the outcomes that are wrong in every member; empty if its parent sets are too many to list.
    pub always_wrong: Vec<NodeSet>,
    /// For each treatment, the outcomes that are wrong in some member; all if its parent sets are too many to list.
    pub ever_wrong: Vec<NodeSet>,
    /// The number of selected ordered pairs.
    pub pair_count: usize,
}

impl SidBounds {
    /// The bounds over the number of pairs; 0 without pairs.
    pub fn normalised(&self) -> Span<f64> {
        let share = |count: usize| count as f64 / self.pair_count.max(1) as f64;
        Span { lower: share(self.lower), upper: share(self.upper) }
    }
}

/// The smallest and largest SID over all members of the true and of the learnt class.
///
/// With a directed acyclic graph as truth and a completed graph as learnt graph these are the bounds of Peters &
/// Bühlmann (2015), taken over whole members: a row of the sum is a function of the parents of its treatment, and
/// [`super::bounds`] finds the members with the smallest and largest sums. Either class or both may be undetermined.
///
/// # Errors
///
/// If the monitor of the execution stops it.
///
/// # Panics
///
/// If the selection is for another number of nodes.
///
/// ```
/// use contsid::distance::bounds::Limits;
/// use contsid::distance::{Selection, sid_bounds};
/// use contsid::execution::Execution;
/// use contsid::graph::{Cpdag, Dag, GraphClass, GraphPair, NodeId};
///
/// let [a, b] = [0, 1].map(NodeId::new);
/// let dag = Dag::from_edges(2, [(a, b)])?;
/// let learnt = GraphClass::from(Cpdag::of(&dag)); // a — b
/// let truth = GraphClass::from(dag);
/// let pair = GraphPair::new(&truth, &learnt)?;
/// let found = sid_bounds(pair, &Selection::all(2), Limits::default(), &Execution::default())?;
/// assert_eq!((found.lower, found.upper), (0, 2)); // a → b or b → a
/// assert_eq!(found.normalised().upper, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sid_bounds(
    pair: GraphPair<'_, GraphClass>,
    selection: &Selection,
    limits: Limits,
    execution: &Execution<'_>,
) -> Result<SidBounds, Cancelled> {
    selection.assert_fits(pair.node_count());
    if let Some(members) = pair.only_members() {
        return determined(members, selection, execution);
    }
    let question = SidQuestion { choices: PairChoices::new(pair, limits), selection };
    let rows = question.rows(execution)?;
    let costs: Vec<RowCosts> = rows.iter().map(|row| row.costs.clone()).collect();
    let found = question.choices.bounds(&costs, execution)?;
    let (always_wrong, ever_wrong) = rows.into_iter().map(|row| (row.always, row.ever)).unzip();
    let (lower, upper) = (whole(found.lower), whole(found.upper));
    let pair_count = selection.pair_count();
    Ok(SidBounds { lower, upper, exactness: found.exactness, always_wrong, ever_wrong, pair_count })
}

/// The number of selected outcomes that are wrong in a directed graph, for each treatment with its learnt parents.
pub(crate) fn wrong_counts(
    truth: &Dag,
    rows: &[(NodeId, &NodeSet)],
    selection: &Selection,
    execution: &Execution<'_>,
) -> Result<Vec<usize>, Cancelled> {
    let wrong = wrong_in(truth, rows, execution)?;
    Ok(wrong.into_iter().zip(rows).map(|(wrong, (node, _))| (wrong & &selection.outcomes_of(*node)).len()).collect())
}

/// The wrong outcomes of treatments, given their learnt parents, many at once.
fn wrong_in(truth: &Dag, rows: &[(NodeId, &NodeSet)], execution: &Execution<'_>) -> Result<Vec<NodeSet>, Cancelled> {
    let truth = ComparedGraph::of_dag(truth);
    let blocks: Vec<&[(NodeId, &NodeSet)]> = rows.chunks(Lanes::COUNT).collect();
    let answers = execution.map(&blocks, |block| Ok(wrong_by_sets(&truth, block)))?;
    Ok(answers.into_iter().flatten().collect())
}

/// The distance of two directed graphs, without the choices of parents that classes have.
fn determined(pair: GraphPair<'_>, selection: &Selection, execution: &Execution<'_>) -> Result<SidBounds, Cancelled> {
    let mistakes = identification_mistakes(pair, Strategy::Parent, selection, execution)?;
    let wrong: Vec<NodeSet> = NodeId::all(pair.node_count()).map(|node| mistakes.outcomes(node).clone()).collect();
    let (count, pair_count) = (mistakes.count(), selection.pair_count());
    Ok(SidBounds {
        lower: count,
        upper: count,
        exactness: Exactness::Exact,
        always_wrong: wrong.clone(),
        ever_wrong: wrong,
        pair_count,
    })
}

#[expect(clippy::cast_sign_loss, reason = "a sum of counts is not negative")]
fn whole(count: f64) -> usize {
    count as usize
}

struct SidQuestion<'a> {
    choices: PairChoices<'a>,
    selection: &'a Selection,
}

/// One treatment: the number of wrong outcomes for each choice of its parents, and the outcomes that are wrong for all
/// and for some choices.
struct Row {
    costs: RowCosts,
    always: NodeSet,
    ever: NodeSet,
}

impl Row {
    fn add(&mut self, wrong: &NodeSet) {
        if let RowCosts::Listed(counts) = &mut self.costs {
            counts.push(wrong.len() as f64);
        }
        self.always &= wrong;
        self.ever |= wrong;
    }
}

impl SidQuestion<'_> {
    fn truth(&self) -> &GraphClass {
        self.choices.of(Role::Truth).class()
    }

    fn node_count(&self) -> usize {
        self.truth().node_count()
    }

    /// The rows of all nodes. Those with certain parents in the truth are computed from one member, many at once.
    fn rows(&self, execution: &Execution<'_>) -> Result<Vec<Row>, Cancelled> {
        let nodes: Vec<NodeId> = NodeId::all(self.node_count()).collect();
        let mut rows = execution.map(&nodes, |&node| Ok(self.undetermined_row(node)))?;
        let certain = nodes.iter().filter_map(|&node| match self.choices.listed(node) {
            Some([[_], learnt]) => Some(learnt.iter().map(move |set| (node, set))),
            _ => None,
        });
        let questions: Vec<(NodeId, &NodeSet)> = certain.flatten().collect();
        let answers = wrong_in(self.truth().extension(), &questions, execution)?;
        for (&(node, _), wrong) in questions.iter().zip(answers) {
            rows[node.index()].add(&(wrong & &self.selection.outcomes_of(node)));
        }
        Ok(rows)
    }

    /// The row of a node: complete if it has several parent sets in the truth, or too many choices; otherwise still
    /// empty.
    fn undetermined_row(&self, node: NodeId) -> Row {
        let (none, all) = (NodeSet::empty(self.node_count()), self.selection.outcomes_of(node));
        let Some([truth, learnt]) = self.choices.listed(node) else {
            let costs = RowCosts::Between { lower: 0.0, upper: all.len() as f64 };
            return Row { costs, always: none, ever: all };
        };
        let mut row = Row { costs: RowCosts::Listed(Vec::new()), always: all.clone(), ever: none };
        if truth.len() > 1 {
            let questions: Vec<(NodeId, &NodeSet)> = learnt.iter().map(|set| (node, set)).collect();
            for parents in truth {
                let members = self.truth().with_parents(node, parents).expect("listed parents are a member's");
                let member = ComparedGraph::of_dag(members.extension());
                let wrong = questions.chunks(Lanes::COUNT).flat_map(|block| wrong_by_sets(&member, block));
                wrong.for_each(|wrong| row.add(&(wrong & &all)));
            }
        }
        row
    }
}
