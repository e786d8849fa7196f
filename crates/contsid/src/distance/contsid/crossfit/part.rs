//! One part of the rows: its columns, and its solved systems.

use super::basis::Basis;
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

/// c of the extrapolation: a bias that falls as n^−γ with the number of rows is taken off by c = 1/(2^γ − 1). γ = 0.7
/// does best on models whose distances are known: see docs/uncertainty.md.
const EXTRAPOLATION: f64 = 1.6;

/// A sum of weights this much below ½ is more than rounding.
const ROUNDING: f64 = 1e-12;

/// The settings that all parts share, in this process or another.
pub(super) struct PartSettings {
    /// The basis of each column.
    pub(super) bases: Vec<Basis>,
    /// n λ
    pub(super) ridge: f64,
    /// Whether the weights of each part are extrapolated to parts of any size.
    pub(super) is_extrapolated: bool,
    solver: Solver,
}

impl PartSettings {
    pub(super) fn new(bases: Vec<Basis>, ridge: f64, is_extrapolated: bool) -> Self {
        let solver = Solver::new(LambdaChoice::OneOverN, Weighting::SumToOne, 0);
        Self { bases, ridge, is_extrapolated, solver }
    }
}

/// The rows of a part, ready to be solved.
pub(super) struct Part {
    columns: Columns,
    /// For each column without an exact basis, the coordinates of its values, a column for each row.
    rough: Vec<Option<Matrix>>,
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
    /// L_jᵀ M for each outcome j of the estimand.
    pub(super) features: Vec<Matrix>,
}

/// Solves the systems of some tasks on one part of the rows.
pub(super) fn estimate_part(
    settings: &PartSettings,
    table: &Table,
    rows: &[usize],
    tasks: &[PartTask],
    execution: &Execution<'_>,
) -> Result<PartEstimates, ContSidError> {
    let of_rows = |rows: &[usize]| {
        let values = table.columns().iter().map(|column| values_of(column, rows));
        Part::new(table.names(), &settings.bases, settings.ridge, values)
    };
    let part = of_rows(rows);
    let halves = if settings.is_extrapolated { alternating(rows).to_vec() } else { Vec::new() };
    let halves: Vec<Part> = halves.iter().map(|rows| of_rows(rows)).collect();
    let system = |estimand: &TaskEstimand| {
        let whole = part.system(&settings.solver, estimand, execution)?;
        let of_half = |half: &Part| half.system(&settings.solver, estimand, execution);
        Ok::<_, ContSidError>(whole.extrapolated(&halves.iter().map(of_half).collect::<Result<Vec<_>, _>>()?))
    };
    let solve = |task: &PartTask| task.estimands.iter().map(system).collect::<Result<Vec<_>, _>>();
    let tasks = tasks.iter().map(solve).collect::<Result<Vec<_>, _>>()?;
    Ok(PartEstimates { tasks, means: part.means() })
}

impl Part {
    /// The values of each column, with its basis, and the ridge n λ of these n rows.
    pub(super) fn new(
        names: &NodeNames,
        bases: &[Basis],
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
        let lambda = Lambda::new(ridge / count as f64).expect("a ridge is positive, and a part has rows");
        Self { columns: Columns::of_part(names, count, columns), rough, lambda }
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
        let mean = |node| self.coordinates(node).row_sums().into_iter().map(|sum| sum / count).collect();
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
        let features = |&outcome: &NodeId| match &solved.weights {
            SolvedWeights::OfFactor { transposed, .. } => self.coordinates(outcome).times_transposed(transposed),
            SolvedWeights::OfPoints(weights) => self.coordinates(outcome).times(weights),
        };
        let features = wanted.outcomes.iter().map(features).collect();
        Ok(PartSystem::new(solved.corrections.as_deref().unwrap_or_default(), features))
    }
}

/// Every other row, and the rows between.
fn alternating(rows: &[usize]) -> [Vec<usize>; 2] {
    [0, 1].map(|first| rows.iter().skip(first).step_by(2).copied().collect())
}

/// The values of some rows of a column; for categories the positions of their levels.
pub(super) fn values_of(column: &Column, rows: &[usize]) -> Vec<f64> {
    match column {
        Column::Numeric(numbers) => numbers.rows(rows),
        Column::Categorical { codes, .. } => rows.iter().map(|&row| f64::from(codes[row])).collect(),
    }
}

impl PartSystem {
    fn new(corrections: &[Correction], features: Vec<Matrix>) -> Self {
        let scales = corrections.iter().map(|correction| correction.scale).collect();
        let shifts = corrections.iter().map(|correction| correction.shift).collect();
        Self { scales, shifts, features }
    }

    /// The sum of the weights at each intervention before they were made to sum to one.
    fn sums(&self) -> impl Iterator<Item = f64> {
        self.scales.iter().zip(&self.shifts).map(|(&scale, &shift)| Correction { scale, shift }.sum_before())
    }

    /// The weights w + c (w − mean of the weights of the halves), made to sum to one; as they are without halves.
    fn extrapolated(mut self, halves: &[Self]) -> Self {
        if halves.is_empty() {
            return self;
        }
        let share = EXTRAPOLATION / halves.len() as f64;
        let mut sums: Vec<f64> = self.sums().map(|sum| (1.0 + EXTRAPOLATION) * sum).collect();
        self.features.iter_mut().for_each(|features| features.scale(1.0 + EXTRAPOLATION));
        for half in halves {
            sums.iter_mut().zip(half.sums()).for_each(|(sum, other)| *sum -= share * other);
            self.features.iter_mut().zip(&half.features).for_each(|(own, other)| own.add_multiple(other, -share));
        }
        Self::new(&sums.into_iter().map(Correction::to_one).collect::<Vec<_>>(), self.features)
    }

    /// Writes L_jᵀ M e(x) for some interventions, a row for each.
    fn write(&self, wanted: &TaskEstimand, outcome: NodeId, range: Range<usize>, out: &mut Matrix) {
        let index = wanted.outcomes.binary_search(&outcome).expect("features are kept for the outcomes of a contrast");
        let features = &self.features[index];
        match &wanted.plan.rows {
            Some(rows) => out.set_rows_times_transposed(rows, range, features),
            None => out.set_transposed_columns(features, range),
        }
    }

    /// Whether the weights at an intervention sum to less than ½.
    pub(super) fn has_low_overlap(&self, point: usize) -> bool {
        self.scales[point] == LARGEST_SCALE && self.shifts[point] > ROUNDING
    }
}

/// The contrasts of all parts of one pair.
pub(super) struct PairContrasts<'a> {
    pub(super) task: &'a PartTask,
    /// The estimand whose estimate is compared.
    pub(super) first: usize,
    /// The one that it is compared with; the marginal if there is none.
    pub(super) second: Option<usize>,
    pub(super) outcome: NodeId,
    /// The systems of the task, part after part of each repeat.
    pub(super) parts: Vec<&'a [PartSystem]>,
    /// The mean coordinates of all columns, part after part.
    pub(super) means: Vec<&'a [Vec<f64>]>,
    pub(super) part_count: usize,
}

impl PairContrasts<'_> {
    /// Writes the contrasts of a part at some interventions; `scratch` is used for the second estimate.
    pub(super) fn write(&self, range: Range<usize>, at: PartIndex, scratch: &mut Matrix, out: &mut Matrix) {
        let index = at.repeat * self.part_count + at.part;
        let (systems, mean) = (self.parts[index], &self.means[index][self.outcome.index()]);
        let first = &systems[self.first];
        first.write(&self.task.estimands[self.first], self.outcome, range.clone(), out);
        let second = self.second.map(|second| (&systems[second], &self.task.estimands[second]));
        let shift = |point: usize| first.shifts[point] - second.map_or(1.0, |(second, _)| second.shifts[point]);
        let shifts: Vec<f64> = range.clone().map(shift).collect();
        out.scale_and_shift_rows(&first.scales[range.clone()], &shifts, mean);
        if let Some((second, wanted)) = second {
            second.write(wanted, self.outcome, range.clone(), scratch);
            out.subtract_scaled_rows(scratch, &second.scales[range]);
        }
    }

    /// The share of interventions with hardly any data for an estimate, over all parts.
    pub(super) fn low_overlap(&self) -> f64 {
        let shares = &self.task.points.shares.shares;
        let of_part = |systems: &&[PartSystem]| {
            let is_low = |point: usize| {
                let low = |index: usize| systems[index].has_low_overlap(point);
                low(self.first) || self.second.is_some_and(low)
            };
            shares.iter().enumerate().filter(|(point, _)| is_low(*point)).map(|(_, share)| share).sum::<f64>()
        };
        self.parts.iter().map(of_part).sum::<f64>() / self.parts.len() as f64
    }
}
