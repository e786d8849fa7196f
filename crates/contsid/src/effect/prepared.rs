//! Data and options, prepared for many comparisons: the way from graphs to scores.

use super::estimate::columns::InterventionPoints;
use super::estimate::data::{EffectData, RowsUsed};
use super::estimate::solve::in_batches;
use super::estimate::systems::System;
use super::estimate::task::{WantedContrasts, merged, tasks};
use super::estimate::{
    CrossFitOptions, PartGrid, PartWorkers, Partition, leave_one_out_grid, memory_of_data, task_numbers,
};
use super::known::KnownResults;
use super::measure::measured;
use super::question::{Case, ClaimingGraph, Effects, Survey, TreatmentContrasts, claimed_contrasts, survey};
use super::result::{Measured, Pair, PairEstimate, Score, ScoreRow};
use super::weights::{InterventionWeights, WeightsQuestion};
use super::{ContSidError, ContSidOptions};
use crate::data::Table;
use crate::distance::Selection;
use crate::embedding::Lambda;
use crate::execution::Execution;
use crate::graph::{Dag, GraphClass, GraphPair, NodeId, NodeSet};
use crate::kernel::{Kernel, KernelColumn};

/// The largest number of choices of parents, over all nodes, that every part estimates.
const MOST_CHOICES: usize = 4096;

/// A table and options, prepared once and used for any number of graphs on its columns: all rows together, or in
/// parts.
///
/// Bandwidths, factors of Gram matrices and norms are computed when it is built. What is measured of a pair of systems
/// is kept, so graphs that differ in a few edges cost far less than each by itself. Results do not depend on earlier
/// comparisons, nor on the number of threads.
pub struct Prepared<'w> {
    pub(super) data: EffectData,
    known: KnownResults,
    /// Who estimates the parts, if not this process.
    workers: Option<&'w dyn PartWorkers>,
}

impl std::fmt::Debug for Prepared<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Prepared").field("options", &self.data.options).finish_non_exhaustive()
    }
}

impl Prepared<'static> {
    /// All rows of a table together, as contSID is printed.
    ///
    /// # Errors
    ///
    /// If the table has fewer than two rows, an option does not fit a column, or there is not enough memory.
    pub fn new(table: &Table, options: &ContSidOptions, execution: &Execution<'_>) -> Result<Self, ContSidError> {
        EffectData::of_all(table, options, execution).map(Self::of)
    }

    /// The rows of a table in parts, for cross-fitted contSID. The estimator and the ridge parameter of the options are
    /// those of one estimate from all rows, and do not matter here.
    ///
    /// # Errors
    ///
    /// If the rows cannot be divided, or a choice does not fit a column.
    pub fn in_parts(
        table: &Table,
        options: &ContSidOptions,
        crossfit: &CrossFitOptions,
        execution: &Execution<'_>,
    ) -> Result<Self, ContSidError> {
        EffectData::of_parts(table, options, crossfit, execution).map(Self::of)
    }

    fn of(data: EffectData) -> Self {
        Self { known: KnownResults::new(data.node_count()), data, workers: None }
    }
}

impl Prepared<'_> {
    /// Lets other processes estimate the parts. The results are the same, bit by bit.
    #[must_use]
    pub fn estimated_by(self, workers: &dyn PartWorkers) -> Prepared<'_> {
        Prepared { data: self.data, known: self.known, workers: Some(workers) }
    }

    /// The options.
    pub fn options(&self) -> &ContSidOptions {
        &self.data.options
    }

    /// The kernel of each column, with the bandwidth that was found for it.
    pub fn kernels(&self) -> impl ExactSizeIterator<Item = Kernel> + '_ {
        (0..self.node_count()).map(|node| self.data.kernel(NodeId::new(node)))
    }

    /// The values of a column under the kernel that was chosen for it.
    pub fn kernel_column(&self, node: NodeId) -> KernelColumn {
        KernelColumn::new(self.data.table.column(node), self.data.kernel(node)).expect("the kernel suits the column")
    }

    /// The values that a treatment is set to alone.
    pub fn interventions(&self, treatment: NodeId) -> InterventionPoints {
        self.data.interventions(treatment)
    }

    /// The number of samples, N.
    pub fn sample_count(&self) -> usize {
        self.data.table.row_count()
    }

    /// The number of columns.
    pub fn node_count(&self) -> usize {
        self.data.node_count()
    }

    /// The ridge parameter of all rows, unless it is chosen for each system.
    pub fn lambda(&self) -> Option<Lambda> {
        self.data.lambda()
    }

    /// n λ, the ridge of a part of n rows, if the rows are in parts.
    pub fn ridge(&self) -> Option<f64> {
        self.data.divided().map(|parts| parts.ridge.value())
    }

    /// The parts of the rows, if they are in parts.
    pub fn partition(&self) -> Option<&Partition> {
        self.data.divided().map(|parts| &parts.partition)
    }

    /// The number of repeats and parts, if the rows are in parts.
    pub fn grid(&self) -> Option<PartGrid> {
        self.data.grid()
    }

    /// Whether a linear model guides the estimate of each part.
    pub fn is_guided(&self) -> bool {
        self.data.divided().is_some_and(|parts| !parts.settings.scales.is_empty())
    }

    /// An upper estimate of the bytes that a comparison of two directed graphs needs besides the table.
    pub fn estimated_memory(&self, threads: usize) -> u64 {
        memory_of_data(&self.data, threads)
    }

    /// contSID of two directed graphs on the columns of the table: all pairs of a treatment and an outcome.
    ///
    /// # Errors
    ///
    /// If the graphs have another number of nodes, a system cannot be solved, or the computation is stopped.
    pub fn compare(&self, pair: GraphPair<'_, Dag>, execution: &Execution<'_>) -> Result<Score, ContSidError> {
        let [truth, learnt] = [pair.truth(), pair.learnt()].map(|graph| GraphClass::from(graph.clone()));
        let selection = Selection::all(self.node_count());
        self.score(&truth, &learnt, Effects::single(&selection), execution)
            .map(|score| score.expect("directed graphs leave no choice"))
    }

    /// The score of one learnt graph: see [`scores`](Self::scores).
    ///
    /// # Errors
    ///
    /// As [`scores`](Self::scores).
    pub fn score(
        &self,
        truth: &GraphClass,
        learnt: &GraphClass,
        effects: Effects<'_>,
        execution: &Execution<'_>,
    ) -> Result<Option<Score>, ContSidError> {
        Ok(self.scores(truth, &[learnt], effects, execution)?.pop().flatten())
    }

    /// contSID of several learnt graphs and one truth. A system that several graphs need is solved once.
    ///
    /// If a graph leaves edges undirected, the score is the smallest and the largest value over its members: exact
    /// under the limits of the effects. From all rows, a node with more parent sets than the limits allow to list adds
    /// between 0 and an upper bound from the ridge: ‖w(x)‖ ≤ 1 / (2 √(N λ)) for any adjustment set. In parts there is
    /// no score then.
    ///
    /// One system of O(N³/3 + N² width) for each set of treatments and adjustment set, O(N rank width) for each outcome
    /// of a system.
    ///
    /// # Errors
    ///
    /// If the graphs have another number of nodes than the table columns, there is more work or memory needed than the
    /// limits allow, a system cannot be solved, or the computation is stopped.
    ///
    /// ```
    /// use contsid::data::{Column, Table};
    /// use contsid::distance::Selection;
    /// use contsid::effect::{ContSidOptions, Effects, JointLimits, Prepared, TreatmentSets};
    /// use contsid::execution::Execution;
    /// use contsid::graph::{Dag, NodeId, NodeNames};
    ///
    /// let [a, b, c] = [0, 1, 2].map(NodeId::new);
    /// let (truth, learnt) = (Dag::from_edges(3, [(a, c), (b, c)])?.into(), Dag::from_edges(3, [(a, c)])?.into());
    /// let column = |step: f64| Column::Numeric((0..20).map(|k| (step * f64::from(k)).sin()).collect());
    /// let table = Table::new(NodeNames::new(["a", "b", "c"])?, vec![column(1.0), column(2.0), column(3.0)])?;
    /// let prepared = Prepared::new(&table, &ContSidOptions::default(), &Execution::default())?;
    ///
    /// let selection = Selection::all(3);
    /// let sets = TreatmentSets::all_of_size(2, 3, &selection)?;
    /// let effects = Effects::Joint { sets: &sets, selection: &selection, limits: JointLimits::default() };
    /// let joint = prepared.score(&truth, &learnt, effects, &Execution::default())?.expect("both are directed");
    /// assert_eq!(joint.pair_count(), 3);
    /// // do(a, b) on c: both matter in the truth, a alone in the learnt graph
    /// assert_eq!(joint.rows[0].pairs[0].label(), "3.2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scores(
        &self,
        truth: &GraphClass,
        learnt: &[&GraphClass],
        effects: Effects<'_>,
        execution: &Execution<'_>,
    ) -> Result<Vec<Option<Score>>, ContSidError> {
        let surveyed = learnt.iter().map(|learnt| self.survey(truth, learnt, effects, execution));
        self.surveyed(surveyed.collect::<Result<Vec<_>, _>>()?, effects, execution)
    }

    /// The same between each two of several graphs, which need no truth: first and second, first and third, … second
    /// and third. A system that several pairs need is solved once.
    ///
    /// # Errors
    ///
    /// As [`Prepared::score`].
    pub fn scores_between(
        &self,
        graphs: &[&GraphClass],
        effects: Effects<'_>,
        execution: &Execution<'_>,
    ) -> Result<Vec<Option<Score>>, ContSidError> {
        let pairs = graphs.iter().enumerate().flat_map(|(index, first)| {
            graphs[index + 1..].iter().map(move |second| self.survey(first, second, effects, execution))
        });
        self.surveyed(pairs.collect::<Result<Vec<_>, _>>()?, effects, execution)
    }

    /// contSID of what graphs of any kind claim about the selected effects, for several learnt graphs and one truth.
    ///
    /// A graph that claims no effect keeps the marginal distribution, one with an adjustment set is estimated as a
    /// directed graph with these parents would be. Pairs that one of the two graphs leaves open are left out.
    ///
    /// # Errors
    ///
    /// As [`scores`](Self::scores).
    pub fn claim_scores(
        &self,
        truth: ClaimingGraph<'_>,
        learnt: &[ClaimingGraph<'_>],
        selection: &Selection,
        execution: &Execution<'_>,
    ) -> Result<Vec<Score>, ContSidError> {
        let columns = self.node_count();
        for nodes in std::iter::once(&truth).chain(learnt).map(|graph| graph.graph.node_count()) {
            if nodes != columns {
                return Err(ContSidError::NodeCount { nodes, columns });
            }
        }
        selection.check(columns)?;
        let survey = |&learnt: &ClaimingGraph<'_>| {
            let contrasts = claimed_contrasts(truth, learnt, selection, self.options().agreement, execution)?;
            Ok::<_, ContSidError>(Survey::of_members(vec![contrasts]))
        };
        let surveys = learnt.iter().map(survey).collect::<Result<Vec<_>, _>>()?;
        let scores = self.surveyed(surveys, Effects::single(selection), execution)?;
        Ok(scores.into_iter().map(|score| score.expect("claims leave no choice")).collect())
    }

    /// The score of each survey.
    fn surveyed(
        &self,
        surveys: Vec<Survey<'_, TreatmentContrasts>>,
        effects: Effects<'_>,
        execution: &Execution<'_>,
    ) -> Result<Vec<Option<Score>>, ContSidError> {
        let surveys = self.data.with_ridges(surveys, execution)?;
        let is_estimated = |survey: &Survey<'_, TreatmentContrasts<System>>| {
            self.data.divided().is_none() || survey.choice_count().is_some_and(|count| count <= MOST_CHOICES)
        };
        let wanted = surveys.iter().filter(|survey| is_estimated(survey)).flat_map(Survey::items);
        let wanted = merged(wanted.flat_map(|item| &item.contrasts));
        let found = self.measured(wanted, effects.most_work(), execution)?;
        let outer = |treatment| self.outer_row(treatment, effects.selection());
        let score = |survey: &Survey<'_, TreatmentContrasts<System>>| {
            let score = || Score::new(survey, &found, self.grid(), &outer, execution);
            is_estimated(survey).then(score).transpose()
        };
        surveys.iter().map(score).collect()
    }

    fn survey<'b>(
        &self,
        truth: &'b GraphClass,
        learnt: &'b GraphClass,
        effects: Effects<'_>,
        execution: &Execution<'_>,
    ) -> Result<Survey<'b, TreatmentContrasts>, ContSidError> {
        let columns = self.node_count();
        for class in [truth, learnt] {
            if class.node_count() != columns {
                return Err(ContSidError::NodeCount { nodes: class.node_count(), columns });
            }
        }
        effects.selection().check(columns)?;
        let pair = GraphPair::new(truth, learnt).expect("both have a node for each column");
        survey(pair, effects, &self.data.options, execution)
    }

    /// What is known of the wanted contrasts, and what is measured now.
    fn measured(
        &self,
        mut wanted: WantedContrasts,
        most_work: f64,
        execution: &Execution<'_>,
    ) -> Result<Measured, ContSidError> {
        let mut found = self.known.take(&mut wanted);
        let tasks = tasks(&self.data, &wanted, task_numbers(&self.data), most_work)?;
        in_batches(&self.data, &tasks, self.workers, execution, |batch, parts| {
            for (contrast, result) in measured(&self.data, batch, parts, execution)? {
                self.known.keep(&contrast, &result);
                found.entry(contrast).or_default().insert(result.outcome, result);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// The row of a treatment with too many choices of parents: between 0 and an upper bound.
    fn outer_row(&self, treatment: NodeId, selection: &Selection) -> ScoreRow {
        let selected = NodeId::all(self.node_count()).filter(|&outcome| selection.contains(treatment, outcome));
        let pair = |outcome| Pair {
            outcome,
            case: None,
            lower: Some(PairEstimate::default()),
            upper: Some(PairEstimate { value: self.largest_distance(outcome), uncertainty: None }),
            left_out: 0,
        };
        ScoreRow { treatments: NodeSet::of(self.node_count(), [treatment]), pairs: selected.map(pair).collect() }
    }

    /// An upper bound of d(·, outcome) for any treatment and parents, from all rows.
    ///
    /// The regression's weights at a point are the mean of v = (K + ρ I)⁻¹ k(u) over points u, with ρ = N λ. Since k(u)
    /// = K^½ e with ‖e‖ ≤ 1, ‖v‖ ≤ max_s s^½/(s + ρ) ≤ 1/(2 √ρ); and ‖Σ_s v_s k_j(x⁽ˢ⁾, ·)‖² = vᵀ K_j v.
    fn largest_distance(&self, outcome: NodeId) -> f64 {
        let RowsUsed::All(all) = &self.data.rows else { unreachable!("parts have no outer bound") };
        let (samples, options, column) = (self.sample_count(), self.options(), all.part.columns.column(outcome));
        let lambda = self.lambda().unwrap_or_else(|| leave_one_out_grid(samples)[0]);
        let weights = 0.5 / lambda.ridge(samples).sqrt();
        let regression = weights * column.largest_row_sum().sqrt();
        let sum = weights * (samples as f64).sqrt();
        let embedding = options.estimator.largest_norm(regression, sum, column.norm);
        let divided = |distance: f64, case: Case| {
            if options.normalise.divides(case) { distance / column.norm } else { distance }
        };
        divided(embedding + column.norm, Case::TruthOnly).max(divided(2.0 * embedding, Case::Different))
    }

    /// The weights behind the distances of a treatment from all rows, by the options' rule of adjustment and ridge
    /// parameters.
    ///
    /// # Errors
    ///
    /// If a system cannot be solved.
    pub fn intervention_weights(
        &self,
        question: &WeightsQuestion<'_>,
        execution: &Execution<'_>,
    ) -> Result<InterventionWeights, ContSidError> {
        InterventionWeights::of(&self.data, question, execution)
    }
}

/// contSID of a learnt graph and the truth, whose nodes are the columns of a table in their order.
///
/// Zero for equal graphs; symmetric in them unless the agreement is [`Learnt`](super::Agreement::Learnt); no pair adds
/// less than 0. To compare many graphs on the same table use [`Prepared`].
///
/// O(p N³/3 + p² N rank²) for p nodes and N rows: see [`crate::effect`].
///
/// # Errors
///
/// If the table does not fit the graphs or the options, or the computation is stopped.
///
/// ```
/// use contsid::data::{Column, Table};
/// use contsid::effect::{Case, ContSidOptions, contsid};
/// use contsid::execution::Execution;
/// use contsid::graph::{Dag, GraphPair, NodeId, NodeNames};
///
/// let [a, b] = [0, 1].map(NodeId::new);
/// let (truth, learnt) = (Dag::from_edges(2, [(a, b)])?, Dag::from_edges(2, [])?);
/// let x: Vec<f64> = (0..20).map(|k| f64::from(k) / 10.0).collect();
/// let y = x.iter().map(|x| 3.0 * x).collect();
/// let table = Table::new(NodeNames::new(["a", "b"])?, vec![Column::numbers(x), Column::numbers(y)])?;
///
/// let pair = GraphPair::new(&truth, &learnt)?;
/// let result = contsid(pair, &table, &ContSidOptions::default(), &Execution::default())?;
/// let found = result.pair(a, b).expect("all pairs are compared");
/// assert_eq!(found.case, Some(Case::TruthOnly));
/// assert_eq!(result.span().upper, found.upper.as_ref().map_or(0.0, |found| found.value));
/// assert!(result.span().upper > 0.3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contsid(
    pair: GraphPair<'_, Dag>,
    table: &Table,
    options: &ContSidOptions,
    execution: &Execution<'_>,
) -> Result<Score, ContSidError> {
    let (nodes, columns) = (pair.node_count(), table.column_count());
    if nodes != columns {
        return Err(ContSidError::NodeCount { nodes, columns });
    }
    Prepared::new(table, options, execution)?.compare(pair, execution)
}
