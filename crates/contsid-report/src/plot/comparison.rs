//! The plots of a comparison: the ranking, each graph, its matrix, the densities of its worst pair, and what each fix
//! does.

use super::densities::pair_densities;
use super::fixes::{FixMeasure, fix_bars};
use super::graph::graph_drawing;
use super::intervals::{IntervalMarks, IntervalPlot, IntervalRow, graph_label, interval_plot};
use super::matrix::matrix;
use super::relations::{RELATIONS, RelationWords, relations_plot};
use super::{Drawing, Plot, file_name, shortened};
use crate::comparison::{
    ComparisonReport, LearntGraph, MeasureModel, MeasureRow, ReportError, Rows, ShownGraph, common_layout,
    compared_names, marked_edges,
};
use crate::rich::isolated;
use contsid::comparison::fixes;
use contsid::execution::Execution;

/// What is drawn of a learnt graph, as the names of its plots begin.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Graph,
    Matrix,
    Densities,
    Fixes,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Graph, Self::Matrix, Self::Densities, Self::Fixes];

    pub(super) fn name_for(self, index: usize, learnt: &str) -> String {
        let kind = match self {
            Self::Graph => "graph",
            Self::Matrix => "matrix",
            Self::Densities => "densities",
            Self::Fixes => "fixes",
        };
        format!("{kind}-{}-{}", index + 1, file_name(learnt))
    }
}

pub(super) const TRUTH: &str = "truth";
pub(super) const RANKING: &str = "ranking";

const WORDS: RelationWords = RelationWords {
    axis: "distance of the first less that of the second: below 0 the first is nearer to the truth",
    difference: "difference of contSID",
};

/// The names of all plots that a comparison of these graphs may have; the truth is the first of them.
pub fn comparison_plot_names(graphs: &[&str]) -> Vec<String> {
    let Some((truth, learnt)) = graphs.split_first() else { return Vec::new() };
    let shown = compared_names(truth, learnt);
    let of_learnt = |(index, learnt): (usize, &String)| Kind::ALL.map(|kind| kind.name_for(index, learnt));
    [TRUTH, RANKING, RELATIONS]
        .map(str::to_owned)
        .into_iter()
        .chain(shown.iter().skip(1).enumerate().flat_map(of_learnt))
        .collect()
}

impl ComparisonReport<'_> {
    /// The plots for a paper: `truth`, `ranking`, `relations` of several graphs, and for each learnt graph
    /// `graph-1-NAME` (2 for the second one and so on), `matrix-1-NAME`, `fixes-1-NAME`, and with data
    /// `densities-1-NAME` of the pair with the largest distance that is estimated. Graphs with too many edges are not
    /// drawn.
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
            let edges: Vec<_> = marked_edges(self.truth.graph, learnt).into_iter().map(Into::into).collect();
            layout.as_ref().map(|layout| graph_drawing(layout, self.names, title, &edges))
        };
        if let Some(drawing) = drawn(self.truth.graph, &names[0]) {
            add(TRUTH.to_owned(), drawing);
        }
        if let Some(measure) = self.first_measure() {
            add(RANKING.to_owned(), ranking(&measure, &names));
        }
        if let Some(drawing) = relations_plot(&self.ranking.standings, &names[1..], &WORDS) {
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
            let found = fixes(self.truth.graph, learnt.graph.graph, self.options, self.deciding_data(), execution)?;
            add(name(Kind::Fixes), fix_bars(shown, &found, self.names, FixMeasure::of(self.data.as_ref())));
        }
        Ok(plots)
    }
}

/// The learnt graphs by a distance, the nearest first; the first name is that of the truth.
fn ranking(measure: &MeasureModel, names: &[String]) -> Drawing {
    let row = |&graph: &usize| {
        let found = &measure.rows[graph];
        let MeasureRow { value, crossfit, interval, chance, .. } = *found;
        let marks = IntervalMarks { value, crossfit, interval, chance };
        IntervalRow { label: graph_label(&names[graph + 1]), text: &found.text, marks }
    };
    let has_crossfit = measure.rows.iter().any(|row| row.crossfit.is_some());
    interval_plot(&IntervalPlot {
        title: format!("{} of learnt graphs against {}", measure.title, isolated(&shortened(&names[0], 40))),
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
