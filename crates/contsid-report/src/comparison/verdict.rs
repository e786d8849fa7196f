//! What to do, in a few sentences: which graph to choose, how sure that is, and what to fix first.

use super::ranking::DistanceTexts;
use crate::number::p_value;
use crate::rich::{Rich, sentence};
use contsid::comparison::{Measure, NO_VERDICT, OtherRanks, Ranking, lacks_overlap, rank};
use contsid::effect::Difference;
use serde::Serialize;

/// Two graphs are told apart if the p-value of their difference is below this.
const LEVEL: f64 = 0.05;

/// The largest number of graphs whose names a sentence lists.
const MOST_NAMES: usize = 4;

/// The largest number of graphs of which it is said why they may be as good as the first.
const MOST_DOUBTS: usize = 3;

/// What the page says first.
#[derive(Debug, Serialize)]
pub(super) struct Advice {
    /// The graph that the page begins with.
    pub(super) choice: usize,
    headline: Rich,
    details: Vec<Rich>,
}

/// How a graph stands to the first one.
enum Standing {
    /// At the same distance.
    Tied,
    /// Farther away.
    Worse(Option<Difference>),
    /// The rows do not tell.
    Alike(Difference),
    /// Nearer by the cross-fitted number.
    Contradicted(Difference),
    /// The bounds overlap.
    Overlapping,
}

struct Judge<'a> {
    scale: &'a DistanceTexts<'a>,
    ranking: Ranking,
}

/// The verdict, in which `fix` is what to do first with the first graph.
pub(super) fn verdict(scale: &DistanceTexts<'_>, fix: impl Fn(usize) -> Rich) -> Advice {
    let compared = scale.comparisons();
    let judge = Judge { ranking: rank(&compared, None), scale };
    let first = judge.ranking.order.first().map_or(0, |graph| graph.index);
    if compared.len() > 1 && lacks_overlap(&compared) {
        return Advice { choice: first, headline: Rich::new(sentence(NO_VERDICT)), details: vec![fix(first)] };
    }
    let mut details = match judge.ranking.order.len() {
        0 => Vec::new(),
        1 => judge.alone(first),
        _ => judge.details(first),
    };
    details.push(fix(first));
    let headline = if judge.ranking.order.len() > 1 { judge.headline(first) } else { judge.only(first) };
    Advice { choice: first, headline, details }
}

impl Judge<'_> {
    fn others(&self) -> impl Iterator<Item = usize> {
        self.ranking.order.iter().skip(1).map(|graph| graph.index)
    }

    fn is_zero(&self, graph: usize) -> bool {
        self.scale.learnt[graph].comparison.bounds(self.ranking.by).is_some_and(|bounds| bounds.upper < 1e-9)
    }

    /// Whether undirected edges leave more than one distance.
    fn is_bounded(&self, graph: usize) -> bool {
        let bounds = self.scale.learnt[graph].comparison.bounds(self.ranking.by);
        bounds.is_some_and(|bounds| bounds.lower < bounds.upper)
    }

    /// `contSID 0.19, cross-fitted 0.13 ± 0.05`
    fn number(&self, graph: usize) -> Rich {
        let comparison = self.scale.learnt[graph].comparison;
        if self.ranking.by != Measure::ContSid {
            return named(self.ranking.by).words(" ").words(self.scale.text(graph, self.ranking.by));
        }
        let number = named(Measure::ContSid);
        match (&comparison.contsid, &comparison.crossfit) {
            (Some(_), Some(score)) if !self.is_zero(graph) => number
                .words(format!(" {}, ", self.scale.text(graph, Measure::ContSid)))
                .term("crossfit", "cross-fitted")
                .words(format!(" {}", self.scale.crossfit_text(score))),
            (None, Some(score)) => number
                .words(", ")
                .term("crossfit", "cross-fitted")
                .words(format!(" {}", self.scale.crossfit_text(score))),
            _ => number.words(format!(" {}", self.scale.text(graph, Measure::ContSid))),
        }
    }

    /// The cross-fitted number of the other graph less that of the first.
    fn difference(&self, first: usize, other: usize) -> Option<Difference> {
        let score = |graph: usize| self.scale.learnt[graph].comparison.crossfit.as_ref();
        score(other)?.difference(score(first)?)
    }

    fn standing(&self, first: usize, other: usize) -> Standing {
        if self.ranking.ranks()[other] == 1 {
            return Standing::Tied;
        }
        let by_contsid = self.ranking.by == Measure::ContSid;
        let overlapping = self.ranking.overlaps.contains(&[first, other]);
        match self.difference(first, other).filter(|_| by_contsid) {
            // Bounds can meet where undirected edges allow the other graph itself.
            Some(found) if is_none(&found) && overlapping => Standing::Overlapping,
            Some(found) if found.p_value >= LEVEL => Standing::Alike(found),
            Some(found) if found.value < 0.0 => Standing::Contradicted(found),
            _ if overlapping => Standing::Overlapping,
            found => Standing::Worse(found),
        }
    }

    /// The first graph, and those that may be as good.
    fn choices(&self, first: usize) -> Vec<usize> {
        let open = self.others().filter(|&other| !matches!(self.standing(first, other), Standing::Worse(_)));
        std::iter::once(first).chain(open).collect()
    }

    /// Which graph to choose, or between which the choice is open.
    fn headline(&self, first: usize) -> Rich {
        let choices = self.choices(first);
        let has = |wanted: fn(&Standing) -> bool| {
            choices[1..].iter().filter(|&&other| wanted(&self.standing(first, other))).count()
        };
        let text = Rich::new("Choose ").then(listed(&choices, "or"));
        if choices.len() == 1 {
            return text.words(": ").then(self.number(first)).words(".");
        }
        if has(|standing| matches!(standing, Standing::Tied)) + 1 == choices.len() {
            return text.words(": they are equally near to the truth, ").then(self.number(first)).words(".");
        }
        let why = if has(|standing| matches!(standing, Standing::Contradicted(_))) > 0 {
            ": all rows together and cross-fitting disagree"
        } else if has(|standing| matches!(standing, Standing::Overlapping)) + 1 == choices.len() {
            ": their bounds overlap"
        } else {
            ": they cannot be told apart"
        };
        text.words(why).words(". Nearest is ").graph(first).words(", ").then(self.number(first)).words(".")
    }

    fn details(&self, first: usize) -> Vec<Rich> {
        let mut details: Vec<Rich> =
            self.others().filter_map(|other| self.doubt(first, other)).take(MOST_DOUBTS).collect();
        let next = self.others().find_map(|other| match self.standing(first, other) {
            Standing::Worse(found) => Some((other, found)),
            _ => None,
        });
        if let Some((other, found)) = next {
            let text = Rich::new("The next, ").graph(other).words(", ").then(self.number(other)).words(", is worse");
            details.push(match found {
                Some(found) => text.words(" (").term("p", p_value(found.p_value)).words(")."),
                None => text.words("."),
            });
        }
        details.extend(self.agreement(first));
        details
    }

    /// Why a graph may be as good as the first one.
    fn doubt(&self, first: usize, other: usize) -> Option<Rich> {
        let digits = self.scale.decimals;
        let numbered = Rich::default().graph(other).words(": ").then(self.number(other));
        let difference = |text: Rich, found: &Difference| {
            if is_none(found) {
                return text.words(" (no difference).");
            }
            text.words(format!(" ({}, ", digits.uncertain(found.value, found.se)))
                .term("p", p_value(found.p_value))
                .words(").")
        };
        match self.standing(first, other) {
            Standing::Tied | Standing::Worse(_) => None,
            Standing::Alike(found) if is_none(&found) && self.is_bounded(first) => {
                let bound = numbered.words(": the ").term("bounds", "upper bound").words(" of ");
                Some(bound.graph(first).words("."))
            }
            Standing::Alike(found) => {
                let text = numbered.words(". Its difference from ").graph(first);
                Some(difference(text.words(" cannot be told from 0 on these data"), &found))
            }
            Standing::Contradicted(found) => {
                Some(difference(numbered.words(". Cross-fitted it is nearer than ").graph(first), &found))
            }
            Standing::Overlapping => Some(
                numbered
                    .words(". Its ")
                    .term("bounds", "bounds")
                    .words(" overlap with those of ")
                    .graph(first)
                    .words("."),
            ),
        }
    }

    /// Whether the other distances choose the same graph.
    fn agreement(&self, first: usize) -> Vec<Rich> {
        let choices = self.choices(first);
        // Those with the same choice: with no two graphs the other way round, and with some.
        let (mut agreeing, mut choosing): (Vec<Measure>, Vec<Measure>) = Default::default();
        let (mut undecided, mut others): (Vec<Opinion>, Vec<Opinion>) = Default::default();
        for OtherRanks { measure, ranks, reversed } in &self.ranking.others {
            let nearest: Vec<usize> = (0..ranks.len()).filter(|&graph| ranks[graph] == 1).collect();
            if nearest.contains(&first) && nearest.iter().all(|graph| choices.contains(graph)) {
                if reversed.is_empty() { &mut agreeing } else { &mut choosing }.push(*measure);
            } else if nearest.contains(&first) {
                add(&mut undecided, nearest.into_iter().filter(|&graph| graph != first).collect(), *measure);
            } else {
                add(&mut others, nearest, *measure);
            }
        }
        let mut sentences = Vec::new();
        if !agreeing.is_empty() {
            let (names, single) = self.measures(&agreeing);
            sentences.push(names.words(if single { " agrees." } else { " agree." }));
        }
        if !choosing.is_empty() {
            let (names, single) = self.measures(&choosing);
            let text = names.words(if single { " puts " } else { " put " }).graph(first);
            sentences.push(text.words(" first too, but not all others in the same order."));
        }
        for (equal, measures) in undecided {
            let (names, single) = self.measures(&measures);
            let text = names.words(if single { " puts " } else { " put " }).then(listed(&equal, "and"));
            sentences.push(text.words(" at the same distance."));
        }
        for (nearest, measures) in others {
            let (names, single) = self.measures(&measures);
            let within = nearest.iter().any(|graph| choices.contains(graph));
            let verb = match (within, single) {
                (true, true) => " puts ",
                (true, false) => " put ",
                (false, true) => " disagrees: it puts ",
                (false, false) => " disagree: they put ",
            };
            let graphs = nearest.iter().take(MOST_NAMES).map(|&graph| self.with_last_rank(graph)).collect();
            sentences.push(names.words(verb).then(Rich::list(graphs, "and")).words(" first."));
        }
        sentences
    }

    /// The names of distances, and whether it is one; the three AID are one where they are together.
    fn measures(&self, measures: &[Measure]) -> (Rich, bool) {
        let known = |measure: &Measure| family(*measure).1 == "AID";
        let all = self.ranking.others.iter().filter(|other| known(&other.measure)).count();
        let whole = measures.iter().filter(|measure| known(measure)).count() == all;
        let mut names: Vec<Rich> = Vec::new();
        for &measure in measures {
            let name = if whole { Rich::default().term(family(measure).0, family(measure).1) } else { named(measure) };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let single = names.len() == 1;
        (Rich::list(names, "and"), single)
    }

    /// A graph, with its rank if that is the last one.
    fn with_last_rank(&self, graph: usize) -> Rich {
        let ranks = self.ranking.ranks();
        let last = ranks[graph] == ranks.iter().copied().max().unwrap_or(1);
        let text = Rich::default().graph(graph);
        if last && ranks[graph] > 1 {
            text.words(", the last by ").then(named(self.ranking.by)).words(",")
        } else {
            text
        }
    }

    fn only(&self, first: usize) -> Rich {
        let text = Rich::default().graph(first);
        if self.is_zero(first) {
            return text.words(" implies the same effects as the truth: ").then(self.number(first)).words(".");
        }
        text.words(" differs from the truth: ").then(self.number(first)).words(".")
    }

    /// The other distances of the only graph.
    fn alone(&self, first: usize) -> Vec<Rich> {
        let comparison = self.scale.learnt[first].comparison;
        let wrong = self.scale.text(first, Measure::Sid);
        let verb = if wrong == "1" { "is" } else { "are" };
        let pairs = crate::number::count(comparison.pair_count);
        let sid = named(Measure::Sid).words(format!(": {wrong} of {pairs} effects {verb} read off wrongly. "));
        vec![sid.then(named(Measure::Shd)).words(format!(": {}.", self.scale.text(first, Measure::Shd)))]
    }
}

/// `A, B or C`, and how many more there are of many.
fn listed(graphs: &[usize], last: &str) -> Rich {
    let shown = if graphs.len() > MOST_NAMES { MOST_NAMES - 1 } else { graphs.len() };
    let mut names: Vec<Rich> = graphs[..shown].iter().map(|&graph| Rich::default().graph(graph)).collect();
    if shown < graphs.len() {
        names.push(Rich::new(format!("{} others", graphs.len() - shown)));
    }
    Rich::list(names, last)
}

/// Whether a difference is exactly 0.
fn is_none(found: &Difference) -> bool {
    found.value == 0.0 && found.se == 0.0
}

/// The term that explains a distance, and the name of the distances that it explains.
fn family(measure: Measure) -> (&'static str, &'static str) {
    match measure {
        Measure::ContSid => ("contsid", "contSID"),
        Measure::Sid => ("sid", "SID"),
        Measure::AidParent | Measure::AidAncestor | Measure::AidOptimal => ("aid", "AID"),
        Measure::Shd => ("shd", "SHD"),
    }
}

fn named(measure: Measure) -> Rich {
    let (term, name) = family(measure);
    let words = match measure {
        Measure::AidParent => "AID by parents",
        Measure::AidAncestor => "AID by ancestors",
        Measure::AidOptimal => "AID by optimal sets",
        _ => name,
    };
    Rich::default().term(term, words)
}

/// Graphs, and the distances that choose them.
type Opinion = (Vec<usize>, Vec<Measure>);

/// Adds a distance to those that choose the same graphs.
fn add(opinions: &mut Vec<Opinion>, graphs: Vec<usize>, measure: Measure) {
    match opinions.iter_mut().find(|(known, _)| *known == graphs) {
        Some((_, measures)) => measures.push(measure),
        None => opinions.push((graphs, vec![measure])),
    }
}
