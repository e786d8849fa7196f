//! Partial ancestral graphs.

use super::rules::orient;
use super::{Mag, Mark, MarkError, MarkedGraph};
use crate::graph::{Cpdag, Dag, Edge, MixedGraph, NodeId, Pdag};

/// The graph of a Markov equivalence class of maximal ancestral graphs, checked when it is built.
///
/// It has the adjacencies of its members and the marks that all of them share; elsewhere it has circles. Since there
/// are no selection variables its edges are `→`, `<->`, `o->` and `o-o`.
///
/// Reference: Zhang (2008), *On the completeness of orientation rules for causal discovery in the presence of latent
/// confounders and selection bias*, Artificial Intelligence 172.
///
/// ```
/// use contsid::graph::{Dag, LatentDag, NodeId};
///
/// // a → c ← b: whether a causes c, or something hidden joins them, cannot be told.
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let pag = LatentDag::from(Dag::from_edges(3, [(a, c), (b, c)])?).pag();
/// assert_eq!(pag.as_ref().link(a, c).map(|link| link.drawn()), Some("o->"));
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pag {
    graph: MarkedGraph,
    member: Mag,
}

// Not derived: a class has many members.
impl PartialEq for Pag {
    fn eq(&self, other: &Self) -> bool {
        self.graph == other.graph
    }
}

impl Eq for Pag {}

impl Pag {
    /// The graph of the class of a maximal ancestral graph.
    pub fn of(mag: &Mag) -> Self {
        Self { graph: orient(mag.as_ref()), member: mag.clone() }
    }

    /// One of its members.
    pub fn member(&self) -> &Mag {
        &self.member
    }
}

impl AsRef<MarkedGraph> for Pag {
    fn as_ref(&self) -> &MarkedGraph {
        &self.graph
    }
}

/// The class of the same separations, in which hidden causes are allowed for.
impl From<&Cpdag> for Pag {
    fn from(cpdag: &Cpdag) -> Self {
        Self::from(Pdag::from(cpdag.clone()).extension())
    }
}

/// The class of the same separations, in which hidden causes are allowed for.
impl From<&Dag> for Pag {
    fn from(dag: &Dag) -> Self {
        Self::of(&Mag::from(dag))
    }
}

impl TryFrom<MarkedGraph> for Pag {
    type Error = MarkError;

    fn try_from(graph: MarkedGraph) -> Result<Self, MarkError> {
        let member = member(&graph)?;
        let whole = Self { graph: orient(member.as_ref()), member };
        for node in graph.nodes() {
            for (link, expected) in graph.links(node).iter().zip(whole.graph.links(node)) {
                if link.near != expected.near {
                    let (edge, found, expected) = ([node, link.node], link.near, expected.near);
                    return Err(MarkError::OtherMark { edge, found, expected });
                }
            }
        }
        Ok(whole)
    }
}

/// A member of the class, if the graph is that of a class: `o->` becomes `→`, and the edges `o-o` are directed without
/// a cycle or a new collider (Zhang 2008, Theorem 2).
fn member(graph: &MarkedGraph) -> Result<Mag, MarkError> {
    let is_circles = |marks: [Mark; 2]| marks == [Mark::Circle; 2];
    if let Some(edge) = graph.edges().find(|edge| !edge.marks.contains(&Mark::Arrow) && !is_circles(edge.marks)) {
        return Err(MarkError::Selection { edge: edge.ends });
    }
    let circles = graph.edges().filter(|edge| is_circles(edge.marks));
    let circles: Vec<Edge> = circles.map(|edge| Edge::undirected(edge.ends[0], edge.ends[1])).collect();
    let circles = Pdag::try_from(MixedGraph::from_checked_edges(graph.node_count(), &circles))
        .map_err(|error| MarkError::Circles { nodes: error.nodes().to_vec() })?;
    let directed = circles.extension();
    let mark = |node: NodeId, link: super::MarkedLink| match link.near {
        Mark::Circle if link.far == Mark::Circle && directed.has_edge(link.node, node) => Mark::Arrow,
        Mark::Circle => Mark::Tail,
        mark => mark,
    };
    Mag::try_from(graph.remarked(mark))
}
