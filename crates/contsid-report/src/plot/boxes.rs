//! Panels of box plots, with every value as a point.

use super::scale::Scale;
use super::study::COLOURS;
use super::{Anchor, Colour, Drawing, INK, LINE, Pen, SOFT, Step, WHITE, polygon, shortened, text_width};
use crate::number::counted;
use crate::rich::isolated;
use crate::statistics::{Summary, scattered};
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
    let across = panels.iter().map(width).sum::<f64>().max(legend_width(published) + 20.0);
    let mut drawing = Drawing::new(across, HEIGHT + 26.0);
    legend(&mut drawing, published);
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
    // A long name of the axis is written smaller, so that it fits the height.
    let size = 11.0 * (HEIGHT / text_width(axis, 11.0)).min(1.0);
    drawing.upright_text([x + 14.0, f64::midpoint(0.0, HEIGHT)], size, Anchor::Middle, SOFT, axis);
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
        drawing.fill(disc([x + shift, scale.position(value)], 1.7), lighter(colour));
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
        drawing.fill(disc([at, scale.position(mean)], 3.2), INK);
    }
}

fn draw_box(drawing: &mut Drawing, found: &Summary, scale: &Scale, x: f64, colour: Colour) {
    let (half, pen) = (22.0, Pen::new(colour, 1.6));
    let [low, lower, median, upper, high] =
        [found.low, found.lower, found.median, found.upper, found.high].map(|value| scale.position(value));
    drawing.framed([x - half, upper], 2.0 * half, (lower - upper).max(0.5), None, pen);
    drawing.line([x, upper], [x, high], pen);
    drawing.line([x, lower], [x, low], pen);
    drawing.line([x - half, median], [x + half, median], Pen::new(INK, 2.2));
    let steps = diamond([x, scale.position(found.mean)], 4.2);
    drawing.fill(steps.clone(), WHITE);
    drawing.stroke(steps, Pen::new(INK, 1.4));
}

/// What the signs of a box plot mean; the last one only where the paper prints a number.
const SIGNS: [&str; 4] =
    ["box and whiskers: quartiles, and values within 1.5 boxes", "median", "mean", "the paper’s mean ± sd"];

fn signs(published: bool) -> &'static [&'static str] {
    if published { &SIGNS } else { &SIGNS[..3] }
}

fn legend_width(published: bool) -> f64 {
    signs(published).iter().map(|words| text_width(words, 10.5) + 40.0).sum()
}

fn legend(drawing: &mut Drawing, published: bool) {
    let (mut x, y) = (12.0, HEIGHT + 12.0);
    for (index, words) in signs(published).iter().enumerate() {
        match index {
            0 => drawing.framed([x, y - 5.0], 16.0, 10.0, None, Pen::new(SOFT, 1.4)),
            1 => drawing.line([x, y], [x + 16.0, y], Pen::new(INK, 2.2)),
            2 => drawing.stroke(diamond([x + 8.0, y], 4.2), Pen::new(INK, 1.4)),
            _ => drawing.fill(disc([x + 8.0, y], 3.2), INK),
        }
        drawing.text([x + 22.0, y + 4.0], 10.5, Anchor::Start, SOFT, words);
        x += text_width(words, 10.5) + 40.0;
    }
}

/// A square on its corner.
pub(super) fn diamond([x, y]: [f64; 2], size: f64) -> Vec<Step> {
    polygon(&[[x, y - size], [x + size, y], [x, y + size], [x - size, y]])
}

/// A circle.
pub(super) fn disc([x, y]: [f64; 2], radius: f64) -> Vec<Step> {
    // Four cubic curves; this far out their handles are a circle to a thousandth.
    let handle = 0.552_284_75 * radius;
    vec![
        Step::Move([x + radius, y]),
        Step::Cubic([x + radius, y + handle], [x + handle, y + radius], [x, y + radius]),
        Step::Cubic([x - handle, y + radius], [x - radius, y + handle], [x - radius, y]),
        Step::Cubic([x - radius, y - handle], [x - handle, y - radius], [x, y - radius]),
        Step::Cubic([x + handle, y - radius], [x + radius, y - handle], [x + radius, y]),
        Step::Close,
    ]
}

/// A point whose shape tells series apart without colours.
pub(super) fn marker([x, y]: [f64; 2], size: f64, series: usize) -> Vec<Step> {
    let corners: &[[f64; 2]] = match series % 4 {
        0 => return disc([x, y], size),
        1 => &[[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
        2 => &[[0.0, -1.25], [1.15, 0.85], [-1.15, 0.85]],
        _ => &[[0.0, -1.35], [1.35, 0.0], [0.0, 1.35], [-1.35, 0.0]],
    };
    polygon(&corners.iter().map(|[across, down]| [x + size * across, y + size * down]).collect::<Vec<_>>())
}

/// Half way to white, for many points over each other.
pub(super) fn lighter(colour: Colour) -> Colour {
    colour.map(|part| part + (255 - part) / 2)
}
