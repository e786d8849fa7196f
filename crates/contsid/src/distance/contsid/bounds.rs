//! contSID of graphs that leave edges undirected.
//!
//! Row i of the matrix depends on a graph only through the parents of i: once the edges at i are directed and Meek's rules
//! applied, the directed paths from i and the validity of any adjustment set are the same in every member of the class.
//! So a row is computed for each pair of a true and a learnt parent set, each system is solved once, and
//! [`bounds`](crate::distance::bounds) adds the rows up to the smallest and largest sums that members attain.

use super::row::SystemSource;
use super::solved::Solved;
use super::{Case, ContSidError, Prepared, RowQuestion, TreatmentView, leave_one_out_grid};
use crate::adjustment::{AdjustmentRule, valid_outcomes};
use crate::distance::Selection;
use crate::distance::bounds::{Exactness, Limits, ParentChoices, RowCosts, bounds, pair_count};
use crate::embedding::Lambda;
use crate::execution::Execution;
use crate::graph::{Dag, GraphClass, GraphPair, NodeId, NodeSet};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The limits under which contSID is bounded exactly: a system takes far longer to solve than a graph to search.
pub fn contsid_limits() -> Limits {
    Limits { parent_sets: 1 << 16, ..Limits::default() }
}

/// Between which values contSID and its parts lie.
#[derive(Clone, Debug, PartialEq)]
pub struct ContSidBounds {
    /// No pair of members has a smaller distance.
    pub lower: f64,
    /// No pair of members has a larger distance.
    pub upper: f64,
    /// Whether members attain the bounds.
    pub exactness: Exactness,
    node_count: usize,
    lower_pairs: Vec<f64>,
    upper_pairs: Vec<f64>,
}

impl ContSidBounds {
    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.node_count
    }

    /// For each outcome the smallest d(treatment, outcome) of all members: by itself, not together with other pairs.
    pub fn lower_row(&self, treatment: NodeId) -> &[f64] {
        &self.lower_pairs[treatment.index() * self.node_count..][..self.node_count]
    }

    /// For each outcome the largest d(treatment, outcome) of all members: by itself, not together with other pairs.
    pub fn upper_row(&self, treatment: NodeId) -> &[f64] {
        &self.upper_pairs[treatment.index() * self.node_count..][..self.node_count]
    }
}

/// A row for all choices of parents: what its sum costs, and the range of each of its pairs.
struct RowRange {
    costs: RowCosts,
    lower: Vec<f64>,
    upper: Vec<f64>,
}

/// One graph with chosen parents of the treatment, by a member.
struct Chosen<'a> {
    parents: &'a NodeSet,
    member: Dag,
    descendants: NodeSet,
}

/// Everything that rows are asked of.
struct Comparison<'a> {
    prepared: &'a Prepared,
    truth: ParentChoices<'a>,
    learnt: ParentChoices<'a>,
    selection: &'a Selection,
    limits: Limits,
    execution: &'a Execution<'a>,
}

impl Prepared {
    /// The smallest and largest contSID over all members of the true and of the learnt class, either of which may be
    /// undetermined.
    ///
    /// Exact under the [`Limits`], usually [`contsid_limits`], which also limit the pairs of a true and a learnt parent
    /// set of one node. A node with more of them adds at least 0 and at most what the ridge lets an estimate be:
    /// ‖w(x)‖ ≤ 1 / (2 √(N λ)), whatever is adjusted for.
    ///
    /// # Errors
    ///
    /// If the graphs have another number of nodes than the table columns, a system cannot be solved, or the computation is
    /// stopped.
    pub fn bounds(
        &self,
        pair: GraphPair<'_, GraphClass>,
        selection: &Selection,
        limits: Limits,
        execution: &Execution<'_>,
    ) -> Result<ContSidBounds, ContSidError> {
        if pair.node_count() != self.node_count() {
            return Err(ContSidError::NodeCount { nodes: pair.node_count(), columns: self.node_count() });
        }
        let comparison = Comparison {
            prepared: self,
            truth: ParentChoices::new(pair.truth(), limits),
            learnt: ParentChoices::new(pair.learnt(), limits),
            selection,
            limits,
            execution,
        };
        let nodes: Vec<NodeId> = NodeId::all(self.node_count()).collect();
        execution.monitor().begin(nodes.iter().map(|&node| comparison.question_count(node).unwrap_or(1) as u64).sum());
        let rows = execution.map(&nodes, |&node| comparison.row(node))?;
        let costs: Vec<RowCosts> = rows.iter().map(|row| row.costs.clone()).collect();
        let found = bounds(&comparison.truth, &comparison.learnt, &costs, limits);
        let (lower_pairs, upper_pairs): (Vec<_>, Vec<_>) = rows.into_iter().map(|row| (row.lower, row.upper)).unzip();
        Ok(ContSidBounds {
            lower: found.lower,
            upper: found.upper,
            exactness: found.exactness,
            node_count: self.node_count(),
            lower_pairs: lower_pairs.concat(),
            upper_pairs: upper_pairs.concat(),
        })
    }

    /// A number that no d(·, target) exceeds, whatever the treatment and its parents.
    ///
    /// The regression's weights at a point are the mean of v = (K + ρ I)⁻¹ k(u) over points u, with ρ = N λ. Since k(u) =
    /// K^½ e with ‖e‖ ≤ 1, ‖v‖ ≤ max_s s^½/(s + ρ) ≤ 1/(2 √ρ); and ‖Σ_s v_s k_j(x⁽ˢ⁾, ·)‖² = vᵀ K_j v.
    fn largest_distance(&self, target: NodeId) -> f64 {
        let column = &self.columns[target.index()];
        let lambda = self.lambda().unwrap_or_else(|| leave_one_out_grid(self.samples)[0]);
        let weights = 0.5 / lambda.ridge(self.samples).sqrt();
        let regression = weights * column.largest_row_sum().sqrt();
        let sum = weights * (self.samples as f64).sqrt();
        let embedding = self.options.estimator.largest_norm(regression, sum, column.norm);
        let divided = |distance: f64, case: Case| {
            if self.options.normalise.divides(case) { distance / column.norm } else { distance }
        };
        divided(embedding + column.norm, Case::TruthOnly).max(divided(2.0 * embedding, Case::Different))
    }
}

impl Comparison<'_> {
    /// How many pairs of parent sets a row has, if they can be listed.
    fn question_count(&self, treatment: NodeId) -> Option<usize> {
        pair_count(&self.truth, &self.learnt, treatment, self.limits)
    }

    fn row(&self, treatment: NodeId) -> Result<RowRange, ContSidError> {
        let count = self.prepared.node_count();
        if !self.selection.treatments().contains(treatment) {
            let costs = match self.question_count(treatment) {
                Some(questions) => RowCosts::Listed(vec![0.0; questions]),
                None => RowCosts::Between { lower: 0.0, upper: 0.0 },
            };
            return Ok(RowRange { costs, lower: vec![0.0; count], upper: vec![0.0; count] });
        }
        let (truth, learnt) = (self.truth.of(treatment).listed(), self.learnt.of(treatment).listed());
        match (truth, learnt, self.question_count(treatment)) {
            (Some(truth), Some(learnt), Some(_)) => self.listed_row(treatment, truth, learnt),
            _ => Ok(self.outer_row(treatment)),
        }
    }

    /// The row for each pair of a true and a learnt parent set. The true systems are kept while the learnt ones pass by.
    fn listed_row(&self, treatment: NodeId, truth: &[NodeSet], learnt: &[NodeSet]) -> Result<RowRange, ContSidError> {
        let count = self.prepared.node_count();
        let (mut lower, mut upper) = (vec![f64::INFINITY; count], vec![0.0_f64; count]);
        let mut costs = vec![0.0; truth.len() * learnt.len()];
        let true_systems = Systems::default();
        let true_choices: Vec<Chosen<'_>> =
            truth.iter().map(|parents| choose(self.truth.class(), treatment, parents)).collect();
        for (second, parents) in learnt.iter().enumerate() {
            let (learnt_choice, learnt_systems) = (choose(self.learnt.class(), treatment, parents), Systems::default());
            for (first, true_choice) in true_choices.iter().enumerate() {
                self.execution.check()?;
                let source = |set: &NodeSet, lambda: Lambda| {
                    let systems = if set == true_choice.parents { &true_systems } else { &learnt_systems };
                    systems.solved(self.prepared, treatment, set, lambda)
                };
                let row = self.distances(treatment, true_choice, &learnt_choice, &source)?;
                costs[first * learnt.len() + second] = row.iter().sum();
                for (distance, (lower, upper)) in row.iter().zip(lower.iter_mut().zip(&mut upper)) {
                    (*lower, *upper) = (lower.min(*distance), upper.max(*distance));
                }
                self.execution.monitor().advance(1);
            }
        }
        Ok(RowRange { costs: RowCosts::Listed(costs), lower, upper })
    }

    /// d(treatment, j) for all outcomes j under one choice of parents in each graph.
    fn distances(
        &self,
        treatment: NodeId,
        truth: &Chosen<'_>,
        learnt: &Chosen<'_>,
        systems: &SystemSource<'_>,
    ) -> Result<Vec<f64>, ContSidError> {
        if self.prepared.options.adjustment == AdjustmentRule::Optimal {
            // With the edges at the treatment directed, its optimal sets are the same in every member too.
            let members = GraphPair::new(&truth.member, &learnt.member).expect("members are on the same nodes");
            return self.prepared.single_row(members, treatment, self.selection);
        }
        let view = TreatmentView {
            truth_descendants: truth.descendants.clone(),
            learnt_descendants: learnt.descendants.clone(),
            truth_parents_valid: valid_outcomes(&learnt.member, treatment, truth.parents),
            learnt_parents_valid: valid_outcomes(&truth.member, treatment, learnt.parents),
        };
        let agreement = self.prepared.options.agreement;
        let case = |node| self.selection.contains(treatment, node).then(|| view.case(node, agreement));
        let cases: Vec<Option<Case>> = NodeId::all(self.prepared.node_count()).map(case).collect();
        let question =
            RowQuestion { treatment, truth_parents: truth.parents, learnt_parents: learnt.parents, cases: &cases };
        self.prepared.row_with(&question, systems)
    }

    /// What is known of a row with too many choices.
    fn outer_row(&self, treatment: NodeId) -> RowRange {
        let largest = |outcome: NodeId| {
            if self.selection.contains(treatment, outcome) { self.prepared.largest_distance(outcome) } else { 0.0 }
        };
        let upper: Vec<f64> = NodeId::all(self.prepared.node_count()).map(largest).collect();
        self.execution.monitor().advance(1);
        let costs = RowCosts::Between { lower: 0.0, upper: upper.iter().sum() };
        RowRange { costs, lower: vec![0.0; upper.len()], upper }
    }
}

/// The class in which the treatment has these parents, by a member.
fn choose<'a>(class: &GraphClass, treatment: NodeId, parents: &'a NodeSet) -> Chosen<'a> {
    let members = class.with_parents(treatment, parents).expect("listed parents are those of a member");
    let member = members.into_extension();
    let descendants = member.descendants(treatment);
    Chosen { parents, member, descendants }
}

/// Systems of one treatment, each solved when it is first needed, and at hand whether or not there is room to keep them
/// for later comparisons.
#[derive(Default)]
struct Systems {
    solved: RefCell<BTreeMap<(NodeSet, u64), Arc<Solved>>>,
}

impl Systems {
    fn solved(
        &self,
        prepared: &Prepared,
        treatment: NodeId,
        adjustment: &NodeSet,
        lambda: Lambda,
    ) -> Result<Arc<Solved>, ContSidError> {
        let key = (adjustment.clone(), lambda.value().to_bits());
        if let Some(solved) = self.solved.borrow().get(&key) {
            return Ok(Arc::clone(solved));
        }
        let solved = prepared.solved(&prepared.only(treatment), adjustment, lambda)?;
        self.solved.borrow_mut().insert(key, Arc::clone(&solved));
        Ok(solved)
    }
}
