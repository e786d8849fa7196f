//! Why is an effect read off rightly or wrongly?

use crate::adjustment::{Obstacle, directed_path, obstacle};
use crate::graph::{Dag, GraphPair, NodeId, NodeNames, NodeSet};
use std::fmt::Write;

/// How a learnt graph answers for one effect, and what the truth says of the answer.
///
/// This is the question of [`sid`](super::sid) for one pair, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The node that is intervened on.
    pub treatment: NodeId,
    /// The node whose distribution is asked for.
    pub outcome: NodeId,
    /// The parents of the treatment in the learnt graph.
    pub learnt_parents: NodeSet,
    /// A directed path from the treatment to the outcome in the learnt graph, if there is one.
    pub learnt_path: Option<Vec<NodeId>>,
    /// A directed path from the treatment to the outcome in the truth, if there is one.
    pub true_path: Option<Vec<NodeId>>,
    /// What the truth says.
    pub verdict: Verdict,
}

/// Whether the learnt answer is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The learnt parents are a valid adjustment set in the truth.
    ValidSet,
    /// The learnt graph makes the outcome a parent of the treatment, so unaffected by it, as in truth it is.
    TrulyUnaffected,
    /// The learnt graph makes the outcome a parent of the treatment, so unaffected by it, but in truth it is affected.
    TrulyAffected,
    /// The learnt parents are not a valid adjustment set in the truth.
    InvalidSet(Obstacle),
}

impl Why {
    /// Looks at one pair.
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

    /// The explanation in sentences, one a line. `truth` is the graph whose edges the paths are drawn with.
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
                "The learnt graph makes {outcome} a parent of {treatment}, so it takes {outcome} to keep its distribution \
                 whatever {treatment} is set to"
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
            Verdict::ValidSet => "Right: this is a valid adjustment set in the truth".to_owned(),
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
