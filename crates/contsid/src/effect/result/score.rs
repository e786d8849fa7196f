//! contSID of a learnt graph, with its pairs.

use super::{Difference, Estimate, Pair, PairEstimate, PairUncertainty, ScoreRow, adjust, total};
use crate::distance::bounds::{Bounds, End, Exactness, RowCosts, Span};
use crate::effect::estimate::PartGrid;
use crate::effect::estimate::systems::System;
use crate::effect::measure::{PairResult, Parted};
use crate::effect::question::{Contrast, OutcomeContrast, Survey, TreatmentContrasts};
use crate::effect::{Case, ContSidError};
use crate::execution::Execution;
use crate::graph::{NodeId, NodeSet};
use std::collections::BTreeMap;

/// What was measured of each contrast, by outcome.
pub(crate) type Measured = BTreeMap<Contrast<System>, BTreeMap<NodeId, PairResult>>;

/// contSID of a learnt graph and the truth. Its smallest and largest values are equal if both graphs are directed.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The smallest and the largest sum over the members of both graphs, each with the standard error of the member
    /// that attains it.
    pub sum: Span<Estimate>,
    /// Whether both graphs are directed.
    pub is_determined: bool,
    /// Whether members attain the bounds.
    pub exactness: Exactness,
    /// The smallest and the largest mean over the pairs that are not left out, which compares between sizes of sets;
    /// none if some members leave all pairs out.
    pub mean: Option<Span<f64>>,
    /// The smallest and the largest number of pairs that are left out, since a graph has no adjustment set.
    pub left_out: Span<usize>,
    /// A row for each set of treatments.
    pub rows: Vec<ScoreRow>,
    /// The repeats and parts, if the rows of the data are in parts.
    pub grid: Option<PartGrid>,
    /// The mean over the pairs, each at its largest distance, of the share of interventions at which a part has hardly
    /// any data.
    pub low_overlap: f64,
    /// The mean over the same pairs of κ, which is near 0 where outcomes are linear and near 1 where they clearly are
    /// not; none without a linear model.
    pub kappa: Option<f64>,
    /// The smallest and the largest sum, with the deviations of the parts where members attain them.
    parted: Span<Parted>,
}

impl Score {
    /// The smallest and the largest sum.
    pub fn span(&self) -> Span<f64> {
        Span { lower: self.sum.lower.value, upper: self.sum.upper.value }
    }

    /// The largest sum: that of directed graphs.
    pub fn total(&self) -> f64 {
        self.sum.upper.value
    }

    /// The largest d(treatment, outcome); 0 for a node and itself, and for pairs that were not selected.
    pub fn distance(&self, treatment: NodeId, outcome: NodeId) -> f64 {
        self.pair(treatment, outcome).and_then(upper_value).unwrap_or(0.0)
    }

    /// The case of a pair, if both graphs are directed and it was selected.
    pub fn case(&self, treatment: NodeId, outcome: NodeId) -> Option<Case> {
        self.pair(treatment, outcome).and_then(|pair| pair.case)
    }

    /// All pairs with their treatments.
    pub fn pairs(&self) -> impl Iterator<Item = (&NodeSet, &Pair)> {
        self.rows.iter().flat_map(|row| row.pairs.iter().map(move |pair| (&row.treatments, pair)))
    }

    /// The pairs that have an uncertainty, each at its largest distance.
    pub fn uncertain_pairs(&self) -> impl Iterator<Item = (&NodeSet, &Pair, f64, &PairUncertainty)> {
        self.pairs().filter_map(|(treatments, pair)| {
            let found = pair.upper.as_ref()?;
            Some((treatments, pair, found.value, found.uncertainty.as_deref()?))
        })
    }

    /// The number of pairs, left out or not.
    pub fn pair_count(&self) -> usize {
        self.rows.iter().map(|row| row.pairs.len()).sum()
    }

    /// The pair of a single treatment and an outcome, if it was selected.
    pub fn pair(&self, treatment: NodeId, outcome: NodeId) -> Option<&Pair> {
        let is_own = |row: &&ScoreRow| row.treatments.iter().eq([treatment]);
        // With all treatments selected, rows are in the order of the nodes.
        let row = self.rows.get(treatment.index()).filter(is_own).or_else(|| self.rows.iter().find(is_own))?;
        row.pairs.binary_search_by_key(&outcome, |pair| pair.outcome).ok().map(|index| &row.pairs[index])
    }

    /// A value of each pair of a single treatment and an outcome, treatments as rows; `missing` for pairs without one.
    pub fn matrix(&self, node_count: usize, missing: f64, value: impl Fn(&Pair) -> Option<f64>) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![missing; node_count]; node_count];
        for (treatments, pair) in self.pairs() {
            for treatment in treatments.iter() {
                matrix[treatment.index()][pair.outcome.index()] = value(pair).unwrap_or(missing);
            }
        }
        matrix
    }

    /// The largest sum of this score less the smallest of another of the same truth, on the same parts: the difference
    /// of directed graphs, and of classes that of the worst member of this graph and the best of the other. None where
    /// errors are not known.
    ///
    /// # Panics
    ///
    /// If the scores are of different partitions, as far as can be told.
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        assert_eq!(self.grid, other.grid, "differences are taken on the same parts");
        Difference::between(&self.parted.upper, &other.parted.lower, self.grid?)
    }

    /// The changes of the smallest and of the largest sum since another score of the same truth, on the same parts. None
    /// where errors are not known.
    ///
    /// # Panics
    ///
    /// If the scores are of different partitions, as far as can be told.
    pub fn change_since(&self, before: &Self) -> Option<Span<Difference>> {
        assert_eq!(self.grid, before.grid, "differences are taken on the same parts");
        let (grid, old, new) = (self.grid?, &before.parted, &self.parted);
        let lower = Difference::between(&new.lower, &old.lower, grid)?;
        Some(Span { lower, upper: Difference::between(&new.upper, &old.upper, grid)? })
    }

    /// The score of a survey whose contrasts were measured; `outer` bounds the distances of an outcome in a row with
    /// too many choices.
    pub(crate) fn new(
        survey: &Survey<'_, TreatmentContrasts<System>>,
        found: &Measured,
        grid: Option<PartGrid>,
        outer: &dyn Fn(NodeId) -> ScoreRow,
        execution: &Execution<'_>,
    ) -> Result<Self, ContSidError> {
        let distance = |item: &TreatmentContrasts<System>| total(results(item, found).map(PairResult::distance));
        let cost = |choice: &[TreatmentContrasts<System>]| total(choice.iter().map(distance));
        let of_outer = |node| Span { lower: 0.0, upper: total(outer(node).pairs.iter().filter_map(upper_value)) };
        let costs = survey.costs(cost, of_outer);
        let bounds = survey.bounds(&costs, execution)?;
        let lower = end(survey, found, grid, &costs, bounds, End::Lower, execution)?;
        let upper = end(survey, found, grid, &costs, bounds, End::Upper, execution)?;
        let mut rows = rows(survey, found, grid, outer);
        adjust(rows.iter_mut().flat_map(|row| &mut row.pairs).filter_map(|pair| pair.lower.as_mut()));
        adjust(rows.iter_mut().flat_map(|row| &mut row.pairs).filter_map(|pair| pair.upper.as_mut()));
        let (mean, left_out) = means(survey, &costs, bounds, &rows);
        let of_sum = |sum: &Parted| match grid {
            Some(grid) => Estimate::of_distance(sum, grid),
            None => Estimate::exact(sum.value),
        };
        let mut score = Self {
            sum: Span { lower: of_sum(&lower), upper: of_sum(&upper) },
            is_determined: survey.is_determined(),
            exactness: bounds.exactness,
            mean,
            left_out,
            rows,
            grid,
            low_overlap: 0.0,
            kappa: None,
            parted: Span { lower, upper },
        };
        let mean = |values: Vec<f64>| (!values.is_empty()).then(|| total(values.iter().copied()) / values.len() as f64);
        score.low_overlap = mean(score.uncertain_pairs().map(|(.., found)| found.low_overlap).collect()).unwrap_or(0.0);
        score.kappa = mean(score.uncertain_pairs().filter_map(|(.., found)| found.kappa).collect());
        Ok(score)
    }
}

fn upper_value(pair: &Pair) -> Option<f64> {
    pair.upper.as_ref().map(|found| found.value)
}

/// What was measured for the outcomes of some treatments, in increasing order.
fn results<'a>(item: &'a TreatmentContrasts<System>, found: &'a Measured) -> impl Iterator<Item = &'a PairResult> {
    let of_contrast = |wanted: &'a OutcomeContrast<System>| {
        let of_outcomes = &found[&wanted.contrast];
        wanted.outcomes.iter().map(move |outcome| &of_outcomes[&outcome])
    };
    let mut results: Vec<&PairResult> = item.contrasts.iter().flat_map(of_contrast).collect();
    results.sort_by_key(|result| result.outcome);
    results.into_iter()
}

/// A bound with the deviations of the member that attains it.
fn end(
    survey: &Survey<'_, TreatmentContrasts<System>>,
    found: &Measured,
    grid: Option<PartGrid>,
    costs: &[RowCosts],
    bounds: Bounds,
    end: End,
    execution: &Execution<'_>,
) -> Result<Parted, ContSidError> {
    let value = end.of(bounds);
    let Some(grid) = grid else { return Ok(Parted::exact(value)) };
    let Some(member) = survey.attained(costs, bounds, end, execution)? else { return Ok(Parted::exact(value)) };
    let roots = member.into_iter().flat_map(|item| results(item, found)).map(|result| &result.statistics.root);
    Ok(Parted { value, ..Parted::sum(grid, roots) })
}

/// The pairs of each set of treatments. All choices of a row are about the same sets and outcomes.
fn rows(
    survey: &Survey<'_, TreatmentContrasts<System>>,
    found: &Measured,
    grid: Option<PartGrid>,
    outer: &dyn Fn(NodeId) -> ScoreRow,
) -> Vec<ScoreRow> {
    let mut rows = Vec::new();
    for (node, choices) in NodeId::all(survey.rows().len()).zip(survey.rows()) {
        let Some(choices) = choices else {
            rows.push(outer(node));
            continue;
        };
        for index in 0..choices.first().map_or(0, Vec::len) {
            let items: Vec<&TreatmentContrasts<System>> = choices.iter().map(|choice| &choice[index]).collect();
            rows.push(row(&items, found, grid, survey.is_determined()));
        }
    }
    rows
}

fn row(
    choices: &[&TreatmentContrasts<System>],
    found: &Measured,
    grid: Option<PartGrid>,
    is_determined: bool,
) -> ScoreRow {
    let measured: Vec<BTreeMap<NodeId, &PairResult>> =
        choices.iter().map(|item| results(item, found).map(|result| (result.outcome, result)).collect()).collect();
    let pair = |index: usize| {
        let outcome = choices[0].cases[index].outcome;
        let compared = choices.iter().zip(&measured).filter(|(item, _)| item.cases[index].case.is_some());
        let results: Vec<Option<&PairResult>> = compared.map(|(_, found)| found.get(&outcome).copied()).collect();
        let [lower, upper] = extremes(&results, grid);
        Pair {
            outcome,
            case: choices[0].cases[index].case.filter(|_| is_determined),
            lower,
            upper,
            left_out: choices.len() - results.len(),
        }
    };
    let pairs = (0..choices[0].cases.len()).map(pair).collect();
    ScoreRow { treatments: choices[0].treatments.clone(), pairs }
}

/// The smallest and the largest distance; that of a choice without an estimate is 0. None without a choice.
fn extremes(results: &[Option<&PairResult>], grid: Option<PartGrid>) -> [Option<PairEstimate>; 2] {
    if results.is_empty() {
        return [None, None];
    }
    let by_distance = |a: &&&PairResult, b: &&&PairResult| a.distance().total_cmp(&b.distance());
    let estimated: Vec<&PairResult> = results.iter().flatten().copied().collect();
    let estimate = |result: Option<&&PairResult>| {
        result.map_or_else(PairEstimate::default, |result| PairEstimate::new(result, grid))
    };
    let lower = if estimated.len() < results.len() { None } else { estimated.iter().min_by(by_distance) };
    [Some(estimate(lower)), Some(estimate(estimated.iter().max_by(by_distance)))]
}

/// The means over the pairs that are not left out, and the number of pairs that are.
fn means(
    survey: &Survey<'_, TreatmentContrasts<System>>,
    costs: &[RowCosts],
    bounds: Bounds,
    rows: &[ScoreRow],
) -> (Option<Span<f64>>, Span<usize>) {
    let pairs: usize = rows.iter().map(|row| row.pairs.len()).sum();
    let ([Some(members)], [RowCosts::Listed(sums)]) = (survey.rows(), costs) else {
        let mean = |value: f64| value / pairs.max(1) as f64;
        return (Some(Span { lower: mean(bounds.lower), upper: mean(bounds.upper) }), Span::point(0));
    };
    let count = |member: &Vec<TreatmentContrasts<System>>| {
        member.iter().flat_map(|item| &item.cases).filter(|found| found.case.is_some()).count()
    };
    let counts: Vec<usize> = members.iter().map(count).collect();
    let means = sums.iter().zip(&counts).map(|(sum, &count)| (count > 0).then(|| sum / count as f64));
    let left_out = Span::of(counts.iter().map(|count| pairs - count)).unwrap_or_default();
    (means.collect::<Option<Vec<f64>>>().and_then(Span::of), left_out)
}
