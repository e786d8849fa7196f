//! Drawings as SVG.

use super::drawing::{Anchor, Colour, Drawing, Shape, Step, Text};
use crate::page::escaped;
use std::fmt::Write;

pub(super) fn file(drawing: &Drawing) -> String {
    let (width, height) = (drawing.width, drawing.height);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n\
         <!-- written by contsid -->\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for shape in &drawing.shapes {
        text += &element(shape);
    }
    text + "</svg>\n"
}

fn element(shape: &Shape) -> String {
    if let (Some(text), Some(colour)) = (&shape.text, shape.fill) {
        return written(text, colour);
    }
    let mut text = format!("<path d=\"{}\"", path(&shape.steps));
    let fill = shape.fill.map_or_else(|| "none".to_owned(), hexadecimal);
    write!(text, " fill=\"{fill}\"").expect("a string can be written to");
    if let Some(pen) = shape.pen {
        write!(
            text,
            " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
            hexadecimal(pen.colour),
            pen.width
        )
        .expect("a string can be written to");
        if !pen.dashes.is_empty() {
            let dashes: Vec<String> = pen.dashes.iter().map(ToString::to_string).collect();
            write!(text, " stroke-dasharray=\"{}\"", dashes.join(" ")).expect("a string can be written to");
        }
    }
    text + "/>\n"
}

/// A text as text: the program that opens the file needs a font for it.
fn written(Text { words, at: [x, y], size, anchor, is_upright }: &Text, colour: Colour) -> String {
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let (x, y) = (hundredth(*x), hundredth(*y));
    let turn = if *is_upright { format!(" transform=\"rotate(-90 {x} {y})\"") } else { String::new() };
    let (fill, words) = (hexadecimal(colour), escaped(words));
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
         fill=\"{fill}\"{turn}>{words}</text>\n"
    )
}

fn path(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        let points: &[[f64; 2]] = match step {
            Step::Move(a) | Step::Line(a) => &[*a],
            Step::Quad(a, b) => &[*a, *b],
            Step::Cubic(a, b, c) => &[*a, *b, *c],
            Step::Close => &[],
        };
        text.push(match step {
            Step::Move(..) => 'M',
            Step::Line(..) => 'L',
            Step::Quad(..) => 'Q',
            Step::Cubic(..) => 'C',
            Step::Close => 'Z',
        });
        let points: Vec<String> = points.iter().map(|[x, y]| format!("{},{}", hundredth(*x), hundredth(*y))).collect();
        text += &points.join(" ");
    }
    text
}

fn hundredth(value: f64) -> f64 {
    (100.0 * value).round() / 100.0
}

fn hexadecimal([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
