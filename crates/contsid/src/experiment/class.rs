//! What a graph, or each directed graph that its undirected edges allow, says about all experiments.
//!
//! What a member says about an experiment on one variable depends on the member only through the parents of that
//! variable. So a class is evaluated for each parent set of each variable that was set, and the bounds of the sum of
//! scores are those of a sum over nodes: see [`crate::distance::bounds`]. For an experiment on several variables,
//! members are evaluated one by one.

use super::JudgeError;
use super::answer::{Answer, Asked};
use super::judgement::{GraphJudgement, Member};
use super::scores::Scores;
use crate::distance::bounds::{End, PairChoices, ParentChoices};
use crate::distance::contsid::contsid_limits;
use crate::execution::{Cancelled, Execution};
use crate::graph::{Dag, GraphClass, GraphPair, NodeId, NodeSet};

/// The most members that are evaluated one by one.
const MOST_MEMBERS: usize = 1024;

/// The most parent sets of variables that were set.
const MOST_PARENT_SETS: usize = 4096;

/// What a graph says about all experiments.
pub(super) enum ClassSurvey<'a> {
    /// For each member, of which a directed graph has one, the answer for each experiment.
    Members(Vec<Vec<Answer>>),
    /// For each node and each of its parent sets the answers for the experiments on the node.
    Rows { class: &'a GraphClass, answers: Vec<Vec<Vec<Answer>>> },
}

impl<'a> ClassSurvey<'a> {
    /// The survey of the graph with this index.
    pub(super) fn new(graph: usize, class: &'a GraphClass, asked: &Asked<'_>) -> Result<Self, JudgeError> {
        if class.is_single() {
            return Ok(Self::Members(vec![Answer::all(class.extension(), asked)]));
        }
        if asked.experiments.iter().all(|experiment| experiment.treatments().len() == 1) {
            return Self::by_rows(graph, class, asked);
        }
        let members: Vec<Dag> = class.members().take(MOST_MEMBERS + 1).collect();
        if members.len() > MOST_MEMBERS {
            let what = "graphs, which an experiment on several variables asks one by one";
            return Err(JudgeError::TooManyMembers { graph, what, limit: MOST_MEMBERS });
        }
        Ok(Self::Members(members.iter().map(|member| Answer::all(member, asked)).collect()))
    }

    fn by_rows(graph: usize, class: &'a GraphClass, asked: &Asked<'_>) -> Result<Self, JudgeError> {
        let choices = ParentChoices::new(class, contsid_limits());
        let mut answers = Vec::new();
        for node in NodeId::all(class.node_count()) {
            let is_own = |index: &usize| asked.experiments[*index].treatments().contains(node);
            let own: Vec<usize> = (0..asked.experiments.len()).filter(is_own).collect();
            let few = |sets: &&[NodeSet]| own.is_empty() || sets.len() <= MOST_PARENT_SETS;
            let Some(sets) = choices.of(node).filter(few) else {
                let (what, limit) = ("parent sets of one variable", MOST_PARENT_SETS);
                return Err(JudgeError::TooManyMembers { graph, what, limit });
            };
            let of_set = |parents| {
                let members = class.with_parents(node, parents).expect("a listed set is one of a member");
                let member = members.into_extension();
                own.iter().map(|&index| Answer::new(&member, index, asked)).collect()
            };
            let nothing = || vec![Vec::new(); sets.len()];
            answers.push(if own.is_empty() { nothing() } else { sets.iter().map(of_set).collect() });
        }
        Ok(Self::Rows { class, answers })
    }

    /// All answers.
    pub(super) fn answers(&self) -> impl Iterator<Item = &Answer> {
        let (members, rows) = match self {
            Self::Members(members) => (Some(members.iter().flatten()), None),
            Self::Rows { answers, .. } => (None, Some(answers.iter().flatten().flatten())),
        };
        members.into_iter().flatten().chain(rows.into_iter().flatten())
    }

    /// The skill of the graph, or of its worst and its best member.
    pub(super) fn judgement(&self, scores: &Scores, execution: &Execution<'_>) -> Result<GraphJudgement, JudgeError> {
        let [worst, best] = match self {
            Self::Members(members) => {
                if let [only] = members.as_slice() {
                    return Ok(GraphJudgement::new(Member::of(only, scores), None, scores));
                }
                extreme_members(members, scores)
            }
            Self::Rows { class, answers } => extreme_rows(class, answers, scores, execution)?,
        };
        Ok(GraphJudgement::new(worst, Some(best), scores))
    }
}

/// The members with the largest and the smallest sum of scores.
fn extreme_members(members: &[Vec<Answer>], scores: &Scores) -> [Member; 2] {
    let judged: Vec<Member> = members.iter().map(|answers| Member::of(answers, scores)).collect();
    let by_score = |a: &&Member, b: &&Member| a.score.value.total_cmp(&b.score.value);
    let worst = judged.iter().max_by(by_score).expect("a class has members");
    let best = judged.iter().min_by(by_score).expect("a class has members");
    [worst.clone(), best.clone()]
}

/// The members that attain the bounds; if none is known, the bound alone.
fn extreme_rows(
    class: &GraphClass,
    answers: &[Vec<Vec<Answer>>],
    scores: &Scores,
    execution: &Execution<'_>,
) -> Result<[Member; 2], Cancelled> {
    let cost = |answers: &Vec<Answer>| Member::of(answers, scores).score.value;
    let costs: Vec<Vec<f64>> = answers.iter().map(|row| row.iter().map(cost).collect()).collect();
    let alone = GraphClass::from(Dag::from_edges(class.node_count(), []).expect("no edge closes a cycle"));
    let pair = GraphPair::new(&alone, class).expect("both are on the same nodes");
    let choices = PairChoices::new(pair, contsid_limits());
    let whole = choices.listed_bounds(&costs, execution)?;
    let end = |end: End| {
        let attained = choices.attained(&costs, whole, end, execution)?;
        let chosen = attained.clone().unwrap_or_else(|| node_by_node(&costs, end));
        let chosen = answers.iter().zip(chosen).flat_map(|(row, choice)| &row[choice]);
        let member = Member::of(chosen, scores);
        Ok::<_, Cancelled>(if attained.is_some() { member } else { member.bounded(end.of(whole), whole.exactness) })
    };
    Ok([end(End::Upper)?, end(End::Lower)?])
}

/// The choice of each node by itself.
fn node_by_node(costs: &[Vec<f64>], end: End) -> Vec<usize> {
    let choice = |costs: &Vec<f64>| {
        let by_cost = |&a: &usize, &b: &usize| costs[a].total_cmp(&costs[b]);
        match end {
            End::Upper => (0..costs.len()).max_by(by_cost),
            End::Lower => (0..costs.len()).min_by(by_cost),
        }
    };
    costs.iter().map(|costs| choice(costs).unwrap_or(0)).collect()
}
