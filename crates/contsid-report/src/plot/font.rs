//! Text as outlines.

use super::Step;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

const FONT: &[u8] = include_bytes!("../../assets/font/DejaVuSans-subset.ttf");

/// The outlines of a text that begins at the origin.
pub(super) struct Outline {
    pub(super) steps: Vec<Step>,
    pub(super) width: f64,
}

pub(super) fn outline(words: &str, size: f64) -> Outline {
    let face = Face::parse(FONT, 0).expect("the embedded font is whole");
    let scale = size / f64::from(face.units_per_em());
    let mut pen = GlyphPen { steps: Vec::new(), scale, x: 0.0 };
    for character in words.chars() {
        // Glyph 0 is the box that stands for characters that a font lacks.
        let glyph = face.glyph_index(character).unwrap_or(GlyphId(0));
        face.outline_glyph(glyph, &mut pen);
        pen.x += f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    }
    Outline { steps: pen.steps, width: pen.x }
}

/// Takes glyphs, whose y axis points up.
struct GlyphPen {
    steps: Vec<Step>,
    scale: f64,
    x: f64,
}

impl GlyphPen {
    fn at(&self, x: f32, y: f32) -> [f64; 2] {
        [self.x + f64::from(x) * self.scale, -f64::from(y) * self.scale]
    }
}

impl OutlineBuilder for GlyphPen {
    fn move_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.at(x, y);
        self.steps.push(Step::Move(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.at(x, y);
        self.steps.push(Step::Line(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.steps.push(Step::Quad(self.at(x1, y1), self.at(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.steps.push(Step::Cubic(self.at(x1, y1), self.at(x2, y2), self.at(x, y)));
    }

    fn close(&mut self) {
        self.steps.push(Step::Close);
    }
}
