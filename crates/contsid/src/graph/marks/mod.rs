//! Graphs whose edges have a mark at each end: what can be known if some causes are hidden.
//!
//! A [`LatentDag`] is a directed acyclic graph of which some nodes are hidden. A [`Mag`] keeps what it says about the
//! observed nodes: who is an ancestor of whom (a tail) or not (an arrowhead), and which pairs no set separates. A
//! [`Pag`] keeps what all maximal ancestral graphs with the same separations share; a circle is a mark on which they
//! differ. There are no selection variables here, so no edge has a tail at both ends.
//!
//! A [`MarkedGraph`] holds any marks, as files do.

mod error;
mod latent;
mod mag;
mod pag;
mod rules;

pub use error::MarkError;
pub use latent::LatentDag;
pub use mag::Mag;
pub use pag::Pag;

use super::mixed::{check_ends, check_joined_once};
use super::{Edge, EdgeKind, MixedGraph, MixedGraphError, NodeId};

/// The mark at one end of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The node causes the other one.
    Tail,
    /// The node does not cause the other one.
    Arrow,
    /// Either.
    Circle,
}

crate::named!(Mark { Tail: "tail", Arrow: "arrowhead", Circle: "circle" });

/// An edge with a mark at each end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeMarks {
    /// The two ends.
    pub ends: [NodeId; 2],
    /// The marks at these ends.
    pub marks: [Mark; 2],
}

impl EdgeMarks {
    /// The edge between two nodes with these marks at them.
    pub fn new(ends: [NodeId; 2], marks: [Mark; 2]) -> Self {
        Self { ends, marks }
    }
}

/// An edge as one of its ends sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedLink {
    /// The other end.
    pub node: NodeId,
    /// The mark at this end.
    pub near: Mark,
    /// The mark at the other end.
    pub far: Mark,
}

impl MarkedLink {
    /// Whether the edge goes out of this end: `→`.
    pub fn is_out(self) -> bool {
        (self.near, self.far) == (Mark::Tail, Mark::Arrow)
    }

    /// Whether a possibly directed path may leave along the edge: no arrowhead at this end.
    pub fn is_possibly_out(self) -> bool {
        self.near != Mark::Arrow
    }

    /// The edge as it is drawn from this end: `->`, `<->`, `o->`, `o-o`, …
    pub fn drawn(self) -> &'static str {
        match (self.near, self.far) {
            (Mark::Tail, Mark::Tail) => "---",
            (Mark::Tail, Mark::Arrow) => "->",
            (Mark::Tail, Mark::Circle) => "--o",
            (Mark::Arrow, Mark::Tail) => "<-",
            (Mark::Arrow, Mark::Arrow) => "<->",
            (Mark::Arrow, Mark::Circle) => "<-o",
            (Mark::Circle, Mark::Tail) => "o--",
            (Mark::Circle, Mark::Arrow) => "o->",
            (Mark::Circle, Mark::Circle) => "o-o",
        }
    }
}

/// Edges with a mark at each end, at most one between two nodes, without further guarantees.
///
/// ```
/// use contsid::graph::{EdgeMarks, Mark, MarkedGraph, NodeId};
///
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let edges = [EdgeMarks::new([a, b], [Mark::Circle, Mark::Arrow]), EdgeMarks::new([c, b], [Mark::Arrow; 2])];
/// let graph = MarkedGraph::from_edges(3, edges)?;
/// assert_eq!(graph.link(b, a).map(|link| link.drawn()), Some("<-o"));
/// assert!(!graph.is_adjacent(a, c));
/// # Ok::<(), contsid::graph::MixedGraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedGraph {
    /// The edges of each node, by the other end.
    links: Vec<Vec<MarkedLink>>,
}

impl MarkedGraph {
    /// The graph of `node_count` nodes with these edges.
    ///
    /// # Errors
    ///
    /// If an edge names an unknown node, joins a node to itself, or joins two nodes that are joined already.
    pub fn from_edges(node_count: usize, edges: impl IntoIterator<Item = EdgeMarks>) -> Result<Self, MixedGraphError> {
        let edges: Vec<EdgeMarks> = edges.into_iter().collect();
        let plain: Vec<Edge> = edges.iter().map(|edge| Edge::undirected(edge.ends[0], edge.ends[1])).collect();
        check_ends(node_count, &plain)?;
        check_joined_once(node_count, &plain)?;
        let mut links = vec![Vec::new(); node_count];
        for EdgeMarks { ends: [a, b], marks: [at_a, at_b] } in edges {
            links[a.index()].push(MarkedLink { node: b, near: at_a, far: at_b });
            links[b.index()].push(MarkedLink { node: a, near: at_b, far: at_a });
        }
        for links in &mut links {
            links.sort_unstable_by_key(|link| link.node);
        }
        Ok(Self { links })
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.links.len()
    }

    /// All nodes in order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + Clone + use<> {
        NodeId::all(self.links.len())
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.links.iter().map(Vec::len).sum::<usize>() / 2
    }

    /// The edges of a node, by the other end.
    pub fn links(&self, node: NodeId) -> &[MarkedLink] {
        &self.links[node.index()]
    }

    /// The edge between two nodes, as the first sees it.
    pub fn link(&self, from: NodeId, to: NodeId) -> Option<MarkedLink> {
        self.index_of(from, to).map(|index| self.links[from.index()][index])
    }

    /// Whether the two are joined.
    pub fn is_adjacent(&self, a: NodeId, b: NodeId) -> bool {
        self.index_of(a, b).is_some()
    }

    /// The edges, each once, with the smaller node first.
    pub fn edges(&self) -> impl Iterator<Item = EdgeMarks> + Clone + '_ {
        self.nodes().flat_map(|a| {
            let later = self.links(a).iter().filter(move |link| a < link.node);
            later.map(move |link| EdgeMarks::new([a, link.node], [link.near, link.far]))
        })
    }

    /// The graph with each mark replaced; `mark` is given the node, the other end and the mark at the node.
    pub(super) fn remarked(&self, mark: impl Fn(NodeId, MarkedLink) -> Mark) -> Self {
        let mut graph = self.clone();
        for node in self.nodes() {
            for &link in self.links(node) {
                graph.set(link.node, node, mark(node, link));
            }
        }
        graph
    }

    /// Sets the mark at `at` of its edge with `from`.
    pub(super) fn set(&mut self, from: NodeId, at: NodeId, mark: Mark) {
        const JOINED: &str = "only edges of the graph are marked";
        let (there, here) = (self.index_of(from, at).expect(JOINED), self.index_of(at, from).expect(JOINED));
        self.links[from.index()][there].far = mark;
        self.links[at.index()][here].near = mark;
    }

    fn index_of(&self, from: NodeId, to: NodeId) -> Option<usize> {
        self.links[from.index()].binary_search_by_key(&to, |link| link.node).ok()
    }
}

impl AsRef<MarkedGraph> for MarkedGraph {
    fn as_ref(&self) -> &MarkedGraph {
        self
    }
}

/// Arrows keep their direction; an undirected edge, which may have either direction, has a circle at each end.
impl From<&MixedGraph> for MarkedGraph {
    fn from(graph: &MixedGraph) -> Self {
        let edges = graph.edges().map(|edge| {
            let marks = match edge.kind {
                EdgeKind::Directed => [Mark::Tail, Mark::Arrow],
                EdgeKind::Undirected => [Mark::Circle; 2],
            };
            EdgeMarks::new([edge.from, edge.to], marks)
        });
        Self::from_edges(graph.node_count(), edges).expect("the edges of a graph")
    }
}
