//! The plots of stability: the edges of all graphs, as strong as their support, and the graphs as points.

use super::graph::{draw_edge, draw_nodes, marks_of};
use super::scale::Scale;
use super::{
    Anchor, BLUE, Drawing, INK, LINE, Pen, Plot, SOFT, VERMILLION, diamond, disc, file_name, lighter, shortened,
    text_width,
};
use crate::colour::shade;
use crate::comparison::common_layout;
use crate::stability::StabilityReport;
use contsid::graph::{Edge, MixedGraph};
use contsid_study::stability::{EdgeSupport, Stability, StabilityMap};

/// Edges in a smaller share of graphs are not drawn.
const LEAST_SUPPORT: f64 = 0.1;

/// The side of the map, and the room around it.
const SIDE: f64 = 340.0;
const ROOM: f64 = 40.0;

/// The names of all plots of these learners.
pub fn stability_plot_names(learners: &[&str]) -> Vec<String> {
    learners.iter().enumerate().flat_map(|(index, learner)| names_of(index, learner)).collect()
}

fn names_of(index: usize, learner: &str) -> [String; 2] {
    ["support", "map"].map(|kind| format!("{kind}-{}-{}", index + 1, file_name(learner)))
}

impl StabilityReport<'_> {
    /// The plots for a paper: for each learner `support-1-NAME` and `map-1-NAME`.
    pub fn plots(&self) -> Vec<Plot> {
        (0..self.found.len()).flat_map(|learner| self.figures(learner)).collect()
    }

    /// The plots of a learner; graphs of too many edges are not drawn.
    pub(crate) fn figures(&self, learner: usize) -> Vec<Plot> {
        let found = &self.found[learner];
        let [support, map] = names_of(learner, &found.learner);
        let drawn = self.support(found).map(|drawing| Plot { name: support, drawing });
        let mapped =
            (found.map.points.len() > 1).then(|| Plot { name: map, drawing: points(&found.learner, &found.map) });
        drawn.into_iter().chain(mapped).collect()
    }

    fn support(&self, found: &Stability) -> Option<Drawing> {
        let drawn: Vec<(Edge, f64)> = found
            .edges
            .iter()
            .filter(|edge| edge.adjacency >= LEAST_SUPPORT)
            .map(|edge| (usual(edge), edge.adjacency))
            .collect();
        let union = MixedGraph::from_edges(self.names().len(), drawn.iter().map(|(edge, _)| *edge)).ok()?;
        let layout = common_layout(self.names(), found.consensus.as_ref()?, [&union])?;
        let title = format!(
            "{}: edges of at least {:.0} % of the graphs, as strong as their support",
            shortened(&found.learner, 40),
            100.0 * LEAST_SUPPORT
        );
        let (top, legend) = (30.0, 30.0);
        let width = layout.width.max(420.0).max(text_width(&title, 14.0) + 20.0);
        let mut drawing = Drawing::new(width, top + layout.height + legend);
        drawing.text([10.0, 20.0], 14.0, Anchor::Start, INK, &title);
        // Weak edges first: strong ones lie above them.
        for (edge, support) in drawn.iter().rev() {
            draw_edge(&mut drawing, &layout, [edge.from, edge.to], marks_of(*edge), pen(*support), top);
        }
        draw_nodes(&mut drawing, &layout, self.names(), top);
        for (index, support) in [0.1, 0.5, 1.0].into_iter().enumerate() {
            let at = [12.0 + 130.0 * index as f64, top + layout.height + 14.0];
            drawing.line(at, [at[0] + 40.0, at[1]], pen(support));
            drawing.text([at[0] + 48.0, at[1] + 4.0], 11.0, Anchor::Start, SOFT, &format!("{:.0} %", 100.0 * support));
        }
        Some(drawing)
    }
}

/// The edge as most graphs have it.
fn usual(edge: &EdgeSupport) -> Edge {
    let undirected = 1.0 - edge.forward - edge.backward;
    if undirected > edge.forward.max(edge.backward) {
        Edge::undirected(edge.from, edge.to)
    } else if edge.forward >= edge.backward {
        Edge::directed(edge.from, edge.to)
    } else {
        Edge::directed(edge.to, edge.from)
    }
}

fn pen(support: f64) -> Pen {
    Pen::new(shade(0.45 + 0.55 * support), 1.0 + 3.0 * support)
}

/// Each graph as a point; the graph of all rows has a sign of its own.
fn points(learner: &str, map: &StabilityMap) -> Drawing {
    let distance = match map.by {
        "contsid" => "contSID",
        "sid" => "SID",
        _ => "SHD",
    };
    let title = format!("{}: graphs of resamples, by {distance}", shortened(learner, 40));
    let mut drawing = Drawing::new((SIDE + 2.0 * ROOM).max(text_width(&title, 14.0) + 20.0), SIDE + 2.0 * ROOM + 24.0);
    drawing.text([10.0, 20.0], 14.0, Anchor::Start, INK, &title);
    let near = format!("Near points: graphs with a small {distance} between them.");
    drawing.text([10.0, 35.0], 11.0, Anchor::Start, SOFT, &near);
    let farthest = map.points.iter().chain(&map.all_rows).flatten().fold(0.0_f64, |most, value| most.max(value.abs()));
    let scale = Scale::around([-farthest, farthest].into_iter(), ROOM, ROOM + SIDE);
    let at = |[x, y]: [f64; 2]| [scale.position(x), scale.position(-y)];
    for mark in scale.marks() {
        let place = scale.position(mark);
        drawing.line([place, ROOM], [place, ROOM + SIDE], Pen::new(LINE, 1.0));
        drawing.line([ROOM, place], [ROOM + SIDE, place], Pen::new(LINE, 1.0));
    }
    for (index, point) in map.points.iter().enumerate().filter(|(index, point)| !map.points[..*index].contains(point)) {
        let equal = map.points[index..].iter().filter(|other| *other == point).count();
        let radius = (3.0 * (equal as f64).sqrt()).clamp(4.0, 16.0);
        drawing.framed(&disc(at(*point), radius), Some(lighter(BLUE)), Pen::new(BLUE, 1.0));
    }
    if let Some(point) = map.all_rows {
        drawing.fill(&diamond(at(point), 7.0), VERMILLION);
    }
    let row = SIDE + 2.0 * ROOM + 6.0;
    drawing.framed(&disc([20.0, row], 4.0), Some(lighter(BLUE)), Pen::new(BLUE, 1.0));
    drawing.text([32.0, row + 4.0], 11.0, Anchor::Start, SOFT, "a graph; larger, if found more often");
    drawing.fill(&diamond([262.0, row], 7.0), VERMILLION);
    drawing.text([276.0, row + 4.0], 11.0, Anchor::Start, SOFT, "all rows");
    drawing
}
