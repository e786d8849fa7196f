//! Joint interventions on graphs that leave edges undirected, member by member.

use super::super::result::check_sizes;
use super::super::{ContSidError, Prepared};
use super::estimate::{Wanted, collect};
use super::result::judgement;
use super::survey::{Question, View, questions};
use super::{JointLimits, TreatmentSets};
use crate::distance::Selection;
use crate::distance::bounds::Span;
use crate::execution::Execution;
use crate::graph::{Dag, GraphClass, GraphPair, NodeId, NodeSet};

/// Between which values contSID of joint interventions lies, over all pairs of a member of the true and one of the learnt
/// class.
#[derive(Clone, Debug, PartialEq)]
pub struct JointBounds {
    /// The smallest and the largest sum.
    pub sum: Span<f64>,
    /// The smallest and the largest mean; none if some members leave all pairs out.
    pub mean: Option<Span<f64>>,
    /// The smallest and the largest number of pairs that are left out.
    pub left_out: Span<usize>,
    /// Each set with each outcome outside it.
    pub pairs: Vec<JointPairBounds>,
}

/// A set of treatments and an outcome, over all members.
#[derive(Clone, Debug, PartialEq)]
pub struct JointPairBounds {
    /// The treatments that are set together.
    pub treatments: NodeSet,
    /// The outcome.
    pub outcome: NodeId,
    /// The smallest and the largest distance, where members have adjustment sets; none if no two have.
    pub distance: Option<Span<f64>>,
    /// In how many pairs of members one has no adjustment set.
    pub left_out: usize,
}

/// A member and what it says about each question.
type Viewed = (Dag, Vec<View>);

impl Prepared {
    /// The smallest and largest contSID of joint interventions over the members of both classes, by listing them.
    ///
    /// Members share systems: each is solved once.
    ///
    /// # Errors
    ///
    /// As [`joint`](Self::joint), and if there are more pairs of members than the limits allow.
    pub fn joint_bounds(
        &self,
        pair: GraphPair<'_, GraphClass>,
        sets: &TreatmentSets,
        selection: &Selection,
        limits: JointLimits,
        execution: &Execution<'_>,
    ) -> Result<JointBounds, ContSidError> {
        check_sizes(pair, self.node_count(), selection)?;
        let questions = questions(sets, selection);
        let [truth, learnt] = members(pair, questions.len(), limits)?;
        let viewed = |members: Vec<Dag>| {
            let views = |member: &Dag| self.views(member, sets, selection, execution);
            let views = members.iter().map(views).collect::<Result<Vec<_>, _>>()?;
            Ok::<_, ContSidError>(members.into_iter().zip(views).collect::<Vec<Viewed>>())
        };
        let (truth, learnt) = (viewed(truth)?, viewed(learnt)?);
        let combined: Vec<(&Viewed, &Viewed)> =
            truth.iter().flat_map(|first| learnt.iter().map(move |second| (first, second))).collect();
        let answers = execution.map(&combined, |((truth, first), (learnt, second))| {
            self.answers((truth, first), (learnt, second), &questions)
        })?;
        let mut wanted = Wanted::new();
        for answers in &answers {
            collect(&questions, answers, self.node_count(), &mut wanted);
        }
        let distances = self.estimate(&wanted, limits, execution)?;
        let judged = answers.iter().map(|answers| {
            let judged =
                questions.iter().zip(answers).map(|(question, answer)| judgement(question, answer, &distances));
            judged.map(super::Judgement::distance).collect::<Vec<_>>()
        });
        Ok(bounds(&questions, sets, &judged.collect::<Vec<_>>()))
    }
}

/// The members of both classes, if they are not too many.
fn members(
    pair: GraphPair<'_, GraphClass>,
    questions: usize,
    limits: JointLimits,
) -> Result<[Vec<Dag>; 2], ContSidError> {
    let limit = limits.member_pairs.min(limits.member_questions / questions.max(1)).max(1);
    let [truth, learnt] =
        [pair.truth(), pair.learnt()].map(|class| class.members().take(limit + 1).collect::<Vec<_>>());
    if truth.len() * learnt.len() > limit { Err(ContSidError::TooManyMembers { limit }) } else { Ok([truth, learnt]) }
}

/// The ranges over the members; `judged` has the distances of all questions for each pair of members.
fn bounds(questions: &[Question], sets: &TreatmentSets, judged: &[Vec<Option<f64>>]) -> JointBounds {
    let counts = judged.iter().map(|distances| distances.iter().flatten().count());
    let sums = judged.iter().map(|distances| distances.iter().flatten().sum::<f64>());
    let means = sums.clone().zip(counts.clone()).map(|(sum, count)| (count > 0).then(|| sum / count as f64));
    let left_out = counts.map(|count| questions.len() - count);
    let pair = |(place, question): (usize, &Question)| JointPairBounds {
        treatments: sets.as_slice()[question.set].clone(),
        outcome: question.outcome,
        distance: Span::of(judged.iter().filter_map(|distances| distances[place])),
        left_out: judged.iter().filter(|distances| distances[place].is_none()).count(),
    };
    JointBounds {
        sum: Span::of(sums).expect("classes have members"),
        mean: means.collect::<Option<Vec<f64>>>().and_then(Span::of),
        left_out: Span::of(left_out).unwrap_or_default(),
        pairs: questions.iter().enumerate().map(pair).collect(),
    }
}
