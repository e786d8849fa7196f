//! The plots of a comparison: the ranking, each graph, its matrix, the densities of its worst pair, and what each fix does.

use super::densities::pair_densities;
use super::fixes::fix_bars;
use super::intervals::{IntervalMarks, IntervalPlot, IntervalRow, interval_plot};
use super::matrix::matrix;
use super::relations::{RELATIONS, RelationWords, relations_plot};
use super::{
    Anchor, BLUE, Drawing, GREEN, INK, ORANGE, PURPLE, Pen, Plot, SOFT, VERMILLION, WHITE, curves, file_name, polygon,
    rectangle, shortened, text_width,
};
use crate::comparison::{
    ComparisonReport, EdgeMark, LearntGraph, MarkedEdge, MeasureModel, ReportError, Rows, ShownGraph, common_layout,
    marked_edges, without_common_directory,
};
use crate::layout::{GraphLayout, NODE_HEIGHT};
use crate::rich::isolated;
use contsid::comparison::fixes;
use contsid::execution::Execution;
use contsid::graph::{EdgeKind, NodeNames};

/// What is drawn of a learnt graph, as the names of its plots begin.
#[derive(Clone, Copy)]
enum Kind {
    Graph,
    Matrix,
    Densities,
    Fixes,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Graph, Self::Matrix, Self::Densities, Self::Fixes];

    fn name_for(self, index: usize, learnt: &str) -> String {
        let kind = match self {
            Self::Graph => "graph",
            Self::Matrix => "matrix",
            Self::Densities => "densities",
            Self::Fixes => "fixes",
        };
        format!("{kind}-{}-{}", index + 1, file_name(learnt))
    }
}

const TRUTH: &str = "truth";
const RANKING: &str = "ranking";

const WORDS: RelationWords = RelationWords {
    axis: "distance of the first less that of the second: below 0 the first is nearer to the truth",
    difference: "difference of contSID",
};

/// The names of all plots that a comparison of these graphs may have; the truth is the first of them.
pub fn comparison_plot_names(graphs: &[&str]) -> Vec<String> {
    let shown = without_common_directory(graphs);
    let of_learnt = |(index, learnt): (usize, &String)| Kind::ALL.map(|kind| kind.name_for(index, learnt));
    [TRUTH, RANKING, RELATIONS]
        .map(str::to_owned)
        .into_iter()
        .chain(shown.iter().skip(1).enumerate().flat_map(of_learnt))
        .collect()
}

impl ComparisonReport<'_> {
    /// The plots for a paper: `truth`, `ranking`, `relations` of several graphs, and for each learnt graph `graph-1-NAME` (2 for the second one and so on),
    /// `matrix-1-NAME`, `fixes-1-NAME`, and with data `densities-1-NAME` of the pair with the largest distance that
    /// is estimated. Graphs with too many edges are not drawn.
    ///
    /// # Errors
    ///
    /// If a graph cannot be compared, or the work is stopped.
    pub fn plots(&self, execution: &Execution<'_>) -> Result<Vec<Plot>, ReportError> {
        let mut plots = Vec::new();
        let mut add = |name: String, drawing: Drawing| plots.push(Plot { name, drawing });
        let layout = common_layout(self.names, self.truth.graph, self.learnt.iter().map(|learnt| learnt.graph.graph));
        let (sample, names) = (self.sample(execution)?, self.shown_names());
        let drawn = |learnt, title: &str| {
            let edges = marked_edges(self.truth.graph, learnt);
            layout.as_ref().map(|layout| graph(layout, self.names, title, &edges))
        };
        if let Some(drawing) = drawn(self.truth.graph, &names[0]) {
            add(TRUTH.to_owned(), drawing);
        }
        if let Some(measure) = self.first_measure() {
            add(RANKING.to_owned(), ranking(&measure, &names));
        }
        let standings = self.ranking().standings;
        if let Some(drawing) = relations_plot(&standings, &names[1..], &WORDS) {
            add(RELATIONS.to_owned(), drawing);
        }
        let rows = Rows::new(self.data, sample.as_ref());
        for (index, (learnt, worst)) in self.learnt.iter().zip(self.worst_pairs(rows)?).enumerate() {
            let shown = &names[index + 1];
            let name = |kind: Kind| kind.name_for(index, shown);
            if let Some(drawing) = drawn(learnt.graph.graph, shown) {
                add(name(Kind::Graph), drawing);
            }
            let named = LearntGraph { graph: ShownGraph { name: shown, ..learnt.graph }, ..*learnt };
            add(name(Kind::Matrix), matrix(&named, self.names, self.options));
            if let Some(pair) = worst {
                add(name(Kind::Densities), pair_densities(&pair, self.names, shown));
            }
            let prepared = rows.map(|rows| rows.prepared);
            let found = fixes(self.truth.graph, learnt.graph.graph, self.options, prepared, execution)?;
            add(name(Kind::Fixes), fix_bars(shown, &found, self.names, rows));
        }
        Ok(plots)
    }
}

/// The learnt graphs by a distance, the nearest first; the first name is that of the truth.
fn ranking(measure: &MeasureModel, names: &[String]) -> Drawing {
    let row = |&graph: &usize| {
        let found = &measure.rows[graph];
        let marks = IntervalMarks { value: found.value, crossfit: found.crossfit, interval: found.interval };
        IntervalRow { name: &names[graph + 1], text: &found.text, marks }
    };
    let has_crossfit = measure.rows.iter().any(|row| row.crossfit.is_some());
    interval_plot(&IntervalPlot {
        title: format!("{} from {}", measure.title, isolated(&shortened(&names[0], 40))),
        axis: format!("{} (smaller is better)", measure.title),
        low: 0.0,
        high: measure.high,
        ticks: &measure.ticks,
        rows: measure.order.iter().map(row).collect(),
        value: if has_crossfit { "contSID from all rows" } else { measure.title },
        crossfit: "cross-fitted contSID",
        ceiling: None,
    })
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
fn graph(layout: &GraphLayout, names: &NodeNames, title: &str, edges: &[MarkedEdge]) -> Drawing {
    let (top, legend) = (30.0, 26.0);
    let used: Vec<_> = EdgeMark::ALL.into_iter().filter(|mark| edges.iter().any(|edge| edge.mark == *mark)).collect();
    let rows = used.len().div_ceil(2);
    let mut drawing = Drawing::new(
        layout.width.max(380.0).max(text_width(title, 14.0) + 20.0),
        top + layout.height + legend * rows as f64,
    );
    drawing.text([10.0, 20.0], 14.0, Anchor::Start, INK, title);
    for edge in edges {
        draw_edge(&mut drawing, layout, *edge, top);
    }
    for (node, name) in layout.nodes.iter().zip(names.iter()) {
        let corner = [node.x - node.width / 2.0, top + node.y - NODE_HEIGHT / 2.0];
        drawing.framed(&rectangle(corner, node.width, NODE_HEIGHT), Some(WHITE), Pen::new(SOFT, 1.2));
        drawing.text([node.x, top + node.y + 4.5], 12.5, Anchor::Middle, INK, &shortened(name, 12));
    }
    for (index, mark) in used.into_iter().enumerate() {
        let at = [12.0 + 180.0 * (index % 2) as f64, top + layout.height + 14.0 + legend * (index / 2) as f64];
        drawing.line(at, [at[0] + 40.0, at[1]], pen(mark));
        let count = edges.iter().filter(|edge| edge.mark == mark).count();
        drawing.text([at[0] + 48.0, at[1] + 4.0], 11.0, Anchor::Start, SOFT, &format!("{} ({count})", mark.words()));
    }
    drawing
}

/// The curve of the edge, and a head at its end.
fn draw_edge(drawing: &mut Drawing, layout: &GraphLayout, MarkedEdge { edge, mark }: MarkedEdge, top: f64) {
    let (from, to) = (edge.from.index(), edge.to.index());
    let Some(curve) = layout.curve(from, to) else { return };
    let mut points: Vec<[f64; 2]> = curve.into_iter().map(|[x, y]| [x, top + y]).collect();
    let last = points.len() - 1;
    let tip = points[last];
    // Curves end vertically: above a box they point down.
    let down = if tip[1] < top + layout.nodes[to].y { 1.0 } else { -1.0 };
    if edge.kind == EdgeKind::Directed {
        points[last][1] -= down * 8.0;
        drawing.fill(&arrowhead(tip, down), pen(mark).colour);
    }
    drawing.stroke(&curves(&points), pen(mark));
}

/// A head that points down (1) or up (−1).
fn arrowhead([x, y]: [f64; 2], down: f64) -> String {
    let back = y - down * 10.0;
    polygon(&[[x, y], [x - 4.5, back], [x + 4.5, back]])
}
