//! Where graphs are drawn: the layout of the report, for pictures with matplotlib.

use crate::graph::Graph;
use contsid::graph::EdgeKind;
use contsid_report::comparison::{MarkedEdge, common_layout, marked_edges};
use contsid_report::layout::{GraphLayout, NODE_HEIGHT};
use pyo3::prelude::*;

/// The centre and the width of each box.
type Nodes = Vec<(f64, f64, f64)>;

/// What the edge is, whether it is directed, and the points of the cubic curves from one end to the other.
type Edges = Vec<(&'static str, bool, Vec<[f64; 2]>)>;

/// The width and height of a drawing of two graphs and the height of a box; the nodes; the edges of the truth, and
/// those of the learnt graph with those that it misses.
type Drawing = ((f64, f64, f64), Nodes, Edges, Edges);

/// How two graphs are drawn; none if they have too many edges for that.
#[pyfunction]
pub(crate) fn drawing(py: Python<'_>, truth: &Graph, learnt: &Graph) -> Option<Drawing> {
    let (truth, learnt) = (&truth.named, &learnt.named);
    let layout = py.detach(|| common_layout(truth.names(), truth.graph(), [learnt.graph()]))?;
    let nodes = layout.nodes.iter().map(|node| (node.x, node.y, node.width)).collect();
    let of_truth = edges(&layout, &marked_edges(truth.graph(), truth.graph()));
    let of_learnt = edges(&layout, &marked_edges(truth.graph(), learnt.graph()));
    Some(((layout.width, layout.height, NODE_HEIGHT), nodes, of_truth, of_learnt))
}

fn edges(layout: &GraphLayout, marked: &[MarkedEdge]) -> Edges {
    let edge = |MarkedEdge { edge, mark }: &MarkedEdge| {
        let curve = layout.curve(edge.from.index(), edge.to.index())?;
        Some((mark.words(), edge.kind == EdgeKind::Directed, curve))
    };
    marked.iter().filter_map(edge).collect()
}
