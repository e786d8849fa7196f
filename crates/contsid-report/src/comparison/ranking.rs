//! The learnt graphs by each distance: rows of the interval plot.

use super::{LearntGraph, sentences};
use crate::number::{Decimals, ticks};
use contsid::comparison::{Comparison, Measure, rank};
use contsid::effect::{Estimate, PartGrid, Score};
use serde::Serialize;

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
    /// One more than the number of nearer graphs.
    rank: usize,
    /// The bounds; equal where it is one number.
    pub(crate) value: Option<[f64; 2]>,
    /// The bounds of the cross-fitted number.
    pub(crate) crossfit: Option<[f64; 2]>,
    /// What covers them.
    pub(crate) interval: Option<[f64; 2]>,
    pub(crate) text: String,
    /// The distance with its uncertainty, its rank and what it means, in sentences.
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
        let values = learnt.iter().filter_map(|graph| Some(graph.comparison.bounds(Measure::ContSid)?.upper));
        let errors = learnt.iter().filter_map(|graph| graph.comparison.crossfit.as_ref()?.sum.upper.se);
        let errors: Vec<f64> = errors.filter(|error| *error > 0.0).collect();
        let decimals = if errors.is_empty() { Decimals::of(values) } else { Decimals::supported(errors) };
        Self { learnt, decimals }
    }

    pub(super) fn comparisons(&self) -> Vec<&'a Comparison> {
        self.learnt.iter().map(|graph| graph.comparison).collect()
    }

    /// The number of a graph: with its digits, or its bounds.
    pub(super) fn text(&self, graph: usize, measure: Measure) -> String {
        let Some(bounds) = self.learnt[graph].comparison.bounds(measure) else { return "–".to_owned() };
        match measure {
            Measure::ContSid => self.decimals.range(bounds.lower, bounds.upper),
            _ => Decimals::WHOLE.range(bounds.lower, bounds.upper),
        }
    }

    /// The cross-fitted number of a graph with its standard error, or its bounds with theirs.
    pub(super) fn crossfit_text(&self, score: &Score) -> String {
        let text = |value: Estimate| match value.se {
            Some(se) if value.value != 0.0 || se != 0.0 => self.decimals.uncertain(value.value, se),
            _ => self.decimals.write(value.value),
        };
        let (lower, upper) = (score.sum.lower, score.sum.upper);
        if lower == upper { text(upper) } else { format!("{} to {}", text(lower), text(upper)) }
    }
}

impl DistanceTexts<'_> {
    /// `cross-fitted 0.13 ± 0.05, 95 % interval 0.03 to 0.23`
    fn uncertainty(&self, score: &Score) -> String {
        let ends = interval(score).map(|ends| ends.map(|end| self.decimals.write(end)));
        let words = ends.map_or_else(String::new, |[lower, upper]| format!(", 95 % interval {lower} to {upper}"));
        format!("cross-fitted {}{words}", self.crossfit_text(score))
    }
}

/// The most telling distance that is known.
pub(super) fn first_measure(learnt: &[LearntGraph<'_>]) -> Option<MeasureModel> {
    measures(&DistanceTexts::new(learnt), &vec![Vec::new(); learnt.len()]).into_iter().next()
}

/// All distances that are known, the most telling first; `meanings` are those of each graph.
pub(super) fn measures(scale: &DistanceTexts<'_>, meanings: &[Vec<sentences::Meaning>]) -> Vec<MeasureModel> {
    let known = |measure: &Measure| scale.learnt.iter().all(|graph| graph.comparison.bounds(*measure).is_some());
    let listed = [
        (Measure::ContSid, "contsid", "contSID", "contsid"),
        (Measure::Sid, "sid", "SID", "sid"),
        (Measure::AidAncestor, "aid_ancestor", "AID ancestor", "aid"),
        (Measure::AidOptimal, "aid_optimal", "AID optimal", "aid"),
        (Measure::Shd, "shd", "SHD", "shd"),
    ];
    let mut models = Vec::new();
    for (measure, key, title, term) in listed.into_iter().filter(|(measure, ..)| known(measure)) {
        let words = |graph: usize| meaning_of(&meanings[graph], title);
        models.push(ordered(scale, measure, [key, title, term], &words));
        if measure == Measure::ContSid {
            models.extend(crossfit(scale));
            models.extend(joint(scale, meanings));
        }
    }
    models
}

fn meaning_of(scores: &[sentences::Meaning], title: &str) -> String {
    scores.iter().find(|score| score.name == title).map_or_else(String::new, |score| score.meaning.clone())
}

fn ordered(
    scale: &DistanceTexts<'_>,
    measure: Measure,
    [key, title, term]: [&'static str; 3],
    meaning: &dyn Fn(usize) -> String,
) -> MeasureModel {
    let ranking = rank(&scale.comparisons(), Some(measure));
    let ranks = ranking.ranks();
    let row = |(graph, learnt): (usize, &LearntGraph<'_>)| {
        let crossfit = learnt.comparison.crossfit.as_ref().filter(|_| measure == Measure::ContSid);
        let bounds = learnt.comparison.bounds(measure);
        // Without all rows the number is the cross-fitted one already.
        let only_crossfit = measure == Measure::ContSid && learnt.comparison.contsid.is_none();
        MeasureRow {
            rank: ranks[graph],
            value: bounds.filter(|_| !only_crossfit).map(|bounds| [bounds.lower, bounds.upper]),
            crossfit: crossfit.map(crossfit_bounds),
            interval: crossfit.and_then(interval),
            text: match crossfit.filter(|_| only_crossfit) {
                Some(score) => scale.crossfit_text(score),
                None => scale.text(graph, measure),
            },
            words: crossfit.map_or_else(String::new, |score| scale.uncertainty(score)),
            meaning: meaning(graph),
        }
    };
    let rows = scale.learnt.iter().enumerate().map(row).collect();
    MeasureModel::new([key, title, term], rows, ranking.order.iter().map(|graph| graph.index).collect())
}

impl MeasureModel {
    /// The words of the rows are their uncertainty, and become sentences.
    fn new([key, title, term]: [&'static str; 3], mut rows: Vec<MeasureRow>, order: Vec<usize>) -> Self {
        let count = rows.len();
        for MeasureRow { rank, text, words, meaning, .. } in &mut rows {
            let uncertainty = if words.is_empty() { String::new() } else { format!("; {words}") };
            *words = format!("{title} {text}{uncertainty}; rank {rank} of {count}. {meaning}");
        }
        let ends = rows.iter().flat_map(|row| [row.value, row.crossfit, row.interval]).flatten().flatten();
        let largest = ends.fold(0.0, f64::max);
        let high = if largest > 0.0 { 1.04 * largest } else { 1.0 };
        Self { key, title, term, high, ticks: ticks(0.0, high), rows, order }
    }
}

fn crossfit_bounds(score: &Score) -> [f64; 2] {
    [score.sum.lower.value, score.sum.upper.value]
}

/// From the lower end of the lower bound's interval to the upper end of the upper one's.
fn interval(score: &Score) -> Option<[f64; 2]> {
    Some([score.sum.lower.interval?.lower, score.sum.upper.interval?.upper])
}

/// The cross-fitted numbers, where they stand beside those of all rows.
fn crossfit(scale: &DistanceTexts<'_>) -> Option<MeasureModel> {
    let both = |found: &Comparison| found.contsid.is_some() && found.crossfit.is_some();
    let compared = scale.comparisons();
    let scores: Vec<&Score> = compared.iter().filter_map(|found| found.crossfit.as_ref()).collect();
    if !compared.iter().all(|found| both(found)) {
        return None;
    }
    let PartGrid { repeats, parts, .. } = scores.first()?.grid?;
    let parts = format!("in {parts} parts of the rows, divided {repeats} times");
    let row = |graph: usize| {
        let (score, whole) = (scores[graph], scale.learnt[graph].comparison.bounds(Measure::ContSid));
        let outside = 100.0 * score.low_overlap;
        MeasureRow {
            rank: 1 + scores.iter().filter(|other| other.sum.upper.value < score.sum.upper.value).count(),
            value: whole.map(|whole| [whole.lower, whole.upper]),
            crossfit: Some(crossfit_bounds(score)),
            interval: interval(score),
            text: scale.crossfit_text(score),
            words: scale.uncertainty(score),
            meaning: format!(
                "The same distance estimated {parts}, so noise does not count as distance. At {outside:.0} % of \
                 the interventions a part has hardly any data."
            ),
        }
    };
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[a].sum.upper.value.total_cmp(&scores[b].sum.upper.value));
    Some(MeasureModel::new(["crossfit", "cross-fitted", "crossfit"], (0..scores.len()).map(row).collect(), order))
}

/// contSID of joint interventions, where they were asked for.
fn joint(scale: &DistanceTexts<'_>, meanings: &[Vec<sentences::Meaning>]) -> Option<MeasureModel> {
    let of = |graph: &LearntGraph<'_>| Some(graph.comparison.joint.as_ref()?.span());
    let sums = scale.learnt.iter().map(of).collect::<Option<Vec<_>>>()?;
    let decimals = Decimals::of(sums.iter().map(|sum| sum.upper));
    let row = |graph: usize| MeasureRow {
        rank: 1 + sums.iter().filter(|other| other.upper < sums[graph].upper).count(),
        value: Some([sums[graph].lower, sums[graph].upper]),
        crossfit: None,
        interval: None,
        text: decimals.range(sums[graph].lower, sums[graph].upper),
        words: String::new(),
        meaning: meaning_of(&meanings[graph], "contSID joint"),
    };
    let mut order: Vec<usize> = (0..sums.len()).collect();
    order.sort_by(|&a, &b| sums[a].upper.total_cmp(&sums[b].upper));
    Some(MeasureModel::new(["joint", "contSID joint", "joint"], (0..sums.len()).map(row).collect(), order))
}
