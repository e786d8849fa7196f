//! Directed acyclic graphs of which some nodes are hidden.

use super::{Mag, Pag};
use crate::graph::{Dag, DagError, Edge, MixedGraph, NodeId, NodeSet};

/// A directed acyclic graph of which some nodes are hidden. The observed nodes have the first numbers.
///
/// ```
/// use contsid::graph::{Dag, LatentDag, NodeId, NodeSet};
///
/// // u confounds x and y, and is hidden.
/// let [x, u, y] = [0, 1, 2].map(NodeId::new);
/// let dag = Dag::from_edges(3, [(u, x), (u, y)])?;
/// let latent = LatentDag::new(&dag, &NodeSet::of(3, [u]));
/// assert_eq!(latent.observed_count(), 2);
/// assert_eq!(latent.mag().as_ref().links(x)[0].drawn(), "<->");
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatentDag {
    dag: Dag,
    observed_count: usize,
}

impl LatentDag {
    /// The graph with these nodes hidden. The others are renumbered in their order; the hidden nodes follow.
    pub fn new(dag: &Dag, hidden: &NodeSet) -> Self {
        let observed = dag.nodes().filter(|&node| !hidden.contains(node));
        let mut new = vec![NodeId::new(0); dag.node_count()];
        for (number, node) in observed.chain(hidden.iter()).enumerate() {
            new[node.index()] = NodeId::new(number);
        }
        Self { dag: dag.relabelled(&new), observed_count: dag.node_count() - hidden.len() }
    }

    /// The acyclic graph with these directed edges, and a hidden common cause for each of the confounded pairs.
    ///
    /// A pair may be joined by an arrow and be confounded too.
    ///
    /// # Errors
    ///
    /// If the directed edges do not make a directed acyclic graph.
    pub fn with_confounded(
        node_count: usize,
        directed: impl IntoIterator<Item = (NodeId, NodeId)>,
        confounded: &[(NodeId, NodeId)],
    ) -> Result<Self, DagError> {
        let causes = NodeId::all(node_count + confounded.len()).skip(node_count);
        let hidden = causes.zip(confounded).flat_map(|(cause, &(a, b))| [(cause, a), (cause, b)]);
        let dag = Dag::from_edges(node_count + confounded.len(), directed.into_iter().chain(hidden))?;
        Ok(Self { dag, observed_count: node_count })
    }

    /// The number of observed nodes.
    pub fn observed_count(&self) -> usize {
        self.observed_count
    }

    /// The graph of all nodes.
    pub fn dag(&self) -> &Dag {
        &self.dag
    }

    /// What it says about the observed nodes: its maximal ancestral graph.
    ///
    /// Two observed nodes are joined if no set of observed nodes separates them; an end has a tail if it is an ancestor
    /// of the other one, and an arrowhead otherwise (Richardson & Spirtes 2002, Section 4.2).
    pub fn mag(&self) -> Mag {
        Mag::of(self)
    }

    /// The graph of the class of its maximal ancestral graph.
    pub fn pag(&self) -> Pag {
        Pag::of(&self.mag())
    }

    /// For each observed node, the observed nodes that no set of observed nodes separates from it.
    ///
    /// These are joined by an inducing path: each inner node that is observed is a collider, and each collider an
    /// ancestor of an end. All other ends are searched at once: a walk carries the set of ends that it may have.
    /// O(p · m · p / 64) for p nodes and m edges, if walks turn a bounded number of times.
    pub(super) fn inseparable(&self) -> Vec<NodeSet> {
        let descendants: Vec<NodeSet> = self.dag.nodes().map(|node| self.dag.descendants(node)).collect();
        let search = |start| InducingSearch::new(self, &descendants, start).run();
        NodeId::all(self.observed_count).map(search).collect()
    }
}

/// A graph without hidden nodes.
impl From<Dag> for LatentDag {
    fn from(dag: Dag) -> Self {
        Self { observed_count: dag.node_count(), dag }
    }
}

/// The walks from one node on which every observed inner node is a collider, and every collider an ancestor of an end.
struct InducingSearch<'a> {
    graph: &'a LatentDag,
    descendants: &'a [NodeSet],
    start: NodeId,
    /// For each node, the ends that walks may have that arrive along an edge into it, and along one out of it.
    arrived: [Vec<NodeSet>; 2],
    open: Vec<NodeId>,
}

const INTO: usize = 0;
const OUT_OF: usize = 1;

impl<'a> InducingSearch<'a> {
    fn new(graph: &'a LatentDag, descendants: &'a [NodeSet], start: NodeId) -> Self {
        let none = vec![NodeSet::empty(graph.dag.node_count()); graph.dag.node_count()];
        Self { graph, descendants, start, arrived: [none.clone(), none], open: Vec::new() }
    }

    fn run(mut self) -> NodeSet {
        let dag = &self.graph.dag;
        let all = NodeSet::of(dag.node_count(), NodeId::all(self.graph.observed_count));
        self.visit(dag.children(self.start), INTO, &all);
        self.visit(dag.parents(self.start), OUT_OF, &all);
        while let Some(node) = self.open.pop() {
            let mut ends = self.arrived[INTO][node.index()].clone();
            if node.index() >= self.graph.observed_count {
                let up = self.arrived[OUT_OF][node.index()].clone();
                self.visit(dag.children(node), INTO, &(&ends | &up));
                self.visit(dag.parents(node), OUT_OF, &up);
            }
            if !self.descendants[node.index()].contains(self.start) {
                ends &= &self.descendants[node.index()];
            }
            self.visit(dag.parents(node), OUT_OF, &ends);
        }
        let [into, out_of] = &self.arrived;
        let is_reached = |node: &NodeId| into[node.index()].contains(*node) || out_of[node.index()].contains(*node);
        NodeSet::of(dag.node_count(), NodeId::all(self.graph.observed_count).filter(is_reached))
    }

    fn visit(&mut self, nodes: &[NodeId], how: usize, ends: &NodeSet) {
        for &node in nodes.iter().filter(|&&node| node != self.start) {
            let known = &mut self.arrived[how][node.index()];
            if !ends.is_subset(known) {
                *known |= ends;
                self.open.push(node);
            }
        }
    }
}

/// The graph in which every `<->` is a hidden common cause; its directed part must be acyclic.
pub(super) fn canonical(graph: &super::MarkedGraph) -> Result<LatentDag, Vec<NodeId>> {
    let (mut edges, mut next) = (Vec::new(), graph.node_count());
    for edge in graph.edges() {
        let [a, b] = edge.ends;
        match edge.marks.map(|mark| mark == super::Mark::Arrow) {
            [false, _] => edges.push(Edge::directed(a, b)),
            [true, false] => edges.push(Edge::directed(b, a)),
            [true, true] => {
                edges.extend([a, b].map(|end| Edge::directed(NodeId::new(next), end)));
                next += 1;
            }
        }
    }
    match Dag::try_from(MixedGraph::from_checked_edges(next, &edges)) {
        Ok(dag) => Ok(LatentDag { dag, observed_count: graph.node_count() }),
        Err(DagError::Cycle { cycle }) => Err(cycle),
        Err(_) => unreachable!("all edges are directed, between distinct nodes"),
    }
}
