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
use super::squares::Squares;
use crate::distance::bounds::{Bounds, End, Exactness, Limits, ListedChoices, ParentChoices};
use crate::distance::contsid::contsid_limits;
use crate::execution::{Cancelled, Execution};
use crate::graph::{Dag, GraphClass, NodeId, NodeSet};

/// The most members that are evaluated one by one.
const MOST_MEMBERS: usize = 1024;

/// The most parent sets of variables that were set.
const MOST_PARENT_SETS: usize = 4096;

/// A limit that a graph exceeds.
pub(super) struct TooMany {
    what: &'static str,
    limit: usize,
}

impl TooMany {
    /// The error for the graph with this index.
    pub(super) fn of_graph(self, graph: usize) -> JudgeError {
        JudgeError::TooManyMembers { graph, what: self.what, limit: self.limit }
    }
}

/// What a graph says about all experiments.
pub(super) enum ClassSurvey<'a> {
    /// For each member, of which a directed graph has one, the answer for each experiment.
    Members(Vec<Vec<Answer>>),
    /// For each node and each of its parent sets the answers for the experiments on the node.
    Rows { class: &'a GraphClass, answers: Vec<Vec<Vec<Answer>>> },
}

impl<'a> ClassSurvey<'a> {
    pub(super) fn new(class: &'a GraphClass, asked: &Asked<'_>) -> Result<Self, TooMany> {
        if class.is_single() {
            return Ok(Self::Members(vec![Answer::all(class.extension(), asked)]));
        }
        if asked.experiments.iter().all(|experiment| experiment.treatments().len() == 1) {
            return Self::by_rows(class, asked);
        }
        let members: Vec<Dag> = class.members().take(MOST_MEMBERS + 1).collect();
        if members.len() > MOST_MEMBERS {
            let what = "graphs, which an experiment on several variables asks one by one";
            return Err(TooMany { what, limit: MOST_MEMBERS });
        }
        Ok(Self::Members(members.iter().map(|member| Answer::all(member, asked)).collect()))
    }

    fn by_rows(class: &'a GraphClass, asked: &Asked<'_>) -> Result<Self, TooMany> {
        let choices = ParentChoices::new(class, limits());
        let mut answers = Vec::new();
        for node in NodeId::all(class.node_count()) {
            let is_own = |index: &usize| asked.experiments[*index].treatments().contains(node);
            let own: Vec<usize> = (0..asked.experiments.len()).filter(is_own).collect();
            let few = |sets: &&[NodeSet]| own.is_empty() || sets.len() <= MOST_PARENT_SETS;
            let Some(sets) = choices.of(node).listed().filter(few) else {
                return Err(TooMany { what: "parent sets of one variable", limit: MOST_PARENT_SETS });
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
                    return Ok(GraphJudgement::new(Member::of(&only.iter().collect::<Vec<_>>(), scores), None, scores));
                }
                extreme_members(members, scores)
            }
            Self::Rows { class, answers } => extreme_rows(class, answers, scores, execution)?,
        };
        Ok(GraphJudgement::new(worst, Some(best), scores))
    }
}

fn limits() -> Limits {
    contsid_limits()
}

/// The members with the largest and the smallest sum of scores.
fn extreme_members(members: &[Vec<Answer>], scores: &Scores) -> [Member; 2] {
    let judged = members.iter().map(|answers| Member::of(&answers.iter().collect::<Vec<_>>(), scores));
    let judged: Vec<Member> = judged.collect();
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
    let cost = |answers: &Vec<Answer>| Member::of(&answers.iter().collect::<Vec<_>>(), scores).score.value;
    let costs: Vec<Vec<f64>> = answers.iter().map(|row| row.iter().map(cost).collect()).collect();
    let alone = GraphClass::from(Dag::from_edges(class.node_count(), []).expect("no edge closes a cycle"));
    let (choices, only) = (ParentChoices::new(class, limits()), ParentChoices::new(&alone, limits()));
    let listed = ListedChoices { truth: &only, learnt: &choices, limits: limits() };
    let whole = listed.bounds(&costs, execution)?;
    let end = |end: End| {
        let attained = listed.attained(&costs, whole, end, execution)?;
        let chosen = attained.clone().unwrap_or_else(|| node_by_node(&costs, end));
        let chosen = answers.iter().zip(chosen).flat_map(|(row, choice)| &row[choice]);
        let mut member = Member::of(&chosen.collect::<Vec<_>>(), scores);
        if attained.is_none() {
            member = member.bounded(bound(whole, end));
        }
        Ok::<_, Cancelled>(member)
    };
    Ok([end(End::Upper)?, end(End::Lower)?])
}

/// A bound that no member is known to attain.
fn bound(whole: Bounds, end: End) -> (Squares, Exactness) {
    (Squares { value: end.of(whole), deviations: Vec::new() }, whole.exactness)
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
