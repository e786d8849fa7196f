//! A graph with the names of its nodes and of its file.

use super::reading::{GraphNote, GraphReading};
use crate::shown::escaped;
use contsid::graph::{Dag, DagError, MixedGraph, MixedGraphError, NodeNames, cycle_in_words};
use thiserror::Error;

/// Whether a file names its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// The file names them.
    Given,
    /// The file does not: they are called `V1`, `V2`, …
    Numbered,
}

impl Naming {
    /// Given if there are names.
    pub(crate) fn of(names: Option<&NodeNames>) -> Self {
        if names.is_some() { Self::Given } else { Self::Numbered }
    }
}

/// A graph, the names of its nodes, and where it comes from.
///
/// Two are equal if they have the same source, names and edges, however they were read.
#[derive(Clone, Debug)]
pub struct NamedGraph<G = MixedGraph> {
    source_name: String,
    names: NodeNames,
    naming: Naming,
    graph: G,
    reading: Option<GraphReading>,
    notes: Vec<GraphNote>,
}

impl<G: PartialEq> PartialEq for NamedGraph<G> {
    fn eq(&self, other: &Self) -> bool {
        self.source_name == other.source_name
            && self.naming == other.naming
            && self.names == other.names
            && self.graph == other.graph
    }
}

impl<G: Eq> Eq for NamedGraph<G> {}

/// Why names do not fit a graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NamedGraphError {
    /// The number of names is not the number of nodes.
    #[error("there are {names} names for {nodes} nodes")]
    Count {
        /// The number of names.
        names: usize,
        /// The number of nodes.
        nodes: usize,
    },
    /// A name begins or ends with white space, which readers remove.
    #[error("the name `{name}` begins or ends with white space")]
    Surrounded {
        /// The name.
        name: String,
    },
}

impl<G> NamedGraph<G> {
    pub(super) fn made(source_name: &str, names: NodeNames, naming: Naming, graph: G) -> Self {
        Self { source_name: source_name.to_owned(), names, naming, graph, reading: None, notes: Vec::new() }
    }

    /// The same graph with how it was read.
    pub(super) fn with_reading(self, reading: GraphReading, notes: Vec<GraphNote>) -> Self {
        Self { reading: Some(reading), notes, ..self }
    }

    /// The same graph, whose nodes are matched by position: their names are only numbers.
    #[must_use]
    pub fn numbered(self) -> Self {
        Self { naming: Naming::Numbered, ..self }
    }

    /// The file the graph comes from.
    pub fn source_name(&self) -> &str {
        &self.source_name
    }

    /// The names of the nodes.
    pub fn names(&self) -> &NodeNames {
        &self.names
    }

    /// Whether the file names the nodes.
    pub fn naming(&self) -> Naming {
        self.naming
    }

    /// The graph.
    pub fn graph(&self) -> &G {
        &self.graph
    }

    /// How the file was read; none for a graph that was made elsewhere.
    pub fn reading(&self) -> Option<&GraphReading> {
        self.reading.as_ref()
    }

    /// Notes on the file.
    pub fn notes(&self) -> &[GraphNote] {
        &self.notes
    }

    /// The graph alone.
    pub fn into_graph(self) -> G {
        self.graph
    }

    /// The same with another graph on the same nodes.
    pub(super) fn map<H>(self, graph: impl FnOnce(G) -> H) -> NamedGraph<H> {
        let Self { source_name, names, naming, reading, notes, .. } = self;
        NamedGraph { source_name, names, naming, graph: graph(self.graph), reading, notes }
    }

    /// The same graph with one more note.
    #[must_use]
    pub fn with_note(mut self, note: GraphNote) -> Self {
        self.notes.push(note);
        self
    }
}

impl<G: Clone> NamedGraph<G> {
    /// A graph on nodes of these names, from the same file as this one.
    pub(super) fn with_names(&self, names: NodeNames, graph: G) -> Self {
        Self { names, graph, ..self.clone() }
    }

    /// A graph on the nodes of `other`, from the same file as this one.
    pub(super) fn on_nodes_of<H>(&self, other: &NamedGraph<H>, graph: G) -> Self {
        Self { names: other.names.clone(), naming: other.naming, graph, ..self.clone() }
    }
}

/// Checks that there is a name for each node, without white space around it.
pub(super) fn check_names(names: &NodeNames, nodes: usize) -> Result<(), NamedGraphError> {
    if names.len() != nodes {
        return Err(NamedGraphError::Count { names: names.len(), nodes });
    }
    match names.iter().find(|name| name.trim() != *name) {
        Some(name) => Err(NamedGraphError::Surrounded { name: name.to_owned() }),
        None => Ok(()),
    }
}

impl NamedGraph {
    /// A graph with names for its nodes. `source_name` is its file, or any name for messages.
    ///
    /// # Errors
    ///
    /// If there are more or fewer names than nodes, or a name begins or ends with white space.
    pub fn new(source_name: &str, names: NodeNames, graph: MixedGraph) -> Result<Self, NamedGraphError> {
        check_names(&names, graph.node_count())?;
        Ok(Self::made(source_name, names, Naming::Given, graph))
    }

    /// A graph whose nodes have no names, and are called `V1`, `V2`, …
    pub fn unnamed(source_name: &str, graph: MixedGraph) -> Self {
        let names = NodeNames::numbered(graph.node_count());
        Self::made(source_name, names, Naming::Numbered, graph)
    }

    /// A graph with these names if a file gave them, otherwise without names.
    ///
    /// # Errors
    ///
    /// As [`NamedGraph::new`].
    pub fn with_naming(
        source_name: &str,
        names: &NodeNames,
        naming: Naming,
        graph: MixedGraph,
    ) -> Result<Self, NamedGraphError> {
        match naming {
            Naming::Given => Self::new(source_name, names.clone(), graph),
            Naming::Numbered => Ok(Self::unnamed(source_name, graph)),
        }
    }

    /// The graph, if it is directed and has no cycle.
    ///
    /// # Errors
    ///
    /// If it has an undirected edge or a directed cycle; the error names the nodes.
    pub fn to_dag(&self) -> Result<Dag, NotADag> {
        Dag::try_from(self.graph.clone()).map_err(|error| NotADag::new(&self.source_name, &self.names, &error))
    }
}

/// Why a graph cannot be used as a directed acyclic graph, in the names of its nodes.
///
/// ```
/// use contsid_io::graph::{GraphFormat, GraphOptions, parse_graph};
///
/// let cycle = parse_graph(b"A -> B -> C -> A", GraphFormat::Edges, &GraphOptions::default(), "cycle.txt")?;
/// let error = cycle.to_dag().unwrap_err();
/// assert_eq!(error.to_string(), "cycle.txt: the graph has a directed cycle: A → B → C → A");
/// # Ok::<(), contsid_io::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{source_name}: {reason}")]
pub struct NotADag {
    /// The file of the graph.
    pub source_name: String,
    /// What is wrong with it.
    pub reason: String,
}

impl NotADag {
    /// The error with the names of the nodes.
    pub fn new(source_name: &str, names: &NodeNames, error: &DagError) -> Self {
        Self { source_name: source_name.to_owned(), reason: dag_error_in_words(names, error) }
    }
}

pub(super) fn dag_error_in_words(names: &NodeNames, error: &DagError) -> String {
    match error {
        DagError::NotAGraph(error) => graph_error_in_words(names, error),
        DagError::Undirected { edge } => format!(
            "the edge {} — {} has no direction, and a directed acyclic graph is needed here",
            escaped(names.name(edge.from)),
            escaped(names.name(edge.to))
        ),
        DagError::Cycle { cycle } => cycle_in_words(cycle, |node| escaped(names.name(node))),
        _ => error.to_string(),
    }
}

/// Why edges do not make a graph, with the names of the nodes.
pub fn graph_error_in_words(names: &NodeNames, error: &MixedGraphError) -> String {
    match error {
        MixedGraphError::SelfLoop { node } => format!("`{}` has an edge to itself", escaped(names.name(*node))),
        MixedGraphError::JoinedTwice { first, second } => {
            let (first, second) = (escaped(names.name(*first)), escaped(names.name(*second)));
            format!("`{first}` and `{second}` are joined by two edges")
        }
        _ => error.to_string(),
    }
}
