//! How wide texts are, in the font that is embedded for pictures.

use std::sync::LazyLock;
use ttf_parser::Face;

/// A part of `DejaVu` Sans: Latin, Greek, Cyrillic, Hebrew, Arabic and mathematics.
pub(super) const FONT: &[u8] = include_bytes!("../../assets/font/DejaVuSans-subset.ttf");

static FACE: LazyLock<Face<'static>> = LazyLock::new(|| Face::parse(FONT, 0).expect("the embedded font is whole"));

/// How wide a text is; a character that the embedded font lacks is taken to be as wide as high.
pub(crate) fn text_width(words: &str, size: f64) -> f64 {
    let em = FACE.units_per_em();
    let width = |character: char| match FACE.glyph_index(character) {
        Some(glyph) => FACE.glyph_hor_advance(glyph).unwrap_or(0),
        None if is_direction(character) => 0,
        None => em,
    };
    size * words.chars().map(width).map(f64::from).sum::<f64>() / f64::from(em)
}

/// Marks of direction have no glyphs.
pub(super) fn is_direction(character: char) -> bool {
    matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Whether the embedded font has a character.
#[cfg(feature = "pictures")]
pub(super) fn is_embedded(character: char) -> bool {
    FACE.glyph_index(character).is_some()
}
