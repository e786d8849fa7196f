//! Drawings made of lines, areas and texts.

use super::{font, pdf, png, svg};

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

/// A drawing made of lines and areas.
#[derive(Clone, Debug)]
pub struct Drawing {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) shapes: Vec<Shape>,
}

/// A piece of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Move([f64; 2]),
    Line([f64; 2]),
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

/// A line, an area, or the outlines of a text.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) steps: Vec<Step>,
    pub(crate) fill: Option<Colour>,
    pub(crate) pen: Option<Pen>,
    /// The text of the outlines, if no font on this machine has all of its characters: where the file is
    /// opened, one may have them.
    pub(crate) text: Option<Text>,
}

/// A text and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) words: String,
    pub(crate) at: [f64; 2],
    pub(crate) size: f64,
    pub(crate) anchor: Anchor,
    /// Whether it runs from bottom to top.
    pub(crate) is_upright: bool,
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
            self.shapes.push(Shape { steps, fill: Some(colour), pen: None, text: None });
        }
    }

    pub(crate) fn stroke(&mut self, steps: Vec<Step>, pen: Pen) {
        self.shapes.push(Shape { steps, fill: None, pen: Some(pen), text: None });
    }

    pub(crate) fn line(&mut self, from: [f64; 2], to: [f64; 2], pen: Pen) {
        self.stroke(polyline(&[from, to]), pen);
    }

    pub(crate) fn area(&mut self, corner: [f64; 2], width: f64, height: f64, colour: Colour) {
        self.fill(rectangle(corner, width, height), colour);
    }

    /// A box with a border.
    pub(crate) fn framed(&mut self, corner: [f64; 2], width: f64, height: f64, fill: Option<Colour>, pen: Pen) {
        self.shapes.push(Shape { steps: rectangle(corner, width, height), fill, pen: Some(pen), text: None });
    }

    /// A text on one line, its baseline at the point; the anchor says which part of it.
    pub(crate) fn text(&mut self, at: [f64; 2], size: f64, anchor: Anchor, colour: Colour, words: &str) {
        self.write(Text { words: words.to_owned(), at, size, anchor, is_upright: false }, colour);
    }

    /// The same from bottom to top.
    pub(crate) fn upright_text(&mut self, at: [f64; 2], size: f64, anchor: Anchor, colour: Colour, words: &str) {
        self.write(Text { words: words.to_owned(), at, size, anchor, is_upright: true }, colour);
    }

    fn write(&mut self, text: Text, colour: Colour) {
        let outline = font::outline(&text.words, text.size);
        let (at, shift) = (text.at, text.anchor.shift(outline.width));
        let steps = if text.is_upright {
            moved(outline.steps, |[x, y]| [at[0] + y, at[1] - shift - x])
        } else {
            moved(outline.steps, |[x, y]| [at[0] + shift + x, at[1] + y])
        };
        if !steps.is_empty() {
            let text = outline.lacks_glyphs.then_some(text);
            self.shapes.push(Shape { steps, fill: Some(colour), pen: None, text });
        }
    }

    /// The drawing as an SVG file.
    pub fn svg(&self) -> String {
        svg::file(self)
    }

    /// The drawing as a PNG file with this number of pixels for each unit of the drawing.
    pub fn png(&self, scale: f32) -> Vec<u8> {
        png::file(self, scale)
    }

    /// The drawing as a PDF file of one page; a unit of the drawing is a point.
    pub fn pdf(&self) -> Vec<u8> {
        pdf::file(self)
    }
}

/// How wide a text is.
pub(crate) fn text_width(words: &str, size: f64) -> f64 {
    font::outline(words, size).width
}

pub(crate) fn rectangle([x, y]: [f64; 2], width: f64, height: f64) -> Vec<Step> {
    polygon(&[[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
}

/// A line through points.
pub(crate) fn polyline(points: &[[f64; 2]]) -> Vec<Step> {
    let first = points.iter().take(1).map(|&point| Step::Move(point));
    first.chain(points.iter().skip(1).map(|&point| Step::Line(point))).collect()
}

/// The same, back to its start.
pub(crate) fn polygon(corners: &[[f64; 2]]) -> Vec<Step> {
    polyline(corners).into_iter().chain([Step::Close]).collect()
}

fn moved(steps: Vec<Step>, to: impl Fn([f64; 2]) -> [f64; 2]) -> Vec<Step> {
    let step = |step| match step {
        Step::Move(a) => Step::Move(to(a)),
        Step::Line(a) => Step::Line(to(a)),
        Step::Quad(a, b) => Step::Quad(to(a), to(b)),
        Step::Cubic(a, b, c) => Step::Cubic(to(a), to(b), to(c)),
        Step::Close => Step::Close,
    };
    steps.into_iter().map(step).collect()
}
