//! The effects of one learnt graph: which are wrong, and how wrong.

use super::Distances;
use super::asked::CaseNumber;
use super::shift::shift_text;
use crate::colour;
use crate::number::{Decimals, p_value, rounded, without_rounding};
use contsid::comparison::Comparison;
use contsid::effect::{LEVEL, Pair, Score};
use contsid::graph::NodeSet;
use serde::Serialize;
use std::collections::BTreeMap;

/// All effects, row by row where there is one entry a pair: the treatment is the row, the outcome the column.
#[derive(Debug, Serialize)]
pub(super) struct EffectsModel {
    /// Those with a distance, or counted as wrong by SID; the largest first, cross-fitted where that was estimated. None
    /// without data: `sid` has them all.
    wrong: Option<Vec<Effect>>,
    /// For each pair a letter for its colour; a space where it was not asked for. None without data: `sid` says it.
    steps: Option<String>,
    /// For each pair the number of its case in the graphs that are shown; 0 where it was not asked for.
    cases: String,
    /// For each pair `.` (right), `x` (wrong), `?` (depends on undirected edges), ` ` (not asked for).
    sid: String,
    /// Whether the distances are bounds.
    bounded: bool,
    /// The sums of the rows, and of the columns.
    treatments: Sums,
    outcomes: Sums,
    /// The largest d, or cross-fitted value of it.
    #[serde(skip)]
    pub(super) largest: f64,
}

/// The index of the pair, the bounds of d, its words, the same cross-fitted with an interval, and the shift of the
/// outcome that is as large as the upper bound of the estimate that decides.
#[derive(Debug, Serialize)]
struct Effect(usize, f64, f64, String, Option<CrossFitted>, Option<String>);

/// The upper bound, the interval, words for both, the lower bound, and 1 if the upper bound is told apart from 0.
#[derive(Debug, Serialize)]
struct CrossFitted(f64, f64, f64, String, f64, u8);

/// What each node adds, and the nodes with the largest sums first.
#[derive(Debug, Serialize)]
struct Sums {
    texts: Vec<String>,
    order: Vec<usize>,
}

/// What the effects of a graph are made of.
pub(super) struct EffectParts<'a> {
    pub(super) comparison: &'a Comparison,
    pub(super) distances: Option<&'a Distances>,
    pub(super) cases: Vec<CaseNumber>,
    pub(super) sid: String,
    /// The largest distance of all graphs, so one colour means one distance.
    pub(super) largest: f64,
    /// For each outcome whether a shift of it has a distance of its own.
    pub(super) has_shifts: Vec<bool>,
}

impl EffectParts<'_> {
    pub(super) fn model(self) -> EffectsModel {
        let values = self.values();
        let asked = |index: usize| self.cases[index] != CaseNumber::NotAsked;
        let step = |index: usize| if asked(index) { colour::step(values[index], self.largest) } else { ' ' };
        let node_count = self.cases.len().isqrt();
        let crossfit = self.comparison.crossfit.iter().flat_map(Score::uncertain_pairs).map(|(_, _, value, _)| value);
        let row = |node: usize| (0..node_count).map(|other| node * node_count + other).collect::<Vec<_>>();
        let column = |node: usize| (0..node_count).map(|other| other * node_count + node).collect::<Vec<_>>();
        let sums = |line: &dyn Fn(usize) -> Vec<usize>| Sums::new((0..node_count).map(line), &values, &asked);
        EffectsModel {
            wrong: self.distances.map(|distances| self.wrong(&values, distances)),
            steps: self.distances.map(|_| (0..values.len()).map(step).collect()),
            cases: self.cases.iter().map(|&case| char::from(b'0' + case as u8)).collect(),
            bounded: self.distances.is_some_and(|distances| distances.lower != distances.upper),
            treatments: sums(&row),
            outcomes: sums(&column),
            largest: values.iter().copied().chain(crossfit).fold(0.0, f64::max),
            sid: self.sid,
        }
    }

    /// What is shown of each pair: the upper bound of d, or without data whether SID counts it as wrong.
    fn values(&self) -> Vec<f64> {
        match self.distances {
            Some(distances) => distances.upper.iter().copied().map(without_rounding).collect(),
            None => self.sid.chars().map(sid_value).collect(),
        }
    }

    fn wrong(&self, values: &[f64], distances: &Distances) -> Vec<Effect> {
        let crossfit = self.crossfit_pairs();
        let decimals = self.decimals(&crossfit);
        let fitted = |index: usize| {
            crossfit.get(&index).and_then(|pair| pair.upper.as_ref()).map(|found| without_rounding(found.value))
        };
        // What was not cross-fitted is 0 whatever the data.
        let decides = |index: usize| if crossfit.is_empty() { values[index] } else { fitted(index).unwrap_or(0.0) };
        let node_count = self.cases.len().isqrt();
        let mut wrong: Vec<usize> = (0..values.len())
            .filter(|&index| {
                values[index].max(decides(index)) > 0.0 || matches!(self.sid.as_bytes()[index], b'x' | b'?')
            })
            .collect();
        let by_size = |&a: &usize, &b: &usize| {
            decides(b).total_cmp(&decides(a)).then(values[b].total_cmp(&values[a])).then(a.cmp(&b))
        };
        wrong.sort_by(by_size);
        let effect = |index: usize| {
            let [lower, upper] = [distances.lower[index], distances.upper[index]].map(without_rounding);
            let found = crossfit.get(&index).and_then(|pair| cross_fitted(pair, decimals));
            let is_told = found.as_ref().is_none_or(|CrossFitted(.., is_told)| *is_told == 1);
            let shift = shift_text(decides(index)).filter(|_| is_told && self.has_shifts[index % node_count]);
            Effect(index, rounded(lower), rounded(upper), decimals.range(lower, upper), found, shift)
        };
        wrong.into_iter().map(effect).collect()
    }

    /// One digit of the middle error, or by the largest distance.
    fn decimals(&self, crossfit: &BTreeMap<usize, &Pair>) -> Decimals {
        let error = |pair: &&Pair| Some(pair.upper.as_ref()?.uncertainty.as_ref()?.error());
        let mut errors: Vec<f64> = crossfit.values().filter_map(error).filter(|error| *error > 0.0).collect();
        errors.sort_by(f64::total_cmp);
        match errors.get(errors.len() / 2) {
            Some(&middle) => Decimals::supported([10.0 * middle]),
            None => Decimals::of([self.largest]),
        }
    }

    /// The cross-fitted pairs of single treatments, by their index.
    fn crossfit_pairs(&self) -> BTreeMap<usize, &Pair> {
        let node_count = self.cases.len().isqrt();
        let pairs = self.comparison.crossfit.iter().flat_map(Score::uncertain_pairs);
        let index =
            |treatments: &NodeSet, pair: &Pair| Some(treatments.first()?.index() * node_count + pair.outcome.index());
        pairs.filter_map(|(treatments, pair, ..)| Some((index(treatments, pair)?, pair))).collect()
    }
}

fn sid_value(mark: char) -> f64 {
    match mark {
        'x' => 1.0,
        '?' => 0.5,
        _ => 0.0,
    }
}

/// `0.13 (0.05 to 0.21), p = 0.004`, adjusted for all pairs of the graph. A range, which undirected edges leave, has no
/// p-value: its members have.
fn cross_fitted(pair: &Pair, decimals: Decimals) -> Option<CrossFitted> {
    let (least, most) = (pair.lower.as_ref()?, pair.upper.as_ref()?);
    let found = most.uncertainty.as_deref()?;
    let lower = least.uncertainty.as_deref().map_or(0.0, |least| least.interval.lower);
    let [lower, upper, least, most] = [lower, found.interval.upper, least.value, most.value].map(without_rounding);
    let [from, to] = [lower, upper].map(|end| decimals.write(end));
    let text = if least == most {
        format!("{} ({from} to {to}), {}", decimals.write(most), p_value(found.adjusted_p_value))
    } else {
        format!("{} ({from} to {to})", decimals.range(least, most))
    };
    let [least, most] = [least, most].map(rounded);
    let is_told = u8::from(found.adjusted_p_value < LEVEL);
    Some(CrossFitted(most, rounded(lower), rounded(upper), text, least, is_told))
}

impl Sums {
    /// Of the values on each line of the matrix; no words where nothing on the line was asked for.
    fn new(lines: impl Iterator<Item = Vec<usize>>, values: &[f64], asked: &dyn Fn(usize) -> bool) -> Self {
        let lines: Vec<Vec<usize>> = lines.collect();
        let sums: Vec<f64> = lines.iter().map(|line| line.iter().map(|&index| values[index]).sum()).collect();
        let decimals = Decimals::of(sums.iter().copied());
        let words = |(line, &sum): (&Vec<usize>, &f64)| {
            if line.iter().any(|&index| asked(index)) { decimals.write(sum) } else { String::new() }
        };
        let mut order: Vec<usize> = (0..sums.len()).collect();
        order.sort_by(|&a, &b| sums[b].total_cmp(&sums[a]).then(a.cmp(&b)));
        Self { texts: lines.iter().zip(&sums).map(words).collect(), order }
    }
}
