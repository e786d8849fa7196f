//! What graphs say about experiments, for every choice that their undirected edges leave.

use super::{Experiment, JudgeError, JudgeOptions};
use crate::adjustment::{AdjustmentRule, EffectGraph, GraphClaims};
use crate::distance::bounds::PairChoices;
use crate::effect::question::member_with;
use crate::effect::{ClaimingGraph, Estimand, GraphView, Survey, contsid_limits};
use crate::execution::Execution;
use crate::graph::{Dag, GraphClass, GraphPair, MixedGraph, NodeId, NodeSet};

/// The most members that are evaluated one by one.
const MOST_MEMBERS: usize = 1024;

/// The most parent sets of variables that were set.
const MOST_PARENT_SETS: usize = 4096;

/// A graph that is asked what experiments show.
#[derive(Clone, Copy, Debug)]
pub enum AskedGraph<'a> {
    /// Directed and undirected edges; nothing is hidden.
    Plain(&'a MixedGraph),
    /// A graph of any kind. What it leaves open counts as not predicted.
    Claiming(&'a EffectGraph),
}

impl<'a> From<&'a MixedGraph> for AskedGraph<'a> {
    fn from(graph: &'a MixedGraph) -> Self {
        Self::Plain(graph)
    }
}

impl<'a> From<&'a EffectGraph> for AskedGraph<'a> {
    fn from(graph: &'a EffectGraph) -> Self {
        Self::Claiming(graph)
    }
}

/// What a graph is asked by: the directed graphs that it allows, or what it claims.
pub(super) enum Answerer<'a> {
    Class(Box<GraphClass>),
    Claims { graph: &'a EffectGraph, claims: GraphClaims },
}

impl<'a> Answerer<'a> {
    /// The graph with this index among those that are judged, on this many variables.
    pub(super) fn new(
        (index, graph): (usize, AskedGraph<'a>),
        columns: usize,
        experiments: &[Experiment],
        options: &JudgeOptions,
        execution: &Execution<'_>,
    ) -> Result<Self, JudgeError> {
        let nodes = match graph {
            AskedGraph::Plain(graph) => graph.node_count(),
            AskedGraph::Claiming(graph) => graph.node_count(),
        };
        if nodes != columns {
            return Err(JudgeError::NodeCount { graph: index, nodes, columns });
        }
        match graph {
            AskedGraph::Plain(graph) => {
                let class = options.undirected.class_of(graph);
                Ok(Self::Class(Box::new(class.map_err(|error| JudgeError::NotUsable { graph: index, error })?)))
            }
            AskedGraph::Claiming(graph) => {
                if let Some(joint) = experiments.iter().find(|experiment| experiment.treatments().len() > 1) {
                    return Err(JudgeError::JointWithHidden { graph: index, experiment: joint.label() });
                }
                let treatments = NodeSet::of(nodes, experiments.iter().flat_map(|given| given.treatments().iter()));
                Ok(Self::Claims { graph, claims: graph.claims(&treatments, execution)? })
            }
        }
    }

    /// What the graph, or one of those that it allows, says about each experiment.
    pub(super) fn answers(&self, effects: &ExperimentEffects<'_>) -> Vec<ExperimentAnswer> {
        match self {
            Self::Class(class) => ExperimentAnswer::all(class.extension(), effects),
            Self::Claims { graph, claims } => ExperimentAnswer::claimed(ClaimingGraph { graph, claims }, effects),
        }
    }
}

/// What one directed graph says about the outcomes of one experiment.
#[derive(Clone, Debug)]
pub(super) struct ExperimentAnswer {
    pub(super) experiment: usize,
    pub(super) view: GraphView,
    /// What the graph would adjust for if the treatments had an effect.
    without_effect: Estimand,
}

/// The experiments, the outcomes, and the rule of adjustment that every graph is asked about.
pub(super) struct ExperimentEffects<'a> {
    pub(super) experiments: &'a [Experiment],
    pub(super) outcomes: NodeSet,
    pub(super) rule: AdjustmentRule,
}

impl ExperimentAnswer {
    /// The answer of a graph for the experiment with this index.
    fn new(graph: &Dag, index: usize, effects: &ExperimentEffects<'_>) -> Self {
        let treatments = effects.experiments[index].treatments();
        let adjustment = graph.parents_of(treatments) - treatments;
        Self {
            experiment: index,
            view: GraphView::new(graph, treatments, &effects.outcomes, effects.rule),
            without_effect: Estimand { treatments: treatments.clone(), adjustment },
        }
    }

    /// What a graph claims about each experiment on one variable.
    fn claimed(graph: ClaimingGraph<'_>, effects: &ExperimentEffects<'_>) -> Vec<Self> {
        let answer = |(experiment, given): (usize, &Experiment)| {
            let treatments = given.treatments().clone();
            let treatment = treatments.first().expect("an experiment sets a variable");
            let adjustment = NodeSet::empty(graph.graph.node_count());
            let view = graph.view(treatment, &effects.outcomes);
            Self { experiment, view, without_effect: Estimand { treatments, adjustment } }
        };
        effects.experiments.iter().enumerate().map(answer).collect()
    }

    /// What a graph says about each experiment.
    fn all(graph: &Dag, effects: &ExperimentEffects<'_>) -> Vec<Self> {
        (0..effects.experiments.len()).map(|index| Self::new(graph, index, effects)).collect()
    }

    /// The estimands whose overlap with the data counts: one for each outcome that changes, or that of no effect.
    pub(super) fn estimands(&self) -> Vec<&Estimand> {
        let found: Vec<&Estimand> = self.view.estimates().map(|(_, estimand)| estimand).collect();
        if found.is_empty() { vec![&self.without_effect] } else { found }
    }
}

/// What a graph, or each directed graph that its undirected edges allow, says about all experiments. `graph` is its
/// index. `alone` is a graph without edges, which is taken for the truth.
pub(super) fn survey<'a>(
    graph: usize,
    asked: &'a Answerer<'_>,
    alone: &'a GraphClass,
    effects: &ExperimentEffects<'_>,
) -> Result<Survey<'a, ExperimentAnswer>, JudgeError> {
    let class: &GraphClass = match asked {
        Answerer::Class(class) if !class.is_single() => class,
        _ => return Ok(Survey::of_members(vec![asked.answers(effects)])),
    };
    if effects.experiments.iter().all(|experiment| experiment.treatments().len() == 1) {
        return by_parents(graph, class, alone, effects);
    }
    let members: Vec<Dag> = class.members().take(MOST_MEMBERS + 1).collect();
    if members.len() > MOST_MEMBERS {
        let what = "graphs, which an experiment on several variables asks one by one";
        return Err(JudgeError::TooManyMembers { graph, what, limit: MOST_MEMBERS });
    }
    Ok(Survey::of_members(members.iter().map(|member| ExperimentAnswer::all(member, effects)).collect()))
}

fn by_parents<'a>(
    graph: usize,
    class: &'a GraphClass,
    alone: &'a GraphClass,
    effects: &ExperimentEffects<'_>,
) -> Result<Survey<'a, ExperimentAnswer>, JudgeError> {
    let pair = GraphPair::new(alone, class).expect("both are on the same nodes");
    let choices = PairChoices::new(pair, contsid_limits());
    let row = |node: NodeId| {
        let is_own = |index: &usize| effects.experiments[*index].treatments().contains(node);
        let own: Vec<usize> = (0..effects.experiments.len()).filter(is_own).collect();
        let few = |[_, sets]: &[&[NodeSet]; 2]| own.is_empty() || sets.len() <= MOST_PARENT_SETS;
        let Some([_, sets]) = choices.listed(node).filter(few) else {
            let (what, limit) = ("parent sets of one variable", MOST_PARENT_SETS);
            return Err(JudgeError::TooManyMembers { graph, what, limit });
        };
        let of_set = |parents: &NodeSet| {
            let member = (!own.is_empty()).then(|| member_with(class, node, parents));
            let answers = member.iter().flat_map(|member| own.iter().map(move |&index| (member, index)));
            answers.map(|(member, index)| ExperimentAnswer::new(member, index, effects)).collect()
        };
        Ok(Some(sets.iter().map(of_set).collect()))
    };
    let rows = NodeId::all(class.node_count()).map(row).collect::<Result<Vec<_>, _>>()?;
    Ok(Survey::of_parents(choices, rows))
}
