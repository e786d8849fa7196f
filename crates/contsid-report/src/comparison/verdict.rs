//! What to do, in a few sentences: which graph to choose, how sure that is, and what to fix first.

use super::LearntGraph;
use super::ranking::DistanceTexts;
use crate::number::{is_nothing, without_rounding};
use crate::rich::{Rich, sentence};
use crate::verdict::{Contest, ContestWords, PairWords, VerdictModel, pair_words};
use contsid::comparison::{Contender, Measure, Ranking, Standing};
use contsid::distance::bounds::Span;
use contsid::effect::Estimate;
use serde::Serialize;

const WORDS: ContestWords = ContestWords {
    better: "nearer to the truth",
    worse: "farther from the truth",
    equal: "equally near to the truth",
    as_good: "as near to the truth as",
    grounds: "on these data",
};

const NO_VERDICT: &str = "No verdict: at least half of the interventions have hardly any data nearby.";

/// Mean κ below which linear models say most of what is estimated.
const LINEAR: f64 = 0.2;

const NOT_CROSSFITTED: &str = "Nothing is known of chance: contSID is not cross-fitted.";

const NO_ERROR: &str = "Nothing is known of chance: contSID from all rows has no error.";

/// What the page says first.
#[derive(Debug, Serialize)]
pub(super) struct Advice {
    /// The graph that the page begins with.
    pub(super) choice: usize,
    #[serde(flatten)]
    said: VerdictModel,
}

/// The verdict of the page, in which `fix` is what to do first with the first graph, and `notes` are about the data.
pub(super) fn advice(
    scale: &DistanceTexts<'_>,
    ranking: &Ranking,
    fix: impl Fn(usize) -> Rich,
    notes: &[String],
) -> Advice {
    let choice = ranking.standings.order.first().copied().unwrap_or(0);
    let speaker = Speaker { scale, ranking };
    let mut sentences = if scale.learnt.len() == 1 { speaker.alone(choice) } else { speaker.sentences() };
    if !ranking.lacks_overlap {
        sentences.push(fix(choice));
    }
    sentences.extend(notes.iter().map(|note| Rich::new(sentence(note))));
    Advice { choice, said: VerdictModel::new(sentences) }
}

/// How each two graphs stand to each other; nothing where nothing decides.
pub(super) fn relations(scale: &DistanceTexts<'_>, ranking: &Ranking) -> Vec<PairWords> {
    if ranking.lacks_overlap {
        return Vec::new();
    }
    Speaker { scale, ranking }.of_contest(pair_words)
}

/// Which graph to choose, how the graphs stand to each other, what other distances say, and how much
/// linear models say, line by line; of a single graph the last alone, or why there is no verdict. The ranking is that
/// of these graphs.
pub fn verdict(learnt: &[LearntGraph<'_>], ranking: &Ranking) -> Vec<String> {
    let names: Vec<&str> = learnt.iter().map(|learnt| learnt.graph.name).collect();
    let speaker = Speaker { scale: &DistanceTexts::new(learnt), ranking };
    let sentences = match learnt.len() {
        0 | 1 if !ranking.lacks_overlap => speaker.linearity().into_iter().collect(),
        _ => speaker.sentences(),
    };
    sentences.iter().map(|sentence| sentence.text(&names)).collect()
}

struct Speaker<'a> {
    scale: &'a DistanceTexts<'a>,
    ranking: &'a Ranking,
}

impl Speaker<'_> {
    /// What is said about several graphs, the choice first.
    fn sentences(&self) -> Vec<Rich> {
        if self.ranking.lacks_overlap {
            return vec![Rich::new(NO_VERDICT)];
        }
        let why = if self.is_crossfitted() { NO_ERROR } else { NOT_CROSSFITTED };
        let unknown = (self.ranking.by == Measure::ContSid).then(|| Rich::new(why));
        let [choice, details] = self.of_contest(|contest| [vec![contest.choice("Choose ")], contest.details()]);
        let said = choice.into_iter().chain(details).chain(unknown).chain(self.other_distances());
        said.chain(self.outside()).chain(self.linearity()).collect()
    }

    /// What is said of the graphs as a contest.
    fn of_contest<T>(&self, said: impl FnOnce(&Contest<'_>) -> T) -> T {
        said(&Contest {
            words: &WORDS,
            standings: &self.ranking.standings,
            name: &|graph| Rich::default().graph(graph),
            number: &|graph| self.number(graph),
            members: &|graph| self.members(graph, self.ranking.by),
            digits: self.scale.decimals,
        })
    }

    /// The distances of the best and the worst member of a graph.
    fn members(&self, graph: usize, measure: Measure) -> Contender {
        let bounds = self.scale.learnt[graph].comparison.bounds(measure);
        bounds.map_or(Contender::point(f64::NAN), |Span { lower, upper }| Contender { best: lower, worst: upper })
    }

    /// `contSID 0.13 ± 0.05`
    fn number(&self, graph: usize) -> Rich {
        let by = self.ranking.by;
        self.named(by).words(format!(" {}", self.scale.text(graph, by)))
    }

    /// Whether contSID has two numbers, so each needs its own name.
    fn is_crossfitted(&self) -> bool {
        self.ranking.standings_by(Measure::CrossFit).is_some()
    }

    fn named(&self, measure: Measure) -> Rich {
        let (term, name) = family(measure);
        let words = match measure {
            Measure::ContSid if self.is_crossfitted() => "contSID from all rows",
            Measure::AidParent => "AID by parents",
            Measure::AidAncestor => "AID by ancestors",
            Measure::AidOptimal => "AID by optimal sets",
            _ => name,
        };
        Rich::default().term(term, words)
    }

    /// Whether other distances choose the same graphs.
    fn other_distances(&self) -> Vec<Rich> {
        let chosen = self.ranking.standings.first_tier();
        let mut opinions: Vec<(Opinion, Vec<Measure>)> = Vec::new();
        for (measure, standings) in &self.ranking.others {
            if is_contsid(*measure) && is_contsid(self.ranking.by) {
                continue;
            }
            let mut first = standings.first_tier();
            first.sort_by_key(|graph| self.ranking.standings.order.iter().position(|other| other == graph));
            let tells_none_apart = first.len() == self.scale.learnt.len() && first != chosen;
            let is_open = tells_none_apart && standings.relations.iter().any(|pair| pair.standing == Standing::Depends);
            let opinion = Opinion { first, is_open };
            match opinions.iter_mut().find(|(known, _)| *known == opinion) {
                Some((_, measures)) => measures.push(*measure),
                None => opinions.push((opinion, vec![*measure])),
            }
        }
        opinions.sort_by_key(|(opinion, _)| opinion.first != chosen);
        let said = |(Opinion { first, is_open }, measures): &(Opinion, Vec<Measure>)| {
            let (names, is_one) = self.measures(measures);
            if *first == chosen {
                return names.words(if is_one { " agrees." } else { " agree." });
            }
            if first.len() == self.scale.learnt.len() {
                let verb = if is_one { "tells" } else { "tell" };
                let why = if *is_open { ": undirected edges leave open which is nearer" } else { "" };
                return names.words(format!(" {verb} none apart{why}."));
            }
            let graphs = first.iter().map(|&graph| Rich::default().graph(graph)).collect();
            let verb = if is_one { " puts " } else { " put " };
            names.words(verb).then(Rich::list(graphs, "and")).words(" first.")
        };
        opinions.iter().map(said).collect()
    }

    /// The names of distances, and whether it is one; the three AID are one where they are together.
    fn measures(&self, measures: &[Measure]) -> (Rich, bool) {
        let is_aid = |measure: &Measure| family(*measure).1 == "AID";
        let all = self.ranking.others.iter().filter(|(measure, _)| is_aid(measure)).count();
        let together = measures.iter().filter(|measure| is_aid(measure)).count() == all;
        let whole = together && !is_aid(&self.ranking.by);
        let mut names: Vec<Rich> = Vec::new();
        for &measure in measures {
            let is_family = whole && is_aid(&measure);
            let name = if is_family { Rich::default().term("aid", "AID") } else { self.named(measure) };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let is_one = names.len() == 1;
        (Rich::list(names, "and"), is_one)
    }

    /// How much linear models say about the data; nothing without linear models.
    fn linearity(&self) -> Option<Rich> {
        let scores = self.scale.learnt.iter().filter_map(|graph| graph.comparison.crossfit.as_ref());
        let kappas: Vec<f64> = scores.filter_map(|score| score.kappa).collect();
        let kappa = (!kappas.is_empty()).then(|| kappas.iter().sum::<f64>() / kappas.len() as f64)?;
        let text = if kappa < LINEAR { "Linear models say most" } else { "Linear models do not say all" };
        let hence = if kappa < LINEAR { "" } else { "; intervals allow for bias" };
        let text = Rich::new(format!("{text} of what these data show ("));
        Some(text.term("kappa", "κ").words(format!(" {kappa:.2}){hence}.")))
    }

    /// Why the number from all rows lies outside the interval of the cross-fitted one, for the graphs of which it does.
    fn outside(&self) -> Vec<Rich> {
        if !is_contsid(self.ranking.by) {
            return Vec::new();
        }
        let beyond = |is_above: bool| -> Vec<Rich> {
            let graphs = self.ranking.standings.order.iter();
            let lies = |&&graph: &&usize| {
                let comparison = self.scale.learnt[graph].comparison;
                let found = comparison.bounds(Measure::ContSid).zip(comparison.crossfit.as_ref());
                found.is_some_and(|(whole, score)| {
                    let (lower, upper) = (score.sum.lower.interval, score.sum.upper.interval);
                    if is_above {
                        upper.is_some_and(|interval| whole.upper > interval.upper)
                    } else {
                        lower.is_some_and(|interval| whole.lower < interval.lower)
                    }
                })
            };
            graphs.filter(lies).map(|&graph| Rich::default().graph(graph)).collect()
        };
        let said = |graphs: Vec<Rich>, place: &str, why: &str| {
            let (its, s) = if graphs.len() == 1 { ("its", "") } else { ("their", "s") };
            let text = Rich::new("From all rows ").term("contsid", "contSID").words(" of ");
            text.then(Rich::list(graphs, "and"))
                .words(format!(" lies {place} {its} "))
                .term("interval", format!("interval{s}"))
                .words(why)
        };
        let (above, below) = (beyond(true), beyond(false));
        let noise = (!above.is_empty()).then(|| said(above, "above", ": noise counts as distance."));
        let smooth = (!below.is_empty()).then(|| said(below, "below", ": smoothing makes effects smaller."));
        noise.into_iter().chain(smooth).collect()
    }

    /// What is said about the only graph.
    fn alone(&self, first: usize) -> Vec<Rich> {
        let (comparison, by) = (self.scale.learnt[first].comparison, self.ranking.by);
        let members = self.members(first, by);
        let crossfit = comparison.crossfit.as_ref().filter(|_| by == Measure::CrossFit);
        // An estimate of 0 with an error is not known to be 0.
        let error = crossfit.and_then(|score| score.sum.upper.error()).unwrap_or(0.0);
        let is_zero = without_rounding(members.worst) == 0.0 && is_nothing(0.0, error);
        let is_open = |which: fn(&Span<Estimate>) -> Estimate| {
            let ends = crossfit.and_then(|score| which(&score.sum).interval);
            ends.is_some_and(|ends| ends.lower <= 0.0)
        };
        let start = match by {
            // Graphs with the same edges, or classes, may imply different effects.
            Measure::Shd => ": ",
            _ if is_zero => " implies the same effects as the truth: ",
            _ if is_open(|sum| sum.upper) => " is not shown to imply other effects than the truth: ",
            _ if is_open(|sum| sum.lower) || members.is_range() && without_rounding(members.best) == 0.0 => {
                " may imply the same effects as the truth: "
            }
            _ => " differs from the truth: ",
        };
        let headline = Rich::default().graph(first).words(start).then(self.number(first)).words(".");
        let wrong = self.scale.text(first, Measure::Sid);
        let verb = if wrong == "1" { "is" } else { "are" };
        let pairs = crate::number::count(comparison.pair_count);
        let is_open = self.members(first, Measure::Sid).is_range();
        let depends = if is_open { ", as undirected edges decide" } else { "" };
        let sid = format!(": {wrong} of {pairs} effects {verb} read off wrongly{depends}. ");
        let sid = self.named(Measure::Sid).words(sid);
        let others = sid.then(self.named(Measure::Shd)).words(format!(": {}.", self.scale.text(first, Measure::Shd)));
        if self.ranking.lacks_overlap {
            return vec![Rich::new(NO_VERDICT), others];
        }
        [headline, others].into_iter().chain(self.outside()).chain(self.linearity()).collect()
    }
}

/// What a distance says of the graphs.
#[derive(PartialEq)]
struct Opinion {
    /// The graphs that it puts first.
    first: Vec<usize>,
    /// Whether these are all, and undirected edges decide between some.
    is_open: bool,
}

/// The term that explains a distance, and the name of the distances that it explains.
fn family(measure: Measure) -> (&'static str, &'static str) {
    match measure {
        Measure::CrossFit | Measure::ContSid => ("contsid", "contSID"),
        Measure::Sid => ("sid", "SID"),
        Measure::AidParent | Measure::AidAncestor | Measure::AidOptimal => ("aid", "AID"),
        Measure::Shd => ("shd", "SHD"),
    }
}

/// Whether the distance is one of the two estimates of contSID.
fn is_contsid(measure: Measure) -> bool {
    family(measure).1 == "contSID"
}
