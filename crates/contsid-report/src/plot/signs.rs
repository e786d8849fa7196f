//! What the signs of a plot mean: a row of them, each before its words.

use super::{Anchor, Drawing, SOFT, text_width};

const SIZE: f64 = 10.5;

/// The distance from a sign to its words, and from these to the next sign.
const GAPS: [f64; 2] = [8.0, 18.0];

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

    fn step(&self, words: &str) -> f64 {
        self.width + GAPS[0] + text_width(words, SIZE) + GAPS[1]
    }

    /// Draws the row; `sign` draws the sign of an index, whose left end is given, at the middle of the letters.
    pub(super) fn draw(&self, drawing: &mut Drawing, at: [f64; 2], sign: impl Fn(&mut Drawing, usize, [f64; 2])) {
        let [mut x, y] = at;
        for (index, words) in self.meanings.iter().enumerate() {
            sign(drawing, index, [x, y]);
            drawing.text([x + self.width + GAPS[0], y + 4.0], SIZE, Anchor::Start, SOFT, words);
            x += self.step(words);
        }
    }
}
