//! Data and options, prepared for many comparisons.

use super::bounds::{ContSidBounds, RowBounds};
use super::columns::{Columns, InterventionPlans};
use super::contrast::{TreatmentSets, contrasts};
use super::joint::JointContSid;
use super::joint_bounds::{self, JointBounds};
use super::judge::{Estimation, Judged, KnownDistances};
use super::solve::Solver;
use super::weights::{InterventionWeights, WeightsQuestion};
use super::{ContSid, ContSidError, ContSidOptions, InterventionPoints, JointLimits, memory};
use crate::adjustment::AdjustmentRule;
use crate::data::Table;
use crate::distance::Selection;
use crate::distance::bounds::Limits;
use crate::embedding::{Lambda, Weighting};
use crate::execution::Execution;
use crate::graph::{Dag, GraphClass, GraphPair, MixedGraph, NodeId, NodeSet};
use crate::kernel::{Kernel, KernelColumn};

/// A table and options, prepared once and used for any number of graphs on its columns.
///
/// Bandwidths, factors of Gram matrices and norms are computed when it is built; systems are solved when first needed
/// and kept, so that ten learnt graphs cost far less than ten comparisons: they share the true graph's systems, and
/// those of equal adjustment sets. Distances are kept too.
///
/// Results do not depend on earlier comparisons, nor on the number of threads.
pub struct Prepared {
    pub(super) options: ContSidOptions,
    pub(super) columns: Columns,
    pub(super) plans: InterventionPlans,
    pub(super) solver: Solver,
    /// None for a single comparison, which needs each distance once.
    pub(super) known: Option<KnownDistances>,
}

/// Whether solved systems are kept for later comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeping {
    /// As many as there is room for.
    Systems,
    /// None.
    Nothing,
}

impl Keeping {
    /// What to keep for a single comparison.
    pub(super) fn for_one_comparison(options: &ContSidOptions) -> Self {
        match options.adjustment {
            // The two systems of a row are needed once, and by no other row.
            AdjustmentRule::Parents => Self::Nothing,
            AdjustmentRule::Optimal => Self::Systems,
        }
    }
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
    /// If the table has fewer than two rows, an option does not fit a column, or there is not enough memory.
    pub fn new(table: &Table, options: &ContSidOptions, execution: &Execution<'_>) -> Result<Self, ContSidError> {
        Self::keeping(Keeping::Systems, table, options, execution)
    }

    pub(super) fn keeping(
        keeping: Keeping,
        table: &Table,
        options: &ContSidOptions,
        execution: &Execution<'_>,
    ) -> Result<Self, ContSidError> {
        if table.row_count() < 2 {
            return Err(ContSidError::TooFewRows { rows: table.row_count() });
        }
        check_names(table, options)?;
        check_interventions(table, options)?;
        // A table that clearly does not fit is refused before it is prepared.
        memory::Sizes::guessed(table, options).room(keeping, execution.threads(), options.memory_limit)?;
        let columns = Columns::new(table, options, execution)?;
        let plans = InterventionPlans::new(&columns, options);
        let room = memory::Sizes::of(&columns, &plans).room(keeping, execution.threads(), options.memory_limit)?;
        let solver = Solver::new(options.lambda, Weighting::By(options.estimator), room);
        let known = (keeping == Keeping::Systems).then(|| KnownDistances::new(columns.len()));
        Ok(Self { options: options.clone(), columns, plans, solver, known })
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
        &self.columns.column(node).kernel
    }

    /// The values that a treatment is set to.
    pub fn interventions(&self, treatment: NodeId) -> &InterventionPoints {
        self.plans.points(treatment)
    }

    /// The number of samples, N.
    pub fn sample_count(&self) -> usize {
        self.columns.row_count()
    }

    /// The number of columns.
    pub fn node_count(&self) -> usize {
        self.columns.len()
    }

    /// The ridge parameter, unless it is chosen for each system.
    pub fn lambda(&self) -> Option<Lambda> {
        self.solver.lambda(self.sample_count())
    }

    /// An upper estimate of the bytes that a comparison of two directed graphs needs besides the table.
    ///
    /// Per thread one N × N matrix for a system or its factor of few columns, and half of one for its factor in single
    /// precision; or, for a treatment whose kernel is rough (Laplace, Matérn) or whose interventions are listed, the
    /// matrix and the weights for all interventions under both graphs, at most two matrices more. For all threads
    /// together the factors of the columns, and the solved systems that are kept. Distances that are kept are not
    /// counted: at most 64 MB. Classes of graphs and joint interventions keep more systems at hand, within the memory
    /// limit of the options.
    pub fn estimated_memory(&self, threads: usize) -> u64 {
        memory::of_prepared(self, threads)
    }

    /// contSID of two graphs on the columns of the table.
    ///
    /// # Errors
    ///
    /// If the graphs have another number of nodes, a system cannot be solved, or the computation is stopped.
    pub fn compare(&self, pair: GraphPair<'_, Dag>, execution: &Execution<'_>) -> Result<ContSid, ContSidError> {
        self.compare_selected(pair, &Selection::all(self.node_count()), execution)
    }

    /// contSID of two graphs on chosen pairs of nodes; the others have no case, and add nothing.
    ///
    /// # Errors
    ///
    /// As [`compare`](Self::compare).
    pub fn compare_selected(
        &self,
        pair: GraphPair<'_, Dag>,
        selection: &Selection,
        execution: &Execution<'_>,
    ) -> Result<ContSid, ContSidError> {
        check_sizes(pair, self.node_count(), selection)?;
        let sets: Vec<NodeSet> = selection.treatments().iter().map(|node| self.only(node)).collect();
        let judged = self.judged(pair, &sets, selection.outcomes(), f64::INFINITY, execution)?;
        Ok(ContSid::new(self.node_count(), &judged))
    }

    /// The smallest and largest contSID over all members of the true and of the learnt class, either of which may be
    /// undetermined.
    ///
    /// Exact under the [`Limits`], usually [`contsid_limits`](super::contsid_limits), which also limit the pairs of a
    /// true and a learnt parent set of one node. A node with more of them adds between 0 and an upper bound from the
    /// ridge: ‖w(x)‖ ≤ 1 / (2 √(N λ)) for any adjustment set.
    ///
    /// # Errors
    ///
    /// If the graphs have another number of nodes than the table columns, a system cannot be solved, or the computation
    /// is stopped.
    pub fn bounds(
        &self,
        pair: GraphPair<'_, GraphClass>,
        selection: &Selection,
        limits: Limits,
        execution: &Execution<'_>,
    ) -> Result<ContSidBounds, ContSidError> {
        check_sizes(pair, self.node_count(), selection)?;
        RowBounds::new(self, pair, selection, limits, execution)?.bounds()
    }

    /// contSID of interventions on each of the sets, on all outcomes outside it that are selected.
    ///
    /// For sets of one treatment it equals [`compare_selected`](Self::compare_selected). Zero for equal graphs;
    /// symmetric in them unless the agreement is [`Learnt`](super::Agreement::Learnt). See [`crate::distance::contsid`]
    /// for one treatment; for several, the relevant treatments of a graph replace the treatment, and their product
    /// kernel its kernel.
    ///
    /// One system of O(N³/3 + N² points) for each distinct pair of relevant treatments and adjustment set, O(N rank
    /// points) for each pair.
    ///
    /// # Errors
    ///
    /// If the graphs have another number of nodes than the table columns, there is more work than the limits allow, a
    /// system cannot be solved, or the computation is stopped.
    ///
    /// ```
    /// use contsid::data::{Column, Table};
    /// use contsid::distance::Selection;
    /// use contsid::distance::contsid::{ContSidOptions, JointLimits, Prepared, TreatmentSets};
    /// use contsid::execution::Execution;
    /// use contsid::graph::{Dag, GraphPair, NodeId, NodeNames};
    ///
    /// let [a, b, c] = [0, 1, 2].map(NodeId::new);
    /// let (truth, learnt) = (Dag::from_edges(3, [(a, c), (b, c)])?, Dag::from_edges(3, [(a, c)])?);
    /// let column = |step: f64| Column::Numeric((0..20).map(|k| (step * f64::from(k)).sin()).collect());
    /// let table = Table::new(NodeNames::new(["a", "b", "c"])?, vec![column(1.0), column(2.0), column(3.0)])?;
    /// let prepared = Prepared::new(&table, &ContSidOptions::default(), &Execution::default())?;
    ///
    /// let (pair, all) = (GraphPair::new(&truth, &learnt)?, Selection::all(3));
    /// let sets = TreatmentSets::all_of_size(2, 3, &all)?;
    /// let joint = prepared.joint(pair, &sets, &all, JointLimits::default(), &Execution::default())?;
    /// assert_eq!(joint.pairs.len(), 3);
    /// // do(a, b) on c: both matter in the truth, a alone in the learnt graph
    /// assert_eq!(joint.pairs[0].judgement.label(), "3.2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn joint(
        &self,
        pair: GraphPair<'_, Dag>,
        sets: &TreatmentSets,
        selection: &Selection,
        limits: JointLimits,
        execution: &Execution<'_>,
    ) -> Result<JointContSid, ContSidError> {
        check_sizes(pair, self.node_count(), selection)?;
        let judged = self.judged(pair, sets.as_slice(), selection.outcomes(), limits.work, execution)?;
        Ok(JointContSid::new(&judged))
    }

    /// The whole pipeline from graphs to distances: contrasts, systems, signals.
    fn judged(
        &self,
        pair: GraphPair<'_, Dag>,
        sets: &[NodeSet],
        outcomes: &NodeSet,
        most_work: f64,
        execution: &Execution<'_>,
    ) -> Result<Judged, ContSidError> {
        let surveyed = contrasts(pair, sets, outcomes, &self.options, execution)?;
        let estimation = Estimation::new(self, execution);
        let systems = estimation.systems(&surveyed)?;
        let distances = estimation.distances(systems.iter().flatten(), most_work)?;
        Ok(Judged { surveyed, systems, distances })
    }

    /// The smallest and largest contSID of joint interventions over the members of both classes, by listing them.
    ///
    /// Members share systems: each is solved once.
    ///
    /// # Errors
    ///
    /// As [`joint`](Self::joint), and if there are more pairs of members than the limits allow.
    pub fn joint_bounds(
        &self,
        pair: GraphPair<'_, GraphClass>,
        sets: &TreatmentSets,
        selection: &Selection,
        limits: JointLimits,
        execution: &Execution<'_>,
    ) -> Result<JointBounds, ContSidError> {
        check_sizes(pair, self.node_count(), selection)?;
        joint_bounds::joint_bounds(self, pair, sets, selection, limits, execution)
    }

    /// The weights behind the distances of a treatment, by the options' rule of adjustment and ridge parameters.
    /// Systems that were solved before are reused.
    ///
    /// # Errors
    ///
    /// If a system cannot be solved.
    pub fn intervention_weights(
        &self,
        question: &WeightsQuestion<'_>,
        execution: &Execution<'_>,
    ) -> Result<InterventionWeights, ContSidError> {
        InterventionWeights::of(self, question, execution)
    }

    /// The set of one node.
    pub(super) fn only(&self, node: NodeId) -> NodeSet {
        NodeSet::of(self.node_count(), [node])
    }
}

/// Checks that graphs and selection have as many nodes as a table has columns.
pub(super) fn check_sizes<T: AsRef<MixedGraph>>(
    pair: GraphPair<'_, T>,
    columns: usize,
    selection: &Selection,
) -> Result<(), ContSidError> {
    let nodes = pair.node_count();
    if nodes != columns {
        return Err(ContSidError::NodeCount { nodes, columns });
    }
    Ok(selection.check(nodes)?)
}

pub(super) fn check_names(table: &Table, options: &ContSidOptions) -> Result<(), ContSidError> {
    let kernels = options.kernel.exceptions.keys().map(|name| ("kernel", name));
    let bandwidths = options.bandwidth.exceptions.keys().map(|name| ("bandwidth", name));
    let interventions = options.interventions.exceptions.keys().map(|name| ("interventions", name));
    match kernels.chain(bandwidths).chain(interventions).find(|(_, name)| table.names().node(name).is_none()) {
        Some((choice, name)) => Err(ContSidError::UnknownColumn { choice, column: name.clone() }),
        None => Ok(()),
    }
}

pub(super) fn check_interventions(table: &Table, options: &ContSidOptions) -> Result<(), ContSidError> {
    let checked = |name: &str| options.interventions.of(name).check().map_err(|error| (name.to_owned(), error));
    let refused = table.names().iter().try_for_each(checked);
    refused.map_err(|(column, error)| ContSidError::Interventions { column, error })
}
