//! The completed graph of a Markov equivalence class.

use super::{Dag, Edge, EdgeKind, MixedGraph, NodeId, Pdag, PdagError};
use thiserror::Error;

/// Why a graph is not the completed graph of a Markov equivalence class.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CpdagError {
    /// No directed acyclic graph extends it.
    #[error(transparent)]
    NotExtendable(#[from] PdagError),
    /// The completed graph of its class has other edges.
    #[error(
        "not a completed graph: the edge between nodes {} and {} is {} in the completed graph of its class",
        expected.from.index() + 1, expected.to.index() + 1, words(expected)
    )]
    NotCompleted {
        /// The first edge of the completed graph that this graph lacks.
        expected: Edge,
    },
}

fn words(edge: &Edge) -> String {
    match edge.kind {
        EdgeKind::Undirected => "undirected".to_owned(),
        EdgeKind::Directed => format!("directed to {}", edge.to.index() + 1),
    }
}

/// The completed graph of a Markov equivalence class: an edge is directed if all directed acyclic graphs of the class
/// agree on its direction, and undirected otherwise.
///
/// Two directed acyclic graphs imply the same independences exactly if their completed graphs are equal.
///
/// ```
/// use contsid::graph::{Cpdag, Dag, NodeId};
///
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let chain = Cpdag::of(&Dag::from_edges(3, [(a, b), (b, c)])?);
/// let fork = Cpdag::of(&Dag::from_edges(3, [(b, a), (b, c)])?);
/// let collider = Cpdag::of(&Dag::from_edges(3, [(a, b), (c, b)])?);
/// assert_eq!(chain, fork);
/// assert_ne!(chain, collider);
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cpdag {
    graph: MixedGraph,
}

impl Cpdag {
    /// The completed graph of the class of a directed acyclic graph.
    ///
    /// Complexity: O(p + m log m) for p nodes and m edges.
    pub fn of(dag: &Dag) -> Self {
        let compelled = compelled_parents(dag);
        let edges: Vec<Edge> = dag
            .edges()
            .map(|(from, to)| match compelled[to.index()].binary_search(&from) {
                Ok(_) => Edge::directed(from, to),
                Err(_) => Edge::undirected(from, to),
            })
            .collect();
        Self { graph: MixedGraph::from_checked_edges(dag.node_count(), &edges) }
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.graph.node_count()
    }
}

impl AsRef<MixedGraph> for Cpdag {
    fn as_ref(&self) -> &MixedGraph {
        &self.graph
    }
}

impl From<Cpdag> for MixedGraph {
    fn from(cpdag: Cpdag) -> Self {
        cpdag.graph
    }
}

impl TryFrom<MixedGraph> for Cpdag {
    type Error = CpdagError;

    fn try_from(graph: MixedGraph) -> Result<Self, CpdagError> {
        Self::try_from(Pdag::try_from(graph)?)
    }
}

impl TryFrom<Pdag> for Cpdag {
    type Error = CpdagError;

    fn try_from(pdag: Pdag) -> Result<Self, CpdagError> {
        let completed = Self::of(pdag.extension());
        let graph = pdag.as_ref();
        let missing = |edge: &Edge| match edge.kind {
            EdgeKind::Directed => !graph.has_directed(edge.from, edge.to),
            EdgeKind::Undirected => !graph.has_undirected(edge.from, edge.to),
        };
        let surprise = completed.graph.edges().find(missing);
        surprise.map_or(Ok(completed), |expected| Err(CpdagError::NotCompleted { expected }))
    }
}

/// For each node, the parents that it has in every graph of the class, sorted.
///
/// The labelling of Chickering, read off one edge per node. Let y be a node, in topological order, and x its last
/// parent in that order. If x has a compelled parent that is not a parent of y, or y has a parent other than x that is
/// not a parent of x, all edges into y are compelled; otherwise exactly those from the compelled parents of x are.
///
/// D. M. Chickering (1995), *A transformational characterization of equivalent Bayesian network structures*, UAI:
/// there the first undecided edge into y decides about all the others.
fn compelled_parents(dag: &Dag) -> Vec<Vec<NodeId>> {
    let mut position = vec![0; dag.node_count()];
    for (index, node) in dag.topological_order().iter().enumerate() {
        position[node.index()] = index;
    }
    let mut compelled: Vec<Vec<NodeId>> = vec![Vec::new(); dag.node_count()];
    for &y in dag.topological_order() {
        let own = dag.parents(y);
        let Some(&x) = own.iter().max_by_key(|parent| position[parent.index()]) else { continue };
        let inherited = &compelled[x.index()];
        let all = inherited.iter().any(|w| own.binary_search(w).is_err())
            || own.iter().any(|&z| z != x && dag.parents(x).binary_search(&z).is_err());
        compelled[y.index()] = if all { own.to_vec() } else { inherited.clone() };
    }
    compelled
}
