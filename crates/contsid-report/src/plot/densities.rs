//! Densities in small panels: two curves over an area, or bars for categories.

use super::scale::Scale;
use super::signs::Signs;
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
/// The number of letters that fit into a panel.
const LETTERS: usize = 27;
const GAP: f64 = 14.0;
/// Where the first panel begins: the name of the other axis stands before it.
const LEFT: f64 = 28.0;
const TOP: f64 = 66.0;
/// From one row of panels to the next.
const PITCH: f64 = HEIGHT + 58.0;
const AREA: Colour = [190, 197, 206];
/// Numbers of an axis that are nearer to its ends than this stay inside it.
const NEAR_END: f64 = 8.0;
const DASHES: &[f64] = &[6.0, 3.0];

/// Panels in rows, with a title.
pub(super) struct DensitySheet<'a> {
    pub(super) title: String,
    /// What the line, the dashed line and the area are.
    pub(super) signs: [&'a str; 3],
    pub(super) panels: Vec<DensityPanel<'a>>,
    /// The number of panels in a row.
    pub(super) across: usize,
}

/// The densities of one outcome.
pub(super) struct DensityPanel<'a> {
    pub(super) title: String,
    /// What is measured.
    pub(super) outcome: String,
    pub(super) support: &'a Support,
    /// The line, the dashed line and the area.
    pub(super) series: [&'a [f64]; 3],
    /// The largest density that the panel has room for.
    pub(super) most: f64,
}

impl DensityPanel<'_> {
    /// What the height means.
    fn height(&self) -> &'static str {
        if matches!(self.support, Support::Grid { .. }) { "density" } else { "share" }
    }
}

/// The densities of a pair of the graph with this name: a panel for each intervention.
pub(super) fn pair_densities(pair: &PairDensities, names: &NodeNames, learnt: &str) -> Drawing {
    let all = [&pair.truth, &pair.learnt].into_iter().flatten().flatten().chain([&pair.observed]);
    let most = all.flatten().copied().fold(0.0, f64::max);
    let name = |node, most| isolated(&shortened(names.name(node), most));
    let outcome = name(pair.outcome, 18);
    let panel = |(index, value): (usize, &String)| {
        let [truth, learnt] =
            [&pair.truth, &pair.learnt].map(|side| side.as_ref().map_or(&pair.observed, |all| &all[index]));
        DensityPanel {
            title: format!("do({} = {})", name(pair.treatment, 10), shortened(value, 10)),
            outcome: outcome.clone(),
            support: &pair.support,
            series: [truth, learnt, &pair.observed].map(Vec::as_slice),
            most,
        }
    };
    let panels: Vec<_> = pair.interventions.iter().enumerate().map(panel).collect();
    let learnt = isolated(&shortened(learnt, 30));
    let title = format!("{learnt}: {outcome} when {} is set", name(pair.treatment, 18));
    density_sheet(&DensitySheet { title, signs: ["truth", "learnt graph", "observed"], across: panels.len(), panels })
}

pub(super) fn density_sheet(sheet: &DensitySheet<'_>) -> Drawing {
    let signs = Signs { width: 28.0, meanings: &sheet.signs };
    let width = LEFT + (WIDTH + GAP) * sheet.across.min(sheet.panels.len()) as f64;
    let width = width.max(signs.row_width() + 2.0 * GAP).max(text_width(&sheet.title, 13.0) + 2.0 * GAP);
    let rows = sheet.panels.len().div_ceil(sheet.across.max(1));
    let mut drawing = Drawing::new(width.ceil(), TOP + PITCH * rows as f64 - 14.0);
    drawing.text([GAP, 20.0], 13.0, Anchor::Start, INK, &sheet.title);
    signs.draw(&mut drawing, [GAP, 38.0], draw_sign);
    for (index, panel) in sheet.panels.iter().enumerate() {
        let left = LEFT + (WIDTH + GAP) * (index % sheet.across) as f64;
        let base = TOP + HEIGHT + PITCH * (index / sheet.across) as f64;
        if index % sheet.across == 0 || sheet.panels[index - 1].height() != panel.height() {
            drawing.upright_text([left - 12.0, base - HEIGHT / 2.0], 10.5, Anchor::Middle, SOFT, panel.height());
        }
        panel.draw(&mut drawing, left, base);
    }
    drawing
}

fn draw_sign(drawing: &mut Drawing, index: usize, [x, y]: [f64; 2]) {
    match index {
        0 => drawing.line([x, y], [x + 28.0, y], Pen::new(BLUE, 2.0)),
        1 => drawing.line([x, y], [x + 28.0, y], Pen::new(VERMILLION, 2.0).dashed(DASHES)),
        _ => drawing.area([x + 4.0, y - 5.0], 20.0, 10.0, AREA),
    }
}

impl DensityPanel<'_> {
    fn draw(&self, drawing: &mut Drawing, left: f64, base: f64) {
        let height = Scale { low: 0.0, high: 1.04 * self.most.max(1e-300), from: base, to: base - HEIGHT };
        drawing.text([left, base - HEIGHT - 4.0], 10.5, Anchor::Start, INK, &self.title);
        drawing.text([left + WIDTH / 2.0, base + 30.0], 10.5, Anchor::Middle, SOFT, &self.outcome);
        match self.support {
            Support::Grid { low, step } => self.draw_curves(drawing, *low, *step, left, &height),
            Support::Levels(levels) => self.draw_bars(drawing, levels, left, &height),
        }
        drawing.line([left, base], [left + WIDTH, base], Pen::new(SOFT, 1.0));
    }

    fn draw_curves(&self, drawing: &mut Drawing, low: f64, step: f64, left: f64, height: &Scale) {
        let [line, dashed, area] = self.series;
        let high = low + step * (area.len() - 1) as f64;
        let across = Scale { low, high, from: left, to: left + WIDTH };
        let points = |density: &[f64]| -> Vec<[f64; 2]> {
            let point = |(k, value): (usize, &f64)| [across.position(low + step * k as f64), height.position(*value)];
            density.iter().enumerate().map(point).collect()
        };
        let base = height.position(0.0);
        let [start, end] = [[left, base], [left + WIDTH, base]];
        drawing.fill(&polygon(&[&[start], &points(area)[..], &[end]].concat()), AREA);
        drawing.stroke(&polyline(&points(line)), Pen::new(BLUE, 1.8));
        drawing.stroke(&polyline(&points(dashed)), Pen::new(VERMILLION, 1.8).dashed(DASHES));
        for (mark, words) in ticks(low, high).into_iter().filter(|(mark, _)| *mark != low && *mark != high) {
            let x = across.position(mark);
            drawing.line([x, base], [x, base + 3.0], Pen::new(SOFT, 1.0));
            let anchor = match x - left {
                near if near < NEAR_END => Anchor::Start,
                far if far > WIDTH - NEAR_END => Anchor::End,
                _ => Anchor::Middle,
            };
            drawing.text([x, base + 13.0], 9.0, anchor, SOFT, &words);
        }
    }

    /// Three bars for each level.
    fn draw_bars(&self, drawing: &mut Drawing, levels: &[String], left: f64, height: &Scale) {
        let (slot, base) = (WIDTH / levels.len() as f64, height.position(0.0));
        let (bar, [line, dashed, area]) = (0.26 * slot, self.series);
        for (index, level) in levels.iter().enumerate() {
            let middle = left + slot * (index as f64 + 0.5);
            for (number, (shares, colour)) in [(area, AREA), (line, BLUE), (dashed, VERMILLION)].into_iter().enumerate()
            {
                let top = height.position(shares[index]);
                drawing.area([middle + bar * (number as f64 - 1.5), top], 0.92 * bar, base - top, colour);
            }
            let most = (LETTERS / levels.len()).max(2);
            drawing.text([middle, base + 13.0], 9.0, Anchor::Middle, SOFT, &shortened(level, most));
        }
        drawing.line([left, base], [left + WIDTH, base], Pen::new(LINE, 1.0));
    }
}
