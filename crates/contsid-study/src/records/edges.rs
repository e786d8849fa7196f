//! A learnt graph in a cell of the records: `1>2 3-4` for 1 → 2 and 3 — 4, nodes counted from 1 by their columns.

use contsid::graph::{Edge, EdgeKind, MixedGraph, NodeId};

/// The edges of a graph as text.
pub(crate) fn edges_text(graph: &MixedGraph) -> String {
    let written = |Edge { from, to, kind }: Edge| {
        let sign = if kind == EdgeKind::Directed { '>' } else { '-' };
        format!("{}{sign}{}", from.index() + 1, to.index() + 1)
    };
    graph.edges().map(written).collect::<Vec<_>>().join(" ")
}

/// The graph that a text describes; none if it describes none.
pub(crate) fn graph_of(text: &str, nodes: usize) -> Option<MixedGraph> {
    let edges = text.split_whitespace().map(|edge| {
        let (a, b) = edge.split_once(['>', '-'])?;
        let node = |text: &str| text.parse::<usize>().ok()?.checked_sub(1).filter(|&node| node < nodes);
        let (a, b) = (NodeId::new(node(a)?), NodeId::new(node(b)?));
        Some(if edge.contains('>') { Edge::directed(a, b) } else { Edge::undirected(a, b) })
    });
    MixedGraph::from_edges(nodes, edges.collect::<Option<Vec<_>>>()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_survives_its_cell() {
        let [a, b, c] = [0, 1, 2].map(NodeId::new);
        let graph = MixedGraph::from_edges(3, [Edge::directed(c, a), Edge::undirected(b, c)]).unwrap();
        assert_eq!(graph_of(&edges_text(&graph), 3), Some(graph));
        assert_eq!(graph_of("3>1", 3).map(|graph| graph.has_directed(c, a)), Some(true));
        for text in ["1>4", "0>1", "1", "1>2 2>1", "a-b"] {
            assert_eq!(graph_of(text, 3), None, "{text}");
        }
    }
}
