//! The matrix of a learnt graph: how wrong the effect of each treatment on each outcome is.

use super::signs::Signs;
use super::{Anchor, Colour, Drawing, INK, Pen, SOFT, WHITE, enlarged, rectangle, shortened, text_width};
use crate::colour::shade;
use crate::comparison::LearntGraph;
use crate::number::{Decimals, ticks};
use contsid::comparison::ComparisonOptions;
use contsid::distance::Selection;
use contsid::effect::Pair;
use contsid::graph::{NodeId, NodeNames};
use std::collections::BTreeMap;

/// The number of colours; cells of one colour are one shape, which keeps the files of large matrices small.
const SHADES: f64 = 64.0;

const LONGEST_NAME: usize = 16;
const BAR: [f64; 2] = [140.0, 10.0];

/// What the colours mean without data.
const RIGHT_OR_WRONG: Signs<'static> = Signs { width: 12.0, meanings: &["right", "wrong, or not determined"] };

/// What is drawn.
struct Matrix<'a> {
    names: &'a NodeNames,
    /// d(i, j), or without data 1 for what SID counts as wrong; none for pairs that are not looked at.
    values: Vec<Option<f64>>,
    most: f64,
    /// What the colours mean.
    meaning: String,
    has_data: bool,
    cell: f64,
    /// Where the first cell begins.
    corner: [f64; 2],
}

/// d(i, j), or without data the pairs that SID counts as wrong; pairs that are not looked at stay blank.
pub(super) fn matrix(learnt: &LearntGraph<'_>, names: &NodeNames, options: &ComparisonOptions) -> Drawing {
    let matrix = Matrix::new(learnt, names, options);
    let side = matrix.cell * names.len() as f64;
    let [left, top] = matrix.corner;
    let larger = enlarged(left + side);
    let words = 12.0 + text_width(&matrix.meaning, 10.5 * larger);
    let legend = if matrix.has_data { words.max(larger * (BAR[0] + 60.0)) } else { RIGHT_OR_WRONG.row_width() };
    let width = (left + side + 14.0).max(left + legend).max(text_width(learnt.graph.name, 14.0 * larger) + 20.0);
    let mut drawing = Drawing::new(width.ceil(), top + side + 22.0 + 36.0 * larger);
    drawing.text([10.0, 20.0 * larger], 14.0 * larger, Anchor::Start, INK, learnt.graph.name);
    matrix.draw_axes(&mut drawing, side);
    matrix.draw_cells(&mut drawing);
    matrix.draw_legend(&mut drawing, [left, top + side + 22.0 * larger], larger);
    drawing
}

impl<'a> Matrix<'a> {
    fn new(learnt: &LearntGraph<'_>, names: &'a NodeNames, options: &ComparisonOptions) -> Self {
        let (count, comparison) = (names.len(), learnt.comparison);
        let upper = |pair: &Pair| pair.upper.as_ref().map(|found| found.value);
        let score = comparison.contsid.as_ref().or(comparison.crossfit.as_ref());
        let distances = score.map(|score| score.matrix(count, 0.0, upper));
        let value = |i: NodeId, j: NodeId| match &distances {
            Some(distances) => distances[i.index()][j.index()],
            None => f64::from(u8::from(comparison.sid.ever_wrong[i.index()].contains(j))),
        };
        let all = Selection::all(count);
        let selection = options.selection.as_ref().unwrap_or(&all);
        let pairs = NodeId::all(count).flat_map(|i| NodeId::all(count).map(move |j| (i, j)));
        let values: Vec<Option<f64>> = pairs.map(|(i, j)| selection.contains(i, j).then(|| value(i, j))).collect();
        let bounded = score.is_some_and(|score| score.span().lower != score.span().upper);
        let estimate = match (&comparison.contsid, &comparison.crossfit) {
            (Some(_), Some(_)) => ", from all rows",
            (None, Some(_)) => ", cross-fitted",
            _ => "",
        };
        let longest = names.iter().map(|name| text_width(&shortened(name, LONGEST_NAME), 11.0)).fold(0.0, f64::max);
        let cell = [(12, 40.0), (26, 26.0)].iter().find(|(most, _)| count <= *most).map_or(13.0, |(_, cell)| *cell);
        Self {
            names,
            most: values.iter().flatten().copied().fold(0.0, f64::max),
            values,
            meaning: match (score.is_some(), bounded) {
                (true, true) => format!("d(treatment, outcome){estimate}, upper bounds"),
                (true, false) => format!("d(treatment, outcome){estimate}"),
                (false, _) => "SID".to_owned(),
            },
            has_data: score.is_some(),
            cell,
            corner: [longest + 44.0, longest + 62.0 * enlarged(longest + cell * count as f64)],
        }
    }

    fn draw_axes(&self, drawing: &mut Drawing, side: f64) {
        let [left, top] = self.corner;
        let size = if self.cell < 20.0 { 9.0 } else { 11.0 };
        let larger = enlarged(left + side);
        drawing.text([left + side / 2.0, 44.0 * larger], 12.0 * larger, Anchor::Middle, SOFT, "outcome");
        drawing.upright_text([22.0, top + side / 2.0], 12.0 * larger, Anchor::Middle, SOFT, "treatment");
        for (index, name) in self.names.iter().enumerate() {
            let (middle, name) = (self.cell * (index as f64 + 0.5), shortened(name, LONGEST_NAME));
            drawing.text([left - 6.0, top + middle + 4.0], size, Anchor::End, INK, &name);
            drawing.upright_text([left + middle + 4.0, top - 6.0], size, Anchor::Start, INK, &name);
        }
    }

    fn share(&self, value: f64) -> f64 {
        if self.most > 0.0 { (SHADES * value / self.most).ceil() / SHADES } else { 0.0 }
    }

    fn draw_cells(&self, drawing: &mut Drawing) {
        let (count, decimals) = (self.names.len(), Decimals::of([self.most]));
        let mut cells: BTreeMap<Colour, String> = BTreeMap::new();
        let mut words = Vec::new();
        for (index, value) in self.values.iter().enumerate() {
            let Some(value) = *value else { continue };
            let x = self.corner[0] + self.cell * (index % count) as f64;
            let y = self.corner[1] + self.cell * (index / count) as f64;
            let share = self.share(value);
            cells.entry(shade(share)).or_default().push_str(&rectangle([x, y], self.cell - 1.0, self.cell - 1.0));
            let number = decimals.write(value);
            if self.has_data && value > 0.0 && text_width(&number, 9.0) < self.cell - 3.0 {
                let at = [x + self.cell / 2.0 - 0.5, y + self.cell / 2.0 + 3.0];
                words.push((at, if share > 0.55 { WHITE } else { INK }, number));
            }
        }
        for (colour, outline) in cells {
            drawing.fill(&outline, colour);
        }
        for (at, colour, number) in &words {
            drawing.text(*at, 9.0, Anchor::Middle, *colour, number);
        }
    }

    /// A named bar of colours with its numbers; two colours with their words where there are no numbers.
    fn draw_legend(&self, drawing: &mut Drawing, [x, y]: [f64; 2], larger: f64) {
        if self.most == 0.0 {
            drawing.text([x, y + 9.0], 11.0 * larger, Anchor::Start, SOFT, "no effect differs");
            return;
        }
        if !self.has_data {
            RIGHT_OR_WRONG.draw(drawing, [x, y + 6.0], |drawing, index, [x, y]| {
                drawing.framed(&rectangle([x, y - 6.0], 12.0, 12.0), Some(shade(index as f64)), Pen::new(SOFT, 0.6));
            });
            return;
        }
        let [across, down] = BAR.map(|side| larger * side);
        for step in 0..60 {
            let width = across / 60.0;
            drawing.area([x + width * f64::from(step), y], width + 0.2, down, shade(f64::from(step) / 59.0));
        }
        for (value, words) in ticks(0.0, self.most) {
            let at = x + across * value / self.most;
            drawing.line([at, y + down], [at, y + down + 3.0], Pen::new(SOFT, 0.8));
            drawing.text([at, y + down + 13.0 * larger], 9.0 * larger, Anchor::Middle, SOFT, &words);
        }
        drawing.text([x, y - 5.0], 10.5 * larger, Anchor::Start, SOFT, &self.meaning);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::ShownGraph;
    use crate::plot::drawing::areas;
    use contsid::comparison::compare;
    use contsid::execution::Execution;
    use contsid::graph::{Edge, MixedGraph, NodeSet};

    /// The number of right and of wrong cells in a matrix of three nodes without data; the legend has one more of each.
    fn cells(learnt: &[Edge], selection: Option<Selection>) -> [usize; 2] {
        let [a, b, c] = [0, 1, 2].map(NodeId::new);
        let truth = MixedGraph::from_edges(3, [Edge::directed(a, b), Edge::directed(b, c)]).unwrap();
        let graph = MixedGraph::from_edges(3, learnt.iter().copied()).unwrap();
        let options = ComparisonOptions { selection, ..ComparisonOptions::default() };
        let comparison = &compare(&truth, &graph, None, &options, &Execution::default()).unwrap();
        let learnt = LearntGraph { graph: ShownGraph { name: "learnt", graph: &graph }, comparison };
        let drawing = matrix(&learnt, &NodeNames::numbered(3), &options);
        [0.0, 1.0].map(|share| areas(&drawing, shade(share)).len())
    }

    #[test]
    fn pairs_that_are_not_looked_at_stay_blank() {
        let middle = Selection::all(3).with_treatments(NodeSet::of(3, [NodeId::new(1)]));
        // Without edges the effects of the first two nodes on what follows them are missed: three of six.
        assert_eq!(cells(&[], None), [3 + 1, 3 + 1]);
        assert_eq!(cells(&[], Some(middle)), [1 + 1, 1 + 1]);
    }

    #[test]
    fn equal_graphs_have_no_scale() {
        let [a, b, c] = [0, 1, 2].map(NodeId::new);
        assert_eq!(cells(&[Edge::directed(a, b), Edge::directed(b, c)], None), [6, 0]);
    }
}
