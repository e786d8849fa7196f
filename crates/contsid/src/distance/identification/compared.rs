//! One of the two graphs of a comparison.

use crate::adjustment::lanes::Lanes;
use crate::adjustment::questions::{mark, moved};
use crate::adjustment::reach::PossibleEffects;
use crate::adjustment::sweep::SweepGraph;
use crate::graph::{Dag, GraphClass, MixedGraph, NodeId};
use std::sync::OnceLock;

/// A directed acyclic graph, or a class, given by one member and by what all members share.
///
/// For an identified pair, whether a set is valid, and which set is optimal, is the same in every member (Perković,
/// Textor, Kalisch & Maathuis 2018; Henckel, Perković & Maathuis 2022).
pub(in crate::distance) struct ComparedGraph<'a> {
    /// The certain edges, and those without direction.
    graph: &'a MixedGraph,
    member: &'a Dag,
    swept: OnceLock<SweepGraph>,
    certain: OnceLock<SweepGraph>,
    /// What treatments may affect; none for a directed acyclic graph, where it is the descendants.
    reach: Option<PossibleEffects>,
}

impl<'a> ComparedGraph<'a> {
    pub(in crate::distance) fn of_dag(dag: &'a Dag) -> Self {
        Self { graph: dag.as_ref(), member: dag, swept: OnceLock::new(), certain: OnceLock::new(), reach: None }
    }

    pub(super) fn of_class(class: &'a GraphClass) -> Self {
        let reach = (!class.is_single()).then(|| PossibleEffects::new(class));
        Self {
            graph: class.graph(),
            member: class.extension(),
            swept: OnceLock::new(),
            certain: OnceLock::new(),
            reach,
        }
    }

    pub(super) fn node_count(&self) -> usize {
        self.graph.node_count()
    }

    /// The graph, or a member of the class.
    pub(super) fn member(&self) -> &'a Dag {
        self.member
    }

    /// The member, renumbered for sweeps. All lanes here use this numbering.
    pub(super) fn swept(&self) -> &SweepGraph {
        self.swept.get_or_init(|| SweepGraph::new(self.member))
    }

    /// The certain parents of a node.
    pub(super) fn parents(&self, node: NodeId) -> &[NodeId] {
        self.graph.parents(node)
    }

    /// For each node, the lanes whose treatment it is or may be affected by.
    pub(super) fn possible(&self, treatments: &[NodeId]) -> Vec<Lanes> {
        match &self.reach {
            None => self.swept().descendants(&mark(self.swept(), treatments)),
            Some(reach) => self.by_number(&reach.possible(treatments)),
        }
    }

    /// For each node, the lanes whose effect on it is not identified; none if all effects are.
    pub(super) fn unidentified(&self, treatments: &[NodeId]) -> Option<Vec<Lanes>> {
        self.reach.as_ref().map(|reach| self.by_number(&reach.unidentified(treatments)))
    }

    /// For each node, the lanes whose treatment it is a certain ancestor of.
    pub(super) fn ancestors(&self, treatments: &[NodeId]) -> Vec<Lanes> {
        let certain = self.certain();
        let own = mark(certain, treatments);
        let mut sets = certain.ancestors(&own);
        for (set, own) in sets.iter_mut().zip(own) {
            *set &= !own;
        }
        moved(&sets, certain, self.swept())
    }

    /// The certain edges alone, renumbered for sweeps.
    fn certain(&self) -> &SweepGraph {
        if self.reach.is_none() {
            return self.swept();
        }
        self.certain.get_or_init(|| {
            let directed = Dag::try_from(self.graph.without_undirected()).expect("certain edges make no cycle");
            SweepGraph::new(&directed)
        })
    }

    fn by_number(&self, lanes: &[Lanes]) -> Vec<Lanes> {
        let mut moved = vec![Lanes::NONE; lanes.len()];
        for node in NodeId::all(lanes.len()) {
            moved[self.swept().number(node).index()] = lanes[node.index()];
        }
        moved
    }
}
