//! What experiments say about graphs, in sentences.

use super::JudgementReport;
use contsid::comparison::{LearntDifference, tiers};

/// The chance of a difference by luck below which graphs are told apart.
const LEVEL: f64 = 0.05;

/// The smallest chance that is printed as a number.
const SMALLEST_CHANCE: f64 = 0.001;

/// More than this share of an experiment outside the observational rows is said.
const MUCH_OUTSIDE: f64 = 0.25;

const NO_EFFECT: &str = "Nothing in the experiments differs clearly from the observational rows (by two standard errors): there is \
                         no skill to speak of.";

/// Which graphs can be told apart, the best first.
pub(super) fn verdict(report: &JudgementReport<'_>) -> Vec<String> {
    let judgement = report.judgement;
    if !judgement.has_effect() {
        return vec![NO_EFFECT.to_owned()];
    }
    let found = tiers(&judgement.ranked(), &judgement.differences, LEVEL);
    let name = |index: usize| report.graphs[index].name.to_owned();
    let names = |tier: &[usize]| listed(&tier.iter().map(|&index| name(index)).collect::<Vec<_>>());
    let mut sentences = Vec::new();
    for (index, tier) in found.iter().enumerate() {
        if let [first, second, ..] = tier[..] {
            let detail = difference(&judgement.differences, first, second).map_or_else(String::new, |found| {
                let (value, se) = (found.difference.value.abs(), found.difference.se);
                let which = if tier.len() == 2 { "difference" } else { "difference of the first two" };
                format!(" ({which} {value:.2} ± {se:.2})")
            });
            sentences.push(format!("{} cannot be told apart by these experiments{detail}.", names(tier)));
        }
        if let Some(next) = found.get(index + 1) {
            let of_pair = difference(&judgement.differences, tier[0], next[0]);
            let chance = of_pair.map_or(1.0, |found| found.difference.p_value);
            let is = if next.len() == 1 { "is" } else { "are" };
            sentences.push(format!("{} {is} worse than {} ({}).", names(next), name(tier[0]), in_words(chance)));
        }
    }
    sentences
}

/// What a reader of the numbers should know.
pub(super) fn notes(report: &JudgementReport<'_>) -> Vec<String> {
    let (names, mut notes) = (report.table.names(), Vec::new());
    for (experiment, facts) in report.experiments.iter().zip(&report.judgement.experiments) {
        if facts.outside > MUCH_OUTSIDE {
            let (label, share) = (experiment.label(), 100.0 * facts.outside);
            notes.push(format!(
                "the experiment on {label}: {share:.0} % of its rows lie outside the observational rows, where no graph can predict"
            ));
        }
    }
    for (graph, judged) in report.graphs.iter().zip(&report.judgement.graphs) {
        for (experiment, skill) in report.experiments.iter().zip(&judged.experiments) {
            if !skill.unidentified.is_empty() {
                let outcomes = skill.unidentified.iter().map(|&node| names.name(node)).collect::<Vec<_>>().join(", ");
                notes.push(format!(
                    "{}: no adjustment set identifies the effect of {} on {outcomes}, which counts as not predicted",
                    graph.name,
                    experiment.label(),
                ));
            }
        }
    }
    notes
}

fn in_words(chance: f64) -> String {
    if chance < SMALLEST_CHANCE { format!("p < {SMALLEST_CHANCE}") } else { format!("p = {chance:.3}") }
}

fn difference(differences: &[LearntDifference], one: usize, other: usize) -> Option<&LearntDifference> {
    differences.iter().find(|found| [found.first, found.second] == [one.min(other), one.max(other)])
}

fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
