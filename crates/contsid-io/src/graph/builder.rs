//! Nodes and edges as a file lists them, checked into a graph.

use super::arrow::{Arrow, hidden_cause};
use super::causal::CausalGraph;
use super::format::{EdgeDirection, GraphFormat, GraphOptions, MatrixEncoding};
use super::named::{NamedGraph, dag_error_in_words};
use super::reading::{GraphNote, GraphReading};
use crate::error::{Fault, Location, Problem};
use crate::memory::check_free;
use crate::names::checked_names;
use crate::separator::Separator;
use crate::shown::shown;
use contsid::graph::{EdgeMarks, Mark, NodeId, NodeNames};
use std::collections::{BTreeMap, HashMap, HashSet};

/// What `A → B` beside `B → A` means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Opposites {
    /// The undirected edge: the format has no other way to write it.
    #[default]
    Undirected,
    /// An error: the format writes an undirected edge in this way.
    Refused(&'static str),
}

/// What `<->` means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum EdgeMeaning {
    /// Neither end causes the other one, as in an ancestral graph; edges without such marks are those of a plain graph.
    #[default]
    ByMarks,
    /// A hidden common cause, beside which the ends may be joined by an arrow.
    HiddenCauses,
    /// As by marks, and there are always marks, even if all edges are directed.
    Marked,
}

/// The nodes and edges of a file, before the name of the file is known.
pub(super) struct Content {
    /// The names, if the file has any.
    pub(super) names: Option<NodeNames>,
    pub(super) graph: CausalGraph,
    /// Why the graph is not a plain one, if it is not.
    pub(super) not_plain: Option<Problem>,
    /// The separator of the cells, if it is not that of the format.
    pub(super) separator: Option<Separator>,
    /// How a matrix was read.
    pub(super) edge_direction: Option<EdgeDirection>,
    /// How a matrix, or the weights of a list, were read.
    pub(super) encoding: Option<MatrixEncoding>,
    pub(super) notes: Vec<GraphNote>,
}

impl Content {
    pub(super) fn new(names: Option<NodeNames>, graph: CausalGraph) -> Self {
        let (separator, edge_direction, encoding) = (None, None, None);
        Self { names, graph, not_plain: None, separator, edge_direction, encoding, notes: Vec::new() }
    }

    /// The graph of a matrix that was read by these options.
    pub(super) fn of_matrix(names: Option<NodeNames>, graph: CausalGraph, options: &GraphOptions) -> Self {
        let (edge_direction, encoding) = (Some(options.edge_direction), Some(options.encoding));
        Self { edge_direction, encoding, ..Self::new(names, graph) }
    }

    /// The plain graph of a file, or of a matrix in memory, which has no format.
    pub(super) fn into_plain(mut self, source_name: &str, format: GraphFormat) -> Result<NamedGraph, Problem> {
        match self.not_plain.take() {
            Some(problem) => Err(problem),
            None => self.into_causal(source_name, format).map(|named| named.map(CausalGraph::into_plain)),
        }
    }

    /// The graph of a file, of whatever kind it is.
    pub(super) fn into_causal(
        self,
        source_name: &str,
        format: GraphFormat,
    ) -> Result<NamedGraph<CausalGraph>, Problem> {
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
            is_plain: matches!(self.graph, CausalGraph::Plain(_)),
        };
        let named = NamedGraph::of_any(source_name, self.names, self.graph).map_err(Fault::from)?;
        let nothing = (reading.edges == 0).then_some(GraphNote::NoEdge);
        Ok(named.with_reading(reading, self.notes.into_iter().chain(nothing).collect()))
    }
}

/// The most edges of a file that joins sets of nodes: a few words can make very many edges.
const MOST_SET_EDGES: usize = 1_000_000;

/// What a node and an edge of a text take at most until the graph is made, in bytes: measured on lists of a million.
const NODE_BYTES: usize = 400;
const EDGE_BYTES: usize = 330;

/// After this many edges the free memory is looked at again: that takes some microseconds.
const EDGES_BETWEEN_CHECKS: usize = 1 << 14;

/// An edge whose first end has the smaller number.
struct LocatedEdge {
    edge: EdgeMarks,
    location: Location,
}

impl LocatedEdge {
    /// The names of its ends, the tail first, if it has one.
    fn names(&self, builder: &GraphBuilder) -> [String; 2] {
        let [first, second] = self.edge.ends.map(|end| builder.name(end));
        if self.edge.marks == [Mark::Arrow, Mark::Tail] { [second, first] } else { [first, second] }
    }

    /// Whether it may stand beside another edge between the same nodes.
    fn is_apart(&self, meaning: EdgeMeaning) -> bool {
        meaning == EdgeMeaning::HiddenCauses && self.edge.marks == [Mark::Arrow; 2]
    }

    fn is_directed(&self) -> bool {
        matches!(self.edge.marks, [Mark::Tail, Mark::Arrow] | [Mark::Arrow, Mark::Tail])
    }
}

/// Collects the nodes, in the order in which a file names them, and the edges.
#[derive(Default)]
pub(super) struct GraphBuilder {
    opposites: Opposites,
    pub(super) meaning: EdgeMeaning,
    /// Whether two edges between the same nodes are two, as in a multigraph, so that a repeated one is refused.
    pub(super) is_multiple: bool,
    ids: Vec<String>,
    locations: Vec<Location>,
    nodes: HashMap<String, NodeId>,
    edges: Vec<LocatedEdge>,
    /// The hidden nodes, where the file says so.
    hidden: BTreeMap<NodeId, Location>,
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

    /// Says that a node is not observed.
    pub(super) fn hide(&mut self, node: NodeId, location: &Location) {
        self.hidden.entry(node).or_insert_with(|| location.clone());
    }

    /// The nodes that have an edge.
    pub(super) fn joined(&self) -> HashSet<&str> {
        let ends = self.edges.iter().flat_map(|located| located.edge.ends);
        ends.map(|node| self.ids[node.index()].as_str()).collect()
    }

    /// The nodes as the file calls them.
    pub(super) fn ids(&self) -> &[String] {
        &self.ids
    }

    /// Joins two nodes by an arrow.
    pub(super) fn connect(&mut self, ends: [NodeId; 2], arrow: Arrow, location: &Location) -> Result<(), Problem> {
        if ends[0] == ends[1] {
            return Err(Fault::SelfLoop(self.name(ends[0])).at(location.clone()));
        }
        if self.edges.len() % EDGES_BETWEEN_CHECKS == EDGES_BETWEEN_CHECKS - 1 {
            check_free((NODE_BYTES * self.ids.len() + EDGE_BYTES * self.edges.len()) as u64).map_err(Fault::from)?;
        }
        self.edges.push(LocatedEdge { edge: arrow.between(ends), location: location.clone() });
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
        let (edges, not_plain) = (self.merged_edges()?, self.not_plain(&names));
        let (count, hidden) = (self.ids.len(), self.hidden.keys().copied().collect::<Vec<_>>());
        let has_hidden_cause = || edges.iter().any(|edge| hidden_cause(edge.marks).is_some());
        let graph = match self.meaning {
            EdgeMeaning::Marked => CausalGraph::of_marks(count, &edges),
            meaning if !hidden.is_empty() || meaning == EdgeMeaning::HiddenCauses && has_hidden_cause() => {
                CausalGraph::with_hidden(count, &edges, &hidden)
                    .map_err(|error| Fault::NotADag(dag_error_in_words(&names, &error)))?
            }
            _ => CausalGraph::of_edges(count, &edges),
        };
        let observed = NodeId::all(count).filter(|node| !self.hidden.contains_key(node)).map(|node| names.name(node));
        let names = NodeNames::new(observed).expect("some of the names, which differ");
        Ok(Content { not_plain, ..Content::new(Some(names), graph) })
    }

    /// The first fact that makes the graph more than directed and undirected edges.
    fn not_plain(&self, names: &NodeNames) -> Option<Problem> {
        if let Some((&node, location)) = self.hidden.first_key_value() {
            return Some(Fault::Latent(format!("`{}`", shown(names.name(node)))).at(location.clone()));
        }
        let marked = self.edges.iter().filter_map(|located| Some((located, hidden_cause(located.edge.marks)?)));
        if let Some((located, what)) = marked.min_by_key(|(located, _)| located.edge.ends) {
            let [first, second] = located.names(self);
            return Some(Fault::RefusedEdge { first, second, what }.at(located.location.clone()));
        }
        let (what, advice) = ("a graph of ancestors", "write a `dag` or a `pdag`");
        (self.meaning == EdgeMeaning::Marked).then(|| Fault::Unsupported { what, advice }.into())
    }

    /// One edge for each two nodes that are joined; with hidden causes, one more where they have a common one.
    fn merged_edges(&mut self) -> Result<Vec<EdgeMarks>, Problem> {
        // Stable, so of two contradicting edges the error names the later one.
        let meaning = self.meaning;
        self.edges.sort_by_key(|located| (located.edge.ends, located.is_apart(meaning)));
        let is_same =
            |a: &LocatedEdge, b: &LocatedEdge| a.edge.ends == b.edge.ends && a.is_apart(meaning) == b.is_apart(meaning);
        self.edges.chunk_by(is_same).map(|same| self.merged(same)).collect()
    }

    fn merged(&self, same: &[LocatedEdge]) -> Result<EdgeMarks, Problem> {
        let first = &same[0];
        if let Some(twin) = same[1..].iter().find(|other| self.is_multiple && other.edge == first.edge) {
            let (what, advice) = ("an edge that is there twice", "keep one of them");
            return Err(Fault::Unsupported { what, advice }.at(twin.location.clone()));
        }
        let Some(other) = same.iter().find(|other| other.edge != first.edge) else { return Ok(first.edge) };
        let undirected = match self.opposites {
            Opposites::Undirected if same.iter().all(LocatedEdge::is_directed) => {
                return Ok(Arrow::Line.between(first.edge.ends));
            }
            Opposites::Undirected => "as an edge in each direction",
            Opposites::Refused(undirected) => undirected,
        };
        let earlier = format!("at {}", first.location);
        let [first, second] = other.names(self);
        Err(Fault::JoinedTwice { first, second, earlier, undirected }.at(other.location.clone()))
    }
}
