//! On which pairs does a learnt graph lead to a wrong interventional distribution?

use super::{Mistakes, Selection};
use crate::adjustment::lanes::{Lanes, sets_by_lane};
use crate::adjustment::sweep::{Answers, Block, SweepGraph, answer};
use crate::execution::{Cancelled, Execution};
use crate::graph::{Dag, GraphPair, NodeId, NodeSet};
use std::sync::OnceLock;

/// Which adjustment set a learnt graph proposes for a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The parents of the treatment.
    Parent,
    /// The ancestors of the treatment.
    Ancestor,
    /// The optimal set, [`crate::adjustment::sets::optimal_set`].
    Optimal,
}

/// The structural intervention distance: [`identification_mistakes`] by the parents, on all pairs.
///
/// SID(truth, learnt) is 0 if and only if the learnt parents are valid in the truth for every pair, as they are where
/// the truth is a subgraph of the learnt graph; at most p(p − 1); not symmetric.
///
/// Reference: Peters & Bühlmann (2015), Definition 3 and Proposition 7.
///
/// ```
/// use contsid::distance::sid;
/// use contsid::graph::{Dag, GraphPair, NodeId};
///
/// let [a, b] = [0, 1].map(NodeId::new);
/// let truth = Dag::from_edges(2, [(a, b)])?;
/// let learnt = Dag::from_edges(2, [(b, a)])?;
/// let mistakes = sid(GraphPair::new(&truth, &learnt).expect("both have two nodes"));
/// // b is taken for a cause of a: both effects are read off wrongly.
/// assert_eq!(mistakes.pairs().collect::<Vec<_>>(), [(a, b), (b, a)]);
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
pub fn sid(pair: GraphPair<'_>) -> Mistakes {
    let all = Selection::all(pair.node_count());
    identification_mistakes(pair, Strategy::Parent, &all, &Execution::default())
        .expect("nobody watches who could stop it")
}

/// The adjustment identification distance: the pairs on which the learnt graph leads to a wrong distribution.
///
/// The learnt graph claims some outcomes to be unaffected by a treatment: with the parent strategy the parents of the
/// treatment, with the others every node that it has no directed path to. Such a claim is wrong if there is a directed
/// path in the truth. For any other outcome the learnt graph proposes an adjustment set, which is wrong if it is not
/// valid in the truth.
///
/// Reference: Henckel, Würtzen & Weichwald (2024); by the parents it is the SID of Peters & Bühlmann (2015). Time O(p · (p + edges) · rounds / 512) for p treatments, 512 of which are asked at once, and p times
/// as much for the optimal strategy; the rounds are few except on long zigzags of colliders in the adjustment set.
///
/// # Errors
///
/// If the monitor of the execution stops it.
pub fn identification_mistakes(
    pair: GraphPair<'_>,
    strategy: Strategy,
    selection: &Selection,
    execution: &Execution<'_>,
) -> Result<Mistakes, Cancelled> {
    let comparison = Comparison {
        truth: SweepGraph::new(pair.truth()),
        swept_learnt: OnceLock::new(),
        learnt: pair.learnt(),
        selection,
    };
    let wrong = match strategy {
        Strategy::Parent => comparison.by_treatment(execution, Comparison::by_parents)?,
        Strategy::Ancestor => comparison.by_treatment(execution, Comparison::by_ancestors)?,
        Strategy::Optimal => comparison.by_pair(execution)?,
    };
    Ok(Mistakes::new(wrong, selection))
}

/// For up to 512 treatments with the parents that a learnt graph gives them: the outcomes it gets wrong.
pub(super) fn wrong_by_sets(truth: &SweepGraph, parents: &[(NodeId, &NodeSet)]) -> Vec<NodeSet> {
    let treatments: Vec<NodeId> = parents.iter().map(|&(treatment, _)| treatment).collect();
    let mut adjustment = vec![Lanes::NONE; truth.node_count()];
    for (lane, (_, set)) in parents.iter().enumerate() {
        for node in set.iter() {
            adjustment[truth.place(node).index()].set(lane);
        }
    }
    wrong_outcomes(truth, &treatments, Claims { adjustment, unaffected: None })
}

/// What a learnt graph says of a block of treatments, by place in the truth.
struct Claims {
    /// The nodes to adjust for.
    adjustment: Vec<Lanes>,
    /// The outcomes that the treatment does not affect; where not given, those to adjust for.
    unaffected: Option<Vec<Lanes>>,
}

struct Comparison<'a> {
    truth: SweepGraph,
    learnt: &'a Dag,
    swept_learnt: OnceLock<SweepGraph>,
    selection: &'a Selection,
}

impl Comparison<'_> {
    fn node_count(&self) -> usize {
        self.truth.node_count()
    }

    /// The learnt graph in its own order, which the parents do without.
    fn swept_learnt(&self) -> &SweepGraph {
        self.swept_learnt.get_or_init(|| SweepGraph::new(self.learnt))
    }

    /// The wrong outcomes of each node where the learnt graph has one set for each treatment.
    fn by_treatment(
        &self,
        execution: &Execution<'_>,
        claims: impl Fn(&Self, &[NodeId]) -> Claims + Sync,
    ) -> Result<Vec<NodeSet>, Cancelled> {
        let treatments: Vec<NodeId> = self.selection.treatments().iter().collect();
        let blocks: Vec<&[NodeId]> = treatments.chunks(Lanes::COUNT).collect();
        let rows = execution.map(&blocks, |block| Ok(wrong_outcomes(&self.truth, block, claims(self, block))))?;
        let mut wrong = vec![NodeSet::empty(self.node_count()); self.node_count()];
        for (&treatment, row) in treatments.iter().zip(rows.into_iter().flatten()) {
            wrong[treatment.index()] = row & self.selection.outcomes();
        }
        Ok(wrong)
    }

    fn by_parents(&self, treatments: &[NodeId]) -> Claims {
        let mut adjustment = vec![Lanes::NONE; self.node_count()];
        for (lane, &treatment) in treatments.iter().enumerate() {
            for &parent in self.learnt.parents(treatment) {
                adjustment[self.truth.place(parent).index()].set(lane);
            }
        }
        Claims { adjustment, unaffected: None }
    }

    fn by_ancestors(&self, treatments: &[NodeId]) -> Claims {
        let learnt = self.swept_learnt();
        let own = mark(learnt, treatments);
        let mut ancestors = learnt.ancestors(&own);
        for (set, own) in ancestors.iter_mut().zip(&own) {
            *set &= !*own;
        }
        let unaffected: Vec<Lanes> = learnt.descendants(&own).into_iter().map(|lanes| !lanes).collect();
        Claims { adjustment: self.moved_to_truth(&ancestors), unaffected: Some(self.moved_to_truth(&unaffected)) }
    }

    /// The wrong outcomes of each node where the learnt graph has a set for each pair.
    fn by_pair(&self, execution: &Execution<'_>) -> Result<Vec<NodeSet>, Cancelled> {
        let (selection, count) = (self.selection, self.node_count());
        let learnt = self.affected(self.swept_learnt(), execution)?;
        let mut wrong = self.affected(&self.truth, execution)?;
        let mut pairs = Vec::new();
        for treatment in selection.treatments().iter() {
            let (wrong, learnt) = (&mut wrong[treatment.index()], &learnt[treatment.index()]);
            *wrong -= learnt;
            let claimed = (learnt & selection.outcomes()) - &NodeSet::of(count, [treatment]);
            pairs.extend(claimed.iter().map(|outcome| (treatment, outcome)));
        }
        let blocks: Vec<&[(NodeId, NodeId)]> = pairs.chunks(Lanes::COUNT).collect();
        let answers = execution.map(&blocks, |block| Ok(self.wrong_pairs(block)))?;
        for (treatment, outcome) in answers.into_iter().flatten() {
            wrong[treatment.index()].insert(outcome);
        }
        Ok(wrong)
    }

    /// The selected outcomes that each selected treatment affects in a graph.
    fn affected(&self, graph: &SweepGraph, execution: &Execution<'_>) -> Result<Vec<NodeSet>, Cancelled> {
        let treatments: Vec<NodeId> = self.selection.treatments().iter().collect();
        let blocks: Vec<&[NodeId]> = treatments.chunks(Lanes::COUNT).collect();
        let rows = execution.map(&blocks, |block| {
            let affected = graph.descendants(&mark(graph, block));
            Ok(sets_by_lane(self.node_count(), block.len(), |node| affected[graph.place(node).index()]))
        })?;
        let mut sets = vec![NodeSet::empty(self.node_count()); self.node_count()];
        for (&treatment, row) in treatments.iter().zip(rows.into_iter().flatten()) {
            sets[treatment.index()] = row & self.selection.outcomes();
        }
        Ok(sets)
    }

    /// The pairs of a block for which the learnt optimal set is not valid in the truth.
    fn wrong_pairs(&self, pairs: &[(NodeId, NodeId)]) -> Vec<(NodeId, NodeId)> {
        let treatments: Vec<NodeId> = pairs.iter().map(|&(treatment, _)| treatment).collect();
        let outcomes: Vec<NodeId> = pairs.iter().map(|&(_, outcome)| outcome).collect();
        let learnt = self.swept_learnt();
        let optimal = learnt.optimal_sets(&mark(learnt, &treatments), &mark(learnt, &outcomes));
        let block = Block { treatment: mark(&self.truth, &treatments), adjustment: self.moved_to_truth(&optimal) };
        let Answers { invalid, .. } = answer(&self.truth, &block);
        let is_wrong =
            |&(lane, &(_, outcome)): &(usize, &(NodeId, NodeId))| invalid[self.truth.place(outcome).index()].get(lane);
        pairs.iter().enumerate().filter(is_wrong).map(|(_, &pair)| pair).collect()
    }

    /// Lanes by place in the learnt graph, as lanes by place in the truth.
    fn moved_to_truth(&self, lanes: &[Lanes]) -> Vec<Lanes> {
        let mut moved = vec![Lanes::NONE; lanes.len()];
        for node in NodeId::all(lanes.len()) {
            moved[self.truth.place(node).index()] = lanes[self.swept_learnt().place(node).index()];
        }
        moved
    }
}

/// The wrong outcomes of a block of treatments.
fn wrong_outcomes(truth: &SweepGraph, treatments: &[NodeId], claims: Claims) -> Vec<NodeSet> {
    let Claims { adjustment, unaffected } = claims;
    let block = Block { treatment: mark(truth, treatments), adjustment };
    let Answers { affected, invalid } = answer(truth, &block);
    let unaffected = unaffected.as_ref().unwrap_or(&block.adjustment);
    sets_by_lane(truth.node_count(), treatments.len(), |node| {
        let place = truth.place(node).index();
        let claimed = unaffected[place];
        ((claimed & affected[place]) | (!claimed & invalid[place])) & !block.treatment[place]
    })
}

/// For each place of the graph the lanes whose node it is.
fn mark(graph: &SweepGraph, nodes: &[NodeId]) -> Vec<Lanes> {
    let mut lanes = vec![Lanes::NONE; graph.node_count()];
    for (lane, &node) in nodes.iter().enumerate() {
        lanes[graph.place(node).index()].set(lane);
    }
    lanes
}
