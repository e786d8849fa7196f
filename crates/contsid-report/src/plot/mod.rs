//! Plots for papers: the same drawing as SVG and PNG.
//!
//! Text is drawn as outlines of an embedded font (a part of `DejaVu` Sans), so that a plot looks the same everywhere and
//! needs no font; characters that the font lacks are drawn as boxes. The colours are those of Okabe and Ito, which people
//! with colour-blindness tell apart, and no plot tells things apart by colour alone.

mod boxes;
mod comparison;
mod densities;
mod font;
mod png;
pub(crate) mod scale;
mod study;
mod svg;

/// The red, green and blue of a colour.
pub(crate) type Colour = [u8; 3];

pub(crate) const INK: Colour = [27, 31, 36];
pub(crate) const SOFT: Colour = [90, 100, 114];
pub(crate) const LINE: Colour = [213, 218, 225];
pub(crate) const WHITE: Colour = [255, 255, 255];
pub(crate) const BLUE: Colour = [0, 114, 178];
pub(crate) const VERMILLION: Colour = [213, 94, 0];
pub(crate) const GREEN: Colour = [0, 158, 115];
pub(crate) const PURPLE: Colour = [204, 121, 167];
pub(crate) const ORANGE: Colour = [230, 159, 0];

/// A plot with the name of its files.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The name of the files, without an extension.
    pub name: String,
    /// What they show.
    pub drawing: Drawing,
}

/// A drawing made of lines and areas.
#[derive(Clone, Debug)]
pub struct Drawing {
    width: f64,
    height: f64,
    shapes: Vec<Shape>,
}

/// A piece of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Move(f64, f64),
    Line(f64, f64),
    Quad([f64; 2], [f64; 2]),
    Cubic([f64; 2], [f64; 2], [f64; 2]),
    Close,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pen {
    pub(crate) colour: Colour,
    pub(crate) width: f64,
    pub(crate) dashes: &'static [f64],
}

impl Pen {
    pub(crate) fn new(colour: Colour, width: f64) -> Self {
        Self { colour, width, dashes: &[] }
    }

    pub(crate) fn dashed(self, dashes: &'static [f64]) -> Self {
        Self { dashes, ..self }
    }
}

#[derive(Clone, Debug)]
struct Shape {
    steps: Vec<Step>,
    fill: Option<Colour>,
    pen: Option<Pen>,
}

/// Which part of a text stands at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    /// How far a text of this width moves from its point.
    fn shift(self, width: f64) -> f64 {
        match self {
            Self::Start => 0.0,
            Self::Middle => -width / 2.0,
            Self::End => -width,
        }
    }
}

impl Drawing {
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self { width, height, shapes: Vec::new() }
    }

    /// An area; nothing if it has no border, as an empty text.
    pub(crate) fn fill(&mut self, steps: Vec<Step>, colour: Colour) {
        if !steps.is_empty() {
            self.shapes.push(Shape { steps, fill: Some(colour), pen: None });
        }
    }

    pub(crate) fn stroke(&mut self, steps: Vec<Step>, pen: Pen) {
        self.shapes.push(Shape { steps, fill: None, pen: Some(pen) });
    }

    pub(crate) fn line(&mut self, from: [f64; 2], to: [f64; 2], pen: Pen) {
        self.stroke(vec![Step::Move(from[0], from[1]), Step::Line(to[0], to[1])], pen);
    }

    pub(crate) fn area(&mut self, corner: [f64; 2], width: f64, height: f64, colour: Colour) {
        self.fill(rectangle(corner, width, height), colour);
    }

    /// A box with a border.
    pub(crate) fn framed(&mut self, corner: [f64; 2], width: f64, height: f64, fill: Option<Colour>, pen: Pen) {
        self.shapes.push(Shape { steps: rectangle(corner, width, height), fill, pen: Some(pen) });
    }

    /// A text on one line, its baseline at the point; the anchor says which part of it.
    pub(crate) fn text(&mut self, at: [f64; 2], size: f64, anchor: Anchor, colour: Colour, words: &str) {
        let outline = font::outline(words, size);
        let shift = anchor.shift(outline.width);
        self.fill(moved(outline.steps, |[x, y]| [at[0] + shift + x, at[1] + y]), colour);
    }

    /// The same from bottom to top.
    pub(crate) fn upright_text(&mut self, at: [f64; 2], size: f64, anchor: Anchor, colour: Colour, words: &str) {
        let outline = font::outline(words, size);
        let shift = anchor.shift(outline.width);
        self.fill(moved(outline.steps, |[x, y]| [at[0] + y, at[1] - shift - x]), colour);
    }

    /// The drawing as an SVG file.
    pub fn svg(&self) -> String {
        svg::file(self)
    }

    /// The drawing as a PNG file with `scale` pixels for each unit of the drawing.
    pub fn png(&self, scale: f32) -> Vec<u8> {
        png::file(self, scale)
    }
}

fn rectangle([x, y]: [f64; 2], width: f64, height: f64) -> Vec<Step> {
    vec![
        Step::Move(x, y),
        Step::Line(x + width, y),
        Step::Line(x + width, y + height),
        Step::Line(x, y + height),
        Step::Close,
    ]
}

fn moved(steps: Vec<Step>, to: impl Fn([f64; 2]) -> [f64; 2]) -> Vec<Step> {
    let point = |x, y| {
        let [x, y] = to([x, y]);
        (x, y)
    };
    let step = |step| match step {
        Step::Move(x, y) => {
            let (x, y) = point(x, y);
            Step::Move(x, y)
        }
        Step::Line(x, y) => {
            let (x, y) = point(x, y);
            Step::Line(x, y)
        }
        Step::Quad(a, b) => Step::Quad(to(a), to(b)),
        Step::Cubic(a, b, c) => Step::Cubic(to(a), to(b), to(c)),
        Step::Close => Step::Close,
    };
    steps.into_iter().map(step).collect()
}

/// A name that files can have on any system.
pub(crate) fn file_name(words: &str) -> String {
    let safe = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
    let name: String = words.chars().map(safe).collect();
    name.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// The words, cut to at most `most` characters.
pub(crate) fn shortened(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        return words.to_owned();
    }
    words.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_becomes_both_files() {
        let mut drawing = Drawing::new(80.0, 40.0);
        drawing.text([40.0, 20.0], 12.0, Anchor::Middle, INK, "V1 → <Ω>");
        drawing.line([0.0, 39.0], [80.0, 39.0], Pen::new(BLUE, 2.0).dashed(&[4.0, 2.0]));
        let svg = drawing.svg();
        assert!(svg.starts_with("<svg ") && svg.contains("stroke-dasharray=\"4 2\"") && !svg.contains("<text"));
        let png = drawing.png(2.0);
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(png[16..24], [0, 0, 0, 160, 0, 0, 0, 80]);
    }

    #[test]
    fn files_tell_which_program_drew_them() {
        let drawing = Drawing::new(8.0, 4.0);
        assert!(drawing.svg().contains("<!-- written by contsid -->"));
        let png = drawing.png(1.0);
        assert!(png[37..].starts_with(b"tEXtSoftware\0contsid"));
        assert_eq!(tiny_skia::Pixmap::decode_png(&png).unwrap().width(), 8);
    }

    #[test]
    fn names_of_files_are_plain() {
        assert_eq!(file_name("learnt/../pc <1>.csv"), "learnt-pc-1-csv");
        assert_eq!(shortened("abcdef", 4), "abc…");
    }
}
