//! The words that the page explains.

use serde::Serialize;

/// A term and the sentence that explains it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Term {
    /// What links to it are called.
    key: &'static str,
    name: &'static str,
    meaning: &'static str,
}

const fn term(key: &'static str, name: &'static str, meaning: &'static str) -> Term {
    Term { key, name, meaning }
}

/// All of them.
pub(super) const TERMS: [Term; 14] = [
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
        "The standard error: how much the cross-fitted number would vary with other rows of the same kind.",
    ),
    term(
        "interval",
        "interval",
        "The range that covers the cross-fitted value in 95 % of samples, as far as the estimate has no bias.",
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
        "Undirected edges stand for several directed graphs. The bounds are the smallest and the largest distance of these.",
    ),
    term("effect", "effect", "How the distribution of the outcome changes when the treatment is set to a value."),
    term(
        "adjustment",
        "adjustment set",
        "The variables that a graph says must be held fixed, or averaged over, to read an effect off observed data.",
    ),
    term("fix", "fix", "Making one edge of the learnt graph as it is in the truth."),
    term(
        "joint",
        "contSID joint",
        "contSID of interventions that set several variables at once, summed over sets of treatments and their outcomes.",
    ),
];
