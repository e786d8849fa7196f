//! Interval plots: a row for each graph, with its number and the interval that covers it.

use super::scale::Scale;
use super::signs::Signs;
use super::{Anchor, BLUE, Drawing, INK, LINE, Pen, SOFT, VERMILLION, WHITE, disc, lighter, shortened, text_width};
use crate::rich::isolated;

const ROW: f64 = 26.0;
const TOP: f64 = 54.0;
const WIDTH: f64 = 380.0;
/// The width of a sign.
const SIGN: f64 = 32.0;
/// What the grey band shows.
const CHANCE: &str = "90 % of random graphs";
const CEILING_DASHES: &[f64] = &[4.0, 4.0];

/// What is drawn.
pub(super) struct IntervalPlot<'a> {
    pub(super) title: String,
    /// What is measured, and which end is better.
    pub(super) axis: String,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) ticks: &'a [(f64, String)],
    pub(super) rows: Vec<IntervalRow<'a>>,
    /// What dots show.
    pub(super) value: &'a str,
    /// What circles show.
    pub(super) crossfit: &'a str,
    pub(super) ceiling: Option<f64>,
}

/// A graph, or a pair of them.
pub(super) struct IntervalRow<'a> {
    /// What stands before the row, as long as it is shown.
    pub(super) label: String,
    pub(super) text: &'a str,
    pub(super) marks: IntervalMarks,
}

/// The label of a graph.
pub(super) fn graph_label(name: &str) -> String {
    isolated(&shortened(name, 28))
}

/// The numbers of a graph: lower and upper bounds, which are the same where it has one number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IntervalMarks {
    pub(super) value: Option<[f64; 2]>,
    pub(super) crossfit: Option<[f64; 2]>,
    /// What covers the cross-fitted number, or its bounds.
    pub(super) interval: Option<[f64; 2]>,
    /// What random graphs achieve.
    pub(super) chance: Option<[f64; 2]>,
}

fn is_range(ends: Option<[f64; 2]>) -> bool {
    ends.is_some_and(|[low, high]| low != high)
}

pub(super) fn interval_plot(plot: &IntervalPlot<'_>) -> Drawing {
    let widest = |words: &mut dyn Iterator<Item = &str>| words.map(|words| text_width(words, 11.0)).fold(0.0, f64::max);
    let left = 24.0 + widest(&mut plot.rows.iter().map(|row| row.label.as_str()));
    let right = 26.0 + widest(&mut plot.rows.iter().map(|row| row.text));
    let signs = plot.signs();
    let meanings: Vec<&str> = signs.iter().map(|(_, words)| words.as_str()).collect();
    let meanings = Signs { width: SIGN, meanings: &meanings };
    let bottom = TOP + ROW * plot.rows.len() as f64;
    let width = (left + WIDTH + right).max(text_width(&plot.title, 13.0) + 20.0).max(meanings.row_width() + 20.0);
    let mut drawing = Drawing::new(width.ceil(), bottom + 42.0);
    drawing.text([10.0, 20.0], 13.0, Anchor::Start, INK, &plot.title);
    meanings.draw(&mut drawing, [14.0, 36.0], |drawing, index, at| draw_sign(drawing, signs[index].0, at));
    let scale = Scale { low: plot.low, high: plot.high, from: left, to: left + WIDTH };
    for (value, words) in plot.ticks {
        let x = scale.position(*value);
        drawing.line([x, TOP], [x, bottom], Pen::new(LINE, if *value == 0.0 { 1.8 } else { 0.8 }));
        drawing.text([x, bottom + 14.0], 10.0, Anchor::Middle, SOFT, words);
    }
    if let Some(x) = plot.ceiling.map(|ceiling| scale.position(ceiling)) {
        drawing.line([x, TOP], [x, bottom], Pen::new(SOFT, 1.2).dashed(CEILING_DASHES));
    }
    for (index, row) in plot.rows.iter().enumerate() {
        let y = TOP + ROW * (index as f64 + 0.5);
        drawing.text([left - 12.0, y + 4.0], 11.0, Anchor::End, INK, &row.label);
        draw_marks(&mut drawing, row.marks, &scale, y);
        drawing.text([left + WIDTH + 14.0, y + 4.0], 11.0, Anchor::Start, INK, row.text);
    }
    drawing.text([left + WIDTH / 2.0, bottom + 32.0], 11.0, Anchor::Middle, SOFT, &plot.axis);
    drawing
}

impl IntervalPlot<'_> {
    /// The signs that the plot has, each with its meaning; no marks for the dashed line of the ceiling.
    fn signs(&self) -> Vec<(Option<IntervalMarks>, String)> {
        let has = |is_there: &dyn Fn(&IntervalMarks) -> bool| self.rows.iter().any(|row| is_there(&row.marks));
        let (point, range, interval) = (Some([0.5, 0.5]), Some([0.25, 0.75]), Some([0.0, 1.0]));
        let mut signs = Vec::new();
        let mut add = |is_there, marks, words| {
            if is_there {
                signs.push((marks, words));
            }
        };
        let value = |value| Some(IntervalMarks { value, ..IntervalMarks::default() });
        let has_points = has(&|marks| marks.value.is_some() && !is_range(marks.value));
        add(has_points, value(point), self.value.to_owned());
        add(has(&|marks| is_range(marks.value)), value(range), format!("bounds of {}", self.value));
        let crossfit = |crossfit| Some(IntervalMarks { crossfit, interval, ..IntervalMarks::default() });
        let has_points = has(&|marks| marks.crossfit.is_some() && !is_range(marks.crossfit));
        add(has_points, crossfit(point), format!("{} with its 95 % interval", self.crossfit));
        let words = format!("bounds of {} with their 95 % interval", self.crossfit);
        add(has(&|marks| is_range(marks.crossfit)), crossfit(range), words);
        let chance = Some(IntervalMarks { chance: interval, ..IntervalMarks::default() });
        add(has(&|marks| marks.chance.is_some()), chance, CHANCE.to_owned());
        add(self.ceiling.is_some(), None, "ceiling".to_owned());
        signs
    }
}

fn draw_sign(drawing: &mut Drawing, marks: Option<IntervalMarks>, [x, y]: [f64; 2]) {
    match marks {
        Some(marks) => draw_marks(drawing, marks, &Scale { low: 0.0, high: 1.0, from: x, to: x + SIGN }, y),
        None => drawing.line([x, y], [x + SIGN, y], Pen::new(SOFT, 1.2).dashed(CEILING_DASHES)),
    }
}

fn draw_marks(
    drawing: &mut Drawing,
    IntervalMarks { value, crossfit, interval, chance }: IntervalMarks,
    scale: &Scale,
    y: f64,
) {
    let mut line = |[from, to]: [f64; 2], pen| drawing.line([scale.position(from), y], [scale.position(to), y], pen);
    if let Some(ends) = chance {
        line(ends, Pen::new(LINE, 16.0));
    }
    if let Some(ends) = interval {
        line(ends, Pen::new(INK, 1.4));
    }
    if let Some(ends) = value.filter(|_| is_range(value)) {
        line(ends, Pen::new(lighter(VERMILLION), 8.0));
    }
    if let Some(ends) = crossfit.filter(|_| is_range(crossfit)) {
        line(ends, Pen::new(BLUE, 4.0));
    }
    for x in interval.into_iter().flatten().map(|end| scale.position(end)) {
        drawing.line([x, y - 4.5], [x, y + 4.5], Pen::new(INK, 1.4));
    }
    if let Some([at, _]) = crossfit.filter(|_| !is_range(crossfit)) {
        drawing.framed(&disc([scale.position(at), y], 4.6), Some(WHITE), Pen::new(BLUE, 2.2));
    }
    if let Some([at, _]) = value.filter(|_| !is_range(value)) {
        drawing.framed(&disc([scale.position(at), y], 4.4), Some(VERMILLION), Pen::new(WHITE, 0.9));
    }
}
