//! One part of the rows: its columns, and its solved systems.

use super::basis::Basis;
use super::guide::{Gauge, Guide, GuidedRows};
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
            match guide {
                Some((guide, left)) => {
                    PartOutcome { features: features_of_rows(&solved.weights, &left), guide: Some(guide) }
                }
                None => PartOutcome { features: features(&solved.weights, self.coordinates(outcome)), guide: None },
            }
        };
        let outcomes = wanted.outcomes.iter().map(outcome).collect();
        Ok(PartSystem::new(solved.corrections.as_deref().unwrap_or_default(), outcomes))
    }
}

/// L_jᵀ M for coordinates with a column for each row of the part.
fn features(weights: &SolvedWeights, coordinates: &Matrix) -> Matrix {
    match weights {
        SolvedWeights::OfFactor { transposed, .. } => coordinates.times_transposed(transposed),
        SolvedWeights::OfPoints(weights) => coordinates.times(weights),
    }
}

/// The same for coordinates with a row for each row of the part.
fn features_of_rows(weights: &SolvedWeights, coordinates: &Matrix) -> Matrix {
    match weights {
        SolvedWeights::OfFactor { transposed, .. } => transposed.times(coordinates).transposed(),
        SolvedWeights::OfPoints(weights) => coordinates.transpose_times(weights),
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
    pub(super) fn write(&self, plan: &InterventionPlan, range: Range<usize>, out: &mut Matrix) {
        match &plan.rows {
            Some(rows) => out.set_rows_times_transposed(rows, range, &self.features),
            None => out.set_transposed_columns(&self.features, range),
        }
    }
}
