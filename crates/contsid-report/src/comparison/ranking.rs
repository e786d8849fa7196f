//! The learnt graphs by each distance: rows of the interval plot.

use super::{LearntGraph, sentences};
use crate::number::{Decimals, is_nothing, ticks, without_rounding};
use contsid::comparison::{Chance, ChanceBand, Comparison, Contender, Evidence, Goal, Measure, Ranking, Standings};
use contsid::distance::bounds::Span;
use contsid::effect::{Estimate, PartGrid, Score};
use contsid::named::Named;
use serde::Serialize;

/// The axis reaches at most this many times as far for random graphs as for the learnt ones.
const MOST_CHANCE: f64 = 2.5;

/// A distance, and what it says of each graph.
#[derive(Debug, Serialize)]
pub(crate) struct MeasureModel {
    /// The name by which the page refers to it.
    pub(super) key: &'static str,
    pub(crate) title: &'static str,
    /// The word that the page explains.
    term: &'static str,
    /// The largest value of the axis, and its marks.
    pub(crate) high: f64,
    pub(crate) ticks: Vec<(f64, String)>,
    /// In the order in which the graphs were given.
    pub(crate) rows: Vec<MeasureRow>,
    /// The graphs, the nearest first.
    pub(crate) order: Vec<usize>,
}

/// What a distance says of one graph.
#[derive(Debug, Serialize)]
pub(crate) struct MeasureRow {
    /// One more than the number of better graphs.
    tier: usize,
    /// The bounds; equal where it is one number.
    pub(crate) value: Option<[f64; 2]>,
    /// The bounds of the cross-fitted number.
    pub(crate) crossfit: Option<[f64; 2]>,
    /// What covers them.
    pub(crate) interval: Option<[f64; 2]>,
    /// From the 5 % to the 95 % quantile of random graphs with as many edges.
    pub(crate) chance: Option<[f64; 2]>,
    pub(crate) text: String,
    /// The distance with its uncertainty, its tier and what it means, in sentences.
    words: String,
    meaning: String,
}

/// Numbers and words of the distances of all learnt graphs.
pub(super) struct DistanceTexts<'a> {
    pub(super) learnt: &'a [LearntGraph<'a>],
    /// The digits of contSID.
    pub(super) decimals: Decimals,
}

impl<'a> DistanceTexts<'a> {
    pub(super) fn new(learnt: &'a [LearntGraph<'a>]) -> Self {
        let whole_first = [Measure::ContSid, Measure::CrossFit];
        let bounds = |graph: &LearntGraph<'_>| whole_first.iter().find_map(|&measure| graph.comparison.bounds(measure));
        let values = learnt.iter().filter_map(|graph| Some(bounds(graph)?.upper));
        let sums = learnt.iter().filter_map(|graph| Some(graph.comparison.crossfit.as_ref()?.sum));
        let errors = sums.flat_map(|sum| [sum.lower, sum.upper]).filter_map(|found| found.error());
        let errors: Vec<f64> = errors.filter(|&error| !is_nothing(0.0, error)).collect();
        let decimals = if errors.is_empty() { Decimals::of(values) } else { Decimals::supported(errors) };
        Self { learnt, decimals }
    }

    /// The number of a graph: with its digits and its error, or its bounds.
    pub(super) fn text(&self, graph: usize, measure: Measure) -> String {
        let comparison = self.learnt[graph].comparison;
        let Some(bounds) = comparison.bounds(measure) else { return "–".to_owned() };
        match (measure, &comparison.crossfit) {
            (Measure::CrossFit, Some(score)) => crossfit_text(self.decimals, score.sum),
            (Measure::CrossFit | Measure::ContSid, _) => {
                self.decimals.range(without_rounding(bounds.lower), without_rounding(bounds.upper))
            }
            _ => Decimals::WHOLE.range(bounds.lower, bounds.upper),
        }
    }
}

/// A cross-fitted number with its error, or its bounds with theirs.
pub(super) fn crossfit_text(decimals: Decimals, Span { lower, upper }: Span<Estimate>) -> String {
    let text = |estimate: Estimate| match estimate.error() {
        Some(error) => decimals.uncertain(estimate.value, error),
        None => decimals.write(without_rounding(estimate.value)),
    };
    if lower == upper { text(upper) } else { format!("{} to {}", text(lower), text(upper)) }
}

/// The distance that decides.
pub(super) fn first_measure(learnt: &[LearntGraph<'_>], ranking: &Ranking) -> Option<MeasureModel> {
    measures(&DistanceTexts::new(learnt), ranking, &vec![Vec::new(); learnt.len()]).into_iter().next()
}

/// All distances that are known, first the one that decides, then the most telling; `meanings` are those of each graph.
/// AID by parents, which is SID but for undirected edges, is shown only where it decides.
pub(super) fn measures(
    scale: &DistanceTexts<'_>,
    ranking: &Ranking,
    meanings: &[Vec<sentences::Meaning>],
) -> Vec<MeasureModel> {
    let is_crossfitted = ranking.standings_by(Measure::CrossFit).is_some();
    let listed = [
        (Measure::CrossFit, "crossfit", "contSID", "crossfit"),
        (Measure::ContSid, "contsid", if is_crossfitted { "from all rows" } else { "contSID" }, "contsid"),
        (Measure::Sid, "sid", "SID", "sid"),
        (Measure::AidParent, "aid_parent", "AID parent", "aid"),
        (Measure::AidAncestor, "aid_ancestor", "AID ancestor", "aid"),
        (Measure::AidOptimal, "aid_optimal", "AID optimal", "aid"),
        (Measure::Shd, "shd", "SHD", "shd"),
    ];
    let mut models = Vec::new();
    let is_shown = |measure: Measure| measure != Measure::AidParent || ranking.by == measure;
    for (measure, key, title, term) in listed {
        if let Some(standings) = ranking.standings_by(measure).filter(|_| is_shown(measure)) {
            let words = |graph: usize| match measure {
                Measure::CrossFit => crossfit_meaning(scale.learnt[graph].comparison),
                Measure::ContSid => meaning_of(&meanings[graph], "contSID"),
                _ => meaning_of(&meanings[graph], title),
            };
            models.push(of_measure(scale, measure, standings, [key, title, term], &words));
        }
        if measure == Measure::ContSid {
            models.extend(joint(scale, meanings));
        }
    }
    models.sort_by_key(|model: &MeasureModel| model.key != ranking.by.name());
    models
}

fn meaning_of(scores: &[sentences::Meaning], title: &str) -> String {
    scores.iter().find(|score| score.name == title).map_or_else(String::new, |score| score.meaning.clone())
}

fn crossfit_meaning(comparison: &Comparison) -> String {
    let Some((score, grid)) = comparison.crossfit.as_ref().and_then(|score| Some((score, score.grid?))) else {
        return String::new();
    };
    let PartGrid { repeats, parts, .. } = grid;
    let parts = if parts == 2 { "separate halves".to_owned() } else { format!("{parts} separate parts") };
    let outside = 100.0 * score.low_overlap;
    format!(
        "How far the effects that the two graphs imply are apart on these data, added up over all effects; estimated on \
         {parts} of the rows, divided {repeats} times, so noise averages out. At {outside:.0} % of the \
         interventions a part has hardly any data."
    )
}

fn of_measure(
    scale: &DistanceTexts<'_>,
    measure: Measure,
    standings: &Standings,
    titles: [&'static str; 3],
    meaning: &dyn Fn(usize) -> String,
) -> MeasureModel {
    let is_contsid = matches!(measure, Measure::CrossFit | Measure::ContSid);
    let digits = if is_contsid { scale.decimals } else { Decimals::WHOLE };
    let row = |(graph, learnt): (usize, &LearntGraph<'_>)| {
        let ends = |measure: Measure| learnt.comparison.bounds(measure).map(|bounds| [bounds.lower, bounds.upper]);
        let score = learnt.comparison.crossfit.as_ref().filter(|_| is_contsid);
        let interval = score.and_then(interval);
        let chance = learnt.comparison.chance.get().and_then(|chance| band(chance, measure));
        let words = interval.filter(|_| measure == Measure::CrossFit).map_or_else(String::new, |interval| {
            let [lower, upper] = interval.map(|end| scale.decimals.write(without_rounding(end)));
            format!("95 % interval {lower} to {upper}")
        });
        MeasureRow {
            tier: standings.tiers[graph],
            value: ends(if measure == Measure::CrossFit { Measure::ContSid } else { measure }),
            crossfit: ends(Measure::CrossFit).filter(|_| is_contsid),
            interval,
            chance: chance.map(|band| [band.low, band.high]),
            text: scale.text(graph, measure),
            words,
            meaning: meaning(graph) + &chance.map_or_else(String::new, |band| chance_words(digits, measure, band)),
        }
    };
    let rows = scale.learnt.iter().enumerate().map(row).collect();
    MeasureModel::new(titles, rows, standings.order.clone())
}

/// What random graphs achieve by a distance; by contSID only from all rows.
fn band(chance: &Chance, measure: Measure) -> Option<ChanceBand> {
    match measure {
        Measure::CrossFit | Measure::ContSid => chance.contsid,
        Measure::Sid => chance.sid,
        Measure::AidParent => chance.aid_parent,
        Measure::AidAncestor => chance.aid_ancestor,
        Measure::AidOptimal => chance.aid_optimal,
        Measure::Shd => chance.shd,
    }
}

/// ` Of random graphs with as many edges 90 % have 11 to 19; 0.2 % are as near to the truth.`
fn chance_words(digits: Decimals, measure: Measure, band: ChanceBand) -> String {
    let rows = if measure == Measure::CrossFit { ", from all rows" } else { "" };
    let (range, near) = (digits.range(band.low, band.high), 100.0 * band.at_least_as_good);
    format!(
        " Of random graphs with as many edges 90 % have {range}{rows}; {near:.1} % are at least as near to the truth."
    )
}

impl MeasureModel {
    /// The words of the rows are their uncertainty, and become sentences.
    fn new([key, title, term]: [&'static str; 3], mut rows: Vec<MeasureRow>, order: Vec<usize>) -> Self {
        for MeasureRow { tier, text, words, meaning, .. } in &mut rows {
            let uncertainty = if words.is_empty() { String::new() } else { format!("; {words}") };
            *words = format!("{title} {text}{uncertainty}; tier {tier}. {meaning}");
        }
        let ends = rows.iter().flat_map(|row| [row.value, row.crossfit, row.interval]).flatten().flatten();
        let largest = ends.fold(0.0, f64::max);
        // Random graphs may be so far away that nothing else could be told apart: then their band is cut.
        let chance = rows.iter().filter_map(|row| row.chance).map(|[_, high]| high).fold(0.0, f64::max);
        let largest = if largest > 0.0 { largest.max(chance.min(MOST_CHANCE * largest)) } else { chance };
        for [low, high] in rows.iter_mut().filter_map(|row| row.chance.as_mut()) {
            (*low, *high) = (low.min(1.04 * largest), high.min(1.04 * largest));
        }
        let high = if largest > 0.0 { 1.04 * largest } else { 1.0 };
        Self { key, title, term, high, ticks: ticks(0.0, high), rows, order }
    }
}

/// From the lower end of the lower bound's interval to the upper end of the upper one's.
fn interval(score: &Score) -> Option<[f64; 2]> {
    Some([score.sum.lower.interval?.lower, score.sum.upper.interval?.upper])
}

/// contSID of joint interventions, where they were asked for.
fn joint(scale: &DistanceTexts<'_>, meanings: &[Vec<sentences::Meaning>]) -> Option<MeasureModel> {
    let of = |graph: &LearntGraph<'_>| Some(graph.comparison.joint.as_ref()?.span());
    let sums = scale.learnt.iter().map(of).collect::<Option<Vec<Span<f64>>>>()?;
    let decimals = Decimals::of(sums.iter().map(|sum| sum.upper));
    let names: Vec<&str> = scale.learnt.iter().map(|learnt| learnt.graph.name).collect();
    let graphs: Vec<Contender> = sums.iter().map(|sum| Contender { best: sum.lower, worst: sum.upper }).collect();
    let standings = Standings::new(&names, &graphs, Goal::Small, Evidence::Values);
    let row = |graph: usize| MeasureRow {
        tier: standings.tiers[graph],
        value: Some([sums[graph].lower, sums[graph].upper]),
        crossfit: None,
        interval: None,
        chance: None,
        text: decimals.range(sums[graph].lower, sums[graph].upper),
        words: String::new(),
        meaning: meaning_of(&meanings[graph], "contSID joint"),
    };
    let rows = (0..sums.len()).map(row).collect();
    Some(MeasureModel::new(["joint", "contSID joint", "joint"], rows, standings.order.clone()))
}
