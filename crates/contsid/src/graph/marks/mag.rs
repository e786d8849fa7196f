//! Maximal ancestral graphs.

use super::latent::canonical;
use super::{EdgeMarks, LatentDag, Mark, MarkError, MarkedGraph, MarkedLink};
use crate::graph::{Dag, NodeId};

/// A maximal ancestral graph without undirected edges, checked when it is built.
///
/// Ancestral: the directed edges make no cycle, and no node is an ancestor of one it is joined with by `<->`. Maximal:
/// some set separates any two nodes that are not joined.
///
/// Reference: Richardson & Spirtes (2002), *Ancestral graph Markov models*, Definitions 3.1 and 3.7.
///
/// ```
/// use contsid::graph::{EdgeMarks, Mag, Mark, MarkError, MarkedGraph, NodeId};
///
/// // a → b, but a <-> b through c: an ancestor cannot be confounded by `<->`.
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let out = [Mark::Tail, Mark::Arrow];
/// let edges = [EdgeMarks::new([a, b], out), EdgeMarks::new([b, c], out), EdgeMarks::new([a, c], [Mark::Arrow; 2])];
/// let refused = Mag::try_from(MarkedGraph::from_edges(3, edges)?).unwrap_err();
/// assert_eq!(refused.to_string(), "1 <-> 3 contradicts that 1 is an ancestor of 3");
/// # Ok::<(), contsid::graph::MixedGraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mag {
    graph: MarkedGraph,
    canonical: LatentDag,
}

impl Mag {
    pub(super) fn of(latent: &LatentDag) -> Self {
        let mut edges = Vec::new();
        let ancestors: Vec<_> = NodeId::all(latent.observed_count()).map(|node| latent.dag().ancestors(node)).collect();
        let mark =
            |at: NodeId, other: NodeId| if ancestors[other.index()].contains(at) { Mark::Tail } else { Mark::Arrow };
        for (a, joined) in NodeId::all(latent.observed_count()).zip(latent.inseparable()) {
            let later = joined.iter().filter(|&b| a < b);
            edges.extend(later.map(|b| EdgeMarks::new([a, b], [mark(a, b), mark(b, a)])));
        }
        let graph = MarkedGraph::from_edges(latent.observed_count(), edges).expect("each pair is joined once");
        Self { canonical: canonical(&graph).expect("ancestors make no cycle"), graph }
    }

    /// A directed acyclic graph with the same separations and ancestors, in which each `<->` is a hidden common cause.
    pub fn canonical_dag(&self) -> &LatentDag {
        &self.canonical
    }
}

impl AsRef<MarkedGraph> for Mag {
    fn as_ref(&self) -> &MarkedGraph {
        &self.graph
    }
}

impl From<&Dag> for Mag {
    fn from(dag: &Dag) -> Self {
        Self { graph: dag.as_ref().into(), canonical: dag.clone().into() }
    }
}

impl TryFrom<MarkedGraph> for Mag {
    type Error = MarkError;

    fn try_from(graph: MarkedGraph) -> Result<Self, MarkError> {
        for node in graph.nodes() {
            for &MarkedLink { node: other, near, far } in graph.links(node) {
                if near == Mark::Circle {
                    return Err(MarkError::Circle { edge: [node, other] });
                }
                if (near, far) == (Mark::Tail, Mark::Tail) {
                    return Err(MarkError::Selection { edge: [node, other] });
                }
            }
        }
        let canonical = canonical(&graph).map_err(|cycle| MarkError::Cycle { cycle })?;
        check_ancestral(&graph, canonical.dag())?;
        for (a, joined) in graph.nodes().zip(canonical.inseparable()) {
            if let Some(b) = joined.iter().find(|&b| !graph.is_adjacent(a, b)) {
                return Err(MarkError::NotMaximal { pair: [a, b] });
            }
        }
        Ok(Self { graph, canonical })
    }
}

/// Refuses `<->` between a node and its ancestor.
fn check_ancestral(graph: &MarkedGraph, dag: &Dag) -> Result<(), MarkError> {
    for node in graph.nodes() {
        let mut confounded =
            graph.links(node).iter().filter(|link| (link.near, link.far) == (Mark::Arrow, Mark::Arrow));
        let descendants = dag.descendants(node);
        if let Some(link) = confounded.find(|link| descendants.contains(link.node)) {
            return Err(MarkError::AlmostCycle { ancestor: node, descendant: link.node });
        }
    }
    Ok(())
}
