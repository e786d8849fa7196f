//! Joint interventions on graphs that leave edges undirected, member by member.

use super::contrast::{GraphView, TreatmentContrasts, TreatmentSets, TreatmentView};
use super::joint::judgements;
use super::judge::Estimation;
use super::{Agreement, ContSidError, ContSidOptions, JointLimits, Prepared};
use crate::adjustment::AdjustmentRule;
use crate::distance::Selection;
use crate::distance::bounds::Span;
use crate::execution::Execution;
use crate::graph::{Dag, GraphClass, GraphPair, NodeId, NodeSet};
use std::sync::Arc;

/// The bounds of contSID of joint interventions, over all pairs of a true and a learnt member.
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
    /// The smallest and the largest distance over pairs of members with adjustment sets; none if there are none.
    pub distance: Option<Span<f64>>,
    /// The number of pairs of members without an adjustment set in one of them.
    pub left_out: usize,
}

/// A member and what it says about each set of treatments.
struct Member {
    graph: Dag,
    views: Vec<Arc<GraphView>>,
}

pub(super) fn joint_bounds(
    prepared: &Prepared,
    pair: GraphPair<'_, GraphClass>,
    sets: &TreatmentSets,
    selection: &Selection,
    limits: JointLimits,
    execution: &Execution<'_>,
) -> Result<JointBounds, ContSidError> {
    let surveyed = surveys(pair, sets, selection, prepared.options(), limits, execution)?;
    let estimation = Estimation::new(prepared, execution);
    let systems = surveyed.iter().map(|members| estimation.systems(members)).collect::<Result<Vec<_>, _>>()?;
    let found = estimation.distances(systems.iter().flatten().flatten(), limits.work)?;
    let judged = surveyed.iter().zip(&systems).map(|(surveyed, systems)| {
        let of_sets = surveyed.iter().zip(systems);
        let distances = of_sets.flat_map(|(of_set, wanted)| judgements(of_set, wanted, &found));
        distances.map(|(_, judgement)| judgement.distance()).collect::<Vec<_>>()
    });
    Ok(bounds(sets, selection, &judged.collect::<Vec<_>>()))
}

/// What every pair of a true and a learnt member says about each set of treatments.
///
/// # Errors
///
/// If there are more pairs of members than the limits allow, or the computation is stopped.
pub(super) fn surveys(
    pair: GraphPair<'_, GraphClass>,
    sets: &TreatmentSets,
    selection: &Selection,
    options: &ContSidOptions,
    limits: JointLimits,
    execution: &Execution<'_>,
) -> Result<Vec<Vec<TreatmentContrasts>>, ContSidError> {
    let [truth, learnt] = members(pair, sets.pair_count(selection.outcomes()), limits)?;
    let view = |graph: Dag| Member::new(graph, sets, selection, options.adjustment, execution);
    let viewed = |members: Vec<Dag>| members.into_iter().map(view).collect::<Result<Vec<_>, _>>();
    let (truth, learnt) = (viewed(truth)?, viewed(learnt)?);
    let combined: Vec<[&Member; 2]> =
        truth.iter().flat_map(|first| learnt.iter().map(move |second| [first, second])).collect();
    execution.map(&combined, |members| Ok(survey(members, sets, options.agreement)))
}

impl Member {
    fn new(
        graph: Dag,
        sets: &TreatmentSets,
        selection: &Selection,
        rule: AdjustmentRule,
        execution: &Execution<'_>,
    ) -> Result<Self, ContSidError> {
        let view = |treatments: &NodeSet| GraphView::new(&graph, treatments, selection.outcomes(), rule);
        let views = execution.map(sets.as_slice(), |set| Ok::<_, ContSidError>(Arc::new(view(set))))?;
        Ok(Self { graph, views })
    }
}

/// What two members say about each set of treatments.
fn survey([truth, learnt]: &[&Member; 2], sets: &TreatmentSets, agreement: Agreement) -> Vec<TreatmentContrasts> {
    let pair = GraphPair::new(&truth.graph, &learnt.graph).expect("members are on the same nodes");
    let views = truth.views.iter().zip(&learnt.views);
    let of_set =
        |(treatments, (truth, learnt))| TreatmentView::between(pair, truth, learnt).contrasts(treatments, agreement);
    sets.iter().zip(views).map(of_set).collect()
}

/// The members of both classes, if they are not too many.
fn members(
    pair: GraphPair<'_, GraphClass>,
    pair_count: usize,
    limits: JointLimits,
) -> Result<[Vec<Dag>; 2], ContSidError> {
    let limit = limits.member_pairs.min(limits.member_questions / pair_count.max(1)).max(1);
    let [truth, learnt] =
        [pair.truth(), pair.learnt()].map(|class| class.members().take(limit + 1).collect::<Vec<_>>());
    if truth.len() * learnt.len() > limit { Err(ContSidError::TooManyMembers { limit }) } else { Ok([truth, learnt]) }
}

/// The ranges over the members; `judged` has the distances of all pairs, set by set, for each pair of members.
fn bounds(sets: &TreatmentSets, selection: &Selection, judged: &[Vec<Option<f64>>]) -> JointBounds {
    let counts = judged.iter().map(|distances| distances.iter().flatten().count());
    let sums = judged.iter().map(|distances| distances.iter().flatten().sum::<f64>());
    let means = sums.clone().zip(counts.clone()).map(|(sum, count)| (count > 0).then(|| sum / count as f64));
    let left_out = counts.zip(judged).map(|(count, distances)| distances.len() - count);
    let of_set = |treatments: &NodeSet| {
        let outcomes = selection.outcomes() - treatments;
        outcomes.iter().map(|outcome| (treatments.clone(), outcome)).collect::<Vec<_>>()
    };
    let pair = |(index, (treatments, outcome)): (usize, (NodeSet, NodeId))| JointPairBounds {
        treatments,
        outcome,
        distance: Span::of(judged.iter().filter_map(|distances| distances[index])),
        left_out: judged.iter().filter(|distances| distances[index].is_none()).count(),
    };
    JointBounds {
        sum: Span::of(sums).expect("classes have members"),
        mean: means.collect::<Option<Vec<f64>>>().and_then(Span::of),
        left_out: Span::of(left_out).unwrap_or_default(),
        pairs: sets.iter().flat_map(of_set).enumerate().map(pair).collect(),
    }
}
