//! What experiments say about graphs, in sentences.

use super::JudgementReport;
use crate::number::{Decimals, p_value};
use crate::rich::Rich;
use contsid::comparison::{LearntDifference, tiers};
use contsid::effect::Estimate;
use contsid::experiment::Judgement;

/// The chance of a difference by luck below which graphs are told apart.
const LEVEL: f64 = 0.05;

/// More than this share of an experiment outside the observational rows is said.
const MUCH_OUTSIDE: f64 = 0.25;

const NO_EFFECT: &str = "Nothing in the experiments differs clearly from the observational rows (by two standard \
                         errors): there is no skill to speak of.";

const FAR_AWAY: &str = "No verdict: more than half of the rows of the experiments lie outside the observational rows, \
                        where no graph can predict.";

const BY_WORST: &str = "A graph with undirected edges is compared by the worst of the graphs that it allows.";

/// A skill with its standard error.
pub(super) fn skill_text(skill: Estimate) -> String {
    let digits = Decimals::HUNDREDTHS;
    match skill.se {
        _ if !skill.value.is_finite() => "none".to_owned(),
        Some(error) if error.is_finite() => digits.uncertain(skill.value, error),
        _ => digits.write(skill.value),
    }
}

/// Why nothing can be said about the graphs, if so.
pub(super) fn obstacle(judgement: &Judgement) -> Option<&'static str> {
    match (judgement.has_effect(), judgement.lacks_overlap()) {
        (false, _) => Some(NO_EFFECT),
        (true, true) => Some(FAR_AWAY),
        (true, false) => None,
    }
}

/// Which graph to choose, or between which the choice is open.
pub(super) fn headline(report: &JudgementReport<'_>) -> Rich {
    let judgement = report.judgement;
    if let Some(words) = obstacle(judgement) {
        return Rich::new(words);
    }
    let found = tiers(&judgement.ranked(), &judgement.differences, LEVEL);
    let Some(first) = found.first() else { return Rich::new(NO_EFFECT) };
    let best = judgement.graphs[first[0]].skill;
    let number = || Rich::default().term("skill", "skill").words(format!(" {}", skill_text(best)));
    if best.value <= 0.0 || best.interval.is_some_and(|ends| ends.lower <= 0.0) {
        let text = Rich::new("No graph predicts these experiments clearly better than ").term("no-effect", "no effect");
        return text.words(". The best is ").then(named(report, first[0])).words(", ").then(number()).words(".");
    }
    let names = Rich::list(first.iter().map(|&index| named(report, index)).collect(), "or");
    let text = Rich::new("Choose ").then(names);
    if first.len() == 1 {
        return text.words(": ").then(number()).words(".");
    }
    let text = text.words(": they cannot be told apart by these experiments. The first is ");
    text.then(named(report, first[0])).words(", ").then(number()).words(".")
}

fn named(report: &JudgementReport<'_>, index: usize) -> Rich {
    Rich::default().name(report.graphs[index].name)
}

/// Which graphs can be told apart, the best first.
pub(super) fn verdict(report: &JudgementReport<'_>) -> Vec<Rich> {
    let judgement = report.judgement;
    if let Some(words) = obstacle(judgement) {
        return vec![Rich::new(words)];
    }
    let found = tiers(&judgement.ranked(), &judgement.differences, LEVEL);
    let names = |tier: &[usize]| Rich::list(tier.iter().map(|&index| named(report, index)).collect(), "and");
    let mut sentences = Vec::new();
    for (index, tier) in found.iter().enumerate() {
        if let [first, second, ..] = tier[..] {
            let found = LearntDifference::between(&judgement.differences, first, second);
            let detail = found.map_or_else(String::new, |found| {
                let (value, se) = (found.difference.value.abs(), found.difference.se);
                let which = if tier.len() == 2 { "difference" } else { "difference of the first two" };
                format!(" ({which} {value:.2} ± {se:.2})")
            });
            sentences.push(names(tier).words(format!(" cannot be told apart by these experiments{detail}.")));
        }
        if let Some(next) = found.get(index + 1) {
            sentences.push(worse(tier[0], next, &judgement.differences, &names));
        }
    }
    if judgement.graphs.iter().any(|graph| graph.best.is_some()) {
        sentences.push(Rich::new(BY_WORST));
    }
    sentences
}

/// `B and C are worse than A (all p ≤ 0.012); D cannot be told apart from A.`: a graph of the next tier, which is not
/// told apart from that tier's best, need not be told apart from `best` either.
fn worse(best: usize, next: &[usize], differences: &[LearntDifference], names: &dyn Fn(&[usize]) -> Rich) -> Rich {
    let chance = |index: usize| {
        LearntDifference::between(differences, best, index).map_or(1.0, |found| found.difference.p_value)
    };
    let (worse, unclear): (Vec<usize>, Vec<usize>) = next.iter().partition(|&&index| chance(index) < LEVEL);
    let largest = p_value(worse.iter().map(|&index| chance(index)).fold(0.0, f64::max));
    let chances = if worse.len() == 1 { largest } else { format!("all {}", largest.replace('=', "≤")) };
    let is = if worse.len() == 1 { " is" } else { " are" };
    let sentence = names(&worse).words(is).words(" worse than ").then(names(&[best]));
    let sentence = sentence.words(" (").term("p", chances).words(")");
    if unclear.is_empty() {
        return sentence.words(".");
    }
    sentence.words("; ").then(names(&unclear)).words(" cannot be told apart from ").then(names(&[best])).words(".")
}

impl JudgementReport<'_> {
    /// What a reader of the numbers should know.
    pub fn notes(&self) -> Vec<String> {
        let (names, labels) = (self.table.names(), self.labels());
        let mut notes: Vec<String> = self.table.constant_note().into_iter().collect();
        let copies = labels.iter().zip(self.experiments).filter(|(_, experiment)| experiment.table() == self.table);
        notes.extend(
            copies.map(|(label, _)| format!("the experiment on {label} has the observational rows themselves")),
        );
        for (label, facts) in labels.iter().zip(&self.judgement.experiments) {
            if facts.outside > MUCH_OUTSIDE {
                let share = 100.0 * facts.outside;
                notes.push(format!(
                    "the experiment on {label}: {share:.0} % of its rows lie outside the observational rows, where no \
                     graph can predict"
                ));
            }
        }
        for (graph, judged) in self.graphs.iter().zip(&self.judgement.graphs) {
            for (label, skill) in labels.iter().zip(&judged.experiments) {
                if !skill.unidentified.is_empty() {
                    let outcomes =
                        skill.unidentified.iter().map(|&node| names.name(node)).collect::<Vec<_>>().join(", ");
                    notes.push(format!(
                        "{}: no adjustment set identifies the effect of {label} on {outcomes}, which counts as not \
                         predicted",
                        graph.name,
                    ));
                }
            }
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contsid::effect::{Difference, Interval};

    fn differences(p_values: &[(usize, f64)]) -> Vec<LearntDifference> {
        let interval = Interval { lower: 0.0, upper: 1.0 };
        let found = |&(second, p_value): &(usize, f64)| LearntDifference {
            first: 0,
            second,
            difference: Difference { value: 0.5, se: 0.1, interval, p_value },
        };
        p_values.iter().map(found).collect()
    }

    fn sentence(p_values: &[(usize, f64)]) -> String {
        let name = |index: &usize| Rich::default().name(&format!("G{index}"));
        let names = |tier: &[usize]| Rich::list(tier.iter().map(name).collect(), "and");
        let next: Vec<usize> = p_values.iter().map(|pair| pair.0).collect();
        worse(0, &next, &differences(p_values), &names).text()
    }

    #[test]
    fn the_largest_chance_is_that_of_all() {
        assert_eq!(sentence(&[(1, 0.012)]), "G1 is worse than G0 (p = 0.012).");
        assert_eq!(sentence(&[(1, 0.0002), (2, 0.012)]), "G1 and G2 are worse than G0 (all p ≤ 0.012).");
        assert_eq!(sentence(&[(1, 0.0002), (2, 0.0003)]), "G1 and G2 are worse than G0 (all p < 0.001).");
    }

    #[test]
    fn a_graph_that_is_not_told_apart_is_not_called_worse() {
        let expected = "G1 is worse than G0 (p = 0.010); G2 cannot be told apart from G0.";
        assert_eq!(sentence(&[(1, 0.01), (2, 0.3)]), expected);
    }
}
