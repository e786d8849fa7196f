//! Drawings as PNG and PDF, made of their SVG.
//!
//! Text is set in the embedded font, so a picture needs no font on the machine and looks the same everywhere. Only
//! scripts that the embedded font lacks are searched in the machine's fonts. A character that no font has is written as
//! its code point in small digits, which take as much room.

use super::drawing::Drawing;
use super::text::{FONT, is_direction, is_embedded};
use krilla::Document;
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, ID};
use resvg::usvg::{Options, Tree};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};
use thiserror::Error;
use ttf_parser::Face;

/// Limit on the pixels of each side of a picture, which bounds its memory to a gigabyte.
const MOST_PIXELS: f32 = 16_000.0;

static EMBEDDED: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(FONT.to_vec());
    Arc::new(fonts)
});

/// The embedded font, then those of the machine.
static ALL: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::clone(&EMBEDDED);
    fonts.load_system_fonts();
    Arc::new(fonts)
});

/// Why a PDF cannot be made.
#[derive(Debug, Error)]
#[error("the PDF cannot be made: {0}")]
pub struct PictureError(String);

impl Drawing {
    /// The drawing as a PNG file with this number of pixels for each unit of the drawing.
    #[expect(clippy::cast_sign_loss, reason = "sizes are positive")]
    pub fn png(&self, scale: f32) -> Vec<u8> {
        let scale = scale.min(MOST_PIXELS / self.width.max(self.height) as f32);
        let pixels = |size: f64| ((size as f32 * scale).ceil() as u32).max(1);
        let mut picture = Pixmap::new(pixels(self.width), pixels(self.height)).expect("a picture of limited size");
        resvg::render(&self.tree(), Transform::from_scale(scale, scale), &mut picture.as_mut());
        encoded(&picture)
    }

    /// The drawing as a PDF file of one page; a unit of the drawing is a point, and texts are texts.
    ///
    /// # Errors
    ///
    /// If a font of the machine cannot be embedded.
    pub fn pdf(&self) -> Result<Vec<u8>, PictureError> {
        let size = Size::from_wh(self.width as f32, self.height as f32).expect("drawings have a size");
        let mut document = Document::new();
        let mut page = document.start_page_with(PageSettings::new(size));
        let mut surface = page.surface();
        surface.draw_svg(&self.tree(), size, SvgSettings::default());
        surface.finish();
        page.finish();
        document.set_metadata(Metadata::new().producer("written by contsid".to_owned()));
        document.finish().map_err(|error| PictureError(error.to_string()))
    }

    fn tree(&self) -> Tree {
        let svg = self.svg();
        let foreign: BTreeSet<char> = svg.chars().filter(|&character| is_foreign(character)).collect();
        let fontdb = Arc::clone(if foreign.is_empty() { &EMBEDDED } else { &ALL });
        let unknown = foreign.into_iter().filter(|&character| !is_in_any(&fontdb, character));
        let svg = unknown.fold(svg, |svg, one| svg.replace(one, &code_point(one)));
        Tree::from_str(&svg, &Options { fontdb, ..Options::default() }).expect("a drawing is well-formed SVG")
    }
}

/// Whether a character needs another font than the embedded one.
fn is_foreign(character: char) -> bool {
    !is_embedded(character) && !is_direction(character) && !character.is_control()
}

fn code_point(character: char) -> String {
    format!("<tspan font-size=\"36%\"> {:04X}</tspan>", u32::from(character))
}

fn is_in_any(fonts: &Database, character: char) -> bool {
    let is_in = |font: ID| {
        let has = |data: &[u8], index| Face::parse(data, index).is_ok_and(|face| face.glyph_index(character).is_some());
        fonts.with_face_data(font, has) == Some(true)
    };
    fonts.faces().any(|font| is_in(font.id))
}

/// A picture on white paper, without transparency, that tells which program drew it. Compressed well: large matrices
/// take a tenth of what fast compression leaves.
fn encoded(picture: &Pixmap) -> Vec<u8> {
    let colours: Vec<u8> =
        picture.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Balanced);
    encoder.add_text_chunk("Software".to_owned(), "contsid".to_owned()).expect("plain words");
    let writer = encoder.write_header();
    let written = writer.and_then(|mut writer| writer.write_image_data(&colours).map(|()| writer.finish()));
    written.and_then(|finished| finished).expect("memory takes every write");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{Anchor, INK};
    use crate::rich::isolated;

    fn drawing(words: &str) -> Drawing {
        let mut drawing = Drawing::new(60.0, 20.0);
        drawing.text([2.0, 15.0], 12.0, Anchor::Start, INK, words);
        drawing
    }

    /// The number of dark pixels in each column of a picture of a text.
    fn columns(words: &str) -> Vec<usize> {
        let picture = Pixmap::decode_png(&drawing(words).png(3.0)).unwrap();
        let dark = |x: u32| (0..60).filter(|&y| picture.pixel(x, y).is_some_and(|pixel| pixel.red() < 128)).count();
        (0..180).map(dark).collect()
    }

    /// Where the last dark pixel of a text is.
    fn right_end(words: &str) -> usize {
        columns(words).iter().rposition(|&count| count > 0).unwrap_or(0)
    }

    #[test]
    fn no_script_is_blank() {
        for words in ["中", "数据", "유전자", "جين", "גן", "ген", "Ω", "\u{10FFFD}"] {
            assert!(columns(words).iter().sum::<usize>() > 4, "{words} is blank");
        }
        assert_ne!(columns("\u{10FFFC}"), columns("\u{10FFFD}"), "code points tell their character");
    }

    #[test]
    fn letters_are_joined_and_run_from_right_to_left() {
        // Initial, medial and final forms of one letter take less room than three times the isolated form.
        assert!(right_end("ببب") < right_end("ب ب ب"));
        assert_ne!(columns("aגב"), columns("aבג"));
        assert_eq!(columns(&isolated("V1")), columns("V1"), "marks of direction take no room");
    }

    #[test]
    fn usual_names_need_no_font_of_the_machine() {
        assert!("V1 → Größe, ген, Ω, גן, جين ± 0.5 ≤ −2 – “x”".chars().all(|character| !is_foreign(character)));
    }

    #[test]
    fn pictures_have_the_size_of_the_drawing() {
        let png = drawing("V1").png(2.0);
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(png[16..24], [0, 0, 0, 120, 0, 0, 0, 40]);
        assert!(png[37..].starts_with(b"tEXtSoftware\0contsid"));
    }

    #[test]
    fn a_pdf_is_one_page_that_names_its_program() {
        let page = drawing("V1").pdf().unwrap();
        assert_eq!(page, drawing("V1").pdf().unwrap(), "the same drawing gives the same bytes");
        let text = String::from_utf8_lossy(&page);
        assert!(text.starts_with("%PDF-1.") && text.trim_end().ends_with("%%EOF"));
        assert!(text[text.len() - 4000..].contains("written by contsid"), "{text}");
    }
}
