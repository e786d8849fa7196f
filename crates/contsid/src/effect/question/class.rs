//! What graphs say for every choice that their undirected edges leave.
//!
//! Row i of a matrix of distances depends on a graph only through the parents of i: once the edges at i are directed
//! and Meek's rules applied, the directed paths from i and the validity of any adjustment set are the same in every
//! member of the class. So a class is asked for each parent set of each treatment, and
//! [`bounds`](crate::distance::bounds) finds the smallest and largest sums of rows that members attain. Sets of several
//! treatments depend on more than one node: there, members are asked one by one.

use super::{GraphView, TreatmentContrasts, TreatmentSets, TreatmentView, contrasts};
use crate::adjustment::AdjustmentRule;
use crate::distance::Selection;
use crate::distance::bounds::{Bounds, End, Exactness, Limits, PairChoices, RowCosts, Span};
use crate::effect::{ContSidError, ContSidOptions};
use crate::execution::{Cancelled, Execution};
use crate::graph::{Dag, GraphClass, GraphPair, NodeId, NodeSet, Role};
use std::sync::Arc;

/// The limits of exact bounds of contSID: solving a system takes far longer than searching a graph.
pub fn contsid_limits() -> Limits {
    Limits { parent_sets: 1 << 16, ..Limits::default() }
}

/// The limits of work for joint interventions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointLimits {
    /// The largest estimated number of multiplications: some 7·10¹⁰ of them took a second on one thread at 1000
    /// samples.
    pub work: f64,
    /// The most pairs of a true and a learnt member, which are compared one by one.
    pub member_pairs: usize,
    /// The same times the number of pairs of a set of treatments and an outcome.
    pub member_questions: usize,
}

impl Default for JointLimits {
    fn default() -> Self {
        Self { work: 1e15, member_pairs: 1024, member_questions: 2_000_000 }
    }
}

/// The effects that graphs are compared on.
#[derive(Clone, Copy, Debug)]
pub enum Effects<'a> {
    /// Each selected treatment alone on each selected outcome.
    Single {
        /// The treatments and outcomes.
        selection: &'a Selection,
        /// The limits of exact bounds.
        limits: Limits,
    },
    /// Treatments that are set together, on the selected outcomes outside each set.
    Joint {
        /// The sets of treatments.
        sets: &'a TreatmentSets,
        /// The outcomes.
        selection: &'a Selection,
        /// The limits of work.
        limits: JointLimits,
    },
}

impl<'a> Effects<'a> {
    /// Each selected treatment alone, with the usual limits.
    pub fn single(selection: &'a Selection) -> Self {
        Self::Single { selection, limits: contsid_limits() }
    }

    /// The treatments and outcomes.
    pub fn selection(&self) -> &'a Selection {
        match self {
            Self::Single { selection, .. } | Self::Joint { selection, .. } => selection,
        }
    }

    /// The most multiplications, if they are limited.
    pub(crate) fn most_work(&self) -> f64 {
        match self {
            Self::Single { .. } => f64::INFINITY,
            Self::Joint { limits, .. } => limits.work,
        }
    }

    fn sets(&self, node_count: usize) -> Vec<NodeSet> {
        match self {
            Self::Single { selection, .. } => {
                selection.treatments().iter().map(|node| NodeSet::of(node_count, [node])).collect()
            }
            Self::Joint { sets, .. } => sets.iter().cloned().collect(),
        }
    }
}

/// For each row its choices, and what graphs say under each.
pub(crate) struct Survey<'a, T> {
    /// None for a row with more choices than can be listed.
    rows: Vec<Option<Vec<Vec<T>>>>,
    link: Link<'a>,
}

/// Which choices of different rows go together.
enum Link<'a> {
    /// There is one row, whose choices are members of the graphs.
    Members,
    /// There is a row for each node, whose choices are pairs of a true and a learnt parent set.
    Parents(Box<PairChoices<'a>>),
}

impl<'a, T> Survey<'a, T> {
    /// What each member says, or each pair of members; directed graphs have one.
    pub(crate) fn of_members(members: Vec<Vec<T>>) -> Self {
        Self { rows: vec![Some(members)], link: Link::Members }
    }

    /// What is said under each pair of a true and a learnt parent set of each node.
    pub(crate) fn of_parents(choices: PairChoices<'a>, rows: Vec<Option<Vec<Vec<T>>>>) -> Self {
        Self { rows, link: Link::Parents(Box::new(choices)) }
    }

    /// Whether the graphs are directed: there is one choice.
    pub(crate) fn is_determined(&self) -> bool {
        matches!((&self.link, self.rows.as_slice()), (Link::Members, [Some(members)]) if members.len() == 1)
    }

    /// The choices of each row; none where they are too many.
    pub(crate) fn rows(&self) -> &[Option<Vec<Vec<T>>>] {
        &self.rows
    }

    /// The number of choices of all rows; none if a row has too many.
    pub(crate) fn choice_count(&self) -> Option<usize> {
        self.rows.iter().map(|row| row.as_ref().map(Vec::len)).sum()
    }

    /// All that is said under any choice.
    pub(crate) fn items(&self) -> impl Iterator<Item = &T> {
        self.rows.iter().flatten().flatten().flatten()
    }

    /// The same survey with the items of each choice mapped.
    pub(crate) fn map<U>(self, of_choice: impl Fn(Vec<T>) -> Vec<U>) -> Survey<'a, U> {
        let row = |row: Vec<Vec<T>>| row.into_iter().map(&of_choice).collect();
        Survey { rows: self.rows.into_iter().map(|choices| choices.map(row)).collect(), link: self.link }
    }

    /// The cost of each choice; `outer` bounds that of a row with too many choices.
    pub(crate) fn costs(&self, cost: impl Fn(&[T]) -> f64, outer: impl Fn(NodeId) -> Span<f64>) -> Vec<RowCosts> {
        let of_row = |(node, choices): (NodeId, &Option<Vec<Vec<T>>>)| {
            if let Some(choices) = choices {
                return RowCosts::Listed(choices.iter().map(|choice| cost(choice)).collect());
            }
            let Span { lower, upper } = outer(node);
            RowCosts::Between { lower, upper }
        };
        NodeId::all(self.rows.len()).zip(&self.rows).map(of_row).collect()
    }

    /// The smallest and the largest sum of costs over the members.
    pub(crate) fn bounds(&self, costs: &[RowCosts], execution: &Execution<'_>) -> Result<Bounds, Cancelled> {
        match &self.link {
            Link::Parents(choices) => choices.bounds(costs, execution),
            Link::Members => {
                let Span { lower, upper } = costs[0].span();
                Ok(Bounds { lower, upper, exactness: Exactness::Exact })
            }
        }
    }

    /// What the member that attains a bound says; none if none is known to attain it.
    pub(crate) fn attained(
        &self,
        costs: &[RowCosts],
        bounds: Bounds,
        end: End,
        execution: &Execution<'_>,
    ) -> Result<Option<Vec<&T>>, Cancelled> {
        let chosen = match &self.link {
            Link::Parents(choices) => choices.attained(costs, bounds, end, execution)?,
            Link::Members => Some(node_by_node(costs, end)),
        };
        Ok(chosen.map(|chosen| self.chosen(&chosen)))
    }

    /// What is said if each row makes its best, or worst, choice by itself.
    pub(crate) fn each_alone(&self, costs: &[RowCosts], end: End) -> Vec<&T> {
        self.chosen(&node_by_node(costs, end))
    }

    fn chosen(&self, choices: &[usize]) -> Vec<&T> {
        self.rows.iter().zip(choices).flat_map(|(row, &choice)| row.iter().flat_map(move |row| &row[choice])).collect()
    }
}

/// The best, or worst, choice of each row by itself.
fn node_by_node(costs: &[RowCosts], end: End) -> Vec<usize> {
    let choice = |costs: &RowCosts| {
        let RowCosts::Listed(costs) = costs else { return 0 };
        let by_cost = |&a: &usize, &b: &usize| costs[a].total_cmp(&costs[b]);
        let best = match end {
            End::Upper => (0..costs.len()).max_by(by_cost),
            End::Lower => (0..costs.len()).min_by(by_cost),
        };
        best.unwrap_or(0)
    };
    costs.iter().map(choice).collect()
}

/// What must be estimated to compare two graphs, or all members of two classes.
pub(crate) fn survey<'a>(
    pair: GraphPair<'a, GraphClass>,
    effects: Effects<'_>,
    options: &ContSidOptions,
    execution: &Execution<'_>,
) -> Result<Survey<'a, TreatmentContrasts>, ContSidError> {
    if let Some(members) = pair.only_members() {
        let sets = effects.sets(pair.node_count());
        let only = contrasts(members, &sets, effects.selection().outcomes(), options, execution)?;
        return Ok(Survey::of_members(vec![only]));
    }
    match effects {
        Effects::Single { selection, limits } => by_parents(pair, selection, limits, options, execution),
        Effects::Joint { sets, selection, limits } => {
            by_members(pair, sets, selection, limits, options, execution).map(Survey::of_members)
        }
    }
}

/// A member of a class, and what it says about each set of treatments.
struct ClassMember {
    graph: Dag,
    views: Vec<Arc<GraphView>>,
}

impl ClassMember {
    fn new(graph: Dag, sets: &[NodeSet], outcomes: &NodeSet, rule: AdjustmentRule) -> Self {
        let view = |treatments: &NodeSet| Arc::new(GraphView::new(&graph, treatments, outcomes, rule));
        Self { views: sets.iter().map(view).collect(), graph }
    }

    /// What this true member and a learnt one say about each set.
    fn against(&self, learnt: &Self, sets: &[NodeSet], options: &ContSidOptions) -> Vec<TreatmentContrasts> {
        let pair = GraphPair::new(&self.graph, &learnt.graph).expect("members are on the same nodes");
        let views = self.views.iter().zip(&learnt.views);
        let of_set = |(treatments, (truth, learnt))| {
            TreatmentView::between(pair, truth, learnt).contrasts(treatments, options.agreement)
        };
        sets.iter().zip(views).map(of_set).collect()
    }
}

fn by_parents<'a>(
    pair: GraphPair<'a, GraphClass>,
    selection: &Selection,
    limits: Limits,
    options: &ContSidOptions,
    execution: &Execution<'_>,
) -> Result<Survey<'a, TreatmentContrasts>, ContSidError> {
    let choices = PairChoices::new(pair, limits);
    let nodes: Vec<NodeId> = NodeId::all(pair.node_count()).collect();
    let row = |node: NodeId| {
        let [truth, learnt] = choices.listed(node)?;
        if !selection.treatments().contains(node) {
            return Some((0..truth.len() * learnt.len()).map(|_| Vec::new()).collect());
        }
        let sets = [NodeSet::of(pair.node_count(), [node])];
        let chosen = |which: Role, parents: &[NodeSet]| {
            let member = |parents| member_with(choices.of(which).class(), node, parents);
            let seen = |parents| ClassMember::new(member(parents), &sets, selection.outcomes(), options.adjustment);
            parents.iter().map(seen).collect::<Vec<_>>()
        };
        let (truth, learnt) = (chosen(Role::Truth, truth), chosen(Role::Learnt, learnt));
        let combined = truth.iter().flat_map(|truth| learnt.iter().map(move |learnt| (truth, learnt)));
        Some(combined.map(|(truth, learnt)| truth.against(learnt, &sets, options)).collect())
    };
    let rows = execution.map(&nodes, |&node| Ok::<_, Cancelled>(row(node)))?;
    Ok(Survey::of_parents(choices, rows))
}

/// A member in which a node has these parents: with the edges at the node directed, what is said about setting it is
/// the same in every member.
pub(crate) fn member_with(class: &GraphClass, node: NodeId, parents: &NodeSet) -> Dag {
    class.with_parents(node, parents).expect("listed parents are those of a member").into_extension()
}

fn by_members(
    pair: GraphPair<'_, GraphClass>,
    sets: &TreatmentSets,
    selection: &Selection,
    limits: JointLimits,
    options: &ContSidOptions,
    execution: &Execution<'_>,
) -> Result<Vec<Vec<TreatmentContrasts>>, ContSidError> {
    let sets: Vec<NodeSet> = sets.iter().cloned().collect();
    let questions: usize = sets.iter().map(|set| (selection.outcomes() - set).len()).sum();
    let limit = limits.member_pairs.min(limits.member_questions / questions.max(1)).max(1);
    let [truth, learnt] =
        [pair.truth(), pair.learnt()].map(|class| class.members().take(limit + 1).collect::<Vec<_>>());
    if truth.len() * learnt.len() > limit {
        return Err(ContSidError::TooManyMembers { limit });
    }
    let viewed = |members: &Vec<Dag>| {
        let seen = |graph: &Dag| ClassMember::new(graph.clone(), &sets, selection.outcomes(), options.adjustment);
        execution.map(members, |graph| Ok::<_, Cancelled>(seen(graph)))
    };
    let (truth, learnt) = (viewed(&truth)?, viewed(&learnt)?);
    let combined: Vec<[&ClassMember; 2]> =
        truth.iter().flat_map(|truth| learnt.iter().map(move |learnt| [truth, learnt])).collect();
    execution.map(&combined, |[truth, learnt]| Ok(truth.against(learnt, &sets, options)))
}
