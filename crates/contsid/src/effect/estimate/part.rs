//! Some rows, all of them or one part: their columns, and their solved systems.

use super::basis::Basis;
use super::columns::{Columns, InterventionPlan, JointPoints, PreparedColumn};
use super::guide::{GuidedRows, LinearModel, WaveScale};
use super::systems::{Corrections, SolvedWeights, Solver, System};
use super::wanted::{EffectTask, TaskSystem};
use crate::data::Table;
use crate::effect::{ContSidError, Estimand};
use crate::embedding::Weighting;
use crate::execution::Execution;
use crate::graph::{NodeId, NodeNames, NodeSet};
use crate::kernel::KernelColumn;
use crate::numeric::Matrix;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The largest factor by which weights are scaled up.
const LARGEST_SCALE: f64 = 2.0;

/// A sum of weights this much below ½ is more than rounding.
const ROUNDING: f64 = 1e-12;

/// What all parts share, in this process or another.
pub(crate) struct PartSettings {
    pub(crate) names: NodeNames,
    pub(crate) bases: Vec<Basis>,
    /// For each column its scale, if it has one and linear models guide the parts; otherwise empty.
    pub(crate) scales: Vec<Option<WaveScale>>,
    /// Whether outcomes with a guide are estimated without it too.
    pub(crate) checks_guides: bool,
    pub(crate) solver: Solver,
}

impl PartSettings {
    pub(crate) fn new(names: NodeNames, bases: Vec<Basis>, scales: Vec<Option<WaveScale>>) -> Self {
        Self { names, bases, scales, checks_guides: false, solver: Solver::new(Weighting::SumToOne) }
    }

    /// The scale of an outcome that has a guide.
    pub(crate) fn guided(&self, outcome: NodeId) -> Option<&WaveScale> {
        self.scales.get(outcome.index())?.as_ref().filter(|scale| scale.waves > 0)
    }

    /// The number of coordinates of an outcome.
    pub(crate) fn rank(&self, outcome: NodeId) -> usize {
        self.guided(outcome).map_or_else(|| self.bases[outcome.index()].rank(), WaveScale::rank)
    }

    /// A column of coordinates for each of these values of an outcome.
    pub(crate) fn coordinates(&self, outcome: NodeId, values: &[f64]) -> Matrix {
        match self.guided(outcome) {
            Some(scale) => scale.coordinates(values.iter().copied()).transposed(),
            None => self.bases[outcome.index()].coordinates(values),
        }
    }

    /// Interventions at given values of some treatments.
    pub(crate) fn plan(&self, treatments: &NodeSet, points: JointPoints) -> Arc<InterventionPlan> {
        let rows = match (treatments.first(), points.columns.as_slice()) {
            (Some(node), [values]) => self.bases[node.index()].rows_at(values),
            _ => None,
        };
        Arc::new(InterventionPlan { points, rows })
    }

    /// Some rows of a table, ready to be solved.
    pub(crate) fn part_of(&self, table: &Table, rows: &[usize]) -> Part {
        self.part(table.columns().iter().map(|column| column.coded_rows(rows)))
    }

    /// The values of some rows of each column, ready to be solved.
    pub(crate) fn part(&self, values: impl IntoIterator<Item = Vec<f64>>) -> Part {
        let (mut columns, mut rough, mut count) = (Vec::new(), Vec::new(), 0);
        for (own, basis) in values.into_iter().zip(&self.bases) {
            count = own.len();
            let kernel = KernelColumn::of_numbers(&own, basis.kernel());
            let coordinates = basis.coordinates_of(&kernel);
            let (exact, other) = if basis.is_exact() { (Some(coordinates), None) } else { (None, Some(coordinates)) };
            columns.push(PreparedColumn::of_part(kernel, exact, basis.norm()));
            rough.push(other);
        }
        let kernels = columns.iter().map(|column| &column.kernel);
        let guided = (!self.scales.is_empty()).then(|| GuidedRows::new(&self.scales, kernels));
        let checks_guides = self.checks_guides;
        Part { columns: Columns::of_part(&self.names, count, columns), rough, guided, checks_guides }
    }
}

/// Rows that are ready to be solved.
pub(crate) struct Part {
    pub(crate) columns: Columns,
    /// For each column without an exact basis, the coordinates of its values, a column for each row.
    rough: Vec<Option<Matrix>>,
    guided: Option<GuidedRows>,
    /// Whether outcomes with a guide are estimated without it too.
    checks_guides: bool,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct PartEstimates {
    /// For each task and each of its systems.
    pub(crate) tasks: Vec<Vec<SolvedSystem>>,
    /// For each column the mean of the coordinates of its values.
    pub(crate) means: Vec<Vec<f64>>,
}

/// The estimates of a part, in one or several pieces, whose tasks follow each other.
pub(crate) type PartPieces = Vec<PartEstimates>;

/// A solved system, as far as outcomes need it.
#[derive(Serialize, Deserialize)]
pub(crate) struct SolvedSystem {
    /// None where weights stay as they are.
    pub(crate) corrections: Option<Corrections>,
    /// For each outcome of the system.
    pub(crate) outcomes: Vec<SolvedOutcome>,
    /// The weights themselves, for outcomes without coordinates.
    #[serde(skip)]
    pub(crate) weights: Option<Arc<SolvedWeights>>,
}

/// What a solved system needs of an outcome j.
#[derive(Serialize, Deserialize)]
pub(crate) struct SolvedOutcome {
    /// L_jᵀ M; of an outcome with a guide the same for what the guide leaves over. Empty for an outcome without
    /// coordinates.
    pub(crate) features: Matrix,
    pub(crate) guide: Option<LinearModel>,
    /// L_jᵀ M of an outcome with a guide, as if it had none, where guides are checked; empty otherwise.
    pub(crate) plain: Matrix,
}

impl SolvedSystem {
    /// Whether the weights at an intervention sum to less than ½.
    pub(crate) fn has_low_overlap(&self, point: usize) -> bool {
        self.corrections
            .as_ref()
            .is_some_and(|found| found.scales[point] == LARGEST_SCALE && found.shifts[point] > ROUNDING)
    }
}

impl Part {
    /// All rows of a table: an outcome's coordinates are those of its own factor, if it has one.
    pub(crate) fn of_all(columns: Columns) -> Self {
        Self { rough: columns.iter().map(|_| None).collect(), columns, guided: None, checks_guides: false }
    }

    /// The coordinates of a column's values, a column for each row; none for a rough kernel on all rows.
    fn coordinates(&self, node: NodeId) -> Option<&Matrix> {
        let exact = || self.columns.column(node).factor().map(|factor| &factor.transposed);
        self.rough[node.index()].as_ref().or_else(exact)
    }

    /// For each column the mean of the coordinates of its values; empty for one without coordinates.
    pub(crate) fn means(&self) -> Vec<Vec<f64>> {
        let count = self.columns.row_count() as f64;
        let of_rows = |coordinates: &Matrix| coordinates.row_sums().into_iter().map(|sum| sum / count).collect();
        let guided = |node: NodeId| self.guided.as_ref()?.mean(node.index());
        let rough = |node: NodeId| self.rough[node.index()].as_ref().map(of_rows);
        let exact = |node| self.columns.column(node).factor().map(|factor| factor.mean.clone());
        let mean = |node| guided(node).or_else(|| rough(node)).or_else(|| exact(node)).unwrap_or_default();
        NodeId::all(self.columns.len()).map(mean).collect()
    }

    /// Solves the systems of some tasks.
    pub(crate) fn estimates(
        &self,
        solver: &Solver,
        tasks: &[EffectTask],
        execution: &Execution<'_>,
    ) -> Result<PartEstimates, ContSidError> {
        let mut known = KnownWeights::new(tasks);
        let mut solve = |task: &EffectTask| {
            let system = |wanted: &TaskSystem| {
                let weights = known.weights(wanted, || self.weights(solver, wanted, execution))?;
                self.outcomes(solver, wanted, weights)
            };
            task.systems.iter().map(system).collect::<Result<Vec<_>, _>>()
        };
        let tasks = tasks.iter().map(&mut solve).collect::<Result<Vec<_>, _>>()?;
        Ok(PartEstimates { tasks, means: self.means() })
    }

    /// The weights of the rows at some interventions, by their indices, as the estimator corrects them.
    pub(crate) fn weights_at(
        &self,
        solver: &Solver,
        wanted: &TaskSystem,
        interventions: impl IntoIterator<Item = usize>,
        execution: &Execution<'_>,
    ) -> Result<Vec<Vec<f64>>, ContSidError> {
        let solved = self.weights(solver, wanted, execution)?;
        let corrections = solver.corrections(&solved, &self.columns, &wanted.system, &wanted.plan)?;
        let at = |index: usize| {
            let mut weights = solved.at(&wanted.plan, index..index + 1).column(0).to_vec();
            if let Some(found) = &corrections {
                found.apply(index, &mut weights);
            }
            weights
        };
        Ok(interventions.into_iter().map(at).collect())
    }

    fn weights(
        &self,
        solver: &Solver,
        wanted: &TaskSystem,
        execution: &Execution<'_>,
    ) -> Result<Arc<SolvedWeights>, ContSidError> {
        execution.check()?;
        solver.solve(&self.columns, &wanted.system, &wanted.plan, execution).map(Arc::new)
    }

    fn outcomes(
        &self,
        solver: &Solver,
        wanted: &TaskSystem,
        weights: Arc<SolvedWeights>,
    ) -> Result<SolvedSystem, ContSidError> {
        let corrections = solver.corrections(&weights, &self.columns, &wanted.system, &wanted.plan)?;
        let Estimand { treatments, adjustment } = &wanted.system.estimand;
        let guided = self.guided.as_ref().map(|guided| (guided, guided.regressors(treatments, adjustment)));
        let outcome = |&outcome: &NodeId| {
            let guide = guided.as_ref().and_then(|(rows, regressors)| rows.guide(outcome.index(), regressors));
            let (features, guide) = match (guide, self.coordinates(outcome)) {
                (Some((guide, left)), _) => (weights.features_of_rows(&left), Some(guide)),
                (None, Some(coordinates)) => (weights.features(coordinates), None),
                (None, None) => (Matrix::default(), None),
            };
            let checked = guided.as_ref().filter(|_| self.checks_guides && guide.is_some());
            let coordinates = checked.and_then(|(rows, _)| rows.coordinates(outcome.index()));
            let plain = coordinates.map_or_else(Matrix::default, |rows| weights.features_of_rows(rows));
            SolvedOutcome { features, guide, plain }
        };
        let outcomes = wanted.outcomes.iter().map(outcome).collect();
        let is_rough = wanted.outcomes.iter().any(|&outcome| self.coordinates(outcome).is_none());
        Ok(SolvedSystem { corrections, outcomes, weights: is_rough.then_some(weights) })
    }
}

/// Weights that several tasks need: those for the columns of a factor do not depend on the interventions of a task.
struct KnownWeights<'a>(BTreeMap<&'a System, Option<Arc<SolvedWeights>>>);

impl<'a> KnownWeights<'a> {
    fn new(tasks: &'a [EffectTask]) -> Self {
        let mut counts: BTreeMap<&System, usize> = BTreeMap::new();
        for wanted in tasks.iter().flat_map(|task| &task.systems).filter(|wanted| wanted.plan.rows.is_some()) {
            *counts.entry(&wanted.system).or_default() += 1;
        }
        Self(counts.into_iter().filter(|(_, count)| *count > 1).map(|(system, _)| (system, None)).collect())
    }

    fn weights(
        &mut self,
        wanted: &TaskSystem,
        solve: impl FnOnce() -> Result<Arc<SolvedWeights>, ContSidError>,
    ) -> Result<Arc<SolvedWeights>, ContSidError> {
        let shared = wanted.plan.rows.as_ref().and_then(|_| self.0.get_mut(&wanted.system));
        match shared {
            None => solve(),
            Some(Some(known)) => Ok(Arc::clone(known)),
            Some(unknown) => Ok(Arc::clone(unknown.insert(solve()?))),
        }
    }
}
