//! One layered drawing for several graphs on the same nodes.
//!
//! After Sugiyama, Tagawa & Toda (1981): the union of the edges is made acyclic (an edge that would close a cycle is
//! turned for the drawing), nodes go to layers by longest paths, edges over several layers get a stop in each, the order
//! within layers is improved by barycentres, and coordinates are those nearest to the neighbours' mean that keep the
//! order and the distances. Nothing is random: the same graphs give the same drawing.

mod coordinates;
mod layers;
mod order;

use layers::Layered;

/// The height of a node's box.
pub const NODE_HEIGHT: f64 = 26.0;

/// The distance of two layers.
const LAYER_DISTANCE: f64 = 76.0;

/// So many times the order within layers is adapted to the positions.
const ROUNDS: usize = 12;

/// A crossing is as bad as a line that goes so far sideways.
const CROSSING: f64 = 30.0;

/// The space around the drawing.
const MARGIN: f64 = 10.0;

/// Where a node is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedNode {
    /// The centre.
    pub x: f64,
    /// The centre.
    pub y: f64,
    /// The width of its box.
    pub width: f64,
}

/// How the edge between two nodes runs, whatever its direction is in a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// The upper end.
    pub from: usize,
    /// The lower end.
    pub to: usize,
    /// The points between the two, from top to bottom.
    pub stops: Vec<[f64; 2]>,
}

/// A drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The width of the whole.
    pub width: f64,
    /// The height of the whole.
    pub height: f64,
    /// The nodes.
    pub nodes: Vec<PlacedNode>,
    /// One route for each two nodes that are joined in any graph.
    pub routes: Vec<Route>,
}

/// Draws nodes of these widths; edges that come earlier are more likely to point down.
///
/// ```
/// use contsid_report::layout::layered;
///
/// let drawing = layered(&[40.0, 40.0, 40.0], &[(0, 1), (1, 2), (2, 0)]);
/// assert!(drawing.nodes[0].y < drawing.nodes[1].y && drawing.nodes[1].y < drawing.nodes[2].y);
/// assert_eq!(drawing.routes[1].stops.len(), 1); // the edge of 0 and 2 passes the layer of 1
/// ```
pub fn layered(widths: &[f64], edges: &[(usize, usize)]) -> Layout {
    let mut drawing = Layered::new(widths, edges);
    order::reduce_crossings(&mut drawing);
    let xs = settled(&mut drawing);
    let half = |item: usize| drawing.items[item].width / 2.0;
    let left = (0..xs.len()).map(|item| xs[item] - half(item)).fold(f64::MAX, f64::min);
    let xs: Vec<f64> = xs.into_iter().map(|x| x + MARGIN - left).collect();
    let right = (0..xs.len()).map(|item| xs[item] + half(item)).fold(0.0, f64::max);
    let y = |item: usize| MARGIN + NODE_HEIGHT / 2.0 + drawing.items[item].layer as f64 * LAYER_DISTANCE;
    let place = |node: usize| PlacedNode { x: xs[node], y: y(node), width: widths[node] };
    let route = |chain: &Vec<usize>| Route {
        from: chain[0],
        to: chain[chain.len() - 1],
        stops: chain[1..chain.len() - 1].iter().map(|&item| [xs[item], y(item)]).collect(),
    };
    Layout {
        width: right + MARGIN,
        height: 2.0 * MARGIN + NODE_HEIGHT + drawing.layers.len().saturating_sub(1) as f64 * LAYER_DISTANCE,
        nodes: (0..widths.len()).map(place).collect(),
        routes: drawing.chains.iter().map(route).collect(),
    }
}

/// Positions, and an order that follows them: where an item's neighbours pull it past another, the two change places. The
/// drawing with the shortest and least crossing lines is kept.
fn settled(drawing: &mut Layered) -> Vec<f64> {
    let mut xs = coordinates::positions(drawing);
    let mut best = (effort(drawing, &xs), drawing.layers.clone(), xs.clone());
    for _ in 0..ROUNDS {
        order::follow_positions(drawing, &xs);
        xs = coordinates::positions(drawing);
        let found = effort(drawing, &xs);
        if found < best.0 {
            best = (found, drawing.layers.clone(), xs.clone());
        }
    }
    drawing.layers = best.1;
    best.2
}

/// What it takes the eye to follow all lines.
fn effort(drawing: &Layered, xs: &[f64]) -> f64 {
    let lines = drawing.chains.iter().flat_map(|chain| chain.windows(2));
    let sideways: f64 = lines.map(|two| (xs[two[0]] - xs[two[1]]).abs()).sum();
    sideways + CROSSING * order::crossings(drawing) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edges of a graph of many layers that depend on a formula only.
    fn edges(nodes: usize) -> Vec<(usize, usize)> {
        let pairs = (0..nodes).flat_map(|from| (from + 1..nodes).map(move |to| (from, to)));
        pairs.filter(|(from, to)| (from * 7 + to * 13) % 11 == 0).collect()
    }

    #[test]
    fn boxes_do_not_overlap_and_edges_point_down() {
        let widths: Vec<f64> = (0..40).map(|node| 40.0 + f64::from(node % 5) * 12.0).collect();
        let (edges, drawing) = (edges(40), layered(&widths, &edges(40)));
        assert_eq!(drawing.routes.len(), edges.len());
        for (from, to) in edges {
            assert!(drawing.nodes[from].y < drawing.nodes[to].y);
        }
        for (place, a) in drawing.nodes.iter().enumerate() {
            assert!(a.x - a.width / 2.0 >= 0.0 && a.x + a.width / 2.0 <= drawing.width && a.y < drawing.height);
            for b in &drawing.nodes[..place] {
                assert!(a.y != b.y || (a.x - b.x).abs() >= f64::midpoint(a.width, b.width), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn sorting_removes_crossings() {
        let widths = [40.0; 6];
        let edges = [(0, 5), (1, 4), (2, 3)];
        let mut drawing = Layered::new(&widths, &edges);
        assert_eq!(order::crossings(&drawing), 3);
        order::reduce_crossings(&mut drawing);
        assert_eq!(order::crossings(&drawing), 0);
    }

    #[test]
    fn graphs_without_edges_are_drawn() {
        assert_eq!(layered(&[40.0; 9], &[]).nodes.len(), 9);
        assert!(layered(&[], &[]).nodes.is_empty());
    }
}
