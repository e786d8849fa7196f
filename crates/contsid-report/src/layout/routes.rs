//! How edges run: from a port of one box through the stops to a port of the other.

use super::layers::Layered;
use super::{NODE_HEIGHT, Route};

/// The distance of two ports that leaves room for two arrowheads, where a box is wide enough.
const PORT_DISTANCE: f64 = 11.0;

/// The part of a box's width on each side that has no ports.
const CORNER: f64 = 5.0;

/// How far an edge may move sideways for each unit down where it passes a stop.
const STEEPEST: f64 = 0.5;

/// An end of a chain at a box.
#[derive(Clone, Copy)]
struct End {
    chain: usize,
    /// Whether it is the chain's last item.
    is_last: bool,
    /// Where the edge goes from here.
    towards: f64,
}

/// A route for each chain; `points` are the centres of the items, in layers of this distance.
pub(super) fn routes(drawing: &Layered, points: &[[f64; 2]], layer_distance: f64) -> Vec<Route> {
    let ports = ports(drawing, points);
    let route = |(chain, ends): (&Vec<usize>, &[[f64; 2]; 2])| {
        let (from, to) = (chain[0], chain[chain.len() - 1]);
        let level = drawing.items[from].layer == drawing.items[to].layer;
        let stops: Vec<[f64; 2]> = chain[1..chain.len() - 1].iter().map(|&item| points[item]).collect();
        if level {
            let below = drawing.items[chain[1]].layer > drawing.items[from].layer;
            let deepest = 1.1 * (layer_distance - NODE_HEIGHT);
            let curve = arc(*ends, if below { deepest } else { -deepest });
            return Route { from, to, stops: vec![summit(&curve)], curve };
        }
        let passed = [&[ends[0]], &stops[..], &[ends[1]]].concat();
        Route { from, to, stops, curve: curve(&passed) }
    };
    drawing.chains.iter().zip(&ports).map(route).collect()
}

/// The two ends of each chain, side by side along the border of each box, in the order of where the edges go.
fn ports(drawing: &Layered, points: &[[f64; 2]]) -> Vec<[[f64; 2]; 2]> {
    let mut sides: Vec<[Vec<End>; 2]> = vec![[Vec::new(), Vec::new()]; drawing.items.len()];
    for (number, chain) in drawing.chains.iter().enumerate() {
        let last = chain.len() - 1;
        for (at, next, is_last) in [(chain[0], chain[1], false), (chain[last], chain[last - 1], true)] {
            let below = drawing.items[next].layer > drawing.items[at].layer;
            sides[at][usize::from(below)].push(End { chain: number, is_last, towards: points[next][0] });
        }
    }
    let mut ports = vec![[[0.0; 2]; 2]; drawing.chains.len()];
    for (item, sides) in sides.iter_mut().enumerate() {
        let [x, y] = points[item];
        for (ends, border) in sides.iter_mut().zip([y - NODE_HEIGHT / 2.0, y + NODE_HEIGHT / 2.0]) {
            ends.sort_by(|a, b| a.towards.total_cmp(&b.towards).then(a.chain.cmp(&b.chain)));
            let gaps = ends.len().saturating_sub(1).max(1) as f64;
            let step = PORT_DISTANCE.min((drawing.items[item].width - 2.0 * CORNER).max(1.0) / gaps);
            let first = x - step * ends.len().saturating_sub(1) as f64 / 2.0;
            for (index, end) in ends.iter().enumerate() {
                ports[end.chain][usize::from(end.is_last)] = [first + step * index as f64, border];
            }
        }
    }
    ports
}

/// Smooth curves through points from top to bottom, vertical at both ends. Beside a stop there are boxes: an edge
/// passes it in a straight line, and goes sideways between the layers only.
fn curve(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let slope = |a: [f64; 2], b: [f64; 2]| (b[0] - a[0]) / (b[1] - a[1]);
    let half = NODE_HEIGHT / 2.0;
    let mut curve = vec![points[0]];
    let mut leaving = 0.0;
    for three in points.windows(3) {
        let (before, after) = (slope(three[0], three[1]), slope(three[1], three[2]));
        let harmonic = if before * after > 0.0 { 2.0 / (1.0 / before + 1.0 / after) } else { 0.0 };
        let (steep, [x, y]) = (harmonic.clamp(-STEEPEST, STEEPEST), three[1]);
        add_piece(&mut curve, [x - steep * half, y - half], [leaving, steep]);
        add_piece(&mut curve, [x + steep * half, y + half], [steep, steep]);
        leaving = steep;
    }
    add_piece(&mut curve, points[points.len() - 1], [leaving, 0.0]);
    curve
}

/// Continues a curve to a point that lies below its end, with these slopes at the two ends.
fn add_piece(curve: &mut Vec<[f64; 2]>, to: [f64; 2], slopes: [f64; 2]) {
    let from = curve[curve.len() - 1];
    let reach = 0.45 * (to[1] - from[1]);
    curve.push([from[0] + slopes[0] * reach, from[1] + reach]);
    curve.push([to[0] - slopes[1] * reach, to[1] - reach]);
    curve.push(to);
}

/// An arc below (positive) or above two boxes of one layer, the deeper the farther they are apart, up to `deepest`.
fn arc([start, end]: [[f64; 2]; 2], deepest: f64) -> Vec<[f64; 2]> {
    let depth = (18.0 + 0.12 * (end[0] - start[0]).abs()).min(deepest.abs());
    let handle = |[x, y]: [f64; 2]| [x, y + depth.copysign(deepest)];
    vec![start, handle(start), handle(end), end]
}

/// The middle of a curve of one piece.
fn summit(curve: &[[f64; 2]]) -> [f64; 2] {
    std::array::from_fn(|axis| (curve[0][axis] + 3.0 * (curve[1][axis] + curve[2][axis]) + curve[3][axis]) / 8.0)
}
