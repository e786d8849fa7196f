//! Text as outlines, in any script.
//!
//! The embedded font has Latin, Greek, Cyrillic, Hebrew, Arabic and mathematics; other characters are searched in
//! the fonts of the system. A character that no font has becomes a box with its code point in it.

use super::arabic::joined;
use super::drawing::{Step, polygon};
use fontdb::{Database, ID};
use std::sync::LazyLock;
use ttf_parser::{Face, OutlineBuilder};
use unicode_bidi::{Level, ParagraphBidiInfo};

const FONT: &[u8] = include_bytes!("../../assets/font/DejaVuSans-subset.ttf");

static EMBEDDED: LazyLock<Face<'static>> = LazyLock::new(|| Face::parse(FONT, 0).expect("the embedded font is whole"));

/// The fonts of the system, read when the embedded one lacks a character.
static SYSTEM: LazyLock<Database> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_system_fonts();
    fonts
});

/// The outlines of a text that begins at the origin.
pub(super) struct Outline {
    pub(super) steps: Vec<Step>,
    pub(super) width: f64,
    /// Whether some of its characters are drawn as boxes.
    pub(super) lacks_glyphs: bool,
}

/// Where the glyphs of a piece of text come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Embedded,
    System(ID),
    Nowhere,
}

/// The outlines of a text on one line that reads from left to right as a whole.
pub(super) fn outline(words: &str, size: f64) -> Outline {
    let mut pen = GlyphPen { steps: Vec::new(), scale: 0.0, x: 0.0, y: 0.0 };
    let mut lacks_glyphs = false;
    let words = &joined(words);
    let order = ParagraphBidiInfo::new(words, Some(Level::ltr()));
    // An empty text has no runs, and the crate does not expect one.
    let (levels, runs) = if words.is_empty() { (Vec::new(), Vec::new()) } else { order.visual_runs(0..words.len()) };
    for run in runs {
        let from_right = levels[run.start].is_rtl();
        let letters = words[run].chars();
        let letters: Vec<char> = if from_right { letters.rev().map(mirrored).collect() } else { letters.collect() };
        for (source, text) in pieces(&letters) {
            lacks_glyphs |= source == Source::Nowhere;
            pen.write(source, &text, size);
        }
    }
    Outline { steps: pen.steps, width: pen.x, lacks_glyphs }
}

/// What a character becomes in a text from right to left: brackets open to the other side.
fn mirrored(character: char) -> char {
    let pairs = [['(', ')'], ['[', ']'], ['{', '}'], ['<', '>'], ['«', '»']];
    let other =
        |[open, close]: [char; 2]| if character == open { Some(close) } else { (character == close).then_some(open) };
    pairs.into_iter().find_map(other).unwrap_or(character)
}

/// A text cut where its font changes, without marks of direction, which have no glyphs.
fn pieces(letters: &[char]) -> Vec<(Source, String)> {
    let mut pieces: Vec<(Source, String)> = Vec::new();
    for &character in letters.iter().filter(|&&character| !is_direction(character)) {
        match pieces.last_mut() {
            Some((source, text)) if has(*source, character) => text.push(character),
            _ => pieces.push((source(character), character.to_string())),
        }
    }
    pieces
}

fn is_direction(character: char) -> bool {
    matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn has(source: Source, character: char) -> bool {
    match source {
        Source::Embedded => EMBEDDED.glyph_index(character).is_some(),
        // What comes next may be in the embedded font again.
        Source::System(font) => EMBEDDED.glyph_index(character).is_none() && system_has(font, character),
        Source::Nowhere => false,
    }
}

fn system_has(font: ID, character: char) -> bool {
    let found = SYSTEM.with_face_data(font, |data, index| {
        Face::parse(data, index).is_ok_and(|face| face.glyph_index(character).is_some())
    });
    found == Some(true)
}

/// The first font that has a character: the embedded one, then plain and upright ones of the system by their names.
fn source(character: char) -> Source {
    if EMBEDDED.glyph_index(character).is_some() {
        return Source::Embedded;
    }
    let mut fonts: Vec<_> = SYSTEM.faces().collect();
    fonts.sort_by_key(|font| {
        (font.style != fontdb::Style::Normal, font.weight.0.abs_diff(400), font.post_script_name.as_str())
    });
    fonts.iter().find(|font| system_has(font.id, character)).map_or(Source::Nowhere, |font| Source::System(font.id))
}

/// Takes glyphs, whose y axis points up.
struct GlyphPen {
    steps: Vec<Step>,
    scale: f64,
    x: f64,
    y: f64,
}

impl GlyphPen {
    fn write(&mut self, source: Source, text: &str, size: f64) {
        match source {
            Source::Embedded => self.write_in(&EMBEDDED, text, size),
            Source::System(font) => {
                SYSTEM.with_face_data(font, |data, index| {
                    if let Ok(face) = Face::parse(data, index) {
                        self.write_in(&face, text, size);
                    }
                });
            }
            Source::Nowhere => text.chars().for_each(|character| self.write_box(character, size)),
        }
    }

    fn write_in(&mut self, face: &Face<'_>, text: &str, size: f64) {
        self.scale = size / f64::from(face.units_per_em());
        for glyph in text.chars().filter_map(|character| face.glyph_index(character)) {
            face.outline_glyph(glyph, self);
            self.x += f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * self.scale;
        }
    }

    /// The code point in two rows, in a frame.
    fn write_box(&mut self, character: char, size: f64) {
        let digits = format!("{:04X}", u32::from(character));
        let digits = if digits.len() > 4 { format!("{digits:0>6}") } else { digits };
        let (start, small) = (self.x, 0.42 * size);
        let width = 0.66 * small * (digits.len() / 2) as f64 + 0.24 * size;
        let [left, right, top, bottom] = [start + 0.06 * size, start + width - 0.06 * size, -0.85 * size, 0.15 * size];
        self.frame([left, top], [right, bottom], 0.05 * size);
        for (row, digits) in [&digits[..digits.len() / 2], &digits[digits.len() / 2..]].into_iter().enumerate() {
            self.x = start + 0.14 * size;
            self.y = [-0.42 * size, 0.05 * size][row];
            self.write_in(&EMBEDDED, digits, small);
        }
        (self.x, self.y) = (start + width, 0.0);
    }

    /// A frame as the area between two rectangles that run in opposite directions.
    fn frame(&mut self, [left, top]: [f64; 2], [right, bottom]: [f64; 2], line: f64) {
        let outer = [[left, top], [right, top], [right, bottom], [left, bottom]];
        let (near, far) = ([left + line, top + line], [right - line, bottom - line]);
        let inner = [near, [near[0], far[1]], far, [far[0], near[1]]];
        for corners in [outer, inner] {
            self.steps.extend(polygon(&corners));
        }
    }

    fn at(&self, x: f32, y: f32) -> [f64; 2] {
        [self.x + f64::from(x) * self.scale, self.y - f64::from(y) * self.scale]
    }
}

impl OutlineBuilder for GlyphPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.steps.push(Step::Move(self.at(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.steps.push(Step::Line(self.at(x, y)));
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
