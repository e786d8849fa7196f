//! The directed acyclic graphs that extend a partially directed one.
//!
//! A [`GraphClass`] holds the graph closed under Meek's rules and its *components*: the connected components of its
//! undirected edges. A node outside a component that is a parent of one of its nodes is a parent of all of them (by
//! rules 1 and 2), and no path leads back from the component to it. So the components can be directed independently of
//! each other, and within a component a direction of its undirected edges is possible if and only if it makes no
//! directed cycle and no collider. Every such direction has exactly one *source*, a node of the component without a
//! parent in it: an acyclic graph has at least one, and two would meet in a collider. After its edges are directed away
//! from it and the rules are applied, smaller components remain. Counting, drawing and the bounds of
//! [`crate::distance`] recurse on that.
//!
//! With background knowledge a component may hold directed edges; nothing changes except that fewer nodes can be its
//! source.

mod chordal;
mod component;
mod count;
mod members;
mod parent_sets;

pub(crate) use chordal::Block;
pub(crate) use component::Component;
pub use count::{CountError, Sampler};
pub use members::Members;
pub use num_bigint::BigUint;
pub use parent_sets::TooManyParentSets;

use super::extension::consistent_extension;
use super::{Cpdag, Dag, Edge, EdgeKind, MixedGraph, NodeId, NodeSet, Orientation, Pdag, PdagError};
use rand::Rng;

/// The *members* of a partially directed graph: for a [`Cpdag`] its Markov equivalence class, for a [`Pdag`] the graphs
/// of a class that agree with its directed edges, for a [`Dag`] only itself.
///
/// ```
/// use contsid::graph::{Edge, GraphClass, MixedGraph, NodeId};
///
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let chain = MixedGraph::from_edges(3, [Edge::undirected(a, b), Edge::undirected(b, c)])?;
/// let class = GraphClass::try_from(chain)?;
/// assert_eq!(class.member_count()?, 3_u32.into()); // all but a → b ← c
/// assert_eq!(class.members().count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GraphClass {
    graph: MixedGraph,
    extension: Dag,
    components: Vec<Component>,
    /// The component of a node with undirected edges, and its number there.
    locations: Vec<Option<Location>>,
}

#[derive(Clone, Copy, Debug)]
struct Location {
    component: usize,
    index: NodeId,
}

impl GraphClass {
    fn new(graph: MixedGraph, extension: Dag) -> Self {
        let components = Component::all_of(&graph);
        let mut locations = vec![None; graph.node_count()];
        for (component, part) in components.iter().enumerate() {
            for (index, node) in part.nodes().iter().enumerate() {
                locations[node.index()] = Some(Location { component, index: NodeId::new(index) });
            }
        }
        Self { graph, extension, components, locations }
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.graph.node_count()
    }

    /// The graph in which an edge is directed if all members agree on its direction.
    pub fn graph(&self) -> &MixedGraph {
        &self.graph
    }

    /// One of the members: always the same one.
    pub fn extension(&self) -> &Dag {
        &self.extension
    }

    /// Whether there is only one member.
    pub fn is_single(&self) -> bool {
        self.components.is_empty()
    }

    /// The components of the undirected edges, by their smallest nodes.
    pub(crate) fn components(&self) -> &[Component] {
        &self.components
    }

    /// The component of a node with undirected edges.
    pub(crate) fn component_of(&self, node: NodeId) -> Option<usize> {
        self.locations[node.index()].map(|location| location.component)
    }

    /// All members, computed lazily.
    pub fn members(&self) -> Members<'_> {
        Members::new(self)
    }

    /// The exact number of members.
    ///
    /// Polynomial in the size of the graph for a completed graph (M. Wienöbst, M. Bannach & M. Liśkiewicz 2021,
    /// *Polynomial-time algorithms for counting and sampling Markov equivalent DAGs*, AAAI). With background knowledge
    /// the problem is hard in general; there all sources are tried, and repeated sets of nodes are counted once.
    ///
    /// # Errors
    ///
    /// If background knowledge makes a large component intractable.
    pub fn member_count(&self) -> Result<BigUint, CountError> {
        Ok(Sampler::new(self)?.member_count())
    }

    /// A sampler that draws members uniformly, prepared once for many draws.
    ///
    /// # Errors
    ///
    /// As [`GraphClass::member_count`].
    pub fn sampler(&self) -> Result<Sampler<'_>, CountError> {
        Sampler::new(self)
    }

    /// A uniformly random member. For many draws, keep a [`GraphClass::sampler`].
    ///
    /// # Errors
    ///
    /// As [`GraphClass::member_count`].
    pub fn random_member(&self, rng: &mut impl Rng) -> Result<Dag, CountError> {
        Ok(self.sampler()?.member(rng))
    }

    /// All sets that are the parents of the node in some member, in increasing order.
    ///
    /// They are the certain parents together with a clique of the undirected neighbours; with background knowledge, not
    /// every clique is possible.
    ///
    /// # Errors
    ///
    /// If there are more than `limit` of them.
    pub fn parent_sets(&self, node: NodeId, limit: usize) -> Result<Vec<NodeSet>, TooManyParentSets> {
        let certain = NodeSet::of(self.node_count(), self.graph.parents(node).iter().copied());
        let Some(Location { component, index }) = self.locations[node.index()] else { return Ok(vec![certain]) };
        let part = &self.components[component];
        let chosen = part.parent_sets(index, limit).ok_or(TooManyParentSets { node, limit })?;
        let mut sets: Vec<NodeSet> = chosen.iter().map(|set| part.named(set) | &certain).collect();
        sets.sort_unstable();
        Ok(sets)
    }

    /// The members in which the node has exactly these parents: the graph closed under Meek's rules and a member.
    ///
    /// None if there is no such member.
    pub fn with_parents(&self, node: NodeId, parents: &NodeSet) -> Option<Pdag> {
        let certain = NodeSet::of(self.node_count(), self.graph.parents(node).iter().copied());
        let Some(Location { component, index }) = self.locations[node.index()] else {
            return (certain == *parents).then(|| Pdag::from_parts(self.graph.clone(), self.extension.clone()));
        };
        let neighbours = NodeSet::of(self.node_count(), self.graph.neighbours(node).iter().copied());
        if !certain.is_subset(parents) || !parents.is_subset(&(certain | &neighbours)) {
            return None;
        }
        let part = &self.components[component];
        let closed = part.with_parents(index, |other| parents.contains(part.nodes()[other.index()]))?;
        Some(self.with_component(component, &closed))
    }

    /// The class in which one component is directed further.
    fn with_component(&self, component: usize, closed: &Orientation) -> Pdag {
        let member = consistent_extension(&closed.to_graph()).expect("knowledge that fits keeps a member");
        let graph = self.replaced(&self.graph, component, |a, b| match () {
            () if closed.has_directed(a, b) => EdgeChoice::Forwards,
            () if closed.has_directed(b, a) => EdgeChoice::Backwards,
            () => EdgeChoice::Open,
        });
        let extension = self.replaced(self.extension.as_ref(), component, |a, b| {
            if member.has_edge(a, b) { EdgeChoice::Forwards } else { EdgeChoice::Backwards }
        });
        Pdag::from_parts(graph, Dag::try_from(extension).expect("components are directed independently"))
    }

    /// The graph with the undirected edges of one component directed by `choice`.
    fn replaced(
        &self,
        graph: &MixedGraph,
        component: usize,
        choice: impl Fn(NodeId, NodeId) -> EdgeChoice,
    ) -> MixedGraph {
        let inside = |edge: &Edge| {
            let [from, to] = [edge.from, edge.to].map(|node| self.locations[node.index()]);
            let (from, to) = (from?, to?);
            (from.component == component && to.component == component).then_some((from.index, to.index))
        };
        let edges: Vec<Edge> = graph
            .edges()
            .map(|edge| match inside(&edge).map(|(a, b)| choice(a, b)) {
                None => edge,
                Some(EdgeChoice::Forwards) => Edge::directed(edge.from, edge.to),
                Some(EdgeChoice::Backwards) => Edge::directed(edge.to, edge.from),
                Some(EdgeChoice::Open) => Edge::undirected(edge.from, edge.to),
            })
            .collect();
        MixedGraph::from_checked_edges(self.node_count(), &edges)
    }

    /// The member in which each component is directed as given, in the order of the components.
    fn member(&self, directed: &[Orientation]) -> Dag {
        let directs = |a: NodeId, b: NodeId| {
            let (from, to) = (self.locations[a.index()], self.locations[b.index()]);
            let (from, to) = (from.expect("an end of an undirected edge"), to.expect("an end of an undirected edge"));
            directed[from.component].has_directed(from.index, to.index)
        };
        let edges: Vec<Edge> = self
            .graph
            .edges()
            .map(|edge| match edge.kind {
                EdgeKind::Undirected if directs(edge.to, edge.from) => Edge::directed(edge.to, edge.from),
                _ => Edge::directed(edge.from, edge.to),
            })
            .collect();
        Dag::try_from(MixedGraph::from_checked_edges(self.node_count(), &edges)).expect("a member has no cycle")
    }
}

/// The direction of an edge inside a component.
enum EdgeChoice {
    Forwards,
    Backwards,
    Open,
}

impl From<Pdag> for GraphClass {
    fn from(pdag: Pdag) -> Self {
        // A completed graph is closed under the rules, and recognising it is much faster than closing.
        let completed = Cpdag::of(pdag.extension());
        let graph = if completed.as_ref() == pdag.as_ref() { completed.into() } else { pdag.maximally_oriented() };
        let extension = pdag.into_extension();
        Self::new(graph, extension)
    }
}

impl TryFrom<MixedGraph> for GraphClass {
    type Error = PdagError;

    fn try_from(graph: MixedGraph) -> Result<Self, PdagError> {
        Pdag::try_from(graph).map(Self::from)
    }
}

impl From<Cpdag> for GraphClass {
    fn from(cpdag: Cpdag) -> Self {
        let pdag = Pdag::from(cpdag);
        Self::new(pdag.as_ref().clone(), pdag.into_extension())
    }
}

impl From<Dag> for GraphClass {
    fn from(dag: Dag) -> Self {
        Self::new(dag.as_ref().clone(), dag)
    }
}

impl AsRef<MixedGraph> for GraphClass {
    fn as_ref(&self) -> &MixedGraph {
        &self.graph
    }
}
