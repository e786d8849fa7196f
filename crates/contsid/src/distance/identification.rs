//! On which pairs does a learnt graph lead to a wrong interventional distribution?

mod anchors;
mod compared;

use super::{Mistakes, Selection};
use crate::adjustment::lanes::{Lanes, sets_by_lane};
use crate::adjustment::questions::{mark, mark_sets, moved};
use crate::adjustment::sweep::{Answers, QuestionBlock, answer};
use crate::execution::{Cancelled, Execution};
use crate::graph::{GraphClass, GraphPair, NodeId, NodeSet};
use anchors::{AnchorQuestion, Anchors};
pub(super) use compared::ComparedGraph;

/// The number of treatments processed together: few in small graphs, so there is work for all threads; more in
/// large ones, where each block costs several sweeps, and on a single thread.
fn treatments_by_pair(node_count: usize, threads: usize) -> usize {
    if threads == 1 { Lanes::COUNT } else { (node_count / 32).clamp(64, 256) }
}

/// The largest group of outcomes that are looked up one by one: turning lanes into sets pays off for larger ones.
const SMALL_GROUP: usize = 16;

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
/// SID(truth, learnt) is 0 if and only if the learnt parents are valid in the truth for every pair, which holds if the
/// truth is a subgraph of the learnt graph; at most p(p − 1); not symmetric.
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
        .expect("the default execution cannot be cancelled")
}

/// The adjustment identification distance: the pairs on which the learnt graph leads to a wrong distribution.
///
/// The learnt graph claims some outcomes to be unaffected by a treatment: with the parent strategy the parents of the
/// treatment, with the others all nodes without a directed path from it. Such a claim is wrong if the truth has a
/// directed path. For any other outcome the learnt graph proposes an adjustment set, which is wrong if it is not valid
/// in the truth.
///
/// Reference: Henckel, Würtzen & Weichwald (2024); by the parents it is the SID of Peters & Bühlmann (2015). Time O(p ·
/// (p + edges) · rounds / 512) for p treatments, 512 of which are processed at once, and up to p times as much for the
/// optimal strategy, where an outcome with a single parent shares that parent's set; the rounds are few except on long
/// zigzags of colliders in the adjustment set.
///
/// # Errors
///
/// If the monitor of the execution stops it.
///
/// # Panics
///
/// If the selection is for another number of nodes.
pub fn identification_mistakes(
    pair: GraphPair<'_>,
    strategy: Strategy,
    selection: &Selection,
    execution: &Execution<'_>,
) -> Result<Mistakes, Cancelled> {
    selection.assert_fits(pair.node_count());
    let (truth, learnt) = (ComparedGraph::of_dag(pair.truth()), ComparedGraph::of_dag(pair.learnt()));
    Identification { truth, learnt, selection }.mistakes(strategy, execution)
}

/// The adjustment identification distance of classes: the pairs on which the learnt class leads to a wrong conclusion.
///
/// A pair is not identified in a class if in some member the treatment has a directed path to the outcome that begins
/// with an edge without direction in the class. For each pair the learnt class claims one of three things:
///
/// - it is not identified: wrong if it is identified in the truth;
/// - the outcome is not affected (with the parent strategy: it is a certain parent of the treatment; with the others:
///   in no member there is a directed path to it): wrong if in some member of the truth there is one;
/// - a set is to be adjusted for, the certain parents, the certain ancestors or the optimal set: wrong if the pair is
///   not identified in the truth or the set is not valid in its members.
///
/// For directed acyclic graphs this is [`identification_mistakes`]. For completed graphs it is what the package gadjid
/// counts; classes with background knowledge are treated in the same way.
///
/// Reference: Henckel, Würtzen & Weichwald (2024). Time as for [`identification_mistakes`].
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
    let (truth, learnt) = (ComparedGraph::of_class(pair.truth()), ComparedGraph::of_class(pair.learnt()));
    Identification { truth, learnt, selection }.mistakes(strategy, execution)
}

/// The wrong outcomes of up to 512 treatments, given their parents in a learnt graph.
pub(super) fn wrong_by_sets(truth: &ComparedGraph<'_>, parents: &[(NodeId, &NodeSet)]) -> Vec<NodeSet> {
    let treatments: Vec<NodeId> = parents.iter().map(|&(treatment, _)| treatment).collect();
    let adjustment = mark_sets(truth.swept(), parents.iter().map(|(_, set)| set.iter()));
    wrong_outcomes(truth, &treatments, Claims { adjustment, unaffected: None, unidentified: None })
}

/// The claims of a learnt graph about a block of treatments, in the numbering of the truth.
struct Claims {
    /// The nodes to adjust for.
    adjustment: Vec<Lanes>,
    /// The outcomes that the treatment does not affect; none for the adjustment set.
    unaffected: Option<Vec<Lanes>>,
    /// The outcomes for which the effect is not identified, if any.
    unidentified: Option<Vec<Lanes>>,
}

struct Identification<'a> {
    truth: ComparedGraph<'a>,
    learnt: ComparedGraph<'a>,
    selection: &'a Selection,
}

impl Identification<'_> {
    fn mistakes(&self, strategy: Strategy, execution: &Execution<'_>) -> Result<Mistakes, Cancelled> {
        let wrong = match strategy {
            Strategy::Parent => self.by_treatment(execution, Identification::by_parents)?,
            Strategy::Ancestor => self.by_treatment(execution, Identification::by_ancestors)?,
            Strategy::Optimal => self.by_pair(execution)?,
        };
        Ok(Mistakes::new(wrong, self.selection))
    }

    fn node_count(&self) -> usize {
        self.truth.node_count()
    }

    /// The wrong outcomes of each node, if the learnt graph has one set for each treatment.
    fn by_treatment(
        &self,
        execution: &Execution<'_>,
        claims: impl Fn(&Self, &[NodeId]) -> Claims + Sync,
    ) -> Result<Vec<NodeSet>, Cancelled> {
        self.rows(Lanes::COUNT, execution, |block| wrong_outcomes(&self.truth, block, claims(self, block)))
    }

    /// The wrong selected outcomes of each node, from the answers for blocks of selected treatments.
    fn rows(
        &self,
        block_size: usize,
        execution: &Execution<'_>,
        answers: impl Fn(&[NodeId]) -> Vec<NodeSet> + Sync,
    ) -> Result<Vec<NodeSet>, Cancelled> {
        let treatments: Vec<NodeId> = self.selection.treatments().iter().collect();
        let blocks: Vec<&[NodeId]> = treatments.chunks(block_size).collect();
        let rows = execution.map(&blocks, |block| Ok(answers(block)))?;
        let mut sets = vec![NodeSet::empty(self.node_count()); self.node_count()];
        for (&treatment, row) in treatments.iter().zip(rows.into_iter().flatten()) {
            sets[treatment.index()] = row & self.selection.outcomes();
        }
        Ok(sets)
    }

    fn by_parents(&self, treatments: &[NodeId]) -> Claims {
        let parents = treatments.iter().map(|&treatment| self.learnt.parents(treatment).iter().copied());
        let adjustment = mark_sets(self.truth.swept(), parents);
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

    /// Lanes in the numbering of the learnt graph, moved to that of the truth.
    fn moved_to_truth(&self, lanes: &[Lanes]) -> Vec<Lanes> {
        moved(lanes, self.learnt.swept(), self.truth.swept())
    }

    /// The wrong outcomes of each node, if the learnt graph has a set for each pair.
    fn by_pair(&self, execution: &Execution<'_>) -> Result<Vec<NodeSet>, Cancelled> {
        let anchors = Anchors::new(self.learnt.member());
        let treatments = treatments_by_pair(self.node_count(), execution.threads());
        self.rows(treatments, execution, |block| self.wrong_by_pair(block, &anchors))
    }

    fn wrong_by_pair(&self, block: &[NodeId], anchors: &Anchors) -> Vec<NodeSet> {
        let none = || vec![Lanes::NONE; self.node_count()];
        let possible = |graph: &ComparedGraph<'_>| sets(graph, block.len(), &graph.possible(block));
        let open =
            |graph: &ComparedGraph<'_>| sets(graph, block.len(), &graph.unidentified(block).unwrap_or_else(none));
        let (truth, learnt) = (possible(&self.truth), possible(&self.learnt));
        let (truth_open, learnt_open) = (open(&self.truth), open(&self.learnt));
        let (mut wrong, mut asked, mut questions) = (Vec::new(), Vec::new(), Vec::new());
        for (row, &treatment) in block.iter().enumerate() {
            let claimed_open_wrongly = &learnt_open[row] - &truth_open[row];
            let missed = &truth[row] - &learnt[row];
            let mut outcomes = (&learnt[row] - &learnt_open[row]) & self.selection.outcomes();
            outcomes.remove(treatment);
            let refused = &outcomes & &truth_open[row];
            outcomes -= &refused;
            anchors.add_questions(row, treatment, &outcomes, &mut questions);
            asked.push(outcomes);
            wrong.push(claimed_open_wrongly | &missed | &refused);
        }
        for questions in questions.chunks(Lanes::COUNT) {
            self.add_wrong(block, questions, anchors, &asked, &mut wrong);
        }
        wrong
    }

    /// Adds the outcomes, identified in both graphs, for which the learnt optimal set is not valid in the truth.
    fn add_wrong(
        &self,
        block: &[NodeId],
        questions: &[AnchorQuestion],
        anchors: &Anchors,
        asked: &[NodeSet],
        wrong: &mut [NodeSet],
    ) {
        let treatments: Vec<NodeId> = questions.iter().map(|question| block[question.row]).collect();
        let (truth, learnt) = (self.truth.swept(), self.learnt.swept());
        let ends = mark_sets(learnt, questions.iter().map(|question| question.anchor));
        let optimal = learnt.optimal_sets(&mark(learnt, &treatments), &ends);
        let block = QuestionBlock { treatment: mark(truth, &treatments), adjustment: self.moved_to_truth(&optimal) };
        let Answers { invalid, .. } = answer(truth, &block);
        let mut by_lane = None;
        for (lane, question) in questions.iter().enumerate() {
            let is_invalid = |outcome: &NodeId| invalid[truth.number(*outcome).index()].get(lane);
            match anchors.group(question) {
                None => {
                    let outcome = question.anchor.expect("only groups have no anchor");
                    if is_invalid(&outcome) {
                        wrong[question.row].insert(outcome);
                    }
                }
                Some(group) if group.len() <= SMALL_GROUP => {
                    let members = group.iter().filter(|&outcome| asked[question.row].contains(outcome));
                    wrong[question.row].extend(members.filter(is_invalid));
                }
                Some(group) => {
                    let invalid = &by_lane.get_or_insert_with(|| sets(&self.truth, questions.len(), &invalid))[lane];
                    wrong[question.row] |= &((&asked[question.row] & group) & invalid);
                }
            }
        }
    }
}

/// The nodes of each of the first lanes, from lanes in the numbering of a graph.
fn sets(graph: &ComparedGraph<'_>, count: usize, lanes: &[Lanes]) -> Vec<NodeSet> {
    sets_by_lane(graph.node_count(), count, |node| lanes[graph.swept().number(node).index()])
}

/// The wrong outcomes of a block of treatments.
fn wrong_outcomes(truth: &ComparedGraph<'_>, treatments: &[NodeId], claims: Claims) -> Vec<NodeSet> {
    let Claims { adjustment, unaffected, unidentified } = claims;
    let graph = truth.swept();
    let block = QuestionBlock { treatment: mark(graph, treatments), adjustment };
    let Answers { affected, mut invalid } = answer(graph, &block);
    let open = truth.unidentified(treatments);
    let affected = if open.is_some() { truth.possible(treatments) } else { affected };
    for (invalid, &open) in invalid.iter_mut().zip(open.iter().flatten()) {
        *invalid |= open;
    }
    let unaffected = unaffected.as_ref().unwrap_or(&block.adjustment);
    let at = |lanes: &Option<Vec<Lanes>>, index: usize| lanes.as_ref().map_or(Lanes::NONE, |lanes| lanes[index]);
    sets_by_lane(truth.node_count(), treatments.len(), |node| {
        let index = graph.number(node).index();
        let (claimed, left_open) = (unaffected[index], at(&unidentified, index));
        let decided = (claimed & affected[index]) | (!claimed & invalid[index]);
        ((left_open & !at(&open, index)) | (!left_open & decided)) & !block.treatment[index]
    })
}
