//! The distance between two graphs.

use super::joint::Rows;
use super::{Case, ContSidError, ContSidOptions, Prepared, RowQuestion, TreatmentView};
use crate::adjustment::AdjustmentRule;
use crate::data::Table;
use crate::distance::Selection;
use crate::execution::Execution;
use crate::graph::{Dag, GraphPair, MixedGraph, NodeId, NodeSet};

/// contSID of two graphs, with its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct ContSid {
    total: f64,
    node_count: usize,
    distances: Vec<f64>,
    cases: Vec<Option<Case>>,
}

impl ContSid {
    /// The sum over all ordered pairs.
    pub fn total(&self) -> f64 {
        self.total
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.node_count
    }

    /// d(treatment, outcome); 0 for a node and itself, and for pairs that were not selected.
    pub fn distance(&self, treatment: NodeId, outcome: NodeId) -> f64 {
        self.row(treatment)[outcome.index()]
    }

    /// The case of a pair; none for a node and itself, and for pairs that were not selected.
    pub fn case(&self, treatment: NodeId, outcome: NodeId) -> Option<Case> {
        self.row_cases(treatment)[outcome.index()]
    }

    /// The distances of all outcomes of a treatment.
    pub fn row(&self, treatment: NodeId) -> &[f64] {
        &self.distances[treatment.index() * self.node_count..][..self.node_count]
    }

    /// The cases of all outcomes of a treatment.
    pub fn row_cases(&self, treatment: NodeId) -> &[Option<Case>] {
        &self.cases[treatment.index() * self.node_count..][..self.node_count]
    }
}

/// contSID of a learnt graph and the truth, whose nodes are the columns of a table in their order.
///
/// Zero for equal graphs; symmetric in them unless the agreement is [`Learnt`](super::Agreement::Learnt); no pair adds less
/// than 0. Whoever compares many graphs on the same table uses [`Prepared`].
///
/// O(p N³/3 + p² N rank²) for p nodes and N rows: see [`crate::distance::contsid`].
///
/// # Errors
///
/// If the table does not fit the graphs or the options, or the computation is stopped.
///
/// ```
/// use contsid::data::{Column, Table};
/// use contsid::distance::contsid::{Case, ContSidOptions, contsid};
/// use contsid::execution::Execution;
/// use contsid::graph::{Dag, GraphPair, NodeId, NodeNames};
///
/// let [a, b] = [0, 1].map(NodeId::new);
/// let (truth, learnt) = (Dag::from_edges(2, [(a, b)])?, Dag::from_edges(2, [])?);
/// let x: Vec<f64> = (0..20).map(|k| f64::from(k) / 10.0).collect();
/// let y = x.iter().map(|x| 3.0 * x).collect();
/// let table = Table::new(NodeNames::new(["a", "b"])?, vec![Column::Numeric(x), Column::Numeric(y)])?;
///
/// let pair = GraphPair::new(&truth, &learnt)?;
/// let result = contsid(pair, &table, &ContSidOptions::default(), &Execution::default())?;
/// assert_eq!(result.case(a, b), Some(Case::TruthOnly));
/// assert_eq!(result.total(), result.distance(a, b));
/// assert!(result.total() > 0.3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contsid(
    pair: GraphPair<'_, Dag>,
    table: &Table,
    options: &ContSidOptions,
    execution: &Execution<'_>,
) -> Result<ContSid, ContSidError> {
    check_sizes(pair, table.column_count(), &Selection::all(table.column_count()))?;
    let mut prepared = Prepared::new(table, options, execution)?;
    if options.adjustment == AdjustmentRule::Parents {
        // A row needs its systems once, and no other row needs them.
        prepared.keep_nothing();
    }
    prepared.compare(pair, execution)
}

/// Graphs and a selection must have as many nodes as the table has columns.
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

/// A row that has something to estimate.
struct Task {
    treatment: NodeId,
    truth_parents: NodeSet,
    learnt_parents: NodeSet,
    cases: Vec<Option<Case>>,
    work: u64,
}

impl Prepared {
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
        if self.options.adjustment == AdjustmentRule::Optimal {
            let Rows { distances, cases } = self.singles(pair, selection, execution)?;
            return Ok(ContSid { total: distances.iter().sum(), node_count: self.node_count(), distances, cases });
        }
        let nodes = NodeId::all(self.node_count());
        let mut tasks: Vec<Task> = nodes.map(|node| self.task(pair, selection, node)).collect();
        // The largest first, so that no thread is left with a large one at the end; equal ones in their order.
        tasks.sort_by_key(|task| std::cmp::Reverse(task.work));
        execution.monitor().begin(tasks.iter().map(|task| task.work).sum());
        let rows = execution.map(&tasks, |task| {
            let row = self.row(&RowQuestion {
                treatment: task.treatment,
                truth_parents: &task.truth_parents,
                learnt_parents: &task.learnt_parents,
                cases: &task.cases,
            })?;
            execution.monitor().advance(task.work);
            Ok::<_, ContSidError>(row)
        })?;
        Ok(self.assemble(tasks, rows))
    }

    fn task(&self, pair: GraphPair<'_, Dag>, selection: &Selection, treatment: NodeId) -> Task {
        let view = TreatmentView::new(pair, treatment);
        let case = |node| selection.contains(treatment, node).then(|| view.case(node, self.options.agreement));
        let cases: Vec<Option<Case>> = NodeId::all(self.node_count()).map(case).collect();
        let (truth_parents, learnt_parents) = (pair.truth().parent_set(treatment), pair.learnt().parent_set(treatment));
        let work = self.work(treatment, &truth_parents, &cases, Case::needs_truth)
            + self.work(treatment, &learnt_parents, &cases, Case::needs_learnt);
        Task { treatment, truth_parents, learnt_parents, cases, work }
    }

    /// How much work one system and its targets are, in millions of multiplications or so; at least 1.
    fn work(&self, treatment: NodeId, parents: &NodeSet, cases: &[Option<Case>], needed: fn(Case) -> bool) -> u64 {
        let targets = cases.iter().flatten().filter(|&&case| needed(case)).count() as u64;
        let (rows, width) = (self.samples as u64, self.columns[treatment.index()].plan.width() as u64);
        let dense = if parents.is_empty() && width < rows { 0 } else { rows.pow(3) / 6 + rows * rows * width };
        if targets == 0 { 1 } else { 1 + (dense + 2 * targets * rows * width * width) / 1_000_000 }
    }

    fn assemble(&self, tasks: Vec<Task>, rows: Vec<Vec<f64>>) -> ContSid {
        let node_count = self.node_count();
        let mut by_node: Vec<(Task, Vec<f64>)> = tasks.into_iter().zip(rows).collect();
        by_node.sort_by_key(|(task, _)| task.treatment);
        let distances: Vec<f64> = by_node.iter().flat_map(|(_, row)| row.iter().copied()).collect();
        let cases = by_node.into_iter().flat_map(|(task, _)| task.cases).collect();
        ContSid { total: distances.iter().sum(), node_count, distances, cases }
    }
}
