//! contSID of graphs that leave edges undirected.
//!
//! Row i of the matrix depends on a graph only through the parents of i: once the edges at i are directed and Meek's
//! rules applied, the directed paths from i and the validity of any adjustment set are the same in every member of the
//! class. So a row is computed for each pair of a true and a learnt parent set, each system is solved once, and
//! [`bounds`](crate::distance::bounds) finds the smallest and largest sums of rows that members attain.

use super::columns::InterventionPlan;
use super::contrast::{GraphView, OutcomeContrast, TreatmentView};
use super::judge::Estimation;
use super::solve::AtHand;
use super::{Case, ContSidError, Prepared, leave_one_out_grid, memory};
use crate::adjustment::AdjustmentRule;
use crate::distance::Selection;
use crate::distance::bounds::{Exactness, Limits, PairChoices, RowCosts};
use crate::execution::Execution;
use crate::graph::{Dag, GraphClass, GraphPair, NodeId, NodeSet, Role};
use std::sync::{Arc, OnceLock};

/// The limits of exact bounds of contSID: solving a system takes far longer than searching a graph.
pub fn contsid_limits() -> Limits {
    Limits { parent_sets: 1 << 16, ..Limits::default() }
}

/// The bounds of contSID and its parts.
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

    /// The smallest d(treatment, outcome) over all members for each outcome, independently of other pairs.
    pub fn lower_row(&self, treatment: NodeId) -> &[f64] {
        &self.lower_pairs[treatment.index() * self.node_count..][..self.node_count]
    }

    /// The largest d(treatment, outcome) over all members for each outcome, independently of other pairs.
    pub fn upper_row(&self, treatment: NodeId) -> &[f64] {
        &self.upper_pairs[treatment.index() * self.node_count..][..self.node_count]
    }
}

/// A row for all choices of parents: its sums as costs, and the range of each pair.
struct RowRange {
    costs: RowCosts,
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl RowRange {
    fn widen(&mut self, distances: &[f64]) {
        for (distance, (lower, upper)) in distances.iter().zip(self.lower.iter_mut().zip(&mut self.upper)) {
            (*lower, *upper) = (lower.min(*distance), upper.max(*distance));
        }
    }
}

/// A member with chosen parents of the treatment, and what it says about setting the treatment.
pub(super) struct ChosenParents {
    pub(super) member: Dag,
    pub(super) view: Arc<GraphView>,
}

/// The rows of two classes, for all choices of parents.
pub(super) struct RowBounds<'a> {
    prepared: &'a Prepared,
    choices: PairChoices<'a>,
    selection: &'a Selection,
    /// The number of systems of a row kept at hand.
    at_hand: usize,
    /// An upper bound of d(·, outcome) for each outcome, computed when first needed.
    largest: OnceLock<Vec<f64>>,
    execution: &'a Execution<'a>,
}

impl<'a> RowBounds<'a> {
    pub(super) fn new(
        prepared: &'a Prepared,
        pair: GraphPair<'a, GraphClass>,
        selection: &'a Selection,
        limits: Limits,
        execution: &'a Execution<'a>,
    ) -> Result<Self, ContSidError> {
        let choices = PairChoices::new(pair, limits);
        let true_sets = NodeId::all(prepared.node_count()).filter_map(|node| choices.of(Role::Truth).count(node));
        let most = true_sets.max().unwrap_or(0);
        let widest = prepared.plans.single().map(InterventionPlan::width).max().unwrap_or(0);
        let at_hand = memory::most_at_hand(prepared, widest, most + 2, execution.threads())?;
        Ok(Self { prepared, choices, selection, at_hand, largest: OnceLock::new(), execution })
    }

    pub(super) fn bounds(&self) -> Result<ContSidBounds, ContSidError> {
        let nodes: Vec<NodeId> = NodeId::all(self.prepared.node_count()).collect();
        let selected = nodes.iter().filter(|&&node| self.selection.treatments().contains(node));
        let units = selected.map(|&node| self.choices.pair_count(node).unwrap_or(1) as u64).sum();
        self.execution.monitor().begin(units);
        let rows = self.execution.map(&nodes, |&node| self.row(node))?;
        let costs: Vec<RowCosts> = rows.iter().map(|row| row.costs.clone()).collect();
        let found = self.choices.bounds(&costs, self.execution)?;
        let (lower_pairs, upper_pairs): (Vec<_>, Vec<_>) = rows.into_iter().map(|row| (row.lower, row.upper)).unzip();
        Ok(ContSidBounds {
            lower: found.lower,
            upper: found.upper,
            exactness: found.exactness,
            node_count: nodes.len(),
            lower_pairs: lower_pairs.concat(),
            upper_pairs: upper_pairs.concat(),
        })
    }

    fn row(&self, treatment: NodeId) -> Result<RowRange, ContSidError> {
        let count = self.prepared.node_count();
        if !self.selection.treatments().contains(treatment) {
            let costs = match self.choices.pair_count(treatment) {
                Some(combinations) => RowCosts::Listed(vec![0.0; combinations]),
                None => RowCosts::Between { lower: 0.0, upper: 0.0 },
            };
            return Ok(RowRange { costs, lower: vec![0.0; count], upper: vec![0.0; count] });
        }
        match self.choices.listed(treatment) {
            Some(sets) => self.listed_row(treatment, sets),
            None => Ok(self.outer_row(treatment)),
        }
    }

    /// The row for each pair of a true and a learnt parent set. As many true systems as fit stay at hand while all
    /// learnt ones are solved, then the next true ones.
    fn listed_row(&self, treatment: NodeId, [truth, learnt]: [&[NodeSet]; 2]) -> Result<RowRange, ContSidError> {
        let count = self.prepared.node_count();
        let mut row = RowRange {
            costs: RowCosts::Listed(Vec::new()),
            lower: vec![f64::INFINITY; count],
            upper: vec![0.0; count],
        };
        let mut costs = vec![0.0; truth.len() * learnt.len()];
        let mut at_hand = AtHand::new(self.at_hand);
        let treatments = self.prepared.only(treatment);
        // Besides the true systems, the last learnt one is at hand while the next one is solved.
        let together = self.at_hand.saturating_sub(2).max(1);
        for (block, truth) in truth.chunks(together).enumerate() {
            let truth: Vec<ChosenParents> =
                truth.iter().map(|parents| self.choose(Role::Truth, &treatments, parents)).collect();
            for (second, parents) in learnt.iter().enumerate() {
                let learnt_choice = self.choose(Role::Learnt, &treatments, parents);
                for (first, true_choice) in (block * together..).zip(&truth) {
                    self.execution.check()?;
                    let distances = self.distances(&treatments, true_choice, &learnt_choice, &mut at_hand)?;
                    costs[first * learnt.len() + second] = distances.iter().sum();
                    row.widen(&distances);
                    self.execution.monitor().advance(1);
                }
            }
        }
        Ok(RowRange { costs: RowCosts::Listed(costs), ..row })
    }

    /// d(treatment, j) for all outcomes j under one choice of parents in each graph.
    fn distances(
        &self,
        treatments: &NodeSet,
        truth: &ChosenParents,
        learnt: &ChosenParents,
        at_hand: &mut AtHand,
    ) -> Result<Vec<f64>, ContSidError> {
        let pair = GraphPair::new(&truth.member, &learnt.member).expect("members are on the same nodes");
        let view = TreatmentView::between(pair, &truth.view, &learnt.view);
        let surveyed = view.contrasts(treatments, self.prepared.options().agreement);
        let estimation = Estimation::new(self.prepared, &self.execution.on_this_thread());
        let mut distances = vec![0.0; self.prepared.node_count()];
        for OutcomeContrast { contrast, outcomes } in estimation.systems(&[surveyed])?.iter().flatten() {
            for (outcome, distance) in estimation.of_contrast(contrast, outcomes, at_hand)? {
                distances[outcome.index()] = distance;
            }
        }
        Ok(distances)
    }

    fn choose(&self, which: Role, treatments: &NodeSet, parents: &NodeSet) -> ChosenParents {
        let rule = self.prepared.options().adjustment;
        choose_parents(self.choices.of(which).class(), treatments, parents, self.selection, rule)
    }

    /// The range of a row with too many choices.
    fn outer_row(&self, treatment: NodeId) -> RowRange {
        let nodes = || NodeId::all(self.prepared.node_count());
        let largest = self.largest.get_or_init(|| nodes().map(|node| self.largest_distance(node)).collect());
        let selected = |outcome| self.selection.contains(treatment, outcome);
        let upper: Vec<f64> =
            nodes().map(|outcome| if selected(outcome) { largest[outcome.index()] } else { 0.0 }).collect();
        self.execution.monitor().advance(1);
        let costs = RowCosts::Between { lower: 0.0, upper: upper.iter().sum() };
        RowRange { costs, lower: vec![0.0; upper.len()], upper }
    }

    /// An upper bound of d(·, outcome) for any treatment and parents.
    ///
    /// The regression's weights at a point are the mean of v = (K + ρ I)⁻¹ k(u) over points u, with ρ = N λ. Since k(u)
    /// = K^½ e with ‖e‖ ≤ 1, ‖v‖ ≤ max_s s^½/(s + ρ) ≤ 1/(2 √ρ); and ‖Σ_s v_s k_j(x⁽ˢ⁾, ·)‖² = vᵀ K_j v.
    fn largest_distance(&self, outcome: NodeId) -> f64 {
        let (samples, options) = (self.prepared.sample_count(), self.prepared.options());
        let column = self.prepared.columns.column(outcome);
        let lambda = self.prepared.lambda().unwrap_or_else(|| leave_one_out_grid(samples)[0]);
        let weights = 0.5 / lambda.ridge(samples).sqrt();
        let regression = weights * column.largest_row_sum().sqrt();
        let sum = weights * (samples as f64).sqrt();
        let embedding = options.estimator.largest_norm(regression, sum, column.norm);
        let divided = |distance: f64, case: Case| {
            if options.normalise.divides(case) { distance / column.norm } else { distance }
        };
        divided(embedding + column.norm, Case::TruthOnly).max(divided(2.0 * embedding, Case::Different))
    }
}

/// A member in which a treatment has these parents: with the edges at the treatment directed, the adjustment is the
/// same in every member.
pub(super) fn choose_parents(
    class: &GraphClass,
    treatments: &NodeSet,
    parents: &NodeSet,
    selection: &Selection,
    rule: AdjustmentRule,
) -> ChosenParents {
    let treatment = treatments.first().expect("a set of one treatment");
    let members = class.with_parents(treatment, parents).expect("listed parents are those of a member");
    let member = members.into_extension();
    let view = Arc::new(GraphView::new(&member, treatments, selection.outcomes(), rule));
    ChosenParents { member, view }
}
