//! Small random graphs, and rows of linear models on them.

use contsid::comparison::Undirected;
use contsid::data::{Column, Table};
use contsid::graph::{Edge, EdgeKind, MixedGraph, NodeId, NodeNames};
use rand::{Rng, RngExt};

pub const NODES: usize = 4;

pub fn dag(rng: &mut impl Rng) -> MixedGraph {
    let mut edges = Vec::new();
    for to in 1..NODES {
        for from in 0..to {
            if rng.random_bool(0.5) {
                edges.push(Edge::directed(NodeId::new(from), NodeId::new(to)));
            }
        }
    }
    MixedGraph::from_edges(NODES, edges).unwrap()
}

/// Graphs near the truth and far from it, classes, and copies of each other.
pub fn learnt_graphs(count: usize, rng: &mut impl Rng) -> Vec<MixedGraph> {
    let mut graphs: Vec<MixedGraph> = Vec::new();
    while graphs.len() < count {
        if !graphs.is_empty() && rng.random_bool(0.15) {
            graphs.push(graphs[rng.random_range(0..graphs.len())].clone());
            continue;
        }
        let directed = dag(rng);
        let is_open: Vec<bool> = directed.edges().map(|_| rng.random_bool(0.25)).collect();
        let edge = |(edge, is_open): (Edge, bool)| match (edge.kind, is_open) {
            (EdgeKind::Directed, true) => Edge::undirected(edge.from, edge.to),
            _ => edge,
        };
        let graph = MixedGraph::from_edges(NODES, directed.edges().zip(is_open).map(edge)).unwrap();
        if Undirected::default().class_of(&graph).is_ok() {
            graphs.push(graph);
        }
    }
    graphs
}

/// Rows of a linear model on a graph, in which one node may be set.
pub fn rows(graph: &MixedGraph, count: usize, set: Option<usize>, rng: &mut impl Rng) -> Table {
    let mut columns = vec![Vec::new(); NODES];
    for _ in 0..count {
        let mut row = [0.0; NODES];
        for node in 0..NODES {
            let noise: f64 = (0..4).map(|_| rng.random_range(-1.0..1.0)).sum();
            let parents = graph.edges().filter(|edge| edge.to.index() == node);
            row[node] = noise + parents.map(|edge| 1.2 * row[edge.from.index()]).sum::<f64>();
            if set == Some(node) {
                row[node] = rng.random_range(-2.0..2.0);
            }
        }
        columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    Table::new(NodeNames::numbered(NODES), columns.into_iter().map(Column::numbers).collect()).unwrap()
}

pub fn names(count: usize) -> Vec<String> {
    (0..count).map(|graph| format!("g{graph:02}")).collect()
}
