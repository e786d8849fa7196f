//! Nodes and edges as a file lists them, checked into a graph.

use super::arrow::Arrow;
use super::format::{EdgeDirection, GraphFormat, GraphOptions, MatrixEncoding};
use super::named::NamedGraph;
use super::reading::{GraphNote, GraphReading};
use crate::error::{Fault, Location, Problem};
use crate::names::checked_names;
use crate::separator::Separator;
use crate::shown::shown;
use contsid::graph::{Edge, EdgeKind, MixedGraph, NodeId, NodeNames};
use std::collections::{HashMap, HashSet};

/// What `A → B` beside `B → A` means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Opposites {
    /// The undirected edge: the format has no other way to write it.
    #[default]
    Undirected,
    /// An error: the format writes an undirected edge in this way.
    Refused(&'static str),
}

/// The nodes and edges of a file, before the name of the file is known.
pub(super) struct Content {
    /// The names, if the file has any.
    pub(super) names: Option<NodeNames>,
    pub(super) graph: MixedGraph,
    /// The separator of the cells, if it is not that of the format.
    pub(super) separator: Option<Separator>,
    /// How a matrix was read.
    pub(super) edge_direction: Option<EdgeDirection>,
    /// How a matrix, or the weights of a list, were read.
    pub(super) encoding: Option<MatrixEncoding>,
    pub(super) notes: Vec<GraphNote>,
}

impl Content {
    pub(super) fn new(names: Option<NodeNames>, graph: MixedGraph) -> Self {
        Self { names, graph, separator: None, edge_direction: None, encoding: None, notes: Vec::new() }
    }

    /// The graph of a matrix that was read by these options.
    pub(super) fn of_matrix(names: Option<NodeNames>, graph: MixedGraph, options: &GraphOptions) -> Self {
        let (edge_direction, encoding) = (Some(options.edge_direction), Some(options.encoding));
        Self { edge_direction, encoding, ..Self::new(names, graph) }
    }

    /// The graph of a file, or of a matrix in memory, which has no format.
    pub(super) fn into_named_graph(self, source_name: &str, format: GraphFormat) -> Result<NamedGraph, Problem> {
        if self.graph.node_count() == 0 {
            return Err(Fault::NoNodes.into());
        }
        let reading = GraphReading {
            format,
            separator: self.separator,
            edge_direction: self.edge_direction,
            encoding: self.encoding,
            edges: self.graph.edge_count(),
            undirected: self.graph.undirected_count(),
        };
        let named = match self.names {
            Some(names) => NamedGraph::new(source_name, names, self.graph).map_err(Fault::from)?,
            None => NamedGraph::unnamed(source_name, self.graph),
        };
        let nothing = (reading.edges == 0).then_some(GraphNote::NoEdge);
        Ok(named.with_reading(reading, self.notes.into_iter().chain(nothing).collect()))
    }
}

/// The most edges of a file that joins sets of nodes: a few words can make very many edges.
const MOST_SET_EDGES: usize = 1_000_000;

struct LocatedEdge {
    edge: Edge,
    location: Location,
}

impl LocatedEdge {
    fn ends(&self) -> (NodeId, NodeId) {
        (self.edge.from.min(self.edge.to), self.edge.from.max(self.edge.to))
    }
}

/// Collects the nodes, in the order in which a file names them, and the edges.
#[derive(Default)]
pub(super) struct GraphBuilder {
    opposites: Opposites,
    ids: Vec<String>,
    locations: Vec<Location>,
    nodes: HashMap<String, NodeId>,
    edges: Vec<LocatedEdge>,
}

impl GraphBuilder {
    pub(super) fn new(opposites: Opposites) -> Self {
        Self { opposites, ..Self::default() }
    }

    /// The node of this id, added if it is new.
    pub(super) fn node(&mut self, id: &str, location: &Location) -> NodeId {
        if let Some(&node) = self.nodes.get(id) {
            return node;
        }
        let node = NodeId::new(self.ids.len());
        self.ids.push(id.to_owned());
        self.locations.push(location.clone());
        self.nodes.insert(id.to_owned(), node);
        node
    }

    /// A node that must not have been named before.
    pub(super) fn new_node(&mut self, id: &str, location: &Location) -> Result<NodeId, Problem> {
        match self.nodes.get(id) {
            None => Ok(self.node(id, location)),
            Some(first) => {
                let first = format!("first at {}", self.locations[first.index()]);
                Err(Fault::DuplicateName { name: shown(id), first }.at(location.clone()))
            }
        }
    }

    /// A node that must have been named before.
    pub(super) fn known_node(&self, id: &str, location: &Location) -> Result<NodeId, Problem> {
        self.nodes.get(id).copied().ok_or_else(|| Fault::UnknownNode(shown(id)).at(location.clone()))
    }

    pub(super) fn is_known(&self, id: &str) -> bool {
        self.nodes.contains_key(id)
    }

    /// The nodes that have an edge.
    pub(super) fn joined(&self) -> HashSet<&str> {
        let ends = self.edges.iter().flat_map(|located| [located.edge.from, located.edge.to]);
        ends.map(|node| self.ids[node.index()].as_str()).collect()
    }

    /// The nodes as the file calls them.
    pub(super) fn ids(&self) -> &[String] {
        &self.ids
    }

    /// Joins two nodes by an arrow; one that is neither directed nor undirected is refused.
    pub(super) fn connect(&mut self, ends: [NodeId; 2], arrow: Arrow, location: &Location) -> Result<(), Problem> {
        let located = |fault: Fault| fault.at(location.clone());
        let edge = arrow.edge(ends, |node| self.name(node)).map_err(located)?;
        if edge.from == edge.to {
            return Err(located(Fault::SelfLoop(self.name(edge.from))));
        }
        self.edges.push(LocatedEdge { edge, location: location.clone() });
        Ok(())
    }

    /// Joins each node to the next one.
    pub(super) fn chain(&mut self, nodes: &[NodeId], arrows: &[Arrow], location: &Location) -> Result<(), Problem> {
        let mut links = nodes.windows(2).zip(arrows);
        links.try_for_each(|(ends, &arrow)| self.connect([ends[0], ends[1]], arrow, location))
    }

    /// Joins each node on the left to each on the right; `what` is said of sets that are too large.
    pub(super) fn connect_sets(
        &mut self,
        left: &[NodeId],
        arrow: Arrow,
        right: &[NodeId],
        what: &'static str,
        location: &Location,
    ) -> Result<(), Problem> {
        let count = left.len() * right.len();
        if count > 1 && self.edges.len() + count > MOST_SET_EDGES {
            return Err(Fault::Unsupported { what, advice: "write out each edge" }.at(location.clone()));
        }
        for (&left, &right) in left.iter().flat_map(|left| right.iter().map(move |right| (left, right))) {
            self.connect([left, right], arrow, location)?;
        }
        Ok(())
    }

    fn name(&self, node: NodeId) -> String {
        shown(self.ids[node.index()].trim())
    }

    /// The graph, its nodes named by their ids.
    pub(super) fn finish(self) -> Result<Content, Problem> {
        self.finish_named(None)
    }

    /// The graph, its nodes named by these texts, if any, instead of their ids.
    pub(super) fn finish_named(mut self, names: Option<&[String]>) -> Result<Content, Problem> {
        let names = names.unwrap_or(&self.ids).iter().map(String::as_str);
        let names = checked_names(names, |at| self.locations[at].clone())?;
        let edges = self.merged_edges()?;
        let graph = MixedGraph::from_edges(self.ids.len(), edges)
            .expect("edges join known, distinct nodes, and those between the same two are merged");
        Ok(Content::new(Some(names), graph))
    }

    /// One edge for each two nodes that are joined.
    fn merged_edges(&mut self) -> Result<Vec<Edge>, Problem> {
        // Stable, so of two contradicting edges the error names the later one.
        self.edges.sort_by_key(LocatedEdge::ends);
        self.edges.chunk_by(|a, b| a.ends() == b.ends()).map(|same| self.merged(same)).collect()
    }

    fn merged(&self, same: &[LocatedEdge]) -> Result<Edge, Problem> {
        let first = &same[0];
        let Some(other) = same.iter().find(|other| other.edge != first.edge) else { return Ok(first.edge) };
        let undirected = match self.opposites {
            Opposites::Undirected if same.iter().all(|each| each.edge.kind == EdgeKind::Directed) => {
                return Ok(Edge::undirected(first.edge.from, first.edge.to));
            }
            Opposites::Undirected => "as an edge in each direction",
            Opposites::Refused(undirected) => undirected,
        };
        let earlier = format!("at {}", first.location);
        let (first, second) = (self.name(other.edge.from), self.name(other.edge.to));
        Err(Fault::JoinedTwice { first, second, earlier, undirected }.at(other.location.clone()))
    }
}
