//! A graph in the layout that all graphs share.

use super::{
    Anchor, BLUE, Drawing, GREEN, INK, ORANGE, PURPLE, Pen, SOFT, VERMILLION, WHITE, curves, disc, enlarged, polygon,
    rectangle, shortened, text_width,
};
use crate::comparison::{EdgeMark, MarkedEdge};
use crate::layout::{GraphLayout, NODE_HEIGHT, longest_name};
use contsid::graph::{Edge, EdgeKind, Mark, NodeId, NodeNames};

/// The radius of a circle at the end of an edge.
const CIRCLE: f64 = 3.5;

/// An edge with the marks at its ends, and what becomes of it.
#[derive(Clone, Copy)]
pub(super) struct PlotEdge {
    pub(super) ends: [NodeId; 2],
    pub(super) marks: [Mark; 2],
    pub(super) mark: EdgeMark,
}

impl From<MarkedEdge> for PlotEdge {
    fn from(MarkedEdge { edge, mark }: MarkedEdge) -> Self {
        Self { ends: [edge.from, edge.to], marks: marks_of(edge), mark }
    }
}

/// The marks at the ends of an edge.
pub(super) fn marks_of(edge: Edge) -> [Mark; 2] {
    [Mark::Tail, if edge.kind == EdgeKind::Directed { Mark::Arrow } else { Mark::Tail }]
}

fn pen(mark: EdgeMark) -> Pen {
    match mark {
        EdgeMark::Right => Pen::new(SOFT, 1.5),
        EdgeMark::Missing => Pen::new(VERMILLION, 2.2).dashed(&[2.0, 5.0]),
        EdgeMark::Extra => Pen::new(PURPLE, 2.2).dashed(&[8.0, 4.0]),
        EdgeMark::Reversed | EdgeMark::Remarked => Pen::new(ORANGE, 2.2).dashed(&[11.0, 4.0, 2.0, 4.0]),
        EdgeMark::Undirected => Pen::new(GREEN, 3.0),
        EdgeMark::Directed => Pen::new(BLUE, 2.2).dashed(&[14.0, 3.0]),
    }
}

/// A graph in the common layout, with a legend of the marks that it has.
pub(super) fn graph_drawing(layout: &GraphLayout, names: &NodeNames, title: &str, edges: &[PlotEdge]) -> Drawing {
    let larger = enlarged(layout.width);
    let (top, legend) = (30.0 * larger, 26.0 * larger);
    let kinds = EdgeMark::ALL.into_iter().chain([EdgeMark::Remarked]);
    let used: Vec<_> = kinds.filter(|mark| edges.iter().any(|edge| edge.mark == *mark)).collect();
    let rows = used.len().div_ceil(2);
    let mut drawing = Drawing::new(
        layout.width.max(380.0).max(text_width(title, 14.0 * larger) + 20.0),
        top + layout.height + legend * rows as f64,
    );
    drawing.text([10.0, 20.0 * larger], 14.0 * larger, Anchor::Start, INK, title);
    for edge in edges {
        draw_edge(&mut drawing, layout, edge.ends, edge.marks, pen(edge.mark), top);
    }
    draw_nodes(&mut drawing, layout, names, top);
    for (index, mark) in used.into_iter().enumerate() {
        let (across, down) = (180.0 * larger * (index % 2) as f64, legend * (index / 2) as f64);
        let at = [12.0 + across, top + layout.height + 14.0 * larger + down];
        drawing.line(at, [at[0] + 40.0 * larger, at[1]], pen(mark));
        let count = edges.iter().filter(|edge| edge.mark == mark).count();
        let (words, at) = (format!("{} ({count})", mark.words()), [at[0] + 48.0 * larger, at[1] + 4.0 * larger]);
        drawing.text(at, 11.0 * larger, Anchor::Start, SOFT, &words);
    }
    drawing
}

/// The boxes of all nodes with their names.
pub(super) fn draw_nodes(drawing: &mut Drawing, layout: &GraphLayout, names: &NodeNames, top: f64) {
    let longest = longest_name(names.len());
    for (node, name) in layout.nodes.iter().zip(names.iter()) {
        let corner = [node.x - node.width / 2.0, top + node.y - NODE_HEIGHT / 2.0];
        drawing.framed(&rectangle(corner, node.width, NODE_HEIGHT), Some(WHITE), Pen::new(SOFT, 1.2));
        drawing.text([node.x, top + node.y + 4.5], 12.5, Anchor::Middle, INK, &shortened(name, longest));
    }
}

/// The curve of an edge, and the marks at its ends.
pub(super) fn draw_edge(
    drawing: &mut Drawing,
    layout: &GraphLayout,
    ends: [NodeId; 2],
    marks: [Mark; 2],
    pen: Pen,
    top: f64,
) {
    let Some(curve) = layout.curve(ends[0].index(), ends[1].index()) else { return };
    let mut points: Vec<[f64; 2]> = curve.into_iter().map(|[x, y]| [x, top + y]).collect();
    let last = points.len() - 1;
    for (point, (node, end)) in [0, last].into_iter().zip(ends.into_iter().zip(marks)) {
        let tip = points[point];
        // Curves end vertically: above a box they point down.
        let down = if tip[1] < top + layout.nodes[node.index()].y { 1.0 } else { -1.0 };
        match end {
            Mark::Tail => {}
            Mark::Arrow => {
                points[point][1] -= down * 8.0;
                drawing.fill(&arrowhead(tip, down), pen.colour);
            }
            Mark::Circle => {
                points[point][1] -= down * 2.0 * CIRCLE;
                let circle = disc([tip[0], tip[1] - down * CIRCLE], CIRCLE);
                drawing.framed(&circle, Some(WHITE), Pen::new(pen.colour, 1.5));
            }
        }
    }
    drawing.stroke(&curves(&points), pen);
}

/// A head that points down (1) or up (−1).
fn arrowhead([x, y]: [f64; 2], down: f64) -> String {
    let back = y - down * 10.0;
    polygon(&[[x, y], [x - 4.5, back], [x + 4.5, back]])
}
