//! What the signs of a plot mean: rows of them, each before its words.

use super::{Anchor, Drawing, SOFT, text_width};

const SIZE: f64 = 10.5;

/// The distance from a sign to its words, and from these to the next sign.
const GAPS: [f64; 2] = [8.0, 18.0];

/// The distance of two rows.
const ROW: f64 = 16.0;

/// Signs of one width with their meanings.
pub(super) struct Signs<'a> {
    pub(super) width: f64,
    pub(super) meanings: &'a [&'a str],
}

impl Signs<'_> {
    /// How wide the row is.
    pub(super) fn row_width(&self) -> f64 {
        self.meanings.iter().map(|words| self.step(words)).sum()
    }

    /// How wide the widest sign with its words is.
    pub(super) fn widest(&self) -> f64 {
        self.meanings.iter().map(|words| self.step(words)).fold(0.0, f64::max)
    }

    /// How high the rows are in which the signs fit this width.
    pub(super) fn rows_height(&self, width: f64) -> f64 {
        self.places(width).last().map_or(0.0, |place| place[1] + ROW)
    }

    /// Where each sign stands in rows of at most this width.
    fn places(&self, width: f64) -> Vec<[f64; 2]> {
        let [mut x, mut y] = [0.0, 0.0];
        let place = |words: &&str| {
            let step = self.step(words);
            if x > 0.0 && x + step - GAPS[1] > width {
                (x, y) = (0.0, y + ROW);
            }
            let place = [x, y];
            x += step;
            place
        };
        self.meanings.iter().map(place).collect()
    }

    fn step(&self, words: &str) -> f64 {
        self.width + GAPS[0] + text_width(words, SIZE) + GAPS[1]
    }

    /// Draws one row; `sign` draws the sign of an index, whose left end is given, at the middle of the letters.
    pub(super) fn draw(&self, drawing: &mut Drawing, at: [f64; 2], sign: impl Fn(&mut Drawing, usize, [f64; 2])) {
        self.draw_rows(drawing, at, f64::INFINITY, sign);
    }

    /// The same in rows of at most this width.
    pub(super) fn draw_rows(
        &self,
        drawing: &mut Drawing,
        at: [f64; 2],
        width: f64,
        sign: impl Fn(&mut Drawing, usize, [f64; 2]),
    ) {
        for (index, (words, place)) in self.meanings.iter().zip(self.places(width)).enumerate() {
            let [x, y] = [at[0] + place[0], at[1] + place[1]];
            sign(drawing, index, [x, y]);
            drawing.text([x + self.width + GAPS[0], y + 4.0], SIZE, Anchor::Start, SOFT, words);
        }
    }
}
