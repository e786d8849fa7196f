//! What fixing one edge does to the distance, as bars to both sides of zero.

use super::scale::Scale;
use super::signs::Signs;
use super::{Anchor, BLUE, Drawing, INK, LINE, Pen, SOFT, VERMILLION, WHITE, diamond, shortened, text_width};
use crate::comparison::Observations;
use crate::number::{Decimals, ticks};
use crate::rich::isolated;
use contsid::comparison::{EdgeChange, Fix};
use contsid::distance::bounds::Span;
use contsid::graph::{EdgeKind, NodeNames};

/// The most fixes in a plot; they come with the most rewarding first.
const MOST: usize = 40;

const ROW: f64 = 22.0;
const TOP: f64 = 52.0;
const BARS: f64 = 320.0;

/// The distance that fixes change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FixMeasure {
    CrossFitted,
    AllRows,
    Sid,
}

impl FixMeasure {
    /// That of the estimate that decides.
    pub(super) fn of(data: Option<&Observations<'_>>) -> Self {
        match data {
            Some(data) if data.parts.is_some() => Self::CrossFitted,
            Some(_) => Self::AllRows,
            None => Self::Sid,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::CrossFitted => "cross-fitted contSID",
            Self::AllRows => "contSID from all rows",
            Self::Sid => "SID",
        }
    }
}

/// A fix in words, and by how much it changes the two bounds of the distance.
struct Row {
    words: String,
    change: Span<f64>,
}

/// By how much each fix changes the distance: to the left where it makes it smaller.
pub(super) fn fix_bars(learnt: &str, found: &[Fix], names: &NodeNames, measure: FixMeasure) -> Drawing {
    let all: Vec<Row> = found.iter().filter_map(|fix| row(fix, names)).collect();
    let rows = &all[..all.len().min(MOST)];
    let title = format!("{}: change of {} when one edge is fixed", isolated(&shortened(learnt, 40)), measure.words());
    let words = rows.iter().map(|row| text_width(&row.words, 11.0)).fold(60.0, f64::max);
    let width = (words + BARS + 110.0).max(text_width(&title, 13.0) + 20.0);
    let below = if all.len() > MOST { 56.0 } else { 42.0 };
    let mut drawing = Drawing::new(width.ceil(), TOP + ROW * rows.len().max(1) as f64 + below);
    drawing.text([10.0, 20.0], 13.0, Anchor::Start, INK, &title);
    if rows.is_empty() {
        let words = if found.is_empty() { "all edges are right" } else { "no edge can be fixed alone" };
        drawing.text([10.0, TOP], 11.0, Anchor::Start, SOFT, words);
        return drawing;
    }
    draw_rows(&mut drawing, rows, words + 18.0, digits(rows, measure));
    let bottom = TOP + ROW * rows.len() as f64;
    let axis = format!("change of {} (negative is better)", measure.words());
    drawing.text([words + 18.0 + BARS / 2.0, bottom + 30.0], 11.0, Anchor::Middle, SOFT, &axis);
    if all.len() > MOST {
        let more = format!("{} more changes, each worth less, are not shown", all.len() - MOST);
        drawing.text([10.0, bottom + 46.0], 11.0, Anchor::Start, SOFT, &more);
    }
    drawing
}

/// Those of all changes; SID is a count.
fn digits(rows: &[Row], measure: FixMeasure) -> Decimals {
    let ends = rows.iter().flat_map(|row| [row.change.lower, row.change.upper]);
    if measure == FixMeasure::Sid { Decimals::WHOLE } else { Decimals::of(ends) }
}

fn draw_rows(drawing: &mut Drawing, rows: &[Row], left: f64, decimals: Decimals) {
    let ends = || rows.iter().flat_map(|row| [row.change.lower, row.change.upper]);
    let has_bounds = rows.iter().any(|row| row.change.lower != row.change.upper);
    let around = Scale::around(ends(), left, left + BARS);
    // Room on the right of zero, as on the left.
    let helps_only = around.low < 0.0 && ends().all(|end| end <= 0.0);
    let scale = if helps_only { Scale { high: 0.0, ..around } } else { around };
    let bottom = TOP + ROW * rows.len() as f64;
    for (value, words) in ticks(scale.low, scale.high) {
        let x = scale.position(value);
        drawing.line([x, TOP], [x, bottom], Pen::new(LINE, if value == 0.0 { 1.8 } else { 0.8 }));
        drawing.text([x, bottom + 14.0], 10.0, Anchor::Middle, SOFT, &words);
    }
    draw_signs(drawing, has_bounds);
    for (index, row) in rows.iter().enumerate() {
        let (y, zero, end) = (TOP + ROW * index as f64, scale.position(0.0), scale.position(row.change.upper));
        drawing.text([left - 8.0, y + 14.0], 11.0, Anchor::End, INK, &row.words);
        let colour = if row.change.upper > 0.0 { VERMILLION } else { BLUE };
        drawing.area([zero.min(end), y + 4.0], (end - zero).abs().max(0.8), ROW - 8.0, colour);
        if has_bounds {
            let mark = diamond([scale.position(row.change.lower), y + ROW / 2.0], 4.2);
            drawing.framed(&mark, Some(WHITE), Pen::new(INK, 1.3));
        }
        drawing.text([left + BARS + 84.0, y + 14.0], 11.0, Anchor::End, SOFT, &decimals.signed(row.change.upper));
    }
}

/// What colours and signs mean.
fn draw_signs(drawing: &mut Drawing, has_bounds: bool) {
    let meanings: &[&str] =
        if has_bounds { &["upper bound smaller", "larger", "lower bound"] } else { &["smaller", "larger"] };
    Signs { width: 14.0, meanings }.draw(drawing, [10.0, 36.0], |drawing, index, [x, y]| match index {
        0 => drawing.area([x, y - 5.0], 14.0, 10.0, BLUE),
        1 => drawing.area([x, y - 5.0], 14.0, 10.0, VERMILLION),
        _ => drawing.stroke(&diamond([x + 7.0, y], 4.2), Pen::new(INK, 1.3)),
    });
}

/// A fix that is legal alone.
fn row(fix: &Fix, names: &NodeNames) -> Option<Row> {
    Some(Row { words: fix_name(fix, names), change: fix.outcome.as_ref().ok()?.deciding_change })
}

fn fix_name(fix: &Fix, names: &NodeNames) -> String {
    let change = match fix.change {
        EdgeChange::Add => "add",
        EdgeChange::Remove => "remove",
        EdgeChange::Reverse => "reverse to",
        EdgeChange::Direct => "direct as",
        EdgeChange::Undirect => "leave open",
    };
    let arrow = if fix.edge.kind == EdgeKind::Directed { "→" } else { "—" };
    let [from, to] = [fix.edge.from, fix.edge.to].map(|node| isolated(&shortened(names.name(node), 20)));
    format!("{change} {from} {arrow} {to}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{Colour, drawing::areas};

    /// Each of the four ends is written to hundredths, two of them count twice.
    const ROUNDING: f64 = 0.03;

    /// From where to where the areas of a colour reach, without that of the legend.
    fn bars(rows: &[[f64; 2]], colour: Colour) -> Vec<[f64; 2]> {
        let rows: Vec<Row> = rows
            .iter()
            .map(|&[lower, upper]| Row { words: "add A → B".to_owned(), change: Span { lower, upper } })
            .collect();
        let mut drawing = Drawing::new(500.0, 300.0);
        draw_rows(&mut drawing, &rows, 100.0, Decimals::WHOLE);
        areas(&drawing, colour).iter().skip(1).map(|corners| [corners[0][0], corners[1][0]]).collect()
    }

    #[test]
    fn changes_of_counts_are_whole() {
        let rows = [Row { words: String::new(), change: Span { lower: -3.0, upper: -3.0 } }];
        assert_eq!(
            [FixMeasure::Sid, FixMeasure::AllRows].map(|measure| digits(&rows, measure).signed(-3.0)),
            ["−3", "−3.00"]
        );
    }

    #[test]
    fn what_helps_points_left_and_what_harms_points_right() {
        let rows = [[-2.0, -2.0], [1.0, 1.0]];
        let ([better], [worse]) = (&bars(&rows, BLUE)[..], &bars(&rows, VERMILLION)[..]) else { panic!("two bars") };
        assert_eq!(better[1], worse[0], "both begin at zero");
        let lengths = [better[1] - better[0], worse[1] - worse[0]];
        assert!((lengths[0] - 2.0 * lengths[1]).abs() < ROUNDING, "both have one scale: {lengths:?}");
    }
}
