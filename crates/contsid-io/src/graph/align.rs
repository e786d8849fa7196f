//! Two graphs on the same nodes, matched by name.

use super::named::{NamedGraph, Naming};
use super::reading::GraphNote;
use crate::names::case_hint;
use crate::shown::listed;
use contsid::graph::{Edge, EdgeKind, MixedGraph, NodeId, NodeNames};
use std::collections::BTreeSet;
use thiserror::Error;

/// A graph whose nodes can be matched to those of others.
pub trait OnNodes: Clone {
    /// The graph on this many nodes, in which node `k` is `new[k]`; the other nodes have no edges.
    #[must_use]
    fn moved(&self, new: &[NodeId], count: usize) -> Self;
}

impl OnNodes for MixedGraph {
    fn moved(&self, new: &[NodeId], count: usize) -> Self {
        let node = |node: NodeId| new[node.index()];
        let edges = self.edges().map(|edge| Edge { from: node(edge.from), to: node(edge.to), kind: edge.kind });
        Self::from_edges(count, edges).expect("the edges of a graph, between the same nodes")
    }
}

/// Why two graphs are not about the same nodes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AlignError {
    /// Both name their nodes, and the names differ.
    #[error("{learnt} and {truth} do not have the same nodes: {}", differences(truth, learnt, missing, surplus))]
    Names {
        /// The file of the graph that sets the order.
        truth: String,
        /// The file of the other graph.
        learnt: String,
        /// The names that only the first graph has.
        missing: Vec<String>,
        /// The names that only the other graph has.
        surplus: Vec<String>,
        /// The number of names that both have.
        shared: usize,
    },
    /// One does not name its nodes, and their numbers differ.
    #[error(
        "{truth} has {truth_count} nodes and {learnt} has {learnt_count}; \
         without names in both files, nodes are matched by position and their numbers must agree"
    )]
    Counts {
        /// The file of the graph that sets the order.
        truth: String,
        /// Its number of nodes.
        truth_count: usize,
        /// The file of the other graph.
        learnt: String,
        /// Its number of nodes.
        learnt_count: usize,
    },
}

fn differences(truth: &str, learnt: &str, missing: &[String], surplus: &[String]) -> String {
    let only_in = |file: &str, names: &[String]| match names {
        [] => None,
        names => Some(format!("only {file} has {}", listed(names))),
    };
    let differences: Vec<String> = [only_in(truth, missing), only_in(learnt, surplus)].into_iter().flatten().collect();
    format!("{}{}", differences.join("; "), case_hint(missing, surplus))
}

/// The learnt graph with the nodes of the truth, in their order.
///
/// Nodes are matched by name if both files name them; otherwise by position, if there are equally many. If one of them
/// has names, a note says which node stands where.
///
/// # Errors
///
/// If the names or, without names, the numbers of nodes differ.
///
/// ```
/// use contsid_io::graph::{GraphFormat, GraphOptions, align, parse_graph};
///
/// let read = |text: &str, file| parse_graph(text.as_bytes(), GraphFormat::Edges, &GraphOptions::default(), file);
/// let (truth, learnt) = (read("A -> B", "truth.txt")?, read("B -> A", "learnt.txt")?);
/// assert_eq!(align(&truth, &learnt)?.names(), truth.names());
/// let error = align(&truth, &read("B -> C", "other.txt")?).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "other.txt and truth.txt do not have the same nodes: only truth.txt has `A`; only other.txt has `C`"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn align<T: OnNodes, G: OnNodes>(
    truth: &NamedGraph<T>,
    learnt: &NamedGraph<G>,
) -> Result<NamedGraph<G>, AlignError> {
    if truth.naming() == Naming::Given && learnt.naming() == Naming::Given {
        return align_by_name(truth, learnt);
    }
    let (truth_count, learnt_count) = (truth.names().len(), learnt.names().len());
    if truth_count != learnt_count {
        let (truth, learnt) = (truth.source_name().to_owned(), learnt.source_name().to_owned());
        return Err(AlignError::Counts { truth, truth_count, learnt, learnt_count });
    }
    let matched = learnt.on_nodes_of(truth, learnt.graph().clone());
    let named = if learnt.naming() == Naming::Given { learnt.names() } else { truth.names() };
    let note = || GraphNote::ByPosition { names: named.iter().map(str::to_owned).collect() };
    Ok(if truth.naming() == learnt.naming() { matched } else { matched.with_note(note()) })
}

fn align_by_name<T: OnNodes, G: OnNodes>(
    truth: &NamedGraph<T>,
    learnt: &NamedGraph<G>,
) -> Result<NamedGraph<G>, AlignError> {
    let target = truth.names().align(learnt.names()).map_err(|error| AlignError::Names {
        truth: truth.source_name().to_owned(),
        learnt: learnt.source_name().to_owned(),
        shared: truth.names().len() - error.missing.len(),
        missing: error.missing,
        surplus: error.surplus,
    })?;
    Ok(learnt.on_nodes_of(truth, learnt.graph().moved(&target, truth.names().len())))
}

/// A note if a graph on the nodes of the truth has only edges that are reversed there, and at least two of them.
///
/// ```
/// use contsid_io::graph::{GraphFormat, GraphOptions, parse_graph, suspicion};
///
/// let read = |text: &str| parse_graph(text.as_bytes(), GraphFormat::Edges, &GraphOptions::default(), "graph.txt");
/// let note = suspicion(&read("A -> B -> C -> D")?, &read("A <- B <- C <- D")?).unwrap();
/// assert_eq!(note.to_string(), "each of its 3 edges is reversed in the truth");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn suspicion(truth: &NamedGraph, learnt: &NamedGraph) -> Option<GraphNote> {
    /// One edge may well be reversed by chance.
    const FEWEST: usize = 2;
    let edges = learnt.graph().edge_count();
    let is_reversed =
        |edge: Edge| edge.kind == EdgeKind::Directed && truth.graph().parents(edge.from).contains(&edge.to);
    let is_matrix = learnt.reading().is_some_and(|reading| reading.edge_direction.is_some());
    (edges >= FEWEST && learnt.graph().edges().all(is_reversed)).then_some(GraphNote::Reversed { edges, is_matrix })
}

/// Adds to each graph the nodes that only others have, without edges; a note in each graph names them.
///
/// The nodes of the first graph come first; the others follow in the order in which they appear.
///
/// # Errors
///
/// If a graph does not name its nodes, and has fewer than all graphs together.
///
/// ```
/// use contsid_io::graph::{GraphFormat, GraphOptions, add_absent_nodes, parse_graph};
///
/// let read = |text: &str| parse_graph(text.as_bytes(), GraphFormat::Edges, &GraphOptions::default(), "graph.txt");
/// let mut graphs = [read("A -> B")?, read("C -> B")?];
/// add_absent_nodes(&mut graphs)?;
/// assert_eq!(graphs[0].names().iter().collect::<Vec<_>>(), ["A", "B", "C"]);
/// assert_eq!(graphs[1].notes()[0].to_string(), "absent nodes count as isolated: `A`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn add_absent_nodes<G: OnNodes>(graphs: &mut [NamedGraph<G>]) -> Result<(), AlignError> {
    let mut seen = BTreeSet::new();
    let named = graphs.iter().filter(|graph| graph.naming() == Naming::Given);
    let names = named.flat_map(|graph| graph.names().iter()).filter(|name| seen.insert(*name));
    let names = NodeNames::new(names).expect("names that are taken once each differ, and none is empty");
    let first_named = graphs.iter().find(|graph| graph.naming() == Naming::Given).map(NamedGraph::source_name);
    let first_named = first_named.unwrap_or_default().to_owned();
    for graph in graphs {
        let count = graph.names().len();
        if graph.naming() == Naming::Given && count < names.len() {
            *graph = with_absent_nodes(graph, &names);
        } else if !names.is_empty() && count != names.len() {
            let (learnt, truth_count) = (graph.source_name().to_owned(), names.len());
            return Err(AlignError::Counts { truth: first_named, truth_count, learnt, learnt_count: count });
        }
    }
    Ok(())
}

/// The graph on all these nodes, which include its own, with a note that names the others.
fn with_absent_nodes<G: OnNodes>(graph: &NamedGraph<G>, names: &NodeNames) -> NamedGraph<G> {
    let absent = names.iter().filter(|name| graph.names().node(name).is_none()).map(str::to_owned).collect();
    on_nodes(graph, names).with_note(GraphNote::AbsentNodes { names: absent })
}

/// The graph on all these nodes, which include its own; the others have no edges.
///
/// # Panics
///
/// If a node of the graph is not among them.
pub fn on_nodes<G: OnNodes>(graph: &NamedGraph<G>, names: &NodeNames) -> NamedGraph<G> {
    let node = |name| names.node(name).expect("the names include those of the graph");
    let new: Vec<NodeId> = graph.names().iter().map(node).collect();
    graph.with_names(names.clone(), graph.graph().moved(&new, names.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{GraphFormat, GraphOptions, parse_graph};

    fn read(text: &str, format: GraphFormat) -> NamedGraph {
        parse_graph(text.as_bytes(), format, &GraphOptions::default(), "graph").unwrap()
    }

    #[test]
    fn only_graphs_that_lack_nodes_are_changed() {
        let (whole, part) = (read("A -> B\nC", GraphFormat::Edges), read("C -> B", GraphFormat::Edges));
        let numbered = read("0,1,0\n0,0,0\n0,0,0\n", GraphFormat::Csv);
        let mut graphs = [whole.clone(), part, numbered];
        add_absent_nodes(&mut graphs).unwrap();
        let notes = graphs.each_ref().map(|graph| graph.notes().len());
        assert_eq!(notes, [0, 1, 0]);
        assert_eq!(graphs[1].names().iter().collect::<Vec<_>>(), ["A", "B", "C"]);
        assert_eq!(graphs[0].graph(), whole.graph());
    }

    #[test]
    fn numbered_nodes_cannot_be_absent() {
        let mut graphs = [read("A -> B\nC", GraphFormat::Edges), read("0,1\n0,0\n", GraphFormat::Csv)];
        let error = add_absent_nodes(&mut graphs).unwrap_err();
        assert!(matches!(error, AlignError::Counts { truth_count: 3, learnt_count: 2, .. }), "{error:?}");
    }
}
