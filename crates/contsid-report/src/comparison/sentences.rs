//! What each distance means, in a sentence.

use super::graphs::{EdgeMark, MarkedEdge};
use super::shift::{have_shifts, shift_text};
use super::{ComparisonReport, Distances, LearntGraph};
use crate::number::{Decimals, count as grouped, without_rounding};
use crate::rich::isolated;
use contsid::comparison::{Comparison, ShdOf};
use contsid::distance::bounds::{Exactness, Span};
use contsid::distance::{Reversal, Selection};
use contsid::effect::Score;

/// What is to be said of bounds that are not exact.
const RELAXED: &str = " The bounds are valid but perhaps not attained: the undirected parts are too large.";

const WRONGLY: &str = "read off wrongly";

/// A distance by its name, and what its value means.
#[derive(Clone, Debug)]
pub(super) struct Meaning {
    pub(super) name: &'static str,
    pub(super) meaning: String,
}

/// The distances of a learnt graph, the most telling first; the edges are those that the SHD compares.
pub(super) fn scores(
    learnt: &LearntGraph<'_>,
    distances: Option<&Distances>,
    edges: &[MarkedEdge],
    report: &ComparisonReport<'_>,
    decimals: Decimals,
) -> Vec<Meaning> {
    let comparison = learnt.comparison;
    let mut scores: Vec<Meaning> =
        distances.into_iter().map(|distances| contsid(distances, report, comparison, decimals)).collect();
    scores.extend(comparison.joint.as_ref().map(joint));
    scores.push(sid(comparison));
    let aid = &comparison.aid;
    for (name, set, mistakes) in
        [("AID ancestor", "ancestors", &aid.ancestor), ("AID optimal", "optimal adjustment sets", &aid.optimal)]
    {
        let (value, pairs) = (mistakes.count(), comparison.pair_count);
        let is_open = comparison.sid.lower != comparison.sid.upper;
        let wrong = if is_open { "read off wrongly or left open by undirected edges" } else { WRONGLY };
        let meaning = format!("{} if one adjusts for its {set} instead.", some_of(&value.to_string(), pairs, wrong));
        scores.push(Meaning { name, meaning });
    }
    scores.push(shd(edges, report));
    scores
}

/// ` (as large as a shift of 0.8 sd)`, where a shift of the outcome has a distance.
fn shift_words(distance: f64, outcome: usize, report: &ComparisonReport<'_>) -> String {
    match shift_text(distance).filter(|_| have_shifts(report.data.as_ref(), report.names.len())[outcome]) {
        Some(shift) => format!(" (as large as a shift of {shift} sd)"),
        None => String::new(),
    }
}

fn contsid(
    distances: &Distances,
    report: &ComparisonReport<'_>,
    comparison: &Comparison,
    decimals: Decimals,
) -> Meaning {
    let names = report.names;
    let Span { lower, upper } = distances.total;
    let largest = (0..distances.upper.len()).max_by(|&a, &b| distances.upper[a].total_cmp(&distances.upper[b]));
    let mut meaning = match largest.filter(|&pair| without_rounding(distances.upper[pair]) > 0.0) {
        None => "The two graphs imply the same effects on these data.".to_owned(),
        Some(pair) => {
            let mean = decimals.write(upper / comparison.pair_count.max(1) as f64);
            let name = |node| isolated(names.name(contsid::graph::NodeId::new(node)));
            let (treatment, outcome) = (name(pair / names.len()), name(pair % names.len()));
            let largest = distances.upper[pair];
            let most = decimals.write(largest) + &shift_words(largest, pair % names.len(), report);
            format!(
                "How far the effects that the two graphs imply are apart on these data, added up over all effects; \
                 {mean} for each on average, {most} at most, for the effect of {treatment} on {outcome}."
            )
        }
    };
    if lower != upper {
        meaning += " The bounds are over all graphs that the undirected edges allow.";
    }
    if distances.exactness == Exactness::Relaxed {
        meaning += RELAXED;
    }
    Meaning { name: "contSID", meaning }
}

fn joint(score: &Score) -> Meaning {
    let range = |span: Span<f64>| Decimals::of([span.upper]).range(span.lower, span.upper);
    let (pairs, Span { lower: least, upper: most }) = (score.pair_count(), score.left_out);
    let mean = score.mean.map_or_else(String::new, |mean| format!("; {} on average", range(mean)));
    let left_out = match (least == most, most) {
        (_, 0) => String::new(),
        (true, count) => format!(" {count} of them are left out: a graph has no adjustment set for them."),
        (false, count) => format!(" Up to {count} of them are left out: a graph has no adjustment set for them."),
    };
    let meaning = format!(
        "The same when several variables are set at once, added up over {pairs} pairs of a set and an \
         outcome{mean}.{left_out}"
    );
    Meaning { name: "contSID joint", meaning }
}

fn sid(comparison: &Comparison) -> Meaning {
    let (lower, upper) = (comparison.sid.lower, comparison.sid.upper);
    let count = if lower == upper { upper.to_string() } else { format!("between {lower} and {upper}") };
    let mut meaning = format!(
        "{} if one adjusts for the parents in the learnt graph.",
        some_of(&count, comparison.pair_count, WRONGLY)
    );
    if comparison.sid.exactness == Exactness::Relaxed {
        meaning += RELAXED;
    }
    Meaning { name: "SID", meaning }
}

fn some_of(count: &str, pairs: usize, wrong: &str) -> String {
    let (count, verb) = match count {
        "0" => ("none", "is"),
        "1" => ("1", "is"),
        count => (count, "are"),
    };
    format!("Of {} effects {count} {verb} {wrong}", grouped(pairs))
}

fn shd(edges: &[MarkedEdge], report: &ComparisonReport<'_>) -> Meaning {
    let options = report.options;
    let kinds = [
        (EdgeMark::Missing, EdgeMark::Missing.words()),
        (EdgeMark::Extra, EdgeMark::Extra.words()),
        (EdgeMark::Reversed, EdgeMark::Reversed.words()),
        (EdgeMark::Undirected, EdgeMark::Undirected.words()),
        (EdgeMark::Directed, "with a direction that the truth leaves open"),
    ];
    let count = |mark| edges.iter().filter(|edge| edge.mark == mark).count();
    let parts = kinds.iter().map(|&(mark, word)| (count(mark), word)).filter(|&(count, _)| count > 0);
    let parts: Vec<String> = parts.map(|(count, word)| format!("{count} {word}")).collect();
    let all = Selection::all(report.names.len());
    let selected = options.selection.as_ref().is_some_and(|selection| *selection != all);
    let mut meaning = match (parts.is_empty(), selected) {
        (true, false) => "All edges are right.".to_owned(),
        (true, true) => "No edge that counts differs.".to_owned(),
        (false, _) => format!("Edges that differ: {}.", parts.join(", ")),
    };
    if selected {
        meaning += " Only edges between a chosen treatment and a chosen outcome count.";
    }
    if options.shd_of == ShdOf::Classes {
        meaning += " Counted between the completed graphs of their equivalence classes.";
    }
    if options.reversal == Reversal::Twice && count(EdgeMark::Reversed) > 0 {
        meaning += " A reversed edge counts twice.";
    }
    Meaning { name: "SHD", meaning }
}
