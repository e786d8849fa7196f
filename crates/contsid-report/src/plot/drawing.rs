//! Drawings made of lines, areas and texts, as SVG.

use super::text::without_isolates;
use crate::page::escaped;
use std::fmt::Write;

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

/// A drawing that grows by one element at a time.
#[derive(Clone, Debug)]
pub struct Drawing {
    pub(super) width: f64,
    pub(super) height: f64,
    elements: Vec<String>,
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

    fn attributes(self) -> String {
        let dashes: Vec<String> = self.dashes.iter().map(ToString::to_string).collect();
        let dashes =
            if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{}\"", dashes.join(" ")) };
        let colour = hexadecimal(self.colour);
        format!(" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linejoin=\"round\"{dashes}", self.width)
    }
}

/// Which part of a text stands at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

impl Drawing {
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self { width, height, elements: Vec::new() }
    }

    fn path(&mut self, outline: &str, fill: Option<Colour>, pen: Option<Pen>) {
        let fill = fill.map_or_else(|| "none".to_owned(), hexadecimal);
        let pen = pen.map_or_else(String::new, Pen::attributes);
        self.elements.push(format!("<path d=\"{outline}\" fill=\"{fill}\"{pen}/>\n"));
    }

    pub(crate) fn fill(&mut self, outline: &str, colour: Colour) {
        self.path(outline, Some(colour), None);
    }

    pub(crate) fn stroke(&mut self, outline: &str, pen: Pen) {
        self.path(outline, None, Some(pen));
    }

    pub(crate) fn line(&mut self, from: [f64; 2], to: [f64; 2], pen: Pen) {
        self.stroke(&polyline(&[from, to]), pen);
    }

    pub(crate) fn area(&mut self, corner: [f64; 2], width: f64, height: f64, colour: Colour) {
        self.fill(&rectangle(corner, width, height), colour);
    }

    /// An area with a border.
    pub(crate) fn framed(&mut self, outline: &str, fill: Option<Colour>, pen: Pen) {
        self.path(outline, fill, Some(pen));
    }

    /// A text on one line, its baseline at the point; the anchor says which part of it.
    pub(crate) fn text(&mut self, at: [f64; 2], size: f64, anchor: Anchor, colour: Colour, words: &str) {
        self.write(at, size, anchor, colour, words, "");
    }

    /// The same from bottom to top.
    pub(crate) fn upright_text(&mut self, at: [f64; 2], size: f64, anchor: Anchor, colour: Colour, words: &str) {
        let [x, y] = at.map(hundredth);
        self.write(at, size, anchor, colour, words, &format!(" transform=\"rotate(-90 {x} {y})\""));
    }

    fn write(&mut self, at: [f64; 2], size: f64, anchor: Anchor, colour: Colour, words: &str, turn: &str) {
        let ([x, y], size, anchor) = (at.map(hundredth), hundredth(size), anchor.name());
        let (fill, words) = (hexadecimal(colour), escaped(&without_isolates(words)));
        self.elements.push(format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"{fill}\"{turn}>\
             {words}</text>\n"
        ));
    }

    /// The drawing as an SVG file. Its texts are texts: the reader's program draws them in `DejaVu` Sans or in
    /// Verdana, whose letters are about as wide.
    pub fn svg(&self) -> String {
        let Self { width, height, elements } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n\
             <!-- written by contsid -->\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
             {}</svg>\n",
            elements.concat()
        )
    }
}

/// A line through points, as the data of a path.
pub(crate) fn polyline(points: &[[f64; 2]]) -> String {
    let mut outline = String::new();
    for (index, point) in points.iter().enumerate() {
        let [x, y] = point.map(hundredth);
        write!(outline, "{}{x},{y}", if index == 0 { 'M' } else { 'L' }).expect("a string can be written to");
    }
    outline
}

/// The same, back to its start.
pub(crate) fn polygon(corners: &[[f64; 2]]) -> String {
    polyline(corners) + "Z"
}

pub(crate) fn rectangle([x, y]: [f64; 2], width: f64, height: f64) -> String {
    polygon(&[[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
}

/// A line of cubic curves: a point, then for each curve two handles and its end.
pub(crate) fn curves(points: &[[f64; 2]]) -> String {
    let words = |points: &[[f64; 2]]| {
        points.iter().map(|point| point.map(hundredth)).map(|[x, y]| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
    };
    let pieces = points[1..].chunks_exact(3).map(|piece| format!("C{}", words(piece)));
    format!("M{}{}", words(&points[..1]), pieces.collect::<String>())
}

/// A circle.
pub(crate) fn disc([x, y]: [f64; 2], radius: f64) -> String {
    let ([left, y], [radius, across]) = ([x - radius, y].map(hundredth), [radius, 2.0 * radius].map(hundredth));
    format!("M{left},{y}a{radius},{radius} 0 1 0 {across},0a{radius},{radius} 0 1 0 -{across},0Z")
}

/// A square on its corner.
pub(crate) fn diamond([x, y]: [f64; 2], size: f64) -> String {
    polygon(&[[x, y - size], [x + size, y], [x, y + size], [x - size, y]])
}

/// A point whose shape tells series apart without colours.
pub(crate) fn marker([x, y]: [f64; 2], size: f64, series: usize) -> String {
    let corners: &[[f64; 2]] = match series % 4 {
        0 => return disc([x, y], size),
        1 => &[[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
        2 => &[[0.0, -1.25], [1.15, 0.85], [-1.15, 0.85]],
        _ => return diamond([x, y], 1.35 * size),
    };
    polygon(&corners.iter().map(|[across, down]| [x + size * across, y + size * down]).collect::<Vec<_>>())
}

/// Half way to white, for many points over each other.
pub(crate) fn lighter(colour: Colour) -> Colour {
    colour.map(|part| part + (255 - part) / 2)
}

fn hundredth(value: f64) -> f64 {
    (100.0 * value).round() / 100.0
}

fn hexadecimal([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The corners of all areas of a colour.
#[cfg(test)]
pub(super) fn areas(drawing: &Drawing, colour: Colour) -> Vec<Vec<[f64; 2]>> {
    let fill = format!("\" fill=\"{}\"", hexadecimal(colour));
    let filled = drawing.elements.iter().filter(|element| element.contains(&fill));
    let paths = filled.filter_map(|element| element.split('"').nth(1));
    let pieces = paths.filter(|outline| outline.starts_with('M')).flat_map(|outline| outline.split_terminator('Z'));
    let corner = |words: &str| {
        let (x, y) = words.split_once(',').expect("a point");
        [x, y].map(|part| part.parse().expect("a number"))
    };
    pieces.map(|piece| piece[1..].split('L').map(corner).collect()).collect()
}
