//! A table and all choices, made ready for estimates from all rows or from parts of them.

use super::basis::Basis;
use super::columns::{
    Columns, Factor, InterventionPlan, InterventionPoints, Interventions, JointPoints, SettableColumn, kernel_column,
    rows_at,
};
use super::guide::WaveScale;
use super::memory;
use super::part::{Part, PartSettings};
use super::rows::{CrossFitOptions, PartGrid, Partition, Ridge};
use super::systems::{Solver, System, best_lambda};
use super::wanted::TaskPoints;
use crate::data::Table;
use crate::effect::question::{Estimand, Survey, TreatmentContrasts};
use crate::effect::{ContSidError, ContSidOptions, LambdaChoice};
use crate::embedding::{Lambda, Weighting};
use crate::execution::Execution;
use crate::graph::{NodeId, NodeSet};
use crate::kernel::{Kernel, KernelColumn};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// A table under the kernels of the options, and the rows that estimates are made from.
pub(crate) struct EffectData {
    pub(crate) table: Table,
    pub(crate) options: ContSidOptions,
    pub(crate) rows: RowsUsed,
}

/// The rows that estimates are made from.
pub(crate) enum RowsUsed {
    /// All rows together.
    All(Box<AllRows>),
    /// Each part by itself.
    Parts(Box<PartRows>),
}

/// All rows together.
pub(crate) struct AllRows {
    pub(crate) part: Part,
    pub(crate) solver: Solver,
    /// The interventions on each column alone.
    plans: Vec<Arc<InterventionPlan>>,
    /// The ridge parameters that leave-one-out chose for estimands that serve some outcomes.
    chosen_lambdas: Mutex<BTreeMap<(Estimand, NodeSet), Lambda>>,
}

/// Rows that are divided into parts, several times over.
pub(crate) struct PartRows {
    pub(crate) partition: Partition,
    pub(crate) grid: PartGrid,
    /// The share of the rows that each part of the first repeat has.
    pub(crate) row_shares: Vec<f64>,
    pub(crate) settings: Arc<PartSettings>,
    pub(crate) ridge: Ridge,
}

impl PartRows {
    pub(crate) fn new(partition: Partition, grid: PartGrid, settings: Arc<PartSettings>, ridge: Ridge) -> Self {
        let count = partition.row_count() as f64;
        let row_shares = partition.rows(0).iter().map(|rows| rows.len() as f64 / count).collect();
        Self { partition, grid, row_shares, settings, ridge }
    }
}

impl EffectData {
    /// All rows of a table.
    pub(crate) fn of_all(
        table: &Table,
        options: &ContSidOptions,
        execution: &Execution<'_>,
    ) -> Result<Self, ContSidError> {
        if table.row_count() < 2 {
            return Err(ContSidError::TooFewRows { rows: table.row_count() });
        }
        check_choices(table, options)?;
        // A table that clearly does not fit is refused before it is prepared.
        memory::check(memory::estimated_memory(table, options, execution.threads()), options.memory_limit)?;
        let columns = Columns::new(table, options, execution)?;
        let plan = |node| plan_of_column(table, &columns, node, options);
        let plans = NodeId::all(columns.len()).map(plan).collect();
        let solver = Solver::new(Weighting::By(options.estimator));
        let rows = AllRows { part: Part::of_all(columns), solver, plans, chosen_lambdas: Mutex::default() };
        Ok(Self { table: table.clone(), options: options.clone(), rows: RowsUsed::All(Box::new(rows)) })
    }

    /// The rows of a table in parts. The estimator and the ridge parameter of the options do not matter here.
    pub(crate) fn of_parts(
        table: &Table,
        options: &ContSidOptions,
        crossfit: &CrossFitOptions,
        execution: &Execution<'_>,
    ) -> Result<Self, ContSidError> {
        check_choices(table, options)?;
        let partition = crossfit.partition(table.row_count())?;
        let further = |node| chosen_points(table, node, options);
        let mut settings = part_settings(table, options, crossfit.is_guided(), further, execution)?;
        let grid = PartGrid::new(partition.repeat_count(), partition.part_count());
        settings.checks_guides = crossfit.is_checked();
        let rows = PartRows::new(partition, grid, Arc::new(settings), crossfit.ridge);
        Ok(Self { table: table.clone(), options: options.clone(), rows: RowsUsed::Parts(Box::new(rows)) })
    }

    pub(crate) fn node_count(&self) -> usize {
        self.table.column_count()
    }

    /// The most rows of one system.
    pub(crate) fn most_rows(&self) -> usize {
        match &self.rows {
            RowsUsed::All(_) => self.table.row_count(),
            RowsUsed::Parts(parts) => parts.partition.row_count().div_ceil(parts.grid.parts),
        }
    }

    /// The parts, if the rows are divided.
    pub(crate) fn divided(&self) -> Option<&PartRows> {
        match &self.rows {
            RowsUsed::All(_) => None,
            RowsUsed::Parts(parts) => Some(parts),
        }
    }

    /// R and B, if the rows are in parts.
    pub(crate) fn grid(&self) -> Option<PartGrid> {
        self.divided().map(|parts| parts.grid)
    }

    pub(crate) fn kernel(&self, node: NodeId) -> Kernel {
        match &self.rows {
            RowsUsed::All(all) => all.part.columns.column(node).kernel.kernel(),
            RowsUsed::Parts(parts) => parts.settings.bases[node.index()].kernel(),
        }
    }

    /// ‖μ‖, the norm of the mean embedding of a column.
    pub(crate) fn norm(&self, node: NodeId) -> f64 {
        match &self.rows {
            RowsUsed::All(all) => all.part.columns.column(node).norm,
            RowsUsed::Parts(parts) => parts.settings.bases[node.index()].norm(),
        }
    }

    /// The number of coordinates of an outcome; none for one without coordinates.
    pub(crate) fn rank(&self, outcome: NodeId) -> Option<usize> {
        match &self.rows {
            RowsUsed::All(all) => all.part.columns.column(outcome).factor().map(Factor::rank),
            RowsUsed::Parts(parts) => Some(parts.settings.rank(outcome)),
        }
    }

    /// The number of right sides of a system of one treatment.
    pub(crate) fn width(&self, treatment: NodeId) -> usize {
        match &self.rows {
            RowsUsed::All(all) => all.plans[treatment.index()].width(),
            RowsUsed::Parts(parts) => parts.settings.bases[treatment.index()].rank(),
        }
    }

    /// Whether an outcome has no coordinates: its kernel is rough, and all rows are used.
    pub(crate) fn is_rough(&self, outcome: NodeId) -> bool {
        self.rank(outcome).is_none()
    }

    /// The numbers that a part keeps of a system with this many right sides and treatments for an outcome.
    pub(crate) fn outcome_numbers(&self, outcome: NodeId, width: usize, treatments: usize) -> usize {
        let rank = self.rank(outcome).unwrap_or(0);
        // With a guide and without it.
        rank * width + self.guided(outcome).map_or(0, |_| rank * (width + 1) + treatments)
    }

    /// Whether linear models guide the estimate of an outcome.
    pub(crate) fn guided(&self, outcome: NodeId) -> Option<&WaveScale> {
        self.divided()?.settings.guided(outcome)
    }

    /// The interventions on some treatments together.
    pub(crate) fn points(&self, treatments: &NodeSet) -> Result<TaskPoints, ContSidError> {
        let settable: Vec<SettableColumn<'_>> = treatments.iter().map(|node| self.settable(node)).collect();
        let found = match &self.rows {
            RowsUsed::All(_) => TaskPoints::all(&settable),
            RowsUsed::Parts(parts) => {
                TaskPoints::of_parts(&settable, &parts.partition, parts.grid, parts.settings.checks_guides)
            }
        };
        found.map_err(|too_many| {
            too_many.of(treatments.iter().map(|node| self.table.names().name(node).to_owned()).collect())
        })
    }

    pub(crate) fn interventions(&self, treatment: NodeId) -> InterventionPoints {
        let SettableColumn { values, interventions } = self.settable(treatment);
        interventions.points(&values)
    }

    fn settable(&self, node: NodeId) -> SettableColumn<'_> {
        let interventions = self.options.interventions.of(self.table.names().name(node));
        SettableColumn { values: self.table.column(node).coded(), interventions }
    }

    /// The interventions on some treatments as a system of some of them sees them.
    pub(crate) fn plan(&self, treatments: &NodeSet, points: &TaskPoints, own: &NodeSet) -> Arc<InterventionPlan> {
        match (&self.rows, own.first()) {
            (RowsUsed::All(all), Some(only)) if treatments.len() == 1 => Arc::clone(&all.plans[only.index()]),
            (RowsUsed::Parts(parts), _) => parts.settings.plan(own, points.of(treatments, own)),
            (RowsUsed::All(all), first) => {
                let points = points.of(treatments, own);
                let rows = match (first, points.columns.as_slice()) {
                    (Some(node), [values]) => {
                        let (column, observed) = (all.part.columns.column(node), self.settable(node).values);
                        column.factor().and_then(|factor| rows_at(factor, &observed, values))
                    }
                    _ => None,
                };
                Arc::new(InterventionPlan { points, rows })
            }
        }
    }

    /// The rows of each part, repeat after repeat; one part of all rows.
    pub(crate) fn parts(&self) -> Vec<Vec<usize>> {
        match &self.rows {
            RowsUsed::All(_) => vec![Vec::new()],
            RowsUsed::Parts(parts) => {
                let rows = &parts.partition;
                (0..rows.repeat_count()).flat_map(|repeat| rows.rows(repeat)).collect()
            }
        }
    }

    /// The contrasts of a survey with the ridge of each system. A ridge parameter chosen from the data depends on all
    /// outcomes for which either graph proposes the estimand.
    pub(crate) fn with_ridges<'a>(
        &self,
        surveys: Vec<Survey<'a, TreatmentContrasts>>,
        execution: &Execution<'_>,
    ) -> Result<Vec<Survey<'a, TreatmentContrasts<System>>>, ContSidError> {
        let rows = self.table.row_count();
        let fixed = match &self.rows {
            RowsUsed::Parts(parts) => Some(parts.ridge),
            RowsUsed::All(_) => self.lambda().map(|lambda| Ridge::of(lambda, rows)),
        };
        if let (None, RowsUsed::All(all)) = (fixed, &self.rows) {
            all.choose_lambdas(&surveys, execution)?;
        }
        let chosen = |choice: Vec<TreatmentContrasts>| {
            let served = if fixed.is_none() { served(&choice, self.node_count()) } else { BTreeMap::new() };
            let ridge = |estimand: &Estimand| fixed.unwrap_or_else(|| self.chosen_ridge(estimand, &served[estimand]));
            let system = |estimand: &Estimand| System { ridge: ridge(estimand), estimand: estimand.clone() };
            choice.into_iter().map(|contrasts| contrasts.map(system)).collect()
        };
        Ok(surveys.into_iter().map(|survey| survey.map(chosen)).collect())
    }

    fn chosen_ridge(&self, estimand: &Estimand, outcomes: &NodeSet) -> Ridge {
        let RowsUsed::All(all) = &self.rows else { unreachable!("the ridge of parts is fixed") };
        let chosen = all.chosen_lambdas.lock().unwrap_or_else(PoisonError::into_inner);
        Ridge::of(chosen[&(estimand.clone(), outcomes.clone())], self.table.row_count())
    }

    /// The ridge parameter, unless it is chosen for each system.
    pub(crate) fn lambda(&self) -> Option<Lambda> {
        match self.options.lambda {
            LambdaChoice::OneOverN => Some(Lambda::one_over(self.table.row_count())),
            LambdaChoice::Fixed(lambda) => Some(lambda),
            LambdaChoice::LeaveOneOut => None,
        }
    }
}

impl AllRows {
    fn choose_lambdas(
        &self,
        surveys: &[Survey<'_, TreatmentContrasts>],
        execution: &Execution<'_>,
    ) -> Result<(), ContSidError> {
        let known = || self.chosen_lambdas.lock().unwrap_or_else(PoisonError::into_inner);
        let choices = surveys.iter().flat_map(Survey::rows).flatten().flatten();
        let wanted: BTreeSet<(Estimand, NodeSet)> =
            choices.flat_map(|choice| served(choice, self.part.columns.len())).collect();
        let wanted: Vec<(Estimand, NodeSet)> = wanted.into_iter().filter(|key| !known().contains_key(key)).collect();
        let alone = execution.on_this_thread();
        let found = execution
            .map(&wanted, |(estimand, outcomes)| best_lambda(&self.part.columns, estimand, outcomes, &alone))?;
        known().extend(wanted.into_iter().zip(found));
        Ok(())
    }
}

/// The estimands that contrasts need, each with the outcomes for which a graph proposes it.
fn served(choice: &[TreatmentContrasts], node_count: usize) -> BTreeMap<Estimand, NodeSet> {
    let needed = choice.iter().flat_map(|of_set| &of_set.contrasts).flat_map(|wanted| wanted.contrast.estimates());
    let none = || NodeSet::empty(node_count);
    let mut served: BTreeMap<Estimand, NodeSet> = needed.map(|estimand| (estimand.clone(), none())).collect();
    for (outcome, estimand) in choice.iter().flat_map(TreatmentContrasts::proposals) {
        if let Some(outcomes) = served.get_mut(estimand) {
            outcomes.insert(outcome);
        }
    }
    served
}

/// Kernels, bases and guides of the columns of a table, with coordinates also for `further` values of each.
pub(crate) fn part_settings(
    table: &Table,
    options: &ContSidOptions,
    is_guided: bool,
    further: impl Fn(NodeId) -> Vec<f64> + Sync,
    execution: &Execution<'_>,
) -> Result<PartSettings, ContSidError> {
    let nodes: Vec<NodeId> = NodeId::all(table.column_count()).collect();
    let columns = execution.map(&nodes, |&node| {
        let column: KernelColumn = kernel_column(table, node, options)?;
        let scale = is_guided.then(|| WaveScale::new(&column));
        Ok::<_, ContSidError>((Basis::new(&column, &further(node)), scale))
    })?;
    let (bases, scales): (Vec<Basis>, Vec<_>) = columns.into_iter().unzip();
    Ok(PartSettings::new(table.names().clone(), bases, scales.into_iter().flatten().collect()))
}

/// The interventions on one column of all rows: `rows` come from its factor if all points are observed values.
fn plan_of_column(table: &Table, columns: &Columns, node: NodeId, options: &ContSidOptions) -> Arc<InterventionPlan> {
    let (observed, interventions) = (table.column(node).coded(), options.interventions.of(columns.name(node)));
    let points = interventions.points(&observed);
    let factor = columns.column(node).factor().filter(|_| *interventions == Interventions::Observed);
    let rows = factor.and_then(|factor| rows_at(factor, &observed, points.values()));
    let points = JointPoints { columns: vec![points.values().to_vec()], weights: points.weights().to_vec() };
    Arc::new(InterventionPlan { points, rows })
}

/// The points that were chosen for a column: they need coordinates beside the observed values.
fn chosen_points(table: &Table, node: NodeId, options: &ContSidOptions) -> Vec<f64> {
    match options.interventions.of(table.names().name(node)) {
        Interventions::Observed => Vec::new(),
        chosen => chosen.points(&table.column(node).coded()).values().to_vec(),
    }
}

/// Refuses options that name no column, and interventions that cannot be made.
pub(crate) fn check_choices(table: &Table, options: &ContSidOptions) -> Result<(), ContSidError> {
    let kernels = options.kernel.exceptions.keys().map(|name| ("kernel", name));
    let bandwidths = options.bandwidth.exceptions.keys().map(|name| ("bandwidth", name));
    let interventions = options.interventions.exceptions.keys().map(|name| ("interventions", name));
    let unknown = kernels.chain(bandwidths).chain(interventions).find(|(_, name)| table.names().node(name).is_none());
    if let Some((choice, name)) = unknown {
        return Err(ContSidError::UnknownColumn { choice, column: name.clone() });
    }
    let checked = |name: &str| options.interventions.of(name).check().map_err(|error| (name.to_owned(), error));
    let refused = table.names().iter().try_for_each(checked);
    refused.map_err(|(column, error)| ContSidError::Interventions { column, error })
}
