//! Why is an effect right or wrong?

use crate::adjustment::{Obstacle, directed_path, obstacle};
use crate::graph::class::TooManyParentSets;
use crate::graph::{Dag, GraphClass, GraphPair, NodeId, NodeNames, NodeSet, Role};
use std::fmt::Write;
use thiserror::Error;

/// The answers of a learnt class about one effect: one case for each way to direct the edges at the treatment.
///
/// All members in which the treatment has the same parents give the same answer.
///
/// ```
/// use contsid::distance::ClassWhy;
/// use contsid::graph::{Cpdag, Dag, GraphClass, GraphPair, NodeId, NodeNames};
///
/// let [a, b] = [0, 1].map(NodeId::new);
/// let dag = Dag::from_edges(2, [(a, b)])?;
/// let learnt = GraphClass::from(Cpdag::of(&dag)); // a — b
/// let truth = GraphClass::from(dag);
/// let why = ClassWhy::new(GraphPair::new(&truth, &learnt)?, a, b, ClassWhy::MOST_WAYS)?;
/// assert_eq!(why.cases.len(), 2);
/// assert!(why.in_words(&NodeNames::numbered(2)).starts_with("Where V1 has the parents {} in the truth"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassWhy {
    /// The cases, by the parents of the treatment in the truth and then in the learnt graph.
    pub cases: Vec<WhyCase>,
}

/// One true and one learnt member, and the explanation for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyCase {
    /// A member of the truth.
    pub truth: Dag,
    /// A member of the learnt class.
    pub learnt: Dag,
    /// The explanation.
    pub why: Why,
}

/// There are too many ways to direct the edges at a treatment to explain each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("in {graph}, {reason}")]
pub struct TooManyWays {
    /// The graph.
    pub graph: Role,
    /// The treatment and the limit.
    pub reason: TooManyParentSets,
}

impl ClassWhy {
    /// The default limit: a longer list of explanations is of no use.
    pub const MOST_WAYS: usize = 32;

    /// Explains one pair, for at most `limit` ways to direct the edges at the treatment in either graph.
    ///
    /// # Errors
    ///
    /// If there are more.
    pub fn new(
        pair: GraphPair<'_, GraphClass>,
        treatment: NodeId,
        outcome: NodeId,
        limit: usize,
    ) -> Result<Self, TooManyWays> {
        let ways =
            |graph, class| members_by_parents(class, treatment, limit).map_err(|reason| TooManyWays { graph, reason });
        let (true_ways, learnt_ways) = (ways(Role::Truth, pair.truth())?, ways(Role::Learnt, pair.learnt())?);
        let pairs = true_ways.iter().flat_map(|truth| learnt_ways.iter().map(move |learnt| (truth, learnt)));
        let case = |(truth, learnt): (&Dag, &Dag)| {
            let pair = GraphPair::new(truth, learnt).expect("members have the nodes of their classes");
            WhyCase { truth: truth.clone(), learnt: learnt.clone(), why: Why::new(pair, treatment, outcome) }
        };
        Ok(Self { cases: pairs.map(case).collect() })
    }

    /// The explanation in sentences, one per line; if there are several cases, each after its condition.
    pub fn in_words(&self, names: &NodeNames) -> String {
        let several = self.cases.len() > 1;
        let texts = self.cases.iter().map(|case| {
            let condition = if several { case.condition(names) } else { String::new() };
            condition + &case.why.in_words(&case.truth, names)
        });
        texts.collect::<Vec<_>>().join("\n")
    }
}

impl WhyCase {
    /// `Where A has the parents {B} in the truth and {} in the learnt graph:`
    fn condition(&self, names: &NodeNames) -> String {
        let treatment = self.why.treatment;
        let parents = |dag: &Dag| set_in_words(&dag.parent_set(treatment), names);
        let (truth, learnt) = (parents(&self.truth), parents(&self.learnt));
        format!(
            "Where {} has the parents {truth} in the truth and {learnt} in the learnt graph:\n",
            names.name(treatment)
        )
    }
}

/// One member for each set of parents that the node can have.
fn members_by_parents(class: &GraphClass, node: NodeId, limit: usize) -> Result<Vec<Dag>, TooManyParentSets> {
    let sets = class.parent_sets(node, limit)?;
    let member = |parents: &NodeSet| class.with_parents(node, parents).map(|pdag| pdag.extension().clone());
    Ok(sets.iter().filter_map(member).collect())
}

/// The answer of a learnt graph about one effect, and whether it is right.
///
/// This is [`sid`](super::sid) for one pair, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The node that is intervened on.
    pub treatment: NodeId,
    /// The node whose distribution is compared.
    pub outcome: NodeId,
    /// The parents of the treatment in the learnt graph.
    pub learnt_parents: NodeSet,
    /// A directed path from the treatment to the outcome in the learnt graph, if there is one.
    pub learnt_path: Option<Vec<NodeId>>,
    /// A directed path from the treatment to the outcome in the truth, if there is one.
    pub true_path: Option<Vec<NodeId>>,
    /// Whether the answer is right, and why.
    pub verdict: Verdict,
}

/// Whether the learnt answer is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The learnt parents are a valid adjustment set in the truth.
    ValidSet,
    /// The learnt graph makes the outcome a parent of the treatment, so unaffected, and it is.
    TrulyUnaffected,
    /// The learnt graph makes the outcome a parent of the treatment, so unaffected, but it is affected.
    TrulyAffected,
    /// The learnt parents are not a valid adjustment set in the truth.
    InvalidSet(Obstacle),
}

impl Why {
    /// Explains one pair.
    pub fn new(pair: GraphPair<'_>, treatment: NodeId, outcome: NodeId) -> Self {
        let (truth, learnt) = (pair.truth(), pair.learnt());
        let learnt_parents = learnt.parent_set(treatment);
        let true_path = directed_path(truth, treatment, outcome);
        let verdict = if learnt_parents.contains(outcome) {
            if true_path.is_some() { Verdict::TrulyAffected } else { Verdict::TrulyUnaffected }
        } else {
            obstacle(truth, treatment, outcome, &learnt_parents).map_or(Verdict::ValidSet, Verdict::InvalidSet)
        };
        Self {
            treatment,
            outcome,
            learnt_path: directed_path(learnt, treatment, outcome),
            learnt_parents,
            true_path,
            verdict,
        }
    }

    /// The explanation in sentences, one per line. `truth` gives the edges of the paths.
    pub fn in_words(&self, truth: &Dag, names: &NodeNames) -> String {
        let (treatment, outcome) = (names.name(self.treatment), names.name(self.outcome));
        let mut text = String::new();
        let affected = |path: &Option<Vec<NodeId>>| match path {
            Some(path) => format!("affects {outcome}: {}", directed_in_words(path, names)),
            None => format!("does not affect {outcome}: there is no directed path"),
        };
        let mut say = |sentence: &str| writeln!(text, "{sentence}.").expect("a string can be written to");
        say(&format!("In the truth {treatment} {}", affected(&self.true_path)));
        say(&format!("In the learnt graph {treatment} {}", affected(&self.learnt_path)));
        say(&self.answer_in_words(names));
        say(&self.verdict_in_words(truth, names));
        text
    }

    fn answer_in_words(&self, names: &NodeNames) -> String {
        let (treatment, outcome) = (names.name(self.treatment), names.name(self.outcome));
        if self.learnt_parents.contains(self.outcome) {
            return format!(
                "The learnt graph makes {outcome} a parent of {treatment}, so it takes {outcome} to keep its \
                 distribution whatever {treatment} is set to"
            );
        }
        let parents = set_in_words(&self.learnt_parents, names);
        if self.learnt_parents.is_empty() {
            format!("The learnt graph adjusts for nothing: {treatment} has no parents in it")
        } else {
            format!("The learnt graph adjusts for {parents}, the parents of {treatment} in it")
        }
    }

    fn verdict_in_words(&self, truth: &Dag, names: &NodeNames) -> String {
        let (treatment, outcome) = (names.name(self.treatment), names.name(self.outcome));
        match &self.verdict {
            Verdict::TrulyUnaffected => "Right: in the truth it keeps it, too".to_owned(),
            Verdict::TrulyAffected => format!("Wrong: in the truth {treatment} changes {outcome}"),
            Verdict::ValidSet => {
                let valid = "this is a valid adjustment set in the truth";
                match (&self.true_path, &self.learnt_path) {
                    (Some(_), None) => {
                        format!("Right and wrong: {valid}, but in the truth {treatment} does affect {outcome}")
                    }
                    (None, Some(_)) => {
                        format!("Right and wrong: {valid}, but in the truth {treatment} does not affect {outcome}")
                    }
                    _ => format!("Right: {valid}"),
                }
            }
            Verdict::InvalidSet(Obstacle::ForbiddenDescendant { member, path, descent }) => {
                let member = names.name(*member);
                let path = directed_in_words(path, names);
                let how = match descent.as_slice() {
                    [_] => format!("{member} lies on the directed path {path}"),
                    _ => format!(
                        "{member} descends from the directed path {path}: {}",
                        directed_in_words(descent, names)
                    ),
                };
                format!("Wrong: in the truth {how}. Adjusting for {member} takes away a part of the effect")
            }
            Verdict::InvalidSet(Obstacle::OpenPath { path, opened }) => {
                let mut text = format!("Wrong: in the truth the path {} stays open", path_in_words(path, truth, names));
                for collider in opened {
                    let (name, by) = (names.name(collider.collider), names.name(collider.by));
                    if collider.collider == collider.by {
                        write!(text, "; adjusting for {by} opens it there").expect("a string can be written to");
                    } else {
                        write!(text, "; adjusting for {by}, a descendant of {name}, opens it at {name}")
                            .expect("a string can be written to");
                    }
                }
                text
            }
        }
    }
}

fn set_in_words(set: &NodeSet, names: &NodeNames) -> String {
    let names: Vec<&str> = set.iter().map(|node| names.name(node)).collect();
    format!("{{{}}}", names.join(", "))
}

fn directed_in_words(path: &[NodeId], names: &NodeNames) -> String {
    path.iter().map(|&node| names.name(node)).collect::<Vec<_>>().join(" → ")
}

fn path_in_words(path: &[NodeId], graph: &Dag, names: &NodeNames) -> String {
    let mut text = names.name(path[0]).to_owned();
    for edge in path.windows(2) {
        let arrow = if graph.has_edge(edge[0], edge[1]) { "→" } else { "←" };
        write!(text, " {arrow} {}", names.name(edge[1])).expect("a string can be written to");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The verdict on the effect of V1 on V3 in graphs of four nodes.
    fn last_line(truth: &[(usize, usize)], learnt: &[(usize, usize)]) -> String {
        let [truth, learnt] = [truth, learnt].map(|edges| {
            let edges = edges.iter().map(|&(a, b)| (NodeId::new(a), NodeId::new(b)));
            Dag::from_edges(4, edges).expect("the edges follow an order")
        });
        let pair = GraphPair::new(&truth, &learnt).expect("four nodes each");
        let why = Why::new(pair, NodeId::new(0), NodeId::new(2));
        why.in_words(&truth, &NodeNames::numbered(4)).lines().last().expect("a verdict").to_owned()
    }

    #[test]
    fn a_right_set_does_not_hide_a_wrong_effect() {
        let valid = "this is a valid adjustment set in the truth";
        assert_eq!(last_line(&[(0, 2)], &[(0, 2)]), format!("Right: {valid}."));
        let missed = last_line(&[(0, 2)], &[]);
        assert_eq!(missed, format!("Right and wrong: {valid}, but in the truth V1 does affect V3."));
        let invented = last_line(&[], &[(0, 1), (1, 2)]);
        assert_eq!(invented, format!("Right and wrong: {valid}, but in the truth V1 does not affect V3."));
    }

    #[test]
    fn a_forbidden_member_lies_on_the_path_or_descends_from_it() {
        let on = last_line(&[(0, 1), (1, 2)], &[(1, 0)]);
        assert!(on.starts_with("Wrong: in the truth V2 lies on the directed path V1 → V2 → V3."), "{on}");
        let below = last_line(&[(0, 2), (2, 1)], &[(1, 0)]);
        assert!(below.contains("V2 descends from the directed path V1 → V3: V3 → V2."), "{below}");
    }

    #[test]
    fn a_path_is_opened_at_a_collider_by_itself_or_by_a_descendant() {
        // Learnt: V1 has the parent V2. In the truth V2 is the collider of V1 → V2 ← V3.
        let itself = last_line(&[(0, 1), (2, 1)], &[(1, 0)]);
        assert!(itself.ends_with("stays open; adjusting for V2 opens it there."), "{itself}");
        let below = last_line(&[(0, 1), (2, 1), (1, 3)], &[(3, 0)]);
        assert!(below.ends_with("stays open; adjusting for V4, a descendant of V2, opens it at V2."), "{below}");
    }
}
