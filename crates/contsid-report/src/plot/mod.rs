//! Plots for papers: each is drawn once, as SVG, in which text is text.
//!
//! With the feature `pictures` PNG and PDF are made of the SVG. The colours are those of Okabe and Ito, which people
//! with colour-blindness tell apart, and no plot tells things apart by colour alone.

mod boxes;
mod claims;
mod comparison;
mod densities;
mod drawing;
mod fixes;
mod graph;
mod intervals;
mod judgement;
mod matrix;
#[cfg(feature = "pictures")]
mod pictures;
mod relations;
pub(crate) mod scale;
mod signs;
mod stability;
mod study;
mod text;

pub use comparison::comparison_plot_names;
pub use drawing::Drawing;
pub use judgement::judgement_plot_names;
#[cfg(feature = "pictures")]
pub use pictures::PictureError;
pub use stability::stability_plot_names;

pub(crate) use drawing::{
    Anchor, BLUE, Colour, GREEN, INK, LINE, ORANGE, PURPLE, Pen, SOFT, VERMILLION, WHITE, curves, diamond, disc,
    lighter, marker, polygon, polyline, rectangle,
};
pub(crate) use text::text_width;

/// The colours of series, in their order.
const COLOURS: [Colour; 5] = [BLUE, VERMILLION, GREEN, PURPLE, ORANGE];

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

/// A drawing of this width has letters of their usual size where the page of a paper shows it.
const USUAL_WIDTH: f64 = 700.0;

/// How many times as large titles and legends are in a wide drawing, so they can be read where it is scaled down.
pub(crate) fn enlarged(width: f64) -> f64 {
    (width / USUAL_WIDTH).max(1.0)
}

/// The letters of an axis, and the distance of two lines of its title.
const AXIS: f64 = 11.0;
const AXIS_LINE: f64 = 13.0;

/// The title of an axis to the left, upwards around a point: in two lines where one is longer than the axis.
pub(crate) fn upright_title(drawing: &mut Drawing, [x, middle]: [f64; 2], length: f64, words: &str) {
    let lines = match words.split_once(", ") {
        Some((first, second)) if text_width(words, AXIS) > length => vec![format!("{first},"), second.to_owned()],
        _ => vec![words.to_owned()],
    };
    for (index, line) in lines.iter().enumerate() {
        let size = AXIS * (length / text_width(line, AXIS)).min(1.0);
        let at = [x + AXIS_LINE * index as f64, middle];
        drawing.upright_text(at, size, Anchor::Middle, SOFT, line);
    }
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

    #[test]
    fn texts_stay_texts() {
        let mut drawing = Drawing::new(80.0, 40.0);
        drawing.upright_text([40.0, 20.0], 12.0, Anchor::Middle, INK, "V1 → <中>");
        drawing.line([0.0, 39.0], [80.0, 39.0], Pen::new(BLUE, 2.0).dashed(&[4.0, 2.0]));
        let svg = drawing.svg();
        assert!(svg.starts_with("<svg ") && svg.contains("stroke-dasharray=\"4 2\""), "{svg}");
        assert!(svg.contains("V1 → &lt;中&gt;</text>") && svg.contains("rotate(-90 40 20)"), "{svg}");
        assert!(svg.contains("<!-- written by contsid -->"));
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
