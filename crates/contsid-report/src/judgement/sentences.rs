//! What experiments say about graphs, in sentences.

use super::JudgementReport;
use crate::number::Decimals;
use crate::rich::Rich;
use crate::verdict::{Contest, ContestWords, PairWords, pair_words};
use contsid::comparison::Contender;
use contsid::effect::Estimate;
use contsid::experiment::{GraphJudgement, Judgement};

const WORDS: ContestWords = ContestWords {
    better: "better",
    worse: "worse",
    equal: "equally good",
    as_good: "as good as",
    grounds: "by these experiments",
};

/// More than this share of an experiment outside the observational rows is said.
const MUCH_OUTSIDE: f64 = 0.25;

const NO_EFFECT: &str = "Nothing in the experiments differs clearly from the observational rows (by two standard \
                         errors): there is no skill to speak of.";

const FAR_AWAY: &str = "No verdict: at least half of the rows of the experiments lie outside the observational rows, \
                        where no graph can predict.";

/// The most effects without an adjustment set that are named.
const MOST_NAMED: usize = 2;

/// Skills and errors below this are rounding.
const ROUNDING: f64 = 1e-9;

/// A skill with its standard error.
pub fn skill_text(skill: Estimate) -> String {
    let digits = Decimals::HUNDREDTHS;
    let is_rounding = |value: f64| value.abs() < ROUNDING;
    match skill.se {
        Some(error) if is_rounding(skill.value) && is_rounding(error) => "0".to_owned(),
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

/// Which graph to choose, or between which the choice is open, and which are worse.
pub(super) fn verdict(report: &JudgementReport<'_>) -> Vec<Rich> {
    let judgement = report.judgement;
    if let Some(words) = obstacle(judgement) {
        return vec![Rich::new(words)];
    }
    of_contest(report, |contest| {
        let best = contest.standings.order[0];
        let skill = judgement.graphs[best].skill;
        let is_clear = skill.value > 0.0 && skill.interval.is_none_or(|ends| ends.lower > 0.0);
        if is_clear {
            return std::iter::once(contest.choice("Choose ")).chain(contest.details()).collect();
        }
        let is_alone = contest.standings.order.len() == 1;
        let who =
            if is_alone { (contest.name)(best).words(" does not predict") } else { Rich::new("No graph predicts") };
        let text = who.words(" these experiments clearly better than ").term("no-effect", "no effect");
        let text = if is_alone {
            text.words(": ")
        } else {
            text.words(". The first is ").then((contest.name)(best)).words(", ")
        };
        std::iter::once(text.then((contest.number)(best)).words(".")).chain(contest.all_details()).collect()
    })
}

/// How each two graphs stand to each other; nothing where nothing can be said.
pub(super) fn relations(report: &JudgementReport<'_>) -> Vec<PairWords> {
    if obstacle(report.judgement).is_some() { Vec::new() } else { of_contest(report, pair_words) }
}

/// What is said of the graphs as a contest.
fn of_contest<T>(report: &JudgementReport<'_>, said: impl FnOnce(&Contest<'_>) -> T) -> T {
    let found = |graph: usize| &report.judgement.graphs[graph];
    let number = |graph: usize| {
        let skill = match found(graph).best {
            Some(best) => format!(" {} to {}", skill_text(found(graph).skill), skill_text(best)),
            None => format!(" {}", skill_text(found(graph).skill)),
        };
        Rich::default().term("skill", "skill").words(skill)
    };
    said(&Contest {
        words: &WORDS,
        standings: &report.standings(),
        name: &|graph| Rich::default().name(report.graphs[graph].name),
        number: &number,
        members: &|graph| {
            let GraphJudgement { skill, best, .. } = found(graph);
            Contender { best: best.unwrap_or(*skill).value, worst: skill.value }
        },
        digits: Decimals::HUNDREDTHS,
    })
}

impl JudgementReport<'_> {
    /// What a reader of the numbers should know.
    pub fn notes(&self) -> Vec<String> {
        let (names, labels) = (self.table.names(), self.labels());
        let mut notes = self.table.column_notes();
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
            let unidentified: Vec<String> = labels
                .iter()
                .zip(&judged.experiments)
                .flat_map(|(label, skill)| skill.unidentified.iter().map(move |&node| (label, names.name(node))))
                .map(|(label, outcome)| format!("{label} on {outcome}"))
                .collect();
            let which = match &unidentified[..] {
                [] => continue,
                [one] => format!("the effect of {one}, which counts"),
                some if some.len() <= MOST_NAMED => format!("the effects of {}, which count", some.join(" and of ")),
                many => format!("{} of {} effects, which count", many.len(), judged.pairs.len()),
            };
            notes.push(format!("in {} no adjustment set identifies {which} as not predicted", graph.name));
        }
        notes
    }
}
