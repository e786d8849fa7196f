//! The words that the pages explain.

use serde::Serialize;

/// A term and the sentence that explains it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Term {
    /// What links to it are called.
    key: &'static str,
    name: &'static str,
    meaning: &'static str,
}

const fn term(key: &'static str, name: &'static str, meaning: &'static str) -> Term {
    Term { key, name, meaning }
}

/// Those of the page of a comparison.
pub(crate) const OF_COMPARISONS: [&str; 13] =
    ["contsid", "d", "crossfit", "se", "interval", "p", "sid", "aid", "shd", "bounds", "effect", "adjustment", "fix"];

/// Those of the page of a study.
pub(crate) const OF_STUDIES: [&str; 16] = [
    "contsid",
    "crossfit",
    "sid",
    "aid",
    "shd",
    "bounds",
    "dropped",
    "skeleton",
    "arrows",
    "precision",
    "recall",
    "f1",
    "se",
    "chance",
    "box",
    "rho",
];

/// Those of the page of graphs judged by experiments.
pub(crate) const OF_JUDGEMENTS: [&str; 8] =
    ["skill", "score", "no-effect", "ceiling", "outside", "se", "interval", "p"];

/// The terms with these keys, in their order.
pub(crate) fn terms(keys: &[&str]) -> Vec<Term> {
    let of_key = |key: &&str| TERMS.iter().find(|term| term.key == *key).copied();
    keys.iter().filter_map(of_key).collect()
}

/// That of a comparison with joint interventions.
pub(crate) const JOINT: Term = term(
    "joint",
    "contSID joint",
    "contSID of interventions that set several variables at once, summed over sets of treatments and their outcomes.",
);

/// All others.
const TERMS: [Term; 27] = [
    term(
        "contsid",
        "contSID",
        "The continuous structural intervention distance: the sum of d over all effects. It is 0 if both graphs imply the same \
         effects on these data.",
    ),
    term(
        "d",
        "d",
        "How far the distribution of an outcome under interventions on a treatment differs between the two graphs, on average \
         over the interventions.",
    ),
    term(
        "crossfit",
        "cross-fitted",
        "contSID estimated in parts of the rows and multiplied between parts, so that noise does not count as distance.",
    ),
    term(
        "se",
        "±",
        "The number after it is a standard error: how much the number before it would vary with other data of the same kind.",
    ),
    term(
        "interval",
        "interval",
        "A range that covers the value in 95 % of samples, as far as the estimate has no bias.",
    ),
    term(
        "p",
        "p",
        "The chance of a difference as large as this where there is none. Two graphs count as told apart if p is below 0.05.",
    ),
    term(
        "sid",
        "SID",
        "The structural intervention distance: the number of effects that are read off wrongly if one adjusts for the \
         parents of the treatment in the learnt graph.",
    ),
    term(
        "aid",
        "AID",
        "The adjustment identification distance: the same with the ancestors of the treatment, or with the optimal adjustment \
         set, instead of its parents.",
    ),
    term("shd", "SHD", "The structural Hamming distance: the number of edges that differ."),
    term(
        "bounds",
        "bounds",
        "Undirected edges allow several directed graphs. The bounds are the smallest and the largest distance of these.",
    ),
    term("effect", "effect", "How the distribution of the outcome changes when the treatment is set to a value."),
    term(
        "adjustment",
        "adjustment set",
        "The variables that a graph says must be held fixed, or averaged over, to read an effect off observed data.",
    ),
    term("fix", "fix", "Making one edge of the learnt graph as it is in the truth."),
    term(
        "dropped",
        "undirected edges dropped",
        "The learnt graph without its undirected edges: one directed graph, so that there are no bounds.",
    ),
    term("skeleton", "skeleton", "The pairs of nodes that an edge joins, whatever its direction."),
    term("arrows", "arrows", "The directed edges, each with its direction."),
    term("precision", "precision", "The share of learnt edges that are in the truth."),
    term("recall", "recall", "The share of true edges that were learnt."),
    term("f1", "F1", "The harmonic mean of precision and recall: 1 if both are 1, small if one of them is."),
    term(
        "chance",
        "may be chance",
        "The mean difference on the same graphs is within two of its standard errors of 0: other graphs may turn it round.",
    ),
    term(
        "box",
        "box",
        "From the first to the third quartile: half of the graphs lie in it. The line is the median, and the whiskers reach to \
         the farthest values within one and a half boxes.",
    ),
    term(
        "rho",
        "Spearman’s ρ",
        "The rank correlation: 1 if two distances put the graphs in the same order, 0 if their orders have nothing in common, \
         −1 if they are reversed.",
    ),
    term(
        "skill",
        "skill",
        "How much of what the experiments changed a graph predicts: 1 is a perfect prediction, 0 is as good as saying that \
         nothing has an effect, below 0 is worse.",
    ),
    term(
        "score",
        "score",
        "The squared distance between the predicted and the recorded distribution of an outcome; what noise adds is taken off, \
         so it can fall below 0.",
    ),
    term("no-effect", "no effect", "The prediction that an experiment leaves every outcome as it was observed before."),
    term(
        "ceiling",
        "ceiling",
        "How well one half of the rows of each experiment predicts the other half, without any graph. No graph can be expected \
         to do better.",
    ),
    term(
        "outside",
        "outside",
        "Rows of an experiment at values that were hardly ever observed: nothing can be predicted there from observational rows.",
    ),
];
