//! How to find the best member of a component: the structure of the choices, computed once for all costs.

use super::{Bounds, Exactness, Limits, ParentChoices};
use crate::execution::{Cancelled, Execution};
use crate::graph::class::{Block, Component};
use crate::graph::{NodeId, NodeSet};
use std::collections::HashMap;
use std::ops::Range;

/// The choices of sources within a component, down to single nodes.
///
/// The value of a part is the best over its sources: the costs of the nodes whose parents are then decided, plus the
/// values of the remaining parts.
#[derive(Clone, Debug, Default)]
pub(super) struct ComponentPlan {
    /// The choices of each part; a part comes after those that can remain of it.
    parts: Vec<Range<u32>>,
    choices: Vec<Choice>,
    decided: Vec<Decided>,
    left: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Choice {
    decided: Range<u32>,
    left: Range<u32>,
}

/// A node, and which of its parent sets it has.
#[derive(Clone, Copy, Debug)]
struct Decided {
    node: NodeId,
    set: u32,
}

impl ComponentPlan {
    /// The plan of a component, unless it is larger than the limits or the choices of a node are not listed.
    pub(super) fn new(
        component: &Component,
        choices: &ParentChoices<'_>,
        limits: Limits,
        execution: &Execution<'_>,
    ) -> Result<Option<Self>, Cancelled> {
        let listed = |node: &NodeId| choices.of(*node).map(|sets| numbered(component, sets));
        let Some(sets) = component.nodes().iter().map(listed).collect::<Option<Vec<_>>>() else { return Ok(None) };
        let (known, plan) = (HashMap::new(), Self::default());
        let mut builder = Builder { component, sets, limits, execution, known, decisions: 0, plan };
        match builder.part(component.whole(), NodeSet::empty(component.len())) {
            Ok(_) => Ok(Some(builder.plan)),
            Err(NoPlan::TooLarge) => Ok(None),
            Err(NoPlan::Cancelled(cancelled)) => Err(cancelled),
        }
    }

    /// The number of steps that [`ComponentPlan::evaluate`] takes.
    pub(super) fn steps(&self) -> usize {
        self.decided.len() + self.left.len()
    }

    /// The smallest and the largest sum of costs over all members; `cost` takes a node and the index of its parent set.
    pub(super) fn evaluate(&self, cost: impl Fn(NodeId, usize) -> Bounds) -> Bounds {
        let mut values: Vec<(f64, f64)> = Vec::with_capacity(self.parts.len());
        let mut exactness = Exactness::Exact;
        for part in &self.parts {
            let mut best = (f64::INFINITY, f64::NEG_INFINITY);
            for choice in &self.choices[span(part)] {
                let (mut lower, mut upper) = (0.0, 0.0);
                for decided in &self.decided[span(&choice.decided)] {
                    let cost = cost(decided.node, decided.set as usize);
                    (lower, upper) = (lower + cost.lower, upper + cost.upper);
                    exactness = exactness.max(cost.exactness);
                }
                for &left in &self.left[span(&choice.left)] {
                    let value = values[left as usize];
                    (lower, upper) = (lower + value.0, upper + value.1);
                }
                best = (best.0.min(lower), best.1.max(upper));
            }
            values.push(best);
        }
        let &(lower, upper) = values.last().expect("a plan has the whole component as its last part");
        Bounds { lower, upper, exactness }
    }
}

fn span(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

/// The parent sets restricted to the component, in its numbering and sorted, with the indices of the sets.
fn numbered(component: &Component, sets: &[NodeSet]) -> Vec<(NodeSet, u32)> {
    let inner = |set: &NodeSet| {
        let nodes = NodeId::all(component.len());
        NodeSet::of(component.len(), nodes.filter(|node| set.contains(component.nodes()[node.index()])))
    };
    let mut numbered: Vec<(NodeSet, u32)> = sets.iter().map(inner).zip(0..).collect();
    numbered.sort_unstable();
    numbered
}

struct Builder<'a> {
    component: &'a Component,
    /// For each node of the component, its parent sets within the component in increasing order, with their indices.
    sets: Vec<Vec<(NodeSet, u32)>>,
    limits: Limits,
    execution: &'a Execution<'a>,
    known: HashMap<(NodeSet, NodeSet), u32>,
    /// The number of decisions so far.
    decisions: usize,
    plan: ComponentPlan,
}

/// Why there is no plan.
enum NoPlan {
    TooLarge,
    Cancelled(Cancelled),
}

impl From<Cancelled> for NoPlan {
    fn from(cancelled: Cancelled) -> Self {
        Self::Cancelled(cancelled)
    }
}

impl Builder<'_> {
    /// The index of a part whose nodes all have the given parents from the rest of the component.
    fn part(&mut self, nodes: NodeSet, above: NodeSet) -> Result<u32, NoPlan> {
        if let Some(&known) = self.known.get(&(nodes.clone(), above.clone())) {
            return Ok(known);
        }
        if self.known.len() >= self.limits.parts {
            return Err(NoPlan::TooLarge);
        }
        let (component, mut choices) = (self.component, Vec::new());
        for (source, blocks) in component.choices(&nodes) {
            self.execution.check()?;
            let mut decided = vec![self.decided(source, &above)];
            let mut left = Vec::new();
            for Block { nodes, parents } in blocks {
                let parents = parents | &above;
                match nodes.first() {
                    Some(node) if nodes.len() == 1 => decided.push(self.decided(node, &parents)),
                    _ => left.push(self.part(nodes, parents)?),
                }
            }
            self.decisions += decided.len();
            if self.decisions > self.limits.decisions {
                return Err(NoPlan::TooLarge);
            }
            choices.push((decided, left));
        }
        let number = self.plan.add(choices);
        self.known.insert((nodes, above), number);
        Ok(number)
    }

    fn decided(&self, node: NodeId, parents: &NodeSet) -> Decided {
        let sets = &self.sets[node.index()];
        let index = sets.binary_search_by(|(set, _)| set.cmp(parents)).expect("every parent set of a member is listed");
        Decided { node: self.component.nodes()[node.index()], set: sets[index].1 }
    }
}

impl ComponentPlan {
    fn add(&mut self, choices: Vec<(Vec<Decided>, Vec<u32>)>) -> u32 {
        let first = self.choices.len() as u32;
        for (decided, left) in choices {
            let starts = (self.decided.len() as u32, self.left.len() as u32);
            self.decided.extend(decided);
            self.left.extend(left);
            let (decided, left) = (starts.0..self.decided.len() as u32, starts.1..self.left.len() as u32);
            self.choices.push(Choice { decided, left });
        }
        self.parts.push(first..self.choices.len() as u32);
        self.parts.len() as u32 - 1
    }
}
