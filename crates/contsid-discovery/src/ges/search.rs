//! The greedy search: takes the best step while one raises the score.

use super::candidates::Candidates;
use super::essential::{Changes, Essential};
use super::operator::{Action, Operator};
use super::score::GesScore;
use crate::DiscoveryError;
use contsid::execution::Execution;
use contsid::graph::{Cpdag, NodeId, NodeSet, Pdag};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// One action, applied while it raises the score.
pub(super) struct Phase<'a> {
    score: &'a GesScore,
    action: Action,
    graph: Cpdag,
    essential: Essential,
    /// For each pair (x, y), how often its operators were renewed.
    ages: Vec<u32>,
    queue: BinaryHeap<Entry>,
    step_count: usize,
}

/// Where a phase ended.
pub(super) struct Climbed {
    pub(super) graph: Cpdag,
    pub(super) step_count: usize,
}

/// An operator and the age of its pair when it was found.
struct Entry {
    operator: Operator,
    age: u32,
}

impl Entry {
    /// Orders by gain; ties go to the first by nodes and clique.
    fn key(&self) -> (f64, NodeId, NodeId, &NodeSet) {
        let Operator { gain, x, y, clique, .. } = &self.operator;
        (*gain, *x, *y, clique)
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        let ((gain, x, y, clique), (other_gain, other_x, other_y, other_clique)) = (self.key(), other.key());
        gain.total_cmp(&other_gain).then_with(|| (other_x, other_y, other_clique).cmp(&(x, y, clique)))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl<'a> Phase<'a> {
    /// Starts at a graph, with no operator known yet.
    pub(super) fn new(score: &'a GesScore, action: Action, graph: Cpdag) -> Self {
        let essential = Essential::new(&graph);
        let ages = vec![0; graph.node_count() * graph.node_count()];
        Self { score, action, graph, essential, ages, queue: BinaryHeap::new(), step_count: 0 }
    }

    /// Climbs until no step of this action raises the score.
    pub(super) fn run(mut self, execution: &Execution<'_>) -> Result<Climbed, DiscoveryError> {
        let all = NodeSet::full(self.graph.node_count());
        self.renew(&Changes { touched: all.clone(), rejoined: all }, execution)?;
        while let Some(next) = self.best_step() {
            execution.check()?;
            self.step_count += 1;
            let essential = Essential::new(&next);
            let changes = essential.changes_since(&self.essential);
            (self.graph, self.essential) = (next, essential);
            self.renew(&changes, execution)?;
        }
        Ok(Climbed { graph: self.graph, step_count: self.step_count })
    }

    /// The graph after the best operator. Operators that paths forbid now may be valid later, and are kept.
    fn best_step(&mut self) -> Option<Cpdag> {
        let mut waiting = Vec::new();
        let mut next = None;
        while let Some(entry) = self.queue.pop() {
            if self.ages[self.pair_index(entry.operator.x, entry.operator.y)] != entry.age {
                continue;
            }
            next = if entry.operator.is_valid(&self.essential) { self.applied(&entry.operator) } else { None };
            waiting.push(entry);
            if next.is_some() {
                break;
            }
        }
        self.queue.extend(waiting);
        next
    }

    /// The class after an operator; none if its graph has no extension, so the operator is not valid.
    fn applied(&self, operator: &Operator) -> Option<Cpdag> {
        let pdag = Pdag::try_from(operator.apply(self.graph.as_ref())).ok()?;
        Some(Cpdag::of(pdag.extension()))
    }

    fn pair_index(&self, x: NodeId, y: NodeId) -> usize {
        x.index() * self.graph.node_count() + y.index()
    }

    /// Finds again the operators near changed edges.
    fn renew(&mut self, changes: &Changes, execution: &Execution<'_>) -> Result<(), DiscoveryError> {
        let nodes: Vec<NodeId> = NodeId::all(self.graph.node_count()).collect();
        let stale: Vec<(NodeId, NodeSet)> =
            nodes.into_iter().map(|y| (y, self.stale_sources(y, changes))).filter(|(_, xs)| !xs.is_empty()).collect();
        for (y, sources) in &stale {
            for x in sources.iter() {
                let index = self.pair_index(x, *y);
                self.ages[index] += 1;
            }
        }
        let find = |(y, sources): &(NodeId, NodeSet)| {
            let candidates = Candidates::new(&self.essential, self.score, self.action, *y, execution);
            let sources = candidates.sources() & sources;
            Ok(candidates.with_sources(sources.iter())?)
        };
        let found = execution.map::<_, _, DiscoveryError>(&stale, find)?;
        for operator in found.into_iter().flatten() {
            let age = self.ages[self.pair_index(operator.x, operator.y)];
            self.queue.push(Entry { operator, age });
        }
        Ok(())
    }

    /// The nodes x whose operators into y may have changed: all nodes, if edges at y or among its neighbours changed.
    fn stale_sources(&self, y: NodeId, changes: &Changes) -> NodeSet {
        let around = &self.essential.neighbours[y.index()];
        if changes.touched.contains(y) || !changes.rejoined.is_disjoint(around) {
            return NodeSet::full(self.graph.node_count());
        }
        match self.action {
            Action::Insert => changes.rejoined.clone(),
            Action::Delete | Action::Turn => changes.touched.clone(),
        }
    }
}
