//! One part of the rows: its columns, and its solved systems.

use super::basis::Basis;
use super::guide::{Gauge, Guide, GuidedRows, kept_share};
use super::layout::Layout;
use super::statistics::PartIndex;
use super::task::{PartTask, TaskEstimand};
use crate::data::{Column, Table};
use crate::distance::contsid::columns::{Columns, InterventionPlan, PreparedColumn};
use crate::distance::contsid::solve::{Solved, SolvedWeights, Solver, System};
use crate::distance::contsid::{ContSidError, Estimand, LambdaChoice};
use crate::embedding::{Correction, Lambda, Weighting};
use crate::execution::Execution;
use crate::graph::{NodeId, NodeNames};
use crate::kernel::KernelColumn;
use crate::numeric::Matrix;
use std::ops::Range;
use std::sync::Arc;

/// The largest factor by which weights are scaled up.
const LARGEST_SCALE: f64 = 2.0;

/// A sum of weights this much below ½ is more than rounding.
const ROUNDING: f64 = 1e-12;

/// The settings that all parts share, in this process or another.
pub(super) struct PartSettings {
    /// The basis of each column.
    pub(super) bases: Vec<Basis>,
    /// For each column its gauge, if it has one and linear regressions guide the parts; otherwise empty.
    pub(super) gauges: Vec<Option<Gauge>>,
    /// n λ
    pub(super) ridge: f64,
    solver: Solver,
}

impl PartSettings {
    pub(super) fn new(bases: Vec<Basis>, gauges: Vec<Option<Gauge>>, ridge: f64) -> Self {
        let solver = Solver::new(LambdaChoice::OneOverN, Weighting::SumToOne, 0);
        Self { bases, gauges, ridge, solver }
    }

    /// The gauge of an outcome that has a guide.
    pub(super) fn guided(&self, outcome: NodeId) -> Option<&Gauge> {
        self.gauges.get(outcome.index())?.as_ref().filter(|gauge| gauge.waves > 0)
    }

    /// The number of coordinates of an outcome.
    pub(super) fn rank(&self, outcome: NodeId) -> usize {
        self.guided(outcome).map_or_else(|| self.bases[outcome.index()].rank(), Gauge::rank)
    }
}

/// The rows of a part, ready to be solved.
pub(super) struct Part {
    columns: Columns,
    /// For each column without an exact basis, the coordinates of its values, a column for each row.
    rough: Vec<Option<Matrix>>,
    /// If linear regressions guide the part.
    guided: Option<GuidedRows>,
    lambda: Lambda,
}

/// The estimates of a part.
pub(super) struct PartEstimates {
    /// For each task and each of its estimands.
    pub(super) tasks: Vec<Vec<PartSystem>>,
    /// For each column the mean of the coordinates of its values.
    pub(super) means: Vec<Vec<f64>>,
}

/// A solved system, as far as outcomes need it: w(x) = scale(x) M e(x) + shift(x)/n.
pub(super) struct PartSystem {
    pub(super) scales: Vec<f64>,
    pub(super) shifts: Vec<f64>,
    /// For each outcome j of the estimand.
    pub(super) outcomes: Vec<PartOutcome>,
}

/// What a solved system needs of an outcome.
pub(super) struct PartOutcome {
    /// L_jᵀ M; of an outcome with a guide the same for what the guide leaves over.
    pub(super) features: Matrix,
    pub(super) guide: Option<Guide>,
}

/// Solves the systems of some tasks on one part of the rows.
pub(super) fn estimate_part(
    settings: &PartSettings,
    table: &Table,
    rows: &[usize],
    tasks: &[PartTask],
    execution: &Execution<'_>,
) -> Result<PartEstimates, ContSidError> {
    let values = table.columns().iter().map(|column| values_of(column, rows));
    let part = Part::new(table.names(), &settings.bases, &settings.gauges, settings.ridge, values);
    let system = |estimand: &TaskEstimand| part.system(&settings.solver, estimand, execution);
    let solve = |task: &PartTask| task.estimands.iter().map(system).collect::<Result<Vec<_>, _>>();
    let tasks = tasks.iter().map(solve).collect::<Result<Vec<_>, _>>()?;
    Ok(PartEstimates { tasks, means: part.means() })
}

impl Part {
    /// The values of each column, with its basis, its gauge if regressions guide the part, and the ridge n λ of these n
    /// rows.
    pub(super) fn new(
        names: &NodeNames,
        bases: &[Basis],
        gauges: &[Option<Gauge>],
        ridge: f64,
        values: impl IntoIterator<Item = Vec<f64>>,
    ) -> Self {
        let (mut columns, mut rough, mut count) = (Vec::new(), Vec::new(), 0);
        for (own, basis) in values.into_iter().zip(bases) {
            count = own.len();
            let kernel = KernelColumn::of_numbers(&own, basis.kernel());
            let coordinates = basis.coordinates_of(&kernel);
            let (exact, other) = if basis.is_exact() { (Some(coordinates), None) } else { (None, Some(coordinates)) };
            columns.push(PreparedColumn::of_part(kernel, exact, basis.norm()));
            rough.push(other);
        }
        let guided = (!gauges.is_empty()).then(|| GuidedRows::new(gauges, columns.iter().map(|column| &column.kernel)));
        let lambda = Lambda::new(ridge / count as f64).expect("a ridge is positive, and a part has rows");
        Self { columns: Columns::of_part(names, count, columns), rough, guided, lambda }
    }

    /// The coordinates of a column's values, a column for each row.
    fn coordinates(&self, node: NodeId) -> &Matrix {
        match (&self.rough[node.index()], self.columns.column(node).factor()) {
            (Some(coordinates), _) => coordinates,
            (None, Some(factor)) => &factor.transposed,
            (None, None) => unreachable!("a column has coordinates of either kind"),
        }
    }

    /// For each column the mean of the coordinates of its values.
    pub(super) fn means(&self) -> Vec<Vec<f64>> {
        let count = self.columns.row_count() as f64;
        let of_coordinates = |node| self.coordinates(node).row_sums().into_iter().map(|sum| sum / count).collect();
        let guided = |node: NodeId| self.guided.as_ref()?.mean(node.index());
        let mean = |node| guided(node).unwrap_or_else(|| of_coordinates(node));
        NodeId::all(self.columns.len()).map(mean).collect()
    }

    /// The weights of the part's rows at the interventions of a plan.
    pub(super) fn solved(
        &self,
        solver: &Solver,
        estimand: &Estimand,
        plan: &Arc<InterventionPlan>,
        execution: &Execution<'_>,
    ) -> Result<Arc<Solved>, ContSidError> {
        solver.solve(&self.columns, &System { estimand: estimand.clone(), lambda: self.lambda }, plan, execution)
    }

    pub(super) fn system(
        &self,
        solver: &Solver,
        wanted: &TaskEstimand,
        execution: &Execution<'_>,
    ) -> Result<PartSystem, ContSidError> {
        let solved = self.solved(solver, &wanted.estimand, &wanted.plan, execution)?;
        let Estimand { treatments, adjustment } = &wanted.estimand;
        let guided = self.guided.as_ref().map(|guided| (guided, guided.regressors(treatments, adjustment)));
        let outcome = |&outcome: &NodeId| {
            let guide = guided.as_ref().and_then(|(rows, regressors)| rows.guide(outcome.index(), regressors));
            match (guide, &solved.weights) {
                (Some((guide, left)), SolvedWeights::OfFactor { transposed, .. }) => {
                    PartOutcome { features: transposed.times(&left).transposed(), guide: Some(guide) }
                }
                (Some((guide, left)), SolvedWeights::OfPoints(weights)) => {
                    PartOutcome { features: left.transpose_times(weights), guide: Some(guide) }
                }
                (None, SolvedWeights::OfFactor { transposed, .. }) => {
                    PartOutcome { features: self.coordinates(outcome).times_transposed(transposed), guide: None }
                }
                (None, SolvedWeights::OfPoints(weights)) => {
                    PartOutcome { features: self.coordinates(outcome).times(weights), guide: None }
                }
            }
        };
        let outcomes = wanted.outcomes.iter().map(outcome).collect();
        Ok(PartSystem::new(solved.corrections.as_deref().unwrap_or_default(), outcomes))
    }
}

/// The values of some rows of a column; for categories the positions of their levels.
pub(super) fn values_of(column: &Column, rows: &[usize]) -> Vec<f64> {
    match column {
        Column::Numeric(numbers) => numbers.rows(rows),
        Column::Categorical { codes, .. } => rows.iter().map(|&row| f64::from(codes[row])).collect(),
    }
}

impl PartSystem {
    fn new(corrections: &[Correction], outcomes: Vec<PartOutcome>) -> Self {
        let scales = corrections.iter().map(|correction| correction.scale).collect();
        let shifts = corrections.iter().map(|correction| correction.shift).collect();
        Self { scales, shifts, outcomes }
    }

    /// Whether the weights at an intervention sum to less than ½.
    pub(super) fn has_low_overlap(&self, point: usize) -> bool {
        self.scales[point] == LARGEST_SCALE && self.shifts[point] > ROUNDING
    }
}

impl PartOutcome {
    /// Writes L_jᵀ M e(x) for some interventions, a row for each.
    fn write(&self, plan: &InterventionPlan, range: Range<usize>, out: &mut Matrix) {
        match &plan.rows {
            Some(rows) => out.set_rows_times_transposed(rows, range, &self.features),
            None => out.set_transposed_columns(&self.features, range),
        }
    }
}

/// What all parts say about one outcome by one estimand.
pub(super) struct OutcomeEstimates<'a> {
    plan: &'a InterventionPlan,
    /// Part after part of each repeat.
    parts: Vec<(&'a PartSystem, &'a PartOutcome)>,
    guide: Option<GuidedPoints<'a>>,
}

/// The interventions as guides see them, and how much of the kernel regression's correction is kept.
struct GuidedPoints<'a> {
    gauge: &'a Gauge,
    /// The scaled values of each treatment; 0 where it has no gauge, and so no slope.
    points: Vec<Vec<f64>>,
    kept: f64,
}

impl<'a> OutcomeEstimates<'a> {
    /// `parts` has the systems of a task, of which this is the one with the given index.
    pub(super) fn new(
        settings: &'a PartSettings,
        layout: Layout,
        task: &'a PartTask,
        parts: &[&'a [PartSystem]],
        index: usize,
        outcome: NodeId,
    ) -> Self {
        let wanted = &task.estimands[index];
        let place = wanted.outcomes.binary_search(&outcome).expect("an estimand of the contrast has the outcome");
        let parts: Vec<(&PartSystem, &PartOutcome)> =
            parts.iter().map(|systems| (&systems[index], &systems[index].outcomes[place])).collect();
        let guide = settings.guided(outcome).map(|gauge| {
            let scaled = |(node, values): (NodeId, &Vec<f64>)| match &settings.gauges[node.index()] {
                Some(gauge) => gauge.scaled(values.iter().copied()),
                None => vec![0.0; values.len()],
            };
            let points = wanted.estimand.treatments.iter().zip(&wanted.plan.points.columns).map(scaled).collect();
            let square = wanted.plan.mean_square();
            GuidedPoints { gauge, points, kept: kept_share(layout, |part| &parts[part].1.features, square) }
        });
        Self { plan: &wanted.plan, parts, guide }
    }

    /// Replaces the rows of `out` by the estimates of a part at some interventions. Where weights do not sum to one
    /// the rest is that of the part's mean.
    fn write(&self, range: Range<usize>, part: usize, mean: &[f64], out: &mut Matrix) {
        let (system, outcome) = self.parts[part];
        match &self.guide {
            Some(guide) if guide.kept == 0.0 => {
                out.reset(range.len(), mean.len());
                guide.add_to(outcome, range, 1.0, out);
            }
            Some(guide) => {
                outcome.write(self.plan, range.clone(), out);
                out.scale(guide.kept);
                guide.add_to(outcome, range, 1.0, out);
            }
            None => {
                outcome.write(self.plan, range.clone(), out);
                out.scale_and_shift_rows(&system.scales[range.clone()], &system.shifts[range], mean);
            }
        }
    }

    /// Subtracts the same from the rows of `out`.
    fn subtract(&self, range: Range<usize>, part: usize, mean: &[f64], scratch: &mut Matrix, out: &mut Matrix) {
        match &self.guide {
            Some(guide) if guide.kept == 0.0 => guide.add_to(self.parts[part].1, range, -1.0, out),
            _ => {
                self.write(range, part, mean, scratch);
                out.add_multiple(scratch, -1.0);
            }
        }
    }
}

impl GuidedPoints<'_> {
    /// Adds what the guide of an outcome says about some interventions, `factor` times.
    fn add_to(&self, outcome: &PartOutcome, range: Range<usize>, factor: f64, out: &mut Matrix) {
        let points: Vec<&[f64]> = self.points.iter().map(|values| &values[range.clone()]).collect();
        let guide = outcome.guide.as_ref().expect("every part has a guide for an outcome with a gauge");
        guide.add_to(self.gauge, &points, factor, out);
    }
}

/// The contrasts of all parts of one pair.
pub(super) struct PairContrasts<'a> {
    /// The estimate that is compared.
    pub(super) first: OutcomeEstimates<'a>,
    /// The one that it is compared with; the marginal if there is none.
    pub(super) second: Option<OutcomeEstimates<'a>>,
    /// The mean coordinates of the outcome, part after part.
    pub(super) means: Vec<&'a [f64]>,
    pub(super) part_count: usize,
}

impl PairContrasts<'_> {
    /// Writes the contrasts of a part at some interventions; `scratch` is used for the second estimate.
    pub(super) fn write(&self, range: Range<usize>, at: PartIndex, scratch: &mut Matrix, out: &mut Matrix) {
        let part = at.repeat * self.part_count + at.part;
        let mean = self.means[part];
        self.first.write(range.clone(), part, mean, out);
        match &self.second {
            Some(second) => second.subtract(range, part, mean, scratch, out),
            None => out.add_product(&vec![-1.0; range.len()], mean),
        }
    }

    /// The share of interventions with hardly any data for an estimate, over all parts.
    pub(super) fn low_overlap(&self, shares: &[f64]) -> f64 {
        let of_part = |part: usize| {
            let low = |estimates: &OutcomeEstimates<'_>, point| estimates.parts[part].0.has_low_overlap(point);
            let is_low =
                |point: usize| low(&self.first, point) || self.second.as_ref().is_some_and(|second| low(second, point));
            shares.iter().enumerate().filter(|(point, _)| is_low(*point)).map(|(_, share)| share).sum::<f64>()
        };
        let parts = self.first.parts.len();
        (0..parts).map(of_part).sum::<f64>() / parts as f64
    }
}
