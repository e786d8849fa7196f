//! The densities of one outcome under both graphs, a panel for each intervention.

use super::scale::Scale;
use super::{
    Anchor, BLUE, Colour, Drawing, INK, LINE, Pen, SOFT, VERMILLION, polygon, polyline, shortened, text_width,
};
use crate::comparison::PairDensities;
use crate::density::Support;
use crate::number::ticks;
use crate::rich::isolated;
use contsid::graph::NodeNames;

const WIDTH: f64 = 150.0;
const HEIGHT: f64 = 96.0;
/// How many letters of a label stand beside each other in a panel.
const LETTERS: usize = 27;
const GAP: f64 = 14.0;
/// Where the first panel begins: the name of the other axis stands before it.
const LEFT: f64 = 28.0;
const TOP: f64 = 66.0;
const OBSERVED: Colour = [190, 197, 206];
const LEARNT_DASHES: &[f64] = &[6.0, 3.0];

/// The densities of a pair of the graph with this name.
pub(super) fn densities(pair: &PairDensities, names: &NodeNames, learnt: &str) -> Drawing {
    let count = pair.interventions.len();
    let width = LEFT + (WIDTH + GAP) * count as f64;
    let [treatment, outcome] = [pair.treatment, pair.outcome].map(|node| shortened(names.name(node), 18));
    let [treatment, outcome] = [treatment, outcome].map(|name| isolated(&name));
    let title = format!("{}: {outcome} when {treatment} is set", isolated(&shortened(learnt, 30)));
    let width = width.max(420.0).max(text_width(&title, 13.0) + 2.0 * GAP);
    let mut drawing = Drawing::new(width, TOP + HEIGHT + 44.0);
    let height = if matches!(pair.support, Support::Grid { .. }) { "density" } else { "share" };
    drawing.upright_text([16.0, TOP + HEIGHT / 2.0], 10.5, Anchor::Middle, SOFT, height);
    drawing.text([GAP, 20.0], 13.0, Anchor::Start, INK, &title);
    legend(&mut drawing);
    let all = [&pair.truth, &pair.learnt].into_iter().flatten().flatten().chain([&pair.observed]);
    let most = all.flatten().copied().fold(1e-300, f64::max);
    for (index, value) in pair.interventions.iter().enumerate() {
        let left = LEFT + (WIDTH + GAP) * index as f64;
        let words = format!("do({} = {})", isolated(&shortened(names.name(pair.treatment), 10)), shortened(value, 10));
        drawing.text([left + WIDTH / 2.0, TOP + HEIGHT + 30.0], 10.5, Anchor::Middle, SOFT, &outcome);
        drawing.text([left, TOP - 4.0], 10.5, Anchor::Start, INK, &words);
        let side = |side: &Option<Vec<Vec<f64>>>| side.as_ref().map_or(&pair.observed, |all| &all[index]).clone();
        let panel = Panel { left, height: Scale { low: 0.0, high: 1.04 * most, from: TOP + HEIGHT, to: TOP } };
        let series = [pair.observed.clone(), side(&pair.truth), side(&pair.learnt)];
        match &pair.support {
            Support::Grid { low, step } => panel.curves(&mut drawing, *low, *step, &series),
            Support::Levels(levels) => panel.bars(&mut drawing, levels, &series),
        }
        drawing.line([left, TOP + HEIGHT], [left + WIDTH, TOP + HEIGHT], Pen::new(SOFT, 1.0));
    }
    drawing
}

fn legend(drawing: &mut Drawing) {
    let y = 38.0;
    drawing.line([GAP, y], [GAP + 28.0, y], Pen::new(BLUE, 2.0));
    drawing.text([GAP + 34.0, y + 4.0], 10.5, Anchor::Start, SOFT, "truth");
    drawing.line([GAP + 84.0, y], [GAP + 112.0, y], Pen::new(VERMILLION, 2.0).dashed(LEARNT_DASHES));
    drawing.text([GAP + 118.0, y + 4.0], 10.5, Anchor::Start, SOFT, "learnt graph");
    drawing.area([GAP + 208.0, y - 5.0], 20.0, 10.0, OBSERVED);
    drawing.text([GAP + 234.0, y + 4.0], 10.5, Anchor::Start, SOFT, "observed");
}

/// Where one intervention is drawn.
struct Panel {
    left: f64,
    height: Scale,
}

impl Panel {
    /// The observed density as an area, the others as lines.
    fn curves(&self, drawing: &mut Drawing, low: f64, step: f64, [observed, truth, learnt]: &[Vec<f64>; 3]) {
        let high = low + step * (observed.len() - 1) as f64;
        let across = Scale { low, high, from: self.left, to: self.left + WIDTH };
        let points = |density: &[f64]| -> Vec<[f64; 2]> {
            let point =
                |(k, value): (usize, &f64)| [across.position(low + step * k as f64), self.height.position(*value)];
            density.iter().enumerate().map(point).collect()
        };
        let base = self.height.position(0.0);
        let [start, end] = [[self.left, base], [self.left + WIDTH, base]];
        drawing.fill(polygon(&[&[start], &points(observed)[..], &[end]].concat()), OBSERVED);
        drawing.stroke(polyline(&points(truth)), Pen::new(BLUE, 1.8));
        drawing.stroke(polyline(&points(learnt)), Pen::new(VERMILLION, 1.8).dashed(LEARNT_DASHES));
        for (mark, words) in ticks(low, high).into_iter().filter(|(mark, _)| *mark != low && *mark != high) {
            let x = across.position(mark);
            drawing.line([x, base], [x, base + 3.0], Pen::new(SOFT, 1.0));
            if (self.left + 8.0..self.left + WIDTH - 8.0).contains(&x) {
                drawing.text([x, base + 13.0], 9.0, Anchor::Middle, SOFT, &words);
            }
        }
    }

    /// Three bars for each level.
    fn bars(&self, drawing: &mut Drawing, levels: &[String], series: &[Vec<f64>; 3]) {
        let (slot, base) = (WIDTH / levels.len() as f64, self.height.position(0.0));
        let bar = 0.26 * slot;
        for (index, level) in levels.iter().enumerate() {
            let middle = self.left + slot * (index as f64 + 0.5);
            for (number, (shares, colour)) in series.iter().zip([OBSERVED, BLUE, VERMILLION]).enumerate() {
                let top = self.height.position(shares[index]);
                drawing.area([middle + bar * (number as f64 - 1.5), top], 0.92 * bar, base - top, colour);
            }
            let most = (LETTERS / levels.len()).max(2);
            drawing.text([middle, base + 13.0], 9.0, Anchor::Middle, SOFT, &shortened(level, most));
        }
        drawing.line([self.left, base], [self.left + WIDTH, base], Pen::new(LINE, 1.0));
    }
}
