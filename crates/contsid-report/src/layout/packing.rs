//! Drawings of parts beside each other, and rows of nodes without edges.

use super::{GraphLayout, NODE_HEIGHT, PlacedNode, Route};

/// The space around the drawing.
const MARGIN: f64 = 10.0;

/// The distance between two parts.
const PART_GAP: f64 = 36.0;

/// The distance between nodes without edges.
const ROW_GAP: f64 = 16.0;

/// How many times as wide as high a drawing of several parts is, roughly.
const ASPECT: f64 = 1.6;

/// A drawing of some of the nodes.
pub(super) struct DrawnPart {
    pub(super) drawing: GraphLayout,
    pub(super) nodes: Vec<usize>,
}

/// All parts in rows, the highest first, and then the nodes without edges.
pub(super) fn packed(widths: &[f64], mut parts: Vec<DrawnPart>, alone: &[usize]) -> GraphLayout {
    parts.sort_by(|a, b| b.drawing.height.total_cmp(&a.drawing.height).then(a.nodes[0].cmp(&b.nodes[0])));
    let mut whole = GraphLayout {
        width: 2.0 * MARGIN,
        height: MARGIN,
        nodes: widths.iter().map(|&width| PlacedNode { x: 0.0, y: 0.0, width }).collect(),
        routes: Vec::new(),
    };
    let sizes = parts.iter().map(|part| [part.drawing.width, part.drawing.height]).collect::<Vec<_>>();
    let corners = shelves(&sizes, PART_GAP);
    for (part, [x, y]) in parts.iter().zip(&corners) {
        whole.add(part, [MARGIN + x, MARGIN + y]);
    }
    let gap = if parts.is_empty() { 0.0 } else { PART_GAP };
    whole.add_rows(alone, gap);
    whole.height += MARGIN;
    whole
}

impl GraphLayout {
    fn add(&mut self, part: &DrawnPart, [left, top]: [f64; 2]) {
        let moved = |[x, y]: [f64; 2]| [left + x, top + y];
        for (&node, placed) in part.nodes.iter().zip(&part.drawing.nodes) {
            let [x, y] = moved([placed.x, placed.y]);
            self.nodes[node] = PlacedNode { x, y, ..*placed };
        }
        let route = |route: &Route| Route {
            from: part.nodes[route.from],
            to: part.nodes[route.to],
            stops: route.stops.iter().copied().map(moved).collect(),
            curve: route.curve.iter().copied().map(moved).collect(),
        };
        self.routes.extend(part.drawing.routes.iter().map(route));
        self.include([left + part.drawing.width, top + part.drawing.height]);
    }

    /// Puts nodes without edges below everything else, in rows that are no wider.
    fn add_rows(&mut self, nodes: &[usize], gap: f64) {
        if nodes.is_empty() {
            return;
        }
        let sizes: Vec<[f64; 2]> = nodes.iter().map(|&node| [self.nodes[node].width, NODE_HEIGHT]).collect();
        let room = (self.width - 2.0 * MARGIN).max(wanted_width(&sizes, ROW_GAP));
        let top = self.height + gap;
        for (&node, [x, y]) in nodes.iter().zip(in_rows(&sizes, ROW_GAP, room)) {
            let width = self.nodes[node].width;
            self.nodes[node] = PlacedNode { x: MARGIN + x + width / 2.0, y: top + y + NODE_HEIGHT / 2.0, width };
            self.include([MARGIN + x + width, top + y + NODE_HEIGHT]);
        }
    }

    fn include(&mut self, [right, bottom]: [f64; 2]) {
        self.width = self.width.max(right + MARGIN);
        self.height = self.height.max(bottom);
    }
}

/// The corners of boxes in rows that together look wide rather than high.
fn shelves(sizes: &[[f64; 2]], gap: f64) -> Vec<[f64; 2]> {
    in_rows(sizes, gap, wanted_width(sizes, gap))
}

/// The width of rows that give the boxes together the wanted aspect, but at least that of the widest.
fn wanted_width(sizes: &[[f64; 2]], gap: f64) -> f64 {
    let area: f64 = sizes.iter().map(|[width, height]| (width + gap) * (height + gap)).sum();
    sizes.iter().map(|size| size[0]).fold((ASPECT * area).sqrt(), f64::max)
}

fn in_rows(sizes: &[[f64; 2]], gap: f64, room: f64) -> Vec<[f64; 2]> {
    let (mut corner, mut row_height, mut corners) = ([0.0, 0.0], 0.0_f64, Vec::new());
    for &[width, height] in sizes {
        if corner[0] > 0.0 && corner[0] + width > room {
            corner = [0.0, corner[1] + row_height + gap];
            row_height = 0.0;
        }
        corners.push(corner);
        corner[0] += width + gap;
        row_height = row_height.max(height);
    }
    corners
}
