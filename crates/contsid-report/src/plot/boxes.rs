//! Panels of box plots, with every value as a point.

use super::scale::Scale;
use super::signs::Signs;
use super::{
    Anchor, COLOURS, Colour, Drawing, INK, LINE, Pen, SOFT, WHITE, diamond, disc, lighter, rectangle, shortened,
    upright_title,
};
use crate::number::counted;
use crate::rich::isolated;
use crate::statistics::{BoxSummary, scattered};
use crate::study::{PanelModel, SeriesModel};

const HEIGHT: f64 = 260.0;
const LEFT: f64 = 58.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 48.0;
const SLOT: f64 = 86.0;

/// What stands side by side, the name of its axis, and the learners' names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panel<'a> {
    pub(super) boxes: &'a PanelModel,
    pub(super) axis: &'a str,
    pub(super) learners: &'a [&'a str],
}

/// Panels beside each other.
pub(super) fn drawing(panels: &[Panel<'_>]) -> Drawing {
    let width = |panel: &Panel<'_>| LEFT + SLOT * panel.boxes.series.len() as f64 + 20.0;
    let published = panels.iter().flat_map(|panel| &panel.boxes.series).any(|series| series.published.is_some());
    let signs = signs(published);
    let across = panels.iter().map(width).sum::<f64>().max(signs.widest() + 20.0).ceil();
    let room = across - 20.0;
    let mut drawing = Drawing::new(across, HEIGHT + 10.0 + signs.rows_height(room));
    signs.draw_rows(&mut drawing, [12.0, HEIGHT + 12.0], room, draw_sign);
    let mut x = 0.0;
    for panel in panels {
        draw(&mut drawing, panel, x, x + width(panel) - 10.0);
        x += width(panel);
    }
    drawing
}

fn draw(drawing: &mut Drawing, Panel { boxes: panel, axis, learners }: &Panel<'_>, x: f64, right: f64) {
    let scale = Scale { low: panel.low, high: panel.high, from: HEIGHT - BOTTOM, to: TOP };
    for (mark, words) in &panel.ticks {
        let y = scale.position(*mark);
        drawing.line([x + LEFT, y], [right, y], Pen::new(LINE, if *mark == 0.0 { 1.6 } else { 0.8 }));
        drawing.text([x + LEFT - 6.0, y + 4.0], 11.0, Anchor::End, SOFT, words);
    }
    drawing.text([x + LEFT, 18.0], 13.0, Anchor::Start, INK, &counted(panel.nodes, "node"));
    upright_title(drawing, [x + 13.0, f64::midpoint(TOP, HEIGHT - BOTTOM)], HEIGHT - BOTTOM - TOP, axis);
    for (index, series) in panel.series.iter().enumerate() {
        draw_series(drawing, series, learners, &scale, x + LEFT + SLOT * (index as f64 + 0.5));
    }
}

fn draw_series(drawing: &mut Drawing, series: &SeriesModel, learners: &[&str], scale: &Scale, x: f64) {
    let colour = COLOURS[series.learners.first().map_or(0, |learner| learner % COLOURS.len())];
    for (line, &learner) in series.learners.iter().enumerate() {
        let y = HEIGHT - BOTTOM + 18.0 + 14.0 * line as f64;
        let name = shortened(learners[learner], 13 - 2 * line);
        let words = if line == 0 { name } else { format!("− {}", isolated(&name)) };
        drawing.text([x, y], 11.0, Anchor::Middle, INK, &words);
    }
    for (index, &value) in series.values.iter().enumerate() {
        let shift = 36.0 * scattered(index);
        drawing.fill(&disc([x + shift, scale.position(value)], 1.7), lighter(colour));
    }
    if let Some(found) = &series.summary {
        draw_box(drawing, found, scale, x, colour);
    }
    if let Some([mean, sd]) = series.published {
        let (at, pen) = (x + 33.0, Pen::new(INK, 1.3));
        let [low, high] = [scale.position(mean - sd), scale.position(mean + sd)];
        drawing.line([at, low], [at, high], pen);
        drawing.line([at - 4.0, low], [at + 4.0, low], pen);
        drawing.line([at - 4.0, high], [at + 4.0, high], pen);
        drawing.fill(&disc([at, scale.position(mean)], 3.2), INK);
    }
}

fn draw_box(drawing: &mut Drawing, found: &BoxSummary, scale: &Scale, x: f64, colour: Colour) {
    let (half, pen) = (22.0, Pen::new(colour, 1.6));
    let [low, lower, median, upper, high] =
        [found.low, found.lower, found.median, found.upper, found.high].map(|value| scale.position(value));
    drawing.stroke(&rectangle([x - half, upper], 2.0 * half, (lower - upper).max(0.5)), pen);
    drawing.line([x, upper], [x, high], pen);
    drawing.line([x, lower], [x, low], pen);
    drawing.line([x - half, median], [x + half, median], Pen::new(INK, 2.2));
    drawing.framed(&diamond([x, scale.position(found.mean)], 4.2), Some(WHITE), Pen::new(INK, 1.4));
}

/// What the signs of a box plot mean; the last one only where the paper prints a number.
const SIGNS: [&str; 4] =
    ["box and whiskers: quartiles, and values within 1.5 boxes", "median", "mean", "the paper’s mean ± sd"];

fn signs(published: bool) -> Signs<'static> {
    Signs { width: 16.0, meanings: if published { &SIGNS } else { &SIGNS[..3] } }
}

fn draw_sign(drawing: &mut Drawing, index: usize, [x, y]: [f64; 2]) {
    match index {
        0 => drawing.stroke(&rectangle([x, y - 5.0], 16.0, 10.0), Pen::new(SOFT, 1.4)),
        1 => drawing.line([x, y], [x + 16.0, y], Pen::new(INK, 2.2)),
        2 => drawing.stroke(&diamond([x + 8.0, y], 4.2), Pen::new(INK, 1.4)),
        _ => drawing.fill(&disc([x + 8.0, y], 3.2), INK),
    }
}
