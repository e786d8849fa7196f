//! Causal graphs of every kind that a file can hold.

use super::align::OnNodes;
use super::arrow::hidden_cause;
use super::named::{NamedGraph, NamedGraphError, Naming, check_names, dag_error_in_words};
use crate::shown::{escaped, listed};
use contsid::adjustment::EffectGraph;
use contsid::comparison::Undirected;
use contsid::distance::ClaimTruth;
use contsid::graph::{
    Cpdag, Dag, DagError, Edge, EdgeMarks, LatentDag, Mag, Mark, MarkedGraph, MixedGraph, NodeId, NodeNames, NodeSet,
    Pag,
};
use thiserror::Error;

/// A causal graph of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CausalGraph {
    /// Directed and undirected edges between nodes that are all observed.
    Plain(MixedGraph),
    /// A mark at each end of an edge: the graph of a class (PAG) if there are circles, otherwise an ancestral graph
    /// (MAG).
    Marked(MarkedGraph),
    /// A directed acyclic graph of which some nodes are hidden; only the others have names.
    Latent(LatentDag),
}

impl CausalGraph {
    /// The graph of edges between observed nodes: plain if each is directed or undirected.
    pub(super) fn of_edges(node_count: usize, edges: &[EdgeMarks]) -> Self {
        if edges.iter().any(|edge| hidden_cause(edge.marks).is_some()) {
            return Self::of_marks(node_count, edges);
        }
        let plain = edges.iter().map(|edge| match (edge.ends, edge.marks) {
            ([a, b], [Mark::Tail, Mark::Arrow]) => Edge::directed(a, b),
            ([a, b], [Mark::Arrow, _]) => Edge::directed(b, a),
            ([a, b], _) => Edge::undirected(a, b),
        });
        Self::Plain(MixedGraph::from_edges(node_count, plain).expect(CHECKED))
    }

    /// The graph of marks, whatever they are.
    pub(super) fn of_marks(node_count: usize, edges: &[EdgeMarks]) -> Self {
        Self::Marked(MarkedGraph::from_edges(node_count, edges.iter().copied()).expect(CHECKED))
    }

    /// The graph of directed edges, in which `<->` is a hidden common cause, and some nodes are hidden.
    ///
    /// # Errors
    ///
    /// If another edge is not directed, or the directed ones make a cycle.
    pub(super) fn with_hidden(node_count: usize, edges: &[EdgeMarks], hidden: &[NodeId]) -> Result<Self, DagError> {
        let mut directed = Vec::new();
        let (mut causes, mut next) = (Vec::new(), node_count);
        for edge in edges {
            let [a, b] = edge.ends;
            match edge.marks {
                [Mark::Tail, Mark::Arrow] => directed.push((a, b)),
                [Mark::Arrow, Mark::Tail] => directed.push((b, a)),
                [Mark::Arrow, Mark::Arrow] => {
                    let cause = NodeId::new(next);
                    directed.extend([(cause, a), (cause, b)]);
                    causes.push(cause);
                    next += 1;
                }
                _ => return Err(DagError::Undirected { edge: Edge::undirected(a, b) }),
            }
        }
        let dag = Dag::from_edges(next, directed)?;
        Ok(Self::Latent(LatentDag::new(&dag, &NodeSet::of(next, hidden.iter().copied().chain(causes)))))
    }

    /// The number of undirected edges of a plain graph.
    pub(super) fn undirected_count(&self) -> usize {
        if let Self::Plain(graph) = self { graph.undirected_count() } else { 0 }
    }

    /// The graph, if it is known to be plain.
    pub(super) fn into_plain(self) -> MixedGraph {
        match self {
            Self::Plain(graph) => graph,
            _ => unreachable!("what is not plain was refused"),
        }
    }

    /// The number of observed nodes.
    pub fn node_count(&self) -> usize {
        match self {
            Self::Plain(graph) => graph.node_count(),
            Self::Marked(graph) => graph.node_count(),
            Self::Latent(graph) => graph.observed_count(),
        }
    }

    /// The number of edges, those of hidden nodes among them.
    pub fn edge_count(&self) -> usize {
        match self {
            Self::Plain(graph) => graph.edge_count(),
            Self::Marked(graph) => graph.edge_count(),
            Self::Latent(graph) => graph.dag().edge_count(),
        }
    }

    /// The graph as one of the kinds that say something about effects.
    ///
    /// # Errors
    ///
    /// If it is not a directed acyclic graph, a completed graph of a class, an ancestral graph or the graph of a class
    /// of these; the message has the names of the nodes.
    fn checked(&self, names: &NodeNames) -> Result<CheckedGraph, String> {
        let name = |node| escaped(names.name(node)).into_owned();
        match self {
            Self::Latent(graph) => Ok(CheckedGraph::Latent(graph.clone())),
            Self::Marked(graph) if has_circle(graph) => {
                Pag::try_from(graph.clone()).map(CheckedGraph::Pag).map_err(|error| error.in_words(name))
            }
            Self::Marked(graph) => {
                Mag::try_from(graph.clone()).map(CheckedGraph::Mag).map_err(|error| error.in_words(name))
            }
            Self::Plain(graph) if graph.undirected_count() == 0 => match Dag::try_from(graph.clone()) {
                Ok(dag) => Ok(CheckedGraph::Dag(dag)),
                Err(error) => Err(dag_error_in_words(names, &error)),
            },
            Self::Plain(graph) => match Cpdag::try_from(graph.clone()) {
                Ok(cpdag) => Ok(CheckedGraph::Cpdag(cpdag)),
                Err(_) => Err("its undirected edges are not those of a completed graph (CPDAG)".to_owned()),
            },
        }
    }
}

impl OnNodes for CausalGraph {
    fn moved(&self, new: &[NodeId], count: usize) -> Self {
        match self {
            Self::Plain(graph) => Self::Plain(graph.moved(new, count)),
            Self::Marked(graph) => {
                let node = |end: NodeId| new[end.index()];
                let edges = graph.edges().map(|edge| EdgeMarks { ends: edge.ends.map(node), ..edge });
                Self::Marked(MarkedGraph::from_edges(count, edges).expect(CHECKED))
            }
            Self::Latent(graph) => {
                let all = count + graph.dag().node_count() - graph.observed_count();
                let hidden: Vec<NodeId> = NodeId::all(all).skip(count).collect();
                let new: Vec<NodeId> = new.iter().chain(&hidden).copied().collect();
                let wider = graph.dag().as_ref().moved(&new, all);
                let dag = Dag::try_from(wider).expect("more nodes close no cycle");
                Self::Latent(LatentDag::new(&dag, &NodeSet::of(all, hidden)))
            }
        }
    }
}

/// A graph of a kind that says something about effects.
enum CheckedGraph {
    Dag(Dag),
    Cpdag(Cpdag),
    Latent(LatentDag),
    Mag(Mag),
    Pag(Pag),
}

impl CheckedGraph {
    fn effects(&self) -> EffectGraph {
        match self {
            Self::Dag(graph) => graph.into(),
            Self::Cpdag(graph) => graph.into(),
            Self::Latent(graph) => graph.into(),
            Self::Mag(graph) => graph.into(),
            Self::Pag(graph) => graph.into(),
        }
    }

    fn mag(&self) -> Mag {
        match self {
            Self::Dag(graph) => graph.into(),
            Self::Cpdag(graph) => Pag::from(graph).member().clone(),
            Self::Latent(graph) => graph.mag(),
            Self::Mag(graph) => graph.clone(),
            Self::Pag(graph) => graph.member().clone(),
        }
    }

    fn pag(&self) -> Pag {
        match self {
            Self::Cpdag(graph) => graph.into(),
            Self::Pag(graph) => graph.clone(),
            _ => Pag::of(&self.mag()),
        }
    }

    fn truth(&self) -> ClaimTruth {
        match self {
            Self::Dag(graph) => graph.into(),
            Self::Cpdag(graph) => graph.into(),
            Self::Latent(graph) => graph.into(),
            Self::Mag(graph) => graph.into(),
            Self::Pag(graph) => graph.into(),
        }
    }
}

const CHECKED: &str = "edges join known, distinct nodes, and those between the same two are merged";

fn has_circle(graph: &MarkedGraph) -> bool {
    graph.edges().any(|edge| edge.marks.contains(&Mark::Circle))
}

/// Why nodes of a graph cannot be hidden, or it says nothing about effects.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct HiddenError(String);

/// The same graph, as one of any kind.
impl From<NamedGraph> for NamedGraph<CausalGraph> {
    fn from(graph: NamedGraph) -> Self {
        graph.map(CausalGraph::Plain)
    }
}

impl NamedGraph<CausalGraph> {
    /// A graph with names for its observed nodes if a file gave them, otherwise without names.
    pub(super) fn of_any(
        source_name: &str,
        names: Option<NodeNames>,
        graph: CausalGraph,
    ) -> Result<Self, NamedGraphError> {
        let naming = Naming::of(names.as_ref());
        let names = names.unwrap_or_else(|| NodeNames::numbered(graph.node_count()));
        check_names(&names, graph.node_count())?;
        Ok(Self::made(source_name, names, naming, graph))
    }

    /// The same graph with these names.
    ///
    /// # Errors
    ///
    /// If there are more or fewer names than observed nodes, or a name begins or ends with white space.
    pub fn renamed(&self, names: NodeNames) -> Result<Self, NamedGraphError> {
        Self::of_any(self.source_name(), Some(names), self.graph().clone())
    }

    /// The graph, if it has neither marks nor hidden nodes.
    pub fn as_plain(&self) -> Option<NamedGraph> {
        match self.graph() {
            CausalGraph::Plain(graph) => Some(self.clone().map(|_| graph.clone())),
            _ => None,
        }
    }

    /// The observed nodes without edges.
    pub fn nodes_alone(&self) -> NamedGraph {
        let count = self.graph().node_count();
        self.clone().map(|_| MixedGraph::from_edges(count, []).expect("no edges"))
    }

    /// The graph with undirected edges left out, or directed in one way; the same graph for bounds.
    ///
    /// # Errors
    ///
    /// If no directed acyclic graph extends it; the message names the file and the nodes.
    pub fn directed_by(&self, undirected: Undirected) -> Result<Self, HiddenError> {
        match self.graph() {
            CausalGraph::Plain(graph) if undirected != Undirected::Bounds => {
                let class = undirected.class_of(graph).map_err(|error| {
                    HiddenError(format!("{}: {}", self.source_name(), error.in_words(self.names())))
                })?;
                let dag = class.extension().clone();
                Ok(self.with_names(self.names().clone(), CausalGraph::Plain(dag.into())))
            }
            _ => Ok(self.clone()),
        }
    }

    /// The truth that claims are held against.
    ///
    /// # Errors
    ///
    /// As [`effects`](Self::effects).
    pub fn claim_truth(&self) -> Result<ClaimTruth, HiddenError> {
        Ok(self.checked()?.truth())
    }

    /// What the graph says about effects.
    ///
    /// # Errors
    ///
    /// If its marks or edges contradict each other; the message names the file and the nodes.
    pub fn effects(&self) -> Result<EffectGraph, HiddenError> {
        Ok(self.checked()?.effects())
    }

    /// The maximal ancestral graph of its observed nodes; one member of a class.
    ///
    /// # Errors
    ///
    /// As [`effects`](Self::effects).
    pub fn to_mag(&self) -> Result<Self, HiddenError> {
        let marks = self.checked()?.mag().as_ref().clone();
        Ok(self.with_names(self.names().clone(), CausalGraph::Marked(marks)))
    }

    /// The graph of the class of the maximal ancestral graph of its observed nodes.
    ///
    /// # Errors
    ///
    /// As [`effects`](Self::effects).
    pub fn to_pag(&self) -> Result<Self, HiddenError> {
        let marks = self.checked()?.pag().as_ref().clone();
        Ok(self.with_names(self.names().clone(), CausalGraph::Marked(marks)))
    }

    fn checked(&self) -> Result<CheckedGraph, HiddenError> {
        let in_file = |words: String| HiddenError(format!("{}: {words}", self.source_name()));
        self.graph().checked(self.names()).map_err(in_file)
    }

    /// The graph with these nodes hidden too.
    ///
    /// # Errors
    ///
    /// If there is no such node, none is left, or the graph is not directed.
    pub fn hiding(&self, latents: &[String]) -> Result<Self, HiddenError> {
        let in_file = |words: String| HiddenError(format!("{}: {words}", self.source_name()));
        if latents.is_empty() {
            return Ok(self.clone());
        }
        let hidden = self.names().find_all(latents).map_err(|error| in_file(error.to_string()))?;
        let observed = NodeId::all(self.names().len()).filter(|&node| !hidden.contains(node));
        let kept: Vec<&str> = observed.map(|node| self.names().name(node)).collect();
        if kept.is_empty() {
            return Err(in_file("every node is hidden".to_owned()));
        }
        let latent = match self.graph() {
            CausalGraph::Plain(graph) => {
                let dag = Dag::try_from(graph.clone());
                let dag = dag.map_err(|error| in_file(dag_error_in_words(self.names(), &error)))?;
                LatentDag::new(&dag, &hidden)
            }
            CausalGraph::Latent(graph) => {
                let all = graph.dag().node_count();
                let before = NodeId::all(all).skip(graph.observed_count());
                LatentDag::new(graph.dag(), &NodeSet::of(all, hidden.iter().chain(before)))
            }
            CausalGraph::Marked(_) => {
                let words =
                    "the marks of the graph stand for hidden causes already, so none of its nodes can be hidden";
                return Err(in_file(format!("{}: {words}", listed(latents))));
            }
        };
        let names = NodeNames::new(kept).expect("some of the names, which differ");
        Ok(self.with_names(names, CausalGraph::Latent(latent)))
    }
}
