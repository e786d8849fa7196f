//! The plots of a comparison: each graph, its matrix, the densities of its worst pair, and the worth of its repairs.

use super::densities::densities;
use super::{
    Anchor, BLUE, Drawing, GREEN, INK, LINE, ORANGE, PURPLE, Pen, Plot, SOFT, Step, VERMILLION, WHITE, file_name,
    shortened,
};
use crate::colour::shade;
use crate::comparison::{
    ComparisonReport, EdgeMark, LearntGraph, MarkedEdge, ReportError, common_layout, marked_edges,
};
use crate::layout::{Layout, NODE_HEIGHT, Route};
use crate::number::short;
use contsid::comparison::{ComparisonOptions, EdgeChange, Repair, repairs};
use contsid::distance::Selection;
use contsid::execution::Execution;
use contsid::graph::{EdgeKind, NodeId, NodeNames};

impl ComparisonReport<'_> {
    /// The plots for a paper: `truth`, and for each learnt graph `graph-1-NAME` (2 for the second one and so on),
    /// `matrix-1-NAME`, `repairs-1-NAME`, and with data `densities-1-NAME` of the pair with the largest distance that is
    /// estimated. Graphs with too many edges are not drawn.
    ///
    /// # Errors
    ///
    /// If a graph cannot be compared, or the work is stopped.
    pub fn plots(&self, execution: &Execution<'_>) -> Result<Vec<Plot>, ReportError> {
        let mut plots = Vec::new();
        let layout = common_layout(self.names, self.truth.graph, self.learnt.iter().map(|learnt| learnt.graph.graph));
        if let Some(layout) = &layout {
            let edges = marked_edges(self.truth.graph, self.truth.graph);
            plots.push(Plot { name: "truth".to_owned(), drawing: graph(layout, self.names, self.truth.name, &edges) });
        }
        for (place, (learnt, worst)) in self.learnt.iter().zip(self.worst_pairs()?).enumerate() {
            let name = format!("{}-{}", place + 1, file_name(learnt.graph.name));
            if let Some(layout) = &layout {
                let edges = marked_edges(self.truth.graph, learnt.graph.graph);
                let drawing = graph(layout, self.names, learnt.graph.name, &edges);
                plots.push(Plot { name: format!("graph-{name}"), drawing });
            }
            plots.push(Plot { name: format!("matrix-{name}"), drawing: matrix(learnt, self.names, self.options) });
            if let Some(pair) = worst {
                let drawing = densities(&pair, self.names, learnt.graph.name);
                plots.push(Plot { name: format!("densities-{name}"), drawing });
            }
            let prepared = self.data.map(|data| data.prepared);
            let found = repairs(self.truth.graph, learnt.graph.graph, self.options, prepared, execution)?;
            plots.push(Plot { name: format!("repairs-{name}"), drawing: repair_bars(learnt, &found, self.names) });
        }
        Ok(plots)
    }
}

fn pen(mark: EdgeMark) -> Pen {
    match mark {
        EdgeMark::Right => Pen::new(SOFT, 1.5),
        EdgeMark::Missing => Pen::new(VERMILLION, 2.2).dashed(&[2.0, 5.0]),
        EdgeMark::Extra => Pen::new(PURPLE, 2.2).dashed(&[8.0, 4.0]),
        EdgeMark::Reversed => Pen::new(ORANGE, 2.2).dashed(&[11.0, 4.0, 2.0, 4.0]),
        EdgeMark::Undirected => Pen::new(GREEN, 3.0),
        EdgeMark::Directed => Pen::new(BLUE, 2.2).dashed(&[14.0, 3.0]),
    }
}

/// A graph in the common layout, with a legend of the marks that it has.
fn graph(layout: &Layout, names: &NodeNames, title: &str, edges: &[MarkedEdge]) -> Drawing {
    let (top, legend) = (30.0, 26.0);
    let used: Vec<_> = EdgeMark::ALL.into_iter().filter(|mark| edges.iter().any(|edge| edge.mark == *mark)).collect();
    let rows = used.len().div_ceil(2);
    let mut drawing = Drawing::new(layout.width.max(380.0), top + layout.height + legend * rows as f64);
    drawing.text([10.0, 20.0], 14.0, Anchor::Start, INK, title);
    for edge in edges {
        draw_edge(&mut drawing, layout, *edge, top);
    }
    for (node, name) in layout.nodes.iter().zip(names.iter()) {
        let corner = [node.x - node.width / 2.0, top + node.y - NODE_HEIGHT / 2.0];
        drawing.framed(corner, node.width, NODE_HEIGHT, Some(WHITE), Pen::new(SOFT, 1.2));
        drawing.text([node.x, top + node.y + 4.5], 12.5, Anchor::Middle, INK, &shortened(name, 12));
    }
    for (place, mark) in used.into_iter().enumerate() {
        let at = [12.0 + 180.0 * (place % 2) as f64, top + layout.height + 14.0 + legend * (place / 2) as f64];
        drawing.line(at, [at[0] + 40.0, at[1]], pen(mark));
        let count = edges.iter().filter(|edge| edge.mark == mark).count();
        drawing.text([at[0] + 48.0, at[1] + 4.0], 11.0, Anchor::Start, SOFT, &format!("{} ({count})", mark.words()));
    }
    drawing
}

/// The curve of the edge, and a head at its end.
fn draw_edge(drawing: &mut Drawing, layout: &Layout, MarkedEdge { edge, mark }: MarkedEdge, top: f64) {
    let (from, to) = (edge.from.index(), edge.to.index());
    let joins = |route: &&Route| [(from, to), (to, from)].contains(&(route.from, route.to));
    let Some(route) = layout.routes.iter().find(joins) else { return };
    let mut points: Vec<[f64; 2]> = route.curve.iter().map(|[x, y]| [*x, top + y]).collect();
    if route.from != from {
        points.reverse();
    }
    let last = points.len() - 1;
    let tip = points[last];
    // Curves end vertically: above a box they point down.
    let down = if tip[1] < top + layout.nodes[to].y { 1.0 } else { -1.0 };
    if edge.kind == EdgeKind::Directed {
        points[last][1] -= down * 8.0;
        drawing.fill(arrowhead(tip, down), pen(mark).colour);
    }
    let mut steps = vec![Step::Move(points[0][0], points[0][1])];
    steps.extend(points[1..].chunks_exact(3).map(|piece| Step::Cubic(piece[0], piece[1], piece[2])));
    drawing.stroke(steps, pen(mark));
}

/// A head that points down (1) or up (−1).
fn arrowhead([x, y]: [f64; 2], down: f64) -> Vec<Step> {
    let back = y - down * 10.0;
    vec![Step::Move(x, y), Step::Line(x - 4.5, back), Step::Line(x + 4.5, back), Step::Close]
}

/// d(i, j), or without data the pairs that SID counts as wrong; pairs that are not looked at stay blank.
fn matrix(learnt: &LearntGraph<'_>, names: &NodeNames, options: &ComparisonOptions) -> Drawing {
    let (count, comparison) = (names.len(), learnt.comparison);
    let cell = if count <= 12 {
        40.0
    } else if count <= 26 {
        26.0
    } else {
        13.0
    };
    let (left, top) = (92.0, 110.0);
    let side = cell * count as f64;
    let mut drawing = Drawing::new((left + side + 14.0).max(320.0), top + side + 44.0);
    let value = |i: NodeId, j: NodeId| match &comparison.contsid {
        Some(score) => score.upper_row(i)[j.index()],
        None => f64::from(u8::from(comparison.sid.ever_wrong[i.index()].contains(j))),
    };
    let all = Selection::all(count);
    let selection = options.selection.as_ref().unwrap_or(&all);
    let pairs = || {
        let every = NodeId::all(count).flat_map(|i| NodeId::all(count).map(move |j| (i, j)));
        every.filter(|&(i, j)| selection.contains(i, j))
    };
    let most = pairs().map(|(i, j)| value(i, j)).fold(0.0, f64::max);
    drawing.text([10.0, 20.0], 14.0, Anchor::Start, INK, learnt.graph.name);
    for (place, name) in names.iter().enumerate() {
        let middle = cell * (place as f64 + 0.5);
        let size = if cell < 20.0 { 9.0 } else { 11.0 };
        drawing.text([left - 6.0, top + middle + 4.0], size, Anchor::End, INK, &shortened(name, 12));
        drawing.upright_text([left + middle + 4.0, top - 6.0], size, Anchor::Start, INK, &shortened(name, 12));
    }
    for (i, j) in pairs() {
        let corner = [left + cell * j.index() as f64, top + cell * i.index() as f64];
        let share = if most > 0.0 { value(i, j) / most } else { 0.0 };
        drawing.area(corner, cell - 1.0, cell - 1.0, shade(share));
        let label = comparison.contsid.as_ref().and_then(|score| score.case(i, j)).map_or("", |case| case.label());
        if cell > 20.0 && value(i, j) > 0.0 {
            let at = [corner[0] + cell / 2.0 - 0.5, corner[1] + cell / 2.0 + 3.5];
            drawing.text(at, 10.0, Anchor::Middle, if share > 0.55 { WHITE } else { INK }, label);
        }
    }
    let below = [left, top + side + 16.0];
    if most > 0.0 {
        draw_ramp(&mut drawing, below, most);
    } else {
        drawing.text([left, below[1] + 9.0], 11.0, Anchor::Start, SOFT, "no effect differs");
    }
    drawing
}

fn draw_ramp(drawing: &mut Drawing, [x, y]: [f64; 2], most: f64) {
    for place in 0..60 {
        drawing.area([x + 2.0 * f64::from(place), y], 2.2, 10.0, shade(f64::from(place) / 59.0));
    }
    drawing.text([x - 6.0, y + 9.0], 11.0, Anchor::End, SOFT, "0");
    drawing.text([x + 128.0, y + 9.0], 11.0, Anchor::Start, SOFT, &short(most));
}

/// By how much each repair makes the distance fall.
fn repair_bars(learnt: &LearntGraph<'_>, found: &[Repair], names: &NodeNames) -> Drawing {
    let (row, left, width) = (22.0, 210.0, 300.0);
    let before = learnt.comparison.contsid.as_ref().map(contsid::comparison::ContSidScore::upper);
    let fall = |repair: &Repair| {
        let after = repair.outcome.as_ref().ok()?;
        Some(match (before, after.contsid) {
            (Some(before), Some(after)) => before - after.upper,
            _ => learnt.comparison.sid.upper as f64 - after.sid.upper as f64,
        })
    };
    let legal: Vec<(&Repair, f64)> = found.iter().filter_map(|repair| Some((repair, fall(repair)?))).collect();
    let most = legal.iter().map(|(_, fall)| fall.abs()).fold(1e-12, f64::max);
    let mut drawing = Drawing::new(left + width + 80.0, 50.0 + row * legal.len().max(1) as f64);
    let measure = if before.is_some() { "contSID" } else { "SID" };
    let title = format!("{}: fall of {measure} when one edge is fixed", shortened(learnt.graph.name, 30));
    drawing.text([10.0, 20.0], 13.0, Anchor::Start, INK, &title);
    if legal.is_empty() {
        let words = if found.is_empty() { "all edges are right" } else { "no edge can be fixed alone" };
        drawing.text([10.0, 46.0], 11.0, Anchor::Start, SOFT, words);
    }
    drawing.line([left, 34.0], [left, 38.0 + row * legal.len() as f64], Pen::new(LINE, 1.0));
    for (place, (repair, fall)) in legal.into_iter().enumerate() {
        let y = 38.0 + row * place as f64;
        let length = width * fall.abs() / most;
        drawing.text([left - 8.0, y + 14.0], 11.0, Anchor::End, INK, &repair_name(repair, names));
        drawing.area([left, y + 3.0], length.max(0.5), row - 8.0, if fall < 0.0 { VERMILLION } else { BLUE });
        drawing.text([left + length + 6.0, y + 14.0], 11.0, Anchor::Start, SOFT, &short(fall));
    }
    drawing
}

fn repair_name(repair: &Repair, names: &NodeNames) -> String {
    let change = match repair.change {
        EdgeChange::Add => "add",
        EdgeChange::Remove => "remove",
        EdgeChange::Reverse => "reverse to",
        EdgeChange::Direct => "direct as",
        EdgeChange::Undirect => "leave open",
    };
    let arrow = if repair.edge.kind == EdgeKind::Directed { "→" } else { "—" };
    let [from, to] = [repair.edge.from, repair.edge.to].map(|node| shortened(names.name(node), 10));
    format!("{change} {from} {arrow} {to}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::ShownGraph;
    use crate::plot::Colour;
    use contsid::comparison::compare;
    use contsid::graph::{Edge, MixedGraph, NodeSet};

    /// The colours of a matrix of three nodes without data.
    fn colours(learnt: &[Edge], selection: Option<Selection>) -> Vec<Colour> {
        let [a, b, c] = [0, 1, 2].map(NodeId::new);
        let truth = MixedGraph::from_edges(3, [Edge::directed(a, b), Edge::directed(b, c)]).unwrap();
        let graph = MixedGraph::from_edges(3, learnt.iter().copied()).unwrap();
        let options = ComparisonOptions { selection, ..ComparisonOptions::default() };
        let comparison = &compare(&truth, &graph, None, &options, &Execution::default()).unwrap();
        let learnt = LearntGraph { graph: ShownGraph { name: "learnt", graph: &graph }, comparison };
        let shapes = matrix(&learnt, &NodeNames::numbered(3), &options).shapes;
        shapes.iter().filter_map(|shape| shape.fill).filter(|&colour| colour != INK && colour != SOFT).collect()
    }

    #[test]
    fn pairs_that_are_not_looked_at_stay_blank() {
        let middle = Selection::all(3).with_treatments(NodeSet::of(3, [NodeId::new(1)]));
        // Beside the cells there are 60 steps of the scale.
        assert_eq!(colours(&[], None).len(), 6 + 60);
        assert_eq!(colours(&[], Some(middle)).len(), 2 + 60);
    }

    #[test]
    fn equal_graphs_have_no_scale() {
        let [a, b, c] = [0, 1, 2].map(NodeId::new);
        let colours = colours(&[Edge::directed(a, b), Edge::directed(b, c)], None);
        assert_eq!(colours, [shade(0.0); 6]);
    }
}
