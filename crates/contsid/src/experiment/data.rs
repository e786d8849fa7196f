//! The observational rows and the experiments, made ready for predictions: one coding, and parts of each.

use super::{Experiment, JudgeError, JudgeOptions};
use crate::data::{Column, Table};
use crate::effect::estimate::data::{EffectData, PartRows, RowsUsed, check_choices, part_settings};
use crate::effect::estimate::part::PartSettings;
use crate::effect::estimate::rows::PointShares;
use crate::effect::estimate::systems::System;
use crate::effect::estimate::wanted::{EffectTask, TaskPoints};
use crate::effect::{ContSidOptions, CrossFitOptions, Division, Estimand, LEAST_PART_ROWS, PartGrid, Partition, Ridge};
use crate::execution::Execution;
use crate::graph::{NodeId, NodeSet};
use crate::kernel::{KernelColumn, ProductKernel, leading_coordinates};
use crate::numeric::Matrix;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The fewest rows of an experiment's part, if the number of parts is not given.
const EXPERIMENT_PART_ROWS: usize = 10;

/// The most coordinates of φ(x): a rough kernel with more distinct values is approximated by this many.
const MOST_FEATURES: usize = 512;

/// The most rows of an experiment at which guided parts compare their corrections.
const SHARED_ROWS: usize = 256;

/// The outcomes that each estimand of an experiment is asked for.
pub(super) type AskedOutcomes = BTreeMap<Estimand, NodeSet>;

/// Everything that scores are computed from.
pub(super) struct ExperimentData<'a> {
    pub(super) experiments: &'a [Experiment],
    /// The rows of each experiment; a category has the code that it has in the observational rows.
    pub(super) tables: Vec<Table>,
    /// The parts of each experiment's rows.
    pub(super) partitions: Vec<Partition>,
    /// The observational rows. A part with too many rows for one system is in pieces, whose predictions are averaged.
    pub(super) observed: EffectData,
    pub(super) grid: PartGrid,
    pub(super) settings: Arc<PartSettings>,
    selected: NodeSet,
    ridge: Ridge,
    options: ContSidOptions,
}

impl<'a> ExperimentData<'a> {
    pub(super) fn new(
        table: &Table,
        experiments: &'a [Experiment],
        options: &JudgeOptions,
        execution: &Execution<'_>,
    ) -> Result<Self, JudgeError> {
        if experiments.is_empty() {
            return Err(JudgeError::NoExperiment);
        }
        let selected = options.outcomes(table.column_count());
        if let Some(other) = experiments.iter().find(|experiment| selected.is_subset(experiment.treatments())) {
            return Err(JudgeError::NoOutcome { experiment: other.label() });
        }
        let tables = experiments.iter().map(|given| coded(given, table)).collect::<Result<Vec<_>, _>>()?;
        let grid = grid(table.row_count(), experiments, &options.crossfit);
        let (observed, partitions) = divided(table.row_count(), experiments, &options.crossfit, grid)?;
        let estimation = options.estimation();
        check_choices(table, &estimation)?;
        let further = |node| tables.iter().flat_map(|table| table.column(node).coded().into_owned()).collect();
        let settings = part_settings(table, &estimation, options.crossfit.is_guided(), further, execution)?;
        let (settings, ridge) = (Arc::new(settings), options.crossfit.ridge);
        let pieces = pieces(&observed, &options.crossfit);
        let observed = in_pieces(table, &estimation, &observed, pieces, &settings, ridge);
        Ok(Self { experiments, tables, partitions, observed, grid, settings, selected, ridge, options: estimation })
    }

    /// The rows of an experiment, each part in two halves.
    pub(super) fn halves(&self, index: usize) -> EffectData {
        let (table, partition) = (&self.tables[index], &self.partitions[index]);
        in_pieces(table, &self.options, partition, 2, &self.settings, self.ridge)
    }

    /// φ(x) of an experiment, a column for each of its rows.
    pub(super) fn features(&self, index: usize) -> Matrix {
        let table = &self.tables[index];
        let kernel = |node: NodeId| self.settings.bases[node.index()].kernel();
        let column = |node: NodeId| KernelColumn::of_numbers(&table.column(node).coded(), kernel(node));
        let columns: Vec<KernelColumn> = self.experiments[index].treatments().iter().map(column).collect();
        leading_coordinates(&ProductKernel::new(&columns), table.row_count(), MOST_FEATURES).transposed()
    }

    /// The effect of all that was set, adjusting for nothing.
    pub(super) fn unadjusted(&self, index: usize) -> Estimand {
        let treatments = self.experiments[index].treatments().clone();
        Estimand { treatments, adjustment: NodeSet::empty(self.observed.node_count()) }
    }

    /// The selected variables that were not set.
    pub(super) fn outcomes(&self, index: usize) -> NodeSet {
        &self.selected - self.experiments[index].treatments()
    }

    /// What each part of some rows is asked about an experiment: estimands at the values of all its rows. Guided parts
    /// compare their corrections at some of them.
    pub(super) fn task(&self, rows: &EffectData, index: usize, asked: &AskedOutcomes) -> EffectTask {
        let (treatments, table) = (self.experiments[index].treatments(), &self.tables[index]);
        let columns = treatments.iter().map(|node| table.column(node).coded().into_owned()).collect();
        let step = table.row_count().div_ceil(SHARED_ROWS);
        let share = 1.0 / table.row_count().div_ceil(step) as f64;
        let shares = (0..table.row_count()).map(|row| if row % step == 0 { share } else { 0.0 }).collect();
        let points = Arc::new(TaskPoints { columns, shares: PointShares::chosen(shares), checked: None });
        let system = |estimand: &Estimand| System { estimand: estimand.clone(), ridge: self.ridge };
        let systems: Vec<System> = asked.keys().map(system).collect();
        let outcomes = systems.iter().zip(asked.values().cloned()).collect();
        EffectTask::of_systems(rows, treatments, &points, &outcomes)
    }
}

/// An experiment's table in the coding of the observational rows.
fn coded(experiment: &Experiment, known: &Table) -> Result<Table, JudgeError> {
    let table = experiment.table();
    if table.names() != known.names() {
        return Err(JudgeError::Columns { experiment: experiment.label() });
    }
    let kind = |column: &Column| if column.is_numeric() { "numbers" } else { "categories" };
    let column = |node: NodeId| {
        let (own, expected) = (table.column(node), known.column(node));
        own.coded_as(expected).ok_or_else(|| JudgeError::Kind {
            column: known.names().name(node).to_owned(),
            experiment: experiment.label(),
            expected: kind(expected),
            found: kind(own),
        })
    };
    let columns = NodeId::all(known.column_count()).map(column).collect::<Result<Vec<_>, _>>()?;
    Ok(Table::new(table.names().clone(), columns).expect("the rows are those of a table"))
}

/// The numbers of repeats and parts: as given, or as many as rows and experiments allow.
fn grid(rows: usize, experiments: &[Experiment], options: &CrossFitOptions) -> PartGrid {
    let divisions = std::iter::once(&options.division).chain(experiments.iter().map(Experiment::division));
    let given = divisions.clone().find_map(|division| match division {
        Division::Given(partition) => Some((partition.repeat_count(), partition.part_count())),
        Division::Random | Division::Groups(_) => None,
    });
    let of_experiments = experiments.iter().map(|experiment| experiment.table().row_count() / EXPERIMENT_PART_ROWS);
    let most = of_experiments.chain(divisions.map(Division::most_parts)).min().unwrap_or(usize::MAX);
    let free = options.grid(rows, options.part_rows, most);
    let (repeats, parts) = given.unwrap_or((free.repeats, free.parts));
    PartGrid::of_pieces(repeats, parts, 1)
}

/// The parts of the observational rows and of each experiment's.
fn divided(
    rows: usize,
    experiments: &[Experiment],
    options: &CrossFitOptions,
    grid: PartGrid,
) -> Result<(Partition, Vec<Partition>), JudgeError> {
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    let observed = options.division.partition(rows, grid, LEAST_PART_ROWS, &mut rng);
    let observed = observed.map_err(|error| JudgeError::Estimation(error.into()))?;
    let of_experiment = |(stream, experiment): (u64, &Experiment)| {
        rng.set_stream(stream);
        let found = experiment.division().partition(experiment.table().row_count(), grid, 1, &mut rng);
        let found = found.map_err(|error| JudgeError::Partition { experiment: experiment.label(), error })?;
        let (parts, repeats) = (found.part_count(), found.repeat_count());
        if (parts, repeats) == (grid.parts, grid.repeats) {
            return Ok(found);
        }
        Err(JudgeError::PartCounts {
            experiment: experiment.label(),
            parts,
            repeats,
            expected_parts: grid.parts,
            expected_repeats: grid.repeats,
        })
    };
    let experiments = (1..).zip(experiments).map(of_experiment).collect::<Result<Vec<_>, _>>()?;
    Ok((observed, experiments))
}

/// The number of pieces of each part, so that a system has at most as many rows as the options allow.
fn pieces(partition: &Partition, options: &CrossFitOptions) -> usize {
    if matches!(options.division, Division::Given(_)) {
        return 1;
    }
    let rows = (0..partition.repeat_count()).flat_map(|repeat| partition.rows(repeat)).map(|rows| rows.len());
    rows.max().unwrap_or(1).div_ceil(options.part_rows.get())
}

fn in_pieces(
    table: &Table,
    options: &ContSidOptions,
    partition: &Partition,
    pieces: usize,
    settings: &Arc<PartSettings>,
    ridge: Ridge,
) -> EffectData {
    let grid = PartGrid::of_pieces(partition.repeat_count(), partition.part_count(), pieces);
    let rows = PartRows::new(partition.refined(pieces), grid, Arc::clone(settings), ridge);
    EffectData { table: table.clone(), options: options.clone(), rows: RowsUsed::Parts(Box::new(rows)) }
}
