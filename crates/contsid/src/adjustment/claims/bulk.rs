//! The claims about many pairs, 512 questions at a time.

use super::{Claim, EffectGraph};
use crate::adjustment::lanes::Lanes;
use crate::adjustment::questions::{mark, mark_sets};
use crate::adjustment::sweep::{Answers, QuestionBlock, answer};
use crate::execution::{Cancelled, Execution};
use crate::graph::{NodeId, NodeSet};
use std::collections::BTreeMap;

/// The kind of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClaimKind {
    /// [`Claim::None`]
    None,
    /// [`Claim::Adjust`]
    Adjust,
    /// [`Claim::Open`]
    Open,
}

crate::named!(ClaimKind { None: "none", Adjust: "adjust", Open: "open" });

/// What a graph says about the effects of some treatments on all nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphClaims {
    rows: BTreeMap<NodeId, ClaimRow>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct ClaimRow {
    adjust: BTreeMap<NodeId, NodeSet>,
    open: NodeSet,
}

impl GraphClaims {
    /// The kind of the claim about a pair; none for a node and itself.
    ///
    /// # Panics
    ///
    /// If the treatment is not one of those that the claims are about.
    pub fn kind(&self, treatment: NodeId, outcome: NodeId) -> ClaimKind {
        let row = &self.rows[&treatment];
        if row.open.contains(outcome) {
            ClaimKind::Open
        } else if row.adjust.contains_key(&outcome) {
            ClaimKind::Adjust
        } else {
            ClaimKind::None
        }
    }

    /// The claim about a pair; none for a node and itself.
    ///
    /// # Panics
    ///
    /// If the treatment is not one of those that the claims are about.
    pub fn claim(&self, treatment: NodeId, outcome: NodeId) -> Claim {
        match self.kind(treatment, outcome) {
            ClaimKind::None => Claim::None,
            ClaimKind::Open => Claim::Open,
            ClaimKind::Adjust => Claim::Adjust(self.rows[&treatment].adjust[&outcome].clone()),
        }
    }

    /// The same claims, but those about these outcomes of a treatment, for which there are sets, are left open.
    pub(crate) fn leave_open(&mut self, treatment: NodeId, outcomes: &NodeSet) {
        if let Some(row) = self.rows.get_mut(&treatment) {
            let (kept, opened) = std::mem::take(&mut row.adjust).into_iter().partition(|(y, _)| !outcomes.contains(*y));
            let opened: BTreeMap<NodeId, NodeSet> = opened;
            row.adjust = kept;
            row.open.extend(opened.into_keys());
        }
    }

    /// The sets to adjust for, by treatment and outcome.
    pub(crate) fn questions(&self) -> impl Iterator<Item = SetQuestion<'_>> {
        self.rows.iter().flat_map(|(&treatment, row)| {
            row.adjust.iter().map(move |(&outcome, set)| SetQuestion { treatment, outcome, set })
        })
    }
}

/// Is the set valid for the effect of the treatment on the outcome?
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetQuestion<'a> {
    pub(crate) treatment: NodeId,
    pub(crate) outcome: NodeId,
    pub(crate) set: &'a NodeSet,
}

impl EffectGraph {
    /// What the graph says about the effects of these treatments on all nodes: [`EffectGraph::claim`] for many pairs.
    ///
    /// Time O(p · m) for p nodes and m edges to find what is possible, amenable and forbidden, and O(q · (p + m) ·
    /// rounds / 512) for the q pairs for which a set must be checked; the rounds are few except on long zigzags.
    ///
    /// # Errors
    ///
    /// If the monitor of the execution stops it.
    pub fn claims(&self, treatments: &NodeSet, execution: &Execution<'_>) -> Result<GraphClaims, Cancelled> {
        let treatments: Vec<NodeId> = treatments.iter().collect();
        let mut rows: BTreeMap<NodeId, ClaimRow> =
            execution.map(&treatments, |&treatment| Ok((treatment, self.proposals(treatment))))?.into_iter().collect();
        let claims = GraphClaims { rows };
        let questions: Vec<SetQuestion<'_>> = claims.questions().collect();
        let blocks: Vec<&[SetQuestion<'_>]> = questions.chunks(Lanes::COUNT).collect();
        let valid = execution.map(&blocks, |block| Ok::<_, Cancelled>(self.blocked(block)))?.concat();
        let is_refused = |(question, is_valid): (&SetQuestion<'_>, bool)| {
            (!is_valid).then_some((question.treatment, question.outcome))
        };
        let refused: Vec<(NodeId, NodeId)> = questions.iter().zip(valid).filter_map(is_refused).collect();
        rows = claims.rows;
        for (treatment, outcome) in refused {
            let row = rows.get_mut(&treatment).expect("a question is about a treatment");
            row.adjust.remove(&outcome);
            row.open.insert(outcome);
        }
        Ok(GraphClaims { rows })
    }

    /// The outcomes for which the graph is not amenable, and the sets to be checked for the others.
    fn proposals(&self, treatment: NodeId) -> ClaimRow {
        let firsts = self.first_steps(treatment);
        let (mut possible, mut open) = (NodeSet::empty(self.node_count()), NodeSet::empty(self.node_count()));
        for (first, reached) in &firsts {
            possible |= reached;
            if !self.sees(treatment, *first) {
                open |= reached;
            }
        }
        let set = |outcome| {
            let canonical = self.canonical(treatment, outcome, &self.forbidden(&firsts, outcome));
            (outcome, self.proposed(treatment, outcome, canonical))
        };
        ClaimRow { adjust: (possible - &open).iter().map(set).collect(), open }
    }

    /// Whether each set blocks, for up to 512 questions, given that it is amenable and holds no forbidden node.
    fn blocked(&self, questions: &[SetQuestion<'_>]) -> Vec<bool> {
        let graph = self.swept();
        let treatments: Vec<NodeId> = questions.iter().map(|question| question.treatment).collect();
        let adjustment = mark_sets(graph, questions.iter().map(|question| question.set.iter()));
        let Answers { invalid, .. } = answer(graph, &QuestionBlock { treatment: mark(graph, &treatments), adjustment });
        let is_valid =
            |(lane, question): (usize, &SetQuestion<'_>)| !invalid[graph.number(question.outcome).index()].get(lane);
        questions.iter().enumerate().map(is_valid).collect()
    }

    /// [`EffectGraph::is_valid`] for many questions, in their order.
    pub(crate) fn validity(
        &self,
        questions: &[SetQuestion<'_>],
        execution: &Execution<'_>,
    ) -> Result<Vec<bool>, Cancelled> {
        let blocks: Vec<&[SetQuestion<'_>]> = questions.chunks(Lanes::COUNT).collect();
        let valid = execution.map(&blocks, |block| {
            let mut valid = self.blocked(block);
            let mut last = None;
            for (is_valid, question) in valid.iter_mut().zip(*block) {
                if last.as_ref().is_none_or(|&(treatment, _)| treatment != question.treatment) {
                    last = Some((question.treatment, self.first_steps(question.treatment)));
                }
                let (_, firsts) = last.as_ref().expect("it was just set");
                *is_valid &= self.allows(firsts, question);
            }
            Ok::<_, Cancelled>(valid)
        })?;
        Ok(valid.concat())
    }

    /// Whether the pair is amenable and the set holds neither an end nor a forbidden node.
    fn allows(&self, firsts: &[(NodeId, NodeSet)], question: &SetQuestion<'_>) -> bool {
        let SetQuestion { treatment, outcome, set } = *question;
        let is_seen = |(first, reached): &(NodeId, NodeSet)| !reached.contains(outcome) || self.sees(treatment, *first);
        firsts.iter().all(is_seen)
            && self.forbidden(firsts, outcome).is_disjoint(set)
            && !set.contains(treatment)
            && !set.contains(outcome)
    }
}
