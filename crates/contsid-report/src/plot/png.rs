//! Drawings as PNG.

use super::drawing::{Colour, Drawing, Shape, Step};
use tiny_skia::{FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};

/// No side of a picture has more pixels than this.
const MOST_PIXELS: f32 = 16_000.0;

#[expect(clippy::cast_sign_loss, reason = "sizes are positive")]
pub(super) fn file(drawing: &Drawing, scale: f32) -> Vec<u8> {
    let scale = scale.min(MOST_PIXELS / drawing.width.max(drawing.height) as f32);
    let pixels = |size: f64| ((size as f32 * scale).ceil() as u32).max(1);
    let mut picture = Pixmap::new(pixels(drawing.width), pixels(drawing.height)).expect("a picture of limited size");
    picture.fill(tiny_skia::Color::WHITE);
    let transform = Transform::from_scale(scale, scale);
    for shape in &drawing.shapes {
        if let Some(path) = path(&shape.steps) {
            paint(&mut picture, shape, &path, transform);
        }
    }
    encoded(&picture)
}

/// A picture on white paper, without transparency, that tells which program drew it. Compressed well: large matrices
/// take a tenth of what fast compression leaves.
fn encoded(picture: &Pixmap) -> Vec<u8> {
    let colours: Vec<u8> =
        picture.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Default);
    encoder.add_text_chunk("Software".to_owned(), "contsid".to_owned()).expect("plain words");
    let writer = encoder.write_header();
    let written = writer.and_then(|mut writer| writer.write_image_data(&colours).map(|()| writer.finish()));
    written.and_then(|finished| finished).expect("memory takes every write");
    bytes
}

fn paint(picture: &mut Pixmap, shape: &Shape, path: &Path, transform: Transform) {
    if let Some(colour) = shape.fill {
        picture.fill_path(path, &paint_of(colour), FillRule::Winding, transform, None);
    }
    if let Some(pen) = shape.pen {
        let dash = StrokeDash::new(pen.dashes.iter().map(|&dash| dash as f32).collect(), 0.0);
        let stroke = Stroke { width: pen.width as f32, line_join: LineJoin::Round, dash, ..Stroke::default() };
        picture.stroke_path(path, &paint_of(pen.colour), &stroke, transform, None);
    }
}

fn paint_of([red, green, blue]: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint.anti_alias = true;
    paint
}

fn path(steps: &[Step]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for step in steps {
        match *step {
            Step::Move([x, y]) => path.move_to(x as f32, y as f32),
            Step::Line([x, y]) => path.line_to(x as f32, y as f32),
            Step::Quad(a, b) => path.quad_to(a[0] as f32, a[1] as f32, b[0] as f32, b[1] as f32),
            Step::Cubic(a, b, c) => {
                path.cubic_to(a[0] as f32, a[1] as f32, b[0] as f32, b[1] as f32, c[0] as f32, c[1] as f32);
            }
            Step::Close => path.close(),
        }
    }
    path.finish()
}
