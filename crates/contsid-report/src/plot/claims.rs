//! The plots of graphs of which causes may be hidden: how often each is mistaken, and its marks.

use super::comparison::{Kind, RANKING, TRUTH};
use super::graph::{PlotEdge, graph_drawing};
use super::intervals::{IntervalMarks, IntervalPlot, IntervalRow, graph_label, interval_plot};
use super::scale::Scale;
use super::{Drawing, Plot, shortened};
use crate::comparison::{ClaimReport, EdgeMark, compared_names, edge_mark};
use crate::rich::isolated;
use contsid::graph::MarkedGraph;

impl ClaimReport<'_> {
    /// The plots for a paper: `truth`, the PAG of the truth; `ranking` by mistakes; and for each learnt graph
    /// `graph-1-NAME` (2 for the second one and so on). Graphs with too many edges are not drawn.
    pub fn plots(&self) -> Vec<Plot> {
        let full: Vec<&str> = self.compared.learnt.iter().map(|learnt| learnt.name).collect();
        let names = compared_names(self.compared.truth, &full);
        let (class, layout) = (self.class.marks(), self.common_layout());
        let drawn = |marks: &MarkedGraph, title: &str| {
            let edges = edges(class, marks);
            layout.as_ref().map(|layout| graph_drawing(layout, self.compared.names, title, &edges))
        };
        let mut plots = vec![Plot { name: RANKING.to_owned(), drawing: self.ranking(&names) }];
        let truth = drawn(class, &format!("PAG of {}", names[0]));
        plots.extend(truth.map(|drawing| Plot { name: TRUTH.to_owned(), drawing }));
        for (index, (graph, name)) in self.learnt.iter().zip(&names[1..]).enumerate() {
            let drawing = drawn(graph.marks(), name);
            plots.extend(drawing.map(|drawing| Plot { name: Kind::Graph.name_for(index, name), drawing }));
        }
        plots
    }

    /// The learnt graphs by their mistakes, the least often mistaken first; the first name is that of the truth.
    fn ranking(&self, names: &[String]) -> Drawing {
        let mistakes = |graph: usize| self.compared.learnt[graph].comparison.claims.mistakes();
        let order = &self.compared.standings.order;
        let scale = Scale::around(order.iter().map(|&graph| mistakes(graph) as f64), 0.0, 1.0);
        let whole = scale.marks().into_iter().filter(|mark| mark.fract() == 0.0);
        let ticks: Vec<(f64, String)> = whole.map(|mark| (mark, mark.to_string())).collect();
        let texts: Vec<String> = order.iter().map(|&graph| mistakes(graph).to_string()).collect();
        let rows = order.iter().zip(&texts).map(|(&graph, text)| {
            let marks = IntervalMarks { value: Some([mistakes(graph) as f64; 2]), ..IntervalMarks::default() };
            IntervalRow { label: graph_label(&names[graph + 1]), text, marks }
        });
        interval_plot(&IntervalPlot {
            title: format!("Mistaken claims about effects in {}", isolated(&shortened(&names[0], 40))),
            axis: "mistakes (fewer are better)".to_owned(),
            low: scale.low,
            high: scale.high,
            ticks: &ticks,
            rows: rows.collect(),
            value: "mistakes",
            crossfit: "",
            ceiling: None,
        })
    }
}

/// The edges of a graph, and those of the class that it misses.
fn edges(class: &MarkedGraph, marks: &MarkedGraph) -> Vec<PlotEdge> {
    let present = marks.edges().map(|edge| (edge, edge_mark(class, edge)));
    let missing = class.edges().filter(|edge| !marks.is_adjacent(edge.ends[0], edge.ends[1]));
    let all = present.chain(missing.map(|edge| (edge, EdgeMark::Missing)));
    all.map(|(edge, mark)| PlotEdge { ends: edge.ends, marks: edge.marks, mark }).collect()
}
