//! Which nodes a treatment may affect in a graph with undirected edges, and which of these effects are not identified.
//!
//! A node may be affected by a treatment t if t has a directed path to it in some member of the class. The effect is
//! not identified by adjustment (the pair is *not amenable*: Perković, Textor, Kalisch & Maathuis 2018) if in some
//! member such a path begins with an edge that is undirected in the graph.
//!
//! In a completed graph one sweep finds both. A directed edge never joins two nodes of a component of undirected edges,
//! and no path returns to a component it has left. So t may affect all nodes of its component, and all nodes that
//! directed edges lead to from there; not identified are the nodes reached from the component without t. With
//! background knowledge components hold directed edges, and each treatment needs its own search.

use super::lanes::Lanes;
use crate::graph::{GraphClass, MixedGraph, NodeId, NodeSet, Orientation};

/// Which nodes treatments may affect, and which of these effects are not identified.
#[derive(Debug)]
pub(crate) enum PossibleEffects {
    /// By sweeps over the components.
    Swept(ComponentOrder),
    /// The sets for each treatment.
    Listed { possible: Vec<NodeSet>, unidentified: Vec<NodeSet> },
}

impl PossibleEffects {
    pub(crate) fn new(class: &GraphClass) -> Self {
        if let Some(order) = ComponentOrder::new(class) {
            return Self::Swept(order);
        }
        let nodes = || class.graph().nodes();
        Self::Listed {
            possible: nodes().map(|node| possible_descendants(class.graph(), node)).collect(),
            unidentified: nodes().map(|node| unidentified(class.graph(), node)).collect(),
        }
    }

    /// For each node, the lanes whose treatment it is or may be affected by.
    pub(crate) fn possible(&self, treatments: &[NodeId]) -> Vec<Lanes> {
        match self {
            Self::Swept(order) => order.sweep(treatments, |own, _| own),
            Self::Listed { possible, .. } => by_node(possible, treatments),
        }
    }

    /// For each node, the lanes whose treatment may affect it along an undirected edge.
    pub(crate) fn unidentified(&self, treatments: &[NodeId]) -> Vec<Lanes> {
        match self {
            Self::Swept(order) => order.sweep(treatments, |own, here| own & !here),
            Self::Listed { unidentified, .. } => by_node(unidentified, treatments),
        }
    }
}

fn by_node(sets: &[NodeSet], treatments: &[NodeId]) -> Vec<Lanes> {
    let mut lanes = vec![Lanes::NONE; sets.len()];
    for (lane, treatment) in treatments.iter().enumerate() {
        for node in sets[treatment.index()].iter() {
            lanes[node.index()].set(lane);
        }
    }
    lanes
}

/// The components of undirected edges of a completed graph, in topological order.
#[derive(Debug)]
pub(crate) struct ComponentOrder {
    graph: MixedGraph,
    components: Vec<Vec<NodeId>>,
}

impl ComponentOrder {
    /// None if a component holds a directed edge.
    fn new(class: &GraphClass) -> Option<Self> {
        let whole = |node: NodeId| class.component_of(node).map(|number| class.components()[number].nodes());
        let inside = |from: NodeId, to: NodeId| {
            let component = class.component_of(from);
            component.is_some() && component == class.component_of(to)
        };
        let mut seen = NodeSet::empty(class.node_count());
        let mut components = Vec::new();
        // A parent outside a component is a parent of all its nodes, so the first of them in the order of a member
        // comes after all parents of the component.
        for &node in class.extension().topological_order() {
            if seen.insert(node) {
                let nodes = whole(node).map_or_else(|| vec![node], <[NodeId]>::to_vec);
                if nodes.iter().any(|&from| class.graph().children(from).iter().any(|&to| inside(from, to))) {
                    return None;
                }
                seen.extend(nodes.iter().copied());
                components.push(nodes);
            }
        }
        Some(Self { graph: class.graph().clone(), components })
    }

    /// The lanes that reach each node: those of treatments in its component, filtered by `own` given the lanes of the
    /// component and of the node itself, and those that reach any node of the component along directed edges.
    fn sweep(&self, treatments: &[NodeId], own: impl Fn(Lanes, Lanes) -> Lanes) -> Vec<Lanes> {
        let mut start = vec![Lanes::NONE; self.graph.node_count()];
        for (lane, treatment) in treatments.iter().enumerate() {
            start[treatment.index()].set(lane);
        }
        let mut reached = vec![Lanes::NONE; self.graph.node_count()];
        for component in &self.components {
            let (mut inside, mut entered) = (Lanes::NONE, Lanes::NONE);
            for &node in component {
                inside |= start[node.index()];
                for parent in self.graph.parents(node) {
                    entered |= reached[parent.index()];
                }
            }
            for &node in component {
                reached[node.index()] = entered | own(inside, start[node.index()]);
            }
        }
        reached
    }
}

/// The node and all nodes that it has a directed path to in some member of a graph closed under Meek's rules.
///
/// If a member has such a path, the graph has a chordless path without an edge against it, and such a path is directed
/// in some member (Perković, Kalisch & Maathuis 2017, *Interpreting and using CPDAGs with background knowledge*, UAI).
fn possible_descendants(graph: &MixedGraph, node: NodeId) -> NodeSet {
    let mut reached = NodeSet::of(graph.node_count(), [node]);
    let mut seen = vec![NodeSet::empty(graph.node_count()); graph.node_count()];
    let onwards = |node: NodeId| graph.children(node).iter().chain(graph.neighbours(node)).copied();
    let mut open: Vec<(NodeId, NodeId)> = onwards(node).map(|next| (node, next)).collect();
    while let Some((before, here)) = open.pop() {
        if seen[before.index()].insert(here) {
            reached.insert(here);
            open.extend(
                onwards(here)
                    .filter(|&next| next != before && !graph.is_adjacent(before, next))
                    .map(|next| (here, next)),
            );
        }
    }
    reached
}

/// The nodes that a treatment may affect along an undirected edge: those that such a neighbour may affect once the edge
/// is directed to it.
fn unidentified(graph: &MixedGraph, treatment: NodeId) -> NodeSet {
    let mut found = NodeSet::empty(graph.node_count());
    for &neighbour in graph.neighbours(treatment) {
        let mut directed = Orientation::new(graph);
        directed.know(treatment, neighbour).expect("an undirected edge may go either way");
        found |= &possible_descendants(&directed.to_graph(), neighbour);
    }
    found
}
