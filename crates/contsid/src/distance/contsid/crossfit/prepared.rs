//! A table, its parts and all choices, made ready for comparisons.

use super::basis::Basis;
use super::guide::Gauge;
use super::layout::Layout;
use super::options::CrossFitOptions;
use super::part::PartSettings;
use super::partition::Partition;
use super::points::PartPoints;
use super::remote::PartWorkers;
use super::result::{CrossFit, CrossFitScore, SetResult};
use super::{bounds, estimate, joint};
use crate::data::{Column, Table};
use crate::distance::Selection;
use crate::distance::bounds::Limits;
use crate::distance::contsid::columns::{SettableColumn, kernel_column};
use crate::distance::contsid::joint_bounds::surveys;
use crate::distance::contsid::prepared::{check_interventions, check_names, check_sizes};
use crate::distance::contsid::{
    ContSidError, ContSidOptions, Interventions, JointLimits, TreatmentContrasts, TreatmentSets, contrasts,
};
use crate::execution::Execution;
use crate::graph::{Dag, GraphClass, GraphPair, NodeId, NodeSet};
use crate::kernel::Kernel;
use std::borrow::Cow;

/// A table whose rows are divided into parts, prepared once and used for any number of graphs on its columns.
///
/// Of each column its kernel, a basis and a norm are kept, which take little memory; the table itself is read when a
/// part is solved.
pub struct PreparedParts<'a> {
    pub(super) table: &'a Table,
    pub(super) options: ContSidOptions,
    pub(super) partition: Partition,
    pub(super) layout: Layout,
    pub(super) settings: PartSettings,
    /// Who estimates the parts, if not this process.
    pub(super) workers: Option<&'a dyn PartWorkers>,
}

impl std::fmt::Debug for PreparedParts<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("PreparedParts").field("partition", &self.layout).finish_non_exhaustive()
    }
}

impl<'a> PreparedParts<'a> {
    /// Divides the rows of a table. The estimator and the ridge parameter of the options are those of one estimate from
    /// all rows, and do not matter here.
    ///
    /// # Errors
    ///
    /// If the rows cannot be divided, or a choice does not fit a column.
    pub fn new(
        table: &'a Table,
        options: &ContSidOptions,
        crossfit: &CrossFitOptions,
        execution: &Execution<'_>,
    ) -> Result<Self, ContSidError> {
        check_names(table, options)?;
        check_interventions(table, options)?;
        let partition = crossfit.partition(table.row_count())?;
        let nodes: Vec<NodeId> = NodeId::all(table.column_count()).collect();
        let is_guided = crossfit.is_guided();
        let columns = execution.map(&nodes, |&node| {
            let column = kernel_column(table, node, options)?;
            let points = chosen_points(table, node, options);
            Ok::<_, ContSidError>((Basis::new(&column, &points), is_guided.then(|| Gauge::new(&column))))
        })?;
        let (bases, gauges): (Vec<Basis>, Vec<Option<Option<Gauge>>>) = columns.into_iter().unzip();
        Ok(Self {
            table,
            options: options.clone(),
            layout: Layout::new(partition.repeat_count(), partition.part_count()),
            settings: PartSettings::new(bases, gauges.into_iter().flatten().collect(), crossfit.ridge.value()),
            partition,
            workers: None,
        })
    }

    /// Lets other processes estimate the parts. The results are the same, bit by bit.
    #[must_use]
    pub fn estimated_by(mut self, workers: &'a dyn PartWorkers) -> Self {
        self.workers = Some(workers);
        self
    }

    /// The parts of the rows.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    /// Whether a linear regression guides the estimate of each part.
    pub fn is_guided(&self) -> bool {
        !self.settings.gauges.is_empty()
    }

    /// The number of columns.
    pub fn node_count(&self) -> usize {
        self.settings.bases.len()
    }

    /// The number of rows.
    pub fn sample_count(&self) -> usize {
        self.partition.row_count()
    }

    /// The choices that were made.
    pub fn options(&self) -> &ContSidOptions {
        &self.options
    }

    /// The kernel of each column.
    pub fn kernels(&self) -> impl Iterator<Item = Kernel> {
        self.settings.bases.iter().map(Basis::kernel)
    }

    /// n λ, the ridge of a part of n rows.
    pub fn ridge(&self) -> f64 {
        self.settings.ridge
    }

    /// Cross-fitted contSID of several learnt graphs and one truth, on chosen pairs of nodes. A system that several
    /// graphs need is solved once for each part.
    ///
    /// None for a class that leaves a node more parent sets than the limits allow to list.
    ///
    /// # Errors
    ///
    /// If the graphs have another number of nodes than the table columns, a system cannot be solved, or the computation
    /// is stopped.
    pub fn scores(
        &self,
        truth: &GraphClass,
        learnt: &[&GraphClass],
        selection: &Selection,
        limits: Limits,
        execution: &Execution<'_>,
    ) -> Result<Vec<Option<CrossFitScore>>, ContSidError> {
        let pairs = self.pairs(truth, learnt, selection)?;
        let surveys = pairs
            .iter()
            .map(|&pair| bounds::Survey::new(self, pair, selection, limits, execution))
            .collect::<Result<Vec<_>, _>>()?;
        let found = estimate::estimates(self, surveys.iter().flat_map(bounds::Survey::surveyed), execution)?;
        surveys.iter().map(|survey| survey.score(self.layout, &found, execution)).collect()
    }

    /// The same for joint interventions on sets of treatments. Pairs for which a graph has no adjustment set are left
    /// out.
    ///
    /// # Errors
    ///
    /// As [`scores`](Self::scores), and if there are more members or joint values than the limits allow.
    pub fn joint_scores(
        &self,
        truth: &GraphClass,
        learnt: &[&GraphClass],
        sets: &TreatmentSets,
        selection: &Selection,
        limits: JointLimits,
        execution: &Execution<'_>,
    ) -> Result<Vec<CrossFitScore>, ContSidError> {
        let pairs = self.pairs(truth, learnt, selection)?;
        let surveys = pairs
            .iter()
            .map(|&pair| surveys(pair, sets, selection, &self.options, limits, execution))
            .collect::<Result<Vec<_>, _>>()?;
        let found = estimate::estimates(self, surveys.iter().flatten().flatten(), execution)?;
        Ok(surveys.iter().map(|members| joint::score(self.layout, members, &found)).collect())
    }

    /// Cross-fitted contSID of two directed graphs.
    ///
    /// # Errors
    ///
    /// As [`scores`](Self::scores).
    pub fn compare(&self, pair: GraphPair<'_, Dag>, execution: &Execution<'_>) -> Result<CrossFit, ContSidError> {
        let selection = Selection::all(self.node_count());
        check_sizes(pair, self.node_count(), &selection)?;
        let surveyed = self.survey(pair, &selection, execution)?;
        let found = estimate::estimates(self, &surveyed, execution)?;
        let results: Vec<SetResult<'_>> = surveyed.iter().flat_map(|surveyed| found.of(surveyed)).collect();
        Ok(CrossFit::new(self.layout, &results))
    }

    /// What the distances of all selected pairs need.
    pub(super) fn survey(
        &self,
        pair: GraphPair<'_, Dag>,
        selection: &Selection,
        execution: &Execution<'_>,
    ) -> Result<Vec<TreatmentContrasts>, ContSidError> {
        let sets: Vec<NodeSet> =
            selection.treatments().iter().map(|node| NodeSet::of(self.node_count(), [node])).collect();
        Ok(contrasts(pair, &sets, selection.outcomes(), &self.options, execution)?)
    }

    fn pairs<'b>(
        &self,
        truth: &'b GraphClass,
        learnt: &[&'b GraphClass],
        selection: &Selection,
    ) -> Result<Vec<GraphPair<'b, GraphClass>>, ContSidError> {
        let pair = |learnt: &&'b GraphClass| {
            let (nodes, columns) = (learnt.node_count(), self.node_count());
            let pair = GraphPair::new(truth, *learnt).map_err(|_| ContSidError::NodeCount { nodes, columns })?;
            check_sizes(pair, columns, selection)?;
            Ok(pair)
        };
        learnt.iter().map(pair).collect()
    }

    /// The interventions on some treatments together.
    pub(super) fn points(&self, treatments: &NodeSet) -> Result<PartPoints, ContSidError> {
        let settable: Vec<SettableColumn<'_>> = treatments.iter().map(|node| self.settable(node)).collect();
        PartPoints::new(&settable, &self.partition, self.layout).map_err(|too_many| {
            too_many.of(treatments.iter().map(|node| self.table.names().name(node).to_owned()).collect())
        })
    }

    fn settable(&self, node: NodeId) -> SettableColumn<'_> {
        let (values, interventions) =
            (values(self.table.column(node)), self.options.interventions.of(self.table.names().name(node)));
        SettableColumn { points: Cow::Owned(interventions.points(&values)), values, interventions }
    }
}

/// The values of a column; for categories the positions of their levels.
fn values(column: &Column) -> Cow<'_, [f64]> {
    match column {
        Column::Numeric(numbers) => numbers.values(),
        Column::Categorical { codes, .. } => codes.iter().map(|&code| f64::from(code)).collect(),
    }
}

/// The points that were chosen for a column: they need coordinates beside the observed values.
fn chosen_points(table: &Table, node: NodeId, options: &ContSidOptions) -> Vec<f64> {
    match options.interventions.of(table.names().name(node)) {
        Interventions::Observed => Vec::new(),
        chosen => chosen.points(&values(table.column(node))).values().to_vec(),
    }
}
