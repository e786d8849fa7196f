//! Data and choices, made ready for many comparisons.

use super::column::PreparedColumn;
use super::known::KnownDistances;
use super::plan::{JointPoints, MOST_POINTS, Plan, TooManyPoints};
use super::solved::{Solved, Treated, Unsolved, solve};
use super::system::{Cache, System};
use super::workspace::Workspaces;
use super::{ContSidError, ContSidOptions, Interventions, LambdaChoice, memory};
use crate::data::{Column, Table};
use crate::embedding::Lambda;
use crate::execution::Execution;
use crate::graph::{NodeId, NodeNames, NodeSet};
use crate::kernel::{BandwidthChoice, Kernel, KernelColumn, KernelFamily, median_distance};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A table and options, prepared once and used for any number of graphs on its columns.
///
/// Bandwidths, factors of Gram matrices and norms are computed when it is built; the systems of a treatment and an
/// adjustment set are solved when they are first needed and kept, so that ten learnt graphs cost far less than ten
/// comparisons: the true graph's systems are shared, and so are those of parent sets that return. Distances are kept too.
///
/// Results do not depend on what was asked before, nor on the number of threads.
pub struct Prepared {
    pub(super) options: ContSidOptions,
    pub(super) columns: Vec<PreparedColumn>,
    pub(super) samples: usize,
    pub(super) names: NodeNames,
    pub(super) chosen_lambdas: Mutex<BTreeMap<(NodeSet, NodeSet, NodeSet), Lambda>>,
    pub(super) known: KnownDistances,
    cache: Mutex<Cache>,
    pub(super) workspaces: Workspaces,
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Prepared").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Prepared {
    /// Prepares a table.
    ///
    /// # Errors
    ///
    /// If the table has fewer than two rows, a choice does not fit a column, or the memory would not suffice.
    pub fn new(table: &Table, options: &ContSidOptions, execution: &Execution<'_>) -> Result<Self, ContSidError> {
        if table.row_count() < 2 {
            return Err(ContSidError::TooFewRows { rows: table.row_count() });
        }
        check_names(table, options)?;
        check_interventions(table, options)?;
        memory::check_table(table, options, execution.threads())?;
        let nodes: Vec<NodeId> = NodeId::all(table.column_count()).collect();
        let columns = execution.map(&nodes, |&node| prepare_column(table, node, options))?;
        let prepared = Self {
            options: options.clone(),
            columns,
            samples: table.row_count(),
            names: table.names().clone(),
            chosen_lambdas: Mutex::default(),
            known: KnownDistances::default(),
            cache: Mutex::new(Cache::with_room(0)),
            workspaces: Workspaces::default(),
        };
        let room = prepared.room(execution.threads())?;
        Ok(Self { cache: Mutex::new(Cache::with_room(room)), ..prepared })
    }

    /// The options.
    pub fn options(&self) -> &ContSidOptions {
        &self.options
    }

    /// The kernel of each column, with the bandwidth that was found for it.
    pub fn kernels(&self) -> impl ExactSizeIterator<Item = Kernel> + '_ {
        self.columns.iter().map(|column| column.kernel.kernel())
    }

    /// The values of a column under the kernel that was chosen for it.
    pub fn kernel_column(&self, node: NodeId) -> &KernelColumn {
        &self.columns[node.index()].kernel
    }

    /// The number of samples, N.
    pub fn sample_count(&self) -> usize {
        self.samples
    }

    /// The number of columns.
    pub fn node_count(&self) -> usize {
        self.columns.len()
    }

    /// The ridge parameter, unless it is chosen for each system.
    pub fn lambda(&self) -> Option<Lambda> {
        match self.options.lambda {
            LambdaChoice::OneOverN => Some(Lambda::one_over(self.samples)),
            LambdaChoice::Fixed(lambda) => Some(lambda),
            LambdaChoice::LeaveOneOut => None,
        }
    }

    /// Makes no room for solved systems, where there is one comparison alone.
    pub(super) fn keep_nothing(&mut self) {
        self.cache = Mutex::new(Cache::with_room(0));
    }

    /// A system, solved now or before.
    pub(super) fn solved(&self, system: &System) -> Result<Arc<Solved>, ContSidError> {
        if let Some(solved) = self.kept(system) {
            return Ok(solved);
        }
        let solved = self.solve(system)?;
        self.keep(system, &solved);
        Ok(solved)
    }

    /// A system that was solved before and is kept.
    pub(super) fn kept(&self, system: &System) -> Option<Arc<Solved>> {
        self.lock_cache().find(system)
    }

    /// Keeps a system if there is room; says whether it is kept.
    pub(super) fn keep(&self, system: &System, solved: &Arc<Solved>) -> bool {
        self.lock_cache().keep(system, solved)
    }

    /// How many of the wanted bytes there are beside the working memory of a comparison.
    pub(super) fn grant(&self, working: u64, wanted: u64) -> Result<u64, ContSidError> {
        match self.options.memory_limit {
            None => Ok(wanted),
            Some(limit) => self.lock_cache().grant(working, wanted, limit),
        }
    }

    /// A system, solved now and not kept.
    pub(super) fn solve(&self, system: &System) -> Result<Arc<Solved>, ContSidError> {
        let (System { treatments, adjustment, .. }, lambda) = (system, system.lambda());
        let treated = Treated { columns: self.columns_of(treatments), plan: self.plan(treatments)? };
        let adjusted = self.columns_of(adjustment);
        let mut workspace = self.workspaces.take();
        let solved = solve(&treated, &adjusted, lambda, self.options.estimator, &mut workspace);
        // Beside weights that are as large the matrix would be one too many.
        if matches!(solved.as_ref().map(Solved::is_narrow), Ok(true)) {
            self.workspaces.give(workspace);
        }
        let explain = |unsolved| self.explain(&unsolved, treatments, &treated.plan, adjustment, lambda);
        Ok(Arc::new(solved.map_err(explain)?))
    }

    /// The interventions on some columns.
    pub(super) fn plan(&self, treatments: &NodeSet) -> Result<Arc<Plan>, ContSidError> {
        match self.columns_of(treatments).as_slice() {
            [one] => Ok(Arc::clone(&one.plan)),
            _ => Ok(Arc::new(Plan { points: self.joint_points(treatments)?, rows: None })),
        }
    }

    /// The joint values of some columns when they are set together.
    pub(super) fn joint_points(&self, treatments: &NodeSet) -> Result<JointPoints, ContSidError> {
        JointPoints::of(&self.columns_of(treatments)).map_err(|TooManyPoints { count }| {
            let treatments = treatments.iter().map(|node| self.names.name(node).to_owned()).collect();
            ContSidError::TooManyPoints { treatments, count, limit: MOST_POINTS }
        })
    }

    /// The set of one node.
    pub(super) fn only(&self, node: NodeId) -> NodeSet {
        NodeSet::of(self.node_count(), [node])
    }

    pub(super) fn columns_of(&self, nodes: &NodeSet) -> Vec<&PreparedColumn> {
        nodes.iter().map(|node| &self.columns[node.index()]).collect()
    }

    fn lock_cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn explain(
        &self,
        unsolved: &Unsolved,
        treatments: &NodeSet,
        plan: &Plan,
        adjustment: &NodeSet,
        lambda: Lambda,
    ) -> ContSidError {
        match unsolved {
            Unsolved::Singular => {
                let [treatments, adjustment] = self.named([treatments, adjustment]);
                ContSidError::Singular { treatments, adjustment, lambda: lambda.value() }
            }
            Unsolved::WeightSum { place, error } => {
                let values = plan.points.at(*place);
                let set = |(node, &value): (NodeId, &f64)| {
                    format!("{} = {}", self.names.name(node), self.kernel_column(node).shown(value))
                };
                let intervention = treatments.iter().zip(&values).map(set).collect::<Vec<_>>().join(", ");
                ContSidError::WeightSum { intervention, sum: error.sum }
            }
        }
    }

    /// The names of sets of nodes.
    pub(super) fn named(&self, sets: [&NodeSet; 2]) -> [Vec<String>; 2] {
        sets.map(|nodes| nodes.iter().map(|node| self.names.name(node).to_owned()).collect())
    }
}

fn check_names(table: &Table, options: &ContSidOptions) -> Result<(), ContSidError> {
    let kernels = options.kernel.exceptions.keys().map(|name| ("kernel", name));
    let bandwidths = options.bandwidth.exceptions.keys().map(|name| ("bandwidth", name));
    let interventions = options.interventions.exceptions.keys().map(|name| ("interventions", name));
    match kernels.chain(bandwidths).chain(interventions).find(|(_, name)| table.names().node(name).is_none()) {
        Some((choice, name)) => Err(ContSidError::UnknownColumn { choice, column: name.clone() }),
        None => Ok(()),
    }
}

fn check_interventions(table: &Table, options: &ContSidOptions) -> Result<(), ContSidError> {
    let checked = |name: &str| options.interventions.of(name).check().map_err(|error| (name.to_owned(), error));
    let refused = table.names().iter().try_for_each(checked);
    refused.map_err(|(column, error)| ContSidError::Interventions { column, error })
}

fn prepare_column(table: &Table, node: NodeId, options: &ContSidOptions) -> Result<PreparedColumn, ContSidError> {
    let (name, column) = (table.names().name(node), table.column(node));
    let kernel = choose_kernel(name, column, options)?;
    let interventions = options.interventions.of(name);
    if column.as_numeric().is_none() && *interventions != Interventions::Observed {
        return Err(ContSidError::CategoricalInterventions { column: name.to_owned() });
    }
    let kernel = KernelColumn::new(column, kernel)
        .map_err(|error| ContSidError::NeedsNumbers { column: name.to_owned(), family: error.family })?;
    Ok(PreparedColumn::new(kernel, interventions))
}

/// The family of a column's kernel: an exception by name, or delta for categories, or the default.
pub(super) fn choose_family(name: &str, column: &Column, options: &ContSidOptions) -> KernelFamily {
    match (options.kernel.exceptions.get(name), column) {
        (Some(&family), _) => family,
        (None, Column::Categorical { .. }) => KernelFamily::Delta,
        (None, Column::Numeric(_)) => options.kernel.default,
    }
}

fn choose_kernel(name: &str, column: &Column, options: &ContSidOptions) -> Result<Kernel, ContSidError> {
    let family = choose_family(name, column, options);
    if family == KernelFamily::Delta {
        return match options.bandwidth.exceptions.get(name) {
            Some(_) => Err(ContSidError::NoBandwidth { column: name.to_owned() }),
            None => Ok(Kernel::Delta),
        };
    }
    let Some(values) = column.as_numeric() else {
        return Err(ContSidError::NeedsNumbers { column: name.to_owned(), family });
    };
    Ok(family.with_bandwidth(match options.bandwidth.of(name) {
        BandwidthChoice::Median => median_distance(values),
        BandwidthChoice::Fixed(bandwidth) => *bandwidth,
    }))
}
