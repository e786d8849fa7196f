//! Plots for papers: the same drawing as SVG, PDF and PNG.
//!
//! Text is drawn as outlines of an embedded font (a part of `DejaVu` Sans), so that a plot looks the same everywhere
//! and needs no font; other scripts come from the fonts of the system. A character that none of them has is drawn as a
//! box with its code point, and in SVG its text stays text. The colours are those of Okabe and Ito, which people with
//! colour-blindness tell apart, and no plot tells things apart by colour alone.

mod arabic;
mod boxes;
mod comparison;
mod densities;
mod drawing;
mod font;
mod matrix;
mod pdf;
mod png;
mod repairs;
pub(crate) mod scale;
mod study;
mod svg;

pub use comparison::comparison_plot_names;
pub use drawing::Drawing;
pub(crate) use drawing::{
    Anchor, BLUE, Colour, GREEN, INK, LINE, ORANGE, PURPLE, Pen, SOFT, Step, VERMILLION, WHITE, polygon, polyline,
    rectangle, text_width,
};

/// A plot with the name of its files.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The name of the files, without an extension.
    pub name: String,
    /// What they show.
    pub drawing: Drawing,
}

/// A name that files can have on any system: letters and digits of any script, and hyphens.
pub(crate) fn file_name(words: &str) -> String {
    let safe = |character: char| if character.is_alphanumeric() { character } else { '-' };
    let name: String = words.chars().map(safe).collect();
    name.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// At most this number of characters: a long name loses its middle, since its beginning and its end tell it from
/// others.
pub(crate) fn shortened(words: &str, most: usize) -> String {
    let characters: Vec<char> = words.chars().collect();
    if characters.len() <= most {
        return words.to_owned();
    }
    let tail = (most - 1) / 2;
    let head = &characters[..most - 1 - tail];
    head.iter().chain(['…'].iter()).chain(&characters[characters.len() - tail..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rich::isolated;

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

    /// What stands in the first pixels of a text, as one number for each column.
    fn columns(words: &str) -> Vec<usize> {
        let mut drawing = Drawing::new(60.0, 20.0);
        drawing.text([2.0, 15.0], 12.0, Anchor::Start, INK, words);
        let picture = tiny_skia::Pixmap::decode_png(&drawing.png(1.0)).unwrap();
        let dark = |x: u32| (0..20).filter(|&y| picture.pixel(x, y).is_some_and(|pixel| pixel.red() < 128)).count();
        (0..60).map(dark).collect()
    }

    #[test]
    fn no_script_is_blank() {
        for words in ["中", "数据", "유전자", "جين", "גן", "ген", "Ω", "\u{10FFFD}"] {
            assert!(columns(words).iter().sum::<usize>() > 4, "{words} is blank");
        }
        assert_ne!(columns("\u{10FFFC}"), columns("\u{10FFFD}"), "boxes tell their character");
    }

    #[test]
    fn letters_are_joined_and_run_from_right_to_left() {
        // Initial, medial and final forms of one letter differ from three times the isolated form.
        assert_ne!(text_width("ببب", 100.0), 3.0 * text_width("ب", 100.0));
        let [mixed, turned] = ["aגב", "aבג"].map(columns);
        assert_ne!(mixed, turned);
        assert_eq!(columns(&isolated("V1")), columns("V1"), "marks of direction take no room");
    }

    #[test]
    fn texts_that_no_font_has_stay_texts_in_svg_only() {
        let mut drawing = Drawing::new(80.0, 40.0);
        drawing.upright_text([40.0, 20.0], 12.0, Anchor::Middle, INK, "<\u{10FFFD}>");
        let svg = drawing.svg();
        assert!(svg.contains("&lt;\u{10FFFD}&gt;</text>") && svg.contains("rotate(-90 40 20)"), "{svg}");
        drawing.text([40.0, 20.0], 12.0, Anchor::Middle, INK, "جين");
        assert_eq!(drawing.svg().matches("<text").count(), 1);
    }

    #[test]
    fn a_drawing_becomes_a_page() {
        let mut drawing = Drawing::new(80.0, 40.0);
        drawing.line([0.0, 39.0], [80.0, 39.0], Pen::new(BLUE, 2.0).dashed(&[4.0, 2.0]));
        let page = drawing.pdf();
        let text = String::from_utf8_lossy(&page);
        assert!(text.starts_with("%PDF-1.") && text.trim_end().ends_with("%%EOF"));
        assert!(text.contains("/MediaBox [0 0 80 40]"), "{text}");
    }

    #[test]
    fn files_tell_which_program_drew_them() {
        let drawing = Drawing::new(8.0, 4.0);
        assert!(drawing.svg().contains("<!-- written by contsid -->"));
        let page = drawing.pdf();
        assert!(String::from_utf8_lossy(&page[..300]).contains("written by contsid"));
        let png = drawing.png(1.0);
        assert!(png[37..].starts_with(b"tEXtSoftware\0contsid"));
        assert_eq!(tiny_skia::Pixmap::decode_png(&png).unwrap().width(), 8);
    }

    #[test]
    fn names_of_files_are_plain() {
        assert_eq!(file_name("learnt/../pc <1>.csv"), "learnt-pc-1-csv");
        assert_eq!(file_name("学/习 PC.txt"), "学-习-PC-txt");
        assert_eq!(
            [shortened("abcdef", 6), shortened("abcdef", 5), shortened("abcdef", 4)],
            ["abcdef", "ab…ef", "ab…f"]
        );
    }
}
