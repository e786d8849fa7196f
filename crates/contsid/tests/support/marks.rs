//! Graphs with marks, in the forms of the core and of the oracle.

use contsid::graph::{Dag, EdgeMarks, LatentDag, Mark, MarkedGraph, NodeId, NodeSet};
use contsid_oracle::marks::Marks;
use rand::Rng;

const MARKS: [(char, Mark); 3] = [('-', Mark::Tail), ('>', Mark::Arrow), ('o', Mark::Circle)];

fn mark_of(letter: char) -> Mark {
    MARKS.iter().find(|(known, _)| *known == letter).expect("a known mark").1
}

/// The oracle's graph as the core takes it.
pub fn checked_marks(marks: &Marks) -> MarkedGraph {
    let pairs = (0..marks.len()).flat_map(|a| (0..a).map(move |b| (a, b))).filter(|&(a, b)| marks[a][b] != ' ');
    let edge =
        |(a, b): (usize, usize)| EdgeMarks::new([a, b].map(NodeId::new), [mark_of(marks[b][a]), mark_of(marks[a][b])]);
    MarkedGraph::from_edges(marks.len(), pairs.map(edge)).expect("each pair is joined once")
}

/// The graph as the oracle takes it.
pub fn literal_marks(graph: &MarkedGraph) -> Marks {
    let mut marks = vec![vec![' '; graph.node_count()]; graph.node_count()];
    for node in graph.nodes() {
        for link in graph.links(node) {
            let known = MARKS.iter().find(|(_, mark)| *mark == link.far).expect("all marks are known");
            marks[node.index()][link.node.index()] = known.0;
        }
    }
    marks
}

/// A random graph with its last nodes hidden.
pub fn random_latent(observed: usize, hidden: usize, probability: f64, rng: &mut impl Rng) -> LatentDag {
    let dag: Dag = super::random_dag(observed + hidden, probability, rng);
    LatentDag::new(&dag, &NodeSet::of(observed + hidden, NodeId::all(observed + hidden).skip(observed)))
}

/// Ordered pairs of different nodes.
pub fn ordered_pairs(nodes: usize) -> impl Iterator<Item = (NodeId, NodeId)> {
    NodeId::all(nodes).flat_map(move |a| NodeId::all(nodes).filter(move |&b| a != b).map(move |b| (a, b)))
}

/// A set as the core takes it.
pub fn node_set(nodes: usize, members: &[usize]) -> NodeSet {
    NodeSet::of(nodes, members.iter().map(|&node| NodeId::new(node)))
}
