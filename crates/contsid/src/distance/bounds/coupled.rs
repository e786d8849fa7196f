//! Bounds for two classes whose components share nodes.

use super::plan::ComponentPlan;
use super::{Bounds, Exactness, PairChoices, RowCosts, Span};
use crate::execution::{Cancelled, Execution};
use crate::graph::class::Component;
use crate::graph::{NodeId, NodeSet, Role};

impl PairChoices<'_> {
    /// The minimum and maximum of `Σ_i cost_i(PA_i(truth), PA_i(learnt))` over all pairs of members of the classes.
    ///
    /// `costs` has an entry for each node; the cost of the true choice t and the learnt choice l is number
    /// `t * learnt_choices + l`.
    ///
    /// # Errors
    ///
    /// If the monitor of the execution stops it.
    ///
    /// # Panics
    ///
    /// If the costs are of another number of nodes, or a node does not have a cost for each choice.
    pub fn bounds(&self, costs: &[RowCosts], execution: &Execution<'_>) -> Result<Bounds, Cancelled> {
        BoundsProblem::new(self, costs, execution)?.solve()
    }
}

/// Two classes and the costs of their choices.
pub(super) struct BoundsProblem<'a> {
    choices: &'a PairChoices<'a>,
    /// The plans of the components of each class, by role, if any.
    plans: [Vec<Option<ComponentPlan>>; 2],
    costs: &'a [RowCosts],
    execution: &'a Execution<'a>,
}

/// Components of both classes, by index, that are connected through shared nodes, and all their nodes.
#[derive(Default)]
struct ComponentGroup {
    /// By role.
    components: [Vec<usize>; 2],
    nodes: Vec<NodeId>,
}

impl ComponentGroup {
    fn components(&self, which: Role) -> &[usize] {
        &self.components[which as usize]
    }
}

impl<'a> BoundsProblem<'a> {
    pub(super) fn new(
        choices: &'a PairChoices<'a>,
        costs: &'a [RowCosts],
        execution: &'a Execution<'a>,
    ) -> Result<Self, Cancelled> {
        let [truth, learnt] = [Role::Truth, Role::Learnt].map(|which| choices.of(which));
        assert_eq!(costs.len(), truth.class().node_count(), "the graphs and the costs are of the same nodes");
        for (node, costs) in NodeId::all(costs.len()).zip(costs) {
            if let RowCosts::Listed(values) = costs {
                let product = truth.count(node).zip(learnt.count(node)).map(|(truth, learnt)| truth * learnt);
                assert_eq!(product, Some(values.len()), "a node has a cost for each choice of its parents");
            }
        }
        let [truth, learnt] = [truth, learnt].map(|class| {
            let plan = |component| ComponentPlan::new(component, class, choices.limits, execution);
            class.class().components().iter().map(plan).collect::<Result<_, _>>()
        });
        Ok(Self { choices, plans: [truth?, learnt?], costs, execution })
    }

    pub(super) fn solve(&self) -> Result<Bounds, Cancelled> {
        let groups = self.groups();
        let certain = NodeId::all(self.costs.len()).filter(|&node| self.component_of(Role::Truth, node).is_none());
        let certain = certain.filter(|&node| self.component_of(Role::Learnt, node).is_none());
        let fixed = certain.map(|node| self.alone(node)).fold(Bounds::point(0.0), Bounds::plus);
        groups.iter().try_fold(fixed, |sum, group| Ok(sum.plus(self.solve_group(group)?)))
    }

    fn component(&self, which: Role, number: usize) -> &'a Component {
        &self.choices.of(which).class().components()[number]
    }

    fn component_of(&self, which: Role, node: NodeId) -> Option<usize> {
        self.choices.of(which).class().component_of(node)
    }

    fn plan(&self, which: Role, number: usize) -> Option<&ComponentPlan> {
        self.plans[which as usize][number].as_ref()
    }

    /// The steps to evaluate the components of one class in a group once.
    fn steps(&self, which: Role, group: &ComponentGroup) -> Option<usize> {
        group.components(which).iter().map(|&number| self.plan(which, number).map(ComponentPlan::steps)).sum()
    }

    /// All joint choices of the parents of a component's nodes, if their number is within the limit.
    fn assignments(&self, which: Role, number: usize, limit: usize) -> Option<Vec<Vec<(NodeId, usize)>>> {
        let component = self.component(which, number);
        let mut found = Vec::new();
        for directed in component.directions() {
            if found.len() == limit {
                return None;
            }
            let chosen = |index: usize| {
                let node = component.nodes()[index];
                let inner = NodeSet::of(component.len(), directed.parents(NodeId::new(index)));
                let parents = component.named(&inner) | component.outside();
                let sets = self.choices.of(which).of(node)?;
                Some((node, sets.binary_search(&parents).expect("every parent set of a member is listed")))
            };
            found.push((0..component.len()).map(chosen).collect::<Option<_>>()?);
        }
        Some(found)
    }

    /// The groups of components, by their smallest nodes.
    fn groups(&self) -> Vec<ComponentGroup> {
        let mut seen = self.plans.each_ref().map(|plans| vec![false; plans.len()]);
        let mut groups = Vec::new();
        for node in NodeId::all(self.costs.len()) {
            let mut group = ComponentGroup::default();
            self.gather(node, &mut seen, &mut group);
            if !group.nodes.is_empty() {
                group.nodes.sort_unstable();
                group.nodes.dedup();
                groups.push(group);
            }
        }
        groups
    }

    /// Adds the components of a node, and those connected with them, that are not in a group yet.
    fn gather(&self, node: NodeId, seen: &mut [Vec<bool>; 2], group: &mut ComponentGroup) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            for which in [Role::Truth, Role::Learnt] {
                let Some(number) = self.component_of(which, node) else { continue };
                if std::mem::replace(&mut seen[which as usize][number], true) {
                    continue;
                }
                group.components[which as usize].push(number);
                let nodes = self.component(which, number).nodes();
                group.nodes.extend_from_slice(nodes);
                open.extend_from_slice(nodes);
            }
        }
    }

    fn solve_group(&self, group: &ComponentGroup) -> Result<Bounds, Cancelled> {
        if group.nodes.iter().any(|node| matches!(self.costs[node.index()], RowCosts::Between { .. })) {
            return Ok(self.node_by_node(group));
        }
        let exact = match &group.components {
            [truth, _] if truth.is_empty() => self.relaxed_in(group, Role::Truth),
            [_, learnt] if learnt.is_empty() => self.relaxed_in(group, Role::Learnt),
            _ => self.listed_side(group)?,
        };
        Ok(exact.unwrap_or_else(|| self.relaxed(group)))
    }

    /// Exact bounds, by listing the members of the graph that takes fewer steps; none if both take too many.
    fn listed_side(&self, group: &ComponentGroup) -> Result<Option<Bounds>, Cancelled> {
        let listings = [Role::Truth, Role::Learnt].into_iter().filter_map(|listed| {
            let per_member = self.steps(listed.other(), group)? + group.nodes.len();
            let limit = self.choices.limits.steps / per_member;
            let lists = group.components(listed).iter().map(|&number| self.assignments(listed, number, limit));
            let lists = lists.collect::<Option<Vec<_>>>()?;
            let members = lists.iter().try_fold(1_usize, |product, list| product.checked_mul(list.len()))?;
            (members <= limit).then_some((members * per_member, listed, lists))
        });
        let cheapest = listings.min_by_key(|(steps, ..)| *steps);
        cheapest.map(|(_, listed, lists)| self.over_members(group, listed, &lists)).transpose()
    }

    /// The best over all combinations of listed members, each with the best of the other graph.
    fn over_members(
        &self,
        group: &ComponentGroup,
        listed: Role,
        lists: &[Vec<Vec<(NodeId, usize)>>],
    ) -> Result<Bounds, Cancelled> {
        let mut member = vec![0; lists.len()];
        let mut chosen = vec![0; self.costs.len()];
        let mut best = Bounds { lower: f64::INFINITY, upper: f64::NEG_INFINITY, exactness: Exactness::Exact };
        loop {
            self.execution.check()?;
            for (list, &index) in lists.iter().zip(&member) {
                for &(node, set) in &list[index] {
                    chosen[node.index()] = set;
                }
            }
            let value = self.given(group, listed, &chosen);
            best = Bounds { lower: best.lower.min(value.lower), upper: best.upper.max(value.upper), ..best };
            let Some(step) = (0..lists.len()).rev().find(|&digit| member[digit] + 1 < lists[digit].len()) else {
                return Ok(best);
            };
            member[step] += 1;
            member[step + 1..].fill(0);
        }
    }

    /// The bounds of a group for given choices of one graph.
    fn given(&self, group: &ComponentGroup, listed: Role, chosen: &[usize]) -> Bounds {
        let cost = |node: NodeId, set: usize| Bounds::point(self.cost(node, listed, chosen[node.index()], set));
        self.with_plans(group, listed.other(), cost).expect("plans were counted")
    }

    /// Bounds in which one graph is chosen node by node: exact if it has only one choice. None without plans.
    fn relaxed_in(&self, group: &ComponentGroup, side: Role) -> Option<Bounds> {
        let exactness = if group.components(side).is_empty() { Exactness::Exact } else { Exactness::Relaxed };
        let cost = |node: NodeId, set: usize| {
            let count = self.choices.of(side).count(node).unwrap_or(0);
            let values = (0..count).map(|own| self.cost(node, side, own, set));
            let empty = Bounds { lower: f64::INFINITY, upper: f64::NEG_INFINITY, exactness };
            values.fold(empty, |best, value| Bounds {
                lower: best.lower.min(value),
                upper: best.upper.max(value),
                exactness,
            })
        };
        self.with_plans(group, side.other(), cost)
    }

    /// The sum over the components of one graph by their plans, and over the nodes outside components.
    fn with_plans(&self, group: &ComponentGroup, side: Role, cost: impl Fn(NodeId, usize) -> Bounds) -> Option<Bounds> {
        let plans = group.components(side).iter().map(|&number| self.plan(side, number));
        let plans = plans.collect::<Option<Vec<_>>>()?;
        let outside = group.nodes.iter().filter(|&&node| self.component_of(side, node).is_none());
        let rest = outside.map(|&node| cost(node, 0)).fold(Bounds::point(0.0), Bounds::plus);
        Some(plans.iter().map(|plan| plan.evaluate(&cost)).fold(rest, Bounds::plus))
    }

    /// The tightest of the relaxations.
    fn relaxed(&self, group: &ComponentGroup) -> Bounds {
        let relaxations = [Role::Truth, Role::Learnt].into_iter().filter_map(|side| self.relaxed_in(group, side));
        relaxations.fold(self.node_by_node(group), |best, other| Bounds {
            lower: best.lower.max(other.lower),
            upper: best.upper.min(other.upper),
            exactness: Exactness::Relaxed,
        })
    }

    fn node_by_node(&self, group: &ComponentGroup) -> Bounds {
        let sum = group.nodes.iter().map(|&node| self.alone(node)).fold(Bounds::point(0.0), Bounds::plus);
        Bounds { exactness: Exactness::Relaxed, ..sum }
    }

    /// The range of the costs of a node by itself.
    fn alone(&self, node: NodeId) -> Bounds {
        let Span { lower, upper } = self.costs[node.index()].span();
        let exactness = match self.costs[node.index()] {
            RowCosts::Listed(_) => Exactness::Exact,
            RowCosts::Between { .. } => Exactness::Relaxed,
        };
        Bounds { lower, upper, exactness }
    }

    /// The cost of a node if one graph has its choice `own` of parents, and the other graph `other`.
    fn cost(&self, node: NodeId, which: Role, own: usize, other: usize) -> f64 {
        let (truth, learnt) = if which == Role::Truth { (own, other) } else { (other, own) };
        match &self.costs[node.index()] {
            RowCosts::Listed(values) => values[truth * self.choices.of(Role::Learnt).count(node).unwrap_or(1) + learnt],
            RowCosts::Between { .. } => unreachable!("groups with such a node are solved node by node"),
        }
    }
}
