//! One layered drawing for several graphs on the same nodes.
//!
//! After Sugiyama, Tagawa & Toda (1981), with the truth first: its edges make the layers, and other edges add some in
//! drawings of many nodes only (`ranks`); the order within layers avoids crossings, those of true edges first
//! (`order`); long edges get a stop in each layer that they pass (`layers`) and run straight where they can
//! (`coordinates`). Edges leave and enter a box
//! side by side (`routes`). Parts that do not hang together are drawn apart, and nodes without edges stand in rows
//! below them (`packing`). Nothing is random: the same graphs give the same drawing.

mod coordinates;
mod layers;
mod order;
mod packing;
mod ranks;
mod routes;
mod settle;
mod simplex;

use layers::Layered;
use ranks::Union;

/// The height of a node's box.
pub const NODE_HEIGHT: f64 = 26.0;

/// Drawings of more nodes than this have room for short names only.
const FEW_NODES: usize = 15;

/// The most characters of a name in its box: drawings of few nodes have room for more.
pub(crate) const fn longest_name(node_count: usize) -> usize {
    if node_count <= FEW_NODES { 22 } else { 12 }
}

/// The distance of two layers.
const LAYER_DISTANCE: f64 = 76.0;

/// By these factors at least and at most layers are moved apart to fill a frame.
const LEAST_STRETCH: f64 = 0.75;
const MOST_STRETCH: f64 = 2.4;

/// What a true edge weighs, where another one weighs [`OTHER_WEIGHT`].
const TRUE_WEIGHT: u32 = 2;

/// What an edge weighs that is in learnt graphs only.
const OTHER_WEIGHT: u32 = 1;

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
    /// The upper end, or one of two ends in the same layer.
    pub from: usize,
    /// The lower end.
    pub to: usize,
    /// The points between the two, from top to bottom, that the edge passes.
    pub stops: Vec<[f64; 2]>,
    /// Cubic curves from the border of one box to that of the other: a point, and then for each piece two handles and
    /// the point where it ends. The first and the last piece are vertical at their ends.
    pub curve: Vec<[f64; 2]>,
}

/// A drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphLayout {
    /// The width of the whole.
    pub width: f64,
    /// The height of the whole.
    pub height: f64,
    /// The nodes.
    pub nodes: Vec<PlacedNode>,
    /// One route for each two nodes that are joined in any graph.
    pub routes: Vec<Route>,
}

impl GraphLayout {
    /// The curve from one node to another; none if no graph joins them.
    pub fn curve(&self, from: usize, to: usize) -> Option<Vec<[f64; 2]>> {
        let joins = |route: &&Route| [(from, to), (to, from)].contains(&(route.from, route.to));
        let route = self.routes.iter().find(joins)?;
        let mut points = route.curve.clone();
        if route.from != from {
            points.reverse();
        }
        Some(points)
    }
}

/// Draws nodes of these widths; edges that come earlier are more likely to point down.
///
/// ```
/// use contsid_report::layout::layered;
///
/// let drawing = layered(&[40.0, 40.0, 40.0], &[(0, 1), (1, 2), (2, 0)]);
/// assert!(drawing.nodes[0].y < drawing.nodes[1].y && drawing.nodes[1].y < drawing.nodes[2].y);
/// assert_eq!(drawing.routes[2].stops.len(), 1); // the edge of 0 and 2 passes the layer of 1
/// ```
pub fn layered(widths: &[f64], edges: &[(usize, usize)]) -> GraphLayout {
    layered_by_truth(widths, edges, &[])
}

/// Draws the truth and, in its layers, the edges of other graphs. The truth decides where edges conflict.
///
/// ```
/// use contsid_report::layout::layered_by_truth;
///
/// let drawing = layered_by_truth(&[40.0; 4], &[(0, 1), (2, 3)], &[(1, 3), (3, 0)]);
/// assert_eq!(drawing.nodes[1].y, drawing.nodes[3].y); // 1 → 3 adds no layer
/// ```
pub fn layered_by_truth(widths: &[f64], truth: &[(usize, usize)], others: &[(usize, usize)]) -> GraphLayout {
    Arrangement::new(widths, truth, others).drawing(LAYER_DISTANCE)
}

/// The same, but the layers have the distance that makes the drawing about `ratio` times as wide as it is high, as far
/// as that is not too near and not too far.
///
/// ```
/// use contsid_report::layout::{layered_by_truth, layered_to_fit};
///
/// let star: Vec<_> = (1..20).map(|node| (0, node)).collect();
/// let (plain, fitted) = (layered_by_truth(&[40.0; 20], &star, &[]), layered_to_fit(&[40.0; 20], &star, &[], 1.3));
/// assert_eq!(plain.width, fitted.width);
/// assert!(fitted.height > 1.5 * plain.height);
/// ```
pub fn layered_to_fit(widths: &[f64], truth: &[(usize, usize)], others: &[(usize, usize)], ratio: f64) -> GraphLayout {
    let arrangement = Arrangement::new(widths, truth, others);
    let GraphLayout { width, height, .. } = arrangement.drawing(LAYER_DISTANCE);
    let stretch = if height > 0.0 { width / (ratio * height) } else { 1.0 };
    arrangement.drawing(LAYER_DISTANCE * stretch.clamp(LEAST_STRETCH, MOST_STRETCH))
}

/// The order and the horizontal positions of all nodes.
struct Arrangement<'a> {
    widths: &'a [f64],
    parts: Vec<ArrangedPart>,
    /// Nodes without edges.
    alone: Vec<usize>,
}

/// Nodes that hang together.
struct ArrangedPart {
    nodes: Vec<usize>,
    widths: Vec<f64>,
    layered: Layered,
    xs: Vec<f64>,
}

impl<'a> Arrangement<'a> {
    fn new(widths: &'a [f64], truth: &[(usize, usize)], others: &[(usize, usize)]) -> Self {
        let union = Union::new(widths.len(), truth, others);
        let (alone, together): (Vec<_>, Vec<_>) = union.components().into_iter().partition(|nodes| nodes.len() == 1);
        let part = |nodes: Vec<usize>| {
            let widths: Vec<f64> = nodes.iter().map(|&node| widths[node]).collect();
            ArrangedPart::new(widths, &union.part(&nodes), nodes)
        };
        Self { widths, parts: together.into_iter().map(part).collect(), alone: alone.concat() }
    }

    fn drawing(&self, layer_distance: f64) -> GraphLayout {
        let part = |part: &ArrangedPart| packing::DrawnPart {
            drawing: part.drawing(layer_distance),
            nodes: part.nodes.clone(),
        };
        packing::packed(self.widths, self.parts.iter().map(part).collect(), &self.alone)
    }
}

impl ArrangedPart {
    fn new(widths: Vec<f64>, union: &Union, nodes: Vec<usize>) -> Self {
        let mut layered = Layered::new(&widths, union);
        order::reduce_crossings(&mut layered);
        let mut xs = coordinates::positions(&layered);
        settle::settle(&layered, &mut xs);
        Self { nodes, widths, layered, xs }
    }

    /// Begins at the origin.
    fn drawing(&self, layer_distance: f64) -> GraphLayout {
        let (xs, items) = (&self.xs, &self.layered.items);
        let half = |item: usize| items[item].width / 2.0;
        let left = (0..xs.len()).map(|item| xs[item] - half(item)).fold(f64::MAX, f64::min);
        let right = (0..xs.len()).map(|item| xs[item] + half(item)).fold(f64::MIN, f64::max);
        let y = |item: usize| NODE_HEIGHT / 2.0 + items[item].layer as f64 * layer_distance;
        let points: Vec<[f64; 2]> = (0..xs.len()).map(|item| [xs[item] - left, y(item)]).collect();
        let node = |(&[x, y], &width): (&[f64; 2], &f64)| PlacedNode { x, y, width };
        GraphLayout {
            width: right - left,
            height: NODE_HEIGHT + self.layered.layers.len().saturating_sub(1) as f64 * layer_distance,
            nodes: points.iter().zip(&self.widths).map(node).collect(),
            routes: routes::routes(&self.layered, &points, layer_distance),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::collections::BTreeSet;

    type Edges = Vec<(usize, usize)>;

    /// Widths, a truth whose edges follow the numbers of the nodes, and any other edges.
    fn random(rng: &mut ChaCha8Rng) -> (Vec<f64>, Edges, Edges) {
        let nodes = rng.random_range(1..40);
        let widths = (0..nodes).map(|_| rng.random_range(30.0..110.0)).collect();
        let pairs = || (0..nodes).flat_map(|from| (from + 1..nodes).map(move |to| (from, to)));
        let (dense, loose) = (rng.random_range(0.0..0.2), rng.random_range(0.0..0.1));
        let truth = pairs().filter(|_| rng.random_bool(dense)).collect();
        let others = pairs().filter(|_| rng.random_bool(loose)).map(|(from, to)| (to, from)).collect();
        (widths, truth, others)
    }

    fn check_boxes(drawing: &GraphLayout) {
        for (number, a) in drawing.nodes.iter().enumerate() {
            assert!(a.x - a.width / 2.0 >= 0.0 && a.x + a.width / 2.0 <= drawing.width, "{a:?} {}", drawing.width);
            assert!(a.y >= NODE_HEIGHT / 2.0 && a.y + NODE_HEIGHT / 2.0 <= drawing.height);
            for b in &drawing.nodes[..number] {
                let apart = (a.x - b.x).abs() >= f64::midpoint(a.width, b.width) + 1.0;
                assert!(apart || (a.y - b.y).abs() >= NODE_HEIGHT + 1.0, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn boxes_do_not_overlap_and_true_edges_point_down() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        for _ in 0..60 {
            let (widths, truth, others) = random(&mut rng);
            let drawing = layered_by_truth(&widths, &truth, &others);
            check_boxes(&drawing);
            assert!(truth.iter().all(|&(from, to)| drawing.nodes[from].y < drawing.nodes[to].y));
            let joined: BTreeSet<(usize, usize)> =
                truth.iter().chain(&others).map(|&(a, b)| (a.min(b), a.max(b))).collect();
            let routed: BTreeSet<(usize, usize)> =
                drawing.routes.iter().map(|route| (route.from.min(route.to), route.from.max(route.to))).collect();
            assert_eq!((routed, drawing.routes.len()), (joined.clone(), joined.len()));
            assert_eq!(drawing, layered_by_truth(&widths, &truth, &others), "the same graphs give the same drawing");
        }
    }

    #[test]
    fn routes_join_the_borders_of_their_boxes_each_at_a_point_of_its_own() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for _ in 0..60 {
            let (widths, truth, others) = random(&mut rng);
            let drawing = layered_by_truth(&widths, &truth, &others);
            let mut ports = BTreeSet::new();
            for route in &drawing.routes {
                let ends = [(route.from, route.curve[0]), (route.to, route.curve[route.curve.len() - 1])];
                for (node, [x, y]) in ends {
                    let node = drawing.nodes[node];
                    assert!(
                        (x - node.x).abs() <= node.width / 2.0 && ((y - node.y).abs() - NODE_HEIGHT / 2.0).abs() < 1e-9
                    );
                    assert!(ports.insert([x.to_bits(), y.to_bits()]), "two edges end at one point: {route:?}");
                }
                assert_eq!(route.curve.len() % 3, 1);
                let level = drawing.nodes[route.from].y == drawing.nodes[route.to].y;
                assert!(level || route.stops.windows(2).all(|two| two[0][1] < two[1][1]));
            }
        }
    }

    #[test]
    fn curves_begin_where_edges_do() {
        let drawing = layered(&[40.0; 3], &[(0, 1), (1, 2)]);
        let (down, mut up) = (drawing.curve(0, 1).unwrap(), drawing.curve(1, 0).unwrap());
        up.reverse();
        assert_eq!(down, up);
        assert!(down[0][1] < down[down.len() - 1][1] && drawing.curve(0, 2).is_none());
    }

    #[test]
    fn graphs_without_edges_are_rows() {
        let drawing = layered(&[40.0; 9], &[]);
        check_boxes(&drawing);
        let rows: BTreeSet<u64> = drawing.nodes.iter().map(|node| node.y.to_bits()).collect();
        assert!(rows.len() < 4, "{drawing:?}");
        assert!(layered(&[], &[]).nodes.is_empty());
    }

    #[test]
    fn nodes_without_edges_stand_below_the_others() {
        let drawing = layered(&[40.0; 5], &[(1, 2), (3, 4)]);
        assert!(drawing.nodes[1..].iter().all(|node| node.y < drawing.nodes[0].y));
        assert_eq!(drawing.nodes[1].y, drawing.nodes[3].y, "two parts stand beside each other");
    }
}
