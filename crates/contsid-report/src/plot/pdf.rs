//! Drawings as PDF.

use super::drawing::{Colour, Drawing, Shape, Step};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::LineJoinStyle;
use pdf_writer::{Content, Filter, Finish, Pdf, Rect, Ref, TextStr};
use std::io::Write;

pub(super) fn file(drawing: &Drawing) -> Vec<u8> {
    let [information, catalog, pages, page, content] = [1, 2, 3, 4, 5].map(Ref::new);
    let mut pdf = Pdf::new();
    // First, so that the beginning of the file tells which program drew it.
    pdf.document_info(information).producer(TextStr("written by contsid"));
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    let mut sheet = pdf.page(page);
    sheet.media_box(Rect::new(0.0, 0.0, drawing.width as f32, drawing.height as f32)).parent(pages).contents(content);
    sheet.resources();
    sheet.finish();
    let mut squeezed = ZlibEncoder::new(Vec::new(), Compression::default());
    squeezed.write_all(&painted(drawing)).expect("memory takes every write");
    let squeezed = squeezed.finish().expect("memory takes every write");
    pdf.stream(content, &squeezed).filter(Filter::FlateDecode);
    pdf.finish()
}

/// The y axis of a page points up.
fn painted(drawing: &Drawing) -> Vec<u8> {
    let mut content = Content::new();
    content.transform([1.0, 0.0, 0.0, -1.0, 0.0, drawing.height as f32]);
    content.set_line_join(LineJoinStyle::RoundJoin);
    for shape in &drawing.shapes {
        paint(&mut content, shape);
    }
    content.finish().into_vec()
}

fn paint(content: &mut Content, shape: &Shape) {
    let part = |part: u8| f32::from(part) / 255.0;
    if let Some([red, green, blue]) = shape.fill {
        content.set_fill_rgb(part(red), part(green), part(blue));
    }
    if let Some(pen) = shape.pen {
        let [red, green, blue]: Colour = pen.colour;
        content.set_stroke_rgb(part(red), part(green), part(blue)).set_line_width(pen.width as f32);
        content.set_dash_pattern(pen.dashes.iter().map(|&dash| dash as f32), 0.0);
    }
    trace(content, &shape.steps);
    match (shape.fill, shape.pen) {
        (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
        (Some(_), None) => content.fill_nonzero(),
        (None, Some(_)) => content.stroke(),
        (None, None) => content.end_path(),
    };
}

fn trace(content: &mut Content, steps: &[Step]) {
    let mut from = [0.0; 2];
    for step in steps {
        match *step {
            Step::Move(a) => {
                let [x, y] = a.map(hundredth);
                content.move_to(x, y);
                from = a;
            }
            Step::Line(a) => {
                let [x, y] = a.map(hundredth);
                content.line_to(x, y);
                from = a;
            }
            Step::Quad(a, b) => {
                // The same curve as a cubic one has its handles two thirds of the way to the single handle.
                let handle = |end: [f64; 2]| [0, 1].map(|axis| (end[axis] + 2.0 * a[axis]) / 3.0);
                cubic(content, handle(from), handle(b), b);
                from = b;
            }
            Step::Cubic(a, b, c) => {
                cubic(content, a, b, c);
                from = c;
            }
            Step::Close => {
                content.close_path();
            }
        }
    }
}

fn cubic(content: &mut Content, a: [f64; 2], b: [f64; 2], c: [f64; 2]) {
    let [[x1, y1], [x2, y2], [x3, y3]] = [a, b, c].map(|point| point.map(hundredth));
    content.cubic_to(x1, y1, x2, y2, x3, y3);
}

fn hundredth(value: f64) -> f32 {
    ((100.0 * value).round() / 100.0) as f32
}
