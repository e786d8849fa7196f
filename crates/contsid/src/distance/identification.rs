//! On which pairs does a learnt graph lead to a wrong interventional distribution?

mod side;

use super::{Mistakes, Selection};
use crate::adjustment::lanes::{Lanes, sets_by_lane};
use crate::adjustment::sweep::{Answers, Block, answer};
use crate::execution::{Cancelled, Execution};
use crate::graph::{GraphClass, GraphPair, NodeId, NodeSet};
pub(super) use side::Side;
use side::{mark, moved};

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

crate::named!(Strategy { Parent: "parent", Ancestor: "ancestor", Optimal: "optimal" });

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
///
/// # Panics
///
/// If the selection is of another number of nodes.
pub fn identification_mistakes(
    pair: GraphPair<'_>,
    strategy: Strategy,
    selection: &Selection,
    execution: &Execution<'_>,
) -> Result<Mistakes, Cancelled> {
    selection.assert_fits(pair.node_count());
    let (truth, learnt) = (Side::of_dag(pair.truth()), Side::of_dag(pair.learnt()));
    Comparison { truth, learnt, selection }.mistakes(strategy, execution)
}

/// The adjustment identification distance of classes: the pairs on which the learnt class leads to a wrong conclusion.
///
/// A pair is not identified in a class if in some member the treatment has a directed path to the outcome that begins
/// with an edge without direction in the class. The learnt class claims of each pair one of three things:
///
/// - it is not identified: wrong if it is identified in the truth;
/// - the outcome is not affected (with the parent strategy: it is a certain parent of the treatment; with the others: in
///   no member there is a directed path to it): wrong if in some member of the truth there is one;
/// - a set is to be adjusted for, the certain parents, the certain ancestors or the optimal set: wrong if the pair is not
///   identified in the truth or the set is not valid in its members.
///
/// For directed acyclic graphs this is [`identification_mistakes`]. For completed graphs it is what the package gadjid
/// counts; classes with background knowledge are taken in the same sense.
///
/// Reference: Henckel, Würtzen & Weichwald (2024). Time as for [`identification_mistakes`].
///
/// # Errors
///
/// If the monitor of the execution stops it.
///
/// # Panics
///
/// If the selection is of another number of nodes.
///
/// ```
/// use contsid::distance::{Selection, Strategy, class_identification_mistakes};
/// use contsid::execution::Execution;
/// use contsid::graph::{Cpdag, Dag, GraphClass, GraphPair, NodeId};
///
/// let [a, b] = [0, 1].map(NodeId::new);
/// let dag = Dag::from_edges(2, [(a, b)])?;
/// let learnt = GraphClass::from(Cpdag::of(&dag)); // a — b: neither effect is identified
/// let truth = GraphClass::from(dag); // both are
/// let pair = GraphPair::new(&truth, &learnt)?;
/// let all = Selection::all(2);
/// let wrong = class_identification_mistakes(pair, Strategy::Parent, &all, &Execution::default())?;
/// assert_eq!(wrong.count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn class_identification_mistakes(
    pair: GraphPair<'_, GraphClass>,
    strategy: Strategy,
    selection: &Selection,
    execution: &Execution<'_>,
) -> Result<Mistakes, Cancelled> {
    selection.assert_fits(pair.node_count());
    let (truth, learnt) = (Side::of_class(pair.truth()), Side::of_class(pair.learnt()));
    Comparison { truth, learnt, selection }.mistakes(strategy, execution)
}

/// For up to 512 treatments with the parents that a learnt graph gives them: the outcomes it gets wrong.
pub(super) fn wrong_by_sets(truth: &Side<'_>, parents: &[(NodeId, &NodeSet)]) -> Vec<NodeSet> {
    let treatments: Vec<NodeId> = parents.iter().map(|&(treatment, _)| treatment).collect();
    let mut adjustment = vec![Lanes::NONE; truth.node_count()];
    for (lane, (_, set)) in parents.iter().enumerate() {
        for node in set.iter() {
            adjustment[truth.swept().place(node).index()].set(lane);
        }
    }
    wrong_outcomes(truth, &treatments, Claims { adjustment, unaffected: None, unidentified: None })
}

/// What a learnt graph says of a block of treatments, by place in the truth.
struct Claims {
    /// The nodes to adjust for.
    adjustment: Vec<Lanes>,
    /// The outcomes that the treatment does not affect; where not given, those to adjust for.
    unaffected: Option<Vec<Lanes>>,
    /// The outcomes for which the effect is not identified; where not given, none.
    unidentified: Option<Vec<Lanes>>,
}

struct Comparison<'a> {
    truth: Side<'a>,
    learnt: Side<'a>,
    selection: &'a Selection,
}

impl Comparison<'_> {
    fn mistakes(&self, strategy: Strategy, execution: &Execution<'_>) -> Result<Mistakes, Cancelled> {
        let wrong = match strategy {
            Strategy::Parent => self.by_treatment(execution, Comparison::by_parents)?,
            Strategy::Ancestor => self.by_treatment(execution, Comparison::by_ancestors)?,
            Strategy::Optimal => self.by_pair(execution)?,
        };
        Ok(Mistakes::new(wrong, self.selection))
    }

    fn node_count(&self) -> usize {
        self.truth.node_count()
    }

    /// The wrong outcomes of each node where the learnt graph has one set for each treatment.
    fn by_treatment(
        &self,
        execution: &Execution<'_>,
        claims: impl Fn(&Self, &[NodeId]) -> Claims + Sync,
    ) -> Result<Vec<NodeSet>, Cancelled> {
        self.rows(execution, |block| wrong_outcomes(&self.truth, block, claims(self, block)))
    }

    /// For each node the selected outcomes that the answers for blocks of selected treatments say.
    fn rows(
        &self,
        execution: &Execution<'_>,
        answers: impl Fn(&[NodeId]) -> Vec<NodeSet> + Sync,
    ) -> Result<Vec<NodeSet>, Cancelled> {
        let treatments: Vec<NodeId> = self.selection.treatments().iter().collect();
        let blocks: Vec<&[NodeId]> = treatments.chunks(Lanes::COUNT).collect();
        let rows = execution.map(&blocks, |block| Ok(answers(block)))?;
        let mut sets = vec![NodeSet::empty(self.node_count()); self.node_count()];
        for (&treatment, row) in treatments.iter().zip(rows.into_iter().flatten()) {
            sets[treatment.index()] = row & self.selection.outcomes();
        }
        Ok(sets)
    }

    fn by_parents(&self, treatments: &[NodeId]) -> Claims {
        let mut adjustment = vec![Lanes::NONE; self.node_count()];
        for (lane, &treatment) in treatments.iter().enumerate() {
            for &parent in self.learnt.parents(treatment) {
                adjustment[self.truth.swept().place(parent).index()].set(lane);
            }
        }
        Claims { adjustment, unaffected: None, unidentified: self.learnt_unidentified(treatments) }
    }

    fn by_ancestors(&self, treatments: &[NodeId]) -> Claims {
        let unaffected: Vec<Lanes> = self.learnt.possible(treatments).into_iter().map(|lanes| !lanes).collect();
        Claims {
            adjustment: self.moved_to_truth(&self.learnt.ancestors(treatments)),
            unaffected: Some(self.moved_to_truth(&unaffected)),
            unidentified: self.learnt_unidentified(treatments),
        }
    }

    fn learnt_unidentified(&self, treatments: &[NodeId]) -> Option<Vec<Lanes>> {
        self.learnt.unidentified(treatments).map(|lanes| self.moved_to_truth(&lanes))
    }

    /// Lanes by place in the learnt graph, as lanes by place in the truth.
    fn moved_to_truth(&self, lanes: &[Lanes]) -> Vec<Lanes> {
        moved(lanes, self.learnt.swept(), self.truth.swept())
    }

    /// The wrong outcomes of each node where the learnt graph has a set for each pair.
    fn by_pair(&self, execution: &Execution<'_>) -> Result<Vec<NodeSet>, Cancelled> {
        let possible = |side: &Side<'_>| self.rows(execution, |block| sets(side, block, &side.possible(block)));
        let unidentified = |side: &Side<'_>| {
            let none = || vec![Lanes::NONE; self.node_count()];
            self.rows(execution, |block| sets(side, block, &side.unidentified(block).unwrap_or_else(none)))
        };
        let (truth, learnt) = (possible(&self.truth)?, possible(&self.learnt)?);
        let (truth_open, learnt_open) = (unidentified(&self.truth)?, unidentified(&self.learnt)?);
        let mut wrong = Vec::with_capacity(self.node_count());
        let mut pairs = Vec::new();
        for node in NodeId::all(self.node_count()) {
            let place = node.index();
            let claimed_open_wrongly = &learnt_open[place] - &truth_open[place];
            let missed = &truth[place] - &learnt[place];
            let mut asked = &learnt[place] - &learnt_open[place];
            asked.remove(node);
            let refused = &asked & &truth_open[place];
            pairs.extend((asked - &refused).iter().map(|outcome| (node, outcome)));
            wrong.push(claimed_open_wrongly | &missed | &refused);
        }
        let blocks: Vec<&[(NodeId, NodeId)]> = pairs.chunks(Lanes::COUNT).collect();
        let answers = execution.map(&blocks, |block| Ok(self.wrong_pairs(block)))?;
        for (treatment, outcome) in answers.into_iter().flatten() {
            wrong[treatment.index()].insert(outcome);
        }
        Ok(wrong)
    }

    /// The pairs of a block, identified in both graphs, for which the learnt optimal set is not valid in the truth.
    fn wrong_pairs(&self, pairs: &[(NodeId, NodeId)]) -> Vec<(NodeId, NodeId)> {
        let treatments: Vec<NodeId> = pairs.iter().map(|&(treatment, _)| treatment).collect();
        let outcomes: Vec<NodeId> = pairs.iter().map(|&(_, outcome)| outcome).collect();
        let (truth, learnt) = (self.truth.swept(), self.learnt.swept());
        let optimal = learnt.optimal_sets(&mark(learnt, &treatments), &mark(learnt, &outcomes));
        let block = Block { treatment: mark(truth, &treatments), adjustment: self.moved_to_truth(&optimal) };
        let Answers { invalid, .. } = answer(truth, &block);
        let is_wrong =
            |&(lane, &(_, outcome)): &(usize, &(NodeId, NodeId))| invalid[truth.place(outcome).index()].get(lane);
        pairs.iter().enumerate().filter(is_wrong).map(|(_, &pair)| pair).collect()
    }
}

/// The nodes of each lane of a block, from lanes by place.
fn sets(side: &Side<'_>, block: &[NodeId], lanes: &[Lanes]) -> Vec<NodeSet> {
    sets_by_lane(side.node_count(), block.len(), |node| lanes[side.swept().place(node).index()])
}

/// The wrong outcomes of a block of treatments.
fn wrong_outcomes(truth: &Side<'_>, treatments: &[NodeId], claims: Claims) -> Vec<NodeSet> {
    let Claims { adjustment, unaffected, unidentified } = claims;
    let graph = truth.swept();
    let block = Block { treatment: mark(graph, treatments), adjustment };
    let Answers { affected, mut invalid } = answer(graph, &block);
    let open = truth.unidentified(treatments);
    let affected = if open.is_some() { truth.possible(treatments) } else { affected };
    for (invalid, &open) in invalid.iter_mut().zip(open.iter().flatten()) {
        *invalid |= open;
    }
    let unaffected = unaffected.as_ref().unwrap_or(&block.adjustment);
    let at = |lanes: &Option<Vec<Lanes>>, place: usize| lanes.as_ref().map_or(Lanes::NONE, |lanes| lanes[place]);
    sets_by_lane(truth.node_count(), treatments.len(), |node| {
        let place = graph.place(node).index();
        let (claimed, left_open) = (unaffected[place], at(&unidentified, place));
        let decided = (claimed & affected[place]) | (!claimed & invalid[place]);
        ((left_open & !at(&open, place)) | (!left_open & decided)) & !block.treatment[place]
    })
}
