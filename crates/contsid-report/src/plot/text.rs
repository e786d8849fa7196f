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

/// The text without the marks around names that need none: programs that draw letters one by one show them as boxes. Only
/// names from right to left keep them.
pub(super) fn without_isolates(words: &str) -> String {
    let mut text = String::new();
    for (index, part) in words.split('\u{2068}').enumerate() {
        let is_isolated = index > 0 && part.chars().any(is_right_to_left);
        if is_isolated {
            text.push('\u{2068}');
        }
        text.extend(part.chars().filter(|&character| is_isolated || character != '\u{2069}'));
    }
    text
}

/// Hebrew, Arabic and other scripts that are written from right to left.
fn is_right_to_left(character: char) -> bool {
    matches!(character, '\u{0590}'..='\u{08FF}' | '\u{FB1D}'..='\u{FEFC}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

/// Whether the embedded font has a character.
#[cfg(feature = "pictures")]
pub(super) fn is_embedded(character: char) -> bool {
    FACE.glyph_index(character).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rich::isolated;

    #[test]
    fn only_names_from_right_to_left_stay_isolated() {
        let [age, dose] = ["age", "الجرعة"].map(isolated);
        assert_eq!(without_isolates(&format!("add {age} → {dose} now")), format!("add age → {dose} now"));
        assert_eq!(without_isolates(&format!("{dose}: {age}")), format!("{dose}: age"));
        assert_eq!(without_isolates("plain"), "plain");
    }
}
