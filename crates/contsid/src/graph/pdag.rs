//! Graphs of directed and undirected edges that some directed acyclic graph extends.

use super::dag::{cycle_words, listed, topological_order};
use super::extension::{consistent_extension, smallest_stuck};
use super::{Cpdag, Dag, MixedGraph, NodeId, Orientation};
use thiserror::Error;

/// Why no directed acyclic graph extends a graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PdagError {
    /// The directed edges make a cycle.
    #[error("{}", cycle_words(cycle))]
    Cycle {
        /// The nodes of a cycle, each a parent of the next and the last a parent of the first.
        cycle: Vec<NodeId>,
    },
    /// Every way of directing the undirected edges makes a cycle or a new collider.
    #[error(
        "no way to direct the undirected edges avoids both a directed cycle and a new collider among nodes {}",
        listed(nodes)
    )]
    Stuck {
        /// Nodes whose edges alone cannot be directed, sorted.
        nodes: Vec<NodeId>,
    },
}

impl PdagError {
    /// The nodes at fault, for a message that names them.
    pub fn nodes(&self) -> &[NodeId] {
        match self {
            Self::Cycle { cycle } => cycle,
            Self::Stuck { nodes } => nodes,
        }
    }
}

/// A graph of directed and undirected edges that some directed acyclic graph extends, checked when it is built.
///
/// Its members are all directed acyclic graphs that have the same adjacencies, all its directed edges and no collider
/// `a → b ← c` (with a and c not joined) besides its own.
///
/// ```
/// use contsid::graph::{Edge, MixedGraph, NodeId, Pdag};
///
/// let [a, b, c, d] = [0, 1, 2, 3].map(NodeId::new);
/// let square = [(a, b), (b, c), (c, d), (d, a)].map(|(a, b)| Edge::undirected(a, b));
/// assert!(Pdag::try_from(MixedGraph::from_edges(4, square)?).is_err()); // a collider cannot be avoided
/// let path = Pdag::try_from(MixedGraph::from_edges(4, square[..3].to_vec())?)?;
/// assert_eq!(path.extension().edge_count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pdag {
    graph: MixedGraph,
    extension: Dag,
}

impl Pdag {
    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.graph.node_count()
    }

    /// A graph and one of its members, not checked.
    pub(super) fn from_parts(graph: MixedGraph, extension: Dag) -> Self {
        Self { graph, extension }
    }

    /// One of its members: always the same one.
    pub fn extension(&self) -> &Dag {
        &self.extension
    }

    /// That member by itself.
    pub(crate) fn into_extension(self) -> Dag {
        self.extension
    }

    /// The graph closed under Meek's rules: it has the same members, and directs every edge on which they agree.
    pub fn maximally_oriented(&self) -> MixedGraph {
        let mut orientation = Orientation::new(&self.graph);
        orientation.close();
        orientation.to_graph()
    }
}

impl AsRef<MixedGraph> for Pdag {
    fn as_ref(&self) -> &MixedGraph {
        &self.graph
    }
}

impl From<Pdag> for MixedGraph {
    fn from(pdag: Pdag) -> Self {
        pdag.graph
    }
}

impl TryFrom<MixedGraph> for Pdag {
    type Error = PdagError;

    fn try_from(graph: MixedGraph) -> Result<Self, PdagError> {
        topological_order(&graph).map_err(|cycle| PdagError::Cycle { cycle })?;
        match consistent_extension(&graph) {
            Ok(extension) => Ok(Self { graph, extension }),
            Err(stuck) => Err(PdagError::Stuck { nodes: smallest_stuck(&graph, stuck) }),
        }
    }
}

impl From<Dag> for Pdag {
    fn from(dag: Dag) -> Self {
        Self { graph: dag.as_ref().clone(), extension: dag }
    }
}

impl From<Cpdag> for Pdag {
    fn from(cpdag: Cpdag) -> Self {
        let graph = MixedGraph::from(cpdag);
        let extension = consistent_extension(&graph).expect("a completed graph has members");
        Self { graph, extension }
    }
}
